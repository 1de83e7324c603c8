/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/stopper.h"

#include <gtk/gtk.h>

/**
 * PelStopBanner:
 *
 * Says that all acting is stopped, for as long as it is, with a button by which the person lets it
 * go on. That is no action of the window or the application: those others can call.
 */
#define PEL_TYPE_STOP_BANNER (pel_stop_banner_get_type ())
G_DECLARE_FINAL_TYPE (PelStopBanner, pel_stop_banner, PEL, STOP_BANNER, GtkBox)

void pel_stop_banner_set_stopper (PelStopBanner *self, PelStopper *stopper);
