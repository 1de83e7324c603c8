/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/resolver.h"
#include "services/tool/tool-call.h"

/**
 * PelLens:
 *
 * A selector through which one snapshot after the other is seen. What it names in the last two of
 * them is remembered: once an element is gone, nothing can be read of it any more.
 */
typedef struct _PelLens PelLens;

/* Fails with PEL_ERROR_INVALID_SELECTOR. @facts is borrowed for as long as the lens lives. */
PelLens      *
pel_lens_new (const char *selector, const PelFacts *facts, PelPurse *purse, GError **error);
void pel_lens_free (PelLens *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelLens, pel_lens_free)

/* Reads what is required to resolve it in @snapshot. @task is a tool's own. */
void pel_lens_focus_async (
    PelLens *self, GTask *task, PelSnapshot *snapshot, GAsyncReadyCallback callback, gpointer data);
gboolean pel_lens_focus_finish (GAsyncResult *result, GError **error);

/* (transfer full): of PelElementId, ascending: what it names in @snapshot; in one that it was not
 * focused on, as far as that is known. */
GArray *pel_lens_dup_matches (const PelLens *self, PelSnapshot *snapshot);

/* (transfer full) (nullable): why it names nothing in @snapshot; NULL if it does. */
GError *pel_lens_dup_error (const PelLens *self, PelSnapshot *snapshot);
