/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* What is tried before it is reported as available. */
typedef enum
{
  PEL_PROBE_INPUT,     /* a gesture without strokes: all its devices are made, nothing moves */
  PEL_PROBE_CAPTURE,   /* a screenshot of one pixel */
  PEL_PROBE_APPROVALS, /* from here on, a program of ours that is started to check itself */
  PEL_PROBE_CALIBRATE,
  PEL_PROBE_MCP,
  PEL_N_PROBES
} PelProbe;

/* “input”, “approvals”: part of the interface, not translated. */
const char *pel_probe_to_string (PelProbe probe);

/* Whether it starts a program of ours. */
gboolean pel_probe_is_of_program (PelProbe probe);

/* @desktop: (nullable) as it has just been seen. Fails with the reason why it does not work, in
 * words for the user. */
void     pel_probe_run_async (PelProbe              probe,
                              const PelToolContext *context,
                              PelDesktop           *desktop,
                              GCancellable         *cancellable,
                              GAsyncReadyCallback   callback,
                              gpointer              user_data);
gboolean pel_probe_run_finish (GAsyncResult *result, GError **error);
