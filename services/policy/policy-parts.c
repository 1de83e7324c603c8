/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy-parts.h"

#include <glib/gi18n.h>

void
pel_policy_part_free (PelPolicyPart *self)
{
  g_free (self->part);
  g_free (self->value);
  g_free (self->from);
  g_free (self);
}

/* Takes @part and @value. */
static void
add (GPtrArray *parts, char *part, char *value, const PelPolicyLayer *layer, guint line)
{
  PelPolicyPart *row = g_new0 (PelPolicyPart, 1);
  const char    *file = layer->file != NULL ? layer->file : _ ("built-in");

  row->part = part;
  row->value = value;
  row->from = line > 0 ? g_strdup_printf ("%s:%u", file, line) : g_strdup (file);
  g_ptr_array_add (parts, row);
}

/* The layer of those that say something about it which counts; @says decides whether one does. */
static const PelPolicyLayer *
find_layer (const PelPolicy *policy, gboolean (*says) (const PelPolicyLayer *, guint), guint number)
{
  for (int kind = PEL_N_POLICY_LAYERS - 1; kind >= 0; kind--)
    {
      const PelPolicyLayer *layer = pel_policy_get_layer (policy, kind);

      if (layer != NULL && says (layer, number))
        return layer;
    }
  return NULL;
}

static gboolean
says_default (const PelPolicyLayer *layer, guint access)
{
  return layer->defaults[access] != PEL_POLICY_UNSET;
}

static gboolean
says_limit (const PelPolicyLayer *layer, guint limit)
{
  return layer->limits[limit] != PEL_POLICY_UNSET;
}

static gboolean
says_terminals (const PelPolicyLayer *layer, guint terminals)
{
  return layer->terminals == (int) terminals;
}

static gboolean
says_log_reads (const PelPolicyLayer *layer, guint unused)
{
  return layer->log_reads != PEL_POLICY_UNSET;
}

static gboolean
says_keep_frames (const PelPolicyLayer *layer, guint unused)
{
  return layer->keep_frames != PEL_POLICY_UNSET;
}

static gboolean
says_enabled (const PelPolicyLayer *layer, guint value)
{
  return layer->enabled == (int) value;
}

static void
add_enabled (GPtrArray *parts, const PelPolicy *policy)
{
  gboolean              is_enabled = pel_policy_is_enabled (policy);
  const PelPolicyLayer *layer = find_layer (policy, says_enabled, is_enabled);

  if (layer == NULL)
    layer = pel_policy_get_layer (policy, PEL_POLICY_BUILT_IN);
  add (parts, g_strdup ("enabled"), g_strdup (is_enabled ? "true" : "false"), layer, 0);
}

/* What the system denies counts before what the person says. */
static void
add_defaults (GPtrArray *parts, const PelPolicy *policy)
{
  const PelPolicyLayer *system = pel_policy_get_layer (policy, PEL_POLICY_SYSTEM);

  for (guint access = 0; access < PEL_N_ACCESSES; access++)
    {
      const PelPolicyLayer *layer = find_layer (policy, says_default, access);

      if (system != NULL && system->defaults[access] == PEL_DECISION_DENY)
        layer = system;
      if (layer != NULL)
        add (parts,
             g_strconcat ("default.", pel_access_to_string (access), NULL),
             g_strdup (pel_decision_to_string (layer->defaults[access])),
             layer,
             0);
    }
}

