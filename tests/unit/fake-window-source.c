/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/fake-window-source.h"

#define DEADLINE_MS 10000

struct _PelFakeWindowSource
{
  GObject        parent_instance;
  PelDesktop    *desktop;
  GError        *error;
  PelNativePoint pointer;
  PelFakeManner  manner;
  GPtrArray     *waiting; /* of GTask */
  guint          n_queries;
  int            n_watching;
};

static void source_init (PelWindowSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelFakeWindowSource,
                               pel_fake_window_source,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_WINDOW_SOURCE, source_init))

static const PelDriver *
get_driver (PelWindowSource *source)
{
  static const PelDriver driver = { "fake", "test", "7" };

  return &driver;
}

static void
answer (PelFakeWindowSource *self, GTask *task)
{
  if (self->error != NULL)
    g_task_return_error (task, g_error_copy (self->error));
  else
    g_task_return_pointer (task, g_object_ref (self->desktop), g_object_unref);
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (GTask)    task = g_object_ref (user_data);
  PelFakeWindowSource *self = g_task_get_source_object (task);

  if (g_ptr_array_remove (self->waiting, task))
    g_task_return_error_if_cancelled (task);
}

static void
query_async (PelWindowSource    *source,
             GCancellable       *cancellable,
             GAsyncReadyCallback callback,
             gpointer            user_data)
{
  PelFakeWindowSource *self = PEL_FAKE_WINDOW_SOURCE (source);
  g_autoptr (GTask)    task = g_task_new (self, cancellable, callback, user_data);

  self->n_queries++;
  if (self->manner == PEL_FAKE_ANSWERS)
    {
      answer (self, task);
      return;
    }
  g_ptr_array_add (self->waiting, g_object_ref (task));
  if (self->manner == PEL_FAKE_WAITS && cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task, 0);
}

static PelDesktop *
query_finish (PelWindowSource *source, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
locate_pointer_async (PelWindowSource    *source,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  g_task_return_boolean (task, TRUE);
}

static gboolean
locate_pointer_finish (PelWindowSource *source,
                       GAsyncResult    *result,
                       PelNativePoint  *ret_point,
                       GError         **error)
{
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *ret_point = PEL_FAKE_WINDOW_SOURCE (source)->pointer;
  return TRUE;
}

static void
start_watching (PelWindowSource *source)
{
  PEL_FAKE_WINDOW_SOURCE (source)->n_watching++;
}

static void
stop_watching (PelWindowSource *source)
{
  PEL_FAKE_WINDOW_SOURCE (source)->n_watching--;
}

static void
source_init (PelWindowSourceInterface *iface)
{
  iface->get_driver = get_driver;
  iface->query_async = query_async;
  iface->query_finish = query_finish;
  iface->locate_pointer_async = locate_pointer_async;
  iface->locate_pointer_finish = locate_pointer_finish;
  iface->start_watching = start_watching;
  iface->stop_watching = stop_watching;
}

static void
pel_fake_window_source_finalize (GObject *object)
{
  PelFakeWindowSource *self = PEL_FAKE_WINDOW_SOURCE (object);

  g_clear_object (&self->desktop);
  g_clear_error (&self->error);
  g_ptr_array_unref (self->waiting);
  G_OBJECT_CLASS (pel_fake_window_source_parent_class)->finalize (object);
}

static void
pel_fake_window_source_class_init (PelFakeWindowSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_fake_window_source_finalize;
}

static void
pel_fake_window_source_init (PelFakeWindowSource *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
}

PelFakeWindowSource *
pel_fake_window_source_new (void)
{
  PelFakeWindowSource *self = g_object_new (PEL_TYPE_FAKE_WINDOW_SOURCE, NULL);

  self->desktop = pel_fake_desktop_new (1, NULL, 0);
  return self;
}

void
pel_fake_window_source_set_desktop (PelFakeWindowSource *self, PelDesktop *desktop)
{
  g_clear_error (&self->error);
  g_set_object (&self->desktop, desktop);
  g_object_unref (desktop);
}

void
pel_fake_window_source_set_error (PelFakeWindowSource *self, const GError *error)
{
  g_clear_error (&self->error);
  self->error = g_error_copy (error);
}

void
pel_fake_window_source_set_pointer (PelFakeWindowSource *self, PelNativePoint point)
{
  self->pointer = point;
}

void
pel_fake_window_source_set_manner (PelFakeWindowSource *self, PelFakeManner manner)
{
  self->manner = manner;
}

void
pel_fake_window_source_answer (PelFakeWindowSource *self)
{
  g_autoptr (GPtrArray) tasks = self->waiting;

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < tasks->len; i++)
    answer (self, g_ptr_array_index (tasks, i));
}

guint
pel_fake_window_source_get_n_queries (PelFakeWindowSource *self)
{
  return self->n_queries;
}

guint
pel_fake_window_source_get_n_waiting (PelFakeWindowSource *self)
{
  return self->waiting->len;
}

int
pel_fake_window_source_get_n_watching (PelFakeWindowSource *self)
{
  return self->n_watching;
}

PelDesktop *
pel_fake_desktop_new (guint n_monitors, const PelWindowInfo *windows, guint n_windows)
{
  static const PelMonitor monitors[] = {
    { "LEFT", { 0, 0, 1920, 1080 }, { 0, 0, 1920, 1080 }, 1, 1, TRUE },
    { "RIGHT", { 1920, 0, 1706.5, 960 }, { 0, 0, 2560, 1440 }, 1.5, 1.5, FALSE },
  };
  static const PelPlatform     platform = { PEL_PLATFORM_WAYLAND, "fake 7", NULL, 0 };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (monitors, n_monitors);
  GPtrArray                   *array = g_ptr_array_new_with_free_func (g_object_unref);

  g_assert_cmpuint (n_monitors, <=, G_N_ELEMENTS (monitors));
  for (guint i = 0; i < n_windows; i++)
    g_ptr_array_add (array, pel_window_new (&windows[i]));
  return pel_desktop_new (&platform, layout, array);
}

static gboolean
set_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

void
pel_fake_wait_until (const gboolean *condition)
{
  gboolean is_over = FALSE;
  guint    id = g_timeout_add (DEADLINE_MS, set_cb, &is_over);

  while (!*condition && !is_over)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (*condition);
  g_source_remove (id);
}

void
pel_fake_wait_ms (guint ms)
{
  gboolean is_over = FALSE;

  g_timeout_add (ms, set_cb, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}
