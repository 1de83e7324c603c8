/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/wlr-camera.h"

#include "services/base/error.h"
#include "services/capture/wlr-copy.h"
#include "services/capture/wlr-damage.h"
#include "services/capture/wlr-outputs.h"

#include <glib/gi18n.h>

#define LIMIT_MS 3000
#define BLACK    0xff000000u

/* From the second on a copy may wait for a change; the third has more events than are needed. */
#define SCREENCOPY_VERSION 2

struct _PelWlrCamera
{
  GObject             parent_instance;
  PelCurtain          curtain;
  gboolean            has_curtain;
  PelWlrCopyMaterials materials;
  PelWlrOutputs      *outputs; /* NULL until the compositor has told what it offers */
  guint               n_watchers;
  PelWlrDamage       *damage; /* NULL: no one watches, or nothing can be watched yet */
};

/* The pixels of one monitor, as a part of a picture. */
typedef struct
{
  GTask          *task; /* of the picture; borrowed */
  PelPhysicalRect place;
  int             transform;
  PelWlrCopy     *copy;
} Part;

/* A picture on its way. */
typedef struct
{
  PelWlrCamera   *camera;
  PelDesktop     *desktop;
  PelPhysicalRect rect;
  GPtrArray      *hidden; /* of PelWindow */
  gboolean        with_cursor;
  gboolean        is_closed; /* the curtain */
  GPtrArray      *parts;     /* of Part */
  guint           n_awaited;
  PelImage       *image;
  guint           limit_id;
  GCancellable   *asking; /* ends what is asked of the compositor */
  gulong          cancelled_id;
  gboolean        has_ended;
} Take;

static void pel_wlr_camera_iface_init (PelCameraInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelWlrCamera,
                               pel_wlr_camera,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_CAMERA, pel_wlr_camera_iface_init))

/* The end of a picture */

static void
part_free (Part *part)
{
  g_clear_pointer (&part->copy, pel_wlr_copy_free);
  g_free (part);
}

static void
take_free (Take *take)
{
  g_clear_object (&take->desktop);
  g_clear_object (&take->asking);
  g_ptr_array_unref (take->hidden);
  g_ptr_array_unref (take->parts);
  g_clear_pointer (&take->image, pel_image_unref);
  g_object_unref (take->camera); /* the last: what was made with it has gone */
  g_free (take);
}

static gboolean
unref_cb (gpointer task)
{
  g_object_unref (task);
  return G_SOURCE_REMOVE;
}

/* Takes @error; NULL: the image is whole. The task goes later: this may be a call of one of its own
 * copies. */
static void
finish (GTask *task, GError *error)
{
  Take *take = g_task_get_task_data (task);

  if (take->has_ended)
    {
      g_clear_error (&error);
      return;
    }
  take->has_ended = TRUE;
  g_clear_handle_id (&take->limit_id, g_source_remove);
  if (take->cancelled_id != 0)
    g_cancellable_disconnect (g_task_get_cancellable (task), take->cancelled_id);
  if (take->is_closed)
    take->camera->curtain.open (take->camera->curtain.data);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&take->image), (GDestroyNotify) pel_image_unref);
  g_idle_add (unref_cb, task);
}

static GError *
new_refusal (void)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Use sway or another compositor based on wlroots"),
                 _ ("The compositor does not let programs capture the screen"));
  return error;
}

static gboolean
limit_cb (gpointer data)
{
  GTask  *task = data;
  Take   *take = g_task_get_task_data (task);
  GError *error = NULL;

  take->limit_id = 0;
  pel_set_error (&error,
                 PEL_ERROR_APP_UNRESPONSIVE,
                 _ ("Wait until the compositor responds, then try again"),
                 _ ("The compositor is not responding"));
  finish (task, error);
  g_cancellable_cancel (take->asking);
  return G_SOURCE_REMOVE;
}

/* Private windows */

