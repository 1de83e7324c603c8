/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/typesetter.h"

#include "overlay/tag-letters.h"

#include <pango/pangocairo.h>
#include <string.h>

#define MAX_LINES        3
#define MAX_BANNER_LINES 4
#define MAX_ROOM         (G_MAXINT / PANGO_SCALE)

enum
{
  ROLE,
  NAME,
  SIZE,
  N_PARTS
};

#define MAX_RUNS (N_PARTS + MAX_LINES - 1)

/* Letters of one look. @x, @y: their corner, from that of the block. */
typedef struct
{
  PangoLayout *layout;
  guint32      colour;
  int          x, y, width, height;
} Run;

typedef struct
{
  Run   runs[MAX_RUNS];
  guint n_runs;
  int   width, height;
} Block;

struct _PelTypesetter
{
  PelThemeSizes         sizes;
  PangoContext         *context;
  PangoFontDescription *tag_font, *label_font, *role_font, *banner_font;
  PangoRectangle        digit; /* the ink of one, from its baseline */
  PelTagLetters        *tag_letters;
};

static PangoFontDescription *
new_font (int size, PangoWeight weight)
{
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family_static (font, PEL_THEME_FONT);
  pango_font_description_set_absolute_size (font, (double) size * PANGO_SCALE);
  pango_font_description_set_weight (font, weight);
  return font;
}

/* Colours at the edges of letters are for opaque windows only. */
static PangoContext *
new_context (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_ON);
  pango_cairo_context_set_font_options (context, options);
  cairo_font_options_destroy (options);
  return context;
}

static PangoLayout *
new_layout (PelTypesetter *self, const PangoFontDescription *font, const char *text)
{
  PangoLayout *layout = pango_layout_new (self->context);

  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  return layout;
}

PelTypesetter *
pel_typesetter_new (const PelThemeSizes *sizes)
{
  PelTypesetter          *self = g_new0 (PelTypesetter, 1);
  g_autoptr (PangoLayout) digit = NULL;

  self->sizes = *sizes;
  self->context = new_context ();
  self->tag_font = new_font (sizes->tag_font, PANGO_WEIGHT_BOLD);
  self->label_font = new_font (sizes->label_font, PANGO_WEIGHT_NORMAL);
  self->role_font = new_font (sizes->label_font, PANGO_WEIGHT_BOLD);
  self->banner_font = new_font (sizes->banner_font, PANGO_WEIGHT_NORMAL);
  self->tag_letters = pel_tag_letters_new (self->context, self->tag_font);
  digit = new_layout (self, self->tag_font, "0");
  pango_layout_get_pixel_extents (digit, &self->digit, NULL);
  self->digit.y -= PANGO_PIXELS (pango_layout_get_baseline (digit));
  return self;
}

void
pel_typesetter_free (PelTypesetter *self)
{
  if (self == NULL)
    return;
  pel_tag_letters_free (self->tag_letters);
  g_object_unref (self->context);
  pango_font_description_free (self->tag_font);
  pango_font_description_free (self->label_font);
  pango_font_description_free (self->role_font);
  pango_font_description_free (self->banner_font);
  g_free (self);
}

/* Blocks */

static void
clear_block (Block *block)
{
  for (guint i = 0; i < block->n_runs; i++)
    g_object_unref (block->runs[i].layout);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Block, clear_block)

static Run *
add_run (Block *block, PangoLayout *layout, guint32 colour)
{
  Run *run = &block->runs[block->n_runs++];

  *run = (Run){ .layout = layout, .colour = colour };
  pango_layout_get_pixel_size (layout, &run->width, &run->height);
  return run;
}

