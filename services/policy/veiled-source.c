/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/veiled-source.h"

#include "services/base/error.h"
#include "services/policy/veil.h"

#include <glib/gi18n.h>

#define CHECK_MS   500
#define AGAIN_MS   5000 /* to read a program from the start */
#define MAX_ROUNDS 4    /* programs that are read from the start for one look */

struct _PelVeiledSource
{
  PelOuterSource  parent_instance;
  PelPolicyStore *policy;
  GHashTable     *checks;     /* bus name → Check: those that are under way */
  guint           lifting_id; /* what is only remembered to be private will not be then */
};

/* A look at a program whose elements were read. What is read meanwhile waits for the next one. */
typedef struct
{
  PelVeiledSource *source;
  char            *bus_name;
  GPtrArray       *tasks, *later; /* of GTask, owned */
} Check;

/* A look on its way. */
typedef struct
{
  PelLook       look; /* its strings are our own */
  GCancellable *cancellable;
  GPtrArray    *tried; /* of bus names: programs that were read from the start for it */
  char         *again; /* (nullable): the program that is being read from the start, */
  gint64        since; /* since then */
} Gaze;

/* Something that is about one element, and waits until it is known whether that is private. */
typedef struct
{
  char              *bus_name, *path;
  PelReadingRequest  request; /* its strings are those above */
  PelElementReading *reading; /* (nullable): what was read, before it is returned */
  PelElementAct     *act;     /* (nullable): it is no reading but an act */
  GCancellable      *cancellable;
} Errand;

static void pel_veiled_source_iface_init (PelElementSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelVeiledSource,
                               pel_veiled_source,
                               PEL_TYPE_OUTER_SOURCE,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_ELEMENT_SOURCE,
                                                      pel_veiled_source_iface_init))

static void
gaze_free (Gaze *gaze)
{
  g_free ((char *) gaze->look.target);
  g_free ((char *) gaze->look.anew);
  g_clear_pointer (&gaze->look.doubted, g_array_unref);
  g_free (gaze->again);
  g_ptr_array_unref (gaze->tried);
  g_clear_object (&gaze->cancellable);
  g_free (gaze);
}

static void
errand_free (Errand *errand)
{
  g_free (errand->bus_name);
  g_free (errand->path);
  g_clear_pointer (&errand->act, pel_element_act_free);
  g_clear_pointer (&errand->reading, pel_element_reading_free);
  g_clear_object (&errand->cancellable);
  g_free (errand);
}

static PelElementSource *
get_inner (gpointer self)
{
  return pel_outer_source_get_inner (PEL_OUTER_SOURCE (self));
}

static PelVeilTerms
get_terms (PelVeiledSource *self)
{
  return (PelVeilTerms){ pel_policy_store_get_policy (self->policy),
                         pel_policy_store_get_memory (self->policy),
                         g_get_monotonic_time () };
}

/* What is private now */

/* What is known of a snapshot under one policy: what has not changed is the same snapshot again. */
typedef struct
{
  PelPolicy   *policy;
  gboolean     is_private; /* something in it, now */
  gboolean     is_veiled;
  guint64      stamp;  /* of the memory when it was veiled */
  PelSnapshot *veiled; /* NULL: nothing is private */
} Kept;

static void
kept_free (Kept *kept)
{
  pel_policy_unref (kept->policy);
  g_clear_object (&kept->veiled);
  g_free (kept);
}

static Kept *
keep (const PelVeilTerms *terms, PelSnapshot *snapshot)
{
  static const char key[] = "pel-veiled";
  Kept             *kept = g_object_get_data (G_OBJECT (snapshot), key);

  if (kept != NULL && kept->policy == terms->policy)
    return kept;
  kept = g_new0 (Kept, 1);
  kept->policy = pel_policy_ref (terms->policy);
  kept->is_private = TRUE; /* until it has been looked at */
  g_object_set_data_full (G_OBJECT (snapshot), key, kept, (GDestroyNotify) kept_free);
  return kept;
}

static gboolean
lift_cb (gpointer data)
{
  PelVeiledSource *self = data;

  self->lifting_id = 0;
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (self));
  return G_SOURCE_REMOVE;
}

