/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each mode of fixture-hostile must really misbehave as it promises, seen with plain GDBus calls:
 * a defence that was never attacked proves nothing. */

#include "../fixtures/hostile.h"
#include "a11y-probe.h"
#include "fixture.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>

#define PANEL  PEL_A11Y_NODE "2"
#define BUTTON PEL_A11Y_NODE "3"
#define CACHE  "/org/a11y/atspi/cache"

typedef struct
{
  PelFixture      *fixture;
  GDBusConnection *bus;
  char            *name; /* of the hostile program on the bus */
} Subject;

static void
subject_clear (Subject *self)
{
  g_clear_pointer (&self->fixture, pel_fixture_stop);
  g_clear_object (&self->bus);
  g_clear_pointer (&self->name, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Subject, subject_clear)

static Subject
start (const char *mode, const char *option, const char *value)
{
  g_autoptr (GError) error = NULL;
  Subject            self = { 0 };

  self.bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  self.fixture = pel_fixture_start (&error, "fixture-hostile", "--mode", mode, option, value, NULL);
  g_assert_no_error (error);
  self.name = pel_a11y_wait_program (self.bus, pel_fixture_get_pid (self.fixture), 15000);
  g_assert_nonnull (self.name);
  return self;
}

static GVariant *
call (
    Subject *self, const char *path, const char *interface, const char *method, GVariant *arguments)
{
  g_autoptr (GError) error = NULL;
  GVariant          *answer =
      pel_a11y_call (self->bus, self->name, path, interface, method, arguments, &error);

  g_assert_no_error (error);
  return answer;
}

static GVariant *
get (Subject *self, const char *path, const char *interface, const char *property)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = pel_a11y_get (self->bus, self->name, path, interface, property, &error);

  g_assert_no_error (error);
  return value;
}

