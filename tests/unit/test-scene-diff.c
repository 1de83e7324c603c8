/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/painter.h"
#include "overlay/scene-diff.h"
#include "overlay/theme.h"

#define SIDE 1000

/* Which of the items a, b, c … are in a scene, lowest first; all lie over each other a little. */
/* clang-format off */
static const struct { const char *before, *after, *damaged; } diff_cases[] = {
  { "abc",   "abc",   ""    },
  { "abc",   "ab",    "c"   },
  { "bc",    "abc",   "a"   },
  { "abc",   "adc",   "bd"  },
  { "abcde", "bcdea", "a"   }, /* to the top: the others stay */
  { "abcde", "eabcd", "e"   },
  { "ab",    "ba",    "a b" }, /* one of both */
  { "aab",   "ab",    "a"   },
  { "",      "ab",    "ab"  },
  { "ab",    "",      "ab"  },
  { "",      "",      ""    },
};
/* clang-format on */

static PelSceneItem
get_item (char name)
{
  int place = (name - 'a') * 50;

  return (PelSceneItem){ .kind = PEL_ITEM_FILL, .rect = { place, place, 100, 100 } };
}

static PelScene *
make_scene (const char *names)
{
  PelScene *scene = pel_scene_new ("M", SIDE, SIDE, 1);

  for (; *names != '\0'; names++)
    {
      PelSceneItem item = get_item (*names);

      pel_scene_add (scene, &item);
    }
  return scene;
}

static cairo_region_t *
get_region (const char *names)
{
  g_autoptr (PelScene) scene = make_scene (names);

  return pel_painter_get_shape (scene, PEL_PAINTER_BLENDED);
}

/* Damage that may be one or the other is written with a space between. */
static gboolean
is_expected (const cairo_region_t *damage, const char *expected)
{
  g_auto (GStrv) choices = g_strsplit (expected, " ", -1);
  gboolean       found = FALSE;

  if (*expected == '\0')
    return cairo_region_is_empty (damage);
  for (guint i = 0; choices[i] != NULL; i++)
    {
      cairo_region_t *region = get_region (choices[i]);

      found = found || cairo_region_equal (region, damage);
      cairo_region_destroy (region);
    }
  return found;
}

static void
test_items (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (diff_cases); i++)
    {
      g_autoptr (PelScene) before = make_scene (diff_cases[i].before);
      g_autoptr (PelScene) after = make_scene (diff_cases[i].after);
      cairo_region_t      *damage = pel_scene_diff (before, after);

      g_test_message ("%s → %s", diff_cases[i].before, diff_cases[i].after);
      g_assert_true (is_expected (damage, diff_cases[i].damaged));
      cairo_region_destroy (damage);
    }
}

/* Each way in which two items can differ is seen. */
static void
test_fields (void)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, TRUE, sizeof (PelBufferRect));
  const PelSceneItem changed[] = {
    { PEL_ITEM_TAG, PEL_SHADE_UIA, { 10, 10, 20, 20 }, (char *) "1", NULL },
    { PEL_ITEM_LABEL, PEL_SHADE_OCR, { 10, 10, 20, 20 }, (char *) "1", NULL },
    { PEL_ITEM_TAG, PEL_SHADE_OCR, { 10, 11, 20, 20 }, (char *) "1", NULL },
    { PEL_ITEM_TAG, PEL_SHADE_OCR, { 10, 10, 20, 20 }, (char *) "2", NULL },
    { PEL_ITEM_TAG, PEL_SHADE_OCR, { 10, 10, 20, 20 }, NULL, NULL },
    { PEL_ITEM_TAG, PEL_SHADE_OCR, { 10, 10, 20, 20 }, (char *) "1", pieces },
  };
  const PelSceneItem item = { PEL_ITEM_TAG, PEL_SHADE_OCR, { 10, 10, 20, 20 }, (char *) "1", NULL };
  g_autoptr (PelScene) before = make_scene ("");

  pel_scene_add (before, &item);
  for (gsize i = 0; i < G_N_ELEMENTS (changed); i++)
    {
      g_autoptr (PelScene) after = make_scene ("");
      cairo_region_t      *damage;

      pel_scene_add (after, &changed[i]);
      damage = pel_scene_diff (before, after);
      g_assert_true (cairo_region_contains_point (damage, 15, 15));
      cairo_region_destroy (damage);
    }
}

static void
test_nothing (void)
{
  g_autoptr (PelScene) scene = make_scene ("ab");
  g_autoptr (PelScene) larger = pel_scene_new ("M", SIDE + 1, SIDE, 1);
  g_autoptr (PelScene) scaled = pel_scene_new ("M", SIDE, SIDE, 1.5);
  const struct
  {
    const PelScene *before, *after;
    int             x, y;
  } rows[] = { { NULL, scene, 149, 149 },
               { scene, NULL, 149, 149 },
               { scene, larger, SIDE, SIDE - 1 },
               { scene, scaled, SIDE - 1, SIDE - 1 } };
  cairo_region_t *none = pel_scene_diff (NULL, NULL);

  g_assert_true (cairo_region_is_empty (none));
  cairo_region_destroy (none);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      cairo_region_t *damage = pel_scene_diff (rows[i].before, rows[i].after);

      g_assert_true (cairo_region_contains_point (damage, rows[i].x, rows[i].y));
      cairo_region_destroy (damage);
    }
}

/* An outline damages its edges, not the window inside of it. */
static void
test_outline_small (void)
{
  g_autoptr (PelScene) before = make_scene ("");
  g_autoptr (PelScene) after = make_scene ("");
  cairo_region_t      *damage;

  pel_scene_add (after, &(PelSceneItem){ .kind = PEL_ITEM_OUTLINE, .rect = { 0, 0, SIDE, SIDE } });
  damage = pel_scene_diff (before, after);
  g_assert_true (cairo_region_contains_point (damage, 0, SIDE / 2));
  g_assert_false (cairo_region_contains_point (damage, SIDE / 2, SIDE / 2));
  cairo_region_destroy (damage);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-diff/items", test_items);
  g_test_add_func ("/scene-diff/fields", test_fields);
  g_test_add_func ("/scene-diff/nothing", test_nothing);
  g_test_add_func ("/scene-diff/outline/small", test_outline_small);
  return g_test_run ();
}
