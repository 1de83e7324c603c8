/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/screen-image.h"

/* One output of a wlroots compositor, as a PelScreenImage through @task (transfer full). */
void pel_wlr_screen_image_take (GTask *task, const char *output_name);
