/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/selector.h"

#include <json-glib/json-glib.h>

#define PEL_CONDITION_MAX_DEPTH  16
#define PEL_CONDITION_MAX_LEAVES 64

typedef enum
{
  PEL_CONDITION_WINDOW,
  PEL_CONDITION_ELEMENT,
  PEL_CONDITION_TEXT,
  PEL_CONDITION_STABLE,
  PEL_CONDITION_IDLE,
  PEL_CONDITION_ALL,
  PEL_CONDITION_ANY,
  PEL_CONDITION_NOT,
  PEL_N_CONDITION_KINDS
} PelConditionKind;

/**
 * PelCondition:
 *
 * Something that holds of the desktop or does not, in JSON:
 * {"window": {"title": "Save", "exists": true}}, {"element": {"selector": …, "state": …, "value":
 * …, "count": …}}, {"text": …}, {"stable": {"selector": …, "for_ms": …}}, {"idle": {"app": …,
 * "for_ms": …}}, and {"all": […]}, {"any": […]}, {"not": …} of conditions. Immutable once parsed.
 */
typedef struct _PelCondition PelCondition;

/* Fails with PEL_ERROR_INVALID_ARGUMENT, which says where in it, or PEL_ERROR_INVALID_SELECTOR. */
PelCondition *pel_condition_parse (JsonNode *node, GError **error);
PelCondition *pel_condition_ref (PelCondition *self);
void          pel_condition_unref (PelCondition *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelCondition, pel_condition_unref)