static char *
join_globs (gconstpointer list)
{
  const GPtrArray *globs = list;
  GString         *text = g_string_new (NULL);

  for (guint i = 0; i < globs->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", pel_glob_get_pattern (globs->pdata[i]));
  return g_string_free (text, FALSE);
}

static char *
join_texts (gconstpointer list)
{
  return g_strjoinv (" ", (char **) list);
}

/* All of them count, but what is built in only where no file has a list. */
static void
add_lists (GPtrArray       *parts,
           const PelPolicy *policy,
           const char      *name,
           gsize            offset,
           char *(*join) (gconstpointer list))
{
  guint n = 0;

  for (int kind = PEL_N_POLICY_LAYERS - 1; kind >= 0; kind--)
    {
      const PelPolicyLayer *layer = pel_policy_get_layer (policy, kind);
      gconstpointer list = layer != NULL ? G_STRUCT_MEMBER (gconstpointer, layer, offset) : NULL;

      if (list == NULL || (kind == PEL_POLICY_BUILT_IN && n > 0))
        continue;
      add (parts, g_strdup (name), join (list), layer, 0);
      n++;
    }
}

static void
add_limits (GPtrArray *parts, const PelPolicy *policy)
{
  static const PelAccess accesses[] = {
    [PEL_LIMIT_CAPTURES] = PEL_ACCESS_CAPTURE,
    [PEL_LIMIT_ACTIONS] = PEL_ACCESS_ACT,
    [PEL_LIMIT_PICKS] = PEL_ACCESS_POINT,
  };
  const PelPolicyLayer *system = pel_policy_get_layer (policy, PEL_POLICY_SYSTEM);

  for (guint limit = 0; limit < PEL_N_LIMITS; limit++)
    {
      guint                 value = pel_policy_get_limit (policy, accesses[limit]);
      const PelPolicyLayer *layer = find_layer (policy, says_limit, limit);

      if (system != NULL && system->limits[limit] == (int) value)
        layer = system;
      if (layer != NULL)
        add (parts,
             g_strconcat ("limits.", pel_limit_to_string (limit), NULL),
             g_strdup_printf ("%u", value),
             layer,
             0);
    }
}

static void
add_rules (GPtrArray *parts, const PelPolicy *policy)
{
  for (int kind = PEL_N_POLICY_LAYERS - 1; kind >= 0; kind--)
    {
      const PelPolicyLayer *layer = pel_policy_get_layer (policy, kind);

      for (guint i = 0; layer != NULL && layer->rules != NULL && i < layer->rules->len; i++)
        {
          const PelPolicyRule *rule = layer->rules->pdata[i];
          g_autofree char     *words = pel_policy_rule_dup_words (rule);

          add (parts,
               g_strdup_printf ("rule %u", i + 1),
               g_strdup_printf ("%s: %s", pel_decision_to_string (rule->decision), words),
               layer,
               rule->line);
        }
    }
}

static void
add_terminals (GPtrArray *parts, const PelPolicy *policy)
{
  PelTerminals          terminals = pel_policy_get_terminals (policy);
  const PelPolicyLayer *layer = find_layer (policy, says_terminals, terminals);

  if (layer != NULL)
    add (parts, g_strdup ("terminal"), g_strdup (pel_terminals_to_string (terminals)), layer, 0);
}

static void
add_audit (GPtrArray *parts, const PelPolicy *policy)
{
  const PelPolicyLayer *layer = find_layer (policy, says_log_reads, 0);
  const char           *frames = pel_keep_frames_to_string (pel_policy_keeps_frames (policy));
  g_autofree char      *redact = g_strjoinv (" ", (char **) pel_policy_get_redact (policy));

  if (layer != NULL)
    add (parts,
         g_strdup ("audit.log_reads"),
         g_strdup (pel_policy_logs_reads (policy) ? "true" : "false"),
         layer,
         0);
  layer = find_layer (policy, says_keep_frames, 0);
  if (layer != NULL)
    add (parts, g_strdup ("audit.keep_frames"), g_strdup (frames), layer, 0);
  for (int kind = PEL_N_POLICY_LAYERS - 1; kind >= 0; kind--)
    {
      layer = pel_policy_get_layer (policy, kind);
      if (layer == NULL || layer->redact == NULL)
        continue;
      add (parts, g_strdup ("redact"), g_strdup (redact), layer, 0);
      return;
    }
}

GPtrArray *
pel_policy_list_parts (const PelPolicy *policy)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_policy_part_free);

  add_enabled (parts, policy);
  add_defaults (parts, policy);
  add_lists (parts,
             policy,
             "allowed_windows",
             G_STRUCT_OFFSET (PelPolicyLayer, allowed_windows),
             join_globs);
  add_lists (parts,
             policy,
             "blocked_windows",
             G_STRUCT_OFFSET (PelPolicyLayer, blocked_windows),
             join_globs);
  add_lists (parts,
             policy,
             "allowed_folders",
             G_STRUCT_OFFSET (PelPolicyLayer, allowed_folders),
             join_texts);
  add_limits (parts, policy);
  add_rules (parts, policy);
  add_terminals (parts, policy);
  add_audit (parts, policy);
  return parts;
}
