/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/audit-desk.h"

#include "services/audit/audit-export.h"
#include "services/audit/audit-folder.h"
#include "services/audit/audit-log.h"
#include "services/audit/audit-manifest.h"
#include "services/base/error.h"
#include "services/base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define FIRST_FILE "audit-00000001.jsonl"

/* What was synced, in this order, while it is wanted: takes the place of the C library's. */
static GString *synced;

static void
note_sync (int fd)
{
  g_autofree char *link = NULL;
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;

  if (synced == NULL)
    return;
  link = g_strdup_printf ("/proc/self/fd/%d", fd);
  path = g_file_read_link (link, NULL);
  name = g_path_get_basename (path);
  g_string_append_printf (synced, "%s;", g_str_has_prefix (name, "first-") ? "first" : name);
}

int
fsync (int fd)
{
  note_sync (fd);
  return syscall (SYS_fsync, fd);
}

int
fdatasync (int fd)
{
  note_sync (fd);
  return syscall (SYS_fdatasync, fd);
}

static void
assert_sound (AuditDesk *desk, guint64 n_torn)
{
  g_autoptr (PelAuditReport) report = audit_desk_verify (desk, NULL);
  g_autofree char           *faults = audit_desk_dup_faults (report);

  g_assert_cmpstr (faults, ==, "");
  g_assert_cmpuint (report->n_torn, ==, n_torn);
  g_assert_cmpuint (report->n_sealed, ==, report->n_records);
}

typedef struct
{
  guint64 seqs[100];
  GError *errors[100];
  guint   n_answers;
} Answers;

static void
answers_clear (Answers *answers)
{
  for (guint i = 0; i < answers->n_answers; i++)
    g_clear_error (&answers->errors[i]);
  answers->n_answers = 0;
}

static void
appended_cb (GObject *log, GAsyncResult *result, gpointer user_data)
{
  Answers *answers = user_data;
  guint    i = answers->n_answers++;

  answers->seqs[i] = pel_audit_log_append_finish (PEL_AUDIT_LOG (log), result, &answers->errors[i]);
}

static void
append (PelAuditLog *log, guint n, Answers *answers)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char       *json = g_strdup_printf ("{\"tool\":\"ui_click\",\"n\":%u}", i);
      g_autoptr (JsonObject) content = pel_json_parse_object (json, -1, NULL);

      pel_audit_log_append_async (log, PEL_AUDIT_INTENT, content, appended_cb, answers);
    }
  while (answers->n_answers < n)
    g_main_context_iteration (NULL, TRUE);
}

/* In the order in which they were asked for, however many at once; answered when they are there. */
static void
test_order (void)
{
  g_auto (AuditDesk)      desk = { 0 };
  g_autoptr (PelAuditLog) log = NULL;
  Answers                 answers = { 0 };
  g_autofree char        *bytes = NULL;
  const char             *at;

  audit_desk_init (&desk);
  log = pel_audit_log_new (desk.place);
  append (log, 100, &answers);
  at = bytes = audit_desk_read (&desk, FIRST_FILE, NULL);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *member = g_strdup_printf ("\"n\":%u,", i);

      g_assert_no_error (answers.errors[i]);
      g_assert_cmpuint (answers.seqs[i], ==, i + 2);
      at = strstr (at, member);
      g_assert_nonnull (at);
    }
  g_assert_null (pel_audit_log_get_error (log));
  g_clear_object (&log);
  assert_sound (&desk, 0);
}

/* Whether @part is in the file, and how often. */
static guint
count_in_file (AuditDesk *desk, const char *part)
{
  g_autofree char *bytes = audit_desk_read (desk, FIRST_FILE, NULL);
  guint            n = 0;

  for (const char *at = strstr (bytes, part); at != NULL; at = strstr (at + 1, part))
    n++;
  return n;
}

