/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/condition-check.h"

/* All (transfer full), in words for a person. */

/* What a leaf is about: its selector, its title, its text. */
char *pel_condition_dup_label (const PelCondition *condition);

/* What was seen of it: “1 element matches, but checked=false”. */
char *pel_leaf_dup_words (const PelLeaf          *self,
                          const PelCondition     *condition,
                          const PelConditionView *view);

/* “Button "OK" [e12]” */
char *pel_condition_dup_element (PelSnapshot *snapshot, PelElementId id);

/* “window "Save as" (w12)” */
char *pel_condition_dup_window (PelWindow *window);

/* {ref, role, name} */
JsonObject *pel_condition_element_to_json (PelSnapshot *snapshot, PelElementId id);

/* The first elements that a leaf found, each with what is wrong with it, as “elements”. */
void pel_leaf_set_elements (const PelLeaf          *self,
                            const PelCondition     *condition,
                            const PelConditionView *view,
                            JsonObject             *object);

/* How many pixels a picture differed in, and where, as “n_different” and “changes”. */
void pel_leaf_set_likeness (const PelLeaf *self, JsonObject *object);

/* The titles of the windows that are there, the topmost first. */
JsonArray *pel_condition_titles_to_json (const PelConditionView *view);
