/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/portal-camera.h"

#include "services/base/error.h"
#include "services/capture/image-decoder.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#define PORTAL      "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define SCREENSHOT  "org.freedesktop.portal.Screenshot"
#define REQUEST     "org.freedesktop.portal.Request"
#define CALL_MS     3000
#define PERSON_MS   28000 /* for the answer of a person */

struct _PelPortalCamera
{
  GObject          parent_instance;
  GDBusConnection *bus;
  guint            n_taken;
};

/* A picture on its way. */
typedef struct
{
  GDBusConnection *bus;
  char            *handle; /* of the request, once it is known or guessed */
  guint            signal_id, limit_id;
  gulong           cancelled_id;
  char            *path;      /* (nullable) of the picture */
  gboolean         has_ended; /* the task was returned */
} Take;

static void pel_portal_camera_iface_init (PelCameraInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelPortalCamera,
                               pel_portal_camera,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_CAMERA,
                                                      pel_portal_camera_iface_init))

static void
take_free (Take *take)
{
  g_object_unref (take->bus);
  g_free (take->handle);
  g_free (take->path);
  g_free (take);
}

/* Takes @error or @image. */
static void
finish (GTask *task, GError *error, PelImage *image)
{
  Take *take = g_task_get_task_data (task);

  if (take->has_ended)
    {
      g_clear_error (&error);
      g_clear_pointer (&image, pel_image_unref);
      return;
    }
  take->has_ended = TRUE;
  g_clear_handle_id (&take->limit_id, g_source_remove);
  if (take->signal_id != 0)
    g_dbus_connection_signal_unsubscribe (take->bus, take->signal_id);
  take->signal_id = 0;
  if (take->cancelled_id != 0)
    g_cancellable_disconnect (g_task_get_cancellable (task), take->cancelled_id);
  take->cancelled_id = 0;
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, image, (GDestroyNotify) pel_image_unref);
}

static void
fail (GTask *task, PelErrorCode code, const char *hint, const char *message)
{
  GError *error = NULL;

  pel_set_error (&error, code, hint, "%s", message);
  finish (task, error, NULL);
}

/* The picture */

/* It is ours alone: no one else looks for it. */
static void
decoded_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Take             *take = g_task_get_task_data (task);
  GError           *error = NULL;
  PelImage         *image = pel_image_decode_file_finish (result, &error);

  g_unlink (take->path);
  finish (task, error, image);
}

static void
read_picture (GTask *task, const char *uri)
{
  Take *take = g_task_get_task_data (task);

  take->path = uri != NULL ? g_filename_from_uri (uri, NULL, NULL) : NULL;
  if (take->path == NULL)
    {
      fail (task,
            PEL_ERROR_COMMAND_FAILED,
            NULL,
            _ ("The desktop portal did not report where it saved the screenshot"));
      return;
    }
  pel_image_decode_file_async (take->path,
                               g_task_get_cancellable (task),
                               decoded_cb,
                               g_object_ref (task));
}

/* What the person says */

static void
response_cb (GDBusConnection *bus,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         user_data)
{
  GTask               *task = user_data;
  Take                *take = g_task_get_task_data (task);
  g_autoptr (GVariant) results = NULL;
  const char          *uri = NULL;
  guint32              response;

  if (!g_str_equal (path, take->handle) ||
      !g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ua{sv})")))
    return;
  g_variant_get (parameters, "(u@a{sv})", &response, &results);
  if (response == 0)
    {
      g_variant_lookup (results, "uri", "&s", &uri);
      read_picture (task, uri);
    }
  else if (response == 1)
    fail (task,
          PEL_ERROR_DENIED,
          _ ("Agree when your desktop asks, or allow screenshots in its settings"),
          _ ("The desktop portal was not allowed to take a screenshot"));
  else
    fail (task,
          PEL_ERROR_COMMAND_FAILED,
          NULL,
          _ ("The desktop portal could not take a screenshot"));
}

/* The question on the screen goes. */
static void
close_request (const Take *take)
{
  g_dbus_connection_call (take->bus,
                          PORTAL,
                          take->handle,
                          REQUEST,
                          "Close",
                          NULL,
                          NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START,
                          CALL_MS,
                          NULL,
                          NULL,
                          NULL);
}

static gboolean
limit_cb (gpointer user_data)
{
  GTask *task = user_data;
  Take  *take = g_task_get_task_data (task);

  take->limit_id = 0;
  close_request (take);
  fail (task,
        PEL_ERROR_TIMEOUT,
        _ ("Answer the question that your desktop shows, then try again"),
        _ ("The desktop portal is waiting for your answer"));
  return G_SOURCE_REMOVE;
}

