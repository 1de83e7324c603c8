/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Canaries: what is in a field for passwords, and what was typed to be repeated nowhere, is in no
 * answer of the MCP server, whichever way it is asked for; no process keeps it in its memory; and
 * none of them ever leaves a core. */

#include "command.h"
#include "fixture.h"
#include "mcp-client.h"
#include "memory-image.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define WAIT_MS       20000
#define TASK_COMM_LEN 16 /* of the kernel: names are cut */

#define CANARY   "canary-7f3a91"
#define REDACTED "redacted-52c0de"
#define TYPED    "typed-b41e77"

/* What is no secret, and known to every process: where it is not found, nothing would be. */
#define CONTROL "control-90d2f6"

/* clang-format off */
static const struct { const char *tool; const char *arguments; } calls[] = {
  { "ui_set_value",   "{\"target\":\"Edit:Password\",\"value\":\"" CANARY "\"}" },
  { "ui_set_value",   "{\"target\":\"Edit:Password\",\"value\":\"" CANARY "\",\"verify\":{\"value\":\"wrong\"},\"timeout_ms\":2000}" },
  { "ui_snapshot",    "{}" },
  { "ui_snapshot",    "{\"interactive\":true,\"format\":\"json\"}" },
  { "ui_snapshot",    "{\"since\":\"s1\"}" },
  { "ui_query",       "{\"selector\":\"Edit:Password\"}" },
  { "ui_query",       "{\"selector\":\"value=*canary*\"}" },
  { "ui_describe",    "{\"target\":\"Edit:Password\",\"include_screenshot\":false}" },
  { "ui_read_text",   "{\"target\":\"Edit:Password\"}" },
  { "ui_get_focused", "{}" },
  { "ui_get_element", "{\"selector\":\"Edit:Password\"}" },
  { "ui_wait",        "{\"until\":{\"element\":{\"selector\":\"Edit:Password\"}},\"timeout_ms\":2000}" },
  { "ui_assert",      "{\"condition\":{\"element\":{\"selector\":\"Edit:Password\",\"value\":\"x\"}}}" },
  { "ui_regions",     "{}" },
  { "ui_invoke",      "{\"target\":\"Edit:Password\"}" },
};

/* Of a field like any other that was given what is to be repeated nowhere. */
static const struct { const char *tool; const char *arguments; } questions[] = {
  { "ui_snapshot",    "{}" },
  { "ui_snapshot",    "{\"interactive\":true,\"format\":\"json\"}" },
  { "ui_snapshot",    "{\"since\":\"s1\"}" },
  { "ui_query",       "{\"selector\":\"Edit:Entry\"}" },
  { "ui_query",       "{\"selector\":\"value=*redacted*\"}" },
  { "ui_describe",    "{\"target\":\"Edit:Entry\",\"include_screenshot\":false}" },
  { "ui_read_text",   "{\"target\":\"Edit:Entry\"}" },
  { "ui_get_element", "{\"selector\":\"Edit:Entry\"}" },
  { "ui_wait",        "{\"until\":{\"element\":{\"selector\":\"Edit:Entry\"}},\"timeout_ms\":2000}" },
  { "ui_assert",      "{\"condition\":{\"element\":{\"selector\":\"Edit:Entry\",\"value\":\"x\"}}}" },
  { "ui_set_value",   "{\"target\":\"Edit:Entry\",\"value\":\"" REDACTED "\",\"redact\":true,\"verify\":{\"value\":\"wrong\"},\"timeout_ms\":2000}" },
};
/* clang-format on */

static void
write_policy (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, "{\"default\": {\"act\": \"allow\"}}", -1, &error);
  g_assert_no_error (error);
}

static void
check (JsonObject *object, const char *canary)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char     *text = json_to_string (node, FALSE);

  g_assert_null (strstr (text, canary));
}

