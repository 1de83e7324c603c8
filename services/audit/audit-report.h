/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-witness.h"

#include <json-glib/json-glib.h>

typedef enum
{
  PEL_AUDIT_CHANGED,    /* a line is not as it was written */
  PEL_AUDIT_REWRITTEN,  /* lines fit each other, but not their seals or a witness */
  PEL_AUDIT_MISSING,    /* records between others */
  PEL_AUDIT_CUT,        /* records at the beginning or the end */
  PEL_AUDIT_REORDERED,  /* a record after one with a higher number */
  PEL_AUDIT_DUPLICATED, /* a record that was there before */
  PEL_AUDIT_TORN,       /* the last line has no end */
  PEL_AUDIT_REKEYED,    /* the key was lost: nothing ties what follows to what was before */
  PEL_AUDIT_FOREIGN,    /* a file in the folder that is not of the log */
  PEL_N_AUDIT_FAULTS
} PelAuditFault;

/* One thing that is wrong, and where. */
typedef struct
{
  PelAuditFault fault;
  char         *file; /* (nullable) NULL: no file in particular */
  guint64       line; /* from 1; 0: no line in particular */
  char         *message;
} PelAuditProblem;

#define PEL_AUDIT_MAX_PROBLEMS 100

/* What was found out about a log. */
typedef struct
{
  GPtrArray   *problems;            /* of PelAuditProblem */
  guint64      n_more;              /* problems that are not listed */
  guint64      n_records, n_sealed; /* how many there are, and how many seals could be checked */
  guint64      first_seq;
  PelAuditHead head;
  guint64      n_torn;        /* lines that a stopped writer left, and that the log explains */
  guint64      n_clock_steps; /* times that the clock went back */
  guint64      n_witnessed;   /* heads of witnesses that fit */
} PelAuditReport;

PelAuditReport *pel_audit_report_new (void);
void            pel_audit_report_free (PelAuditReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAuditReport, pel_audit_report_free)

/* Takes @message. */
void pel_audit_report_add (
    PelAuditReport *self, PelAuditFault fault, const char *file, guint64 line, char *message);

const char *pel_audit_fault_to_string (PelAuditFault fault);
