/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/calibrator.h"

#include "services/base/error.h"
#include "services/base/helper.h"
#include "services/tool/calibration.h"

#include <glib/gi18n.h>
#include <string.h>

#define LOOK_MS   3000
#define RETRY_MS  150
#define SETTLE_MS 8000 /* until the window is on its monitor and has been drawn */

typedef struct
{
  PelElementSource *elements;
  PelCamera        *camera;
  PelDesktop       *desktop;
  guint             index;   /* of the monitor */
  GPtrArray        *results; /* of PelCalibration */
  GSubprocess      *process;
  GDataInputStream *log;
  PelSnapshot      *snapshot;
  gint64            end; /* of trying on this monitor */
  guint             retry_id;
} Run;

static void
run_free (Run *run)
{
  g_clear_handle_id (&run->retry_id, g_source_remove);
  if (run->process != NULL)
    g_subprocess_force_exit (run->process);
  g_clear_object (&run->process);
  g_clear_object (&run->log);
  g_clear_object (&run->snapshot);
  g_clear_object (&run->desktop);
  g_clear_object (&run->elements);
  g_clear_object (&run->camera);
  g_clear_pointer (&run->results, g_ptr_array_unref);
  g_free (run);
}

static void begin_monitor (GTask *task);
static void look (GTask *task);

static const PelMonitor *
get_monitor (const Run *run)
{
  return pel_monitor_layout_get_monitor (pel_desktop_get_layout (run->desktop), run->index);
}

static gboolean
find_told (PelSnapshot *snapshot, const char *name, PelNativeRect *ret_rect)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      if (!g_str_equal (element.name, name) || (element.flags & PEL_ELEMENT_HAS_BOUNDS) == 0)
        continue;
      *ret_rect = element.bounds;
      return TRUE;
    }
  return FALSE;
}

static int
get_difference (const PelPhysicalRect *a, const PelPhysicalRect *b)
{
  int left = ABS (a->x - b->x), top = ABS (a->y - b->y);
  int right = ABS (a->x + a->width - b->x - b->width);
  int bottom = ABS (a->y + a->height - b->y - b->height);

  return MAX (MAX (left, right), MAX (top, bottom));
}

static PelCalibration *
compare (const Run *run, const PelImage *image)
{
  const PelMonitor *monitor = get_monitor (run);
  PelCalibration   *result = g_new0 (PelCalibration, 1);

  result->monitor = g_strdup (monitor->name);
  result->scale = monitor->scale;
  for (guint i = 0; i < PEL_N_CALIBRATION_WIDGETS; i++)
    {
      PelNativeRect   native;
      PelPhysicalRect told, seen;
      PelImageRect    box;

      if (!find_told (run->snapshot, pel_calibration_widgets[i].name, &native) ||
          !pel_image_find (image, pel_calibration_widgets[i].colour, &box))
        continue;
      told = pel_monitor_rect_to_physical (monitor, &native);
      seen = (PelPhysicalRect){
        monitor->physical.x + box.x, monitor->physical.y + box.y, box.width, box.height
      };
      result->n_placed++;
      result->error = MAX (result->error, get_difference (&told, &seen));
    }
  return result;
}

static void
end_monitor (GTask *task, PelCalibration *result)
{
  Run *run = g_task_get_task_data (task);

  g_ptr_array_add (run->results, result);
  g_subprocess_force_exit (run->process);
  g_clear_object (&run->process);
  g_clear_object (&run->log);
  run->index++;
  begin_monitor (task);
}

static gboolean
retry_cb (gpointer data)
{
  Run *run = g_task_get_task_data (data);

  run->retry_id = 0;
  look (data);
  return G_SOURCE_REMOVE;
}

static void
try_again (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  run->retry_id = g_timeout_add_full (G_PRIORITY_DEFAULT,
                                      RETRY_MS,
                                      retry_cb,
                                      g_object_ref (task),
                                      g_object_unref);
}

