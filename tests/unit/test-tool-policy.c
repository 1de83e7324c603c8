/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/tool-desk.h"

#include "services/policy/veiled-source.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* A place to call tools at, under a policy file. */
typedef struct
{
  ToolDesk          desk;
  PelElementSource *veiled;
  char             *folder, *file, *consent;
} Place;

static void
write_policy (Place *place, const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

  g_assert_true (
      g_file_set_contents_full (place->file, json, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
}

static void
call_as (Place *place, PelCallerKind kind)
{
  g_clear_pointer (&place->desk.identity, pel_caller_unref);
  place->desk.identity = pel_caller_new (
      &(PelCallerInfo){ .kind = kind, .pid = getpid (), .executable = "/usr/bin/test" });
}

static void
set_up (Place *place, gconstpointer unused)
{
  tool_desk_set_up (&place->desk, NULL);
  place->folder = g_dir_make_tmp ("pellucid-policy-XXXXXX", NULL);
  place->file = g_build_filename (place->folder, "policy.json", NULL);
  place->consent = g_build_filename (place->folder, "consent.json", NULL);
  place->desk.context.policy =
      pel_policy_store_new (&(PelPolicyPlaces){ NULL, place->file, place->consent });
  place->veiled = pel_veiled_source_new (place->desk.context.elements, place->desk.context.policy);
  place->desk.context.elements = place->veiled;
  g_object_unref (place->desk.context.tracker);
  place->desk.context.tracker = pel_region_tracker_new (place->veiled, place->desk.context.regions);
  call_as (place, PEL_CALLER_TERMINAL);
}

static void
tear_down (Place *place, gconstpointer unused)
{
  PelPolicyStore *store = place->desk.context.policy;

  /* the tracker of the desk holds the veil, and that the source */
  g_clear_object (&place->desk.context.tracker);
  place->desk.context.tracker = pel_region_tracker_new (PEL_ELEMENT_SOURCE (place->desk.elements),
                                                        place->desk.context.regions);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (place->veiled);

  g_clear_pointer (&place->desk.identity, pel_caller_unref);
  tool_desk_tear_down (&place->desk, NULL);
  g_assert_finalize_object (store);
  g_remove (place->file);
  g_remove (place->consent);
  g_assert_cmpint (g_rmdir (place->folder), ==, 0);
  g_free (place->folder);
  g_free (place->file);
  g_free (place->consent);
}

/* clang-format off */
static const struct { const char *policy; PelCallerKind kind; const char *tool, *arguments; const char *error; } calls[] = {
  { "{}",                            PEL_CALLER_AGENT,    "ui_list_windows", "{}", NULL },
  { "{'enabled':false}",             PEL_CALLER_AGENT,    "ui_list_windows", "{}", "denied: " },
  { "{'enabled':false}",             PEL_CALLER_TERMINAL, "ui_snapshot",     "{}", "denied: " },
  { "{'enabled':false}",             PEL_CALLER_TERMINAL, "overlay",         "{}", "denied: " },
  { "{'enabled':false}",             PEL_CALLER_TERMINAL, "watch",           "{}", "denied: " },
  { "{'enabled':false}",             PEL_CALLER_OPERATOR, "ui_list_windows", "{}", NULL },
  { "{'enabled':false}",             PEL_CALLER_AGENT,    "policy",          "{}", NULL },
  { "{'enabled':fals}",              PEL_CALLER_AGENT,    "ui_list_windows", "{}", "denied: " },
  { "{'enabled':fals}",              PEL_CALLER_AGENT,    "policy",          "{}", NULL },
  { "{'default':{'read':'deny'}}",   PEL_CALLER_AGENT,    "ui_snapshot",     "{}", "denied: " },
  { "{'default':{'read':'ask'}}",    PEL_CALLER_AGENT,    "ui_snapshot",     "{}", "approval_required: " },
  { "{'default':{'point':'deny'}}",  PEL_CALLER_AGENT,    "ui_highlight",    "{'targets':['e5']}", "denied: " },
  { "{'rules':[{'tools':'ui_read_text','target_name':'Bod?','decision':'deny'}]}", PEL_CALLER_AGENT, "ui_read_text", "{'target':'e11'}", "denied: " },
  { "{'rules':[{'tools':'ui_describe','window':'Edit*','decision':'ask'}]}",       PEL_CALLER_AGENT, "ui_describe",  "{'target':'e11'}", "approval_required: " },
  { "{'rules':[{'tools':'ui_describe','window':'Edit*','decision':'deny'}]}",      PEL_CALLER_AGENT, "ui_describe",  "{'target':'e5'}", NULL },
  { "{'rules':[{'tools':'ui_query','caller':'agent','decision':'deny'}]}", PEL_CALLER_AGENT,    "ui_query", "{'selector':'Button:7'}", "denied: " },
  { "{'rules':[{'tools':'ui_query','caller':'agent','decision':'deny'}]}", PEL_CALLER_TERMINAL, "ui_query", "{'selector':'Button:7'}", NULL },
};

static const struct { const char *arguments; const char *text; } explanations[] = {
  { "{'action':'explain','subject':'ui_click'}",                                           "Automation has not been allowed" },
  { "{'action':'explain','subject':'ui_click','caller':'terminal'}",                       "allowed" },
  { "{'action':'explain','subject':'ui_click','caller':'terminal','name':'Delete'}",       "rule 1" },
  { "{'action':'explain','subject':'ui_snapshot','window':'Online Banking'}",              "*Banking*" },
  { "{'action':'explain','subject':'ui_snapshot'}",                                        "allowed" },
  { "{'action':'explain','subject':'snapshot'}",                                           "ui_snapshot: allowed" },
  { "{'action':'explain','subject':'doctor'}",                                             "always allowed" },
  { "{'action':'explain','subject':'audit'}",                                              "Anyone may verify the log; agents may view it if they may read" },
  { "{'action':'explain','subject':'stop'}",                                               "only the person may resume it" },
  { "{'action':'show'}",                                                                   "not allowed" },
  { "{}",                                                                                  "not allowed" },
  { "{'action':'check'}",                                                                  "valid, 1 rule" },
  { "{'action':'allow-automation'}",                                                       "not allowed" },
};

static const struct { const char *arguments; const char *error; } mistakes[] = {
  { "{'action':'explain'}",                              "invalid_argument: policy: explain requires" },
  { "{'action':'explain','subject':'ui_clik'}",          "invalid_argument: policy: unknown tool" },
  { "{'action':'check','subject':'/nowhere/at.all'}",    "invalid_argument: policy: the file" },
  { "{'action':'check','subject':'/proc/self/environ'}", "invalid_argument: /proc/self/environ" },
  { "{'action':'allow-automation','subject':'maybe'}",   "invalid_argument: policy: allow-automation takes" },
};
/* clang-format on */

static void
test_calls (Place *place, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *error = NULL;

      g_test_message ("%s: %s", calls[i].policy, calls[i].tool);
      write_policy (place, calls[i].policy);
      call_as (place, calls[i].kind);
      if (calls[i].error == NULL)
        {
          tool_desk_call (&place->desk, calls[i].tool, calls[i].arguments);
          continue;
        }
      error = tool_desk_fail (&place->desk, calls[i].tool, calls[i].arguments);
      g_test_message ("%s", error);
      g_assert_true (g_str_has_prefix (error, calls[i].error));
    }
}

/* Nothing that is said of a tool takes back what was said before. */
static void
test_explain_exception (Place *place, gconstpointer unused)
{
  static const char *const tools[] = { "audit", "stop", "policy" };

  for (gsize i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      g_autofree char *arguments =
          g_strdup_printf ("{'action':'explain','subject':'%s'}", tools[i]);
      const char *text = tool_desk_call_for_text (&place->desk, "policy", arguments);

      g_test_message ("%s", text);
      g_assert_null (strstr (text, "always allowed"));
      g_assert_nonnull (strstr (text, "only the person"));
    }
}

static void
test_explain (Place *place, gconstpointer unused)
{
  write_policy (place, "{'rules':[{'target_name':'Delete','decision':'ask'}]}");
  for (gsize i = 0; i < G_N_ELEMENTS (explanations); i++)
    {
      const char *text =
          tool_desk_call_for_text (&place->desk, "policy", explanations[i].arguments);

      g_test_message ("%s → %s", explanations[i].arguments, text);
      g_assert_nonnull (strstr (text, explanations[i].text));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *error = tool_desk_fail (&place->desk, "policy", mistakes[i].arguments);

      g_test_message ("%s → %s", mistakes[i].arguments, error);
      g_assert_true (g_str_has_prefix (error, mistakes[i].error));
    }
}

static void
test_check (Place *place, gconstpointer unused)
{
  g_autofree char *error = NULL;
  g_autofree char *place_of_error = g_strdup_printf ("invalid_argument: %s:2:3: ", place->file);

  write_policy (place, "{\n  'enable': true\n}");
  error = tool_desk_fail (&place->desk, "policy", "{'action':'check'}");
  g_assert_true (g_str_has_prefix (error, place_of_error));
}

/* An agent may take consent back, and never give it. */
static void
test_consent (Place *place, gconstpointer unused)
{
  g_autofree char *error = NULL;

  call_as (place, PEL_CALLER_AGENT);
  error = tool_desk_fail (&place->desk, "policy", "{'action':'allow-automation','subject':'on'}");
  g_assert_true (g_str_has_prefix (error, "denied: "));
  g_assert_false (g_file_test (place->consent, G_FILE_TEST_EXISTS));

  call_as (place, PEL_CALLER_TERMINAL);
  tool_desk_call (&place->desk, "policy", "{'action':'allow-automation','subject':'on'}");
  g_assert_true (pel_policy_store_has_consent (place->desk.context.policy));

  call_as (place, PEL_CALLER_AGENT);
  tool_desk_call (&place->desk, "policy", "{'action':'allow-automation','subject':'off'}");
  g_assert_false (pel_policy_store_has_consent (place->desk.context.policy));
}

/* clang-format off */
/* Where reading is denied, but for one element: what names it, and what looks at everything. */
static const struct { const char *tool, *arguments; gboolean is_told; } narrow_reads[] = {
  { "ui_describe",     "{'target':'role=CheckBox'}",   TRUE  },
  { "ui_get_element",  "{'selector':'role=CheckBox'}", TRUE  },
  { "ui_describe",     "{'target':'e4'}",              FALSE },
  { "ui_read_text",    "{'target':'e4'}",              FALSE },
  { "ui_snapshot",     "{'scope':'desktop'}",          FALSE },
  { "ui_query",        "{'selector':'role=CheckBox'}", FALSE },
  { "ui_list_windows", "{}",                           FALSE },
  { "ui_get_focused",  "{}",                           FALSE },
  { "ui_regions",      "{}",                           FALSE },
  { "ui_assert",       "{'condition':{'element':{'selector':'role=CheckBox'}}}", FALSE },
  { "ui_wait",         "{'until':{'element':{'selector':'role=CheckBox'}},'timeout_ms':300}", FALSE },
  { "watch",           "{}",                           FALSE },
};
/* clang-format on */

static void
test_narrow (Place *place, gconstpointer unused)
{
  write_policy (
      place,
      "{'default':{'read':'deny'},"
      "'rules':[{'tools':['ui_*','watch'],'target_role':'CheckBox','decision':'allow'}]}");
  call_as (place, PEL_CALLER_AGENT);
  for (gsize i = 0; i < G_N_ELEMENTS (narrow_reads); i++)
    {
      g_autofree char *error = NULL;

      g_test_message ("%s %s", narrow_reads[i].tool, narrow_reads[i].arguments);
      if (narrow_reads[i].is_told)
        {
          tool_desk_call (&place->desk, narrow_reads[i].tool, narrow_reads[i].arguments);
          continue;
        }
      error = tool_desk_fail (&place->desk, narrow_reads[i].tool, narrow_reads[i].arguments);
      g_assert_true (g_str_has_prefix (error, "denied: "));
    }
}

/* clang-format off */
/* What must not be told of the calculator (e1 …), whoever asks; what is the editor's stays. */
static const struct { const char *tool, *arguments; } reads[] = {
  { "ui_snapshot",    "{'scope':'desktop'}" },
  { "ui_snapshot",    "{'scope':'desktop','format':'json'}" },
  { "ui_snapshot",    "{'scope':'window','target':'w1'}" },
  { "ui_snapshot",    "{'scope':'app','target':'calc'}" },
  { "ui_query",       "{'selector':'role=CheckBox'}" },
  { "ui_query",       "{'selector':'role=Window'}" },
  { "ui_get_element", "{'x':185,'y':115}" },
  { "ui_get_element", "{'selector':'role=CheckBox'}" },
  { "ui_get_focused", "{}" },
  { "ui_describe",    "{'target':'e6'}" },
  { "ui_describe",    "{'target':'e2'}" },
  { "ui_describe",    "{'target':'e4'}" },
  { "ui_read_text",   "{'target':'e4'}" },
  { "ui_read_text",   "{'target':':1.7/4'}" },
  { "ui_regions",     "{}" },
  { "ui_assert",      "{'condition':{'element':{'selector':'role=CheckBox'}}}" },
  { "ui_wait",        "{'until':{'element':{'selector':'role=CheckBox'}},'timeout_ms':300}" },
  { "ui_highlight",   "{'targets':['e6']}" },
};
/* clang-format on */

static char *
dup_answer (Place *place, const char *tool, const char *arguments)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  tool_desk_begin (&place->desk, tool, arguments);
  tool_desk_end (&place->desk);
  json_node_set_object (node, place->desk.envelope);
  return json_to_string (node, FALSE);
}

