/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/ocr/text-reader.h"

/**
 * PelTesseractReader:
 *
 * Reads with tesseract, one picture after the other, in a thread of its own. What was loaded for a
 * language is kept for a minute after it was last used. The thread ends with the reader, which
 * waits for it; whatever is being read is given up.
 */
#define PEL_TYPE_TESSERACT_READER (pel_tesseract_reader_get_type ())
G_DECLARE_FINAL_TYPE (PelTesseractReader, pel_tesseract_reader, PEL, TESSERACT_READER, GObject)

PelTextReader *pel_tesseract_reader_new (void);