static void
assert_prints (GVariant *value, const char *expected)
{
  g_autofree char *text = g_variant_print (value, FALSE);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_call (Subject    *self,
             const char *path,
             const char *interface,
             const char *method,
             const char *expected)
{
  g_autoptr (GVariant) answer = call (self, path, interface, method, NULL);

  assert_prints (answer, expected);
}

static void
assert_get (Subject    *self,
            const char *path,
            const char *interface,
            const char *property,
            const char *expected)
{
  g_autoptr (GVariant) value = get (self, path, interface, property);

  assert_prints (value, expected);
}

/* The only child of the panel. */
static void
assert_only_child (Subject *self, const char *bus_name, const char *path)
{
  g_autofree char     *list = g_strdup_printf ("([('%s', '%s')],)", bus_name, path);
  g_autofree char     *one = g_strdup_printf ("(('%s', '%s'),)", bus_name, path);
  g_autoptr (GVariant) child =
      call (self, PANEL, "Accessible", "GetChildAtIndex", g_variant_new ("(i)", 0));

  assert_get (self, PANEL, "Accessible", "ChildCount", "1");
  assert_call (self, PANEL, "Accessible", "GetChildren", list);
  assert_prints (child, one);
}

/* The truth */

static void
test_honest (void)
{
  g_auto (Subject)         self = start ("honest", NULL, NULL);
  g_autoptr (GPtrArray)    nodes = pel_a11y_walk (self.bus, self.name, 100);
  static const char *const names[] = { "fixture-hostile", "Hostile", "Panel", "Button",
                                       "Entry",           "Slider",  "Label" };

  g_assert_cmpuint (nodes->len, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < nodes->len; i++)
    g_assert_cmpstr (((PelA11yNode *) nodes->pdata[i])->name, ==, names[i]);
  assert_call (&self, BUTTON, "Accessible", "GetRoleName", "('push button',)");
  assert_call (&self, BUTTON, "Accessible", "GetState", "([1124073728, 0],)");
  assert_call (&self, BUTTON, "Component", "GetSize", "(80, 20)");
  assert_get (&self, BUTTON, "Action", "NActions", "1");
  assert_get (&self, PEL_A11Y_NODE "4", "Text", "CharacterCount", "5");
  assert_get (&self, PEL_A11Y_NODE "5", "Value", "MaximumValue", "100.0");
  assert_get (&self, PEL_A11Y_ROOT, "Application", "ToolkitName", "'hostile'");
  pel_fixture_expect (self.fixture, "call Accessible.GetState " BUTTON);
  pel_fixture_expect (self.fixture, "call Properties.Get " BUTTON " Action.NActions");
}

static void
test_honest_acts (void)
{
  g_auto (Subject)     self = start ("honest", NULL, NULL);
  g_autoptr (GVariant) did = call (&self, BUTTON, "Action", "DoAction", g_variant_new ("(i)", 0));
  g_autoptr (GVariant) text =
      call (&self, PEL_A11Y_NODE "4", "Text", "GetText", g_variant_new ("(ii)", 1, 3));
  g_autoptr (GVariant) extents =
      call (&self, BUTTON, "Component", "GetExtents", g_variant_new ("(u)", 0));

  assert_prints (did, "(true,)");
  assert_prints (text, "('nt',)");
  assert_prints (extents, "((25, 25, 80, 20),)");
  pel_fixture_expect (self.fixture, "did Button");
}

static void
test_nodes (void)
{
  g_auto (Subject)     self = start ("honest", "--nodes", "50000");
  g_autoptr (GVariant) answer = call (&self, CACHE, "Cache", "GetItems", NULL);
  g_autoptr (GVariant) items = g_variant_get_child_value (answer, 0);
  gint64               children = 0;

  g_assert_cmpstr (g_variant_get_type_string (items), ==, "a((so)(so)(so)iiassusau)");
  g_assert_cmpuint (g_variant_n_children (items), ==, 50000);
  for (gsize i = 0; i < g_variant_n_children (items); i++)
    {
      g_autoptr (GVariant) item = g_variant_get_child_value (items, i);
      g_autoptr (GVariant) count = g_variant_get_child_value (item, 4);

      children += g_variant_get_int32 (count);
    }
  g_assert_cmpint (children, ==, 49999); /* everybody but the root is somebody's child, once */
}

/* Shapes */

static void
test_cycle (void)
{
  g_auto (Subject) self = start ("cycle", NULL, NULL);

  assert_only_child (&self, self.name, PEL_A11Y_NODE "1");
}

static void
test_self (void)
{
  g_auto (Subject) self = start ("self", NULL, NULL);

  assert_only_child (&self, self.name, PANEL);
}

static void
test_deep (void)
{
  g_auto (Subject) self = start ("deep", NULL, NULL);
  g_autofree char *last = g_strdup_printf ("([('%s', '%s9999')],)", self.name, PEL_A11Y_NODE);

  assert_call (&self, PEL_A11Y_NODE "9998", "Accessible", "GetChildren", last);
  assert_get (&self, PEL_A11Y_NODE "9999", "Accessible", "ChildCount", "0");
}

static void
test_many_children (void)
{
  g_auto (Subject)     self = start ("many-children", NULL, NULL);
  g_autoptr (GVariant) child =
      call (&self, PANEL, "Accessible", "GetChildAtIndex", g_variant_new ("(i)", 1000000));
  g_autofree char *expected = g_strdup_printf ("(('%s', '%s1000003'),)", self.name, PEL_A11Y_NODE);

  assert_get (&self, PANEL, "Accessible", "ChildCount", "2147483647");
  assert_prints (child, expected);
}

static void
test_huge_list (void)
{
  g_auto (Subject)     self = start ("huge-list", NULL, NULL);
  g_autoptr (GVariant) answer = call (&self, PANEL, "Accessible", "GetChildren", NULL);
  g_autoptr (GVariant) children = g_variant_get_child_value (answer, 0);

  g_assert_cmpuint (g_variant_n_children (children), ==, 50000);
}

static void
test_count_mismatch (void)
{
  g_auto (Subject)     self = start ("count-mismatch", NULL, NULL);
  g_autoptr (GVariant) answer = call (&self, PANEL, "Accessible", "GetChildren", NULL);
  g_autoptr (GVariant) children = g_variant_get_child_value (answer, 0);

  assert_get (&self, PANEL, "Accessible", "ChildCount", "7");
  g_assert_cmpuint (g_variant_n_children (children), ==, 4);
}

static void
test_graft (void)
{
  g_auto (Subject) victim = start ("honest", NULL, NULL);
  g_autofree char *target = g_strconcat (victim.name, "," BUTTON, NULL);
  g_auto (Subject) chosen = start ("graft", "--target", target);
  g_auto (Subject) found = start ("graft", NULL, NULL);

  assert_only_child (&chosen, victim.name, BUTTON);
  assert_only_child (&found, victim.name, PEL_A11Y_ROOT);
}

/* Values */

static void
test_huge_string (void)
{
  g_auto (Subject)     self = start ("huge-string", NULL, NULL);
  g_autoptr (GVariant) name = get (&self, BUTTON, "Accessible", "Name");

  g_assert_cmpuint (strlen (g_variant_get_string (name, NULL)), ==, 8 * 1024 * 1024);
}

static void
test_bad_utf8 (void)
{
  static const gunichar bad[] = { 0x1b, 0x202e, 0x200b, 0xe0061, 0x85 };
  g_auto (Subject)      self = start ("bad-utf8", NULL, NULL);
  g_autoptr (GVariant)  line = get (&self, PEL_A11Y_NODE "6", "Accessible", "Name");

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char     *path = g_strdup_printf (PEL_A11Y_NODE "%zu", i + 1);
      g_autoptr (GVariant) name = get (&self, path, "Accessible", "Name");

      g_assert_nonnull (g_utf8_strchr (g_variant_get_string (name, NULL), -1, bad[i]));
    }
  g_assert_cmpuint (strlen (g_variant_get_string (line, NULL)), ==, 1024 * 1024);
}

