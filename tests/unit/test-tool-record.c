/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What of the calls that do not act is written down. */

#include "services/audit/audit-denials.h"
#include "services/base/json.h"
#include "services/policy/veiled-source.h"
#include "tests/unit/audit-desk.h"
#include "tests/unit/tool-desk.h"

#include <glib/gstdio.h>
#include <string.h>

#define LOG      "audit-00000001.jsonl"
#define DRAIN_MS 20000

typedef struct
{
  ToolDesk  desk;
  AuditDesk audit;
  char     *policy;
} RecordDesk;

static void
write_policy (RecordDesk *self, const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

  g_assert_true (g_file_set_contents_full (self->policy,
                                           json,
                                           -1,
                                           G_FILE_SET_CONTENTS_CONSISTENT,
                                           0600,
                                           NULL));
}

static void
set_up (RecordDesk *self, gconstpointer unused)
{
  const PelCallerInfo info = { .kind = PEL_CALLER_AGENT,
                               .pid = 4711,
                               .executable = "/usr/bin/robot" };

  tool_desk_set_up (&self->desk, NULL);
  audit_desk_init (&self->audit);
  self->policy = g_build_filename (self->audit.root, "policy.json", NULL);
  self->desk.context.policy = pel_policy_store_new (&(PelPolicyPlaces){ .user = self->policy });
  self->desk.context.elements =
      pel_veiled_source_new (self->desk.context.elements, self->desk.context.policy);
  self->desk.context.audit = pel_audit_log_new (self->audit.place);
  self->desk.identity = pel_caller_new (&info);
}

static void
tear_down (RecordDesk *self, gconstpointer unused)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_unref (self->desk.context.elements);
  self->desk.context.elements = PEL_ELEMENT_SOURCE (self->desk.elements);
  g_clear_object (&self->desk.context.policy);
  g_clear_object (&self->desk.context.audit);
  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  g_remove (self->policy);
  g_clear_pointer (&self->policy, g_free);
  audit_desk_clear (&self->audit);
  tool_desk_tear_down (&self->desk, NULL);
}

static const char *
get_member (JsonObject *line, const char *name)
{
  return json_object_get_string_member_with_default (line, name, "-");
}

static void
describe_call (JsonObject *line, GString *text)
{
  g_string_append_printf (text,
                          "%s %s %s %s;",
                          get_member (line, "kind"),
                          get_member (line, "tool"),
                          get_member (line, "decision"),
                          get_member (line, "result"));
}

static void
describe_event (JsonObject *line, GString *text)
{
  g_string_append_printf (text, "%s;", get_member (line, "event"));
}

/* The lines that there are, but the first, which begins the log. */
static char *
read_log (RecordDesk *self, void (*describe) (JsonObject *line, GString *text))
{
  GString         *seen = g_string_new (NULL);
  g_autofree char *path = audit_desk_dup_path (&self->audit, LOG);
  g_autofree char *text = NULL;
  g_auto (GStrv)   lines = NULL;

  pel_audit_log_drain (self->desk.context.audit, DRAIN_MS);
  g_file_get_contents (path, &text, NULL, NULL); /* there is none before the first line */
  lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  for (guint i = 1; lines[0] != NULL && lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_autoptr (JsonObject) line = pel_json_parse_object (lines[i], -1, NULL);

      describe (line, seen);
    }
  return g_string_free (seen, FALSE);
}

/* clang-format off */
static const struct { const char *policy, *tool, *arguments, *lines; } records[] = {
  { "{}",                            "ui_list_windows", "{}",               "" },
  { "{'audit':{'log_reads':true}}",  "ui_list_windows", "{}",               "outcome ui_list_windows allow success;" },
  { "{'audit':{'log_reads':true}}",  "ui_describe",     "{'target':'e999'}", "outcome ui_describe allow stale_ref;" },
  { "{'audit':{'log_reads':true}}",  "policy",          "{}",               "" },
  { "{'enabled':false}",             "ui_list_windows", "{}",               "outcome ui_list_windows deny denied;" },
  { "{'default':{'read':'ask'}}",    "ui_snapshot",     "{}",               "outcome ui_snapshot ask approval_required;" },
  { "{'audit':{'log_reads':true},'default':{'read':'deny'}}", "ui_snapshot", "{}", "outcome ui_snapshot deny denied;" },
  { "{'rules':[{'tools':'ui_describe','window':'Edit*','decision':'deny'}]}", "ui_describe", "{'target':'e11'}", "outcome ui_describe deny denied;" },
  { "{'blocked_windows':['Calculator']}", "ui_describe",  "{'target':'e6'}", "outcome ui_describe deny blocked_window;" },
  { "{}",                            "stop",            "{'resume':true}",  "outcome stop deny denied;" },
  { "{}",                            "policy",          "{'action':'allow-automation','subject':'on'}", "outcome policy deny denied;" },
};
/* clang-format on */

