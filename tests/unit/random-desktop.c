/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-desktop.h"

#include <atspi/atspi-constants.h>

#define N_ELEMENTS 14
#define SHOWN      (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)

static const guint roles[] = {
  ATSPI_ROLE_PANEL,
  ATSPI_ROLE_SCROLL_PANE,
  ATSPI_ROLE_PUSH_BUTTON,
  ATSPI_ROLE_MENU,
};

PelDesktop *
test_desktop_new (const PelMonitorLayout *layout,
                  const PelNativeRect    *windows,
                  guint                   n_windows,
                  guint                   hidden)
{
  GPtrArray *array = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_windows; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      PelWindowInfo    info = { .id = id, .bounds = windows[i] };

      info.states = (hidden & 1u << i) != 0 ? 0 : PEL_WINDOW_VISIBLE;
      g_ptr_array_add (array, pel_window_new (&info));
    }
  return pel_desktop_new (&(PelPlatform){ 0 }, (PelMonitorLayout *) layout, array);
}

/* Quarters of a unit, so that edges lie on pixels, between them, and on their middles. */
static PelNativeRect
random_rect (int max_size)
{
  return (PelNativeRect){ g_test_rand_int_range (-20, 150) / 4.0,
                          g_test_rand_int_range (-20, 70) / 4.0,
                          g_test_rand_int_range (0, max_size) / 4.0,
                          g_test_rand_int_range (0, max_size) / 4.0 };
}

static PelDesktop *
random_windows (void)
{
  const PelMonitor monitors[] = {
    { "one", { 0, 0, 18, 12 }, { 0, 0, 18, 12 }, 1, 1, TRUE },
    { "two", { 18, 2, 16, 10 }, { 0, 0, 24, 15 }, 1.5, 1.5, FALSE },
  };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (monitors, G_N_ELEMENTS (monitors));
  PelNativeRect                rects[RANDOM_DESKTOP_WINDOWS];

  for (guint i = 0; i < RANDOM_DESKTOP_WINDOWS; i++)
    rects[i] = random_rect (120);
  return test_desktop_new (layout,
                           rects,
                           RANDOM_DESKTOP_WINDOWS,
                           1u << g_test_rand_int_range (0, 2 * RANDOM_DESKTOP_WINDOWS));
}

RandomDesktop *
random_desktop_new (void)
{
  RandomDesktop         *self = g_new0 (RandomDesktop, 1);
  PelSnapshotBuilder    *builder = pel_snapshot_builder_new ();
  g_autoptr (PelDesktop) desktop = random_windows ();

  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.7" });
  for (guint i = 1; i <= N_ELEMENTS; i++)
    {
      guint      native_role = roles[g_test_rand_int_range (0, G_N_ELEMENTS (roles))];
      guint      window = g_test_rand_int_range (0, 2 * RANDOM_DESKTOP_WINDOWS);
      PelElement element = {
        .parent = g_test_rand_int_range (0, i),
        .ref = i,
        .native_role = native_role,
        .role = pel_role_from_atspi (native_role),
        .flags = PEL_ELEMENT_HAS_BOUNDS,
        .bounds = random_rect (100),
      };

      if (g_test_rand_int_range (0, 8) != 0)
        element.flags |= PEL_ELEMENT_IS_VISIBLE;
      pel_snapshot_builder_add (builder, &element);
      if (window < RANDOM_DESKTOP_WINDOWS && self->roots[window] == 0)
        {
          self->roots[window] = i;
          pel_snapshot_builder_add_surface (builder, window, i);
        }
    }
  self->snapshot = pel_snapshot_builder_finish (builder);
  return self;
}

void
random_desktop_free (RandomDesktop *self)
{
  g_clear_object (&self->snapshot);
  g_free (self);
}

int
random_desktop_find_window (const RandomDesktop *self, PelElementId id)
{
  for (; id != PEL_ELEMENT_NONE; id = pel_snapshot_get_parent (self->snapshot, id))
    for (int i = 0; i < RANDOM_DESKTOP_WINDOWS; i++)
      if (pel_snapshot_get_element (self->snapshot, id).ref == self->roots[i])
        return i;
  return -1;
}

gboolean
random_desktop_is_drawn (const RandomDesktop *self,
                         PelElementId         id,
                         int                  window,
                         PelNativePoint       point)
{
  PelElement element = pel_snapshot_get_element (self->snapshot, id);

  if ((element.flags & SHOWN) != SHOWN || !pel_native_rect_contains (&element.bounds, point) ||
      random_desktop_find_window (self, id) != window)
    return FALSE;
  while (element.parent != PEL_ELEMENT_NONE && element.role != PEL_ROLE_MENU &&
         element.ref != self->roots[window])
    {
      element = pel_snapshot_get_element (self->snapshot, element.parent);
      if (element.role == PEL_ROLE_SCROLL_AREA &&
          !pel_native_rect_contains (&element.bounds, point))
        return FALSE;
    }
  return TRUE;
}
