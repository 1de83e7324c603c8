/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/resolver.h"
#include "services/tool/tool-call.h"

/**
 * PelSelection:
 *
 * The elements that a selector names on the desktop, just now. One that was opened is never empty.
 */
typedef struct
{
  char          *text; /* the selector as it was written, fit for a message */
  PelSelector   *selector;
  PelSnapshot   *snapshot;
  PelResolution *resolution;
  const char    *app; /* (nullable) only programs of this name were looked at; the selector's */
} PelSelection;

/* Looks at the programs that the selector can be about. @task is a tool's own. Fails with
 * PEL_ERROR_INVALID_SELECTOR; with PEL_ERROR_ELEMENT_NOT_FOUND if nothing matches, with what
 * comes near in the details; with PEL_ERROR_STALE_REF for a ref that is gone; with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE; and as a look does. */
void          pel_selection_open_async (GTask              *task,
                                        const char         *selector,
                                        GAsyncReadyCallback callback,
                                        gpointer            data);
PelSelection *pel_selection_open_finish (GAsyncResult *result, GError **error);
void          pel_selection_free (PelSelection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSelection, pel_selection_free)

/* (transfer full): why it is empty, for one that is. */
GError *pel_selection_new_error (const PelSelection *self, const PelFacts *facts);

/* How sure @id is, one of its matches: one of them could have been meant (@is_one), or all were.
 * Those that are hidden do not count beside those that can be seen; how many is @ret_n_hidden,
 * which may be NULL. */
double pel_selection_get_confidence (const PelSelection *self,
                                     PelElementId        id,
                                     gboolean            is_one,
                                     guint              *ret_n_hidden,
                                     char             ***ret_reasons);

/* Whether its matches were found by text recognition. */
gboolean pel_selection_is_by_text (const PelSelection *self);

/* The only match, or the only one that can be seen, unless @is_strict. FALSE with
 * PEL_ERROR_AMBIGUOUS if there are several; the best five are in the details, each with a selector
 * that names it alone. */
gboolean pel_selection_get_only (const PelSelection *self,
                                 gboolean            is_strict,
                                 PelElementId       *ret_id,
                                 GError            **error);
