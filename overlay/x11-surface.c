/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/x11-surface.h"

#include "overlay/raise-pace.h"
#include "overlay/roomy-shape.h"
#include "overlay/x11-canvas.h"
#include "overlay/x11-cover.h"
#include "overlay/x11-glass.h"
#include "overlay/x11-inquiry.h"
#include "services/base/error.h"

#include <glib/gi18n.h>
#include <xcb/xfixes.h>

#define FRAME (G_TIME_SPAN_SECOND / 120)

struct _PelX11Surface
{
  PelSurface        parent_instance;
  PelX11Connection *connection;
  PelX11Glass      *glass;
  PelX11Cover      *cover;
  PelX11Canvas     *canvas; /* NULL until there is something to show */
  PelRaisePace      pace;
  GSource          *clock; /* wakes up for the next frame, and for nothing else */
  gint64            last_frame;

  PelMonitorLayout *layout; /* NULL while hidden */
  GPtrArray        *scenes; /* of PelScene, to be shown */
  PelX11Answers     answers;
  gboolean          is_stale;
  gboolean          is_ready; /* the answers are here */
  gboolean          is_busy;  /* a batch is under way */
  gboolean          has_failed;
  PelPainterMode    mode;
  PelX11Road        road;

  cairo_region_t *exposed;      /* on the glass: to be put again */
  cairo_region_t *put;          /* by the last batch … */
  unsigned int    put_sequence; /* … with requests from here on */
  guint8          xfixes_event;
};

G_DEFINE_FINAL_TYPE (PelX11Surface, pel_x11_surface, PEL_TYPE_SURFACE)

static void
fail (PelX11Surface *self, const GError *error)
{
  if (self->has_failed)
    return;
  self->has_failed = TRUE;
  pel_surface_emit_failed (PEL_SURFACE (self), error);
}

/* the clock */

static void
set_clock (PelX11Surface *self)
{
  gint64 due = -1;

  if (self->is_ready && !self->is_busy && !self->has_failed && self->layout != NULL)
    {
      if (self->is_stale)
        due = self->last_frame + FRAME;
      if (self->pace.due != 0)
        due = due < 0 ? self->pace.due : MIN (due, self->pace.due);
    }
  if (g_source_get_ready_time (self->clock) != due)
    g_source_set_ready_time (self->clock, due);
}

static void
refresh (PelX11Surface *self)
{
  self->is_stale = TRUE;
  set_clock (self);
}

static void
fence_cb (gpointer reply, gpointer user_data)
{
  PelX11Surface *self = user_data;

  self->is_busy = FALSE;
  if (reply != NULL)
    set_clock (self);
}

/* Nothing more is sent until the server has done this. */
static void
send_batch (PelX11Surface *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);

  self->is_busy = TRUE;
  pel_x11_connection_expect (self->connection, xcb_get_input_focus (xcb).sequence, fence_cb, self);
  pel_x11_connection_flush (self->connection);
}

/* a frame */

/* What lies outside of the shape cannot be drawn on, and what comes into it is drawn at once. */
static void
put_damage (PelX11Surface *self, cairo_region_t *damage)
{
  cairo_rectangle_int_t all = { 0, 0, self->glass->place.width, self->glass->place.height };

  cairo_region_union (damage, self->exposed);
  cairo_region_intersect (damage, self->glass->shape);
  cairo_region_intersect_rectangle (damage, &all);
  cairo_region_destroy (self->exposed);
  self->exposed = cairo_region_create ();
  cairo_region_destroy (self->put);
  self->put = damage;
  if (!cairo_region_is_empty (damage))
    self->put_sequence = pel_x11_pixels_put (pel_x11_canvas_get_pixels (self->canvas),
                                             damage,
                                             self->glass->window,
                                             self->glass->gc);
}

