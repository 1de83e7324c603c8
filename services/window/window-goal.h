/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-control.h"

/* Whether a desktop is as an order wants it. Pure.
 *
 * Being in front is a matter of the windows that lie above and overlap: menus and tool tips do not
 * count, they come and go with what they belong to. */

/* (nullable) (transfer none): the topmost window that covers a part of @window. */
PelWindow *pel_window_goal_find_cover (PelDesktop *desktop, PelWindow *window);

gboolean pel_window_goal_is_met (const PelWindowOrder *order, PelDesktop *desktop);

/* How the window is instead, in words: “It is 200×100 pixels large”. */
char *pel_window_goal_describe (const PelWindowOrder *order, PelDesktop *desktop);