/* All that is listed, and every snapshot that was taken. */
static void
check_resources (PelMcpClient *client, const char *canary)
{
  g_autoptr (JsonObject) list = pel_mcp_client_ask (client, "resources/list", "{}");
  JsonArray             *resources = json_object_get_array_member (list, "resources");

  for (guint i = 0; i < json_array_get_length (resources); i++)
    {
      const char *uri =
          json_object_get_string_member (json_array_get_object_element (resources, i), "uri");
      g_autofree char       *params = g_strdup_printf ("{\"uri\":\"%s\"}", uri);
      g_autoptr (JsonObject) result = pel_mcp_client_ask (client, "resources/read", params);

      check (result, canary);
    }
}

/* The child of @parent with this name; 0: there is none. */
static pid_t
find_child (pid_t parent, const char *name)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char      *entry;

  while ((entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", entry, "stat", NULL);
      g_autofree char *line = NULL;
      char             comm[TASK_COMM_LEN];
      int              ppid;

      if (g_ascii_isdigit (entry[0]) && g_file_get_contents (path, &line, NULL, NULL) &&
          sscanf (line, "%*d (%15[^)]) %*c %d", comm, &ppid) == 2 && ppid == parent &&
          strncmp (comm, name, sizeof comm - 1) == 0)
        return atoi (entry);
    }
  return 0;
}

/* The processes that the secrets have gone through. */
static void
check_memory (PelMcpClient *client)
{
  static const char *const secrets[] = { CANARY, REDACTED, TYPED };
  pid_t                    session = pel_command_find_session ();
  const char              *hand =
      g_getenv ("WAYLAND_DISPLAY") != NULL ? "pellucid-wayland-hand" : "pellucid-hand";
  const struct
  {
    const char *name;
    pid_t       pid;
  } processes[] = { { "pellucid-mcp", pel_mcp_client_get_pid (client) },
                    { "pellucid-session", session },
                    { hand, find_child (session, hand) } };
  int n_found = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (processes); i++)
    {
      int n_controls;

      g_test_message ("%s", processes[i].name);
      g_assert_cmpint (processes[i].pid, >, 0);
      n_controls = pel_memory_image_count (processes[i].pid, CONTROL);
      if (n_controls < 0)
        {
          g_test_message ("its memory is only for root to read");
          g_assert_cmpuint (getuid (), !=, 0);
          continue;
        }
      g_assert_cmpint (n_controls, >, 0);
      for (gsize j = 0; j < G_N_ELEMENTS (secrets); j++)
        n_found += pel_memory_image_count (processes[i].pid, secrets[j]);
    }
  g_assert_cmpint (n_found, ==, 0);
}

static void
test_canaries (void)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelFixture)   fixture = pel_fixture_start (&error, "fixture-gtk3", NULL);
  g_autoptr (PelMcpClient) client = NULL;
  g_autoptr (JsonObject)   ready = NULL, redacted = NULL, typed = NULL;

  g_assert_no_error (error);
  write_policy ();
  client = pel_mcp_client_start (PEL_MCP_LEGACY, "--tools all");
  ready = pel_mcp_client_call (client,
                               "ui_wait",
                               "{\"until\":{\"element\":{\"selector\":\"Edit:Password\"}},"
                               "\"timeout_ms\":60000}");
  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (JsonObject) result =
          pel_mcp_client_call (client, calls[i].tool, calls[i].arguments);

      check (result, CANARY);
      if (i == 0)
        pel_fixture_expect (fixture, "text password \"" CANARY "\"");
    }
  check_resources (client, CANARY);
  redacted = pel_mcp_client_call (client,
                                  "ui_set_value",
                                  "{\"target\":\"Edit:Entry\",\"value\":\"" REDACTED
                                  "\",\"redact\":true}");
  pel_fixture_expect (fixture, "text entry \"" REDACTED "\"");
  check (redacted, REDACTED);
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (JsonObject) result =
          pel_mcp_client_call (client, questions[i].tool, questions[i].arguments);

      check (result, REDACTED);
    }
  check_resources (client, REDACTED);
  typed = pel_mcp_client_call (client,
                               "ui_type",
                               "{\"target\":\"Edit:Password\",\"text\":\"" TYPED
                               "\",\"mode\":\"replace\",\"redact\":true}");
  g_assert_false (pel_mcp_client_is_error (typed));
  pel_fixture_expect (fixture, "text password \"" TYPED "\"");
  check (typed, TYPED);
  check_memory (client);
}

