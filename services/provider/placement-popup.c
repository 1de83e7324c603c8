/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/placement-popup.h"

#include <atspi/atspi-constants.h>
#include <math.h>

/* A popup's window and what is said of it may differ by what was rounded away. */
#define TOLERANCE 2

/* More than menus ever have: a program that goes beyond has its popups nowhere. */
#define MAX_POPUPS 64
#define MAX_STEPS  2000

static const PelWindowInfo *
get_window (const PelPlacementPopup *self, int index)
{
  return pel_window_get_info (pel_desktop_get_window (self->desktop, index));
}

static gboolean
is_taken (const PelPlacementPopup *self, int index)
{
  return g_hash_table_contains (self->taken, GINT_TO_POINTER (index + 1));
}

static gboolean
is_within (const PelNativeRect *rect, const PelNativeRect *outer)
{
  return rect->x >= outer->x - TOLERANCE && rect->y >= outer->y - TOLERANCE &&
         rect->x + rect->width <= outer->x + outer->width + TOLERANCE &&
         rect->y + rect->height <= outer->y + outer->height + TOLERANCE;
}

/* The smallest popup window around @rect. */
static int
find_around (const PelPlacementPopup *self, const PelNativeRect *rect)
{
  int    found = PEL_PLACEMENT_NO_WINDOW;
  double area = 0;

  for (guint i = 0; i < self->windows->len; i++)
    {
      int                  index = g_array_index (self->windows, int, i);
      const PelWindowInfo *info = get_window (self, index);
      double               this_area;

      if (!is_within (rect, &info->surface))
        continue;
      this_area = info->surface.width * info->surface.height;
      if (found == PEL_PLACEMENT_NO_WINDOW || this_area < area)
        {
          found = index;
          area = this_area;
        }
    }
  return found;
}

static gboolean
has_size (const PelAtspiNode *node, const PelWindowInfo *info, double scale)
{
  return fabs (scale * node->extents.width - info->surface.width) < MAX (scale, 1) &&
         fabs (scale * node->extents.height - info->surface.height) < MAX (scale, 1);
}

static PelPlacementMap
map_to_window (const PelAtspiNode *node, const PelWindowInfo *info, double scale)
{
  return (PelPlacementMap){ .origin = { info->surface.x, info->surface.y },
                            .scale = scale,
                            .base_x = node->extents.x,
                            .base_y = node->extents.y,
                            .origin_term = PEL_TRACE_SURFACE,
                            .base_term = PEL_TRACE_POPUP };
}

/* GTK 3 and Qt tell where their popups are on the screen, in their own unit. For Qt each screen
 * begins at its native origin, and only sizes are divided. */
static PelPlacementMatch
find_by_place (const PelPlacementPopup *self, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  PelPlacementMatch   match = { .node = id, .place = PEL_PLACE_NO_WINDOW };
  PelPlacementMap     map = { .scale = self->owner->map.scale,
                              .origin_term = PEL_TRACE_MONITOR,
                              .base_term = PEL_TRACE_MONITOR };
  PelNativeRect       rect;

  if (self->toolkit->placing == PEL_PLACING_QT && self->owner->window >= 0)
    {
      PelWindow        *window = pel_desktop_get_window (self->desktop, self->owner->window);
      const PelMonitor *monitor =
          pel_monitor_layout_find_rect (pel_desktop_get_layout (self->desktop),
                                        &pel_window_get_info (window)->surface);

      if (monitor != NULL)
        map.origin = (PelNativePoint){ monitor->native.x, monitor->native.y };
      map.base_x = map.origin.x;
      map.base_y = map.origin.y;
    }
  rect = pel_placement_map_apply (&map, &node->extents);
  match.window = find_around (self, &rect);
  if (match.window == PEL_PLACEMENT_NO_WINDOW)
    return match;
  match.place = PEL_PLACE_KNOWN;
  match.map = map;
  if (has_size (node, get_window (self, match.window), map.scale))
    match.map = map_to_window (node, get_window (self, match.window), map.scale);
  return match;
}

