/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/desktop.h"

struct _PelDesktop
{
  GObject           parent_instance;
  PelPlatform       platform;
  PelMonitorLayout *layout;
  GPtrArray        *windows;
};

G_DEFINE_FINAL_TYPE (PelDesktop, pel_desktop, G_TYPE_OBJECT)

static void
pel_desktop_finalize (GObject *object)
{
  PelDesktop *self = PEL_DESKTOP (object);

  g_free ((char *) self->platform.server);
  g_free ((char *) self->platform.window_manager);
  g_clear_pointer (&self->layout, pel_monitor_layout_unref);
  g_clear_pointer (&self->windows, g_ptr_array_unref);
  G_OBJECT_CLASS (pel_desktop_parent_class)->finalize (object);
}

static void
pel_desktop_class_init (PelDesktopClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_desktop_finalize;
}

static void
pel_desktop_init (PelDesktop *self)
{
}

PelDesktop *
pel_desktop_new (const PelPlatform *platform, PelMonitorLayout *layout, GPtrArray *windows)
{
  PelDesktop *self = g_object_new (PEL_TYPE_DESKTOP, NULL);

  self->platform = *platform;
  self->platform.server = g_strdup (platform->server);
  self->platform.window_manager = g_strdup (platform->window_manager);
  self->layout = pel_monitor_layout_ref (layout);
  self->windows = windows;
  return self;
}

const PelPlatform *
pel_desktop_get_platform (PelDesktop *self)
{
  g_return_val_if_fail (PEL_IS_DESKTOP (self), NULL);

  return &self->platform;
}

const PelMonitorLayout *
pel_desktop_get_layout (PelDesktop *self)
{
  g_return_val_if_fail (PEL_IS_DESKTOP (self), NULL);

  return self->layout;
}

guint
pel_desktop_get_n_windows (PelDesktop *self)
{
  g_return_val_if_fail (PEL_IS_DESKTOP (self), 0);

  return self->windows->len;
}

PelWindow *
pel_desktop_get_window (PelDesktop *self, guint index)
{
  g_return_val_if_fail (PEL_IS_DESKTOP (self), NULL);
  g_return_val_if_fail (index < self->windows->len, NULL);

  return g_ptr_array_index (self->windows, index);
}

PelWindow *
pel_desktop_find_active (PelDesktop *self)
{
  g_return_val_if_fail (PEL_IS_DESKTOP (self), NULL);

  for (guint i = 0; i < self->windows->len; i++)
    {
      PelWindow *window = g_ptr_array_index (self->windows, i);

      if ((pel_window_get_info (window)->states & PEL_WINDOW_ACTIVE) != 0)
        return window;
    }
  return NULL;
}

PelWindow *
pel_desktop_find_window (PelDesktop *self, const char *id)
{
  g_return_val_if_fail (PEL_IS_DESKTOP (self), NULL);

  for (guint i = 0; i < self->windows->len; i++)
    {
      PelWindow *window = g_ptr_array_index (self->windows, i);

      if (g_str_equal (pel_window_get_info (window)->id, id))
        return window;
    }
  return NULL;
}

PelWindow *
pel_desktop_find_window_at (PelDesktop *self, PelNativePoint point)
{
  g_return_val_if_fail (PEL_IS_DESKTOP (self), NULL);

  for (guint i = 0; i < self->windows->len; i++)
    {
      PelWindow           *window = g_ptr_array_index (self->windows, i);
      const PelWindowInfo *info = pel_window_get_info (window);

      if ((info->states & PEL_WINDOW_VISIBLE) != 0 &&
          pel_native_rect_contains (&info->bounds, point))
        return window;
    }
  return NULL;
}

guint
pel_desktop_get_window_index (PelDesktop *self, PelWindow *window)
{
  guint index = 0;

  g_return_val_if_fail (PEL_IS_DESKTOP (self), 0);

  if (!g_ptr_array_find (self->windows, window, &index))
    g_return_val_if_reached (0);
  return index;
}

const PelMonitor *
pel_desktop_to_physical (PelDesktop *self, const PelNativeRect *rect, PelPhysicalRect *ret_rect)
{
  const PelMonitor *monitor;

  g_return_val_if_fail (PEL_IS_DESKTOP (self), NULL);

  monitor = pel_monitor_layout_find_rect (self->layout, rect);
  if (monitor != NULL)
    *ret_rect = pel_monitor_rect_to_physical (monitor, rect);
  else if (pel_monitor_layout_get_n_monitors (self->layout) > 0)
    *ret_rect =
        pel_monitor_rect_to_physical (pel_monitor_layout_get_monitor (self->layout, 0), rect);
  else
    *ret_rect = (PelPhysicalRect){ 0 };
  return monitor;
}

gboolean
pel_desktop_equal (PelDesktop *a, PelDesktop *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (pel_desktop_get_n_windows (a) != pel_desktop_get_n_windows (b) ||
      pel_desktop_get_platform (a)->features != pel_desktop_get_platform (b)->features ||
      !pel_monitor_layout_equal (pel_desktop_get_layout (a), pel_desktop_get_layout (b)))
    return FALSE;
  for (guint i = 0; i < pel_desktop_get_n_windows (a); i++)
    if (!pel_window_equal (pel_desktop_get_window (a, i), pel_desktop_get_window (b, i)))
      return FALSE;
  return TRUE;
}
