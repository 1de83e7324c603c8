/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/audit-desk.h"

#include "services/audit/audit-folder.h"

#include <glib/gstdio.h>
#include <string.h>

#define FIRST_FILE "audit-00000001.jsonl"

static char **
split_lines (const char *bytes)
{
  g_auto (GStrv) lines = g_strsplit (bytes, "\n", -1);
  guint          n = g_strv_length (lines);

  g_assert_cmpstr (lines[n - 1], ==, "");
  g_clear_pointer (&lines[n - 1], g_free);
  return g_steal_pointer (&lines);
}

static void
test_whole (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  g_autoptr (PelAuditReport) nothing = NULL;
  g_autoptr (PelAuditReport) report = NULL;
  g_autofree char           *faults = NULL;

  audit_desk_init (&desk);
  nothing = audit_desk_verify (&desk, NULL);
  g_assert_cmpuint (nothing->problems->len, ==, 0);
  g_assert_cmpuint (nothing->n_records, ==, 0);
  for (guint i = 0; i < 5; i++)
    audit_desk_write (&desk, 3);
  report = audit_desk_verify (&desk, NULL);
  faults = audit_desk_dup_faults (report);
  g_assert_cmpstr (faults, ==, "");
  g_assert_cmpuint (report->n_records, ==, 16); /* the first one tells of the key */
  g_assert_cmpuint (report->n_sealed, ==, 16);
  g_assert_cmpuint (report->n_witnessed, ==, 1);
  g_assert_cmpuint (report->head.seq, ==, 16);
}

/* Whether something is told of one of these lines. */
static gboolean
has_line (const PelAuditReport *report, guint64 first, guint64 last)
{
  for (guint i = 0; i < report->problems->len; i++)
    {
      const PelAuditProblem *problem = report->problems->pdata[i];

      if (problem->line >= first && problem->line <= last)
        return TRUE;
    }
  return FALSE;
}

/* clang-format off */
static const struct { const char *order; const char *faults; } orders[] = {
  { "1234567",  ""                           },
  { "123567",   "missing:4"                  },
  { "12367",    "missing:4"                  },
  { "1243567",  "reordered:4"                },
  { "1236457",  "reordered:5 reordered:6"    },
  { "12345674", "duplicated:8"               },
  { "12344567", "duplicated:5"               },
  { "12312347", "duplicated:4 duplicated:5 duplicated:6 missing:8" },
  { "123456",   "cut:6"                      },
  { "1",        "cut:1"                      },
  { "",         "cut:0"                      },
  { "34567",    "cut:0"                      },
  { "7654321",  "reordered:2 reordered:3 reordered:4 reordered:5 reordered:6 reordered:7 cut:0" },
};
/* clang-format on */

/* Lines that are as they were, but not where they were: with the key and without. */
static void
test_orders (void)
{
  g_auto (AuditDesk) desk = { 0 };
  PelAuditKey        key;
  g_autofree char   *bytes = NULL;
  g_auto (GStrv)     lines = NULL;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 6);
  key = audit_desk_take_key (&desk);
  bytes = audit_desk_read (&desk, FIRST_FILE, NULL);
  lines = split_lines (bytes);
  for (gsize i = 0; i < G_N_ELEMENTS (orders); i++)
    for (guint with_key = 0; with_key < 2; with_key++)
      {
        g_autoptr (GString)        out = g_string_new (NULL);
        g_autoptr (PelAuditReport) report = NULL;
        g_autofree char           *faults = NULL;

        for (const char *p = orders[i].order; *p != '\0'; p++)
          g_string_append_printf (out, "%s\n", lines[*p - '1']);
        audit_desk_put (&desk, FIRST_FILE, out->str, out->len);
        report = audit_desk_verify_with (&desk,
                                         &key,
                                         AUDIT_WITNESS | AUDIT_COUNT | (with_key ? AUDIT_KEY : 0));
        faults = audit_desk_dup_faults (report);
        g_test_message ("%s, key %u", orders[i].order, with_key);
        g_assert_cmpstr (faults, ==, orders[i].faults);
      }
}

/* Somebody writes line @first and all that follow anew, with hashes that fit. Who had the rights
 * of the user only after that has a key that comes too late; here it is just another one. */
