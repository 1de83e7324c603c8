/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/answer.h"

#include <json-glib/json-glib.h>

/**
 * PelTerminalAsker:
 *
 * Puts a question of the session to the person at this terminal, one at a time. What was typed
 * before it was asked does not answer it, and nothing but a choice allows anything.
 */
typedef struct _PelTerminalAsker PelTerminalAsker;

/* @reason (nullable): of a denial. */
typedef void (*PelTerminalAnswerFunc) (guint64     id,
                                       PelAnswer   answer,
                                       const char *reason,
                                       gpointer    data);

/* (nullable): NULL where there is no terminal. */
PelTerminalAsker *pel_terminal_asker_new (PelTerminalAnswerFunc answered, gpointer data);
void              pel_terminal_asker_free (PelTerminalAsker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTerminalAsker, pel_terminal_asker_free)

void pel_terminal_asker_ask (PelTerminalAsker *self, JsonObject *question);

/* It need not be answered any more. */
void pel_terminal_asker_withdraw (PelTerminalAsker *self);

/* (transfer full): what may be answered, a line each, with its number. @choices: bits. */
char *pel_terminal_asker_dup_choices (guint choices);

/* What a line that was typed says: a number, with a reason after that of a denial; an empty one
 * denies. FALSE where it says nothing. @ret_reason (transfer full) (nullable) */
gboolean
pel_terminal_asker_read (const char *line, guint choices, PelAnswer *ret_answer, char **ret_reason);