static void
narrow (Run *run, int room)
{
  if (run->width <= room)
    return;
  pango_layout_set_ellipsize (run->layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (run->layout, CLAMP (room, 0, MAX_ROOM) * PANGO_SCALE);
  pango_layout_get_pixel_size (run->layout, &run->width, &run->height);
  run->width = MIN (run->width, MAX (room, 0));
}

static int
get_baseline (const Run *run)
{
  return PANGO_PIXELS (pango_layout_get_baseline (run->layout));
}

/* Side by side on one baseline: other scripts bring fonts of other heights. */
static void
set_line (PelTypesetter *self, Block *block, guint first)
{
  int x = 0, top = block->height, ascent = 0;

  for (guint i = first; i < block->n_runs; i++)
    ascent = MAX (ascent, get_baseline (&block->runs[i]));
  for (guint i = first; i < block->n_runs; i++)
    {
      Run *run = &block->runs[i];

      run->x = x;
      run->y = top + ascent - get_baseline (run);
      x += run->width + self->sizes.label_gap;
      block->width = MAX (block->width, run->x + run->width);
      block->height = MAX (block->height, run->y + run->height);
    }
}

/* The name gives way first, then the role: a size that is cut would be another one. */
static void
narrow_parts (PelTypesetter *self, Block *block, Run *const parts[N_PARTS], int room)
{
  static const int order[] = { SIZE, ROLE, NAME };
  int              left = room - (int) (MAX (block->n_runs, 1) - 1) * self->sizes.label_gap;

  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    if (parts[order[i]] != NULL)
      {
        narrow (parts[order[i]], left);
        left -= parts[order[i]]->width;
      }
}

static void
set_first_line (PelTypesetter *self, Block *block, const char *line, int room)
{
  static const guint32 colours[] = { PEL_THEME_TEXT, PEL_THEME_TEXT, PEL_THEME_DIM_TEXT };
  g_auto (GStrv)       texts = g_strsplit (line, "\t", N_PARTS);
  guint                n_texts = g_strv_length (texts);
  Run                 *parts[N_PARTS] = { NULL };

  for (guint i = 0; i < n_texts; i++)
    if (*texts[i] != '\0')
      {
        PangoLayout *layout =
            new_layout (self, i == ROLE ? self->role_font : self->label_font, texts[i]);

        /* a name that runs the other way is isolated: its quotation marks are not part of it */
        pango_layout_set_auto_dir (layout, FALSE);
        parts[i] = add_run (block, layout, colours[i]);
      }
  narrow_parts (self, block, parts, room);
  set_line (self, block, 0);
}

static void
set_label (PelTypesetter *self, Block *block, const char *text, int room)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", MAX_LINES);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint first = block->n_runs;

      if (i == 0)
        {
          set_first_line (self, block, lines[i], room);
          continue;
        }
      narrow (add_run (block, new_layout (self, self->label_font, lines[i]), PEL_THEME_DIM_TEXT),
              room);
      set_line (self, block, first);
    }
}

static void
dim_from (PangoLayout *layout, guint start)
{
  PangoAttrList  *attributes = pango_attr_list_new ();
  PangoAttribute *dim = pango_attr_foreground_new ((PEL_THEME_DIM_TEXT >> 16) * 0x101,
                                                   (PEL_THEME_DIM_TEXT >> 8 & 0xff) * 0x101,
                                                   (PEL_THEME_DIM_TEXT & 0xff) * 0x101);

  dim->start_index = start;
  pango_attr_list_insert (attributes, dim);
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
}

static void
set_banner (PelTypesetter *self, Block *block, const char *text, int room)
{
  g_auto (GStrv)   parts = g_strsplit (text, "\n\t", 2);
  g_autofree char *shown = g_strjoinv ("\n", parts);
  PangoLayout     *layout = new_layout (self, self->banner_font, shown);
  Run             *run;

  if (parts[0] != NULL && parts[1] != NULL)
    dim_from (layout, (guint) strlen (parts[0]));
  pango_layout_set_single_paragraph_mode (layout, FALSE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, CLAMP (room, 0, MAX_ROOM) * PANGO_SCALE);
  pango_layout_set_height (layout, -MAX_BANNER_LINES);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  run = add_run (block, layout, PEL_THEME_TEXT);
  block->width = MIN (run->width, room);
  block->height = run->height;
}

static void
set_tag (PelTypesetter *self, Block *block, const char *text, int room)
{
  Run *run = add_run (block, new_layout (self, self->tag_font, text), 0);

  narrow (run, room);
  run->y = -get_baseline (run) - self->digit.y;
  block->width = run->width;
  block->height = self->digit.height;
}

