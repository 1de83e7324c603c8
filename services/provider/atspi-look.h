/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"
#include "services/provider/atspi-bus.h"

/**
 * PelAtspiLook:
 *
 * One look that is under way: which programs it is about, which of them have been started, and
 * whether there is something left to wait for. Its task is ended by pel_atspi_look_return() or
 * pel_atspi_look_fail(), once.
 */
typedef struct _PelAtspiLook PelAtspiLook;

/* Time has passed: the look is to be advanced. */
typedef void (*PelAtspiLookFunc) (PelAtspiLook *self, gpointer data);

/* Takes @task, copies @look. */
PelAtspiLook      *
pel_atspi_look_new (const PelLook *look, GTask *task, PelAtspiLookFunc woken, gpointer data);
void pel_atspi_look_free (PelAtspiLook *self);

/* What it waits for before it can choose its programs. */
void     pel_atspi_look_set_listed (PelAtspiLook *self);
void     pel_atspi_look_set_desktop (PelAtspiLook *self);
gboolean pel_atspi_look_has_begun (PelAtspiLook *self);

/* The program leaves. */
void pel_atspi_look_forget (PelAtspiLook *self, PelAtspiProgram *program);

/* Goes on as far as it can. Its programs, once it has all it can get; NULL with an error where it
 * fails; NULL without one: it waits. */
GPtrArray *
pel_atspi_look_advance (PelAtspiLook *self, PelDesktop *desktop, PelAtspiBus *bus, GError **error);

/* Take the result. */
void pel_atspi_look_return (PelAtspiLook *self, PelSnapshot *snapshot);
void pel_atspi_look_fail (PelAtspiLook *self, GError *error);
