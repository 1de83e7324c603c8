/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-report.h"

static const char *const fault_names[] = {
  [PEL_AUDIT_CHANGED] = "changed",     [PEL_AUDIT_REWRITTEN] = "rewritten",
  [PEL_AUDIT_MISSING] = "missing",     [PEL_AUDIT_CUT] = "cut",
  [PEL_AUDIT_REORDERED] = "reordered", [PEL_AUDIT_DUPLICATED] = "duplicated",
  [PEL_AUDIT_TORN] = "torn",           [PEL_AUDIT_REKEYED] = "rekeyed",
  [PEL_AUDIT_FOREIGN] = "foreign",
};
G_STATIC_ASSERT (G_N_ELEMENTS (fault_names) == PEL_N_AUDIT_FAULTS);

const char *
pel_audit_fault_to_string (PelAuditFault fault)
{
  g_return_val_if_fail (fault < PEL_N_AUDIT_FAULTS, NULL);

  return fault_names[fault];
}

static void
problem_free (gpointer data)
{
  PelAuditProblem *problem = data;

  g_free (problem->file);
  g_free (problem->message);
  g_free (problem);
}

PelAuditReport *
pel_audit_report_new (void)
{
  PelAuditReport *self = g_new0 (PelAuditReport, 1);

  self->problems = g_ptr_array_new_with_free_func (problem_free);
  return self;
}

void
pel_audit_report_free (PelAuditReport *self)
{
  g_ptr_array_unref (self->problems);
  g_free (self);
}

void
pel_audit_report_add (
    PelAuditReport *self, PelAuditFault fault, const char *file, guint64 line, char *message)
{
  PelAuditProblem *problem = g_new0 (PelAuditProblem, 1);

  problem->fault = fault;
  problem->file = g_strdup (file);
  problem->line = line;
  problem->message = message;
  if (self->problems->len < PEL_AUDIT_MAX_PROBLEMS)
    g_ptr_array_add (self->problems, problem);
  else
    {
      self->n_more++;
      problem_free (problem);
    }
}
