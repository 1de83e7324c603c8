/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/**
 * PelDenialBook:
 *
 * How often the person said no to whom, one time after another. After a few times nobody is to be
 * bothered for a while: who is asked again and again says yes at last. The clock is given:
 * microseconds that never go back.
 */
typedef struct _PelDenialBook PelDenialBook;

PelDenialBook *pel_denial_book_new (guint max_denials, guint pause_ms);
void           pel_denial_book_free (PelDenialBook *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelDenialBook, pel_denial_book_free)

void pel_denial_book_add (PelDenialBook *self, const char *who, gint64 now);

/* The person said yes. */
void pel_denial_book_forget (PelDenialBook *self, const char *who);

/* How long it is not to ask; 0: it may. */
guint pel_denial_book_get_pause_ms (PelDenialBook *self, const char *who, gint64 now);
