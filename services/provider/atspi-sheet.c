/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-sheet.h"

#include "services/provider/atspi-method.h"

#define MAX_CELLS 4096

enum
{
  FIRST, /* top left */
  LAST,  /* bottom right */
  N_CORNERS
};

typedef struct
{
  int row, column; /* -1: not known */
} Corner;

struct _PelAtspiSheet
{
  PelAtspiQueue    *queue;
  char             *path;
  PelExtentsKind    kind;
  guint64           tag;
  PelAtspiSheetFunc seen;
  gpointer          data;
  Corner            corners[N_CORNERS];
  guint             n_open;
  GArray           *cells; /* of PelAtspiRef, its strings our own */
};

static void
call (PelAtspiSheet        *self,
      const PelAtspiMethod *method,
      const char           *path,
      int                   first,
      int                   second,
      PelAtspiReplyFunc     take,
      guint64               tag)
{
  self->n_open++;
  pel_atspi_queue_call (self->queue,
                        &(PelAtspiCall){ .method = method,
                                         .path = path,
                                         .arguments = { first, second, self->kind },
                                         .take = take,
                                         .tag = tag,
                                         .data = self });
}

/* TRUE with the last answer of a round. */
static gboolean
close_one (PelAtspiSheet *self)
{
  return --self->n_open == 0;
}

static void
take_cell (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiSheet *self = data;
  PelAtspiRef    ref;

  if (pel_atspi_decode_ref (reply, &ref))
    {
      PelAtspiRef *cell = &g_array_index (self->cells, PelAtspiRef, tag);

      cell->bus_name = g_strdup (ref.bus_name);
      cell->path = g_strdup (ref.path);
    }
  if (!close_one (self))
    return;
  for (guint i = self->cells->len; i > 0; i--)
    if (g_array_index (self->cells, PelAtspiRef, i - 1).path == NULL)
      g_array_remove_index (self->cells, i - 1);
  self->seen (self, self->data);
}

static void
read_cells (PelAtspiSheet *self)
{
  const Corner *first = &self->corners[FIRST], *last = &self->corners[LAST];
  int           n_columns = CLAMP (last->column - (gint64) first->column + 1, 0, MAX_CELLS);
  int           max_rows = n_columns > 0 ? MAX_CELLS / n_columns : 0;
  int           n_rows = CLAMP (last->row - (gint64) first->row + 1, 0, max_rows);

  if (first->row < 0 || first->column < 0 || n_columns == 0 || n_rows == 0)
    {
      self->seen (self, self->data);
      return;
    }
  g_array_set_size (self->cells, n_columns * n_rows);
  for (int i = 0; i < n_columns * n_rows; i++)
    call (self,
          &pel_atspi_get_cell,
          self->path,
          first->row + i / n_columns,
          first->column + i % n_columns,
          take_cell,
          i);
}

static void
take_row (sd_bus_message *reply, guint64 corner, gpointer data)
{
  PelAtspiSheet *self = data;

  pel_atspi_decode_int (reply, &self->corners[corner].row);
  if (close_one (self))
    read_cells (self);
}

static void
take_column (sd_bus_message *reply, guint64 corner, gpointer data)
{
  PelAtspiSheet *self = data;

  pel_atspi_decode_int (reply, &self->corners[corner].column);
  if (close_one (self))
    read_cells (self);
}

static void
take_index (sd_bus_message *reply, guint64 corner, gpointer data)
{
  PelAtspiSheet *self = data;
  int            index;

  if (pel_atspi_decode_int (reply, &index) && index >= 0)
    {
      call (self, &pel_atspi_get_cell_row, self->path, index, 0, take_row, corner);
      call (self, &pel_atspi_get_cell_column, self->path, index, 0, take_column, corner);
    }
  if (close_one (self))
    read_cells (self);
}

static void
take_corner (sd_bus_message *reply, guint64 corner, gpointer data)
{
  PelAtspiSheet *self = data;
  PelAtspiRef    ref;

  if (pel_atspi_decode_ref (reply, &ref) && !g_str_equal (ref.path, PEL_ATSPI_NULL_PATH))
    call (self, &pel_atspi_get_index, ref.path, 0, 0, take_index, corner);
  if (close_one (self))
    read_cells (self);
}

PelAtspiSheet *
pel_atspi_sheet_new (PelAtspiQueue        *queue,
                     const char           *path,
                     PelExtentsKind        kind,
                     const PelToolkitRect *visible,
                     guint64               tag,
                     PelAtspiSheetFunc     seen,
                     gpointer              data)
{
  PelAtspiSheet *self = g_new0 (PelAtspiSheet, 1);
  int            right = visible->x + MAX (visible->width, 4) - 2;
  int            bottom = visible->y + MAX (visible->height, 4) - 2;

  self->queue = queue;
  self->path = g_strdup (path);
  self->kind = kind;
  self->tag = tag;
  self->seen = seen;
  self->data = data;
  self->cells = g_array_new (FALSE, TRUE, sizeof (PelAtspiRef));
  for (guint i = 0; i < N_CORNERS; i++)
    self->corners[i] = (Corner){ -1, -1 };
  call (self, &pel_atspi_get_at_point, path, visible->x + 2, visible->y + 2, take_corner, FIRST);
  call (self, &pel_atspi_get_at_point, path, right, bottom, take_corner, LAST);
  return self;
}

void
pel_atspi_sheet_free (PelAtspiSheet *self)
{
  if (self == NULL)
    return;
  pel_atspi_queue_cancel (self->queue, self);
  for (guint i = 0; i < self->cells->len; i++)
    {
      g_free ((char *) g_array_index (self->cells, PelAtspiRef, i).bus_name);
      g_free ((char *) g_array_index (self->cells, PelAtspiRef, i).path);
    }
  g_array_unref (self->cells);
  g_free (self->path);
  g_free (self);
}

guint64
pel_atspi_sheet_get_tag (PelAtspiSheet *self)
{
  return self->tag;
}

GArray *
pel_atspi_sheet_get_cells (PelAtspiSheet *self)
{
  return self->cells;
}
