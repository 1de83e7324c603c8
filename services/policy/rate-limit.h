/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/**
 * PelRateLimit:
 *
 * When each caller had what it had in the last minute: in no minute, wherever it begins, does
 * any caller get more than the limit. The clock is given: microseconds that never go back.
 */
typedef struct _PelRateLimit PelRateLimit;

PelRateLimit *pel_rate_limit_new (void);
void          pel_rate_limit_free (PelRateLimit *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRateLimit, pel_rate_limit_free)

/* As if it had had nothing. */
void pel_rate_limit_forget (PelRateLimit *self, const char *key);

/* Takes one; FALSE where there is none left: @ret_wait_ms (may be NULL) says when there is one. */
gboolean pel_rate_limit_take (
    PelRateLimit *self, const char *key, guint per_minute, gint64 now, guint *ret_wait_ms);
