/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/state.h"

typedef enum
{
  PEL_READ_DESCRIPTION = 1 << 0,
  PEL_READ_ID = 1 << 1,      /* id, class, attributes */
  PEL_READ_ACTIONS = 1 << 2, /* what it can do, by name */
  PEL_READ_VALUE = 1 << 3,   /* of a slider, a spin button, a field */
  PEL_READ_TEXT = 1 << 4,
  PEL_READ_CARET = 1 << 5,     /* where in its text it is, and what is selected */
  PEL_READ_RELATIONS = 1 << 6, /* label of, controlled by … */
  PEL_READ_TABLE = 1 << 7,     /* rows and columns; of a cell its own */
  PEL_READ_RUN = 1 << 8,       /* the text around the caret, and how it is set */
  PEL_READ_CELLS = 1 << 9,     /* of a table the first ones, and what its columns are called */
  PEL_READ_ALL = (1 << 10) - 1,
  PEL_READ_PLACE = 1 << 10, /* whether it moves: of no use to people */
} PelReadingFlags;

/* What to read of one element. A value; what it points to is borrowed for the call. */
typedef struct
{
  const char     *bus_name, *path;
  PelReadingFlags flags;
  int             text_start, text_end; /* in characters; an end of -1: to the last */
  guint           timeout_ms;
} PelReadingRequest;

typedef struct
{
  char *name, *description, *key_binding; /* never NULL */
} PelActionInfo;

typedef struct
{
  char *kind; /* “labelled by” */
  char *bus_name, *path;
} PelRelationInfo;

typedef struct
{
  int start, end;
} PelTextRange;

/* A cell of a table, as the table reports it. */
typedef struct
{
  int   row, column;
  char *bus_name, *path;
} PelCellInfo;

/**
 * PelElementReading:
 *
 * What one element reported when it was asked. What was not asked for, what it does not have and
 * what is secret is NULL or has its `has_` unset; lists are never NULL, only empty.
 */
typedef struct
{
  char   *name; /* as its program says it, with anything but ids and descriptions */
  char   *description, *id, *class;
  char  **attributes; /* name, value, name, value …, NULL */
  GArray *actions;    /* of PelActionInfo */
  GArray *relations;  /* of PelRelationInfo */

  gboolean has_value;
  double   value, minimum, maximum, step;
  char    *value_text; /* how the program itself words it, or the text of a field */

  char    *text; /* of the range that was asked for */
  gboolean is_text_cut;
  int      n_chars, caret; /* of the whole text; a caret of -1: none */
  GArray  *selections;     /* of PelTextRange */
  char    *around;         /* what is around the caret, where @text does not hold it */
  int      around_start;
  char   **run_attributes; /* name, value, …, NULL: of the text at the caret */

  gboolean has_table, has_cell;
  int      n_rows, n_columns;
  int      row, column, row_span, column_span;
  GArray  *cells;   /* of PelCellInfo: some from the beginning of the table */
  char   **headers; /* of as many columns, each "" where it has none; NULL where none has one */

  /* in its window, as its program counts: only to be compared with another reading */
  gboolean has_place;
  int      place_x, place_y, place_width, place_height;

  gboolean  has_states; /* with anything but ids and descriptions */
  PelStates states;

  gboolean is_secret; /* value and text were not asked for */
} PelElementReading;

PelElementReading *pel_element_reading_new (void);
void               pel_element_reading_free (PelElementReading *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelElementReading, pel_element_reading_free)
