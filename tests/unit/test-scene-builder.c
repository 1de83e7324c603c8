/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/scene-builder.h"
#include "overlay/theme.h"

#include <stdlib.h>
#include <string.h>

#define ENABLED (PEL_REGION_IS_INTERACTIVE | PEL_REGION_IS_ENABLED)

/* 1280 × 720 at scale 1 left of 1280 × 800 at 1.5, which is the primary one. */
static const PelMonitor monitors[] = {
  { "LEFT", { -1280, 0, 1280, 720 }, { 0, 0, 1280, 720 }, 1, 1, FALSE },
  { "RIGHT", { 0, 0, 1280, 800 }, { 0, 0, 1920, 1200 }, 1.5, 1.5, TRUE },
};

typedef struct
{
  PelMonitorLayout *layout;
  GPtrArray        *regions, *marks;
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->layout = pel_monitor_layout_new (monitors, G_N_ELEMENTS (monitors));
  self->regions = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_unref);
  self->marks = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->layout, pel_monitor_layout_unref);
  g_clear_pointer (&self->regions, g_ptr_array_unref);
  g_clear_pointer (&self->marks, g_ptr_array_unref);
}

static PelRegion *
make_region (guint index, PelNativeRect bounds, PelRegionFlags flags, const char *label)
{
  return pel_region_new (&(PelRegion){ .index = index,
                                       .role = PEL_ROLE_BUTTON,
                                       .label = (char *) label,
                                       .flags = flags,
                                       .bounds = bounds,
                                       .click_point = { bounds.x + 5, bounds.y + 7 } });
}

static void
add_region (Fixture *self, PelNativeRect bounds)
{
  g_ptr_array_add (self->regions, make_region (self->regions->len + 1, bounds, ENABLED, "Save"));
}

static PelRegionMark *
add_mark (Fixture *self, PelMarkKind kind, PelNativeRect bounds, const char *name)
{
  PelRegionMark *mark = g_new0 (PelRegionMark, 1);

  mark->kind = kind;
  mark->region = make_region (1, bounds, ENABLED | PEL_REGION_HAS_CLICK_POINT, name);
  g_ptr_array_add (self->marks, mark);
  return mark;
}

static GPtrArray *
build (Fixture *self, PelSceneFlags flags)
{
  PelSceneRequest request = {
    .layout = self->layout, .regions = self->regions, .marks = self->marks, .flags = flags
  };

  return pel_scene_builder_build (&request);
}

static const PelSceneItem *
find_nth (const PelScene *scene, PelItemKind kind, guint n)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const PelSceneItem *item = &g_array_index (scene->items, PelSceneItem, i);

      if (item->kind == kind && n-- == 0)
        return item;
    }
  return NULL;
}

static guint
count_kind (const PelScene *scene, PelItemKind kind)
{
  guint n = 0;

  while (find_nth (scene, kind, n) != NULL)
    n++;
  return n;
}

static void
assert_rect (const PelSceneItem *item, int x, int y, int width, int height)
{
  g_assert_nonnull (item);
  g_assert_cmpint (item->rect.x, ==, x);
  g_assert_cmpint (item->rect.y, ==, y);
  g_assert_cmpint (item->rect.width, ==, width);
  g_assert_cmpint (item->rect.height, ==, height);
}

static void
test_nothing (Fixture *self, gconstpointer unused)
{
  PelSceneRequest       request = { .layout = self->layout, .flags = ~0 };
  g_autoptr (GPtrArray) scenes = pel_scene_builder_build (&request);
  g_autoptr (GPtrArray) empty = build (self, ~0);
  g_autoptr (GPtrArray) outside = NULL;

  g_assert_cmpuint (scenes->len, ==, 0);
  g_assert_cmpuint (empty->len, ==, 0);
  add_region (self, (PelNativeRect){ 5000, 5000, 100, 100 });
  add_region (self, (PelNativeRect){ 10, 10, 0, 50 });
  add_mark (self, PEL_MARK_SELECTED, (PelNativeRect){ -5000, 0, 10, 10 }, "x");
  outside = build (self, ~0);
  g_assert_cmpuint (outside->len, ==, 0);
}