/* A key that cannot be moved on stops acts; the record that it sealed stands there once. */
static void
test_no_key (void)
{
  g_auto (AuditDesk)      desk = { 0 };
  g_autoptr (PelAuditLog) log = NULL;
  Answers                 answers = { 0 };
  g_autofree char        *key = NULL;
  g_autofree char        *aside = NULL;

  audit_desk_init (&desk);
  key = audit_desk_dup_path (&desk, PEL_AUDIT_KEY_FILE);
  aside = g_strconcat (key, ".aside", NULL);
  log = pel_audit_log_new (desk.place);
  append (log, 1, &answers);
  answers_clear (&answers);
  g_assert_cmpint (g_rename (key, aside), ==, 0);
  g_assert_cmpint (g_mkdir (key, 0700), ==, 0);
  append (log, 1, &answers);
  g_assert_error (answers.errors[0], PEL_ERROR, PEL_ERROR_DENIED);
  answers_clear (&answers);
  g_assert_cmpuint (count_in_file (&desk, "ui_click"), ==, 2);
  g_assert_cmpint (g_rmdir (key), ==, 0);
  g_assert_cmpint (g_rename (aside, key), ==, 0);
  append (log, 1, &answers);
  g_assert_no_error (answers.errors[0]);
  g_clear_object (&log);
  g_assert_cmpuint (count_in_file (&desk, "ui_click"), ==, 3);
  assert_sound (&desk, 0);
}

static GThread *answering_thread;

static void
note_thread_cb (GObject *log, GAsyncResult *result, gpointer user_data)
{
  answering_thread = g_thread_self ();
  appended_cb (log, result, user_data);
}

/* Nobody iterates the context: then nothing is answered, rather than by the thread that writes. */
static void
test_thread (void)
{
  g_auto (AuditDesk)      desk = { 0 };
  g_autoptr (PelAuditLog) log = NULL;
  g_autoptr (JsonObject)  content = json_object_new ();
  g_autofree char        *path = NULL;
  Answers                 answers = { 0 };
  gint64                  deadline = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;

  audit_desk_init (&desk);
  path = audit_desk_dup_path (&desk, FIRST_FILE);
  log = pel_audit_log_new (desk.place);
  json_object_set_string_member (content, "tool", "ui_click");
  pel_audit_log_append_async (log, PEL_AUDIT_INTENT, content, note_thread_cb, &answers);
  while (!g_file_test (path, G_FILE_TEST_EXISTS) || count_in_file (&desk, "ui_click") == 0)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
  while (answers.n_answers == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (answering_thread == g_thread_self ());
}

static void
ended_cb (GObject *log, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (JsonObject) outcome = user_data;

  json_object_set_int_member (outcome,
                              "intent",
                              pel_audit_log_append_finish (PEL_AUDIT_LOG (log), result, NULL));
  pel_audit_log_append_async (PEL_AUDIT_LOG (log), PEL_AUDIT_OUTCOME, outcome, NULL, NULL);
}

/* What was begun is written to its end, and an outcome that never comes is not waited for long. */
static void
test_drain (void)
{
  g_auto (AuditDesk)      desk = { 0 };
  g_autoptr (PelAuditLog) log = NULL;
  g_autoptr (JsonObject)  content = json_object_new ();
  Answers                 answers = { 0 };

  audit_desk_init (&desk);
  log = pel_audit_log_new (desk.place);
  json_object_set_string_member (content, "tool", "ui_click");
  pel_audit_log_append_async (log,
                              PEL_AUDIT_INTENT,
                              content,
                              ended_cb,
                              pel_json_parse_object ("{\"tool\":\"ui_end\"}", -1, NULL));
  pel_audit_log_drain (log, 20000);
  g_assert_cmpuint (count_in_file (&desk, "ui_end"), ==, 1);
  append (log, 1, &answers);
  pel_audit_log_drain (log, 1);
  g_clear_object (&log);
  assert_sound (&desk, 0);
}

/* The key that was taken away is blank on the disk before its name goes. */
static void
test_forgets_key (void)
{
  g_auto (AuditDesk) desk = { 0 };
  g_autofree char   *key = NULL;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 1);
  synced = g_string_new (NULL);
  key = pel_audit_take_first_key (desk.place, NULL);
  g_assert_nonnull (key);
  g_assert_cmpstr (synced->str, ==, "first;manifest.new;");
  g_string_free (g_steal_pointer (&synced), TRUE);
}

