/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The inspector, used from outside: through the command line, and through accessibility. */

#include "a11y-probe.h"
#include "command.h"
#include "fixture.h"
#include "test-input.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#define WAIT_SECONDS 60
#define MAX_NODES    5000

#define ROLE_LIST_ITEM 32 /* of AT-SPI */

static PelFixture *
start (const char *title)
{
  g_autoptr (GError) error = NULL;
  PelFixture        *fixture = pel_fixture_start (&error, "fixture-gtk3", "--title", title, NULL);

  g_assert_no_error (error);
  return fixture;
}

/* A program that has just come may not have told of its elements yet. */
static void
inspect (const char *line)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, line);

      if (command->exit_code == 0)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* All that the session shows, but not what rows are made of: that would be most of it.
 * (transfer full) */
static GPtrArray *
walk (GDBusConnection *bus)
{
  g_autofree char *name =
      pel_a11y_wait_program (bus, pel_command_find_session (), WAIT_SECONDS * 1000);

  g_assert_nonnull (name);
  return pel_a11y_walk_to (bus, name, MAX_NODES, ROLE_LIST_ITEM);
}

/* (nullable) (transfer none): one whose name begins so. */
static PelA11yNode *
find (GPtrArray *nodes, const char *beginning)
{
  for (guint i = 0; nodes != NULL && i < nodes->len; i++)
    if (g_str_has_prefix (((PelA11yNode *) nodes->pdata[i])->name, beginning))
      return nodes->pdata[i];
  return NULL;
}

/* Whether all of @names, which end in NULL, are there, or none of them is. */
static gboolean
are_there (GPtrArray *nodes, const char *const *names, gboolean is_there)
{
  for (; *names != NULL; names++)
    if ((find (nodes, *names) != NULL) != is_there)
      {
        g_test_message ("%s: %s", is_there ? "waiting for" : "waiting for the end of", *names);
        return FALSE;
      }
  return TRUE;
}

static void
wait_for_all (const char *const *names, gboolean is_there)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  g_assert_no_error (error);
  for (;;)
    {
      g_autoptr (GPtrArray) nodes = walk (bus);

      if (are_there (nodes, names, is_there))
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

static void
wait_for (const char *name, gboolean is_there)
{
  const char *const names[] = { name, NULL };

  wait_for_all (names, is_there);
}

static gboolean
is_shown (const char *name)
{
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (NULL);
  g_autoptr (GPtrArray)       nodes = walk (bus);

  return find (nodes, name) != NULL;
}

static void
press (const char *beginning)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autoptr (GPtrArray)       nodes = NULL;
  g_autoptr (GVariant)        answer = NULL;
  PelA11yNode                *node;

  g_assert_no_error (error);
  nodes = walk (bus);
  node = find (nodes, beginning);
  g_assert_nonnull (node);
  answer = pel_a11y_call (bus,
                          node->bus_name,
                          node->path,
                          "Action",
                          "DoAction",
                          g_variant_new ("(i)", 0),
                          &error);
  g_assert_no_error (error);
}

/* Newer versions of GTK tell only of rows that are in sight: those below the program's are now. */
static void
go_to_program (void)
{
  wait_for ("\u2068Application “fixture-gtk3”", TRUE);
  press ("\u2068Application “fixture-gtk3”");
  wait_for ("fixture-gtk3, GTK 3", TRUE);
}

static guint
count_windows (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "windows --json --filter Pellucid");
  g_autoptr (JsonObject) data = pel_command_parse_data (command);

  return json_array_get_length (json_object_get_array_member (data, "windows"));
}

/* A program comes and goes, and so does its row. */
static void
test_tree_programs (void)
{
  g_autoptr (PelFixture) fixture = NULL;

  inspect ("inspect");
  wait_for ("fixture-gtk3", FALSE);
  fixture = start ("Visitor");
  wait_for ("fixture-gtk3", TRUE);
  g_clear_pointer (&fixture, pel_fixture_stop);
  wait_for ("fixture-gtk3", FALSE);
}

