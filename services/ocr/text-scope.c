/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/text-scope.h"

#include <unistd.h>

#define LEAST_SIDE  8 /* no letter is smaller */
#define MAX_WINDOWS 64

static void
plot_clear (PelTextPlot *plot)
{
  g_clear_pointer (&plot->image, pel_image_unref);
}

static GArray *
new_plots (void)
{
  GArray *plots = g_array_new (FALSE, FALSE, sizeof (PelTextPlot));

  g_array_set_clear_func (plots, (GDestroyNotify) plot_clear);
  return plots;
}

static gboolean
has_program_of (PelSnapshot *snapshot, pid_t pid)
{
  for (guint i = 0; pid > 0 && i < pel_snapshot_get_n_programs (snapshot); i++)
    if (pel_snapshot_get_program (snapshot, i)->pid == pid)
      return TRUE;
  return FALSE;
}

/* (nullable) (transfer none): the one window that a look names. */
static PelWindow *
find_named (PelDesktop *desktop, const PelLook *look)
{
  PelNativePoint native;

  switch (look->kind)
    {
    case PEL_LOOK_ACTIVE_WINDOW:
      return pel_desktop_find_active (desktop);
    case PEL_LOOK_WINDOW:
      return pel_desktop_find_window (desktop, look->target);
    case PEL_LOOK_POINT:
      return pel_monitor_layout_to_native (pel_desktop_get_layout (desktop),
                                           look->point,
                                           &native,
                                           NULL)
                 ? pel_desktop_find_window_at (desktop, native)
                 : NULL;
    case PEL_LOOK_DESKTOP:
    case PEL_LOOK_APP:
    case PEL_LOOK_PROGRAM:
    default:
      return NULL;
    }
}

/* A window that is named, with the menus that are open of its program; or those of the programs
 * that were looked at. */
static gboolean
is_meant (PelSnapshot *snapshot, const PelLook *look, PelWindow *named, PelWindow *window)
{
  const PelWindowInfo *info = pel_window_get_info (window);

  if (look->kind == PEL_LOOK_DESKTOP)
    return TRUE;
  if (look->kind == PEL_LOOK_APP || look->kind == PEL_LOOK_PROGRAM)
    return has_program_of (snapshot, info->pid);
  return window == named || (named != NULL && (info->states & PEL_WINDOW_UNMANAGED) != 0 &&
                             info->pid != 0 && info->pid == pel_window_get_info (named)->pid);
}

static gboolean
is_readable (const PelWindowInfo *info)
{
  return (info->states & PEL_WINDOW_VISIBLE) != 0 && info->pid != getpid ();
}

/* FALSE: nothing of it is on a monitor. */
static gboolean
find_rect (PelDesktop *desktop, const PelWindowInfo *info, PelTextPlot *plot)
{
  PelPhysicalRect   all = pel_monitor_layout_get_bounds (pel_desktop_get_layout (desktop));
  const PelMonitor *monitor = pel_desktop_to_physical (desktop, &info->content, &plot->rect);

  if (monitor == NULL)
    return FALSE;
  plot->scale = monitor->scale;
  plot->rect = pel_physical_rect_intersect (&plot->rect, &all);
  return plot->rect.width >= LEAST_SIDE && plot->rect.height >= LEAST_SIDE;
}

GArray *
pel_text_scope_find (PelSnapshot *snapshot, const PelLook *look)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);
  PelWindow  *named = find_named (desktop, look);
  GArray     *plots = new_plots ();

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop) && plots->len < MAX_WINDOWS; i++)
    {
      PelWindow           *window = pel_desktop_get_window (desktop, i);
      const PelWindowInfo *info = pel_window_get_info (window);
      PelTextPlot          plot = { .window = i, .window_id = info->id };

      if (is_readable (info) && is_meant (snapshot, look, named, window) &&
          find_rect (desktop, info, &plot))
        g_array_append_val (plots, plot);
    }
  return plots;
}

GArray *
pel_text_scope_find_within (PelDesktop *desktop, const PelPhysicalRect *rect)
{
  GArray *plots = new_plots ();

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop) && plots->len < MAX_WINDOWS; i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));
      PelTextPlot          plot = { .window = i, .window_id = info->id };
      PelPhysicalRect      part;

      if (!is_readable (info) || !find_rect (desktop, info, &plot))
        continue;
      part = pel_physical_rect_intersect (&plot.rect, rect);
      if (pel_physical_rect_equal (&part, &plot.rect))
        g_array_append_val (plots, plot);
    }
  return plots;
}

gboolean
pel_text_scope_get_bounds (const GArray *plots, PelPhysicalRect *ret_rect)
{
  int left = G_MAXINT, top = G_MAXINT, right = G_MININT, bottom = G_MININT;

  for (guint i = 0; i < plots->len; i++)
    {
      const PelPhysicalRect *rect = &g_array_index (plots, PelTextPlot, i).rect;

      left = MIN (left, rect->x);
      top = MIN (top, rect->y);
      right = MAX (right, rect->x + rect->width);
      bottom = MAX (bottom, rect->y + rect->height);
    }
  if (plots->len == 0)
    return FALSE;
  *ret_rect = (PelPhysicalRect){ left, top, right - left, bottom - top };
  return TRUE;
}

/* Windows above it hide what is under them. */
static void
take_out_covered (const PelTextPlot *plot, PelDesktop *desktop)
{
  for (guint i = 0; i < plot->window; i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));
      PelPhysicalRect      rect;
      PelImageRect         hole;

      if ((info->states & PEL_WINDOW_VISIBLE) == 0 ||
          pel_desktop_to_physical (desktop, &info->bounds, &rect) == NULL)
        continue;
      rect = pel_physical_rect_intersect (&rect, &plot->rect);
      hole =
          (PelImageRect){ rect.x - plot->rect.x, rect.y - plot->rect.y, rect.width, rect.height };
      if (!pel_physical_rect_is_empty (&rect))
        pel_image_fill (plot->image, &hole, 0);
    }
}

static gboolean
is_empty (const PelImage *image)
{
  gsize n_pixels = (gsize) image->width * image->height;

  for (gsize i = 0; i < n_pixels; i++)
    if (image->pixels[i] != 0)
      return FALSE;
  return TRUE;
}

void
pel_text_scope_cut (GArray          *plots,
                    PelDesktop      *desktop,
                    const PelImage  *picture,
                    PelPhysicalPoint origin)
{
  for (guint i = plots->len; i > 0; i--)
    {
      PelTextPlot *plot = &g_array_index (plots, PelTextPlot, i - 1);

      plot->image = pel_image_new (plot->rect.width, plot->rect.height);
      pel_image_copy (plot->image, picture, origin.x - plot->rect.x, origin.y - plot->rect.y);
      take_out_covered (plot, desktop);
      if (is_empty (plot->image))
        g_array_remove_index (plots, i - 1);
    }
}
