/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <sys/types.h>

/**
 * PelStepper:
 *
 * A relay between clients and a server's socket that can stop a process after the n-th step of
 * their talk. A step is one chunk that arrives from either side. The process is stopped before the
 * chunk is passed on: it has the last request before it and cannot answer it, or has answered and
 * goes no further. Descriptors pass through. The server sees the relay's process as its client.
 * Nothing stays stopped when the stepper is freed or the test dies.
 */
typedef struct PelStepper PelStepper;

/* @server: a D-Bus address (unix:path= or unix:abstract=), a path, or '@' and an abstract name.
 * (transfer full) */
PelStepper *pel_stepper_new (const char *server, GError **error);
void        pel_stepper_free (PelStepper *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelStepper, pel_stepper_free)

/* Where clients connect: as a path (good for SWAYSOCK, and for DISPLAY with libxcb). */
const char *pel_stepper_get_path (PelStepper *self);

/* Where clients connect: as a D-Bus address. (transfer full) */
char *pel_stepper_dup_address (PelStepper *self);

/* Counts from now on and stops @pid at the @n_steps-th step, at once when 0. */
void pel_stepper_arm (PelStepper *self, guint n_steps, pid_t pid);

/* How many steps there were since it was armed: a test goes on until no more are needed. */
guint    pel_stepper_get_n_steps (PelStepper *self);
gboolean pel_stepper_has_stopped (PelStepper *self);

/* FALSE when the time is up before it stopped the process. */
gboolean pel_stepper_await_stop (PelStepper *self, int timeout_ms);

/* Lets the process go on and disarms. Harmless when nothing was stopped. */
void pel_stepper_resume (PelStepper *self);
