/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/monitor-layout.h"

#include <json-glib/json-glib.h>

/* The monitors in sway's answer to GET_OUTPUTS: those that show something. An answer that is not
 * what sway says gives fewer monitors, never an error.
 *
 * sway has no primary output: its “primary” is there for i3's sake and always false. The output
 * that has the focus, where sway opens what is started next, is taken for it. */
PelMonitorLayout *pel_sway_outputs_to_layout (JsonNode *outputs);
