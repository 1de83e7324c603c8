/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"

#include <json-glib/json-glib.h>

/* The workspace that sway invents for what is in the scratchpad and hidden. */
#define PEL_SWAY_SCRATCHPAD "__i3_scratch"

/**
 * What sway says of its windows, read without asking anybody but /proc for the names of processes.
 *
 * @outputs, @tree: sway's answers to GET_OUTPUTS and GET_TREE, from pel_json_parse(). Whatever is
 * in them, the answer is a desktop; what is not as sway writes it is left out.
 * @version: of sway, "1.7".
 */
PelDesktop *pel_sway_tree_to_desktop (JsonNode   *outputs,
                                      JsonNode   *tree,
                                      const char *version,
                                      PelFeature  features);
