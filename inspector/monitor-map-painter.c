/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/monitor-map-painter.h"

#include <math.h>
#include <pango/pangocairo.h>

#define MARGIN        8.0
#define GAP           1.0 /* on each side of a monitor */
#define RADIUS        5.0
#define WINDOW_RADIUS 3.5
#define PLATE_INSET   5.0
#define PLATE_PAD_X   5.0
#define PLATE_PAD_Y   2.0
#define MIN_CAPTION   24.0
#define NAME_FONT     "Sans Semi-Bold 8"
#define SIZE_FONT     "Sans 8"

const PelMapTheme pel_map_theme_light = {
  .monitor_fill = 0xdcdfe4,
  .monitor_edge = 0x9a9fa8,
  .text = 0x2e3436,
  .window_fill = 0xffffff,
  .window_edge = 0x6b7280,
  .active_edge = 0x1c71d8,
};

const PelMapTheme pel_map_theme_dark = {
  .monitor_fill = 0x3a3d42,
  .monitor_edge = 0x6b7280,
  .text = 0xf3f4f6,
  .window_fill = 0x1f2124,
  .window_edge = 0xa5abb5,
  .active_edge = 0x62a0ea,
};

/* From the window system's own units to the picture. */
typedef struct
{
  double scale, dx, dy;
  double pixel; /* the size of a device pixel in the picture */
} Projection;

static void
set_colour (cairo_t *cr, guint32 rgb, double alpha)
{
  cairo_set_source_rgba (cr,
                         (rgb >> 16 & 0xff) / 255.0,
                         (rgb >> 8 & 0xff) / 255.0,
                         (rgb & 0xff) / 255.0,
                         alpha);
}

static PelNativeRect
get_bounds (const PelMonitorLayout *layout)
{
  PelNativeRect bounds = { 0 };

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelNativeRect *r = &pel_monitor_layout_get_monitor (layout, i)->native;
      double               left = i > 0 ? MIN (bounds.x, r->x) : r->x;
      double               top = i > 0 ? MIN (bounds.y, r->y) : r->y;
      double               right = MAX (i > 0 ? bounds.x + bounds.width : left, r->x + r->width);
      double               bottom = MAX (i > 0 ? bounds.y + bounds.height : top, r->y + r->height);

      bounds = (PelNativeRect){ left, top, right - left, bottom - top };
    }
  return bounds;
}

static double
get_pixel (cairo_t *cr)
{
  double scale, unused;
  double dx = 1, dy = 0;

  cairo_surface_get_device_scale (cairo_get_target (cr), &scale, &unused);
  cairo_user_to_device_distance (cr, &dx, &dy);
  return 1 / (scale * MAX (hypot (dx, dy), 0.01));
}

static Projection
fit (cairo_t *cr, const PelNativeRect *bounds, double width, double height)
{
  Projection p = { 1, 0, 0, get_pixel (cr) };

  if (bounds->width <= 0 || bounds->height <= 0)
    return p;
  p.scale = MIN ((width - 2 * MARGIN) / bounds->width, (height - 2 * MARGIN) / bounds->height);
  p.scale = MAX (p.scale, 0);
  p.dx = (width - bounds->width * p.scale) / 2 - bounds->x * p.scale;
  p.dy = (height - bounds->height * p.scale) / 2 - bounds->y * p.scale;
  return p;
}

static double
snap (const Projection *p, double value)
{
  return round (value / p->pixel) * p->pixel;
}

/* Edges lie on device pixels, so that they are crisp at every scale. */
static PelNativeRect
project (const Projection *p, const PelNativeRect *rect)
{
  double left = snap (p, rect->x * p->scale + p->dx);
  double top = snap (p, rect->y * p->scale + p->dy);
  double right = snap (p, (rect->x + rect->width) * p->scale + p->dx);
  double bottom = snap (p, (rect->y + rect->height) * p->scale + p->dy);

  return (PelNativeRect){ left, top, MAX (right - left, 2), MAX (bottom - top, 2) };
}