static void
rise (PelX11Surface *self)
{
  pel_x11_cover_raise (self->cover, pel_x11_glass_raise (self->glass));
  pel_raise_pace_win (&self->pace, g_get_monotonic_time ());
}

/* For the monitors as they are now. */
static gboolean
make_canvas (PelX11Surface *self, GError **error)
{
  PelPhysicalRect bounds = pel_monitor_layout_get_bounds (self->layout);

  self->canvas = pel_x11_canvas_new (self->connection, self->road, self->layout, error);
  if (self->canvas == NULL)
    return FALSE;
  pel_x11_glass_place (self->glass, &bounds);
  return TRUE;
}

/* Without a compositor every pixel of the shape is seen; with one, those that are transparent are
 * not. */
static void
reshape (PelX11Surface *self)
{
  cairo_region_t *needed = pel_x11_canvas_dup_shape (self->canvas);

  if (self->mode == PEL_PAINTER_BLENDED && pel_roomy_shape_holds (self->glass->shape, needed))
    {
      cairo_region_destroy (needed);
      return;
    }
  if (self->mode == PEL_PAINTER_BLENDED)
    {
      cairo_region_t *roomy = pel_roomy_shape_make (self->glass->shape, needed);

      cairo_region_destroy (needed);
      needed = roomy;
    }
  pel_x11_glass_take_shape (self->glass, needed);
}

static gboolean
draw (PelX11Surface *self, GError **error)
{
  gboolean        is_new = self->canvas == NULL;
  cairo_region_t *damage;

  if (is_new && !make_canvas (self, error))
    return FALSE;
  damage = cairo_region_create ();
  pel_x11_canvas_show (self->canvas, self->scenes, self->mode, damage);
  reshape (self);
  if (pel_x11_glass_show (self->glass))
    {
      rise (self);
      is_new = TRUE;
    }
  if (is_new)
    cairo_region_union (damage, self->glass->shape);
  put_damage (self, damage);
  self->is_stale = FALSE;
  self->last_frame = g_get_monotonic_time ();
  return TRUE;
}

static gboolean
clock_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  return callback (user_data);
}

static GSourceFuncs clock_funcs = { .dispatch = clock_dispatch };

static gboolean
clock_cb (gpointer user_data)
{
  PelX11Surface     *self = user_data;
  g_autoptr (GError) error = NULL;
  gint64             now = g_get_monotonic_time ();

  if (self->is_stale && !draw (self, &error))
    {
      fail (self, error);
      return G_SOURCE_CONTINUE;
    }
  if (self->pace.due != 0 && self->pace.due <= now)
    rise (self);
  send_batch (self);
  set_clock (self);
  return G_SOURCE_CONTINUE;
}

/* events */

static void
take_expose (PelX11Surface *self, const xcb_expose_event_t *event)
{
  cairo_rectangle_int_t r = { event->x, event->y, event->width, event->height };
  guint32               sequence = ((const xcb_generic_event_t *) event)->full_sequence;

  /* put since then: most of all what we have uncovered ourselves, by another shape */
  if ((gint32) (sequence - self->put_sequence) < 0 &&
      cairo_region_contains_rectangle (self->put, &r) == CAIRO_REGION_OVERLAP_IN)
    return;
  cairo_region_union_rectangle (self->exposed, &r);
  refresh (self);
}

static void
set_mode (PelX11Surface *self, PelPainterMode mode)
{
  if (self->mode == mode)
    return;
  self->mode = mode;
  refresh (self);
}

static void
take_selection (PelX11Surface *self, const xcb_xfixes_selection_notify_event_t *event)
{
  gboolean has_owner =
      event->subtype == XCB_XFIXES_SELECTION_EVENT_SET_SELECTION_OWNER && event->owner != XCB_NONE;

  set_mode (self, has_owner ? PEL_PAINTER_BLENDED : PEL_PAINTER_SHAPED);
}