/* What is asked for is opened down to its row, whatever is filtered; and a filter shows less. */
static void
test_tree_reveal (void)
{
  g_autoptr (PelFixture) fixture = start ("Revealed");

  inspect ("inspect 'Button:Toggle'");
  wait_for ("\u2068Window “Revealed", TRUE);
  wait_for ("Button “Toggle", TRUE);
  go_to_program ();
  wait_for ("Pane", TRUE);
  press ("Interactive");
  wait_for ("Pane", FALSE);
  wait_for ("Button “Toggle", TRUE);
  inspect ("inspect 'Text:\"tick 0\"'");
  wait_for ("Text “tick 0", TRUE);
  go_to_program ();
  wait_for ("Pane", TRUE);
}

/* What is selected is told of in full; an ancestor and a program can be gone to. */
static void
test_details_told (void)
{
  static const char *const parts[] = {
    "Native role", "Runtime ID", "On the desktop",
    "Click point", "Toolkit",    "Copy the selector",
    "focusable",   "Invoke",     "\u2068app=\"fixture-gtk3\" && role=Button && id=\"toggle\"",
    NULL,
  };
  g_autoptr (PelFixture) fixture = start ("Told");

  inspect ("inspect 'Button:Toggle'");
  wait_for_all (parts, TRUE);
  press ("\u2068Application “fixture-gtk3”");
  wait_for ("Command", TRUE);
  wait_for ("Native role", FALSE);
  g_clear_pointer (&fixture, pel_fixture_stop);
  wait_for ("Select a row", TRUE);
}

/* A program that does not answer stays, with the reason; the panel goes on. */
static void
test_tree_silent (void)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelFixture)   fixture = start ("Silent");

  g_assert_no_error (error);
  pel_command_end_session (); /* a window that is only raised may not have the keyboard */
  inspect ("inspect 'Button:Toggle'");
  wait_for ("Button “Toggle", TRUE);
  pel_test_input_chord (input, "ctrl+Home", &error); /* another row is in sight, none selected */
  g_assert_no_error (error);
  wait_for ("fixture-gtk3, GTK 3", TRUE);
  kill (pel_fixture_get_pid (fixture), SIGSTOP);
  press ("Reload");
  wait_for ("fixture-gtk3, Not responding", TRUE);
  press ("Interactive");
  wait_for ("Pane", FALSE);
  wait_for ("Button “Toggle", TRUE);
  press ("Interactive");
  kill (pel_fixture_get_pid (fixture), SIGCONT);
  press ("Reload");
  wait_for ("fixture-gtk3, GTK 3", TRUE);
}

/* The keyboard is in the row that was revealed; from there it goes everywhere. */
static void
test_tree_keys (void)
{
  /* clang-format off */
  static const struct { const char *chord; const char *title; } rows[] = {
    { "Up",    "Button “\u2068Button"  },
    { "Left",  "Pane"                  }, /* what it is in */
    { "Left",  "Pane"                  }, /* closes it */
    { "Left",  "Pane"                  }, /* what that is in */
    { "Left",  "Pane"                  },
    { "Left",  "Window “\u2068Keys"    },
  };
  /* clang-format on */
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelFixture)   fixture = start ("Keys");

  g_assert_no_error (error);
  pel_command_end_session (); /* a window that is only raised may not have the keyboard */
  inspect ("inspect 'Button:Toggle'");
  wait_for ("Button “\u2068Toggle", TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      pel_test_input_chord (input, rows[i].chord, &error);
      g_assert_no_error (error);
      wait_for (rows[i].title, TRUE);
    }
}

/* What the person points at on the screen is what is selected then. */
static void
test_pick (void)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelFixture)   fixture = start ("Picked");
  gint64                   deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (PelCommand)   command = NULL;
  g_autoptr (JsonObject)   data = NULL;
  JsonObject              *point;

  g_assert_no_error (error);
  inspect ("inspect 'Button:Toggle'");
  wait_for ("Button “\u2068Toggle", TRUE);
  command = pel_command_run (NULL, "describe --json CheckBox:Check");
  data = pel_command_parse_data (command);
  point = json_object_get_object_member (data, "click_point");
  press ("Pick an element");
  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      pel_test_input_move (input,
                           json_object_get_int_member (point, "x") + 0.5,
                           json_object_get_int_member (point, "y") + 0.5,
                           &error);
      pel_test_input_click (input, 1, &error);
      g_assert_no_error (error);
    }
  while (!is_shown ("CheckBox “\u2068Check"));
}

