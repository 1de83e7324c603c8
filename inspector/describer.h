/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <glib-object.h>

/**
 * PelDescriber:
 *
 * Asks the tool ui_describe about one element: at once when it becomes another one, and again when
 * it may have changed, with a rest between two answers.
 *
 * Signal "answered" (JsonObject): what was told, of the element that is set now.
 * Signal "failed" (message): why nothing was.
 */
#define PEL_TYPE_DESCRIBER (pel_describer_get_type ())
G_DECLARE_FINAL_TYPE (PelDescriber, pel_describer, PEL, DESCRIBER, GObject)

PelDescriber *pel_describer_new (void);

/* Borrowed, and outlives it and its last question. */
void pel_describer_set_context (PelDescriber *self, const PelToolContext *context);

/* 0: about none. What was asked about another element is not answered any more. */
void pel_describer_set_ref (PelDescriber *self, guint ref);

/* It may have changed. */
void pel_describer_refresh (PelDescriber *self);
