/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/audit-desk.h"
#include "tests/unit/tool-desk.h"

#include "services/audit/audit-search.h"
#include "services/base/error.h"

#include <glib/gstdio.h>
#include <string.h>

#define FIRST_FILE "audit-00000001.jsonl"

typedef struct
{
  ToolDesk  desk;
  AuditDesk audit;
} Fixture;

static void
call_as (Fixture *fixture, PelCallerKind kind)
{
  g_clear_pointer (&fixture->desk.identity, pel_caller_unref);
  fixture->desk.identity =
      pel_caller_new (&(PelCallerInfo){ .kind = kind, .executable = "/usr/bin/test" });
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  tool_desk_set_up (&fixture->desk, NULL);
  audit_desk_init (&fixture->audit);
  fixture->desk.context.audit = pel_audit_log_new (fixture->audit.place);
  call_as (fixture, PEL_CALLER_TERMINAL);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_clear_pointer (&fixture->desk.identity, pel_caller_unref);
  g_clear_object (&fixture->desk.context.audit);
  audit_desk_clear (&fixture->audit);
  tool_desk_tear_down (&fixture->desk, NULL);
}

static void
write_records (Fixture *fixture)
{
  static const char *const records[] = {
    "{\"client\":\"pellucid mcp\",\"tool\":\"ui_click\",\"selector\":\"Button:OK\",\"decision\":"
    "\"allow\"}",
    "{\"client\":\"pellucid mcp\",\"tool\":\"ui_type\",\"target\":{\"role\":\"Edit\",\"name\":"
    "\"Name\"},\"result\":\"success\"}",
    "{\"client\":\"script\",\"tool\":\"ui_click\",\"target\":7,\"result\":\"denied\"}",
    "{\"client\":\"script\",\"tool\":\"ui_key\",\"target\":{\"window\":\"Notes\"},"
    "\"result\":\"success\"}",
  };
  g_autoptr (PelAuditWriter) writer = pel_audit_writer_new (fixture->audit.place, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (records); i++)
    g_assert_cmpuint (pel_audit_writer_append (writer, PEL_AUDIT_INTENT, records[i], NULL), >, 0);
}

/* clang-format off */
static const struct { const char *arguments; const char *rows; } shown[] = {
  { "{}",                              "1 log_begun -;2 ui_click Button:OK;3 ui_type Edit \"Name\";4 ui_click -;5 ui_key Window \"Notes\";" },
  { "{'action':'show','last':2}",      "4 ui_click -;5 ui_key Window \"Notes\";" },
  { "{'client':'mcp'}",                "2 ui_click Button:OK;3 ui_type Edit \"Name\";" },
  { "{'tool':'ui_click'}",             "2 ui_click Button:OK;4 ui_click -;" },
  { "{'tool':'ui_*','last':1}",        "5 ui_key Window \"Notes\";" },
  { "{'tool':'ui_click','client':'s'}", "4 ui_click -;" },
  { "{'since':'1h','last':1}",         "5 ui_key Window \"Notes\";" },
  { "{'since':'2999-01-01'}",          "" },
  { "{'tool':'click'}",                "" },
};

static const struct { const char *arguments; const char *told; } refused[] = {
  { "{'action':'export'}",              "invalid_argument: audit: the file to export to is missing" },
  { "{'since':'soon'}",                 "invalid_argument: “soon” is not a valid time" },
  { "{'action':'verify','file':'a'}",   "invalid_argument: audit: “file” must be an absolute path, not \"a\"" },
  { "{'action':'verify','file':'/'}",   "invalid_argument: Cannot read “/” as an audit log: not a regular file" },
  { "{'action':'verify','key_file':'/dev/null'}", "invalid_argument: “/dev/null” does not contain an audit log key" },
  { "{'action':'export','file':'/nowhere/a'}", "command_failed: Cannot export the audit log to “/nowhere/a”: No such file or directory" },
};
/* clang-format on */

static char *
describe (JsonArray *rows)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      g_string_append_printf (text,
                              "%d %s %s;",
                              (int) json_object_get_int_member (row, "seq"),
                              json_object_get_string_member (row, "what"),
                              json_object_get_null_member (row, "target")
                                  ? "-"
                                  : json_object_get_string_member (row, "target"));
    }
  return g_string_free (text, FALSE);
}

