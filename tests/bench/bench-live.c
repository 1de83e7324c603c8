/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Being live: from the moment at which a program tells of a change to a look that shows it. From
 * the act itself would be wrong: a button of GTK 4 that is pressed by a program waits for a quarter
 * of a second. */

#include "a11y-probe.h"
#include "bench-program.h"
#include "bench.h"

#define LIMIT_MS   50.0
#define TIMEOUT_MS 5000
#define N_ACTS     6 /* a repeat: they are short */
#define BUTTON     "Toggle"

static const struct
{
  const char *row;
  const char *command[2];
} programs[] = {
  { "live-gtk3", { "fixture-gtk3" } },
  { "live-gtk4", { "fixture-gtk4" } },
  { "live-qt6", { "fixture-qt6" } },
  { "live-chromium", { "fixture-web" } },
};

/* What is watched while it changes. */
typedef struct
{
  PelElementSource *source;
  const char       *bus_name;
  char             *path; /* of the button; NULL: not found yet */
  PelStates         before, now;
  gboolean          is_looking, is_stale;
} Watch;

static void look (Watch *self);

static PelElementId
find_button (PelSnapshot *snapshot)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      if (g_str_equal (element.name, BUTTON) && (element.interfaces & PEL_INTERFACE_ACTION) != 0)
        return id;
    }
  return PEL_ELEMENT_NONE;
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Watch                  *self = data;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, NULL);
  PelElementId id = snapshot != NULL ? find_button (snapshot) : PEL_ELEMENT_NONE;

  self->is_looking = FALSE;
  if (id != PEL_ELEMENT_NONE)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      g_free (self->path);
      self->path = g_strdup (element.path);
      self->now =
          element.states & (PEL_STATE_BIT (PEL_STATE_CHECKED) | PEL_STATE_BIT (PEL_STATE_PRESSED));
    }
  if (self->is_stale)
    look (self);
}

static void
look (Watch *self)
{
  self->is_stale = self->is_looking;
  if (self->is_looking)
    return;
  self->is_looking = TRUE;
  pel_element_source_look_async (self->source,
                                 &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                                             .target = self->bus_name,
                                             .timeout_ms = TIMEOUT_MS },
                                 NULL,
                                 looked_cb,
                                 self);
}

static gint64 told; /* when; written in the thread of the connection */

static GDBusMessage *
filter (GDBusConnection *connection, GDBusMessage *message, gboolean is_incoming, gpointer data)
{
  if (is_incoming && g_strcmp0 (g_dbus_message_get_member (message), "StateChanged") == 0)
    __atomic_store_n (&told, g_get_monotonic_time (), __ATOMIC_RELAXED);
  return message;
}

static void
ignore_signal_cb (GDBusConnection *connection,
                  const char      *sender,
                  const char      *path,
                  const char      *interface,
                  const char      *signal,
                  GVariant        *parameters,
                  gpointer         data)
{
}

static gboolean
late_cb (gpointer data)
{
  gboolean *is_late = data;

  *is_late = TRUE;
  return G_SOURCE_CONTINUE;
}

static gboolean
measure (Bench *bench, Watch *watch, BenchSeries *series, GError **error)
{
  gboolean is_late = FALSE;
  guint    late_id = g_timeout_add (TIMEOUT_MS, late_cb, &is_late);
  gint64   start = bench_begin ();

  __atomic_store_n (&told, 0, __ATOMIC_RELAXED);
  watch->before = watch->now;
  g_dbus_connection_call (bench->a11y_bus,
                          watch->bus_name,
                          watch->path,
                          "org.a11y.atspi.Action",
                          "DoAction",
                          g_variant_new ("(i)", 0),
                          NULL,
                          G_DBUS_CALL_FLAGS_NONE,
                          TIMEOUT_MS,
                          NULL,
                          NULL,
                          NULL);
  while (!is_late && watch->now == watch->before)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (late_id);
  if (is_late)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "“%s” does not change", BUTTON);
      return FALSE;
    }
  start = MAX (start, __atomic_load_n (&told, __ATOMIC_RELAXED));
  bench_series_add (series, (double) (g_get_monotonic_time () - start) / 1000, 0);
  bench_run_loop (20); /* the other signals of the same act */
  return TRUE;
}

static void
add_row (Bench *bench, const char *row, const BenchSeries *series)
{
  double           ms = bench_series_get_median (series);
  g_autofree char *ours = bench_format_time (ms);

  bench_table_add (bench->table,
                   &(BenchRow){ .name = row,
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = "50 ms",
                                .ratio = LIMIT_MS / ms,
                                .aim = "< 50 ms",
                                .is_met = ms < LIMIT_MS });
}

static gboolean
run_program (Bench *bench, const char *row, const char *const *command, GError **error)
{
  g_autoptr (BenchProgram)     program = bench_program_start (command, bench->a11y_bus, error);
  g_autoptr (PelElementSource) source = bench_pellucid_new_source (bench->pellucid);
  g_auto (BenchSeries)         series;
  Watch                        watch = { .source = source };
  gulong                       changed_id;
  gboolean                     ok = program != NULL;

  bench_series_init (&series);
  if (!ok)
    return FALSE;
  watch.bus_name = program->bus_name;
  changed_id = g_signal_connect_swapped (source, "changed", G_CALLBACK (look), &watch);
  pel_element_source_start_watching (source);
  look (&watch);
  for (guint i = 0; i < TIMEOUT_MS / 50 && watch.path == NULL; i++)
    {
      bench_run_loop (50);
      look (&watch);
    }
  bench_run_loop (1000); /* until it has come to rest */
  ok = watch.path != NULL;
  if (!ok)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s shows no “%s”", row, BUTTON);
  for (guint i = 0; ok && i < bench->n_repeats * N_ACTS; i++)
    ok = measure (bench, &watch, &series, error);
  g_signal_handler_disconnect (source, changed_id);
  while (watch.is_looking)
    g_main_context_iteration (NULL, TRUE);
  pel_element_source_stop_watching (source);
  g_free (watch.path);
  if (ok)
    add_row (bench, row, &series);
  return ok;
}

static gboolean
run_all (Bench *bench, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      if (!bench_table_wants (bench->table, programs[i].row))
        continue;
      bench_say ("%s", programs[i].row);
      if (!run_program (bench, programs[i].row, programs[i].command, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
bench_live (Bench *bench, GError **error)
{
  guint    filter_id = g_dbus_connection_add_filter (bench->a11y_bus, filter, NULL, NULL);
  guint    signal_id = g_dbus_connection_signal_subscribe (bench->a11y_bus,
                                                        NULL,
                                                        "org.a11y.atspi.Event.Object",
                                                        "StateChanged",
                                                        NULL,
                                                        NULL,
                                                        G_DBUS_SIGNAL_FLAGS_NONE,
                                                        ignore_signal_cb,
                                                        NULL,
                                                        NULL);
  gboolean ok = run_all (bench, error);

  g_dbus_connection_signal_unsubscribe (bench->a11y_bus, signal_id);
  g_dbus_connection_remove_filter (bench->a11y_bus, filter_id);
  return ok;
}
