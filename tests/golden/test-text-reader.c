/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How much of a text is read right, in letters of 12 px: prose and labels, dark on light and light
 * on dark, at scale 1 and 2. A word is right where exactly it was read; in which order does not
 * count. */

#include "services/base/error.h"
#include "services/ocr/ocr-engine.h"
#include "services/ocr/tesseract-reader.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#define LETTER_PX    12
#define ROW_PX       24
#define SHEET_WIDTH  640
#define MAX_SPURIOUS 0.05 /* of the words: what was read that nobody wrote */

static const char prose[] =
    "When the lighthouse keeper opened the door that morning, the sea lay flat and grey as a sheet "
    "of lead. Nothing moved on it but a single boat with a brown sail, far out, which seemed to "
    "stand still between the water and the sky. He put the kettle on the stove and waited. For "
    "thirty years he had begun each day in the same way: first the lamp, then the weather, then the "
    "book in which both were written down. The book was the ninth of its kind; the other eight "
    "stood on a shelf above his bed, and nobody had read them. On the first page of the oldest one "
    "there was a drawing of a whale that a boy had made, long ago, when the keeper still had "
    "visitors. At a quarter past seven the wind came up from the south. It brought the smell of "
    "wet ropes, and the noise of an engine that would not start. The keeper took his glass from "
    "the hook, wiped it with his sleeve and looked for the brown sail again. It was gone. Where it "
    "had been there was only a bright spot, moving slowly towards the rocks, and below it "
    "something dark that could have been anything at all. He did not hurry. He wrote the time, the "
    "direction of the wind and the height of the waves, as he always did, and under them three "
    "words in larger letters. Then he put on his coat, blew out the flame under the kettle and "
    "went down the hundred and forty steps to the boat house, counting them.";

/* clang-format off */
static const char *const labels[] = {
  "File", "Edit", "View", "Insert", "Format", "Tools", "Window", "Help", "Submit", "Cancel", "Apply",
  "Close", "Save as", "Open recent", "Print preview", "Undo", "Redo", "Select all", "Find next",
  "Replace", "Preferences", "Account", "Password:", "Username:", "Sign in", "Sign out", "Remember me",
  "Invoice Total", "Delete", "Download", "Upload", "Settings", "Search", "Next", "Previous", "Finish",
  "Language", "Keyboard", "Display", "Network", "Bluetooth", "Sound", "Power", "Printers", "Sharing",
  "Updates", "About", "Version 2.14", "Total: 350 MB", "12 of 48 files", "Monday", "Tuesday",
  "March 2021", "Show hidden files", "Sort by name", "Zoom in", "Zoom out", "Full screen",
  "New folder", "Empty trash", "Properties", "Rename", "Compress", "Extract here",
};

typedef struct { double ground[3], paper[3], ink[3]; } Look;
static const Look light = { { 0.96, 0.96, 0.95 }, { 0.86, 0.86, 0.87 }, { 0.10, 0.10, 0.10 } };
static const Look dark  = { { 0.18, 0.18, 0.20 }, { 0.28, 0.28, 0.30 }, { 0.93, 0.93, 0.93 } };
/* As a bar of dark buttons in a light window is. */
static const Look mixed = { { 0.96, 0.96, 0.95 }, { 0.13, 0.30, 0.55 }, { 1.00, 1.00, 1.00 } };

static const struct
{
  const char *path;
  gboolean    is_prose;
  const Look *look;
  double      scale, least;
} cases[] = {
  { "prose/light/1",  TRUE,  &light, 1, 0.95 },
  { "prose/dark/1",   TRUE,  &dark,  1, 0.95 },
  { "prose/light/2",  TRUE,  &light, 2, 0.98 },
  { "prose/dark/2",   TRUE,  &dark,  2, 0.98 },
  { "labels/light/1", FALSE, &light, 1, 0.95 },
  { "labels/dark/1",  FALSE, &dark,  1, 0.95 },
  { "labels/mixed/1", FALSE, &mixed, 1, 0.90 },
  { "labels/light/2", FALSE, &light, 2, 0.98 },
  { "labels/dark/2",  FALSE, &dark,  2, 0.98 },
  { "labels/mixed/2", FALSE, &mixed, 2, 0.95 },
};
/* clang-format on */

/* A word and where it was drawn. */
typedef struct
{
  char        *text;
  PelImageRect box;
} Drawn;

