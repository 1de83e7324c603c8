/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/policy.h"

/* One part of a policy as it holds, and who says so. */
typedef struct
{
  char *part;  /* “default.act”, “rule” */
  char *value; /* for people */
  char *from;  /* a file, with the line where it is known; or “built-in” */
} PelPolicyPart;

void pel_policy_part_free (PelPolicyPart *self);

/* (transfer full) (element-type PelPolicyPart): everything that counts, rules in the order in which
 * they are tried. */
GPtrArray *pel_policy_list_parts (const PelPolicy *policy);
