/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-scrap.h"

void
pel_audit_scrap_add (PelAuditScrap *self, const PelAuditSpan *span)
{
  if (self->checksum == NULL)
    self->checksum = g_checksum_new (G_CHECKSUM_SHA256);
  if (self->has_break)
    g_checksum_update (self->checksum, (const guchar *) "\n", 1);
  g_checksum_update (self->checksum, (const guchar *) span->text, span->length);
  self->n_bytes += span->length + self->has_break;
  self->has_break = span->has_break;
}

void
pel_audit_scrap_clear (PelAuditScrap *self)
{
  g_clear_pointer (&self->checksum, g_checksum_free);
  *self = (PelAuditScrap){ 0 };
}

void
pel_audit_scrap_get_hash (PelAuditScrap *self, char ret_hash[PEL_AUDIT_HASH_SIZE])
{
  g_assert (self->checksum != NULL);

  g_strlcpy (ret_hash, g_checksum_get_string (self->checksum), PEL_AUDIT_HASH_SIZE);
}
