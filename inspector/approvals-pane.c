/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/approvals-pane.h"

#include "services/base/text.h"

#include <glib/gi18n.h>

struct _PelApprovalsPane
{
  GtkBox      parent_instance;
  GtkStack   *stack;
  GtkListBox *pending, *granted, *past;
  GtkWidget  *pending_part, *granted_part, *past_part;
  GtkLabel   *summary;

  PelApprovalQueue *queue;    /* (nullable) */
  PelApproverLink  *approver; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PelApprovalsPane, pel_approvals_pane, GTK_TYPE_BOX)

/* In the words of somebody who was asked. */
static const struct
{
  const char *outcome, *words;
} outcomes[] = {
  { "pending", N_ ("Waits for you") },           { "once", N_ ("Allowed once") },
  { "client", N_ ("Allowed while connected") },  { "app", N_ ("Allowed for this application") },
  { "always", N_ ("Allowed always") },           { "denied", N_ ("Denied") },
  { "expired", N_ ("Denied: nobody answered") }, { "withdrawn", N_ ("Withdrawn") },
  { "not_shown", N_ ("Could not be asked") },
};

static const char *
get_outcome_words (PelApproval *approval)
{
  const char *outcome = pel_approval_get_outcome (approval);

  for (gsize i = 0; i < G_N_ELEMENTS (outcomes); i++)
    if (g_str_equal (outcomes[i].outcome, outcome))
      return _ (outcomes[i].words);
  return outcome;
}

/* (transfer full): “ui_click · Button “OK” · robot (pid 7), an agent”. */
static char *
dup_question (PelApproval *approval)
{
  const PelApprovalInfo *info = pel_approval_get_info (approval);
  const char            *name = info->name != NULL ? info->name : info->window;
  g_autofree char       *target = pel_text_isolate (name != NULL ? name : "");
  g_autofree char       *client = pel_caller_dup_words (info->caller);

  if (info->is_consent)
    /* Translators: who asks */
    return g_strdup_printf (_ ("Automation as a whole · %s"), client);
  /* Translators: a tool, the name of an element or window, and who asks */
  return g_strdup_printf (_ ("%s · “%s” · %s"), info->tool, target, client);
}

static GtkWidget *
new_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, text);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* Two lines, one above the other. */
static GtkWidget *
new_row (const char *first, const char *second)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), new_label (first, NULL));
  gtk_box_append (GTK_BOX (box), new_label (second, "note"));
  return box;
}

static GtkWidget *
create_question (gpointer item, gpointer unused)
{
  g_autofree char *question = dup_question (item);

  return new_row (get_outcome_words (item), question);
}

static void
revoke_cb (GtkButton *button, PelApprovalsPane *self)
{
  guint id = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "grant"));

  pel_grants_revoke (pel_approval_queue_get_grants (self->queue), id);
}

static GtkWidget *
create_grant (gpointer item, gpointer self)
{
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget       *revoke = gtk_button_new_with_label (_ ("Revoke"));
  g_autofree char *words = pel_grant_dup_words (item);
  g_autofree char *client = pel_caller_dup_words (pel_grant_get_caller (item));

  gtk_widget_set_valign (revoke, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (revoke, "chip");
  gtk_widget_set_tooltip_text (revoke, _ ("Ask me again from now on"));
  g_object_set_data (G_OBJECT (revoke), "grant", GUINT_TO_POINTER (pel_grant_get_id (item)));
  g_signal_connect (revoke, "clicked", G_CALLBACK (revoke_cb), self);
  gtk_box_append (GTK_BOX (box), new_row (words, client));
  gtk_box_append (GTK_BOX (box), revoke);
  return box;
}

static guint
count (GListModel *model)
{
  return g_list_model_get_n_items (model);
}

static void
update (PelApprovalsPane *self)
{
  guint            n_pending = count (G_LIST_MODEL (self->queue));
  guint            n_granted = count (G_LIST_MODEL (pel_approval_queue_get_grants (self->queue)));
  guint            n_past = count (pel_approval_queue_get_past (self->queue));
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->pending_part, n_pending > 0);
  gtk_widget_set_visible (self->granted_part, n_granted > 0);
  gtk_widget_set_visible (self->past_part, n_past > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "approvals.raise", n_pending > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "approvals.revoke-all", n_granted > 0);
  text = g_strdup_printf (ngettext ("%u question waits for you",
                                    "%u questions wait for you",
                                    n_pending),
                          n_pending);
  gtk_label_set_text (self->summary, text);
  gtk_stack_set_visible_child_name (self->stack,
                                    n_pending + n_granted + n_past > 0 ? "lists" : "nothing");
}

static void
raise_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelApprovalsPane *self = PEL_APPROVALS_PANE (widget);

  if (self->approver != NULL)
    pel_approver_link_raise (self->approver);
}

static void
revoke_all_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelApprovalsPane *self = PEL_APPROVALS_PANE (widget);

  if (self->queue != NULL)
    pel_grants_revoke_all (pel_approval_queue_get_grants (self->queue));
}

static void
pel_approvals_pane_dispose (GObject *object)
{
  PelApprovalsPane *self = PEL_APPROVALS_PANE (object);

  g_clear_object (&self->queue);
  g_clear_object (&self->approver);
  G_OBJECT_CLASS (pel_approvals_pane_parent_class)->dispose (object);
}

static void
pel_approvals_pane_class_init (PelApprovalsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_approvals_pane_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/approvals-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, pending);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, granted);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, past);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, pending_part);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, granted_part);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, past_part);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, summary);
  gtk_widget_class_install_action (widget_class, "approvals.raise", NULL, raise_action);
  gtk_widget_class_install_action (widget_class, "approvals.revoke-all", NULL, revoke_all_action);
}

static void
pel_approvals_pane_init (PelApprovalsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "approvals.raise", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "approvals.revoke-all", FALSE);
}

void
pel_approvals_pane_set_context (PelApprovalsPane *self, const PelToolContext *context)
{
  GListModel *models[3];

  g_return_if_fail (PEL_IS_APPROVALS_PANE (self));

  if (context->approvals == NULL)
    return;
  g_set_object (&self->queue, context->approvals);
  g_set_object (&self->approver, context->approver);
  models[0] = G_LIST_MODEL (self->queue);
  models[1] = G_LIST_MODEL (pel_approval_queue_get_grants (self->queue));
  models[2] = pel_approval_queue_get_past (self->queue);
  gtk_list_box_bind_model (self->pending, models[0], create_question, self, NULL);
  gtk_list_box_bind_model (self->granted, models[1], create_grant, self, NULL);
  gtk_list_box_bind_model (self->past, models[2], create_question, self, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (models); i++)
    g_signal_connect_object (models[i],
                             "items-changed",
                             G_CALLBACK (update),
                             self,
                             G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  update (self);
}
