/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Words become lines as a person reads them; pictures are made so that text stands out; languages
 * are those that are there. */

#include "services/base/error.h"
#include "services/ocr/grey-image.h"
#include "services/ocr/ground-map.h"
#include "services/ocr/ocr-engine.h"
#include "services/ocr/text-page.h"

#include <string.h>

/* clang-format off */
static const struct { const char *name; PelTextRun words[6]; const char *text; } page_cases[] = {
  { "order",
    { { (char *) "world", { 60, 10, 40, 12 }, 0.9 }, { (char *) "below", { 10, 40, 40, 12 }, 0.9 },
      { (char *) "Hello", { 10, 11, 40, 12 }, 0.9 } },
    "Hello world\nbelow" },
  { "gap ends a line",
    { { (char *) "Save", { 10, 10, 30, 12 }, 0.9 }, { (char *) "Cancel", { 80, 10, 40, 12 }, 0.9 } },
    "Save\nCancel" },
  { "a descender stays in its line",
    { { (char *) "one", { 10, 12, 30, 8 }, 0.9 }, { (char *) "Type", { 44, 8, 30, 15 }, 0.9 } },
    "one Type" },
  { "frames are no words",
    { { (char *) "|", { 0, 0, 2, 30 }, 0.5 }, { (char *) "", { 5, 5, 5, 5 }, 0.9 },
      { (char *) "OK", { 10, 10, 20, 12 }, 0.9 }, { (char *) "il", { 50, 10, 9, 12 }, 0.1 },
      { (char *) "x", { 90, 10, 0, 12 }, 0.9 } },
    "OK" },
  { "sure signs are",
    { { (char *) "+", { 10, 10, 8, 8 }, 0.95 } },
    "+" },
  { "nothing", { { 0 } }, "" },
};

static const char *const three[] = { "deu", "eng", "osd", NULL };
static const char *const without_english[] = { "osd", "fra", NULL };
static const char *const no_language[] = { "osd", NULL };
static const struct
{
  const char *wanted; const char *const *installed; const char *chosen; PelErrorCode code; const char *said;
} language_cases[] = {
  { NULL,      three,           "eng",     0,                                NULL },
  { "deu",     three,           "deu",     0,                                NULL },
  { "deu+eng", three,           "deu+eng", 0,                                NULL },
  { NULL,      without_english, "fra",     0,                                NULL },
  { "fra",     three,           NULL,      PEL_ERROR_INVALID_ARGUMENT,       "installed: deu, eng" },
  { "deu+",    three,           NULL,      PEL_ERROR_INVALID_ARGUMENT,       "“”" },
  { "",        three,           NULL,      PEL_ERROR_INVALID_ARGUMENT,       "“”" },
  { "osd",     three,           NULL,      PEL_ERROR_INVALID_ARGUMENT,       "“osd”" },
  { "../eng",  three,           NULL,      PEL_ERROR_INVALID_ARGUMENT,       "“../eng”" },
  { NULL,      no_language,     NULL,      PEL_ERROR_CAPABILITY_UNAVAILABLE, "No language" },
};

static const struct { int width, height; double scale, factor; } factor_cases[] = {
  { 800,   600,   1,   3   },
  { 800,   600,   1.5, 2   },
  { 800,   600,   2,   2   },
  { 800,   600,   0,   3   },
  { 16000, 4000,  1,   1   },
  { 32000, 32000, 1,   0.25 },
};
/* clang-format on */

static GArray *
dup_words (const PelTextRun *words, gsize n)
{
  GArray *copies = g_array_new (FALSE, FALSE, sizeof (PelTextRun));

  for (gsize i = 0; i < n && words[i].text != NULL; i++)
    {
      PelTextRun copy = words[i];

      copy.text = g_strdup (copy.text);
      g_array_append_val (copies, copy);
    }
  return copies;
}

static void
test_lines (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (page_cases); i++)
    {
      g_autoptr (GArray) words =
          dup_words (page_cases[i].words, G_N_ELEMENTS (page_cases[i].words));
      g_autoptr (PelTextPage) page = pel_text_page_new (words);
      g_autofree char        *text = pel_text_page_dup_text (page);

      g_test_message ("%s", page_cases[i].name);
      g_assert_cmpstr (text, ==, page_cases[i].text);
    }
}

static void
test_line_values (void)
{
  const PelTextRun        words[] = { { (char *) "Sign", { 10, 10, 30, 14 }, 0.9 },
                                      { (char *) "in", { 44, 9, 10, 12 }, 0.7 } };
  g_autoptr (GArray)      own = dup_words (words, 2);
  g_autoptr (PelTextPage) page = pel_text_page_new (own);
  const PelTextLine      *line = pel_text_page_get_line (page, 0);

  g_assert_cmpuint (page->lines->len, ==, 1);
  g_assert_cmpuint (line->n_words, ==, 2);
  g_assert_cmpfloat_with_epsilon (line->run.confidence, 0.8, 1e-9);
  g_assert_true (pel_image_rect_equal (&line->run.box, &(PelImageRect){ 10, 9, 44, 15 }));
}

