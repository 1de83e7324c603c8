/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The overlay of a running session is there for eyes only: no list of windows has it, nothing that
 * is asked about a point finds it, and it never has the keyboard. */

#include "overlay-case.h"
#if HAVE_X11
#include "x11-reply.h"
#endif

#include <stdlib.h>
#include <string.h>

#if HAVE_X11
static void
append_windows (GString *list, xcb_connection_t *xcb, const char *property)
{
  xcb_window_t              root = xcb_setup_roots_iterator (xcb_get_setup (xcb)).data->root;
  xcb_atom_t                atom = pel_x11_intern (xcb, property);
  g_autoptr (GError)        error = NULL;
  xcb_get_property_cookie_t cookie = xcb_get_property (xcb, 0, root, atom, XCB_ATOM_WINDOW, 0, 256);
  xcb_get_property_reply_t *reply = pel_x11_await (xcb, cookie.sequence, &error);
  const xcb_window_t       *windows = xcb_get_property_value (reply);

  g_assert_no_error (error);
  for (guint i = 0; i < xcb_get_property_value_length (reply) / sizeof *windows; i++)
    g_string_append_printf (list, "%s %x\n", property, windows[i]);
  free (reply);
}

static char *
dup_client_lists (void)
{
  g_autoptr (GError) error = NULL;
  xcb_connection_t  *xcb = pel_x11_connect (&error);
  GString           *list = g_string_new (NULL);

  g_assert_no_error (error);
  append_windows (list, xcb, "_NET_CLIENT_LIST");
  append_windows (list, xcb, "_NET_CLIENT_LIST_STACKING");
  xcb_disconnect (xcb);
  return g_string_free (list, FALSE);
}
#endif

/* What the window system lists: task bars and who switches between windows go by it. */
static char *
dup_system_list (void)
{
  g_autoptr (GError) error = NULL;
  char              *text = NULL;

#if HAVE_X11
  if (!is_sway ())
    return dup_client_lists ();
#endif
  g_spawn_command_line_sync ("swaymsg -r -t get_tree", &text, NULL, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* Its windows, all of them, and the one that has the keyboard. */
static char *
dup_own_list (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "windows --include-hidden --json");
  g_autoptr (JsonObject) data = pel_command_parse_data (command);
  JsonArray             *windows = json_object_get_array_member (data, "windows");
  GString               *list = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (windows); i++)
    {
      JsonObject *window = json_array_get_object_element (windows, i);

      g_string_append_printf (list,
                              "%s %s%s\n",
                              json_object_get_string_member (window, "window_id"),
                              json_object_get_string_member (window, "title"),
                              json_object_get_boolean_member (window, "active") ? " active" : "");
    }
  return g_string_free (list, FALSE);
}

static void
test_lists (void)
{
  g_autoptr (OverlayCase) self = overlay_case_new ("fixture-gtk3", NULL);
  g_autofree char        *system_before = NULL;
  g_autofree char        *system_after = NULL;
  g_autofree char        *own_before = NULL;
  g_autofree char        *own_after = NULL;

  assert_overlay (self, followed);
  run_pellucid ("overlay off");
  assert_overlay (self, NULL);
  system_before = dup_system_list ();
  own_before = dup_own_list ();
  g_assert_nonnull (strstr (own_before, OVERLAY_NAME " active"));
  run_pellucid ("overlay on");
  assert_overlay (self, followed);
  system_after = dup_system_list ();
  own_after = dup_own_list ();
  g_assert_cmpstr (system_after, ==, system_before);
  g_assert_cmpstr (own_after, ==, own_before);
}

/* Under the line, under the number and beside them. */
static void
test_points (void)
{
  static const struct
  {
    int dx, dy;
  } points[] = { { 100, -1 }, { 6, 4 }, { 100, 12 } };
  g_autoptr (OverlayCase) self = overlay_case_new ("fixture-gtk3", NULL);
  PelOracleBox            box;

  assert_overlay (self, followed);
  box = find_widget ("tip");
  for (gsize i = 0; i < G_N_ELEMENTS (points); i++)
    {
      g_autofree char *line =
          g_strdup_printf ("at %d %d --json", box.x + points[i].dx, box.y + points[i].dy);
      g_autoptr (PelCommand) command = pel_command_run (NULL, line);

      g_assert_cmpint (command->exit_code, ==, 0);
      g_assert_nonnull (strstr (command->out, "\"Tooltip\""));
    }
}

/* All that is on the desktop, hidden or not, is the same with it and without. */
static void
test_snapshot (void)
{
  g_autoptr (OverlayCase) self = overlay_case_new ("fixture-gtk3", NULL);
  g_autoptr (PelCommand)  command = NULL;

  assert_overlay (self, followed);
  command = pel_command_run (NULL, "tree --scope desktop --no-visible --max-bytes 0");
  g_assert_cmpint (command->exit_code, ==, 0);
  g_assert_nonnull (strstr (command->out, OVERLAY_NAME));
  g_assert_null (strstr (command->out, "pellucid-overlay"));
  g_assert_null (strstr (command->out, "pellucid-session"));
}

/* Keys go where they went before, while it comes and goes. */
static void
test_keys (void)
{
  g_autoptr (OverlayCase) self = overlay_case_new ("fixture-gtk3", NULL);
  g_autoptr (GError)      error = NULL;

  assert_overlay (self, followed);
  perform (self->input, self->fixture, &(Step){ CLICK, "multiline", .log = "focused multiline" });
  for (guint i = 0; i < 3; i++)
    {
      run_pellucid (i % 2 == 0 ? "overlay off" : "overlay on");
      assert_overlay (self, i % 2 == 0 ? NULL : followed);
      pel_fixture_forget (self->fixture);
      pel_test_input_type (self->input, "x", &error);
      g_assert_no_error (error);
      pel_fixture_expect (self->fixture, "text multiline *");
      g_assert_cmpuint (pel_fixture_count (self->fixture, "focused *"), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/unseen/lists", test_lists);
  g_test_add_func ("/unseen/points", test_points);
  g_test_add_func ("/unseen/snapshot", test_snapshot);
  g_test_add_func ("/unseen/keys", test_keys);
  return g_test_run ();
}
