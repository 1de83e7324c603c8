/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/frame-lines.h"

#define INK          240 /* darker is ink */
#define WHITE        255
#define LEAST_ACROSS 30 /* logical pixels */
#define LEAST_DOWN   14
#define REACH        6 /* round corners leave a gap */

typedef struct
{
  guint8 *grey;
  guint8 *marks; /* 1: of a line */
  int     width, height, unit;
} Sheet;

static void
mark_across (Sheet *sheet)
{
  for (int y = 0; y < sheet->height; y++)
    for (int x = 0, start = 0; x <= sheet->width; x++)
      {
        gsize row = (gsize) y * sheet->width;

        if (x < sheet->width && sheet->grey[row + x] < INK)
          continue;
        if (x - start >= LEAST_ACROSS * sheet->unit)
          for (int k = start; k < x; k++)
            sheet->marks[row + k] = 1;
        start = x + 1;
      }
}

static gboolean
meets_line (const Sheet *sheet, int x, int y)
{
  int reach = REACH * sheet->unit;

  for (int j = MAX (y - reach, 0); j < MIN (y + reach + 1, sheet->height); j++)
    for (int i = MAX (x - reach, 0); i < MIN (x + reach + 1, sheet->width); i++)
      if (sheet->marks[(gsize) j * sheet->width + i] == 1)
        return TRUE;
  return FALSE;
}

static void
erase_down (Sheet *sheet)
{
  for (int x = 0; x < sheet->width; x++)
    for (int y = 0, start = 0; y <= sheet->height; y++)
      {
        if (y < sheet->height && sheet->grey[(gsize) y * sheet->width + x] < INK)
          continue;
        if (y - start >= LEAST_DOWN * sheet->unit && meets_line (sheet, x, start) &&
            meets_line (sheet, x, y - 1))
          for (int k = start; k < y; k++)
            sheet->grey[(gsize) k * sheet->width + x] = WHITE;
        start = y + 1;
      }
}

static void
erase_across (Sheet *sheet)
{
  gsize n_pixels = (gsize) sheet->width * sheet->height;

  for (gsize i = 0; i < n_pixels; i++)
    if (sheet->marks[i] != 0)
      sheet->grey[i] = WHITE;
}

void
pel_frame_lines_erase (guint8 *grey, int width, int height, int unit)
{
  g_autofree guint8 *marks = g_malloc0 ((gsize) width * height);
  Sheet              sheet = { grey, marks, width, height, unit };

  mark_across (&sheet);
  erase_down (&sheet);
  erase_across (&sheet);
}