static void
test_wrong_types (void)
{
  g_auto (Subject)     self = start ("wrong-types", NULL, NULL);
  g_autoptr (GVariant) extents =
      call (&self, BUTTON, "Component", "GetExtents", g_variant_new ("(u)", 0));

  assert_get (&self, BUTTON, "Accessible", "Name", "7");
  assert_get (&self, BUTTON, "Accessible", "ChildCount", "'wrong'");
  assert_call (&self, BUTTON, "Accessible", "GetChildren", "('wrong',)");
  assert_call (&self, BUTTON, "Accessible", "GetRoleName", "(7,)");
  assert_call (&self, BUTTON, "Accessible", "GetState", "('wrong',)");
  assert_call (&self, CACHE, "Cache", "GetItems", "('wrong',)");
  assert_prints (extents, "('wrong',)");
}

static void
test_wrong_extents (void)
{
  static const char *const expected[] = {
    "((-2147483648, -2147483648, -2147483648, -2147483648),)",
    "((2147483647, 2147483647, 2147483647, 2147483647),)",
    "((100, 100, -50, -1),)",
  };
  g_auto (Subject) self = start ("wrong-extents", NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char     *path = g_strdup_printf (PEL_A11Y_NODE "%zu", i + 1);
      g_autoptr (GVariant) extents =
          call (&self, path, "Component", "GetExtents", g_variant_new ("(u)", 0));

      assert_prints (extents, expected[i]);
    }
}

/* The frame says that it is in the panel, the panel that it is in the frame. */
static void
test_bad_cache (gconstpointer old_cache)
{
  g_auto (Subject)     self = start ("bad-cache", old_cache != NULL ? "--old-cache" : NULL, NULL);
  g_autoptr (GVariant) answer = call (&self, CACHE, "Cache", "GetItems", NULL);
  g_autoptr (GVariant) items = g_variant_get_child_value (answer, 0);

  g_assert_cmpstr (g_variant_get_type_string (items),
                   ==,
                   old_cache != NULL ? "a((so)(so)(so)a(so)assusau)" : "a((so)(so)(so)iiassusau)");
  for (gsize i = 1; i <= 2; i++)
    {
      g_autoptr (GVariant) item = g_variant_get_child_value (items, i);
      g_autoptr (GVariant) ref = g_variant_get_child_value (item, 0);
      g_autoptr (GVariant) parent = g_variant_get_child_value (item, 2);
      g_autofree char     *expected_ref =
          g_strdup_printf ("('%s', '%s%zu')", self.name, PEL_A11Y_NODE, i);
      g_autofree char *expected_parent =
          g_strdup_printf ("('%s', '%s%zu')", self.name, PEL_A11Y_NODE, 3 - i);

      assert_prints (ref, expected_ref);
      assert_prints (parent, expected_parent);
    }
}

static void
test_liar_pid (void)
{
  g_auto (Subject) self = start ("liar-pid", NULL, NULL);

  assert_get (&self, PEL_A11Y_ROOT, "Accessible", "Name", "'gnome-calculator'");
  assert_get (&self, PEL_A11Y_ROOT, "Application", "ToolkitName", "'gtk'");
  assert_call (&self,
               PEL_A11Y_ROOT,
               "Accessible",
               "GetAttributes",
               "({'pid': '1', 'toolkit': 'gtk'},)");
}

