/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

#define PEL_AUDIT_KEY_BYTES 32
#define PEL_AUDIT_NAME_SIZE 33 /* of the name of a key: 32 hex digits */
#define PEL_AUDIT_HASH_SIZE 65 /* of SHA-256 in hex */

/**
 * PelAuditKey:
 *
 * The key that seals record number @seq. The key of the next record is made of it and it is then
 * forgotten; there is no way back. So whoever reads the key of record n can seal n and what comes
 * after it, and cannot seal anything else for a record before it. Who has the first key can check
 * (and could forge) every seal: that is why it is for the person to keep elsewhere. This is the
 * scheme of Bellare and Yee for logs on machines that may be broken into, with a step for every
 * line; HMAC-SHA256 is all that it needs, both to step and to seal. That the end of
 * a log was cut off is told by the key in the folder, which must be the one that follows the last
 * record, and by witnesses (audit-witness.h), who also know it without the first key.
 *
 * A value; wipe it when it is no more needed.
 */
typedef struct
{
  guint8  bytes[PEL_AUDIT_KEY_BYTES];
  guint64 seq;
  char    name[PEL_AUDIT_NAME_SIZE]; /* of the first key that it came from; reveals nothing of it */
} PelAuditKey;

/* A new one, of random bytes, for record @seq. */
gboolean pel_audit_key_generate (PelAuditKey *ret_key, guint64 seq, GError **error);

/* Becomes the key of the next record; what it was is overwritten. */
void pel_audit_key_step (PelAuditKey *self);
void pel_audit_key_wipe (PelAuditKey *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelAuditKey, pel_audit_key_wipe)

/* HMAC of @text, in hex. */
void pel_audit_key_seal (const PelAuditKey *self,
                         const char        *text,
                         gsize              length,
                         char               ret_seal[PEL_AUDIT_HASH_SIZE]);

/* "SEQ:KEY:NAME", as it is written to files and read back from them. Always as long, so that one
 * takes the place of another. */
char    *pel_audit_key_to_string (const PelAuditKey *self);
gboolean pel_audit_key_from_string (const char *text, PelAuditKey *ret_key);
