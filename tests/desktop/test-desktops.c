/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What every test may rely on inside a desktop. What the runner promises its caller is tested in
 * tests/support/test-runner.c. */

#include "config.h"
#include "sway-ipc.h"
#include "test-input.h"
#include "test-window.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#if HAVE_X11
#include "x11-reply.h"
#include <xcb/randr.h>
#endif

#define CALL_MS   10000
#define EVENT_MS  5000
#define MAX_AREAS 4

typedef struct
{
  int x, y, width, height;
} Area;

/* clang-format off */
static const struct
{
  const char *kind;
  gboolean    is_composited;
  const char *peers[4]; /* variables that hold the pid of a program that runs */
  Area        monitors[MAX_AREAS];
} promises[] = {
  { "none",      FALSE, { "BUS" },                            { { 0 } } },
  { "x11",       TRUE,  { "BUS", "X", "WM", "PICOM" },        { { 0, 0, 1920, 1080 } } },
  { "x11-bare",  FALSE, { "BUS", "X", "WM" },                 { { 0, 0, 1920, 1080 } } },
  { "x11-xfwm",  TRUE,  { "BUS", "X", "WM", "PICOM" },        { { 0, 0, 1920, 1080 } } },
  { "x11-multi", TRUE,  { "BUS", "X", "WM", "PICOM" },
    { { 0, 300, 1920, 1080 }, { 1920, 0, 1280, 1024 }, { 3200, 500, 2560, 1440 } } },
  { "sway",      TRUE,  { "BUS", "COMPOSITOR" },
    { { 0, 0, 1280, 800 }, { 1280, 0, 1280, 800 } } },
};

static const char *const private_folders[] = {
  "HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
  "XDG_STATE_HOME",
};
/* clang-format on */

static gsize
find_promise (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (promises); i++)
    {
      if (g_strcmp0 (promises[i].kind, g_getenv ("PEL_DESKTOP_KIND")) == 0)
        return i;
    }
  g_error ("this kind has no row");
}

static gboolean
is_kind (const char *prefix)
{
  return g_str_has_prefix (promises[find_promise ()].kind, prefix);
}

static void
test_private_folders (void)
{
  const char *dir = g_getenv ("PEL_DESKTOP_DIR");

  for (gsize i = 0; i < G_N_ELEMENTS (private_folders); i++)
    {
      const char *folder = g_getenv (private_folders[i]);
      GStatBuf    status;

      g_test_message ("folder: %s", private_folders[i]);
      g_assert_true (g_str_has_prefix (folder, dir));
      g_assert_cmpint (g_stat (folder, &status), ==, 0);
      g_assert_cmpint (status.st_mode & 0777, ==, 0700);
    }
}

static void
test_peers (void)
{
  const char *const *peers = promises[find_promise ()].peers;

  for (gsize i = 0; i < G_N_ELEMENTS (promises[0].peers) && peers[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("PEL_DESKTOP_%s_PID", peers[i]);

      g_test_message ("peer: %s", name);
      g_assert_nonnull (g_getenv (name));
      g_assert_cmpint (kill (atoi (g_getenv (name)), 0), ==, 0);
    }
}

static GDBusConnection *
connect_to_bus (const char *address)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection   *bus =
      g_dbus_connection_new_for_address_sync (address,
                                              G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                  G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                              NULL,
                                              NULL,
                                              &error);

  g_assert_no_error (error);
  return bus;
}

static GVariant *
call (GDBusConnection *bus,
      const char      *name,
      const char      *path,
      const char      *interface,
      const char      *method,
      GVariant        *arguments)
{
  g_autoptr (GError) error = NULL;
  GVariant          *answer = g_dbus_connection_call_sync (bus,
                                                  name,
                                                  path,
                                                  interface,
                                                  method,
                                                  arguments,
                                                  NULL,
                                                  G_DBUS_CALL_FLAGS_NONE,
                                                  CALL_MS,
                                                  NULL,
                                                  &error);

  g_assert_no_error (error);
  return answer;
}

static void
test_bus (void)
{
  g_autoptr (GDBusConnection) bus = connect_to_bus (g_getenv ("DBUS_SESSION_BUS_ADDRESS"));
  const char                 *name = "org.freedesktop.DBus";
  g_autoptr (GVariant)        answer =
      call (bus, name, "/", name, "GetConnectionUnixProcessID", g_variant_new ("(s)", name));
  guint32 pid;

  /* The daemon that answers is the desktop's own. */
  g_variant_get (answer, "(u)", &pid);
  g_assert_cmpint (pid, ==, atoi (g_getenv ("PEL_DESKTOP_BUS_PID")));
  g_dbus_connection_close_sync (bus, NULL, NULL);
}

