/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* The person's consent to automation as a whole, kept in a file of its own. */

/* FALSE also where the file is not one that pel_consent_save() wrote. */
gboolean pel_consent_load (const char *path);
gboolean pel_consent_save (const char *path, gboolean consent, GError **error);
