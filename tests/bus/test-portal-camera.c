/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures by a portal that does as it is told: it agrees, refuses, lies and is silent. */

#include "services/base/error.h"
#include "services/capture/image-encoder.h"
#include "services/capture/portal-camera.h"

#include <glib/gstdio.h>
#include <string.h>

#define PORTAL "org.freedesktop.portal.Desktop"

static const char interface_xml[] =
    "<node><interface name='org.freedesktop.portal.Screenshot'>"
    "<method name='Screenshot'><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/>"
    "<arg type='o' direction='out'/></method></interface></node>";

/* What it answers. */
typedef struct
{
  const char *name;
  guint32     response;
  const char *uri;          /* NULL: that of a picture that was just made; "": none */
  gboolean    is_elsewhere; /* the request has another path than was asked for, as old ones do */
  int         code;         /* the error that is expected; -1: none */
} Row;

static const Row rows[] = {
  { "agrees", 0, NULL, FALSE, -1 },
  { "old", 0, NULL, TRUE, -1 },
  { "refuses", 1, NULL, FALSE, PEL_ERROR_DENIED },
  { "fails", 2, NULL, FALSE, PEL_ERROR_COMMAND_FAILED },
  { "says-nothing", 0, "", FALSE, PEL_ERROR_COMMAND_FAILED },
  { "lies", 0, "file:///nonexistent.png", FALSE, PEL_ERROR_INVALID_ARGUMENT },
  { "not-a-file", 0, "https://example.org/x.png", FALSE, PEL_ERROR_COMMAND_FAILED },
};

typedef struct
{
  GDBusConnection *portal, *client;
  const Row       *row;
  char            *path; /* of the picture */
  guint            registration_id, name_id;
} Stage;

static GDBusConnection *
connect_to_bus (void)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection   *connection =
      g_dbus_connection_new_for_address_sync (g_getenv ("DBUS_SESSION_BUS_ADDRESS"),
                                              G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                  G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                              NULL,
                                              NULL,
                                              &error);

  g_assert_no_error (error);
  return connection;
}

static void
make_picture (Stage *stage)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (PelImage) image = pel_image_new (30, 20);
  g_autoptr (GBytes)   bytes = NULL;
  int                  fd = g_file_open_tmp ("portal-XXXXXX.png", &stage->path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  pel_image_fill (image, &(PelImageRect){ 0, 0, 30, 20 }, 0xff204060);
  bytes = pel_image_encode (image, &(PelImageFormat){ .kind = PEL_IMAGE_PNG }, NULL, &error);
  g_assert_no_error (error);
  g_file_set_contents (stage->path,
                       g_bytes_get_data (bytes, NULL),
                       (gssize) g_bytes_get_size (bytes),
                       &error);
  g_assert_no_error (error);
}

static void
respond (Stage *stage, const char *sender, const char *handle)
{
  GVariantBuilder  results;
  g_autofree char *uri = stage->row->uri != NULL ? g_strdup (stage->row->uri)
                                                 : g_filename_to_uri (stage->path, NULL, NULL);

  g_variant_builder_init (&results, G_VARIANT_TYPE_VARDICT);
  if (uri[0] != '\0')
    g_variant_builder_add (&results, "{sv}", "uri", g_variant_new_string (uri));
  g_dbus_connection_emit_signal (stage->portal,
                                 sender,
                                 handle,
                                 "org.freedesktop.portal.Request",
                                 "Response",
                                 g_variant_new ("(ua{sv})", stage->row->response, &results),
                                 NULL);
}

static void
called_cb (GDBusConnection       *bus,
           const char            *sender,
           const char            *object,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               data)
{
  Stage               *stage = data;
  g_autoptr (GVariant) options = g_variant_get_child_value (parameters, 1);
  g_autofree char     *name = g_strdup (sender + 1);
  g_autofree char     *handle = NULL;
  const char          *token;

  g_assert_true (g_variant_lookup (options, "handle_token", "&s", &token));
  handle = g_strdup_printf ("/org/freedesktop/portal/desktop/request/%s/%s",
                            g_strdelimit (name, ".", '_'),
                            stage->row->is_elsewhere ? "another" : token);
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", handle));
  if (stage->row->is_elsewhere) /* it answers no sooner than it is listened to */
    g_dbus_connection_flush_sync (bus, NULL, NULL);
  respond (stage, sender, handle);
}

static void
stage_open (Stage *stage, gconstpointer row)
{
  static const GDBusInterfaceVTable vtable = { .method_call = called_cb };
  g_autoptr (GError)                error = NULL;
  g_autoptr (GDBusNodeInfo)         info = g_dbus_node_info_new_for_xml (interface_xml, &error);
  g_autoptr (GVariant)              reply = NULL;

  g_assert_no_error (error);
  stage->row = row;
  make_picture (stage);
  stage->portal = connect_to_bus ();
  stage->client = connect_to_bus ();
  stage->registration_id = g_dbus_connection_register_object (stage->portal,
                                                              "/org/freedesktop/portal/desktop",
                                                              info->interfaces[0],
                                                              &vtable,
                                                              stage,
                                                              NULL,
                                                              &error);
  g_assert_no_error (error);
  if (row == NULL)
    return; /* nobody is there */
  reply = g_dbus_connection_call_sync (stage->portal,
                                       "org.freedesktop.DBus",
                                       "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus",
                                       "RequestName",
                                       g_variant_new ("(su)", PORTAL, 4),
                                       NULL,
                                       G_DBUS_CALL_FLAGS_NONE,
                                       -1,
                                       NULL,
                                       &error);
  g_assert_no_error (error);
}

static void
stage_close (Stage *stage, gconstpointer row)
{
  g_dbus_connection_unregister_object (stage->portal, stage->registration_id);
  g_dbus_connection_close_sync (stage->portal, NULL, NULL);
  g_object_unref (stage->portal);
  g_object_unref (stage->client);
  g_unlink (stage->path);
  g_free (stage->path);
}

static void
done_cb (GObject *camera, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static PelImage *
take (Stage *stage, GCancellable *cancellable, GError **error)
{
  g_autoptr (PelCamera)    camera = pel_portal_camera_new (stage->client);
  g_autoptr (GAsyncResult) result = NULL;

  pel_camera_take_async (camera, &(PelShot){ 0 }, cancellable, done_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return pel_camera_take_finish (camera, result, error);
}

static void
test_answers (Stage *stage, gconstpointer data)
{
  const Row           *row = data;
  g_autoptr (GError)   error = NULL;
  g_autoptr (PelImage) image = take (stage, NULL, &error);

  if (row->code >= 0)
    {
      g_assert_error (error, PEL_ERROR, row->code);
      g_assert_null (image);
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpint (image->width, ==, 30);
  g_assert_cmphex (pel_image_get_pixel (image, 29, 19), ==, 0xff204060);
  g_assert_false (g_file_test (stage->path, G_FILE_TEST_EXISTS)); /* it is read and gone */
}

static void
test_nobody (Stage *stage, gconstpointer unused)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (PelImage) image = take (stage, NULL, &error);

  g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_null (image);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/portal-camera/", rows[i].name, NULL);

      g_test_add (path, Stage, &rows[i], stage_open, test_answers, stage_close);
    }
  g_test_add ("/portal-camera/nobody", Stage, NULL, stage_open, test_nobody, stage_close);
  return g_test_run ();
}
