/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/state.h"

/* Whether an element is a place for secrets, of which neither text nor value is ever read: a
 * password field, or a field for text that its name or id (both nullable) speaks of as one, in any
 * of the languages of the table. A field is also what can be edited whatever its role: a paragraph
 * of a page, a terminal. What only names or shows a field (a label, a button) is none. */
gboolean pel_is_secret (guint native_role, PelStates states, const char *name, const char *id);
