/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/monitor-map-painter.h"

#include <math.h>
#include <pango/pangocairo.h>

#define MARGIN      8.0
#define RADIUS      4.0
#define TEXT_INSET  8.0
#define WINDOW_EDGE 1.0
#define FONT        "Sans 9"

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

/* Physical pixels to the picture. */
typedef struct
{
  double scale, dx, dy;
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

static Projection
fit (const PelPhysicalRect *bounds, double width, double height)
{
  Projection p = { 1, 0, 0 };

  if (pel_physical_rect_is_empty (bounds))
    return p;
  p.scale = MIN ((width - 2 * MARGIN) / bounds->width, (height - 2 * MARGIN) / bounds->height);
  p.dx = (width - bounds->width * p.scale) / 2 - bounds->x * p.scale;
  p.dy = (height - bounds->height * p.scale) / 2 - bounds->y * p.scale;
  return p;
}

/* On whole units, so that edges are crisp. */
static PelNativeRect
project (const Projection *p, const PelPhysicalRect *rect)
{
  double left = floor (rect->x * p->scale + p->dx + 0.5);
  double top = floor (rect->y * p->scale + p->dy + 0.5);
  double right = floor ((rect->x + rect->width) * p->scale + p->dx + 0.5);
  double bottom = floor ((rect->y + rect->height) * p->scale + p->dy + 0.5);

  return (PelNativeRect){ left, top, MAX (right - left, 2), MAX (bottom - top, 2) };
}

static void
add_rounded (cairo_t *cr, const PelNativeRect *r)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, r->x + r->width - RADIUS, r->y + RADIUS, RADIUS, -G_PI_2, 0);
  cairo_arc (cr, r->x + r->width - RADIUS, r->y + r->height - RADIUS, RADIUS, 0, G_PI_2);
  cairo_arc (cr, r->x + RADIUS, r->y + r->height - RADIUS, RADIUS, G_PI_2, G_PI);
  cairo_arc (cr, r->x + RADIUS, r->y + RADIUS, RADIUS, G_PI, -G_PI_2);
  cairo_close_path (cr);
}

static char *
make_caption (const PelMonitor *monitor)
{
  if (monitor->scale == 1)
    return g_strdup_printf ("%s\n%d×%d",
                            monitor->name,
                            monitor->physical.width,
                            monitor->physical.height);
  return g_strdup_printf ("%s\n%d×%d · %g×",
                          monitor->name,
                          monitor->physical.width,
                          monitor->physical.height,
                          monitor->scale);
}

static void
paint_caption (cairo_t             *cr,
               const PelMonitor    *monitor,
               const PelNativeRect *r,
               const PelMapTheme   *theme)
{
  g_autofree char        *caption = make_caption (monitor);
  g_autoptr (PangoLayout) layout = pango_cairo_create_layout (cr);
  PangoFontDescription   *font = pango_font_description_from_string (FONT);
  int                     height;

  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, caption, -1);
  pango_layout_set_width (layout, (int) (MAX (r->width - 2 * TEXT_INSET, 1) * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, NULL, &height);
  set_colour (cr, theme->text, 1);
  cairo_move_to (cr, r->x + TEXT_INSET, r->y + r->height - height - TEXT_INSET);
  pango_cairo_show_layout (cr, layout);
}

static void
paint_monitor (cairo_t           *cr,
               const Projection  *p,
               const PelMonitor  *monitor,
               const PelMapTheme *theme)
{
  PelNativeRect r = project (p, &monitor->physical);
  PelNativeRect edge = { r.x + 0.5, r.y + 0.5, r.width - 1, r.height - 1 };

  add_rounded (cr, &edge);
  set_colour (cr, theme->monitor_fill, 1);
  cairo_fill_preserve (cr);
  set_colour (cr, theme->monitor_edge, 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
paint_window (cairo_t             *cr,
              const Projection    *p,
              PelDesktop          *desktop,
              const PelWindowInfo *info,
              const PelMapTheme   *theme)
{
  gboolean          is_active = (info->states & PEL_WINDOW_ACTIVE) != 0;
  PelPhysicalRect   physical;
  const PelMonitor *monitor = pel_desktop_to_physical (desktop, &info->bounds, &physical);
  PelPhysicalRect   shown;
  PelNativeRect     r;

  if (monitor == NULL)
    return;
  shown = pel_physical_rect_intersect (&physical, &monitor->physical);
  r = project (p, &shown);
  cairo_rectangle (cr, r.x + 0.5, r.y + 0.5, r.width - 1, r.height - 1);
  set_colour (cr, theme->window_fill, 0.8);
  cairo_fill_preserve (cr);
  set_colour (cr, is_active ? theme->active_edge : theme->window_edge, 1);
  cairo_set_line_width (cr, is_active ? 2 * WINDOW_EDGE : WINDOW_EDGE);
  cairo_stroke (cr);
}

void
pel_paint_monitor_map (
    cairo_t *cr, PelDesktop *desktop, const PelMapTheme *theme, double width, double height)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  PelPhysicalRect         bounds = pel_monitor_layout_get_bounds (layout);
  Projection              p = fit (&bounds, width, height);
  guint                   n_monitors = pel_monitor_layout_get_n_monitors (layout);

  for (guint i = 0; i < n_monitors; i++)
    paint_monitor (cr, &p, pel_monitor_layout_get_monitor (layout, i), theme);
  for (guint i = pel_desktop_get_n_windows (desktop); i > 0; i--)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i - 1));

      if (info->states & PEL_WINDOW_VISIBLE)
        paint_window (cr, &p, desktop, info, theme);
    }
  for (guint i = 0; i < n_monitors; i++)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (layout, i);
      PelNativeRect     r = project (&p, &monitor->physical);

      paint_caption (cr, monitor, &r, theme);
    }
}
