/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/x11-connection.h"

#include "services/base/error.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/composite.h>
#include <xcb/damage.h>
#include <xcb/randr.h>
#include <xcb/render.h>
#include <xcb/res.h>
#include <xcb/shape.h>
#include <xcb/shm.h>
#include <xcb/xcbext.h>
#include <xcb/xfixes.h>
#include <xcb/xinput.h>
#include <xcb/xkb.h>
#include <xcb/xtest.h>

/* clang-format off */
static const char *const atom_names[] = {
  [PEL_ATOM_NET_ACTIVE_WINDOW]           = "_NET_ACTIVE_WINDOW",
  [PEL_ATOM_NET_CLIENT_LIST]             = "_NET_CLIENT_LIST",
  [PEL_ATOM_NET_CLIENT_LIST_STACKING]    = "_NET_CLIENT_LIST_STACKING",
  [PEL_ATOM_NET_CLOSE_WINDOW]            = "_NET_CLOSE_WINDOW",
  [PEL_ATOM_NET_CURRENT_DESKTOP]         = "_NET_CURRENT_DESKTOP",
  [PEL_ATOM_NET_FRAME_EXTENTS]           = "_NET_FRAME_EXTENTS",
  [PEL_ATOM_NET_MOVERESIZE_WINDOW]       = "_NET_MOVERESIZE_WINDOW",
  [PEL_ATOM_NET_RESTACK_WINDOW]          = "_NET_RESTACK_WINDOW",
  [PEL_ATOM_NET_SUPPORTED]               = "_NET_SUPPORTED",
  [PEL_ATOM_NET_SUPPORTING_WM_CHECK]     = "_NET_SUPPORTING_WM_CHECK",
  [PEL_ATOM_NET_WM_BYPASS_COMPOSITOR]    = "_NET_WM_BYPASS_COMPOSITOR",
  [PEL_ATOM_NET_WM_DESKTOP]              = "_NET_WM_DESKTOP",
  [PEL_ATOM_NET_WM_NAME]                 = "_NET_WM_NAME",
  [PEL_ATOM_NET_WM_STATE]                = "_NET_WM_STATE",
  [PEL_ATOM_NET_WM_STATE_FULLSCREEN]     = "_NET_WM_STATE_FULLSCREEN",
  [PEL_ATOM_NET_WM_STATE_HIDDEN]         = "_NET_WM_STATE_HIDDEN",
  [PEL_ATOM_NET_WM_STATE_MAXIMIZED_HORZ] = "_NET_WM_STATE_MAXIMIZED_HORZ",
  [PEL_ATOM_NET_WM_STATE_MAXIMIZED_VERT] = "_NET_WM_STATE_MAXIMIZED_VERT",
  [PEL_ATOM_NET_WM_CM]                   = "_NET_WM_CM_S0", /* the screen's number is put in */
  [PEL_ATOM_NET_WM_PID]                  = "_NET_WM_PID",
  [PEL_ATOM_NET_WM_WINDOW_TYPE]          = "_NET_WM_WINDOW_TYPE",
  [PEL_ATOM_NET_WM_WINDOW_TYPE_DND]      = "_NET_WM_WINDOW_TYPE_DND",
  [PEL_ATOM_COMPTON_SHADOW]              = "_COMPTON_SHADOW",
  [PEL_ATOM_COMPTON_VERSION]             = "COMPTON_VERSION",
  [PEL_ATOM_GTK_FRAME_EXTENTS]           = "_GTK_FRAME_EXTENTS",
  [PEL_ATOM_UTF8_STRING]                 = "UTF8_STRING",
  [PEL_ATOM_WM_CHANGE_STATE]             = "WM_CHANGE_STATE",
  [PEL_ATOM_WM_DELETE_WINDOW]            = "WM_DELETE_WINDOW",
  [PEL_ATOM_WM_PROTOCOLS]                = "WM_PROTOCOLS",
  [PEL_ATOM_XROOTPMAP_ID]                = "_XROOTPMAP_ID",
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (atom_names) == PEL_N_ATOMS);

#define MAX_DEBT G_TIME_SPAN_SECOND

static xcb_extension_t *const extensions[] = {
  &xcb_composite_id, &xcb_damage_id, &xcb_input_id, &xcb_randr_id,  &xcb_render_id, &xcb_res_id,
  &xcb_shape_id,     &xcb_shm_id,    &xcb_test_id,  &xcb_xfixes_id, &xcb_xkb_id,
};

typedef struct
{
  unsigned int    sequence;
  gint64          time; /* when it was asked */
  PelX11ReplyFunc func;
  gpointer        user_data;
} Awaited;

typedef struct
{
  GSource           source;
  PelX11Connection *self; /* outlives the source */
} X11Source;

