/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/facts.h"
#include "services/selector/selector.h"

/* Whether all that an alternative asks for can be looked for in @snapshot at all: no Windows
 * program can yet, text on the screen only where it was read, and a region only once something has
 * been numbered. @facts may be NULL. Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE. */
gboolean pel_alternative_is_available (const PelSelectorAlternative *self,
                                       PelSnapshot                  *snapshot,
                                       const PelFacts               *facts,
                                       GError                      **error);

/* Whether it asks for text on the screen. */
gboolean pel_alternative_reads_text (const PelSelectorAlternative *self);

/* The “app” that must be exactly so; (nullable) (transfer none) */
const char *pel_alternative_get_app (const PelSelectorAlternative *self);
