/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/new-file.h"
#include "services/capture/image-diff.h"
#include "services/capture/image-encoder.h"

/**
 * PelCaptureJob:
 *
 * From pixels to what an answer contains: compared with a baseline, reduced, encoded, hashed,
 * written. Pure work on what it owns, for a thread. A value on the heap: the first part is what is
 * wanted, the second what has come of it.
 */
typedef struct
{
  PelImage      *image;
  PelImageFormat format;
  gsize          max_pixels; /* 0: as large as it is */
  char          *file_path;  /* (nullable) */
  char         **folders; /* (nullable): file_path is a name in the first of these that is there */
  char          *new_folder; /* (nullable): the one that is made if none is */
  PelNewFileMode file_mode;
  PelFileScope  *scope;           /* where the caller may write */
  char          *keep_folder;     /* (nullable) where a copy is kept, named after its hash */
  char          *baseline_path;   /* (nullable) */
  char          *difference_path; /* (nullable) of a picture of what is different */
  int            tolerance;
  GArray        *masks; /* (nullable) of PelImageRect, of the whole image */

  double        scale; /* image pixels for one */
  int           width, height;
  GBytes       *bytes;
  char         *sha256;
  PelImageDiff *diff; /* (nullable) without a baseline */
  int           baseline_width, baseline_height;
} PelCaptureJob;

void pel_capture_job_free (PelCaptureJob *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelCaptureJob, pel_capture_job_free)

/* Takes @self. Fails as encoding, reading a baseline and writing files do. */
void           pel_capture_job_run_async (PelCaptureJob      *self,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
PelCaptureJob *pel_capture_job_run_finish (GAsyncResult *result, GError **error);
