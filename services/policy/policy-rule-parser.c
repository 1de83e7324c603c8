/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy-spot.h"

#include "services/base/similar.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

/* A rule, and what is known of it so far. */
typedef struct
{
  PelPolicyRule *rule;
  gboolean       has_decision;
  gboolean       has_channel;
  PelPolicySpot  channel_spot;
} Reading;

/* A pattern for tools must be able to match one: else it is a typing error, or the rule would be
 * about something that no policy refuses. */
static gboolean
check_tool (PelPolicySpot spot, const PelGlob *glob, GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  g_autofree char      *hint = NULL;
  const char           *tool, *similar;
  PelAccess             access;
  gboolean              is_known = FALSE;

  for (guint i = 0; (tool = pel_access_get_tool (i)) != NULL; i++)
    {
      gboolean is_match = pel_glob_matches (glob, tool);

      if (is_match && pel_access_of_tool (tool, &access) && access != PEL_ACCESS_ABOUT)
        return TRUE;
      is_known = is_known || is_match;
      g_ptr_array_add (known, (gpointer) tool);
    }
  if (is_known)
    return pel_policy_spot_fail (spot,
                                 FALSE,
                                 _ ("Remove it"),
                                 error,
                                 _ ("“%s” is about Pellucid itself and is always allowed"),
                                 pel_glob_get_pattern (glob));
  g_ptr_array_add (known, NULL);
  similar = pel_similar_find (pel_glob_get_pattern (glob), (const char *const *) known->pdata);
  if (similar != NULL)
    hint = g_strdup_printf (_ ("Did you mean “%s”?"), similar);
  return pel_policy_spot_fail (spot,
                               FALSE,
                               hint,
                               error,
                               _ ("unknown tool “%s”"),
                               pel_glob_get_pattern (glob));
}

static gboolean
read_filled (PelPolicySpot spot, JsonNode *node, GPtrArray **ret_globs, GError **error)
{
  if (!pel_policy_read_globs (spot, node, ret_globs, error))
    return FALSE;
  if ((*ret_globs)->len > 0)
    return TRUE;
  return pel_policy_spot_fail (spot,
                               FALSE,
                               _ ("Remove it if it does not matter"),
                               error,
                               _ ("a rule with an empty list never matches"));
}

static gboolean
read_tools (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  Reading *reading = data;

  if (!read_filled (spot, node, &reading->rule->tools, error))
    return FALSE;
  for (guint i = 0; i < reading->rule->tools->len; i++)
    if (!check_tool (JSON_NODE_HOLDS_ARRAY (node) ? pel_policy_spot_step (spot, i) : spot,
                     reading->rule->tools->pdata[i],
                     error))
      return FALSE;
  return TRUE;
}

static gboolean
read_key (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  Reading *reading = data;

  return read_filled (spot, node, &reading->rule->globs[spot.number], error);
}

static gboolean
add_caller (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  Reading    *reading = data;
  const char *text;

  if (!pel_policy_read_string (spot, node, &text, error))
    return FALSE;
  for (guint kind = PEL_CALLER_TERMINAL; kind < PEL_N_CALLER_KINDS; kind++)
    if (g_str_equal (text, pel_caller_kind_to_string (kind)))
      {
        reading->rule->callers |= 1u << kind;
        return TRUE;
      }
  return pel_policy_spot_fail (spot,
                               FALSE,
                               NULL,
                               error,
                               _ ("unknown caller “%s”; use “agent” or “terminal”"),
                               text);
}

static gboolean
add_risk (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  Reading    *reading = data;
  const char *text;
  PelRisk     risk;

  if (!pel_policy_read_string (spot, node, &text, error))
    return FALSE;
  if (!pel_risk_from_string (text, &risk))
    return pel_policy_spot_fail (
        spot,
        FALSE,
        NULL,
        error,
        _ ("unknown risk “%s”; use “low”, “medium”, “high” or “prohibited”"),
        text);
  reading->rule->risks |= 1u << risk;
  return TRUE;
}

