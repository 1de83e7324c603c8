/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/selector-search.h"

#include <gtk/gtk.h>

/**
 * PelSelectorBar:
 *
 * An entry for a selector: what it matches is counted while it is typed, a mistake is marked at its
 * column, keys and roles are completed.
 *
 * Signal "followed" (the bus name of its program, the ref): the person wants to see that match.
 */
#define PEL_TYPE_SELECTOR_BAR (pel_selector_bar_get_type ())
G_DECLARE_FINAL_TYPE (PelSelectorBar, pel_selector_bar, PEL, SELECTOR_BAR, GtkBox)

void pel_selector_bar_set_search (PelSelectorBar *self, PelSelectorSearch *search);
