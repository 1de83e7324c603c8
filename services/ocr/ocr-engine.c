/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/ocr-engine.h"

#if HAVE_OCR

#include <glob.h>
#include <string.h>
#include <tesseract/capi.h>

/* tesseract tells its languages only once it has loaded one, which takes a tenth of a second and
 * a thread that must not outlive main(). They are files in a folder that distributions agree on
 * well enough. */
static const char *const folders[] = {
  "/usr/share/tesseract-ocr/*/tessdata", "/usr/share/tessdata", "/usr/share/tesseract/tessdata",
  "/usr/local/share/tessdata",           "/app/share/tessdata",
};

#define SUFFIX ".traineddata"

const char *
pel_ocr_engine_get_version (void)
{
  return TessVersion ();
}

static void
add_languages (GPtrArray *languages, const char *folder)
{
  g_autofree char *pattern = g_strconcat (folder, "/*" SUFFIX, NULL);
  glob_t           found = { 0 };

  if (glob (pattern, 0, NULL, &found) == 0)
    for (gsize i = 0; i < found.gl_pathc; i++)
      {
        g_autofree char *name = g_path_get_basename (found.gl_pathv[i]);

        name[strlen (name) - strlen (SUFFIX)] = '\0';
        if (!g_ptr_array_find_with_equal_func (languages, name, g_str_equal, NULL))
          g_ptr_array_add (languages, g_steal_pointer (&name));
      }
  globfree (&found);
}

char **
pel_ocr_engine_dup_languages (void)
{
  GPtrArray  *languages = g_ptr_array_new ();
  const char *prefix = g_getenv ("TESSDATA_PREFIX");

  if (prefix != NULL && prefix[0] != '\0')
    add_languages (languages, prefix);
  for (gsize i = 0; languages->len == 0 && i < G_N_ELEMENTS (folders); i++)
    add_languages (languages, folders[i]);
  g_ptr_array_add (languages, NULL);
  return (char **) g_ptr_array_free (languages, FALSE);
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
