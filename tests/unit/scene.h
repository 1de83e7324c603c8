/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/* (transfer full): snapshot s@number of a desktop in one line of text. Parts are separated by “|”:
 *
 *   calc            a program, with the bus name :calc; calc/2 is another one of the same name;
 *                   behind it “silent” (it does not answer), “unread” (not to its end), “mine” (it
 *                   has the pid of this process)
 *   >Window         an element of it, one > for each level; behind it, in any order:
 *                   :Some_name (_ is a space), e5 (its ref), +checked (a state), =12 (its value),
 *                   @7 (where it is), text and value (interfaces), hidden (it cannot be seen),
 * secret #w1 Some_title  a window, the topmost first; behind it “menu” (unmanaged), “away” (not
 * seen)
 *
 * Elements are enabled and visible unless it is said otherwise. */
PelSnapshot *scene_build (guint number, const char *text);
