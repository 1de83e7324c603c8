/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* terminals */

#include "services/base/process.h"
#include "services/policy/consent.h"
#include "services/policy/policy-store.h"
#include "services/policy/rate-limit.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECOND     G_USEC_PER_SEC
#define PATIENCE_S 20

/* A folder of its own with the files of a store. */
typedef struct
{
  char           *folder, *user, *system, *consent;
  PelPolicyStore *store;
  GMainLoop      *loop;
  guint           n_changes;
} Desk;

static void
desk_set_up (Desk *desk, gconstpointer unused)
{
  desk->folder = g_dir_make_tmp ("pellucid-policy-XXXXXX", NULL);
  g_assert_nonnull (desk->folder);
  desk->user = g_build_filename (desk->folder, "user.json", NULL);
  desk->system = g_build_filename (desk->folder, "system.json", NULL);
  desk->consent = g_build_filename (desk->folder, "state", "consent.json", NULL);
  desk->loop = g_main_loop_new (NULL, FALSE);
}

static void
desk_tear_down (Desk *desk, gconstpointer unused)
{
  g_autofree char *state = g_path_get_dirname (desk->consent);

  g_clear_object (&desk->store);
  g_main_loop_unref (desk->loop);
  g_remove (desk->user);
  g_remove (desk->system);
  g_remove (desk->consent);
  g_rmdir (state);
  g_assert_cmpint (g_rmdir (desk->folder), ==, 0);
  g_free (desk->folder);
  g_free (desk->user);
  g_free (desk->system);
  g_free (desk->consent);
}

static void
write_file (const char *path, const char *text)
{
  g_autofree char   *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (path, json, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error);
  g_assert_no_error (error);
}

static void
changed_cb (PelPolicyStore *store, Desk *desk)
{
  desk->n_changes++;
  g_main_loop_quit (desk->loop);
}

static void
open_store (Desk *desk)
{
  desk->store =
      pel_policy_store_new (&(PelPolicyPlaces){ desk->system, desk->user, desk->consent });
  g_signal_connect (desk->store, "changed", G_CALLBACK (changed_cb), desk);
}

static PelPolicyVerdict *
ask (Desk *desk, PelCallerKind kind, const char *tool)
{
  g_autoptr (PelCaller) caller = pel_caller_new (&(PelCallerInfo){ .kind = kind, .pid = 7 });
  PelPolicyQuestion     question = { .step = PEL_POLICY_AT_TARGET, .caller = caller, .tool = tool };

  g_assert_true (pel_access_of_tool (tool, &question.access));
  return pel_policy_store_decide (desk->store, &question);
}

static PelDecision
decide (Desk *desk, PelCallerKind kind, const char *tool)
{
  g_autoptr (PelPolicyVerdict) verdict = ask (desk, kind, tool);

  return verdict->decision;
}

static gboolean
give_up_cb (gpointer unused)
{
  g_error ("the store did not change in time");
  return G_SOURCE_REMOVE;
}

/* The store says by itself that something has changed, and then decides so. */
static void
wait_for (Desk *desk, PelDecision decision)
{
  guint deadline = g_timeout_add_seconds (PATIENCE_S, give_up_cb, NULL);

  g_main_loop_run (desk->loop);
  g_source_remove (deadline);
  g_assert_cmpint (decide (desk, PEL_CALLER_TERMINAL, "ui_list_windows"), ==, decision);
}

static void
test_watches (Desk *desk, gconstpointer unused)
{
  open_store (desk);
  g_assert_cmpint (decide (desk, PEL_CALLER_TERMINAL, "ui_list_windows"), ==, PEL_DECISION_ALLOW);
  write_file (desk->user, "{'enabled':false}");
  wait_for (desk, PEL_DECISION_DENY);
  write_file (desk->user, "{'enabled':true}");
  wait_for (desk, PEL_DECISION_ALLOW);
  write_file (desk->user, "{'enabled':oops}");
  wait_for (desk, PEL_DECISION_DENY);
  g_remove (desk->user);
  wait_for (desk, PEL_DECISION_ALLOW);
  write_file (desk->system, "{'default':{'read':'deny'}}");
  wait_for (desk, PEL_DECISION_DENY);
}

