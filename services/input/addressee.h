/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/input.h"

/* Whether a gesture would reach its addressee, by what a compositor tells of its windows: for
 * window systems that do not tell who gets a press. Pure, but for the guard. */

/* The window that is seen at @point must be the addressee's own, and its process not ours. Where no
 * window is, the addressee's popup may be, which compositors do not list: then its program must
 * have the keyboard, as whoever has a menu open does. Over the windows of others a popup is not
 * believed: it would be only its own word for it. Fails with PEL_ERROR_OUT_OF_BOUNDS,
 * PEL_ERROR_OBSCURED and PEL_ERROR_DENIED. */
gboolean pel_addressee_check_point (const PelAddressee *self,
                                    PelDesktop         *desktop,
                                    PelNativePoint      point,
                                    GError            **error);

/* The same for the window that has the keyboard. */
gboolean pel_addressee_check_focus (const PelAddressee *self, PelDesktop *desktop, GError **error);
