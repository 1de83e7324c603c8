/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/grey-image.h"

#include "services/ocr/contrast.h"
#include "services/ocr/frame-lines.h"
#include "services/ocr/ground-map.h"

#include <math.h>

/* Measured with DejaVu Sans of 12 px, light and dark, prose and labels: below 2 labels in frames
 * are lost, above 3 it takes longer and nothing more is read. */
#define BEST_FACTOR   3.0
#define LEAST_FACTOR  2.0 /* also where letters are large: frames would touch them */
#define MAX_PIXELS    64e6
#define N_TAPS        4
#define WHITE         255
#define PAPER_NOISE   24  /* shades of the paper, and paper beside other paper */
#define FULL_CONTRAST 180 /* ink that differs from its ground by this much is black */

/* Where one pixel of a row or column comes from. */
typedef struct
{
  int   from[N_TAPS];
  float weight[N_TAPS];
} Tap;

/* A grey picture as it was taken. */
typedef struct
{
  const guint8 *grey;
  int           width, height, unit;
} Plane;

double
pel_grey_image_choose_factor (int width, int height, double scale)
{
  double factor = CLAMP (BEST_FACTOR / MAX (scale, 0.1), LEAST_FACTOR, BEST_FACTOR);
  double pixels = (double) MAX (width, 1) * MAX (height, 1);

  return MIN (factor, sqrt (MAX_PIXELS / pixels));
}

/* What is not there counts as white paper. */
static guint8
get_grey (const PelImage *image, int x, int y)
{
  guint32 pixel = pel_image_get_pixel (image, x, y);
  guint   alpha = pixel >> 24;
  guint   red = (pixel >> 16) & 0xff, green = (pixel >> 8) & 0xff, blue = pixel & 0xff;

  return ((red * 77 + green * 151 + blue * 28) >> 8) + (WHITE - alpha);
}

static guint8 *
take_grey (const PelImage *image, const PelImageRect *rect)
{
  guint8 *grey = g_malloc ((gsize) rect->width * rect->height);

  for (int y = 0; y < rect->height; y++)
    for (int x = 0; x < rect->width; x++)
      grey[(gsize) y * rect->width + x] = get_grey (image, rect->x + x, rect->y + y);
  return grey;
}

static gboolean
is_close (guint8 a, guint8 b)
{
  return ABS (a - b) <= PAPER_NOISE;
}

/* Broader than a stroke of a letter. */
static gboolean
is_flat (const Plane *plane, int x, int y)
{
  guint8 level = plane->grey[(gsize) y * plane->width + x];

  for (int j = MAX (y - plane->unit, 0); j <= MIN (y + plane->unit, plane->height - 1); j++)
    for (int i = MAX (x - plane->unit, 0); i <= MIN (x + plane->unit, plane->width - 1); i++)
      if (!is_close (plane->grey[(gsize) j * plane->width + i], level))
        return FALSE;
  return TRUE;
}

/* Tiles tell roughly where one paper ends and another begins: whether a pixel is of the paper
 * beside its tile. */
static gboolean
is_paper_beside (const Plane *plane, const PelGroundMap *ground, int x, int y)
{
  guint8 level = plane->grey[(gsize) y * plane->width + x];

  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++)
      {
        int beside_x = CLAMP (x + i * ground->tile, 0, plane->width - 1);
        int beside_y = CLAMP (y + j * ground->tile, 0, plane->height - 1);

        if (is_close (pel_ground_map_get (ground, beside_x, beside_y), level))
          return is_flat (plane, x, y);
      }
  return FALSE;
}

/* (transfer full): light text on dark becomes as dark on light; what is faint is made stronger. */
static guint8 *
even_out (const Plane *plane, const PelGroundMap *ground)
{
  guint8 *even = g_malloc ((gsize) plane->width * plane->height);

  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      {
        gsize at = (gsize) y * plane->width + x;
        int   ink = ABS (plane->grey[at] - pel_ground_map_get (ground, x, y)) - PAPER_NOISE;

        even[at] = WHITE - CLAMP (ink * WHITE / (FULL_CONTRAST - PAPER_NOISE), 0, WHITE);
      }
  return even;
}

static void
clear_around (const Plane *plane, guint8 *even, int x, int y, int reach)
{
  for (int j = MAX (y - reach, 0); j <= MIN (y + reach, plane->height - 1); j++)
    for (int i = MAX (x - reach, 0); i <= MIN (x + reach, plane->width - 1); i++)
      even[(gsize) j * plane->width + i] = WHITE;
}