static void
take_stacking (PelX11Surface *self, const xcb_generic_event_t *event)
{
  xcb_window_t above = pel_x11_cover_take (self->cover, event);

  if (above == XCB_NONE || !self->glass->is_mapped)
    return;
  pel_raise_pace_lose (&self->pace, above, g_get_monotonic_time ());
  set_clock (self);
}

/* The server does not read our memory: it gets everything again, the other way. */
static void
take_refusal (PelX11Surface *self, const xcb_generic_event_t *event)
{
  if (self->canvas == NULL ||
      !pel_x11_pixels_is_refused (pel_x11_canvas_get_pixels (self->canvas), event))
    return;
  self->road = PEL_X11_SENT;
  g_clear_pointer (&self->canvas, pel_x11_canvas_free);
  refresh (self);
}

static void
event_cb (const xcb_generic_event_t *event, gpointer user_data)
{
  PelX11Surface *self = user_data;
  guint8         type = event->response_type & 0x7f;

  if (type == 0)
    take_refusal (self, event);
  else if (type == XCB_EXPOSE)
    take_expose (self, (const xcb_expose_event_t *) event);
  else if (type == self->xfixes_event)
    take_selection (self, (const xcb_xfixes_selection_notify_event_t *) event);
  else
    take_stacking (self, event);
}

static void
closed_cb (PelX11Surface *self)
{
  g_autoptr (GError) error = NULL;

  pel_x11_connection_check (self->connection, &error);
  fail (self, error);
}

/* the beginning */

static void
answered_cb (const GError *error, gpointer user_data)
{
  PelX11Surface     *self = user_data;
  g_autoptr (GError) refusal = NULL;

  if (self->has_failed)
    return;
  if (error == NULL && !self->answers.lets_clicks_through)
    pel_set_error (&refusal,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   NULL,
                   _ ("The overlay is not shown: the X server would not let clicks through it"));
  if (error != NULL || refusal != NULL)
    {
      fail (self, error != NULL ? error : refusal);
      return;
    }
  self->mode = self->answers.has_compositor ? PEL_PAINTER_BLENDED : PEL_PAINTER_SHAPED;
  self->road = self->answers.can_share ? PEL_X11_SHARED : PEL_X11_SENT;
  self->is_ready = TRUE;
  set_clock (self);
}

/* In place of the one before; asks whether it may be shown. */
static gboolean
make_glass (PelX11Surface *self, GError **error)
{
  PelX11Glass *glass = pel_x11_glass_new (self->connection, error);

  if (glass == NULL)
    return FALSE;
  pel_x11_glass_free (self->glass);
  pel_x11_cover_free (self->cover);
  self->glass = glass;
  self->cover = pel_x11_cover_new (glass->window);
  self->is_ready = FALSE;
  pel_x11_inquiry_send (self->connection, glass->window, &self->answers, answered_cb, self);
  return TRUE;
}

static void
select_events (PelX11Surface *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  xcb_window_t      root = pel_x11_connection_get_screen (self->connection)->root;
  guint32           mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;

  xcb_change_window_attributes (xcb, root, XCB_CW_EVENT_MASK, &mask);
  if (!pel_x11_connection_has_extension (self->connection, &xcb_xfixes_id))
    return;
  self->xfixes_event = xcb_get_extension_data (xcb, &xcb_xfixes_id)->first_event;
  xcb_xfixes_select_selection_input (xcb,
                                     root,
                                     pel_x11_connection_get_atom (self->connection,
                                                                  PEL_ATOM_NET_WM_CM),
                                     XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER |
                                         XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY |
                                         XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE);
}

/* the interface */

