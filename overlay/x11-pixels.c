/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* F_DUPFD_CLOEXEC */

#include "config.h"

#include "overlay/x11-pixels.h"

#include <fcntl.h>
#include <string.h>
#include <xcb/shm.h>

/* More pieces than this are read as one: what lies between them is the same on both sides. The
 * server tells of more exposed pieces than this as of one, too. */
#define MAX_SHARED_PIECES 25

/* A request no server refuses, and that finds room in a socket soon. */
#define MAX_SENT_BYTES (128 * 1024)

struct _PelX11Pixels
{
  PelX11Connection *connection; /* borrowed */
  PelX11Road        road;
  PelSharedMemory  *memory;
  xcb_shm_seg_t     segment;
  unsigned int      attached; /* the number of the request */
};

/* xcb closes the descriptor that it sends. */
static void
share (PelX11Pixels *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  int               fd = fcntl (self->memory->fd, F_DUPFD_CLOEXEC, 0);

  if (fd < 0)
    {
      self->road = PEL_X11_SENT;
      return;
    }
  self->segment = xcb_generate_id (xcb);
  self->attached = xcb_shm_attach_fd (xcb, self->segment, fd, /* read_only= */ TRUE).sequence;
}

PelX11Pixels *
pel_x11_pixels_new (
    PelX11Connection *connection, PelX11Road road, int width, int height, GError **error)
{
  PelSharedMemory *memory = pel_shared_memory_new (width, height, error);
  PelX11Pixels    *self;

  if (memory == NULL)
    return NULL;
  self = g_new0 (PelX11Pixels, 1);
  self->connection = connection;
  self->road = road;
  self->memory = memory;
  if (road == PEL_X11_SHARED)
    share (self);
  return self;
}

void
pel_x11_pixels_free (PelX11Pixels *self)
{
  if (self == NULL)
    return;
  if (self->segment != 0)
    xcb_shm_detach (pel_x11_connection_get_xcb (self->connection), self->segment);
  pel_shared_memory_free (self->memory);
  g_free (self);
}

PelSharedMemory *
pel_x11_pixels_get_memory (PelX11Pixels *self)
{
  return self->memory;
}

static unsigned int
put_shared (PelX11Pixels                *self,
            const cairo_rectangle_int_t *r,
            xcb_window_t                 window,
            xcb_gcontext_t               gc)
{
  return xcb_shm_put_image (pel_x11_connection_get_xcb (self->connection),
                            window,
                            gc,
                            (guint16) self->memory->width,
                            (guint16) self->memory->height,
                            (guint16) r->x,
                            (guint16) r->y,
                            (guint16) r->width,
                            (guint16) r->height,
                            (gint16) r->x,
                            (gint16) r->y,
                            32,
                            XCB_IMAGE_FORMAT_Z_PIXMAP,
                            /* send_event= */ FALSE,
                            self->segment,
                            0)
      .sequence;
}

/* The rows from @y on, as many as fit into one request. */
static unsigned int
send_rows (PelX11Pixels                *self,
           const cairo_rectangle_int_t *r,
           int                          y,
           int                          n_rows,
           xcb_window_t                 window,
           xcb_gcontext_t               gc)
{
  gsize              length = (gsize) r->width * 4;
  g_autofree guint8 *bytes = g_malloc (length * (gsize) n_rows);

  for (int i = 0; i < n_rows; i++)
    memcpy (bytes + (gsize) i * length,
            self->memory->bytes + (gsize) (y + i) * (gsize) self->memory->stride + (gsize) r->x * 4,
            length);
  return xcb_put_image (pel_x11_connection_get_xcb (self->connection),
                        XCB_IMAGE_FORMAT_Z_PIXMAP,
                        window,
                        gc,
                        (guint16) r->width,
                        (guint16) n_rows,
                        (gint16) r->x,
                        (gint16) y,
                        0,
                        32,
                        (guint32) (length * (gsize) n_rows),
                        bytes)
      .sequence;
}

static unsigned int
put_sent (PelX11Pixels                *self,
          const cairo_rectangle_int_t *r,
          xcb_window_t                 window,
          xcb_gcontext_t               gc)
{
  int          n_rows = MAX (MAX_SENT_BYTES / (r->width * 4), 1);
  unsigned int first = 0;

  for (int y = r->y; y < r->y + r->height; y += n_rows)
    {
      unsigned int sequence =
          send_rows (self, r, y, MIN (n_rows, r->y + r->height - y), window, gc);

      if (y == r->y)
        first = sequence;
    }
  return first;
}

unsigned int
pel_x11_pixels_put (PelX11Pixels   *self,
                    cairo_region_t *damage,
                    xcb_window_t    window,
                    xcb_gcontext_t  gc)
{
  gboolean              is_shared = self->road == PEL_X11_SHARED;
  cairo_rectangle_int_t r;
  unsigned int          first = 0;

  if (is_shared && cairo_region_num_rectangles (damage) > MAX_SHARED_PIECES)
    {
      cairo_region_get_extents (damage, &r);
      cairo_region_union_rectangle (damage, &r);
    }
  for (int i = 0; i < cairo_region_num_rectangles (damage); i++)
    {
      unsigned int sequence;

      cairo_region_get_rectangle (damage, i, &r);
      sequence = is_shared ? put_shared (self, &r, window, gc) : put_sent (self, &r, window, gc);
      if (i == 0)
        first = sequence;
    }
  return first;
}

gboolean
pel_x11_pixels_is_refused (PelX11Pixels *self, const xcb_generic_event_t *refusal)
{
  return refusal->response_type == 0 && self->segment != 0 &&
         refusal->full_sequence == self->attached;
}