struct _PelX11Connection
{
  GObject           parent_instance;
  xcb_connection_t *xcb;
  xcb_screen_t     *screen;
  xcb_atom_t        atoms[PEL_N_ATOMS];
  GQueue            awaited; /* of Awaited, in the order in which the server answers */
  GSource          *source;
  gpointer          fd_tag; /* NULL once the connection is broken */
  PelX11EventFunc   event_func;
  gpointer          event_data;
};

G_DEFINE_FINAL_TYPE (PelX11Connection, pel_x11_connection, G_TYPE_OBJECT)

static guint closed_signal;

static gboolean
deliver_reply (PelX11Connection *self)
{
  Awaited             *head = g_queue_peek_head (&self->awaited);
  xcb_generic_error_t *refusal = NULL;
  void                *reply = NULL;

  if (self->xcb == NULL || head == NULL)
    return FALSE;
  if (!xcb_connection_has_error (self->xcb) &&
      !xcb_poll_for_reply (self->xcb, head->sequence, &reply, &refusal))
    return FALSE;

  g_queue_pop_head (&self->awaited);
  head->func (reply, head->user_data);
  g_free (head);
  free (reply);
  free (refusal);
  return TRUE;
}

/* Looking for an event may also read replies, which no one would then look for: while some are
 * awaited, only their poll reads. */
static gboolean
deliver_event (PelX11Connection *self)
{
  xcb_generic_event_t *event;

  if (self->xcb == NULL)
    return FALSE;
  event = g_queue_is_empty (&self->awaited) ? xcb_poll_for_event (self->xcb)
                                            : xcb_poll_for_queued_event (self->xcb);
  if (event == NULL)
    return FALSE;
  if (self->event_func != NULL)
    self->event_func (event, self->event_data);
  free (event);
  return TRUE;
}

static gboolean
x11_source_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  g_autoptr (PelX11Connection) self = g_object_ref (((X11Source *) source)->self);
  gboolean                     progress = TRUE;

  g_source_set_ready_time (source, -1);
  /* xcb reads ahead: what it has read is worked off before poll() is asked again. Whoever gets it
   * may end the connection. */
  while (progress)
    {
      progress = FALSE;
      while (deliver_reply (self))
        progress = TRUE;
      while (deliver_event (self))
        progress = TRUE;
    }
  /* the source stays: whoever still asks is to hear that there is no answer */
  if (self->xcb != NULL && xcb_connection_has_error (self->xcb) && self->fd_tag != NULL)
    {
      g_source_remove_unix_fd (source, self->fd_tag);
      self->fd_tag = NULL;
      g_signal_emit (self, closed_signal, 0);
    }
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs x11_source_funcs = { .dispatch = x11_source_dispatch };

static void
pel_x11_connection_dispose (GObject *object)
{
  PelX11Connection *self = PEL_X11_CONNECTION (object);
  Awaited          *awaited;

  self->event_func = NULL;
  if (self->source != NULL)
    {
      g_source_destroy (self->source);
      g_clear_pointer (&self->source, g_source_unref);
    }
  while ((awaited = g_queue_pop_head (&self->awaited)) != NULL)
    {
      awaited->func (NULL, awaited->user_data);
      g_free (awaited);
    }
  g_clear_pointer (&self->xcb, xcb_disconnect);
  G_OBJECT_CLASS (pel_x11_connection_parent_class)->dispose (object);
}

static void
pel_x11_connection_class_init (PelX11ConnectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_x11_connection_dispose;
  closed_signal = g_signal_new ("closed",
                                PEL_TYPE_X11_CONNECTION,
                                G_SIGNAL_RUN_LAST,
                                0,
                                NULL,
                                NULL,
                                NULL,
                                G_TYPE_NONE,
                                0);
}

static void
pel_x11_connection_init (PelX11Connection *self)
{
  g_queue_init (&self->awaited);
}

static void
intern_atoms (PelX11Connection *self, int screen_number)
{
  g_autofree char         *cm = g_strdup_printf ("_NET_WM_CM_S%d", screen_number);
  xcb_intern_atom_cookie_t cookies[PEL_N_ATOMS];

  for (guint i = 0; i < PEL_N_ATOMS; i++)
    {
      const char *name = i == PEL_ATOM_NET_WM_CM ? cm : atom_names[i];

      cookies[i] = xcb_intern_atom (self->xcb, 0, strlen (name), name);
    }
  for (guint i = 0; i < PEL_N_ATOMS; i++)
    {
      xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply (self->xcb, cookies[i], NULL);

      self->atoms[i] = reply != NULL ? reply->atom : XCB_ATOM_NONE;
      free (reply);
    }
}

/* xcb waits for an extension when it is asked for the first time, so all are asked here; some
 * servers want to hear which version we speak. */