static PelElementReading *
read_canary (const PelReadingRequest *request, gpointer data)
{
  PelElementReading *reading = pel_element_reading_new ();

  reading->text = g_strdup ("Sound canary");
  reading->description = g_strdup ("Sound canary");
  return reading;
}

static guint
count_told (Place *place)
{
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (reads); i++)
    {
      g_autofree char *answer = dup_answer (place, reads[i].tool, reads[i].arguments);

      g_test_message ("%s %s → %s", reads[i].tool, reads[i].arguments, answer);
      n += strstr (answer, "Sound") != NULL;
    }
  return n;
}

static void
test_private (Place *place, gconstpointer unused)
{
  g_autofree char *tree = NULL;
  g_autofree char *error = NULL;

  pel_fake_element_source_set_read_func (place->desk.elements, read_canary, NULL);
  write_policy (place, "{'blocked_windows':[]}");
  g_assert_cmpuint (count_told (place), >, 8);
  write_policy (place, "{'blocked_windows':['*calculator*']}");
  g_assert_cmpuint (count_told (place), ==, 0);

  /* that it is there is told, and the other window is as it was */
  tree = dup_answer (place, "ui_snapshot", "{'scope':'desktop'}");
  g_assert_nonnull (strstr (tree, "Calculator"));
  g_assert_nonnull (strstr (tree, "blocked-by-policy"));
  g_assert_nonnull (strstr (tree, "Body"));
  error = tool_desk_fail (&place->desk, "ui_describe", "{'target':'e6'}");
  g_assert_true (g_str_has_prefix (error, "blocked_window: "));

  /* by what else a window is known, and the other way round */
  write_policy (place, "{'blocked_windows':['calc']}");
  g_assert_cmpuint (count_told (place), ==, 0);
  write_policy (place, "{'allowed_windows':['Edit*']}");
  g_assert_cmpuint (count_told (place), ==, 0);
}

