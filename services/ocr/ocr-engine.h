/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* The version of the text recognition engine; (nullable) where the program was built without. */
const char *pel_ocr_engine_get_version (void);

/* The languages that are installed for it, NULL-terminated; looks into a folder. */
char **pel_ocr_engine_dup_languages (void);
