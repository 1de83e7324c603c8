/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/state.h"

/* Whether an element is a place for secrets, of which neither text nor value is ever read: a
 * password field, or a field for text that its name or id (both nullable) speaks of as one, in any
 * of the languages of the table. What labels or describes a field, or stands in it as long as it is
 * empty, counts like a name. A field is also what can be edited whatever its role: a paragraph
 * of a page, a terminal. What only names or shows a field (a label, a button) is none. */
gboolean pel_is_secret (guint native_role, PelStates states, const char *name, const char *id);

/* Whether words can make it one: it is a field for text. */
gboolean pel_may_be_secret (guint native_role, PelStates states);

/* The attributes in which toolkits tell what stands in an empty field; ends in NULL. */
extern const char *const pel_placeholder_attributes[];
