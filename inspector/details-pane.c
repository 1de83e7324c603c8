/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/details-pane.h"

#include "inspector/breadcrumb.h"
#include "inspector/control-pane.h"
#include "inspector/copy-form.h"
#include "inspector/describer.h"
#include "inspector/description.h"
#include "inspector/detail-row.h"
#include "inspector/pattern-words.h"
#include "inspector/row-text.h"
#include "inspector/table-preview.h"
#include "inspector/thumbnail-pane.h"
#include "inspector/wrap-box.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

#define TOLD_MS 3000 /* how long it says what was copied */

struct _PelDetailsPane
{
  GtkBox            parent_instance;
  GtkStack         *stack;
  GtkWidget        *scroller;
  PelBreadcrumb    *ancestors;
  GtkImage         *icon;
  GtkLabel         *title;
  GtkMenuButton    *copy_as;
  GtkLabel         *note;
  GtkWidget        *selector_box;
  GtkLabel         *selector;
  PelWrapBox       *states;
  GtkWidget        *patterns_box;
  PelWrapBox       *patterns;
  PelControlPane   *controls;
  PelThumbnailPane *thumbnail;
  PelTablePreview  *table;
  GtkListBox       *rows;
  GtkRevealer      *told;
  GtkLabel         *told_text;

  PelDescriber *describer;
  GActionGroup *actions; /* “element” */
  GObject      *item;    /* (nullable) */
  GListStore   *details; /* of PelDetail */
  JsonObject   *answer;  /* (nullable) what was last told of the item */
  int           wanted;  /* PelCopyForm that waits for an answer; -1: none */
  char        **state_words, **pattern_words;
  guint         told_id;
};

enum
{
  FOLLOWED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelDetailsPane, pel_details_pane, GTK_TYPE_BOX)

static void
follow_cb (PelDetailsPane *self, const char *bus_name, guint ref)
{
  g_signal_emit (self, signals[FOLLOWED], 0, bus_name, ref);
}

static void
row_activated_cb (PelDetailsPane *self, PelDetailRow *row)
{
  PelDetail *detail = pel_detail_row_get_detail (row);

  follow_cb (self, pel_detail_get_link_program (detail), pel_detail_get_link (detail));
}

/* @shown: what is there now, which is replaced where it is something else. */
static void
show_words (PelWrapBox *box, GtkWidget *whole, char ***shown, char **words, const char *style)
{
  if (*shown != NULL && g_strv_equal ((const char *const *) *shown, (const char *const *) words))
    return;
  g_strfreev (*shown);
  *shown = g_strdupv (words);
  pel_wrap_box_clear (box);
  for (guint i = 0; words[i] != NULL; i++)
    {
      GtkWidget *label = gtk_label_new (words[i]);

      gtk_widget_set_tooltip_text (label, pel_pattern_words_get (words[i]));
      gtk_widget_add_css_class (label, "word");
      gtk_widget_add_css_class (label, style);
      pel_wrap_box_append (box, label);
    }
  gtk_widget_set_visible (whole, words[0] != NULL);
}

static void
show_text (GtkLabel *label, GtkWidget *box, const char *text)
{
  g_autofree char *isolated = text != NULL ? pel_text_isolate (text) : g_strdup ("");

  gtk_label_set_text (label, isolated);
  gtk_widget_set_visible (box, text != NULL);
}

static gboolean
are_about_same (PelDetailsPane *self, GPtrArray *details)
{
  GListModel *model = G_LIST_MODEL (self->details);

  if (g_list_model_get_n_items (model) != details->len)
    return FALSE;
  for (guint i = 0; i < details->len; i++)
    {
      g_autoptr (PelDetail) detail = g_list_model_get_item (model, i);

      if (!pel_detail_is_about_same (detail, details->pdata[i]))
        return FALSE;
    }
  return TRUE;
}

/* Rows that tell of the same things stay, and flash where these have changed. */
static void
show_details (PelDetailsPane *self, GPtrArray *details)
{
  if (!are_about_same (self, details))
    {
      g_list_store_splice (self->details,
                           0,
                           g_list_model_get_n_items (G_LIST_MODEL (self->details)),
                           details->pdata,
                           details->len);
      return;
    }
  for (guint i = 0; i < details->len; i++)
    {
      g_autoptr (PelDetail) detail = g_list_model_get_item (G_LIST_MODEL (self->details), i);

      pel_detail_set_hint (detail, pel_detail_get_hint (details->pdata[i]));
      pel_detail_set_value (detail, pel_detail_get_value (details->pdata[i]));
    }
}

static void
show_description (PelDetailsPane *self, const PelDescription *description)
{
  show_text (self->selector, self->selector_box, description->selector);
  show_text (self->note, GTK_WIDGET (self->note), description->note);
  show_words (self->states,
              GTK_WIDGET (self->states),
              &self->state_words,
              description->states,
              "state");
  show_words (self->patterns,
              self->patterns_box,
              &self->pattern_words,
              description->patterns,
              "pattern");
  pel_breadcrumb_show (self->ancestors, description);
  pel_table_preview_show (self->table, description);
  show_details (self, description->details);
  gtk_widget_remove_css_class (self->scroller, "outdated");
}

