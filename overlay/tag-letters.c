/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/tag-letters.h"

#include <string.h>

#define N_LETTERS  128
#define MAX_LENGTH 24

typedef enum
{
  UNKNOWN,
  PLAIN,
  REFUSED,
} State;

typedef struct
{
  State         state;
  unsigned long glyph;
  int           width;
} Letter;

struct _PelTagLetters
{
  PangoLayout *layout; /* for one letter at a time */
  PangoFont   *font;   /* (nullable) of all plain letters */
  Letter       letters[N_LETTERS];
};

PelTagLetters *
pel_tag_letters_new (PangoContext *context, const PangoFontDescription *font)
{
  PelTagLetters *self = g_new0 (PelTagLetters, 1);

  self->layout = pango_layout_new (context);
  pango_layout_set_font_description (self->layout, font);
  return self;
}

void
pel_tag_letters_free (PelTagLetters *self)
{
  if (self == NULL)
    return;
  g_object_unref (self->layout);
  g_clear_object (&self->font);
  g_free (self);
}

/* (nullable): the glyph of the only letter of the layout, in the font that the others have. */
static const PangoGlyphInfo *
get_only_glyph (PelTagLetters *self)
{
  const GSList         *runs = pango_layout_get_line_readonly (self->layout, 0)->runs;
  const PangoGlyphItem *run = runs != NULL && runs->next == NULL ? runs->data : NULL;

  if (run == NULL || run->glyphs->num_glyphs != 1 ||
      (run->glyphs->glyphs[0].glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0)
    return NULL;
  if (self->font == NULL)
    self->font = g_object_ref (run->item->analysis.font);
  return run->item->analysis.font == self->font ? &run->glyphs->glyphs[0] : NULL;
}

static const Letter *
get_letter (PelTagLetters *self, char character)
{
  Letter               *letter = &self->letters[(guchar) character % N_LETTERS];
  const PangoGlyphInfo *glyph;

  if (letter->state != UNKNOWN)
    return letter;
  pango_layout_set_text (self->layout, &character, 1);
  glyph = get_only_glyph (self);
  letter->state = glyph != NULL ? PLAIN : REFUSED;
  if (glyph != NULL)
    {
      letter->glyph = glyph->glyph;
      letter->width = PANGO_PIXELS (glyph->geometry.width);
    }
  return letter;
}

gboolean
pel_tag_letters_measure (PelTagLetters *self, const char *text, int *ret_width)
{
  int width = 0;

  if (strlen (text) > MAX_LENGTH)
    return FALSE;
  for (const char *p = text; *p != '\0'; p++)
    {
      if (!g_ascii_isprint (*p) || get_letter (self, *p)->state == REFUSED)
        return FALSE;
      width += get_letter (self, *p)->width;
    }
  *ret_width = width;
  return TRUE;
}

void
pel_tag_letters_show (PelTagLetters *self, cairo_t *cr, const char *text, int x, int baseline)
{
  cairo_glyph_t glyphs[MAX_LENGTH];
  guint         n_glyphs = 0;

  for (const char *p = text; *p != '\0' && n_glyphs < MAX_LENGTH; p++)
    {
      const Letter *letter = get_letter (self, *p);

      glyphs[n_glyphs++] = (cairo_glyph_t){ letter->glyph, x, baseline };
      x += letter->width;
    }
  if (n_glyphs == 0)
    return;
  cairo_set_scaled_font (cr, pango_cairo_font_get_scaled_font (PANGO_CAIRO_FONT (self->font)));
  cairo_show_glyphs (cr, glyphs, (int) n_glyphs);
}