/* The log lives until its last record is written, whoever lets go of it. */
static void
test_early_unref (void)
{
  g_auto (AuditDesk)     desk = { 0 };
  PelAuditLog           *log;
  Answers                answers = { 0 };
  g_autoptr (JsonObject) content = json_object_new ();

  audit_desk_init (&desk);
  log = pel_audit_log_new (desk.place);
  pel_audit_log_append_async (log, PEL_AUDIT_NOTE, content, appended_cb, &answers);
  g_object_unref (log);
  while (answers.n_answers < 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (answers.errors[0]);
  assert_sound (&desk, 0);
}

static mode_t
get_mode (const char *path)
{
  struct stat info;

  g_assert_cmpint (lstat (path, &info), ==, 0);
  return info.st_mode & 0777;
}

/* Only the user may look, also where a folder was there with other rights. */
static void
test_modes (void)
{
  g_auto (AuditDesk) desk = { 0 };
  g_autofree char   *file = NULL;
  g_autofree char   *key = NULL;
  mode_t             mask = umask (0);

  audit_desk_init (&desk);
  g_mkdir_with_parents (desk.folder, 0777);
  audit_desk_write (&desk, 1);
  umask (mask);
  file = audit_desk_dup_path (&desk, FIRST_FILE);
  key = audit_desk_dup_path (&desk, PEL_AUDIT_KEY_FILE);
  g_assert_cmpint (get_mode (desk.folder), ==, 0700);
  g_assert_cmpint (get_mode (file), ==, 0600);
  g_assert_cmpint (get_mode (key), ==, 0600);
}

/* clang-format off */
static const struct { const char *name; gboolean is_hard; const char *said; } links[] = {
  { FIRST_FILE, FALSE, "symbolic link" }, { "key", FALSE, "symbolic link" }, { "lock", FALSE, "symbolic link" },
  { FIRST_FILE, TRUE,  "hard link"     }, { "key", TRUE,  "hard link"     },
};
/* clang-format on */

/* What points elsewhere is not followed, and nothing elsewhere is written to. */
static void
test_links (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_auto (AuditDesk)         desk = { 0 };
      g_autoptr (GError)         error = NULL;
      g_autoptr (PelAuditWriter) writer = NULL;
      g_autofree char           *victim = NULL;
      g_autofree char           *path = NULL;
      g_autofree char           *text = NULL;

      audit_desk_init (&desk);
      g_mkdir_with_parents (desk.folder, 0700);
      victim = g_build_filename (desk.root, "victim", NULL);
      path = audit_desk_dup_path (&desk, links[i].name);
      g_file_set_contents (victim, "mine", -1, NULL);
      g_assert_cmpint (links[i].is_hard ? link (victim, path) : symlink (victim, path), ==, 0);
      writer = pel_audit_writer_new (desk.place, &error);
      g_test_message ("%s: %s", links[i].name, error != NULL ? error->message : "");
      g_assert_error (error, PEL_ERROR, PEL_ERROR_DENIED);
      g_assert_nonnull (strstr (error->message, links[i].said));
      g_file_get_contents (victim, &text, NULL, NULL);
      g_assert_cmpstr (text, ==, "mine");
    }
}

static void
test_linked_folder (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelAuditWriter) writer = NULL;
  g_autofree char           *parent = NULL;

  audit_desk_init (&desk);
  parent = g_path_get_dirname (desk.folder);
  g_mkdir_with_parents (parent, 0700);
  g_assert_cmpint (symlink (desk.root, desk.folder), ==, 0);
  writer = pel_audit_writer_new (desk.place, &error);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_DENIED);
}

/* Two at once would make two ends of one chain. The second can write when the first is gone. */
static void
test_lock (void)
{
  g_auto (AuditDesk)      desk = { 0 };
  g_autoptr (PelAuditLog) one = NULL;
  g_autoptr (PelAuditLog) other = NULL;
  Answers                 answers = { 0 };

  audit_desk_init (&desk);
  one = pel_audit_log_new (desk.place);
  other = pel_audit_log_new (desk.place);
  append (one, 1, &answers);
  g_assert_no_error (answers.errors[0]);
  answers_clear (&answers);
  append (other, 1, &answers);
  g_assert_error (answers.errors[0], PEL_ERROR, PEL_ERROR_DENIED);
  g_assert_nonnull (strstr (answers.errors[0]->message, "Another Pellucid session"));
  g_assert_cmpuint (answers.seqs[0], ==, 0);
  g_assert_nonnull (pel_audit_log_get_error (other));
  answers_clear (&answers);
  g_clear_object (&one);
  append (other, 1, &answers);
  g_assert_no_error (answers.errors[0]);
  g_assert_null (pel_audit_log_get_error (other));
  g_clear_object (&other);
  assert_sound (&desk, 0);
}

