/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/person-watch.h"
#include "services/input/wlr-input.h"

/**
 * PelWlrPersonWatch:
 *
 * Hears from the compositor when its seat is in use (wlr-idle), and from sway when the panic chord
 * is pressed (sway-panic-key).
 *
 * Our own devices belong to the same seat. Requests and events have one order on one connection, so
 * what is heard before a sync that follows our last request may be our own doing, and is not
 * counted. After that the seat must become idle in time; where it does not, someone else is at it.
 * So the person goes unheard for as long as we press or move without a rest of IDLE_MS.
 */
#define PEL_TYPE_WLR_PERSON_WATCH (pel_wlr_person_watch_get_type ())
G_DECLARE_FINAL_TYPE (
    PelWlrPersonWatch, pel_wlr_person_watch, PEL, WLR_PERSON_WATCH, PelPersonWatch)

/* @input: our own hands, whose connection it shares. Waits for no answer. Fails with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE where sway cannot be reached. */
PelPersonWatch *pel_wlr_person_watch_new (PelWlrInput *input, GError **error);
