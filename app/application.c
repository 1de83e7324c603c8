/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/application.h"

#include "app/dbus-service.h"
#include "app/quit-question.h"
#include "app/session.h"
#include "app/settings.h"
#include "inspector/inspector-window.h"
#include "inspector/status-window.h"

#include <glib/gi18n.h>
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#include <gio/gdesktopappinfo.h>
#endif

#define DEFAULT_IDLE_SECONDS 300

/* How long the end waits for what is still to be written down. */
#define LAST_WORDS_MS 3000

struct _PelApplication
{
  GtkApplication  parent_instance;
  PelSession     *session;
  PelDbusService *service;
  GSettings      *settings; /* nullable */
};

G_DEFINE_FINAL_TYPE (PelApplication, pel_application, GTK_TYPE_APPLICATION)

/* (nullable) (transfer none): there is one of each kind at most. */
static GtkWindow *
find_window (PelApplication *self, GType type)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (G_TYPE_CHECK_INSTANCE_TYPE (l->data, type))
      return l->data;
  return NULL;
}

#ifdef GDK_WINDOWING_WAYLAND
/* What our desktop file says, whether it is installed or not. One that is made from a command line
 * would be shorter, but it has no keys at all, and GTK 4.24 reads one. (transfer full) */
static GAppInfo *
describe_program (void)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();

  g_key_file_set_string (keys,
                         G_KEY_FILE_DESKTOP_GROUP,
                         G_KEY_FILE_DESKTOP_KEY_TYPE,
                         G_KEY_FILE_DESKTOP_TYPE_APPLICATION);
  g_key_file_set_string (keys, G_KEY_FILE_DESKTOP_GROUP, G_KEY_FILE_DESKTOP_KEY_NAME, "Pellucid");
  return G_APP_INFO (g_desktop_app_info_new_from_keyfile (keys));
}
#endif

/* A compositor raises no window that only asks for it: it wants a token, which it gives to whom it
 * likes. Without one the window would not even become urgent. */
static void
ask_for_token (GtkWindow *window)
{
#ifdef GDK_WINDOWING_WAYLAND
  GdkDisplay                   *display = gtk_widget_get_display (GTK_WIDGET (window));
  g_autoptr (GAppLaunchContext) context = NULL;
  g_autoptr (GAppInfo)          info = NULL;
  g_autofree char              *token = NULL;

  if (!GDK_IS_WAYLAND_DISPLAY (display))
    return;
  context = G_APP_LAUNCH_CONTEXT (gdk_display_get_app_launch_context (display));
  info = describe_program ();
  token = g_app_launch_context_get_startup_notify_id (context, info, NULL);
  if (token != NULL)
    gtk_window_set_startup_id (window, token);
#endif
}

static PelInspectorWindow *
show_inspector (PelApplication *self)
{
  GtkWindow *window = find_window (self, PEL_TYPE_INSPECTOR_WINDOW);

  if (window == NULL)
    window = GTK_WINDOW (pel_inspector_window_new (GTK_APPLICATION (self),
                                                   pel_session_get_context (self->session),
                                                   self->settings));
  else
    ask_for_token (window);
  gtk_window_present (window);
  return PEL_INSPECTOR_WINDOW (window);
}

static void
open_inspector (gpointer data, const char *bus_name, guint ref)
{
  PelInspectorWindow *window = show_inspector (data);

  if (bus_name != NULL)
    pel_inspector_window_reveal (window, bus_name, ref);
}

/* What the person sees stays until it is turned off, even if the client that asked for it has left.
 */
static void
overlay_notify_active_cb (PelOverlay *overlay, GParamSpec *pspec, gpointer user_data)
{
  if (pel_overlay_is_active (overlay))
    g_application_hold (user_data);
  else
    g_application_release (user_data);
}