/* Nothing else tells those who watch that something is private no longer. */
static void
lift_later (PelVeiledSource *self)
{
  if (self->lifting_id == 0)
    self->lifting_id = g_timeout_add (PEL_PRIVACY_GRACE_MS, lift_cb, self);
}

/* What will not be private for long, in the windows or in a program that answers. */
static gboolean
is_lingering (const PelVeilTerms *terms, PelSnapshot *snapshot)
{
  if (pel_privacy_memory_has_lingering_windows (terms->memory))
    return TRUE;
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    {
      const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, i);

      if (program->is_answering &&
          pel_privacy_memory_is_lingering (terms->memory, program->bus_name, terms->now))
        return TRUE;
    }
  return FALSE;
}

static void
note (PelVeiledSource *self, const PelVeilTerms *terms, PelSnapshot *snapshot)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);
  Kept       *kept = keep (terms, snapshot);

  if (desktop != NULL)
    pel_title_watch_note (pel_policy_store_get_titles (self->policy), desktop, terms->now);
  if (kept->is_private)
    kept->is_private = pel_veil_remember (terms, snapshot);
  if (is_lingering (terms, snapshot))
    lift_later (self);
}

static PelSnapshot *
veil (const PelVeilTerms *terms, PelSnapshot *snapshot)
{
  guint64                 stamp = pel_privacy_memory_get_stamp (terms->memory);
  Kept                   *kept = keep (terms, snapshot);
  g_autoptr (PelSnapshot) veiled = NULL;

  if (!kept->is_veiled || kept->stamp != stamp)
    {
      veiled = pel_veil_apply (terms, snapshot);
      g_clear_object (&kept->veiled);
      if (veiled != snapshot)
        kept->veiled = g_steal_pointer (&veiled);
      kept->is_veiled = TRUE;
      kept->stamp = stamp;
    }
  return g_object_ref (kept->veiled != NULL ? kept->veiled : snapshot);
}

/* Looks */

static void looked_cb (GObject *source, GAsyncResult *result, gpointer user_data);

/* (nullable): a program of which too much is only remembered to be private. */
static const char *
find_ripe (const PelVeilTerms *terms, const Gaze *gaze, PelSnapshot *snapshot)
{
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    {
      const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, i);

      if (program->is_answering &&
          !g_ptr_array_find_with_equal_func (gaze->tried, program->bus_name, g_str_equal, NULL) &&
          pel_privacy_memory_is_ripe (terms->memory, program->bus_name, terms->now))
        return program->bus_name;
    }
  return NULL;
}

static void
gaze_at (PelVeiledSource *self, const PelLook *look, GTask *task)
{
  const Gaze *gaze = g_task_get_task_data (task);

  pel_element_source_look_async (get_inner (self), look, gaze->cancellable, looked_cb, task);
}

/* It was private, and is called something else by now: what is known of it may still be from
 * before. */
static void
gaze_again (PelVeiledSource *self, const char *bus_name, GTask *task)
{
  Gaze *gaze = g_task_get_task_data (task);

  g_ptr_array_add (gaze->tried, g_strdup (bus_name));
  gaze->again = g_strdup (bus_name);
  gaze->since = g_get_monotonic_time ();
  gaze_at (self,
           &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                       .target = gaze->again,
                       .flags = PEL_LOOK_AGAIN | (gaze->look.flags & PEL_LOOK_VALUES),
                       .timeout_ms = AGAIN_MS },
           task);
}

/* Only if all of it has come, all of it is new. */
static void
end_again (PelVeiledSource *self, Gaze *gaze, PelSnapshot *snapshot)
{
  g_autofree char *bus_name = g_steal_pointer (&gaze->again);
  gboolean is_late = g_get_monotonic_time () - gaze->since >= AGAIN_MS * G_TIME_SPAN_MILLISECOND;

  if (snapshot != NULL && !is_late && pel_snapshot_get_n_programs (snapshot) > 0 &&
      pel_snapshot_get_program (snapshot, 0)->is_answering)
    pel_privacy_memory_release (pel_policy_store_get_memory (self->policy), bus_name, gaze->since);
}

