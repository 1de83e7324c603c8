/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <gtk/gtk.h>

/**
 * PelApprovalsPane:
 *
 * What the person is being asked, what they have granted, and what they were asked before. Grants
 * can be taken back here. Nothing can be approved here: the session is a program that others talk
 * to, and only the approver can tell who answers; this pane brings it to the front.
 */
#define PEL_TYPE_APPROVALS_PANE (pel_approvals_pane_get_type ())
G_DECLARE_FINAL_TYPE (PelApprovalsPane, pel_approvals_pane, PEL, APPROVALS_PANE, GtkBox)

/* What @context has of approvals lives longer than the pane. */
void pel_approvals_pane_set_context (PelApprovalsPane *self, const PelToolContext *context);
