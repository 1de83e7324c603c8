/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/redactor.h"

#define PEL_AUDIT_MAX_TEXT_BYTES   1024   /* of one text */
#define PEL_AUDIT_MAX_MEMBER_BYTES 8192   /* of one member that is JSON, as written */
#define PEL_AUDIT_MAX_RECORD_BYTES 131072 /* of all of it, as written */

/**
 * PelAuditRecord:
 *
 * What is written down about one call, from plain arguments; the log adds number, time, kind and
 * seals. A value: all of it is borrowed. A member that is NULL (or 0) is left out, so that the
 * intent has what is known before the act, the outcome what is known after it, and a denial or a
 * capture, which is one line, both.
 */
typedef struct
{
  guint64     intent; /* of an outcome: the number that the log gave to its intent */
  const char *client; /* the caller: "pellucid mcp (pid 4242)" */
  const char *tool;
  JsonObject *arguments;
  const char *selector;
  JsonObject *target; /* as in the answer: resolved_target */
  const char *driver;
  double      confidence; /* 0: nothing was resolved */
  const char *risk;       /* low, medium, high, prohibited */
  JsonArray  *risk_reasons;
  const char *decision; /* allow, ask, deny */
  const char *rule;     /* which rule decided, in words */
  const char *approval; /* once, client, app, always, denied … */
  const char *method;   /* pattern, input */
  JsonObject *verification;
  JsonObject *evidence; /* hashes, never pixels */
  const char *result;   /* success, or the code of an error */
  const char *message;  /* of the error */
  const char *event;    /* of a note: consent, panic, policy … */
  guint64     count;    /* of a note: how many things it is about */

  /* (nullable) What the call must not record (redact), or what goes into a field for
   * secrets: it is taken out of every other member. */
  const char *secret;
} PelAuditRecord;

/* (transfer full): redacted, repaired and bounded; fit for pel_audit_log_append_async(). A JSON
 * member that is too large is replaced by how large it was and its SHA-256 (of what is left of it
 * after redaction). @redactor (nullable). */
JsonObject *pel_audit_record_to_json (const PelAuditRecord *self, const PelRedactor *redactor);