static void
negotiate_extensions (PelX11Connection *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (extensions); i++)
    xcb_prefetch_extension_data (self->xcb, extensions[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (extensions); i++)
    xcb_get_extension_data (self->xcb, extensions[i]);
  if (pel_x11_connection_has_extension (self, &xcb_randr_id))
    xcb_discard_reply (self->xcb, xcb_randr_query_version (self->xcb, 1, 5).sequence);
  if (pel_x11_connection_has_extension (self, &xcb_res_id))
    xcb_discard_reply (self->xcb, xcb_res_query_version (self->xcb, 1, 2).sequence);
  if (pel_x11_connection_has_extension (self, &xcb_xfixes_id))
    xcb_discard_reply (self->xcb, xcb_xfixes_query_version (self->xcb, 5, 0).sequence);
}

static xcb_screen_t *
find_screen (xcb_connection_t *xcb, int number)
{
  xcb_screen_iterator_t it = xcb_setup_roots_iterator (xcb_get_setup (xcb));

  for (; it.rem > 1 && number > 0; number--)
    xcb_screen_next (&it);
  return it.data;
}

PelX11Connection *
pel_x11_connection_open (GError **error)
{
  g_autoptr (PelX11Connection) self = g_object_new (PEL_TYPE_X11_CONNECTION, NULL);
  int                          screen_number = 0;

  self->xcb = xcb_connect (NULL, &screen_number);
  if (xcb_connection_has_error (self->xcb))
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Check that DISPLAY names a running X server that accepts your connection"),
                     _ ("Cannot connect to the X server “%s”"),
                     g_getenv ("DISPLAY") != NULL ? g_getenv ("DISPLAY") : "");
      return NULL;
    }
  self->screen = find_screen (self->xcb, screen_number);
  negotiate_extensions (self);
  intern_atoms (self, screen_number);

  self->source = g_source_new (&x11_source_funcs, sizeof (X11Source));
  ((X11Source *) self->source)->self = self;
  self->fd_tag =
      g_source_add_unix_fd (self->source, xcb_get_file_descriptor (self->xcb), G_IO_IN | G_IO_HUP);
  g_source_set_static_name (self->source, "pellucid-x11");
  g_source_attach (self->source, NULL);
  return g_steal_pointer (&self);
}

xcb_connection_t *
pel_x11_connection_get_xcb (PelX11Connection *self)
{
  return self->xcb;
}

const xcb_screen_t *
pel_x11_connection_get_screen (PelX11Connection *self)
{
  return self->screen;
}

xcb_atom_t
pel_x11_connection_get_atom (PelX11Connection *self, PelX11Atom atom)
{
  return self->atoms[atom];
}

gboolean
pel_x11_connection_has_extension (PelX11Connection *self, xcb_extension_t *extension)
{
  const xcb_query_extension_reply_t *reply = xcb_get_extension_data (self->xcb, extension);

  return reply != NULL && reply->present;
}

char *
pel_x11_connection_dup_server (PelX11Connection *self)
{
  const xcb_setup_t *setup = xcb_get_setup (self->xcb);
  g_autofree char   *vendor = g_strndup (xcb_setup_vendor (setup), xcb_setup_vendor_length (setup));
  guint              release = setup->release_number;

  /* X.Org packs four numbers as decimal digits; since 21 it says them without the leading 1 */
  if (g_str_has_prefix (vendor, "The X.Org") && release / 100000 % 100 >= 21)
    return g_strdup_printf ("X.Org %u.%u.%u",
                            release / 100000 % 100,
                            release / 1000 % 100,
                            release % 1000);
  if (g_str_has_prefix (vendor, "The X.Org"))
    return g_strdup_printf ("X.Org 1.%u.%u", release / 100000 % 100, release / 1000 % 100);
  return g_strdup_printf ("%s %u", vendor, release);
}

void
pel_x11_connection_expect (PelX11Connection *self,
                           unsigned int      sequence,
                           PelX11ReplyFunc   func,
                           gpointer          user_data)
{
  Awaited *awaited = g_new (Awaited, 1);

  *awaited = (Awaited){ sequence, g_get_monotonic_time (), func, user_data };
  g_queue_push_tail (&self->awaited, awaited);
}

void
pel_x11_connection_flush (PelX11Connection *self)
{
  xcb_flush (self->xcb);
  /* flushing may have read replies, or found the connection broken: poll() would tell neither */
  if (self->source != NULL)
    g_source_set_ready_time (self->source, 0);
}

gboolean
pel_x11_connection_check (PelX11Connection *self, GError **error)
{
  const Awaited *oldest = g_queue_peek_head (&self->awaited);

  if (xcb_connection_has_error (self->xcb))
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     NULL,
                     _ ("The X server closed the connection"));
      return FALSE;
    }
  if (oldest != NULL && g_get_monotonic_time () - oldest->time > MAX_DEBT)
    {
      pel_set_error (error,
                     PEL_ERROR_APP_UNRESPONSIVE,
                     _ ("Wait until the desktop responds, then try again"),
                     _ ("The X server is not responding"));
      return FALSE;
    }
  return TRUE;
}

void
pel_x11_connection_set_event_func (PelX11Connection *self, PelX11EventFunc func, gpointer user_data)
{
  self->event_func = func;
  self->event_data = user_data;
}