/* Nobody has to wait for news of a change. */
static void
test_at_once (Desk *desk, gconstpointer unused)
{
  open_store (desk);
  for (guint i = 0; i < 20; i++)
    {
      write_file (desk->user, "{'enabled':false}");
      g_assert_cmpint (decide (desk, PEL_CALLER_TERMINAL, "ui_query"), ==, PEL_DECISION_DENY);
      write_file (desk->user, "{'enabled':true}");
      g_assert_cmpint (decide (desk, PEL_CALLER_TERMINAL, "ui_query"), ==, PEL_DECISION_ALLOW);
    }
}

static void
test_limits (Desk *desk, gconstpointer unused)
{
  g_autoptr (PelPolicyVerdict) verdict = NULL;

  write_file (desk->user, "{'limits':{'actions_per_minute':3},'default':{'act':'allow'}}");
  write_file (desk->system, "{'limits':{'actions_per_minute':2,'captures_per_minute':1}}");
  open_store (desk);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (decide (desk, PEL_CALLER_AGENT, "ui_click"), ==, PEL_DECISION_ALLOW);
  verdict = ask (desk, PEL_CALLER_AGENT, "ui_type");
  g_assert_cmpint (verdict->decision, ==, PEL_DECISION_DENY);
  g_assert_cmpint (verdict->code, ==, PEL_ERROR_RATE_LIMITED);
  g_assert_cmpint (decide (desk, PEL_CALLER_AGENT, "ui_snapshot"), ==, PEL_DECISION_ALLOW);
  g_assert_cmpint (decide (desk, PEL_CALLER_OPERATOR, "ui_click"), ==, PEL_DECISION_ALLOW);
  g_assert_cmpint (decide (desk, PEL_CALLER_TERMINAL, "ui_capture"), ==, PEL_DECISION_ALLOW);
  g_assert_cmpint (decide (desk, PEL_CALLER_TERMINAL, "ui_capture"), ==, PEL_DECISION_DENY);
}

static void
test_consent (Desk *desk, gconstpointer unused)
{
  g_autoptr (PelPolicyVerdict) verdict = NULL;
  struct stat                  file;

  open_store (desk);
  verdict = ask (desk, PEL_CALLER_AGENT, "ui_click");
  g_assert_true (verdict->is_consent);
  g_assert_true (pel_policy_store_set_consent (desk->store, TRUE, NULL));
  g_assert_cmpuint (desk->n_changes, ==, 1);
  g_clear_pointer (&verdict, pel_policy_verdict_free);
  verdict = ask (desk, PEL_CALLER_AGENT, "ui_click");
  g_assert_false (verdict->is_consent);
  g_assert_cmpint (verdict->decision, ==, PEL_DECISION_ASK);

  /* it is remembered, and ours alone */
  g_clear_object (&desk->store);
  open_store (desk);
  g_assert_true (pel_policy_store_has_consent (desk->store));
  g_assert_cmpint (g_stat (desk->consent, &file), ==, 0);
  g_assert_cmpint (file.st_mode & 0777, ==, 0600);

  g_assert_true (pel_policy_store_set_consent (desk->store, FALSE, NULL));
  g_assert_false (pel_consent_load (desk->consent));
}

