/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>

/* How much may still be written as JSON, and how much was left out for lack of room. A value. Once
 * something did not fit nothing does, so that what is written has no gaps. */
typedef struct
{
  gsize n_bytes;
  guint n_left_out;
} PelJsonRoom;

/* Whether @object fits; then its bytes are taken. Otherwise @n_left objects are left out: it, and
 * those that would have come after it. Everything fits where @self is NULL. */
gboolean pel_json_room_fit (PelJsonRoom *self, JsonObject *object, guint n_left);

/* The same for something that takes @n_bytes. */
gboolean pel_json_room_fit_bytes (PelJsonRoom *self, gsize n_bytes, guint n_left);

/* How long @text is as a JSON string, with its quotes. */
gsize pel_json_measure_string (const char *text);
