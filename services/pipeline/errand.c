/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/errand.h"

#include "services/base/process.h"

static PelAim *
aim_new (JsonObject *json)
{
  PelAim *self = g_new0 (PelAim, 1);

  self->confidence = 1;
  self->json = json != NULL ? json_object_ref (json) : NULL;
  return self;
}

PelAim *
pel_aim_new (PelSnapshot *snapshot, PelElementId id, JsonObject *json)
{
  PelAim *self = aim_new (json);

  self->snapshot = g_object_ref (snapshot);
  self->id = id;
  return self;
}

PelAim *
pel_aim_new_for_window (PelWindow *window, JsonObject *json)
{
  PelAim *self = aim_new (json);

  g_set_object (&self->window, window);
  return self;
}

void
pel_aim_free (PelAim *self)
{
  while (self != NULL)
    {
      PelAim *next = self->next;

      g_clear_object (&self->snapshot);
      g_clear_object (&self->window);
      g_clear_pointer (&self->json, json_object_unref);
      g_free (self);
      self = next;
    }
}

static guint64
get_start_time (pid_t pid)
{
  return pid > 0 ? pel_process_get_start_time (pid) : 0;
}

static void
append_element (GString *print, PelSnapshot *snapshot, PelElementId id)
{
  PelElement                element = pel_snapshot_get_element (snapshot, id);
  const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, element.program);
  PelWindow                *window = pel_snapshot_find_window (snapshot, id);

  g_string_append_printf (print,
                          "element %s %s %d.%" G_GUINT64_FORMAT " %u %s %s\n",
                          element.bus_name,
                          element.path,
                          (int) program->pid,
                          get_start_time (program->pid),
                          element.native_role,
                          window != NULL ? pel_window_get_info (window)->id : "",
                          element.name);
}

/* What a window is called changes with what is done in it. */
static void
append_window (GString *print, PelWindow *window)
{
  const PelWindowInfo *info = pel_window_get_info (window);

  g_string_append_printf (print,
                          "window %s %d.%" G_GUINT64_FORMAT "\n",
                          info->id,
                          (int) info->pid,
                          get_start_time (info->pid));
}

static void
append_point (GString *print, JsonObject *json)
{
  if (json_object_has_member (json, "x") && json_object_has_member (json, "y"))
    g_string_append_printf (print,
                            "point %" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "\n",
                            json_object_get_int_member (json, "x"),
                            json_object_get_int_member (json, "y"));
}

char *
pel_aim_dup_fingerprint (const PelAim *self)
{
  GString *print = g_string_new (NULL);

  for (; self != NULL; self = self->next)
    {
      if (self->snapshot != NULL)
        append_element (print, self->snapshot, self->id);
      else if (self->window != NULL)
        append_window (print, self->window);
      if (self->snapshot == NULL && self->json != NULL)
        append_point (print, self->json);
    }
  return g_string_free (print, FALSE);
}

void
pel_errand_report_free (PelErrandReport *self)
{
  g_clear_pointer (&self->verdict, pel_policy_verdict_free);
  g_clear_pointer (&self->outcome, pel_action_outcome_free);
  g_clear_pointer (&self->verification, json_object_unref);
  g_free (self->note);
  g_free (self);
}
