/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-log.h"

#include "services/audit/audit-writer.h"
#include "services/base/error.h"
#include "services/base/json.h"

#include <glib/gi18n.h>
#include <string.h>

/* What the worker has; only its thread uses it. */
typedef struct
{
  PelAuditPlace  *place;
  PelAuditWriter *writer; /* (nullable) not open yet, or no more */
} Worker;

struct _PelAuditLog
{
  GObject        parent_instance;
  PelAuditPlace *place;
  Worker        *worker;
  GThreadPool   *pool;  /* of one thread: what is asked first is written first */
  GError        *error; /* of the last record */
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

  g_clear_error (&self->error);
  if (job->error != NULL)
    self->error = g_error_copy (job->error);
  if (job->error != NULL)
    g_task_return_error (job->task, g_steal_pointer (&job->error));
  else
    g_task_return_int (job->task, job->seq);
  return G_SOURCE_REMOVE;
}

/* FALSE: the writer, if there was one, is of no more use. */
static gboolean
write_job (Worker *worker, Job *job)
{
  if (worker->writer == NULL)
    worker->writer = pel_audit_writer_new (worker->place, &job->error);
  if (worker->writer != NULL)
    job->seq = pel_audit_writer_append (worker->writer, job->kind, job->members, &job->error);
  if (job->error == NULL)
    return TRUE;
  g_clear_pointer (&worker->writer, pel_audit_writer_free);
  return FALSE;
}

/* A writer that finds its file changed by somebody is replaced by one that looks anew. */
static void
work_cb (gpointer data, gpointer user_data)
{
  Job     *job = data;
  Worker  *worker = user_data;
  gboolean was_open = worker->writer != NULL;

  if (!write_job (worker, job) && was_open)
    {
      g_clear_error (&job->error);
      write_job (worker, job);
    }
  g_main_context_invoke_full (g_task_get_context (job->task),
                              G_PRIORITY_DEFAULT,
                              answer_cb,
                              job,
                              (GDestroyNotify) job_free);
}

static void
worker_free (Worker *worker)
{
  g_clear_pointer (&worker->writer, pel_audit_writer_free);
  pel_audit_place_unref (worker->place);
  g_free (worker);
}

/* Every job holds a reference, so that there is none left. The worker itself may be at its last
 * words: it is waited for. */
static void
pel_audit_log_finalize (GObject *object)
{
  PelAuditLog *self = PEL_AUDIT_LOG (object);

  g_thread_pool_free (self->pool, FALSE, TRUE);
  worker_free (self->worker);
  pel_audit_place_unref (self->place);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (pel_audit_log_parent_class)->finalize (object);
}

static void
pel_audit_log_class_init (PelAuditLogClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_audit_log_finalize;
}

static void
pel_audit_log_init (PelAuditLog *self)
{
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
                 _ ("Ask for less at once"),
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
  g_thread_pool_push (self->pool, job, NULL);
}

guint64
pel_audit_log_append_finish (PelAuditLog *self, GAsyncResult *result, GError **error)
{
  gssize seq;

  g_return_val_if_fail (g_task_is_valid (result, self), 0);

  seq = g_task_propagate_int (G_TASK (result), error);
  return seq > 0 ? seq : 0;
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
