/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/theme.h"

#include <cairo.h>

/**
 * PelTypesetter:
 *
 * The letters of tags, labels and banners at one scale. Text is never read as markup. For one
 * thread.
 */
typedef struct _PelTypesetter PelTypesetter;

PelTypesetter *pel_typesetter_new (const PelThemeSizes *sizes);
void           pel_typesetter_free (PelTypesetter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTypesetter, pel_typesetter_free)

/* The size of the plate of a tag, label or banner with @text on it, at most @max_width wide. */
void pel_typesetter_measure (PelTypesetter *self,
                             PelItemKind    kind,
                             const char    *text,
                             int            max_width,
                             int           *ret_width,
                             int           *ret_height);

/* Only the letters, into @item's rectangle. Lines that are too long for it end in an ellipsis; in
 * one that is too low there are none. */
void pel_typesetter_paint (PelTypesetter *self, cairo_t *cr, const PelSceneItem *item);
