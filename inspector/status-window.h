/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <gtk/gtk.h>

/**
 * PelStatusWindow:
 *
 * What Pellucid shows of this desktop: the doctor's findings, the monitors and the windows, all of
 * them live.
 */
#define PEL_TYPE_STATUS_WINDOW (pel_status_window_get_type ())
G_DECLARE_FINAL_TYPE (PelStatusWindow, pel_status_window, PEL, STATUS_WINDOW, GtkApplicationWindow)

/* @context is borrowed; @settings (nullable) keeps the window's size. */
GtkWindow *pel_status_window_new (GtkApplication       *application,
                                  const PelToolContext *context,
                                  GSettings            *settings);
