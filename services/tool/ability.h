/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"

/* Something that a window system may or may not let us do, and the words for both. */
typedef struct
{
  const char *id;    /* part of the interface, not translated; NULL ends the table */
  PelFeature  all;   /* the features it requires */
  const char *title; /* the rest for translation; NULL: the doctor does not report it */
  const char *good;
  const char *bad;
  const char *fix;
} PelAbility;

extern const PelAbility pel_abilities[];

gboolean pel_ability_is_there (const PelAbility *self, const PelPlatform *platform);
