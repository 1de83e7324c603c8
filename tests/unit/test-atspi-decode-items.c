/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/atspi-decode.h"

#include "tests/unit/message-damage.h"

#define NEW_ITEMS "a((so)(so)(so)iiassusau)"
#define OLD_ITEMS "a((so)(so)(so)a(so)assusau)"

static GArray *
decode_items (SealedMessage *message, guint max)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (PelAtspiItem));

  g_assert_true (pel_atspi_decode_items (message, items, max));
  return items;
}

static void
test_items_new (void)
{
  g_autoptr (SealedMessage) message = sealed_message_new (NEW_ITEMS,
                                                          2,
                                                          ":1.1",
                                                          "/a",
                                                          ":1.1",
                                                          "/root",
                                                          ":1.1",
                                                          "/root",
                                                          3,
                                                          5,
                                                          1,
                                                          "org.a11y.atspi.Text",
                                                          "Name",
                                                          43,
                                                          "Description",
                                                          2,
                                                          2,
                                                          1,
                                                          ":1.2",
                                                          "/b",
                                                          "",
                                                          "/root",
                                                          ":1.3",
                                                          "/p",
                                                          -1,
                                                          G_MAXINT,
                                                          0,
                                                          "",
                                                          G_MAXUINT,
                                                          "",
                                                          0);
  g_autoptr (GArray)        items = decode_items (message, 100);
  const PelAtspiItem       *item = &g_array_index (items, PelAtspiItem, 0);

  g_assert_cmpuint (items->len, ==, 2);
  g_assert_cmpstr (item->ref.path, ==, "/a");
  g_assert_cmpstr (item->parent.path, ==, "/root");
  g_assert_cmpint (item->index, ==, 3);
  g_assert_cmpint (item->n_children, ==, 5);
  g_assert_cmpint (item->interfaces, ==, PEL_INTERFACE_TEXT);
  g_assert_cmpstr (item->name, ==, "Name");
  g_assert_cmpuint (item->role, ==, 43);
  g_assert_cmpuint (item->states, ==, 0x100000002);
  item++;
  g_assert_cmpstr (item->ref.bus_name, ==, ":1.2");
  g_assert_cmpstr (item->parent.bus_name, ==, ":1.3");
  g_assert_cmpint (item->index, ==, -1);
  g_assert_cmpint (item->n_children, ==, G_MAXINT);
  g_assert_cmpuint (item->role, ==, G_MAXUINT);
  g_assert_cmpuint (item->states, ==, 0);
}

/* The old kind lists the children: places are learned from there, wherever the parent stands. */
static void
test_items_old (void)
{
  static const int          expected[] = { -1, 1, 0, -1 };
  g_autoptr (SealedMessage) message = sealed_message_open ();
  g_autoptr (GArray)        items = NULL;

  sd_bus_message_append (message,
                         OLD_ITEMS,
                         4,
                         "",
                         "/root",
                         "",
                         "/root",
                         "",
                         "/",
                         2,
                         "",
                         "/b",
                         "",
                         "/a",
                         0,
                         "Root",
                         75,
                         "",
                         0,
                         "",
                         "/a",
                         "",
                         "/root",
                         "",
                         "/root",
                         0,
                         0,
                         "A",
                         1,
                         "",
                         0,
                         "",
                         "/b",
                         "",
                         "/root",
                         "",
                         "/root",
                         0,
                         0,
                         "B",
                         1,
                         "",
                         0,
                         "",
                         "/c",
                         "",
                         "/root",
                         "",
                         "/root",
                         0,
                         0,
                         "C",
                         1,
                         "",
                         0);
  sealed_message_seal (message);
  items = decode_items (message, 100);
  g_assert_cmpuint (items->len, ==, 4);
  g_assert_cmpint (g_array_index (items, PelAtspiItem, 0).n_children, ==, 2);
  for (guint i = 0; i < items->len; i++)
    g_assert_cmpint (g_array_index (items, PelAtspiItem, i).index, ==, expected[i]);
}

static void
test_items_empty (gconstpointer types)
{
  g_autoptr (SealedMessage) message = sealed_message_new (types, 0);
  g_autoptr (GArray)        items = decode_items (message, 100);

  g_assert_cmpuint (items->len, ==, 0);
}

static void
test_items_too_many (void)
{
  static const guint limits[] = { 0, 1, 999, 1000, 1001 };

  for (gsize k = 0; k < G_N_ELEMENTS (limits); k++)
    {
      g_autoptr (SealedMessage) message = sealed_message_open ();
      g_autoptr (GArray)        items = NULL;

      sd_bus_message_open_container (message, 'a', NEW_ITEMS + 1);
      for (guint i = 0; i < 1000; i++)
        sd_bus_message_append (message,
                               NEW_ITEMS + 1,
                               "",
                               "/a",
                               "",
                               "/r",
                               "",
                               "/r",
                               i,
                               0,
                               0,
                               "name",
                               1,
                               "",
                               0);
      sd_bus_message_close_container (message);
      sealed_message_seal (message);
      items = decode_items (message, limits[k]);
      g_assert_cmpuint (items->len, ==, MIN (limits[k], 1000));
    }
}

/* What was understood before the break is kept: it is better than nothing. */
static void
test_items_damaged (void)
{
  for (Damage kind = 0; kind < N_DAMAGES; kind++)
    {
      g_autoptr (SealedMessage) message = sealed_message_new (NEW_ITEMS,
                                                              1,
                                                              "",
                                                              "/a",
                                                              "",
                                                              "/r",
                                                              "",
                                                              "/r",
                                                              0,
                                                              0,
                                                              0,
                                                              "name",
                                                              1,
                                                              "",
                                                              0);
      g_autoptr (GArray)        items = g_array_new (FALSE, FALSE, sizeof (PelAtspiItem));

      damage (message, "/a", kind);
      pel_atspi_decode_items (message, items, 10);
      g_assert_cmpuint (items->len, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/atspi-decode-items/new", test_items_new);
  g_test_add_func ("/atspi-decode-items/old", test_items_old);
  g_test_add_data_func ("/atspi-decode-items/empty-new", NEW_ITEMS, test_items_empty);
  g_test_add_data_func ("/atspi-decode-items/empty-old", OLD_ITEMS, test_items_empty);
  g_test_add_func ("/atspi-decode-items/too-many", test_items_too_many);
  g_test_add_func ("/atspi-decode-items/damaged", test_items_damaged);
  return g_test_run ();
}