static void
test_show (Fixture *fixture, gconstpointer unused)
{
  write_records (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      JsonObject      *data = tool_desk_call (&fixture->desk, "audit", shown[i].arguments);
      g_autofree char *rows = describe (json_object_get_array_member (data, "records"));

      g_test_message ("%s", shown[i].arguments);
      g_assert_cmpstr (rows, ==, shown[i].rows);
    }
}

/* The newest of several files, as if they were one. */
static void
test_show_files (Fixture *fixture, gconstpointer unused)
{
  JsonObject *data, *row;
  JsonArray  *rows;

  fixture->audit.place->file_bytes = 1000;
  audit_desk_write (&fixture->audit, 30);
  data = tool_desk_call (&fixture->desk, "audit", "{'tool':'ui_click','last':20}");
  rows = json_object_get_array_member (data, "records");
  g_assert_cmpuint (json_array_get_length (rows), ==, 20);
  for (guint i = 0; i < 20; i++)
    {
      row = json_object_get_object_member (json_array_get_object_element (rows, i), "record");
      g_assert_cmpint (json_object_get_int_member (row, "n"), ==, 10 + i);
    }
}

static void
test_refused (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *told = tool_desk_fail (&fixture->desk, "audit", refused[i].arguments);

      g_assert_cmpstr (told, ==, refused[i].told);
    }
}

/* What went out can be verified with the key that went out, and without any of what is here. */
static void
test_export (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *path = g_build_filename (fixture->audit.root, "copy.jsonl", NULL);
  g_autofree char *key_path = g_build_filename (fixture->audit.root, "key.txt", NULL);
  g_autofree char *export = g_strdup_printf ("{'action':'export','file':'%s'}", path);
  g_autofree char *verify =
      g_strdup_printf ("{'action':'verify','file':'%s','key_file':'%s'}", path, key_path);
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;
  g_autofree char *told = NULL;
  JsonObject      *data, *object;

  fixture->audit.place->file_bytes = 1000;
  audit_desk_write (&fixture->audit, 10);
  data = tool_desk_call (&fixture->desk, "audit", "{'action':'export-key'}");
  g_file_set_contents (key_path, json_object_get_string_member (data, "key"), -1, NULL);
  again = tool_desk_fail (&fixture->desk, "audit", "{'action':'export-key'}");
  g_assert_true (g_str_has_prefix (again, "command_failed: The first key"));
  data = tool_desk_call (&fixture->desk, "audit", export);
  object = json_object_get_object_member (data, "export");
  g_assert_cmpint (json_object_get_int_member (object, "records"), >, 12);
  data = tool_desk_call (&fixture->desk, "audit", verify);
  object = json_object_get_object_member (data, "verification");
  g_assert_cmpint (json_object_get_int_member (object, "sealed"),
                   ==,
                   json_object_get_int_member (object, "records"));
  g_file_get_contents (path, &text, NULL, NULL);
  strstr (text, "ui_click")[3] = 'k';
  g_file_set_contents (path, text, -1, NULL);
  told = tool_desk_fail (&fixture->desk, "audit", verify);
  g_assert_true (g_str_has_prefix (told, "verification_failed: "));
}

/* What is left of a log is gone, and its head in the other place as well. */
static void
delete_log (Fixture *fixture)
{
  g_autofree char *head = g_build_filename (fixture->audit.root, "data", "audit-head", NULL);
  g_autoptr (GDir) folder = g_dir_open (fixture->audit.folder, 0, NULL);
  const char      *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = audit_desk_dup_path (&fixture->audit, name);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (fixture->audit.folder), ==, 0);
  g_assert_cmpint (g_remove (head), ==, 0);
}

static void
refuse_log (Fixture *fixture, const char *file, const char *key_path)
{
  g_autofree char *member = file != NULL ? g_strdup_printf (",'file':'%s'", file) : g_strdup ("");
  g_autofree char *arguments =
      g_strdup_printf ("{'action':'verify','key_file':'%s'%s}", key_path, member);
  g_autofree char *told = tool_desk_fail (&fixture->desk, "audit", arguments);

  g_test_message ("%s → %s", arguments, told);
  g_assert_true (g_str_has_prefix (told, "verification_failed: "));
}

