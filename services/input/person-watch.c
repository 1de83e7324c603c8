/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/person-watch.h"

G_DEFINE_ABSTRACT_TYPE (PelPersonWatch, pel_person_watch, G_TYPE_OBJECT)

static guint stop_signal;

static void
pel_person_watch_class_init (PelPersonWatchClass *klass)
{
  stop_signal = g_signal_new ("stop",
                              PEL_TYPE_PERSON_WATCH,
                              G_SIGNAL_RUN_LAST,
                              0,
                              NULL,
                              NULL,
                              NULL,
                              G_TYPE_NONE,
                              0);
}

static void
pel_person_watch_init (PelPersonWatch *self)
{
}

gboolean
pel_person_watch_set_panic_chord (PelPersonWatch *self, const PelChord *chord, GError **error)
{
  g_return_val_if_fail (PEL_IS_PERSON_WATCH (self), FALSE);

  return PEL_PERSON_WATCH_GET_CLASS (self)->set_panic_chord (self, chord, error);
}

const GError *
pel_person_watch_get_error (PelPersonWatch *self)
{
  PelPersonWatchClass *klass = PEL_PERSON_WATCH_GET_CLASS (self);

  return klass->get_error != NULL ? klass->get_error (self) : NULL;
}

const GError *
pel_person_watch_get_panic_error (PelPersonWatch *self)
{
  PelPersonWatchClass *klass = PEL_PERSON_WATCH_GET_CLASS (self);

  return klass->get_panic_error != NULL ? klass->get_panic_error (self) : NULL;
}

void
pel_person_watch_emit_stop (PelPersonWatch *self)
{
  g_signal_emit (self, stop_signal, 0);
}
