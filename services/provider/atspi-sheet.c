/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-sheet.h"

#include "services/provider/atspi-method.h"

#define MAX_CELLS 4096

#define MAX_GUESSES 8

enum
{
  FIRST, /* top left */
  LAST,  /* bottom right */
  N_CORNERS
};

typedef struct
{
  int   x, y;        /* where it was looked for */
  char *path;        /* the cell there; (nullable) */
  int   index;       /* among all cells; it may have wrapped around */
  int   row, column; /* -1: not known */
  int   n_guesses;
  struct
  {
    int   row;
    char *path; /* (nullable) */
  } guesses[MAX_GUESSES];
} Corner;

struct _PelAtspiSheet
{
  PelAtspiQueue    *queue;
  char             *path;
  PelExtentsKind    kind;
  guint64           tag;
  PelAtspiSheetFunc seen;
  gpointer          data;
  int               n_rows, n_columns;
  Corner            corners[N_CORNERS];
  guint             n_open;
  void (*next) (PelAtspiSheet *self); /* once all answers of this round are there */
  GArray *cells;                      /* of PelAtspiRef, its strings our own */
};

static void
ask (PelAtspiSheet        *self,
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

static void
close_one (PelAtspiSheet *self)
{
  if (--self->n_open == 0)
    self->next (self);
}

/* What is asked in a round counts as one more answer, so that a round without questions ends. */
static void
begin_round (PelAtspiSheet *self, void (*next) (PelAtspiSheet *self))
{
  self->next = next;
  self->n_open++;
}

/* The cells */

static void
finish (PelAtspiSheet *self)
{
  for (guint i = self->cells->len; i > 0; i--)
    if (g_array_index (self->cells, PelAtspiRef, i - 1).path == NULL)
      g_array_remove_index (self->cells, i - 1);
  self->seen (self, self->data);
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
  close_one (self);
}

static void
ask_cells (PelAtspiSheet *self)
{
  const Corner *first = &self->corners[FIRST], *last = &self->corners[LAST];
  int           n_columns = CLAMP (last->column - (gint64) first->column + 1, 0, MAX_CELLS);
  int           max_rows = n_columns > 0 ? MAX_CELLS / n_columns : 0;
  int           n_rows = CLAMP (last->row - (gint64) first->row + 1, 0, max_rows);

  begin_round (self, finish);
  if (first->row >= 0 && first->column >= 0)
    g_array_set_size (self->cells, n_columns * n_rows);
  for (guint i = 0; i < self->cells->len; i++)
    ask (self,
         &pel_atspi_get_cell,
         self->path,
         first->row + (int) i / n_columns,
         first->column + (int) i % n_columns,
         take_cell,
         i);
  close_one (self);
}

/* Rows beyond the reach of a 32-bit index: the index has wrapped around, so several rows could be
 * meant, and it is the one whose cell is where we looked. */

static void
take_guess_extents (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiSheet *self = data;
  Corner        *corner = &self->corners[tag % N_CORNERS];
  PelToolkitRect rect;

  if (pel_atspi_decode_extents (reply, &rect) && corner->x >= rect.x && corner->y >= rect.y &&
      corner->x - (gint64) rect.x < rect.width && corner->y - (gint64) rect.y < rect.height)
    {
      corner->row = corner->guesses[tag / N_CORNERS].row;
      corner->column = (guint) corner->index % (guint) self->n_columns;
    }
  close_one (self);
}

static void
ask_guess_extents (PelAtspiSheet *self)
{
  begin_round (self, ask_cells);
  for (guint i = 0; i < N_CORNERS; i++)
    for (int k = 0; k < self->corners[i].n_guesses; k++)
      if (self->corners[i].guesses[k].path != NULL)
        ask (self,
             &pel_atspi_get_extents,
             self->corners[i].guesses[k].path,
             self->kind,
             0,
             take_guess_extents,
             k * N_CORNERS + i);
  close_one (self);
}

static void
take_guess (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiSheet *self = data;
  PelAtspiRef    ref;

  if (pel_atspi_decode_ref (reply, &ref))
    self->corners[tag % N_CORNERS].guesses[tag / N_CORNERS].path = g_strdup (ref.path);
  close_one (self);
}

static void
ask_guesses (PelAtspiSheet *self)
{
  begin_round (self, ask_guess_extents);
  for (guint i = 0; i < N_CORNERS; i++)
    {
      Corner *corner = &self->corners[i];
      gint64  step, row;

      if ((corner->row >= 0 && corner->column >= 0) || corner->path == NULL || self->n_columns <= 0)
        continue;
      step = ((gint64) G_MAXUINT32 + 1) / self->n_columns;
      row = (guint) corner->index / (guint) self->n_columns;
      for (; row < self->n_rows && corner->n_guesses < MAX_GUESSES; row += step)
        {
          corner->guesses[corner->n_guesses].row = row;
          ask (self,
               &pel_atspi_get_cell,
               self->path,
               row,
               (guint) corner->index % (guint) self->n_columns,
               take_guess,
               corner->n_guesses++ * N_CORNERS + i);
        }
    }
  close_one (self);
}

/* The corners */

static void
take_row (sd_bus_message *reply, guint64 corner, gpointer data)
{
  PelAtspiSheet *self = data;

  pel_atspi_decode_int (reply, &self->corners[corner].row);
  close_one (self);
}

static void
take_column (sd_bus_message *reply, guint64 corner, gpointer data)
{
  PelAtspiSheet *self = data;

  pel_atspi_decode_int (reply, &self->corners[corner].column);
  close_one (self);
}

static void
ask_rows (PelAtspiSheet *self)
{
  begin_round (self, ask_guesses);
  for (guint i = 0; i < N_CORNERS; i++)
    if (self->corners[i].path != NULL)
      {
        int index = self->corners[i].index;

        ask (self, &pel_atspi_get_cell_row, self->path, index, 0, take_row, i);
        ask (self, &pel_atspi_get_cell_column, self->path, index, 0, take_column, i);
      }
  close_one (self);
}

static void
take_index (sd_bus_message *reply, guint64 corner, gpointer data)
{
  PelAtspiSheet *self = data;

  pel_atspi_decode_int (reply, &self->corners[corner].index);
  close_one (self);
}

static void
ask_indexes (PelAtspiSheet *self)
{
  begin_round (self, ask_rows);
  for (guint i = 0; i < N_CORNERS; i++)
    if (self->corners[i].path != NULL)
      ask (self, &pel_atspi_get_index, self->corners[i].path, 0, 0, take_index, i);
  close_one (self);
}

static void
take_corner (sd_bus_message *reply, guint64 corner, gpointer data)
{
  PelAtspiSheet *self = data;
  PelAtspiRef    ref;

  if (pel_atspi_decode_ref (reply, &ref) && !g_str_equal (ref.path, PEL_ATSPI_NULL_PATH))
    self->corners[corner].path = g_strdup (ref.path);
  close_one (self);
}

static void
take_n_rows (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiSheet *self = data;

  pel_atspi_decode_int_property (reply, &self->n_rows);
  close_one (self);
}

static void
take_n_columns (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiSheet *self = data;

  pel_atspi_decode_int_property (reply, &self->n_columns);
  close_one (self);
}

/* A little inside of an edge, whatever the program says its size is. */
static int
move_inside (int origin, int size)
{
  return (int) CLAMP ((gint64) origin + MAX (size, 4) - 2, G_MININT, G_MAXINT);
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

  self->queue = queue;
  self->path = g_strdup (path);
  self->kind = kind;
  self->tag = tag;
  self->seen = seen;
  self->data = data;
  self->cells = g_array_new (FALSE, TRUE, sizeof (PelAtspiRef));
  self->corners[FIRST] =
      (Corner){ .x = move_inside (visible->x, 4), .y = move_inside (visible->y, 4) };
  self->corners[LAST] = (Corner){ .x = move_inside (visible->x, visible->width),
                                  .y = move_inside (visible->y, visible->height) };
  begin_round (self, ask_indexes);
  ask (self, &pel_atspi_get_n_rows, path, 0, 0, take_n_rows, 0);
  ask (self, &pel_atspi_get_n_columns, path, 0, 0, take_n_columns, 0);
  for (guint i = 0; i < N_CORNERS; i++)
    {
      self->corners[i].row = self->corners[i].column = -1;
      ask (self,
           &pel_atspi_get_at_point,
           path,
           self->corners[i].x,
           self->corners[i].y,
           take_corner,
           i);
    }
  close_one (self);
  return self;
}

static void
corner_clear (Corner *corner)
{
  g_free (corner->path);
  for (int i = 0; i < corner->n_guesses; i++)
    g_free (corner->guesses[i].path);
}

void
pel_atspi_sheet_free (PelAtspiSheet *self)
{
  if (self == NULL)
    return;
  pel_atspi_queue_cancel (self->queue, self);
  for (guint i = 0; i < N_CORNERS; i++)
    corner_clear (&self->corners[i]);
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
