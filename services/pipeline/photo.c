/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/photo.h"

#include "services/base/error.h"
#include "services/policy/veil.h"

#include <glib/gi18n.h>

#define MAX_TRIES 12

/* What a window shows follows its title by a frame or some: before the first picture, titles have
 * been watched for as long. */
#define SETTLE_MS 150
#define INSIDE_MS 1000

/* A photo on its way. The steps stand in the order in which they are taken. */
typedef struct
{
  PelPhotoStudio  studio;
  PelPhotoAimFunc aim;
  gpointer        data;
  PelDesktop     *desktop; /* before */
  char          **hidden;  /* ids of private windows, then */
  PelShot         shot;
  PelImage       *image;
  guint           n_tries;
} Take;

static void look (GTask *task);
static void look_again (GTask *task);

void
pel_photo_free (PelPhoto *self)
{
  g_clear_pointer (&self->image, pel_image_unref);
  g_clear_object (&self->window);
  g_clear_object (&self->desktop);
  g_free (self);
}

static void
take_clear (Take *take)
{
  g_clear_object (&take->desktop);
  g_clear_pointer (&take->hidden, g_strfreev);
  g_clear_pointer (&take->image, pel_image_unref);
}

static void
take_free (Take *take)
{
  take_clear (take);
  g_free (take);
}

/* Takes @task. */
static void
fail (GTask *task, GError *error)
{
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* The picture */

static void
took_cb (GObject *camera, GAsyncResult *result, gpointer user_data)
{
  GTask  *task = user_data;
  Take   *take = g_task_get_task_data (task);
  GError *error = NULL;

  take->image = pel_camera_take_finish (PEL_CAMERA (camera), result, &error);
  if (take->image != NULL)
    look_again (task);
  else if (take->n_tries < MAX_TRIES && g_error_matches (error, PEL_ERROR, PEL_ERROR_NOT_STABLE))
    {
      g_clear_error (&error);
      look (task); /* it is somewhere else by now */
    }
  else
    fail (task, error);
}

static gboolean
is_hidden (const Take *take, PelWindow *window)
{
  return window != NULL &&
         g_strv_contains ((const char *const *) take->hidden, pel_window_get_info (window)->id);
}

/* Whatever a picture of it would be made of, a private window is none. */
static gboolean
check_window (const Take *take, GError **error)
{
  if (!is_hidden (take, take->shot.window))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_BLOCKED_WINDOW,
                 NULL,
                 _ ("“%s” is private and cannot be captured"),
                 pel_window_get_info (take->shot.window)->title);
  return FALSE;
}

static gboolean
check_rect (const Take *take, GError **error)
{
  const PelPhysicalRect *rect = &take->shot.rect;

  if (!pel_physical_rect_is_empty (rect) && rect->width <= PEL_IMAGE_MAX_SIDE &&
      rect->height <= PEL_IMAGE_MAX_SIDE)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_OUT_OF_BOUNDS,
                 NULL,
                 _ ("Cannot take a screenshot of %d×%d pixels"),
                 rect->width,
                 rect->height);
  return FALSE;
}

/* (transfer full): the ids of the windows that are private, or were a moment ago. */
static char **
find_hidden (const Take *take, PelDesktop *desktop)
{
  PelPolicyStore *policy = take->studio.policy;
  PelVeilTerms    terms = { pel_policy_store_get_policy (policy),
                            pel_policy_store_get_memory (policy),
                            g_get_monotonic_time () };

  pel_title_watch_note (pel_policy_store_get_titles (policy), desktop, terms.now);
  return pel_veil_find_windows (&terms, desktop);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask     *task = user_data;
  Take      *take = g_task_get_task_data (task);
  PelPolicy *policy = pel_policy_store_get_policy (take->studio.policy);
  GError    *error = NULL;

  take_clear (take);
  take->desktop = pel_window_source_query_finish (PEL_WINDOW_SOURCE (source), result, &error);
  if (take->desktop == NULL)
    {
      fail (task, error);
      return;
    }
  take->hidden = find_hidden (take, take->desktop);
  take->shot = (PelShot){ .desktop = take->desktop };
  if (pel_policy_has_private (policy))
    take->shot.hidden = (const char *const *) take->hidden;
  if (take->aim (take->data, take->desktop, &take->shot, &error) && check_window (take, &error) &&
      check_rect (take, &error))
    pel_camera_take_async (take->studio.camera,
                           &take->shot,
                           g_task_get_cancellable (task),
                           took_cb,
                           task);
  else
    fail (task, error);
}

static void
look (GTask *task)
{
  Take *take = g_task_get_task_data (task);

  take->n_tries++;
  pel_window_source_query_async (take->studio.windows,
                                 g_task_get_cancellable (task),
                                 looked_cb,
                                 task);
}

/* Is all of it still where it was? */

/* The one window that it is of, if there is one. */
static gboolean
has_stayed (const Take *take, PelDesktop *after)
{
  const PelWindowInfo *was, *is;
  PelWindow           *window;

  if (take->shot.window == NULL)
    return TRUE;
  was = pel_window_get_info (take->shot.window);
  window = pel_desktop_find_window (after, was->id);
  if (window == NULL)
    return TRUE; /* it has gone since: its picture is as it was */
  is = pel_window_get_info (window);
  return was->bounds.x == is->bounds.x && was->bounds.y == is->bounds.y &&
         was->bounds.width == is->bounds.width && was->bounds.height == is->bounds.height;
}