static PelNativeRect
shrink (const PelNativeRect *r, double by)
{
  return (PelNativeRect){
    r->x + by, r->y + by, MAX (r->width - 2 * by, 0), MAX (r->height - 2 * by, 0)
  };
}

static void
add_rounded (cairo_t *cr, const PelNativeRect *r, double wanted_radius)
{
  double radius = MIN (wanted_radius, MIN (r->width, r->height) / 2);

  cairo_new_sub_path (cr);
  cairo_arc (cr, r->x + r->width - radius, r->y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, r->x + r->width - radius, r->y + r->height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, r->x + radius, r->y + r->height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, r->x + radius, r->y + radius, radius, G_PI, -G_PI_2);
  cairo_close_path (cr);
}

/* A line of whole device pixels, about @width wide, inside @r. Gives its middle for the path. */
static PelNativeRect
set_line (cairo_t *cr, const Projection *p, const PelNativeRect *r, double width)
{
  double line = MAX (snap (p, width), p->pixel);

  cairo_set_line_width (cr, line);
  return shrink (r, line / 2);
}

/* (nullable) where it has no room. */
static PangoLayout *
make_line (cairo_t *cr, const char *text, const char *font_name, double room)
{
  PangoLayout          *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *font = pango_font_description_from_string (font_name);
  int                   width;

  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_get_pixel_size (layout, &width, NULL);
  if (width <= room)
    return layout;
  g_object_unref (layout);
  return NULL;
}

/* A name may be cut. */
static PangoLayout *
make_name (cairo_t *cr, const PelMonitor *monitor, double room)
{
  PangoLayout *layout = make_line (cr, monitor->name, NAME_FONT, G_MAXINT);

  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, (int) (room * PANGO_SCALE));
  return layout;
}

/* A size may not: it would be another one. */
static PangoLayout *
make_size (cairo_t *cr, const PelMonitor *monitor, double room)
{
  g_autofree char *size =
      g_strdup_printf ("%d×%d", monitor->physical.width, monitor->physical.height);
  g_autofree char *with_scale = g_strdup_printf ("%s · %g×", size, monitor->scale);
  PangoLayout     *layout = NULL;

  if (monitor->scale != 1)
    layout = make_line (cr, with_scale, SIZE_FONT, room);
  return layout != NULL ? layout : make_line (cr, size, SIZE_FONT, room);
}

static void
get_extent (PangoLayout *layout, int *ret_width, int *ret_height)
{
  *ret_width = *ret_height = 0;
  if (layout != NULL)
    pango_layout_get_pixel_size (layout, ret_width, ret_height);
}

/* On a plate in the corner, so that it can be read over whatever windows there are. */
static void
paint_caption (cairo_t             *cr,
               const Projection    *p,
               const PelMonitor    *monitor,
               const PelNativeRect *r,
               const PelMapTheme   *theme)
{
  double                  room = r->width - 2 * (PLATE_INSET + PLATE_PAD_X);
  g_autoptr (PangoLayout) name = NULL, size = NULL;
  int                     name_width, name_height, size_width, size_height;
  PelNativeRect           plate;

  if (room < MIN_CAPTION)
    return;
  name = make_name (cr, monitor, room);
  size = make_size (cr, monitor, room);
  get_extent (name, &name_width, &name_height);
  get_extent (size, &size_width, &size_height);
  plate.width = MAX (name_width, size_width) + 2 * PLATE_PAD_X;
  plate.height = name_height + size_height + 2 * PLATE_PAD_Y;
  plate.x = snap (p, r->x + PLATE_INSET);
  plate.y = snap (p, r->y + r->height - plate.height - PLATE_INSET);
  if (plate.y < r->y + PLATE_INSET)
    return;

  add_rounded (cr, &plate, RADIUS - 1);
  set_colour (cr, theme->monitor_fill, 0.85);
  cairo_fill (cr);
  set_colour (cr, theme->text, 1);
  cairo_move_to (cr, plate.x + PLATE_PAD_X, plate.y + PLATE_PAD_Y);
  pango_cairo_show_layout (cr, name);
  if (size == NULL)
    return;
  cairo_move_to (cr, plate.x + PLATE_PAD_X, plate.y + PLATE_PAD_Y + name_height);
  pango_cairo_show_layout (cr, size);
}

