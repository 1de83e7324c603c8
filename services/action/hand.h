/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/action-plan.h"
#include "services/action/sighting.h"

/**
 * PelHand:
 *
 * Real input for one action: makes the desktop ready for a gesture, and makes it.
 */
typedef struct _PelHand PelHand;

PelHand *pel_hand_new (const PelActionContext *context, gint64 own_since);
void     pel_hand_free (PelHand *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelHand, pel_hand_free)

/* @window: (nullable): where a drag ends. */
void pel_hand_set_drop (PelHand *self, PelWindow *window);

/* Whether something was pressed to get ready: what fails then has been done in part. */
gboolean pel_hand_has_pressed (const PelHand *self);

/* (transfer full): there is no real input. */
GError *pel_hand_new_missing_error (void);

/* The window gets the keyboard, and so is in front where windows cover each other. Popups stay as
 * they are: raising what they belong to would close them. Where the window system cannot do it, the
 * gesture's own checks decide. @window: (nullable): nothing is done. */
void     pel_hand_raise_async (PelHand            *self,
                               PelWindow          *window,
                               guint               timeout_ms,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data);
gboolean pel_hand_raise_finish (GAsyncResult *result, gboolean *ret_has_changed, GError **error);

/* Takes the next step towards what must be so before the gesture of @plan: the window is in front,
 * a click reaches the element, it has the keyboard. Where that has changed anything, everything has
 * to be read again. What is given is borrowed until the end.
 *
 * Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE (there is no real input here), PEL_ERROR_OBSCURED,
 * and as windows, acts and gestures do. */
void     pel_hand_ready_async (PelHand             *self,
                               const PelSighting   *sighting,
                               const PelActionPlan *plan,
                               guint                timeout_ms,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data);
gboolean pel_hand_ready_finish (GAsyncResult *result, gboolean *ret_has_changed, GError **error);

/* Makes it. Right before it goes out the place of the element is read once more, and again right
 * afterwards. Fails as pel_input_make_async(), and with PEL_ERROR_NOT_STABLE where the place is
 * another one by then.
 *
 * @ret_is_unsure: it was somewhere else right afterwards, or gone, or does not have the keyboard
 * that a press should have given to it. */
void     pel_hand_strike_async (PelHand            *self,
                                const PelSighting  *sighting,
                                PelGesture         *gesture,
                                guint               timeout_ms,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
gboolean pel_hand_strike_finish (GAsyncResult *result, gboolean *ret_is_unsure, GError **error);
