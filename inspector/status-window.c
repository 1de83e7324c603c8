/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/status-window.h"

#include "inspector/monitor-map.h"
#include "inspector/status-row.h"
#include "inspector/style.h"
#include "services/base/error.h"
#include "services/base/text.h"
#include "services/tool/diagnosis.h"
#include "services/tool/doctor-model.h"
#include "services/window/desktop-model.h"

#include <glib/gi18n.h>

/* Programs come and go without telling: the doctor looks again this often while he is watched. */
#define EXAMINE_SECONDS 5

struct _PelStatusWindow
{
  GtkApplicationWindow parent_instance;
  GtkListBox          *findings;
  GtkListBox          *programs;
  GtkListBox          *monitors;
  GtkListBox          *windows;
  PelMonitorMap       *map;
  GtkLabel            *error;
  GtkWidget           *enable;
  GtkWidget           *windows_heading;

  PelDoctorModel   *doctor;
  PelDesktopModel  *desktop; /* NULL where there is no window source */
  PelMonitorLayout *layout;  /* that the rows show; nullable */
  GSettings        *settings;
  guint             examine_id;
};

G_DEFINE_FINAL_TYPE (PelStatusWindow, pel_status_window, GTK_TYPE_APPLICATION_WINDOW)

/* clang-format off */
static const struct { const char *icon; const char *style; } status_looks[] = {
  [PEL_STATUS_OK]      = { "emblem-ok-symbolic",          "status-ok"      },
  [PEL_STATUS_INFO]    = { "dialog-information-symbolic", "status-info"    },
  [PEL_STATUS_WARNING] = { "dialog-warning-symbolic",     "status-warning" },
  [PEL_STATUS_ERROR]   = { "dialog-error-symbolic",       "status-error"   },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (status_looks) == PEL_N_STATUSES);

static GtkWidget *
create_finding_row (gpointer item, gpointer user_data)
{
  PelFinding *finding = item;
  PelStatus   status = pel_finding_get_status (finding);

  return pel_status_row_new (status_looks[status].icon,
                             status_looks[status].style,
                             pel_finding_get_title (finding),
                             pel_finding_get_message (finding),
                             pel_finding_get_fix (finding));
}

static char *
format_window (PelStatusWindow *self, const PelWindowInfo *info)
{
  PelDesktop       *desktop = pel_desktop_model_get_desktop (self->desktop);
  PelPhysicalRect   r;
  const PelMonitor *monitor = pel_desktop_to_physical (desktop, &info->bounds, &r);

  /* Translators: process, process id, place, size, monitor */
  return g_strdup_printf (_ ("%s (%d)  ·  %d,%d  %d×%d  ·  %s"),
                          info->process_name != NULL ? info->process_name : "?",
                          (int) info->pid,
                          r.x,
                          r.y,
                          r.width,
                          r.height,
                          monitor != NULL ? monitor->name : _ ("not on any monitor"));
}

static GtkWidget *
create_window_row (gpointer item, gpointer user_data)
{
  const PelWindowInfo *info = pel_window_get_info (item);
  g_autofree char     *text = format_window (user_data, info);
  g_autofree char     *title = pel_text_escape (info->title);
  gboolean             is_active = (info->states & PEL_WINDOW_ACTIVE) != 0;
  gboolean             is_visible = (info->states & PEL_WINDOW_VISIBLE) != 0;

  return pel_status_row_new ("focus-windows-symbolic",
                             is_active ? "status-info" : "status-dim",
                             title[0] != '\0' ? title : _ ("(no title)"),
                             text,
                             is_active    ? _ ("has keyboard focus")
                             : is_visible ? NULL
                                          : _ ("hidden"));
}

static void
append_monitor_row (PelStatusWindow *self, const PelMonitor *monitor)
{
  g_autofree char *text = g_strdup_printf (
      /* Translators: place and size in pixels, then the scale */
      _ ("%d,%d  %d×%d  ·  scale %g"),
      monitor->physical.x,
      monitor->physical.y,
      monitor->physical.width,
      monitor->physical.height,
      monitor->scale);

  gtk_list_box_append (self->monitors,
                       pel_status_row_new ("video-display-symbolic",
                                           "status-dim",
                                           monitor->name,
                                           text,
                                           monitor->is_primary ? _ ("primary") : NULL));
}

static void
show_monitors (PelStatusWindow *self, const PelMonitorLayout *layout)
{
  GtkListBoxRow *row;

  if (self->layout != NULL && pel_monitor_layout_equal (self->layout, layout))
    return;
  g_clear_pointer (&self->layout, pel_monitor_layout_unref);
  self->layout = pel_monitor_layout_ref ((PelMonitorLayout *) layout);
  while ((row = gtk_list_box_get_row_at_index (self->monitors, 0)) != NULL)
    gtk_list_box_remove (self->monitors, GTK_WIDGET (row));
  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    append_monitor_row (self, pel_monitor_layout_get_monitor (layout, i));
}

static void
show_error (PelStatusWindow *self, const GError *error)
{
  g_autofree char *text = NULL;

  if (error != NULL)
    text = g_strdup_printf ("%s\n%s", error->message, pel_error_get_hint (error));
  gtk_label_set_text (self->error, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), error != NULL);
}

