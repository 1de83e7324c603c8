/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-sealing.h"

#include <string.h>

/* A log whose numbers lie may ask for any number of steps. Fuzzing, which would do nothing else,
 * sets less. */
#ifndef MAX_STEPS
#define MAX_STEPS      50000000
#define MAX_VAIN_STEPS 5000000
#endif
#define STEPS_AT_ONCE 65536

void
pel_audit_sealing_init (PelAuditSealing   *self,
                        const PelAuditKey *given,
                        GArray            *kept,
                        GCancellable      *cancellable)
{
  *self = (PelAuditSealing){ .n_steps_left = MAX_VAIN_STEPS, .cancellable = cancellable };
  self->keys = g_array_new (FALSE, FALSE, sizeof (PelAuditKey));
  if (given != NULL)
    g_array_append_vals (self->keys, given, 1);
  else if (kept->len > 0)
    g_array_append_vals (self->keys, kept->data, kept->len);
}

void
pel_audit_sealing_clear (PelAuditSealing *self)
{
  pel_audit_key_wipe (&self->key);
  for (guint i = 0; self->keys != NULL && i < self->keys->len; i++)
    pel_audit_key_wipe (&g_array_index (self->keys, PelAuditKey, i));
  g_clear_pointer (&self->keys, g_array_unref);
}

gboolean
pel_audit_sealing_announce (PelAuditSealing *self, const char *key_name)
{
  gboolean had_key = self->has_key;

  self->is_announced = TRUE;
  if (self->has_key && g_str_equal (self->key.name, key_name))
    return FALSE;
  self->has_key = FALSE;
  for (guint i = 0; !self->has_key && i < self->keys->len; i++)
    if (g_str_equal (g_array_index (self->keys, PelAuditKey, i).name, key_name))
      {
        self->key = g_array_index (self->keys, PelAuditKey, i);
        self->has_key = TRUE;
      }
  return had_key;
}

/* Where the line that names the key is gone: the newest that may have been in use. */
static void
guess (PelAuditSealing *self, guint64 seq)
{
  for (guint i = 0; i < self->keys->len; i++)
    {
      const PelAuditKey *key = &g_array_index (self->keys, PelAuditKey, i);

      if (key->seq > seq || (self->has_key && key->seq <= self->key.seq))
        continue;
      self->key = *key;
      self->has_key = TRUE;
    }
}

/* FALSE if it was cancelled. */
static gboolean
step_to (PelAuditSealing *self, PelAuditKey *key, guint64 seq)
{
  while (key->seq < seq)
    {
      if (key->seq % STEPS_AT_ONCE == 0 && g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      pel_audit_key_step (key);
    }
  return TRUE;
}

PelSealState
pel_audit_sealing_check (PelAuditSealing *self, const PelAuditLine *line)
{
  g_auto (PelAuditKey) key = { 0 };
  char                 seal[PEL_AUDIT_HASH_SIZE];

  if (!self->is_announced && !self->has_key)
    guess (self, line->seq);
  if (!self->has_key || line->seq < self->key.seq)
    return PEL_SEAL_UNKNOWN;
  key = self->key;
  if (line->seq - key.seq > MAX_STEPS)
    return PEL_SEAL_BROKEN;
  if (!step_to (self, &key, line->seq))
    return PEL_SEAL_UNKNOWN;
  pel_audit_key_seal (&key, line->text, line->sealed_length, seal);
  if (g_str_equal (seal, line->seal))
    {
      self->key = key;
      return PEL_SEAL_FITS;
    }
  if (self->n_steps_left < line->seq - self->key.seq)
    self->has_key = FALSE;
  else
    self->n_steps_left -= line->seq - self->key.seq;
  return PEL_SEAL_BROKEN;
}

PelSealState
pel_audit_sealing_check_key (PelAuditSealing *self, const PelAuditKey *current)
{
  g_auto (PelAuditKey) key = self->key;

  if (!self->has_key || current->seq < key.seq || !g_str_equal (current->name, key.name))
    return PEL_SEAL_UNKNOWN;
  if (current->seq - key.seq > MAX_STEPS)
    return PEL_SEAL_BROKEN;
  if (!step_to (self, &key, current->seq))
    return PEL_SEAL_UNKNOWN;
  return memcmp (key.bytes, current->bytes, sizeof key.bytes) == 0 ? PEL_SEAL_FITS
                                                                   : PEL_SEAL_BROKEN;
}