/* All that it may have drawn on a monitor; twice where it lies on two. */
static PelPhysicalRect
get_place (PelWindow *window, const PelMonitor *monitor)
{
  const PelWindowInfo *info = pel_window_get_info (window);
  const double         left = MIN (info->bounds.x, info->surface.x);
  const double         top = MIN (info->bounds.y, info->surface.y);
  const double         right =
      MAX (info->bounds.x + info->bounds.width, info->surface.x + info->surface.width);
  const double bottom =
      MAX (info->bounds.y + info->bounds.height, info->surface.y + info->surface.height);
  const PelNativeRect   rect = { left, top, right - left, bottom - top };
  const PelPhysicalRect place = pel_monitor_rect_to_physical (monitor, &rect);

  return pel_physical_rect_intersect (&place, &monitor->physical);
}

static gboolean
is_shown_on (PelWindow *window, const PelMonitor *monitor)
{
  const PelPhysicalRect place = get_place (window, monitor);

  return (pel_window_get_info (window)->states & PEL_WINDOW_VISIBLE) != 0 &&
         !pel_physical_rect_is_empty (&place);
}

/* Its menus may be anywhere on the monitor. */
static gboolean
check_popups (const Take *take, const PelMonitor *monitor, GError **error)
{
  for (guint i = 0; i < take->hidden->len; i++)
    {
      PelWindow           *window = g_ptr_array_index (take->hidden, i);
      const PelWindowInfo *info = pel_window_get_info (window);

      if ((info->states & PEL_WINDOW_ACTIVE) == 0 || !is_shown_on (window, monitor))
        continue;
      pel_set_error (
          error,
          PEL_ERROR_BLOCKED_WINDOW,
          _ ("Switch to another window first, or capture another monitor"),
          _ ("“%s” is private and has keyboard focus, and the position of its menus is unknown"),
          info->title);
      return FALSE;
    }
  return TRUE;
}

static void
paint_over (const Take *take, const Part *part)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (take->desktop);

  for (guint m = 0; m < pel_monitor_layout_get_n_monitors (layout); m++)
    for (guint i = 0; i < take->hidden->len; i++)
      {
        PelWindow            *window = g_ptr_array_index (take->hidden, i);
        const PelMonitor     *monitor = pel_monitor_layout_get_monitor (layout, m);
        const PelPhysicalRect place = get_place (window, monitor);
        const PelPhysicalRect shown = pel_physical_rect_intersect (&place, &part->place);

        if (is_shown_on (window, monitor))
          pel_image_fill (take->image,
                          &(PelImageRect){ shown.x - take->rect.x,
                                           shown.y - take->rect.y,
                                           shown.width,
                                           shown.height },
                          BLACK);
      }
}

/* Pixels */

static void
copied_cb (PelImage *copied, gpointer data)
{
  Part                *part = data;
  Take                *take = g_task_get_task_data (part->task);
  g_autoptr (PelImage) image = NULL;

  if (copied != NULL)
    {
      image = pel_image_turn (copied, part->transform);
      pel_image_unref (copied);
    }
  /* a monitor that is not any more as it was would be put beside its place */
  if (image == NULL || image->width != part->place.width || image->height != part->place.height)
    {
      GError *error = NULL;

      if (image == NULL)
        error = new_refusal ();
      else
        pel_set_error (&error,
                       PEL_ERROR_NOT_STABLE,
                       NULL,
                       _ ("The monitors changed while the screenshot was being taken"));
      finish (part->task, error);
      return;
    }
  pel_image_copy (take->image, image, part->place.x - take->rect.x, part->place.y - take->rect.y);
  paint_over (take, part);
  if (--take->n_awaited == 0)
    finish (part->task, NULL);
}

