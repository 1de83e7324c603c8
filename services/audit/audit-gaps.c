/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-gaps.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* Few, so that looking through them for every line that comes late costs little. */
#define MAX_GAPS 1000

typedef struct
{
  guint64       first, last;
  PelAuditWhere where;
} Gap;

struct _PelAuditGaps
{
  GArray *gaps; /* of Gap, by number */
};

PelAuditGaps *
pel_audit_gaps_new (void)
{
  PelAuditGaps *self = g_new0 (PelAuditGaps, 1);

  self->gaps = g_array_new (FALSE, FALSE, sizeof (Gap));
  return self;
}

void
pel_audit_gaps_free (PelAuditGaps *self)
{
  g_array_unref (self->gaps);
  g_free (self);
}

gboolean
pel_audit_gaps_add (PelAuditGaps *self, guint64 first, guint64 last, PelAuditWhere where)
{
  Gap gap = { first, last, where };

  if (first > last)
    return TRUE;
  if (self->gaps->len >= MAX_GAPS)
    return FALSE;
  g_array_append_val (self->gaps, gap);
  return TRUE;
}

gboolean
pel_audit_gaps_take (PelAuditGaps *self, guint64 seq)
{
  for (guint i = 0; i < self->gaps->len; i++)
    {
      Gap *gap = &g_array_index (self->gaps, Gap, i);
      Gap  rest = { seq + 1, gap->last, gap->where };

      if (seq < gap->first || seq > gap->last)
        continue;
      gap->last = seq - 1;
      if (rest.first <= rest.last)
        g_array_insert_val (self->gaps, i + 1, rest);
      if (g_array_index (self->gaps, Gap, i).first > g_array_index (self->gaps, Gap, i).last)
        g_array_remove_index (self->gaps, i);
      return TRUE;
    }
  return FALSE;
}

void
pel_audit_gaps_report (PelAuditGaps *self, PelAuditReport *report)
{
  for (guint i = 0; i < self->gaps->len; i++)
    {
      const Gap *gap = &g_array_index (self->gaps, Gap, i);

      pel_audit_report_add (report,
                            PEL_AUDIT_MISSING,
                            gap->where.file,
                            gap->where.line,
                            gap->first == gap->last
                                ? g_strdup_printf (_ ("record %" PRIu64
                                                      " is missing before this line"),
                                                   gap->first)
                                : g_strdup_printf (_ ("records %" PRIu64 " to %" PRIu64
                                                      " are missing before this line"),
                                                   gap->first,
                                                   gap->last));
    }
}
