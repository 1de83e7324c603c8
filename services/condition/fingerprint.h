/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/* A number for what can be seen of elements: their refs, bounds, states, names and values. Another
 * number: something changed. Begins with PEL_FINGERPRINT_NONE. */
typedef guint64 PelFingerprint;

#define PEL_FINGERPRINT_NONE G_GUINT64_CONSTANT (0xcbf29ce484222325)

/* With the elements from @first to @last. */
PelFingerprint pel_fingerprint_add (PelFingerprint self,
                                    PelSnapshot   *snapshot,
                                    PelElementId   first,
                                    PelElementId   last);

/* With each of @ids (of PelElementId) and all below it, once, in whatever order they are. */
PelFingerprint
pel_fingerprint_add_trees (PelFingerprint self, PelSnapshot *snapshot, const GArray *ids);
