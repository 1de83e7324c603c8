/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The policy on real programs: what it keeps private reaches nobody, by any tool, and what it
 * denies is denied with the file and the place in it that say so. */

#include "../fixtures/fixture-ui.h"
#include "command.h"
#include "fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#define WAIT_SECONDS 60
#define TITLE        "My Banking 7"

static const char *const fixtures[] = { "fixture-gtk3", "fixture-gtk4", "fixture-qt5" };

/* Names of what is in the window. */
static const char *const canaries[] = { "Radio one", "Radio two" };

/* clang-format off */
/* REF and POINT are those of “Radio two”. */
static const struct { const char *line; gboolean tells; /* while nothing is private */ } reads[] = {
  { "tree --scope desktop",                        TRUE  },
  { "tree --scope desktop --format json --json",   TRUE  },
  { "tree --scope window --target Banking",        TRUE  },
  { "tree --scope active_window",                  FALSE }, /* somebody else's may be active */
  { "query 'name^=Radio'",                      TRUE  },
  { "at POINT",                                     TRUE  },
  { "get-focused",                                 FALSE },
  { "describe REF",                                TRUE  },
  { "read-text REF",                               FALSE },
  { "regions --limit 5000",                        FALSE }, /* they come a little later */
  { "assert 'name^=Radio' --count 77",          FALSE },
  { "wait 'name^=Radio' --count 77 --timeout-ms 300", FALSE },
  { "highlight REF",                               FALSE },
  { "windows",                                     FALSE },
};
/* clang-format on */

typedef struct
{
  PelFixture *fixture;
  char       *policy; /* path of the person's file */
  char       *ref;
  gint64      x, y; /* of its click point */
} Stage;

static void
write_policy (const Stage *stage, const char *text)
{
  g_autofree char   *folder = g_path_get_dirname (stage->policy);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (stage->policy, text, -1, &error);
  g_assert_no_error (error);
}

static gboolean
holds_canary (const PelCommand *command)
{
  for (gsize i = 0; i < G_N_ELEMENTS (canaries); i++)
    if (strstr (command->out, canaries[i]) != NULL || strstr (command->err, canaries[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Waits until the program tells where “Radio two” is. */
static void
find_target (Stage *stage)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  while (stage->ref == NULL)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "query 'name=\"Radio two\"' --json");
      g_autoptr (JsonObject) data = NULL;
      JsonObject            *match, *point;

      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      if (command->exit_code != 0)
        continue;
      data = pel_command_parse_data (command);
      match = json_array_get_object_element (json_object_get_array_member (data, "matches"), 0);
      if (!json_object_has_member (match, "click_point") ||
          json_object_get_null_member (match, "click_point"))
        continue;
      point = json_object_get_object_member (match, "click_point");
      stage->ref = g_strdup (json_object_get_string_member (match, "ref"));
      stage->x = json_object_get_int_member (point, "x");
      stage->y = json_object_get_int_member (point, "y");
    }
}

static PelCommand *
run_read (const Stage *stage, const char *line)
{
  g_autoptr (GString) words = g_string_new (line);
  g_autofree char    *point =
      g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, stage->x, stage->y);

  g_string_replace (words, "REF", stage->ref, 0);
  g_string_replace (words, "POINT", point, 0);
  return pel_command_run (NULL, words->str);
}

static void
check_reads (const Stage *stage, gboolean is_private)
{
  for (gsize i = 0; i < G_N_ELEMENTS (reads); i++)
    {
      g_autoptr (PelCommand) command = run_read (stage, reads[i].line);

      g_test_message ("%s: exit %d", reads[i].line, command->exit_code);
      if (is_private && holds_canary (command))
        g_error ("%s tells what is private: %s%s", reads[i].line, command->out, command->err);
      if (!is_private && reads[i].tells && !holds_canary (command))
        g_error ("%s does not tell what it should: %s%s",
                 reads[i].line,
                 command->out,
                 command->err);
    }
}

static Stage
open_stage (void)
{
  return (Stage){
    .policy = g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL),
  };
}

