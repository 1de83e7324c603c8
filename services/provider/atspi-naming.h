/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/provider/toolkit.h"

/* What an element is called, from what is known of it and of those below it: its own name, without
 * what toolkits put there that is no name; or else its label, its description, its placeholder, the
 * text that it holds, what its only child is called. Pure. */

/* Never NULL. In the tree, or in @scratch, which is overwritten. */
const char *pel_atspi_naming_find (PelAtspiTree     *tree,
                                   const PelToolkit *toolkit,
                                   PelNodeId         id,
                                   GString          *scratch,
                                   PelNameSource    *ret_source);

/* Whether its own name, if it has any, is none. */
gboolean pel_atspi_naming_is_unnamed (const PelToolkit *toolkit, const PelAtspiNode *node);

/* Whether its label or description would be its name: it has none, and is something to use. */
gboolean pel_atspi_naming_wants_hint (PelAtspiTree *tree, const PelToolkit *toolkit, PelNodeId id);

/* Whether what is written in it would be its name, and only its Text interface tells that. */
gboolean pel_atspi_naming_wants_text (PelAtspiTree *tree, const PelToolkit *toolkit, PelNodeId id);

/* (nullable): what a list to choose from shows while it is closed: the choice that is selected.
 * In the tree, or in @scratch. */
const char *pel_atspi_naming_find_choice (PelAtspiTree     *tree,
                                          const PelToolkit *toolkit,
                                          PelNodeId         id,
                                          GString          *scratch);
