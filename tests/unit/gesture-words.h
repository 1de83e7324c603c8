/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/gesture.h"

/* “move 5,6; down 1; up 1; pause 60; press Control_L; type Zoë; …”. (transfer full) */
char *gesture_dup_words (const PelGesture *gesture);
