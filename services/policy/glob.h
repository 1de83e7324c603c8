/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* A pattern with “*” (any characters, or none) and “?” (one). Case, width and characters that
 * cannot be seen make no difference. Time grows with pattern times text, whatever they are. */
typedef struct _PelGlob PelGlob;

/* @pattern is UTF-8. */
PelGlob *pel_glob_new (const char *pattern);
void     pel_glob_free (PelGlob *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelGlob, pel_glob_free)

/* As it was written. */
const char *pel_glob_get_pattern (const PelGlob *self);

/* @text may be NULL, and then does not match. */
gboolean pel_glob_matches (const PelGlob *self, const char *text);

/* (nullable): the first of @globs (nullable) (element-type PelGlob) that matches. */
const PelGlob *pel_globs_find (const GPtrArray *globs, const char *text);

/* For patterns of our own: both are as pel_glob_fold() leaves them. */
gboolean pel_glob_matches_folded (const char *pattern, const char *text);

/* A text as globs see it. (transfer full) */
char *pel_glob_fold (const char *text);
