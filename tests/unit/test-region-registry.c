/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/region/region-numbering.h"
#include "services/region/region-registry.h"
#include "tests/unit/fake-window-source.h"
#include "tests/unit/region-tree.h"

#include <string.h>

#define SECOND G_TIME_SPAN_SECOND

/* Regions for the letters of @letters: each is an element of its own, and they stand in a line, as
 * written; “/” begins another line. */
static PelFoundRegions *
find_letters (const char *scope, const char *letters)
{
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, NULL, 0);
  PelFoundRegions       *found = pel_found_regions_new (scope, pel_desktop_get_layout (desktop));
  double                 x = 0, y = 0;

  for (const char *letter = letters; *letter != '\0'; letter++, x += 10)
    {
      char      text[] = { *letter, '\0' };
      PelRegion values = { .id = text,
                           .bus_name = (char *) ":1.7",
                           .path = text,
                           .label = text,
                           .bounds = { x, y, 8, 8 } };

      if (*letter == '/')
        {
          x = -10;
          y += 10;
        }
      else
        /* the last one first: the order of the tree is not that of the screen */
        g_ptr_array_insert (found->regions, 0, pel_region_new (&values));
    }
  return found;
}

/* “1a 2b ” */
static char *
describe (GPtrArray *regions)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < regions->len; i++)
    g_string_append_printf (text,
                            "%u%s ",
                            ((PelRegion *) regions->pdata[i])->index,
                            ((PelRegion *) regions->pdata[i])->label);
  return g_string_free (text, FALSE);
}

/* clang-format off */
static const struct { const char *scope; const char *letters; int after_ms; const char *expected; } numbering_rows[] = {
  { "window a", "abc/de", 0,    "1a 2b 3c 4d 5e " }, /* as one reads */
  { "window a", "abc/de", 0,    "1a 2b 3c 4d 5e " },
  { "window a", "edc/ba", 0,    "5e 4d 3c 2b 1a " }, /* moving does not matter */
  { "window a", "a/ce",   0,    "1a 3c 5e " },       /* what is left keeps its own */
  { "window a", "axc/ye", 0,    "1a 2x 3c 4y 5e " }, /* the lowest free ones */
  { "window a", "abc/de", 1,    "1a 2b 3c 4d 5e " }, /* back again: free as x and y are gone */
  { "window a", "a",      1,    "1a " },
  { "window a", "axb",    0,    "1a 3x 2b " },       /* b had the 2 after x */
  { "window a", "ax",     0,    "1a 3x " },
  { "window a", "ax",     6000, "1a 3x " },
  { "window a", "abx",    6000, "1a 2b 3x " },       /* who comes too late is new */
  { "window a", "",       0,    "" },
  { "window a", "zba",    6000, "1z 2b 3a " },       /* all forgotten */
  { "window b", "klm",    0,    "1k 2l 3m " },       /* another scope begins at 1 */
  { "window a", "qzba",   1000, "4q 1z 2b 3a " },    /* back within seconds */
  { "window b", "klm",    9000, "1k 2l 3m " },
  { "window a", "bqaz",   9000, "1b 2q 3a 4z " },
  { "desktop",  "lbqaz",  1,    "5l 1b 2q 3a 4z " }, /* what was numbered is known there too */
  { "desktop",  "aab",    0,    "3a 2a 1b " },       /* an identity twice */
};
/* clang-format on */

static void
test_numbers (void)
{
  g_autoptr (PelRegionNumbering) numbering = pel_region_numbering_new ();
  gint64                         now = SECOND;

  for (gsize i = 0; i < G_N_ELEMENTS (numbering_rows); i++)
    {
      g_autoptr (PelFoundRegions) found =
          find_letters (numbering_rows[i].scope, numbering_rows[i].letters);
      g_autofree char *text = NULL;

      now += numbering_rows[i].after_ms * G_TIME_SPAN_MILLISECOND;
      pel_region_numbering_apply (numbering, found, now);
      text = describe (found->regions);
      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpstr (text, ==, numbering_rows[i].expected);
    }
}

