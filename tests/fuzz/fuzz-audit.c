/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memfd_create() */

#include "tests/fuzz/fuzz.h"

#include "services/audit/audit-search.h"
#include "services/audit/audit-verify.h"

#include <sys/mman.h>
#include <unistd.h>

/* The log of the corpus is sealed with it. */
#define KEY               \
  "00000000000000000001:" \
  "66fb34c4d739baabfc4c0e905d4c94620b5bd0f6871ab93af30623c37c57fd04:0fdf782caab9c680209bc99199e86ccc"

static PelAuditExtent *
make_extent (const guint8 *data, gsize size)
{
  int              fd = memfd_create ("fuzz-audit", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  PelAuditExtent  *extent;

  g_assert_cmpint (write (fd, data, size), ==, size);
  extent = pel_audit_extent_new_for_file (path, NULL);
  g_assert_nonnull (extent);
  close (fd);
  return extent;
}

/* Whatever a file holds: reading it ends, and what is said of it can be told. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const PelAuditQuery        query = { .last = 5, .client = ":", .tool = "ui_*" };
  g_autoptr (PelAuditExtent) extent = make_extent (data, size);
  g_autoptr (PelAuditReport) report = NULL;
  g_autoptr (GPtrArray)      records = NULL;
  PelAuditKey                key;

  g_assert_true (pel_audit_key_from_string (KEY, &key));
  report = pel_audit_verify (extent, &key, NULL, NULL);
  g_assert_nonnull (report);
  g_assert_cmpuint (report->n_sealed, <=, report->n_records);
  g_assert_cmpuint (report->problems->len, <=, PEL_AUDIT_MAX_PROBLEMS);
  for (guint i = 0; i < report->problems->len; i++)
    g_assert_true (
        g_utf8_validate (((PelAuditProblem *) report->problems->pdata[i])->message, -1, NULL));
  records = pel_audit_search (extent, &query, NULL, NULL);
  g_assert_nonnull (records);
  g_assert_cmpuint (records->len, <=, query.last);
  return 0;
}