static void
took_cb (GObject *camera, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  Run                 *run = g_task_get_task_data (task);
  GError              *error = NULL;
  g_autoptr (PelImage) image = pel_camera_take_finish (PEL_CAMERA (camera), result, &error);
  PelCalibration      *calibration;

  if (image == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  calibration = compare (run, image);
  if ((calibration->n_placed == PEL_N_CALIBRATION_WIDGETS && calibration->error == 0) ||
      g_get_monotonic_time () >= run->end)
    {
      end_monitor (task, calibration);
      return;
    }
  pel_calibration_free (calibration);
  try_again (task);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  g_autoptr (GError) error = NULL;
  Run               *run = g_task_get_task_data (task);

  if (g_task_return_error_if_cancelled (task))
    return;
  g_clear_object (&run->snapshot);
  run->snapshot = pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);
  if (run->snapshot != NULL)
    pel_camera_take_async (run->camera,
                           &(PelShot){ .desktop = run->desktop,
                                       .rect = get_monitor (run)->physical },
                           g_task_get_cancellable (task),
                           took_cb,
                           g_object_ref (task));
  else if (g_get_monotonic_time () < run->end)
    try_again (task); /* it may not have reached the accessibility bus yet */
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
look (GTask *task)
{
  Run    *run = g_task_get_task_data (task);
  PelLook wanted = { .kind = PEL_LOOK_APP, .target = PEL_CALIBRATOR, .timeout_ms = LOOK_MS };

  pel_element_source_look_async (run->elements,
                                 &wanted,
                                 g_task_get_cancellable (task),
                                 looked_cb,
                                 g_object_ref (task));
}

static void
ready_cb (GObject *log, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Run              *run = g_task_get_task_data (task);
  g_autofree char  *line =
      g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (log), result, NULL, NULL);
  GError *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;
  if (line == NULL)
    {
      pel_set_error (&error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     NULL,
                     _ ("Cannot show the calibration window on “%s”"),
                     get_monitor (run)->name);
      g_task_return_error (task, error);
      return;
    }
  run->end = g_get_monotonic_time () + SETTLE_MS * G_TIME_SPAN_MILLISECOND;
  look (task);
}

static void
begin_monitor (GTask *task)
{
  Run             *run = g_task_get_task_data (task);
  g_autofree char *path = pel_helper_dup_path (PEL_CALIBRATOR);
  g_autofree char *x = NULL;
  g_autofree char *y = NULL;
  GError          *error = NULL;

  if (run->index == pel_monitor_layout_get_n_monitors (pel_desktop_get_layout (run->desktop)))
    {
      g_task_return_pointer (task,
                             g_steal_pointer (&run->results),
                             (GDestroyNotify) g_ptr_array_unref);
      return;
    }
  x = g_strdup_printf ("%d", (int) get_monitor (run)->native.x);
  y = g_strdup_printf ("%d", (int) get_monitor (run)->native.y);
  run->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                   &error,
                                   path,
                                   get_monitor (run)->name,
                                   x,
                                   y,
                                   NULL);
  if (run->process == NULL)
    {
      GError *refusal = NULL;

      pel_set_error (&refusal,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Install Pellucid again, or build all of it with “tools/run”"),
                     _ ("Cannot run %s: %s"),
                     path,
                     error->message);
      g_error_free (error);
      g_task_return_error (task, refusal);
      return;
    }
  run->log = g_data_input_stream_new (g_subprocess_get_stdout_pipe (run->process));
  g_data_input_stream_read_line_async (run->log,
                                       G_PRIORITY_DEFAULT,
                                       g_task_get_cancellable (task),
                                       ready_cb,
                                       g_object_ref (task));
}

static void
queried_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Run              *run = g_task_get_task_data (task);
  GError           *error = NULL;

  run->desktop = pel_window_source_query_finish (PEL_WINDOW_SOURCE (source), result, &error);
  if (run->desktop == NULL)
    g_task_return_error (task, error);
  else
    begin_monitor (task);
}

void
pel_calibrator_run (GTask *task, const PelToolContext *context)
{
  Run *run;

  if (context->windows == NULL || context->elements == NULL || context->camera == NULL)
    {
      g_task_return_error (task,
                           context->windows == NULL ? pel_tool_context_dup_windows_error (context)
                           : context->elements == NULL
                               ? pel_tool_context_dup_elements_error (context)
                               : pel_tool_context_dup_camera_error (context));
      return;
    }
  run = g_new0 (Run, 1);
  run->elements = g_object_ref (context->elements);
  run->camera = g_object_ref (context->camera);
  run->results = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_calibration_free);
  g_task_set_task_data (task, run, (GDestroyNotify) run_free);
  pel_window_source_query_async (context->windows,
                                 g_task_get_cancellable (task),
                                 queried_cb,
                                 g_object_ref (task));
}
