/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/monitor.h"
#include "services/region/region.h"

/* Texts of scene items. What other programs say of themselves is cut, escaped, and isolated from
 * what stands around it. */

/* (transfer full): “Button\t“Save”\t120 × 34 · #12”, with @note (nullable) on a second line. The
 * size is that on @monitor; without a number (0) none is told. */
char *pel_label_text_for_region (const PelRegion  *region,
                                 guint             number,
                                 const PelMonitor *monitor,
                                 const char       *note);

/* (transfer full): of one that says @text and nothing else. */
char *pel_label_text_for_note (const char *text);

/* (transfer full) */
char *pel_label_text_for_hidden (guint n_hidden);

/* (transfer full): keeps the “\t” before a line. */
char *pel_label_text_for_banner (const char *text);
