/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/diagnosis.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/tool/ability.h"

#include <glib/gi18n.h>

struct _PelFinding
{
  GObject   parent_instance;
  char     *id;
  PelStatus status;
  char     *title;
  char     *message;
  char     *fix;
};

G_DEFINE_FINAL_TYPE (PelFinding, pel_finding, G_TYPE_OBJECT)

static void
pel_finding_finalize (GObject *object)
{
  PelFinding *self = PEL_FINDING (object);

  g_free (self->id);
  g_free (self->title);
  g_free (self->message);
  g_free (self->fix);
  G_OBJECT_CLASS (pel_finding_parent_class)->finalize (object);
}

static void
pel_finding_class_init (PelFindingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_finding_finalize;
}

static void
pel_finding_init (PelFinding *self)
{
}

PelFinding *
pel_finding_new (
    const char *id, PelStatus status, const char *title, const char *message, const char *fix)
{
  PelFinding *self = g_object_new (PEL_TYPE_FINDING, NULL);

  self->id = g_strdup (id);
  self->status = status;
  self->title = g_strdup (title);
  self->message = g_strdup (message);
  self->fix = g_strdup (fix);
  return self;
}

const char *
pel_finding_get_id (PelFinding *self)
{
  return self->id;
}

PelStatus
pel_finding_get_status (PelFinding *self)
{
  return self->status;
}

const char *
pel_finding_get_title (PelFinding *self)
{
  return self->title;
}

const char *
pel_finding_get_message (PelFinding *self)
{
  return self->message;
}

const char *
pel_finding_get_fix (PelFinding *self)
{
  return self->fix;
}

gboolean
pel_finding_equal (PelFinding *a, PelFinding *b)
{
  return g_strcmp0 (a->id, b->id) == 0 && a->status == b->status &&
         g_strcmp0 (a->title, b->title) == 0 && g_strcmp0 (a->message, b->message) == 0 &&
         g_strcmp0 (a->fix, b->fix) == 0;
}

static PelFinding *
find_session (const PelExamination *e)
{
  if (e->session_error != NULL)
    return pel_finding_new ("session",
                            PEL_STATUS_ERROR,
                            _ ("Session"),
                            e->session_error->message,
                            pel_error_get_hint (e->session_error));
  return pel_finding_new ("session",
                          PEL_STATUS_OK,
                          _ ("Session"),
                          _ ("The session bus works and Pellucid is running"),
                          NULL);
}

static PelFinding *
find_accessibility (const PelExamination *e)
{
  g_autofree char *message = NULL;

  if (e->a11y_error != NULL)
    return pel_finding_new ("accessibility",
                            PEL_STATUS_ERROR,
                            _ ("Accessibility"),
                            e->a11y_error->message,
                            pel_error_get_hint (e->a11y_error));
  message = g_strdup_printf (ngettext ("%u program is on the accessibility bus",
                                       "%u programs are on the accessibility bus",
                                       e->n_on_bus),
                             e->n_on_bus);
  if (!e->is_a11y_enabled)
    {
      g_autofree char *off = g_strdup_printf (
          /* Translators: %s says how many programs are on the bus */
          _ ("Accessibility is off: browsers and some Qt 6 programs expose nothing (%s)"),
          message);

      return pel_finding_new (
          "accessibility",
          PEL_STATUS_WARNING,
          _ ("Accessibility"),
          off,
          _ ("Run “pellucid doctor --fix”, then restart those that still expose nothing"));
    }
  return pel_finding_new ("accessibility", PEL_STATUS_OK, _ ("Accessibility"), message, NULL);
}

