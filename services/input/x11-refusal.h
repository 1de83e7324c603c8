/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/gesture.h"
#include "services/input/x11-hand-protocol.h"

/* (transfer full): why a stroke of this kind could not be made, in words. @answer (nullable): the
 * hand has died. */
GError *pel_x11_refusal_new (const PelHandAnswer *answer, PelStrokeKind kind);

/* Takes @error and gives one that says that a part of the gesture has been made. */
GError *pel_x11_refusal_mark_sent (GError *error);
