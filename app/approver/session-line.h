/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/answer.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/**
 * PelSessionLine:
 *
 * The line to the session, as services/approval/approver-link.h describes it.
 *
 * Signal "told" (JsonObject): what is to be shown now. Signal "closed": the session needs us no
 * longer, or is gone.
 */
#define PEL_TYPE_SESSION_LINE (pel_session_line_get_type ())
G_DECLARE_FINAL_TYPE (PelSessionLine, pel_session_line, PEL, SESSION_LINE, GObject)

/* (nullable): @fd is no socket. */
PelSessionLine *pel_session_line_new (int fd, GError **error);

/* The first word: that we are there. */
void pel_session_line_greet (PelSessionLine *self);

/* @n_calls: of how many calls the person knew when they answered. */
void pel_session_line_answer (
    PelSessionLine *self, guint64 id, PelAnswer answer, guint n_calls, const char *reason);
