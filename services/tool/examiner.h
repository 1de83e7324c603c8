/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/examination.h"
#include "services/tool/tool.h"

/* Gathers a PelExamination: asks the window source, the accessibility service and every program on
 * its bus, all at once, each with its own deadline. For the tool context: kept apart from the tools
 * so that the client, which has their descriptions, does not need what this links to. */
void pel_examiner_run (GTask *task, const PelToolContext *context);
void pel_examiner_enable_accessibility (GTask *task, const PelToolContext *context);
