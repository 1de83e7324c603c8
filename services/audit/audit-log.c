/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-log.h"

#include "services/audit/audit-denials.h"
#include "services/audit/audit-record.h"
#include "services/audit/audit-writer.h"
#include "services/base/error.h"
#include "services/base/json.h"

#include <glib/gi18n.h>
#include <string.h>

#define DENIALS_SECONDS 60

/* What the worker has; only its thread uses it. */
typedef struct
{
  PelAuditPlace  *place;
  PelAuditWriter *writer; /* (nullable) not open yet, or no more */
} Worker;

struct _PelAuditLog
{
  GObject          parent_instance;
  PelAuditPlace   *place;
  Worker          *worker;
  GThreadPool     *pool;     /* of one thread: what is asked first is written first */
  GError          *error;    /* of the last record */
  guint64          last_seq; /* of the last record that could be written */
  guint            n_jobs;   /* under way */
  guint            n_open;   /* intents that have no outcome yet */
  PelAuditDenials *denials;
  guint            denials_id; /* set while some were only counted */
};

G_DEFINE_FINAL_TYPE (PelAuditLog, pel_audit_log, G_TYPE_OBJECT)

/* One record on its way there and back. The task stays in the thread that asked. */
typedef struct
{
  GTask       *task;
  PelAuditKind kind;
  char        *members;
  guint64      seq;
  GError      *error;
  gboolean     is_written; /* though it may have failed */
} Job;

static void
job_free (Job *job)
{
  g_object_unref (job->task);
  g_free (job->members);
  g_clear_error (&job->error);
  g_free (job);
}

static gboolean
answer_cb (gpointer user_data)
{
  Job         *job = user_data;
  PelAuditLog *self = g_task_get_source_object (job->task);

  self->n_jobs--;
  self->n_open += job->kind == PEL_AUDIT_INTENT && job->error == NULL;
  g_clear_error (&self->error);
  if (job->error != NULL)
    self->error = g_error_copy (job->error);
  if (job->error != NULL)
    g_task_return_error (job->task, g_steal_pointer (&job->error));
  else
    g_task_return_int (job->task, self->last_seq = job->seq);
  return G_SOURCE_REMOVE;
}

/* FALSE: the writer, if there was one, is of no more use. */
static gboolean
write_job (Worker *worker, Job *job)
{
  guint64 last;

  if (worker->writer == NULL)
    worker->writer = pel_audit_writer_new (worker->place, &job->error);
  if (worker->writer != NULL)
    {
      last = pel_audit_writer_get_last_seq (worker->writer);
      job->seq = pel_audit_writer_append (worker->writer, job->kind, job->members, &job->error);
      job->is_written = pel_audit_writer_get_last_seq (worker->writer) != last;
    }
  if (job->error == NULL)
    return TRUE;
  g_clear_pointer (&worker->writer, pel_audit_writer_free);
  return FALSE;
}

/* In the thread that asked, and only there: to invoke it could run it here, where nobody iterates
 * that context any more. */
static void
send_back (Job *job)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, answer_cb, job, (GDestroyNotify) job_free);
  g_source_attach (source, g_task_get_context (job->task));
}

/* A writer that finds its file changed is replaced by one that reads it again. What stands
 * in the file is not written a second time. */
static void
work_cb (gpointer data, gpointer user_data)
{
  Job     *job = data;
  Worker  *worker = user_data;
  gboolean was_open = worker->writer != NULL;

  if (!write_job (worker, job) && was_open && !job->is_written)
    {
      g_clear_error (&job->error);
      write_job (worker, job);
    }
  send_back (job);
}

static void
worker_free (Worker *worker)
{
  g_clear_pointer (&worker->writer, pel_audit_writer_free);
  pel_audit_place_unref (worker->place);
  g_free (worker);
}

static void
pel_audit_log_dispose (GObject *object)
{
  g_clear_handle_id (&PEL_AUDIT_LOG (object)->denials_id, g_source_remove);
  G_OBJECT_CLASS (pel_audit_log_parent_class)->dispose (object);
}

/* Every job holds a reference, so that there is none left. The worker itself may be at its last
 * words: it is waited for. */
static void
pel_audit_log_finalize (GObject *object)
{
  PelAuditLog *self = PEL_AUDIT_LOG (object);

  g_thread_pool_free (self->pool, FALSE, TRUE);
  worker_free (self->worker);
  pel_audit_denials_free (self->denials);
  pel_audit_place_unref (self->place);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (pel_audit_log_parent_class)->finalize (object);
}

static void
pel_audit_log_class_init (PelAuditLogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_audit_log_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_audit_log_finalize;
}

static void
pel_audit_log_init (PelAuditLog *self)
{
  self->denials = pel_audit_denials_new ();
}

