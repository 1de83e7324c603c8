/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

#define PEL_MAX_HELD 32 /* more than a person has fingers */

/* The buttons or keys that are pressed, by their codes. A value; all zeros is empty. What does not
 * fit is not remembered. */
typedef struct
{
  guint32 codes[PEL_MAX_HELD];
  guint   n_codes;
} PelHeldSet;

void     pel_held_set_press (PelHeldSet *self, guint32 code);
gboolean pel_held_set_has (const PelHeldSet *self, guint32 code);

/* FALSE where it was not pressed. */
gboolean pel_held_set_release (PelHeldSet *self, guint32 code);
