/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* The settings of the user; of a build tree where Pellucid is not installed. (nullable): without
 * its schema the program runs on defaults. */
GSettings *pel_settings_new (void);
