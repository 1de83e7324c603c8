/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/x11-composition.h"

#include "services/base/error.h"

#include <glib/gi18n.h>
#include <xcb/composite.h>
#include <xcb/render.h>
#include <xcb/shape.h>
#include <xcb/xfixes.h>

/* How far beside the screen the window stands that shows what is behind all windows: a multiple of
 * the tiles that roots are painted with. */
#define ASIDE 64

static const xcb_render_color_t black = { 0, 0, 0, 0xffff };
/* What compositors show where no one has set a wallpaper. */
static const xcb_render_color_t grey = { 0x8080, 0x8080, 0x8080, 0xffff };
static const xcb_render_color_t nothing = { 0 };

struct _PelX11Composition
{
  PelX11Connection       *connection;
  GHashTable             *formats; /* xcb_visualid_t → xcb_render_pictformat_t */
  xcb_render_pictformat_t alpha;   /* 32 bits, with premultiplied transparency; 0: there is none */
};

/* A drawing on its way. */
typedef struct
{
  PelX11Composition   *self;
  xcb_connection_t    *xcb;
  const PelX11Drawing *drawing;
  xcb_pixmap_t         pixmap;
  xcb_render_picture_t picture;
  xcb_xfixes_region_t  monitors; /* what of it is on a monitor */
} Sheet;

PelX11Composition *
pel_x11_composition_new (PelX11Connection *connection)
{
  PelX11Composition *self = g_new0 (PelX11Composition, 1);

  self->connection = g_object_ref (connection);
  self->formats = g_hash_table_new (NULL, NULL);
  return self;
}

void
pel_x11_composition_free (PelX11Composition *self)
{
  g_hash_table_unref (self->formats);
  g_object_unref (self->connection);
  g_free (self);
}

/* What the server can do */

static gboolean
is_alpha (const xcb_render_pictforminfo_t *format)
{
  const xcb_render_directformat_t *direct = &format->direct;

  return format->type == XCB_RENDER_PICT_TYPE_DIRECT && format->depth == 32 &&
         direct->alpha_mask == 0xff && direct->alpha_shift == 24 && direct->red_mask == 0xff &&
         direct->red_shift == 16 && direct->green_mask == 0xff && direct->green_shift == 8 &&
         direct->blue_mask == 0xff && direct->blue_shift == 0;
}

static void
take_visuals (PelX11Composition *self, const xcb_render_pictdepth_t *depth)
{
  xcb_render_pictvisual_t *visuals = xcb_render_pictdepth_visuals (depth);

  for (int i = 0; i < xcb_render_pictdepth_visuals_length (depth); i++)
    g_hash_table_insert (self->formats,
                         GUINT_TO_POINTER (visuals[i].visual),
                         GUINT_TO_POINTER (visuals[i].format));
}

static void
take_formats (gpointer reply, gpointer data)
{
  PelX11Composition               *self = data;
  const xcb_render_pictforminfo_t *formats = xcb_render_query_pict_formats_formats (reply);
  xcb_render_pictscreen_iterator_t screens = xcb_render_query_pict_formats_screens_iterator (reply);

  for (int i = 0; i < xcb_render_query_pict_formats_formats_length (reply); i++)
    if (self->alpha == 0 && is_alpha (&formats[i]))
      self->alpha = formats[i].id;
  for (; screens.rem > 0; xcb_render_pictscreen_next (&screens))
    {
      xcb_render_pictdepth_iterator_t depths = xcb_render_pictscreen_depths_iterator (screens.data);

      for (; depths.rem > 0; xcb_render_pictdepth_next (&depths))
        take_visuals (self, depths.data);
    }
}

void
pel_x11_composition_ask (PelX11Composition *self, PelX11Round *round)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);

  if (!pel_x11_connection_has_extension (self->connection, &xcb_render_id) ||
      !pel_x11_connection_has_extension (self->connection, &xcb_composite_id) ||
      !pel_x11_connection_has_extension (self->connection, &xcb_xfixes_id))
    return;
  xcb_discard_reply (xcb, xcb_render_query_version (xcb, 0, 11).sequence);
  xcb_discard_reply (xcb, xcb_composite_query_version (xcb, 0, 4).sequence);
  pel_x11_round_expect (round, xcb_render_query_pict_formats (xcb).sequence, take_formats, self);
}

gboolean
pel_x11_composition_check (const PelX11Composition *self, GError **error)
{
  if (self->alpha != 0)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Use an X server with the Composite, RENDER and XFIXES extensions"),
                 _ ("This X server cannot compose an image from several windows"));
  return FALSE;
}

/* Drawing */