typedef struct
{
  cairo_surface_t *surface;
  cairo_t         *cr;
  PangoLayout     *layout;
  const Look      *look;
  double           scale;
  GArray          *words; /* of Drawn */
} Sheet;

static void
drawn_clear (Drawn *drawn)
{
  g_free (drawn->text);
}

static void
sheet_init (Sheet *sheet, const Look *look, double scale, int n_rows)
{
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("DejaVu Sans");

  sheet->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24,
                                               (int) (SHEET_WIDTH * scale),
                                               (int) ((n_rows + 1) * ROW_PX * scale));
  sheet->cr = cairo_create (sheet->surface);
  sheet->layout = pango_cairo_create_layout (sheet->cr);
  sheet->look = look;
  sheet->scale = scale;
  sheet->words = g_array_new (FALSE, FALSE, sizeof (Drawn));
  g_array_set_clear_func (sheet->words, (GDestroyNotify) drawn_clear);
  pango_font_description_set_absolute_size (font, LETTER_PX * scale * PANGO_SCALE);
  pango_layout_set_font_description (sheet->layout, font);
  cairo_set_source_rgb (sheet->cr, look->ground[0], look->ground[1], look->ground[2]);
  cairo_paint (sheet->cr);
}

static void
sheet_clear (Sheet *sheet)
{
  cairo_destroy (sheet->cr);
  cairo_surface_destroy (sheet->surface);
  g_object_unref (sheet->layout);
  g_array_unref (sheet->words);
}

/* Where the ink of each word of the layout is, drawn at (@x, @y). */
static void
note_words (Sheet *sheet, const char *text, double x, double y)
{
  for (const char *word = text; *word != '\0';)
    {
      gsize          length = strcspn (word, " ");
      PangoRectangle first, last, ink;
      Drawn          drawn = { .text = g_strndup (word, length) };

      pango_layout_index_to_pos (sheet->layout, (int) (word - text), &first);
      pango_layout_index_to_pos (sheet->layout, (int) (word - text + length - 1), &last);
      pango_layout_get_pixel_extents (sheet->layout, &ink, NULL);
      drawn.box.x = (int) (x + pango_units_to_double (first.x));
      drawn.box.y = (int) (y + ink.y);
      drawn.box.width = (int) pango_units_to_double (last.x + last.width - first.x) + 1;
      drawn.box.height = ink.height;
      g_array_append_val (sheet->words, drawn);
      word += length + strspn (word + length, " ");
    }
}

static void
draw_text (Sheet *sheet, const char *text, double x, double y, const double *ink)
{
  pango_layout_set_text (sheet->layout, text, -1);
  cairo_set_source_rgb (sheet->cr, ink[0], ink[1], ink[2]);
  cairo_move_to (sheet->cr, x, y);
  pango_cairo_show_layout (sheet->cr, sheet->layout);
  note_words (sheet, text, x, y);
}

static void
draw_prose (Sheet *sheet)
{
  g_auto (GStrv)      words = g_strsplit (prose, " ", -1);
  g_autoptr (GString) row = g_string_new (NULL);
  double              y = ROW_PX / 2 * sheet->scale;

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_string_append_printf (row, "%s%s", row->len > 0 ? " " : "", words[i]);
      if (words[i + 1] != NULL && row->len + strlen (words[i + 1]) < 85)
        continue;
      draw_text (sheet, row->str, 10 * sheet->scale, y, sheet->look->ink);
      y += ROW_PX * sheet->scale;
      g_string_truncate (row, 0);
    }
}

/* Buttons with a frame, side by side. */
static void
draw_labels (Sheet *sheet)
{
  double scale = sheet->scale, x = 10, y = 8;

  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      int    text_width, unused;
      double width;

      pango_layout_set_text (sheet->layout, labels[i], -1);
      pango_layout_get_pixel_size (sheet->layout, &text_width, &unused);
      width = text_width / scale + 20;
      if (x + width > SHEET_WIDTH - 10)
        {
          x = 10;
          y += ROW_PX + 6;
        }
      cairo_set_source_rgb (sheet->cr,
                            sheet->look->paper[0],
                            sheet->look->paper[1],
                            sheet->look->paper[2]);
      cairo_rectangle (sheet->cr, x * scale, y * scale, width * scale, ROW_PX * scale);
      cairo_fill_preserve (sheet->cr);
      cairo_set_source_rgb (sheet->cr, 0.5, 0.5, 0.5);
      cairo_set_line_width (sheet->cr, 1);
      cairo_stroke (sheet->cr);
      draw_text (sheet, labels[i], (x + 10) * scale, (y + 5) * scale, sheet->look->ink);
      x += width + 8;
    }
}

