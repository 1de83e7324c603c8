/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/screen-image.h"

/* A part of the root window, as a PelScreenImage through @task (transfer full). */
void pel_x11_screen_image_take (GTask *task, const PelPhysicalRect *rect);
