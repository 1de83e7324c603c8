/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-form.h"

#include <json-glib/json-glib.h>

/* (transfer full): the fields of an element that are known, in a stable order, without children. */
JsonObject *
pel_element_to_json (PelSnapshot *snapshot, PelElementId id, const PelElementForm *form);

/* (transfer full): the same for one element alone: where it lives as well (window_id, app, pid,
 * monitor, scale), how sure it is, and its ancestors from the outermost on, with role, name and ref
 * each. */
JsonObject *
pel_element_to_json_alone (PelSnapshot *snapshot, PelElementId id, const PelElementForm *form);

/* (transfer full): the states that hold, and those whose absence is significant. */
JsonObject *pel_element_states_to_json (const PelElement *element);

/* (transfer full): its place on the virtual desktop, or null. */
JsonNode *pel_element_bounds_to_json (const PelElement *element, const PelElementForm *form);

/* (transfer full): {x, y} where a click reaches it, or null. */
JsonNode *pel_element_click_point_to_json (PelSnapshot          *snapshot,
                                           PelElementId          id,
                                           const PelElementForm *form);
