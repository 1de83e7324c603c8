/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/x11-stack.h"

#include "services/window/x11-probe.h"

#include <stdlib.h>
#include <string.h>
#include <xcb/shape.h>

#define MAX_CHILDREN 4096
#define BLACK_PICOM  12

/* What is learnt of one child, for the first time or again. */
typedef struct
{
  PelX11Stack *stack; /* borrowed */
  PelX11Layer  layer;
  gboolean     is_shown, is_override_redirect;
  gboolean     is_named_ours, lets_clicks_through;
  gboolean     has_place;
} Child;

typedef struct
{
  PelX11Connection *connection;
  GTask            *task;
  PelX11Stack      *stack; /* NULL once it was given away */
  xcb_window_t      compositor;
} Query;

PelX11Stack *
pel_x11_stack_new (void)
{
  PelX11Stack *self = g_new0 (PelX11Stack, 1);

  self->layers = g_array_new (FALSE, FALSE, sizeof (PelX11Layer));
  self->children = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
pel_x11_stack_free (PelX11Stack *self)
{
  g_array_unref (self->layers);
  g_ptr_array_unref (self->children);
  g_free (self);
}

const PelX11Layer *
pel_x11_stack_find (const PelX11Stack *self, xcb_window_t window)
{
  for (guint i = 0; i < self->layers->len; i++)
    {
      const PelX11Layer *layer = &g_array_index (self->layers, PelX11Layer, i);

      if (layer->window == window)
        return layer;
    }
  return NULL;
}

static void
query_free (Query *query)
{
  g_clear_pointer (&query->stack, pel_x11_stack_free);
  g_object_unref (query->connection);
  g_object_unref (query->task);
  g_free (query);
}

static gboolean
has_failed (Query *query, const GError *error)
{
  if (error == NULL)
    return FALSE;
  g_task_return_error (query->task, g_error_copy (error));
  query_free (query);
  return TRUE;
}

static void
take_attributes (gpointer reply, gpointer data)
{
  xcb_get_window_attributes_reply_t *attributes = reply;
  Child                             *child = data;

  child->is_shown = attributes->map_state == XCB_MAP_STATE_VIEWABLE &&
                    attributes->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT;
  child->is_override_redirect = attributes->override_redirect;
  child->layer.visual = attributes->visual;
}

static void
take_geometry (gpointer reply, gpointer data)
{
  xcb_get_geometry_reply_t *geometry = reply;
  Child                    *child = data;

  child->layer.x = geometry->x;
  child->layer.y = geometry->y;
  child->layer.width = geometry->width + 2 * geometry->border_width;
  child->layer.height = geometry->height + 2 * geometry->border_width;
  child->layer.border = geometry->border_width;
  child->layer.depth = geometry->depth;
  child->has_place = TRUE;
}

static void
take_class (gpointer reply, gpointer data)
{
  g_autofree char *instance = pel_x11_property_dup_text (reply);

  ((Child *) data)->is_named_ours =
      instance != NULL && g_str_equal (instance, PEL_X11_OVERLAY_INSTANCE);
}

static void
take_input_shape (gpointer reply, gpointer data)
{
  ((Child *) data)->lets_clicks_through = xcb_shape_get_rectangles_rectangles_length (reply) == 0;
}

static void
take_shape (gpointer reply, gpointer data)
{
  ((Child *) data)->layer.is_shaped = ((xcb_shape_query_extents_reply_t *) reply)->bounding_shaped;
}

static void
ask_child (Child *child, PelX11Connection *connection, PelX11Round *round)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  xcb_window_t      window = child->layer.window;

  pel_x11_round_expect (round,
                        xcb_get_window_attributes (xcb, window).sequence,
                        take_attributes,
                        child);
  pel_x11_round_expect (round, xcb_get_geometry (xcb, window).sequence, take_geometry, child);
}

/* Finding out */

static void
finish (const GError *error, gpointer user_data)
{
  Query *query = user_data;

  if (has_failed (query, error))
    return;
  for (guint i = 0; i < query->stack->children->len; i++)
    {
      Child *child = g_ptr_array_index (query->stack->children, i);

      child->layer.is_ours = child->is_named_ours && child->lets_clicks_through;
      if (child->is_shown && child->has_place)
        g_array_append_val (query->stack->layers, child->layer);
    }
  g_task_return_pointer (query->task,
                         g_steal_pointer (&query->stack),
                         (GDestroyNotify) pel_x11_stack_free);
  query_free (query);
}

/* What shape they have, and which of them are ours: only who is not managed may be. */
static void
ask_owners (const GError *error, gpointer user_data)
{
  Query   *query = user_data;
  gboolean has_shapes = pel_x11_connection_has_extension (query->connection, &xcb_shape_id);
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (query->connection);
  PelX11Round      *round;

  if (has_failed (query, error))
    return;
  round =
      pel_x11_round_new (query->connection, g_task_get_cancellable (query->task), finish, query);
  for (guint i = 0; i < query->stack->children->len; i++)
    {
      Child *child = g_ptr_array_index (query->stack->children, i);

      if (child->is_shown && has_shapes)
        pel_x11_round_expect (round,
                              xcb_shape_query_extents (xcb, child->layer.window).sequence,
                              take_shape,
                              child);
      if (!child->is_shown || !child->is_override_redirect)
        continue;
      pel_x11_round_expect_property (round,
                                     child->layer.window,
                                     XCB_ATOM_WM_CLASS,
                                     256,
                                     take_class,
                                     child);
      if (has_shapes)
        pel_x11_round_expect (round,
                              xcb_shape_get_rectangles (xcb,
                                                        child->layer.window,
                                                        XCB_SHAPE_SK_INPUT)
                                  .sequence,
                              take_input_shape,
                              child);
    }
  pel_x11_round_send (round);
}

