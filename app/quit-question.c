/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/quit-question.h"

#include <glib/gi18n.h>

char *
pel_quit_question_dup_loss (const PelSessionUse *use)
{
  g_autofree char *clients = NULL;

  if (use->n_clients > 0)
    clients = g_strdup_printf (ngettext ("Calls from %u other program will be interrupted.",
                                         "Calls from %u other programs will be interrupted.",
                                         use->n_clients),
                               use->n_clients);
  if (!use->is_overlay_on)
    return g_steal_pointer (&clients);
  if (clients == NULL)
    return g_strdup (_ ("The overlay will be turned off."));
  /* Translators: two sentences, one after the other */
  return g_strdup_printf (_ ("%s %s"), _ ("The overlay will be turned off."), clients);
}

static void
answered_cb (GtkDialog *dialog, int response, gpointer unused)
{
  GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (dialog));

  gtk_window_destroy (GTK_WINDOW (dialog));
  if (response == GTK_RESPONSE_OK)
    g_application_quit (g_application_get_default ());
  else if (response == GTK_RESPONSE_CLOSE && window != NULL)
    gtk_window_close (window);
}

void
pel_quit_question_ask (GtkWindow *window, const char *loss)
{
  GtkWidget *dialog = gtk_message_dialog_new (window,
                                              GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              GTK_MESSAGE_QUESTION,
                                              GTK_BUTTONS_NONE,
                                              "%s",
                                              _ ("End the Session?"));

  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), "%s", loss);
  gtk_dialog_add_buttons (GTK_DIALOG (dialog),
                          _ ("_Cancel"),
                          GTK_RESPONSE_CANCEL,
                          _ ("Close This _Window"),
                          GTK_RESPONSE_CLOSE,
                          _ ("_Quit"),
                          GTK_RESPONSE_OK,
                          NULL);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_CLOSE);
  g_signal_connect (dialog, "response", G_CALLBACK (answered_cb), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}
