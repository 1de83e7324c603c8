/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>
#include <json-glib/json-glib.h>

/* (transfer full): the policy file @text with one rule more, and not a byte of the rest changed.
 * @at: the rule, counted from 1, that it makes an exception to: it then gets the members of that
 * one which @rule does not have, so that it never matches more, and stands right before it; 0: it
 * is the last one. @text "" is a file that is not there yet. NULL with an error where @text is no
 * policy, or what comes out would be none. */
char *pel_policy_writer_insert (const char *text, guint at, JsonObject *rule, GError **error);

/* The same to the file at @path, which is replaced as a whole or stays as it is. */
gboolean pel_policy_writer_add_rule (const char *path, guint at, JsonObject *rule, GError **error);
