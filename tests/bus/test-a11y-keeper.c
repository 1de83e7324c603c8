/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Accessibility is on while it is needed, and afterwards as it was before. */

#include "services/provider/a11y-keeper.h"
#include "services/provider/a11y-switch.h"

#include <glib/gstdio.h>

#define DEADLINE_MS 30000
#define POLL_MS     20

static GDBusConnection *bus;

static gboolean
wake_cb (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

static void
take_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
is_enabled (void)
{
  g_autoptr (GAsyncResult)  result = NULL;
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelA11ySwitch) state = NULL;

  pel_a11y_switch_read_async (bus, NULL, take_result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  state = pel_a11y_switch_read_finish (result, &error);
  g_assert_no_error (error);
  return state->is_enabled;
}

static void
set_enabled (gboolean enabled)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_sync (bus,
                                   "org.a11y.Bus",
                                   "/org/a11y/bus",
                                   "org.freedesktop.DBus.Properties",
                                   "Set",
                                   g_variant_new ("(ssv)",
                                                  "org.a11y.Status",
                                                  "IsEnabled",
                                                  g_variant_new_boolean (enabled)),
                                   NULL,
                                   G_DBUS_CALL_FLAGS_NONE,
                                   -1,
                                   NULL,
                                   &error);

  g_assert_no_error (error);
  g_assert_cmpint (is_enabled (), ==, enabled);
}

static void
await_enabled (gboolean enabled)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE_MS * G_TIME_SPAN_MILLISECOND;
  guint  waker = g_timeout_add (POLL_MS, wake_cb, NULL);

  while (is_enabled () != enabled)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (waker);
}

static gboolean
ready_cb (gpointer is_ready)
{
  *(gboolean *) is_ready = TRUE;
  return G_SOURCE_REMOVE;
}

static PelA11yKeeper *
turn_on (void)
{
  g_autofree char *program =
      g_test_build_filename (G_TEST_BUILT, "..", "app", "pellucid-a11y-keeper", NULL);
  PelA11yKeeper *keeper = pel_a11y_keeper_new (program);
  gboolean       is_ready = FALSE;

  pel_a11y_keeper_turn_on (keeper, ready_cb, &is_ready);
  while (!is_ready)
    g_main_context_iteration (NULL, TRUE);
  await_enabled (TRUE);
  return keeper;
}

static char *
dup_mark (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_state_dir (), "pellucid", "accessibility", NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
test_restored (void)
{
  set_enabled (FALSE);
  pel_a11y_keeper_free (turn_on ());
  await_enabled (FALSE);
  pel_a11y_keeper_free (turn_on ()); /* again */
  await_enabled (FALSE);
}

/* Who has it on keeps it. */
static void
test_left_on (void)
{
  PelA11yKeeper *first, *second;

  set_enabled (TRUE);
  pel_a11y_keeper_free (turn_on ());
  set_enabled (FALSE);
  first = turn_on ();
  second = turn_on ();
  pel_a11y_keeper_free (first);
  first = turn_on (); /* later than what the one before has done */
  g_assert_true (is_enabled ());
  pel_a11y_keeper_free (second);
  pel_a11y_keeper_free (first);
  await_enabled (FALSE);
}

/* Who decides that it stays on has the last word. */
static void
test_decided (void)
{
  PelA11yKeeper *keeper;

  set_enabled (FALSE);
  keeper = turn_on ();
  pel_a11y_keeper_leave_on ();
  pel_a11y_keeper_free (keeper);
  pel_a11y_keeper_free (turn_on ()); /* later than what the one before has done */
  g_assert_true (is_enabled ());
}

/* A desktop that ended before anything could be restored. */
static void
test_after_crash (void)
{
  g_autofree char   *folder = g_build_filename (g_get_user_state_dir (), "pellucid", NULL);
  g_autofree char   *path = g_build_filename (folder, "accessibility", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char   *mark = NULL;
  PelA11yKeeper     *keeper;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, "off\n", -1, &error);
  g_assert_no_error (error);
  set_enabled (TRUE);
  keeper = turn_on ();
  mark = dup_mark ();
  g_assert_cmpstr (mark, ==, "off\n");
  pel_a11y_keeper_free (keeper);
  await_enabled (FALSE);
}

/* Without the program nothing changes, and nobody waits. */
static void
test_missing (void)
{
  PelA11yKeeper *keeper = pel_a11y_keeper_new ("/nonexistent/keeper");
  gboolean       is_ready = FALSE;

  set_enabled (FALSE);
  pel_a11y_keeper_turn_on (keeper, ready_cb, &is_ready);
  while (!is_ready)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (is_enabled ());
  pel_a11y_keeper_free (keeper);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_test_add_func ("/a11y-keeper/restored", test_restored);
  g_test_add_func ("/a11y-keeper/left-on", test_left_on);
  g_test_add_func ("/a11y-keeper/decided", test_decided);
  g_test_add_func ("/a11y-keeper/after-crash", test_after_crash);
  g_test_add_func ("/a11y-keeper/missing", test_missing);
  status = g_test_run ();
  g_object_unref (bus);
  return status;
}
