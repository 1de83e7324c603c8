/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/facts.h"
#include "services/selector/selector.h"

/* An element that nearly matches. */
typedef struct
{
  PelElementId id;
  char        *reason; /* “role and name match, but enabled=false”; translated */
} PelNearMiss;

/* (transfer full): of PelNearMiss, the best first, at most @max. For a selector that matches
 * nothing: those that come nearest to the step at which it ends, among what the steps before it
 * leave. */
GArray *pel_near_misses_find (const PelSelector *selector,
                              PelSnapshot       *snapshot,
                              const PelFacts    *facts,
                              guint              max);

/* (nullable) (transfer full): what was probably meant by a selector that matches nothing, where
 * that shows in its text alone: “enabled is read as a name; for the state, write
 * enabled=true”. Translated. */
char *pel_selector_dup_hint (const PelSelector *selector);
