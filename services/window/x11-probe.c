/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/x11-probe.h"

#include "services/base/process.h"
#include "services/window/x11-owner.h"

#include <string.h>
#include <xcb/shape.h>

#define MAX_FRAME_NESTING 8
#define MAX_EXTENT        1000

PelX11Probe *
pel_x11_probe_new (PelX11Connection *connection, xcb_window_t window, PelX11Management management)
{
  PelX11Probe *self = g_new0 (PelX11Probe, 1);

  self->connection = connection;
  self->window = self->ancestor = window;
  self->is_managed = management == PEL_X11_MANAGED;
  self->climbs_left = self->is_managed ? MAX_FRAME_NESTING : 0;
  self->workspace = G_MAXUINT32;
  return self;
}

void
pel_x11_probe_free (PelX11Probe *self)
{
  g_free (self->title);
  g_free (self->legacy_title);
  g_free (self->class_name);
  g_free (self);
}

static void
take_attributes (gpointer reply, gpointer data)
{
  xcb_get_window_attributes_reply_t *attributes = reply;
  PelX11Probe                       *self = data;

  self->is_mapped = attributes->map_state == XCB_MAP_STATE_VIEWABLE;
  self->is_override_redirect = attributes->override_redirect;
  self->is_input_only = attributes->_class == XCB_WINDOW_CLASS_INPUT_ONLY;
}

static void
take_geometry (gpointer reply, gpointer data)
{
  xcb_get_geometry_reply_t *geometry = reply;
  PelX11Probe              *self = data;

  self->width = geometry->width;
  self->height = geometry->height;
}

static void
take_position (gpointer reply, gpointer data)
{
  xcb_translate_coordinates_reply_t *position = reply;
  PelX11Probe                       *self = data;

  self->x = position->dst_x;
  self->y = position->dst_y;
}

static void
take_extents (gpointer reply, gpointer data)
{
  PelX11Extents *extents = data;
  int           *fields[] = { &extents->left, &extents->right, &extents->top, &extents->bottom };

  if (pel_x11_property_count_words (reply) < 4)
    return;
  for (guint i = 0; i < 4; i++)
    *fields[i] = MIN (pel_x11_property_get_word (reply, i, 0), MAX_EXTENT);
}

/* WM_CLASS is two strings, the instance and the class; the second names the application. */
static void
take_class (gpointer reply, gpointer data)
{
  g_autofree char *instance = pel_x11_property_dup_text (reply);
  gsize            length = xcb_get_property_value_length (reply);
  gsize            start = strnlen (xcb_get_property_value (reply), length) + 1;
  PelX11Probe     *self = data;

  if (instance == NULL)
    return;
  self->is_overlay = g_str_equal (instance, PEL_X11_OVERLAY_INSTANCE);
  g_free (self->class_name);
  if (start < length)
    self->class_name =
        g_strndup ((const char *) xcb_get_property_value (reply) + start, length - start);
  else
    self->class_name = g_steal_pointer (&instance);
}

static void
take_input_shape (gpointer reply, gpointer data)
{
  ((PelX11Probe *) data)->lets_clicks_through =
      xcb_shape_get_rectangles_rectangles_length (reply) == 0;
}

static gboolean
has_atom (xcb_get_property_reply_t *reply, xcb_atom_t atom)
{
  for (guint i = 0; i < pel_x11_property_count_words (reply); i++)
    if (pel_x11_property_get_word (reply, i, XCB_ATOM_NONE) == atom)
      return TRUE;
  return FALSE;
}

static void
take_states (gpointer reply, gpointer data)
{
  static const struct
  {
    PelX11Atom     atoms[2]; /* all of them */
    PelWindowState state;
  } rows[] = {
    { { PEL_ATOM_NET_WM_STATE_HIDDEN, PEL_ATOM_NET_WM_STATE_HIDDEN }, PEL_WINDOW_MINIMIZED },
    { { PEL_ATOM_NET_WM_STATE_FULLSCREEN, PEL_ATOM_NET_WM_STATE_FULLSCREEN },
      PEL_WINDOW_FULLSCREEN },
    { { PEL_ATOM_NET_WM_STATE_MAXIMIZED_VERT, PEL_ATOM_NET_WM_STATE_MAXIMIZED_HORZ },
      PEL_WINDOW_MAXIMIZED },
  };
  PelX11Probe *self = data;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (has_atom (reply, pel_x11_connection_get_atom (self->connection, rows[i].atoms[0])) &&
        has_atom (reply, pel_x11_connection_get_atom (self->connection, rows[i].atoms[1])))
      self->states |= rows[i].state;
}