/* Of a line that a killed writer left, at whichever byte it ends: it is kept, and explained. */
static void
test_torn (void)
{
  g_auto (AuditDesk) desk = { 0 };
  g_autofree char   *bytes = NULL;
  g_autofree char   *key = NULL;
  g_autofree char   *head = NULL;
  gsize              length;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 2);
  head = g_build_filename (desk.root, "data", "audit-head", NULL);
  key = audit_desk_read (&desk, PEL_AUDIT_KEY_FILE, NULL);
  bytes = audit_desk_read (&desk, FIRST_FILE, &length);
  for (gsize n = 1; n < 200; n += 7)
    {
      g_autoptr (GString) torn = g_string_new_len (bytes, length);
      g_autofree char    *after = NULL;

      g_string_append_len (torn, bytes, n);
      audit_desk_put (&desk, FIRST_FILE, torn->str, torn->len);
      audit_desk_put (&desk, PEL_AUDIT_KEY_FILE, key, strlen (key));
      g_remove (head); /* it was told of what the last round wrote */
      audit_desk_write (&desk, 1);
      assert_sound (&desk, 1);
      after = audit_desk_read (&desk, FIRST_FILE, NULL);
      g_assert_true (g_str_has_prefix (after, torn->str));
      g_assert_nonnull (strstr (after, "\"event\":\"line_torn\""));
    }
}

/* A disk without room: part of a line gets there, is taken back, and the act is refused; when there
 * is room again the log goes on. */
static void
test_full_disk (void)
{
  g_auto (AuditDesk)      desk = { 0 };
  g_autoptr (PelAuditLog) log = NULL;
  Answers                 answers = { 0 };
  struct rlimit           limit, tight;
  g_autofree char        *before = NULL;
  g_autofree char        *after = NULL;
  gsize                   length;

  audit_desk_init (&desk);
  log = pel_audit_log_new (desk.place);
  append (log, 3, &answers);
  answers_clear (&answers);
  before = audit_desk_read (&desk, FIRST_FILE, &length);
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  tight = limit;
  tight.rlim_cur = length + 40;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &tight), ==, 0);
  append (log, 2, &answers);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  for (guint i = 0; i < 2; i++)
    g_assert_error (answers.errors[i], PEL_ERROR, PEL_ERROR_DENIED);
  g_assert_nonnull (pel_audit_log_get_error (log));
  after = audit_desk_read (&desk, FIRST_FILE, NULL);
  g_assert_cmpstr (after, ==, before);
  assert_sound (&desk, 0); /* reading goes on */
  answers_clear (&answers);
  append (log, 1, &answers);
  g_assert_no_error (answers.errors[0]);
  g_assert_null (pel_audit_log_get_error (log));
  g_clear_object (&log);
  assert_sound (&desk, 0);
}

/* A file that is taken away under its writer is not written to in vain. */
static void
test_removed_file (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  g_autoptr (PelAuditLog)    log = NULL;
  g_autoptr (PelAuditReport) report = NULL;
  Answers                    answers = { 0 };
  g_autofree char           *path = NULL;
  g_autofree char           *faults = NULL;

  audit_desk_init (&desk);
  log = pel_audit_log_new (desk.place);
  append (log, 3, &answers);
  answers_clear (&answers);
  path = audit_desk_dup_path (&desk, FIRST_FILE);
  g_remove (path);
  append (log, 1, &answers);
  g_assert_no_error (answers.errors[0]);
  g_clear_object (&log);
  report = audit_desk_verify (&desk, NULL);
  faults = audit_desk_dup_faults (report);
  g_assert_cmpstr (faults, ==, "cut:0");
  g_assert_cmpuint (report->n_records,
                    ==,
                    2); /* a note that says what is missing, and the record */
}

