/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/approver/witness.h"
#include "services/approval/question.h"

#include <gtk/gtk.h>

/* How long nothing can be answered after something new is shown: who was about to press a key
 * somewhere else does not mean this. */
#define PEL_APPROVER_ARMING_MS 500

/**
 * PelApproverWindow:
 *
 * The dialog. It shows one question at a time, with the keyboard on “Deny”, and takes an answer
 * only when it is armed and the witness says that a person gave it.
 *
 * Signal "answered" (guint64 id, guint answer, const char *reason).
 */
#define PEL_TYPE_APPROVER_WINDOW (pel_approver_window_get_type ())
G_DECLARE_FINAL_TYPE (PelApproverWindow, pel_approver_window, PEL, APPROVER_WINDOW, GtkWindow)

PelApproverWindow *pel_approver_window_new (PelWitness *witness);

/* Takes @question. One that is shown already only gets its numbers changed. */
void pel_approver_window_show (PelApproverWindow *self, PelQuestion *question);
