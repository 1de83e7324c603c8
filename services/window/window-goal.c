/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/window-goal.h"

#include "services/base/text.h"

#include <glib/gi18n.h>
#include <math.h>

/* A compositor counts in whole logical pixels, an order may not. */
#define MAX_DEVIATION 1.0

static gboolean
counts (const PelWindowInfo *info)
{
  return (info->states & (PEL_WINDOW_VISIBLE | PEL_WINDOW_UNMANAGED)) == PEL_WINDOW_VISIBLE;
}

static gboolean
overlaps (const PelWindowInfo *a, const PelWindowInfo *b)
{
  PelNativeRect common = pel_native_rect_intersect (&a->bounds, &b->bounds);

  return common.width > 0 && common.height > 0;
}

PelWindow *
pel_window_goal_find_cover (PelDesktop *desktop, PelWindow *window)
{
  const PelWindowInfo *info = pel_window_get_info (window);

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      PelWindow           *other = pel_desktop_get_window (desktop, i);
      const PelWindowInfo *other_info = pel_window_get_info (other);

      if (other == window)
        return NULL;
      if (counts (other_info) && overlaps (other_info, info))
        return other;
    }
  return NULL;
}

/* The desktop's own window: below all others, as large as a monitor and neither maximized nor
 * fullscreen. Nothing goes below it. */
static gboolean
is_backdrop (PelDesktop *desktop, guint index)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  const PelWindowInfo    *info = pel_window_get_info (pel_desktop_get_window (desktop, index));

  if ((info->states & (PEL_WINDOW_MAXIMIZED | PEL_WINDOW_FULLSCREEN)) != 0)
    return FALSE;
  for (guint i = index + 1; i < pel_desktop_get_n_windows (desktop); i++)
    if (counts (pel_window_get_info (pel_desktop_get_window (desktop, i))))
      return FALSE;
  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelNativeRect *monitor = &pel_monitor_layout_get_monitor (layout, i)->native;
      PelNativeRect        common = pel_native_rect_intersect (monitor, &info->bounds);

      if (common.width >= monitor->width && common.height >= monitor->height)
        return TRUE;
    }
  return FALSE;
}

/* (nullable): one that lies below @window though a part of it is covered. */
static PelWindow *
find_covered (PelDesktop *desktop, PelWindow *window)
{
  const PelWindowInfo *info = pel_window_get_info (window);

  for (guint i = pel_desktop_get_window_index (desktop, window) + 1;
       i < pel_desktop_get_n_windows (desktop);
       i++)
    {
      PelWindow           *other = pel_desktop_get_window (desktop, i);
      const PelWindowInfo *other_info = pel_window_get_info (other);

      if (counts (other_info) && overlaps (other_info, info) && !is_backdrop (desktop, i))
        return other;
    }
  return NULL;
}

static gboolean
is_near (double a, double b)
{
  return fabs (a - b) < MAX_DEVIATION;
}

/* What each operation makes of the states; where and in which order the window is comes beside. */
/* clang-format off */
static const struct { PelWindowState with, without; } goal_states[] = {
  [PEL_WINDOW_FOCUS]         = { PEL_WINDOW_ACTIVE | PEL_WINDOW_VISIBLE, 0 },
  [PEL_WINDOW_FRONT]         = { PEL_WINDOW_VISIBLE,    0 },
  [PEL_WINDOW_BACK]          = { 0,                     0 },
  [PEL_WINDOW_MINIMIZE]      = { PEL_WINDOW_MINIMIZED,  0 },
  [PEL_WINDOW_RESTORE]       = { 0, PEL_WINDOW_MINIMIZED | PEL_WINDOW_MAXIMIZED | PEL_WINDOW_FULLSCREEN },
  [PEL_WINDOW_MAXIMIZE]      = { PEL_WINDOW_MAXIMIZED,  PEL_WINDOW_MINIMIZED | PEL_WINDOW_FULLSCREEN },
  [PEL_WINDOW_FULLSCREEN_ON] = { PEL_WINDOW_FULLSCREEN, PEL_WINDOW_MINIMIZED },
  [PEL_WINDOW_CLOSE]         = { 0,                     0 },
  [PEL_WINDOW_MOVE]          = { 0,                     0 },
  [PEL_WINDOW_RESIZE]        = { 0,                     0 },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (goal_states) == PEL_N_WINDOW_OPERATIONS);

