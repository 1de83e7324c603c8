/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/x11-glass.h"

#include "services/base/error.h"
#include "services/window/x11-probe.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>
#include <xcb/shape.h>

/* The way in which cairo keeps its pixels, so that they need no conversion. */
static gboolean
is_like_cairo (const xcb_visualtype_t *visual)
{
  return visual->_class == XCB_VISUAL_CLASS_TRUE_COLOR && visual->red_mask == 0xff0000 &&
         visual->green_mask == 0xff00 && visual->blue_mask == 0xff;
}

static xcb_visualid_t
find_visual (const xcb_screen_t *screen)
{
  xcb_depth_iterator_t depth = xcb_screen_allowed_depths_iterator (screen);

  for (; depth.rem > 0; xcb_depth_next (&depth))
    {
      xcb_visualtype_iterator_t visual = xcb_depth_visuals_iterator (depth.data);

      for (; depth.data->depth == 32 && visual.rem > 0; xcb_visualtype_next (&visual))
        if (is_like_cairo (visual.data))
          return visual.data->visual_id;
    }
  return XCB_NONE;
}

/* What tells others who we are and how to treat us. */
static void
set_properties (PelX11Glass *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  static const char class[] = PEL_X11_OVERLAY_INSTANCE "\0" PEL_APP_ID;
  static const char title[] = "Pellucid";
  const char       *host = g_get_host_name ();
#define ATOM(name) pel_x11_connection_get_atom (self->connection, PEL_ATOM_##name)
  /* A compositor may dim normal windows without focus, and shade menus and tool tips: what is
   * being dragged it leaves alone. */
  const guint32 type = ATOM (NET_WM_WINDOW_TYPE_DND);
  const struct
  {
    xcb_atom_t property, type;
    guint32    value;
  } words[] = {
    { ATOM (NET_WM_WINDOW_TYPE), XCB_ATOM_ATOM, type },
    { ATOM (NET_WM_PID), XCB_ATOM_CARDINAL, (guint32) getpid () },
    { ATOM (NET_WM_BYPASS_COMPOSITOR), XCB_ATOM_CARDINAL, 2 }, /* never */
    { ATOM (COMPTON_SHADOW), XCB_ATOM_CARDINAL, 0 },
  };
  const struct
  {
    xcb_atom_t  property, type;
    const char *text;
    gsize       length;
  } texts[] = {
    { ATOM (NET_WM_NAME), ATOM (UTF8_STRING), title, strlen (title) },
    { XCB_ATOM_WM_NAME, XCB_ATOM_STRING, title, strlen (title) },
    { XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, class, sizeof class },
    { XCB_ATOM_WM_CLIENT_MACHINE, XCB_ATOM_STRING, host, strlen (host) },
  };
#undef ATOM

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    xcb_change_property (xcb,
                         XCB_PROP_MODE_REPLACE,
                         self->window,
                         words[i].property,
                         words[i].type,
                         32,
                         1,
                         &words[i].value);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    xcb_change_property (xcb,
                         XCB_PROP_MODE_REPLACE,
                         self->window,
                         texts[i].property,
                         texts[i].type,
                         8,
                         texts[i].length,
                         texts[i].text);
}

static void
set_shape (PelX11Glass *self, xcb_shape_sk_t kind, const cairo_region_t *shape)
{
  int                         n = cairo_region_num_rectangles (shape);
  g_autofree xcb_rectangle_t *rects = g_new (xcb_rectangle_t, n);

  for (int i = 0; i < n; i++)
    {
      cairo_rectangle_int_t r;

      cairo_region_get_rectangle (shape, i, &r);
      rects[i] =
          (xcb_rectangle_t){ (gint16) r.x, (gint16) r.y, (guint16) r.width, (guint16) r.height };
    }
  xcb_shape_rectangles (pel_x11_connection_get_xcb (self->connection),
                        XCB_SHAPE_SO_SET,
                        kind,
                        XCB_CLIP_ORDERING_YX_BANDED,
                        self->window,
                        0,
                        0,
                        (guint32) n,
                        rects);
}

