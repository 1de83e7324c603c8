/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/x11-camera.h"

#include "services/base/error.h"
#include "services/capture/monitor-cut.h"
#include "services/capture/x11-composition.h"
#include "services/capture/x11-cursor.h"
#include "services/capture/x11-damage.h"
#include "services/capture/x11-redirection.h"
#include "services/capture/x11-segment.h"
#include "services/capture/x11-stack.h"

#include <glib/gi18n.h>
#include <string.h>
#include <xcb/composite.h>

#define MAX_TRIES    8
#define MAX_REFUSALS 3

struct _PelX11Camera
{
  GObject            parent_instance;
  PelX11Connection  *connection;
  PelX11Composition *composition;
  PelX11Redirection *redirection;
  PelX11Pool        *pool; /* NULL: pixels come over the connection */
  gboolean           is_ready;
  guint              n_refusals; /* of pixels in memory, one after the other */
  guint              n_watchers;
  PelX11Damage      *damage; /* NULL: no one watches, or no one tells */
};

/* A picture on its way. The steps stand in the order in which they are taken. */
typedef struct
{
  PelX11Camera     *camera;
  PelDesktop       *desktop;
  xcb_window_t      frame; /* of the one window that it is of; 0: of the desktop */
  xcb_window_t      client;
  PelNativeRect     surface;   /* where that was said to be */
  gboolean          has_moved; /* and is not */
  PelPhysicalRect   rect;
  GHashTable       *known;  /* (nullable) set of xcb_window_t: who is not in it is private */
  GHashTable       *hidden; /* set of xcb_window_t */
  gboolean          with_cursor;
  guint             n_tries;
  PelX11Stack      *stack;
  PelPhysicalRect   source;   /* what is taken, in the coordinates of the desktop */
  gboolean          is_plain; /* the pixels mean no transparency */
  PelX11Segment    *segment;  /* (nullable) where they go */
  PelX11CursorShape cursor;
  PelImage         *image; /* (nullable) once they are there */
} Take;

static void pel_x11_camera_iface_init (PelCameraInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelX11Camera,
                               pel_x11_camera,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_CAMERA, pel_x11_camera_iface_init))

static void look (GTask *task);
static void prepare (GTask *task);
static void shoot (GTask *task);

static void
take_free (Take *take)
{
  g_clear_object (&take->desktop);
  g_clear_pointer (&take->known, g_hash_table_unref);
  g_clear_pointer (&take->hidden, g_hash_table_unref);
  g_clear_pointer (&take->stack, pel_x11_stack_free);
  g_clear_pointer (&take->segment, pel_x11_segment_drop);
  g_clear_pointer (&take->image, pel_image_unref);
  pel_x11_cursor_shape_clear (&take->cursor);
  g_object_unref (take->camera); /* the last: what was made with it has gone */
  g_free (take);
}

/* Takes @task. */
static void
fail (GTask *task, GError *error)
{
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* What the server can do, once */

static void
ready_cb (const GError *error, gpointer data)
{
  GTask *task = data;
  Take  *take = g_task_get_task_data (task);

  if (error != NULL)
    {
      fail (task, g_error_copy (error));
      return;
    }
  take->camera->is_ready = TRUE;
  look (task);
}

static void
get_ready (GTask *task)
{
  Take        *take = g_task_get_task_data (task);
  PelX11Round *round;

  if (take->camera->is_ready)
    {
      look (task);
      return;
    }
  round =
      pel_x11_round_new (take->camera->connection, g_task_get_cancellable (task), ready_cb, task);
  pel_x11_composition_ask (take->camera->composition, round);
  pel_x11_round_send (round);
}

/* What lies on the screen */

static void
looked_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  GTask  *task = data;
  Take   *take = g_task_get_task_data (task);
  GError *error = NULL;

  g_clear_pointer (&take->stack, pel_x11_stack_free);
  take->stack = pel_x11_stack_query_finish (result, &error);
  if (take->stack != NULL)
    prepare (task);
  else
    fail (task, error);
}

