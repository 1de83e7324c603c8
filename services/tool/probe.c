/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/probe.h"

#include "services/base/error.h"
#include "services/base/helper.h"
#include "services/base/text.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#define TIMEOUT_MS 5000

typedef struct
{
  const char *id;
  const char *program; /* (nullable) */
  const char *loss;    /* what does not work without the program; for translation */
} Info;

/* clang-format off */
static const Info infos[] = {
  [PEL_PROBE_INPUT]     = { "input" },
  [PEL_PROBE_CAPTURE]   = { "capture" },
  [PEL_PROBE_APPROVALS] = { "approvals", "pellucid-approver",   N_ ("acts that require your approval are refused") },
  [PEL_PROBE_CALIBRATE] = { "calibrate", "pellucid-calibrator", N_ ("“pellucid calibrate” does not work") },
  [PEL_PROBE_MCP]       = { "mcp",       "pellucid-mcp",        N_ ("language models cannot connect") },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (infos) == PEL_N_PROBES);

/* Programs that have started well, with the file that they were then: starting them again and again
 * would cost more than it tells. */
static GHashTable *started; /* program → stamp */

const char *
pel_probe_to_string (PelProbe probe)
{
  g_return_val_if_fail (probe < PEL_N_PROBES, NULL);

  return infos[probe].id;
}

gboolean
pel_probe_is_of_program (PelProbe probe)
{
  g_return_val_if_fail (probe < PEL_N_PROBES, FALSE);

  return infos[probe].program != NULL;
}

/* input */

static void probe_program (GTask *task, const Info *info);

/* A gesture that is still waiting for others after this time shows that those are being made. On
 * Wayland nothing is asked of the helper before something is pressed. */
static void
made_cb (GObject *input, GAsyncResult *result, gpointer user_data)
{
  static const Info wayland_hand = { "input",
                                     "pellucid-wayland-hand",
                                     N_ ("pointer and keyboard input does not work") };
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (!pel_input_make_finish (PEL_INPUT (input), result, &error) &&
      !g_error_matches (error, PEL_ERROR, PEL_ERROR_TIMEOUT))
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_error (&error);
  if (g_str_equal (pel_input_get_driver (PEL_INPUT (input))->name, "wlr-virtual"))
    probe_program (task, &wayland_hand);
  else
    g_task_return_boolean (task, TRUE);
}

static void
probe_input (GTask *task, const PelToolContext *context)
{
  g_autoptr (PelGesture) nothing = pel_gesture_new ();

  if (context->input == NULL)
    g_task_return_error (task, pel_tool_context_dup_input_error (context));
  else
    pel_input_make_async (context->input,
                          nothing,
                          &(PelAddressee){ .timeout_ms = TIMEOUT_MS },
                          g_task_get_cancellable (task),
                          made_cb,
                          g_object_ref (task));
}

/* capture */

/* Set on a camera that has worked: on Wayland the overlay disappears for a frame with each try, and
 * the status page asks every few seconds. */
#define WORKED "pel-probe-worked"

static void
took_cb (GObject *camera, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  GError              *error = NULL;
  g_autoptr (PelImage) image = pel_camera_take_finish (PEL_CAMERA (camera), result, &error);

  /* a desktop that is changing is one that can be seen */
  if (image != NULL || g_error_matches (error, PEL_ERROR, PEL_ERROR_NOT_STABLE))
    {
      g_clear_error (&error);
      g_object_set_data (camera, WORKED, GINT_TO_POINTER (TRUE));
      g_task_return_boolean (task, TRUE);
    }
  else
    g_task_return_error (task, error);
}

