/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/**
 * PelOracleImage:
 *
 * What is on the screen, pixel for pixel, taken without any code of the product. X11 gives one
 * image, the root window, without the pointer; sway one for each output, in that output's own
 * device pixels, with the pointer, which a headless compositor cannot leave out: a test moves it
 * away.
 */
typedef struct
{
  char    *output; /* NULL on X11 */
  int      width, height;
  guint32 *pixels; /* 0xRRGGBB, row after row */
} PelOracleImage;

typedef struct
{
  int x, y, width, height;
} PelOracleBox;

void pel_oracle_image_free (PelOracleImage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelOracleImage, pel_oracle_image_free)

/* All images of the desktop of the environment. (transfer full) (element-type PelOracleImage) */
GPtrArray *pel_oracle_capture_all (GError **error);

/* The image of one output; NULL means the root window on X11 and the first output on sway.
 * (transfer full) */
PelOracleImage *pel_oracle_capture (const char *output, GError **error);

/* The smallest box around all pixels of a colour, each channel at most @tolerance off. FALSE when
 * there is none. */
gboolean
pel_oracle_find (const PelOracleImage *image, guint32 rgb, guint tolerance, PelOracleBox *ret_box);

guint   pel_oracle_count (const PelOracleImage *image, guint32 rgb, guint tolerance);
guint32 pel_oracle_read (const PelOracleImage *image, int x, int y);

/* Captures until the colour fills a box twice alike (it has come to rest), at most @timeout_ms. */
gboolean pel_oracle_wait (
    const char *output, guint32 rgb, guint tolerance, int timeout_ms, PelOracleBox *ret_box);

/* A PNG for people to look at. */
gboolean pel_oracle_save (const PelOracleImage *image, const char *path, GError **error);
