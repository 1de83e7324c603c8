/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/verb.h"
#include "services/element/element-reading.h"
#include "services/element/snapshot.h"

#include <gio/gio.h>

/* An element as it was seen right before an act: in a snapshot, and in two readings of its place,
 * one a little later than the other. A value; all is borrowed. */
typedef struct
{
  PelSnapshot             *snapshot;
  PelElementId             id; /* PEL_ELEMENT_NONE: it is not there */
  PelVerb                  verb;
  const PelElementReading *first, *second; /* of itself; (nullable): not read nor compared */
} PelActionSight;

/* Whether all of @checks hold. The first that does not is named by the error (its code, and “check”
 * in its details), and what is in the way, if anything is, by “in_the_way”. Pure.
 *
 * What is in a popup of unknown position counts as visible, and so does an item of a combo box
 * that is visible itself: it can be selected while the box is closed. */
gboolean
pel_actionability_check (const PelActionSight *sight, PelActionChecks checks, GError **error);

/* FALSE, with PEL_ERROR_OBSCURED: @cover, PEL_ELEMENT_NONE where that is not known, lies over it.
 */
gboolean
pel_actionability_refuse_covered (PelSnapshot *snapshot, PelElementId cover, GError **error);

/* (transfer full): “button “Save” (e12)”, for messages. Cut, escaped. */
char *pel_action_word_element (const PelElement *element);
