/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/selector-bar.h"

#include "inspector/selector-words.h"
#include "services/base/error.h"

#include <glib/gi18n.h>

struct _PelSelectorBar
{
  GtkBox             parent_instance;
  GtkEntry          *entry;
  GtkLabel          *count, *note;
  GtkWidget         *steps;
  PelSelectorSearch *search;   /* (nullable) */
  guint              position; /* of the match that was followed, from 1; 0: none */
};

G_DEFINE_FINAL_TYPE (PelSelectorBar, pel_selector_bar, GTK_TYPE_BOX)

static guint followed_signal;

/* what is shown */

/* A line under the rest of the text, from where it cannot be understood. */
static void
mark_mistake (PelSelectorBar *self, int column)
{
  const char     *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  PangoAttrList  *attributes = pango_attr_list_new ();
  PangoAttribute *line;

  if (column >= 0)
    {
      int last = MAX ((int) g_utf8_strlen (text, -1) - 1, 0);

      line = pango_attr_underline_new (PANGO_UNDERLINE_ERROR);
      line->start_index = (guint) (g_utf8_offset_to_pointer (text, MIN (column, last)) - text);
      pango_attr_list_insert (attributes, line);
    }
  gtk_entry_set_attributes (self->entry, attributes);
  pango_attr_list_unref (attributes);
}

static void
show_count (PelSelectorBar *self)
{
  guint            n = pel_selector_search_get_n_matches (self->search);
  gboolean         is_asked = *pel_selector_search_get_text (self->search) != '\0';
  gboolean         is_known = pel_selector_search_get_error (self->search) == NULL;
  g_autofree char *text = NULL;

  if (pel_selector_search_is_busy (self->search))
    text = g_strdup ("…");
  else if (self->position > 0)
    /* Translators: which of how many matches, as in “2 of 5” */
    text = g_strdup_printf (_ ("%u of %u"), self->position, n);
  else
    text = g_strdup_printf ("%u", n);
  gtk_label_set_text (self->count, text);
  gtk_widget_set_visible (GTK_WIDGET (self->count), is_asked && is_known);
  gtk_widget_set_visible (self->steps, n > 0);
}

/* (nullable) (transfer full): why it is sure that the match is what is meant, or why it is not. */
static char *
dup_confidence (PelSelectorBar *self)
{
  g_auto (GStrv)   reasons = NULL;
  double           confidence = pel_selector_search_get_confidence (self->search, &reasons);
  g_autofree char *text = g_strjoinv (" · ", reasons);

  /* Translators: how sure a match is, in per cent, and the reasons */
  return g_strdup_printf (_ ("Confidence %d%%: %s"), (int) (confidence * 100 + 0.5), text);
}

/* (nullable) (transfer full) */
static char *
dup_note (PelSelectorBar *self)
{
  const GError *error = pel_selector_search_get_error (self->search);
  guint         n_matches = pel_selector_search_get_n_matches (self->search);
  guint         n_silent = pel_selector_search_get_n_silent (self->search);

  if (error != NULL)
    return g_strdup (error->message);
  if (n_silent > 0)
    return g_strdup_printf (ngettext ("%u element or program could not be checked",
                                      "%u elements or programs could not be checked",
                                      n_silent),
                            n_silent);
  if (n_matches > 0)
    return dup_confidence (self);
  return pel_selector_search_dup_near_miss (self->search);
}

static void
show_note (PelSelectorBar *self)
{
  g_autofree char *text = dup_note (self);

  gtk_label_set_text (self->note, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), text != NULL);
}

static void
search_changed_cb (PelSelectorBar *self)
{
  guint n = pel_selector_search_get_n_matches (self->search);

  self->position = MIN (self->position, n);
  mark_mistake (self, pel_selector_search_get_column (self->search));
  show_count (self);
  show_note (self);
}

/* what the person does */

static void
text_changed_cb (PelSelectorBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  gtk_entry_set_icon_from_icon_name (self->entry,
                                     GTK_ENTRY_ICON_SECONDARY,
                                     *text != '\0' ? "edit-clear-symbolic" : NULL);
  self->position = 0;
  if (self->search != NULL)
    pel_selector_search_set_text (self->search, text);
}

static void
clear_cb (PelSelectorBar *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
}

/* From the last to the first, and the other way round. */
static void
step (PelSelectorBar *self, int by)
{
  guint        n = self->search != NULL ? pel_selector_search_get_n_matches (self->search) : 0;
  PelSnapshot *snapshot;
  PelElementId id;
  PelElement   element;

  if (n == 0)
    return;
  if (by > 0)
    self->position = self->position % n + 1;
  else
    self->position = self->position > 1 ? self->position - 1 : n;
  snapshot = pel_selector_search_get_match (self->search, self->position - 1, &id);
  element = pel_snapshot_get_element (snapshot, id);
  show_count (self);
  g_signal_emit (self,
                 followed_signal,
                 0,
                 pel_snapshot_get_program (snapshot, element.program)->bus_name,
                 element.ref);
}

