/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-record.h"
#include "services/base/error.h"
#include "services/base/json.h"
#include "services/policy/policy-parser.h"
#include "services/policy/policy-parts.h"
#include "services/tool/tool-permit.h"
#include "services/tool/tool-table.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

static const char *const action_names[] = { "show", "check", "explain", "allow-automation", NULL };
static const char *const caller_names[] = { "agent", "terminal", NULL };

/* clang-format off */
static const PelField arguments[] = {
  { "action",     PEL_FIELD_STRING, PEL_FIELD_POSITIONAL, N_ ("Show the policy (default), check a policy file, explain a decision, or allow automation"), .choices = action_names },
  { "subject",    PEL_FIELD_STRING, PEL_FIELD_POSITIONAL, N_ ("check: file (default: those in use); explain: tool; allow-automation: on or off (default: print the current setting)") },
  { "app",        PEL_FIELD_STRING, PEL_FIELD_OPTIONAL,   N_ ("explain: executable of the target program") },
  { "window",     PEL_FIELD_STRING, PEL_FIELD_OPTIONAL,   N_ ("explain: title of the target window") },
  { "role",       PEL_FIELD_STRING, PEL_FIELD_OPTIONAL,   N_ ("explain: role of the target element") },
  { "name",       PEL_FIELD_STRING, PEL_FIELD_OPTIONAL,   N_ ("explain: name of the target element") },
  { "source",     PEL_FIELD_STRING, PEL_FIELD_OPTIONAL,   N_ ("explain: source of the element (default: atspi)") },
  { "confidence", PEL_FIELD_NUMBER, PEL_FIELD_OPTIONAL,   N_ ("explain: confidence of the match (default: 1)"), .maximum = 1 },
  { "client",     PEL_FIELD_STRING, PEL_FIELD_OPTIONAL,   N_ ("explain: executable of the caller") },
  { "caller",     PEL_FIELD_STRING, PEL_FIELD_OPTIONAL,   N_ ("explain: kind of caller (default: agent)"), .choices = caller_names },
  { NULL },
};