static void
test_region_scaled (Fixture *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) scenes = NULL;
  const PelScene       *scene;

  add_region (self, (PelNativeRect){ 101, 51, 33, 21 });
  scenes = build (self, PEL_SCENE_TAGS);
  g_assert_cmpuint (scenes->len, ==, 1);
  scene = g_ptr_array_index (scenes, 0);
  g_assert_cmpstr (scene->monitor, ==, "RIGHT");
  g_assert_cmpint (scene->width, ==, 1920);
  g_assert_cmpfloat (scene->scale, ==, 1.5);
  assert_rect (find_nth (scene, PEL_ITEM_OUTLINE, 0), 152, 77, 49, 31);
  g_assert_null (find_nth (scene, PEL_ITEM_OUTLINE, 0)->pieces);
  g_assert_cmpstr (find_nth (scene, PEL_ITEM_TAG, 0)->text, ==, "1");
}

/* Drawn on both, tagged on both; the label is where most of it is. */
static void
test_region_across (Fixture *self, gconstpointer unused)
{
  const PelNativeRect   bounds = { -100, 100, 400, 50 };
  g_autoptr (GPtrArray) scenes = NULL;
  const PelScene       *left, *right;

  add_region (self, bounds);
  add_mark (self, PEL_MARK_HOVERED, bounds, "Save");
  scenes = build (self, PEL_SCENE_TAGS | PEL_SCENE_LABELS);
  g_assert_cmpuint (scenes->len, ==, 2);
  left = g_ptr_array_index (scenes, 0);
  right = g_ptr_array_index (scenes, 1);
  assert_rect (find_nth (left, PEL_ITEM_OUTLINE, 0), 1180, 100, 400, 50);
  assert_rect (find_nth (right, PEL_ITEM_OUTLINE, 0), -150, 150, 600, 75);
  g_assert_cmpuint (count_kind (left, PEL_ITEM_TAG), ==, 1);
  g_assert_cmpuint (count_kind (right, PEL_ITEM_TAG), ==, 1);
  g_assert_cmpint (find_nth (right, PEL_ITEM_TAG, 0)->rect.x, ==, 0);
  g_assert_cmpuint (count_kind (left, PEL_ITEM_LABEL), ==, 0);
  g_assert_cmpuint (count_kind (right, PEL_ITEM_LABEL), ==, 1);
}

static void
test_region_pieces (Fixture *self, gconstpointer unused)
{
  const PelNativeRect   pieces[] = { { 100, 100, 20, 100 }, { 150, 100, 50, 100 } };
  g_autoptr (GArray)    array = g_array_new (FALSE, FALSE, sizeof (PelNativeRect));
  g_autoptr (GPtrArray) scenes = NULL;
  const PelSceneItem   *outline, *tag;

  g_array_append_vals (array, pieces, G_N_ELEMENTS (pieces));
  g_ptr_array_add (self->regions,
                   pel_region_new (&(PelRegion){ .index = 7,
                                                 .flags = ENABLED,
                                                 .bounds = { 100, 100, 100, 100 },
                                                 .pieces = array }));
  scenes = build (self, PEL_SCENE_TAGS);
  outline = find_nth (g_ptr_array_index (scenes, 0), PEL_ITEM_OUTLINE, 0);
  tag = find_nth (g_ptr_array_index (scenes, 0), PEL_ITEM_TAG, 0);
  assert_rect (outline, 150, 150, 150, 150);
  g_assert_cmpuint (outline->pieces->len, ==, 2);
  g_assert_cmpint (g_array_index (outline->pieces, PelBufferRect, 1).x, ==, 225);
  g_assert_cmpint (tag->rect.x, ==, 225); /* at the larger one */
}

/* clang-format off */
static const struct { PelRegionFlags flags; PelRegionSource source; PelShade shade; } shade_cases[] = {
  { ENABLED,                         PEL_REGION_ACCESSIBILITY, PEL_SHADE_ACCESSIBILITY },
  { ENABLED,                         PEL_REGION_UIA,           PEL_SHADE_UIA           },
  { ENABLED,                         PEL_REGION_OCR,           PEL_SHADE_OCR           },
  { ENABLED,                         PEL_REGION_HEURISTIC,     PEL_SHADE_HEURISTIC     },
  { PEL_REGION_IS_INTERACTIVE,       PEL_REGION_ACCESSIBILITY, PEL_SHADE_DISABLED      },
  { ENABLED | PEL_REGION_IS_FOCUSED, PEL_REGION_UIA,           PEL_SHADE_FOCUSED       },
  { ENABLED | PEL_REGION_IS_FOCUSED | PEL_REGION_IS_SILENT, PEL_REGION_UIA, PEL_SHADE_SILENT },
};
/* clang-format on */

