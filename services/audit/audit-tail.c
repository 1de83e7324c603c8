/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-tail.h"

#include "services/audit/audit-folder.h"
#include "services/audit/audit-manifest.h"
#include "services/audit/audit-scrap.h"

#include <fcntl.h>
#include <sys/stat.h>

static gboolean
read_spans (PelAuditReader *reader, PelAuditTail *tail, GError **error)
{
  g_auto (PelAuditScrap) scrap = { 0 };
  g_autoptr (GError)     read_error = NULL;
  PelAuditSpan           span;
  PelAuditLine           line;

  while (pel_audit_reader_next (reader, &span, &read_error))
    {
      tail->needs_break = !span.has_break;
      if (!span.has_break || !pel_audit_line_split (span.text, span.length, &line))
        {
          pel_audit_scrap_add (&scrap, &span);
          continue;
        }
      pel_audit_scrap_clear (&scrap);
      tail->head.seq = line.seq;
      pel_audit_line_hash (span.text, span.length, tail->head.hash);
    }
  tail->n_torn = scrap.n_bytes;
  tail->is_torn = scrap.checksum != NULL;
  if (tail->is_torn)
    pel_audit_scrap_get_hash (&scrap, tail->torn_hash);
  if (read_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&read_error));
  return FALSE;
}

gboolean
pel_audit_tail_read_file (int folder_fd, const char *name, PelAuditTail *ret_tail, GError **error)
{
  g_autoptr (PelAuditReader) reader = NULL;
  PelAuditTail               tail = { .number = pel_audit_folder_get_number (name) };
  struct stat                info;
  int                        fd = pel_audit_folder_open_file (folder_fd, name, O_RDONLY, error);

  if (fd < 0)
    return FALSE;
  tail.size = fstat (fd, &info) == 0 ? info.st_size : 0;
  reader = pel_audit_reader_new (fd, tail.size);
  if (!read_spans (reader, &tail, error))
    return FALSE;
  *ret_tail = tail;
  return TRUE;
}

gboolean
pel_audit_tail_read (int folder_fd, PelAuditTail *ret_tail, GError **error)
{
  g_autoptr (GPtrArray) names = pel_audit_manifest_list_files (folder_fd, error);
  PelAuditTail          tail = { 0 }, before = { 0 };
  guint                 i;

  if (names == NULL)
    return FALSE;
  i = names->len;
  if (i > 0 && !pel_audit_tail_read_file (folder_fd, names->pdata[--i], &tail, error))
    return FALSE;
  while (tail.head.seq == 0 && i > 0)
    {
      if (!pel_audit_tail_read_file (folder_fd, names->pdata[--i], &before, error))
        return FALSE;
      tail.head = before.head;
    }
  if (tail.head.seq == 0)
    g_strlcpy (tail.head.hash, PEL_AUDIT_NO_HASH, sizeof tail.head.hash);
  *ret_tail = tail;
  return TRUE;
}
