/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/audit/audit-denials.h"

#define MINUTE (60 * G_USEC_PER_SEC)

static void
told_cb (const char *who, guint64 count, gpointer text)
{
  g_string_append_printf (text, "%s %u;", who, (guint) count);
}

static char *
tell (PelAuditDenials *denials)
{
  GString *text = g_string_new (NULL);

  pel_audit_denials_tell (denials, told_cb, text);
  return g_string_free (text, FALSE);
}

static guint
take (PelAuditDenials *denials, const char *who, guint n, gint64 now)
{
  guint n_lines = 0;

  for (guint i = 0; i < n; i++)
    n_lines += pel_audit_denials_take (denials, who, now);
  return n_lines;
}

/* clang-format off */
static const struct { const char *who; guint n; gint64 now; guint n_lines; const char *told; } steps[] = {
  { "mcp",    PEL_AUDIT_DENIALS_PER_MINUTE,     0,          PEL_AUDIT_DENIALS_PER_MINUTE, ""         },
  { "mcp",    100,                              1,          0,                            "mcp 100;" },
  { "script", 1,                                2,          1,                            ""         },
  { "mcp",    1,                                MINUTE - 1, 0,                            "mcp 1;"   },
  { "mcp",    PEL_AUDIT_DENIALS_PER_MINUTE + 2, MINUTE,     PEL_AUDIT_DENIALS_PER_MINUTE, "mcp 2;"   },
};
/* clang-format on */

/* Who is loud has its own lines left out, and nobody else's; none is lost uncounted. */
static void
test_bound (void)
{
  g_autoptr (PelAuditDenials) denials = pel_audit_denials_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      guint            n_lines = take (denials, steps[i].who, steps[i].n, steps[i].now);
      g_autofree char *told = tell (denials);

      g_test_message ("step %zu: %u lines, %s", i, n_lines, told);
      g_assert_cmpuint (n_lines, ==, steps[i].n_lines);
      g_assert_cmpstr (told, ==, steps[i].told);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/audit-denials/bound", test_bound);
  return g_test_run ();
}