static void
forge (AuditDesk *desk, guint first, const PelAuditKey *forger)
{
  g_autofree char    *bytes = audit_desk_read (desk, FIRST_FILE, NULL);
  g_auto (GStrv)      lines = split_lines (bytes);
  g_autoptr (GString) out = g_string_new (NULL);
  char                prev[PEL_AUDIT_HASH_SIZE] = PEL_AUDIT_NO_HASH;
  PelAuditKey         key = *forger;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *forged = NULL;

      while (key.seq < i + 1)
        pel_audit_key_step (&key);
      if (i + 1 >= first)
        forged = pel_audit_line_compose (PEL_AUDIT_NOTE, 0, "{\"tool\":\"nothing\"}", prev, &key);
      pel_audit_line_hash (forged != NULL ? forged : lines[i],
                           strlen (forged != NULL ? forged : lines[i]),
                           prev);
      g_string_append_printf (out, "%s\n", forged != NULL ? forged : lines[i]);
    }
  audit_desk_put (desk, FIRST_FILE, out->str, out->len);
}

static void
test_rewritten (void)
{
  for (guint first = 1; first <= 7; first++)
    {
      g_auto (AuditDesk)         desk = { 0 };
      PelAuditKey                key, forger;
      g_autoptr (PelAuditReport) with_key = NULL;
      g_autoptr (PelAuditReport) with_witness = NULL;
      g_autofree char           *faults = NULL;

      audit_desk_init (&desk);
      audit_desk_write (&desk, 6);
      key = audit_desk_take_key (&desk);
      g_assert_true (pel_audit_key_generate (&forger, 1, NULL));
      forge (&desk, first, &forger);
      with_key = audit_desk_verify_with (&desk, &key, AUDIT_KEY);
      with_witness = audit_desk_verify_with (&desk, &key, AUDIT_WITNESS);
      faults = audit_desk_dup_faults (with_key);
      g_test_message ("from line %u: %s", first, faults);
      /* the first line names the key: one that is written anew is of another log */
      g_assert_true (has_line (with_key, first == 1 ? 0 : first, first));
      g_assert_nonnull (strstr (faults, first < 7 ? "rewritten:" : "changed:"));
      g_assert_true (has_line (with_witness, 7, 7));
    }
}

/* Who has the key of record 5 can write 5 to 7 anew so that seals fit, and nothing before: that
 * these were replaced only a witness knows. */
static void
test_stolen_key (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  PelAuditKey                key, stolen;
  g_autoptr (PelAuditReport) after = NULL;
  g_autoptr (PelAuditReport) witnessed = NULL;
  g_autoptr (PelAuditReport) before = NULL;
  g_autofree char           *faults = NULL;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 6);
  key = audit_desk_take_key (&desk);
  stolen = key;
  while (stolen.seq < 5)
    pel_audit_key_step (&stolen);
  forge (&desk, 5, &stolen);
  after = audit_desk_verify_with (&desk, &key, AUDIT_KEY);
  faults = audit_desk_dup_faults (after);
  g_assert_cmpstr (faults, ==, "");
  witnessed = audit_desk_verify_with (&desk, &key, AUDIT_KEY | AUDIT_WITNESS);
  g_assert_true (has_line (witnessed, 7, 7));
  forge (&desk, 4, &stolen);
  before = audit_desk_verify_with (&desk, &key, AUDIT_KEY);
  g_assert_true (has_line (before, 4, 4));
}

/* Who cuts the end off needs a key for the end that there is then; of that there is none left.
 * Whether they put another in its place or none, the first key tells. */
static void
test_forged_count (void)
{
  for (guint n_kept = 1; n_kept < 7; n_kept++)
    {
      g_auto (AuditDesk)         desk = { 0 };
      PelAuditKey                key, forged;
      g_autofree char           *bytes = NULL;
      g_autofree char           *text = NULL;
      g_autofree char           *faults = NULL;
      g_autofree char           *expected = g_strdup_printf ("cut:%u", n_kept);
      g_autoptr (PelAuditReport) report = NULL;
      const char                *end;

      audit_desk_init (&desk);
      audit_desk_write (&desk, 6);
      key = audit_desk_take_key (&desk);
      end = bytes = audit_desk_read (&desk, FIRST_FILE, NULL);
      for (guint i = 0; i < n_kept; i++)
        end = strchr (end, '\n') + 1;
      audit_desk_put (&desk, FIRST_FILE, bytes, end - bytes);
      g_assert_true (pel_audit_key_generate (&forged, n_kept + 1, NULL));
      g_strlcpy (forged.name, key.name, sizeof forged.name);
      text = pel_audit_key_to_string (&forged);
      audit_desk_put (&desk, PEL_AUDIT_KEY_FILE, text, strlen (text));
      report = audit_desk_verify_with (&desk, &key, AUDIT_KEY | AUDIT_COUNT);
      faults = audit_desk_dup_faults (report);
      g_assert_cmpstr (faults, ==, expected);
    }
}

