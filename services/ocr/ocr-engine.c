/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/ocr-engine.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/ocr/text-page.h"

#include <glib/gi18n.h>
#include <string.h>

#define DEFAULT_LANGUAGE "eng"

/* Not languages: how a page is turned, and formulas. */
static const char *const no_languages[] = { "osd", "equ", NULL };

static gboolean
is_language (const char *name)
{
  return !g_strv_contains (no_languages, name);
}

/* (nullable) */
static const char *
find_default (const char *const *installed)
{
  if (g_strv_contains (installed, DEFAULT_LANGUAGE))
    return DEFAULT_LANGUAGE;
  for (guint i = 0; installed[i] != NULL; i++)
    if (is_language (installed[i]))
      return installed[i];
  return NULL;
}

GError *
pel_ocr_engine_dup_missing_error (const char *const *installed)
{
  GError *error = NULL;

  if (pel_ocr_engine_get_version () == NULL)
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Build Pellucid with tesseract"),
                   _ ("This build of Pellucid does not support text recognition"));
  else if (find_default (installed) == NULL)
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Install one, for example the package tesseract-ocr-eng"),
                   _ ("No language is installed for text recognition"));
  return error;
}

static gboolean
check_language (const char *name, const char *const *installed, GError **error)
{
  g_autofree char *known = NULL, *given = NULL;

  if (is_language (name) && g_strv_contains (installed, name))
    return TRUE;
  known = g_strjoinv (", ", (char **) installed);
  given = pel_text_repair (name, -1, 64);
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Install the language package, such as tesseract-ocr-deu"),
                 /* Translators: the first is a code such as “deu”, the second a list of them */
                 _ ("The language “%s” is not installed for text recognition; installed: %s"),
                 given,
                 known);
  return FALSE;
}

char *
pel_ocr_engine_choose_languages (const char *wanted, const char *const *installed, GError **error)
{
  GError        *missing = pel_ocr_engine_dup_missing_error (installed);
  g_auto (GStrv) names = NULL;

  if (missing != NULL)
    {
      g_propagate_error (error, missing);
      return NULL;
    }
  if (wanted == NULL)
    return g_strdup (find_default (installed));
  names = g_strsplit (wanted, "+", -1);
  for (guint i = 0; i == 0 || names[i] != NULL; i++)
    if (!check_language (names[i] != NULL ? names[i] : "", installed, error))
      return NULL;
  return g_strdup (wanted);
}

#if HAVE_OCR

#include <dlfcn.h>
#include <glob.h>
#include <tesseract/capi.h>

#define DOTS_PER_INCH 96

struct _PelOcrEngine
{
  TessBaseAPI *api;
};

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

/* A word takes longer to hand out to several threads than to read, and threads of a library that
 * stay behind are no one's. The setting is that of the calling thread. */
static void
stay_in_thread (void)
{
  void (*set_threads) (int) = (void (*) (int)) dlsym (RTLD_DEFAULT, "omp_set_num_threads");

  if (set_threads != NULL)
    set_threads (1);
}

PelOcrEngine *
pel_ocr_engine_open (const char *languages, GError **error)
{
  PelOcrEngine *self = g_new0 (PelOcrEngine, 1);

  stay_in_thread ();
  self->api = TessBaseAPICreate ();
  if (TessBaseAPIInit3 (self->api, NULL, languages) == 0)
    {
      TessBaseAPISetVariable (self->api, "debug_file", "/dev/null");
      TessBaseAPISetPageSegMode (self->api, PSM_SPARSE_TEXT);
      return self;
    }
  pel_ocr_engine_free (self);
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Install one, for example the package tesseract-ocr-eng"),
                 /* Translators: a code such as “deu”, or several: “deu+eng” */
                 _ ("Text recognition could not load the language “%s”"),
                 languages);
  return NULL;
}

void
pel_ocr_engine_free (PelOcrEngine *self)
{
  if (self == NULL)
    return;
  TessBaseAPIEnd (self->api);
  TessBaseAPIDelete (self->api);
  g_free (self);
}

static bool
is_cancelled_cb (void *data, int n_words)
{
  return g_cancellable_is_cancelled (data);
}

static gboolean
recognize (PelOcrEngine *self, GCancellable *cancellable, GError **error)
{
  ETEXT_DESC *monitor = TessMonitorCreate ();
  int         result;

  TessMonitorSetCancelFunc (monitor, is_cancelled_cb);
  TessMonitorSetCancelThis (monitor, cancellable);
  result = TessBaseAPIRecognize (self->api, monitor);
  TessMonitorDelete (monitor);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (result != 0)
    pel_set_error (error, PEL_ERROR_UNKNOWN, NULL, _ ("Text recognition failed"));
  return result == 0;
}

static void
add_word (GArray *words, TessResultIterator *results, const PelGreyImage *image)
{
  const TessPageIterator *place = TessResultIteratorGetPageIteratorConst (results);
  char                   *text = TessResultIteratorGetUTF8Text (results, RIL_WORD);
  int                     left, top, right, bottom;
  PelTextRun              run;

  if (text != NULL && TessPageIteratorBoundingBox (place, RIL_WORD, &left, &top, &right, &bottom))
    {
      run.text = pel_text_repair (text, -1, PEL_TEXT_WORD_MAX_BYTES);
      run.box = pel_grey_image_map (image, left, top, right, bottom);
      run.confidence = CLAMP (TessResultIteratorConfidence (results, RIL_WORD) / 100, 0, 1);
      g_array_append_val (words, run);
    }
  TessDeleteText (text);
}

static GArray *
collect (PelOcrEngine *self, const PelGreyImage *image)
{
  GArray             *words = g_array_new (FALSE, FALSE, sizeof (PelTextRun));
  TessResultIterator *results = TessBaseAPIGetIterator (self->api);

  if (results == NULL)
    return words;
  do
    add_word (words, results, image);
  while (words->len < 2 * PEL_TEXT_PAGE_MAX_WORDS && TessResultIteratorNext (results, RIL_WORD));
  TessResultIteratorDelete (results);
  return words;
}

GArray *
pel_ocr_engine_read (PelOcrEngine       *self,
                     const PelGreyImage *image,
                     GCancellable       *cancellable,
                     GError            **error)
{
  GArray *words = NULL;

  TessBaseAPISetImage (self->api, image->pixels, image->width, image->height, 1, image->width);
  TessBaseAPISetSourceResolution (self->api, (int) (DOTS_PER_INCH * MAX (image->factor, 1)));
  if (recognize (self, cancellable, error))
    words = collect (self, image);
  TessBaseAPIClear (self->api);
  return words;
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

PelOcrEngine *
pel_ocr_engine_open (const char *languages, GError **error)
{
  const char *none = NULL;

  g_propagate_error (error, pel_ocr_engine_dup_missing_error (&none));
  return NULL;
}

void
pel_ocr_engine_free (PelOcrEngine *self)
{
}

GArray *
pel_ocr_engine_read (PelOcrEngine       *self,
                     const PelGreyImage *image,
                     GCancellable       *cancellable,
                     GError            **error)
{
  g_return_val_if_reached (NULL);
}

#endif
