/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/capture/monitor-cut.h"

static PelPhysicalRect
get_part (const PelMonitorLayout *layout, guint index, const PelPhysicalRect *rect)
{
  return pel_physical_rect_intersect (&pel_monitor_layout_get_monitor (layout, index)->physical,
                                      rect);
}

/* Monitors do not overlap. */
static gboolean
is_all_shown (const PelMonitorLayout *layout, const PelPhysicalRect *rect)
{
  gint64 n_shown = 0;

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelPhysicalRect part = get_part (layout, i, rect);

      n_shown += (gint64) part.width * part.height;
    }
  return n_shown == (gint64) rect->width * rect->height;
}

static PelImage *
crop (PelImage *image, const PelPhysicalRect *source, const PelPhysicalRect *rect)
{
  return pel_image_crop (image,
                         &(PelImageRect){
                             rect->x - source->x, rect->y - source->y, rect->width, rect->height });
}

PelImage *
pel_monitor_cut (PelImage               *image,
                 const PelPhysicalRect  *source,
                 const PelPhysicalRect  *rect,
                 const PelMonitorLayout *layout)
{
  PelImage *whole;

  if (layout == NULL || is_all_shown (layout, rect))
    return crop (image, source, rect);
  whole = pel_image_new (rect->width, rect->height);
  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelPhysicalRect wanted = get_part (layout, i, rect);
      const PelPhysicalRect part = pel_physical_rect_intersect (&wanted, source);
      g_autoptr (PelImage)  piece = NULL;

      if (pel_physical_rect_is_empty (&part))
        continue;
      piece = crop (image, source, &part);
      pel_image_copy (whole, piece, part.x - rect->x, part.y - rect->y);
    }
  return whole;
}