/* Time */

static void
assert_fails (Subject *self, int timeout_ms, GQuark domain, int code)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) answer = g_dbus_connection_call_sync (self->bus,
                                                             self->name,
                                                             BUTTON,
                                                             "org.a11y.atspi.Accessible",
                                                             "GetRole",
                                                             NULL,
                                                             NULL,
                                                             G_DBUS_CALL_FLAGS_NONE,
                                                             timeout_ms,
                                                             NULL,
                                                             &error);

  g_assert_error (error, domain, code);
}

static void
test_silent (void)
{
  g_auto (Subject) self = start ("silent", NULL, NULL);

  assert_fails (&self, 1000, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
  pel_fixture_expect (self.fixture, "call Accessible.GetRole " BUTTON);
}

static void
count_cb (GObject *bus, GAsyncResult *result, gpointer data)
{
  g_autoptr (GVariant) answer =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, NULL);
  guint *n_answers = data;

  *n_answers += answer != NULL;
}

/* How long five calls take that are sent together, in ms. */
static gint64
time_five_calls (Subject *self)
{
  gint64 start_time = g_get_monotonic_time ();
  guint  n_answers = 0;

  for (int i = 0; i < 5; i++)
    g_dbus_connection_call (self->bus,
                            self->name,
                            BUTTON,
                            "org.a11y.atspi.Accessible",
                            "GetRole",
                            NULL,
                            NULL,
                            G_DBUS_CALL_FLAGS_NONE,
                            20000,
                            NULL,
                            count_cb,
                            &n_answers);
  while (n_answers < 5)
    g_main_context_iteration (NULL, TRUE);
  return (g_get_monotonic_time () - start_time) / 1000;
}

static void
test_slow (void)
{
  g_auto (Subject) self = start ("slow", "--delay", "500");
  gint64           time = time_five_calls (&self);

  g_assert_cmpint (time, >=, 500);
  g_assert_cmpint (time, <, 2500); /* they wait side by side */
}

static void
test_slow_drip (void)
{
  g_auto (Subject) self = start ("slow-drip", "--delay", "500");

  g_assert_cmpint (time_five_calls (&self), >=, 2500); /* they wait in a row */
}

static void
test_vanish (void)
{
  /* The registry sets its id: that is the first call. */
  g_auto (Subject) self = start ("vanish", "--after", "3");

  assert_call (&self, BUTTON, "Accessible", "GetRole", "(43,)");
  assert_fails (&self, 10000, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY);
  pel_fixture_expect (self.fixture, "vanished");
  g_assert_true (pel_fixture_wait_end (self.fixture, 5000));
}

static void
event_cb (GDBusConnection *bus,
          const char      *sender,
          const char      *path,
          const char      *interface,
          const char      *signal,
          GVariant        *parameters,
          gpointer         data)
{
  guint *n_events = data;

  g_assert_cmpstr (g_variant_get_type_string (parameters), ==, "(siiva{sv})");
  (*n_events)++;
}

static void
test_flood (void)
{
  g_auto (Subject) self = start ("flood", "--rate", "5000");
  guint            n_events = 0;
  guint            subscription = g_dbus_connection_signal_subscribe (self.bus,
                                                           self.name,
                                                           "org.a11y.atspi.Event.Object",
                                                           NULL,
                                                           NULL,
                                                           NULL,
                                                           G_DBUS_SIGNAL_FLAGS_NONE,
                                                           event_cb,
                                                           &n_events,
                                                           NULL);
  gint64           start_time = g_get_monotonic_time ();

  while (n_events < 5000)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_get_monotonic_time () - start_time, <, 5 * G_USEC_PER_SEC);
  g_dbus_connection_signal_unsubscribe (self.bus, subscription);
}

static void
test_error (void)
{
  g_auto (Subject) self = start ("error", NULL, NULL);

  assert_fails (&self, 10000, G_DBUS_ERROR, G_DBUS_ERROR_FAILED);
}

/* Addresses */

static char *
get_address (Subject *self)
{
  g_autoptr (GVariant) answer =
      call (self, PEL_A11Y_ROOT, "Application", "GetApplicationBusAddress", NULL);
  char *address;

  g_variant_get (answer, "(s)", &address);
  return address;
}

/* GDBus follows any address, and so the trap snaps; it is no server, so no connection comes of it.
 */
