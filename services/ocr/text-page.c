/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/text-page.h"

/* Of the height of a line: a word that shares less of it stands in another one. */
#define SHARED_HEIGHT 0.5
#define MAX_GAP       1.0

void
pel_text_run_clear (PelTextRun *self)
{
  g_clear_pointer (&self->text, g_free);
}

static void
line_clear (PelTextLine *line)
{
  pel_text_run_clear (&line->run);
}

static gboolean
has_letter (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (g_unichar_isalnum (g_utf8_get_char (text)))
      return TRUE;
  return FALSE;
}

/* Frames of buttons and icons are read as strokes. Signs alone are believed only where the engine
 * is sure. */
static gboolean
is_word (const PelTextRun *run)
{
  double least = has_letter (run->text) ? PEL_TEXT_LEAST_CONFIDENCE : 0.8;

  return run->text[0] != '\0' && run->box.width > 0 && run->box.height > 0 &&
         run->confidence >= least;
}

static int
compare_tops (gconstpointer a, gconstpointer b)
{
  const PelTextRun *left = a, *right = b;
  int               middle_left = 2 * left->box.y + left->box.height;
  int               middle_right = 2 * right->box.y + right->box.height;

  return middle_left != middle_right ? (middle_left < middle_right ? -1 : 1)
                                     : left->box.x - right->box.x;
}

static int
compare_lefts (gconstpointer a, gconstpointer b)
{
  const PelTextRun *left = a, *right = b;

  return left->box.x != right->box.x ? left->box.x - right->box.x : left->box.y - right->box.y;
}

static gboolean
is_at_height_of (const PelTextRun *run, const PelTextRun *other)
{
  int top = MAX (run->box.y, other->box.y);
  int bottom = MIN (run->box.y + run->box.height, other->box.y + other->box.height);

  return bottom - top >= SHARED_HEIGHT * MIN (run->box.height, other->box.height);
}

/* By the last word of a row, so that a row may lean a little. Words come from the top, so that only
 * the last rows can be theirs. */
static GArray *
find_row (GPtrArray *rows, const PelTextRun *run)
{
  for (guint i = rows->len; i > 0 && i + 8 > rows->len; i--)
    {
      GArray *row = g_ptr_array_index (rows, i - 1);

      if (is_at_height_of (run, &g_array_index (row, PelTextRun, row->len - 1)))
        return row;
    }
  return NULL;
}

static GPtrArray *
make_rows (GArray *words)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < words->len; i++)
    {
      const PelTextRun *run = &g_array_index (words, PelTextRun, i);
      GArray           *row = find_row (rows, run);

      if (row == NULL)
        {
          row = g_array_new (FALSE, FALSE, sizeof (PelTextRun));
          g_ptr_array_add (rows, row);
        }
      g_array_append_vals (row, run, 1);
    }
  return rows;
}

static PelImageRect
join (const PelImageRect *a, const PelImageRect *b)
{
  int left = MIN (a->x, b->x), top = MIN (a->y, b->y);
  int right = MAX (a->x + a->width, b->x + b->width);
  int bottom = MAX (a->y + a->height, b->y + b->height);

  return (PelImageRect){ left, top, right - left, bottom - top };
}

/* The text of a line is as sure as its words are on average. */
static void
add_line (PelTextPage *self, guint first_word)
{
  g_autoptr (GString) text = g_string_new (NULL);
  PelTextLine         line = { .first_word = first_word,
                               .n_words = self->words->len - first_word,
                               .run = *pel_text_page_get_word (self, first_word) };
  double              sum = 0;

  for (guint i = first_word; i < self->words->len; i++)
    {
      const PelTextRun *word = pel_text_page_get_word (self, i);

      g_string_append_printf (text, "%s%s", i > first_word ? " " : "", word->text);
      line.run.box = join (&line.run.box, &word->box);
      sum += word->confidence;
    }
  line.run.text = g_string_free (g_steal_pointer (&text), FALSE);
  line.run.confidence = sum / line.n_words;
  g_array_append_val (self->lines, line);
}

