/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/person-watch.h"

/**
 * PelX11PersonWatch:
 *
 * Hears of raw input on X11, whoever it goes to and whoever has grabbed it. What does not come from
 * the devices that XTest has made for the first pointer and keyboard, with which programs like ours
 * press and type, comes from the person.
 */
#define PEL_TYPE_X11_PERSON_WATCH (pel_x11_person_watch_get_type ())
G_DECLARE_FINAL_TYPE (
    PelX11PersonWatch, pel_x11_person_watch, PEL, X11_PERSON_WATCH, PelPersonWatch)

/* Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE. */
PelPersonWatch *pel_x11_person_watch_new (GError **error);
