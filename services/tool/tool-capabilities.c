/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/tool/ability.h"
#include "services/tool/examination.h"
#include "services/tool/tool-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField cannot_fields[] = {
  { "what", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("The missing capability") },
  { "why",  PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Why it is missing") },
  { "how",  PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("How to get it") },
  { NULL },
};

static const PelField driver_fields[] = {
  { "name",      PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Driver name") },
  { "version",   PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Its version") },
  { "available", PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether it can be used here") },
  { "can",       PEL_FIELD_STRINGS, PEL_FIELD_REQUIRED, N_ ("What it can do here") },
  { "cannot",    PEL_FIELD_LIST,    PEL_FIELD_REQUIRED, N_ ("What it cannot do here"), .fields = cannot_fields },
  { NULL },
};

static const PelField result[] = {
  { "drivers", PEL_FIELD_LIST, PEL_FIELD_REQUIRED, N_ ("Drivers that access this desktop"), .fields = driver_fields },
  { "stopped", PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether all automation has been stopped") },
  { "note",    PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Additional remarks") },
  { NULL },
};

static const PelColumn columns[] = {
  { "name",      N_ ("Driver")    },
  { "version",   N_ ("Version")   },
  { "available", N_ ("Available") },
  { "can",       N_ ("Can")       },
  { "cannot",    N_ ("Cannot")    },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TABLE, "drivers", NULL, columns, "" },
  { PEL_VIEW_TEXT,  "note",    NULL, NULL,    NULL, .is_for_people = TRUE },
  { 0 },
};
/* clang-format on */

typedef struct
{
  JsonObject *object;
  JsonArray  *can;
  JsonArray  *cannot;
} Driver;

static Driver
add_driver (JsonArray *drivers, const char *name, const char *version, gboolean is_available)
{
  Driver driver = { json_object_new (), json_array_new (), json_array_new () };

  json_object_set_string_member (driver.object, "name", name);
  if (version != NULL)
    json_object_set_string_member (driver.object, "version", version);
  else
    json_object_set_null_member (driver.object, "version");
  json_object_set_boolean_member (driver.object, "available", is_available);
  json_object_set_array_member (driver.object, "can", driver.can);
  json_object_set_array_member (driver.object, "cannot", driver.cannot);
  json_array_add_object_element (drivers, driver.object);
  return driver;
}

static void
add_cannot (Driver *driver, const char *what, const char *why, const char *how)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "what", what);
  json_object_set_string_member (object, "why", why);
  json_object_set_string_member (object, "how", how);
  json_array_add_object_element (driver->cannot, object);
}

/* @fault: (nullable) why it does not work. */
static void
add_tried (Driver *driver, const char *what, const GError *fault)
{
  const char *hint = fault != NULL ? pel_error_get_hint (fault) : NULL;

  if (fault == NULL)
    json_array_add_string_element (driver->can, what);
  else
    add_cannot (driver, what, fault->message, hint != NULL ? hint : "");
}

static void
add_atspi (JsonArray *drivers, const PelExamination *e)
{
  Driver driver = add_driver (drivers, "atspi", NULL, e->a11y_error == NULL);

  if (e->a11y_error != NULL)
    add_cannot (&driver, "programs", e->a11y_error->message, pel_error_get_hint (e->a11y_error));
  else
    json_array_add_string_element (driver.can, "programs");
  if (e->a11y_error == NULL && !e->is_a11y_enabled)
    add_cannot (&driver,
                "qt6-and-browsers",
                _ ("Accessibility is off"),
                _ ("Run “pellucid doctor --fix”, then restart those that still expose nothing"));
}

static void
add_platform (JsonArray *drivers, const PelExamination *e)
{
  const PelPlatform *platform = pel_desktop_get_platform (e->desktop);
  const char        *name = platform->kind == PEL_PLATFORM_X11 ? "x11" : "wayland";
  Driver             driver = add_driver (drivers, name, platform->server, TRUE);

  for (const PelAbility *ability = pel_abilities; ability->id != NULL; ability++)
    if (!pel_ability_is_there (ability, platform))
      add_cannot (&driver, ability->id, _ (ability->bad), _ (ability->fix));
    else
      add_tried (&driver, ability->id, pel_examination_get_fault (e, ability->id));
  if (e->overlay_refusal == NULL)
    json_array_add_string_element (driver.can, "overlay");
  else
    add_cannot (&driver,
                "overlay",
                e->overlay_refusal,
                e->overlay_remedy != NULL ? e->overlay_remedy
                                          : _ ("Everything else works without the overlay"));
}

static void
add_window_system (JsonArray *drivers, const PelExamination *e)
{
  Driver driver;

  if (e->desktop != NULL)
    {
      add_platform (drivers, e);
      return;
    }
  driver = add_driver (drivers, "window-system", NULL, FALSE);
  add_cannot (&driver, "windows", e->desktop_error->message, pel_error_get_hint (e->desktop_error));
}

static void
add_ocr (JsonArray *drivers, const PelExamination *e)
{
  gboolean has_language = e->ocr_languages != NULL && e->ocr_languages[0] != NULL;
  Driver   driver =
      add_driver (drivers, "ocr", e->ocr_version, e->ocr_version != NULL && has_language);

  if (e->ocr_version == NULL)
    add_cannot (&driver,
                "text",
                _ ("This build of Pellucid does not support text recognition"),
                _ ("Build Pellucid with tesseract"));
  else if (!has_language)
    add_cannot (&driver,
                "text",
                _ ("No language is installed for text recognition"),
                _ ("Install one, for example the package tesseract-ocr-eng"));
  else
    json_array_add_string_element (driver.can, "text");
}

/* Whether acting waits for the person, and whether their panic key is heard. */
static void
add_person (Driver *driver, const PelToolContext *context)
{
  g_autoptr (GError) error = NULL;
  const GError      *cause = context->person_error;

  if (context->person != NULL)
    {
      add_tried (driver, "wait-for-person", pel_person_watch_get_error (context->person));
      add_tried (driver, "panic-key", pel_person_watch_get_panic_error (context->person));
      return;
    }
  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Stop all automation with “pellucid stop”"),
                 "%s",
                 cause != NULL ? cause->message
                               : _ ("The person's own input cannot be detected here"));
  add_tried (driver, "wait-for-person", error);
  add_tried (driver, "panic-key", error);
}

static void
add_input (JsonArray *drivers, const PelToolContext *context, const PelExamination *e)
{
  g_autoptr (GError) error = NULL;
  Driver             driver;

  if (context->input != NULL)
    {
      const PelDriver *input = pel_input_get_driver (context->input);
      const GError    *fault = e->faults[PEL_PROBE_INPUT];

      driver = add_driver (drivers, input->name, input->version, fault == NULL);
      add_tried (&driver, "gestures", fault);
      if (pel_input_is_checked_at_once (context->input))
        json_array_add_string_element (driver.can, "check-at-once");
      add_person (&driver, context);
      return;
    }
  error = pel_tool_context_dup_input_error (context);
  driver = add_driver (drivers, "input", NULL, FALSE);
  add_cannot (&driver, "gestures", error->message, pel_error_get_hint (error));
}

/* Programs of ours that the session or a host starts. */
static void
add_helpers (JsonArray *drivers, const PelExamination *e)
{
  Driver driver = add_driver (drivers, "helpers", PEL_VERSION, TRUE);

  for (PelProbe probe = 0; probe < PEL_N_PROBES; probe++)
    if (pel_probe_is_of_program (probe))
      add_tried (&driver, pel_probe_to_string (probe), e->faults[probe]);
}

static void
add_stop (JsonObject *data, const PelExamination *e)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *note = NULL;

  json_object_set_boolean_member (data, "stopped", e->is_stopped);
  if (!e->is_stopped)
    return;
  pel_gate_set_error (PEL_GATE_STOPPED, &error);
  note = g_strdup_printf ("%s. %s.", error->message, pel_error_get_hint (error));
  json_object_set_string_member (data, "note", note);
}