static void
look (GTask *task)
{
  Take *take = g_task_get_task_data (task);

  pel_x11_stack_query_async (take->camera->connection,
                             g_task_get_cancellable (task),
                             looked_cb,
                             task);
}

/* How it is to be made */

static gboolean
is_in_sight (const Take *take, const PelX11Layer *layer)
{
  const PelPhysicalRect place = { layer->x, layer->y, layer->width, layer->height };
  const PelPhysicalRect part = pel_physical_rect_intersect (&take->rect, &place);

  return !pel_physical_rect_is_empty (&part);
}

/* Who came since the windows were looked at may be private. */
static void
hide_strangers (Take *take)
{
  for (guint i = 0; take->known != NULL && i < take->stack->layers->len; i++)
    {
      const PelX11Layer *layer = &g_array_index (take->stack->layers, PelX11Layer, i);

      if (!layer->is_ours && !g_hash_table_contains (take->known, GUINT_TO_POINTER (layer->window)))
        g_hash_table_add (take->hidden, GUINT_TO_POINTER (layer->window));
    }
}

/* Whether what is on the screen is not what is to be in the picture. A compositor shows windows for
 * a while after they have gone or moved: what may be private is never taken from its screen. */
static gboolean
needs_composition (const Take *take)
{
  if (take->known != NULL && take->stack->has_compositor)
    return TRUE;
  for (guint i = 0; i < take->stack->layers->len; i++)
    {
      const PelX11Layer *layer = &g_array_index (take->stack->layers, PelX11Layer, i);

      if (is_in_sight (take, layer) &&
          (layer->is_ours ||
           g_hash_table_contains (take->hidden, GUINT_TO_POINTER (layer->window))))
        return TRUE;
    }
  return FALSE;
}

static void
redirected_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  GTask  *task = data;
  GError *error = NULL;

  if (pel_x11_redirection_ensure_finish (result, &error))
    shoot (task);
  else
    fail (task, error);
}

static void
prepare (GTask *task)
{
  Take   *take = g_task_get_task_data (task);
  GError *error = NULL;

  if (take->frame != 0 && pel_x11_stack_find (take->stack, take->frame) == NULL)
    {
      pel_set_error (&error,
                     PEL_ERROR_NOT_VISIBLE,
                     _ ("Restore it first: a hidden window has no pixels"),
                     _ ("The window is minimized or on another workspace"));
      fail (task, error);
      return;
    }
  if (take->stack->is_cut && take->known != NULL)
    {
      pel_set_error (&error,
                     PEL_ERROR_BLOCKED_WINDOW,
                     _ ("Close some windows"),
                     _ ("There are too many windows to determine which are private"));
      fail (task, error);
      return;
    }
  hide_strangers (take);
  if (take->frame == 0 && !needs_composition (take))
    shoot (task);
  else if (pel_x11_composition_check (take->camera->composition, &error))
    pel_x11_redirection_ensure_async (take->camera->redirection,
                                      take->stack,
                                      g_task_get_cancellable (task),
                                      redirected_cb,
                                      task);
  else
    fail (task, error);
}

/* The picture */

/* (transfer full): as large as was asked for. */
static PelImage *
finish_image (Take *take)
{
  g_autoptr (PelImage) image = g_steal_pointer (&take->image);
  gboolean             is_screen = take->frame == 0 && take->is_plain;

  image->is_opaque = take->is_plain;
  return pel_monitor_cut (image,
                          &take->source,
                          &take->rect,
                          is_screen ? pel_desktop_get_layout (take->desktop) : NULL);
}

/* The server did not write. A window may have gone; if it never does, it sends from now on. */
static gboolean
give_up_memory (Take *take)
{
  if (take->segment == NULL)
    return FALSE;
  g_clear_pointer (&take->segment, pel_x11_segment_drop);
  if (++take->camera->n_refusals >= MAX_REFUSALS)
    g_clear_pointer (&take->camera->pool, pel_x11_pool_close);
  return TRUE;
}

static void
set_unrest (GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_NOT_STABLE,
                 _ ("Try again when the windows have stopped moving"),
                 _ ("The windows kept moving while the screenshot was being taken"));
}