/* All of them with one message, so that they are of the same moment. */
static void
shoot (GTask *task)
{
  Take                   *take = g_task_get_task_data (task);
  PelWlrCamera           *self = take->camera;
  const PelMonitorLayout *layout = pel_desktop_get_layout (take->desktop);
  GError                 *error = NULL;

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout) && error == NULL; i++)
    {
      const PelMonitor     *monitor = pel_monitor_layout_get_monitor (layout, i);
      const PelPhysicalRect shown = pel_physical_rect_intersect (&monitor->physical, &take->rect);
      const PelWlrOutput   *output = pel_wlr_outputs_find (self->outputs, monitor->name);
      Part                 *part;

      if (pel_physical_rect_is_empty (&shown))
        continue;
      if (!check_popups (take, monitor, &error))
        break;
      if (output == NULL)
        {
          error = new_refusal ();
          break;
        }
      part = g_new0 (Part, 1);
      part->task = task;
      part->place = monitor->physical;
      part->transform = output->transform;
      g_ptr_array_add (take->parts, part);
      take->n_awaited++;
      part->copy =
          pel_wlr_copy_new (&self->materials,
                            output->proxy,
                            take->with_cursor ? PEL_WLR_COPY_WITH_CURSOR : PEL_WLR_COPY_PLAIN,
                            copied_cb,
                            part);
    }
  if (error != NULL || take->n_awaited == 0)
    finish (task, error);
  else
    pel_wayland_connection_flush (self->materials.connection);
}

static void
closed_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Take  *take = g_task_get_task_data (task);

  take->camera->curtain.close_finish (take->camera->curtain.data, result);
  if (!take->has_ended)
    {
      take->is_closed = TRUE;
      shoot (task);
    }
  else
    take->camera->curtain.open (take->camera->curtain.data);
  g_object_unref (task);
}

static void
close_curtain (GTask *task)
{
  Take *take = g_task_get_task_data (task);

  if (take->camera->has_curtain)
    take->camera->curtain.close_async (take->camera->curtain.data, closed_cb, g_object_ref (task));
  else
    shoot (task);
}

/* What the compositor offers, and how its outputs are called: the first answer brings the globals,
 * the second their names. */

static void
described_cb (GObject *connection, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Take             *take = g_task_get_task_data (task);
  gboolean          is_told =
      pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, NULL);

  if (take->has_ended)
    return;
  if (is_told)
    close_curtain (task);
  else
    finish (task, new_refusal ());
}

static void
globals_cb (GObject *connection, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)    task = data;
  Take                *take = g_task_get_task_data (task);
  PelWlrCamera        *self = take->camera;
  PelWlrCopyMaterials *m = &self->materials;
  gboolean             is_told =
      pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, NULL);

  if (take->has_ended)
    return;
  if (is_told && m->shm == NULL)
    {
      m->shm = pel_wayland_connection_bind_first (m->connection, &wl_shm_interface, 1);
      self->outputs = pel_wlr_outputs_new (m->connection);
      m->screencopy = pel_wayland_connection_bind_first (m->connection,
                                                         &zwlr_screencopy_manager_v1_interface,
                                                         SCREENCOPY_VERSION);
    }
  if (m->shm == NULL || self->outputs == NULL || m->screencopy == NULL)
    {
      finish (task, new_refusal ());
      return;
    }
  pel_wlr_outputs_follow (self->outputs);
  pel_wayland_connection_sync_async (m->connection,
                                     take->asking,
                                     described_cb,
                                     g_object_ref (task));
}

static void
ask_compositor (GTask *task)
{
  Take *take = g_task_get_task_data (task);

  pel_wayland_connection_sync_async (take->camera->materials.connection,
                                     take->asking,
                                     globals_cb,
                                     g_object_ref (task));
}

/* The camera */

static void
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  g_cancellable_cancel (data);
}

static GPtrArray *
make_hidden (const PelShot *shot)
{
  GPtrArray *hidden = g_ptr_array_new_with_free_func (g_object_unref);

  for (gsize i = 0; shot->hidden != NULL && shot->hidden[i] != NULL; i++)
    {
      PelWindow *window = pel_desktop_find_window (shot->desktop, shot->hidden[i]);

      if (window != NULL)
        g_ptr_array_add (hidden, g_object_ref (window));
    }
  return hidden;
}

