/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The approver on a desktop: what cannot answer in the person's place, and that the person can. An
 * agent is our own command line without a terminal. */

#include "config.h"

#include "approval-case.h"
#include "long-form.h"
#include "pixel-oracle.h"

#if HAVE_X11
#include "x11-reply.h"

#include <xcb/xinput.h>
#include <xcb/xtest.h>
#endif

#define EXPIRY_SECONDS 120
#define HIGHLIGHT      0xfee339

#define XK_Return 0xff0d
#define XK_Tab    0xff09
#define XK_Escape 0xff1b
#define XK_Alt    0xffe9
#define XK_F9     0xffc6

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

/* (transfer full): the place and size of the dialog. */
static char *
dup_bounds (void)
{
  g_autoptr (JsonObject) window = find_dialog ();

  g_assert_nonnull (window);
  return json_to_string (json_object_get_member (window, "bounds"), FALSE);
}

static void
await_note (Case *self, const char *part, gboolean is_there)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autofree char *program = pel_a11y_wait_program (self->bus, self->pid, WAIT_SECONDS * 1000);
      g_autoptr (GPtrArray) nodes = pel_a11y_walk (self->bus, program, 500);
      gboolean              is_found = FALSE;

      for (guint i = 0; i < nodes->len; i++)
        is_found |= strstr (((PelA11yNode *) nodes->pdata[i])->name, part) != NULL;
      if (is_found == is_there)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      wait_ms (50);
    }
}

/* Others who ask and call it off do not move what the person is about to press. */
static void
test_others (Case *self, gconstpointer unused)
{
  static const struct
  {
    const char *line, *note;
  } others[] = {
    { "toggle CheckBox:Check --timeout-ms 8000", "1 more request is waiting" },
    { ACT, "2 identical calls are waiting" },
  };
  g_autofree char *before = dup_bounds ();

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (GSubprocess) other = pel_command_start (NULL, others[i].line);
      g_autoptr (PelCommand)  command = NULL;
      g_autofree char        *meanwhile = NULL, *after = NULL;

      await_note (self, others[i].note, TRUE);
      wait_ms (500);
      meanwhile = dup_bounds ();
      g_assert_cmpstr (meanwhile, ==, before);
      g_subprocess_send_signal (other, SIGINT);
      command = pel_command_wait (other);
      await_note (self, others[i].note, FALSE);
      wait_ms (500);
      after = dup_bounds ();
      g_assert_cmpstr (after, ==, before);
    }
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

/* The id of the person's device. */
static guint8
find_device (xcb_connection_t *xcb, const char *name)
{
  g_autoptr (GError)                  error = NULL;
  xcb_input_xi_query_device_reply_t  *reply;
  xcb_input_xi_device_info_iterator_t it;
  guint8                              id = 0;

  xcb_discard_reply (xcb, xcb_input_xi_query_version (xcb, 2, 2).sequence);
  reply =
      pel_x11_await (xcb, xcb_input_xi_query_device (xcb, XCB_INPUT_DEVICE_ALL).sequence, &error);
  g_assert_no_error (error);
  for (it = xcb_input_xi_query_device_infos_iterator (reply); it.rem > 0;
       xcb_input_xi_device_info_next (&it))
    if (strlen (name) == it.data->name_len &&
        strncmp (xcb_input_xi_device_info_name (it.data), name, it.data->name_len) == 0)
      id = it.data->deviceid;
  free (reply);
  g_assert_cmpuint (id, !=, 0);
  return id;
}

/* What a client of the server does in the name of a device that is there: each event has its id. */
static void
fake (xcb_connection_t *xcb, guint8 device, guint8 event, guint code, guint delay_ms)
{
  const xcb_query_extension_reply_t *input = xcb_get_extension_data (xcb, &xcb_input_id);

  xcb_test_fake_input (xcb, input->first_event + event, code, delay_ms, XCB_NONE, 0, 0, device);
}

