/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Takes frames of buttons and fields, rules and underlines out of a picture of dark ink on white:
 * they would be read as strokes, and hide the text that stands in them. A line across is longer
 * than any letter; a line down is one only where it meets a line across, since stems of large
 * letters are long too. @unit: pixels for a logical one. Pure. */
void pel_frame_lines_erase (guint8 *grey, int width, int height, int unit);
