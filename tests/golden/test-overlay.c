/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/painter.h"
#include "overlay/scene-builder.h"
#include "overlay/theme.h"
#include "overlay/typesetter.h"

#include "tests/golden/golden.h"

#include <math.h>

#define WIDTH   460
#define HEIGHT  280
#define ENABLED (PEL_REGION_IS_INTERACTIVE | PEL_REGION_IS_ENABLED)

/* A program: what has no number is only there to be seen. */
typedef struct
{
  PelRole         role;
  const char     *name;
  PelNativeRect   bounds;
  PelRegionFlags  flags;
  PelRegionSource source;
} Widget;

/* clang-format off */
static const Widget program[] = {
  { PEL_ROLE_BUTTON,    "New",      { 20, 40, 64, 30 },   ENABLED,                         0 },
  { PEL_ROLE_BUTTON,    "Open",     { 88, 40, 64, 30 },   ENABLED,                         0 },
  { PEL_ROLE_BUTTON,    "Save",     { 156, 40, 64, 30 },  PEL_REGION_IS_INTERACTIVE,       0 },
  { PEL_ROLE_EDIT,      "Search",   { 260, 40, 180, 30 }, ENABLED | PEL_REGION_IS_FOCUSED, 0 },
  { PEL_ROLE_CHECK_BOX, "Wi-Fi",    { 20, 96, 18, 18 },   ENABLED,                         0 },
  { PEL_ROLE_CHECK_BOX, "Silent",   { 20, 124, 18, 18 },  ENABLED | PEL_REGION_IS_SILENT,  0 },
  { PEL_ROLE_LIST_ITEM, "Pictures", { 120, 96, 200, 26 }, ENABLED,                         0 },
  { PEL_ROLE_LIST_ITEM, "Music",    { 120, 122, 200, 26 }, ENABLED,                        0 },
  { PEL_ROLE_LIST_ITEM, "Videos",   { 120, 148, 200, 26 }, ENABLED,                        0 },
  { PEL_ROLE_TEXT,      "found",    { 340, 100, 100, 22 }, ENABLED,          PEL_REGION_OCR       },
  { PEL_ROLE_BUTTON,    "guessed",  { 340, 148, 100, 26 }, ENABLED,          PEL_REGION_HEURISTIC },
  { PEL_ROLE_BUTTON,    "Windows",  { 20, 210, 110, 32 }, ENABLED,           PEL_REGION_UIA       },
  { PEL_ROLE_BUTTON,    "Cancel",   { 250, 220, 90, 34 }, ENABLED,                         0 },
  { PEL_ROLE_BUTTON,    "OK",       { 350, 220, 90, 34 }, ENABLED,                         0 },
};

static const struct { const char *name; guint32 ground, widget, edge; } grounds[] = {
  { "light", 0xfafafb, 0xe6e7ea, 0xc9ccd2 },
  { "dark",  0x1e1e22, 0x33343a, 0x4a4c54 },
};

static const double scales[] = { 1, 1.25, 1.5, 2 };
/* clang-format on */

/* What one picture shows. */
typedef struct
{
  PelMonitorLayout  *layout;
  GPtrArray         *regions, *marks;
  const char *const *hints;
  const char        *banner;
  PelSceneFlags      flags;
  PelPainterMode     mode;
  gsize              ground;
  const PelScene    *scene; /* (nullable): this one instead */
} Picture;

static PelRegion *
new_region (guint index, const Widget *widget)
{
  const PelNativeRect *b = &widget->bounds;

  return pel_region_new (
      &(PelRegion){ .index = index,
                    .role = widget->role,
                    .path = (char *) widget->name,
                    .label = (char *) widget->name,
                    .source = widget->source,
                    .flags = widget->flags | PEL_REGION_HAS_CLICK_POINT,
                    .bounds = *b,
                    .click_point = { b->x + b->width / 2, b->y + b->height / 2 } });
}

static void
add_program (Picture *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (program); i++)
    g_ptr_array_add (self->regions, new_region ((guint) i + 1, &program[i]));
}

static PelRegionMark *
add_mark (Picture *self, PelMarkKind kind, const Widget *widget)
{
  PelRegionMark *mark = g_new0 (PelRegionMark, 1);

  mark->kind = kind;
  mark->region = new_region (1, widget);
  g_ptr_array_add (self->marks, mark);
  return mark;
}

static void
fill (cairo_t *cr, const PelNativeRect *r, guint32 colour)
{
  cairo_rectangle (cr, r->x, r->y, r->width, r->height);
  pel_theme_set_colour (cr, colour, 1);
  cairo_fill (cr);
}