/* Things of different height that stand in one line are read as one line. */
static void
test_lines (void)
{
  static const PelNativeRect rects[] = {
    { 50, 8, 20, 24 }, { 10, 12, 20, 16 }, { 30, 10, 10, 20 }, { 5, 33, 10, 10 }, { 0, 0, 80, 4 },
  };
  static const guint             expected[] = { 4, 2, 3, 5, 1 };
  g_autoptr (PelRegionNumbering) numbering = pel_region_numbering_new ();
  g_autoptr (PelFoundRegions)    found = find_letters ("desktop", "abcde");

  for (gsize i = 0; i < G_N_ELEMENTS (rects); i++)
    ((PelRegion *) found->regions->pdata[4 - i])->bounds = rects[i];
  pel_region_numbering_apply (numbering, found, SECOND);
  for (guint i = 0; i < found->regions->len; i++)
    {
      PelRegion *region = found->regions->pdata[i];

      g_test_message ("%s", region->label);
      g_assert_cmpuint (region->index, ==, expected[region->label[0] - 'a']);
    }
}

/* Whatever comes and goes: no number twice, and who stays keeps his. */
static void
test_random (void)
{
  static const char              all[] = "abcdefghijklmnopqrstuvwxyz";
  g_autoptr (PelRegionNumbering) numbering = pel_region_numbering_new ();
  guint                          before[26] = { 0 };

  for (guint round = 0; round < 500; round++)
    {
      g_autoptr (GString)         letters = g_string_new (NULL);
      g_autoptr (PelFoundRegions) found = NULL;
      guint                       now[26] = { 0 }, owners[27] = { 0 };

      for (guint i = 0; i < 26; i++)
        if (g_test_rand_int_range (0, 3) != 0)
          g_string_append_c (letters, all[i]);
      found = find_letters ("desktop", letters->str);
      pel_region_numbering_apply (numbering, found, round * SECOND);
      for (guint i = 0; i < found->regions->len; i++)
        {
          PelRegion *region = found->regions->pdata[i];
          guint      letter = region->label[0] - 'a';

          now[letter] = region->index;
          g_assert_cmpuint (region->index, >=, 1);
          g_assert_cmpuint (region->index, <=, 26);
          g_assert_cmpuint (owners[region->index]++, ==, 0);
          if (before[letter] != 0)
            g_assert_cmpuint (region->index, ==, before[letter]);
        }
      memcpy (before, now, sizeof now);
    }
}

static void
count_cb (PelRegionRegistry *registry, gpointer data)
{
  ++*(guint *) data;
}

static void
test_list (void)
{
  g_autoptr (PelRegionRegistry) registry = pel_region_registry_new ();
  g_autoptr (PelRegionList)     first = NULL;
  PelFoundRegions              *found;
  guint                         n_changes = 0;

  g_signal_connect (registry, "changed", G_CALLBACK (count_cb), &n_changes);
  g_assert_null (pel_region_registry_get_list (registry));
  pel_region_registry_update (registry, find_letters ("desktop", "abc"));
  g_assert_cmpuint (n_changes, ==, 1);
  first = pel_region_list_ref (pel_region_registry_get_list (registry));
  pel_region_registry_update (registry, find_letters ("desktop", "abc"));
  g_assert_cmpuint (n_changes, ==, 1);
  pel_region_registry_update (registry, find_letters ("desktop", "bc"));
  g_assert_cmpuint (n_changes, ==, 2);
  found = find_letters ("desktop", "bc");
  found->n_left_out = 3;
  pel_region_registry_update (registry, found);
  g_assert_cmpuint (n_changes, ==, 3);

  g_assert_cmpstr (pel_region_list_find_index (first, 1)->label, ==, "a");
  g_assert_cmpstr (pel_region_list_find_index (first, 3)->label, ==, "c");
  g_assert_null (pel_region_list_find_index (first, 0));
  g_assert_null (pel_region_list_find_index (first, 4));
  g_assert_cmpuint (pel_region_list_find_id (first, "b")->index, ==, 2);
  g_assert_null (pel_region_list_find_id (first, "x"));
  g_assert_cmpuint (pel_region_list_find_identity (first, ":1.7", "c")->index, ==, 3);
  g_assert_null (pel_region_list_find_identity (first, ":1.8", "c"));
  g_assert_null (pel_region_list_find_index (pel_region_registry_get_list (registry), 1));
}

