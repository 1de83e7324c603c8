/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "desktop-stage.h"

/* Headless: HEADLESS-1 1280x800 scale 1 at 0,0 and HEADLESS-2 1920x1200 scale 1.5 at 1280,0.
 * Windows float, XWayland starts with its first client. */
gboolean pel_desktop_start_sway (PelStage *stage, GError **error);

/* The pointer and keyboard, which stay as long as the desktop. */
gboolean pel_desktop_start_seat (PelStage *stage, GError **error);
