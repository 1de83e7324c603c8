/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/dock-place.h"

static const char *const side_names[] = {
  [PEL_DOCK_FLOATING] = "floating",
  [PEL_DOCK_LEFT] = "left",
  [PEL_DOCK_RIGHT] = "right",
};
G_STATIC_ASSERT (G_N_ELEMENTS (side_names) == PEL_N_DOCK_SIDES);

const char *
pel_dock_side_to_string (PelDockSide side)
{
  g_return_val_if_fail (side < PEL_N_DOCK_SIDES, NULL);

  return side_names[side];
}

PelDockSide
pel_dock_side_from_string (const char *text)
{
  for (guint i = 0; i < PEL_N_DOCK_SIDES; i++)
    if (g_str_equal (side_names[i], text))
      return i;
  return PEL_DOCK_FLOATING;
}

/* Beside it, and further out. */
static gboolean
is_beyond (const PelPhysicalRect *other, const PelPhysicalRect *monitor, PelDockSide side)
{
  if (other->y >= monitor->y + monitor->height || monitor->y >= other->y + other->height)
    return FALSE;
  return side == PEL_DOCK_LEFT ? other->x < monitor->x
                               : other->x + other->width > monitor->x + monitor->width;
}

guint
pel_dock_find_monitor (const PelPhysicalRect *monitors,
                       guint                  n_monitors,
                       guint                  current,
                       PelDockSide            side)
{
  gboolean has_moved = side != PEL_DOCK_FLOATING;

  /* each step goes further out, so no monitor is met twice */
  while (has_moved)
    {
      has_moved = FALSE;
      for (guint i = 0; i < n_monitors && !has_moved; i++)
        if (is_beyond (&monitors[i], &monitors[current], side))
          {
            current = i;
            has_moved = TRUE;
          }
    }
  return current;
}

PelPhysicalRect
pel_dock_make_place (const PelPhysicalRect *area, PelDockSide side, int width)
{
  PelPhysicalRect place = *area;

  place.width = CLAMP (width, 1, MAX (area->width / 2, 1));
  if (side == PEL_DOCK_RIGHT)
    place.x += area->width - place.width;
  return place;
}

gboolean
pel_dock_is_reachable (const PelPhysicalRect *monitors,
                       guint                  n_monitors,
                       const PelPhysicalRect *place,
                       int                    grip)
{
  for (guint i = 0; i < n_monitors; i++)
    {
      const PelPhysicalRect *monitor = &monitors[i];
      int                    left = MAX (place->x, monitor->x);
      int                    right = MIN (place->x + place->width, monitor->x + monitor->width);

      if (right - left >= grip && place->y >= monitor->y &&
          place->y + grip <= monitor->y + monitor->height)
        return TRUE;
    }
  return FALSE;
}

PelDockStrut
pel_dock_make_strut (const PelPhysicalRect *monitors,
                     guint                  n_monitors,
                     const PelPhysicalRect *place,
                     PelDockSide            side)
{
  PelDockStrut strut = { 0 };
  int          screen_width = 0;

  for (guint i = 0; i < n_monitors; i++)
    screen_width = MAX (screen_width, monitors[i].x + monitors[i].width);
  if (side == PEL_DOCK_LEFT)
    {
      strut.left = (gulong) MAX (place->x + place->width, 0);
      strut.left_start_y = (gulong) MAX (place->y, 0);
      strut.left_end_y = (gulong) MAX (place->y + place->height - 1, 0);
    }
  else if (side == PEL_DOCK_RIGHT)
    {
      strut.right = (gulong) MAX (screen_width - place->x, 0);
      strut.right_start_y = (gulong) MAX (place->y, 0);
      strut.right_end_y = (gulong) MAX (place->y + place->height - 1, 0);
    }
  return strut;
}
