/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-key.h"

/* The end of a log at some time: how many records there were, and the hash of the last one. */
typedef struct
{
  guint64 seq;
  char    hash[PEL_AUDIT_HASH_SIZE];
} PelAuditHead;

typedef enum
{
  PEL_AUDIT_RECALL_LAST,
  PEL_AUDIT_RECALL_ALL,
} PelAuditRecall;

/**
 * PelAuditWitness:
 *
 * A second place that knows how far the log went, so that a log that was cut or rewritten is
 * found out. Reference-counted. All of it is called in worker threads, one at a time for keep().
 */
typedef struct _PelAuditWitness PelAuditWitness;
struct _PelAuditWitness
{
  const char *name; /* for people: where it is */

  /* Failing is no reason not to act: the log itself is on disk by then. */
  gboolean (*keep) (PelAuditWitness *self, const PelAuditHead *head, GError **error);

  /* What is known of the log, in the order in which it was reported: an array of PelAuditHead,
   * (transfer full); empty where nothing is known. */
  GArray *(*recall) (PelAuditWitness *self, PelAuditRecall what, GError **error);

  void (*clear) (PelAuditWitness *self);
};

PelAuditWitness *pel_audit_witness_ref (PelAuditWitness *self);
void             pel_audit_witness_unref (PelAuditWitness *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAuditWitness, pel_audit_witness_unref)
