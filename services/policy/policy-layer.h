/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/access.h"
#include "services/policy/policy-rule.h"

/* What is kept of pictures beside the audit log. */
typedef enum
{
  PEL_KEEP_FRAMES_NONE,
  PEL_KEEP_FRAMES_HASH,
  PEL_KEEP_FRAMES_FILE,
  PEL_N_KEEP_FRAMES
} PelKeepFrames;

/* Whether what is typed at a terminal is the person's, or the person is asked that first. */
typedef enum
{
  PEL_TERMINALS_TRUST,
  PEL_TERMINALS_VERIFY,
  PEL_N_TERMINALS
} PelTerminals;

typedef enum
{
  PEL_POLICY_BUILT_IN,
  PEL_POLICY_SYSTEM,
  PEL_POLICY_USER,
  PEL_N_POLICY_LAYERS
} PelPolicyLayerKind;

typedef enum
{
  PEL_LIMIT_CAPTURES,
  PEL_LIMIT_ACTIONS,
  PEL_LIMIT_PICKS,
  PEL_N_LIMITS
} PelLimit;

#define PEL_POLICY_UNSET -1

/* In a list of folders: the one of the person's for pictures. */
#define PEL_POLICY_PICTURES "@pictures"

/* One policy file, as it is written: PEL_POLICY_UNSET or NULL where it does not say. */
typedef struct
{
  char      *file;                     /* NULL: built in */
  GError    *error;                    /* (nullable): it is wrong, and nothing else here counts */
  int        enabled;                  /* gboolean */
  int        defaults[PEL_N_ACCESSES]; /* PelDecision */
  GPtrArray *allowed_windows;          /* (nullable) of PelGlob */
  GPtrArray *blocked_windows;          /* (nullable) of PelGlob */
  char     **allowed_folders;          /* (nullable) as written */
  int        limits[PEL_N_LIMITS];
  GPtrArray *rules;       /* (nullable) of PelPolicyRule */
  int        terminals;   /* PelTerminals */
  int        log_reads;   /* gboolean */
  int        keep_frames; /* PelKeepFrames */
  char     **redact;      /* (nullable) */
} PelPolicyLayer;

PelPolicyLayer *pel_policy_layer_new (const char *file);

/* Takes @error. */
PelPolicyLayer *pel_policy_layer_new_bad (const char *file, GError *error);
void            pel_policy_layer_free (PelPolicyLayer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPolicyLayer, pel_policy_layer_free)

const char *pel_policy_layer_kind_to_string (PelPolicyLayerKind kind);
const char *pel_keep_frames_to_string (PelKeepFrames keep);
gboolean    pel_keep_frames_from_string (const char *name, PelKeepFrames *ret_keep);

/* “trust”, “verify” */
const char *pel_terminals_to_string (PelTerminals terminals);
gboolean    pel_terminals_from_string (const char *name, PelTerminals *ret_terminals);

/* Which members of “limits” there are. */
const char *pel_limit_to_string (PelLimit limit);
gboolean    pel_limit_from_string (const char *name, PelLimit *ret_limit);