/* What somebody else wrote to the file meanwhile is kept and told of, like a torn line. */
static void
test_foreign_bytes (void)
{
  g_auto (AuditDesk)      desk = { 0 };
  g_autoptr (PelAuditLog) log = NULL;
  Answers                 answers = { 0 };
  g_autofree char        *bytes = NULL;
  g_autofree char        *more = NULL;

  audit_desk_init (&desk);
  log = pel_audit_log_new (desk.place);
  append (log, 3, &answers);
  answers_clear (&answers);
  bytes = audit_desk_read (&desk, FIRST_FILE, NULL);
  more = g_strconcat (bytes, "not a record\nnor this", NULL);
  audit_desk_put (&desk, FIRST_FILE, more, strlen (more));
  append (log, 2, &answers);
  g_assert_no_error (answers.errors[0]);
  g_assert_no_error (answers.errors[1]);
  g_clear_object (&log);
  assert_sound (&desk, 1);
}

static GPtrArray *
list_files (AuditDesk *desk)
{
  int        fd = pel_audit_folder_open (desk->folder, PEL_AUDIT_FOLDER_EXISTING, NULL);
  GPtrArray *names = pel_audit_manifest_list_files (fd, NULL);

  close (fd);
  return names;
}

/* The chain goes through all files; what is removed is told by the log, and by nothing else. */
static void
test_rotation (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  g_autoptr (PelAuditReport) report = NULL;
  g_autoptr (PelAuditReport) thinned = NULL;
  g_autoptr (GPtrArray)      names = NULL;
  g_autofree char           *path = NULL;
  g_autofree char           *faults = NULL;

  audit_desk_init (&desk);
  desk.place->file_bytes = 1500;
  desk.place->max_files = 4;
  for (guint i = 0; i < 4; i++)
    audit_desk_write (&desk, 10);
  names = list_files (&desk);
  g_assert_cmpuint (names->len, ==, 4);
  report = audit_desk_verify (&desk, NULL);
  g_assert_cmpuint (report->problems->len, ==, 0);
  g_assert_cmpuint (report->first_seq, >, 1);
  g_assert_cmpuint (report->n_sealed, ==, report->n_records);

  path = audit_desk_dup_path (&desk, names->pdata[1]);
  g_assert_cmpint (g_remove (path), ==, 0);
  thinned = audit_desk_verify (&desk, NULL);
  faults = audit_desk_dup_faults (thinned);
  g_assert_cmpstr (faults, ==, "missing:1");
}

static const char planted[] = "\x89PNG\r\n\x1a\nnot of the log\n";