static void
fake_chord (xcb_connection_t *xcb, guint8 device, guint modifier, guint keysym, guint delay_ms)
{
  guint codes[2] = { modifier != 0 ? pel_person_find_code (pel_person_get (), modifier) : 0,
                     pel_person_find_code (pel_person_get (), keysym) };

  for (int i = modifier != 0 ? 0 : 1; i < 2; i++)
    fake (xcb, device, XCB_INPUT_DEVICE_KEY_PRESS, codes[i], i == 0 ? delay_ms : 0);
  for (int i = 1; i >= (modifier != 0 ? 0 : 1); i--)
    fake (xcb, device, XCB_INPUT_DEVICE_KEY_RELEASE, codes[i], 0);
}

/* XTestFakeDevice…: that these events have the person's device is no sign of the person. */
static void
test_fake_device (Case *self, gconstpointer unused)
{
  static const struct
  {
    guint modifier, keysym, delay_ms;
  } chords[] = { { XK_Alt, 'a', 0 }, { XK_Alt, 'd', 0 },  { XK_Alt, 'a', 700 },
                 { 0, XK_Tab, 0 },   { 0, XK_Return, 0 }, { 0, XK_Escape, 0 } };
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelCommand) command = NULL;
  xcb_connection_t      *xcb;
  guint8                 keyboard, pointer;
  int                    x, y;

  if (!needs_person ())
    return;
  xcb = pel_x11_connect (&error);
  keyboard = find_device (xcb, "person keyboard");
  pointer = find_device (xcb, "person pointer");
  for (gsize i = 0; i < G_N_ELEMENTS (chords); i++)
    {
      fake_chord (xcb, keyboard, chords[i].modifier, chords[i].keysym, chords[i].delay_ms);
      g_assert_true (pel_x11_sync (xcb, &error));
      assert_pending (self);
    }
  find_place (self, self->allow, &x, &y);
  xcb_warp_pointer (xcb,
                    XCB_NONE,
                    xcb_setup_roots_iterator (xcb_get_setup (xcb)).data->root,
                    0,
                    0,
                    0,
                    0,
                    x,
                    y);
  fake (xcb, pointer, XCB_INPUT_DEVICE_BUTTON_PRESS, 1, 0);
  fake (xcb, pointer, XCB_INPUT_DEVICE_BUTTON_RELEASE, 1, 0);
  g_assert_true (pel_x11_sync (xcb, &error));
  assert_pending (self);
  xcb_disconnect (xcb);
  pel_person_press (pel_person_get (), 'a', TRUE);
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
  pel_fixture_expect (self->fixture, "clicked button");
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