static void
shot_cb (const GError *error, gpointer data)
{
  GTask  *task = data;
  Take   *take = g_task_get_task_data (task);
  GError *failure = NULL;

  if (error != NULL)
    failure = g_error_copy (error);
  else if (take->has_moved)
    set_unrest (&failure);
  else if (take->n_tries < MAX_TRIES &&
           (take->stack->has_changed || (take->image == NULL && give_up_memory (take))))
    {
      g_clear_pointer (&take->image, pel_image_unref);
      g_clear_pointer (&take->segment, pel_x11_segment_drop);
      look (task);
      return;
    }
  else if (take->stack->has_changed)
    set_unrest (&failure);
  else if (take->image == NULL)
    pel_set_error (&failure,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   NULL,
                   _ ("The X server's pixel format is not supported"));
  if (failure == NULL)
    {
      PelImage *image = finish_image (take);

      if (take->with_cursor)
        image = pel_x11_cursor_shape_draw (&take->cursor, image, &take->rect);
      g_task_return_pointer (task, image, (GDestroyNotify) pel_image_unref);
    }
  else
    g_task_return_error (task, failure);
  g_object_unref (task);
}

static gboolean
is_known_form (const Take *take, guint8 depth)
{
  const xcb_setup_t *setup = xcb_get_setup (pel_x11_connection_get_xcb (take->camera->connection));

  return (depth == 24 || depth == 32) && setup->image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST;
}

static void
take_shared (gpointer reply, gpointer data)
{
  Take *take = data;

  if (!is_known_form (take, ((xcb_shm_get_image_reply_t *) reply)->depth))
    return;
  take->image = pel_x11_segment_make_image (g_steal_pointer (&take->segment));
  take->camera->n_refusals = 0;
}

static void
take_sent (gpointer reply, gpointer data)
{
  Take *take = data;
  gsize size = (gsize) take->source.width * (gsize) take->source.height * 4;

  if (!is_known_form (take, ((xcb_get_image_reply_t *) reply)->depth) ||
      (gsize) xcb_get_image_data_length (reply) < size)
    return;
  take->image = pel_image_new (take->source.width, take->source.height);
  memcpy (take->image->pixels, xcb_get_image_data (reply), size);
}

/* @x, @y: of the drawable, where the source begins. */
static void
read_pixels (Take *take, PelX11Round *round, xcb_drawable_t drawable, int x, int y)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (take->camera->connection);
  guint16           width = (guint16) take->source.width, height = (guint16) take->source.height;

  if (pel_physical_rect_is_empty (&take->source)) /* it was somewhere else when it was looked at */
    {
      take->has_moved = TRUE;
      return;
    }
  if (take->camera->pool != NULL)
    take->segment = pel_x11_pool_take (take->camera->pool, width, height);
  if (take->segment != NULL)
    pel_x11_round_expect (round,
                          xcb_shm_get_image (xcb,
                                             drawable,
                                             (gint16) x,
                                             (gint16) y,
                                             width,
                                             height,
                                             G_MAXUINT32,
                                             XCB_IMAGE_FORMAT_Z_PIXMAP,
                                             pel_x11_segment_get_id (take->segment),
                                             0)
                              .sequence,
                          take_shared,
                          take);
  else
    pel_x11_round_expect (round,
                          xcb_get_image (xcb,
                                         XCB_IMAGE_FORMAT_Z_PIXMAP,
                                         drawable,
                                         (gint16) x,
                                         (gint16) y,
                                         width,
                                         height,
                                         G_MAXUINT32)
                              .sequence,
                          take_sent,
                          take);
}

/* The pixels of one window as they are, where its shape is a rectangle. */
static void
shoot_window (Take *take, PelX11Round *round, const PelX11Layer *layer)
{
  xcb_connection_t     *xcb = pel_x11_connection_get_xcb (take->camera->connection);
  xcb_pixmap_t          pixmap = xcb_generate_id (xcb);
  const PelPhysicalRect place = { layer->x, layer->y, layer->width, layer->height };

  take->source = pel_physical_rect_intersect (&take->rect, &place);
  take->is_plain = layer->depth == 24;
  xcb_composite_name_window_pixmap (xcb, layer->window, pixmap);
  read_pixels (take, round, pixmap, take->source.x - layer->x, take->source.y - layer->y);
  xcb_free_pixmap (xcb, pixmap);
}

