/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <gtk/gtk.h>

/**
 * PelAuditPane:
 *
 * The latest of what was written down, the newest first, read when the pane is seen and when the
 * person asks for it; and whether the record is whole.
 *
 * Signal "followed" (bus name, ref): the person wants to see the element of a line.
 */
#define PEL_TYPE_AUDIT_PANE (pel_audit_pane_get_type ())
G_DECLARE_FINAL_TYPE (PelAuditPane, pel_audit_pane, PEL, AUDIT_PANE, GtkBox)

/* @context is used until the pane is disposed of. */
void pel_audit_pane_set_context (PelAuditPane *self, const PelToolContext *context);
