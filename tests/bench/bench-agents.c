/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The MCP server as models use it: what a form costs them, ten of them at once, and one that floods
 * the session while another works. */

#include "bench-program.h"
#include "bench.h"
#include "command.h"
#include "mcp-client.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define PELLUCID      BENCH_BUILD_DIR "/../../app/pellucid"
#define MAX_CALLS     6
#define MAX_BYTES     4096
#define N_CLIENTS     10
#define N_CALLS       1000
#define FILL_CALLS    20 /* acts of each client: the session keeps 16 snapshots for each */
#define MAX_FILLINGS  12 /* until it keeps as many as it may, 64 MiB */
#define MAX_SPREAD    20.0
#define MAX_GROWTH    1.1
#define N_CALM_CALLS  200
#define N_FLOOD_CALLS 30 /* under way at a time */

typedef struct
{
  const char *tool;
  const char *arguments;
} Call;

/* clang-format off */
/* Five fields, and a button that is pressed with a look at all of them. */
static const Call form[] = {
  { "ui_set_value", "{\"target\":\"Edit:Entry\",\"value\":\"Zoë Müller\"}" },
  { "ui_set_value", "{\"target\":\"Edit:Multi-line\",\"value\":\"12 High Street\"}" },
  { "ui_set_value", "{\"target\":\"Slider:Slider\",\"value\":70}" },
  { "ui_set_value", "{\"target\":\"Spinner:Spin button\",\"value\":7}" },
  { "ui_toggle",    "{\"target\":\"CheckBox:Check\"}" },
  { "ui_invoke",    "{\"target\":\"Button:Button\",\"verify\":{\"all\":["
                    "{\"element\":{\"selector\":\"Edit:Entry\",\"value\":\"Zoë Müller\"}},"
                    "{\"element\":{\"selector\":\"Edit:Multi-line\",\"value\":\"12 High Street\"}},"
                    "{\"element\":{\"selector\":\"Slider:Slider\",\"value\":\"70\"}},"
                    "{\"element\":{\"selector\":\"Spinner:Spin button\",\"value\":\"7\"}},"
                    "{\"element\":{\"selector\":\"CheckBox:Check\",\"state\":\"checked\"}}]}}" },
};
G_STATIC_ASSERT (G_N_ELEMENTS (form) <= MAX_CALLS);

/* Queries among others: every second one, and now and then an act. */
static const Call mix[] = {
  { "ui_list_windows", "{}" },
  { "ui_snapshot",     "{\"interactive\":true}" },
  { "ui_query",        "{\"selector\":\"role=CheckBox\"}" },
  { "ui_wait",         "{\"until\":{\"element\":{\"selector\":\"Slider:Slider\"}}}" },
  { "ui_read_text",    "{\"target\":\"Edit:Entry\"}" },
};
static const Call query = { "ui_query", "{\"selector\":\"Button:Button\"}" };
/* For each name as many ways to try as it may have. */
static const Call patterns = { "ui_query", "{\"selector\":\"name~=/([a-zA-Z]|[a-zA-Z]{2}|[a-zA-Z]{3})*"
                                           "([a-zA-Z]|[a-zA-Z]{2})*[!?]/\"}" };
static const Call act = { "ui_toggle", "{\"target\":\"CheckBox:Check\"}" };
/* clang-format on */

/* What one client floods the session with, and how long others may wait because of it. */
static const struct
{
  const char *name;
  const Call *call;
  double      max_ms;
  const char *aim;
} floods[] = {
  { "flood", &query, 500, "< 500 ms, no error" },
  { "patterns", &patterns, 100, "< 100 ms, no error" },
};

typedef struct
{
  const Call *call;
  int         is_over;
} Flood;

/* One of many clients, in a thread of its own. */
typedef struct
{
  guint    n_calls;
  gboolean is_filling; /* with acts only: each makes a new snapshot */
  GArray  *times;      /* of double: of each query, in milliseconds */
  guint    n_errors;
  char    *error; /* (nullable) the first of them */
} Client;

static void
write_policy (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_config_dir (), "pellucid", NULL);
  g_autofree char *path = g_build_filename (folder, "policy.json", NULL);

  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (path,
                       "{\"default\":{\"act\":\"allow\",\"capture\":\"allow\"},"
                       "\"limits\":{\"actions_per_minute\":100000}}",
                       -1,
                       NULL);
}

static void
run_call (PelMcpClient *mcp, const Call *call, Client *client)
{
  g_autoptr (JsonObject) result = pel_mcp_client_call (mcp, call->tool, call->arguments);

  if (!pel_mcp_client_is_error (result))
    return;
  if (client->n_errors++ == 0)
    client->error = g_strdup_printf ("%s: %s", call->tool, pel_mcp_client_get_text (result));
}

static void
run_query (PelMcpClient *mcp, Client *client)
{
  gint64 start = g_get_monotonic_time ();
  double ms;

  run_call (mcp, &query, client);
  ms = (double) (g_get_monotonic_time () - start) / 1000;
  g_array_append_val (client->times, ms);
}

