/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "desktop-stage.h"

/* One screen of 1920x1080. */
gboolean pel_desktop_start_xvfb (PelStage *stage, GError **error);

/* Three monitors: DUMMY0 1920x1080+0+300, DUMMY1 1280x1024+1920+0, DUMMY2 2560x1440+3200+500. */
gboolean pel_desktop_start_xorg (PelStage *stage, GError **error);

/* Ready when the window manager shows itself by _NET_SUPPORTING_WM_CHECK. */
gboolean pel_desktop_start_openbox (PelStage *stage, GError **error);
gboolean pel_desktop_start_xfwm (PelStage *stage, GError **error);

/* Ready when it owns _NET_WM_CM_S0. */
gboolean pel_desktop_start_picom (PelStage *stage, GError **error);

/* Removes the socket that a killed server of the desktop in @dir left behind. */
void pel_desktop_release_display (const char *dir);
