/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/camera.h"
#include "services/element/element-source.h"
#include "services/ocr/text-layer.h"
#include "services/ocr/text-reader.h"

/* For how long after it was read text is known. */
#define PEL_TEXT_KNOWN_MS 60000

/* What someone else has read in a picture. A value; all is borrowed for the call. */
typedef struct
{
  PelDesktop     *desktop; /* as it was then */
  PelWindow      *window;  /* (nullable) the picture is of it alone */
  PelImage       *image;
  PelPhysicalRect rect; /* what it shows */
  PelTextPage    *page;
} PelTextLesson;

/**
 * PelTextDesk:
 *
 * Where windows are read: takes a picture of them, reads those whose pixels have changed, and
 * remembers what was read.
 */
typedef struct _PelTextDesk PelTextDesk;

/* @refs is borrowed for as long as the desk lives. */
PelTextDesk *pel_text_desk_new (PelTextReader *reader, PelRefCounter *refs);
void         pel_text_desk_free (PelTextDesk *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTextDesk, pel_text_desk_free)

/* As pel_text_source_set_camera(). */
void pel_text_desk_set_camera (PelTextDesk *self, PelCamera *camera, const GError *reason);
PelTextReader *pel_text_desk_get_reader (PelTextDesk *self);
PelTextIndex  *pel_text_desk_get_index (PelTextDesk *self);

/* Reads all windows that @look is about, as they are on the desktop of @snapshot, until @deadline
 * (monotonic). The desk must outlive it. Gives an array of PelTextLeaf, which belongs to the
 * caller; entries are lent until the main loop runs again. @ret_has_changed: another text was read
 * than was known.
 *
 * Fails as cameras and readers do, with PEL_ERROR_NOT_STABLE where windows have moved meanwhile,
 * and with PEL_ERROR_TIMEOUT: what was read by then is known. */
void    pel_text_desk_read_async (PelTextDesk        *self,
                                  PelSnapshot        *snapshot,
                                  const PelLook      *look,
                                  gint64              deadline,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
GArray *pel_text_desk_read_finish (GAsyncResult *result, gboolean *ret_has_changed, GError **error);

/* (transfer full): the same of what is known, of windows that are as large as they were then. */
GArray *pel_text_desk_find_known (PelTextDesk *self, PelSnapshot *snapshot, const PelLook *look);

/* It is known from now on, of those windows that lie in the picture with all that they show. TRUE:
 * it is another text than was known. */
gboolean pel_text_desk_learn (PelTextDesk *self, const PelTextLesson *lesson);
