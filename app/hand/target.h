/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/hand/server.h"

/* Who would get what is pressed now. To be asked while the server is grabbed: then it is still so
 * when it is pressed. PEL_HAND_DONE: the one that @request wants; else @answer says who. */
PelHandOutcome
pel_target_check_pointer (PelServer *server, const PelHandRequest *request, PelHandAnswer *answer);
PelHandOutcome
pel_target_check_focus (PelServer *server, const PelHandRequest *request, PelHandAnswer *answer);

/* Whether the picture of what is dragged hangs over all else at the pointer. */
bool pel_target_is_dragged (PelServer *server, const PelHandRequest *request);

/* Only whether it is ours. */
bool pel_target_is_pointer_on_ours (PelServer *server, const PelHandRequest *request);

/* The window, of those that hold the keyboard, that answers pings; 0: none. */
xcb_window_t pel_target_find_pinged (PelServer *server);
