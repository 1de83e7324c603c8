/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "pixel-oracle.h"

PelOracleImage *pel_oracle_image_new (const char *output, int width, int height);
GPtrArray      *pel_oracle_capture_x11 (GError **error);
GPtrArray      *pel_oracle_capture_wayland (GError **error);
