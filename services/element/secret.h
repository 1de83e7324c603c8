/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Whether an element is a place for secrets, of which neither text nor value is ever read: a
 * password field, or a field for text that its name or id (both nullable) speaks of as one, in any
 * of the languages of the table. What only names or shows a field (a label, a button) is none. */
gboolean pel_is_secret (guint native_role, const char *name, const char *id);
