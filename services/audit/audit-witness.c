/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-witness.h"

PelAuditWitness *
pel_audit_witness_ref (PelAuditWitness *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PelAuditWitness *self = data;

  self->clear (self);
}

void
pel_audit_witness_unref (PelAuditWitness *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