static void
examined_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)          task = user_data;
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelExamination) examination = g_task_propagate_pointer (G_TASK (async_result), &error);
  JsonObject                *data;
  JsonArray                 *drivers;
  Driver                     uia;

  if (examination == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  drivers = json_array_new ();
  add_atspi (drivers, examination);
  add_window_system (drivers, examination);
  add_input (drivers, pel_tool_call_get (task)->context, examination);
  add_helpers (drivers, examination);
  add_ocr (drivers, examination);
  uia = add_driver (drivers, "uia", NULL, FALSE);
  add_cannot (&uia,
              "windows-programs",
              _ ("No agent for Windows programs is connected"),
              _ ("Windows programs require a separate agent, which this version does not include"));
  data = json_object_new ();
  json_object_set_array_member (data, "drivers", drivers);
  add_stop (data, examination);
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

static void
run (GTask *task)
{
  PelToolCall      *call = pel_tool_call_get (task);
  g_autoptr (GTask) examining =
      g_task_new (NULL, g_task_get_cancellable (task), examined_cb, g_object_ref (task));

  g_task_set_source_tag (examining, run);
  call->context->examine (examining, call->context);
}

const PelTool pel_tool_capabilities = {
  .name = "ui_capabilities",
  .summary = N_ ("List what Pellucid can do on this desktop, and what is missing for the rest"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 10000,
  .result = result,
  .views = views,
  .run = run,
};