static void
test_missing_service (void)
{
  g_autoptr (GDBusConnection) bus = connect_to_bus (g_getenv ("DBUS_SESSION_BUS_ADDRESS"));
  g_autoptr (GError)          error = NULL;
  g_autoptr (GVariant)        answer = g_dbus_connection_call_sync (bus,
                                                             "org.freedesktop.portal.Desktop",
                                                             "/",
                                                             "org.freedesktop.DBus.Peer",
                                                             "Ping",
                                                             NULL,
                                                             NULL,
                                                             G_DBUS_CALL_FLAGS_NONE,
                                                             CALL_MS,
                                                             NULL,
                                                             &error);

  /* At once, and not after the time that programs are given to start. */
  g_assert_null (answer);
  g_assert_error (error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN);
  g_dbus_connection_close_sync (bus, NULL, NULL);
}

/* The bus starts no service that happens to be installed. */
static void
test_services (void)
{
  static const char *const offered[] = {
    "org.freedesktop.DBus", "org.a11y.Bus", "org.xfce.Xfconf", NULL
  };
  g_autoptr (GDBusConnection) bus = connect_to_bus (g_getenv ("DBUS_SESSION_BUS_ADDRESS"));
  g_autoptr (GError)          error = NULL;
  g_autoptr (GVariant)        answer = g_dbus_connection_call_sync (bus,
                                                             "org.freedesktop.DBus",
                                                             "/org/freedesktop/DBus",
                                                             "org.freedesktop.DBus",
                                                             "ListActivatableNames",
                                                             NULL,
                                                             G_VARIANT_TYPE ("(as)"),
                                                             G_DBUS_CALL_FLAGS_NONE,
                                                             CALL_MS,
                                                             NULL,
                                                             &error);
  g_autofree const char     **names = NULL;

  g_assert_no_error (error);
  g_variant_get (answer, "(^a&s)", &names);
  g_assert_true (g_strv_contains (names, "org.a11y.Bus"));
  for (gsize i = 0; names[i] != NULL; i++)
    {
      g_test_message ("service: %s", names[i]);
      g_assert_true (g_strv_contains (offered, names[i]));
    }
  g_dbus_connection_close_sync (bus, NULL, NULL);
}

static void
test_a11y (void)
{
  g_autoptr (GDBusConnection) session = connect_to_bus (g_getenv ("DBUS_SESSION_BUS_ADDRESS"));
  g_autoptr (GDBusConnection) a11y = NULL;
  g_autoptr (GVariant)        address = NULL;
  g_autoptr (GVariant)        enabled = NULL;
  g_autoptr (GVariant)        value = NULL;
  g_autoptr (GVariant)        root = NULL;
  const char                 *text;

  enabled = call (session,
                  "org.a11y.Bus",
                  "/org/a11y/bus",
                  "org.freedesktop.DBus.Properties",
                  "Get",
                  g_variant_new ("(ss)", "org.a11y.Status", "IsEnabled"));
  g_variant_get (enabled, "(v)", &value);
  g_assert_true (g_variant_get_boolean (value));

  address = call (session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", NULL);
  g_variant_get (address, "(&s)", &text);
  g_assert_nonnull (strstr (text, g_getenv ("PEL_DESKTOP_DIR")));
  a11y = connect_to_bus (text);
  root = call (a11y,
               "org.a11y.atspi.Registry",
               "/org/a11y/atspi/accessible/root",
               "org.a11y.atspi.Accessible",
               "GetChildren",
               NULL);
  g_assert_cmpstr (g_variant_get_type_string (root), ==, "(a(so))");
  g_dbus_connection_close_sync (a11y, NULL, NULL);
  g_dbus_connection_close_sync (session, NULL, NULL);
}

static void
spawn (const char *command)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *output = NULL;
  int                status;

  g_spawn_command_line_sync (command, &output, NULL, &status, &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);
}

#if HAVE_X11
static guint
read_x11_monitors (Area *areas)
{
  g_autoptr (GError)                error = NULL;
  xcb_connection_t                 *connection = pel_x11_connect (&error);
  xcb_window_t                      root;
  xcb_randr_get_monitors_reply_t   *reply;
  xcb_randr_monitor_info_iterator_t iterator;
  guint                             n = 0;

  g_assert_no_error (error);
  root = xcb_setup_roots_iterator (xcb_get_setup (connection)).data->root;
  reply =
      pel_x11_await (connection, xcb_randr_get_monitors (connection, root, TRUE).sequence, &error);
  g_assert_no_error (error);
  iterator = xcb_randr_get_monitors_monitors_iterator (reply);
  for (; iterator.rem > 0 && n < MAX_AREAS; xcb_randr_monitor_info_next (&iterator))
    areas[n++] =
        (Area){ iterator.data->x, iterator.data->y, iterator.data->width, iterator.data->height };
  free (reply);
  xcb_disconnect (connection);
  return n;
}

