/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/overlay-picker.h"

#include "services/base/error.h"
#include "services/base/gate.h"

#include <glib/gi18n.h>
#include <unistd.h>

struct _PelOverlayPicker
{
  GObject          parent_instance;
  PelWindowSource *windows;
  PelPickingTools  tools;
  PelPickInputFunc make_input;
  gpointer         data;
  GTask           *task;    /* (nullable) of the picking that goes on; it holds us */
  GPtrArray       *picked;  /* (nullable) what it is answered with … */
  GError          *error;   /* (nullable) … or with this */
  PelPicking      *picking; /* (nullable) once it has begun */
  GSource         *cancel_source;
  guint            asked_id; /* of what ends it */
};

static void pel_overlay_picker_interface_init (PelPickerInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelOverlayPicker,
                               pel_overlay_picker,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_PICKER,
                                                      pel_overlay_picker_interface_init))

static void
free_source (GSource *source)
{
  g_source_destroy (source);
  g_source_unref (source);
}

/* Everything is as it was before. */
static void
gone_cb (gpointer user_data)
{
  g_autoptr (PelOverlayPicker) self = user_data;
  g_autoptr (GTask)            task = g_steal_pointer (&self->task);

  if (self->picked != NULL)
    g_task_return_pointer (task,
                           g_steal_pointer (&self->picked),
                           (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, g_steal_pointer (&self->error));
}

/* Takes @picked or @error: the answer, once the person has the pointer again. */
static void
stop (PelOverlayPicker *self, GPtrArray *picked, GError *error)
{
  self->picked = picked;
  self->error = error;
  g_clear_pointer (&self->cancel_source, free_source);
  if (self->picking != NULL)
    pel_picking_free (g_steal_pointer (&self->picking), gone_cb, g_object_ref (self));
  else
    gone_cb (g_object_ref (self));
}

static void
done_cb (GPtrArray *picked, const GError *error, gpointer user_data)
{
  stop (user_data, picked, error != NULL ? g_error_copy (error) : NULL);
}

static void
stop_cancelled (PelOverlayPicker *self)
{
  GError *error = NULL;

  g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Picking was cancelled"));
  stop (self, NULL, error);
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  PelOverlayPicker *self = user_data;

  if (self->picking != NULL)
    stop_cancelled (self);
  return G_SOURCE_REMOVE;
}

/* The pointer and the keys are needed for the answer, and a prompt beside it would be heard as part
 * of the question. */
static void
stop_for_question (PelOverlayPicker *self)
{
  GError *error = NULL;

  pel_gate_set_error (PEL_GATE_QUESTION, &error);
  stop (self, NULL, error);
}

static gboolean
asked_cb (gpointer data)
{
  PelOverlayPicker *self = data;

  self->asked_id = 0;
  if (self->picking != NULL && pel_region_registry_is_asking (self->tools.registry))
    stop_for_question (self);
  return G_SOURCE_REMOVE;
}

/* Not at once: the picking itself changes what is shown. */
static void
regions_changed_cb (PelOverlayPicker *self)
{
  if (self->picking != NULL && self->asked_id == 0 &&
      pel_region_registry_is_asking (self->tools.registry))
    self->asked_id = g_idle_add (asked_cb, self);
}

/* The one that a person works in. */
static const char *
find_window (PelDesktop *desktop)
{
  PelWindow *active = pel_desktop_find_active (desktop);

  if (active == NULL || pel_window_get_info (active)->pid == getpid ())
    return NULL;
  return pel_window_get_info (active)->id;
}

static void
begin (PelOverlayPicker *self, PelDesktop *desktop)
{
  GError       *error = NULL;
  PelPickInput *input = self->make_input (self->data, &error);
  const GError *obstacle;

  if (input != NULL)
    {
      pel_region_registry_set_obstacle (self->tools.registry, NULL);
      pel_region_registry_set_layout (self->tools.registry, pel_desktop_get_layout (desktop));
      self->picking = pel_picking_new (&self->tools,
                                       input,
                                       g_task_get_task_data (self->task),
                                       find_window (desktop),
                                       done_cb,
                                       self);
      obstacle = pel_region_registry_get_obstacle (self->tools.registry);
      if (obstacle == NULL)
        return;
      error = g_error_copy (obstacle);
    }
  stop (self, NULL, error);
}

static void
queried_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelOverlayPicker) self = user_data;
  GError                      *error = NULL;
  g_autoptr (PelDesktop)       desktop =
      pel_window_source_query_finish (PEL_WINDOW_SOURCE (source), result, &error);

  if (desktop == NULL)
    stop (self, NULL, error);
  else if (g_cancellable_is_cancelled (g_task_get_cancellable (self->task)))
    stop_cancelled (self);
  else if (pel_region_registry_is_asking (self->tools.registry))
    stop_for_question (self);
  else
    begin (self, desktop);
}

static void
pick_async (PelPicker          *picker,
            const char         *prompt,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  PelOverlayPicker *self = PEL_OVERLAY_PICKER (picker);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GError           *error = NULL;

  g_task_set_source_tag (task, pick_async);
  g_task_set_task_data (task, g_strdup (prompt), g_free);
  if (self->task != NULL)
    {
      pel_set_error (&error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Wait until the person has picked an element, then try again"),
                     _ ("Another client is already asking the person to pick an element"));
      g_task_return_error (task, error);
      return;
    }
  if (cancellable != NULL)
    {
      self->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->cancel_source, G_SOURCE_FUNC (cancelled_cb), self, NULL);
      g_source_attach (self->cancel_source, NULL);
    }
  self->task = g_steal_pointer (&task);
  pel_window_source_query_async (self->windows, cancellable, queried_cb, g_object_ref (self));
}

static GPtrArray *
pick_finish (PelPicker *picker, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
pel_overlay_picker_dispose (GObject *object)
{
  PelOverlayPicker *self = PEL_OVERLAY_PICKER (object);

  g_clear_handle_id (&self->asked_id, g_source_remove);
  if (self->picking != NULL)
    stop_cancelled (self);
  g_clear_object (&self->windows);
  G_OBJECT_CLASS (pel_overlay_picker_parent_class)->dispose (object);
}

static void
pel_overlay_picker_class_init (PelOverlayPickerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_overlay_picker_dispose;
}

static void
pel_overlay_picker_interface_init (PelPickerInterface *interface)
{
  interface->pick_async = pick_async;
  interface->pick_finish = pick_finish;
}

static void
pel_overlay_picker_init (PelOverlayPicker *self)
{
}

PelPicker *
pel_overlay_picker_new (PelWindowSource       *windows,
                        const PelPickingTools *tools,
                        PelPickInputFunc       make_input,
                        gpointer               data)
{
  PelOverlayPicker *self = g_object_new (PEL_TYPE_OVERLAY_PICKER, NULL);

  self->windows = g_object_ref (windows);
  self->tools = *tools;
  self->make_input = make_input;
  self->data = data;
  g_signal_connect_object (tools->registry,
                           "changed",
                           G_CALLBACK (regions_changed_cb),
                           self,
                           G_CONNECT_SWAPPED);
  return PEL_PICKER (self);
}