static void
test_shown (void)
{
  g_autoptr (PelRegionRegistry) registry = pel_region_registry_new ();
  guint                         n_changes = 0;

  g_signal_connect (registry, "changed", G_CALLBACK (count_cb), &n_changes);
  pel_region_registry_set_shown (registry, TRUE);
  pel_region_registry_set_shown (registry, TRUE);
  g_assert_true (pel_region_registry_is_shown (registry));
  pel_region_registry_set_shown (registry, FALSE);
  g_assert_cmpuint (n_changes, ==, 2);
}

/* Marks */

static PelSnapshot *
build_window (double x, guint missing, guint n_rows)
{
  const RegionRow rows[] = {
    { 0, ATSPI_ROLE_FRAME, "Main", { 0, 0, 500, 500 }, 1 },
    { 1, ATSPI_ROLE_LABEL, "Name", { 10, 10, 50, 20 } },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "OK", { x, 40, 50, 20 }, 0, missing },
  };
  const PelWindowInfo window = { .id = "w",
                                 .bounds = { 0, 0, 500, 500 },
                                 .states = PEL_WINDOW_VISIBLE };

  return region_tree_build (rows, n_rows, &window, 1, ":1.7");
}

static void
test_follow (void)
{
  g_autoptr (PelRegionRegistry) registry = pel_region_registry_new ();
  g_autoptr (PelSnapshot)       first = build_window (10, 0, 3);
  g_autoptr (PelSnapshot)       moved = build_window (20, 0, 3);
  g_autoptr (PelSnapshot)       hidden = build_window (20, PEL_ELEMENT_IS_VISIBLE, 3);
  g_autoptr (PelSnapshot)       gone = build_window (20, 0, 2);
  GPtrArray                    *marks = pel_region_registry_get_marks (registry);
  PelRegionMark                *mark;
  guint                         n_changes = 0;

  pel_region_registry_follow (registry, first); /* tells which monitors there are */
  g_signal_connect (registry, "changed", G_CALLBACK (count_cb), &n_changes);
  pel_region_registry_set_hovered (registry, pel_region_mark_new (PEL_MARK_HOVERED, first, 3));
  pel_region_registry_set_hovered (registry, pel_region_mark_new (PEL_MARK_HOVERED, first, 3));
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpuint (marks->len, ==, 1);
  mark = marks->pdata[0];
  g_assert_true (mark->has_parent);
  g_assert_cmpfloat (mark->parent.width, ==, 500);

  pel_region_registry_follow (registry, first);
  g_assert_cmpuint (n_changes, ==, 1);
  pel_region_registry_follow (registry, moved);
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_cmpfloat (mark->region->bounds.x, ==, 20);
  pel_region_registry_follow (registry, hidden);
  g_assert_cmpuint (n_changes, ==, 3);
  g_assert_null (mark->region);
  pel_region_registry_follow (registry, moved);
  g_assert_cmpfloat (mark->region->bounds.x, ==, 20);
  pel_region_registry_follow (registry, gone);
  g_assert_cmpuint (marks->len, ==, 0);
  g_assert_cmpuint (n_changes, ==, 5);
  pel_region_registry_set_hovered (registry, NULL);
  g_assert_cmpuint (n_changes, ==, 5);
}

static PelRegionMark *
make_highlight (PelSnapshot *snapshot, guint for_ms)
{
  PelRegionMark *mark = pel_region_mark_new (PEL_MARK_HIGHLIGHT, snapshot, 3);

  mark->until = g_get_monotonic_time () + for_ms * G_TIME_SPAN_MILLISECOND;
  return mark;
}

