/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/baseline.h"

#include "services/capture/image-share.h"
#include "services/condition/condition-private.h"

static void
collect (const PelCondition *condition, GPtrArray *paths)
{
  if (condition->baseline != NULL &&
      !g_ptr_array_find_with_equal_func (paths, condition->baseline, g_str_equal, NULL))
    g_ptr_array_add (paths, g_strdup (condition->baseline));
  for (guint i = 0; condition->children != NULL && i < condition->children->len; i++)
    collect (pel_condition_get_child (condition, i), paths);
}

static void
check_in_thread (GTask *task, gpointer unused, gpointer data, GCancellable *cancellable)
{
  GPtrArray *paths = data;
  GError    *error = NULL;

  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (PelImage) image = pel_image_share_file (paths->pdata[i], cancellable, &error);

      if (image != NULL)
        continue;
      g_task_return_error (task, error);
      return;
    }
  g_task_return_boolean (task, TRUE);
}

void
pel_baselines_check_async (const PelCondition *condition,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GPtrArray        *paths = g_ptr_array_new_with_free_func (g_free);

  g_task_set_source_tag (task, pel_baselines_check_async);
  g_task_set_task_data (task, paths, (GDestroyNotify) g_ptr_array_unref);
  collect (condition, paths);
  g_task_run_in_thread (task, check_in_thread);
}

gboolean
pel_baselines_check_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_baselines_check_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
