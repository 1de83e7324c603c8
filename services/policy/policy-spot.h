/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/policy-layer.h"

#include <json-glib/json-glib.h>

/* Ways into a policy file are short: rules, 3, app, 1. */
#define PEL_POLICY_MAX_STEPS 6

/* A place in the file that is read: where mistakes are reported. A value, made longer for each
 * step. */
typedef struct
{
  const char *text;
  gsize       length;
  const char *file; /* (nullable) */
  guint       steps[PEL_POLICY_MAX_STEPS];
  guint       n_steps;
  guint       number; /* of the row of the member that it is in */
} PelPolicySpot;

/* Reads one member into @data. */
typedef gboolean (*PelPolicyReadFunc) (PelPolicySpot spot,
                                       JsonNode     *node,
                                       gpointer      data,
                                       GError      **error);

typedef struct
{
  const char       *name;
  PelPolicyReadFunc read;
  guint             number; /* what it is to @read */
} PelPolicyMember;

/* The spot one step further down. */
PelPolicySpot pel_policy_spot_step (PelPolicySpot spot, guint step);
guint         pel_policy_spot_get_line (PelPolicySpot spot);

/* FALSE, always; @hint is (nullable). The key of the spot is meant where @is_key. */
gboolean pel_policy_spot_fail (
    PelPolicySpot spot, gboolean is_key, const char *hint, GError **error, const char *format, ...)
    G_GNUC_PRINTF (5, 6);

/* Every member of the object @node by its row; @members ends with a row without a name. */
gboolean pel_policy_read_members (PelPolicySpot          spot,
                                  JsonNode              *node,
                                  const PelPolicyMember *members,
                                  gpointer               data,
                                  GError               **error);

gboolean
pel_policy_read_boolean (PelPolicySpot spot, JsonNode *node, int *ret_value, GError **error);
gboolean
pel_policy_read_string (PelPolicySpot spot, JsonNode *node, const char **ret_value, GError **error);

/* A string, or a list of strings; @read is called for each. */
gboolean pel_policy_read_each_string (
    PelPolicySpot spot, JsonNode *node, PelPolicyReadFunc read, gpointer data, GError **error);

/* The same as patterns. */
gboolean
pel_policy_read_globs (PelPolicySpot spot, JsonNode *node, GPtrArray **ret_globs, GError **error);

gboolean pel_policy_read_decision (PelPolicySpot spot,
                                   JsonNode     *node,
                                   PelDecision  *ret_value,
                                   GError      **error);

/* (nullable) (transfer full) */
PelPolicyRule *pel_policy_read_rule (PelPolicySpot spot, JsonNode *node, GError **error);