/* What others may write, what is no file and what is too large is wrong, and closes everything. */
static void
test_odd_files (Desk *desk, gconstpointer unused)
{
  g_autofree char *large = g_strnfill (1024 * 1024 + 1, ' ');

  write_file (desk->user, "{}");
  g_assert_cmpint (g_chmod (desk->user, 0602), ==, 0);
  open_store (desk);
  g_assert_cmpint (decide (desk, PEL_CALLER_TERMINAL, "ui_list_windows"), ==, PEL_DECISION_DENY);
  g_clear_object (&desk->store);

  g_remove (desk->user);
  g_assert_cmpint (mkfifo (desk->user, 0600), ==, 0); /* reading it would wait for ever */
  open_store (desk);
  g_assert_cmpint (decide (desk, PEL_CALLER_TERMINAL, "ui_list_windows"), ==, PEL_DECISION_DENY);
  g_clear_object (&desk->store);

  g_remove (desk->user);
  write_file (desk->user, large);
  open_store (desk);
  g_assert_cmpint (decide (desk, PEL_CALLER_TERMINAL, "ui_list_windows"), ==, PEL_DECISION_DENY);
}

static void
test_consent_files (void)
{
  /* clang-format off */
  static const struct { const char *text; int mode; gboolean consent; } rows[] = {
    { "{'automation':true}",       0600, TRUE  },
    { "{'automation':true}",       0644, TRUE  },
    { "{'automation':true}",       0666, FALSE },
    { "{'automation':false}",      0600, FALSE },
    { "{'automation':'true'}",     0600, FALSE },
    { "{'automation':1}",          0600, FALSE },
    { "{}",                        0600, FALSE },
    { "true",                      0600, FALSE },
    { "",                          0600, FALSE },
  };
  /* clang-format on */
  g_autofree char *folder = g_dir_make_tmp ("pellucid-consent-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "consent.json", NULL);

  g_assert_false (pel_consent_load (path));
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      write_file (path, rows[i].text);
      g_assert_cmpint (g_chmod (path, rows[i].mode), ==, 0);
      g_test_message ("%s, mode %o", rows[i].text, rows[i].mode);
      g_assert_true (pel_consent_load (path) == rows[i].consent);
    }
  g_remove (path);
  g_rmdir (folder);
}

/* In no minute more than the limit, wherever it begins; and after a minute there is always one. */
static void
test_rates (void)
{
  g_autoptr (PelRateLimit) rates = pel_rate_limit_new ();
  g_autoptr (GRand)        random = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (GArray)       times = g_array_new (FALSE, FALSE, sizeof (gint64));
  const guint              limit = 10;
  gint64                   now = 1;

  for (guint i = 0; i < 5000; i++)
    {
      guint wait_ms = 0;

      now += g_rand_int_range (random, 0, 8 * SECOND);
      if (pel_rate_limit_take (rates, "a", limit, now, &wait_ms))
        g_array_append_val (times, now);
      else
        {
          g_assert_cmpuint (wait_ms, >, 0);
          now += wait_ms * 1000;
          g_assert_true (pel_rate_limit_take (rates, "a", limit, now, NULL));
          g_array_append_val (times, now);
        }
    }
  for (guint i = 0; i + limit < times->len; i++)
    g_assert_cmpint (g_array_index (times, gint64, i + limit) - g_array_index (times, gint64, i),
                     >=,
                     60 * SECOND);
}

static void
test_rates_apart (void)
{
  g_autoptr (PelRateLimit) rates = pel_rate_limit_new ();

  g_assert_true (pel_rate_limit_take (rates, "a", 1, 5, NULL));
  g_assert_false (pel_rate_limit_take (rates, "a", 1, 6, NULL));
  g_assert_true (pel_rate_limit_take (rates, "b", 1, 6, NULL));
  g_assert_true (pel_rate_limit_take (rates, "a", 2, 7, NULL)); /* the limit was raised */
}