/* One or several of a few words. */
static gboolean
read_choices (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  static const PelPolicyReadFunc adders[] = { add_caller, add_risk };

  if (JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) == 0)
    return pel_policy_spot_fail (spot,
                                 FALSE,
                                 _ ("Remove it if it does not matter"),
                                 error,
                                 _ ("a rule with an empty list never matches"));
  return pel_policy_read_each_string (spot, node, adders[spot.number], data, error);
}

static gboolean
read_confidence (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  Reading *reading = data;
  double  *bounds[] = { &reading->rule->min_confidence, &reading->rule->max_confidence };
  GType    type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;
  double   number = -1;

  if (type == G_TYPE_INT64 || type == G_TYPE_DOUBLE)
    number = json_node_get_double (node);
  if (!(number >= 0 && number <= 1))
    return pel_policy_spot_fail (spot,
                                 FALSE,
                                 NULL,
                                 error,
                                 _ ("this must be a number between 0 and 1"));
  *bounds[spot.number] = number;
  return TRUE;
}

static gboolean
read_shortcut (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  Reading *reading = data;

  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return pel_policy_spot_fail (spot, FALSE, NULL, error, _ ("this must be true or false"));
  reading->rule->shortcuts =
      1u << (json_node_get_boolean (node) ? PEL_SHORTCUT_OF_DESKTOP : PEL_SHORTCUT_NONE);
  return TRUE;
}

static gboolean
read_decision (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  Reading *reading = data;

  reading->has_decision = TRUE;
  return pel_policy_read_decision (spot, node, &reading->rule->decision, error);
}

static gboolean
read_reason (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  Reading    *reading = data;
  const char *text;

  if (!pel_policy_read_string (spot, node, &text, error))
    return FALSE;
  reading->rule->reason = pel_text_escape (text);
  return TRUE;
}

static gboolean
read_channel (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  Reading    *reading = data;
  const char *text;

  reading->channel_spot = spot;
  reading->has_channel = TRUE;
  if (!pel_policy_read_string (spot, node, &text, error))
    return FALSE;
  if (pel_channel_from_string (text, &reading->rule->channel))
    return TRUE;
  return pel_policy_spot_fail (
      spot,
      FALSE,
      NULL,
      error,
      _ ("unknown approver “%s”; use “dialog”, “terminal” or “elicitation”"),
      text);
}

/* clang-format off */
static const PelPolicyMember members[] = {
  { "tools",           read_tools,      0                        },
  { "caller",          read_choices,    0                        },
  { "client",          read_key,        PEL_RULE_CLIENT          },
  { "app",             read_key,        PEL_RULE_APP             },
  { "window",          read_key,        PEL_RULE_WINDOW          },
  { "target_role",     read_key,        PEL_RULE_TARGET_ROLE     },
  { "target_name",     read_key,        PEL_RULE_TARGET_NAME     },
  { "target_selector", read_key,        PEL_RULE_TARGET_SELECTOR },
  { "source",          read_key,        PEL_RULE_SOURCE          },
  { "min_confidence",  read_confidence, 0                        },
  { "max_confidence",  read_confidence, 1                        },
  { "risk",            read_choices,    1                        },
  { "desktop_shortcut", read_shortcut,  0                        },
  { "decision",        read_decision,   0                        },
  { "approver",        read_channel,    0                        },
  { "reason",          read_reason,     0                        },
  { NULL },
};
/* clang-format on */

PelPolicyRule *
pel_policy_read_rule (PelPolicySpot spot, JsonNode *node, GError **error)
{
  g_autoptr (PelPolicyRule) rule = pel_policy_rule_new ();
  Reading                   reading = { .rule = rule };

  if (!pel_policy_read_members (spot, node, members, &reading, error))
    return NULL;
  if (!reading.has_decision)
    {
      pel_policy_spot_fail (spot,
                            FALSE,
                            NULL,
                            error,
                            _ ("the rule has no “decision”: “allow”, “ask” or “deny”"));
      return NULL;
    }
  if (reading.has_channel && rule->decision != PEL_DECISION_ASK)
    {
      pel_policy_spot_fail (reading.channel_spot,
                            FALSE,
                            _ ("Remove it, or set “decision” to “ask”"),
                            error,
                            _ ("only a rule that asks can have an “approver”"));
      return NULL;
    }
  rule->line = pel_policy_spot_get_line (spot);
  return g_steal_pointer (&rule);
}
