/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy-rule.h"

#include "services/base/text.h"

#include <string.h>

static const char *const key_names[] = {
  [PEL_RULE_CLIENT] = "client",           [PEL_RULE_APP] = "app",
  [PEL_RULE_WINDOW] = "window",           [PEL_RULE_TARGET_ROLE] = "target_role",
  [PEL_RULE_TARGET_NAME] = "target_name", [PEL_RULE_TARGET_SELECTOR] = "target_selector",
  [PEL_RULE_SOURCE] = "source",
};
G_STATIC_ASSERT (G_N_ELEMENTS (key_names) == PEL_N_RULE_KEYS);

PelPolicyRule *
pel_policy_rule_new (void)
{
  PelPolicyRule *self = g_new0 (PelPolicyRule, 1);

  self->min_confidence = self->max_confidence = -1;
  self->decision = PEL_DECISION_DENY;
  return self;
}

void
pel_policy_rule_free (PelPolicyRule *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  for (guint i = 0; i < PEL_N_RULE_KEYS; i++)
    g_clear_pointer (&self->globs[i], g_ptr_array_unref);
  g_free (self->reason);
  g_free (self);
}

const char *
pel_rule_key_to_string (PelRuleKey key)
{
  g_return_val_if_fail (key < PEL_N_RULE_KEYS, NULL);

  return key_names[key];
}

gboolean
pel_rule_key_from_string (const char *name, PelRuleKey *ret_key)
{
  for (guint i = 0; i < PEL_N_RULE_KEYS; i++)
    if (g_str_equal (key_names[i], name))
      {
        *ret_key = i;
        return TRUE;
      }
  return FALSE;
}

/* A pattern with a slash is about the whole path, any other about the name of the file. */
static gboolean
match_executable (const GPtrArray *globs, const char *path)
{
  g_autofree char *base = path != NULL ? g_path_get_basename (path) : NULL;

  for (guint i = 0; path != NULL && i < globs->len; i++)
    {
      const PelGlob *glob = globs->pdata[i];
      gboolean       is_path = strchr (pel_glob_get_pattern (glob), '/') != NULL;

      if (pel_glob_matches (glob, is_path ? path : base))
        return TRUE;
    }
  return FALSE;
}

static gboolean
match_client (const PelPolicyRule *self, const GPtrArray *globs, const PelCaller *caller)
{
  const PelCallerInfo *info = pel_caller_get_info (caller);

  if (pel_globs_find (globs, info->sandbox) != NULL ||
      /* inside of a sandbox, a path says nothing */
      (info->sandbox == NULL &&
       (match_executable (globs, info->executable) || match_executable (globs, info->starter))))
    return TRUE;
  return self->decision != PEL_DECISION_ALLOW &&
         (match_executable (globs, info->executable) ||
          pel_globs_find (globs, info->cgroup) != NULL ||
          pel_globs_find (globs, info->claimed_name) != NULL);
}

static gboolean
match_app (const PelPolicyRule *self, const GPtrArray *globs, const PelPolicyTarget *target)
{
  if (match_executable (globs, target->window.executable))
    return TRUE;
  return self->decision != PEL_DECISION_ALLOW &&
         (pel_globs_find (globs, target->window.app) != NULL ||
          pel_globs_find (globs, target->program) != NULL);
}

/* All but the client comes from the target. */
static gboolean
match_target (const PelPolicyRule *self, PelRuleKey key, const PelPolicyTarget *target)
{
  const char *const texts[] = {
    [PEL_RULE_WINDOW] = target->window.title, [PEL_RULE_TARGET_ROLE] = target->role,
    [PEL_RULE_TARGET_NAME] = target->name,    [PEL_RULE_TARGET_SELECTOR] = target->selector,
    [PEL_RULE_SOURCE] = target->source,
  };

  if (key == PEL_RULE_APP)
    return match_app (self, self->globs[key], target);
  return pel_globs_find (self->globs[key], texts[key]) != NULL;
}

static gboolean
is_about_target (const PelPolicyRule *self)
{
  for (guint key = PEL_RULE_CLIENT + 1; key < PEL_N_RULE_KEYS; key++)
    if (self->globs[key] != NULL)
      return TRUE;
  return self->min_confidence >= 0 || self->max_confidence >= 0 || self->risks != 0 ||
         self->shortcuts != 0;
}