static PelFinding *
find_display (const PelExamination *e)
{
  const PelPlatform *platform;
  g_autofree char   *message = NULL;

  if (e->desktop == NULL)
    return pel_finding_new ("display",
                            PEL_STATUS_ERROR,
                            _ ("Display"),
                            e->desktop_error->message,
                            pel_error_get_hint (e->desktop_error));
  platform = pel_desktop_get_platform (e->desktop);
  message = platform->window_manager != NULL && g_strcmp0 (platform->window_manager, "sway") != 0
                ? g_strdup_printf (_ ("%s with the window manager %s"),
                                   platform->server,
                                   platform->window_manager)
                : g_strdup (platform->server);
  if (platform->kind == PEL_PLATFORM_X11 && platform->window_manager == NULL)
    return pel_finding_new ("display",
                            PEL_STATUS_WARNING,
                            _ ("Display"),
                            _ ("No window manager is running: windows cannot be listed"),
                            _ ("Start a window manager"));
  return pel_finding_new ("display", PEL_STATUS_OK, _ ("Display"), message, NULL);
}

static PelFinding *
find_compositor (const PelExamination *e)
{
  PelFeature features;

  if (e->desktop == NULL)
    return NULL;
  features = pel_desktop_get_platform (e->desktop)->features;
  if (features & PEL_FEATURE_COMPOSITOR)
    return pel_finding_new ("compositor",
                            PEL_STATUS_OK,
                            _ ("Compositor"),
                            _ ("A compositor is running: transparency works"),
                            NULL);
  return pel_finding_new (
      "compositor",
      PEL_STATUS_INFO,
      _ ("Compositor"),
      _ ("No compositor is running: the overlay shows outlines only, without transparency"),
      _ ("Start a compositor, for example picom"));
}

static PelFinding *
find_overlay (const PelExamination *e)
{
  if (e->desktop == NULL)
    return NULL;
  if (e->overlay_refusal != NULL)
    return pel_finding_new ("overlay",
                            PEL_STATUS_WARNING,
                            _ ("Overlay"),
                            e->overlay_refusal,
                            e->overlay_remedy != NULL
                                ? e->overlay_remedy
                                : _ ("Everything else works without the overlay"));
  return pel_finding_new ("overlay",
                          PEL_STATUS_OK,
                          _ ("Overlay"),
                          _ ("This desktop can show an overlay that lets clicks through"),
                          NULL);
}

static PelFinding *
new_fault (const char *id, const char *title, const GError *fault)
{
  return pel_finding_new (id,
                          PEL_STATUS_WARNING,
                          title,
                          fault->message,
                          pel_error_get_hint (fault));
}

/* One line if all of them start, and otherwise one for each that does not. */
static void
add_helper_findings (GPtrArray *findings, const PelExamination *e)
{
  guint n_findings = findings->len;

  for (PelProbe probe = 0; probe < PEL_N_PROBES; probe++)
    if (pel_probe_is_of_program (probe) && e->faults[probe] != NULL)
      g_ptr_array_add (findings,
                       new_fault (pel_probe_to_string (probe), _ ("Helpers"), e->faults[probe]));
  if (findings->len == n_findings)
    g_ptr_array_add (findings,
                     pel_finding_new ("helpers",
                                      PEL_STATUS_OK,
                                      _ ("Helpers"),
                                      _ ("Approvals, calibration and the MCP server can start"),
                                      NULL));
}

static void
add_ability_findings (GPtrArray *findings, const PelExamination *e)
{
  const PelPlatform *platform;

  if (e->desktop == NULL)
    return;
  platform = pel_desktop_get_platform (e->desktop);
  for (const PelAbility *ability = pel_abilities; ability->id != NULL; ability++)
    {
      gboolean      is_good = pel_ability_is_there (ability, platform);
      const GError *fault = pel_examination_get_fault (e, ability->id);

      if (ability->title != NULL && is_good && fault != NULL)
        g_ptr_array_add (findings, new_fault (ability->id, _ (ability->title), fault));
      else if (ability->title != NULL)
        g_ptr_array_add (findings,
                         pel_finding_new (ability->id,
                                          is_good ? PEL_STATUS_OK : PEL_STATUS_WARNING,
                                          _ (ability->title),
                                          _ (is_good ? ability->good : ability->bad),
                                          is_good ? NULL : _ (ability->fix)));
    }
}