static gpointer
work (gpointer data)
{
  Client                  *client = data;
  g_autoptr (GMainContext) context = g_main_context_new ();
  PelMcpClient            *mcp;

  g_main_context_push_thread_default (context);
  mcp = pel_mcp_client_start_program (PEL_MCP_LEGACY, PELLUCID, NULL);
  for (guint i = 0; i < client->n_calls; i++)
    if (i % 100 == 99 || client->is_filling)
      run_call (mcp, &act, client);
    else if (i % 2 == 0)
      run_query (mcp, client);
    else
      run_call (mcp, &mix[i / 2 % G_N_ELEMENTS (mix)], client);
  pel_mcp_client_stop (mcp);
  g_main_context_pop_thread_default (context);
  return NULL;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  double difference = *(const double *) a - *(const double *) b;

  return (difference > 0) - (difference < 0);
}

static double
get_quantile (GArray *times, double part)
{
  g_array_sort (times, compare_times);
  return times->len > 0
             ? g_array_index (times, double, MIN ((guint) (times->len * part), times->len - 1))
             : 0;
}

static double
get_session_mib (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", (int) pel_command_find_session ());
  g_autofree char *status = NULL;
  const char      *line;

  if (!g_file_get_contents (path, &status, NULL, NULL))
    return 0;
  line = strstr (status, "VmRSS:");
  return line != NULL ? (double) strtol (line + strlen ("VmRSS:"), NULL, 10) / 1024 : 0;
}

/* All at once, each with @n_calls; @times gets those of all queries; NULL: none are made. FALSE
 * where a call failed. */
static gboolean
run_clients (guint n_calls, GArray *times, GError **error)
{
  Client   clients[N_CLIENTS] = { 0 };
  GThread *threads[N_CLIENTS];
  gboolean ok = TRUE;

  for (gsize i = 0; i < N_CLIENTS; i++)
    {
      clients[i].n_calls = n_calls;
      clients[i].is_filling = times == NULL;
      clients[i].times = g_array_new (FALSE, FALSE, sizeof (double));
      threads[i] = g_thread_new ("client", work, &clients[i]);
    }
  for (gsize i = 0; i < N_CLIENTS; i++)
    {
      g_thread_join (threads[i]);
      if (times != NULL)
        g_array_append_vals (times, clients[i].times->data, clients[i].times->len);
      g_array_unref (clients[i].times);
      if (ok && clients[i].n_errors > 0)
        {
          ok = FALSE;
          g_set_error (error,
                       G_IO_ERROR,
                       G_IO_ERROR_FAILED,
                       "%u calls failed: %s",
                       clients[i].n_errors,
                       clients[i].error);
        }
      g_free (clients[i].error);
    }
  return ok;
}

/* What callers have seen is kept for them, up to a limit: before that is reached, memory grows, as
 * it should. */
static gboolean
fill_store (GError **error)
{
  double before = 0, after = 0;

  for (guint i = 0; i < MAX_FILLINGS && (i < 2 || after > before * 1.02); i++)
    {
      before = get_session_mib ();
      if (!run_clients (FILL_CALLS, NULL, error))
        return FALSE;
      after = get_session_mib ();
    }
  return TRUE;
}

static gboolean
measure_load (Bench *bench, GError **error)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  double             before, after, median, last;
  gint64             start;
  g_autofree char   *ours = NULL, *theirs = NULL;

  if (!bench_table_wants (bench->table, "load"))
    return TRUE;
  bench_say ("%d clients, %d calls each", N_CLIENTS, N_CALLS);
  if (!fill_store (error))
    return FALSE;
  before = get_session_mib ();
  start = g_get_monotonic_time ();
  if (!run_clients (N_CALLS, times, error))
    return FALSE;
  after = get_session_mib ();
  median = get_quantile (times, 0.5);
  last = get_quantile (times, 0.99);
  ours = g_strdup_printf ("p99 %.1f ms", last);
  theirs = g_strdup_printf ("%.1f ms", median);
  bench_table_add (bench->table,
                   &(BenchRow){ .name = "load",
                                .ours = ours,
                                .peer = "its median",
                                .theirs = theirs,
                                .ratio = last / median,
                                .aim = "< 20×, memory flat",
                                .is_met =
                                    last < MAX_SPREAD * median && after < MAX_GROWTH * before });
  bench_table_note (bench->table,
                    "load: %d calls without an error in %.1f s; the session has %.1f MiB before "
                    "and %.1f MiB after",
                    N_CLIENTS * N_CALLS,
                    (double) (g_get_monotonic_time () - start) / 1e6,
                    before,
                    after);
  return TRUE;
}