static const PelField part_fields[] = {
  { "part",  PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Part of the policy") },
  { "value", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Its value") },
  { "from",  PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Where the value comes from") },
  { NULL },
};

static const PelField verdict_fields[] = {
  { "decision", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("allow, ask or deny") },
  { "code",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Error that the call would return") },
  { "rule",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Rule or default that decides") },
  { "risk",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("low, medium, high or prohibited") },
  { "consent",  PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether consent to automation is required") },
  { "reasons",  PEL_FIELD_STRINGS, PEL_FIELD_REQUIRED, N_ ("Reasons, in words") },
  { NULL },
};

static const PelField result[] = {
  { "text",       PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The answer as text") },
  { "automation", PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether the person has allowed automation") },
  { "parts",      PEL_FIELD_LIST,    PEL_FIELD_OPTIONAL, N_ ("Policy in effect, part by part"), .fields = part_fields },
  { "verdict",    PEL_FIELD_OBJECT,  PEL_FIELD_OPTIONAL, N_ ("Decision on the call"), .fields = verdict_fields },
  { NULL },
};

static const PelColumn columns[] = {
  { "part",  N_ ("Part")  },
  { "value", N_ ("Value") },
  { "from",  N_ ("From")  },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TABLE, "parts", NULL, columns, "" },
  { PEL_VIEW_TEXT,  "text",  NULL, NULL,    NULL },
  { 0 },
};
/* clang-format on */

/* (nullable) */
static const char *
get_text (GTask *task, const char *name)
{
  return json_object_get_string_member_with_default (pel_tool_call_get (task)->arguments,
                                                     name,
                                                     NULL);
}

static PelPolicyStore *
get_store (GTask *task)
{
  return pel_tool_call_get (task)->context->policy;
}

/* (transfer full) */
static JsonObject *
new_data (GTask *task, const char *text)
{
  JsonObject *data = json_object_new ();

  json_object_set_string_member (data, "text", text);
  json_object_set_boolean_member (data,
                                  "automation",
                                  pel_policy_store_has_consent (get_store (task)));
  return data;
}

static JsonArray *
parts_to_json (const PelPolicy *policy)
{
  g_autoptr (GPtrArray) parts = pel_policy_list_parts (policy);
  JsonArray            *array = json_array_new ();

  for (guint i = 0; i < parts->len; i++)
    {
      const PelPolicyPart *part = parts->pdata[i];
      JsonObject          *row = json_object_new ();

      json_object_set_string_member (row, "part", part->part);
      json_object_set_string_member (row, "value", part->value);
      json_object_set_string_member (row, "from", part->from);
      json_array_add_object_element (array, row);
    }
  return array;
}

static const char *
get_consent_words (GTask *task)
{
  return pel_policy_store_has_consent (get_store (task))
             ? _ ("Automation is allowed: agents may act as far as the policy permits.")
             : _ ("Automation is not allowed: agents may neither act nor take screenshots.");
}

static JsonObject *
show (GTask *task, GError **error)
{
  const PelPolicy *policy = pel_policy_store_get_policy (get_store (task));
  const GError    *mistake = pel_policy_get_error (policy);
  g_autofree char *text = mistake != NULL
                              ? g_strdup_printf (_ ("Everything is denied: %s"), mistake->message)
                              : g_strdup (get_consent_words (task));
  JsonObject      *data = new_data (task, text);

  json_object_set_array_member (data, "parts", parts_to_json (policy));
  return data;
}

/* (nullable) (transfer full): a path that is not absolute is meant as the caller sees it. */
static char *
dup_path (GTask *task, GError **error)
{
  const PelCallerInfo *info = pel_caller_get_info (pel_tool_call_get (task)->caller.identity);
  const char          *subject = get_text (task, "subject");
  g_autofree char     *link = g_strdup_printf ("/proc/%d/cwd", (int) info->pid);
  g_autofree char     *folder = info->pid > 0 ? g_file_read_link (link, NULL) : NULL;

  if (info->sandbox != NULL)
    pel_set_error (error,
                   PEL_ERROR_DENIED,
                   NULL,
                   _ ("policy: “%s” runs in a sandbox and may not read files outside it"),
                   info->sandbox);
  else if (g_path_is_absolute (subject))
    return g_strdup (subject);
  else if (folder != NULL)
    return g_build_filename (folder, subject, NULL);
  else
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   _ ("Specify an absolute path"),
                   _ ("policy: cannot tell which folder “%s” is relative to"),
                   subject);
  return NULL;
}

/* A line for a file that is fine. FALSE: it is not. */
static gboolean
check_layer (const PelPolicyLayer *layer, GString *text, GError **error)
{
  guint n_rules = layer->rules != NULL ? layer->rules->len : 0;

  if (layer->error != NULL)
    {
      g_propagate_error (error, g_error_copy (layer->error));
      return FALSE;
    }
  /* Translators: a file, and how many rules it has */
  g_string_append_printf (text,
                          ngettext ("%s: valid, %u rule\n", "%s: valid, %u rules\n", n_rules),
                          layer->file,
                          n_rules);
  return TRUE;
}

static gboolean
check_file (GTask *task, GString *text, GError **error)
{
  g_autofree char           *path = dup_path (task, error);
  g_autoptr (PelPolicyLayer) layer = path != NULL ? pel_policy_layer_load (path) : NULL;

  if (path == NULL)
    return FALSE;
  if (layer != NULL)
    return check_layer (layer, text, error);
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Check the path"),
                 _ ("policy: the file “%s” does not exist"),
                 path);
  return FALSE;
}

static JsonObject *
check (GTask *task, GError **error)
{
  const PelPolicy    *policy = pel_policy_store_get_policy (get_store (task));
  g_autoptr (GString) text = g_string_new (NULL);

  if (get_text (task, "subject") != NULL && !check_file (task, text, error))
    return NULL;
  for (guint kind = PEL_POLICY_SYSTEM;
       get_text (task, "subject") == NULL && kind < PEL_N_POLICY_LAYERS;
       kind++)
    {
      const PelPolicyLayer *layer = pel_policy_get_layer (policy, kind);

      if (layer != NULL && !check_layer (layer, text, error))
        return NULL;
    }
  if (text->len == 0)
    g_string_append (text, _ ("No policy file found; the built-in policy applies."));
  return new_data (task, g_strchomp (text->str));
}

/* What is done to the element, as far as the name of the tool shows. */
static PelActionKind
guess_action (const char *tool, PelAccess access)
{
  static const struct
  {
    const char   *tool;
    PelActionKind action;
  } known[] = {
    { "ui_focus", PEL_ACTION_FOCUS }, { "ui_focus_window", PEL_ACTION_FOCUS },
    { "ui_click", PEL_ACTION_CLICK }, { "ui_drag", PEL_ACTION_CLICK },
    { "ui_type", PEL_ACTION_TYPE },   { "ui_key", PEL_ACTION_TYPE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].tool, tool))
      return known[i].action;
  if (access == PEL_ACCESS_COORDINATES)
    return PEL_ACTION_CLICK_XY;
  return access == PEL_ACCESS_ACT ? PEL_ACTION_PATTERN : PEL_ACTION_NONE;
}

static PelPolicyTarget
make_target (GTask *task, PelActionKind action)
{
  JsonObject *call_arguments = pel_tool_call_get (task)->arguments;

  return (PelPolicyTarget){
    .window = { get_text (task, "window"), NULL, get_text (task, "app") },
    .role = get_text (task, "role"),
    .name = get_text (task, "name"),
    .source = json_object_get_string_member_with_default (call_arguments, "source", "atspi"),
    .confidence = json_object_get_double_member_with_default (call_arguments, "confidence", 1),
    .found_by = PEL_FOUND_BY_NAME,
    .action = action,
  };
}

/* (nullable): of a tool of which a part is the person's alone: who may what of it. */
static const char *
get_exception (const char *tool)
{
  static const struct
  {
    const char *tool, *words;
  } rows[] = {
    { "audit",
      N_ ("Anyone may verify the log; agents may view it if they may read; "
          "only the person may export it") },
    { "grants", N_ ("Anyone may revoke grants; agents see only their own") },
    { "stop", N_ ("Anyone may stop all automation; only the person may resume it") },
    { "policy", N_ ("Anyone may view the policy; only the person may allow automation") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].tool, tool))
      return _ (rows[i].words);
  return NULL;
}

static JsonObject *
explain_verdict (GTask *task, const PelPolicyVerdict *verdict, const char *tool)
{
  g_autofree char *text = pel_policy_verdict_explain (verdict, tool);
  JsonObject      *data = new_data (task, text);

  json_object_set_object_member (data, "verdict", pel_policy_verdict_to_json (verdict));
  return data;
}

/* (nullable): the tool, by its name or as the command line calls it: “ui_click”, “click”. */
static const char *
get_tool (GTask *task)
{
  const char    *subject = get_text (task, "subject");
  const PelTool *tool = subject != NULL ? pel_tool_table_find_command (subject, NULL) : NULL;

  return tool != NULL ? tool->name : subject;
}

/* Anyone may ask for an explanation: for the caller itself, or for the one it names. */
static JsonObject *
explain (GTask *task, GError **error)
{
  const char                  *tool = get_tool (task);
  const char                  *kind = get_text (task, "caller");
  PelPolicyQuestion            question = { .step = PEL_POLICY_AT_TARGET, .tool = tool };
  g_autoptr (PelCaller)        caller = pel_caller_new (&(PelCallerInfo){
             .kind = g_strcmp0 (kind, "terminal") == 0 ? PEL_CALLER_TERMINAL : PEL_CALLER_AGENT,
             .executable = get_text (task, "client"),
  });
  PelPolicyTarget              target;
  g_autoptr (PelPolicyVerdict) verdict = NULL;

  if (tool == NULL || !pel_access_of_tool (tool, &question.access))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("Run, for example: pellucid policy explain click --name Delete"),
                     tool != NULL ? _ ("policy: unknown tool “%s”")
                                  : _ ("policy: explain requires a tool"),
                     tool);
      return NULL;
    }
  target = make_target (task, guess_action (tool, question.access));
  question.caller = caller;
  question.target = &target;
  verdict = pel_policy_store_explain (get_store (task), &question);
  if (get_exception (tool) != NULL)
    {
      g_ptr_array_set_size (verdict->reasons, 0);
      pel_policy_verdict_add_reason (verdict, "%s", get_exception (tool));
    }
  return explain_verdict (task, verdict, tool);
}

static void
note_consent (GTask *task, gboolean consent)
{
  const PelToolCall     *call = pel_tool_call_get (task);
  g_autofree char       *client = pel_caller_dup_words (call->caller.identity);
  const PelAuditRecord   record = { .event = consent ? "consent" : "consent_withdrawn",
                                    .client = client };
  g_autoptr (JsonObject) content = pel_audit_record_to_json (&record, NULL);

  if (call->context->audit != NULL)
    pel_audit_log_append_async (call->context->audit, PEL_AUDIT_NOTE, content, NULL, NULL);
}

/* Only who can be taken for the person says that programs may act. */
static JsonObject *
allow_automation (GTask *task, GError **error)
{
  PelToolCall     *call = pel_tool_call_get (task);
  const PelCaller *caller = call->caller.identity;
  const char      *subject = get_text (task, "subject");
  gboolean         consent = g_strcmp0 (subject, "on") == 0;
  gboolean         had_consent = pel_policy_store_has_consent (get_store (task));

  if (subject == NULL)
    return new_data (task, get_consent_words (task));
  if (!consent && !g_str_equal (subject, "off"))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("policy: allow-automation takes “on” or “off”, not “%s”"),
                     subject);
      return NULL;
    }
  if (consent && pel_caller_get_info (caller)->kind == PEL_CALLER_AGENT)
    {
      pel_set_error (error,
                     PEL_ERROR_DENIED,
                     _ ("Ask the person to run it in a terminal"),
                     _ ("policy: an agent cannot allow automation"));
      return NULL;
    }
  if (consent && !pel_tool_permit_terminal (call, error))
    return NULL;
  if (!pel_policy_store_set_consent (get_store (task), consent, error))
    return NULL;
  if (consent || had_consent != pel_policy_store_has_consent (get_store (task)))
    note_consent (task, consent);
  return new_data (task, get_consent_words (task));
}

static void
run (GTask *task)
{
  static JsonObject *(*const actions[]) (GTask *,
                                         GError **) = { show, check, explain, allow_automation };
  const char *action = get_text (task, "action");
  GError     *error = NULL;
  JsonObject *data;
  guint       i = 0;

  G_STATIC_ASSERT (G_N_ELEMENTS (actions) == G_N_ELEMENTS (action_names) - 1);
  if (get_store (task) == NULL)
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   NULL,
                   _ ("policy: this session has no policy of its own"));
  while (action != NULL && !g_str_equal (action_names[i], action))
    i++; /* the schema lets no other through */
  data = error == NULL ? actions[i](task, &error) : NULL;
  if (data != NULL)
    g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
  else
    g_task_return_error (task, error);
}

const PelTool pel_tool_policy = {
  .name = "policy",
  .summary = N_ ("Show and check the policy, explain its decisions, allow automation"),
  .tool_class = PEL_TOOL_ADMIN,
  .offers = PEL_OFFER_PEOPLE,
  .timeout_ms = 10000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
