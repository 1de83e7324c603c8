/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/stopper.h"

#include "services/audit/audit-record.h"
#include "services/base/error.h"
#include "services/base/gate.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

struct _PelStopper
{
  GObject      parent_instance;
  PelAuditLog *audit; /* (nullable) */
  char        *path;  /* (nullable) */
  gboolean     is_stopped;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelStopper, pel_stopper, G_TYPE_OBJECT)

static void
note (PelStopper *self, const char *event, const char *who)
{
  const PelAuditRecord   record = { .event = event, .client = who };
  g_autoptr (JsonObject) content = pel_audit_record_to_json (&record, NULL);

  if (self->audit != NULL)
    pel_audit_log_append_async (self->audit, PEL_AUDIT_NOTE, content, NULL, NULL);
}

static void
pel_stopper_dispose (GObject *object)
{
  PelStopper *self = PEL_STOPPER (object);

  if (self->is_stopped)
    pel_gate_open (PEL_GATE_STOPPED);
  self->is_stopped = FALSE;
  g_clear_object (&self->audit);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (pel_stopper_parent_class)->dispose (object);
}

static void
pel_stopper_class_init (PelStopperClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_stopper_dispose;
  signals[CHANGED] = g_signal_new ("changed",
                                   PEL_TYPE_STOPPER,
                                   G_SIGNAL_RUN_LAST,
                                   0,
                                   NULL,
                                   NULL,
                                   NULL,
                                   G_TYPE_NONE,
                                   0);
}

static void
pel_stopper_init (PelStopper *self)
{
}

/* A link that leads nowhere is there as well. */
static gboolean
is_there (const char *path)
{
  struct stat file;

  return path != NULL && (lstat (path, &file) == 0 || (errno != ENOENT && errno != ENOTDIR));
}

PelStopper *
pel_stopper_new (PelAuditLog *audit, const char *path)
{
  PelStopper *self = g_object_new (PEL_TYPE_STOPPER, NULL);

  g_set_object (&self->audit, audit);
  self->path = g_strdup (path);
  self->is_stopped = is_there (path);
  if (self->is_stopped)
    pel_gate_close (PEL_GATE_STOPPED);
  return self;
}

char *
pel_stopper_dup_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "pellucid", "stopped", NULL);
}

/* A few bytes, at most twice in a stop. The gate is closed already: where the file cannot be
 * written, this session is stopped all the same. */
static void
keep (PelStopper *self, const char *who)
{
  g_autofree char   *folder = NULL;
  g_autoptr (GError) error = NULL;

  if (self->path == NULL)
    return;
  folder = g_path_get_dirname (self->path);
  if (g_mkdir_with_parents (folder, 0700) != 0 ||
      !g_file_set_contents_full (self->path, who, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    g_debug ("the stop is not kept in %s: %s",
             self->path,
             error != NULL ? error->message : g_strerror (errno));
}

gboolean
pel_stopper_is_stopped (PelStopper *self)
{
  g_return_val_if_fail (PEL_IS_STOPPER (self), TRUE);

  return self->is_stopped;
}

void
pel_stopper_stop (PelStopper *self, const char *who)
{
  g_return_if_fail (PEL_IS_STOPPER (self));

  if (self->is_stopped)
    return;
  self->is_stopped = TRUE;
  pel_gate_close (PEL_GATE_STOPPED);
  keep (self, who);
  note (self, "stopped", who);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
pel_stopper_resume (PelStopper *self, const char *who, GError **error)
{
  g_return_val_if_fail (PEL_IS_STOPPER (self), FALSE);

  if (!self->is_stopped)
    return TRUE;
  if (is_there (self->path) && g_unlink (self->path) != 0)
    {
      pel_set_error (error,
                     PEL_ERROR_COMMAND_FAILED,
                     _ ("Remove that file and try again"),
                     _ ("Automation stays stopped: cannot remove %s: %s"),
                     self->path,
                     g_strerror (errno));
      return FALSE;
    }
  self->is_stopped = FALSE;
  note (self, "resumed", who);
  pel_gate_open (PEL_GATE_STOPPED);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}