static void
take_parent (gpointer reply, gpointer data)
{
  xcb_query_tree_reply_t *tree = reply;
  PelX11Probe            *self = data;

  if (tree->parent == tree->root || tree->parent == XCB_NONE)
    self->climbs_left = 0;
  else
    self->ancestor = tree->parent;
}

void
pel_x11_probe_ask (PelX11Probe *self, PelX11Round *round)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  xcb_window_t      root = pel_x11_connection_get_screen (self->connection)->root;
  xcb_window_t      w = self->window;
  const struct
  {
    xcb_atom_t     atom;
    guint          max_words;
    PelX11TakeFunc take;
    gpointer       data;
  } properties[] = {
#define ATOM(name) pel_x11_connection_get_atom (self->connection, PEL_ATOM_##name)
    { ATOM (NET_WM_NAME), 1025, pel_x11_take_text, &self->title },
    { XCB_ATOM_WM_NAME, 1025, pel_x11_take_text, &self->legacy_title },
    { XCB_ATOM_WM_CLASS, 256, take_class, self },
    { ATOM (NET_WM_STATE), 64, take_states, self },
    { XCB_ATOM_WM_TRANSIENT_FOR, 1, pel_x11_take_word, &self->transient_for },
    { ATOM (NET_WM_DESKTOP), 1, pel_x11_take_word, &self->workspace },
    { ATOM (NET_FRAME_EXTENTS), 4, take_extents, &self->frame },
    { ATOM (GTK_FRAME_EXTENTS), 4, take_extents, &self->shadow },
#undef ATOM
  };

  pel_x11_round_expect (round, xcb_get_window_attributes (xcb, w).sequence, take_attributes, self);
  pel_x11_round_expect (round, xcb_get_geometry (xcb, w).sequence, take_geometry, self);
  pel_x11_round_expect (round,
                        xcb_translate_coordinates (xcb, w, root, 0, 0).sequence,
                        take_position,
                        self);
  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++)
    pel_x11_round_expect_property (round,
                                   w,
                                   properties[i].atom,
                                   properties[i].max_words,
                                   properties[i].take,
                                   properties[i].data);
  if (!self->is_managed && pel_x11_connection_has_extension (self->connection, &xcb_shape_id))
    pel_x11_round_expect (round,
                          xcb_shape_get_rectangles (xcb, w, XCB_SHAPE_SK_INPUT).sequence,
                          take_input_shape,
                          self);
  pel_x11_owner_ask (round, self->connection, w, &self->owner);
}

void
pel_x11_probe_climb (PelX11Probe *self, PelX11Round *round)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);

  if (self->climbs_left == 0)
    return;
  self->climbs_left--;
  pel_x11_round_expect (round, xcb_query_tree (xcb, self->ancestor).sequence, take_parent, self);
}

static PelWindowState
get_states (const PelX11Probe *self, guint32 current_workspace, xcb_window_t active)
{
  PelWindowState states = self->states;
  gboolean       is_here = self->workspace == G_MAXUINT32 || self->workspace == current_workspace;

  if (self->is_mapped && is_here && !(states & PEL_WINDOW_MINIMIZED))
    states |= PEL_WINDOW_VISIBLE;
  if (self->window == active)
    states |= PEL_WINDOW_ACTIVE;
  if (!self->is_managed)
    states |= PEL_WINDOW_UNMANAGED;
  return states;
}

PelWindow *
pel_x11_probe_make_window (const PelX11Probe *self, guint32 current_workspace, xcb_window_t active)
{
  g_autofree char *id = g_strdup_printf ("0x%x", self->window);
  g_autofree char *process_name = pel_process_dup_name (self->owner);
  PelNativeRect    content = { self->x + self->shadow.left,
                               self->y + self->shadow.top,
                               MAX (self->width - self->shadow.left - self->shadow.right, 0),
                               MAX (self->height - self->shadow.top - self->shadow.bottom, 0) };
  PelWindowInfo    info = {
       .id = id,
       .title = self->title != NULL ? self->title : self->legacy_title,
       .app = self->class_name,
       .process_name = process_name,
       .pid = self->owner,
       .states = get_states (self, current_workspace, active),
       .content = content,
       .surface = { self->x, self->y, self->width, self->height },
       .frame = self->ancestor,
       .x_window = self->window,
       .transient_for = self->transient_for,
       .order = self->order,
       .bounds = { content.x - self->frame.left,
                   content.y - self->frame.top,
                   content.width + self->frame.left + self->frame.right,
                   content.height + self->frame.top + self->frame.bottom },
  };

  return pel_window_new (&info);
}