/* However much is read, only so much is kept. */
static void
test_bounded (void)
{
  g_autoptr (GArray)      words = g_array_new (FALSE, FALSE, sizeof (PelTextRun));
  g_autoptr (PelTextPage) page = NULL;

  for (int i = 0; i < PEL_TEXT_PAGE_MAX_WORDS + 50; i++)
    {
      PelTextRun run = { g_strdup ("word"), { i % 100 * 50, i / 100 * 20, 40, 12 }, 0.9 };

      g_array_append_val (words, run);
    }
  page = pel_text_page_new (words);
  g_assert_cmpuint (page->words->len, ==, PEL_TEXT_PAGE_MAX_WORDS);
}

static void
test_languages (void)
{
  if (pel_ocr_engine_get_version () == NULL)
    {
      g_test_skip ("built without tesseract");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (language_cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char   *chosen = pel_ocr_engine_choose_languages (language_cases[i].wanted,
                                                                 language_cases[i].installed,
                                                                 &error);

      g_assert_cmpstr (chosen, ==, language_cases[i].chosen);
      if (chosen != NULL)
        continue;
      g_assert_error (error, PEL_ERROR, (int) language_cases[i].code);
      g_assert_nonnull (strstr (error->message, language_cases[i].said));
    }
}

static void
test_factor (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (factor_cases); i++)
    g_assert_cmpfloat_with_epsilon (pel_grey_image_choose_factor (factor_cases[i].width,
                                                                  factor_cases[i].height,
                                                                  factor_cases[i].scale),
                                    factor_cases[i].factor,
                                    1e-9);
}

/* A light page with a dark button on it, and a mark on each. */
static PelImage *
draw_button (void)
{
  PelImage *image = pel_image_new (120, 80);

  pel_image_fill (image, &(PelImageRect){ 0, 0, 120, 80 }, 0xfff0f0f0);
  pel_image_fill (image, &(PelImageRect){ 20, 10, 80, 28 }, 0xff203050);
  pel_image_fill (image, &(PelImageRect){ 58, 20, 2, 8 }, 0xffffffff);
  pel_image_fill (image, &(PelImageRect){ 58, 60, 2, 8 }, 0xff101010);
  return image;
}

static guint8
get_grey (const PelGreyImage *grey, int x, int y)
{
  return grey->pixels[(int) (y * grey->factor) * grey->width + (int) (x * grey->factor)];
}

/* Ink is dark and paper is light, on whatever ground. */
static void
test_ground (void)
{
  g_autoptr (PelImage)     image = draw_button ();
  g_autoptr (PelGreyImage) grey = pel_grey_image_new (image, &(PelImageRect){ 0, 0, 120, 80 }, 1);

  g_assert_cmpint (grey->width, ==, 360);
  g_assert_cmpuint (get_grey (grey, 59, 24), <, 60);
  g_assert_cmpuint (get_grey (grey, 59, 64), <, 60);
  g_assert_cmpuint (get_grey (grey, 40, 24), >, 200);
  g_assert_cmpuint (get_grey (grey, 40, 64), >, 200);
}

/* A large letter is no paper of its own. */
static void
test_large_letter (void)
{
  g_autofree guint8       *grey = g_malloc (100 * 80);
  g_autoptr (PelGroundMap) ground = NULL;

  memset (grey, 240, 100 * 80);
  for (int y = 20; y < 56; y++)
    memset (grey + y * 100 + 40, 20, 14);
  ground = pel_ground_map_new (grey, 100, 80, 1);
  g_assert_cmpuint (pel_ground_map_get (ground, 46, 40), >, 200);
  g_assert_cmpuint (pel_ground_map_get (ground, 10, 10), >, 200);
}

/* A box in the large picture is where its pixels were in the small one. */
static void
test_map (void)
{
  g_autoptr (PelImage)     image = draw_button ();
  g_autoptr (PelGreyImage) grey = pel_grey_image_new (image, &(PelImageRect){ 0, 0, 120, 80 }, 1);
  PelImageRect             box = pel_grey_image_map (grey, 30, 61, 91, 90);
  PelImageRect             speck = pel_grey_image_map (grey, 31, 31, 31, 31);

  g_assert_true (pel_image_rect_equal (&box, &(PelImageRect){ 10, 20, 20, 10 }));
  g_assert_true (pel_image_rect_equal (&speck, &(PelImageRect){ 10, 10, 1, 1 }));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-page/lines", test_lines);
  g_test_add_func ("/text-page/line-values", test_line_values);
  g_test_add_func ("/text-page/bounded", test_bounded);
  g_test_add_func ("/ocr-engine/languages", test_languages);
  g_test_add_func ("/grey-image/factor", test_factor);
  g_test_add_func ("/grey-image/ground", test_ground);
  g_test_add_func ("/grey-image/map", test_map);
  g_test_add_func ("/ground-map/large-letter", test_large_letter);
  return g_test_run ();
}