/* On a busy machine a click may still be counted to XTest's movement: a person clicks again. */
static void
click_until_answered (Case *self, PelPerson *person)
{
  gint64 deadline = g_get_monotonic_time () + 50 * G_TIME_SPAN_SECOND;

  while (g_subprocess_get_identifier (self->call) != NULL && g_get_monotonic_time () < deadline)
    {
      pel_person_click (person);
      for (guint i = 0; i < 30 && g_subprocess_get_identifier (self->call) != NULL; i++)
        wait_ms (100);
    }
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
  click_until_answered (self, person);
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

/* Arming */

#define MAX_TRIES 40

/* What was pressed last may have come late enough to answer: that question tells nothing. */
static void
drop_question (Case *self)
{
  g_autoptr (PelCommand) command = NULL;

  g_test_message ("the machine stood still: once more");
  wait_ms (AFTER_MS);
  g_subprocess_send_signal (self->call, SIGINT);
  command = finish (self);
  await_end ();
  pel_fixture_forget (self->fixture);
}

/* FALSE: since @last there was so long a pause that the dialog may be armed. */
static gboolean
press_soon (guint keysym, gboolean alt, gint64 *last)
{
  gint64 before = g_get_monotonic_time (), since = *last;

  pel_person_press (pel_person_get (), keysym, alt);
  *last = before;
  return g_get_monotonic_time () - since <= PEL_ARMING_MS / 2 * G_TIME_SPAN_MILLISECOND;
}

/* @look runs FIND_DIALOG. */
static gboolean
has_dialog (GSubprocess *look)
{
  g_autoptr (PelCommand) command = pel_command_wait (look);
  g_autoptr (JsonObject) data = pel_command_parse_data (command);

  return json_array_get_length (json_object_get_array_member (data, "windows")) > 0;
}

/* The person types before the dialog is there, while it appears, and on. FALSE: they paused. */
static gboolean
type_on (Case *self)
{
  static const guint keys[] = { 'h', 'e',       'l', 'l',    'o',      XK_Tab,
                                '4', XK_Return, 'a', XK_Tab, XK_Return };
  gint64             last = g_get_monotonic_time (), seen = 0;
  gboolean           is_typing = TRUE;

  self->call = pel_command_start (NULL, ACT);
  while (is_typing && seen == 0)
    {
      g_autoptr (GSubprocess) look = pel_command_start (NULL, FIND_DIALOG);

      while (is_typing && g_subprocess_get_identifier (look) != NULL)
        {
          is_typing = press_soon ('x', FALSE, &last);
          wait_ms (10);
        }
      if (has_dialog (look))
        seen = g_get_monotonic_time ();
    }
  for (guint i = 0;
       is_typing && g_get_monotonic_time () - seen < 4 * PEL_ARMING_MS * G_TIME_SPAN_MILLISECOND;
       i++)
    {
      is_typing = press_soon (keys[i % G_N_ELEMENTS (keys)], FALSE, &last);
      wait_ms (10);
    }
  return is_typing;
}

static void
test_typing (Case *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command = NULL;
  guint                  n_tries = 1;

  if (!needs_person ())
    return;
  pel_person_get ();
  for (; !type_on (self); n_tries++)
    {
      g_assert_cmpuint (n_tries, <, MAX_TRIES);
      drop_question (self);
    }
  assert_pending (self);
  await_question (self);
  pel_person_press (pel_person_get (), 'a', TRUE);
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
  pel_fixture_expect (self->fixture, "clicked button");
}

/* Alt went down in another program. */
static void
test_held_modifier (Case *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command = NULL;
  PelPerson             *person;

  if (!needs_person ())
    return;
  person = pel_person_get ();
  pel_person_send_key (person, XK_Alt, TRUE);
  ask (self, ACT);
  pel_person_press (person, 'a', FALSE);
  assert_pending (self);
  pel_person_send_key (person, XK_Alt, FALSE);
  wait_ms (2 * PEL_ARMING_MS);
  pel_person_press (person, 'a', TRUE);
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
}

/* A program pulls the dialog away, and the person answers where it was. FALSE: they paused. */
static gboolean
press_moved (Case *self, xcb_connection_t *xcb, guint32 place)
{
  g_autoptr (GError) error = NULL;
  gint64             last = g_get_monotonic_time ();

  xcb_configure_window (xcb,
                        self->window,
                        XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y,
                        (guint32[]){ place, place });
  g_assert_true (pel_x11_sync (xcb, &error));
  wait_ms (PEL_ARMING_MS / 4);
  return press_soon ('a', TRUE, &last);
}

static void
test_moved (Case *self, gconstpointer unused)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelCommand) command = NULL;
  xcb_connection_t      *xcb;
  guint                  n_pressed = 0;

  if (!needs_person ())
    return;
  xcb = pel_x11_connect (&error);
  pel_person_find_code (pel_person_get (), 'a');
  for (guint n_tries = 1; n_pressed < 3; n_tries++)
    {
      g_assert_cmpuint (n_tries, <, MAX_TRIES);
      if (press_moved (self, xcb, 7 + 8 * n_tries))
        {
          assert_pending (self);
          n_pressed++;
          continue;
        }
      drop_question (self);
      ask (self, ACT);
    }
  xcb_disconnect (xcb);
  pel_person_press (pel_person_get (), 'a', TRUE);
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
}

