/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "window-eye.h"

#include "sway-ipc.h"

#include <stdlib.h>

#if HAVE_X11
#include "x11-reply.h"

typedef struct
{
  xcb_connection_t *xcb;
  xcb_window_t      root;
} Eye;

/* Up to @n_max words of a property; how many there are. */
static guint
read_words (Eye *eye, xcb_window_t window, const char *name, guint32 *words, guint n_max)
{
  xcb_atom_t                atom = pel_x11_intern (eye->xcb, name);
  xcb_get_property_cookie_t cookie =
      xcb_get_property (eye->xcb, 0, window, atom, XCB_GET_PROPERTY_TYPE_ANY, 0, n_max);
  xcb_get_property_reply_t *reply = pel_x11_await (eye->xcb, cookie.sequence, NULL);
  guint                     n = 0;

  if (reply != NULL && reply->format == 32)
    n = MIN (n_max, (guint) xcb_get_property_value_length (reply) / 4);
  for (guint i = 0; i < n; i++)
    words[i] = ((guint32 *) xcb_get_property_value (reply))[i];
  free (reply);
  return n;
}

static gboolean
has_state (Eye *eye, xcb_window_t window, const char *name)
{
  guint32    words[64];
  guint      n = read_words (eye, window, "_NET_WM_STATE", words, G_N_ELEMENTS (words));
  xcb_atom_t wanted = pel_x11_intern (eye->xcb, name);

  for (guint i = 0; i < n; i++)
    if (words[i] == wanted)
      return TRUE;
  return FALSE;
}

static gboolean
get_box (Eye *eye, xcb_window_t window, PelWindowView *view)
{
  xcb_get_geometry_reply_t *geometry =
      pel_x11_await (eye->xcb, xcb_get_geometry (eye->xcb, window).sequence, NULL);
  xcb_translate_coordinates_reply_t *place =
      pel_x11_await (eye->xcb,
                     xcb_translate_coordinates (eye->xcb, window, eye->root, 0, 0).sequence,
                     NULL);
  gboolean is_there = geometry != NULL && place != NULL;

  if (is_there)
    {
      view->x = place->dst_x;
      view->y = place->dst_y;
      view->width = geometry->width;
      view->height = geometry->height;
    }
  free (geometry);
  free (place);
  return is_there;
}

/* The child of the root that holds it, and its place among the others. */
static xcb_window_t
climb (Eye *eye, xcb_window_t window, int *ret_place)
{
  for (;;)
    {
      xcb_query_tree_reply_t *tree =
          pel_x11_await (eye->xcb, xcb_query_tree (eye->xcb, window).sequence, NULL);
      xcb_window_t parent = tree != NULL ? tree->parent : eye->root;

      free (tree);
      if (parent == eye->root)
        break;
      window = parent;
    }
  {
    xcb_query_tree_reply_t *tree =
        pel_x11_await (eye->xcb, xcb_query_tree (eye->xcb, eye->root).sequence, NULL);

    for (int i = 0; tree != NULL && i < xcb_query_tree_children_length (tree); i++)
      if (xcb_query_tree_children (tree)[i] == window)
        *ret_place = i;
    free (tree);
  }
  return window;
}

static PelWindowView
look_x11 (const char *id)
{
  PelWindowView view = { 0 };
  Eye           eye = { .xcb = pel_x11_connect (NULL) };
  xcb_window_t  window = strtoul (id, NULL, 16);
  guint32       active = 0, shadow[4] = { 0 };

  g_assert_nonnull (eye.xcb);
  eye.root = xcb_setup_roots_iterator (xcb_get_setup (eye.xcb)).data->root;
  view.is_there = get_box (&eye, window, &view) &&
                  get_box (&eye, climb (&eye, window, &view.height_in_stack), &view);
  if (view.is_there)
    {
      read_words (&eye, eye.root, "_NET_ACTIVE_WINDOW", &active, 1);
      view.is_active = active == window;
      view.is_minimized = has_state (&eye, window, "_NET_WM_STATE_HIDDEN");
      view.is_fullscreen = has_state (&eye, window, "_NET_WM_STATE_FULLSCREEN");
      view.is_maximized = has_state (&eye, window, "_NET_WM_STATE_MAXIMIZED_VERT") &&
                          has_state (&eye, window, "_NET_WM_STATE_MAXIMIZED_HORZ");
      read_words (&eye, window, "_GTK_FRAME_EXTENTS", shadow, 4);
      view.x += shadow[0];
      view.y += shadow[2];
      view.width -= shadow[0] + shadow[1];
      view.height -= shadow[2] + shadow[3];
    }
  xcb_disconnect (eye.xcb);
  return view;
}
#endif

/* The node, whether it is in the scratchpad, and how high among the floating ones it is; NULL: not
 * below @node. */
static JsonObject *
find_node (JsonObject *node, gint64 id, PelWindowView *view)
{
  static const char *const lists[] = { "nodes", "floating_nodes" };
  gboolean                 is_scratchpad =
      g_strcmp0 (json_object_get_string_member_with_default (node, "name", NULL), "__i3_scratch") ==
      0;

  if (json_object_get_int_member (node, "id") == id)
    return node;
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      JsonArray *children = json_object_get_array_member (node, lists[i]);

      for (guint k = 0; k < json_array_get_length (children); k++)
        {
          JsonObject *found = find_node (json_array_get_object_element (children, k), id, view);

          if (found != NULL)
            {
              view->is_minimized = view->is_minimized || is_scratchpad;
              view->height_in_stack += i == 1 ? (int) k + 1 : 0;
              return found;
            }
        }
    }
  return NULL;
}

static PelWindowView
look_sway (const char *id)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) tree = pel_sway_call (NULL, PEL_SWAY_GET_TREE, NULL, &error);
  PelWindowView        view = { 0 };
  JsonObject          *node, *rect, *title;

  g_assert_no_error (error);
  node = find_node (json_node_get_object (tree), g_ascii_strtoll (id, NULL, 10), &view);
  if (node == NULL)
    return view;
  view.is_there = TRUE;
  view.is_active = json_object_get_boolean_member (node, "focused");
  view.is_fullscreen = json_object_get_int_member (node, "fullscreen_mode") > 0;
  rect = json_object_get_object_member (node, "rect");
  title = json_object_get_object_member (node, "deco_rect");
  view.x = json_object_get_int_member (rect, "x");
  view.y = json_object_get_int_member (rect, "y") - json_object_get_int_member (title, "height");
  view.width = json_object_get_int_member (rect, "width");
  view.height =
      json_object_get_int_member (rect, "height") + json_object_get_int_member (title, "height");
  return view;
}

PelWindowView
pel_window_eye_look (const char *id)
{
#if HAVE_X11
  if (!g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "sway"))
    return look_x11 (id);
#endif
  return look_sway (id);
}