/* Cores */

/* How it ends is looked at elsewhere. */
static void
kill_session (void)
{
  pid_t  pid = pel_command_find_session ();
  gint64 deadline = g_get_monotonic_time () + WAIT_MS * G_TIME_SPAN_MILLISECOND;

  if (pid != 0)
    kill (pid, SIGKILL);
  while (pel_command_find_session () != 0)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

/* In the child: as much of a core as the machine allows. */
static void
allow_cores_cb (gpointer unused)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_CORE, &limit) != 0)
    _exit (99);
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit (RLIMIT_CORE, &limit) != 0)
    _exit (99);
  signal (SIGQUIT, SIG_DFL); /* a shell ignores it for what it runs in the background */
}

static GSubprocess *
start_in (const char *folder, const char *line)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autofree char *options =
      g_strconcat (g_getenv ("ASAN_OPTIONS") != NULL ? g_getenv ("ASAN_OPTIONS") : "",
                   ":disable_coredump=0",
                   NULL);
  g_auto (GStrv)     argv = NULL;
  g_autoptr (GError) error = NULL;
  GSubprocess       *process;

  g_shell_parse_argv (line, NULL, &argv, &error);
  g_assert_no_error (error);
  g_subprocess_launcher_set_cwd (launcher, folder);
  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", options, TRUE);
  g_subprocess_launcher_set_child_setup (launcher, allow_cores_cb, NULL, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv, &error);
  g_assert_no_error (error);
  return process;
}

/* TRUE as soon as nothing of its memory belongs into a core. */
static gboolean
has_empty_cores (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/coredump_filter", (int) pid);
  g_autofree char *filter = NULL;

  return g_file_get_contents (path, &filter, NULL, NULL) && strtoul (filter, NULL, 16) == 0;
}

static void
wait_for_empty_cores (pid_t pid)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_MS * G_TIME_SPAN_MILLISECOND;

  while (!has_empty_cores (pid))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_usleep (10 * 1000);
    }
}

/* Whether the kernel wrote a core, or had one collected. */
static gboolean
leaves_core (GSubprocess *process)
{
  g_subprocess_send_signal (process, SIGQUIT);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_signaled (process));
  g_assert_cmpint (g_subprocess_get_term_sig (process), ==, SIGQUIT);
  return WCOREDUMP (g_subprocess_get_status (process)) != 0;
}

static void
test_cores (void)
{
  static const char *const programs[] = { "pellucid-session", "pellucid mcp", "pellucid watch" };
  g_autofree char         *folder = g_dir_make_tmp ("pellucid-cores-XXXXXX", NULL);
  g_autofree char         *clean = g_strdup_printf ("rm -r '%s'", folder);
  g_autofree char         *app = g_test_build_filename (G_TEST_BUILT, "..", "app", NULL);
  g_autoptr (GSubprocess)  control = start_in (folder, "sleep 60");
  gboolean                 is_telling;

  kill_session ();
  g_usleep (100 * 1000); /* it is not yet itself */
  is_telling = leaves_core (control);
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char        *line = g_strdup_printf ("%s/%s", app, programs[i]);
      g_autoptr (GSubprocess) process = start_in (folder, line);

      g_test_message ("%s", programs[i]);
      wait_for_empty_cores (atoi (g_subprocess_get_identifier (process)));
      g_assert_false (leaves_core (process));
    }
  kill_session ();
  g_assert_cmpint (system (clean), ==, 0);
  if (!is_telling)
    g_test_skip ("This machine writes no cores at all");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("PEL_TEST_CONTROL", CONTROL, TRUE);
  pel_memory_image_wipe_what_is_freed ();
  g_test_add_func ("/mcp/secrets/canaries", test_canaries);
  g_test_add_func ("/mcp/secrets/cores", test_cores);
  return g_test_run ();
}
