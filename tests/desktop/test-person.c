/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The person at their own devices: acting waits while they use them, and stops when they press the
 * panic key. A second pointer and keyboard of the X server are theirs here: what XTest sends with
 * these comes from other devices than what Pellucid sends. */

#include "command.h"
#include "fixture.h"
#include "x11-reply.h"

#include "services/base/gate.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xinput.h>
#include <xcb/xtest.h>

#define NAME         "person"
#define WAIT_SECONDS 60

typedef struct
{
  xcb_connection_t *xcb;
} Person;

static guint8
find_device (Person *person, const char *name)
{
  xcb_input_xi_query_device_reply_t *reply =
      xcb_input_xi_query_device_reply (person->xcb,
                                       xcb_input_xi_query_device (person->xcb,
                                                                  XCB_INPUT_DEVICE_ALL),
                                       NULL);
  xcb_input_xi_device_info_iterator_t it = xcb_input_xi_query_device_infos_iterator (reply);
  guint8                              device = 0;

  for (; it.rem > 0; xcb_input_xi_device_info_next (&it))
    if (it.data->name_len == strlen (name) &&
        memcmp (xcb_input_xi_device_info_name (it.data), name, it.data->name_len) == 0)
      device = it.data->deviceid;
  free (reply);
  g_assert_cmpuint (device, !=, 0);
  return device;
}

static void
person_come (Person *person)
{
  struct
  {
    xcb_input_add_master_t head;
    char                   name[8];
  } change = { { XCB_INPUT_HIERARCHY_CHANGE_TYPE_ADD_MASTER, 4, strlen (NAME), 1, 1 }, NAME };
  g_autoptr (GError) error = NULL;

  person->xcb = pel_x11_connect (&error);
  g_assert_no_error (error);
  free (xcb_input_xi_query_version_reply (person->xcb,
                                          xcb_input_xi_query_version (person->xcb, 2, 1),
                                          NULL));
  g_assert_null (
      xcb_request_check (person->xcb,
                         xcb_input_xi_change_hierarchy_checked (person->xcb,
                                                                1,
                                                                (const void *) &change)));
  g_assert_null (
      xcb_request_check (person->xcb,
                         xcb_input_xi_set_client_pointer_checked (person->xcb,
                                                                  XCB_NONE,
                                                                  find_device (person,
                                                                               NAME " pointer"))));
}

static void
person_go (Person *person)
{
  xcb_disconnect (person->xcb);
}

static void
fake (Person *person, guint8 type, guint8 detail, gint16 x)
{
  xcb_window_t root = xcb_setup_roots_iterator (xcb_get_setup (person->xcb)).data->root;

  g_assert_null (xcb_request_check (person->xcb,
                                    xcb_test_fake_input_checked (person->xcb,
                                                                 type,
                                                                 detail,
                                                                 0,
                                                                 root,
                                                                 x,
                                                                 10,
                                                                 0)));
}

static guint8
find_key (Person *person, xcb_keysym_t keysym)
{
  const xcb_setup_t                *setup = xcb_get_setup (person->xcb);
  guint                             n_codes = setup->max_keycode - setup->min_keycode + 1;
  xcb_get_keyboard_mapping_reply_t *reply =
      xcb_get_keyboard_mapping_reply (person->xcb,
                                      xcb_get_keyboard_mapping (person->xcb,
                                                                setup->min_keycode,
                                                                n_codes),
                                      NULL);
  guint8 code = 0;

  for (guint i = 0; i < n_codes && code == 0; i++)
    if (xcb_get_keyboard_mapping_keysyms (reply)[i * reply->keysyms_per_keycode] == keysym)
      code = setup->min_keycode + i;
  free (reply);
  g_assert_cmpuint (code, !=, 0);
  return code;
}

/* In this order down, in the other one up. */
static void
press (Person *person, const xcb_keysym_t *keysyms, guint n_keysyms)
{
  for (guint i = 0; i < n_keysyms; i++)
    fake (person, XCB_KEY_PRESS, find_key (person, keysyms[i]), 0);
  for (guint i = n_keysyms; i > 0; i--)
    fake (person, XCB_KEY_RELEASE, find_key (person, keysyms[i - 1]), 0);
}

static void
allow (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, "{\"default\": {\"act\": \"allow\"}}", -1, &error);
  g_assert_no_error (error);
}

static PelFixture *
start (void)
{
  gint64             deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (GError) error = NULL;
  PelFixture        *fixture = pel_fixture_start (&error, "fixture-gtk3", NULL);

  g_assert_no_error (error);
  allow ();
  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "assert Slider:Slider");

      if (command->exit_code == 0)
        return fixture;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* What is done after a touch of theirs is done, but not before they have rested. */
static void
test_waits (void)
{
  static const xcb_keysym_t key[] = { 0xffe1 /* Shift_L */ };
  g_autoptr (PelFixture)    fixture = start ();
  g_autoptr (PelCommand)    moved = NULL, pressed = NULL, calm = NULL;
  Person                    person;

  person_come (&person);
  fake (&person, XCB_MOTION_NOTIFY, 0, 40);
  moved = pel_command_run (NULL, "invoke Button:Button");
  g_assert_cmpint (moved->exit_code, ==, 0);
  g_assert_cmpint (moved->elapsed_ms, >, PEL_GATE_PERSON_MS / 2);
  pel_fixture_expect (fixture, "clicked button");
  press (&person, key, G_N_ELEMENTS (key));
  pressed = pel_command_run (NULL, "invoke Button:Button");
  g_assert_cmpint (pressed->exit_code, ==, 0);
  g_assert_cmpint (pressed->elapsed_ms, >, PEL_GATE_PERSON_MS / 2);
  calm =
      pel_command_run (NULL, "click Button:Button --clicks 2"); /* our own hands are not theirs */
  g_assert_cmpint (calm->exit_code, ==, 0);
  g_assert_cmpuint (pel_fixture_count (fixture, "clicked button"), >=, 3);
  person_go (&person);
}

/* Nothing is done until the person says so, and it is written down who stopped it. */
static void
test_panic (void)
{
  static const xcb_keysym_t keys[] = { 0xffe3 /* Control_L */, 0xffe9 /* Alt_L */, 0xff1b };
  g_autoptr (PelFixture)    fixture = start ();
  g_autoptr (PelCommand)    refused = NULL, resumed = NULL, done = NULL, log = NULL;
  Person                    person;

  person_come (&person);
  press (&person, keys, G_N_ELEMENTS (keys));
  refused = pel_command_run (NULL, "invoke Button:Button --timeout-ms 8000");
  g_assert_cmpint (refused->exit_code, ==, 4);
  g_assert_cmpuint (pel_fixture_count (fixture, "clicked *"), ==, 0);
  log = pel_command_run (NULL, "audit show --last 5 --json");
  g_assert_nonnull (strstr (log->out, "panic"));
  resumed = pel_command_run_at_terminal ("stop --resume");
  g_assert_cmpint (resumed->exit_code, ==, 0);
  done = pel_command_run (NULL, "invoke Button:Button");
  g_assert_cmpint (done->exit_code, ==, 0);
  pel_fixture_expect (fixture, "clicked button");
  person_go (&person);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/person/waits", test_waits);
  g_test_add_func ("/person/panic", test_panic);
  return g_test_run ();
}