/* Where nothing is private, before and after, other windows may move as they like. */
static gboolean
is_sure (const Take *take, PelDesktop *after)
{
  g_auto (GStrv) hidden = find_hidden (take, after);

  if (!has_stayed (take, after))
    return FALSE;
  if (take->hidden[0] == NULL && hidden[0] == NULL)
    return TRUE;
  return g_strv_equal ((const char *const *) take->hidden, (const char *const *) hidden) &&
         pel_desktop_equal (take->desktop, after);
}

static PelPhoto *
make_photo (Take *take)
{
  PelPhoto *photo = g_new0 (PelPhoto, 1);

  photo->rect = take->shot.rect;
  g_set_object (&photo->window, take->shot.window);
  photo->image = g_steal_pointer (&take->image);
  photo->desktop = g_steal_pointer (&take->desktop);
  return photo;
}

static void
looked_again_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask                 *task = user_data;
  Take                  *take = g_task_get_task_data (task);
  GError                *error = NULL;
  g_autoptr (PelDesktop) after =
      pel_window_source_query_finish (PEL_WINDOW_SOURCE (source), result, &error);

  if (after != NULL && is_sure (take, after))
    {
      g_task_return_pointer (task, make_photo (take), (GDestroyNotify) pel_photo_free);
      g_object_unref (task);
      return;
    }
  if (after != NULL && take->n_tries < MAX_TRIES)
    {
      look (task);
      return;
    }
  if (after != NULL)
    pel_set_error (&error,
                   PEL_ERROR_NOT_STABLE,
                   _ ("Try again when the windows have stopped moving"),
                   _ ("The windows kept moving while the screenshot was being taken"));
  fail (task, error);
}

static void
look_again (GTask *task)
{
  Take *take = g_task_get_task_data (task);

  pel_window_source_query_async (take->studio.windows,
                                 g_task_get_cancellable (task),
                                 looked_again_cb,
                                 task);
}

/* Is anything private? */

static gboolean
settled_cb (gpointer data)
{
  look (data);
  return G_SOURCE_REMOVE;
}

static void
settle (GTask *task)
{
  Take *take = g_task_get_task_data (task);
  guint watched_ms;

  if (!pel_policy_has_private (pel_policy_store_get_policy (take->studio.policy)))
    {
      look (task);
      return;
    }
  watched_ms = pel_title_watch_renew (pel_policy_store_get_titles (take->studio.policy),
                                      take->studio.windows);
  if (watched_ms < SETTLE_MS)
    g_timeout_add (SETTLE_MS - watched_ms, settled_cb, task);
  else
    look (task);
}

static void
seen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelSnapshot) unused =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, NULL);

  settle (user_data);
}

/* A window that is private because of what it held when it was last looked into is looked into
 * again: its title alone does not say that it no longer is. */
static void
look_inside (GTask *task)
{
  Take *take = g_task_get_task_data (task);

  if (take->studio.elements == NULL ||
      !pel_privacy_memory_has_element_windows (pel_policy_store_get_memory (take->studio.policy)))
    {
      settle (task);
      return;
    }
  pel_element_source_look_async (take->studio.elements,
                                 &(PelLook){ .kind = PEL_LOOK_DESKTOP, .timeout_ms = INSIDE_MS },
                                 g_task_get_cancellable (task),
                                 seen_cb,
                                 task);
}

/* Where windows are not known */

static PelPhoto *
make_blind_photo (PelImage *image)
{
  const PelPhysicalRect rect = { 0, 0, image->width, image->height };
  const PelMonitor      monitor = { .name = "desktop",
                                    .native = { 0, 0, image->width, image->height },
                                    .physical = rect,
                                    .ratio = 1,
                                    .scale = 1,
                                    .is_primary = TRUE };
  const PelPlatform     platform = { .kind = PEL_PLATFORM_WAYLAND, .server = "" };
  PelPhoto             *photo = g_new0 (PelPhoto, 1);

  photo->image = image;
  photo->rect = rect;
  photo->desktop = pel_desktop_new (&platform,
                                    pel_monitor_layout_new (&monitor, 1),
                                    g_ptr_array_new_with_free_func (g_object_unref));
  return photo;
}

static void
took_blind_cb (GObject *camera, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;
  PelImage         *image = pel_camera_take_finish (PEL_CAMERA (camera), result, &error);

  if (image != NULL)
    g_task_return_pointer (task, make_blind_photo (image), (GDestroyNotify) pel_photo_free);
  else
    g_task_return_error (task, error);
}

/* Takes @task. */
static void
take_blind (GTask *task)
{
  Take   *take = g_task_get_task_data (task);
  GError *error = NULL;

  if (!pel_policy_has_private (pel_policy_store_get_policy (take->studio.policy)))
    {
      pel_camera_take_async (take->studio.camera,
                             &(PelShot){ 0 },
                             g_task_get_cancellable (task),
                             took_blind_cb,
                             task);
      return;
    }
  pel_set_error (&error,
                 PEL_ERROR_BLOCKED_WINDOW,
                 _ ("To take screenshots anyway, set “blocked_windows” in the policy to []"),
                 _ ("Some windows are private, and this desktop does not report window positions"));
  fail (task, error);
}

void
pel_photo_take_async (const PelPhotoStudio *studio,
                      PelPhotoAimFunc       aim,
                      gpointer              data,
                      GCancellable         *cancellable,
                      GAsyncReadyCallback   callback,
                      gpointer              user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Take  *take = g_new0 (Take, 1);

  g_task_set_source_tag (task, pel_photo_take_async);
  take->studio = *studio;
  take->aim = aim;
  take->data = data;
  g_task_set_task_data (task, take, (GDestroyNotify) take_free);
  if (studio->windows != NULL)
    look_inside (task);
  else
    take_blind (task);
}

PelPhoto *
pel_photo_take_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_photo_take_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
