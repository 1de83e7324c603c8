/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-form.h"
#include "services/element/snapshot-filter.h"

#define PEL_SNAPSHOT_TEXT_BYTES 8192

/* (transfer full): one element a line, two spaces a level, every line ended. At most @max_bytes (0:
 * no limit); where that cuts, the last line says how many are missing and how to reach them;
 * @ret_n_left_out (nullable) as well. */
char *pel_snapshot_to_text (PelSnapshot             *snapshot,
                            const PelSnapshotFilter *filter,
                            const PelElementForm    *form,
                            gsize                    max_bytes,
                            guint                   *ret_n_left_out);