static void
test_region_shades (Fixture *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) scenes = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (shade_cases); i++)
    g_ptr_array_add (self->regions,
                     pel_region_new (&(PelRegion){ .index = (guint) i + 1,
                                                   .flags = shade_cases[i].flags,
                                                   .source = shade_cases[i].source,
                                                   .bounds = { 10, 30 + 60.0 * i, 100, 30 } }));
  scenes = build (self, PEL_SCENE_TAGS);
  for (gsize i = 0; i < G_N_ELEMENTS (shade_cases); i++)
    {
      const PelScene *scene = g_ptr_array_index (scenes, 0);

      g_assert_cmpint (find_nth (scene, PEL_ITEM_OUTLINE, i)->shade, ==, shade_cases[i].shade);
      g_assert_cmpint (find_nth (scene, PEL_ITEM_TAG, i)->shade, ==, shade_cases[i].shade);
    }
}

static guint
get_count (const PelScene *scene)
{
  for (guint i = 0; i < count_kind (scene, PEL_ITEM_LABEL); i++)
    {
      const char *text = find_nth (scene, PEL_ITEM_LABEL, i)->text;

      if (*text == '+')
        return (guint) strtoul (text + 1, NULL, 10);
    }
  return 0;
}

/* Every region has a tag or is counted, also where there is no room at all. */
static void
test_tags_counted (Fixture *self, gconstpointer unused)
{
  for (guint round = 0; round < 20; round++)
    {
      guint                 n_regions = (guint) g_test_rand_int_range (1, 500);
      int                   spread = g_test_rand_int_range (50, 700);
      g_autoptr (GPtrArray) scenes = NULL;
      const PelScene       *scene;

      g_ptr_array_set_size (self->regions, 0);
      while (self->regions->len < n_regions)
        add_region (self,
                    (PelNativeRect){ 10 + g_test_rand_int_range (0, spread),
                                     10 + g_test_rand_int_range (0, spread),
                                     g_test_rand_int_range (1, 60),
                                     g_test_rand_int_range (1, 30) });
      scenes = build (self, PEL_SCENE_TAGS);
      scene = g_ptr_array_index (scenes, 0);
      g_assert_cmpuint (count_kind (scene, PEL_ITEM_OUTLINE), ==, n_regions);
      g_assert_cmpuint (count_kind (scene, PEL_ITEM_TAG) + get_count (scene), ==, n_regions);
    }
}

/* The count itself is never under a tag, nor over one. */
static void
test_tags_count_clear (Fixture *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) scenes = NULL;
  const PelScene       *scene;
  const PelSceneItem   *count, *tag;

  for (guint i = 0; i < 400; i++)
    add_region (self, (PelNativeRect){ 960 + i % 20 * 16.0, 540 + i / 20 * 13.0, 14, 11 });
  scenes = build (self, PEL_SCENE_TAGS);
  scene = g_ptr_array_index (scenes, 0);
  count = find_nth (scene, PEL_ITEM_LABEL, 0);
  g_assert_cmpuint (get_count (scene), >, 0);
  g_assert_cmpint (count->rect.x + count->rect.width, <=, scene->width);
  g_assert_cmpint (count->rect.y + count->rect.height, <=, scene->height);
  for (guint i = 0; (tag = find_nth (scene, PEL_ITEM_TAG, i)) != NULL; i++)
    {
      PelBufferRect common = pel_buffer_rect_intersect (&tag->rect, &count->rect);

      g_assert_true (pel_buffer_rect_is_empty (&common));
    }
}

static void
test_tags_left_out (Fixture *self, gconstpointer unused)
{
  PelSceneRequest request = {
    .layout = self->layout, .regions = self->regions, .n_left_out = 321, .flags = PEL_SCENE_TAGS
  };
  g_autoptr (GPtrArray) scenes = NULL;

  add_region (self, (PelNativeRect){ -500, 100, 100, 100 });
  add_region (self, (PelNativeRect){ 500, 100, 100, 100 });
  scenes = pel_scene_builder_build (&request);
  g_assert_cmpuint (get_count (g_ptr_array_index (scenes, 0)), ==, 0);
  g_assert_cmpuint (get_count (g_ptr_array_index (scenes, 1)), ==, 321);
}

