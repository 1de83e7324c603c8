/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-source.h"

/**
 * PelDesktopKeeper:
 *
 * The windows and monitors of the last look at the window system, and whether they still are so:
 * while it is live, every change makes it look again.
 */
typedef struct _PelDesktopKeeper PelDesktopKeeper;

/* The desktop has been looked at; @is_different from the one before. With an error it could not. */
typedef void (*PelDesktopKeeperFunc) (PelDesktopKeeper *self,
                                      gboolean          is_different,
                                      const GError     *error,
                                      gpointer          data);

PelDesktopKeeper      *
pel_desktop_keeper_new (PelWindowSource *source, PelDesktopKeeperFunc looked, gpointer data);
void pel_desktop_keeper_free (PelDesktopKeeper *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelDesktopKeeper, pel_desktop_keeper_free)

/* (nullable) (transfer none): the same object as long as nothing is different. */
PelDesktop *pel_desktop_keeper_get (PelDesktopKeeper *self);

/* Live, and nothing has changed since it was looked at. */
gboolean pel_desktop_keeper_is_fresh (PelDesktopKeeper *self);

/* Ends with the callback. A look that is under way and began after the last change counts. */
void pel_desktop_keeper_refresh (PelDesktopKeeper *self);
void pel_desktop_keeper_set_live (PelDesktopKeeper *self, gboolean is_live);
