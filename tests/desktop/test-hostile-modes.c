/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* As test-hostile-fixture.c, for the modes with trees or events of their own: what they promise is
 * what they do. */

#include "a11y-probe.h"
#include "fixture.h"

#define PANEL PEL_A11Y_NODE "2"
#define CACHE "/org/a11y/atspi/cache"

typedef struct
{
  PelFixture      *fixture;
  GDBusConnection *bus;
  char            *name;
  guint            n_events; /* with the member @awaited */
  const char      *awaited;
} Subject;

static void
subject_free (Subject *self)
{
  g_clear_pointer (&self->fixture, pel_fixture_stop);
  g_clear_object (&self->bus);
  g_free (self->name);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Subject, subject_free)

static Subject *
start (const char *mode, const char *option)
{
  g_autoptr (GError) error = NULL;
  Subject           *self = g_new0 (Subject, 1);

  self->bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  self->fixture = pel_fixture_start (&error, "fixture-hostile", "--mode", mode, option, NULL);
  g_assert_no_error (error);
  self->name = pel_a11y_wait_program (self->bus, pel_fixture_get_pid (self->fixture), 15000);
  g_assert_nonnull (self->name);
  return self;
}

static char *
ask (
    Subject *self, const char *path, const char *interface, const char *method, GVariant *arguments)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) answer =
      pel_a11y_call (self->bus, self->name, path, interface, method, arguments, &error);

  g_assert_no_error (error);
  return g_variant_print (answer, FALSE);
}

static gsize
ask_length (Subject *self, const char *path, const char *interface, const char *method)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) answer =
      pel_a11y_call (self->bus, self->name, path, interface, method, NULL, &error);
  g_autoptr (GVariant) list = NULL;

  g_assert_no_error (error);
  list = g_variant_get_child_value (answer, 0);
  return g_variant_n_children (list);
}

static int
get_number (Subject *self, const char *path, const char *interface, const char *property)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) value =
      pel_a11y_get (self->bus, self->name, path, interface, property, &error);

  g_assert_no_error (error);
  return g_variant_get_int32 (value);
}

static char *
get_text (Subject *self, const char *path, const char *property)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) value =
      pel_a11y_get (self->bus, self->name, path, "Accessible", property, &error);

  g_assert_no_error (error);
  return g_variant_dup_string (value, NULL);
}

/* A cell is found by its place on the screen and by row and column, and says where it is; far down
 * its index is no longer true. */
static void
assert_cell (const char *mode, int row, const char *expected_index, const char *expected_row)
{
  g_autoptr (Subject) self = start (mode, NULL);
  g_autofree char    *point =
      ask (self, PANEL, "Component", "GetAccessibleAtPoint", g_variant_new ("(iiu)", 185, 125, 0u));
  g_autofree char *place =
      ask (self, PANEL, "Table", "GetAccessibleAt", g_variant_new ("(ii)", row, 21));
  g_autofree char *path = g_strdup_printf (PEL_A11Y_NODE "%d", 1000 + row * 1024 + 21);
  g_autofree char *expected = g_strdup_printf ("(('%s', '%s'),)", self->name, path);
  g_autofree char *expected_name = g_strdup_printf ("row %d column 21", row);
  g_autofree char *index = ask (self, path, "Accessible", "GetIndexInParent", NULL);
  g_autofree char *told_row =
      ask (self, PANEL, "Table", "GetRowAtIndex", g_variant_new ("(i)", (int) (row * 16384u + 21)));
  g_autofree char *extents = ask (self, path, "Component", "GetExtents", g_variant_new ("(u)", 0u));
  g_autofree char *name = get_text (self, path, "Name");
  g_autofree char *states = ask (self, PANEL, "Accessible", "GetState", NULL);

  g_assert_cmpint (get_number (self, PANEL, "Accessible", "ChildCount"), ==, G_MAXINT);
  g_assert_cmpint (get_number (self, PANEL, "Table", "NRows"), ==, 1048576);
  g_assert_cmpstr (point, ==, expected);
  g_assert_cmpstr (place, ==, expected);
  g_assert_cmpstr (index, ==, expected_index);
  g_assert_cmpstr (told_row, ==, expected_row);
  g_assert_cmpstr (extents, ==, "((180, 120, 80, 20),)");
  g_assert_cmpstr (name, ==, expected_name);
  g_assert_cmpstr (states, ==, "([3271557376, 0],)"); /* bit 31 is set */
}

static void
test_sheet (void)
{
  assert_cell ("sheet", 5001, "(81936405,)", "(5001,)");
  assert_cell ("far-sheet", 500001, "(-397918187,)", "(-1,)");
}

