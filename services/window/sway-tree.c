/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/sway-tree.h"

#include "services/base/process.h"
#include "services/window/sway-json.h"
#include "services/window/sway-outputs.h"

#define MAX_WINDOWS 4096
#define MAX_DEPTH   64

/* What sway draws above what, the topmost first. */
typedef enum
{
  LAYER_ABOVE_FULLSCREEN, /* dialogs of the fullscreen window */
  LAYER_FULLSCREEN,
  LAYER_FLOATING,
  LAYER_TILED,
  LAYER_NOT_SHOWN,
} Layer;

typedef struct
{
  Layer      layer;
  PelWindow *window;
} Entry;

/* What a container inherits on the way down. */
typedef struct
{
  PelNativeRect parent; /* what deco_rect counts from */
  gboolean      is_shown;
  gboolean      is_scratchpad;
  gboolean      is_floating;
  gboolean      is_fullscreen;
  guint         depth;
} Place;

/* Title bars are drawn outside of “rect”, borders and content inside; deco_rect counts from the
 * parent's rect. Measured with pixels on sway 1.7 for floating, tiled, tabbed and stacked windows,
 * and kept so by /wayland-source/bounds of tests/desktop/test-wayland-source.c: a floating window
 * of 900×600 with “border normal” at 100,100 has rect 100,125 904×602, deco_rect 100,100 904×25
 * and its frame's pixels are 100,100 904×627. Client-side shadows are never part of any of them. */
static PelNativeRect
get_bounds (JsonObject *node, const PelNativeRect *rect, const PelNativeRect *parent)
{
  PelNativeRect title = pel_sway_json_get_rect (node, "deco_rect");
  double        right, bottom;
  PelNativeRect bounds;

  if (title.width <= 0 || title.height <= 0)
    return *rect;
  title.x += parent->x;
  title.y += parent->y;
  right = MAX (rect->x + rect->width, title.x + title.width);
  bottom = MAX (rect->y + rect->height, title.y + title.height);
  bounds = (PelNativeRect){ .x = MIN (rect->x, title.x), .y = MIN (rect->y, title.y) };
  bounds.width = right - bounds.x;
  bounds.height = bottom - bounds.y;
  return bounds;
}

static PelNativeRect
get_content (JsonObject *node, const PelNativeRect *rect)
{
  PelNativeRect inner = pel_sway_json_get_rect (node, "window_rect");

  inner.x += rect->x;
  inner.y += rect->y;
  return inner.width > 0 && inner.height > 0 ? inner : *rect;
}

static PelWindowState
get_states (JsonObject *node, const Place *place)
{
  PelWindowState states = 0;

  if (place->is_scratchpad)
    states |= PEL_WINDOW_MINIMIZED;
  /* sway knows better than the workspace: not the tab behind, not what a fullscreen window hides */
  else if (place->is_shown && pel_sway_json_get_boolean (node, "visible", TRUE))
    states |= PEL_WINDOW_VISIBLE;
  if (pel_sway_json_get_integer (node, "fullscreen_mode", 0) > 0)
    states |= PEL_WINDOW_FULLSCREEN;
  if (pel_sway_json_get_boolean (node, "focused", FALSE))
    states |= PEL_WINDOW_ACTIVE;
  return states;
}

static const char *
get_app (JsonObject *node)
{
  const char *app = pel_sway_json_get_string (node, "app_id");
  JsonObject *x11 = pel_sway_json_get_object (node, "window_properties");

  return app != NULL ? app : pel_sway_json_get_string (x11, "class");
}

/* XWayland numbers its windows as X does; sway tells nothing of the dialogs of others. */
static guint32
get_x_window (JsonObject *object, const char *member)
{
  gint64 window = pel_sway_json_get_integer (object, member, 0);

  return window > 0 && window <= G_MAXUINT32 ? (guint32) window : 0;
}

static PelWindow *
make_window (JsonObject *node, gint64 id, const Place *place)
{
  gint64           pid = pel_sway_json_get_integer (node, "pid", 0);
  PelNativeRect    rect = pel_sway_json_get_rect (node, "rect");
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, id);
  g_autofree char *process_name = NULL;
  PelWindowInfo    info = {
       .id = text,
       .title = pel_sway_json_get_string (node, "name"),
       .app = get_app (node),
       .pid = pid > 0 && pid <= G_MAXINT ? (pid_t) pid : 0,
       .bounds = get_bounds (node, &rect, &place->parent),
       .content = get_content (node, &rect),
       .states = get_states (node, place),
       .x_window = get_x_window (node, "window"),
       .transient_for =
           get_x_window (pel_sway_json_get_object (node, "window_properties"), "transient_for"),
       .order = id <= G_MAXUINT ? (guint) id : 0, /* numbers only grow */
  };

  info.surface = info.content; /* how large a shadow is, sway does not tell */
  process_name = info.pid != 0 ? pel_process_dup_name (info.pid) : NULL;
  info.process_name = process_name;
  return pel_window_new (&info);
}

static Layer
get_layer (const Place *place, PelWindowState states, gboolean has_fullscreen)
{
  if (!place->is_shown || place->is_scratchpad)
    return LAYER_NOT_SHOWN;
  if (place->is_fullscreen || (states & PEL_WINDOW_FULLSCREEN) != 0)
    return LAYER_FULLSCREEN;
  if (!place->is_floating)
    return LAYER_TILED;
  return has_fullscreen && (states & PEL_WINDOW_VISIBLE) != 0 ? LAYER_ABOVE_FULLSCREEN
                                                              : LAYER_FLOATING;
}