static void
test_lines (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (records); i++)
    {
      RecordDesk       desk = { 0 };
      g_autofree char *lines = NULL;

      g_test_message ("%s: %s %s", records[i].policy, records[i].tool, records[i].arguments);
      set_up (&desk, NULL);
      write_policy (&desk, records[i].policy);
      tool_desk_begin (&desk.desk, records[i].tool, records[i].arguments);
      tool_desk_end (&desk.desk);
      lines = read_log (&desk, describe_call);
      g_assert_cmpstr (lines, ==, records[i].lines);
      tear_down (&desk, NULL);
    }
}

/* clang-format off */
static const struct { PelCallerKind kind; const char *subject, *events; } consents[] = {
  { PEL_CALLER_TERMINAL, "off", "" },
  { PEL_CALLER_TERMINAL, "on",  "consent;" },
  { PEL_CALLER_AGENT,    "off", "consent;consent_withdrawn;" },
  { PEL_CALLER_AGENT,    "off", "consent;consent_withdrawn;" },
};
/* clang-format on */

/* That programs may act is on record, and that they may no longer. */
static void
test_consent (RecordDesk *self, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (consents); i++)
    {
      g_autofree char *arguments =
          g_strdup_printf ("{'action':'allow-automation','subject':'%s'}", consents[i].subject);
      g_autofree char *events = NULL;

      g_clear_pointer (&self->desk.identity, pel_caller_unref);
      self->desk.identity = pel_caller_new (&(PelCallerInfo){ .kind = consents[i].kind });
      tool_desk_call (&self->desk, "policy", arguments);
      events = read_log (self, describe_event);
      g_assert_cmpstr (events, ==, consents[i].events);
    }
}

/* A call that was ended because it is no longer allowed was refused. */
static void
test_under_way (RecordDesk *self, gconstpointer unused)
{
  g_autofree char *lines = NULL;

  tool_desk_begin (&self->desk, "watch", "{}");
  tool_desk_wait_for_event (&self->desk, 1);
  write_policy (self, "{'enabled':false}");
  pel_policy_store_get_policy (self->desk.context.policy);
  tool_desk_end (&self->desk);
  while (lines == NULL || lines[0] == '\0')
    {
      g_main_context_iteration (NULL, FALSE);
      g_free (lines);
      lines = read_log (self, describe_call);
    }
  g_assert_cmpstr (lines, ==, "outcome watch deny denied;");
}

/* Who is refused over and over does not fill the log, and what it is not told is counted. */
static void
test_flood (RecordDesk *self, gconstpointer unused)
{
  const guint      n_more = 12;
  g_autofree char *lines = NULL;
  g_autofree char *text = NULL;
  guint            n_lines = 0;

  write_policy (self, "{'default':{'read':'deny'}}");
  for (guint i = 0; i < PEL_AUDIT_DENIALS_PER_MINUTE + n_more; i++)
    g_free (tool_desk_fail (&self->desk, "ui_list_windows", "{}"));
  lines = read_log (self, describe_call);
  for (const char *at = lines; (at = strstr (at, "denied;")) != NULL; at++)
    n_lines++;
  g_assert_cmpuint (n_lines, ==, PEL_AUDIT_DENIALS_PER_MINUTE);
  text = audit_desk_read (&self->audit, LOG, NULL);
  g_assert_nonnull (strstr (text, "\"event\":\"denials_left_out\""));
  g_assert_nonnull (strstr (text, "\"count\":12"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/record/lines", test_lines);
  g_test_add ("/tool/record/consent", RecordDesk, NULL, set_up, test_consent, tear_down);
  g_test_add ("/tool/record/under-way", RecordDesk, NULL, set_up, test_under_way, tear_down);
  g_test_add ("/tool/record/flood", RecordDesk, NULL, set_up, test_flood, tear_down);
  return g_test_run ();
}