static void
shoot_composition (Take *take, PelX11Round *round, const PelX11Layer *only)
{
  xcb_pixmap_t pixmap =
      pel_x11_composition_draw (take->camera->composition,
                                &(PelX11Drawing){
                                    .stack = take->stack,
                                    .layout = only == NULL ? pel_desktop_get_layout (take->desktop)
                                                           : NULL,
                                    .rect = take->rect,
                                    .only = only,
                                    .hidden = take->hidden });

  take->source = take->rect;
  take->is_plain = FALSE;
  read_pixels (take, round, pixmap, 0, 0);
  xcb_free_pixmap (pel_x11_connection_get_xcb (take->camera->connection), pixmap);
}

static void
shoot_root (Take *take, PelX11Round *round)
{
  const PelPhysicalRect root = { 0, 0, take->stack->width, take->stack->height };

  take->source = pel_physical_rect_intersect (&take->rect, &root);
  take->is_plain = TRUE;
  read_pixels (take,
               round,
               pel_x11_connection_get_screen (take->camera->connection)->root,
               take->source.x,
               take->source.y);
}

static void
check_place (gpointer reply, gpointer data)
{
  xcb_translate_coordinates_reply_t *place = reply;
  Take                              *take = data;

  if (place->dst_x != (int) take->surface.x || place->dst_y != (int) take->surface.y)
    take->has_moved = TRUE;
}

/* The window is where whoever wants its picture believes it to be. */
static void
ask_place (Take *take, PelX11Round *round)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (take->camera->connection);
  xcb_window_t      root = pel_x11_connection_get_screen (take->camera->connection)->root;

  pel_x11_round_expect (round,
                        xcb_translate_coordinates (xcb, take->client, root, 0, 0).sequence,
                        check_place,
                        take);
}

/* All of it is sent at once, so that the server is free again as soon as it has done it. */
static void
shoot (GTask *task)
{
  Take             *take = g_task_get_task_data (task);
  PelX11Connection *connection = take->camera->connection;
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  PelX11Round *round = pel_x11_round_new (connection, g_task_get_cancellable (task), shot_cb, task);
  const PelX11Layer *layer =
      take->frame != 0 ? pel_x11_stack_find (take->stack, take->frame) : NULL;

  take->n_tries++;
  xcb_grab_server (xcb);
  pel_x11_stack_check (take->stack, connection, round);
  if (layer != NULL)
    ask_place (take, round);
  if (layer != NULL && !layer->is_shaped && (layer->depth == 24 || layer->depth == 32))
    shoot_window (take, round, layer);
  else if (layer != NULL || needs_composition (take))
    shoot_composition (take, round, layer);
  else
    shoot_root (take, round);
  if (take->with_cursor)
    pel_x11_cursor_shape_ask (&take->cursor, connection, round);
  xcb_ungrab_server (xcb);
  pel_x11_round_send (round);
}

/* The camera */

/* (transfer full): the frames of the windows that the desktop lists. */
static GHashTable *
make_known (PelDesktop *desktop)
{
  GHashTable *known = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    g_hash_table_add (known,
                      GUINT_TO_POINTER (
                          pel_window_get_info (pel_desktop_get_window (desktop, i))->frame));
  return known;
}

static GHashTable *
make_hidden (const PelShot *shot)
{
  GHashTable *hidden = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; shot->hidden != NULL && shot->hidden[i] != NULL; i++)
    {
      PelWindow *window = pel_desktop_find_window (shot->desktop, shot->hidden[i]);

      if (window != NULL)
        g_hash_table_add (hidden, GUINT_TO_POINTER (pel_window_get_info (window)->frame));
    }
  return hidden;
}