static void
test_tags_hints (Fixture *self, gconstpointer unused)
{
  const char *const hints[] = { "AS", NULL, "DF" };
  PelSceneRequest   request = {
      .layout = self->layout, .regions = self->regions, .hints = hints, .flags = PEL_SCENE_TAGS
  };
  g_autoptr (GPtrArray) scenes = NULL;
  const PelScene       *scene;

  for (guint i = 0; i < G_N_ELEMENTS (hints); i++)
    add_region (self, (PelNativeRect){ 100, 100 + 100.0 * i, 80, 40 });
  scenes = pel_scene_builder_build (&request);
  scene = g_ptr_array_index (scenes, 0);
  g_assert_cmpuint (count_kind (scene, PEL_ITEM_OUTLINE), ==, 2);
  g_assert_cmpuint (count_kind (scene, PEL_ITEM_TAG), ==, 2);
  g_assert_cmpstr (find_nth (scene, PEL_ITEM_TAG, 0)->text, ==, "AS");
  g_assert_cmpstr (find_nth (scene, PEL_ITEM_TAG, 1)->text, ==, "DF");
}

/* Marks */

static void
test_mark_selected (Fixture *self, gconstpointer unused)
{
  PelRegionMark *mark =
      add_mark (self, PEL_MARK_SELECTED, (PelNativeRect){ -1000, 200, 120, 34 }, "Save");
  g_autoptr (GPtrArray) plain = NULL, ruled = NULL;
  const PelScene       *scene;
  int                   size = pel_theme_get_sizes (1).point;

  mark->has_parent = TRUE;
  mark->parent = (PelNativeRect){ -1010, 190, 300, 60 };
  plain = build (self, PEL_SCENE_LABELS);
  scene = g_ptr_array_index (plain, 0);
  g_assert_cmpint (find_nth (scene, PEL_ITEM_OUTLINE, 0)->shade, ==, PEL_SHADE_PARENT);
  assert_rect (find_nth (scene, PEL_ITEM_OUTLINE, 0), 270, 190, 300, 60);
  assert_rect (find_nth (scene, PEL_ITEM_OUTLINE, 1), 280, 200, 120, 34);
  assert_rect (find_nth (scene, PEL_ITEM_FILL, 0), 280, 200, 120, 34);
  assert_rect (find_nth (scene, PEL_ITEM_POINT, 0), 285 - size / 2, 207 - size / 2, size, size);
  g_assert_cmpstr (find_nth (scene, PEL_ITEM_LABEL, 0)->text,
                   ==,
                   "Button\t“\u2068Save\u2069”\t120 × 34");
  /* 10 px to the left and above, 170 px to the right, 16 px below; one has room for its number */
  assert_rect (find_nth (scene, PEL_ITEM_RULER, 0), 270, 216, 10, 1);
  assert_rect (find_nth (scene, PEL_ITEM_RULER, 1), 400, 216, 170, 1);
  assert_rect (find_nth (scene, PEL_ITEM_RULER, 2), 339, 190, 1, 10);
  assert_rect (find_nth (scene, PEL_ITEM_RULER, 3), 339, 234, 1, 16);
  g_assert_cmpuint (count_kind (scene, PEL_ITEM_RULER), ==, 4);
  g_assert_cmpstr (find_nth (scene, PEL_ITEM_TAG, 0)->text, ==, "170");
  g_assert_cmpuint (count_kind (scene, PEL_ITEM_TAG), ==, 1);
  mark->has_parent = FALSE;
  ruled = build (self, PEL_SCENE_RULERS);
  scene = g_ptr_array_index (ruled, 0);
  assert_rect (find_nth (scene, PEL_ITEM_RULER, 0), 280, 0, 1, 720);
  assert_rect (find_nth (scene, PEL_ITEM_RULER, 1), 399, 0, 1, 720);
  assert_rect (find_nth (scene, PEL_ITEM_RULER, 2), 0, 200, 1280, 1);
  assert_rect (find_nth (scene, PEL_ITEM_RULER, 3), 0, 233, 1280, 1);
  g_assert_cmpuint (count_kind (scene, PEL_ITEM_RULER), ==, 4);
  g_assert_null (find_nth (scene, PEL_ITEM_LABEL, 0));
}

