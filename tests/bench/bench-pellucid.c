/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "bench-pellucid.h"

#include "bench-table.h"
#include "services/provider/atspi-provider.h"
#include "services/window/x11-window-source.h"

#define LOOK_TIMEOUT_MS 60000
#define BACKLOG_MS      30

BenchPellucid *
bench_pellucid_new (GError **error)
{
  BenchPellucid *self = g_new0 (BenchPellucid, 1);

  self->session_bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, error);
  if (self->session_bus != NULL)
    self->windows = pel_x11_window_source_new (error);
  if (self->windows == NULL)
    g_clear_pointer (&self, bench_pellucid_free);
  return self;
}

void
bench_pellucid_free (BenchPellucid *self)
{
  g_clear_object (&self->windows);
  g_clear_object (&self->session_bus);
  g_free (self);
}

PelElementSource *
bench_pellucid_new_source (BenchPellucid *self)
{
  return PEL_ELEMENT_SOURCE (pel_atspi_provider_new (self->windows, self->session_bus));
}

/* Looks */

void
bench_look_clear (BenchLook *self)
{
  g_clear_object (&self->snapshot);
  g_clear_error (&self->error);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  BenchLook *self = data;

  self->snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &self->error);
  self->end = g_get_monotonic_time ();
}

void
bench_look_start (BenchLook *self, PelElementSource *source, const PelLook *look)
{
  PelLook with_time = *look;

  *self = (BenchLook){ 0 };
  with_time.timeout_ms = LOOK_TIMEOUT_MS;
  pel_element_source_look_async (source, &with_time, NULL, looked_cb, self);
}

/* Why nodes may be missing. */
static void
tell_incomplete (PelSnapshot *snapshot)
{
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    {
      const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, i);

      if (!program->is_answering || program->is_truncated)
        bench_say ("  %s (%s) %s",
                   program->name != NULL ? program->name : "?",
                   program->toolkit != NULL ? program->toolkit : "?",
                   program->is_answering ? "is cut" : "does not answer");
    }
}

/* The look itself has a deadline. */
gboolean
bench_look_wait (BenchLook *self, GError **error)
{
  while (self->end == 0)
    g_main_context_iteration (NULL, TRUE);
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  if (bench_is_verbose)
    tell_incomplete (self->snapshot);
  return TRUE;
}

guint
bench_count_nodes (PelSnapshot *snapshot, BenchCountKind kind, const char *bus_name)
{
  guint n_elements = pel_snapshot_get_n_elements (snapshot), count = 0;

  if (kind == BENCH_COUNT_ALL)
    return n_elements;
  for (PelElementId id = 1; id <= n_elements; id++)
    {
      PelElement                element = pel_snapshot_get_element (snapshot, id);
      const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, element.program);

      count += g_str_equal (program->bus_name, bus_name) == (kind == BENCH_COUNT_PROGRAM);
    }
  return count;
}

gint64
bench_begin (void)
{
  bench_run_loop (BACKLOG_MS);
  return g_get_monotonic_time ();
}

gboolean
bench_pellucid_read (BenchPellucid    *self,
                     PelElementSource *source,
                     const char       *bus_name,
                     BenchReading     *ret_reading,
                     GError          **error)
{
  gint64                       start = source == NULL ? bench_begin () : g_get_monotonic_time ();
  guint                        n_calls = bench_calls_count ();
  g_autoptr (PelElementSource) used =
      source != NULL ? g_object_ref (source) : bench_pellucid_new_source (self);
  PelLook            look = { .kind = PEL_LOOK_PROGRAM, .target = bus_name };
  g_auto (BenchLook) under_way = { 0 };

  bench_look_start (&under_way, used, &look);
  if (!bench_look_wait (&under_way, error))
    return FALSE;
  ret_reading->ms = (double) (under_way.end - start) / 1000;
  ret_reading->n_calls = bench_calls_count () - n_calls;
  ret_reading->n_nodes = bench_count_nodes (under_way.snapshot, BENCH_COUNT_PROGRAM, bus_name);
  return TRUE;
}

static gboolean
end_cb (gpointer data)
{
  gboolean *is_over = data;

  *is_over = TRUE;
  return G_SOURCE_REMOVE;
}

void
bench_run_loop (guint ms)
{
  gboolean is_over = FALSE;

  g_timeout_add (ms, end_cb, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

static void
queried_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **ret_result = data;

  *ret_result = g_object_ref (result);
}

pid_t
bench_pellucid_find_active (BenchPellucid *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (PelDesktop)   desktop = NULL;
  pid_t                    pid = 0;

  pel_window_source_query_async (self->windows, NULL, queried_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  desktop = pel_window_source_query_finish (self->windows, result, NULL);
  for (guint i = 0; desktop != NULL && i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if ((info->states & PEL_WINDOW_ACTIVE) != 0)
        pid = info->pid;
    }
  return pid;
}
