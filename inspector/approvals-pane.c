/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/approvals-pane.h"

#include "inspector/approval-words.h"
#include "inspector/record-row.h"

#include <glib/gi18n.h>

struct _PelApprovalsPane
{
  GtkBox      parent_instance;
  GtkStack   *stack;
  GtkListBox *pending, *granted, *past;
  GtkWidget  *pending_part, *granted_part, *past_part;
  GtkWidget  *raise, *revoke_all;
  GtkLabel   *summary;

  PelApprovalQueue *queue;    /* (nullable) */
  PelApproverLink  *approver; /* (nullable) */
  guint             tick_id;
};

G_DEFINE_FINAL_TYPE (PelApprovalsPane, pel_approvals_pane, GTK_TYPE_BOX)

/* Rows */

static GtkWidget *
new_row (const PelRecordText *text, GtkWidget *button)
{
  GtkWidget *list_row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *row = pel_record_row_new ();

  gtk_box_append (GTK_BOX (box), row);
  if (button != NULL)
    gtk_box_append (GTK_BOX (box), button);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (list_row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (list_row), FALSE);
  pel_record_row_show (PEL_RECORD_ROW (row), text, list_row);
  return list_row;
}

static void
read_words (PelApprovalsPane *self, PelApproval *approval, PelRecordText *ret_text)
{
  pel_approval_words (approval,
                      pel_approval_queue_get_left_ms (self->queue, pel_approval_get_id (approval)),
                      g_get_real_time (),
                      ret_text);
}

static GtkWidget *
create_question (gpointer item, gpointer data)
{
  g_auto (PelRecordText) text = { 0 };

  read_words (data, item, &text);
  return new_row (&text, NULL);
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
  GtkWidget             *revoke = gtk_button_new_with_label (_ ("Revoke"));
  g_auto (PelRecordText) text = { 0 };
  g_autofree char       *label = NULL;

  pel_grant_words (item, &text);
  /* Translators: what was granted, as in “act on gnome-calculator, up to low risk” */
  label = g_strdup_printf (_ ("Revoke: %s"), text.title);
  gtk_widget_set_valign (revoke, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (revoke, "chip");
  gtk_widget_set_tooltip_text (revoke, _ ("Ask me again from now on"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (revoke),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label,
                                  -1);
  g_object_set_data (G_OBJECT (revoke), "grant", GUINT_TO_POINTER (pel_grant_get_id (item)));
  g_signal_connect (revoke, "clicked", G_CALLBACK (revoke_cb), self);
  return new_row (&text, revoke);
}

/* The time that is left */

static gboolean
tick_cb (gpointer data)
{
  PelApprovalsPane *self = data;
  GListModel       *queue = G_LIST_MODEL (self->queue);

  for (guint i = 0; i < g_list_model_get_n_items (queue); i++)
    {
      g_autoptr (PelApproval) approval = g_list_model_get_item (queue, i);
      GtkListBoxRow          *list_row = gtk_list_box_get_row_at_index (self->pending, i);
      g_auto (PelRecordText)  text = { 0 };

      if (list_row == NULL)
        break;
      read_words (self, approval, &text);
      pel_record_row_show (PEL_RECORD_ROW (
                               gtk_widget_get_first_child (gtk_list_box_row_get_child (list_row))),
                           &text,
                           NULL);
    }
  return G_SOURCE_CONTINUE;
}

/* Only while it can be seen: nothing wakes up for what no one looks at. */
static void
update_tick (PelApprovalsPane *self)
{
  gboolean is_due = self->queue != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)) &&
                    g_list_model_get_n_items (G_LIST_MODEL (self->queue)) > 0;

  if (!is_due)
    g_clear_handle_id (&self->tick_id, g_source_remove);
  else if (self->tick_id == 0)
    self->tick_id = g_timeout_add_seconds (1, tick_cb, self);
  if (is_due)
    tick_cb (self);
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
  gtk_widget_set_visible (self->raise, n_pending > 0);
  gtk_widget_set_visible (self->revoke_all, n_granted > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "approvals.raise", n_pending > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "approvals.revoke-all", n_granted > 0);
  if (n_pending > 0)
    text = g_strdup_printf (ngettext ("%u request is waiting for you",
                                      "%u requests are waiting for you",
                                      n_pending),
                            n_pending);
  gtk_label_set_text (self->summary, text != NULL ? text : _ ("No requests are waiting"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->summary), text);
  gtk_stack_set_visible_child_name (self->stack,
                                    n_pending + n_granted + n_past > 0 ? "lists" : "nothing");
  update_tick (self);
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
pel_approvals_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (pel_approvals_pane_parent_class)->map (widget);
  update_tick (PEL_APPROVALS_PANE (widget));
}

static void
pel_approvals_pane_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (pel_approvals_pane_parent_class)->unmap (widget);
  update_tick (PEL_APPROVALS_PANE (widget));
}

static void
pel_approvals_pane_dispose (GObject *object)
{
  PelApprovalsPane *self = PEL_APPROVALS_PANE (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_object (&self->queue);
  g_clear_object (&self->approver);
  G_OBJECT_CLASS (pel_approvals_pane_parent_class)->dispose (object);
}

static void
pel_approvals_pane_class_init (PelApprovalsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_approvals_pane_dispose;
  widget_class->map = pel_approvals_pane_map;
  widget_class->unmap = pel_approvals_pane_unmap;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/approvals-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, pending);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, granted);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, past);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, pending_part);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, granted_part);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, past_part);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, raise);
  gtk_widget_class_bind_template_child (widget_class, PelApprovalsPane, revoke_all);
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
