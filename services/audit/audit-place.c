/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-place.h"

PelAuditPlace *
pel_audit_place_new (const char *folder)
{
  PelAuditPlace *self = g_atomic_rc_box_new0 (PelAuditPlace);

  self->folder = folder != NULL
                     ? g_strdup (folder)
                     : g_build_filename (g_get_user_state_dir (), "pellucid", "audit", NULL);
  self->file_bytes = PEL_AUDIT_FILE_BYTES;
  self->max_files = PEL_AUDIT_MAX_FILES;
  self->witnesses = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_audit_witness_unref);
  self->get_time = g_get_real_time;
  g_mutex_init (&self->mutex);
  return self;
}

PelAuditPlace *
pel_audit_place_ref (PelAuditPlace *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PelAuditPlace *self = data;

  g_free (self->folder);
  g_ptr_array_unref (self->witnesses);
  g_mutex_clear (&self->mutex);
}

void
pel_audit_place_unref (PelAuditPlace *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