static PelImage *
take_image (Sheet *sheet)
{
  int       width = cairo_image_surface_get_width (sheet->surface);
  int       height = cairo_image_surface_get_height (sheet->surface);
  PelImage *image = pel_image_new (width, height);

  cairo_surface_flush (sheet->surface);
  for (int y = 0; y < height; y++)
    memcpy (image->pixels + (gsize) y * width,
            cairo_image_surface_get_data (sheet->surface) +
                (gsize) y * cairo_image_surface_get_stride (sheet->surface),
            (gsize) width * sizeof (guint32));
  image->is_opaque = TRUE;
  return image;
}

static void
keep_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static PelTextPage *
read_image (PelTextReader *reader, PelImage *image, double scale)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  PelTextPage             *page;

  pel_text_reader_read_async (reader,
                              &(PelTextWish){ .image = image, .scale = scale },
                              NULL,
                              keep_result,
                              &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  page = pel_text_reader_read_finish (reader, result, &error);
  g_assert_no_error (error);
  return page;
}

/* Where it was read is where it was drawn: the middle of one lies in the other. */
static gboolean
is_there (const PelImageRect *read, const PelImageRect *drawn)
{
  int x = read->x + read->width / 2, y = read->y + read->height / 2;

  return x >= drawn->x && x < drawn->x + drawn->width && y >= drawn->y &&
         y < drawn->y + drawn->height && abs (read->x - drawn->x) <= drawn->height / 2 &&
         read->width <= drawn->width + drawn->height / 2;
}

/* Each word that was read stands for one that was drawn. */
static guint
count_right (const Sheet *sheet, const PelTextPage *page)
{
  g_autofree gboolean *is_used = g_new0 (gboolean, page->words->len);
  guint                n_right = 0;

  for (guint i = 0; i < sheet->words->len; i++)
    {
      const Drawn *drawn = &g_array_index (sheet->words, Drawn, i);
      guint        k;

      for (k = 0; k < page->words->len; k++)
        {
          const PelTextRun *run = pel_text_page_get_word (page, k);

          if (!is_used[k] && g_str_equal (run->text, drawn->text) &&
              is_there (&run->box, &drawn->box))
            break;
        }
      if (k < page->words->len)
        {
          is_used[k] = TRUE;
          n_right++;
        }
      else
        g_test_message ("not read: “%s”", drawn->text);
    }
  for (guint k = 0; k < page->words->len; k++)
    if (!is_used[k])
      g_test_message ("read: “%s” %.2f",
                      pel_text_page_get_word (page, k)->text,
                      pel_text_page_get_word (page, k)->confidence);
  return n_right;
}

static void
test_accuracy (gconstpointer data)
{
  gsize                     row = GPOINTER_TO_SIZE (data);
  g_autoptr (PelTextReader) reader = pel_tesseract_reader_new ();
  g_autoptr (PelTextPage)   page = NULL;
  g_autoptr (PelImage)      image = NULL;
  gint64                    start = g_get_monotonic_time ();
  Sheet                     sheet;
  guint                     n_right;

  sheet_init (&sheet, cases[row].look, cases[row].scale, cases[row].is_prose ? 18 : 12);
  if (cases[row].is_prose)
    draw_prose (&sheet);
  else
    draw_labels (&sheet);
  image = take_image (&sheet);
  page = read_image (reader, image, cases[row].scale);
  n_right = count_right (&sheet, page);
  g_test_message ("%s: %u of %u words right, %.1f %%; %u were read in %.1f s",
                  cases[row].path,
                  n_right,
                  sheet.words->len,
                  100.0 * n_right / sheet.words->len,
                  page->words->len,
                  (double) (g_get_monotonic_time () - start) / G_TIME_SPAN_SECOND);
  g_assert_cmpfloat (n_right, >=, cases[row].least * sheet.words->len);
  g_assert_cmpfloat (page->words->len - n_right,
                     <=,
                     (1 - cases[row].least + MAX_SPURIOUS) * sheet.words->len);
  sheet_clear (&sheet);
}

