/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What somebody who hears the windows of Pellucid instead of seeing them can tell apart: all that
 * can be used has a name, and no two things beside each other have the same. */

#include "inspector-case.h"

/* Numbers of AT-SPI. */
#define STATE_FOCUSABLE (1u << 11)

#define ROLE_CHECK_BOX     7
#define ROLE_COMBO_BOX     11
#define ROLE_MENU_ITEM     35
#define ROLE_PUSH_BUTTON   43
#define ROLE_RADIO_BUTTON  44
#define ROLE_TOGGLE_BUTTON 62
#define ROLE_ENTRY         79

/* Nobody can use these without knowing what they are. */
static const guint used_roles[] = {
  ROLE_CHECK_BOX,    ROLE_COMBO_BOX,     ROLE_MENU_ITEM, ROLE_PUSH_BUTTON,
  ROLE_RADIO_BUTTON, ROLE_TOGGLE_BUTTON, ROLE_ENTRY,
};

static gboolean
is_used (const PelA11yNode *node)
{
  for (gsize i = 0; i < G_N_ELEMENTS (used_roles); i++)
    if (node->role == used_roles[i])
      return TRUE;
  return FALSE;
}

/* 0: it has gone meanwhile. */
static guint32
read_states (InspectorCase *self, const PelA11yNode *node)
{
  g_autoptr (GVariant) answer =
      pel_a11y_call (self->bus, node->bus_name, node->path, "Accessible", "GetState", NULL, NULL);
  g_autoptr (GVariant) list = answer != NULL ? g_variant_get_child_value (answer, 0) : NULL;
  guint32              states = 0;

  if (list != NULL && g_variant_n_children (list) > 0)
    g_variant_get_child (list, 0, "u", &states);
  return states;
}

/* GTK 4.8 says the type of what has no name. */
static gboolean
is_named (const PelA11yNode *node)
{
  return node->name[0] != '\0' &&
         !((g_str_has_prefix (node->name, "Gtk") || g_str_has_prefix (node->name, "Pel")) &&
           g_ascii_isupper (node->name[3]));
}

/* Every window has these. */
static gboolean
is_of_frame (const PelA11yNode *node)
{
  static const char *const names[] = { "Minimize", "Maximize", "Close", NULL };

  return g_strv_contains (names, node->name);
}

/* (transfer full): what is wrong, a line each. */
static char *
find_faults (InspectorCase *self, GPtrArray *nodes)
{
  GString     *faults = g_string_new (NULL);
  PelA11yNode *before = NULL;
  guint        n = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      PelA11yNode *node = nodes->pdata[i];

      if (!is_used (node))
        continue;
      n++;
      if (!is_named (node))
        g_string_append_printf (faults, "role %u: no name, “%s”\n", node->role, node->name);
      if ((read_states (self, node) & STATE_FOCUSABLE) == 0)
        continue;
      if (before != NULL && before->role == node->role && !is_of_frame (node) &&
          g_str_equal (before->name, node->name))
        g_string_append_printf (faults, "role %u: two are “%s”\n", node->role, node->name);
      before = node;
    }
  if (n < 5)
    g_string_append_printf (faults, "%u controls only\n", n);
  return g_string_free (faults, FALSE);
}

/* What is being rebuilt may have no name for a moment: it must be good once, in good time. */
static void
check_names (InspectorCase *self, const char *place)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (GPtrArray) nodes = inspector_case_walk (self);
      g_autofree char      *faults = find_faults (self, nodes);

      if (faults[0] == '\0')
        return;
      g_test_message ("%s:\n%s", place, faults);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* As menus and keys of the desktop do. */
static void
activate (const char *path, const char *action)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autoptr (GVariant)        reply = NULL;

  g_assert_no_error (error);
  reply = g_dbus_connection_call_sync (bus,
                                       "io.github.pellucid.Pellucid",
                                       path,
                                       "org.gtk.Actions",
                                       "Activate",
                                       g_variant_new_parsed ("(%s, @av [], @a{sv} {})", action),
                                       NULL,
                                       G_DBUS_CALL_FLAGS_NONE,
                                       20000,
                                       NULL,
                                       &error);
  g_assert_no_error (error);
}

static void
test_pages (InspectorCase *self, gconstpointer unused)
{
  static const char *const pages[] = { "Elements", "Events", "Bus" };
  g_autoptr (PelFixture)   fixture = start_fixture ("Named");

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      inspector_case_press (self, pages[i]);
      check_names (self, pages[i]);
    }
}

static void
test_status (InspectorCase *self, gconstpointer unused)
{
  activate ("/io/github/pellucid/Pellucid", "status");
  inspector_case_wait (self, "Accessibility", TRUE);
  check_names (self, "status window");
}

static void
test_about (InspectorCase *self, gconstpointer unused)
{
  activate ("/io/github/pellucid/Pellucid", "about");
  inspector_case_wait (self, "Devtools for the whole desktop", TRUE);
  check_names (self, "about");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func)                 \
  g_test_add ("/inspector-names/" path, \
              InspectorCase,            \
              NULL,                     \
              inspector_case_set_up,    \
              func,                     \
              inspector_case_tear_down)
  ADD ("pages", test_pages);
  ADD ("status", test_status);
  ADD ("about", test_about);
  return g_test_run ();
}
