/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The approver on a desktop: what cannot answer in the person's place, and that the person can. An
 * agent is our own command line without a terminal. */

#include "config.h"

#include "a11y-probe.h"
#include "command.h"
#include "fixture.h"
#include "pixel-oracle.h"
#include "test-input.h"

#include "app/approver/approver-window.h"
#if HAVE_X11
#include "person.h"
#include "x11-reply.h"
#endif

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_SECONDS   60
#define TITLE          "Pellucid asks"
#define ALLOW          "Allow once"
#define DENY           "Deny"
#define EXPIRY_SECONDS 120
#define AFTER_MS       1500 /* an answer would have been taken by then */
#define HIGHLIGHT      0xfee339
#define POLICY                                              \
  "{\"default\": {\"act\": \"ask\", \"capture\": \"ask\"}," \
  " \"rules\": [{\"app\": \"fixture-hostile\", \"decision\": \"allow\"}]}"

/* A call that waits for the person, and the dialog. */
typedef struct
{
  PelFixture      *fixture;
  GSubprocess     *call;
  GDBusConnection *bus;
  pid_t            pid; /* of the approver */
  guint            window;
  PelA11yNode     *allow, *deny;
  GPtrArray       *nodes;
} Case;

static gboolean
is_on (const char *kind)
{
  return g_str_has_prefix (g_getenv ("PEL_DESKTOP_KIND"), kind);
}

static void
wait_ms (guint ms)
{
  gint64 end = g_get_monotonic_time () + ms * G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (5000);
    }
}

static void
write_policy (const char *text)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents_full (path, text, -1, 0, 0600, &error);
  g_assert_no_error (error);
}

/* (transfer full) (nullable): the window of the dialog. */
static JsonObject *
find_dialog (void)
{
  g_autoptr (PelCommand) command =
      pel_command_run (NULL, "windows --json --include-hidden --filter '" TITLE "'");
  g_autoptr (JsonObject) data = pel_command_parse_data (command);
  JsonArray             *windows = json_object_get_array_member (data, "windows");

  return json_array_get_length (windows) > 0
             ? json_object_ref (json_array_get_object_element (windows, 0))
             : NULL;
}

static void
await_dialog (Case *self)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (JsonObject) window = find_dialog ();

      if (window != NULL)
        {
          self->pid = json_object_get_int_member (window, "pid");
          self->window = strtoul (json_object_get_string_member (window, "window_id"), NULL, 0);
          return;
        }
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

static PelA11yNode *
find_node (Case *self, const char *name)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      PelA11yNode *node = self->nodes->pdata[i];

      if (g_str_equal (node->name, name))
        return node;
    }
  g_error ("the dialog has no “%s”", name);
}

/* The call is asked about, the dialog is there and armed. */
static void
set_up (Case *self, gconstpointer unused)
{
  gint64             deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autofree char   *program = NULL;
  g_autoptr (GError) error = NULL;
  gboolean           is_there = FALSE;

  write_policy (POLICY);
  self->fixture = pel_fixture_start (&error, "fixture-gtk3", NULL);
  g_assert_no_error (error);
  while (!is_there)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "assert Slider:Slider");

      is_there = command->exit_code == 0;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  self->call = pel_command_start (NULL, "invoke Button:Button --timeout-ms 8000");
  await_dialog (self);
  self->bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  program = pel_a11y_wait_program (self->bus, self->pid, WAIT_SECONDS * 1000);
  g_assert_nonnull (program);
  self->nodes = pel_a11y_walk (self->bus, program, 500);
  self->allow = find_node (self, ALLOW);
  self->deny = find_node (self, DENY);
  wait_ms (PEL_APPROVER_ARMING_MS + 500);
}

/* Nobody has answered, and nothing was done. */
static void
assert_pending (Case *self)
{
  g_autoptr (JsonObject) window = NULL;

  wait_ms (AFTER_MS);
  window = find_dialog ();
  g_assert_nonnull (window);
  g_assert_nonnull (g_subprocess_get_identifier (self->call));
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 0);
}

