/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/sighting.h"

/**
 * PelPressWitness:
 *
 * Reports, while a button is down, whether it is down on the element that was meant. Buttons move,
 * and others come in their place, between the last look at them and the press; a window system
 * knows nothing of that, only their program does.
 */
typedef struct _PelPressWitness PelPressWitness;

/* @sighting is borrowed: what was known before the press. The press is at @point.
 * @is_window_sure: it can have gone to no window of another program. */
PelPressWitness *pel_press_witness_new (PelElementSource  *elements,
                                        const PelSighting *sighting,
                                        PelNativePoint     point,
                                        gboolean           is_window_sure);
void             pel_press_witness_free (PelPressWitness *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPressWitness, pel_press_witness_free)

/* For the gesture; @self must outlive it. It says no with PEL_ERROR_STALE_REF, _NOT_STABLE and
 * _OBSCURED, as actions do, and with PEL_ERROR_APP_UNRESPONSIVE if that is unknown. */
PelWitness pel_press_witness_get (PelPressWitness *self);

/* Once it was asked, and did not say no: nothing says yes either, though something should. */
gboolean pel_press_witness_is_doubtful (const PelPressWitness *self);