/* Keeps so many queries under way until it is told to end. */
static gpointer
flood (gpointer data)
{
  Flood                   *self = data;
  g_autoptr (GMainContext) context = g_main_context_new ();
  PelMcpClient            *mcp;
  g_autofree char         *params = g_strdup_printf ("{\"name\":\"%s\",\"arguments\":%s}",
                                             self->call->tool,
                                             self->call->arguments);

  g_main_context_push_thread_default (context);
  mcp = pel_mcp_client_start_program (PEL_MCP_LEGACY, PELLUCID, NULL);
  while (!g_atomic_int_get (&self->is_over))
    {
      gint64 last = 0;

      for (guint i = 0; i < N_FLOOD_CALLS; i++)
        last = pel_mcp_client_send (mcp, "tools/call", params);
      for (gint64 id = last - N_FLOOD_CALLS + 1; id <= last; id++)
        json_object_unref (pel_mcp_client_wait (mcp, id, 60000));
    }
  pel_mcp_client_stop (mcp);
  g_main_context_pop_thread_default (context);
  return NULL;
}

static void
measure_flood (Bench *bench, guint index)
{
  PelMcpClient    *mcp;
  Client           alone = { 0 }, beside = { 0 };
  Flood            other = { floods[index].call, FALSE };
  GThread         *thread;
  double           calm, slow;
  g_autofree char *ours = NULL, *theirs = NULL;

  if (!bench_table_wants (bench->table, floods[index].name))
    return;
  bench_say ("a client that floods, and another one");
  alone.times = g_array_new (FALSE, FALSE, sizeof (double));
  beside.times = g_array_new (FALSE, FALSE, sizeof (double));
  mcp = pel_mcp_client_start_program (PEL_MCP_LEGACY, PELLUCID, NULL);
  for (guint i = 0; i < N_CALM_CALLS; i++)
    run_query (mcp, &alone);
  thread = g_thread_new ("flood", flood, &other);
  for (guint i = 0; i < N_CALM_CALLS; i++)
    run_query (mcp, &beside);
  g_atomic_int_set (&other.is_over, TRUE);
  g_thread_join (thread);
  pel_mcp_client_stop (mcp);
  calm = get_quantile (alone.times, 0.5);
  slow = get_quantile (beside.times, 0.99);
  ours = g_strdup_printf ("p99 %.1f ms", slow);
  theirs = g_strdup_printf ("%.1f ms", calm);
  bench_table_add (bench->table,
                   &(BenchRow){ .name = floods[index].name,
                                .ours = ours,
                                .peer = "alone, median",
                                .theirs = theirs,
                                .ratio = slow / calm,
                                .aim = floods[index].aim,
                                .is_met = slow < floods[index].max_ms && beside.n_errors == 0 });
  g_array_unref (alone.times);
  g_array_unref (beside.times);
  g_free (alone.error);
  g_free (beside.error);
}

static gboolean
measure_economy (Bench *bench, GError **error)
{
  PelMcpClient    *mcp;
  Client           client = { 0 };
  gsize            n_bytes = 0;
  g_autofree char *ours = NULL;

  if (!bench_table_wants (bench->table, "economy"))
    return TRUE;
  bench_say ("a form");
  mcp = pel_mcp_client_start_program (PEL_MCP_LEGACY, PELLUCID, NULL);
  run_call (mcp,
            &(Call){ "ui_wait",
                     "{\"until\":{\"element\":{\"selector\":\"Slider:Slider\"}},"
                     "\"timeout_ms\":60000}" },
            &client);
  for (gsize i = 0; i < G_N_ELEMENTS (form); i++)
    {
      run_call (mcp, &form[i], &client);
      n_bytes += pel_mcp_client_get_n_bytes (mcp);
    }
  pel_mcp_client_stop (mcp);
  if (client.n_errors > 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", client.error);
      g_free (client.error);
      return FALSE;
    }
  ours =
      g_strdup_printf ("%u calls, %" G_GSIZE_FORMAT " bytes", (guint) G_N_ELEMENTS (form), n_bytes);
  bench_table_add (bench->table,
                   &(BenchRow){ .name = "economy",
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = "6 calls, 4096 bytes",
                                .ratio = (double) MAX_BYTES / n_bytes,
                                .aim = "not more",
                                .is_met = n_bytes <= MAX_BYTES });
  return TRUE;
}

gboolean
bench_agents (Bench *bench, GError **error)
{
  static const char *const names[] = { "economy", "load", "flood", "patterns" };
  const char *const        command[] = { "fixture-gtk3", NULL };
  g_autoptr (BenchProgram) program = NULL;
  gboolean                 is_wanted = FALSE;
  gboolean                 ok;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    is_wanted = is_wanted || bench_table_wants (bench->table, names[i]);
  if (!is_wanted)
    return TRUE;
  write_policy ();
  program = bench_program_start (command, bench->a11y_bus, error);
  ok = program != NULL && measure_economy (bench, error) && measure_load (bench, error);
  for (guint i = 0; ok && i < G_N_ELEMENTS (floods); i++)
    measure_flood (bench, i);
  pel_command_end_session ();
  return ok;
}
