/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

#include <json-glib/json-glib.h>

/* Reading what a compositor says, whatever it says: a member that is missing or of another type is
 * its fallback, a number that no screen reaches is cut to PEL_COORDINATE_LIMIT. @object may be NULL
 * everywhere; what is lent lives as long as it. */

/* (nullable) */
JsonObject *pel_sway_json_get_object (JsonObject *object, const char *name);
JsonArray  *pel_sway_json_get_array (JsonObject *object, const char *name);
const char *pel_sway_json_get_string (JsonObject *object, const char *name);

double        pel_sway_json_get_number (JsonObject *object, const char *name, double fallback);
gint64        pel_sway_json_get_integer (JsonObject *object, const char *name, gint64 fallback);
gboolean      pel_sway_json_get_boolean (JsonObject *object, const char *name, gboolean fallback);
PelNativeRect pel_sway_json_get_rect (JsonObject *object, const char *name);

/* @array may be NULL and is then empty. */
guint pel_sway_json_get_length (JsonArray *array);

/* (nullable): NULL where the element is no object. */
JsonObject *pel_sway_json_get_element (JsonArray *array, guint index);

/* 0 where the element is no integer: no container has that id. */
gint64 pel_sway_json_get_id_element (JsonArray *array, guint index);
