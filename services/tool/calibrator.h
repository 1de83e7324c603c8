/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* Shows the calibrator's window on each monitor in turn, and compares the reported positions
 * of its widgets with where their colours are. Returns a GPtrArray of PelCalibration through @task.
 */
void pel_calibrator_run (GTask *task, const PelToolContext *context);