/* The call is called off where it still waits: the dialog goes with it. */
static void
tear_down (Case *self, gconstpointer unused)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  if (self->call != NULL)
    {
      g_autoptr (PelCommand) command = NULL;

      g_subprocess_send_signal (self->call, SIGINT);
      command = pel_command_wait (self->call);
      g_assert_cmpint (command->exit_code, ==, 130);
      g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 0);
      g_clear_object (&self->call);
    }
  for (;;)
    {
      g_autoptr (JsonObject) window = find_dialog ();

      if (window == NULL)
        break;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  pel_fixture_stop (self->fixture);
  g_ptr_array_unref (self->nodes);
  g_object_unref (self->bus);
}

/* (transfer full): how the call ended. */
static PelCommand *
finish (Case *self)
{
  PelCommand *command = pel_command_wait (self->call);

  g_clear_object (&self->call);
  g_test_message ("%d %s%s", command->exit_code, command->out, command->err);
  return command;
}

static void
expect_log (const char *text)
{
  g_autoptr (PelCommand) log = pel_command_run (NULL, "audit show --json --last 3");

  g_test_message ("%s", log->out);
  g_assert_nonnull (strstr (log->out, text));
}

/* What must not answer */

static void
test_accessibility (Case *self, gconstpointer unused)
{
  PelA11yNode *const nodes[] = { self->allow, self->deny };

  for (gsize i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      g_autoptr (GVariant) done = pel_a11y_call (self->bus,
                                                 nodes[i]->bus_name,
                                                 nodes[i]->path,
                                                 "Action",
                                                 "DoAction",
                                                 g_variant_new ("(i)", 0),
                                                 NULL);

      assert_pending (self);
    }
}

/* Pellucid does not act on its own dialog, nor on what another program shows of it. */
static void
test_graft (Case *self, gconstpointer unused)
{
  g_autofree char   *target = g_strdup_printf ("%s,%s", self->allow->bus_name, self->allow->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (PelFixture)   hostile = pel_fixture_start (&error,
                                                      "fixture-hostile",
                                                      "--mode",
                                                      "graft",
                                                      "--no-cache",
                                                      "--target",
                                                      target,
                                                      NULL);
  static const char *const lines[] = {
    "invoke 'Button:\"" ALLOW "\"' --timeout-ms 3000",
    "key Return --window-title '" TITLE "' --timeout-ms 3000",
    "click 'Button:\"" ALLOW "\"' --timeout-ms 3000",
  };

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, lines[i]);

      g_test_message ("%s: %d %s", lines[i], command->exit_code, command->err);
      g_assert_cmpint (command->exit_code, !=, 0);
    }
  assert_pending (self);
}

/* What an agent draws is not to be seen while something is asked. */
static void
test_highlight (Case *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command =
      pel_command_run (NULL, "highlight Button:Button CheckBox:Check --label Allow");
  g_autoptr (GPtrArray) images = NULL;

  g_assert_cmpint (command->exit_code, ==, 0);
  assert_pending (self);
  images = pel_oracle_capture_all (NULL);
  for (guint i = 0; i < images->len; i++)
    g_assert_cmpuint (pel_oracle_count (images->pdata[i], HIGHLIGHT, 4), ==, 0);
}

/* While it is up nothing else is done, by whomever. */
static void
test_gate (Case *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command =
      pel_command_run_at_terminal ("toggle CheckBox:Check --timeout-ms 1500");

  g_test_message ("%s%s", command->out, command->err);
  g_assert_cmpint (command->exit_code, !=, 0);
  g_assert_cmpuint (pel_fixture_count (self->fixture, "toggled*"), ==, 0);
  assert_pending (self);
}

/* Nobody is there: that is a denial, and the call waited all the while. */
static void
test_expiry (Case *self, gconstpointer unused)
{
  gint64 deadline = g_get_monotonic_time () + (EXPIRY_SECONDS + 20) * G_TIME_SPAN_SECOND;
  g_autoptr (PelCommand) command = NULL;

  while (g_subprocess_get_identifier (self->call) != NULL)
    {
      wait_ms (200);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 4);
  g_assert_nonnull (strstr (command->err, "did not answer"));
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 0);
}

#if HAVE_X11