static void
test_mark_hovered (Fixture *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) scenes = NULL;
  PelRegionMark        *mark, *unseen;

  mark = add_mark (self, PEL_MARK_HOVERED, (PelNativeRect){ 100, 100, 50, 50 }, "");
  mark->label = g_strdup ("invoke, focus");
  unseen = add_mark (self, PEL_MARK_HOVERED, (PelNativeRect){ 300, 300, 50, 50 }, "");
  g_clear_pointer (&unseen->region, pel_region_unref);
  scenes = build (self, PEL_SCENE_LABELS | PEL_SCENE_RULERS);
  g_assert_cmpstr (find_nth (g_ptr_array_index (scenes, 0), PEL_ITEM_LABEL, 0)->text,
                   ==,
                   "Button\t\t75 × 75\n\u2068invoke, focus\u2069");
  g_assert_cmpuint (count_kind (g_ptr_array_index (scenes, 0), PEL_ITEM_OUTLINE), ==, 1);
  g_assert_null (find_nth (g_ptr_array_index (scenes, 0), PEL_ITEM_POINT, 0));
}

/* The number of a region whose tag may be hidden is told where it is pointed at. */
static void
test_mark_number (Fixture *self, gconstpointer unused)
{
  const char           *paths[] = { "/a", "/b", "/a" }, *names[] = { ":1.2", ":1.1", ":1.1" };
  g_autoptr (GPtrArray) scenes = NULL;
  PelRegionMark        *mark;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    g_ptr_array_add (self->regions,
                     pel_region_new (&(PelRegion){ .index = 10 + i,
                                                   .bus_name = (char *) names[i],
                                                   .path = (char *) paths[i],
                                                   .bounds = { 100, 100, 50, 50 } }));
  mark = add_mark (self, PEL_MARK_HOVERED, (PelNativeRect){ 100, 100, 50, 50 }, "");
  mark->bus_name = g_strdup (":1.1");
  mark->path = g_strdup ("/a");
  scenes = build (self, PEL_SCENE_LABELS);
  g_assert_cmpstr (find_nth (g_ptr_array_index (scenes, 0), PEL_ITEM_LABEL, 0)->text,
                   ==,
                   "Button\t\t75 × 75 · #12");
}

static void
test_mark_highlight (Fixture *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) scenes = NULL;
  const PelScene       *scene;
  PelRegionMark        *first, *second;

  first = add_mark (self, PEL_MARK_HIGHLIGHT, (PelNativeRect){ 100, 100, 50, 50 }, "Save");
  first->label = g_strdup ("Click here");
  first->shade = g_strdup ("OCR");
  second = add_mark (self, PEL_MARK_HIGHLIGHT, (PelNativeRect){ 300, 300, 50, 50 }, "Save");
  second->shade = g_strdup ("no such shade");
  scenes = build (self, PEL_SCENE_LABELS);
  scene = g_ptr_array_index (scenes, 0);
  g_assert_cmpint (find_nth (scene, PEL_ITEM_OUTLINE, 0)->shade, ==, PEL_SHADE_OCR);
  g_assert_cmpint (find_nth (scene, PEL_ITEM_OUTLINE, 1)->shade, ==, PEL_SHADE_HIGHLIGHT);
  g_assert_cmpuint (count_kind (scene, PEL_ITEM_LABEL), ==, 1);
  g_assert_cmpstr (find_nth (scene, PEL_ITEM_LABEL, 0)->text, ==, "\t\u2068Click here\u2069");
}

/* clang-format off */
static const struct { const char *name, *shown; } text_cases[] = {
  { "a\tb\nc",               "a\\tb\\nc"                       },
  { "\u202egnp.exe",         "\\u{202E}gnp.exe"                },
  { "x\u2069\u2068y",        "x\\u{2069}\\u{2068}y"            },
  { "<b>&amp;</b>",          "<b>&amp;</b>"                    },
  { "bad \xff byte",         "bad \ufffd byte"                 },
  { "  padded  ",            "padded"                          },
  { "👩\u200d💻",             "👩\u200d💻"                       },
  { "نرم\u200cافزار",         "نرم\u200cافزار"                   },
};
/* clang-format on */