static void
test_no_key_file (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  g_autofree char           *path = NULL;
  g_autofree char           *faults = NULL;
  g_autoptr (PelAuditReport) report = NULL;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 6);
  path = audit_desk_dup_path (&desk, PEL_AUDIT_KEY_FILE);
  g_assert_cmpint (g_remove (path), ==, 0);
  report = audit_desk_verify (&desk, NULL);
  faults = audit_desk_dup_faults (report);
  g_assert_cmpstr (faults, ==, "rekeyed:0");
}

static void
test_wrong_key (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  PelAuditKey                other;
  g_autoptr (PelAuditReport) report = NULL;
  g_autofree char           *faults = NULL;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 6);
  audit_desk_take_key (&desk);
  g_assert_true (pel_audit_key_generate (&other, 1, NULL));
  report = audit_desk_verify (&desk, &other);
  faults = audit_desk_dup_faults (report);
  g_assert_cmpstr (faults, ==, "rewritten:0");
}

/* Who deletes the log and lets it begin again leaves a folder in which everything fits, the keys
 * included; the key that was kept elsewhere fits nothing there. */
static void
test_deleted (void)
{
  static const guint n_after[] = { 0, 1, 6 };

  for (gsize i = 0; i < G_N_ELEMENTS (n_after); i++)
    {
      g_auto (AuditDesk)         desk = { 0 };
      PelAuditKey                key;
      g_autofree char           *key_path = NULL;
      g_autofree char           *log_path = NULL;
      g_autofree char           *faults = NULL;
      g_autoptr (PelAuditReport) report = NULL;

      audit_desk_init (&desk);
      audit_desk_write (&desk, 6);
      key = audit_desk_take_key (&desk);
      key_path = audit_desk_dup_path (&desk, PEL_AUDIT_KEY_FILE);
      log_path = audit_desk_dup_path (&desk, FIRST_FILE);
      g_assert_cmpint (g_remove (key_path), ==, 0);
      g_assert_cmpint (g_remove (log_path), ==, 0);
      if (n_after[i] > 0)
        audit_desk_write (&desk, n_after[i]);
      else
        audit_desk_put (&desk, FIRST_FILE, "", 0);
      report = audit_desk_verify_with (&desk, &key, AUDIT_KEY);
      faults = audit_desk_dup_faults (report);
      g_test_message ("%u records after: %s", n_after[i], faults);
      g_assert_nonnull (strstr (faults, "rewritten:0"));
      g_assert_cmpuint (report->n_sealed, ==, 0);
    }
}

/* Nor may the rest of a log be of another key, put beside it in the folder. */
static void
test_other_key_within (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  PelAuditKey                key, forger;
  g_autofree char           *bytes = NULL;
  g_autofree char           *note = NULL;
  g_autofree char           *line = NULL;
  g_autofree char           *faults = NULL;
  g_autoptr (GString)        out = NULL;
  g_autoptr (PelAuditReport) report = NULL;
  char                       prev[PEL_AUDIT_HASH_SIZE];
  const char                *end;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 6);
  key = audit_desk_take_key (&desk);
  end = bytes = audit_desk_read (&desk, FIRST_FILE, NULL);
  for (guint i = 0; i < 3; i++)
    end = strchr (end, '\n') + 1;
  out = g_string_new_len (bytes, end - bytes);
  pel_audit_line_hash (g_strrstr_len (bytes, end - 1 - bytes, "\n") + 1,
                       end - 2 - g_strrstr_len (bytes, end - 1 - bytes, "\n"),
                       prev);
  g_assert_true (pel_audit_key_generate (&forger, 4, NULL));
  note = g_strdup_printf ("{\"event\":\"log_begun\",\"key\":\"%s\"}", forger.name);
  line = pel_audit_line_compose (PEL_AUDIT_NOTE, 0, note, prev, &forger);
  g_string_append_printf (out, "%s\n", line);
  audit_desk_put (&desk, FIRST_FILE, out->str, out->len);
  report = audit_desk_verify_with (&desk, &key, AUDIT_KEY);
  faults = audit_desk_dup_faults (report);
  g_assert_cmpstr (faults, ==, "rewritten:4");
}

