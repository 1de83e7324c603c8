/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/capture-job.h"
#include "services/tool/tool-call.h"

/* What a call of ui_capture does with the image, except what is drawn into it: fills the
 * first part of @job. A person at a terminal gets a file to look at, a program what it asked for in
 * its answer. Fails with PEL_ERROR_INVALID_ARGUMENT, and with PEL_ERROR_DENIED for an agent that
 * asks to overwrite a file. */
gboolean pel_capture_order_read (const PelToolCall *call, PelCaptureJob *job, GError **error);
