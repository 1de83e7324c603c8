/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/x11-connection.h"

/* The pointer of one who picks; seen on every ground. Lives as long as the connection. */
xcb_cursor_t pel_x11_crosshair_create (PelX11Connection *connection);
