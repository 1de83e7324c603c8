/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* What ends with the session, beside its windows. */
typedef struct
{
  guint    n_clients; /* whose calls are cut off */
  gboolean is_overlay_on;
} PelSessionUse;

/* (nullable) (transfer full): a sentence about it; NULL: no one else uses the session. */
char *pel_quit_question_dup_loss (const PelSessionUse *use);

/* Asks in @window, whose application ends if the person says so; or only the window does. */
void pel_quit_question_ask (GtkWindow *window, const char *loss);
