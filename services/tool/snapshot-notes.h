/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/scope.h"

/* (transfer full): of char, one for each thing that a reader of @snapshot must know: programs that
 * do not answer or have more than was read, a window that exposes nothing. One line each. */
GPtrArray *pel_snapshot_notes_new (const PelScope *scope, PelSnapshot *snapshot);

/* (transfer full) (nullable): that the program does not respond; NULL if it does. */
char *pel_snapshot_notes_dup_silence (const PelSnapshotProgram *program);