static void
desktop_updated_cb (PelStatusWindow *self)
{
  PelDesktop *desktop = pel_desktop_model_get_desktop (self->desktop);

  show_error (self, pel_desktop_model_get_error (self->desktop));
  if (desktop == NULL)
    return;
  show_monitors (self, pel_desktop_get_layout (desktop));
  pel_monitor_map_set_desktop (self->map, desktop);
  gtk_widget_set_visible (GTK_WIDGET (self->map), TRUE);
}

static void
findings_changed_cb (PelStatusWindow *self)
{
  gtk_widget_set_visible (self->enable, pel_doctor_model_is_accessibility_off (self->doctor));
}

static gboolean
examine_cb (gpointer user_data)
{
  pel_doctor_model_refresh (PEL_STATUS_WINDOW (user_data)->doctor);
  return G_SOURCE_CONTINUE;
}

static void
refresh_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  pel_doctor_model_refresh (PEL_STATUS_WINDOW (widget)->doctor);
}

static void
enable_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  pel_doctor_model_enable_accessibility (PEL_STATUS_WINDOW (widget)->doctor);
}

static gboolean
is_program (gpointer item, gpointer unused)
{
  return g_str_equal (pel_finding_get_id (item), "program");
}

static gboolean
is_no_program (gpointer item, gpointer unused)
{
  return !is_program (item, unused);
}

static void
bind_findings (PelStatusWindow *self, GtkListBox *box, GtkCustomFilterFunc filter_func)
{
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (filter_func, NULL, NULL));
  g_autoptr (GtkFilterListModel) model =
      gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->doctor)), filter);

  gtk_list_box_bind_model (box, G_LIST_MODEL (model), create_finding_row, self, NULL);
}

static void
remember_size (PelStatusWindow *self)
{
  int width, height;

  if (self->settings == NULL)
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set (self->settings, "window-size", "(ii)", width, height);
  g_settings_set_boolean (self->settings,
                          "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
}

/* However it goes: closed, or with the whole session. */
static void
pel_status_window_unmap (GtkWidget *widget)
{
  remember_size (PEL_STATUS_WINDOW (widget));
  GTK_WIDGET_CLASS (pel_status_window_parent_class)->unmap (widget);
}

static void
pel_status_window_dispose (GObject *object)
{
  PelStatusWindow *self = PEL_STATUS_WINDOW (object);

  g_clear_handle_id (&self->examine_id, g_source_remove);
  g_clear_object (&self->doctor);
  g_clear_object (&self->desktop);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->layout, pel_monitor_layout_unref);
  G_OBJECT_CLASS (pel_status_window_parent_class)->dispose (object);
}

static void
pel_status_window_class_init (PelStatusWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_status_window_dispose;
  widget_class->unmap = pel_status_window_unmap;
  g_type_ensure (PEL_TYPE_MONITOR_MAP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/status-window.ui");
  gtk_widget_class_bind_template_child (widget_class, PelStatusWindow, findings);
  gtk_widget_class_bind_template_child (widget_class, PelStatusWindow, programs);
  gtk_widget_class_bind_template_child (widget_class, PelStatusWindow, monitors);
  gtk_widget_class_bind_template_child (widget_class, PelStatusWindow, windows);
  gtk_widget_class_bind_template_child (widget_class, PelStatusWindow, map);
  gtk_widget_class_bind_template_child (widget_class, PelStatusWindow, error);
  gtk_widget_class_bind_template_child (widget_class, PelStatusWindow, enable);
  gtk_widget_class_bind_template_child (widget_class, PelStatusWindow, windows_heading);
  gtk_widget_class_install_action (widget_class, "status.refresh", NULL, refresh_action);
  gtk_widget_class_install_action (widget_class, "status.enable", NULL, enable_action);
}

static void
pel_status_window_init (PelStatusWindow *self)
{
  pel_style_load ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
restore_size (PelStatusWindow *self)
{
  int width, height;

  if (self->settings == NULL)
    return;
  g_settings_get (self->settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

static void
watch_desktop (PelStatusWindow *self, PelWindowSource *source)
{
  self->desktop = pel_desktop_model_new (source);
  g_signal_connect_object (self->desktop,
                           "updated",
                           G_CALLBACK (desktop_updated_cb),
                           self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_bind_model (self->windows,
                           G_LIST_MODEL (self->desktop),
                           create_window_row,
                           self,
                           NULL);
}

/* Where no one tells, the lists are not empty but unknown. */
static void
show_no_desktop (PelStatusWindow *self, const GError *error)
{
  show_error (self, error);
  gtk_widget_set_visible (GTK_WIDGET (self->monitors), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->windows), FALSE);
  gtk_widget_set_visible (self->windows_heading, FALSE);
}

GtkWindow *
pel_status_window_new (GtkApplication       *application,
                       const PelToolContext *context,
                       GSettings            *settings)
{
  PelStatusWindow *self = g_object_new (PEL_TYPE_STATUS_WINDOW, "application", application, NULL);

  g_set_object (&self->settings, settings);
  restore_size (self);
  self->doctor = pel_doctor_model_new (context);
  g_signal_connect_object (self->doctor,
                           "items-changed",
                           G_CALLBACK (findings_changed_cb),
                           self,
                           G_CONNECT_SWAPPED);
  bind_findings (self, self->findings, is_no_program);
  bind_findings (self, self->programs, is_program);
  if (context->windows != NULL)
    watch_desktop (self, context->windows);
  else
    show_no_desktop (self, context->windows_error);
  self->examine_id = g_timeout_add_seconds (EXAMINE_SECONDS, examine_cb, self);
  return GTK_WINDOW (self);
}
