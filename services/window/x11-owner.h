/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/x11-round.h"

/* Which process made a window: adds the question to @round. The server knows; a window's own word
 * (_NET_WM_PID) counts only where it does not tell. @pid stays as it is where no one says. */
void pel_x11_owner_ask (PelX11Round      *round,
                        PelX11Connection *connection,
                        xcb_window_t      window,
                        guint32          *pid);