static void
fill (const Sheet *sheet, const xcb_render_color_t *colour, const PelPhysicalRect *rect)
{
  const PelPhysicalRect *origin = &sheet->drawing->rect;
  const PelPhysicalRect  part = pel_physical_rect_intersect (origin, rect);
  const xcb_rectangle_t  rectangle = { (gint16) (part.x - origin->x),
                                       (gint16) (part.y - origin->y),
                                       (guint16) part.width,
                                       (guint16) part.height };

  xcb_render_fill_rectangles (sheet->xcb,
                              XCB_RENDER_PICT_OP_SRC,
                              sheet->picture,
                              *colour,
                              1,
                              &rectangle);
}

/* Draws a pixmap with its corner at a place of the desktop. */
static void
draw_pixmap (const Sheet            *sheet,
             xcb_pixmap_t            pixmap,
             xcb_render_pictformat_t format,
             const PelPhysicalRect  *place)
{
  const PelPhysicalRect *origin = &sheet->drawing->rect;
  const PelPhysicalRect  part = pel_physical_rect_intersect (origin, place);
  xcb_render_picture_t   source = xcb_generate_id (sheet->xcb);
  const guint32          repeat = XCB_RENDER_REPEAT_NORMAL;

  xcb_render_create_picture (sheet->xcb, source, pixmap, format, XCB_RENDER_CP_REPEAT, &repeat);
  xcb_render_composite (sheet->xcb,
                        XCB_RENDER_PICT_OP_OVER,
                        source,
                        XCB_NONE,
                        sheet->picture,
                        (gint16) (part.x - place->x),
                        (gint16) (part.y - place->y),
                        0,
                        0,
                        (gint16) (part.x - origin->x),
                        (gint16) (part.y - origin->y),
                        (guint16) part.width,
                        (guint16) part.height);
  xcb_render_free_picture (sheet->xcb, source);
}

/* The root's own pixels lie under what a compositor paints. A window that has what its parent has
 * behind it shows them; it stands where no one sees it and is gone before anybody hears of it. */
static void
draw_root (const Sheet *sheet)
{
  const PelX11Stack  *stack = sheet->drawing->stack;
  const xcb_screen_t *screen = pel_x11_connection_get_screen (sheet->self->connection);
  xcb_window_t        window = xcb_generate_id (sheet->xcb);
  xcb_pixmap_t        pixmap = xcb_generate_id (sheet->xcb);
  const guint32       values[] = { XCB_BACK_PIXMAP_PARENT_RELATIVE, TRUE };

  xcb_create_window (sheet->xcb,
                     XCB_COPY_FROM_PARENT,
                     window,
                     screen->root,
                     (gint16) - (stack->width + ASIDE),
                     (gint16) - (stack->height + ASIDE),
                     (guint16) stack->width,
                     (guint16) stack->height,
                     0,
                     XCB_WINDOW_CLASS_INPUT_OUTPUT,
                     screen->root_visual,
                     XCB_CW_BACK_PIXMAP | XCB_CW_OVERRIDE_REDIRECT,
                     values);
  xcb_map_window (sheet->xcb, window);
  xcb_composite_name_window_pixmap (sheet->xcb, window, pixmap);
  draw_pixmap (sheet,
               pixmap,
               GPOINTER_TO_UINT (g_hash_table_lookup (sheet->self->formats,
                                                      GUINT_TO_POINTER (screen->root_visual))),
               &(PelPhysicalRect){ 0, 0, stack->width, stack->height });
  xcb_free_pixmap (sheet->xcb, pixmap);
  xcb_destroy_window (sheet->xcb, window);
}

static void
draw_ground (const Sheet *sheet)
{
  const PelX11Stack  *stack = sheet->drawing->stack;
  const xcb_screen_t *screen = pel_x11_connection_get_screen (sheet->self->connection);

  if (stack->wallpaper == XCB_NONE && stack->has_compositor)
    fill (sheet, stack->is_black ? &black : &grey, &sheet->drawing->rect);
  else if (stack->wallpaper == XCB_NONE)
    draw_root (sheet);
  if (stack->wallpaper != XCB_NONE)
    draw_pixmap (sheet,
                 stack->wallpaper,
                 GPOINTER_TO_UINT (g_hash_table_lookup (sheet->self->formats,
                                                        GUINT_TO_POINTER (screen->root_visual))),
                 &(PelPhysicalRect){ 0, 0, stack->width, stack->height });
}

/* Nothing of a window is drawn beside its shape. */
static void
clip_to_shape (const Sheet *sheet, const PelX11Layer *layer)
{
  const PelPhysicalRect *origin = &sheet->drawing->rect;
  xcb_xfixes_region_t    shape = xcb_generate_id (sheet->xcb);

  xcb_xfixes_create_region_from_window (sheet->xcb, shape, layer->window, XCB_SHAPE_SK_BOUNDING);
  xcb_xfixes_translate_region (sheet->xcb,
                               shape,
                               (gint16) (layer->x + layer->border - origin->x),
                               (gint16) (layer->y + layer->border - origin->y));
  xcb_xfixes_intersect_region (sheet->xcb, shape, sheet->monitors, shape);
  xcb_xfixes_set_picture_clip_region (sheet->xcb, sheet->picture, shape, 0, 0);
  xcb_xfixes_destroy_region (sheet->xcb, shape);
}

