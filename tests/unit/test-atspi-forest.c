/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/atspi-forest.h"

#include <string.h>

#define BUS   ":1.5"
#define OTHER ":1.6"
#define END \
  {         \
    {       \
      NULL  \
    }       \
  }

/* An item of the program itself. */
#define OWN(path, parent, index)                          \
  {                                                       \
    { BUS, path }, { BUS, parent }, index, 0, 0, "", 0, 0 \
  }

#define ITEM(bus, path, parent_bus, parent, index)               \
  {                                                              \
    { bus, path }, { parent_bus, parent }, index, 0, 0, "", 0, 0 \
  }

/* What is below /p: the paths in order, with a “!” where places are missing or taken twice. */
typedef struct
{
  const char  *name;
  PelAtspiItem items[6];
  const char  *expected;
} Row;

/* clang-format off */
static const Row rows[] = {
  { "nothing",           { END }, "" },
  { "in-order",          { OWN ("/a", "/p", 0), OWN ("/b", "/p", 1), OWN ("/c", "/p", 2), END }, "/a /b /c " },
  { "backwards",         { OWN ("/c", "/p", 2), OWN ("/b", "/p", 1), OWN ("/a", "/p", 0), END }, "/a /b /c " },
  { "parent-last",       { OWN ("/a", "/p", 0), OWN ("/p", "/r", 0), END }, "/a " },
  { "parent-missing",    { OWN ("/a", "/p", 0), OWN ("/x", "/q", 0), END }, "/a " },
  { "others-left-out",   { OWN ("/a", "/p", 0), OWN ("/b", "/q", 1), END }, "/a " },
  { "index-unknown",     { OWN ("/a", "/p", -1), END }, "/a !" },
  { "one-unknown",       { OWN ("/b", "/p", 0), OWN ("/a", "/p", -1), END }, "/a /b !" },
  { "unknown-as-came",   { OWN ("/c", "/p", -1), OWN ("/a", "/p", -1), OWN ("/b", "/p", -1), END }, "/c /a /b !" },
  { "index-twice",       { OWN ("/b", "/p", 0), OWN ("/a", "/p", 0), END }, "/b /a !" },
  { "gap",               { OWN ("/b", "/p", 2), OWN ("/a", "/p", 0), END }, "/a /b !" },
  { "first-missing",     { OWN ("/a", "/p", 1), END }, "/a !" },
  { "index-huge",        { OWN ("/b", "/p", G_MAXINT), OWN ("/a", "/p", 0), END }, "/a /b !" },
  { "index-tiny",        { OWN ("/b", "/p", 0), OWN ("/a", "/p", G_MININT), END }, "/a /b !" },
  { "path-twice",        { OWN ("/a", "/p", 0), OWN ("/a", "/p", 1), END }, "/a " },
  { "path-twice-elsewhere", { OWN ("/a", "/q", 0), OWN ("/a", "/p", 0), END }, "" },
  { "its-own-parent",    { OWN ("/p", "/p", 0), END }, "/p " },
  { "cycle",             { OWN ("/p", "/a", 0), OWN ("/a", "/p", 0), END }, "/a " },
  { "foreign-item",      { ITEM (OTHER, "/x", BUS, "/p", 0), OWN ("/a", "/p", 0), END }, "/a " },
  { "foreign-parent",    { ITEM (BUS, "/x", OTHER, "/p", 0), OWN ("/a", "/p", 0), END }, "/a " },
  { "foreign-same-path", { ITEM (OTHER, "/a", BUS, "/p", 0), OWN ("/a", "/p", 0), END }, "/a " },
  { "unnamed-is-own",    { ITEM ("", "/a", "", "/p", 0), END }, "/a " },
};
/* clang-format on */

static GArray *
collect (const Row *row)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (PelAtspiItem));

  for (guint i = 0; row->items[i].ref.bus_name != NULL; i++)
    g_array_append_val (items, row->items[i]);
  return items;
}

static char *
describe (PelAtspiForest *forest, const char *path)
{
  gboolean   is_ordered = FALSE;
  GPtrArray *children = pel_atspi_forest_get_children (forest, path, &is_ordered);
  GString   *text = g_string_new (NULL);

  for (guint i = 0; children != NULL && i < children->len; i++)
    g_string_append_printf (text, "%s ", ((const PelAtspiItem *) children->pdata[i])->ref.path);
  if (!is_ordered)
    g_string_append_c (text, '!');
  return g_string_free (text, FALSE);
}

static void
test_children (gconstpointer data)
{
  const Row                 *row = data;
  g_autoptr (GArray)         items = collect (row);
  g_autoptr (PelAtspiForest) forest = pel_atspi_forest_new (items, /* message= */ NULL, BUS);
  g_autofree char           *text = describe (forest, "/p");

  g_assert_cmpstr (text, ==, row->expected);
}

/* The first of those with the same path counts, and another program's never does. */
static void
test_find (void)
{
  static const Row           row = { "find",
                                     { ITEM (OTHER, "/a", BUS, "/p", 0),
                                       OWN ("/a", "/p", 1),
                                       OWN ("/a", "/p", 2),
                                       ITEM (BUS, "/b", OTHER, "/p", 0),
                                       END },
                                     NULL };
  g_autoptr (GArray)         items = collect (&row);
  g_autoptr (PelAtspiForest) forest = pel_atspi_forest_new (items, /* message= */ NULL, BUS);

  g_assert_cmpint (pel_atspi_forest_find (forest, "/a")->index, ==, 1);
  g_assert_nonnull (pel_atspi_forest_find (forest, "/b"));
  g_assert_null (pel_atspi_forest_find (forest, "/p"));
}

/* Every order in which the items may come gives the same forest. */
static void
test_shuffled (void)
{
  enum
  {
    N = 300
  };
  g_autoptr (GArray)    items = g_array_new (FALSE, FALSE, sizeof (PelAtspiItem));
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < N; i++)
    g_ptr_array_add (paths, g_strdup_printf ("/%u", i));
  for (guint i = 1; i < N; i++)
    {
      PelAtspiItem item = OWN (paths->pdata[i], paths->pdata[(i - 1) / 7], (i - 1) % 7);

      g_array_insert_val (items, (guint) g_test_rand_int_range (0, (int) items->len + 1), item);
    }
  {
    g_autoptr (PelAtspiForest) forest = pel_atspi_forest_new (items, /* message= */ NULL, BUS);

    for (guint i = 0; i < N; i++)
      {
        gboolean   is_ordered;
        GPtrArray *children = pel_atspi_forest_get_children (forest, paths->pdata[i], &is_ordered);

        g_assert_true (is_ordered);
        for (guint k = 0; children != NULL && k < children->len; k++)
          g_assert_cmpstr (((const PelAtspiItem *) children->pdata[k])->ref.path,
                           ==,
                           paths->pdata[i * 7 + k + 1]);
        g_assert_cmpuint (children == NULL ? 0 : children->len,
                          ==,
                          (guint) CLAMP (N - 1 - (int) i * 7, 0, 7));
      }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/atspi-forest/children/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_children);
    }
  g_test_add_func ("/atspi-forest/find", test_find);
  g_test_add_func ("/atspi-forest/shuffled", test_shuffled);
  return g_test_run ();
}