/* A program turns the keyboard to “Allow Once” for the person's Return, or holds Alt for them. */
static void
test_prepared (Case *self, gconstpointer unused)
{
  static const char *const keys[] = { "Tab", "Left", "Right" };
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = NULL;
  g_autoptr (PelCommand)   command = NULL;
  xcb_connection_t        *xcb;
  guint                    alt;

  if (!needs_person ())
    return;
  input = pel_test_input_new (&error);
  xcb = pel_x11_connect (&error);
  alt = pel_person_find_code (pel_person_get (), XK_Alt);
  xcb_test_fake_input (xcb, XCB_KEY_PRESS, alt, 0, XCB_NONE, 0, 0, 0);
  g_assert_true (pel_x11_sync (xcb, &error));
  wait_ms (3 * PEL_ARMING_MS);
  pel_person_press (pel_person_get (), 'a', FALSE);
  assert_pending (self);
  xcb_test_fake_input (xcb, XCB_KEY_RELEASE, alt, 0, XCB_NONE, 0, 0, 0);
  g_assert_true (pel_x11_sync (xcb, &error));
  xcb_disconnect (xcb);
  wait_ms (3 * PEL_ARMING_MS);
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    g_assert_true (pel_test_input_chord (input, keys[i], &error));
  wait_ms (3 * PEL_ARMING_MS);
  pel_person_press (pel_person_get (), XK_Return, FALSE);
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 4);
}

/* What a window manager has grabbed reaches it, whichever program may be sent keys, and however
 * many come before. */
static void
test_grabbed (Case *self, gconstpointer unused)
{
#define KEYS_16 "F8 F8 F8 F8 F8 F8 F8 F8 F8 F8 F8 F8 F8 F8 F8 F8 "
  static const char *const grabbed[] = {
    "key ctrl+shift+F9 --window-title fixture-gtk3",
    "key " KEYS_16 KEYS_16 "ctrl+shift+F9 --window-title fixture-gtk3",
  };
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelCommand) other = NULL;
  xcb_connection_t      *xcb;
  xcb_generic_error_t   *refusal;

  if (!needs_person ())
    return;
  write_policy ("{\"default\": {\"act\": \"ask\"}, \"rules\": [{\"app\": \"fixture-gtk3\","
                " \"decision\": \"allow\"}]}");
  xcb = pel_x11_connect (&error);
  refusal =
      xcb_request_check (xcb,
                         xcb_grab_key_checked (xcb,
                                               FALSE,
                                               xcb_setup_roots_iterator (xcb_get_setup (xcb))
                                                   .data->root,
                                               XCB_MOD_MASK_CONTROL | XCB_MOD_MASK_SHIFT,
                                               pel_person_find_code (pel_person_get (), XK_F9),
                                               XCB_GRAB_MODE_ASYNC,
                                               XCB_GRAB_MODE_ASYNC));
  g_assert_null (refusal);
  other = pel_command_run (NULL, "key ctrl+shift+F8 --window-title fixture-gtk3");
  g_assert_cmpint (other->exit_code, ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (grabbed); i++)
    {
      g_autoptr (PelCommand) command = NULL;

      g_test_message ("%s", grabbed[i]);
      ask (self, grabbed[i]);
      pel_person_press (pel_person_get (), 'd', TRUE);
      command = finish (self);
      g_assert_cmpint (command->exit_code, ==, 4);
      await_end ();
    }
  xcb_disconnect (xcb);
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
  g_assert_nonnull (strstr (command->err, "denied this"));
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

#define ADD(path, func) g_test_add ("/approval/" path, Case, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("accessibility", test_accessibility);
  ADD ("graft", test_graft);
  ADD ("highlight", test_highlight);
  ADD ("gate", test_gate);
  ADD ("others", test_others);
  if (pel_test_is_long ())
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
      ADD ("fake-device", test_fake_device);
      g_test_add ("/approval/grabbed", Case, NULL, set_up_program, test_grabbed, tear_down);
      g_test_add ("/approval/typing", Case, NULL, set_up_program, test_typing, tear_down);
      g_test_add ("/approval/held-modifier",
                  Case,
                  NULL,
                  set_up_program,
                  test_held_modifier,
                  tear_down);
      ADD ("moved", test_moved);
      ADD ("prepared", test_prepared);
      ADD ("person-key", test_person_key);
      ADD ("person-click", test_person_click);
      ADD ("person-elsewhere", test_person_elsewhere);
      ADD ("person-denies", test_person_denies);
    }
#endif
  if (is_on ("sway"))
    {
      ADD ("seat-key", test_seat_key);
    }

  return g_test_run ();
}