/* Where a window's place in the picture is. One that ends at the edge of its monitor ends inside
 * @inner, so that all its edges are seen; one that goes beyond is cut there. */
static PelNativeRect
place_window (const Projection    *p,
              const PelNativeRect *bounds,
              const PelMonitor    *monitor,
              const PelNativeRect *inner)
{
  const PelNativeRect *native = &monitor->native;
  PelNativeRect        r = project (p, bounds);
  double               left = r.x, top = r.y, right = r.x + r.width, bottom = r.y + r.height;

  if (bounds->x >= native->x)
    left = MAX (left, inner->x);
  if (bounds->y >= native->y)
    top = MAX (top, inner->y);
  if (bounds->x + bounds->width <= native->x + native->width)
    right = MIN (right, inner->x + inner->width);
  if (bounds->y + bounds->height <= native->y + native->height)
    bottom = MIN (bottom, inner->y + inner->height);
  return (PelNativeRect){ left, top, MAX (right - left, 2), MAX (bottom - top, 2) };
}

static void
paint_window (cairo_t             *cr,
              const Projection    *p,
              const PelNativeRect *r,
              PelWindowState       states,
              const PelMapTheme   *theme)
{
  gboolean      is_active = (states & PEL_WINDOW_ACTIVE) != 0;
  PelNativeRect edge = set_line (cr, p, r, is_active ? 2 : 1);

  add_rounded (cr, r, WINDOW_RADIUS);
  set_colour (cr, theme->window_fill, 0.85);
  cairo_fill (cr);
  add_rounded (cr, &edge, WINDOW_RADIUS - 0.5);
  set_colour (cr, is_active ? theme->active_edge : theme->window_edge, 1);
  cairo_stroke (cr);
}

/* What of the windows is on this monitor, from the lowest on. */
static void
paint_windows (cairo_t             *cr,
               const Projection    *p,
               PelDesktop          *desktop,
               const PelMonitor    *monitor,
               const PelNativeRect *inner,
               const PelMapTheme   *theme)
{
  cairo_save (cr);
  add_rounded (cr, inner, RADIUS - 1);
  cairo_clip (cr);
  for (guint i = pel_desktop_get_n_windows (desktop); i > 0; i--)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i - 1));
      PelNativeRect        shown = pel_native_rect_intersect (&info->bounds, &monitor->native);
      PelNativeRect        r = place_window (p, &info->bounds, monitor, inner);

      if ((info->states & PEL_WINDOW_VISIBLE) && shown.width > 0 && shown.height > 0)
        paint_window (cr, p, &r, info->states, theme);
    }
  cairo_restore (cr);
}

static void
paint_monitor (cairo_t           *cr,
               const Projection  *p,
               PelDesktop        *desktop,
               const PelMonitor  *monitor,
               const PelMapTheme *theme)
{
  PelNativeRect outer = project (p, &monitor->native);
  PelNativeRect r = shrink (&outer, snap (p, GAP));
  PelNativeRect edge = set_line (cr, p, &r, 1);
  PelNativeRect inner = shrink (&r, cairo_get_line_width (cr));

  add_rounded (cr, &edge, RADIUS);
  set_colour (cr, theme->monitor_fill, 1);
  cairo_fill_preserve (cr);
  set_colour (cr, theme->monitor_edge, 1);
  cairo_stroke (cr);
  paint_windows (cr, p, desktop, monitor, &inner, theme);
  paint_caption (cr, p, monitor, &r, theme);
}

void
pel_paint_monitor_map (
    cairo_t *cr, PelDesktop *desktop, const PelMapTheme *theme, double width, double height)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  PelNativeRect           bounds = get_bounds (layout);
  Projection              p = fit (cr, &bounds, width, height);

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    paint_monitor (cr, &p, desktop, pel_monitor_layout_get_monitor (layout, i), theme);
}