static void
walk_into (const char *address)
{
  g_autoptr (GIOStream) stream = g_dbus_address_get_stream_sync (address, NULL, NULL, NULL);

  g_assert_nonnull (stream);
}

static gboolean
wake_cb (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

/* sd-bus follows this one as any other: the canary is made. */
static void
test_p2p_unixexec (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hostile-XXXXXX", NULL);
  g_autofree char *canary = g_build_filename (folder, "canary", NULL);
  g_auto (Subject) self = start ("p2p-unixexec", "--canary", canary);
  g_autofree char *address = get_address (&self);
  gint64           deadline = g_get_monotonic_time () + 5 * G_USEC_PER_SEC;
  guint            waker = g_timeout_add (10, wake_cb, NULL);
  sd_bus          *bus = NULL;

  g_assert_true (g_str_has_prefix (address, "unixexec:"));
  g_assert_false (g_file_test (canary, G_FILE_TEST_EXISTS));
  g_assert_cmpint (sd_bus_new (&bus), >=, 0);
  g_assert_cmpint (sd_bus_set_address (bus, address), >=, 0);
  sd_bus_start (bus);
  while (!g_file_test (canary, G_FILE_TEST_EXISTS) && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (waker);
  sd_bus_close_unref (bus);
  g_assert_cmpint (g_remove (canary), ==, 0);
  g_rmdir (folder);
}

static void
test_p2p_tcp (void)
{
  g_auto (Subject) self = start ("p2p-tcp", NULL, NULL);
  g_autofree char *address = get_address (&self);

  g_assert_true (g_str_has_prefix (address, "tcp:host=127.0.0.1,port="));
  walk_into (address);
  pel_fixture_expect (self.fixture, "connected p2p-tcp");
}

static void
test_p2p_foreign (void)
{
  g_auto (Subject)              self = start ("p2p-foreign", NULL, NULL);
  g_autofree char              *address = get_address (&self);
  g_autoptr (GSocketClient)     client = g_socket_client_new ();
  g_autoptr (GSocketAddress)    socket_address = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GCredentials)      owner = NULL;
  g_autoptr (GError)            error = NULL;

  g_assert_true (g_str_has_prefix (address, "unix:abstract="));
  socket_address = g_unix_socket_address_new_with_type (address + strlen ("unix:abstract="),
                                                        -1,
                                                        G_UNIX_SOCKET_ADDRESS_ABSTRACT);
  connection =
      g_socket_client_connect (client, G_SOCKET_CONNECTABLE (socket_address), NULL, &error);
  g_assert_no_error (error);
  pel_fixture_expect (self.fixture, "connected p2p-foreign");
  g_assert_true (
      g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)),
                                 "x",
                                 1,
                                 NULL,
                                 NULL,
                                 NULL));
  pel_fixture_expect (self.fixture, "heard p2p-foreign");
  owner = g_socket_get_credentials (g_socket_connection_get_socket (connection), &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_credentials_get_unix_pid (owner, NULL),
                   !=,
                   pel_fixture_get_pid (self.fixture));
}

static const struct
{
  const char *name;
  GTestFunc   function;
} tests[] = {
  { "honest", test_honest },
  { "honest-acts", test_honest_acts },
  { "nodes", test_nodes },
  { "cycle", test_cycle },
  { "self", test_self },
  { "deep", test_deep },
  { "many-children", test_many_children },
  { "huge-list", test_huge_list },
  { "count-mismatch", test_count_mismatch },
  { "graft", test_graft },
  { "huge-string", test_huge_string },
  { "bad-utf8", test_bad_utf8 },
  { "wrong-types", test_wrong_types },
  { "wrong-extents", test_wrong_extents },
  { "liar-pid", test_liar_pid },
  { "silent", test_silent },
  { "slow", test_slow },
  { "slow-drip", test_slow_drip },
  { "vanish", test_vanish },
  { "flood", test_flood },
  { "error", test_error },
  { "p2p-unixexec", test_p2p_unixexec },
  { "p2p-tcp", test_p2p_tcp },
  { "p2p-foreign", test_p2p_foreign },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/hostile-fixture/", tests[i].name, NULL);

      g_test_add_func (path, tests[i].function);
    }
  g_test_add_data_func ("/hostile-fixture/bad-cache", NULL, test_bad_cache);
  g_test_add_data_func ("/hostile-fixture/bad-cache-old", "old", test_bad_cache);
  return g_test_run ();
}
