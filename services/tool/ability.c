/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/ability.h"

#include <glib/gi18n.h>

/* clang-format off */
const PelAbility pel_abilities[] = {
  { "windows", 0 },
  { "monitors", 0 },
  { "input", PEL_FEATURE_INJECT_POINTER | PEL_FEATURE_INJECT_KEYBOARD, N_ ("Input"),
    N_ ("Pointer and keyboard input can be sent to programs"),
    N_ ("The display server does not support sending input"),
    N_ ("On X11, enable the XTEST extension; on Wayland, use a compositor that supports virtual pointer and keyboard") },
  { "pointer", PEL_FEATURE_POINTER_POSITION, N_ ("Pointer"),
    N_ ("The pointer position can be read"),
    N_ ("The pointer position cannot be read"),
    N_ ("Connect a pointing device, or use a compositor that supports layer-shell") },
  { "capture", PEL_FEATURE_CAPTURE_SCREEN, N_ ("Capture"),
    N_ ("The screen can be captured"),
    N_ ("The display server does not let programs capture the screen"),
    N_ ("Use a compositor that supports the screencopy protocol") },
  { "capture-covered", PEL_FEATURE_CAPTURE_WINDOWS, NULL, NULL,
    N_ ("Only what is visible on screen can be captured"),
    N_ ("Bring the window to the front first") },
  { "transparency", PEL_FEATURE_COMPOSITOR | PEL_FEATURE_ALPHA_WINDOWS, NULL, NULL,
    N_ ("No compositor is running"),
    N_ ("Start a compositor, for example picom") },
  { NULL },
};
/* clang-format on */

gboolean
pel_ability_is_there (const PelAbility *self, const PelPlatform *platform)
{
  return (platform->features & self->all) == self->all;
}
