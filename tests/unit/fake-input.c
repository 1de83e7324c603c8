/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/fake-input.h"

#include "tests/unit/gesture-words.h"

struct _PelFakeInput
{
  GObject parent_instance;

  char *made;
};

static void input_init (PelInputInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelFakeInput,
                               pel_fake_input,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_INPUT, input_init))

static const PelDriver *
get_driver (PelInput *input)
{
  static const PelDriver driver = { "fake", "input", "1" };

  return &driver;
}

static gboolean
is_checked_at_once (PelInput *input)
{
  return TRUE;
}

static void
make_async (PelInput           *input,
            PelGesture         *gesture,
            const PelAddressee *addressee,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  PelFakeInput     *self = PEL_FAKE_INPUT (input);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autofree char  *words = gesture_dup_words (gesture);

  g_task_set_source_tag (task, make_async);
  g_free (self->made);
  self->made = g_strdup_printf ("%s for %s",
                                words,
                                addressee->window_id != NULL ? addressee->window_id : "anybody");
  g_task_return_boolean (task, TRUE);
}

static gboolean
make_finish (PelInput *input, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
pel_fake_input_finalize (GObject *object)
{
  g_free (PEL_FAKE_INPUT (object)->made);
  G_OBJECT_CLASS (pel_fake_input_parent_class)->finalize (object);
}

static void
pel_fake_input_class_init (PelFakeInputClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_fake_input_finalize;
}

static void
pel_fake_input_init (PelFakeInput *self)
{
}

static void
input_init (PelInputInterface *iface)
{
  iface->get_driver = get_driver;
  iface->is_checked_at_once = is_checked_at_once;
  iface->make_async = make_async;
  iface->make_finish = make_finish;
}

PelFakeInput *
pel_fake_input_new (void)
{
  return g_object_new (PEL_TYPE_FAKE_INPUT, NULL);
}

char *
pel_fake_input_take_made (PelFakeInput *self)
{
  return g_steal_pointer (&self->made);
}