/* The program itself, below the overlay. */
static void
paint_widgets (cairo_t *cr, const Picture *self)
{
  for (guint i = 0; i < self->regions->len; i++)
    {
      const PelRegion *region = g_ptr_array_index (self->regions, i);
      PelNativeRect    inner = region->bounds;

      fill (cr, &inner, grounds[self->ground].edge);
      inner = (PelNativeRect){ inner.x + 1, inner.y + 1, inner.width - 2, inner.height - 2 };
      fill (cr, &inner, grounds[self->ground].widget);
    }
}

/* Device pixels onto device pixels, over what is there. */
static void
lay_over (cairo_t *cr, const PelScene *scene, PelPainterMode mode)
{
  cairo_surface_t *pixels =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, scene->width, scene->height);
  cairo_t *pixels_cr = cairo_create (pixels);
  double   scale, unused;

  pel_painter_paint (scene, mode, pixels_cr, NULL);
  cairo_destroy (pixels_cr);
  cairo_surface_get_device_scale (cairo_get_target (cr), &scale, &unused);
  cairo_surface_set_device_scale (pixels, scale, scale);
  cairo_set_source_surface (cr, pixels, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_surface_destroy (pixels);
}

static void
paint (cairo_t *cr, double width, double height, gconstpointer data)
{
  const Picture        *self = data;
  PelSceneRequest       request = { .layout = self->layout,
                                    .regions = self->regions,
                                    .marks = self->marks,
                                    .hints = self->hints,
                                    .banner = self->banner,
                                    .flags = self->flags };
  g_autoptr (GPtrArray) scenes = NULL;

  paint_widgets (cr, self);
  if (self->scene != NULL)
    {
      lay_over (cr, self->scene, self->mode);
      return;
    }
  scenes = pel_scene_builder_build (&request);
  g_assert_cmpuint (scenes->len, ==, 1);
  lay_over (cr, g_ptr_array_index (scenes, 0), self->mode);
}

/* Pictures */

static void
show_numbers (Picture *self)
{
  PelRegionMark *mark = add_mark (self, PEL_MARK_HOVERED, &program[7]);

  mark->path = g_strdup (program[7].name);
  mark->label = g_strdup ("invoke, select · visible");
  add_program (self);
}

static void
show_shaped (Picture *self)
{
  show_numbers (self);
  add_mark (self, PEL_MARK_SELECTED, &program[12]);
  self->mode = PEL_PAINTER_SHAPED;
}

static void
show_selected (Picture *self)
{
  PelRegionMark *mark = add_mark (self, PEL_MARK_SELECTED, &program[12]);

  add_program (self);
  mark->has_parent = TRUE;
  mark->parent = (PelNativeRect){ 150, 190, 300, 80 };
  mark->label = g_strdup ("invoke, focus · enabled");
  self->flags = PEL_SCENE_LABELS;
}

static void
show_rulers (Picture *self)
{
  show_selected (self);
  self->flags |= PEL_SCENE_RULERS;
}

static void
show_hints (Picture *self)
{
  static const char *const hints[G_N_ELEMENTS (program)] = {
    "AS", "AD", "AF", "AG", "SA", "SD", "SF", "SG", "DA", "DS", "DF", "DG", "J", "K",
  };

  add_program (self);
  self->hints = hints;
}

static void
show_banner (Picture *self)
{
  add_program (self);
  self->banner = "Point at the button that does not work. Esc leaves.";
}

/* Only the help is dim. */
static void
show_asked (Picture *self)
{
  self->banner =
      "The agent asks you to point at something:\n“Which one is it?”\n\tClick: pick\nEsc: cancel";
}

/* More than there is room for. */
static void
show_dense (Picture *self)
{
  for (guint i = 0; i < 15 * 11; i++)
    {
      Widget widget = { PEL_ROLE_CELL, "x", { 0, 0, 24, 18 }, ENABLED, 0 };

      widget.bounds.x = 12 + i % 15 * 28;
      widget.bounds.y = 16 + i / 15 * 21;
      g_ptr_array_add (self->regions, new_region (i + 1, &widget));
    }
}

static void
add_text (PelScene *scene, PelSceneItem item, PelItemKind kind, char *text)
{
  PelThemeSizes             sizes = pel_theme_get_sizes (scene->scale);
  g_autoptr (PelTypesetter) typesetter = pel_typesetter_new (&sizes);

  item.kind = kind;
  item.text = text;
  pel_typesetter_measure (typesetter, kind, text, 9999, &item.rect.width, &item.rect.height);
  pel_scene_add (scene, &item);
}