/* Without a desktop it is the portal that takes screenshots, and asks the user each time. */
static void
probe_capture (GTask *task, const PelToolContext *context, PelDesktop *desktop)
{
  const PelMonitorLayout *layout = desktop != NULL ? pel_desktop_get_layout (desktop) : NULL;
  PelShot                 shot = { .desktop = desktop };

  if (context->camera == NULL)
    {
      g_task_return_error (task, pel_tool_context_dup_camera_error (context));
      return;
    }
  if (layout == NULL || pel_monitor_layout_get_n_monitors (layout) == 0 ||
      g_object_get_data (G_OBJECT (context->camera), WORKED) != NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  shot.rect = pel_monitor_layout_get_monitor (layout, 0)->physical;
  shot.rect.width = shot.rect.height = 1;
  pel_camera_take_async (context->camera,
                         &shot,
                         g_task_get_cancellable (task),
                         took_cb,
                         g_object_ref (task));
}

/* programs */

typedef struct
{
  const Info   *info;
  char         *stamp;
  GSubprocess  *process;
  GCancellable *late;
  guint         late_id;
} Start;

static void
start_free (Start *start)
{
  g_clear_handle_id (&start->late_id, g_source_remove);
  g_clear_object (&start->process);
  g_clear_object (&start->late);
  g_free (start->stamp);
  g_free (start);
}

static void
return_fault (GTask *task, const char *reason)
{
  const Info *info = ((Start *) g_task_get_task_data (task))->info;
  GError     *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Install Pellucid again, or build all of it with “tools/run”"),
                 /* Translators: a program, what does not work without it, and why it does not start
                  */
                 _ ("%s does not start, so %s: %s"),
                 info->program,
                 _ (info->loss),
                 reason);
  g_task_return_error (task, error);
}

static gboolean
late_cb (gpointer data)
{
  Start *start = data;

  start->late_id = 0;
  g_cancellable_cancel (start->late);
  return G_SOURCE_REMOVE;
}

static void
ended_cb (GObject *process, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Start            *start = g_task_get_task_data (task);
  g_autofree char  *output = NULL;
  g_autofree char  *line = NULL;

  if (!g_subprocess_communicate_utf8_finish (start->process, result, NULL, &output, NULL))
    {
      g_subprocess_force_exit (start->process);
      return_fault (task, _ ("It did not end in time"));
      return;
    }
  if (g_subprocess_get_if_exited (start->process) &&
      g_subprocess_get_exit_status (start->process) == 0)
    {
      g_hash_table_replace (started, (char *) start->info->program, g_strdup (start->stamp));
      g_task_return_boolean (task, TRUE);
      return;
    }
  output[strcspn (output, "\n")] = '\0';
  line = pel_text_escape (output);
  return_fault (task, line[0] != '\0' ? line : _ ("It ended with an error"));
}

static char *
dup_stamp (const char *path)
{
  GStatBuf info;

  if (g_stat (path, &info) != 0)
    return NULL;
  return g_strdup_printf ("%s %lu %ld", path, (gulong) info.st_ino, (glong) info.st_mtime);
}

static void
probe_program (GTask *task, const Info *info)
{
  g_autofree char   *path = pel_helper_dup_path (info->program);
  g_autoptr (GError) error = NULL;
  Start             *start = g_new0 (Start, 1);

  if (started == NULL)
    started = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  start->info = info;
  start->stamp = dup_stamp (path);
  g_task_set_task_data (task, start, (GDestroyNotify) start_free);
  if (start->stamp != NULL &&
      g_strcmp0 (g_hash_table_lookup (started, info->program), start->stamp) == 0)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  start->process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE,
                        &error,
                        path,
                        "--check",
                        NULL);
  if (start->process == NULL)
    {
      return_fault (task, error->message);
      return;
    }
  start->late = g_cancellable_new ();
  start->late_id = g_timeout_add (TIMEOUT_MS, late_cb, start);
  g_subprocess_communicate_utf8_async (start->process,
                                       NULL,
                                       start->late,
                                       ended_cb,
                                       g_object_ref (task));
}

void
pel_probe_run_async (PelProbe              probe,
                     const PelToolContext *context,
                     PelDesktop           *desktop,
                     GCancellable         *cancellable,
                     GAsyncReadyCallback   callback,
                     gpointer              user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (probe < PEL_N_PROBES);

  g_task_set_source_tag (task, pel_probe_run_async);
  if (pel_probe_is_of_program (probe))
    probe_program (task, &infos[probe]);
  else if (probe == PEL_PROBE_INPUT)
    probe_input (task, context);
  else
    probe_capture (task, context, desktop);
}

gboolean
pel_probe_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_probe_run_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
