/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"

/**
 * PelWindowCover:
 *
 * What the windows of a desktop leave of those below them. A window that is seen hides all that is
 * under its bounds: a menu and a tool tip as well, of whatever program they are.
 */
typedef struct _PelWindowCover PelWindowCover;

/* Borrows @desktop. */
PelWindowCover *pel_window_cover_new (PelDesktop *desktop);
void            pel_window_cover_free (PelWindowCover *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelWindowCover, pel_window_cover_free)

/* (nullable) (transfer full): of PelNativeRect, the parts of @rect, which lies in the window at
 * @window_index, that no window above it hides; NULL where it hides all. They do not overlap. Under
 * more windows than anybody can tell apart, what is left may be a little less. */
GArray *pel_window_cover_cut (PelWindowCover *self, guint window_index, const PelNativeRect *rect);