/* A menu has no title: it is taken for a part of the window. */
static void
test_private_popup (Place *place, gconstpointer unused)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  tool_desk_show (&place->desk, 2, TOOL_DESK_MENU);
  before = dup_answer (place, "ui_snapshot", "{'scope':'desktop'}");
  g_assert_nonnull (strstr (before, "Copy"));
  write_policy (place, "{'blocked_windows':['Calculator']}");
  after = dup_answer (place, "ui_snapshot", "{'scope':'desktop'}");
  g_assert_null (strstr (after, "Copy"));
}

/* What a watch tells begins and ends with what the policy lets be seen. */
static void
test_private_watch (Place *place, gconstpointer unused)
{
  write_policy (place, "{'blocked_windows':['Calculator']}");
  tool_desk_begin (&place->desk, "watch", "{'scope':'desktop'}");
  tool_desk_wait_for_event (&place->desk, 1);
  tool_desk_show (&place->desk, 2, TOOL_DESK_ADDED | TOOL_DESK_CHECKED | TOOL_DESK_SWITCHED);
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (place->desk.elements));
  tool_desk_wait_for_event (&place->desk, 2);
  for (guint i = 0; i < place->desk.events->len; i++)
    {
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
      g_autofree char     *text = NULL;

      json_node_set_object (node, place->desk.events->pdata[i]);
      text = json_to_string (node, FALSE);
      g_test_message ("%s", text);
      g_assert_null (strstr (text, "Sound"));
      g_assert_null (strstr (text, "New"));
    }
  g_cancellable_cancel (place->desk.cancellable);
  tool_desk_end (&place->desk);
}

