/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/examiner.h"

#include "services/ocr/ocr-engine.h"
#include "services/provider/a11y-keeper.h"
#include "services/provider/a11y-switch.h"

/* The parts that are examined concurrently. */
typedef struct
{
  const PelToolContext *context;
  PelExamination       *examination;
  GPtrArray            *census; /* of PelA11yProgram */
  guint                 n_awaited;
} Visit;

static void
visit_free (Visit *visit)
{
  g_clear_pointer (&visit->census, g_ptr_array_unref);
  g_clear_pointer (&visit->examination, pel_examination_free);
  g_free (visit);
}

static void
judge_overlay (Visit *visit)
{
  PelExamination *examination = visit->examination;
  const GError   *obstacle = NULL;
  const char     *refusal, *remedy = NULL;

  if (examination->desktop == NULL)
    return;
  if (visit->context->regions != NULL)
    obstacle = pel_region_registry_get_obstacle (visit->context->regions);
  refusal =
      visit->context->refuse_overlay (pel_desktop_get_platform (examination->desktop), &remedy);
  if (refusal == NULL && obstacle != NULL)
    refusal = obstacle->message;
  examination->overlay_refusal = g_strdup (refusal);
  examination->overlay_remedy = g_strdup (remedy);
}

/* Takes the task's reference of the part that has ended. */
static void
end_part (GTask *task)
{
  g_autoptr (GTask) owned = task;
  Visit            *visit = g_task_get_task_data (task);
  PelExamination   *examination = visit->examination;

  if (--visit->n_awaited > 0)
    return;
  examination->programs = pel_programs_collect (examination->desktop, visit->census);
  for (guint i = 0; i < examination->programs->len; i++)
    if (((PelProgram *) g_ptr_array_index (examination->programs, i))->is_on_bus)
      examination->n_on_bus++;
  judge_overlay (visit);
  g_task_return_pointer (task,
                         g_steal_pointer (&visit->examination),
                         (GDestroyNotify) pel_examination_free);
}

static PelExamination *
get_examination (GTask *task)
{
  return ((Visit *) g_task_get_task_data (task))->examination;
}

/* A probe under way. */
typedef struct
{
  GTask   *task;
  PelProbe probe;
} Trial;

static void
tried_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autofree Trial *trial = user_data;

  pel_probe_run_finish (result, &get_examination (trial->task)->faults[trial->probe]);
  end_part (trial->task);
}

static void
try (GTask *task, PelProbe probe)
{
  Visit *visit = g_task_get_task_data (task);
  Trial *trial = g_new (Trial, 1);

  *trial = (Trial){ g_object_ref (task), probe };
  visit->n_awaited++;
  pel_probe_run_async (probe,
                       visit->context,
                       visit->examination->desktop,
                       g_task_get_cancellable (task),
                       tried_cb,
                       trial);
}

static void
queried_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask          *task = user_data;
  PelExamination *examination = get_examination (task);

  examination->desktop = pel_window_source_query_finish (PEL_WINDOW_SOURCE (source),
                                                         result,
                                                         &examination->desktop_error);
  if (examination->desktop != NULL)
    {
      try (task, PEL_PROBE_INPUT);
      try (task, PEL_PROBE_CAPTURE);
    }
  end_part (task);
}

static void
counted_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Visit *visit = g_task_get_task_data (task);

  visit->census = pel_a11y_census_finish (result, &visit->examination->a11y_error);
  end_part (task);
}

static void
switch_read_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask                    *task = user_data;
  PelExamination           *examination = get_examination (task);
  g_autoptr (PelA11ySwitch) a11y = pel_a11y_switch_read_finish (result, &examination->a11y_error);

  if (a11y == NULL)
    {
      end_part (task);
      return;
    }
  examination->is_a11y_enabled = a11y->is_enabled;
  pel_a11y_census_async (a11y->address, g_task_get_cancellable (task), counted_cb, task);
}

void
pel_examiner_run (GTask *task, const PelToolContext *context)
{
  Visit        *visit = g_new0 (Visit, 1);
  GCancellable *cancellable = g_task_get_cancellable (task);

  visit->context = context;
  visit->examination = g_new0 (PelExamination, 1);
  visit->examination->is_stopped =
      context->stopper != NULL && pel_stopper_is_stopped (context->stopper);
  visit->examination->ocr_version = g_strdup (pel_ocr_engine_get_version ());
  visit->examination->ocr_languages = pel_ocr_engine_dup_languages ();
  visit->n_awaited = 2;
  g_task_set_task_data (task, visit, (GDestroyNotify) visit_free);

  pel_a11y_switch_read_async (context->session_bus,
                              cancellable,
                              switch_read_cb,
                              g_object_ref (task));
  for (PelProbe probe = 0; probe < PEL_N_PROBES; probe++)
    if (pel_probe_is_of_program (probe))
      try (task, probe);
  if (context->windows != NULL)
    {
      pel_window_source_query_async (context->windows,
                                     cancellable,
                                     queried_cb,
                                     g_object_ref (task));
      return;
    }
  visit->examination->desktop_error = pel_tool_context_dup_windows_error (context);
  end_part (g_object_ref (task));
}

static void
enabled_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  g_autoptr (GError) error = NULL;

  if (pel_a11y_switch_enable_finish (result, &error))
    {
      pel_a11y_keeper_leave_on ();
      g_task_return_boolean (task, TRUE);
    }
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
pel_examiner_enable_accessibility (GTask *task, const PelToolContext *context)
{
  pel_a11y_switch_enable_async (context->session_bus,
                                g_task_get_cancellable (task),
                                enabled_cb,
                                g_object_ref (task));
}