static void
test_text_hostile (Fixture *self, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (text_cases); i++)
    {
      g_autofree char *expected =
          g_strdup_printf ("Button\t“\u2068%s\u2069”\t75 × 75", text_cases[i].shown);
      g_autoptr (GPtrArray) scenes = NULL;

      g_ptr_array_set_size (self->marks, 0);
      add_mark (self, PEL_MARK_HOVERED, (PelNativeRect){ 100, 100, 50, 50 }, text_cases[i].name);
      scenes = build (self, PEL_SCENE_LABELS);
      g_assert_cmpstr (find_nth (g_ptr_array_index (scenes, 0), PEL_ITEM_LABEL, 0)->text,
                       ==,
                       expected);
    }
}

/* However much is said, it stays on the monitor. */
static void
test_text_long (Fixture *self, gconstpointer unused)
{
  g_autofree char *endless = g_strnfill (100000, 'W');
  PelSceneRequest  request = {
     .layout = self->layout, .marks = self->marks, .banner = endless, .flags = PEL_SCENE_LABELS
  };
  g_autoptr (GPtrArray) scenes = NULL;

  add_mark (self, PEL_MARK_HOVERED, (PelNativeRect){ -100, 100, 50, 50 }, endless);
  add_mark (self, PEL_MARK_HOVERED, (PelNativeRect){ 100, 100, 50, 50 }, endless)->label =
      g_strdup (endless);
  scenes = pel_scene_builder_build (&request);
  g_assert_cmpuint (scenes->len, ==, 2);
  for (guint i = 0; i < scenes->len; i++)
    {
      const PelScene     *scene = g_ptr_array_index (scenes, i);
      const PelSceneItem *items[] = { find_nth (scene, PEL_ITEM_LABEL, 0),
                                      find_nth (scene, PEL_ITEM_BANNER, 0) };

      for (gsize k = 0; k < G_N_ELEMENTS (items); k++)
        {
          g_assert_nonnull (items[k]);
          g_assert_cmpuint (strlen (items[k]->text), <, 2000);
          g_assert_cmpint (items[k]->rect.x, >=, 0);
          g_assert_cmpint (items[k]->rect.x + items[k]->rect.width, <=, scene->width);
          g_assert_cmpint (items[k]->rect.height, <, scene->height / 4);
        }
    }
}

/* No tag lies under the banner or under another label of the builder itself. */
static void
test_banner_clear (Fixture *self, gconstpointer unused)
{
  PelSceneRequest       request = { .layout = self->layout,
                                    .regions = self->regions,
                                    .banner = "Point at the button that is wrong",
                                    .flags = PEL_SCENE_TAGS };
  g_autoptr (GPtrArray) scenes = NULL;
  const PelScene       *scene;
  const PelSceneItem   *banner, *tag;

  for (guint i = 0; i < 60; i++)
    add_region (self, (PelNativeRect){ 20.0 * i, 30, 18, 18 });
  scenes = pel_scene_builder_build (&request);
  scene = g_ptr_array_index (scenes, 1);
  banner = find_nth (scene, PEL_ITEM_BANNER, 0);
  g_assert_cmpint (ABS (banner->rect.x + banner->rect.width / 2 - 960), <=, 1);
  for (guint i = 0; (tag = find_nth (scene, PEL_ITEM_TAG, i)) != NULL; i++)
    {
      PelBufferRect common = pel_buffer_rect_intersect (&tag->rect, &banner->rect);

      g_assert_true (pel_buffer_rect_is_empty (&common));
    }
}

static const struct
{
  const char *path;
  void (*function) (Fixture *, gconstpointer);
} tests[] = {
  { "/scene-builder/nothing", test_nothing },
  { "/scene-builder/region/scaled", test_region_scaled },
  { "/scene-builder/region/across", test_region_across },
  { "/scene-builder/region/pieces", test_region_pieces },
  { "/scene-builder/region/shades", test_region_shades },
  { "/scene-builder/tags/counted", test_tags_counted },
  { "/scene-builder/tags/count-clear", test_tags_count_clear },
  { "/scene-builder/tags/left-out", test_tags_left_out },
  { "/scene-builder/tags/hints", test_tags_hints },
  { "/scene-builder/mark/selected", test_mark_selected },
  { "/scene-builder/mark/hovered", test_mark_hovered },
  { "/scene-builder/mark/number", test_mark_number },
  { "/scene-builder/mark/highlight", test_mark_highlight },
  { "/scene-builder/text/hostile", test_text_hostile },
  { "/scene-builder/text/long", test_text_long },
  { "/scene-builder/banner/clear", test_banner_clear },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].function, tear_down);
  return g_test_run ();
}
