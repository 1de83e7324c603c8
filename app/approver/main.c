/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* pellucid-approver: puts the session's questions to the person. Started by the session, which it
 * talks to over the socket that it was born with; no one else can reach it. */

#include "config.h"

#include "app/approver/approver-window.h"
#include "app/approver/front.h"
#include "app/approver/session-line.h"
#include "services/approval/approver-link.h"
#include "services/base/error.h"
#include "services/base/privacy.h"
#include "services/base/strict-log.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>
#include <locale.h>

typedef struct
{
  GMainLoop         *loop;
  PelSessionLine    *line;
  PelWitness        *witness;
  PelApproverWindow *window; /* (nullable) until there is a question */
} Approver;

static int
fail (const char *message)
{
  g_printerr ("pellucid-approver: %s\n", message);
  return pel_error_get_exit_code (PEL_ERROR_CAPABILITY_UNAVAILABLE);
}

static void
load_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider,
                                       "/io/github/pellucid/Pellucid/approver/approver.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

/* What was allowed is done at once: by then the window must not lie over it any more. */
static void
answered_cb (PelApproverWindow *window,
             guint64            id,
             guint              answer,
             guint              n_calls,
             const char        *reason,
             gpointer           data)
{
  gtk_widget_set_visible (GTK_WIDGET (window), FALSE);
  gdk_display_sync (gtk_widget_get_display (GTK_WIDGET (window)));
  pel_session_line_answer (((Approver *) data)->line, id, answer, n_calls, reason);
}

static void
moved_cb (gpointer window)
{
  pel_approver_window_rearm (window);
}

static void
told_cb (PelSessionLine *line, JsonObject *object, gpointer data)
{
  Approver    *self = data;
  PelQuestion *question = pel_question_new (object);

  if (question == NULL)
    {
      g_main_loop_quit (self->loop);
      return;
    }
  if (self->window == NULL)
    {
      self->window = pel_approver_window_new (self->witness);
      g_signal_connect (self->window, "answered", G_CALLBACK (answered_cb), self);
      pel_front_attach (GTK_WINDOW (self->window), moved_cb, self->window);
      pel_approver_window_show (self->window, question);
      pel_front_present (GTK_WINDOW (self->window));
      return;
    }
  pel_approver_window_show (self->window, question);
  if (!gtk_widget_get_visible (GTK_WIDGET (self->window)) ||
      json_object_get_boolean_member_with_default (object, "raise", FALSE))
    pel_front_present (GTK_WINDOW (self->window));
}

static void
closed_cb (PelSessionLine *line, gpointer data)
{
  g_main_loop_quit (((Approver *) data)->loop);
}

int
main (int argc, char **argv)
{
  Approver           self = { 0 };
  g_autoptr (GError) error = NULL;

  /* what other processes of the person could do to this one, they could answer with */
  pel_privacy_seal ();
  pel_strict_log_init ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, PEL_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  g_unsetenv ("GTK_DEBUG"); /* the toolkit's own inspector would press buttons too */
  gtk_disable_setlocale ();
  if (!gtk_init_check ())
    return fail (_ ("Cannot connect to the display"));
  g_set_prgname ("pellucid-approver");
  self.witness = pel_witness_new (gdk_display_get_default (), &error);
  if (self.witness == NULL)
    return fail (error->message);
  if (argc == 2 && g_str_equal (argv[1], "--check")) /* for the doctor */
    {
      g_object_unref (self.witness);
      return 0;
    }
  self.line = pel_session_line_new (PEL_APPROVER_FD, &error);
  if (self.line == NULL)
    {
      g_object_unref (self.witness);
      return fail (_ ("This program is started by the session and cannot be run directly"));
    }
  load_style ();
  self.loop = g_main_loop_new (NULL, FALSE);
  g_signal_connect (self.line, "told", G_CALLBACK (told_cb), &self);
  g_signal_connect (self.line, "closed", G_CALLBACK (closed_cb), &self);
  pel_session_line_greet (self.line);
  g_main_loop_run (self.loop);

  if (self.window != NULL)
    gtk_window_destroy (GTK_WINDOW (self.window));
  g_object_unref (self.witness);
  g_object_unref (self.line);
  g_main_loop_unref (self.loop);
  return 0;
}