static gboolean
is_composited (void)
{
  g_autoptr (GError)               error = NULL;
  xcb_connection_t                *connection = pel_x11_connect (&error);
  xcb_get_selection_owner_reply_t *owner;
  gboolean                         has_owner;

  g_assert_no_error (error);
  owner = pel_x11_await (connection,
                         xcb_get_selection_owner (connection,
                                                  pel_x11_intern (connection, "_NET_WM_CM_S0"))
                             .sequence,
                         &error);
  g_assert_no_error (error);
  has_owner = owner->owner != XCB_WINDOW_NONE;
  free (owner);
  xcb_disconnect (connection);
  return has_owner;
}
#endif

static guint
read_sway_monitors (Area *areas)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) answer = pel_sway_call (NULL, PEL_SWAY_GET_OUTPUTS, NULL, &error);
  JsonArray           *outputs;
  guint                n = 0;

  g_assert_no_error (error);
  outputs = json_node_get_array (answer);
  for (guint i = 0; i < json_array_get_length (outputs) && n < MAX_AREAS; i++)
    {
      JsonObject *rect =
          json_object_get_object_member (json_array_get_object_element (outputs, i), "rect");

      areas[n++] = (Area){ (int) json_object_get_int_member (rect, "x"),
                           (int) json_object_get_int_member (rect, "y"),
                           (int) json_object_get_int_member (rect, "width"),
                           (int) json_object_get_int_member (rect, "height") };
    }
  return n;
}

static guint
read_monitors (Area *areas)
{
#if HAVE_X11
  if (is_kind ("x11"))
    return read_x11_monitors (areas);
#endif
  return is_kind ("sway") ? read_sway_monitors (areas) : 0;
}

static void
check_monitors (const Area *expected, guint n_expected)
{
  Area areas[MAX_AREAS] = { 0 };

  g_assert_cmpuint (read_monitors (areas), ==, n_expected);
  for (guint i = 0; i < n_expected; i++)
    {
      g_test_message ("monitor %u", i);
      g_assert_cmpmem (&areas[i], sizeof areas[i], &expected[i], sizeof expected[i]);
    }
}

static void
test_monitors (void)
{
  const Area *monitors = promises[find_promise ()].monitors;
  guint       n = 0;

  while (n < MAX_AREAS && monitors[n].width > 0)
    n++;
  check_monitors (monitors, n);
#if HAVE_X11
  if (is_kind ("x11"))
    g_assert_cmpint (is_composited (), ==, promises[find_promise ()].is_composited);
#endif
}

static void
test_monitors_hotplug (void)
{
  /* xrandr moves everything so that the screen starts at 0,0. */
  const Area without[] = { { 0, 0, 1920, 1080 }, { 3200, 200, 2560, 1440 } };
  const Area elsewhere[] = { { 0, 0, 1920, 1080 },
                             { 0, 1400, 1280, 1024 },
                             { 3200, 200, 2560, 1440 } };

  spawn ("xrandr --output DUMMY1 --off");
  check_monitors (without, G_N_ELEMENTS (without));
  spawn ("xrandr --output DUMMY1 --mode b1280 --pos 0x1400");
  check_monitors (elsewhere, G_N_ELEMENTS (elsewhere));
  spawn ("xrandr --output DUMMY0 --pos 0x300 --output DUMMY1 --mode b1280 --pos 1920x0"
         " --output DUMMY2 --pos 3200x500");
  test_monitors ();
}

/* clang-format off */
static const struct { const char *command; Area second; double scale; } layouts[] = {
  { "swaymsg -q -- output HEADLESS-2 scale 1.25 pos -1536 -120", { -1536, -120, 1536, 960 }, 1.25 },
  { "swaymsg -q -- output HEADLESS-2 scale 1.75 pos 1280 -200",  { 1280, -200, 1097, 685 },  1.75 },
  { "swaymsg -q -- output HEADLESS-2 scale 2 pos -960 100",      { -960, 100, 960, 600 },    2    },
  { "swaymsg -q -- output HEADLESS-2 scale 1.5 pos 1280 0",      { 1280, 0, 1280, 800 },     1.5  },
};
/* clang-format on */

