/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/ocr/grey-image.h"

#include <gio/gio.h>

/* The version of the text recognition engine; (nullable) where the program was built without. */
const char *pel_ocr_engine_get_version (void);

/* The languages that are installed for it, NULL-terminated; looks into a folder. */
char **pel_ocr_engine_dup_languages (void);

/* Which of the @installed languages a caller means by @wanted: “deu”, or several as “deu+eng”;
 * NULL: English, or else the first. Pure. (transfer full). Fails with PEL_ERROR_INVALID_ARGUMENT,
 * and PEL_ERROR_CAPABILITY_UNAVAILABLE where there is none at all. */
char *
pel_ocr_engine_choose_languages (const char *wanted, const char *const *installed, GError **error);

/* (nullable) (transfer full): why no text can be read, however it is asked for. */
GError *pel_ocr_engine_dup_missing_error (const char *const *installed);

/**
 * PelOcrEngine:
 *
 * An engine that has loaded what it knows of a language, which takes a tenth of a second. For one
 * thread, which must have ended before main() returns; everything here blocks.
 */
typedef struct _PelOcrEngine PelOcrEngine;

/* @languages as pel_ocr_engine_choose_languages() gives them. Fails with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE. */
PelOcrEngine *pel_ocr_engine_open (const char *languages, GError **error);
void          pel_ocr_engine_free (PelOcrEngine *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelOcrEngine, pel_ocr_engine_free)

/* (transfer full): of PelTextRun, with boxes of the picture that @image was made of. Ends early
 * when it is cancelled: G_IO_ERROR_CANCELLED. */
GArray *pel_ocr_engine_read (PelOcrEngine       *self,
                             const PelGreyImage *image,
                             GCancellable       *cancellable,
                             GError            **error);
