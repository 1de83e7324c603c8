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
  PEL_CONDITION_PICTURE,
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
 * "for_ms": …}}, {"image": {"baseline": …, "selector" or "window" or "monitor": …, "tolerance":
 * …, "masks": …, "max_different": …, "padding": …}}, and {"all": […]}, {"any": […]}, {"not": …} of
 * conditions. Immutable once parsed.
 */
typedef struct _PelCondition PelCondition;

/* @name: what the caller calls it; errors say where in it they are: “until.all[1].element.state”.
 * NULL: its members are arguments of their own, and are called by their names alone. Fails with
 * PEL_ERROR_INVALID_ARGUMENT, or PEL_ERROR_INVALID_SELECTOR. */
PelCondition *pel_condition_parse (JsonNode *node, const char *name, GError **error);
PelCondition *pel_condition_ref (PelCondition *self);
void          pel_condition_unref (PelCondition *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelCondition, pel_condition_unref)

/* Before it is used, as pel_selector_set_purse(). */
void pel_condition_set_purse (PelCondition *self, PelPurse *purse);

/* “element” */
const char *pel_condition_kind_to_string (PelConditionKind kind);

/* How many of its parts are no “all”, “any” or “not”. */
guint pel_condition_get_n_leaves (const PelCondition *self);

/* Which programs have to be looked at for it: those whose name or process holds this;
 * (nullable) (transfer none): all. */
const char *pel_condition_get_app (const PelCondition *self);

/* Whether it may hold because something is not there, so that what has not been read yet counts. */
gboolean pel_condition_relies_on_absence (const PelCondition *self);

/* Whether it is about windows and what the screen shows, and nothing else: then no program has to
 * be asked. */
gboolean pel_condition_is_about_windows (const PelCondition *self);

/* Whether pictures are compared for it: then baselines have to be read. */
gboolean pel_condition_has_pictures (const PelCondition *self);

/* Whether it is about text on the screen: the caller must be allowed to take screenshots. */
gboolean pel_condition_reads_text (const PelCondition *self);

/* How long something must have been as it is for it to hold; 0: nothing has to be. */
guint pel_condition_get_longest_ms (const PelCondition *self);
