/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/details-pane.h"

#include "inspector/description.h"
#include "inspector/detail-row.h"
#include "inspector/row-text.h"
#include "inspector/wrap-box.h"
#include "services/base/json.h"
#include "services/base/text.h"
#include "services/tool/tool-call.h"

#define REST_MS 700 /* between two questions about the same element */

struct _PelDetailsPane
{
  GtkBox      parent_instance;
  GtkStack   *stack;
  GtkWidget  *scroller;
  PelWrapBox *ancestors;
  GtkImage   *icon;
  GtkLabel   *title;
  GtkLabel   *note;
  GtkWidget  *selector_box;
  GtkLabel   *selector;
  PelWrapBox *states;
  PelWrapBox *patterns;
  GtkListBox *rows;

  const PelToolContext *context; /* (nullable) */
  GObject              *item;    /* (nullable) */
  GListStore           *details; /* of PelDetail */
  char                 *selector_text;
  char                **state_words, **pattern_words;
  GCancellable         *cancellable; /* of the question under way; NULL: there is none */
  gboolean              is_dirty;
  guint                 rest_id;
};

enum
{
  FOLLOWED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelDetailsPane, pel_details_pane, GTK_TYPE_BOX)

static void ask (PelDetailsPane *self);

static void
follow (PelDetailsPane *self, PelDetail *detail)
{
  g_signal_emit (self,
                 signals[FOLLOWED],
                 0,
                 pel_detail_get_link_program (detail),
                 pel_detail_get_link (detail));
}

static void
row_activated_cb (PelDetailsPane *self, PelDetailRow *row)
{
  follow (self, pel_detail_row_get_detail (row));
}

static void
ancestor_clicked_cb (PelDetailsPane *self, GtkWidget *button)
{
  follow (self, g_object_get_data (G_OBJECT (button), "detail"));
}

static GtkWidget *
create_ancestor (PelDetailsPane *self, PelDetail *detail)
{
  g_autofree char *text = pel_text_isolate (pel_detail_get_label (detail));
  GtkWidget       *button = gtk_button_new_with_label (text);
  GtkWidget       *label = gtk_button_get_child (GTK_BUTTON (button));

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "ancestor");
  g_object_set_data_full (G_OBJECT (button), "detail", g_object_ref (detail), g_object_unref);
  g_signal_connect_object (button,
                           "clicked",
                           G_CALLBACK (ancestor_clicked_cb),
                           self,
                           G_CONNECT_SWAPPED);
  return button;
}

/* Those that are the same stay: somebody may be about to press one. */
static void
show_ancestors (PelDetailsPane *self, GPtrArray *ancestors)
{
  GtkWidget *shown = gtk_widget_get_first_child (GTK_WIDGET (self->ancestors));
  guint      n_same = 0;

  for (; shown != NULL && n_same < ancestors->len; shown = gtk_widget_get_next_sibling (shown))
    if (!pel_detail_is_about_same (g_object_get_data (G_OBJECT (shown), "detail"),
                                   ancestors->pdata[n_same++]))
      break;
  if (shown == NULL && n_same == ancestors->len)
    return;
  pel_wrap_box_clear (self->ancestors);
  for (guint i = 0; i < ancestors->len; i++)
    pel_wrap_box_append (self->ancestors, create_ancestor (self, ancestors->pdata[i]));
  gtk_widget_set_visible (GTK_WIDGET (self->ancestors), ancestors->len > 0);
}

/* @shown: what is there now, which is replaced where it is something else. */
static void
show_words (PelWrapBox *box, char ***shown, char **words, const char *style)
{
  if (*shown != NULL && g_strv_equal ((const char *const *) *shown, (const char *const *) words))
    return;
  g_strfreev (*shown);
  *shown = g_strdupv (words);
  pel_wrap_box_clear (box);
  for (guint i = 0; words[i] != NULL; i++)
    {
      GtkWidget *label = gtk_label_new (words[i]);

      gtk_widget_add_css_class (label, "word");
      gtk_widget_add_css_class (label, style);
      pel_wrap_box_append (box, label);
    }
  gtk_widget_set_visible (GTK_WIDGET (box), words[0] != NULL);
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

      pel_detail_set_value (detail, pel_detail_get_value (details->pdata[i]));
    }
}

