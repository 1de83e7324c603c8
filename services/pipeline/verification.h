/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/action.h"
#include "services/condition/condition.h"
#include "services/condition/likeness.h"

/**
 * PelVerification:
 *
 * What must hold after an act, as a caller writes it: {"state": "checked"}, {"value": "12"},
 * {"focus": true} and {"gone": true} are about the element that was acted on, {"changed": true}
 * about its program; everything else is a condition, as with waiting. Several in one object must
 * all hold.
 */
typedef struct _PelVerification PelVerification;

/* Fails with PEL_ERROR_INVALID_ARGUMENT, or PEL_ERROR_INVALID_SELECTOR. */
PelVerification *pel_verification_parse (JsonNode *node, const char *name, GError **error);
void             pel_verification_free (PelVerification *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelVerification, pel_verification_free)

/* Whether it says something about the element that is acted on: without one it cannot hold. */
gboolean pel_verification_needs_element (const PelVerification *self);

/* Whether it says something about pictures: then the act is not to be done before it is known that
 * their baselines can be read. That fails with PEL_ERROR_INVALID_ARGUMENT, and when it is
 * cancelled.
 */
gboolean pel_verification_has_pictures (const PelVerification *self);
void     pel_verification_check_async (const PelVerification *self,
                                       GCancellable          *cancellable,
                                       GAsyncReadyCallback    callback,
                                       gpointer               user_data);
gboolean pel_verification_check_finish (GAsyncResult *result, GError **error);

/* Whether it is about text on the screen: the caller must be allowed to take screenshots. */
gboolean pel_verification_reads_text (const PelVerification *self);

/* Waits until it holds; the element is the one in @outcome->before, which is borrowed until the
 * end. Fails with PEL_ERROR_VERIFICATION_FAILED, whose details report what was seen, and a snapshot
 * of what is there; and when it is cancelled. */
void pel_verification_run_async (const PelVerification  *self,
                                 PelElementSource       *elements,
                                 const PelComparer      *comparer, /* borrowed, too */
                                 const PelActionOutcome *outcome,
                                 guint                   timeout_ms,
                                 GCancellable           *cancellable,
                                 GAsyncReadyCallback     callback,
                                 gpointer                user_data);
/* (transfer full): what the answer reports of it: {passed, details}. */
JsonObject *pel_verification_run_finish (GAsyncResult *result, GError **error);