/* All programs are in @snapshot: what others had is gone with them. */
static void
forget_others (const PelVeilTerms *terms, PelSnapshot *snapshot)
{
  g_autoptr (GHashTable) names = NULL;

  if (pel_privacy_memory_is_empty (terms->memory))
    return;
  names = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    g_hash_table_add (names, (gpointer) pel_snapshot_get_program (snapshot, i)->bus_name);
  pel_privacy_memory_forget_others (terms->memory, names);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask                  *task = user_data;
  PelVeiledSource        *self = g_task_get_source_object (task);
  Gaze                   *gaze = g_task_get_task_data (task);
  GError                 *error = NULL;
  PelVeilTerms            terms = get_terms (self);
  const char             *ripe = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (snapshot != NULL)
    note (self, &terms, snapshot);
  if (gaze->again != NULL)
    {
      end_again (self, gaze, snapshot);
      g_clear_error (&error);
      gaze_at (self, &gaze->look, task);
      return;
    }
  if (snapshot != NULL && gaze->look.kind == PEL_LOOK_DESKTOP)
    forget_others (&terms, snapshot);
  if (snapshot != NULL && gaze->tried->len < MAX_ROUNDS &&
      (gaze->look.flags & PEL_LOOK_AT_ONCE) == 0)
    ripe = find_ripe (&terms, gaze, snapshot);
  if (ripe != NULL)
    {
      gaze_again (self, ripe, task);
      return;
    }
  if (snapshot == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, veil (&terms, snapshot), g_object_unref);
  g_object_unref (task);
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
  GTask *task = new_task (source, callback, user_data, look_async);
  Gaze  *gaze = g_new0 (Gaze, 1);

  gaze->tried = g_ptr_array_new_with_free_func (g_free);
  gaze->look = *look;
  gaze->look.target = g_strdup (look->target);
  gaze->look.anew = g_strdup (look->anew);
  gaze->look.doubted = look->doubted != NULL ? g_array_ref (look->doubted) : NULL;
  g_set_object (&gaze->cancellable, cancellable);
  g_task_set_task_data (task, gaze, (GDestroyNotify) gaze_free);
  gaze_at (PEL_VEILED_SOURCE (source), &gaze->look, task);
}

/* Reading and acting */

/* Takes @task. */
static void
finish_errand (GTask *task)
{
  Errand *errand = g_task_get_task_data (task);

  if (errand->act != NULL)
    {
      pel_outer_source_pass_act (g_task_get_source_object (task),
                                 errand->act,
                                 errand->cancellable,
                                 task);
      return;
    }
  g_task_return_pointer (task,
                         g_steal_pointer (&errand->reading),
                         (GDestroyNotify) pel_element_reading_free);
  g_object_unref (task);
}

/* Takes @task. */
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

static gboolean
is_covered (PelVeiledSource *self, PelSnapshot *snapshot, const Errand *errand)
{
  PelVeilTerms            terms = get_terms (self);
  g_autoptr (PelSnapshot) veiled = NULL;

  note (self, &terms, snapshot);
  veiled = veil (&terms, snapshot);
  return veiled != snapshot && pel_veil_covers (&terms, snapshot, errand->bus_name, errand->path);
}

/* What @snapshot, or the lack of it, means for an errand. A program that is not known is left to
 * the inner source, which says so. Any other failure to look leaves it unknown what would be read.
 * Takes @task. */
static void
judge (GTask *task, PelSnapshot *snapshot, const GError *error)
{
  if (snapshot == NULL && !g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND))
    {
      g_task_return_error (task, g_error_copy (error));
      g_object_unref (task);
    }
  else if (snapshot != NULL &&
           is_covered (g_task_get_source_object (task), snapshot, g_task_get_task_data (task)))
    refuse (task);
  else
    finish_errand (task);
}

static void
look_at (PelVeiledSource    *self,
         const char         *bus_name,
         PelLookFlags        flags,
         GAsyncReadyCallback callback,
         gpointer            data)
{
  pel_element_source_look_async (get_inner (self),
                                 &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                                             .target = bus_name,
                                             .flags = flags,
                                             .timeout_ms = CHECK_MS },
                                 NULL,
                                 callback,
                                 data);
}

