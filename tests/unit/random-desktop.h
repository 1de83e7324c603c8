/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

#define RANDOM_DESKTOP_WINDOWS 5

/* Windows over each other on two small monitors (the second at 1.5), and elements in them at random
 * places: some windows expose nothing, some elements have a window of their own below another's. */
typedef struct
{
  PelSnapshot *snapshot;
  guint        roots[RANDOM_DESKTOP_WINDOWS]; /* the ref of what is drawn in each window, or 0 */
} RandomDesktop;

RandomDesktop *random_desktop_new (void);
void           random_desktop_free (RandomDesktop *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RandomDesktop, random_desktop_free)

/* The rules, word for word and slow. The window that an element is drawn in; -1: none. */
int random_desktop_find_window (const RandomDesktop *self, PelElementId id);

/* Whether an element is drawn at @point of that window, were there nothing over it. */
gboolean random_desktop_is_drawn (const RandomDesktop *self,
                                  PelElementId         id,
                                  int                  window,
                                  PelNativePoint       point);

/* One without elements, for tests that bring their own: windows have the ids “0”, “1” … */
PelDesktop *test_desktop_new (const PelMonitorLayout *layout,
                              const PelNativeRect    *windows,
                              guint                   n_windows,
                              guint                   hidden); /* a bit for each that is */