static void
test_secrets (void)
{
  g_autoptr (Subject) self = start ("secrets", NULL);
  g_autofree char    *role = ask (self, PEL_A11Y_NODE "3", "Accessible", "GetRole", NULL);
  g_autofree char    *name = get_text (self, PEL_A11Y_NODE "4", "Name");
  g_autofree char    *id = get_text (self, PEL_A11Y_NODE "5", "AccessibleId");
  g_autofree char *attributes = ask (self, PEL_A11Y_NODE "6", "Accessible", "GetAttributes", NULL);
  g_autofree char *text =
      ask (self, PEL_A11Y_NODE "4", "Text", "GetText", g_variant_new ("(ii)", 0, -1));

  g_assert_cmpstr (role, ==, "(40,)");
  g_assert_cmpstr (name, ==, "Password");
  g_assert_cmpstr (id, ==, "api-key");
  g_assert_cmpstr (attributes, ==, "({'id': 'current-password', 'toolkit': 'hostile'},)");
  g_assert_cmpstr (text, ==, "('Password',)"); /* who asks is told */
  pel_fixture_expect (self->fixture, "call Text.GetText " PEL_A11Y_NODE "4");
}

static void
test_huge_cache (void)
{
  g_autoptr (Subject) self = start ("huge-cache", NULL);

  g_assert_cmpuint (ask_length (self, CACHE, "Cache", "GetItems"), ==, 105000);
}

static void
test_huge_details (void)
{
  g_autoptr (Subject) self = start ("huge-details", NULL);

  g_assert_cmpuint (ask_length (self, PANEL, "Accessible", "GetAttributes"), ==, 20000);
  g_assert_cmpuint (ask_length (self, PANEL, "Accessible", "GetRelationSet"), ==, 20000);
  g_assert_cmpuint (ask_length (self, PEL_A11Y_NODE "3", "Action", "GetActions"), ==, 20000);
  g_assert_cmpint (get_number (self, PEL_A11Y_NODE "3", "Action", "NActions"), ==, G_MAXINT);
}

static void
test_no_cache (void)
{
  g_autoptr (Subject)  self = start ("honest", "--no-cache");
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) answer =
      pel_a11y_call (self->bus, self->name, CACHE, "Cache", "GetItems", NULL, &error);

  g_assert_error (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_OBJECT);
  g_assert_null (answer);
}

/* Events */

static void
event_cb (GDBusConnection *bus,
          const char      *sender,
          const char      *path,
          const char      *interface,
          const char      *signal,
          GVariant        *parameters,
          gpointer         data)
{
  Subject *self = data;

  self->n_events += g_str_equal (signal, self->awaited);
}

/* Ends when @n of these events have come; the test's own time limit ends it otherwise. */
static void
await_events (Subject *self, const char *member, guint n)
{
  guint subscription;

  self->awaited = member;
  subscription = g_dbus_connection_signal_subscribe (self->bus,
                                                     self->name,
                                                     NULL,
                                                     NULL,
                                                     NULL,
                                                     NULL,
                                                     G_DBUS_SIGNAL_FLAGS_NONE,
                                                     event_cb,
                                                     self,
                                                     NULL);
  while (self->n_events < n)
    g_main_context_iteration (NULL, TRUE);
  g_dbus_connection_signal_unsubscribe (self->bus, subscription);
  self->n_events = 0;
}

static void
test_events (void)
{
  g_autoptr (Subject) adding = start ("add-flood", NULL);
  g_autoptr (Subject) lying = start ("bad-events", NULL);

  await_events (adding, "AddAccessible", 1000);
  await_events (adding, "ChildrenChanged", 1000);
  await_events (lying, "ChildrenChanged", 100);
  await_events (lying, "StateChanged", 100);
}

static void
test_puppet (void)
{
  g_autoptr (Subject) self = start ("honest", NULL);
  g_autofree char *renamed = ask (self, PANEL, "Puppet", "Rename", g_variant_new ("(s)", "Other"));
  g_autofree char *checked = ask (self, PANEL, "Puppet", "Check", g_variant_new ("(b)", TRUE));
  g_autofree char *added = ask (self, PANEL, "Puppet", "Add", NULL);
  g_autofree char *name = get_text (self, PANEL, "Name");
  g_autofree char *states = ask (self, PANEL, "Accessible", "GetState", NULL);
  g_autofree char *removed = NULL;

  g_assert_cmpstr (name, ==, "Other");
  g_assert_cmpstr (states, ==, "([1124073744, 0],)"); /* 16 more than usual */
  g_assert_cmpuint (ask_length (self, PANEL, "Accessible", "GetChildren"), ==, 5);
  removed = ask (self, PANEL, "Puppet", "Remove", NULL);
  g_assert_cmpuint (ask_length (self, PANEL, "Accessible", "GetChildren"), ==, 4);
  pel_fixture_expect (self->fixture, "told Rename " PANEL);
  g_assert_cmpuint (pel_fixture_count (self->fixture, "call Puppet*"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hostile-modes/sheet", test_sheet);
  g_test_add_func ("/hostile-modes/secrets", test_secrets);
  g_test_add_func ("/hostile-modes/huge-cache", test_huge_cache);
  g_test_add_func ("/hostile-modes/huge-details", test_huge_details);
  g_test_add_func ("/hostile-modes/no-cache", test_no_cache);
  g_test_add_func ("/hostile-modes/events", test_events);
  g_test_add_func ("/hostile-modes/puppet", test_puppet);
  return g_test_run ();
}