/* Readings: checked afterwards, since what they say may have become private meanwhile. Hundreds may
 * come at the same time. */

static void checked_cb (GObject *source, GAsyncResult *result, gpointer user_data);

static void
check_free (Check *check)
{
  g_object_unref (check->source);
  g_free (check->bus_name);
  g_ptr_array_unref (check->tasks);
  g_ptr_array_unref (check->later);
  g_free (check);
}

static void
check (GTask *task)
{
  PelVeiledSource *self = g_task_get_source_object (task);
  const Errand    *errand = g_task_get_task_data (task);
  Check           *pending = g_hash_table_lookup (self->checks, errand->bus_name);

  if (pending != NULL)
    {
      g_ptr_array_add (pending->later, task);
      return;
    }
  pending = g_new0 (Check, 1);
  pending->source = g_object_ref (self);
  pending->bus_name = g_strdup (errand->bus_name);
  pending->tasks = g_ptr_array_new ();
  pending->later = g_ptr_array_new ();
  g_ptr_array_add (pending->tasks, task);
  g_hash_table_insert (self->checks, pending->bus_name, pending);
  look_at (self, pending->bus_name, 0, checked_cb, pending);
}

static void
checked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Check                  *pending = user_data;
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  g_hash_table_remove (pending->source->checks, pending->bus_name);
  for (guint i = 0; i < pending->tasks->len; i++)
    judge (pending->tasks->pdata[i], snapshot, error);
  for (guint i = 0; i < pending->later->len; i++)
    check (pending->later->pdata[i]);
  check_free (pending);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask  *task = user_data;
  Errand *errand = g_task_get_task_data (task);
  GError *error = NULL;

  errand->reading = pel_element_source_read_finish (PEL_ELEMENT_SOURCE (source), result, &error);
  if (errand->reading != NULL)
    {
      check (task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* Acts: checked before. */
static void
may_act_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  judge (user_data, snapshot, error);
}

static Errand *
errand_new (const char *bus_name, const char *path, GCancellable *cancellable)
{
  Errand *errand = g_new0 (Errand, 1);

  errand->bus_name = g_strdup (bus_name);
  errand->path = g_strdup (path);
  g_set_object (&errand->cancellable, cancellable);
  return errand;
}

static void
read_async (PelElementSource        *source,
            const PelReadingRequest *request,
            GCancellable            *cancellable,
            GAsyncReadyCallback      callback,
            gpointer                 user_data)
{
  GTask  *task = new_task (source, callback, user_data, read_async);
  Errand *errand = errand_new (request->bus_name, request->path, cancellable);

  errand->request = *request;
  errand->request.bus_name = errand->bus_name;
  errand->request.path = errand->path;
  g_task_set_task_data (task, errand, (GDestroyNotify) errand_free);
  pel_element_source_read_async (get_inner (source), &errand->request, cancellable, read_cb, task);
}

static void
act_async (PelElementSource    *source,
           const PelElementAct *act,
           GCancellable        *cancellable,
           GAsyncReadyCallback  callback,
           gpointer             user_data)
{
  GTask  *task = new_task (source, callback, user_data, act_async);
  Errand *errand = errand_new (act->bus_name, act->path, cancellable);

  errand->act = pel_element_act_copy (act);
  g_task_set_task_data (task, errand, (GDestroyNotify) errand_free);
  look_at (PEL_VEILED_SOURCE (source), errand->bus_name, PEL_LOOK_AT_ONCE, may_act_cb, task);
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
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (data));
}

static void
pel_veiled_source_dispose (GObject *object)
{
  PelVeiledSource *self = PEL_VEILED_SOURCE (object);

  g_clear_handle_id (&self->lifting_id, g_source_remove);
  g_clear_object (&self->policy);
  g_clear_pointer (&self->checks, g_hash_table_unref); /* those under way hold the source */
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
  self->checks = g_hash_table_new (g_str_hash, g_str_equal);
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