/* A lost key is told for good; a log begun anew in its place is found by the witness. */
static void
test_lost_parts (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  g_autofree char           *key_path = NULL;
  g_autofree char           *log_path = NULL;
  g_autoptr (PelAuditReport) rekeyed = NULL;
  g_autoptr (PelAuditReport) anew = NULL;
  g_autofree char           *faults = NULL;
  g_autofree char           *more_faults = NULL;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 3);
  key_path = audit_desk_dup_path (&desk, PEL_AUDIT_KEY_FILE);
  log_path = audit_desk_dup_path (&desk, FIRST_FILE);
  g_assert_cmpint (g_remove (key_path), ==, 0);
  audit_desk_write (&desk, 3);
  rekeyed = audit_desk_verify (&desk, NULL);
  faults = audit_desk_dup_faults (rekeyed);
  g_assert_cmpstr (faults, ==, "rekeyed:5");
  g_assert_cmpuint (rekeyed->n_sealed, ==, 8);
  g_assert_cmpint (g_remove (key_path), ==, 0);
  g_assert_cmpint (g_remove (log_path), ==, 0);
  audit_desk_write (&desk, 1);
  anew = audit_desk_verify (&desk, NULL);
  more_faults = audit_desk_dup_faults (anew);
  g_assert_cmpstr (more_faults, ==, "rekeyed:1 cut:0");
}

static gint64 odd_time;

static gint64
get_odd_time (void)
{
  return odd_time;
}

/* Not the clock but the number makes the order. */
static void
test_clock (void)
{
  static const gint64        times[] = { 1700000000000000, 1600000000000000, 1600000000000000, -5,
                                         G_MAXINT64,       1800000000000000 };
  g_auto (AuditDesk)         desk = { 0 };
  g_autoptr (PelAuditReport) report = NULL;

  audit_desk_init (&desk);
  desk.place->get_time = get_odd_time;
  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    {
      odd_time = times[i];
      audit_desk_write (&desk, 1);
    }
  report = audit_desk_verify (&desk, NULL);
  g_assert_cmpuint (report->problems->len, ==, 0);
  g_assert_cmpuint (report->n_clock_steps, >=, 2);
}

/* As many steps for each line of a long log as for one of a short one. */
static void
test_long (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  PelAuditKey                key;
  g_autoptr (GString)        out = g_string_new (NULL);
  char                       prev[PEL_AUDIT_HASH_SIZE] = PEL_AUDIT_NO_HASH;
  g_autoptr (PelAuditReport) report = NULL;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 0);
  key = audit_desk_take_key (&desk);
  for (guint i = 0; i < 100000; i++)
    {
      g_autofree char *members =
          g_strdup_printf ("{\"event\":\"log_begun\",\"key\":\"%s\"}", key.name);
      g_autofree char *line = pel_audit_line_compose (i == 0 ? PEL_AUDIT_NOTE : PEL_AUDIT_INTENT,
                                                      1700000000000000,
                                                      members,
                                                      prev,
                                                      &key);

      pel_audit_line_hash (line, strlen (line), prev);
      g_string_append_printf (out, "%s\n", line);
      pel_audit_key_step (&key);
    }
  audit_desk_put (&desk, FIRST_FILE, out->str, out->len);
  g_assert_true (pel_audit_key_generate (&key, 1, NULL));
  report = audit_desk_verify_with (&desk, &key, 0);
  g_assert_cmpuint (report->n_records, ==, 100000);
  g_assert_cmpuint (report->problems->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/audit-verify/whole", test_whole);
  g_test_add_func ("/audit-verify/orders", test_orders);
  g_test_add_func ("/audit-verify/rewritten", test_rewritten);
  g_test_add_func ("/audit-verify/stolen-key", test_stolen_key);
  g_test_add_func ("/audit-verify/forged-count", test_forged_count);
  g_test_add_func ("/audit-verify/no-key-file", test_no_key_file);
  g_test_add_func ("/audit-verify/wrong-key", test_wrong_key);
  g_test_add_func ("/audit-verify/deleted", test_deleted);
  g_test_add_func ("/audit-verify/other-key-within", test_other_key_within);
  g_test_add_func ("/audit-verify/lost-parts", test_lost_parts);
  g_test_add_func ("/audit-verify/clock", test_clock);
  g_test_add_func ("/audit-verify/long", test_long);
  return g_test_run ();
}
