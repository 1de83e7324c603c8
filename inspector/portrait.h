/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"

#include <gio/gio.h>

/* A preview is no larger, in pixels: what the pane has room for on a screen of scale 2. */
#define PEL_PORTRAIT_MAX_WIDTH  1280
#define PEL_PORTRAIT_MAX_HEIGHT 320

/**
 * PelPortrait:
 *
 * The picture of one element: the PNG file as it was taken, with every pixel, and what of it is
 * shown. Counted, and never changed.
 */
typedef struct
{
  GBytes   *file;
  PelImage *preview;       /* the pixels of the file, or fewer where they are too many */
  int       width, height; /* of the file */
  double    scale;         /* how large interfaces are drawn where it was taken */
} PelPortrait;

PelPortrait *pel_portrait_ref (PelPortrait *self);
void         pel_portrait_unref (PelPortrait *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPortrait, pel_portrait_unref)

/* From a PNG file. A large one takes tens of milliseconds to decode, which a thread does. */
void         pel_portrait_read_async (GBytes             *file,
                                      double              scale,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
PelPortrait *pel_portrait_read_finish (GAsyncResult *result, GError **error);

/* Writes all of it or nothing, in place of what is there: whoever chose @file was asked. */
void     pel_portrait_save_async (PelPortrait        *self,
                                  GFile              *file,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
gboolean pel_portrait_save_finish (GAsyncResult *result, GError **error);

/* (transfer full): “Button-Save-as.png” for a button “Save as…”: letters and digits only, since
 * another program chose the name. */
char *pel_portrait_dup_file_name (const char *kind, const char *name);
