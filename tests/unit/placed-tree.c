/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "placed-tree.h"

#include <stdarg.h>

PelNodeId
placed_add (PelAtspiTree     *tree,
            const PelToolkit *toolkit,
            PelNodeId         parent,
            guint             native_role,
            const char       *name,
            PelToolkitRect    extents,
            PelStates         states)
{
  static guint     last;
  g_autofree char *path = g_strdup_printf ("/node/%u", ++last);
  PelNodeId        id = pel_atspi_tree_add (tree, parent, G_MAXUINT, NULL, path);
  PelAtspiNode    *node;

  pel_atspi_tree_get (tree, PEL_NODE_ROOT)->native_role = ATSPI_ROLE_APPLICATION;
  g_assert_cmpuint (id, !=, PEL_NODE_NONE);
  pel_atspi_tree_set_name (tree, id, name);
  node = pel_atspi_tree_get (tree, id);
  node->flags |= PEL_NODE_HAS_ROLE | PEL_NODE_HAS_STATES | PEL_NODE_HAS_EXTENTS;
  node->native_role = native_role;
  node->role = pel_role_from_atspi (native_role);
  node->states = states;
  node->extents = extents;
  node->extents_kind = pel_toolkit_get_extents_kind (toolkit, tree, id);
  return id;
}

PelWindow *
placed_window (const char    *id,
               const char    *title,
               PelNativeRect  surface,
               PlacedBorder   shadow,
               PlacedBorder   frame,
               PelWindowState states)
{
  PelNativeRect content = { surface.x + shadow.left,
                            surface.y + shadow.top,
                            surface.width - shadow.left - shadow.right,
                            surface.height - shadow.top - shadow.bottom };
  PelWindowInfo info = {
    .id = id,
    .title = title,
    .pid = PLACED_PID,
    .surface = surface,
    .content = content,
    .bounds = { content.x - frame.left,
                content.y - frame.top,
                content.width + frame.left + frame.right,
                content.height + frame.top + frame.bottom },
    .states = states | PEL_WINDOW_VISIBLE,
    .order = (states & PEL_WINDOW_UNMANAGED) == 0 ? (guint) g_ascii_strtoull (id, NULL, 0) : 0,
  };

  return pel_window_new (&info);
}

PelWindow *
placed_popup (const char *id, PelNativeRect surface)
{
  return placed_window (id,
                        "",
                        surface,
                        (PlacedBorder){ 0 },
                        (PlacedBorder){ 0 },
                        PEL_WINDOW_UNMANAGED);
}

PelDesktop *
placed_desktop (PelPlatformKind kind, PelWindow *first, ...)
{
  const PelMonitor root = { .name = "screen",
                            .native = { 0, 0, 4000, 3000 },
                            .physical = { .width = 4000, .height = 3000 },
                            .ratio = 1 };
  const PelMonitor outputs[] = {
    { .name = "HEADLESS-1",
      .native = { 0, 0, 1280, 800 },
      .physical = { .width = 1280, .height = 800 },
      .ratio = 1 },
    { .name = "HEADLESS-2",
      .native = { 1280, 0, 1280, 800 },
      .physical = { .width = 1920, .height = 1200 },
      .ratio = 1.5 },
  };
  g_autoptr (PelMonitorLayout) layout =
      kind == PEL_PLATFORM_X11 ? pel_monitor_layout_new (&root, 1)
                               : pel_monitor_layout_new (outputs, G_N_ELEMENTS (outputs));
  PelPlatform platform = { .kind = kind, .server = "test" };
  GPtrArray  *windows = g_ptr_array_new_with_free_func (g_object_unref);
  va_list     rest;

  va_start (rest, first);
  for (PelWindow *window = first; window != NULL; window = va_arg (rest, PelWindow *))
    g_ptr_array_add (windows, window);
  va_end (rest);
  return pel_desktop_new (&platform, layout, windows);
}

void
placed_assert_trace (PelPlacement *placement, PelNodeId id)
{
  g_autoptr (PelPlacementTrace) trace = pel_placement_trace (placement, id);
  PelNativeRect                 rect = { 0 };
  PelTraceRect                  result;

  g_assert_cmpint (pel_placement_locate (placement, id, &rect), ==, PEL_PLACE_KNOWN);
  g_assert_nonnull (trace);
  g_assert_true (trace->is_known);
  result = pel_placement_trace_get_result (trace);
  g_assert_cmpfloat_with_epsilon (result.x, rect.x, 1e-6);
  g_assert_cmpfloat_with_epsilon (result.y, rect.y, 1e-6);
  g_assert_cmpfloat_with_epsilon (result.width, rect.width, 1e-6);
  g_assert_cmpfloat_with_epsilon (result.height, rect.height, 1e-6);
}

void
placed_assert (PelPlacement *placement, PelNodeId id, PelToolkitRect expected)
{
  PelNativeRect rect = { 0 };

  g_assert_cmpint (pel_placement_locate (placement, id, &rect), ==, PEL_PLACE_KNOWN);
  g_assert_cmpint (pel_round_edge (rect.x), ==, expected.x);
  g_assert_cmpint (pel_round_edge (rect.y), ==, expected.y);
  g_assert_cmpint (pel_round_edge (rect.x + rect.width), ==, expected.x + expected.width);
  g_assert_cmpint (pel_round_edge (rect.y + rect.height), ==, expected.y + expected.height);
  placed_assert_trace (placement, id);
}