/* Like compton, picom is grey behind all windows in its versions before this one. */
static void
take_picom (gpointer reply, gpointer data)
{
  g_autofree char *version = pel_x11_property_dup_text (reply);

  *(gboolean *) data =
      version != NULL && atoi (version + strcspn (version, "0123456789")) >= BLACK_PICOM;
}

static void
ask_children (const GError *error, gpointer user_data)
{
  Query       *query = user_data;
  PelX11Round *round;

  if (has_failed (query, error))
    return;
  round = pel_x11_round_new (query->connection,
                             g_task_get_cancellable (query->task),
                             ask_owners,
                             query);
  for (guint i = 0; i < query->stack->children->len; i++)
    ask_child (g_ptr_array_index (query->stack->children, i), query->connection, round);
  query->stack->has_compositor = query->compositor != XCB_NONE;
  if (query->stack->has_compositor)
    pel_x11_round_expect_property (round,
                                   query->compositor,
                                   pel_x11_connection_get_atom (query->connection,
                                                                PEL_ATOM_COMPTON_VERSION),
                                   16,
                                   take_picom,
                                   &query->stack->is_black);
  pel_x11_round_send (round);
}

static void
take_tree (gpointer reply, gpointer data)
{
  PelX11Stack  *stack = data;
  xcb_window_t *windows = xcb_query_tree_children (reply);

  stack->is_cut = xcb_query_tree_children_length (reply) > MAX_CHILDREN;
  for (int i = 0; i < MIN (xcb_query_tree_children_length (reply), MAX_CHILDREN); i++)
    {
      Child *child = g_new0 (Child, 1);

      child->stack = stack;
      child->layer.window = windows[i];
      g_ptr_array_add (stack->children, child);
    }
}

static void
take_root (gpointer reply, gpointer data)
{
  xcb_get_geometry_reply_t *geometry = reply;
  PelX11Stack              *stack = data;

  stack->width = geometry->width;
  stack->height = geometry->height;
}

static void
take_compositor (gpointer reply, gpointer data)
{
  *(xcb_window_t *) data = ((xcb_get_selection_owner_reply_t *) reply)->owner;
}

void
pel_x11_stack_query_async (PelX11Connection   *connection,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  Query            *query = g_new0 (Query, 1);
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  xcb_window_t      root = pel_x11_connection_get_screen (connection)->root;
  xcb_atom_t        manager = pel_x11_connection_get_atom (connection, PEL_ATOM_NET_WM_CM);
  PelX11Round      *round = pel_x11_round_new (connection, cancellable, ask_children, query);

  query->connection = g_object_ref (connection);
  query->task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (query->task, pel_x11_stack_query_async);
  query->stack = pel_x11_stack_new ();
  pel_x11_round_expect (round, xcb_query_tree (xcb, root).sequence, take_tree, query->stack);
  pel_x11_round_expect (round, xcb_get_geometry (xcb, root).sequence, take_root, query->stack);
  pel_x11_round_expect (round,
                        xcb_get_selection_owner (xcb, manager).sequence,
                        take_compositor,
                        &query->compositor);
  pel_x11_round_expect_property (round,
                                 root,
                                 pel_x11_connection_get_atom (connection, PEL_ATOM_XROOTPMAP_ID),
                                 1,
                                 pel_x11_take_word,
                                 &query->stack->wallpaper);
  pel_x11_round_send (round);
}

PelX11Stack *
pel_x11_stack_query_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_x11_stack_query_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Looking again */

static void
check_tree (gpointer reply, gpointer data)
{
  PelX11Stack  *self = data;
  xcb_window_t *windows = xcb_query_tree_children (reply);
  guint         n = (guint) MIN (xcb_query_tree_children_length (reply), MAX_CHILDREN);

  if (n != self->children->len)
    self->has_changed = TRUE;
  for (guint i = 0; i < n && !self->has_changed; i++)
    self->has_changed =
        windows[i] != ((Child *) g_ptr_array_index (self->children, i))->layer.window;
}

static void
check_attributes (gpointer reply, gpointer data)
{
  Child *child = data;
  Child  seen = { 0 };

  take_attributes (reply, &seen);
  if (seen.is_shown != child->is_shown)
    child->stack->has_changed = TRUE;
}

static void
check_geometry (gpointer reply, gpointer data)
{
  Child *child = data;
  Child  seen = { 0 };

  take_geometry (reply, &seen);
  if (seen.layer.x != child->layer.x || seen.layer.y != child->layer.y ||
      seen.layer.width != child->layer.width || seen.layer.height != child->layer.height)
    child->stack->has_changed = TRUE;
}

void
pel_x11_stack_check (PelX11Stack *self, PelX11Connection *connection, PelX11Round *round)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  xcb_window_t      root = pel_x11_connection_get_screen (connection)->root;

  pel_x11_round_expect (round, xcb_query_tree (xcb, root).sequence, check_tree, self);
  for (guint i = 0; i < self->children->len; i++)
    {
      Child *child = g_ptr_array_index (self->children, i);

      pel_x11_round_expect (round,
                            xcb_get_window_attributes (xcb, child->layer.window).sequence,
                            check_attributes,
                            child);
      if (child->is_shown)
        pel_x11_round_expect (round,
                              xcb_get_geometry (xcb, child->layer.window).sequence,
                              check_geometry,
                              child);
    }
}
