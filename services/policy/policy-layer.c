/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy-layer.h"

static const char *const kind_names[] = {
  [PEL_POLICY_BUILT_IN] = "built-in",
  [PEL_POLICY_SYSTEM] = "system",
  [PEL_POLICY_USER] = "user",
};
G_STATIC_ASSERT (G_N_ELEMENTS (kind_names) == PEL_N_POLICY_LAYERS);

static const char *const keep_names[] = {
  [PEL_KEEP_FRAMES_NONE] = "none",
  [PEL_KEEP_FRAMES_HASH] = "hash",
  [PEL_KEEP_FRAMES_FILE] = "file",
};
G_STATIC_ASSERT (G_N_ELEMENTS (keep_names) == PEL_N_KEEP_FRAMES);

static const char *const terminal_names[] = {
  [PEL_TERMINALS_TRUST] = "trust",
  [PEL_TERMINALS_VERIFY] = "verify",
};
G_STATIC_ASSERT (G_N_ELEMENTS (terminal_names) == PEL_N_TERMINALS);

static const char *const limit_names[] = {
  [PEL_LIMIT_CAPTURES] = "captures_per_minute",
  [PEL_LIMIT_ACTIONS] = "actions_per_minute",
  [PEL_LIMIT_PICKS] = "picks_per_minute",
};
G_STATIC_ASSERT (G_N_ELEMENTS (limit_names) == PEL_N_LIMITS);

PelPolicyLayer *
pel_policy_layer_new (const char *file)
{
  PelPolicyLayer *self = g_new0 (PelPolicyLayer, 1);

  self->file = g_strdup (file);
  self->enabled = self->terminals = PEL_POLICY_UNSET;
  self->log_reads = self->keep_frames = PEL_POLICY_UNSET;
  for (guint i = 0; i < PEL_N_ACCESSES; i++)
    self->defaults[i] = PEL_POLICY_UNSET;
  for (guint i = 0; i < PEL_N_LIMITS; i++)
    self->limits[i] = PEL_POLICY_UNSET;
  return self;
}

PelPolicyLayer *
pel_policy_layer_new_bad (const char *file, GError *error)
{
  PelPolicyLayer *self = pel_policy_layer_new (file);

  self->error = error;
  return self;
}

void
pel_policy_layer_free (PelPolicyLayer *self)
{
  if (self == NULL)
    return;
  g_free (self->file);
  g_clear_error (&self->error);
  g_clear_pointer (&self->allowed_windows, g_ptr_array_unref);
  g_clear_pointer (&self->blocked_windows, g_ptr_array_unref);
  g_strfreev (self->allowed_folders);
  g_clear_pointer (&self->rules, g_ptr_array_unref);
  g_strfreev (self->redact);
  g_free (self);
}

const char *
pel_policy_layer_kind_to_string (PelPolicyLayerKind kind)
{
  g_return_val_if_fail (kind < PEL_N_POLICY_LAYERS, NULL);

  return kind_names[kind];
}

/* FALSE: @name is none of them. */
static gboolean
find_name (const char *const *names, guint n_names, const char *name, guint *ret_index)
{
  for (guint i = 0; i < n_names; i++)
    if (g_str_equal (names[i], name))
      {
        *ret_index = i;
        return TRUE;
      }
  return FALSE;
}

const char *
pel_keep_frames_to_string (PelKeepFrames keep)
{
  g_return_val_if_fail (keep < PEL_N_KEEP_FRAMES, NULL);

  return keep_names[keep];
}

gboolean
pel_keep_frames_from_string (const char *name, PelKeepFrames *ret_keep)
{
  return find_name (keep_names, PEL_N_KEEP_FRAMES, name, (guint *) ret_keep);
}

const char *
pel_terminals_to_string (PelTerminals terminals)
{
  g_return_val_if_fail (terminals < PEL_N_TERMINALS, NULL);

  return terminal_names[terminals];
}

gboolean
pel_terminals_from_string (const char *name, PelTerminals *ret_terminals)
{
  return find_name (terminal_names, PEL_N_TERMINALS, name, (guint *) ret_terminals);
}

const char *
pel_limit_to_string (PelLimit limit)
{
  g_return_val_if_fail (limit < PEL_N_LIMITS, NULL);

  return limit_names[limit];
}

gboolean
pel_limit_from_string (const char *name, PelLimit *ret_limit)
{
  return find_name (limit_names, PEL_N_LIMITS, name, (guint *) ret_limit);
}