/* Each layout, with a window and the pointer on the output that moved. */
static void
test_monitors_layouts (void)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestInput)  input = pel_test_input_new (&error);
  g_autoptr (PelTestWindow) window = pel_test_window_new ("layouts", 200, 100, NULL, 0, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      const Area *second = &layouts[i].second;
      const Area  expected[] = { { 0, 0, 1280, 800 }, *second };

      g_test_message ("%s", layouts[i].command);
      spawn (layouts[i].command);
      check_monitors (expected, G_N_ELEMENTS (expected));
      pel_test_window_place (window, second->x + 100, second->y + 80, layouts[i].scale, &error);
      g_assert_no_error (error);
      pel_test_window_forget (window);
      pel_test_input_move (input, second->x + 130, second->y + 95, &error);
      g_assert_no_error (error);
      g_assert_true (pel_test_window_expect (window, "move 30,15", EVENT_MS));
    }
}

#if HAVE_X11
/* It starts with its first client, which may be another user than the compositor. */
static void
test_xwayland (void)
{
  g_autoptr (GError) error = NULL;
  xcb_connection_t  *connection = pel_x11_connect (&error);

  g_assert_no_error (error);
  g_assert_true (pel_x11_sync (connection, &error));
  xcb_disconnect (connection);
}
#endif

static void
expect (PelTestWindow *window, const char *event)
{
  if (pel_test_window_expect (window, event, EVENT_MS))
    return;
  g_test_message ("events so far:\n%s", pel_test_window_get_events (window));
  g_error ("“%s” did not arrive", event);
}

static void
test_input_pointer (void)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestInput)  input = pel_test_input_new (&error);
  g_autoptr (PelTestWindow) window = pel_test_window_new ("pointer", 200, 100, NULL, 0, &error);

  g_assert_no_error (error);
  g_assert_true (pel_test_window_place (window, 400, 350, 1, &error));
  pel_test_window_forget (window);
  g_assert_true (pel_test_input_move (input, 450, 370, &error));
  expect (window, "move 50,20");
  g_assert_true (pel_test_input_click (input, 1, &error));
  expect (window, "press 1");
  expect (window, "release 1");
  g_assert_true (pel_test_input_press (input, 3, &error));
  expect (window, "press 3");
  g_assert_true (pel_test_input_move (input, 599, 449, &error));
  expect (window, "move 199,99");
  g_assert_true (pel_test_input_release (input, 3, &error));
  expect (window, "release 3");
  g_assert_true (pel_test_input_wheel (input, 0, 2, &error));
  expect (window, "wheel 0,1\nwheel 0,1");
  g_assert_true (pel_test_input_wheel (input, -1, 0, &error));
  expect (window, "wheel -1,0");
}

static void
test_input_keys (void)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestInput)  input = pel_test_input_new (&error);
  g_autoptr (PelTestWindow) window = pel_test_window_new ("keys", 200, 100, NULL, 0, &error);

  g_assert_no_error (error);
  g_assert_true (pel_test_window_place (window, 400, 350, 1, &error));
  g_assert_true (pel_test_input_move (input, 450, 370, &error));
  g_assert_true (pel_test_input_click (input, 1, &error));
  expect (window, "release 1");
  expect (window, "focus");
  pel_test_window_forget (window);
  g_assert_true (pel_test_input_type (input, "aB!\n", &error));
  expect (window,
          "key a\nlifted a\nkey Shift_L\nkey B\nlifted B\nlifted Shift_L\n"
          "key Shift_L\nkey exclam\nlifted exclam\nlifted Shift_L\nkey Return\nlifted Return");
  pel_test_window_forget (window);
  g_assert_true (pel_test_input_chord (input, "ctrl+x", &error));
  expect (window, "key Control_L\nkey x");
  g_assert_true (pel_test_input_chord (input, "Escape", &error));
  expect (window, "key Escape");
  g_assert_false (pel_test_input_chord (input, "no-such-key", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/desktops/private/folders", test_private_folders);
  g_test_add_func ("/desktops/peers", test_peers);
  g_test_add_func ("/desktops/bus/own", test_bus);
  g_test_add_func ("/desktops/bus/missing-service", test_missing_service);
  g_test_add_func ("/desktops/bus/services", test_services);
  g_test_add_func ("/desktops/a11y", test_a11y);
  g_test_add_func ("/desktops/monitors/promised", test_monitors);
  if (!is_kind ("none"))
    {
      g_test_add_func ("/desktops/input/pointer", test_input_pointer);
      g_test_add_func ("/desktops/input/keys", test_input_keys);
    }
  if (is_kind ("x11-multi"))
    g_test_add_func ("/desktops/monitors/hotplug", test_monitors_hotplug);
#if HAVE_X11
  if (is_kind ("sway"))
    g_test_add_func ("/desktops/xwayland", test_xwayland);
#endif
  if (is_kind ("sway"))
    g_test_add_func ("/desktops/monitors/layouts", test_monitors_layouts);
  return g_test_run ();
}