/* How many popups of one size are open inside of another: a menu, its submenu … */
static guint
count_nested (const PelPlacementPopup *self, PelNodeId top)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, top);
  guint               n = 0, n_steps = 0;

  for (PelNodeId id = top; id != PEL_NODE_NONE && n_steps < MAX_STEPS && n <= MAX_POPUPS;
       id = pel_atspi_tree_next (self->tree, id, top), n_steps++)
    {
      const PelAtspiNode *other = pel_atspi_tree_get (self->tree, id);

      n += other->extents.width == node->extents.width &&
           other->extents.height == node->extents.height &&
           pel_toolkit_begins_popup (self->toolkit, self->tree, id);
    }
  return n;
}

/* GTK 4 tells only how large its popups are. Of those of one size that were opened from each other
 * the first is the lowest. */
PelPlacementMatch
pel_placement_popup_find_by_size (const PelPlacementPopup *self, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  double              scale = self->owner->map.scale;
  PelPlacementMatch   match = { .node = id,
                                .window = PEL_PLACEMENT_NO_WINDOW,
                                .place = PEL_PLACE_NO_WINDOW };
  guint               n_found = 0;

  for (guint i = 0; i < self->windows->len; i++)
    {
      int index = g_array_index (self->windows, int, i);

      if (is_taken (self, index) || !has_size (node, get_window (self, index), scale))
        continue;
      match.window = index;
      n_found++;
    }
  if (n_found == 0)
    return match;
  if (n_found > 1 && n_found != count_nested (self, id))
    {
      match.window = PEL_PLACEMENT_NO_WINDOW;
      match.place = PEL_PLACE_AMBIGUOUS;
      return match;
    }
  match.place = PEL_PLACE_KNOWN;
  match.map = map_to_window (node, get_window (self, match.window), scale);
  return match;
}

/* The list of a combo box counts as the page does. It tells a place of its own that is not true;
 * its items are in its window. */
static PelPlacementMatch
find_by_item (const PelPlacementPopup *self, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  PelPlacementMatch   match = *self->owner;

  match.node = id;
  match.window = PEL_PLACEMENT_NO_WINDOW;
  if (node->n_listed > 0)
    {
      const PelAtspiNode *item = pel_atspi_tree_get (self->tree, node->children[0]);
      PelNativeRect       rect = pel_placement_map_apply (&match.map, &item->extents);

      match.window = find_around (self, &rect);
    }
  return match;
}

GArray *
pel_placement_popup_list_windows (PelDesktop *desktop, pid_t pid)
{
  GArray              *windows = g_array_new (FALSE, FALSE, sizeof (int));
  const PelWindowState states = PEL_WINDOW_UNMANAGED | PEL_WINDOW_VISIBLE;

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop) && windows->len < MAX_POPUPS; i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));
      int                  index = (int) i;

      if (pid != 0 && info->pid == pid && (info->states & states) == states)
        g_array_append_val (windows, index);
    }
  return windows;
}

gboolean
pel_placement_is_gtk3_popover (PelAtspiTree *tree, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);
  const PelAtspiNode *top = pel_atspi_tree_get (tree, node->parent);

  if (node->native_role != ATSPI_ROLE_PANEL || top->parent != PEL_NODE_ROOT)
    return FALSE;
  /* one that is not modal gives itself away: it lies over the others, at the corner */
  return pel_states_has (node->states, PEL_STATE_MODAL) ||
         (top->children[0] != id && node->extents.x == 0 && node->extents.y == 0 &&
          node->extents.width < top->extents.width && node->extents.height < top->extents.height);
}

/* Its middle is not in what it is in. */
static gboolean
is_beside (const PelToolkitRect *rect, const PelToolkitRect *outer)
{
  gint64 x = rect->x + (gint64) rect->width / 2, y = rect->y + (gint64) rect->height / 2;

  return x < outer->x || x >= (gint64) outer->x + outer->width || y < outer->y ||
         y >= (gint64) outer->y + outer->height;
}

