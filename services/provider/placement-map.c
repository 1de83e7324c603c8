/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/placement-map.h"

#include <math.h>

#define MAX_SIZE  (1 << 24) /* larger ones come from memory that no one has written */
#define MAX_SCALE 8

/* The border that GTK 4 draws where it may draw no shadow. */
#define MAX_SOLID_BORDER 24

gboolean
pel_toolkit_rect_is_sane (const PelToolkitRect *rect)
{
  return rect->x != G_MININT && rect->y != G_MININT && rect->width >= 0 && rect->height >= 0 &&
         rect->width <= MAX_SIZE && rect->height <= MAX_SIZE;
}

gboolean
pel_toolkit_rect_fits (const PelToolkitRect *rect, const PelToolkitRect *outer)
{
  return rect->x >= outer->x && rect->y >= outer->y &&
         (gint64) rect->x + rect->width <= (gint64) outer->x + outer->width &&
         (gint64) rect->y + rect->height <= (gint64) outer->y + outer->height;
}

static double
clamp (double value)
{
  return CLAMP (value, -PEL_COORDINATE_LIMIT, PEL_COORDINATE_LIMIT);
}

PelNativeRect
pel_placement_map_apply (const PelPlacementMap *self, const PelToolkitRect *rect)
{
  double x = self->origin.x + self->scale * (rect->x - self->base_x);
  double y = self->origin.y + self->scale * (rect->y - self->base_y);
  double right = clamp (x + self->scale * MAX (rect->width, 0));
  double bottom = clamp (y + self->scale * MAX (rect->height, 0));

  x = clamp (x);
  y = clamp (y);
  return (PelNativeRect){ x, y, right - x, bottom - y };
}

void
pel_placement_map_trace (const PelPlacementMap *self, PelPlacementTrace *trace)
{
  PelTraceRect base = { self->base_x, self->base_y, 0, 0 };
  PelTraceRect origin = { self->origin.x, self->origin.y, 0, 0 };
  PelTraceRect scale = { self->scale, 0, 0, 0 };
  PelTraceRect range = { PEL_COORDINATE_LIMIT, 0, 0, 0 };

  pel_placement_trace_add (trace, PEL_TRACE_MINUS, self->base_term, base);
  pel_placement_trace_add (trace, PEL_TRACE_TIMES, PEL_TRACE_SCALE, scale);
  pel_placement_trace_add (trace, PEL_TRACE_PLUS, self->origin_term, origin);
  pel_placement_trace_add (trace, PEL_TRACE_LIMIT, PEL_TRACE_RANGE, range);
}

static gboolean
is_scaled (const PelToolkitRect *size, const PelNativeRect *target, double scale, double tolerance)
{
  return fabs (scale * size->width - target->width) <= tolerance &&
         fabs (scale * size->height - target->height) <= tolerance;
}

gboolean
pel_placement_find_scale (const PelToolkitRect *size,
                          const PelNativeRect  *target,
                          double                slack,
                          double               *ret_scale)
{
  /* whole numbers, quarters, tenths, what comes of resolutions in dots an inch, Wayland's 1/120 */
  static const int steps[] = { 1, 2, 4, 8, 10, 20, 24, 96, 120 };

  if (size->width <= 0 || size->height <= 0)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      double scale = floor (target->width / size->width * steps[i] + 0.5) / steps[i];

      if (scale > 0 && scale <= MAX_SCALE &&
          is_scaled (size, target, scale, MAX (1, slack * scale)))
        {
          *ret_scale = scale;
          return TRUE;
        }
    }
  return FALSE;
}

static double
round_scale (double width, double of)
{
  return CLAMP (floor (width / of + 0.5), 1, MAX_SCALE);
}

/* GTK 3 counts from the corner of the X window, with the shadow that it may have drawn there. The
 * frame alone is told with the window manager's decorations around it. */
static PelPlacementFit
fit_gtk3 (const PelPlacementFrame *frame, const PelWindowInfo *window, PelPlacementMap *ret_map)
{
  PelNativeRect outer = window->surface;
  double        scale;

  outer.width += window->bounds.width - window->content.width;
  outer.height += window->bounds.height - window->content.height;
  scale = round_scale (outer.width, frame->rect.width);
  *ret_map = (PelPlacementMap){ .origin = { window->surface.x, window->surface.y },
                                .scale = scale,
                                .origin_term = PEL_TRACE_SURFACE };
  return is_scaled (&frame->rect, &outer, scale, scale - 0.5) ? PEL_FIT_EXACT : PEL_FIT_LOOSE;
}