/* What is left where one paper borders on another, with the blur between them. */
static void
clear_edges (const Plane *plane, const PelGroundMap *ground, guint8 *even)
{
  g_autofree guint8 *before = g_memdup2 (even, (gsize) plane->width * plane->height);

  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      if (before[(gsize) y * plane->width + x] < WHITE && is_paper_beside (plane, ground, x, y))
        clear_around (plane, even, x, y, plane->unit + 1);
}

/* (transfer full): nothing is left but what may be text, dark on white. */
static guint8 *
find_ink (const Plane *plane)
{
  g_autoptr (PelGroundMap) ground =
      pel_ground_map_new (plane->grey, plane->width, plane->height, plane->unit);
  guint8 *ink = even_out (plane, ground);

  pel_frame_lines_erase (ink, plane->width, plane->height, plane->unit);
  clear_edges (plane, ground, ink);
  pel_contrast_stretch (ink, plane->width, plane->height, plane->unit);
  return ink;
}

/* The cubic of Catmull and Rom: sharp, and exact where a pixel stays one. */
static double
get_cubic (double t)
{
  t = fabs (t);
  if (t < 1)
    return (1.5 * t - 2.5) * t * t + 1;
  return t < 2 ? ((-0.5 * t + 2.5) * t - 4) * t + 2 : 0;
}

static Tap *
make_taps (int n_from, int n_to, double factor)
{
  Tap *taps = g_new (Tap, n_to);

  for (int i = 0; i < n_to; i++)
    {
      double place = (i + 0.5) / factor - 0.5;
      int    first = (int) floor (place) - 1;

      for (int k = 0; k < N_TAPS; k++)
        {
          taps[i].from[k] = CLAMP (first + k, 0, n_from - 1);
          taps[i].weight[k] = (float) get_cubic (place - (first + k));
        }
    }
  return taps;
}

static float *
widen (const guint8 *grey, const PelImageRect *rect, int width, double factor)
{
  g_autofree Tap *taps = make_taps (rect->width, width, factor);
  float          *wide = g_new (float, (gsize) width * rect->height);

  for (int y = 0; y < rect->height; y++)
    for (int x = 0; x < width; x++)
      {
        const guint8 *row = grey + (gsize) y * rect->width;
        const Tap    *tap = &taps[x];
        float         sum = 0;

        for (int k = 0; k < N_TAPS; k++)
          sum += tap->weight[k] * row[tap->from[k]];
        wide[(gsize) y * width + x] = sum;
      }
  return wide;
}

static void
heighten (PelGreyImage *self, const float *wide, int from_height)
{
  g_autofree Tap *taps = make_taps (from_height, self->height, self->factor);

  for (int y = 0; y < self->height; y++)
    for (int x = 0; x < self->width; x++)
      {
        const Tap *tap = &taps[y];
        float      sum = 0;

        for (int k = 0; k < N_TAPS; k++)
          sum += tap->weight[k] * wide[(gsize) tap->from[k] * self->width + x];
        self->pixels[(gsize) y * self->width + x] = (guint8) CLAMP (sum + 0.5f, 0, WHITE);
      }
}

PelGreyImage *
pel_grey_image_new (const PelImage *image, const PelImageRect *rect, double scale)
{
  PelGreyImage      *self = g_new0 (PelGreyImage, 1);
  g_autofree guint8 *grey = take_grey (image, rect);
  g_autofree guint8 *ink = NULL;
  g_autofree float  *wide = NULL;
  double             factor = pel_grey_image_choose_factor (rect->width, rect->height, scale);

  self->factor = factor;
  self->width = MAX ((int) lround (rect->width * factor), 1);
  self->height = MAX ((int) lround (rect->height * factor), 1);
  self->pixels = g_malloc ((gsize) self->width * self->height);
  ink = find_ink (&(Plane){ grey, rect->width, rect->height, MAX ((int) lround (scale), 1) });
  wide = widen (ink, rect, self->width, factor);
  heighten (self, wide, rect->height);
  return self;
}

void
pel_grey_image_free (PelGreyImage *self)
{
  if (self == NULL)
    return;
  g_free (self->pixels);
  g_free (self);
}

PelImageRect
pel_grey_image_map (const PelGreyImage *self, int left, int top, int right, int bottom)
{
  int x = pel_round_edge (left / self->factor), y = pel_round_edge (top / self->factor);

  return (PelImageRect){ x,
                         y,
                         MAX (pel_round_edge (right / self->factor) - x, 1),
                         MAX (pel_round_edge (bottom / self->factor) - y, 1) };
}