static void
create_window (PelX11Glass *self, xcb_visualid_t visual)
{
  xcb_connection_t   *xcb = pel_x11_connection_get_xcb (self->connection);
  const xcb_screen_t *screen = pel_x11_connection_get_screen (self->connection);
  guint32             mask = XCB_CW_BACK_PIXEL | XCB_CW_BORDER_PIXEL | XCB_CW_OVERRIDE_REDIRECT |
                 XCB_CW_EVENT_MASK | XCB_CW_COLORMAP;
  guint32 values[] = { 0, 0, TRUE, XCB_EVENT_MASK_EXPOSURE, 0 };

  self->colormap = values[4] = xcb_generate_id (xcb);
  xcb_create_colormap (xcb, XCB_COLORMAP_ALLOC_NONE, self->colormap, screen->root, visual);
  self->window = xcb_generate_id (xcb);
  xcb_create_window (xcb,
                     32,
                     self->window,
                     screen->root,
                     0,
                     0,
                     1,
                     1,
                     0,
                     XCB_WINDOW_CLASS_INPUT_OUTPUT,
                     visual,
                     mask,
                     values);
  self->gc = xcb_generate_id (xcb);
  xcb_create_gc (xcb, self->gc, self->window, 0, NULL);
  set_shape (self, XCB_SHAPE_SK_INPUT, self->shape);
  set_shape (self, XCB_SHAPE_SK_BOUNDING, self->shape);
}

PelX11Glass *
pel_x11_glass_new (PelX11Connection *connection, GError **error)
{
  xcb_visualid_t visual = find_visual (pel_x11_connection_get_screen (connection));
  PelX11Glass   *self;

  if (!pel_x11_connection_has_extension (connection, &xcb_shape_id) || visual == XCB_NONE)
    {
      pel_set_error (
          error,
          PEL_ERROR_CAPABILITY_UNAVAILABLE,
          NULL,
          _ ("The X server does not support transparent windows that let clicks through"));
      return NULL;
    }
  self = g_new0 (PelX11Glass, 1);
  self->connection = connection;
  self->place = (PelPhysicalRect){ 0, 0, 1, 1 };
  self->shape = cairo_region_create ();
  create_window (self, visual);
  set_properties (self);
  return self;
}

void
pel_x11_glass_free (PelX11Glass *self)
{
  xcb_connection_t *xcb;

  if (self == NULL)
    return;
  xcb = pel_x11_connection_get_xcb (self->connection);
  xcb_free_gc (xcb, self->gc);
  xcb_destroy_window (xcb, self->window);
  xcb_free_colormap (xcb, self->colormap);
  cairo_region_destroy (self->shape);
  g_free (self);
}

void
pel_x11_glass_place (PelX11Glass *self, const PelPhysicalRect *place)
{
  guint16 mask = XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH |
                 XCB_CONFIG_WINDOW_HEIGHT;
  guint32 values[] = {
    (guint32) place->x, (guint32) place->y, (guint32) place->width, (guint32) place->height
  };

  if (pel_physical_rect_equal (&self->place, place))
    return;
  self->place = *place;
  xcb_configure_window (pel_x11_connection_get_xcb (self->connection), self->window, mask, values);
}

gboolean
pel_x11_glass_show (PelX11Glass *self)
{
  if (self->is_mapped)
    return FALSE;
  self->is_mapped = TRUE;
  xcb_map_window (pel_x11_connection_get_xcb (self->connection), self->window);
  return TRUE;
}

void
pel_x11_glass_take_shape (PelX11Glass *self, cairo_region_t *shape)
{
  if (!cairo_region_equal (self->shape, shape))
    set_shape (self, XCB_SHAPE_SK_BOUNDING, shape);
  cairo_region_destroy (self->shape);
  self->shape = shape;
}

unsigned int
pel_x11_glass_raise (PelX11Glass *self)
{
  guint32 value = XCB_STACK_MODE_ABOVE;

  return xcb_configure_window (pel_x11_connection_get_xcb (self->connection),
                               self->window,
                               XCB_CONFIG_WINDOW_STACK_MODE,
                               &value)
      .sequence;
}
