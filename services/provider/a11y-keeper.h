/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/**
 * PelA11yKeeper:
 *
 * Keeps accessibility turned on from the first time that it is needed, as long as this object or
 * this process lives. A process of its own then restores what was before, however this one ends.
 */
typedef struct _PelA11yKeeper PelA11yKeeper;

/* @program is the path of pellucid-a11y-keeper. */
PelA11yKeeper *pel_a11y_keeper_new (const char *program);
void           pel_a11y_keeper_free (PelA11yKeeper *self);

/* @ready is called later, once, when accessibility is on, or will not be. Repeated calls are
 * cheap. */
void pel_a11y_keeper_turn_on (PelA11yKeeper *self, GSourceFunc ready, gpointer data);

/* Forgets who waits with @data. */
void pel_a11y_keeper_cancel (PelA11yKeeper *self, gpointer data);

/* Somebody has decided that accessibility stays on: nothing is restored. */
void pel_a11y_keeper_leave_on (void);
