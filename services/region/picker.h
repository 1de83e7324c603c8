/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

#include <gio/gio.h>

/* What a person pointed at, in the snapshot in which it was seen then. */
typedef struct
{
  PelSnapshot *snapshot;
  PelElementId id;
} PelPicked;

PelPicked *pel_picked_new (PelSnapshot *snapshot, PelElementId id);
void       pel_picked_free (PelPicked *self);

/**
 * PelPicker:
 *
 * Lets a person point at elements on the screen. One picking at a time: while it goes on, the
 * pointer and the keys are for it alone.
 */
#define PEL_TYPE_PICKER (pel_picker_get_type ())
G_DECLARE_INTERFACE (PelPicker, pel_picker, PEL, PICKER, GObject)

struct _PelPickerInterface
{
  GTypeInterface parent_interface;

  void (*pick_async) (PelPicker          *self,
                      const char         *prompt,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  GPtrArray *(*pick_finish) (PelPicker *self, GAsyncResult *result, GError **error);
};

/* @prompt: (nullable) a few lines for the person, shown above all windows. Ends when the person has
 * chosen, with a GPtrArray that owns PelPickeds, at least one, the last chosen first. Fails with
 * PEL_ERROR_CANCELLED where the person leaves without choosing, PEL_ERROR_CAPABILITY_UNAVAILABLE
 * where it is not possible, or not now. */
void       pel_picker_pick_async (PelPicker          *self,
                                  const char         *prompt,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
GPtrArray *pel_picker_pick_finish (PelPicker *self, GAsyncResult *result, GError **error);
