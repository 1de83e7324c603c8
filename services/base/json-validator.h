/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

#define PEL_JSON_MAX_BYTES (4 * 1024 * 1024)
#define PEL_JSON_MAX_DEPTH 64

/* TRUE only for exactly one RFC 8259 value of at most PEL_JSON_MAX_BYTES and @max_depth levels
 * that json-glib reads as it is written. Refused beyond the RFC: a key that occurs twice, U+0000
 * (json-glib ends the string there), and numbers that neither an int64 nor a finite double holds.
 * The error names line and column. */
gboolean pel_json_validate (const char *text, gsize length, guint max_depth, GError **error);

/* The same with a limit of the caller's own. */
gboolean pel_json_validate_within (
    const char *text, gsize length, guint max_depth, gsize max_bytes, GError **error);