static gboolean
match_caller (const PelPolicyRule *self, const PelPolicyQuestion *question)
{
  const PelCallerInfo *info = pel_caller_get_info (question->caller);

  if (self->tools != NULL && pel_globs_find (self->tools, question->tool) == NULL)
    return FALSE;
  if (self->callers != 0 && (self->callers & (1u << info->kind)) == 0)
    return FALSE;
  return self->globs[PEL_RULE_CLIENT] == NULL ||
         match_client (self, self->globs[PEL_RULE_CLIENT], question->caller);
}

static PelShortcutKind
get_shortcut (const PelPolicyTarget *target)
{
  return target->action == PEL_ACTION_SHORTCUT ? PEL_SHORTCUT_OF_DESKTOP : PEL_SHORTCUT_NONE;
}

PelRuleMatch
pel_policy_rule_match (const PelPolicyRule *self, const PelPolicyQuestion *question, PelRisk risk)
{
  const PelPolicyTarget *target = question->target;

  if (!match_caller (self, question))
    return PEL_RULE_MATCH_NO;
  if (!is_about_target (self))
    return PEL_RULE_MATCH_YES;
  if (target == NULL)
    return question->step == PEL_POLICY_BEFORE_TARGET && question->has_target
               ? PEL_RULE_MATCH_PERHAPS
               : PEL_RULE_MATCH_NO;
  for (guint key = PEL_RULE_CLIENT + 1; key < PEL_N_RULE_KEYS; key++)
    if (self->globs[key] != NULL && !match_target (self, key, target))
      return PEL_RULE_MATCH_NO;
  if ((self->min_confidence >= 0 && !(target->confidence >= self->min_confidence)) ||
      (self->max_confidence >= 0 && target->confidence > self->max_confidence) ||
      (self->risks != 0 && (self->risks & (1u << risk)) == 0) ||
      (self->shortcuts != 0 && (self->shortcuts & (1u << get_shortcut (target))) == 0))
    return PEL_RULE_MATCH_NO;
  return PEL_RULE_MATCH_YES;
}

gboolean
pel_policy_rule_is_about_acts (const PelPolicyRule *self)
{
  const char *tool;
  PelAccess   access;

  for (guint i = 0; (tool = pel_access_get_tool (i)) != NULL; i++)
    if (pel_access_of_tool (tool, &access) && pel_access_is_act (access) &&
        (self->tools == NULL || pel_globs_find (self->tools, tool) != NULL))
      return TRUE;
  return FALSE;
}

static void
append_globs (GString *words, const char *name, const GPtrArray *globs)
{
  if (globs == NULL)
    return;
  g_string_append_printf (words, "%s%s", words->len > 0 ? "; " : "", name);
  for (guint i = 0; i < globs->len; i++)
    g_string_append_printf (words, " %s", pel_glob_get_pattern (globs->pdata[i]));
}

/* A name for each bit; @to_string returns that of a number. */
static void
append_bits (GString *words, const char *name, guint bits, const char *(*to_string) (guint number))
{
  if (bits == 0)
    return;
  g_string_append_printf (words, "%s%s", words->len > 0 ? "; " : "", name);
  for (guint i = 0; i < 8; i++)
    if (bits & (1u << i))
      g_string_append_printf (words, " %s", to_string (i));
}

static const char *
risk_to_string (guint number)
{
  return pel_risk_to_string (number);
}

static const char *
shortcut_to_string (guint number)
{
  return number == PEL_SHORTCUT_OF_DESKTOP ? "true" : "false";
}

static const char *
caller_to_string (guint number)
{
  return pel_caller_kind_to_string (number);
}

static void
append_number (GString *words, const char *name, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (number >= 0)
    g_string_append_printf (words,
                            "%s%s %s",
                            words->len > 0 ? "; " : "",
                            name,
                            g_ascii_formatd (text, sizeof text, "%g", number));
}

char *
pel_policy_rule_dup_words (const PelPolicyRule *self)
{
  g_autoptr (GString) words = g_string_new (NULL);

  append_globs (words, "tools", self->tools);
  append_bits (words, "caller", self->callers, caller_to_string);
  for (guint key = 0; key < PEL_N_RULE_KEYS; key++)
    append_globs (words, key_names[key], self->globs[key]);
  append_number (words, "min_confidence", self->min_confidence);
  append_number (words, "max_confidence", self->max_confidence);
  append_bits (words, "risk", self->risks, risk_to_string);
  append_bits (words, "desktop_shortcut", self->shortcuts, shortcut_to_string);
  return words->len > 0 ? pel_text_escape (words->str) : g_strdup ("*");
}
