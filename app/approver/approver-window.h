/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/approver/witness.h"
#include "services/approval/question.h"

#include <gtk/gtk.h>

/**
 * PelApproverWindow:
 *
 * The dialog. It shows one question at a time, with the keyboard on “Deny”, and takes an answer
 * only when it is armed (PelArming) and the witness says that a person gave it.
 *
 * Signal "answered" (guint64 id, guint answer, const char *reason).
 */
#define PEL_TYPE_APPROVER_WINDOW (pel_approver_window_get_type ())
G_DECLARE_FINAL_TYPE (PelApproverWindow, pel_approver_window, PEL, APPROVER_WINDOW, GtkWindow)

PelApproverWindow *pel_approver_window_new (PelWitness *witness);

/* Takes @question. One that is shown already only gets its numbers changed. */
void pel_approver_window_show (PelApproverWindow *self, PelQuestion *question);

/* It was moved, say: nothing can be answered for a while, and the keyboard is on “Deny” again. */
void pel_approver_window_rearm (PelApproverWindow *self);
