/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/privacy-memory.h"
#include "services/window/window-source.h"

typedef struct _PelPolicyStore PelPolicyStore;

/**
 * PelTitleWatch:
 *
 * Which windows are private by their titles, noted in a PelPrivacyMemory: whenever somebody has
 * seen the windows, and with every change while it watches them itself. It watches for ten seconds
 * from the last call of pel_title_watch_renew().
 */
typedef struct _PelTitleWatch PelTitleWatch;

/* Borrows both. */
PelTitleWatch *pel_title_watch_new (PelPolicyStore *policy, PelPrivacyMemory *memory);
void           pel_title_watch_free (PelTitleWatch *self);

void pel_title_watch_note (PelTitleWatch *self, PelDesktop *desktop, gint64 now);

/* For how many milliseconds it has been watching: no title that was private since can be unknown.
 */
guint pel_title_watch_renew (PelTitleWatch *self, PelWindowSource *windows);
