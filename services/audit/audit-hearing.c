/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-hearing.h"

#include <glib/gi18n.h>

typedef struct
{
  PelAuditHead head;
  const char  *witness;
} Statement;

struct _PelAuditHearing
{
  GArray *statements; /* of Statement, by number */
  guint   next;
};

static int
compare (gconstpointer a, gconstpointer b)
{
  const Statement *one = a, *other = b;

  return one->head.seq < other->head.seq ? -1 : one->head.seq > other->head.seq;
}

PelAuditHearing *
pel_audit_hearing_new (const PelAuditExtent *extent)
{
  PelAuditHearing *self = g_new0 (PelAuditHearing, 1);

  self->statements = g_array_new (FALSE, FALSE, sizeof (Statement));
  for (guint i = 0; i < extent->testimonies->len; i++)
    {
      const PelAuditTestimony *testimony = extent->testimonies->pdata[i];

      for (guint k = 0; k < testimony->heads->len; k++)
        {
          Statement statement = { g_array_index (testimony->heads, PelAuditHead, k),
                                  testimony->witness->name };

          g_array_append_val (self->statements, statement);
        }
    }
  g_array_sort (self->statements, compare);
  return self;
}

void
pel_audit_hearing_free (PelAuditHearing *self)
{
  g_array_unref (self->statements);
  g_free (self);
}

void
pel_audit_hearing_ask (PelAuditHearing    *self,
                       const PelAuditHead *head,
                       PelAuditWhere       where,
                       PelAuditReport     *report)
{
  for (; self->next < self->statements->len; self->next++)
    {
      const Statement *statement = &g_array_index (self->statements, Statement, self->next);

      if (statement->head.seq > head->seq)
        return;
      if (statement->head.seq < head->seq)
        continue; /* of a record that is not there any more */
      if (g_str_equal (statement->head.hash, head->hash))
        report->n_witnessed++;
      else
        pel_audit_report_add (report,
                              PEL_AUDIT_REWRITTEN,
                              where.file,
                              where.line,
                              g_strdup_printf (_ ("“%s” has a different version of this record: "
                                                  "this record or an earlier one was replaced"),
                                               _ (statement->witness)));
    }
}

guint64
pel_audit_hearing_get_last (PelAuditHearing *self)
{
  return self->statements->len > 0
             ? g_array_index (self->statements, Statement, self->statements->len - 1).head.seq
             : 0;
}
