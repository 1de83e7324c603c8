/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/chord.h"

#include <gio/gio.h>

/**
 * PelPersonWatch:
 *
 * Knows when the person uses their own keyboard and pointer: one subclass for each window system.
 * Each press and movement of theirs, and none of ours, is told to pel_gate_note_person(). While
 * no one does anything it costs nothing.
 *
 * Signal "stop": the person has pressed the panic chord.
 */
#define PEL_TYPE_PERSON_WATCH (pel_person_watch_get_type ())
G_DECLARE_DERIVABLE_TYPE (PelPersonWatch, pel_person_watch, PEL, PERSON_WATCH, GObject)

struct _PelPersonWatchClass
{
  GObjectClass parent_class;

  gboolean (*set_panic_chord) (PelPersonWatch *self, const PelChord *chord, GError **error);
  const GError *(*get_error) (PelPersonWatch *self);       /* (nullable): there never is one */
  const GError *(*get_panic_error) (PelPersonWatch *self); /* (nullable): there never is one */
};

/* Nothing, until this is called. @chord (nullable): none. Fails with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE where the window system lets no one hear of it. */
gboolean
pel_person_watch_set_panic_chord (PelPersonWatch *self, const PelChord *chord, GError **error);

/* (nullable): why nothing is heard of the person, or of the panic chord. It may come and go. */
const GError *pel_person_watch_get_error (PelPersonWatch *self);
const GError *pel_person_watch_get_panic_error (PelPersonWatch *self);

/* For subclasses. */
void pel_person_watch_emit_stop (PelPersonWatch *self);
