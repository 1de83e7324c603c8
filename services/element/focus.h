/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/* The element that has the keyboard: the deepest one that says so in the active window, else in its
 * program (a menu is a window of its own). PEL_ELEMENT_NONE where none does. */
PelElementId pel_focus_find (PelSnapshot *snapshot);

/* The same; where none does, the deepest one of any window that says so. */
PelElementId pel_focus_find_likely (PelSnapshot *snapshot);

/* The element of the active window itself; PEL_ELEMENT_NONE where it exposes none. */
PelElementId pel_focus_find_window (PelSnapshot *snapshot);
