/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/condition.h"
#include "services/element/state.h"

#define PEL_CONDITION_ANY_COUNT -1

/* A condition taken apart. What its kind does not have is NULL or 0. */
struct _PelCondition
{
  PelConditionKind kind;
  JsonNode        *given;    /* of a leaf: its JSON; never changed */
  GPtrArray       *children; /* of PelCondition: of ALL and ANY, and the one of NOT */
  guint            leaf;     /* its number among the leaves, depth first */
  guint            n_leaves; /* in it, itself counted */

  char    *title; /* of WINDOW; of PICTURE (nullable): the window that it is of */
  gboolean exists;

  PelPurse *purse; /* (nullable) what its patterns are paid from */

  char        *written;  /* (nullable) the selector, as it was given */
  PelSelector *selector; /* of ELEMENT and STABLE; (nullable) of TEXT: where it is looked for, and
                            of PICTURE: what it is of */
  PelSelector *filter;   /* (nullable) of ELEMENT: one step, what its matches must be as well */
  gboolean     has_state;
  PelState     state; /* of ELEMENT: a state that selectors have no word for … */
  gboolean     is_state_wanted;
  gint64       count; /* of ELEMENT; PEL_CONDITION_ANY_COUNT: at least one */

  char        *text;  /* of TEXT, as it was given */
  PelSelector *texts; /* of TEXT: one step with three terms: by name, by value, by content */

  char *app;    /* of IDLE */
  guint for_ms; /* of STABLE and IDLE */

  char      *baseline; /* of PICTURE: an absolute path */
  char      *monitor;  /* (nullable) what it is of */
  int        padding, tolerance;
  guint      max_different; /* so many pixels may be */
  JsonArray *masks;         /* (nullable) of {x, y, width, height} */
};

PelCondition *pel_condition_new (PelConditionKind kind);

static inline const PelCondition *
pel_condition_get_child (const PelCondition *self, guint index)
{
  return g_ptr_array_index (self->children, index);
}

/* Whether it is no “all”, “any” or “not”. */
static inline gboolean
pel_condition_is_leaf (const PelCondition *self)
{
  return self->children == NULL;
}
