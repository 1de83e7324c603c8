/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/thumbnail-pane.h"

#include "inspector/photographer.h"
#include "inspector/row-text.h"
#include "inspector/thumbnail.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

#define SLOW_MS 300 /* what takes longer is shown to be under way */

struct _PelThumbnailPane
{
  GtkBox        parent_instance;
  GtkStack     *stack;
  PelThumbnail *thumbnail;
  GtkLabel     *message;
  GtkSpinner   *spinner;
  GtkLabel     *caption;

  PelPhotographer      *photographer;
  PelElementItem       *item;     /* (nullable) */
  PelPortrait          *portrait; /* (nullable) of the item: what is copied and saved */
  GtkFileChooserNative *chooser;  /* (nullable) while it is open */
  PelPortrait          *chosen;   /* (nullable) what it is open for */
  guint                 slow_id;
};

enum
{
  TOLD,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelThumbnailPane, pel_thumbnail_pane, GTK_TYPE_BOX)

/* What is shown */

static void
set_busy (PelThumbnailPane *self, gboolean is_busy)
{
  g_clear_handle_id (&self->slow_id, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), is_busy);
  gtk_spinner_set_spinning (self->spinner, is_busy);
}

static gboolean
slow_cb (gpointer data)
{
  PelThumbnailPane *self = data;

  self->slow_id = 0;
  set_busy (self, TRUE);
  gtk_label_set_text (self->caption, _ ("Taking a screenshot…"));
  return G_SOURCE_REMOVE;
}

static void
begun_cb (PelThumbnailPane *self)
{
  g_clear_handle_id (&self->slow_id, g_source_remove);
  self->slow_id = g_timeout_add (SLOW_MS, slow_cb, self);
}

/* The only writer of self->portrait. */
static void
set_portrait (PelThumbnailPane *self, PelPortrait *portrait)
{
  GtkWidget *widget = GTK_WIDGET (self);

  g_clear_pointer (&self->portrait, pel_portrait_unref);
  self->portrait = portrait != NULL ? pel_portrait_ref (portrait) : NULL;
  gtk_widget_action_set_enabled (widget, "thumbnail.copy", portrait != NULL);
  gtk_widget_action_set_enabled (widget, "thumbnail.save", portrait != NULL);
}

static char *
describe (const PelPortrait *portrait, gboolean is_covered)
{
  g_autofree char *size =
      /* Translators: width and height of a picture */
      g_strdup_printf (_ ("%d × %d pixels"), portrait->width, portrait->height);

  if (!is_covered)
    return g_steal_pointer (&size);
  /* Translators: of a picture: its size, and what else is in it */
  return g_strdup_printf (_ ("%s, including another window in front"), size);
}

static void
taken_cb (PelThumbnailPane *self, PelPortrait *portrait, gboolean is_covered)
{
  g_autofree char *caption = describe (portrait, is_covered);

  set_busy (self, FALSE);
  set_portrait (self, portrait);
  pel_thumbnail_set_portrait (self->thumbnail, portrait);
  gtk_label_set_text (self->caption, caption);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->thumbnail),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  caption,
                                  -1);
  gtk_stack_set_visible_child_name (self->stack, "picture");
  gtk_widget_remove_css_class (GTK_WIDGET (self->stack), "outdated");
}

static void
failed_cb (PelThumbnailPane *self, const char *message)
{
  g_autofree char *shown = pel_text_isolate (message);

  set_busy (self, FALSE);
  set_portrait (self, NULL);
  pel_thumbnail_set_portrait (self->thumbnail, NULL);
  gtk_label_set_text (self->caption, "");
  gtk_label_set_text (self->message, shown);
  gtk_stack_set_visible_child_name (self->stack, "message");
  gtk_widget_remove_css_class (GTK_WIDGET (self->stack), "outdated");
}

/* What the person does with it */

static void
refresh_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  pel_photographer_refresh (PEL_THUMBNAIL_PANE (widget)->photographer);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelThumbnailPane              *self = PEL_THUMBNAIL_PANE (widget);
  g_autoptr (GdkContentProvider) content = NULL;

  if (self->portrait == NULL)
    return;
  /* the file as it was taken: a texture would be written again for everyone who pastes it */
  content = gdk_content_provider_new_for_bytes ("image/png", self->portrait->file);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (widget), content);
  g_signal_emit (self, signals[TOLD], 0, _ ("Copied the screenshot"));
}

static void
saved_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelThumbnailPane) self = data;
  g_autoptr (GError)           error = NULL;
  g_autofree char             *text = NULL, *shown = NULL;

  if (pel_portrait_save_finish (result, &error))
    {
      g_signal_emit (self, signals[TOLD], 0, _ ("Saved the screenshot"));
      return;
    }
  text = g_strdup_printf (_ ("Could not save: %s"), error->message);
  shown = pel_text_isolate (text);
  gtk_label_set_text (self->caption, shown);
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, PelThumbnailPane *self)
{
  g_autoptr (GFile)       file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_autoptr (PelPortrait) chosen = g_steal_pointer (&self->chosen);

  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    pel_portrait_save_async (chosen, file, NULL, saved_cb, g_object_ref (self));
  g_clear_object (&self->chooser);
}