static void
add_window (GArray *entries, JsonObject *node, const Place *place, gboolean has_fullscreen)
{
  gint64 id = pel_sway_json_get_integer (node, "id", 0);
  Entry  entry;

  if (id <= 0 || entries->len >= MAX_WINDOWS)
    return;
  entry.window = make_window (node, id, place);
  entry.layer = get_layer (place, pel_window_get_info (entry.window)->states, has_fullscreen);
  g_array_append_val (entries, entry);
}

static gboolean
has_fullscreen_below (JsonObject *node, guint depth)
{
  static const char *const lists[] = { "nodes", "floating_nodes" };

  for (gsize i = 0; i < G_N_ELEMENTS (lists) && depth < MAX_DEPTH; i++)
    {
      JsonArray *children = pel_sway_json_get_array (node, lists[i]);

      for (guint j = 0; j < pel_sway_json_get_length (children); j++)
        {
          JsonObject *child = pel_sway_json_get_element (children, j);

          if (pel_sway_json_get_integer (child, "fullscreen_mode", 0) > 0 ||
              has_fullscreen_below (child, depth + 1))
            return TRUE;
        }
    }
  return FALSE;
}

static int
find_focus (JsonArray *focus, gint64 id)
{
  for (guint i = 0; i < MIN (pel_sway_json_get_length (focus), MAX_WINDOWS); i++)
    if (pel_sway_json_get_id_element (focus, i) == id)
      return (int) i;
  return G_MAXINT;
}

typedef struct
{
  JsonObject *node;
  int         rank;
} Child;

static int
compare_children (gconstpointer a, gconstpointer b)
{
  const Child *x = a, *y = b;

  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* Tiled containers, the one that had the focus last first: of tabs, that is the one in front. */
static GArray *
list_by_focus (JsonObject *node)
{
  JsonArray *children = pel_sway_json_get_array (node, "nodes");
  JsonArray *focus = pel_sway_json_get_array (node, "focus");
  GArray    *list = g_array_new (FALSE, FALSE, sizeof (Child));

  for (guint i = 0; i < MIN (pel_sway_json_get_length (children), MAX_WINDOWS); i++)
    {
      Child child = { .node = pel_sway_json_get_element (children, i) };

      if (child.node == NULL)
        continue;
      child.rank = find_focus (focus, pel_sway_json_get_integer (child.node, "id", 0));
      g_array_append_val (list, child);
    }
  g_array_sort (list, compare_children);
  return list;
}

static void
walk (GArray *entries, JsonObject *node, Place place, gboolean has_fullscreen)
{
  g_autoptr (GArray) tiled = list_by_focus (node);
  JsonArray         *floating = pel_sway_json_get_array (node, "floating_nodes");
  const char        *type = pel_sway_json_get_string (node, "type");

  if (++place.depth > MAX_DEPTH)
    return;
  if (tiled->len == 0 && pel_sway_json_get_length (floating) == 0)
    {
      if (g_strcmp0 (type, "con") == 0 || g_strcmp0 (type, "floating_con") == 0)
        add_window (entries, node, &place, has_fullscreen);
      return;
    }

  place.parent = pel_sway_json_get_rect (node, "rect");
  if (g_strcmp0 (type, "workspace") != 0) /* of itself, sway says that it is fullscreen */
    place.is_fullscreen |= pel_sway_json_get_integer (node, "fullscreen_mode", 0) > 0;
  for (guint i = 0; i < tiled->len; i++)
    walk (entries, g_array_index (tiled, Child, i).node, place, has_fullscreen);

  /* the last is drawn above the others: mostly, but not always, the one that had the focus */
  place.is_floating = TRUE;
  for (guint i = pel_sway_json_get_length (floating); i > 0; i--)
    walk (entries, pel_sway_json_get_element (floating, i - 1), place, has_fullscreen);
}

/* Of each output, the workspace that had the focus last is the one on show. */
static void
walk_output (GArray *entries, JsonObject *output)
{
  g_autoptr (GArray) workspaces = list_by_focus (output);

  for (guint i = 0; i < workspaces->len; i++)
    {
      JsonObject *workspace = g_array_index (workspaces, Child, i).node;
      gboolean    is_scratchpad =
          g_strcmp0 (pel_sway_json_get_string (workspace, "name"), PEL_SWAY_SCRATCHPAD) == 0;
      Place place = { .is_shown = i == 0 && !is_scratchpad, .is_scratchpad = is_scratchpad };

      walk (entries, workspace, place, has_fullscreen_below (workspace, 0));
    }
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  return (int) ((const Entry *) a)->layer - (int) ((const Entry *) b)->layer;
}

static GPtrArray *
list_windows (JsonNode *tree)
{
  JsonObject        *root = JSON_NODE_HOLDS_OBJECT (tree) ? json_node_get_object (tree) : NULL;
  g_autoptr (GArray) outputs = list_by_focus (root);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  GPtrArray         *windows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < outputs->len; i++)
    walk_output (entries, g_array_index (outputs, Child, i).node);
  g_array_sort (entries, compare_entries);
  for (guint i = 0; i < entries->len; i++)
    g_ptr_array_add (windows, g_array_index (entries, Entry, i).window);
  return windows;
}

PelDesktop *
pel_sway_tree_to_desktop (JsonNode   *outputs,
                          JsonNode   *tree,
                          const char *version,
                          PelFeature  features)
{
  g_autoptr (PelMonitorLayout) layout = pel_sway_outputs_to_layout (outputs);
  g_autofree char             *server = g_strdup_printf ("sway %s", version);
  PelPlatform                  platform = {
                     .kind = PEL_PLATFORM_WAYLAND, .server = server, .window_manager = "sway", .features = features
  };

  return pel_desktop_new (&platform, layout, list_windows (tree));
}