/* Without a compositor, what a window says about transparency means nothing. */
static gboolean
is_blended (const Sheet *sheet, const PelX11Layer *layer)
{
  return layer->depth == 32 &&
         (sheet->drawing->stack->has_compositor || sheet->drawing->only != NULL);
}

static void
draw_window (const Sheet *sheet, const PelX11Layer *layer, const PelPhysicalRect *place)
{
  xcb_pixmap_t pixmap = xcb_generate_id (sheet->xcb);
  gpointer format = g_hash_table_lookup (sheet->self->formats, GUINT_TO_POINTER (layer->visual));

  clip_to_shape (sheet, layer);
  if (!is_blended (sheet, layer))
    fill (sheet, &black, place);
  xcb_composite_name_window_pixmap (sheet->xcb, layer->window, pixmap);
  draw_pixmap (sheet, pixmap, GPOINTER_TO_UINT (format), place);
  xcb_free_pixmap (sheet->xcb, pixmap);
}

static void
draw_layer (const Sheet *sheet, const PelX11Layer *layer)
{
  const PelPhysicalRect place = { layer->x, layer->y, layer->width, layer->height };
  const PelPhysicalRect part = pel_physical_rect_intersect (&sheet->drawing->rect, &place);

  if (layer->is_ours || pel_physical_rect_is_empty (&part))
    return;
  if (!g_hash_table_contains (sheet->drawing->hidden, GUINT_TO_POINTER (layer->window)))
    {
      draw_window (sheet, layer, &place);
      return;
    }
  xcb_xfixes_set_picture_clip_region (sheet->xcb, sheet->picture, sheet->monitors, 0, 0);
  fill (sheet, &black, &place);
}

/* What of the drawing lies on a monitor. */
static xcb_xfixes_region_t
make_monitors (const Sheet *sheet)
{
  const PelMonitorLayout *layout = sheet->drawing->layout;
  const PelPhysicalRect  *origin = &sheet->drawing->rect;
  xcb_xfixes_region_t     region = xcb_generate_id (sheet->xcb);
  guint                   n = layout != NULL ? pel_monitor_layout_get_n_monitors (layout) : 0;
  g_autoptr (GArray)      rectangles = g_array_new (FALSE, FALSE, sizeof (xcb_rectangle_t));

  for (guint i = 0; i < MAX (n, 1); i++)
    {
      PelPhysicalRect part =
          n > 0
              ? pel_physical_rect_intersect (&pel_monitor_layout_get_monitor (layout, i)->physical,
                                             origin)
              : *origin;
      xcb_rectangle_t rectangle = { (gint16) (part.x - origin->x),
                                    (gint16) (part.y - origin->y),
                                    (guint16) part.width,
                                    (guint16) part.height };

      if (!pel_physical_rect_is_empty (&part))
        g_array_append_val (rectangles, rectangle);
    }
  xcb_xfixes_create_region (sheet->xcb,
                            region,
                            rectangles->len,
                            (const xcb_rectangle_t *) (void *) rectangles->data);
  return region;
}

xcb_pixmap_t
pel_x11_composition_draw (PelX11Composition *self, const PelX11Drawing *drawing)
{
  Sheet sheet = { .self = self,
                  .xcb = pel_x11_connection_get_xcb (self->connection),
                  .drawing = drawing };

  sheet.pixmap = xcb_generate_id (sheet.xcb);
  sheet.picture = xcb_generate_id (sheet.xcb);
  xcb_create_pixmap (sheet.xcb,
                     32,
                     sheet.pixmap,
                     pel_x11_connection_get_screen (self->connection)->root,
                     (guint16) drawing->rect.width,
                     (guint16) drawing->rect.height);
  xcb_render_create_picture (sheet.xcb, sheet.picture, sheet.pixmap, self->alpha, 0, NULL);
  fill (&sheet, &nothing, &drawing->rect);
  sheet.monitors = make_monitors (&sheet);
  xcb_xfixes_set_picture_clip_region (sheet.xcb, sheet.picture, sheet.monitors, 0, 0);
  if (drawing->only != NULL)
    draw_layer (&sheet, drawing->only);
  else
    {
      draw_ground (&sheet);
      for (guint i = 0; i < drawing->stack->layers->len; i++)
        draw_layer (&sheet, &g_array_index (drawing->stack->layers, PelX11Layer, i));
    }
  xcb_xfixes_destroy_region (sheet.xcb, sheet.monitors);
  xcb_render_free_picture (sheet.xcb, sheet.picture);
  return sheet.pixmap;
}
