/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* (transfer full): @hint, which was written for a person at a terminal, for a model: commands are
 * the tools that they are, options are arguments of @tool (nullable), which was called. Of what a
 * model has no tool for it says that it is for the person. */
char *pel_hint_for_model (const char *hint, const PelTool *tool);