static void
show_description (PelDetailsPane *self, const PelDescription *description)
{
  g_free (self->selector_text);
  self->selector_text = g_strdup (description->selector);
  show_text (self->selector, self->selector_box, description->selector);
  show_text (self->note, GTK_WIDGET (self->note), description->note);
  show_words (self->states, &self->state_words, description->states, "state");
  show_words (self->patterns, &self->pattern_words, description->patterns, "pattern");
  show_ancestors (self, description->ancestors);
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
rest_cb (gpointer data)
{
  PelDetailsPane *self = data;

  self->rest_id = 0;
  if (self->is_dirty)
    ask (self);
  return G_SOURCE_REMOVE;
}

static void
take_answer (PelDetailsPane *self, const char *text)
{
  g_autoptr (JsonObject) envelope = pel_json_parse_object (text, -1, NULL);
  JsonObject            *error;

  if (envelope == NULL)
    return;
  if (json_object_has_member (envelope, "data"))
    {
      g_autoptr (PelDescription) description =
          pel_description_new (json_object_get_object_member (envelope, "data"),
                               pel_element_item_get_program (PEL_ELEMENT_ITEM (self->item)));

      show_description (self, description);
      return;
    }
  error = json_object_get_object_member (envelope, "error");
  show_text (self->note, GTK_WIDGET (self->note), json_object_get_string_member (error, "message"));
}

static void
answered_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelDetailsPane) self = data;
  g_autofree char           *text = pel_tool_call_finish (result);

  if (g_cancellable_is_cancelled (self->cancellable) || self->context == NULL)
    {
      g_clear_object (&self->cancellable);
      if (self->is_dirty && self->context != NULL)
        ask (self);
      return;
    }
  g_clear_object (&self->cancellable);
  take_answer (self, text);
  self->rest_id = g_timeout_add (REST_MS, rest_cb, self);
}

static void
ask_about_element (PelDetailsPane *self, PelElementItem *item)
{
  g_autofree char *arguments =
      g_strdup_printf ("{\"target\":\"e%u\"}", pel_element_item_get_ref (item));

  self->cancellable = g_cancellable_new ();
  pel_tool_call_async (self->context,
                       NULL,
                       "ui_describe",
                       arguments,
                       self->cancellable,
                       answered_cb,
                       g_object_ref (self));
}

static void
ask (PelDetailsPane *self)
{
  if (self->item == NULL || self->context == NULL)
    return;
  if (self->cancellable != NULL || self->rest_id != 0)
    {
      self->is_dirty = TRUE;
      return;
    }
  self->is_dirty = FALSE;
  if (PEL_IS_ELEMENT_ITEM (self->item))
    ask_about_element (self, PEL_ELEMENT_ITEM (self->item));
  else
    {
      g_autoptr (PelDescription) description =
          pel_description_new_for_program (PEL_PROGRAM_ITEM (self->item));

      show_description (self, description);
      self->rest_id = g_timeout_add (REST_MS, rest_cb, self);
    }
}

static void
stop_asking (PelDetailsPane *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

static void
copy_selector_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelDetailsPane *self = PEL_DETAILS_PANE (widget);

  if (self->selector_text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), self->selector_text);
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

  stop_asking (self);
  self->context = NULL;
  g_clear_object (&self->item);
  g_clear_object (&self->details);
  G_OBJECT_CLASS (pel_details_pane_parent_class)->dispose (object);
}

static void
pel_details_pane_finalize (GObject *object)
{
  PelDetailsPane *self = PEL_DETAILS_PANE (object);

  g_clear_object (&self->cancellable);
  g_free (self->selector_text);
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
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, note);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, selector_box);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, selector);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, states);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, patterns);
  gtk_widget_class_bind_template_child (widget_class, PelDetailsPane, rows);
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
  g_type_ensure (PEL_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/details-pane.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_install_action (widget_class,
                                   "details.copy-selector",
                                   NULL,
                                   copy_selector_action);
}

static void
pel_details_pane_init (PelDetailsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->details = g_list_store_new (PEL_TYPE_DETAIL);
  gtk_list_box_set_header_func (self->rows, update_header, NULL, NULL);
  gtk_list_box_bind_model (self->rows, G_LIST_MODEL (self->details), create_row, NULL, NULL);
}

void
pel_details_pane_set_context (PelDetailsPane *self, const PelToolContext *context)
{
  g_return_if_fail (PEL_IS_DETAILS_PANE (self));

  self->context = context;
}

void
pel_details_pane_set_item (PelDetailsPane *self, GObject *item)
{
  g_return_if_fail (PEL_IS_DETAILS_PANE (self));

  if (!g_set_object (&self->item, item))
    return;
  stop_asking (self);
  gtk_stack_set_visible_child_name (self->stack, item != NULL ? "details" : "nothing");
  if (item == NULL)
    return;
  show_title (self);
  gtk_widget_add_css_class (self->scroller, "outdated");
  ask (self);
}

void
pel_details_pane_refresh (PelDetailsPane *self)
{
  g_return_if_fail (PEL_IS_DETAILS_PANE (self));

  if (self->item == NULL)
    return;
  show_title (self);
  ask (self);
}