static gboolean
is_far (const PelTextRun *left, const PelTextRun *right)
{
  int gap = right->box.x - (left->box.x + left->box.width);

  return gap > MAX_GAP * MAX (left->box.height, right->box.height);
}

static void
set_row (PelTextPage *self, GArray *row)
{
  guint first = self->words->len;

  g_array_sort (row, compare_lefts);
  for (guint i = 0; i < row->len; i++)
    {
      const PelTextRun *run = &g_array_index (row, PelTextRun, i);

      if (i > 0 && is_far (&g_array_index (row, PelTextRun, i - 1), run))
        {
          add_line (self, first);
          first = self->words->len;
        }
      g_array_append_vals (self->words, run, 1);
    }
  add_line (self, first);
}

static GArray *
keep_words (GArray *words)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (PelTextRun));

  for (guint i = 0; i < words->len; i++)
    {
      PelTextRun *run = &g_array_index (words, PelTextRun, i);

      if (is_word (run) && kept->len < PEL_TEXT_PAGE_MAX_WORDS)
        g_array_append_vals (kept, run, 1);
      else
        pel_text_run_clear (run);
    }
  return kept;
}

PelTextPage *
pel_text_page_new (GArray *words)
{
  g_autoptr (GArray)    kept = keep_words (words);
  g_autoptr (GPtrArray) rows = NULL;
  PelTextPage          *self = g_atomic_rc_box_new0 (PelTextPage);

  self->words = g_array_sized_new (FALSE, FALSE, sizeof (PelTextRun), kept->len);
  self->lines = g_array_new (FALSE, FALSE, sizeof (PelTextLine));
  g_array_set_clear_func (self->words, (GDestroyNotify) pel_text_run_clear);
  g_array_set_clear_func (self->lines, (GDestroyNotify) line_clear);
  g_array_sort (kept, compare_tops);
  rows = make_rows (kept);
  for (guint i = 0; i < rows->len; i++)
    set_row (self, g_ptr_array_index (rows, i));
  return self;
}

PelTextPage *
pel_text_page_cut (const PelTextPage *self, const PelImageRect *rect, const PelImage *part)
{
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (PelTextRun));

  for (guint i = 0; i < self->words->len; i++)
    {
      PelTextRun run = *pel_text_page_get_word (self, i);
      int        x = run.box.x + run.box.width / 2 - rect->x;
      int        y = run.box.y + run.box.height / 2 - rect->y;

      if (x < 0 || y < 0 || x >= part->width || y >= part->height ||
          pel_image_get_pixel (part, x, y) == 0)
        continue;
      run.text = g_strdup (run.text);
      run.box.x -= rect->x;
      run.box.y -= rect->y;
      g_array_append_val (words, run);
    }
  return pel_text_page_new (words);
}

PelTextPage *
pel_text_page_ref (PelTextPage *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
page_clear (gpointer data)
{
  PelTextPage *self = data;

  g_array_unref (self->words);
  g_array_unref (self->lines);
}

void
pel_text_page_unref (PelTextPage *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, page_clear);
}

const PelTextRun *
pel_text_page_get_word (const PelTextPage *self, guint index)
{
  g_return_val_if_fail (index < self->words->len, NULL);

  return &g_array_index (self->words, PelTextRun, index);
}

const PelTextLine *
pel_text_page_get_line (const PelTextPage *self, guint index)
{
  g_return_val_if_fail (index < self->lines->len, NULL);

  return &g_array_index (self->lines, PelTextLine, index);
}

char *
pel_text_page_dup_text (const PelTextPage *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->lines->len; i++)
    g_string_append_printf (text,
                            "%s%s",
                            i > 0 ? "\n" : "",
                            pel_text_page_get_line (self, i)->run.text);
  return g_string_free (text, FALSE);
}