/* A line for each shade, with its tag and label. */
static PelScene *
new_legend (double scale)
{
  PelScene *scene = pel_scene_new ("legend", (int) (WIDTH * scale), (int) (HEIGHT * scale), scale);

  for (PelShade shade = 0; shade < PEL_N_SHADES; shade++)
    {
      int              x = (int) ((shade % 2 * 228 + 10) * scale);
      int              y = (int) ((shade / 2 * 44 + 14) * scale);
      g_autofree char *text = g_strdup_printf ("%s\t\t%u", pel_shade_to_string (shade), shade);
      PelSceneItem     item = { .kind = PEL_ITEM_FILL, .shade = shade };

      item.rect = (PelBufferRect){ x, y, (int) (54 * scale), (int) (30 * scale) };
      pel_scene_add (scene, &item);
      item.kind = PEL_ITEM_OUTLINE;
      pel_scene_add (scene, &item);
      item.rect.x = x + (int) (60 * scale);
      add_text (scene, item, PEL_ITEM_TAG, (char *) "128");
      item.rect.x = x + (int) (100 * scale);
      add_text (scene, item, PEL_ITEM_LABEL, text);
    }
  return scene;
}

/* clang-format off */
static const Widget scripts[] = {
  { PEL_ROLE_BUTTON,    "حفظ الملف",            { 20, 12, 60, 20 },   ENABLED, 0 },
  { PEL_ROLE_MENU_ITEM, "שמור בשם… (Ctrl+S)",   { 20, 64, 60, 20 },   ENABLED, 0 },
  { PEL_ROLE_LINK,      "漢字とかな — 保存",      { 20, 116, 60, 20 },  ENABLED, 0 },
  { PEL_ROLE_BUTTON,    "Готово ✅ 👩‍💻",          { 260, 12, 60, 20 },  ENABLED, 0 },
  { PEL_ROLE_EDIT,      "Ζήτηση",               { 260, 64, 60, 20 },  ENABLED, 0 },
  { PEL_ROLE_EDIT,      "\u202egnp.exe\n<b>",   { 20, 168, 60, 20 },  ENABLED, 0 },
  { PEL_ROLE_DOCUMENT,  "A name that goes on and on, far beyond what has any room on a label of this width",
    { 20, 220, 60, 20 }, ENABLED, 0 },
};
/* clang-format on */

static void
show_scripts (Picture *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scripts); i++)
    add_mark (self, i % 2 == 0 ? PEL_MARK_SELECTED : PEL_MARK_HOVERED, &scripts[i]);
  self->flags = PEL_SCENE_LABELS;
}

static const struct
{
  const char *name;
  void (*show) (Picture *self);
} pictures[] = {
  { "numbers", show_numbers }, { "selected", show_selected }, { "rulers", show_rulers },
  { "hints", show_hints },     { "banner", show_banner },     { "asked", show_asked },
  { "dense", show_dense },     { "shaped", show_shaped },     { "scripts", show_scripts },
  { "legend", NULL },
};

static void
check (gsize index, gsize ground, double scale)
{
  PelMonitor                   monitor = { .name = "M",
                                           .native = { 0, 0, WIDTH, HEIGHT },
                                           .physical = { .width = (int) ceil (WIDTH * scale),
                                                         .height = (int) ceil (HEIGHT * scale) },
                                           .ratio = scale,
                                           .scale = scale };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (&monitor, 1);
  g_autoptr (GPtrArray)        regions =
      g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_unref);
  g_autoptr (GPtrArray) marks =
      g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);
  g_autofree char *name =
      g_strdup_printf ("overlay-%s-%s", pictures[index].name, grounds[ground].name);
  g_autoptr (PelScene) legend = pictures[index].show == NULL ? new_legend (scale) : NULL;
  Picture              self = { .layout = layout,
                                .regions = regions,
                                .marks = marks,
                                .ground = ground,
                                .flags = PEL_SCENE_TAGS | PEL_SCENE_LABELS,
                                .scene = legend };

  if (pictures[index].show != NULL)
    pictures[index].show (&self);
  pel_golden_check (name, scale, WIDTH, HEIGHT, grounds[ground].ground, paint, &self);
}

static void
test_picture (gconstpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (grounds); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (scales); k++)
      check (GPOINTER_TO_SIZE (data), i, scales[k]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      g_autofree char *path = g_strdup_printf ("/golden/overlay/%s", pictures[i].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_picture);
    }
  return g_test_run ();
}