/* Where a button is on the screen. */
static void
find_place (Case *self, const PelA11yNode *node, int *ret_x, int *ret_y)
{
  g_autoptr (GError) error = NULL;
  xcb_connection_t  *xcb = pel_x11_connect (&error);
  xcb_window_t       root = xcb_setup_roots_iterator (xcb_get_setup (xcb)).data->root;
  xcb_translate_coordinates_reply_t *origin;
  g_autoptr (GVariant)               extents = NULL;
  int                                x, y, width, height;

  g_assert_no_error (error);
  origin = pel_x11_await (xcb,
                          xcb_translate_coordinates (xcb, self->window, root, 0, 0).sequence,
                          &error);
  g_assert_no_error (error);
  extents = pel_a11y_call (self->bus,
                           node->bus_name,
                           node->path,
                           "Component",
                           "GetExtents",
                           g_variant_new ("(u)", 1 /* of the window */),
                           &error);
  g_assert_no_error (error);
  g_variant_get (extents, "((iiii))", &x, &y, &width, &height);
  *ret_x = origin->dst_x + x + width / 2;
  *ret_y = origin->dst_y + y + height / 2;
  free (origin);
  xcb_disconnect (xcb);
}

static void
test_xtest_click (Case *self, gconstpointer unused)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  int                      x, y;

  find_place (self, self->allow, &x, &y);
  g_assert_true (pel_test_input_move (input, x, y, &error));
  wait_ms (100);
  g_assert_true (pel_test_input_click (input, 1, &error));
  assert_pending (self);
  find_place (self, self->deny, &x, &y);
  g_assert_true (pel_test_input_move (input, x, y, &error));
  g_assert_true (pel_test_input_click (input, 1, &error));
  assert_pending (self);
}

static void
test_xtest_key (Case *self, gconstpointer unused)
{
  static const char *const chords[] = { "alt+a", "alt+d", "Return", "Escape" };
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  for (gsize i = 0; i < G_N_ELEMENTS (chords); i++)
    g_assert_true (pel_test_input_chord (input, chords[i], &error));
  assert_pending (self);
}

static void
test_send_event (Case *self, gconstpointer unused)
{
  g_autoptr (GError)       error = NULL;
  xcb_connection_t        *xcb = pel_x11_connect (&error);
  xcb_window_t             root = xcb_setup_roots_iterator (xcb_get_setup (xcb)).data->root;
  xcb_button_press_event_t event = { .detail = 1,
                                     .root = root,
                                     .event = self->window,
                                     .event_x = 300,
                                     .event_y = 400,
                                     .same_screen = TRUE };

  for (guint8 type = XCB_KEY_PRESS; type <= XCB_BUTTON_RELEASE; type++)
    {
      event.response_type = type;
      event.detail = type <= XCB_KEY_RELEASE ? 36 /* Return */ : 1;
      xcb_send_event (xcb, FALSE, self->window, XCB_EVENT_MASK_NO_EVENT, (const char *) &event);
    }
  g_assert_true (pel_x11_sync (xcb, &error));
  xcb_disconnect (xcb);
  assert_pending (self);
}

/* What the person may */

#define XK_Return 0xff0d
#define XK_Tab    0xff09

static gboolean
needs_person (void)
{
  if (pel_person_is_there ())
    return TRUE;
  g_test_skip ("Xorg's driver inputtest is not installed");
  return FALSE;
}

static void
test_person_key (Case *self, gconstpointer unused)
{
  PelPerson             *person;
  g_autoptr (PelCommand) command = NULL;

  if (!needs_person ())
    return;
  person = pel_person_get ();
  pel_person_press (person, 'a', TRUE);
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
  pel_fixture_expect (self->fixture, "clicked button");
  expect_log ("once (dialog)");
}

static void
test_person_click (Case *self, gconstpointer unused)
{
  PelPerson               *person;
  g_autoptr (PelCommand)   command = NULL;
  g_autoptr (PelTestInput) input = NULL;
  g_autoptr (GError)       error = NULL;
  int                      x, y;

  if (!needs_person ())
    return;
  person = pel_person_get ();
  input = pel_test_input_new (&error);
  find_place (self, self->allow, &x, &y);
  g_assert_true (pel_test_input_move (input, x, y, &error));
  pel_person_click (person); /* XTest has just moved the pointer there */
  assert_pending (self);
  pel_person_click (person);
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
  pel_fixture_expect (self->fixture, "clicked button");
}