/* A call that goes on ends when it is no longer allowed. */
static void
test_under_way (Place *place, gconstpointer unused)
{
  JsonObject *error;

  call_as (place, PEL_CALLER_AGENT);
  tool_desk_begin (&place->desk, "watch", "{}");
  tool_desk_wait_for_event (&place->desk, 1);
  write_policy (place, "{'enabled':false}");
  pel_policy_store_get_policy (place->desk.context.policy);
  tool_desk_end (&place->desk);
  error = json_object_get_object_member (place->desk.envelope, "error");
  g_assert_cmpstr (json_object_get_string_member (error, "code"), ==, "denied");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/tool/policy/calls", Place, NULL, set_up, test_calls, tear_down);
  g_test_add ("/tool/policy/explain/words", Place, NULL, set_up, test_explain, tear_down);
  g_test_add ("/tool/policy/explain/exception",
              Place,
              NULL,
              set_up,
              test_explain_exception,
              tear_down);
  g_test_add ("/tool/policy/check", Place, NULL, set_up, test_check, tear_down);
  g_test_add ("/tool/policy/consent", Place, NULL, set_up, test_consent, tear_down);
  g_test_add ("/tool/policy/narrow", Place, NULL, set_up, test_narrow, tear_down);
  g_test_add ("/tool/policy/private", Place, NULL, set_up, test_private, tear_down);
  g_test_add ("/tool/policy/private-popup", Place, NULL, set_up, test_private_popup, tear_down);
  g_test_add ("/tool/policy/private-watch", Place, NULL, set_up, test_private_watch, tear_down);
  g_test_add ("/tool/policy/under-way", Place, NULL, set_up, test_under_way, tear_down);
  return g_test_run ();
}