static void
pel_wlr_camera_take_async (PelCamera          *camera,
                           const PelShot      *shot,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  GTask *task = g_task_new (camera, cancellable, callback, user_data);
  Take  *take = g_new0 (Take, 1);

  g_task_set_source_tag (task, pel_wlr_camera_take_async);
  take->camera = g_object_ref (PEL_WLR_CAMERA (camera));
  take->desktop = g_object_ref (shot->desktop);
  take->rect = shot->rect;
  take->hidden = make_hidden (shot);
  take->with_cursor = shot->with_cursor;
  take->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) part_free);
  take->image = pel_image_new (shot->rect.width, shot->rect.height);
  take->asking = g_cancellable_new ();
  take->limit_id = g_timeout_add (LIMIT_MS, limit_cb, task);
  if (cancellable != NULL)
    take->cancelled_id = g_cancellable_connect (cancellable,
                                                G_CALLBACK (cancelled_cb),
                                                g_object_ref (take->asking),
                                                g_object_unref);
  g_task_set_task_data (task, take, (GDestroyNotify) take_free);
  ask_compositor (task);
}

static PelImage *
pel_wlr_camera_take_finish (PelCamera *camera, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, camera), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
pel_wlr_camera_start_watching (PelCamera *camera)
{
  PEL_WLR_CAMERA (camera)->n_watchers++;
}

static void
pel_wlr_camera_stop_watching (PelCamera *camera)
{
  PelWlrCamera *self = PEL_WLR_CAMERA (camera);

  if (--self->n_watchers == 0)
    g_clear_pointer (&self->damage, pel_wlr_damage_free);
}

static guint
pel_wlr_camera_get_serial (PelCamera *camera)
{
  PelWlrCamera        *self = PEL_WLR_CAMERA (camera);
  PelWlrCopyMaterials *m = &self->materials;

  if (self->damage == NULL && self->n_watchers > 0 && self->outputs != NULL &&
      m->screencopy != NULL &&
      zwlr_screencopy_manager_v1_get_version (m->screencopy) >= SCREENCOPY_VERSION)
    self->damage = pel_wlr_damage_new (m, self->outputs);
  return self->damage != NULL ? pel_wlr_damage_get_serial (self->damage) : 0;
}

static void
pel_wlr_camera_iface_init (PelCameraInterface *iface)
{
  iface->take_async = pel_wlr_camera_take_async;
  iface->take_finish = pel_wlr_camera_take_finish;
  iface->start_watching = pel_wlr_camera_start_watching;
  iface->stop_watching = pel_wlr_camera_stop_watching;
  iface->get_serial = pel_wlr_camera_get_serial;
}

static void
pel_wlr_camera_dispose (GObject *object)
{
  PelWlrCamera        *self = PEL_WLR_CAMERA (object);
  PelWlrCopyMaterials *m = &self->materials;

  g_clear_pointer (&self->damage, pel_wlr_damage_free);
  g_clear_pointer (&self->outputs, pel_wlr_outputs_free);
  g_clear_pointer (&m->screencopy, zwlr_screencopy_manager_v1_destroy);
  g_clear_pointer (&m->shm, wl_shm_destroy);
  g_clear_object (&m->connection);
  G_OBJECT_CLASS (pel_wlr_camera_parent_class)->dispose (object);
}

static void
pel_wlr_camera_class_init (PelWlrCameraClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_wlr_camera_dispose;
}

static void
pel_wlr_camera_init (PelWlrCamera *self)
{
}

PelCamera *
pel_wlr_camera_new (const PelCurtain *curtain, GError **error)
{
  PelWaylandConnection *connection = pel_wayland_connection_open (error);
  PelWlrCamera         *self;

  if (connection == NULL)
    return NULL;
  self = g_object_new (PEL_TYPE_WLR_CAMERA, NULL);
  self->materials.connection = connection;
  self->has_curtain = curtain != NULL;
  if (curtain != NULL)
    self->curtain = *curtain;
  return PEL_CAMERA (self);
}