static gboolean
is_panel (PelAtspiTree *tree, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);

  return node != NULL && node->native_role == ATSPI_ROLE_PANEL;
}

/* A panel that holds another panel, and its arrow, beside what it was opened from. On X11 it has a
 * window. */
gboolean
pel_placement_is_gtk4_popover (const PelPlacementPopup *self, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  const PelAtspiNode *parent = pel_atspi_tree_get (self->tree, node->parent);

  if (parent == NULL || node->native_role != ATSPI_ROLE_PANEL || node->n_listed == 0 ||
      node->n_listed > 2 || !is_panel (self->tree, node->children[0]) ||
      !is_beside (&node->extents, &parent->extents))
    return FALSE;
  if (pel_desktop_get_platform (self->desktop)->kind == PEL_PLATFORM_WAYLAND)
    return parent->native_role != ATSPI_ROLE_PANEL && parent->native_role != ATSPI_ROLE_SCROLL_PANE;
  for (guint i = 0; i < self->windows->len; i++)
    {
      int index = g_array_index (self->windows, int, i);

      if (!is_taken (self, index) &&
          has_size (node, get_window (self, index), self->owner->map.scale))
        return TRUE;
    }
  return FALSE;
}

static gboolean
locate_by_owner (const PelPlacementPopup *self, const PelAtspiNode *node, PelNativeRect *ret_rect)
{
  if ((node->flags & PEL_NODE_HAS_EXTENTS) == 0 || !pel_toolkit_rect_is_sane (&node->extents) ||
      node->extents.width == 0 || node->extents.height == 0)
    return FALSE;
  *ret_rect = pel_placement_map_apply (&self->owner->map, &node->extents);
  return TRUE;
}

/* What lies behind a popup is in its window as well. */
static gboolean
is_of_popup (const PelPlacementPopup *self,
             const PelAtspiNode      *node,
             const PelNativeRect     *rect,
             const PelNativeRect     *window)
{
  const PelAtspiNode *parent = pel_atspi_tree_get (self->tree, node->parent);
  PelNativeRect       outer;

  if ((pel_role_get_flags (node->role) & PEL_ROLE_IS_FLOATING) != 0 ||
      parent->role == PEL_ROLE_MENU || parent->role == PEL_ROLE_COMBO_BOX)
    return TRUE;
  return node->n_listed > 0 && 2 * rect->width * rect->height >= window->width * window->height &&
         !(locate_by_owner (self, parent, &outer) && is_within (&outer, window));
}

int
pel_placement_popup_guess (const PelPlacementPopup *self, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  PelNativeRect       rect;
  int                 window;

  if (self->owner->place != PEL_PLACE_KNOWN || !locate_by_owner (self, node, &rect))
    return PEL_PLACEMENT_NO_WINDOW;
  window = find_around (self, &rect);
  if (window == PEL_PLACEMENT_NO_WINDOW ||
      !is_of_popup (self, node, &rect, &get_window (self, window)->surface))
    return PEL_PLACEMENT_NO_WINDOW;
  return window;
}

PelPlacementMatch
pel_placement_popup_find (const PelPlacementPopup *self, PelNodeId id)
{
  static PelPlacementMatch (*const finds[PEL_N_PLACINGS]) (const PelPlacementPopup *, PelNodeId) = {
    [PEL_PLACING_GTK3] = find_by_place,    [PEL_PLACING_GTK4] = pel_placement_popup_find_by_size,
    [PEL_PLACING_GTK2] = find_by_place,    [PEL_PLACING_QT] = find_by_place,
    [PEL_PLACING_CHROMIUM] = find_by_item, [PEL_PLACING_UNKNOWN] = find_by_place,
  };
  PelPlacementMatch nothing = { .node = id,
                                .window = PEL_PLACEMENT_NO_WINDOW,
                                .place = PEL_PLACE_POPUP };

  if (pel_desktop_get_platform (self->desktop)->kind == PEL_PLATFORM_WAYLAND)
    return nothing;
  return finds[self->toolkit->placing](self, id);
}
