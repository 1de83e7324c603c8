/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/**
 * PelRedactor:
 *
 * What must not be written down, as the policy lists it: “email”, “card” (a number that passes the
 * check of card numbers) and “regex:…”. What matches becomes “[redacted N chars]”. Immutable and
 * reference-counted; any thread may use it. Where a pattern takes too many steps on a text, the
 * whole text is redacted: nothing gets through because it was hard to look at.
 */
typedef struct _PelRedactor PelRedactor;

/* @patterns: ends in NULL; NULL for none. A pattern that is unknown, does not compile or matches
 * nothing is PEL_ERROR_INVALID_ARGUMENT, with the pattern in its message. */
PelRedactor *pel_redactor_new (const char *const *patterns, GError **error);
PelRedactor *pel_redactor_ref (PelRedactor *self);
void         pel_redactor_unref (PelRedactor *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRedactor, pel_redactor_unref)

/* "[redacted 12 chars]": all of it. */
char *pel_redact (const char *text);

/* @text without what @self lists and without @secret, which is what a call was told to keep to
 * itself: a text that is the secret becomes redacted as a whole, a longer one loses it wherever it
 * stands. Both @self and @secret are (nullable). */
char *pel_redactor_apply (const PelRedactor *self, const char *secret, const char *text);

/* The same for every text, number and member name in @node; what is nested deeper than JSON of
 * others may be is left out. (transfer full) */
JsonNode *pel_redactor_apply_json (const PelRedactor *self, const char *secret, JsonNode *node);
