/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/state.h"

/* What a word for a state means: a term of a selector, or a state that selectors do not know. */
typedef struct
{
  char    *term; /* (nullable): “checked=true” */
  PelState state;
  gboolean is_wanted; /* of the state: FALSE: it must not be there */
} PelConditionState;

/* “checked”, “disabled”, “busy”, with “!” or “not ” before it for the opposite, whatever the case.
 * FALSE where there is none; @ret_similar (which may be NULL) is then (nullable) (transfer none)
 * what was probably meant. */
gboolean pel_condition_state_parse (const char        *text,
                                    PelConditionState *ret_state,
                                    const char       **ret_similar);
void     pel_condition_state_clear (PelConditionState *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelConditionState, pel_condition_state_clear)
