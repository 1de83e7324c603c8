/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/portrait.h"

#include <gtk/gtk.h>

/**
 * PelThumbnail:
 *
 * A small view of a picture: as large as it is, or reduced to the width that there is and a modest
 * height. As high as that needs, whatever its picture was before.
 */
#define PEL_TYPE_THUMBNAIL (pel_thumbnail_get_type ())
G_DECLARE_FINAL_TYPE (PelThumbnail, pel_thumbnail, PEL, THUMBNAIL, GtkWidget)

/* (nullable) */
void pel_thumbnail_set_portrait (PelThumbnail *self, PelPortrait *portrait);
