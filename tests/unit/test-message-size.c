/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/message-size.h"

#include "sealed-message.h"

#include <gio/gio.h>

/* What GDBus makes of the same signal, whose text is that long. */
static gsize
measure_blob (const char *path, const char *interface, const char *member, GVariant *body)
{
  g_autoptr (GDBusMessage) message = g_dbus_message_new_signal (path, interface, member);
  g_autofree guchar       *blob = NULL;
  gsize                    size = 0;

  g_dbus_message_set_serial (message, 1);
  if (body != NULL)
    g_dbus_message_set_body (message, body);
  blob = g_dbus_message_to_blob (message, &size, G_DBUS_CAPABILITY_FLAGS_NONE, NULL);
  g_assert_nonnull (blob);
  return size;
}

#define PATH  "/org/a11y/atspi/accessible/2147483701"
#define EVENT "org.a11y.atspi.Event.Object"

static void
test_size_fixed (void)
{
  g_autoptr (SealedMessage) bounds =
      sealed_signal_new (PATH, EVENT, "BoundsChanged", "(iiii)", 1, 2, 3, 4);
  g_autoptr (SealedMessage) mixed =
      sealed_signal_new ("/", "a.b", "C", "ybnxud", 1, 1, 2, (gint64) 3, 4, 5.0);
  g_autoptr (SealedMessage) empty = sealed_signal_new (PATH, EVENT, "Focus", "");

  g_assert_cmpuint (pel_message_measure (bounds),
                    ==,
                    measure_blob (PATH,
                                  EVENT,
                                  "BoundsChanged",
                                  g_variant_new ("((iiii))", 1, 2, 3, 4)));
  g_assert_cmpuint (pel_message_measure (mixed),
                    ==,
                    measure_blob ("/",
                                  "a.b",
                                  "C",
                                  g_variant_new ("(ybnxud)", 1, 1, 2, (gint64) 3, 4, 5.0)));
  g_assert_cmpuint (pel_message_measure (empty), ==, measure_blob (PATH, EVENT, "Focus", NULL));
}

/* Who unpacks a text adds it. */
static void
test_size_text (void)
{
  static const char *const texts[] = { "", "name", "a name that is longer" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (SealedMessage) message = sealed_signal_new (PATH, EVENT, "X", "s", texts[i]);

      g_assert_cmpuint (pel_message_measure (message) + strlen (texts[i]),
                        ==,
                        measure_blob (PATH, EVENT, "X", g_variant_new ("(s)", texts[i])));
    }
}

/* A list is not looked into, however long it is. */
static void
test_size_list (void)
{
  g_autoptr (SealedMessage) none = sealed_signal_new (PATH, EVENT, "X", "as", 0);
  g_autoptr (SealedMessage) some = sealed_signal_new (PATH, EVENT, "X", "as", 2, "a", "b");

  g_assert_cmpuint (pel_message_measure (none), ==, pel_message_measure (some));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/message-size/fixed", test_size_fixed);
  g_test_add_func ("/message-size/text", test_size_text);
  g_test_add_func ("/message-size/list", test_size_list);
  return g_test_run ();
}