/* A menu or a tool tip of GTK 3: a window without decorations, whose place on the screen is told,
 * scaled. */
static PelPlacementFit
fit_gtk3_popup (const PelPlacementFrame *frame,
                const PelWindowInfo     *window,
                PelPlacementMap         *ret_map)
{
  double scale = round_scale (window->surface.width, frame->rect.width);

  if (!is_scaled (&frame->rect, &window->surface, scale, 0) ||
      fabs (scale * frame->rect.x - window->surface.x) >= scale ||
      fabs (scale * frame->rect.y - window->surface.y) >= scale)
    return PEL_FIT_NONE;
  *ret_map = (PelPlacementMap){ .origin = { window->surface.x, window->surface.y },
                                .scale = scale,
                                .base_x = frame->rect.x,
                                .base_y = frame->rect.y,
                                .origin_term = PEL_TRACE_SURFACE,
                                .base_term = PEL_TRACE_FRAME };
  return PEL_FIT_EXACT;
}

/* GTK 4 counts from where its shadow ends, or the border that it draws instead, of one width all
 * around. */
static PelPlacementFit
fit_gtk4 (const PelPlacementFrame *frame, const PelWindowInfo *window, PelPlacementMap *ret_map)
{
  const PelNativeRect *content = &window->content;
  double               scale = round_scale (content->width, frame->rect.width);
  double               across = content->width - scale * frame->rect.width;
  double               down = content->height - scale * frame->rect.height;
  gboolean             has_shadow = window->surface.width != content->width;
  gboolean             is_bordered =
      across == down && across > 0 && across <= MAX_SOLID_BORDER * scale && !has_shadow;
  double border = is_bordered ? across / 2 : 0;

  *ret_map = (PelPlacementMap){ .origin = { content->x + border, content->y + border },
                                .scale = scale,
                                .base_x = frame->rect.x,
                                .base_y = frame->rect.y,
                                .origin_term = is_bordered ? PEL_TRACE_BORDER : PEL_TRACE_CONTENT,
                                .base_term = PEL_TRACE_FRAME };
  return is_bordered || is_scaled (&frame->rect, content, scale, scale - 0.5) ? PEL_FIT_EXACT
                                                                              : PEL_FIT_LOOSE;
}

/* Qt and Chromium tell their windows without decorations, in units of any size. Chromium rounds
 * outward, at either end. */
static PelPlacementFit
fit_scaled (const PelPlacementFrame *frame, const PelWindowInfo *window, PelPlacementMap *ret_map)
{
  double   slack = frame->placing == PEL_PLACING_CHROMIUM ? 1.99 : 0;
  double   scale = CLAMP (window->surface.width / frame->rect.width, 0.25, MAX_SCALE);
  gboolean is_exact = pel_placement_find_scale (&frame->rect, &window->surface, slack, &scale);

  *ret_map = (PelPlacementMap){ .origin = { window->surface.x, window->surface.y },
                                .scale = scale,
                                .base_x = frame->rect.x,
                                .base_y = frame->rect.y,
                                .origin_term = PEL_TRACE_SURFACE,
                                .base_term = PEL_TRACE_FRAME };
  return is_exact ? PEL_FIT_EXACT : PEL_FIT_LOOSE;
}

/* Of a toolkit that no one has measured, what is said must agree with one of the ways in which a
 * window can be described. */
static PelPlacementFit
fit_unknown (const PelPlacementFrame *frame, const PelWindowInfo *window, PelPlacementMap *ret_map)
{
  const PelNativeRect *const rects[] = { &window->surface, &window->content, &window->bounds };
  static const PelTraceTerm  terms[] = { PEL_TRACE_SURFACE, PEL_TRACE_CONTENT, PEL_TRACE_WINDOW };
  double                     scale;

  for (gsize i = 0; i < G_N_ELEMENTS (rects); i++)
    if (pel_placement_find_scale (&frame->rect, rects[i], 0, &scale))
      {
        *ret_map = (PelPlacementMap){ .origin = { rects[i]->x, rects[i]->y },
                                      .scale = scale,
                                      .base_x = frame->rect.x,
                                      .base_y = frame->rect.y,
                                      .origin_term = terms[i],
                                      .base_term = PEL_TRACE_FRAME };
        return PEL_FIT_EXACT;
      }
  return PEL_FIT_NONE;
}

/* On Wayland units are the compositor's own. The compositor does not tell how large a shadow is;
 * GTK 3 counts it in, but what the frame holds is as large as the window without it. A window that
 * is larger by a round factor comes from XWayland. Nothing is known of others. */
