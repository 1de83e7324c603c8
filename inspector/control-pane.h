/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <gtk/gtk.h>

/**
 * PelControlPane:
 *
 * What a person can do with the selected element: a widget for each PelControl, and below them what
 * came of the last thing that was done. Everything goes through the tools, as everybody's acts do.
 *
 * Signal "acted": something was done, and the element may be another way now.
 */
#define PEL_TYPE_CONTROL_PANE (pel_control_pane_get_type ())
G_DECLARE_FINAL_TYPE (PelControlPane, pel_control_pane, PEL, CONTROL_PANE, GtkBox)

/* Borrowed, and outlives it and its last call. */
void pel_control_pane_set_context (PelControlPane *self, const PelToolContext *context);

/* @answer (nullable) of ui_describe. What is being typed stays as it is. */
void pel_control_pane_show (PelControlPane *self, JsonObject *answer);
