/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/program.h"

#include "services/base/process.h"
#include "services/base/text.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

static const char *const status_names[] = {
  [PEL_STATUS_OK] = "ok",
  [PEL_STATUS_INFO] = "info",
  [PEL_STATUS_WARNING] = "warning",
  [PEL_STATUS_ERROR] = "error",
};
G_STATIC_ASSERT (G_N_ELEMENTS (status_names) == PEL_N_STATUSES);

/* How a toolkit shows itself: by a library that is mapped, and by its name on the bus. */
typedef struct
{
  const char *library; /* (nullable) */
  const char *bus_name;
  const char
      *bus_version_prefix; /* (nullable): the first digits distinguish toolkits of the same name */
  const char *name;
} ToolkitInfo;

/* clang-format off */
static const ToolkitInfo toolkits[] = {
  { "libxul.so",        "Gecko",    NULL, "Gecko"    }, /* before GTK, which it is drawn with */
  { "libawt_xawt.so",   "J2SE-access-bridge", NULL, "Java" },
  { "libgtk-4.so",      "GTK",      NULL, "GTK 4"    },
  { "libgtk-3.so",      "gtk",      NULL, "GTK 3"    },
  { "libQt6Gui.so",     "Qt",       "6",  "Qt 6"     },
  { "libQt5Gui.so",     "Qt",       "5",  "Qt 5"     },
  { "libgtk-x11-2.0.so", "GAIL",    NULL, "GTK 2"    },
  { NULL,               "Chromium", NULL, "Chromium" }, /* last: it has no library of its own */
};

/* Programs whose pages stay hidden unless started with a flag to expose them. */
static const char *const browsers[] = {
  "chromium", "chrome", "google-chrome", "brave", "msedge", "vivaldi-bin", "electron", "code", NULL,
};
/* clang-format on */

const char *
pel_status_to_string (PelStatus status)
{
  g_return_val_if_fail (status < PEL_N_STATUSES, NULL);

  return status_names[status];
}

void
pel_program_free (PelProgram *self)
{
  g_free (self->name);
  g_free (self->toolkit);
  g_free (self->toolkit_version);
  g_free (self);
}

const char *
pel_toolkit_to_title (const char *name, const char *version)
{
  for (gsize i = 0; i < G_N_ELEMENTS (toolkits); i++)
    if (g_strcmp0 (name, toolkits[i].bus_name) == 0 &&
        (toolkits[i].bus_version_prefix == NULL ||
         (version != NULL && g_str_has_prefix (version, toolkits[i].bus_version_prefix))))
      return toolkits[i].name;
  return name;
}

static const char *
find_toolkit_in_memory (pid_t pid)
{
  const char *libraries[G_N_ELEMENTS (toolkits) + 1] = { NULL };
  int         found;

  for (gsize i = 0; i < G_N_ELEMENTS (toolkits); i++)
    libraries[i] = toolkits[i].library;
  found = pel_process_find_library (pid, libraries);
  return found >= 0 ? toolkits[found].name : NULL;
}

static gboolean
has_variable (pid_t pid, const char *name, const char *value)
{
  g_autofree char *found = pel_process_dup_environment (pid, name);

  return g_strcmp0 (found, value) == 0;
}

static gboolean
hides_web (const PelProgram *self)
{
  g_auto (GStrv) words = NULL;

  if (self->name == NULL || !g_strv_contains (browsers, self->name))
    return FALSE;
  words = pel_process_dup_command_line (self->pid);
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    if (g_str_has_prefix (words[i], "--force-renderer-accessibility"))
      return FALSE;
  return TRUE;
}

static PelProgram *
ensure (GPtrArray *programs, pid_t pid)
{
  PelProgram *program;

  for (guint i = 0; i < programs->len; i++)
    {
      program = g_ptr_array_index (programs, i);
      if (program->pid == pid)
        return program;
    }
  program = g_new0 (PelProgram, 1);
  program->pid = pid;
  program->name = pel_process_dup_name (pid);
  program->n_exposed = -1;
  g_ptr_array_add (programs, program);
  return program;
}

static void
add_windows (GPtrArray *programs, PelDesktop *desktop)
{
  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if (info->pid != 0 && info->pid != getpid () && !(info->states & PEL_WINDOW_UNMANAGED))
        ensure (programs, info->pid)->n_windows++;
    }
}

static void
add_census (GPtrArray *programs, GPtrArray *census)
{
  for (guint i = 0; i < census->len; i++)
    {
      const PelA11yProgram *on_bus = g_ptr_array_index (census, i);
      PelProgram           *program;

      if (on_bus->pid == getpid () || on_bus->pid == 0)
        continue; /* ourselves, or one that has left meanwhile */
      program = ensure (programs, on_bus->pid);
      program->is_on_bus = TRUE;
      program->is_answering = on_bus->is_answering;
      program->n_exposed = on_bus->n_children;
      g_free (program->toolkit);
      program->toolkit = g_strdup (pel_toolkit_to_title (on_bus->toolkit, on_bus->toolkit_version));
      g_free (program->toolkit_version);
      program->toolkit_version = g_strdup (on_bus->toolkit_version);
      if (program->name == NULL)
        program->name = g_strdup (on_bus->name);
    }
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const PelProgram *x = *(PelProgram *const *) a, *y = *(PelProgram *const *) b;

  return g_strcmp0 (x->name, y->name) != 0 ? g_strcmp0 (x->name, y->name) : x->pid - y->pid;
}