/* What can be pressed or chosen has a name, so that a screen reader can say it. */
static void
test_window_names (void)
{
  static const guint          roles[] = { 7, ROLE_LIST_ITEM, 37, 43, 62, 79 }; /* of AT-SPI */
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autoptr (PelFixture)      fixture = start ("Named");
  g_autofree char            *name = NULL;
  g_autoptr (GPtrArray)       nodes = NULL;
  guint                       n_checked = 0;

  g_assert_no_error (error);
  inspect ("inspect 'Button:Toggle'");
  wait_for ("Click point", TRUE);
  name = pel_a11y_wait_program (bus, pel_command_find_session (), WAIT_SECONDS * 1000);
  nodes = pel_a11y_walk (bus, name, MAX_NODES);
  for (guint i = 0; i < nodes->len; i++)
    {
      PelA11yNode *node = nodes->pdata[i];

      for (gsize k = 0; k < G_N_ELEMENTS (roles); k++)
        if (node->role == roles[k])
          {
            g_test_message ("role %u “%s” %s", node->role, node->name, node->path);
            g_assert_cmpstr (node->name, !=, "");
            n_checked++;
          }
    }
  g_assert_cmpuint (n_checked, >, 20);
}

static void
test_window_one_only (void)
{
  inspect ("inspect");
  inspect ("inspect");
  g_assert_cmpuint (count_windows (), ==, 1);
}

/* Something that is not there opens nothing, and says so. */
static void
test_window_wrong_target (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "inspect 'Button:Nowhere to be found'");

  g_assert_cmpint (command->exit_code, !=, 0);
  g_assert_nonnull (strstr (command->err, "Nowhere to be found"));
}

/* In hundredths of a second. */
static guint64
get_cpu_time (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *text = NULL;
  guint64          user = 0, system = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpint (sscanf (strrchr (text, ')') + 2,
                           "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" G_GUINT64_FORMAT
                           " %" G_GUINT64_FORMAT,
                           &user,
                           &system),
                   ==,
                   2);
  return user + system;
}

/* Where nothing happens, it does nothing. It may take a while to come to rest. */
static void
test_window_rests (void)
{
  g_autoptr (PelFixture) fixture = start ("Still");
  gint64                 deadline = g_get_monotonic_time () + 2 * WAIT_SECONDS * G_TIME_SPAN_SECOND;
  guint64                before, after;

  inspect ("inspect 'Button:Toggle'");
  wait_for ("Button “Toggle", TRUE);
  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      before = get_cpu_time (pel_command_find_session ());
      g_usleep (2 * G_USEC_PER_SEC);
      after = get_cpu_time (pel_command_find_session ());
      g_test_message ("%" G_GUINT64_FORMAT " hundredths in two seconds", after - before);
    }
  while (after - before > 5);
}

/* With its window open, and everything in use: it ends without a leak. */
static void
test_window_ends_clean (void)
{
  g_autoptr (PelFixture) fixture = start ("Clean");

  inspect ("inspect 'Button:Toggle'");
  wait_for ("Button “Toggle", TRUE);
  pel_command_end_session ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspector/tree/programs", test_tree_programs);
  g_test_add_func ("/inspector/tree/reveal", test_tree_reveal);
  g_test_add_func ("/inspector/tree/silent", test_tree_silent);
  g_test_add_func ("/inspector/tree/keys", test_tree_keys);
  g_test_add_func ("/inspector/details/told", test_details_told);
  g_test_add_func ("/inspector/pick", test_pick);
  g_test_add_func ("/inspector/window/names", test_window_names);
  g_test_add_func ("/inspector/window/one-only", test_window_one_only);
  g_test_add_func ("/inspector/window/wrong-target", test_window_wrong_target);
  g_test_add_func ("/inspector/window/rests", test_window_rests);
  g_test_add_func ("/inspector/window/ends-clean", test_window_ends_clean);
  return g_test_run ();
}
