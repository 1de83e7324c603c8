/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/**
 * PelTurn:
 *
 * What the person has allowed is done before they are asked the next question, while which nothing
 * would be done. Whoever has a turn ends it once that has happened. One that takes too long is over
 * before it is ended. Main thread only.
 */
typedef struct _PelTurn PelTurn;

typedef void (*PelTurnFunc) (PelTurn *self, gpointer data);

/* @over: it is over; not called any more once it has been ended. */
PelTurn *pel_turn_new (guint max_ms, PelTurnFunc over, gpointer data, GDestroyNotify free_data);

/* Calls @over, unless that has been called, and frees it. */
void pel_turn_end (PelTurn *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTurn, pel_turn_end)