PelAuditLog *
pel_audit_log_new (PelAuditPlace *place)
{
  PelAuditLog *self = g_object_new (PEL_TYPE_AUDIT_LOG, NULL);

  self->place = pel_audit_place_ref (place);
  self->worker = g_new0 (Worker, 1);
  self->worker->place = pel_audit_place_ref (place);
  self->pool = g_thread_pool_new (work_cb, self->worker, 1, FALSE, NULL);
  return self;
}

/* (transfer full) NULL with an error where it is nothing that fits into a line. */
static char *
write_members (JsonObject *content, GError **error)
{
  static const char *const reserved[] = { "seq", "time", "kind", "prev", "seal" };
  g_autoptr (JsonNode)     node = pel_json_take_object (json_object_ref (content));
  g_autofree char         *members = pel_json_to_string (node, PEL_JSON_COMPACT);

  for (gsize i = 0; i < G_N_ELEMENTS (reserved); i++)
    g_assert (!json_object_has_member (content, reserved[i]));
  if (strlen (members) <= PEL_AUDIT_MAX_RECORD_BYTES)
    return g_steal_pointer (&members);
  pel_set_error (error,
                 PEL_ERROR_DENIED,
                 _ ("Request less at a time"),
                 _ ("A record of %zu bytes is too large for the audit log"),
                 strlen (members));
  return NULL;
}

void
pel_audit_log_append_async (PelAuditLog        *self,
                            PelAuditKind        kind,
                            JsonObject         *content,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  GError           *error = NULL;
  g_autofree char  *members = NULL;
  Job              *job;

  g_return_if_fail (PEL_IS_AUDIT_LOG (self));
  g_return_if_fail (content != NULL);

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, pel_audit_log_append_async);
  members = write_members (content, &error);
  if (members == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  job = g_new0 (Job, 1);
  job->task = g_steal_pointer (&task);
  job->kind = kind;
  job->members = g_steal_pointer (&members);
  self->n_jobs++;
  if (kind == PEL_AUDIT_OUTCOME && json_object_has_member (content, "intent") && self->n_open > 0)
    self->n_open--;
  g_thread_pool_push (self->pool, job, NULL);
}

static void
note_denials (const char *who, guint64 count, gpointer user_data)
{
  const PelAuditRecord   record = { .event = "denials_left_out", .client = who, .count = count };
  g_autoptr (JsonObject) content = pel_audit_record_to_json (&record, NULL);

  pel_audit_log_append_async (user_data, PEL_AUDIT_NOTE, content, NULL, NULL);
}

static gboolean
denials_cb (gpointer user_data)
{
  PelAuditLog *self = user_data;

  self->denials_id = 0;
  pel_audit_denials_tell (self->denials, note_denials, self);
  return G_SOURCE_REMOVE;
}

/* Where nothing could be written before, this would not be either. */
static void
return_counted (PelAuditLog *self, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  if (self->error != NULL)
    g_task_return_error (task, g_error_copy (self->error));
  else
    g_task_return_int (task, self->last_seq);
}

void
pel_audit_log_append_denial_async (PelAuditLog        *self,
                                   const char         *who,
                                   JsonObject         *content,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  g_return_if_fail (PEL_IS_AUDIT_LOG (self));

  if (pel_audit_denials_take (self->denials, who, g_get_monotonic_time ()))
    {
      pel_audit_log_append_async (self, PEL_AUDIT_OUTCOME, content, callback, user_data);
      return;
    }
  if (self->denials_id == 0)
    self->denials_id = g_timeout_add_seconds (DENIALS_SECONDS, denials_cb, self);
  return_counted (self, callback, user_data);
}

guint64
pel_audit_log_append_finish (PelAuditLog *self, GAsyncResult *result, GError **error)
{
  gssize seq;

  g_return_val_if_fail (g_task_is_valid (result, self), 0);

  seq = g_task_propagate_int (G_TASK (result), error);
  return seq > 0 ? seq : 0;
}

static gboolean
expired_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_CONTINUE;
}

void
pel_audit_log_drain (PelAuditLog *self, guint timeout_ms)
{
  gboolean has_expired = FALSE;
  guint    timeout_id;

  g_return_if_fail (PEL_IS_AUDIT_LOG (self));

  pel_audit_denials_tell (self->denials, note_denials, self);
  timeout_id = g_timeout_add (timeout_ms, expired_cb, &has_expired);
  while ((self->n_jobs > 0 || self->n_open > 0) && !has_expired)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout_id);
}

const GError *
pel_audit_log_get_error (PelAuditLog *self)
{
  g_return_val_if_fail (PEL_IS_AUDIT_LOG (self), NULL);

  return self->error;
}

PelAuditPlace *
pel_audit_log_get_place (PelAuditLog *self)
{
  g_return_val_if_fail (PEL_IS_AUDIT_LOG (self), NULL);

  return self->place;
}