/* A hand at the keyboard somewhere else is no answer to what comes over the accessibility bus. */
static void
test_person_elsewhere (Case *self, gconstpointer unused)
{
  PelPerson           *person;
  g_autoptr (GVariant) done = NULL;

  if (!needs_person ())
    return;
  person = pel_person_get ();
  pel_person_press (person, XK_Tab, FALSE);
  pel_person_press (person, XK_Tab, FALSE);
  wait_ms (400);
  done = pel_a11y_call (self->bus,
                        self->allow->bus_name,
                        self->allow->path,
                        "Action",
                        "DoAction",
                        g_variant_new ("(i)", 0),
                        NULL);
  assert_pending (self);
}

/* The keyboard is on “Deny”; a reason goes back to who asked. */
static void
test_person_denies (Case *self, gconstpointer unused)
{
  PelPerson             *person;
  g_autoptr (PelCommand) command = NULL;

  if (!needs_person ())
    return;
  person = pel_person_get ();
  pel_person_press (person, XK_Return, FALSE);
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 4);
  g_assert_nonnull (strstr (command->err, "said no"));
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 0);
  expect_log ("approval_denied");
}

#endif

/* On Wayland nobody tells devices apart: the seat of the desktop is the person. */

static void
test_seat_key (Case *self, gconstpointer unused)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelCommand)   command = NULL;

  g_assert_true (pel_test_input_chord (input, "alt+a", &error));
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
  pel_fixture_expect (self->fixture, "clicked button");
}

static void
test_seat_reason (Case *self, gconstpointer unused)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelCommand)   command = NULL;

  g_assert_true (pel_test_input_chord (input, "shift+Tab", &error));
  g_assert_true (pel_test_input_type (input, "not now", &error));
  g_assert_true (pel_test_input_chord (input, "alt+d", &error));
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 4);
  g_assert_nonnull (strstr (command->err, "not now"));
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 0);
}

/* An answer that lasts is not asked again, until it is taken back. */
static void
test_seat_app (Case *self, gconstpointer unused)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelCommand)   command = NULL, again = NULL, listed = NULL, revoked = NULL;

  g_assert_true (pel_test_input_chord (input, "alt+p", &error));
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
  again = pel_command_run (NULL, "invoke Button:Button");
  g_assert_cmpint (again->exit_code, ==, 0);
  pel_fixture_expect (self->fixture, "clicked button");
  pel_fixture_expect (self->fixture, "clicked button");
  expect_log ("app (grant ");
  listed = pel_command_run_at_terminal ("grants");
  g_assert_nonnull (strstr (listed->out, "act on fixture-gtk3"));
  revoked = pel_command_run (NULL, "grants revoke --all");
  g_assert_cmpint (revoked->exit_code, ==, 0);
  self->call = pel_command_start (NULL, "invoke Button:Button");
  await_dialog (self);
  pel_fixture_forget (self->fixture);
}

static void
test_seat_always (Case *self, gconstpointer unused)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelCommand)   command = NULL, again = NULL;
  g_autofree char         *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char *text = NULL;

  g_assert_true (pel_test_input_chord (input, "alt+w", &error));
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
  again = pel_command_run (NULL, "invoke Button:Button");
  g_assert_cmpint (again->exit_code, ==, 0);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "{\"app\": \"fixture-hostile\", \"decision\": \"allow\"}"));
  g_assert_nonnull (strstr (text, "fixture-gtk3"));
}

#define ADD(path, func) g_test_add ("/approval/" path, Case, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("accessibility", test_accessibility);
  ADD ("graft", test_graft);
  ADD ("highlight", test_highlight);
  ADD ("gate", test_gate);
  if (g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "x11"))
    ADD ("expiry", test_expiry);
#if HAVE_X11
  if (is_on ("x11"))
    {
      ADD ("xtest-click", test_xtest_click);
      ADD ("xtest-key", test_xtest_key);
      ADD ("send-event", test_send_event);
    }
  if (is_on ("x11-multi"))
    {
      ADD ("person-key", test_person_key);
      ADD ("person-click", test_person_click);
      ADD ("person-elsewhere", test_person_elsewhere);
      ADD ("person-denies", test_person_denies);
    }
#endif
  if (is_on ("sway"))
    {
      ADD ("seat-key", test_seat_key);
      ADD ("seat-reason", test_seat_reason);
      ADD ("seat-app", test_seat_app);
      ADD ("seat-always", test_seat_always);
    }

  return g_test_run ();
}
