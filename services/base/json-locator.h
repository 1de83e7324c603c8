/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* A way to a value inside of a JSON text: at each step the index of an element of an array, or of a
 * member of an object in the order in which they stand. */
typedef struct
{
  const guint *steps;
  guint        n_steps;
  gboolean     is_key; /* the key of the member that the last step names, not its value */
} PelJsonPath;

/* Where that stands in @text, which pel_json_validate() has let through: a line, and a column in
 * bytes, both counted from 1. A way that leads nowhere ends at the last value on it. */
void pel_json_locate (
    const char *text, gsize length, PelJsonPath path, guint *ret_line, guint *ret_column);

/* The bytes of it, from the first to the one after the last; FALSE where the way leads nowhere. */
gboolean
pel_json_find (const char *text, gsize length, PelJsonPath path, gsize *ret_start, gsize *ret_end);