GPtrArray *
pel_programs_collect (PelDesktop *desktop, GPtrArray *census)
{
  GPtrArray *programs = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_program_free);

  if (desktop != NULL)
    add_windows (programs, desktop);
  if (census != NULL)
    add_census (programs, census);
  for (guint i = 0; i < programs->len; i++)
    {
      PelProgram *program = g_ptr_array_index (programs, i);

      if (program->toolkit == NULL)
        program->toolkit = g_strdup (find_toolkit_in_memory (program->pid));
      program->hides_web = hides_web (program);
      program->is_switched_off = has_variable (program->pid, "NO_AT_BRIDGE", "1") ||
                                 has_variable (program->pid, "GTK_A11Y", "none");
    }
  g_ptr_array_sort (programs, compare_names);
  return programs;
}

gboolean
pel_program_is_late (const PelProgram *self)
{
  return !self->is_on_bus && !self->is_switched_off && g_strcmp0 (self->toolkit, "Qt 6") == 0;
}

/* What helps a program that is not there, where it is known for its toolkit. */
static const struct
{
  const char *toolkit, *fix;
} fixes[] = {
  { "GTK 2", N_ ("Restart it with GTK_MODULES=gail:atk-bridge in its environment") },
  { "Gecko", N_ ("Restart it: it was started before accessibility was turned on") },
  { "Java", N_ ("Install java-atk-wrapper, then restart it") },
};

/* (nullable) */
static const char *
find_fix (const PelProgram *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (fixes); i++)
    if (g_strcmp0 (self->toolkit, fixes[i].toolkit) == 0)
      return _ (fixes[i].fix);
  return NULL;
}

static PelStatus
judge_absent (const PelProgram *self,
              gboolean          is_a11y_enabled,
              const char      **ret_message,
              const char      **ret_fix)
{
  *ret_message = _ ("It is not on the accessibility bus");
  *ret_fix = NULL;
  if (self->is_switched_off)
    *ret_fix = _ ("Start it without NO_AT_BRIDGE=1 and GTK_A11Y=none");
  else if (self->hides_web && is_a11y_enabled)
    *ret_fix = _ ("Restart it with --force-renderer-accessibility");
  else if (self->hides_web)
    *ret_fix = _ ("Turn on accessibility (“pellucid doctor --fix”), then restart it with "
                  "--force-renderer-accessibility");
  else if (pel_program_is_late (self) && is_a11y_enabled)
    *ret_fix = _ ("Restart it: it was started before accessibility was turned on");
  else if (pel_program_is_late (self))
    *ret_fix =
        _ ("Turn on accessibility (“pellucid doctor --fix”); restart it if that is not enough");
  else if (find_fix (self) != NULL)
    *ret_fix = find_fix (self);
  else if (self->toolkit == NULL)
    *ret_message = _ ("It uses no toolkit that exposes elements; only its pixels can be read");
  else
    *ret_fix = _ ("Wait a moment or restart it: it may be busy");
  return PEL_STATUS_WARNING;
}

PelStatus
pel_program_judge (const PelProgram *self,
                   gboolean          is_a11y_enabled,
                   const char      **ret_message,
                   const char      **ret_fix)
{
  if (!self->is_on_bus)
    return judge_absent (self, is_a11y_enabled, ret_message, ret_fix);

  *ret_fix = NULL;
  if (!self->is_answering)
    {
      *ret_message = _ ("It is not responding");
      *ret_fix = _ ("Wait for it, or quit it");
      return PEL_STATUS_ERROR;
    }
  if (self->n_exposed < 0)
    {
      *ret_message = _ ("It is on the accessibility bus, but does not report its contents");
      *ret_fix = _ ("Restart it; if that does not help, its toolkit exposes nothing");
      return PEL_STATUS_WARNING;
    }
  if (self->n_exposed == 0 && self->n_windows > 0)
    {
      *ret_message = _ ("It has windows, but its accessibility tree is empty");
      *ret_fix = _ ("Restart it; if that does not help, its toolkit exposes nothing");
      return PEL_STATUS_WARNING;
    }
  if (self->hides_web)
    {
      *ret_message = _ ("Its windows are exposed, but the pages in them are not");
      *ret_fix = _ ("Restart it with --force-renderer-accessibility");
      return PEL_STATUS_WARNING;
    }
  *ret_message = _ ("Its elements are exposed");
  return PEL_STATUS_OK;
}

char *
pel_program_dup_title (const PelProgram *self)
{
  g_autofree char *name = pel_text_escape (self->name != NULL ? self->name : "?");

  if (self->toolkit == NULL)
    return g_strdup_printf ("%s (%d)", name, (int) self->pid);
  return g_strdup_printf ("%s (%d, %s)", name, (int) self->pid, self->toolkit);
}