static void
pel_x11_camera_take_async (PelCamera          *camera,
                           const PelShot      *shot,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  PelX11Camera *self = PEL_X11_CAMERA (camera);
  GTask        *task = g_task_new (self, cancellable, callback, user_data);
  Take         *take = g_new0 (Take, 1);
  GError       *error = NULL;

  g_task_set_source_tag (task, pel_x11_camera_take_async);
  take->camera = g_object_ref (self);
  take->desktop = g_object_ref (shot->desktop);
  if (shot->window != NULL)
    {
      const PelWindowInfo *info = pel_window_get_info (shot->window);

      take->frame = info->frame;
      take->client = (xcb_window_t) g_ascii_strtoull (info->id, NULL, 16);
      take->surface = info->surface;
    }
  take->rect = shot->rect;
  take->hidden = make_hidden (shot);
  take->known = shot->hidden != NULL ? make_known (shot->desktop) : NULL;
  take->with_cursor = shot->with_cursor;
  g_task_set_task_data (task, take, (GDestroyNotify) take_free);
  if (pel_x11_connection_check (self->connection, &error))
    get_ready (task);
  else
    fail (task, error);
}

static PelImage *
pel_x11_camera_take_finish (PelCamera *camera, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, camera), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
pel_x11_camera_start_watching (PelCamera *camera)
{
  PelX11Camera *self = PEL_X11_CAMERA (camera);

  if (self->n_watchers++ == 0 && pel_x11_connection_check (self->connection, NULL))
    self->damage = pel_x11_damage_new (self->connection);
}

static void
pel_x11_camera_stop_watching (PelCamera *camera)
{
  PelX11Camera *self = PEL_X11_CAMERA (camera);

  if (--self->n_watchers == 0)
    g_clear_pointer (&self->damage, pel_x11_damage_free);
}

static guint
pel_x11_camera_get_serial (PelCamera *camera)
{
  PelX11Camera *self = PEL_X11_CAMERA (camera);

  return self->damage != NULL ? pel_x11_damage_get_serial (self->damage) : 0;
}

static void
pel_x11_camera_iface_init (PelCameraInterface *iface)
{
  iface->take_async = pel_x11_camera_take_async;
  iface->take_finish = pel_x11_camera_take_finish;
  iface->start_watching = pel_x11_camera_start_watching;
  iface->stop_watching = pel_x11_camera_stop_watching;
  iface->get_serial = pel_x11_camera_get_serial;
}

static void
event_cb (const xcb_generic_event_t *event, gpointer data)
{
  PelX11Camera *self = data;

  pel_x11_redirection_hear (self->redirection, event);
  if (self->damage != NULL)
    pel_x11_damage_hear (self->damage, event);
}

static void
pel_x11_camera_dispose (GObject *object)
{
  PelX11Camera *self = PEL_X11_CAMERA (object);

  if (self->connection != NULL)
    pel_x11_connection_set_event_func (self->connection, NULL, NULL);
  g_clear_pointer (&self->damage, pel_x11_damage_free);
  g_clear_pointer (&self->redirection, pel_x11_redirection_free);
  g_clear_pointer (&self->composition, pel_x11_composition_free);
  g_clear_pointer (&self->pool, pel_x11_pool_close);
  g_clear_object (&self->connection);
  G_OBJECT_CLASS (pel_x11_camera_parent_class)->dispose (object);
}

static void
pel_x11_camera_class_init (PelX11CameraClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_x11_camera_dispose;
}

static void
pel_x11_camera_init (PelX11Camera *self)
{
}

PelCamera *
pel_x11_camera_new (GError **error)
{
  PelX11Connection *connection = pel_x11_connection_open (error);
  PelX11Camera     *self;

  if (connection == NULL)
    return NULL;
  self = g_object_new (PEL_TYPE_X11_CAMERA, NULL);
  self->connection = connection;
  self->composition = pel_x11_composition_new (connection);
  self->redirection = pel_x11_redirection_new (connection);
  self->pool = pel_x11_pool_new (connection);
  pel_x11_connection_set_event_func (connection, event_cb, self);
  return PEL_CAMERA (self);
}
