/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/**
 * PelApplication:
 *
 * The session process: one for a desktop, for as long as it is used. Its windows and its
 * D-Bus service meet here and nowhere else.
 */
#define PEL_TYPE_APPLICATION (pel_application_get_type ())
G_DECLARE_FINAL_TYPE (PelApplication, pel_application, PEL, APPLICATION, GtkApplication)

PelApplication *pel_application_new (void);
