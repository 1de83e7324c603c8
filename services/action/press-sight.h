/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-reading.h"
#include "services/element/snapshot.h"

#include <gio/gio.h>

/* An element right before a button was pressed on it, and while it is down. A value; all is
 * borrowed. */
typedef struct
{
  PelSnapshot             *before;
  PelElementId             id; /* in @before */
  const PelElementReading *reading_before;
  PelSnapshot             *after;
  const PelElementReading *reading_after;
  PelNativePoint           point;          /* where it was pressed */
  gboolean                 is_window_sure; /* the window system let it go to no other program */
} PelPressSight;

typedef enum
{
  PEL_PRESS_WRONG,    /* on something else, as far as is known */
  PEL_PRESS_DOUBTFUL, /* nothing speaks against it, but the element should have the keyboard now */
  PEL_PRESS_UNTOLD,   /* nothing speaks against it */
  PEL_PRESS_RIGHT,    /* the element shows it */
} PelPressVerdict;

/* What was pressed. That the element has the keyboard now, or says that it is pressed or selected,
 * proves that it was, wherever it has gone since. Else it must be where it was, nothing else there
 * may show the same, and nothing that is drawn with it may lie over it; a menu or a dialog may well
 * have come of the press, but not the window of another program. Sets @error where it is wrong:
 * PEL_ERROR_STALE_REF, PEL_ERROR_NOT_STABLE or PEL_ERROR_OBSCURED; as for pel_actionability_check()
 * its details name the check. Pure. */
PelPressVerdict pel_press_sight_judge (const PelPressSight *self, GError **error);

/* Whether a press at @point reaches the element, by what is drawn with it. Fails with
 * PEL_ERROR_OBSCURED. Pure. */
gboolean pel_press_sight_check_point (PelSnapshot   *snapshot,
                                      PelElementId   id,
                                      PelNativePoint point,
                                      GError       **error);
