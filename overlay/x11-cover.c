/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/x11-cover.h"

struct _PelX11Cover
{
  xcb_window_t ours;
  GHashTable  *above; /* set of xcb_window_t */
  unsigned int raised;
};

PelX11Cover *
pel_x11_cover_new (xcb_window_t ours)
{
  PelX11Cover *self = g_new0 (PelX11Cover, 1);

  self->ours = ours;
  self->above = g_hash_table_new (NULL, NULL);
  return self;
}

void
pel_x11_cover_free (PelX11Cover *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->above);
  g_free (self);
}

void
pel_x11_cover_raise (PelX11Cover *self, unsigned int sequence)
{
  g_hash_table_remove_all (self->above);
  self->raised = sequence;
}

static gboolean
is_above (PelX11Cover *self, xcb_window_t window)
{
  return g_hash_table_contains (self->above, GUINT_TO_POINTER (window));
}

static void
set_above (PelX11Cover *self, xcb_window_t window, gboolean above)
{
  if (window == self->ours)
    return;
  if (above)
    g_hash_table_add (self->above, GUINT_TO_POINTER (window));
  else
    g_hash_table_remove (self->above, GUINT_TO_POINTER (window));
}

/* Its place changed, or only its size: both look alike. */
static xcb_window_t
take_configure (PelX11Cover *self, const xcb_configure_notify_event_t *event)
{
  gboolean was_above = is_above (self, event->window);
  gboolean now_above = event->above_sibling == self->ours || is_above (self, event->above_sibling);

  /* someone else has moved us, and no one tells below what */
  if (event->window == self->ours)
    return ((const xcb_generic_event_t *) event)->full_sequence != self->raised ? self->ours
                                                                                : XCB_NONE;
  set_above (self, event->window, now_above);
  return now_above && !was_above ? event->window : XCB_NONE;
}

static xcb_window_t
take_circulate (PelX11Cover *self, const xcb_circulate_notify_event_t *event)
{
  gboolean was_above = is_above (self, event->window);
  gboolean now_above = event->place == XCB_PLACE_ON_TOP;

  set_above (self, event->window, now_above);
  return now_above && !was_above ? event->window : XCB_NONE;
}

xcb_window_t
pel_x11_cover_take (PelX11Cover *self, const xcb_generic_event_t *event)
{
  const xcb_reparent_notify_event_t *reparent = (const xcb_reparent_notify_event_t *) event;
  const xcb_map_notify_event_t      *mapped = (const xcb_map_notify_event_t *) event;

  /* the numbers of requests go round */
  if ((gint32) (event->full_sequence - self->raised) < 0)
    return XCB_NONE;
  switch (event->response_type & 0x7f)
    {
    case XCB_CREATE_NOTIFY:
      set_above (self, ((const xcb_create_notify_event_t *) event)->window, TRUE);
      return XCB_NONE;
    case XCB_DESTROY_NOTIFY:
      set_above (self, ((const xcb_destroy_notify_event_t *) event)->window, FALSE);
      return XCB_NONE;
    case XCB_REPARENT_NOTIFY: /* into the root: on top; out of it, into a frame: gone */
      set_above (self, reparent->window, reparent->parent == reparent->event);
      return XCB_NONE;
    case XCB_MAP_NOTIFY:
      return is_above (self, mapped->window) ? mapped->window : XCB_NONE;
    case XCB_CONFIGURE_NOTIFY:
      return take_configure (self, (const xcb_configure_notify_event_t *) event);
    case XCB_CIRCULATE_NOTIFY:
      return take_circulate (self, (const xcb_circulate_notify_event_t *) event);
    default:
      return XCB_NONE;
    }
}