/* Whoever deletes a log, empties it or begins it again, with keys that fit what is there now, does
 * not get past the key that was kept elsewhere; nor does a copy of such a log. */
static void
test_replaced (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *key_path = g_build_filename (fixture->audit.root, "kept.txt", NULL);
  g_autofree char *copy = g_build_filename (fixture->audit.root, "copy.jsonl", NULL);
  g_autofree char *empty = g_build_filename (fixture->audit.root, "empty.jsonl", NULL);
  g_autofree char *export = g_strdup_printf ("{'action':'export','file':'%s'}", copy);
  JsonObject *data;

  audit_desk_write (&fixture->audit, 6);
  data = tool_desk_call (&fixture->desk, "audit", "{'action':'export-key'}");
  g_assert_true (
      g_file_set_contents (key_path, json_object_get_string_member (data, "key"), -1, NULL));
  g_clear_object (&fixture->desk.context.audit);
  delete_log (fixture);
  fixture->desk.context.audit = pel_audit_log_new (fixture->audit.place);
  refuse_log (fixture, NULL, key_path);
  g_assert_cmpint (g_mkdir (fixture->audit.folder, 0700), ==, 0);
  refuse_log (fixture, NULL, key_path);
  audit_desk_put (&fixture->audit, "audit-00000001.jsonl", "", 0);
  refuse_log (fixture, NULL, key_path);
  audit_desk_write (&fixture->audit, 6);
  tool_desk_call (&fixture->desk, "audit", "{'action':'verify'}"); /* everything fits */
  refuse_log (fixture, NULL, key_path);
  tool_desk_call (&fixture->desk, "audit", export);
  refuse_log (fixture, copy, key_path);
  g_assert_true (g_file_set_contents (empty, "", 0, NULL));
  refuse_log (fixture, empty, key_path);
}

/* clang-format off */
/* What is told to whom, by what the policy says of reading. */
static const struct { PelCallerKind kind; const char *read, *action; gboolean is_denied; } permits[] = {
  { PEL_CALLER_AGENT,    "allow", "verify",     FALSE },
  { PEL_CALLER_AGENT,    "deny",  "verify",     FALSE },
  { PEL_CALLER_AGENT,    "allow", "show",       FALSE },
  { PEL_CALLER_AGENT,    "deny",  "show",       TRUE  },
  { PEL_CALLER_AGENT,    "allow", "export",     TRUE  },
  { PEL_CALLER_AGENT,    "allow", "export-key", TRUE  },
  { PEL_CALLER_TERMINAL, "deny",  "show",       FALSE },
  { PEL_CALLER_TERMINAL, "deny",  "export",     FALSE },
  { PEL_CALLER_TERMINAL, "deny",  "export-key", FALSE },
  { PEL_CALLER_OPERATOR, "deny",  "show",       FALSE },
};
/* clang-format on */

static void
try_permit (Fixture *fixture, guint i, const char *file)
{
  gboolean         is_export = g_str_equal (permits[i].action, "export");
  g_autofree char *arguments = g_strdup_printf ("{'action':'%s'%s%s%s}",
                                                permits[i].action,
                                                is_export ? ",'file':'" : "",
                                                is_export ? file : "",
                                                is_export ? "'" : "");
  g_autofree char *told = NULL;

  g_test_message ("%u %s %s", permits[i].kind, permits[i].read, arguments);
  call_as (fixture, permits[i].kind);
  if (!permits[i].is_denied)
    {
      tool_desk_call (&fixture->desk, "audit", arguments);
      return;
    }
  told = tool_desk_fail (&fixture->desk, "audit", arguments);
  g_assert_true (g_str_has_prefix (told, "denied: audit: "));
  g_assert_false (g_file_test (file, G_FILE_TEST_EXISTS));
}

static guint
count_denials (Fixture *fixture)
{
  JsonObject *data = tool_desk_call (&fixture->desk, "audit", "{'tool':'audit'}");

  return json_array_get_length (json_object_get_array_member (data, "records"));
}

