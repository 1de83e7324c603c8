/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/cli/printer.h"
#include "services/base/error.h"
#include "services/base/json.h"

/* What the command line writes: results to the standard output, errors to the other one. */

/* How to write for who reads @fd, and how many columns they see (0: no end). */
PelPrintStyle pel_output_get_style (int fd);
guint         pel_output_get_width (int fd);

/* FALSE if the output can no longer be written: a full disk, a closed pipe. */
gboolean pel_output_put (const char *text);
gboolean pel_output_put_json (JsonNode *node, PelJsonLayout layout);

/* The rest of a file, as it is. */
gboolean pel_output_copy (int fd);

/* Each gives the exit code. @hint and @details (nullable). */
int pel_output_put_error (const char  *message,
                          const char  *hint,
                          JsonObject  *details,
                          PelErrorCode code);
int pel_output_report (const GError *error, gboolean is_json);

/* The exit code of what was written, or could not be. */
int pel_output_finish (gboolean is_written);
