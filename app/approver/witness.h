/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* What reached the dialog, as reported by the toolkit. */
typedef struct
{
  GdkEventType type;
  guint32      time;     /* of the window system, in milliseconds */
  guint32      modified; /* when the modifier went down that it came with; 0: there was none */
  gint64       seen;     /* monotonic time at which it came */
} PelDeed;

/* How long ago the deed may be. */
#define PEL_WITNESS_FRESH_MS 300

/* For how long before the deed no one else may have touched the pointer or the keyboard. */
#define PEL_WITNESS_ALONE_MS 500

/**
 * PelWitness:
 *
 * Says whether an answer came from the hands of a person. It wants a deed: an event that reached
 * the dialog just now, which what goes through the accessibility bus has not. Where the window
 * system reports which device an event is from (X11), the deed must be that of one which is not
 * XTest's, and no client may have used XTest meanwhile. Wayland does not report it; there,
 * Pellucid itself makes no input while something is asked, and other programs' virtual devices
 * count as the person.
 *
 * Signal "disturbed": something that is no person has just used the pointer or the keyboard.
 */
#define PEL_TYPE_WITNESS (pel_witness_get_type ())
G_DECLARE_DERIVABLE_TYPE (PelWitness, pel_witness, PEL, WITNESS, GObject)

struct _PelWitnessClass
{
  GObjectClass parent_class;

  void (*judge_async) (PelWitness         *self,
                       const PelDeed      *deed,
                       GAsyncReadyCallback callback,
                       gpointer            user_data);
};

/* (nullable): NULL with an error if it cannot be verified here. */
PelWitness *pel_witness_new (GdkDisplay *display, GError **error);

void     pel_witness_judge_async (PelWitness         *self,
                                  const PelDeed      *deed,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
gboolean pel_witness_judge_finish (PelWitness *self, GAsyncResult *result);
