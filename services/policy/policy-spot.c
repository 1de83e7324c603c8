/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy-spot.h"

#include "services/base/error.h"
#include "services/base/json-locator.h"
#include "services/base/similar.h"

#include <glib/gi18n.h>
#include <string.h>

/* Bounds of what people write by hand, far above it. */
#define MAX_PATTERNS      1000
#define MAX_PATTERN_BYTES 1024

PelPolicySpot
pel_policy_spot_step (PelPolicySpot spot, guint step)
{
  g_assert (spot.n_steps < PEL_POLICY_MAX_STEPS);

  spot.steps[spot.n_steps++] = step;
  return spot;
}

static void
locate (PelPolicySpot spot, gboolean is_key, guint *ret_line, guint *ret_column)
{
  pel_json_locate (spot.text,
                   spot.length,
                   (PelJsonPath){ spot.steps, spot.n_steps, is_key },
                   ret_line,
                   ret_column);
}

guint
pel_policy_spot_get_line (PelPolicySpot spot)
{
  guint line, column;

  locate (spot, FALSE, &line, &column);
  return line;
}

gboolean
pel_policy_spot_fail (
    PelPolicySpot spot, gboolean is_key, const char *hint, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  GError          *mistake = NULL;
  JsonObject      *details = json_object_new ();
  guint            line, column;
  va_list          args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  locate (spot, is_key, &line, &column);
  pel_set_error (&mistake,
                 PEL_ERROR_INVALID_ARGUMENT,
                 hint != NULL ? hint : _ ("See “docs/policy.md” for what a policy can contain"),
                 "%s:%u:%u: %s",
                 spot.file != NULL ? spot.file : "policy",
                 line,
                 column,
                 message);
  json_object_set_string_member (details, "file", spot.file != NULL ? spot.file : "policy");
  json_object_set_int_member (details, "line", line);
  json_object_set_int_member (details, "column", column);
  pel_error_take_details (mistake, details);
  g_propagate_error (error, mistake);
  return FALSE;
}

static gboolean
refuse_member (PelPolicySpot spot, const char *name, const PelPolicyMember *members, GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  g_autofree char      *hint = NULL;
  const char           *similar;

  for (guint i = 0; members[i].name != NULL; i++)
    g_ptr_array_add (known, (gpointer) members[i].name);
  g_ptr_array_add (known, NULL);
  similar = pel_similar_find (name, (const char *const *) known->pdata);
  if (similar != NULL)
    hint = g_strdup_printf (_ ("Did you mean “%s”?"), similar);
  return pel_policy_spot_fail (spot, TRUE, hint, error, _ ("unknown member “%s”"), name);
}

gboolean
pel_policy_read_members (PelPolicySpot          spot,
                         JsonNode              *node,
                         const PelPolicyMember *members,
                         gpointer               data,
                         GError               **error)
{
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *member;
  guint          index = 0;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return pel_policy_spot_fail (spot, FALSE, NULL, error, _ ("this must be an object"));
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  for (; json_object_iter_next_ordered (&iter, &name, &member); index++)
    {
      PelPolicySpot at = pel_policy_spot_step (spot, index);
      guint         row = 0;

      while (members[row].name != NULL && !g_str_equal (members[row].name, name))
        row++;
      if (members[row].name == NULL)
        return refuse_member (at, name, members, error);
      at.number = members[row].number;
      if (!members[row].read (at, member, data, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
pel_policy_read_boolean (PelPolicySpot spot, JsonNode *node, int *ret_value, GError **error)
{
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return pel_policy_spot_fail (spot, FALSE, NULL, error, _ ("this must be true or false"));
  *ret_value = json_node_get_boolean (node);
  return TRUE;
}

gboolean
pel_policy_read_string (PelPolicySpot spot, JsonNode *node, const char **ret_value, GError **error)
{
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return pel_policy_spot_fail (spot, FALSE, NULL, error, _ ("this must be a string"));
  *ret_value = json_node_get_string (node);
  return TRUE;
}

gboolean
pel_policy_read_each_string (
    PelPolicySpot spot, JsonNode *node, PelPolicyReadFunc read, gpointer data, GError **error)
{
  JsonArray *array;
  guint      n;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    return read (spot, node, data, error);
  array = json_node_get_array (node);
  n = json_array_get_length (array);
  if (n > MAX_PATTERNS)
    return pel_policy_spot_fail (spot,
                                 FALSE,
                                 NULL,
                                 error,
                                 _ ("the list has %u entries; at most %u are allowed"),
                                 n,
                                 MAX_PATTERNS);
  for (guint i = 0; i < n; i++)
    if (!read (pel_policy_spot_step (spot, i), json_array_get_element (array, i), data, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_glob (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  const char *text;

  if (!pel_policy_read_string (spot, node, &text, error))
    return FALSE;
  if (text[0] == '\0')
    return pel_policy_spot_fail (spot,
                                 FALSE,
                                 _ ("Use “*” to match everything"),
                                 error,
                                 _ ("an empty pattern matches nothing"));
  if (strlen (text) > MAX_PATTERN_BYTES)
    return pel_policy_spot_fail (spot, FALSE, NULL, error, _ ("this pattern is too long"));
  g_ptr_array_add (data, pel_glob_new (text));
  return TRUE;
}

gboolean
pel_policy_read_globs (PelPolicySpot spot, JsonNode *node, GPtrArray **ret_globs, GError **error)
{
  g_autoptr (GPtrArray) globs = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_glob_free);

  if (!pel_policy_read_each_string (spot, node, read_glob, globs, error))
    return FALSE;
  *ret_globs = g_steal_pointer (&globs);
  return TRUE;
}

gboolean
pel_policy_read_decision (PelPolicySpot spot,
                          JsonNode     *node,
                          PelDecision  *ret_value,
                          GError      **error)
{
  const char *text;

  if (!pel_policy_read_string (spot, node, &text, error))
    return FALSE;
  if (pel_decision_from_string (text, ret_value))
    return TRUE;
  return pel_policy_spot_fail (spot,
                               FALSE,
                               NULL,
                               error,
                               _ ("unknown decision “%s”; use “allow”, “ask” or “deny”"),
                               text);
}
