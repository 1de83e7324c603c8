/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/facts.h"
#include "services/selector/selector.h"

/* Two programs to look for elements in: an editor with a form, buttons and a table in one window
 * and a dialog in another, and a calculator whose window nobody has seen. Element n has ref n and
 * the path /n, in depth-first order; the rows are in the .c. Two monitors, the second at 2×. */
PelSnapshot *selector_desk_build (void);

/* (transfer full): a selector that must be one. */
PelSelector *selector_desk_parse (const char *text);

/* What the elements say when they are asked, as a search would find it: ids, classes, descriptions,
 * the text of the dialog's document, and nothing of all others. */
void selector_desk_tell (PelFacts *facts, PelSnapshot *snapshot);

/* (transfer full): “3 5 7”, of an array of PelElementId. */
char *selector_desk_join (const GArray *ids);