/* Labels that stand side by side are lines of their own, and words in a label are one. */
static void
test_lines (void)
{
  g_autoptr (PelTextReader) reader = pel_tesseract_reader_new ();
  g_autoptr (PelTextPage)   page = NULL;
  g_autoptr (PelImage)      image = NULL;
  g_autofree char          *text = NULL;
  g_auto (GStrv)            lines = NULL;
  guint                     n_right = 0;
  Sheet                     sheet;

  sheet_init (&sheet, &light, 1, 12);
  draw_labels (&sheet);
  image = take_image (&sheet);
  page = read_image (reader, image, 1);
  text = pel_text_page_dup_text (page);
  lines = g_strsplit (text, "\n", -1);
  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    n_right += g_strv_contains ((const char *const *) lines, labels[i]);
  g_assert_cmpfloat (n_right, >=, 0.95 * G_N_ELEMENTS (labels));
  sheet_clear (&sheet);
}

/* Ends soon, in the middle of a sheet. */
static void
test_cancel (void)
{
  g_autoptr (PelTextReader) reader = pel_tesseract_reader_new ();
  g_autoptr (GCancellable)  cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult)  result = NULL;
  g_autoptr (PelImage)      image = NULL;
  g_autoptr (GError)        error = NULL;
  Sheet                     sheet;

  sheet_init (&sheet, &light, 1, 18);
  draw_prose (&sheet);
  image = take_image (&sheet);
  pel_text_reader_read_async (reader,
                              &(PelTextWish){ .image = image, .scale = 1 },
                              cancellable,
                              keep_result,
                              &result);
  g_cancellable_cancel (cancellable);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (pel_text_reader_read_finish (reader, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  sheet_clear (&sheet);
}

static void
test_deadline (void)
{
  g_autoptr (PelTextReader) reader = pel_tesseract_reader_new ();
  g_autoptr (GAsyncResult)  result = NULL;
  g_autoptr (PelImage)      image = NULL;
  g_autoptr (GError)        error = NULL;
  Sheet                     sheet;

  sheet_init (&sheet, &light, 2, 18);
  draw_prose (&sheet);
  image = take_image (&sheet);
  pel_text_reader_read_async (reader,
                              &(PelTextWish){ .image = image, .scale = 2, .timeout_ms = 20 },
                              NULL,
                              keep_result,
                              &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (pel_text_reader_read_finish (reader, result, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_TIMEOUT);
  sheet_clear (&sheet);
}

/* Whoever is still waiting is answered, and nothing is left running. */
static void
test_stop (void)
{
  g_autoptr (PelTextReader) reader = pel_tesseract_reader_new ();
  g_autoptr (GAsyncResult)  first = NULL, second = NULL;
  g_autoptr (PelImage)      image = pel_image_new (300, 200);
  g_autoptr (GError)        error = NULL;
  PelTextWish               wish = { .image = image, .scale = 1 };

  pel_text_reader_read_async (reader, &wish, NULL, keep_result, &first);
  pel_text_reader_stop (reader);
  pel_text_reader_read_async (reader, &wish, NULL, keep_result, &second);
  while (first == NULL || second == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (pel_text_reader_read_finish (reader, second, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_language (void)
{
  g_autoptr (PelTextReader) reader = pel_tesseract_reader_new ();
  g_autoptr (GAsyncResult)  result = NULL;
  g_autoptr (PelImage)      image = pel_image_new (30, 20);
  g_autoptr (GError)        error = NULL;

  pel_text_reader_read_async (reader,
                              &(PelTextWish){ .image = image, .scale = 1, .language = "xyz" },
                              NULL,
                              keep_result,
                              &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (pel_text_reader_read_finish (reader, result, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "eng"));
}

static gboolean
can_read (void)
{
  g_auto (GStrv)     languages = pel_ocr_engine_dup_languages ();
  g_autoptr (GError) error = NULL;

  return g_strv_contains ((const char *const *) languages, "eng") &&
         g_getenv ("PEL_GOLDEN_SKIP") == NULL;
}

static void
test_skip (void)
{
  g_test_skip ("tesseract with English and the font DejaVu Sans are not installed");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!can_read ())
    {
      g_test_add_func ("/text-reader", test_skip);
      return g_test_run ();
    }
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/text-reader/accuracy/", cases[i].path, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_accuracy);
    }
  g_test_add_func ("/text-reader/lines", test_lines);
  g_test_add_func ("/text-reader/cancel", test_cancel);
  g_test_add_func ("/text-reader/deadline", test_deadline);
  g_test_add_func ("/text-reader/stop", test_stop);
  g_test_add_func ("/text-reader/language", test_language);
  return g_test_run ();
}