/* How a kind of text is set, and what of its plate lies around it. */
typedef struct
{
  void (*set) (PelTypesetter *self, Block *block, const char *text, int room);
  int left, right, top, bottom;
} Frame;

static gboolean
get_frame (const PelThemeSizes *sizes, PelItemKind kind, Frame *ret_frame)
{
  int tag = sizes->tag_padding, tall = MAX (tag * 3 / 4, 1);
  int label = sizes->edge + sizes->label_padding, flat = sizes->edge + label / 2;
  int banner = sizes->edge + sizes->banner_padding;

  switch (kind)
    {
    case PEL_ITEM_TAG:
      *ret_frame = (Frame){ set_tag, tag, tag, tall, tall };
      return TRUE;
    case PEL_ITEM_LABEL:
      *ret_frame = (Frame){ set_label, label + sizes->label_stripe, label, flat, flat };
      return TRUE;
    case PEL_ITEM_BANNER:
      *ret_frame = (Frame){ set_banner, banner * 3 / 2, banner * 3 / 2, banner, banner };
      return TRUE;
    default:
      return FALSE;
    }
}

void
pel_typesetter_measure (PelTypesetter *self,
                        PelItemKind    kind,
                        const char    *text,
                        int            max_width,
                        int           *ret_width,
                        int           *ret_height)
{
  g_auto (Block) block = { .n_runs = 0 };
  Frame          frame;

  g_return_if_fail (text != NULL && get_frame (&self->sizes, kind, &frame));

  if (kind == PEL_ITEM_TAG && pel_tag_letters_measure (self->tag_letters, text, &block.width))
    block.height = self->digit.height;
  else
    frame.set (self, &block, text, max_width - frame.left - frame.right);
  *ret_height = block.height + frame.top + frame.bottom;
  *ret_width = block.width + frame.left + frame.right;
  if (kind == PEL_ITEM_TAG)
    *ret_width = MAX (*ret_width, *ret_height);
  *ret_width = MIN (*ret_width, max_width);
}

/* FALSE where its letters have no room or need more than that. */
static gboolean
paint_tag (PelTypesetter *self, cairo_t *cr, const PelSceneItem *item, const Frame *frame)
{
  const PelBufferRect *rect = &item->rect;
  int                  y = rect->y + (rect->height - self->digit.height) / 2, width;

  if (!pel_tag_letters_measure (self->tag_letters, item->text, &width) ||
      rect->height < self->digit.height + frame->top + frame->bottom ||
      rect->width < width + frame->left + frame->right)
    return FALSE;
  pel_theme_set_colour (cr, pel_theme_get_style (item->shade)->companion, 1);
  pel_tag_letters_show (self->tag_letters,
                        cr,
                        item->text,
                        rect->x + (rect->width - width) / 2,
                        y - self->digit.y);
  return TRUE;
}

static void
paint_block (const Block *block, cairo_t *cr, int x, int y)
{
  for (guint i = 0; i < block->n_runs; i++)
    {
      pel_theme_set_colour (cr, block->runs[i].colour, 1);
      cairo_move_to (cr, x + block->runs[i].x, y + block->runs[i].y);
      pango_cairo_show_layout (cr, block->runs[i].layout);
    }
}

void
pel_typesetter_paint (PelTypesetter *self, cairo_t *cr, const PelSceneItem *item)
{
  const PelBufferRect *rect = &item->rect;
  g_auto (Block)       block = { .n_runs = 0 };
  Frame                frame;
  int                  x;

  if (item->text == NULL || !get_frame (&self->sizes, item->kind, &frame) ||
      (item->kind == PEL_ITEM_TAG && paint_tag (self, cr, item, &frame)))
    return;
  frame.set (self, &block, item->text, rect->width - frame.left - frame.right);
  if (rect->height < block.height + frame.top + frame.bottom)
    return;
  x = rect->x + frame.left;
  if (item->kind == PEL_ITEM_TAG)
    {
      x = rect->x + (rect->width - block.width) / 2;
      block.runs[0].colour = pel_theme_get_style (item->shade)->companion;
    }
  paint_block (&block, cr, x, rect->y + (rect->height - block.height) / 2);
}