static void
test_caller (void)
{
  g_autofree char      *executable = pel_process_dup_executable (getpid ());
  g_autoptr (PelCaller) self = pel_caller_new_for_process (getpid (), ":1.5", NULL);
  g_autoptr (PelCaller) again = pel_caller_new_for_process (getpid (), ":1.6", NULL);
  g_autoptr (PelCaller) parent = pel_caller_new_for_process (getppid (), NULL, NULL);
  g_autoptr (PelCaller) nobody = pel_caller_new_for_process (0x7ffffff0, ":1.7", NULL);

  g_assert_cmpint (pel_caller_get_info (self)->kind, ==, PEL_CALLER_AGENT);
  g_assert_cmpint (pel_caller_get_info (self)->pid, ==, getpid ());
  g_assert_cmpstr (pel_caller_get_info (self)->executable, ==, executable);
  g_assert_cmpuint (pel_caller_get_info (self)->start_time, >, 0);
  g_assert_cmpstr (pel_caller_get_key (self), ==, pel_caller_get_key (again));
  g_assert_cmpstr (pel_caller_get_key (self), !=, pel_caller_get_key (parent));
  g_assert_cmpint (pel_caller_get_info (nobody)->pid, ==, 0);
  g_assert_cmpstr (pel_caller_get_key (nobody), ==, ":1.7");
}

/* clang-format off */
static const struct { const char *streams; gboolean is_terminal; } streams[] = {
  { "ttt", TRUE  }, /* typed */
  { "tft", FALSE }, /* pellucid … > file */
  { "tpt", FALSE }, /* pellucid … | less, or run by a program that reads it */
  { "ftt", FALSE }, /* pellucid … < file */
  { "tpp", FALSE }, /* run by a program that reads it */
  { "fpp", FALSE },
  { "fft", FALSE },
};
/* clang-format on */

static int
open_stream (char kind, const char *terminal)
{
  int ends[2];

  if (kind == 't')
    return open (terminal, O_RDWR);
  if (kind == 'f')
    return open ("/dev/null", O_RDWR);
  return pipe (ends) == 0 ? ends[1] : -1;
}

/* In a session of its own, whose terminal is @terminal. */
static void
run_child (const char *kinds, const char *terminal)
{
  int fds[3];

  setsid ();
  for (guint i = 0; i < 3; i++)
    {
      fds[i] = open_stream (kinds[i], terminal);
      if (fds[i] < 0)
        _exit (2);
    }
  for (guint i = 0; i < 3; i++)
    dup2 (fds[i], i);
  _exit (pel_process_dup_terminal (getpid ()) != NULL ? 0 : 1);
}

static void
test_terminal (void)
{
  int         master = posix_openpt (O_RDWR | O_NOCTTY);
  const char *terminal;

  if (master < 0)
    {
      g_test_skip ("no terminals can be made here");
      return;
    }
  g_assert_cmpint (grantpt (master), ==, 0);
  g_assert_cmpint (unlockpt (master), ==, 0);
  terminal = ptsname (master);
  for (gsize i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      pid_t child = fork ();
      int   status;

      if (child == 0)
        run_child (streams[i].streams, terminal);
      g_test_message ("%s", streams[i].streams);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, streams[i].is_terminal ? 0 : 1);
    }
  close (master);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/policy/store/watches", Desk, NULL, desk_set_up, test_watches, desk_tear_down);
  g_test_add ("/policy/store/at-once", Desk, NULL, desk_set_up, test_at_once, desk_tear_down);
  g_test_add ("/policy/store/limits", Desk, NULL, desk_set_up, test_limits, desk_tear_down);
  g_test_add ("/policy/store/consent", Desk, NULL, desk_set_up, test_consent, desk_tear_down);
  g_test_add ("/policy/store/odd-files", Desk, NULL, desk_set_up, test_odd_files, desk_tear_down);
  g_test_add_func ("/policy/consent/files", test_consent_files);
  g_test_add_func ("/policy/rate-limit/any-minute", test_rates);
  g_test_add_func ("/policy/rate-limit/apart", test_rates_apart);
  g_test_add_func ("/policy/caller/process", test_caller);
  g_test_add_func ("/policy/caller/terminal", test_terminal);
  return g_test_run ();
}
