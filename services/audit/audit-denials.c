/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-denials.h"

#include "services/policy/rate-limit.h"

struct _PelAuditDenials
{
  PelRateLimit *lines;
  GHashTable   *counts; /* program → guint64 *: how many got no line */
};

PelAuditDenials *
pel_audit_denials_new (void)
{
  PelAuditDenials *self = g_new0 (PelAuditDenials, 1);

  self->lines = pel_rate_limit_new ();
  self->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
pel_audit_denials_free (PelAuditDenials *self)
{
  if (self == NULL)
    return;
  pel_rate_limit_free (self->lines);
  g_hash_table_unref (self->counts);
  g_free (self);
}

gboolean
pel_audit_denials_take (PelAuditDenials *self, const char *who, gint64 now)
{
  guint64 *count;

  g_return_val_if_fail (self != NULL && who != NULL, TRUE);

  if (pel_rate_limit_take (self->lines, who, PEL_AUDIT_DENIALS_PER_MINUTE, now, NULL))
    return TRUE;
  count = g_hash_table_lookup (self->counts, who);
  if (count == NULL)
    {
      count = g_new0 (guint64, 1);
      g_hash_table_insert (self->counts, g_strdup (who), count);
    }
  ++*count;
  return FALSE;
}

void
pel_audit_denials_tell (PelAuditDenials *self, PelAuditDenialsFunc func, gpointer user_data)
{
  GHashTableIter iter;
  gpointer       who, count;

  g_return_if_fail (self != NULL);

  g_hash_table_iter_init (&iter, self->counts);
  while (g_hash_table_iter_next (&iter, &who, &count))
    func (who, *(guint64 *) count, user_data);
  g_hash_table_remove_all (self->counts);
}