static PelPlacementFit
fit_wayland (const PelPlacementFrame *frame, const PelWindowInfo *window, PelPlacementMap *ret_map)
{
  const PelToolkitRect *base = &frame->rect;
  double                scale = 1;

  if (!is_scaled (base, &window->content, 1, 1))
    {
      if (is_scaled (&frame->inner, &window->content, 1, 0))
        base = &frame->inner;
      else if (!pel_placement_find_scale (base, &window->content, 0, &scale))
        return PEL_FIT_NONE;
    }
  *ret_map =
      (PelPlacementMap){ .origin = { window->content.x, window->content.y },
                         .scale = scale,
                         .base_x = base->x,
                         .base_y = base->y,
                         .origin_term = PEL_TRACE_CONTENT,
                         .base_term = base == &frame->inner ? PEL_TRACE_INNER : PEL_TRACE_FRAME };
  return PEL_FIT_EXACT;
}

PelPlacementFit
pel_placement_map_fit (const PelPlacementFrame *frame,
                       const PelWindowInfo     *window,
                       PelPlacementMap         *ret_map)
{
  static PelPlacementFit (*const fits[PEL_N_PLACINGS]) (const PelPlacementFrame *,
                                                        const PelWindowInfo *,
                                                        PelPlacementMap *) = {
    [PEL_PLACING_GTK3] = fit_gtk3,       [PEL_PLACING_GTK4] = fit_gtk4,
    [PEL_PLACING_GTK2] = fit_unknown,    [PEL_PLACING_QT] = fit_scaled,
    [PEL_PLACING_CHROMIUM] = fit_scaled, [PEL_PLACING_EMBEDDED] = fit_unknown,
    [PEL_PLACING_UNKNOWN] = fit_unknown,
  };

  if (!pel_toolkit_rect_is_sane (&frame->rect) || frame->rect.width == 0 || frame->rect.height == 0)
    return PEL_FIT_NONE;
  if (frame->platform == PEL_PLATFORM_WAYLAND)
    return fit_wayland (frame, window, ret_map);
  if (frame->placing == PEL_PLACING_GTK3 && frame->kind == PEL_EXTENTS_OF_SCREEN)
    return fit_gtk3_popup (frame, window, ret_map);
  return fits[frame->placing](frame, window, ret_map);
}

/* On Wayland, pages count in pixels of their buffer, as large as the scale that Chromium was given:
 * that of a monitor, or the next whole number where fractions are not offered. The page is as wide
 * or as high as what holds it. */
static double
find_page_scale (PelDesktop *desktop, const PelToolkitRect *page, const PelToolkitRect *holder)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  guint                   n = pel_monitor_layout_get_n_monitors (layout);

  for (guint i = 0; i <= 2 * n; i++)
    {
      double ratio = i == 0 ? 1 : pel_monitor_layout_get_monitor (layout, (i - 1) / 2)->ratio;
      double scale = i > 0 && i % 2 == 0 ? ceil (ratio) : ratio;
      double across = page->width / scale - holder->width;
      double down = page->height / scale - holder->height;

      if (across <= 1 && down <= 1 && (fabs (across) <= 1 || fabs (down) <= 1))
        return scale;
    }
  return 0;
}

/* On X11, pages count in pixels, from a corner that is the window's own as Chromium has rounded it;
 * measured at 1.25, 1.5, 1.75 and 2. */
gboolean
pel_placement_map_enter_page (PelPlacementMap      *self,
                              PelDesktop           *desktop,
                              const PelToolkitRect *page,
                              const PelToolkitRect *holder)
{
  double scale;

  self->base_term = PEL_TRACE_PAGE;
  if (pel_desktop_get_platform (desktop)->kind == PEL_PLATFORM_X11)
    {
      self->base_x = floor (self->scale * self->base_x);
      self->base_y = floor (self->scale * self->base_y);
      self->scale = 1;
      return TRUE;
    }
  scale = find_page_scale (desktop, page, holder);
  if (scale == 0)
    return FALSE;
  self->base_x *= scale;
  self->base_y *= scale;
  self->scale /= scale;
  return TRUE;
}

gboolean
pel_placement_map_enter_part (PelPlacementMap      *self,
                              const PelToolkitRect *part,
                              const PelNativeRect  *holder)
{
  self->origin = (PelNativePoint){ holder->x, holder->y };
  self->origin_term = PEL_TRACE_HOLDER;
  self->base_x = part->x;
  self->base_y = part->y;
  self->base_term = PEL_TRACE_PART;
  return pel_placement_find_scale (part, holder, 0, &self->scale);
}
