/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* What libFuzzer calls, and fuzz-main.c where there is none. Ends the process where something is
 * wrong; returns 0. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);
