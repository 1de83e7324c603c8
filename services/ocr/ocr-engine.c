/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/ocr-engine.h"

#if HAVE_OCR

#include <tesseract/capi.h>

const char *
pel_ocr_engine_get_version (void)
{
  return TessVersion ();
}

/* tesseract knows where its data is once it has read some: either of the two that every
 * installation brings will do. */
char **
pel_ocr_engine_dup_languages (void)
{
  TessBaseAPI *api = TessBaseAPICreate ();
  char       **found = NULL;
  char       **languages = NULL;

  if (TessBaseAPIInit3 (api, NULL, "osd") == 0 || TessBaseAPIInit3 (api, NULL, "eng") == 0)
    {
      found = TessBaseAPIGetAvailableLanguagesAsVector (api);
      languages = g_strdupv (found);
      TessDeleteTextArray (found);
    }
  TessBaseAPIEnd (api);
  TessBaseAPIDelete (api);
  return languages != NULL ? languages : g_new0 (char *, 1);
}

#else

const char *
pel_ocr_engine_get_version (void)
{
  return NULL;
}

char **
pel_ocr_engine_dup_languages (void)
{
  return g_new0 (char *, 1);
}

#endif
