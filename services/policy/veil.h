/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/policy/policy.h"

/* What the policy keeps private, taken out of a snapshot: of a blocked window only a bare element
 * is left, with the title and the place of the window and PEL_ELEMENT_IS_BLOCKED.
 *
 * A popup of a program that has a blocked window is taken for a part of that, since popups have no
 * title; so is what is drawn in no window that is known. Pure. */

/* (transfer full): the ids of the private windows of a desktop, ends in NULL. */
char **pel_veil_find_windows (const PelPolicy *policy, PelDesktop *desktop);

/* (transfer full): @snapshot itself where nothing in it is private. */
PelSnapshot *pel_veil_apply (const PelPolicy *policy, PelSnapshot *snapshot);

/* Whether anything in it is private. */
gboolean pel_veil_is_needed (const PelPolicy *policy, PelSnapshot *snapshot);

/* Whether an element is, or one that @snapshot does not have might be. */
gboolean pel_veil_covers (const PelPolicy *policy,
                          PelSnapshot     *snapshot,
                          const char      *bus_name,
                          const char      *path);