static gboolean
is_named (const PelAuditReport *report, const char *name)
{
  for (guint i = 0; i < report->problems->len; i++)
    {
      const PelAuditProblem *problem = report->problems->pdata[i];

      if (problem->fault == PEL_AUDIT_FOREIGN && g_strcmp0 (problem->file, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Files with names like ours, newer, older or the very next, neither make rotation remove what is
 * ours nor count as it: the log goes on between them, its key is found, and verifying names them.
 * What has no name like ours is no one's fault. */
static void
test_planted (void)
{
  static const char *const names[] = {
    "audit-00000000.jsonl", "audit-00000003.jsonl", "audit-00000099.jsonl",
    "audit-00000098.jsonl", "first-zzzzzzzz.key",
  };
  static const char *const harmless[] = {
    ".directory", ".nfs000000000000002a", "key.txt", "image.png"
  };
  g_auto (AuditDesk)         desk = { 0 };
  g_autoptr (PelAuditReport) before = NULL;
  g_autoptr (PelAuditReport) report = NULL;
  g_autoptr (GPtrArray)      files = NULL;
  g_autoptr (GError)         error = NULL;
  g_autofree char           *key = NULL;

  audit_desk_init (&desk);
  desk.place->file_bytes = 1500;
  desk.place->max_files = 20;
  audit_desk_write (&desk, 5);
  before = audit_desk_verify (&desk, NULL);
  g_assert_cmpuint (before->problems->len, ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    audit_desk_put (&desk, names[i], planted, strlen (planted));
  for (gsize i = 0; i < G_N_ELEMENTS (harmless); i++)
    audit_desk_put (&desk, harmless[i], planted, strlen (planted));
  for (guint i = 0; i < 4; i++)
    audit_desk_write (&desk, 10);
  files = list_files (&desk);
  g_assert_cmpuint (files->len, >, 5);
  report = audit_desk_verify (&desk, NULL);
  g_assert_cmpuint (report->problems->len, ==, G_N_ELEMENTS (names));
  g_assert_cmpuint (report->first_seq, ==, 1);
  g_assert_cmpuint (report->n_sealed, ==, report->n_records);
  desk.place->max_files = 3;
  for (guint i = 0; i < 4; i++)
    audit_desk_write (&desk, 10);
  g_clear_pointer (&report, pel_audit_report_free);
  report = audit_desk_verify (&desk, NULL);
  g_assert_cmpuint (report->problems->len, ==, G_N_ELEMENTS (names));
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *bytes = audit_desk_read (&desk, names[i], NULL);

      g_assert_cmpstr (bytes, ==, planted);
      g_assert_true (is_named (report, names[i]));
    }
  g_clear_pointer (&files, g_ptr_array_unref);
  files = list_files (&desk);
  g_assert_cmpuint (files->len, ==, 3);
  key = pel_audit_take_first_key (desk.place, &error);
  g_assert_no_error (error);
  g_assert_true (g_ascii_isdigit (key[0]));
}

/* A log of before there was a manifest keeps its files, and has one from then on. */
static void
test_adopted (void)
{
  g_auto (AuditDesk)         desk = { 0 };
  g_autoptr (PelAuditReport) report = NULL;
  g_autofree char           *manifest = NULL;
  guint64                    n;

  audit_desk_init (&desk);
  desk.place->file_bytes = 1500;
  audit_desk_write (&desk, 30);
  manifest = audit_desk_dup_path (&desk, PEL_AUDIT_MANIFEST_FILE);
  g_assert_cmpint (g_remove (manifest), ==, 0);
  n = audit_desk_write (&desk, 10);
  g_assert_true (g_file_test (manifest, G_FILE_TEST_EXISTS));
  audit_desk_put (&desk, "audit-00000099.jsonl", planted, strlen (planted));
  report = audit_desk_verify (&desk, NULL);
  g_assert_cmpuint (report->n_records, ==, n);
  g_assert_cmpuint (report->problems->len, ==, 1);
  g_assert_true (is_named (report, "audit-00000099.jsonl"));
}

/* Writes without end; tells each number that is on disk. */
static void
write_until_killed (PelAuditPlace *place, int out)
{
  PelAuditWriter *writer = pel_audit_writer_new (place, NULL);

  while (writer != NULL)
    {
      guint64 seq = pel_audit_writer_append (writer, PEL_AUDIT_INTENT, "{\"n\":1}", NULL);

      if (seq == 0 || write (out, &seq, sizeof seq) != sizeof seq)
        break;
    }
  _exit (1);
}

/* Kills it after it said a few numbers, at some point of the next one. The last that it said. */
static guint64
kill_a_writer (AuditDesk *desk, GRand *random)
{
  guint64 seq = 0, last = 0;
  guint   n = g_rand_int_range (random, 0, 8);
  guint   n_spins = g_rand_int_range (random, 0, 20000);
  int     pipe_fds[2];
  pid_t   child;

  g_assert_cmpint (pipe (pipe_fds), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    write_until_killed (desk->place, pipe_fds[1]);
  close (pipe_fds[1]);
  for (guint i = 0; i < n && read (pipe_fds[0], &seq, sizeof seq) == sizeof seq; i++)
    last = seq;
  for (volatile guint i = 0; i < n_spins; i++)
    ;
  kill (child, SIGKILL);
  while (read (pipe_fds[0], &seq, sizeof seq) == sizeof seq)
    last = seq;
  close (pipe_fds[0]);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  return last;
}

/* However often a writer is killed in the midst of it: what it said is there, and the chain is
 * whole but for the line that it was at. */
static void
test_kill (void)
{
  g_auto (AuditDesk) desk = { 0 };
  g_autoptr (GRand)  random = g_rand_new_with_seed (23);

  audit_desk_init (&desk);
  desk.place->file_bytes = 8000; /* so that it is also killed while it begins another file */
  desk.place->max_files = 3;
  for (guint round = 0; round < 200; round++)
    {
      guint64                    said = kill_a_writer (&desk, random);
      g_autoptr (PelAuditReport) report = NULL;

      audit_desk_write (&desk, 1);
      report = audit_desk_verify (&desk, NULL);
      if (report->problems->len > 0)
        g_test_message ("%s", ((PelAuditProblem *) report->problems->pdata[0])->message);
      g_assert_cmpuint (report->problems->len, ==, 0);
      g_assert_cmpuint (report->head.seq, >, said);
      g_assert_cmpuint (report->n_sealed, ==, report->n_records);
    }
}

/* What is not printable is escaped, so that a terminal or an editor shows a log as it is; it is the
 * same text when it is read. */
static void
test_unprintable (void)
{
  static const char       text[] = "a\xe2\x80\xae\xc2\x85\xf3\xa0\x80\x81é漢\x01";
  g_auto (AuditDesk)      desk = { 0 };
  g_autoptr (PelAuditLog) log = NULL;
  g_autoptr (JsonObject)  content = json_object_new ();
  g_autoptr (JsonObject)  read = NULL;
  Answers                 answers = { 0 };
  g_autofree char        *bytes = NULL;
  const char             *line;

  audit_desk_init (&desk);
  log = pel_audit_log_new (desk.place);
  json_object_set_string_member (content, "message", text);
  pel_audit_log_append_async (log, PEL_AUDIT_NOTE, content, appended_cb, &answers);
  while (answers.n_answers < 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (answers.errors[0]);
  bytes = g_strchomp (audit_desk_read (&desk, FIRST_FILE, NULL));
  line = strrchr (bytes, '\n') + 1;
  g_assert_nonnull (strstr (line, "a\\u202e\\u0085\\udb40\\udc01é漢\\u0001"));
  read = pel_json_parse_object (line, -1, NULL);
  g_assert_cmpstr (json_object_get_string_member (read, "message"), ==, text);
}

static void
test_too_large (void)
{
  g_auto (AuditDesk)      desk = { 0 };
  g_autoptr (PelAuditLog) log = NULL;
  g_autoptr (JsonObject)  content = json_object_new ();
  g_autofree char        *text = g_strnfill (PEL_AUDIT_MAX_RECORD_BYTES, 'x');
  Answers                 answers = { 0 };

  audit_desk_init (&desk);
  log = pel_audit_log_new (desk.place);
  json_object_set_string_member (content, "message", text);
  pel_audit_log_append_async (log, PEL_AUDIT_NOTE, content, appended_cb, &answers);
  while (answers.n_answers < 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (answers.errors[0], PEL_ERROR, PEL_ERROR_DENIED);
  answers_clear (&answers);
}

/* A new key, named before, then the folder that it is in, and only then the line that says so. */
static void
test_synced (void)
{
  g_auto (AuditDesk) desk = { 0 };
  g_autofree char   *folder = NULL;
  g_autofree char   *expected = NULL;
  g_autofree char   *told = NULL;

  audit_desk_init (&desk);
  folder = g_path_get_basename (desk.folder);
  expected = g_strdup_printf ("manifest.new;first;key;manifest.new;%s;" FIRST_FILE ";", folder);
  synced = g_string_new (NULL);
  audit_desk_write (&desk, 1);
  told = g_string_free (g_steal_pointer (&synced), FALSE);
  g_test_message ("%s", told);
  g_assert_true (g_str_has_prefix (told, expected));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/audit-log/kill", test_kill); /* forks: before there are threads */
  g_test_add_func ("/audit-log/synced", test_synced);
  g_test_add_func ("/audit-log/order", test_order);
  g_test_add_func ("/audit-log/no-key", test_no_key);
  g_test_add_func ("/audit-log/thread", test_thread);
  g_test_add_func ("/audit-log/drain", test_drain);
  g_test_add_func ("/audit-log/forgets-key", test_forgets_key);
  g_test_add_func ("/audit-log/early-unref", test_early_unref);
  g_test_add_func ("/audit-log/modes", test_modes);
  g_test_add_func ("/audit-log/links", test_links);
  g_test_add_func ("/audit-log/linked-folder", test_linked_folder);
  g_test_add_func ("/audit-log/lock", test_lock);
  g_test_add_func ("/audit-log/torn", test_torn);
  g_test_add_func ("/audit-log/full-disk", test_full_disk);
  g_test_add_func ("/audit-log/removed-file", test_removed_file);
  g_test_add_func ("/audit-log/foreign-bytes", test_foreign_bytes);
  g_test_add_func ("/audit-log/rotation", test_rotation);
  g_test_add_func ("/audit-log/planted", test_planted);
  g_test_add_func ("/audit-log/adopted", test_adopted);
  g_test_add_func ("/audit-log/unprintable", test_unprintable);
  g_test_add_func ("/audit-log/too-large", test_too_large);
  return g_test_run ();
}