static void
close_stage (Stage *stage)
{
  g_clear_pointer (&stage->fixture, pel_fixture_stop);
  g_remove (stage->policy);
  g_free (stage->policy);
  g_free (stage->ref);
}

static void
test_private (gconstpointer name)
{
  g_autoptr (GError) error = NULL;
  Stage              stage;

  if (pel_fixture_skip (name))
    return;
  stage = open_stage ();
  write_policy (&stage, "{\"blocked_windows\": []}");
  stage.fixture = pel_fixture_start (&error, name, "--title", TITLE, NULL);
  g_assert_no_error (error);
  find_target (&stage);
  check_reads (&stage, FALSE);

  /* what is built in holds again: *Banking* is private */
  g_remove (stage.policy);
  check_reads (&stage, TRUE);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (PelCommand) command =
          pel_command_run (NULL, i == 0 ? "tree --scope desktop" : "windows");

      g_assert_nonnull (strstr (command->out, TITLE)); /* that it is there is no secret */
    }
  close_stage (&stage);
}

static gboolean
shows_dialog (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "tree --scope desktop");

  g_assert_cmpint (command->exit_code, ==, 0);
  return strstr (command->out, fixture_find ("dialog-cancel")->label) != NULL;
}

/* Its title says nothing, but it is the dialog of a private window. Wayland tells of dialogs only
 * among X programs. */
static void
test_private_dialog (void)
{
  gint64             deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (GError) error = NULL;
  Stage              stage = open_stage ();

  write_policy (&stage, "{\"blocked_windows\": []}");
  g_setenv ("GDK_BACKEND", "x11", TRUE);
  stage.fixture =
      pel_fixture_start (&error, "fixture-gtk3", "--title", TITLE, "--dialog-after", "1", NULL);
  g_unsetenv ("GDK_BACKEND");
  g_assert_no_error (error);
  while (!shows_dialog ())
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);

  g_remove (stage.policy); /* *Banking* is private again */
  g_assert_false (shows_dialog ());
  close_stage (&stage);
}

/* clang-format off */
static const struct { const char *policy, *line; int exit_code; const char *err; } denials[] = {
  { "{\"enabled\": false}",                  "windows",         4, "disables Pellucid" },
  { "{\"enabled\": false}",                  "tree",            4, "disables Pellucid" },
  { "{\"enabled\": false}",                  "capabilities",    0, ""                    },
  { "{\"enabled\": false}",                  "policy",          0, ""                    },
  { "{\n  \"enabled\": fals\n}",             "tree",            4, "line 2, column 14"   },
  { "{\n  \"rules\": [ { \"app\": 5 } ]\n}", "tree",            4, "policy.json:2:23: "  },
  { "{\n  \"rules\": [ { \"app\": 5 } ]\n}", "policy check",    2, "policy.json:2:23: "  },
  { "{}",                                    "policy check",    0, ""                    },
  { "{}",                                    "policy allow-automation on", 4, "an agent cannot allow" },
  { "{\"rules\": [{\"decision\": \"ask\", \"approver\": \"elicitation\"}]}", "windows", 4, "no way to ask them" },
};
/* clang-format on */

static void
test_denials (void)
{
  Stage stage = open_stage ();

  for (gsize i = 0; i < G_N_ELEMENTS (denials); i++)
    {
      g_autoptr (PelCommand) command = NULL;

      write_policy (&stage, denials[i].policy);
      command = pel_command_run (NULL, denials[i].line);
      g_test_message ("%s: %s → %d %s",
                      denials[i].policy,
                      denials[i].line,
                      command->exit_code,
                      command->err);
      g_assert_cmpint (command->exit_code, ==, denials[i].exit_code);
      g_assert_nonnull (strstr (command->err, denials[i].err));
    }
  close_stage (&stage);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      g_autofree char *path = g_strdup_printf ("/policy/private/%s", fixtures[i]);

      g_test_add_data_func (path, fixtures[i], test_private);
    }
  g_test_add_func ("/policy/private/dialog", test_private_dialog);
  g_test_add_func ("/policy/denials", test_denials);
  return g_test_run ();
}