/* What the tree knows is there at once. */
static void
show_title (PelDetailsPane *self)
{
  g_auto (PelRowText) text = { NULL };
  g_autofree char    *title = NULL;

  pel_row_text_init (&text, self->item);
  title =
      text.kind[0] != '\0' ? g_strdup_printf ("%s %s", text.kind, text.name) : g_strdup (text.name);
  gtk_image_set_from_icon_name (self->icon, text.icon);
  gtk_label_set_text (self->title, title);
}

static gboolean
told_over_cb (gpointer data)
{
  PelDetailsPane *self = data;

  self->told_id = 0;
  gtk_revealer_set_reveal_child (self->told, FALSE);
  return G_SOURCE_REMOVE;
}

static void
tell (PelDetailsPane *self, const char *message)
{
  gtk_label_set_text (self->told_text, message);
  gtk_revealer_set_reveal_child (self->told, TRUE);
  g_clear_handle_id (&self->told_id, g_source_remove);
  self->told_id = g_timeout_add (TOLD_MS, told_over_cb, self);
}

static void
copy (PelDetailsPane *self, const char *text, const char *message)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  tell (self, message);
}

/* Where nothing is known of the element yet, the answer is waited for. */
static void
copy_as (PelDetailsPane *self, PelCopyForm form)
{
  g_autofree char *text = NULL;

  if (self->answer == NULL)
    {
      self->wanted = form;
      return;
    }
  self->wanted = -1;
  text = pel_copy_form_write (form, self->answer);
  if (text != NULL)
    copy (self, text, pel_copy_form_get_message (form));
}

static void
copy_as_activate (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PelCopyForm form;

  if (pel_copy_form_from_string (g_variant_get_string (parameter, NULL), &form))
    copy_as (data, form);
}

/* One row, which says what it is and what it holds. */
static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char      *label, *value;
  g_autofree char *shown = NULL, *message = NULL;

  g_variant_get (parameter, "(&s&s)", &label, &value);
  shown = pel_text_escape (label);
  /* Translators: what stands under this heading is on the clipboard now */
  message = g_strdup_printf (_ ("Copied “%s”"), shown);
  copy (PEL_DETAILS_PANE (widget), value, message);
}

static void
answered_cb (PelDetailsPane *self, JsonObject *answer)
{
  g_autoptr (PelDescription) description =
      pel_description_new (answer, pel_element_item_get_program (PEL_ELEMENT_ITEM (self->item)));

  g_clear_pointer (&self->answer, json_object_unref);
  self->answer = json_object_ref (answer);
  show_description (self, description);
  pel_control_pane_show (self->controls, answer);
  if (json_object_get_boolean_member_with_default (answer, "visible", FALSE))
    pel_thumbnail_pane_note_visible (self->thumbnail);
  if (self->wanted >= 0)
    copy_as (self, self->wanted);
}

static void
failed_cb (PelDetailsPane *self, const char *message)
{
  self->wanted = -1;
  show_text (self->note, GTK_WIDGET (self->note), message);
}

/* What the person did to it may show. */
static void
acted_cb (PelDetailsPane *self)
{
  pel_details_pane_refresh (self);
  pel_thumbnail_pane_refresh (self->thumbnail);
}

static void
show_program (PelDetailsPane *self)
{
  g_autoptr (PelDescription) description =
      pel_description_new_for_program (PEL_PROGRAM_ITEM (self->item));

  show_description (self, description);
  pel_control_pane_show (self->controls, NULL);
}

static GtkWidget *
create_row (gpointer item, gpointer unused)
{
  return pel_detail_row_new (item);
}

/* The first of a group stands under its heading. */
static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer unused)
{
  const char *group = pel_detail_get_group (pel_detail_row_get_detail (PEL_DETAIL_ROW (row)));
  const char *last =
      before != NULL ? pel_detail_get_group (pel_detail_row_get_detail (PEL_DETAIL_ROW (before)))
                     : NULL;
  GtkWidget *label;

  if (g_strcmp0 (group, last) == 0)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  label = gtk_label_new (group);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "group");
  gtk_list_box_row_set_header (row, label);
}

static void
pel_details_pane_dispose (GObject *object)
{
  PelDetailsPane *self = PEL_DETAILS_PANE (object);

  g_clear_handle_id (&self->told_id, g_source_remove);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "element", NULL);
  g_clear_object (&self->describer);
  g_clear_object (&self->actions);
  g_clear_object (&self->item);
  g_clear_object (&self->details);
  G_OBJECT_CLASS (pel_details_pane_parent_class)->dispose (object);
}