/* Among the pictures, or at home: not where this program happens to have been started. */
static void
suggest_place (PelThumbnailPane *self)
{
  const char         *pictures = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);
  gboolean            is_there = pictures != NULL && g_file_test (pictures, G_FILE_TEST_IS_DIR);
  g_autoptr (GFile)   folder = g_file_new_for_path (is_there ? pictures : g_get_home_dir ());
  g_auto (PelRowText) text = { NULL };
  g_autofree char    *name = NULL;

  pel_row_text_init (&text, self->item);
  name = pel_portrait_dup_file_name (text.kind, pel_element_item_get_name (self->item));
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), folder, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelThumbnailPane *self = PEL_THUMBNAIL_PANE (widget);

  if (self->portrait == NULL || self->chooser != NULL)
    return;
  self->chosen = pel_portrait_ref (self->portrait);
  self->chooser = gtk_file_chooser_native_new (_ ("Save Screenshot"),
                                               GTK_WINDOW (gtk_widget_get_root (widget)),
                                               GTK_FILE_CHOOSER_ACTION_SAVE,
                                               _ ("_Save"),
                                               _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  suggest_place (self);
  g_signal_connect (self->chooser, "response", G_CALLBACK (chosen_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
pel_thumbnail_pane_dispose (GObject *object)
{
  PelThumbnailPane *self = PEL_THUMBNAIL_PANE (object);

  g_clear_handle_id (&self->slow_id, g_source_remove);
  if (self->photographer != NULL)
    pel_photographer_set_context (self->photographer, NULL);
  g_clear_object (&self->photographer);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->chosen, pel_portrait_unref);
  g_clear_pointer (&self->portrait, pel_portrait_unref);
  g_clear_object (&self->item);
  gtk_widget_dispose_template (GTK_WIDGET (self), PEL_TYPE_THUMBNAIL_PANE);
  G_OBJECT_CLASS (pel_thumbnail_pane_parent_class)->dispose (object);
}

static void
pel_thumbnail_pane_class_init (PelThumbnailPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_thumbnail_pane_dispose;
  signals[TOLD] = g_signal_new ("told",
                                PEL_TYPE_THUMBNAIL_PANE,
                                G_SIGNAL_RUN_LAST,
                                0,
                                NULL,
                                NULL,
                                NULL,
                                G_TYPE_NONE,
                                1,
                                G_TYPE_STRING);
  g_type_ensure (PEL_TYPE_THUMBNAIL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/thumbnail-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, PelThumbnailPane, stack);
  gtk_widget_class_bind_template_child (widget_class, PelThumbnailPane, thumbnail);
  gtk_widget_class_bind_template_child (widget_class, PelThumbnailPane, message);
  gtk_widget_class_bind_template_child (widget_class, PelThumbnailPane, spinner);
  gtk_widget_class_bind_template_child (widget_class, PelThumbnailPane, caption);
  gtk_widget_class_install_action (widget_class, "thumbnail.refresh", NULL, refresh_action);
  gtk_widget_class_install_action (widget_class, "thumbnail.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "thumbnail.save", NULL, save_action);
}

static void
pel_thumbnail_pane_init (PelThumbnailPane *self)
{
  static const struct
  {
    const char *signal;
    GCallback   callback;
  } heard[] = {
    { "begun", G_CALLBACK (begun_cb) },
    { "taken", G_CALLBACK (taken_cb) },
    { "failed", G_CALLBACK (failed_cb) },
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  set_portrait (self, NULL);
  self->photographer = pel_photographer_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (heard); i++)
    g_signal_connect_object (self->photographer,
                             heard[i].signal,
                             heard[i].callback,
                             self,
                             G_CONNECT_SWAPPED);
}

void
pel_thumbnail_pane_set_context (PelThumbnailPane *self, const PelToolContext *context)
{
  g_return_if_fail (PEL_IS_THUMBNAIL_PANE (self));

  pel_photographer_set_context (self->photographer, context);
}

/* Until there is a picture of this one, that of the last keeps the place, so that nothing below
 * jumps; it is faint, and cannot be had any more. */
static void
show_item (PelThumbnailPane *self)
{
  g_auto (PelRowText) text = { NULL };
  g_autofree char    *label = NULL;

  pel_row_text_init (&text, self->item);
  /* Translators: an element, as in “Screenshot of Button “OK”” */
  label = g_strdup_printf (_ ("Screenshot of %s %s"), text.kind, text.name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->thumbnail),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label,
                                  -1);
  gtk_label_set_text (self->caption, "");
  gtk_widget_add_css_class (GTK_WIDGET (self->stack), "outdated");
}

void
pel_thumbnail_pane_set_item (PelThumbnailPane *self, PelElementItem *item)
{
  g_return_if_fail (PEL_IS_THUMBNAIL_PANE (self));

  if (!g_set_object (&self->item, item))
    return;
  set_busy (self, FALSE);
  set_portrait (self, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), item != NULL);
  if (item != NULL)
    show_item (self);
  pel_photographer_set_ref (self->photographer, item != NULL ? pel_element_item_get_ref (item) : 0);
}

void
pel_thumbnail_pane_set_shown (PelThumbnailPane *self, gboolean is_shown)
{
  g_return_if_fail (PEL_IS_THUMBNAIL_PANE (self));

  pel_photographer_set_shown (self->photographer, is_shown);
}

void
pel_thumbnail_pane_refresh (PelThumbnailPane *self)
{
  g_return_if_fail (PEL_IS_THUMBNAIL_PANE (self));

  pel_photographer_refresh (self->photographer);
}

void
pel_thumbnail_pane_note_visible (PelThumbnailPane *self)
{
  g_return_if_fail (PEL_IS_THUMBNAIL_PANE (self));

  pel_photographer_note_visible (self->photographer);
}
