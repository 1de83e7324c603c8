/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-line.h"

typedef enum
{
  PEL_SEAL_UNKNOWN, /* there is no key to check it with */
  PEL_SEAL_FITS,
  PEL_SEAL_BROKEN,
} PelSealState;

/* Checks the seals of lines, in their order, with the first keys that are known. */
typedef struct
{
  GArray       *keys; /* of PelAuditKey */
  PelAuditKey   key;  /* the one in use, moved on as far as lines were sealed with it */
  gboolean      has_key, is_announced;
  guint64       n_steps_left; /* for what leads nowhere */
  GCancellable *cancellable;  /* (nullable) borrowed */
} PelAuditSealing;

/* Keys in the folder of the log could be anyone's: with a key that was kept elsewhere, @given
 * (nullable), the @kept ones prove nothing and are not used. Where @cancellable (nullable,
 * borrowed) is cancelled, seals are unknown from then on. */
void pel_audit_sealing_init (PelAuditSealing   *self,
                             const PelAuditKey *given,
                             GArray            *kept,
                             GCancellable      *cancellable);
void pel_audit_sealing_clear (PelAuditSealing *self);

/* From here on the key of this name seals; it may be one that is not known. Returns whether it
 * takes the place of one that is known. */
gboolean pel_audit_sealing_announce (PelAuditSealing *self, const char *key_name);

PelSealState pel_audit_sealing_check (PelAuditSealing *self, const PelAuditLine *line);

/* Whether @current is a key that comes of the one in use; unknown if that cannot be decided. */
PelSealState pel_audit_sealing_check_key (PelAuditSealing *self, const PelAuditKey *current);