/* Who waits to resume finds the session, and its panic key is one that has already been pressed. */
static void
stopper_changed_cb (PelStopper *stopper, gpointer user_data)
{
  if (pel_stopper_is_stopped (stopper))
    g_application_hold (user_data);
  else
    g_application_release (user_data);
}

/* Exported before the name is owned, so that the first call finds the object. */
static gboolean
pel_application_dbus_register (GApplication    *application,
                               GDBusConnection *connection,
                               const char      *object_path,
                               GError         **error)
{
  PelApplication *self = PEL_APPLICATION (application);

  if (!G_APPLICATION_CLASS (pel_application_parent_class)
           ->dbus_register (application, connection, object_path, error))
    return FALSE;

  self->session = pel_session_new (connection, error);
  if (self->session == NULL)
    return FALSE;
  pel_session_set_inspector (self->session, open_inspector, self);
  if (pel_session_get_overlay (self->session) != NULL)
    g_signal_connect_object (pel_session_get_overlay (self->session),
                             "notify::active",
                             G_CALLBACK (overlay_notify_active_cb),
                             self,
                             0);
  g_signal_connect_object (pel_session_get_context (self->session)->stopper,
                           "changed",
                           G_CALLBACK (stopper_changed_cb),
                           self,
                           0);
  if (pel_stopper_is_stopped (pel_session_get_context (self->session)->stopper))
    g_application_hold (G_APPLICATION (self));
  self->service = pel_dbus_service_new (pel_session_get_context (self->session));
  g_signal_connect_swapped (self->service, "client-arrived", G_CALLBACK (g_application_hold), self);
  g_signal_connect_swapped (self->service, "client-left", G_CALLBACK (g_application_release), self);
  return pel_dbus_service_export (self->service, connection, object_path, error);
}

static void
pel_application_dbus_unregister (GApplication    *application,
                                 GDBusConnection *connection,
                                 const char      *object_path)
{
  PelApplication *self = PEL_APPLICATION (application);

  if (self->service != NULL)
    pel_dbus_service_unexport (self->service);
  G_APPLICATION_CLASS (pel_application_parent_class)
      ->dbus_unregister (application, connection, object_path);
}

static void
show_about_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  PelApplication *self = user_data;

  gtk_show_about_dialog (gtk_application_get_active_window (GTK_APPLICATION (self)),
                         "program-name",
                         "Pellucid",
                         "logo-icon-name",
                         PEL_APP_ID,
                         "version",
                         PEL_VERSION,
                         "comments",
                         _ ("Devtools for the whole desktop"),
                         "license-type",
                         GTK_LICENSE_GPL_3_0,
                         /* Translators: your name, one a line */
                         "translator-credits",
                         _ ("translator-credits"),
                         NULL);
}

static void
show_status_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  PelApplication *self = user_data;
  GtkWindow      *window = find_window (self, PEL_TYPE_STATUS_WINDOW);

  if (window == NULL)
    window = pel_status_window_new (GTK_APPLICATION (self),
                                    pel_session_get_context (self->session),
                                    self->settings);
  gtk_window_present (window);
}

/* Others may be using the session that a person has in mind as this window. */
static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  PelApplication    *self = user_data;
  GtkWindow         *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  PelRegionRegistry *regions = pel_session_get_context (self->session)->regions;
  PelSessionUse      use = { .n_clients = pel_dbus_service_get_n_clients (self->service),
                             .is_overlay_on =
                                 regions != NULL && pel_region_registry_is_shown (regions) };
  g_autofree char   *loss = pel_quit_question_dup_loss (&use);

  if (loss != NULL && window != NULL)
    pel_quit_question_ask (window, loss);
  else
    g_application_quit (G_APPLICATION (self));
}

/* Windows go before the process, so that they can keep what they want to keep; and what was done
 * has its line in the audit log. */
