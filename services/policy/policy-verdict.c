/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy-verdict.h"

#include "services/base/json.h"

#include <glib/gi18n.h>

static const struct
{
  const char *name;
  const char *words;
} decisions[] = {
  [PEL_DECISION_ALLOW] = { "allow", N_ ("allowed") },
  [PEL_DECISION_ASK] = { "ask", N_ ("the person must approve it") },
  [PEL_DECISION_DENY] = { "deny", N_ ("denied") },
};
G_STATIC_ASSERT (G_N_ELEMENTS (decisions) == PEL_N_DECISIONS);

PelPolicyVerdict *
pel_policy_verdict_new (PelDecision decision, PelErrorCode code)
{
  PelPolicyVerdict *self = g_new0 (PelPolicyVerdict, 1);

  self->decision = decision;
  self->code = code;
  self->reasons = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
pel_policy_verdict_free (PelPolicyVerdict *self)
{
  if (self == NULL)
    return;
  g_free (self->file);
  g_free (self->rule_words);
  g_free (self->hint);
  g_ptr_array_unref (self->reasons);
  g_free (self);
}

const char *
pel_decision_to_string (PelDecision decision)
{
  g_return_val_if_fail (decision < PEL_N_DECISIONS, NULL);

  return decisions[decision].name;
}

gboolean
pel_decision_from_string (const char *name, PelDecision *ret_decision)
{
  for (guint i = 0; i < PEL_N_DECISIONS; i++)
    if (g_str_equal (decisions[i].name, name))
      {
        *ret_decision = i;
        return TRUE;
      }
  return FALSE;
}

void
pel_policy_verdict_add_reason (PelPolicyVerdict *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (self->reasons, g_strdup_vprintf (format, args));
  va_end (args);
}

char *
pel_policy_verdict_dup_rule (const PelPolicyVerdict *self)
{
  if (!self->has_rule)
    return NULL;
  if (self->file == NULL)
    return g_strdup (_ ("the built-in policy"));
  if (self->rule_index > 0)
    /* Translators: a file, a line in it, the number of a rule */
    return g_strdup_printf (_ ("%s:%u, rule %d"), self->file, self->line, self->rule_index);
  return self->line > 0 ? g_strdup_printf ("%s:%u", self->file, self->line) : g_strdup (self->file);
}

char *
pel_policy_verdict_dup_identity (const PelPolicyVerdict *self)
{
  return g_strdup_printf ("%s|%s|%s|%s",
                          self->file != NULL ? self->file : "",
                          pel_decision_to_string (self->decision),
                          pel_channel_to_string (self->channel),
                          self->rule_words != NULL ? self->rule_words : "");
}

char *
pel_policy_verdict_explain (const PelPolicyVerdict *self, const char *tool)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char    *rule = pel_policy_verdict_dup_rule (self);

  /* Translators: the name of a tool, and “allowed” or “denied” */
  g_string_append_printf (text, _ ("%s: %s"), tool, _ (decisions[self->decision].words));
  g_string_append_c (text, '\n');
  for (guint i = 0; i < self->reasons->len; i++)
    g_string_append_printf (text, "  %s\n", (const char *) self->reasons->pdata[i]);
  if (rule != NULL)
    g_string_append_printf (text, _ ("  Decided by %s\n"), rule);
  g_string_append_printf (text, _ ("  Risk: %s"), pel_risk_to_string (self->risk));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

JsonObject *
pel_policy_verdict_to_json (const PelPolicyVerdict *self)
{
  JsonObject      *object = json_object_new ();
  JsonArray       *reasons = json_array_new ();
  g_autofree char *rule = pel_policy_verdict_dup_rule (self);

  json_object_set_string_member (object, "decision", decisions[self->decision].name);
  pel_json_set_string_or_null (object,
                               "code",
                               self->decision != PEL_DECISION_ALLOW
                                   ? pel_error_code_to_string (self->code)
                                   : NULL);
  pel_json_set_string_or_null (object, "rule", rule);
  json_object_set_string_member (object, "risk", pel_risk_to_string (self->risk));
  json_object_set_boolean_member (object, "consent", self->is_consent);
  for (guint i = 0; i < self->reasons->len; i++)
    json_array_add_string_element (reasons, self->reasons->pdata[i]);
  json_object_set_array_member (object, "reasons", reasons);
  return object;
}

gboolean
pel_policy_verdict_check (const PelPolicyVerdict *self, const char *tool, GError **error)
{
  GError *refusal = NULL;

  if (self->decision == PEL_DECISION_ALLOW)
    return TRUE;
  pel_set_error (&refusal,
                 self->code,
                 self->hint,
                 /* Translators: the name of a tool, and a sentence that says why */
                 _ ("%s: %s"),
                 tool,
                 self->reasons->len > 0 ? (const char *) self->reasons->pdata[0] : "");
  pel_error_take_details (refusal, pel_policy_verdict_to_json (self));
  g_propagate_error (error, refusal);
  return FALSE;
}