/* Whoever is not let in is on record. */
static void
test_permits (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *path = g_build_filename (fixture->audit.root, "policy.json", NULL);
  g_autofree char *file = g_build_filename (fixture->audit.root, "copy.jsonl", NULL);
  guint            n_denied = 0;

  fixture->desk.context.policy = pel_policy_store_new (&(PelPolicyPlaces){ NULL, path, NULL });
  for (guint i = 0; i < G_N_ELEMENTS (permits); i++)
    {
      g_autofree char *policy =
          g_strdup_printf ("{\"default\":{\"read\":\"%s\"}}", permits[i].read);

      g_assert_true (
          g_file_set_contents_full (path, policy, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
      try_permit (fixture, i, file);
      n_denied += permits[i].is_denied;
    }
  g_assert_cmpuint (count_denials (fixture), ==, n_denied);
  g_clear_object (&fixture->desk.context.policy);
}

/* A log with something wrong is an error, with file and line. */
static void
test_verify (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *bytes = NULL;
  g_autofree char *told = NULL;
  JsonObject      *data, *problem;
  gsize            length;

  data = tool_desk_call (&fixture->desk, "audit", "{'action':'verify'}");
  g_assert_cmpstr (json_object_get_string_member (data, "note"), ==, "There are no records yet.");
  audit_desk_write (&fixture->audit, 3);
  data = tool_desk_call (&fixture->desk, "audit", "{'action':'verify'}");
  g_assert_nonnull (strstr (json_object_get_string_member (data, "note"), "still on this machine"));
  bytes = audit_desk_read (&fixture->audit, FIRST_FILE, &length);
  strstr (bytes, "ui_click")[3] = 'k';
  audit_desk_put (&fixture->audit, FIRST_FILE, bytes, length);
  told = tool_desk_fail (&fixture->desk, "audit", "{'action':'verify'}");
  g_assert_cmpstr (told,
                   ==,
                   "verification_failed: The audit log was altered or damaged: 1 problem");
  data = json_object_get_object_member (fixture->desk.envelope, "error");
  data = json_object_get_object_member (data, "details");
  problem = json_array_get_object_element (json_object_get_array_member (data, "problems"), 0);
  g_assert_cmpstr (json_object_get_string_member (problem, "text"), ==, FIRST_FILE ":2");
  g_assert_cmpstr (json_object_get_string_member (problem, "fault"), ==, "changed");
}

/* clang-format off */
static const struct { const char *text; const char *expected; } times[] = {
  { "90s",                       "2023-11-14T22:11:50" },
  { "15m",                       "2023-11-14T21:58:20" },
  { "2h",                        "2023-11-14T20:13:20" },
  { "3d",                        "2023-11-11T22:13:20" },
  { "2026-11-16",                "2026-11-16T00:00:00" },
  { "2026-11-16T15:08",          "2026-11-16T15:08:00" },
  { "2026-11-16T15:08:09",       "2026-11-16T15:08:09" },
  { "2026-11-16T15:08:09+02:00", "2026-11-16T13:08:09" },
  { "2026-11-16T15:08:09Z",      "2026-11-16T15:08:09" },
  { "0h", NULL }, { "h", NULL }, { "-2h", NULL }, { "2 h", NULL }, { "2w", NULL }, { "", NULL },
  { "99999999999999999999h", NULL }, { "2026-13-01", NULL }, { "12:00", NULL },
};
/* clang-format on */

static void
test_since (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char   *time = pel_audit_dup_since (times[i].text, 1700000000000000, &error);

      g_test_message ("%s", times[i].text);
      g_assert_cmpstr (time, ==, times[i].expected);
      g_assert_true ((error == NULL) == (time != NULL));
    }
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/tool-audit/show", test_show);
  ADD ("/tool-audit/show-files", test_show_files);
  ADD ("/tool-audit/refused", test_refused);
  ADD ("/tool-audit/export", test_export);
  ADD ("/tool-audit/replaced", test_replaced);
  ADD ("/tool-audit/permits", test_permits);
  ADD ("/tool-audit/verify", test_verify);
  g_test_add_func ("/tool-audit/since", test_since);
  return g_test_run ();
}