static void
set_scenes (PelSurface *surface, const PelMonitorLayout *layout, GPtrArray *scenes)
{
  PelX11Surface *self = PEL_X11_SURFACE (surface);

  if (self->layout == NULL || !pel_monitor_layout_equal (self->layout, layout))
    {
      /* the server may still read the canvas: it keeps its own hold on the memory */
      g_clear_pointer (&self->canvas, pel_x11_canvas_free);
      g_clear_pointer (&self->layout, pel_monitor_layout_unref);
      self->layout = pel_monitor_layout_ref ((PelMonitorLayout *) layout);
    }
  g_clear_pointer (&self->scenes, g_ptr_array_unref);
  self->scenes = g_ptr_array_ref (scenes);
  refresh (self);
}

/* The window goes as well, and another one waits in its place: picom 9 does not look at the shape
 * of a window that it knows while that is not mapped, and would show the next scene in the shape of
 * the last one. */
static void
hide (PelSurface *surface)
{
  PelX11Surface *self = PEL_X11_SURFACE (surface);

  g_clear_pointer (&self->layout, pel_monitor_layout_unref);
  g_clear_pointer (&self->scenes, g_ptr_array_unref);
  g_clear_pointer (&self->canvas, pel_x11_canvas_free);
  pel_raise_pace_clear (&self->pace);
  if (self->glass->is_mapped && !self->has_failed)
    make_glass (self, NULL);
  set_clock (self);
}

static void
pel_x11_surface_dispose (GObject *object)
{
  PelX11Surface *self = PEL_X11_SURFACE (object);

  self->has_failed = TRUE; /* no further signals */
  if (self->clock != NULL)
    {
      g_source_destroy (self->clock);
      g_clear_pointer (&self->clock, g_source_unref);
    }
  if (self->connection != NULL)
    {
      g_clear_pointer (&self->canvas, pel_x11_canvas_free);
      g_clear_pointer (&self->glass, pel_x11_glass_free);
      pel_x11_connection_set_event_func (self->connection, NULL, NULL);
      g_signal_handlers_disconnect_by_data (self->connection, self);
      /* ours alone: what it still owes us comes now, as nothing */
      g_object_run_dispose (G_OBJECT (self->connection));
    }
  g_clear_object (&self->connection);
  G_OBJECT_CLASS (pel_x11_surface_parent_class)->dispose (object);
}

static void
pel_x11_surface_finalize (GObject *object)
{
  PelX11Surface *self = PEL_X11_SURFACE (object);

  pel_x11_cover_free (self->cover);
  pel_raise_pace_clear (&self->pace);
  g_clear_pointer (&self->layout, pel_monitor_layout_unref);
  g_clear_pointer (&self->scenes, g_ptr_array_unref);
  cairo_region_destroy (self->exposed);
  cairo_region_destroy (self->put);
  G_OBJECT_CLASS (pel_x11_surface_parent_class)->finalize (object);
}

static void
pel_x11_surface_class_init (PelX11SurfaceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_x11_surface_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_x11_surface_finalize;
  PEL_SURFACE_CLASS (klass)->set_scenes = set_scenes;
  PEL_SURFACE_CLASS (klass)->hide = hide;
}

static void
pel_x11_surface_init (PelX11Surface *self)
{
  self->exposed = cairo_region_create ();
  self->put = cairo_region_create ();
  self->clock = g_source_new (&clock_funcs, sizeof (GSource));
  g_source_set_static_name (self->clock, "pellucid-x11-overlay");
  g_source_set_callback (self->clock, clock_cb, self, NULL);
  g_source_attach (self->clock, NULL);
}

PelSurface *
pel_x11_surface_new (GError **error)
{
  g_autoptr (PelX11Surface) self = g_object_new (PEL_TYPE_X11_SURFACE, NULL);

  self->connection = pel_x11_connection_open (error);
  if (self->connection == NULL)
    return NULL;
  pel_x11_connection_set_event_func (self->connection, event_cb, self);
  g_signal_connect_swapped (self->connection, "closed", G_CALLBACK (closed_cb), self);
  select_events (self);
  if (!make_glass (self, error))
    return NULL;
  return PEL_SURFACE (g_steal_pointer (&self));
}
