/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Letters that name @n things, all as long, so that none is the beginning of another; those that
 * the fingers rest on come first. (transfer full) */
GStrv pel_pick_hints_make (guint n);

/* (transfer full): of char *, as many as @hints: what is still to be typed of each, NULL for those
 * that do not begin with @typed. Whether capitals are typed does not matter. */
GPtrArray *pel_pick_hints_narrow (const char *const *hints, const char *typed);

/* The only one that begins with @typed; FALSE: there are several, or none. */
gboolean pel_pick_hints_find (const char *const *hints, const char *typed, guint *ret_index);

/* Whether any hint begins with @typed. */
gboolean pel_pick_hints_has (const char *const *hints, const char *typed);