static void
pel_details_pane_finalize (GObject *object)
{
  PelDetailsPane *self = PEL_DETAILS_PANE (object);

  g_clear_pointer (&self->answer, json_object_unref);
  g_strfreev (self->state_words);
  g_strfreev (self->pattern_words);
  G_OBJECT_CLASS (pel_details_pane_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, ancestors);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, icon);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, title);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, copy_as);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, note);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, selector_box);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, selector);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, states);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, patterns_box);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, patterns);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, controls);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, thumbnail);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, table);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, rows);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, told);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, told_text);
}

static void
pel_details_pane_class_init (PelDetailsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_details_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_details_pane_finalize;
  signals[FOLLOWED] = g_signal_new ("followed",
                                    PEL_TYPE_DETAILS_PANE,
                                    G_SIGNAL_RUN_LAST,
                                    0,
                                    NULL,
                                    NULL,
                                    NULL,
                                    G_TYPE_NONE,
                                    2,
                                    G_TYPE_STRING,
                                    G_TYPE_UINT);
  g_type_ensure (PEL_TYPE_BREADCRUMB);
  g_type_ensure (PEL_TYPE_CONTROL_PANE);
  g_type_ensure (PEL_TYPE_TABLE_PREVIEW);
  g_type_ensure (PEL_TYPE_THUMBNAIL_PANE);
  g_type_ensure (PEL_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/details-pane.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, follow_cb);
  gtk_widget_class_bind_template_callback (widget_class, acted_cb);
  gtk_widget_class_bind_template_callback (widget_class, tell);
  gtk_widget_class_install_action (widget_class, "details.copy", "(ss)", copy_action);
}

static GActionGroup *
create_actions (PelDetailsPane *self)
{
  static const GActionEntry entries[] = { { "copy-as", copy_as_activate, "s" } };
  GSimpleActionGroup       *group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  return G_ACTION_GROUP (group);
}

/* A program is not found by a selector, nor described by a tool. */
static void
enable_copying (PelDetailsPane *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "copy-as");

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), PEL_IS_ELEMENT_ITEM (self->item));
}

static void
pel_details_pane_init (PelDetailsPane *self)
{
  g_autoptr (GMenuModel) forms = pel_copy_form_new_menu ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->wanted = -1;
  self->describer = pel_describer_new ();
  g_signal_connect_object (self->describer,
                           "answered",
                           G_CALLBACK (answered_cb),
                           self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->describer,
                           "failed",
                           G_CALLBACK (failed_cb),
                           self,
                           G_CONNECT_SWAPPED);
  self->actions = create_actions (self);
  enable_copying (self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "element", self->actions);
  gtk_menu_button_set_menu_model (self->copy_as, forms);
  self->details = g_list_store_new (PEL_TYPE_DETAIL);
  gtk_list_box_set_header_func (self->rows, update_header, NULL, NULL);
  gtk_list_box_bind_model (self->rows, G_LIST_MODEL (self->details), create_row, NULL, NULL);
}

void
pel_details_pane_set_context (PelDetailsPane *self, const PelToolContext *context)
{
  g_return_if_fail (PEL_IS_DETAILS_PANE (self));

  pel_describer_set_context (self->describer, context);
  pel_control_pane_set_context (self->controls, context);
  pel_thumbnail_pane_set_context (self->thumbnail, context);
}

GActionGroup *
pel_details_pane_get_actions (PelDetailsPane *self)
{
  g_return_val_if_fail (PEL_IS_DETAILS_PANE (self), NULL);

  return self->actions;
}

void
pel_details_pane_set_item (PelDetailsPane *self, GObject *item)
{
  g_return_if_fail (PEL_IS_DETAILS_PANE (self));

  if (!g_set_object (&self->item, item))
    return;
  g_clear_pointer (&self->answer, json_object_unref);
  self->wanted = -1;
  enable_copying (self);
  gtk_stack_set_visible_child_name (self->stack, item != NULL ? "details" : "nothing");
  if (item != NULL)
    {
      show_title (self);
      gtk_widget_add_css_class (self->scroller, "outdated");
      gtk_widget_set_sensitive (GTK_WIDGET (self->controls), FALSE); /* they are the last one's */
    }
  pel_thumbnail_pane_set_item (self->thumbnail,
                               PEL_IS_ELEMENT_ITEM (item) ? PEL_ELEMENT_ITEM (item) : NULL);
  pel_describer_set_ref (self->describer,
                         PEL_IS_ELEMENT_ITEM (item)
                             ? pel_element_item_get_ref (PEL_ELEMENT_ITEM (item))
                             : 0);
  if (PEL_IS_PROGRAM_ITEM (item))
    show_program (self);
}

void
pel_details_pane_set_shown (PelDetailsPane *self, gboolean is_shown)
{
  g_return_if_fail (PEL_IS_DETAILS_PANE (self));

  pel_thumbnail_pane_set_shown (self->thumbnail, is_shown);
}

void
pel_details_pane_refresh (PelDetailsPane *self)
{
  g_return_if_fail (PEL_IS_DETAILS_PANE (self));

  if (self->item == NULL)
    return;
  show_title (self);
  if (PEL_IS_PROGRAM_ITEM (self->item))
    show_program (self);
  else
    pel_describer_refresh (self->describer);
}
