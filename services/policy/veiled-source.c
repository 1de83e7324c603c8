/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/veiled-source.h"

#include "services/base/error.h"
#include "services/policy/veil.h"

#include <glib/gi18n.h>

/* A program without private windows is believed to have none for this long: hundreds of elements
 * are read right after a look at them. */
#define CLEAN_US  (100 * G_TIME_SPAN_MILLISECOND)
#define CHECK_MS  500
#define MAX_CLEAN 1024

struct _PelVeiledSource
{
  PelOuterSource  parent_instance;
  PelPolicyStore *policy;
  GHashTable     *clean; /* bus name → gint64 *: when it had no private window */
};

/* Something that is about one element, and waits until it is known whether that is private. */
typedef struct
{
  char             *bus_name, *path;
  PelReadingRequest request; /* its strings are those above */
  PelElementAct    *act;     /* (nullable): it is no reading but an act */
} Errand;

static void pel_veiled_source_iface_init (PelElementSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelVeiledSource,
                               pel_veiled_source,
                               PEL_TYPE_OUTER_SOURCE,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_ELEMENT_SOURCE,
                                                      pel_veiled_source_iface_init))

static void
errand_free (Errand *errand)
{
  g_free (errand->bus_name);
  g_free (errand->path);
  g_clear_pointer (&errand->act, pel_element_act_free);
  g_free (errand);
}

/* Looks */

static void
note_clean (PelVeiledSource *self, PelSnapshot *snapshot)
{
  if (g_hash_table_size (self->clean) > MAX_CLEAN)
    g_hash_table_remove_all (self->clean);
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    {
      gint64 *time = g_new (gint64, 1);

      *time = g_get_monotonic_time ();
      g_hash_table_replace (self->clean,
                            g_strdup (pel_snapshot_get_program (snapshot, i)->bus_name),
                            time);
    }
}

typedef struct
{
  PelPolicy   *policy;
  PelSnapshot *veiled;
} Kept;

static void
kept_free (Kept *kept)
{
  pel_policy_unref (kept->policy);
  g_object_unref (kept->veiled);
  g_free (kept);
}

/* What has not changed is the same snapshot again: it is veiled once. */
static PelSnapshot *
veil (PelVeiledSource *self, PelSnapshot *snapshot)
{
  static const char key[] = "pel-veiled";
  PelPolicy        *policy = pel_policy_store_get_policy (self->policy);
  Kept             *kept = g_object_get_data (G_OBJECT (snapshot), key);
  PelSnapshot      *veiled;

  if (kept != NULL && kept->policy == policy)
    return g_object_ref (kept->veiled);
  veiled = pel_veil_apply (policy, snapshot);
  if (veiled == snapshot)
    {
      note_clean (self, snapshot);
      return veiled;
    }
  g_hash_table_remove_all (self->clean);
  kept = g_new0 (Kept, 1);
  kept->policy = pel_policy_ref (policy);
  kept->veiled = g_object_ref (veiled);
  g_object_set_data_full (G_OBJECT (snapshot), key, kept, (GDestroyNotify) kept_free);
  return veiled;
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (snapshot == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, veil (g_task_get_source_object (task), snapshot), g_object_unref);
}

/* The inner source keeps the cancellable, and says so where it was cancelled. */
static GTask *
new_task (PelElementSource *source, GAsyncReadyCallback callback, gpointer user_data, gpointer tag)
{
  GTask *task = g_task_new (source, NULL, callback, user_data);

  g_task_set_source_tag (task, tag);
  return task;
}

static void
look_async (PelElementSource   *source,
            const PelLook      *look,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  pel_element_source_look_async (pel_outer_source_get_inner (PEL_OUTER_SOURCE (source)),
                                 look,
                                 cancellable,
                                 looked_cb,
                                 new_task (source, callback, user_data, look_async));
}

/* Reading and acting */

/* Takes @task. */
static void
run_errand (GTask *task, GCancellable *cancellable)
{
  PelOuterSource *self = g_task_get_source_object (task);
  Errand         *errand = g_task_get_task_data (task);

  if (errand->act != NULL)
    pel_outer_source_pass_act (self, errand->act, cancellable, task);
  else
    pel_outer_source_pass_read (self, &errand->request, cancellable, task);
}

typedef struct
{
  GTask        *task;
  GCancellable *cancellable;
} Check;

static void
refuse (GTask *task)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_BLOCKED_WINDOW,
                 NULL,
                 _ ("The element is in a window that the policy keeps private"));
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* A program that is not known is left to the inner source, which says so. Any other failure to look
 * leaves it unknown what would be read. */
