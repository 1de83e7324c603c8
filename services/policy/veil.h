/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/policy/policy.h"
#include "services/policy/privacy-memory.h"

/* What the policy keeps private, taken out of a snapshot: of a blocked window or document only a
 * bare element is left, with its title and place and PEL_ELEMENT_IS_BLOCKED.
 *
 * A window is private by its title, by what its program calls it (the two do not change at the same
 * time), and by the document that it shows; a document in the background is private alone. A popup
 * of a program that has a private window is taken for a part of that, since popups have no title;
 * so is what is drawn in no window that is known. Pure. */

/* What decides. */
typedef struct
{
  PelPolicy        *policy;
  PelPrivacyMemory *memory; /* (nullable): what was private until a moment ago counts as well */
  gint64            now;    /* with @memory */
} PelVeilTerms;

/* (transfer full): the ids of the private windows of a desktop, ends in NULL. */
char **pel_veil_find_windows (const PelVeilTerms *terms, PelDesktop *desktop);

/* (transfer full): the same windows, by their titles alone, as a PelPrivacyMemory knows them. */
char **pel_veil_find_keys (PelPolicy *policy, PelDesktop *desktop);

/* (transfer full): @snapshot itself where nothing in it is private. */
PelSnapshot *pel_veil_apply (const PelVeilTerms *terms, PelSnapshot *snapshot);

/* Notes in the memory what is private in @snapshot now, whatever the memory says. FALSE: nothing.
 */
gboolean pel_veil_remember (const PelVeilTerms *terms, PelSnapshot *snapshot);

/* Whether an element is private, or one that @snapshot does not have might be. */
gboolean pel_veil_covers (const PelVeilTerms *terms,
                          PelSnapshot        *snapshot,
                          const char         *bus_name,
                          const char         *path);