/* To all that the portal answers: old ones choose the path themselves. */
static void
listen (GTask *task)
{
  Take *take = g_task_get_task_data (task);

  take->signal_id = g_dbus_connection_signal_subscribe (take->bus,
                                                        PORTAL,
                                                        REQUEST,
                                                        "Response",
                                                        NULL,
                                                        NULL,
                                                        G_DBUS_SIGNAL_FLAGS_NONE,
                                                        response_cb,
                                                        g_object_ref (task),
                                                        g_object_unref);
}

static GError *
new_absence (const GError *error)
{
  g_autofree char *reason =
      g_dbus_error_is_remote_error (error) ? g_dbus_error_get_remote_error (error) : NULL;
  GError *absence = NULL;

  pel_set_error (&absence,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Install xdg-desktop-portal and the backend for your desktop"),
                 _ ("The desktop portal does not provide screenshots: %s"),
                 reason != NULL ? reason : error->message);
  return absence;
}

static void
called_cb (GObject *bus, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  Take                *take = g_task_get_task_data (task);
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, &error);
  const char *handle;

  if (take->has_ended)
    return;
  if (reply == NULL)
    {
      finish (task, new_absence (error), NULL);
      return;
    }
  g_variant_get (reply, "(&o)", &handle);
  g_free (take->handle);
  take->handle = g_strdup (handle);
}

static gboolean
give_up_cb (gpointer user_data)
{
  GTask  *task = user_data;
  GError *error = NULL;

  g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error);
  finish (task, error, NULL);
  return G_SOURCE_REMOVE;
}

/* The portal does not answer a request that is closed; here nothing of the cancellable may be
 * undone. */
static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  close_request (g_task_get_task_data (user_data));
  g_idle_add_full (G_PRIORITY_DEFAULT, give_up_cb, g_object_ref (user_data), g_object_unref);
}

/* Where the portal will answer: it is listened to before it is asked. */
static char *
make_handle (GDBusConnection *bus, const char *token)
{
  g_autofree char *sender = g_strdup (g_dbus_connection_get_unique_name (bus) + 1);

  return g_strdup_printf (PORTAL_PATH "/request/%s/%s", g_strdelimit (sender, ".", '_'), token);
}

static void
pel_portal_camera_take_async (PelCamera          *camera,
                              const PelShot      *shot,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  PelPortalCamera  *self = PEL_PORTAL_CAMERA (camera);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autofree char  *token = g_strdup_printf ("pellucid%u", ++self->n_taken);
  Take             *take = g_new0 (Take, 1);
  GVariantBuilder   options;

  g_task_set_source_tag (task, pel_portal_camera_take_async);
  take->bus = g_object_ref (self->bus);
  take->handle = make_handle (self->bus, token);
  g_task_set_task_data (task, take, (GDestroyNotify) take_free);
  listen (task);
  take->limit_id = g_timeout_add_full (G_PRIORITY_DEFAULT,
                                       PERSON_MS,
                                       limit_cb,
                                       g_object_ref (task),
                                       g_object_unref);
  if (cancellable != NULL)
    take->cancelled_id = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), task, NULL);
  g_variant_builder_init (&options, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&options, "{sv}", "handle_token", g_variant_new_string (token));
  g_variant_builder_add (&options, "{sv}", "interactive", g_variant_new_boolean (FALSE));
  g_dbus_connection_call (self->bus,
                          PORTAL,
                          PORTAL_PATH,
                          SCREENSHOT,
                          "Screenshot",
                          g_variant_new ("(sa{sv})", "", &options),
                          G_VARIANT_TYPE ("(o)"),
                          G_DBUS_CALL_FLAGS_NONE,
                          CALL_MS,
                          cancellable,
                          called_cb,
                          g_object_ref (task));
}

static PelImage *
pel_portal_camera_take_finish (PelCamera *camera, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, camera), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
pel_portal_camera_iface_init (PelCameraInterface *iface)
{
  iface->take_async = pel_portal_camera_take_async;
  iface->take_finish = pel_portal_camera_take_finish;
}

static void
pel_portal_camera_finalize (GObject *object)
{
  g_object_unref (PEL_PORTAL_CAMERA (object)->bus);
  G_OBJECT_CLASS (pel_portal_camera_parent_class)->finalize (object);
}

static void
pel_portal_camera_class_init (PelPortalCameraClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_portal_camera_finalize;
}

static void
pel_portal_camera_init (PelPortalCamera *self)
{
}

PelCamera *
pel_portal_camera_new (GDBusConnection *session_bus)
{
  PelPortalCamera *self = g_object_new (PEL_TYPE_PORTAL_CAMERA, NULL);

  self->bus = g_object_ref (session_bus);
  return PEL_CAMERA (self);
}