static void
test_marks (void)
{
  g_autoptr (PelRegionRegistry) registry = pel_region_registry_new ();
  g_autoptr (PelSnapshot)       snapshot = build_window (10, 0, 3);
  GPtrArray                    *marks = pel_region_registry_get_marks (registry);
  GPtrArray *selected = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);

  g_ptr_array_add (selected, pel_region_mark_new (PEL_MARK_SELECTED, snapshot, 2));
  g_ptr_array_add (selected, pel_region_mark_new (PEL_MARK_SELECTED, snapshot, 3));
  pel_region_registry_set_hovered (registry, pel_region_mark_new (PEL_MARK_HOVERED, snapshot, 3));
  pel_region_registry_set_selected (registry, selected);
  for (guint i = 0; i < PEL_MAX_HIGHLIGHTS + 5; i++)
    pel_region_registry_add_highlight (registry, make_highlight (snapshot, 60000));
  g_assert_cmpuint (marks->len, ==, PEL_MAX_HIGHLIGHTS + 3);
  g_assert_cmpint (((PelRegionMark *) marks->pdata[0])->kind, ==, PEL_MARK_HIGHLIGHT);
  g_assert_cmpstr (((PelRegionMark *) marks->pdata[marks->len - 3])->path, ==, "/2");
  g_assert_cmpint (((PelRegionMark *) marks->pdata[marks->len - 1])->kind, ==, PEL_MARK_HOVERED);
  pel_region_registry_clear_marks (registry, PEL_MARK_HIGHLIGHT);
  g_assert_cmpuint (marks->len, ==, 3);
  pel_region_registry_forget_program (registry, ":1.8");
  g_assert_cmpuint (marks->len, ==, 3);
  pel_region_registry_forget_program (registry, ":1.7");
  g_assert_cmpuint (marks->len, ==, 0);
}

static void
end_cb (PelRegionRegistry *registry, gpointer data)
{
  *(gboolean *) data = pel_region_registry_get_marks (registry)->len == 1;
}

static void
test_highlight_ends (void)
{
  g_autoptr (PelRegionRegistry) registry = pel_region_registry_new ();
  g_autoptr (PelSnapshot)       snapshot = build_window (10, 0, 3);
  gboolean                      is_over = FALSE;

  pel_region_registry_add_highlight (registry, make_highlight (snapshot, 60000));
  pel_region_registry_add_highlight (registry, make_highlight (snapshot, 20));
  g_signal_connect (registry, "changed", G_CALLBACK (end_cb), &is_over);
  pel_fake_wait_until (&is_over);
}

/* While the person is asked, they see what that is about, and nothing that others show. */
static void
test_asked (void)
{
  g_autoptr (PelRegionRegistry) registry = pel_region_registry_new ();
  g_autoptr (PelSnapshot)       snapshot = build_window (10, 0, 3);
  GPtrArray                    *marks;

  pel_region_registry_add_highlight (registry, make_highlight (snapshot, 60000));
  pel_region_registry_set_asked (registry, pel_region_mark_new (PEL_MARK_ASKED, snapshot, 2));
  pel_region_registry_add_highlight (registry, make_highlight (snapshot, 60000));
  g_assert_true (pel_region_registry_is_asking (registry));
  marks = pel_region_registry_get_marks (registry);
  g_assert_cmpuint (marks->len, ==, 1);
  g_assert_cmpint (((PelRegionMark *) marks->pdata[0])->kind, ==, PEL_MARK_ASKED);
  pel_region_registry_set_asked (registry, NULL); /* of what has no place */
  g_assert_cmpuint (pel_region_registry_get_marks (registry)->len, ==, 0);
  pel_region_registry_end_asking (registry);
  g_assert_cmpuint (pel_region_registry_get_marks (registry)->len, ==, 2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/region/numbering/rows", test_numbers);
  g_test_add_func ("/region/numbering/lines", test_lines);
  g_test_add_func ("/region/numbering/random", test_random);
  g_test_add_func ("/region/registry/list", test_list);
  g_test_add_func ("/region/registry/shown", test_shown);
  g_test_add_func ("/region/registry/follow", test_follow);
  g_test_add_func ("/region/registry/marks", test_marks);
  g_test_add_func ("/region/registry/asked", test_asked);
  g_test_add_func ("/region/registry/highlight-ends", test_highlight_ends);
  return g_test_run ();
}
