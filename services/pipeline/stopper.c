/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/stopper.h"

#include "services/audit/audit-record.h"
#include "services/base/gate.h"

struct _PelStopper
{
  GObject      parent_instance;
  PelAuditLog *audit; /* (nullable) */
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

PelStopper *
pel_stopper_new (PelAuditLog *audit)
{
  PelStopper *self = g_object_new (PEL_TYPE_STOPPER, NULL);

  g_set_object (&self->audit, audit);
  return self;
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
  note (self, "stopped", who);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
pel_stopper_resume (PelStopper *self, const char *who)
{
  g_return_if_fail (PEL_IS_STOPPER (self));

  if (!self->is_stopped)
    return;
  self->is_stopped = FALSE;
  note (self, "resumed", who);
  pel_gate_open (PEL_GATE_STOPPED);
  g_signal_emit (self, signals[CHANGED], 0);
}
