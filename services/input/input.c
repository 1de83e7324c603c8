/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/input.h"

G_DEFINE_INTERFACE (PelInput, pel_input, G_TYPE_OBJECT)

PelAddressee *
pel_addressee_copy (const PelAddressee *self)
{
  PelAddressee *copy = g_memdup2 (self, sizeof *self);

  copy->window_id = g_strdup (self->window_id);
  copy->drop = self->drop != NULL ? pel_addressee_copy (self->drop) : NULL;
  copy->witness = g_memdup2 (self->witness, self->witness != NULL ? sizeof *self->witness : 0);
  return copy;
}

void
pel_addressee_free (PelAddressee *self)
{
  if (self == NULL)
    return;
  pel_addressee_free ((PelAddressee *) self->drop);
  g_free ((PelWitness *) self->witness);
  g_free ((char *) self->window_id);
  g_free (self);
}

static void
pel_input_default_init (PelInputInterface *iface)
{
}

const PelDriver *
pel_input_get_driver (PelInput *self)
{
  g_return_val_if_fail (PEL_IS_INPUT (self), NULL);

  return PEL_INPUT_GET_IFACE (self)->get_driver (self);
}

gboolean
pel_input_is_checked_at_once (PelInput *self)
{
  g_return_val_if_fail (PEL_IS_INPUT (self), FALSE);

  return PEL_INPUT_GET_IFACE (self)->is_checked_at_once (self);
}

void
pel_input_make_async (PelInput           *self,
                      PelGesture         *gesture,
                      const PelAddressee *addressee,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data)
{
  g_return_if_fail (PEL_IS_INPUT (self));
  g_return_if_fail (gesture != NULL);
  g_return_if_fail (addressee->timeout_ms > 0);

  PEL_INPUT_GET_IFACE (self)
      ->make_async (self, gesture, addressee, cancellable, callback, user_data);
}

gboolean
pel_input_make_finish (PelInput *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (PEL_IS_INPUT (self), FALSE);

  return PEL_INPUT_GET_IFACE (self)->make_finish (self, result, error);
}

void
pel_input_probe_async (PelInput           *self,
                       const PelChord     *chords,
                       guint               n_chords,
                       guint               timeout_ms,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  PelInputInterface *iface = PEL_INPUT_GET_IFACE (self);
  g_autoptr (GTask)  task = NULL;

  g_return_if_fail (PEL_IS_INPUT (self));

  if (iface->probe_async != NULL)
    {
      iface->probe_async (self, chords, n_chords, timeout_ms, cancellable, callback, user_data);
      return;
    }
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, pel_input_probe_async);
  g_task_return_boolean (task, FALSE);
}

gboolean
pel_input_probe_finish (PelInput *self, GAsyncResult *result)
{
  PelInputInterface *iface = PEL_INPUT_GET_IFACE (self);

  g_return_val_if_fail (PEL_IS_INPUT (self), FALSE);

  return iface->probe_finish != NULL ? iface->probe_finish (self, result)
                                     : g_task_propagate_boolean (G_TASK (result), NULL);
}