/* (nullable): that nothing is wrong needs no line. */
static PelFinding *
find_stop (const PelExamination *e)
{
  g_autoptr (GError) error = NULL;

  if (!e->is_stopped)
    return NULL;
  pel_gate_set_error (PEL_GATE_STOPPED, &error);
  return pel_finding_new ("acting",
                          PEL_STATUS_WARNING,
                          _ ("Automation"),
                          error->message,
                          pel_error_get_hint (error));
}

static PelFinding *
find_ocr (const PelExamination *e)
{
  g_autofree char *languages = NULL;
  g_autofree char *message = NULL;

  if (e->ocr_version == NULL)
    return pel_finding_new ("ocr",
                            PEL_STATUS_INFO,
                            _ ("Text recognition"),
                            _ ("This build of Pellucid does not support text recognition"),
                            _ ("Build Pellucid with tesseract"));
  if (e->ocr_languages == NULL || e->ocr_languages[0] == NULL)
    return pel_finding_new ("ocr",
                            PEL_STATUS_WARNING,
                            _ ("Text recognition"),
                            _ ("No language is installed for text recognition"),
                            _ ("Install one, for example the package tesseract-ocr-eng"));
  languages = g_strjoinv (", ", e->ocr_languages);
  /* Translators: a version and a list of language codes */
  message = g_strdup_printf (_ ("tesseract %s with %s"), e->ocr_version, languages);
  return pel_finding_new ("ocr", PEL_STATUS_OK, _ ("Text recognition"), message, NULL);
}

static void
add (GPtrArray *findings, PelFinding *finding)
{
  if (finding != NULL)
    g_ptr_array_add (findings, finding);
}

GPtrArray *
pel_diagnose (const PelExamination *examination)
{
  GPtrArray *findings = g_ptr_array_new_with_free_func (g_object_unref);

  add (findings, find_session (examination));
  if (examination->session_error != NULL)
    return findings;
  add (findings, find_stop (examination));
  add (findings, find_accessibility (examination));
  add (findings, find_display (examination));
  add (findings, find_compositor (examination));
  add (findings, find_overlay (examination));
  add_ability_findings (findings, examination);
  add_helper_findings (findings, examination);
  add (findings, find_ocr (examination));
  return findings;
}

static JsonObject *
judgement_to_json (
    const char *id, PelStatus status, const char *title, const char *message, const char *fix)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "id", id);
  json_object_set_string_member (object, "status", pel_status_to_string (status));
  json_object_set_string_member (object, "title", title);
  json_object_set_string_member (object, "message", message);
  if (fix != NULL)
    json_object_set_string_member (object, "fix", fix);
  else
    json_object_set_null_member (object, "fix");
  return object;
}

JsonArray *
pel_findings_to_json (GPtrArray *findings)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < findings->len; i++)
    {
      PelFinding *f = g_ptr_array_index (findings, i);

      json_array_add_object_element (array,
                                     judgement_to_json (f->id,
                                                        f->status,
                                                        f->title,
                                                        f->message,
                                                        f->fix));
    }
  return array;
}

JsonArray *
pel_programs_to_json (const PelExamination *examination)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; examination->programs != NULL && i < examination->programs->len; i++)
    {
      const PelProgram *program = g_ptr_array_index (examination->programs, i);
      const char       *message, *fix;
      PelStatus status = pel_program_judge (program, examination->is_a11y_enabled, &message, &fix);
      g_autofree char *title = pel_program_dup_title (program);
      JsonObject      *object = judgement_to_json (program->name != NULL ? program->name : "",
                                              status,
                                              title,
                                              message,
                                              fix);

      json_object_set_int_member (object, "pid", program->pid);
      if (program->toolkit != NULL)
        json_object_set_string_member (object, "toolkit", program->toolkit);
      else
        json_object_set_null_member (object, "toolkit");
      json_object_set_int_member (object, "windows", program->n_windows);
      json_object_set_boolean_member (object, "on_bus", program->is_on_bus);
      json_array_add_object_element (array, object);
    }
  return array;
}
