/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Items of a tree that a toolkit makes anew for each question: the same nodes go on, unless what
 * the program lists cannot be the same things. */

#include "bus-pair.h"

#include "services/provider/atspi-method.h"
#include "services/provider/atspi-reader.h"

#include <string.h>

#define OWN   ":1.5"
#define OTHER ":1.6"

typedef struct
{
  BusPair        *pair;
  PelAtspiQueue  *queue;
  PelAtspiTree   *tree;
  PelAtspiReader *reader;
  PelNodeId       list;
  guint           n_settled;
} Fixture;

static void
settled_cb (PelAtspiReader *reader, gpointer data)
{
  ((Fixture *) data)->n_settled++;
}

static PelNodeId
add_known (Fixture *fixture, PelNodeId parent, const char *path, PelRole role, guint ref)
{
  PelNodeId     id = pel_atspi_tree_add (fixture->tree, parent, G_MAXUINT, NULL, path);
  PelAtspiNode *node = pel_atspi_tree_get (fixture->tree, id);

  node->flags |= PEL_NODE_FACTS;
  node->role = role;
  node->ref = ref;
  pel_atspi_tree_set_name (fixture->tree, id, path);
  return id;
}

/* All is known of /r(/t(/1 /2)). */
static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->pair = bus_pair_new ();
  fixture->queue = pel_atspi_queue_new (fixture->pair->client, NULL);
  fixture->tree = pel_atspi_tree_new ("/r");
  pel_atspi_tree_get (fixture->tree, PEL_NODE_ROOT)->flags |= PEL_NODE_FACTS;
  fixture->list = add_known (fixture, PEL_NODE_ROOT, "/t", PEL_ROLE_TREE, 0);
  pel_atspi_tree_get (fixture->tree, fixture->list)->n_children = 2;
  add_known (fixture, fixture->list, "/1", PEL_ROLE_TREE_ITEM, 11);
  add_known (fixture, fixture->list, "/2", PEL_ROLE_TREE_ITEM, 12);
  fixture->reader = pel_atspi_reader_new (fixture->queue,
                                          fixture->tree,
                                          pel_toolkit_find ("Qt", "6.4"),
                                          OWN,
                                          settled_cb,
                                          fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  pel_atspi_reader_free (fixture->reader);
  pel_atspi_tree_free (fixture->tree);
  pel_atspi_queue_free (fixture->queue);
  bus_pair_free (fixture->pair);
}

typedef struct
{
  const char *name;
  struct
  {
    const char *bus_name, *path;
  } refs[2];
  const char *expected; /* path, ref, and “*” for those of others */
} Row;

/* clang-format off */
static const Row rows[] = {
  { "same",         { { OWN, "/1" }, { OWN, "/2" } },     "/1=11 /2=12 " },
  { "other-order",  { { OWN, "/2" }, { OWN, "/1" } },     "/2=12 /1=11 " },
  { "made-anew",    { { OWN, "/3" }, { OWN, "/4" } },     "/3=11 /4=12 " },
  { "unnamed",      { { "", "/3" }, { "", "/4" } },       "/3=11 /4=12 " },
  { "half-known",   { { OWN, "/1" }, { OWN, "/4" } },     "/1=11 /4=0 "  },
  { "twice",        { { OWN, "/3" }, { OWN, "/3" } },     "/3=0 "        },
  { "nothing",      { { OWN, PEL_ATSPI_NULL_PATH }, { OWN, PEL_ATSPI_NULL_PATH } }, "" },
  { "one-nothing",  { { OWN, "/3" }, { OWN, PEL_ATSPI_NULL_PATH } }, "/3=0 " },
  { "foreign",      { { OTHER, "/3" }, { OTHER, "/4" } }, "*/3=0 */4=0 " },
  { "half-foreign", { { OWN, "/3" }, { OTHER, "/4" } },   "/3=0 */4=0 "  },
};
/* clang-format on */

/* The first call that waits: the children as in @row, and of the rest as little as can be. */
static void
answer_one (Fixture *fixture, const Row *row)
{
  sd_bus_message *call = fixture->pair->calls->pdata[0];
  gboolean        is_list = g_str_equal (sd_bus_message_get_path (call), "/t");
  const char     *interface = "", *property = "";

  if (is_list && sd_bus_message_is_method_call (call, NULL, "GetChildren"))
    bus_pair_answer (fixture->pair,
                     0,
                     "a(so)",
                     2,
                     row->refs[0].bus_name,
                     row->refs[0].path,
                     row->refs[1].bus_name,
                     row->refs[1].path);
  else if (is_list && sd_bus_message_read (call, "ss", &interface, &property) > 0 &&
           g_str_equal (property, "ChildCount"))
    bus_pair_answer (fixture->pair, 0, "v", "i", 2);
  else
    bus_pair_refuse (fixture->pair, 0);
}

static char *
describe (Fixture *fixture)
{
  const PelAtspiNode *list = pel_atspi_tree_get (fixture->tree, fixture->list);
  GString            *text = g_string_new (NULL);

  for (guint i = 0; i < list->n_listed; i++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (fixture->tree, list->children[i]);

      g_string_append_printf (text,
                              "%s%s=%u ",
                              node->bus_name != NULL ? "*" : "",
                              node->path,
                              node->ref);
    }
  return g_string_free (text, FALSE);
}

static void
list_again (Fixture *fixture, const Row *row)
{
  pel_atspi_reader_renew (fixture->reader,
                          fixture->list,
                          PEL_NODE_HAS_CHILDREN | PEL_NODE_HAS_COUNT);
  while (fixture->n_settled == 0)
    {
      bus_pair_settle (fixture->pair);
      while (fixture->pair->calls->len > 0)
        answer_one (fixture, row);
    }
  g_assert_false (pel_atspi_reader_is_busy (fixture->reader));
}

static void
test_children (Fixture *fixture, gconstpointer data)
{
  const Row       *row = data;
  g_autofree char *text = NULL;

  list_again (fixture, row);
  text = describe (fixture);
  g_assert_cmpstr (text, ==, row->expected);
}

/* What was another program's is not the program's own in a new dress. */
static void
test_foreign_before (Fixture *fixture, gconstpointer unused)
{
  static const Row row = { "own", { { OWN, "/3" }, { OWN, "/4" } }, NULL };
  g_autofree char *text = NULL;

  pel_atspi_tree_remove (fixture->tree, pel_atspi_tree_find (fixture->tree, "/2"));
  pel_atspi_tree_add (fixture->tree, fixture->list, 1, OTHER, "/2");
  list_again (fixture, &row);
  text = describe (fixture);
  g_assert_cmpstr (text, ==, "/3=0 /4=0 ");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/atspi-reader/children/%s", rows[i].name);

      g_test_add (path, Fixture, &rows[i], set_up, test_children, tear_down);
    }
  g_test_add ("/atspi-reader/children/foreign-before",
              Fixture,
              NULL,
              set_up,
              test_foreign_before,
              tear_down);
  return g_test_run ();
}