static void
pel_application_shutdown (GApplication *application)
{
  PelApplication *self = PEL_APPLICATION (application);
  GtkWindow      *window;

  while ((window = gtk_application_get_active_window (GTK_APPLICATION (application))) != NULL)
    gtk_window_destroy (window);
  if (self->session != NULL)
    {
      pel_dbus_service_unexport (self->service); /* all of its calls end */
      pel_audit_log_drain (pel_session_get_context (self->session)->audit, LAST_WORDS_MS);
    }
  G_APPLICATION_CLASS (pel_application_parent_class)->shutdown (application);
}

/* For a key of the desktop: the panel opens, and shows what is pointed at. */
static void
pick_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_widget_activate_action (GTK_WIDGET (show_inspector (user_data)), "inspector.pick", NULL);
}

/* On the bus, for any program: they only show a window. */

static const GActionEntry actions[] = {
  { .name = "about", .activate = show_about_cb },
  { .name = "pick", .activate = pick_cb },
  { .name = "status", .activate = show_status_cb },
};

/* For the person alone: in the windows, not on the bus. */
static const GActionEntry own_actions[] = {
  { .name = "quit", .activate = quit_cb },
};

/* clang-format off */
static const struct { const char *action; const char *keys[3]; } accelerators[] = {
  { "session.quit",          { "<Control>q", NULL }       },
  { "window.close",      { "<Control>w", NULL }       },
  { "status.refresh",    { "F5", "<Control>r", NULL } },
  { "inspector.refresh", { "F5", "<Control>r", NULL } },
  { "inspector.pick",    { "<Control><Shift>c", NULL } },
  { "inspector.find",    { "<Control>f", NULL }       },
  { "inspector.back",    { "<Alt>Left", "Back", NULL } },
  { "inspector.forward", { "<Alt>Right", "Forward", NULL } },
};
/* clang-format on */

static void
pel_application_window_added (GtkApplication *application, GtkWindow *window)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group),
                                   own_actions,
                                   G_N_ELEMENTS (own_actions),
                                   application);
  gtk_widget_insert_action_group (GTK_WIDGET (window), "session", G_ACTION_GROUP (group));
  GTK_APPLICATION_CLASS (pel_application_parent_class)->window_added (application, window);
}

static void
pel_application_startup (GApplication *application)
{
  PelApplication *self = PEL_APPLICATION (application);
  guint           idle_seconds = DEFAULT_IDLE_SECONDS;

  G_APPLICATION_CLASS (pel_application_parent_class)->startup (application);
  self->settings = pel_settings_new ();
  if (self->settings != NULL)
    idle_seconds = g_settings_get_uint (self->settings, "idle-timeout");
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (gsize i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self),
                                           accelerators[i].action,
                                           accelerators[i].keys);

  /* the release starts the clock: the session ends unless a client or a window comes in time */
  g_application_set_inactivity_timeout (application, idle_seconds * 1000);
  g_application_hold (application);
  g_application_release (application);
}

static void
pel_application_activate (GApplication *application)
{
  show_inspector (PEL_APPLICATION (application));
}

static void
pel_application_dispose (GObject *object)
{
  PelApplication *self = PEL_APPLICATION (object);

  g_clear_object (&self->service);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (pel_application_parent_class)->dispose (object);
}

static void
pel_application_class_init (PelApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_application_dispose;
  application_class->dbus_register = pel_application_dbus_register;
  application_class->dbus_unregister = pel_application_dbus_unregister;
  application_class->startup = pel_application_startup;
  application_class->activate = pel_application_activate;
  application_class->shutdown = pel_application_shutdown;
  GTK_APPLICATION_CLASS (klass)->window_added = pel_application_window_added;
}

static void
pel_application_init (PelApplication *self)
{
}

PelApplication *
pel_application_new (void)
{
  return g_object_new (PEL_TYPE_APPLICATION,
                       "application-id",
                       PEL_APP_ID,
                       "flags",
                       G_APPLICATION_IS_SERVICE,
                       "resource-base-path",
                       "/io/github/pellucid/Pellucid",
                       NULL);
}
