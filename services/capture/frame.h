/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"

#include <gio/gio.h>

#define PEL_FRAME_MAX_AGE_S 300  /* what an older picture shows is hardly there any more */
#define PEL_FRAME_MAX_KEPT  1024 /* of all callers, in that time: a few small numbers each */

/**
 * PelFrame:
 *
 * Where a picture was taken, so that a pixel of it can be found again. A value; @desktop is as it
 * was then.
 */
typedef struct
{
  const char      *id;            /* “f3” */
  PelPhysicalPoint origin;        /* of the picture's first pixel */
  double           scale;         /* image pixels for one physical pixel; 1 unless it was reduced */
  int              width, height; /* of the picture */
  PelDesktop      *desktop;
  const char      *window_id; /* (nullable) the window that it is of */
  gint64           time;      /* monotonic */
} PelFrame;

/* The pixel of the virtual desktop that @point of the picture shows. Pure but for the clock, which
 * is @now. Fails with PEL_ERROR_OUT_OF_BOUNDS for a point outside of the picture, and with
 * PEL_ERROR_STALE_REF where it is out of date: it is too old, monitors are others in @desktop, its
 * window is gone, has moved or has another size; of a picture that is not of one window, the window
 * at the point is another one, or elsewhere. */
gboolean pel_frame_to_physical (const PelFrame   *self,
                                PelImagePoint     point,
                                PelDesktop       *desktop,
                                gint64            now,
                                PelPhysicalPoint *ret_point,
                                GError          **error);

/**
 * PelFrameStore:
 *
 * The frames of the last while. The oldest makes room for a new one.
 */
typedef struct _PelFrameStore PelFrameStore;

/* @path: (nullable) the file that keeps the next number, so that no id is given twice within a
 * login; NULL: they begin at 1. */
PelFrameStore *pel_frame_store_new (const char *path);
void           pel_frame_store_free (PelFrameStore *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelFrameStore, pel_frame_store_free)

/* Copies it and gives it an id, which is returned. */
const char *pel_frame_store_add (PelFrameStore *self, const PelFrame *frame);

/* (transfer none). Fails with PEL_ERROR_STALE_REF: there is none of this id, or no longer. */
const PelFrame *pel_frame_store_find (PelFrameStore *self, const char *id, GError **error);
