/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/atspi-details-decode.h"

#include "services/provider/atspi-details.h"
#include "tests/unit/sealed-message.h"

#include <string.h>

static void
test_attributes (void)
{
  g_autoptr (SealedMessage) good = sealed_message_new ("a{ss}", 2, "id", "ok", "class", "a b");
  g_autoptr (SealedMessage) empty = sealed_message_new ("a{ss}", 0);
  g_auto (GStrv)            attributes = NULL;
  g_auto (GStrv)            none = NULL;
  g_autofree char          *joined = NULL;

  g_assert_true (pel_details_decode_attributes (good, &attributes));
  joined = g_strjoinv ("|", attributes);
  g_assert_cmpstr (joined, ==, "id|ok|class|a b");
  g_assert_true (pel_details_decode_attributes (empty, &none));
  g_assert_cmpuint (g_strv_length (none), ==, 0);
}

static void
test_actions (void)
{
  g_autoptr (SealedMessage)     good = sealed_message_new ("a(sss)", 1, "click", "Clicks", "<A>c");
  g_autoptr (PelElementReading) reading = pel_element_reading_new ();
  const PelActionInfo          *action;

  g_assert_true (pel_details_decode_actions (good, reading->actions));
  g_assert_cmpuint (reading->actions->len, ==, 1);
  action = &g_array_index (reading->actions, PelActionInfo, 0);
  g_assert_cmpstr (action->name, ==, "click");
  g_assert_cmpstr (action->description, ==, "Clicks");
  g_assert_cmpstr (action->key_binding, ==, "<A>c");
}

static void
test_relations (void)
{
  g_autoptr (SealedMessage)     good = sealed_message_new ("a(ua(so))",
                                                       3,
                                                       2,
                                                       2,
                                                       ":1.1",
                                                       "/a",
                                                       ":1.1",
                                                       "/b",
                                                       10,
                                                       0,
                                                       999,
                                                       1,
                                                       ":1.2",
                                                       "/c");
  g_autoptr (PelElementReading) reading = pel_element_reading_new ();
  g_autoptr (GString)           told = g_string_new (NULL);

  g_assert_true (pel_details_decode_relations (good, reading->relations));
  for (guint i = 0; i < reading->relations->len; i++)
    {
      const PelRelationInfo *relation = &g_array_index (reading->relations, PelRelationInfo, i);

      g_string_append_printf (told, "%s %s%s;", relation->kind, relation->bus_name, relation->path);
    }
  g_assert_cmpstr (told->str, ==, "labelled by :1.1/a;labelled by :1.1/b;related to :1.2/c;");
}

static void
test_ranges (void)
{
  g_autoptr (SealedMessage)     selection = sealed_message_new ("ii", 3, 9);
  g_autoptr (SealedMessage)     position = sealed_message_new ("v", "(ii)", 4, 5);
  g_autoptr (PelElementReading) reading = pel_element_reading_new ();
  const PelTextRange           *range;

  g_assert_true (pel_details_decode_selection (selection, reading->selections));
  range = &g_array_index (reading->selections, PelTextRange, 0);
  g_assert_cmpint (range->start, ==, 3);
  g_assert_cmpint (range->end, ==, 9);
  g_assert_true (pel_details_decode_position (position, &reading->row, &reading->column));
  g_assert_cmpint (reading->row, ==, 4);
  g_assert_cmpint (reading->column, ==, 5);
}

/* A list of @n, by one piece each. */
static SealedMessage *
make_list (const char *type, guint n)
{
  SealedMessage   *message = sealed_message_open ();
  g_autofree char *filler = g_strnfill (2 * PEL_DETAILS_MAX_BYTES, 'x');

  sd_bus_message_open_container (message, 'a', type);
  for (guint i = 0; i < n; i++)
    if (g_str_equal (type, "{ss}"))
      sd_bus_message_append (message, type, "name", filler);
    else if (g_str_equal (type, "(sss)"))
      sd_bus_message_append (message, type, filler, "", "");
    else
      sd_bus_message_append (message, type, 1, 2, ":1.1", "/a", ":1.1", "/b");
  sd_bus_message_close_container (message);
  sealed_message_seal (message);
  return message;
}

static void
test_limits (void)
{
  g_autoptr (SealedMessage)     attributes = make_list ("{ss}", 1000);
  g_autoptr (SealedMessage)     actions = make_list ("(sss)", 1000);
  g_autoptr (SealedMessage)     relations = make_list ("(ua(so))", 1000);
  g_autoptr (PelElementReading) reading = pel_element_reading_new ();

  g_assert_true (pel_details_decode_attributes (attributes, &reading->attributes));
  g_assert_cmpuint (g_strv_length (reading->attributes), ==, 2 * PEL_DETAILS_MAX_ATTRIBUTES);
  g_assert_cmpuint (strlen (reading->attributes[1]), <=, PEL_DETAILS_MAX_BYTES + 3);
  g_assert_true (pel_details_decode_actions (actions, reading->actions));
  g_assert_cmpuint (reading->actions->len, ==, PEL_DETAILS_MAX_ACTIONS);
  g_assert_true (pel_details_decode_relations (relations, reading->relations));
  g_assert_cmpuint (reading->relations->len, ==, PEL_DETAILS_MAX_RELATIONS);
}

/* A reply of another kind, or none, is refused and changes nothing. */
static void
test_refused (void)
{
  SealedMessage                *wrong[] = { NULL,
                                            sealed_message_new (""),
                                            sealed_message_new ("s", "a"),
                                            sealed_message_new ("as", 1, "a"),
                                            sealed_message_new ("a{si}", 1, "a", 1),
                                            sealed_message_new ("a(ss)", 1, "a", "b"),
                                            sealed_message_new ("a(ua(ss))", 0),
                                            sealed_message_new ("v", "(iii)", 1, 2, 3),
                                            sealed_message_new ("v", "i", 1),
                                            sealed_message_new ("iii", 1, 2, 3),
                                            sealed_message_new ("uu", 1, 2) };
  g_autoptr (PelElementReading) reading = pel_element_reading_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_false (pel_details_decode_attributes (wrong[i], &reading->attributes));
      g_assert_false (pel_details_decode_actions (wrong[i], reading->actions));
      g_assert_false (pel_details_decode_relations (wrong[i], reading->relations));
      g_assert_false (pel_details_decode_selection (wrong[i], reading->selections));
      g_assert_false (pel_details_decode_position (wrong[i], &reading->row, &reading->column));
    }
  g_assert_null (reading->attributes);
  g_assert_cmpuint (reading->actions->len + reading->relations->len + reading->selections->len,
                    ==,
                    0);
  for (gsize i = 1; i < G_N_ELEMENTS (wrong); i++)
    sealed_message_free (g_steal_pointer (&wrong[i]));
}

static void
test_relation_names (void)
{
  g_assert_cmpstr (pel_relation_to_string (1), ==, "label for");
  g_assert_cmpstr (pel_relation_to_string (22), ==, "error for");
  g_assert_cmpstr (pel_relation_to_string (23), ==, "related to");
  g_assert_cmpstr (pel_relation_to_string (G_MAXUINT), ==, "related to");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/atspi-details/attributes", test_attributes);
  g_test_add_func ("/atspi-details/actions", test_actions);
  g_test_add_func ("/atspi-details/relations", test_relations);
  g_test_add_func ("/atspi-details/ranges", test_ranges);
  g_test_add_func ("/atspi-details/limits", test_limits);
  g_test_add_func ("/atspi-details/refused", test_refused);
  g_test_add_func ("/atspi-details/relation-names", test_relation_names);
  return g_test_run ();
}
