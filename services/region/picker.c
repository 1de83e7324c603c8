/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/region/picker.h"

G_DEFINE_INTERFACE (PelPicker, pel_picker, G_TYPE_OBJECT)

static void
pel_picker_default_init (PelPickerInterface *interface)
{
}

PelPicked *
pel_picked_new (PelSnapshot *snapshot, PelElementId id)
{
  PelPicked *self = g_new (PelPicked, 1);

  *self = (PelPicked){ g_object_ref (snapshot), id };
  return self;
}

void
pel_picked_free (PelPicked *self)
{
  g_object_unref (self->snapshot);
  g_free (self);
}

void
pel_picker_pick_async (PelPicker          *self,
                       const char         *prompt,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_return_if_fail (PEL_IS_PICKER (self));

  PEL_PICKER_GET_IFACE (self)->pick_async (self, prompt, cancellable, callback, user_data);
}

GPtrArray *
pel_picker_pick_finish (PelPicker *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (PEL_IS_PICKER (self), NULL);

  return PEL_PICKER_GET_IFACE (self)->pick_finish (self, result, error);
}