static void
checked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Check                   *check = user_data;
  g_autoptr (GTask)        task = check->task;
  g_autoptr (GCancellable) cancellable = check->cancellable;
  PelVeiledSource         *self = g_task_get_source_object (task);
  Errand                  *errand = g_task_get_task_data (task);
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelSnapshot)  snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);
  PelPolicy *policy = pel_policy_store_get_policy (self->policy);

  g_free (check);
  if (snapshot == NULL && !g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND))
    g_task_return_error (task, g_steal_pointer (&error));
  else if (snapshot != NULL && pel_veil_covers (policy, snapshot, errand->bus_name, errand->path))
    refuse (g_steal_pointer (&task));
  else
    {
      if (snapshot != NULL && !pel_veil_is_needed (policy, snapshot))
        note_clean (self, snapshot);
      run_errand (g_steal_pointer (&task), cancellable);
    }
}

static gboolean
is_clean (PelVeiledSource *self, const char *bus_name)
{
  const gint64 *time = g_hash_table_lookup (self->clean, bus_name);

  return time != NULL && g_get_monotonic_time () - *time < CLEAN_US;
}

/* Takes @task and @errand. */
static void
begin_errand (GTask *task, Errand *errand, GCancellable *cancellable)
{
  PelVeiledSource *self = g_task_get_source_object (task);
  PelLook          look = { .kind = PEL_LOOK_PROGRAM,
                            .target = errand->bus_name,
                            .flags = PEL_LOOK_AT_ONCE,
                            .timeout_ms = CHECK_MS };
  Check           *check;

  g_task_set_task_data (task, errand, (GDestroyNotify) errand_free);
  if (errand->act == NULL && is_clean (self, errand->bus_name))
    {
      run_errand (task, cancellable);
      return;
    }
  check = g_new0 (Check, 1);
  check->task = task;
  check->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  pel_element_source_look_async (pel_outer_source_get_inner (PEL_OUTER_SOURCE (self)),
                                 &look,
                                 cancellable,
                                 checked_cb,
                                 check);
}

static Errand *
errand_new (const char *bus_name, const char *path)
{
  Errand *errand = g_new0 (Errand, 1);

  errand->bus_name = g_strdup (bus_name);
  errand->path = g_strdup (path);
  return errand;
}

static void
read_async (PelElementSource        *source,
            const PelReadingRequest *request,
            GCancellable            *cancellable,
            GAsyncReadyCallback      callback,
            gpointer                 user_data)
{
  Errand *errand = errand_new (request->bus_name, request->path);

  errand->request = *request;
  errand->request.bus_name = errand->bus_name;
  errand->request.path = errand->path;
  begin_errand (new_task (source, callback, user_data, read_async), errand, cancellable);
}

static void
act_async (PelElementSource    *source,
           const PelElementAct *act,
           GCancellable        *cancellable,
           GAsyncReadyCallback  callback,
           gpointer             user_data)
{
  Errand *errand = errand_new (act->bus_name, act->path);

  errand->act = pel_element_act_copy (act);
  begin_errand (new_task (source, callback, user_data, act_async), errand, cancellable);
}

static void
pel_veiled_source_iface_init (PelElementSourceInterface *iface)
{
  iface->look_async = look_async;
  iface->read_async = read_async;
  iface->act_async = act_async;
}

static void
policy_changed_cb (PelPolicyStore *policy, gpointer data)
{
  PelVeiledSource *self = data;

  g_hash_table_remove_all (self->clean);
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (self));
}

static void
pel_veiled_source_dispose (GObject *object)
{
  PelVeiledSource *self = PEL_VEILED_SOURCE (object);

  g_clear_object (&self->policy);
  g_clear_pointer (&self->clean, g_hash_table_unref);
  G_OBJECT_CLASS (pel_veiled_source_parent_class)->dispose (object);
}

static void
pel_veiled_source_class_init (PelVeiledSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_veiled_source_dispose;
}

static void
pel_veiled_source_init (PelVeiledSource *self)
{
  self->clean = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

PelElementSource *
pel_veiled_source_new (PelElementSource *inner, PelPolicyStore *policy)
{
  PelVeiledSource *self = g_object_new (PEL_TYPE_VEILED_SOURCE, NULL);

  pel_outer_source_set_inner (PEL_OUTER_SOURCE (self), inner);
  self->policy = g_object_ref (policy);
  g_signal_connect_object (policy, "changed", G_CALLBACK (policy_changed_cb), self, 0);
  return PEL_ELEMENT_SOURCE (self);
}