gboolean
pel_window_goal_is_met (const PelWindowOrder *order, PelDesktop *desktop)
{
  PelWindow           *window = pel_desktop_find_window (desktop, order->window_id);
  const PelWindowInfo *info = window != NULL ? pel_window_get_info (window) : NULL;
  PelWindowState       with = goal_states[order->operation].with;
  PelWindowState       without = goal_states[order->operation].without;

  if (window == NULL)
    return order->operation == PEL_WINDOW_CLOSE;
  if ((info->states & with) != with || (info->states & without) != 0)
    return FALSE;
  switch (order->operation)
    {
    case PEL_WINDOW_CLOSE:
      return FALSE;
    case PEL_WINDOW_FRONT:
      return pel_window_goal_find_cover (desktop, window) == NULL;
    case PEL_WINDOW_BACK:
      return find_covered (desktop, window) == NULL;
    case PEL_WINDOW_MOVE:
      return is_near (info->bounds.x, order->bounds.x) && is_near (info->bounds.y, order->bounds.y);
    case PEL_WINDOW_RESIZE:
      return is_near (info->bounds.width, order->bounds.width) &&
             is_near (info->bounds.height, order->bounds.height);
    default:
      return TRUE;
    }
}

static char *
describe_states (const PelWindowInfo *info)
{
  if ((info->states & PEL_WINDOW_MINIMIZED) != 0)
    return g_strdup (_ ("It is minimized"));
  if ((info->states & PEL_WINDOW_VISIBLE) == 0)
    return g_strdup (_ ("It is not shown"));
  if ((info->states & PEL_WINDOW_FULLSCREEN) != 0)
    return g_strdup (_ ("It is fullscreen"));
  if ((info->states & PEL_WINDOW_MAXIMIZED) != 0)
    return g_strdup (_ ("It is maximized"));
  return g_strdup (_ ("It is neither minimized, maximized nor fullscreen"));
}

static char *
describe_order (PelDesktop *desktop, PelWindow *window, PelWindowOperation operation)
{
  gboolean   is_front = operation == PEL_WINDOW_FRONT;
  PelWindow *other =
      is_front ? pel_window_goal_find_cover (desktop, window) : find_covered (desktop, window);
  g_autofree char *title =
      other != NULL ? pel_text_escape (pel_window_get_info (other)->title) : NULL;

  if (title == NULL)
    return describe_states (pel_window_get_info (window));
  /* Translators: the title of a window */
  return g_strdup_printf (is_front ? _ ("“%s” is above it") : _ ("“%s” is below it"), title);
}

static char *
describe_keyboard (PelDesktop *desktop)
{
  PelWindow       *active = pel_desktop_find_active (desktop);
  g_autofree char *title =
      active != NULL ? pel_text_escape (pel_window_get_info (active)->title) : NULL;

  if (title == NULL)
    return g_strdup (_ ("No window has keyboard focus"));
  /* Translators: the title of a window */
  return g_strdup_printf (_ ("“%s” has keyboard focus"), title);
}

/* In the pixels that callers count in. */
static char *
describe_bounds (PelDesktop *desktop, const PelWindowInfo *info, PelWindowOperation operation)
{
  PelPhysicalRect bounds;

  pel_desktop_to_physical (desktop, &info->bounds, &bounds);
  if (operation == PEL_WINDOW_MOVE)
    return g_strdup_printf (_ ("It is at %d,%d"), bounds.x, bounds.y);
  return g_strdup_printf (_ ("Its size is %d×%d pixels"), bounds.width, bounds.height);
}

char *
pel_window_goal_describe (const PelWindowOrder *order, PelDesktop *desktop)
{
  PelWindow           *window = pel_desktop_find_window (desktop, order->window_id);
  const PelWindowInfo *info;

  if (window == NULL)
    return g_strdup (_ ("It is gone"));
  info = pel_window_get_info (window);
  switch (order->operation)
    {
    case PEL_WINDOW_FOCUS:
      return (info->states & PEL_WINDOW_ACTIVE) != 0 ? describe_states (info)
                                                     : describe_keyboard (desktop);
    case PEL_WINDOW_FRONT:
    case PEL_WINDOW_BACK:
      return describe_order (desktop, window, order->operation);
    case PEL_WINDOW_MOVE:
    case PEL_WINDOW_RESIZE:
      return describe_bounds (desktop, info, order->operation);
    default:
      return describe_states (info);
    }
}