static void
next_cb (PelSelectorBar *self)
{
  step (self, 1);
}

static void
previous_cb (PelSelectorBar *self)
{
  step (self, -1);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                PelSelectorBar        *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  if (keyval == GDK_KEY_Escape && *text != '\0')
    clear_cb (self);
  else if (keyval == GDK_KEY_Return && (modifiers & GDK_SHIFT_MASK) != 0)
    previous_cb (self);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* completion */

static gboolean
matches_cb (GtkEntryCompletion *completion, const char *key, GtkTreeIter *iter, gpointer user_data)
{
  GtkEditable     *editable = GTK_EDITABLE (gtk_entry_completion_get_entry (completion));
  g_autofree char *word = NULL;

  gtk_tree_model_get (gtk_entry_completion_get_model (completion), iter, 0, &word, -1);
  return pel_selector_words_fits (gtk_editable_get_text (editable),
                                  gtk_editable_get_position (editable),
                                  word);
}

static gboolean
chosen_cb (GtkEntryCompletion *completion,
           GtkTreeModel       *model,
           GtkTreeIter        *iter,
           PelSelectorBar     *self)
{
  GtkEditable     *editable = GTK_EDITABLE (self->entry);
  g_autofree char *word = NULL;
  g_autofree char *text = NULL;
  int              position = gtk_editable_get_position (editable);

  gtk_tree_model_get (model, iter, 0, &word, -1);
  text = pel_selector_words_complete (gtk_editable_get_text (editable), &position, word);
  gtk_editable_set_text (editable, text);
  gtk_editable_set_position (editable, position);
  return GDK_EVENT_STOP;
}

static void
add_completion (PelSelectorBar *self)
{
  g_autoptr (GtkEntryCompletion) completion = gtk_entry_completion_new ();
  g_autoptr (GtkListStore)       store = gtk_list_store_new (1, G_TYPE_STRING);
  g_auto (GStrv)                 words = pel_selector_words_list ();

  for (guint i = 0; words[i] != NULL; i++)
    gtk_list_store_insert_with_values (store, NULL, -1, 0, words[i], -1);
  gtk_entry_completion_set_model (completion, GTK_TREE_MODEL (store));
  gtk_entry_completion_set_text_column (completion, 0);
  gtk_entry_completion_set_minimum_key_length (completion, 2);
  gtk_entry_completion_set_match_func (completion, matches_cb, NULL, NULL);
  g_signal_connect (completion, "match-selected", G_CALLBACK (chosen_cb), self);
  gtk_entry_set_completion (self->entry, completion);
}

static gboolean
pel_selector_bar_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (PEL_SELECTOR_BAR (widget)->entry));
}

static void
pel_selector_bar_dispose (GObject *object)
{
  PelSelectorBar *self = PEL_SELECTOR_BAR (object);

  if (self->search != NULL)
    g_signal_handlers_disconnect_by_data (self->search, self);
  g_clear_object (&self->search);
  G_OBJECT_CLASS (pel_selector_bar_parent_class)->dispose (object);
}

static void
pel_selector_bar_class_init (PelSelectorBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_selector_bar_dispose;
  widget_class->grab_focus = pel_selector_bar_grab_focus;
  followed_signal = g_signal_new ("followed",
                                  PEL_TYPE_SELECTOR_BAR,
                                  G_SIGNAL_RUN_LAST,
                                  0,
                                  NULL,
                                  NULL,
                                  NULL,
                                  G_TYPE_NONE,
                                  2,
                                  G_TYPE_STRING,
                                  G_TYPE_UINT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/selector-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, PelSelectorBar, entry);
  gtk_widget_class_bind_template_child (widget_class, PelSelectorBar, count);
  gtk_widget_class_bind_template_child (widget_class, PelSelectorBar, note);
  gtk_widget_class_bind_template_child (widget_class, PelSelectorBar, steps);
  gtk_widget_class_bind_template_callback (widget_class, text_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
  gtk_widget_class_bind_template_callback (widget_class, previous_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_pressed_cb);
}

static void
pel_selector_bar_init (PelSelectorBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_completion (self);
}

void
pel_selector_bar_set_search (PelSelectorBar *self, PelSelectorSearch *search)
{
  g_return_if_fail (PEL_IS_SELECTOR_BAR (self));
  g_return_if_fail (self->search == NULL);

  self->search = g_object_ref (search);
  g_signal_connect_swapped (search, "changed", G_CALLBACK (search_changed_cb), self);
  text_changed_cb (self);
}
