/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

#define PEL_TEXT_MAX_BYTES 4096

/* Stands in a text where another object is: U+FFFC. */
#define PEL_TEXT_EMBEDDED "\xef\xbf\xbc"

/* Text that comes from another program, made fit to keep: valid UTF-8, at most @max_bytes
 * (whole characters; “…” marks a cut). @length -1: up to the NUL. */
char *pel_text_repair (const char *text, gssize length, gsize max_bytes);

/* Text fit for one line of a terminal or a log: control characters, line breaks and the invisible
 * characters that reorder or hide text become \n, \t or \u{XX}. */
char *pel_text_escape (const char *text);

/* The same for text that is drawn: what joins characters into one, as emoji and some scripts need,
 * is left as it is, and cannot reach beyond the text (it is isolated from what stands around it).
 */
char *pel_text_isolate (const char *text);

/* Columns that @text takes on a terminal. */
guint pel_text_get_width (const char *text);
