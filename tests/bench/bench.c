/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* bench [--repeats N] [ROW-PREFIX…]: prints rows of a table, cells by tabs, and notes that begin
 * with “#”. It wants a desktop of its own: see tools/bench. */

#include "bench.h"

#include "a11y-probe.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
static const struct { const char *name; gboolean (*run) (Bench *bench, GError **error); } scenarios[] = {
  { "one program", bench_single  },
  { "first reading", bench_first   },
  { "whole desktop", bench_desktop },
  { "growth", bench_growth  },
  { "hit test", bench_hit     },
  { "counting", bench_meter   },
  { "selectors", bench_select  },
  { "painter", bench_paint   },
  { "surface", bench_surface },
  { "tree", bench_tree    },
  { "live", bench_live    },
  { "drawn", bench_drawn },
  { "idle", bench_idle },
  { "waiting", bench_wait    },
  { "pictures", bench_capture },
  { "picture files", bench_picture },
  { "agents", bench_agents },
  { "command line", bench_windows },
};
/* clang-format on */

static void
parse_options (Bench *bench, int *argc, char ***argv)
{
  int                n_repeats = 5;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "repeats", 0, 0, G_OPTION_ARG_INT, &n_repeats, "Rounds of each measurement (5)", "N" },
    { "verbose", 0, 0, G_OPTION_ARG_NONE, &bench_is_verbose, "Print each reading", NULL },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[ROW-PREFIX…]");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, &error) || n_repeats < 1)
    {
      fprintf (stderr, "bench: %s\n", error != NULL ? error->message : "too few repeats");
      exit (2);
    }
  bench->n_repeats = (guint) n_repeats;
}

static char *
dup_a11y_address (GDBusConnection *session_bus, GError **error)
{
  char                *address = NULL;
  g_autoptr (GVariant) answer = g_dbus_connection_call_sync (session_bus,
                                                             "org.a11y.Bus",
                                                             "/org/a11y/bus",
                                                             "org.a11y.Bus",
                                                             "GetAddress",
                                                             NULL,
                                                             G_VARIANT_TYPE ("(s)"),
                                                             G_DBUS_CALL_FLAGS_NONE,
                                                             -1,
                                                             NULL,
                                                             error);

  if (answer != NULL)
    g_variant_get (answer, "(s)", &address);
  return address;
}

static gboolean
prepare (Bench *bench, GError **error)
{
  bench->pellucid = bench_pellucid_new (error);
  if (bench->pellucid == NULL)
    return FALSE;
  bench->a11y_bus = pel_a11y_connect (error);
  if (bench->a11y_bus == NULL)
    return FALSE;
  bench->a11y_address = dup_a11y_address (bench->pellucid->session_bus, error);
  return bench->a11y_address != NULL;
}

static void
note_load (Bench *bench, const char *when)
{
  double loads[3] = { 0 };

  getloadavg (loads, G_N_ELEMENTS (loads));
  bench_table_note (bench->table,
                    "load average %s: %.2f %.2f %.2f; %u processors",
                    when,
                    loads[0],
                    loads[1],
                    loads[2],
                    g_get_num_processors ());
}

static gboolean
run (Bench *bench)
{
  gboolean ok = TRUE;

  note_load (bench, "before");
  for (gsize i = 0; i < G_N_ELEMENTS (scenarios); i++)
    {
      g_autoptr (GError) error = NULL;

      if (!scenarios[i].run (bench, &error))
        {
          ok = FALSE;
          fprintf (stderr, "bench: %s: %s\n", scenarios[i].name, error->message);
          bench_table_note (bench->table,
                            "NOT MEASURED: %s: %s",
                            scenarios[i].name,
                            error->message);
        }
    }
  note_load (bench, "after");
  return ok;
}

int
main (int argc, char **argv)
{
  Bench              bench = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean           ok;

  signal (SIGPIPE, SIG_IGN); /* a peer that has ended is an error, not our end */
  parse_options (&bench, &argc, &argv);
  bench.table = bench_table_new ((const char *const *) argv + 1);
  ok = prepare (&bench, &error);
  if (ok)
    ok = run (&bench);
  else
    fprintf (stderr, "bench: %s\n", error->message);
  g_clear_pointer (&bench.pellucid, bench_pellucid_free);
  g_clear_object (&bench.a11y_bus);
  g_free (bench.a11y_address);
  bench_table_free (bench.table);
  return ok ? 0 : 1;
}
