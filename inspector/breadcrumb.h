/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/description.h"

#include <gtk/gtk.h>

/**
 * PelBreadcrumb:
 *
 * Where an element is, in one line: the ancestors that tell something. A button “…” opens the whole
 * path where some are left out.
 *
 * Signal "followed" (bus name, ref): the person wants to see that ancestor.
 */
#define PEL_TYPE_BREADCRUMB (pel_breadcrumb_get_type ())
G_DECLARE_FINAL_TYPE (PelBreadcrumb, pel_breadcrumb, PEL, BREADCRUMB, GtkBox)

/* What is the same stays: someone may be about to press it. */
void pel_breadcrumb_show (PelBreadcrumb *self, const PelDescription *description);
