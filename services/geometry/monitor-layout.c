/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/geometry/monitor-layout.h"

#include "services/base/error.h"

#include <glib/gi18n.h>
#include <string.h>

struct _PelMonitorLayout
{
  guint           n_monitors;
  PelPhysicalRect bounds;
  PelMonitor      monitors[];
};

G_DEFINE_BOXED_TYPE (PelMonitorLayout,
                     pel_monitor_layout,
                     pel_monitor_layout_ref,
                     pel_monitor_layout_unref)

/* The one factor that takes every native origin to a place where no mode reaches its neighbour:
 * the largest number of pixels that any monitor has for a native unit, on either axis. */
static double
get_spread (const PelMonitor *monitors, guint n_monitors)
{
  double spread = 0;

  for (guint i = 0; i < n_monitors; i++)
    {
      const PelMonitor *m = &monitors[i];

      if (m->native.width > 0 && m->native.height > 0)
        {
          spread = MAX (spread, m->physical.width / m->native.width);
          spread = MAX (spread, m->physical.height / m->native.height);
        }
    }
  return spread > 0 ? spread : 1;
}

static PelPhysicalRect
get_bounds (const PelMonitorLayout *self)
{
  int left = G_MAXINT, top = G_MAXINT, right = G_MININT, bottom = G_MININT;

  if (self->n_monitors == 0)
    return (PelPhysicalRect){ 0 };

  for (guint i = 0; i < self->n_monitors; i++)
    {
      const PelPhysicalRect *p = &self->monitors[i].physical;

      left = MIN (left, p->x);
      top = MIN (top, p->y);
      right = MAX (right, p->x + p->width);
      bottom = MAX (bottom, p->y + p->height);
    }
  return (PelPhysicalRect){ left, top, right - left, bottom - top };
}

PelMonitorLayout *
pel_monitor_layout_new (const PelMonitor *monitors, guint n_monitors)
{
  double            spread = get_spread (monitors, n_monitors);
  PelMonitorLayout *self =
      g_atomic_rc_box_alloc0 (sizeof (PelMonitorLayout) + n_monitors * sizeof (PelMonitor));

  self->n_monitors = n_monitors;
  for (guint i = 0; i < n_monitors; i++)
    {
      PelMonitor *m = &self->monitors[i];

      *m = monitors[i];
      m->name = g_strdup (monitors[i].name);
      m->physical.x = pel_round_edge (m->native.x * spread);
      m->physical.y = pel_round_edge (m->native.y * spread);
    }
  self->bounds = get_bounds (self);
  return self;
}

PelMonitorLayout *
pel_monitor_layout_ref (PelMonitorLayout *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
free_names (gpointer data)
{
  PelMonitorLayout *self = data;

  for (guint i = 0; i < self->n_monitors; i++)
    g_free ((char *) self->monitors[i].name);
}

void
pel_monitor_layout_unref (PelMonitorLayout *self)
{
  g_atomic_rc_box_release_full (self, free_names);
}

guint
pel_monitor_layout_get_n_monitors (const PelMonitorLayout *self)
{
  return self->n_monitors;
}

const PelMonitor *
pel_monitor_layout_get_monitor (const PelMonitorLayout *self, guint index)
{
  g_return_val_if_fail (index < self->n_monitors, NULL);

  return &self->monitors[index];
}

PelPhysicalRect
pel_monitor_layout_get_bounds (const PelMonitorLayout *self)
{
  return self->bounds;
}

const PelMonitor *
pel_monitor_layout_find_physical (const PelMonitorLayout *self, PelPhysicalPoint point)
{
  for (guint i = 0; i < self->n_monitors; i++)
    if (pel_physical_rect_contains (&self->monitors[i].physical, point))
      return &self->monitors[i];
  return NULL;
}

const PelMonitor *
pel_monitor_layout_find_native (const PelMonitorLayout *self, PelNativePoint point)
{
  for (guint i = 0; i < self->n_monitors; i++)
    if (pel_native_rect_contains (&self->monitors[i].native, point))
      return &self->monitors[i];
  return NULL;
}

const PelMonitor *
pel_monitor_layout_find_rect (const PelMonitorLayout *self, const PelNativeRect *rect)
{
  const PelMonitor *best = NULL;
  double            best_area = 0;

  for (guint i = 0; i < self->n_monitors; i++)
    {
      PelNativeRect common = pel_native_rect_intersect (&self->monitors[i].native, rect);

      if (common.width * common.height > best_area)
        {
          best = &self->monitors[i];
          best_area = common.width * common.height;
        }
    }
  return best;
}

gboolean
pel_monitor_layout_to_native (const PelMonitorLayout *self,
                              PelPhysicalPoint        point,
                              PelNativePoint         *ret_point,
                              GError                **error)
{
  const PelMonitor *monitor = pel_monitor_layout_find_physical (self, point);

  if (monitor == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_OUT_OF_BOUNDS,
                     NULL,
                     _ ("No monitor shows the pixel %d,%d"),
                     point.x,
                     point.y);
      return FALSE;
    }
  *ret_point = pel_monitor_point_to_native (monitor, point);
  return TRUE;
}

gboolean
pel_monitor_layout_to_physical (const PelMonitorLayout *self,
                                PelNativePoint          point,
                                PelPhysicalPoint       *ret_point,
                                GError                **error)
{
  const PelMonitor *monitor = pel_monitor_layout_find_native (self, point);

  if (monitor == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_OUT_OF_BOUNDS,
                     NULL,
                     _ ("No monitor shows the native point %g,%g"),
                     point.x,
                     point.y);
      return FALSE;
    }
  *ret_point = pel_monitor_point_to_physical (monitor, point);
  return TRUE;
}

static gboolean
monitor_equal (const PelMonitor *a, const PelMonitor *b)
{
  return g_strcmp0 (a->name, b->name) == 0 && a->native.x == b->native.x &&
         a->native.y == b->native.y && a->native.width == b->native.width &&
         a->native.height == b->native.height &&
         pel_physical_rect_equal (&a->physical, &b->physical) && a->ratio == b->ratio &&
         a->scale == b->scale && a->is_primary == b->is_primary;
}

gboolean
pel_monitor_layout_equal (const PelMonitorLayout *a, const PelMonitorLayout *b)
{
  if (a->n_monitors != b->n_monitors)
    return FALSE;
  for (guint i = 0; i < a->n_monitors; i++)
    if (!monitor_equal (&a->monitors[i], &b->monitors[i]))
      return FALSE;
  return TRUE;
}
