/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/text.h"
#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-details-decode.h"
#include "services/provider/atspi-details-private.h"
#include "services/provider/atspi-method.h"

#include <string.h>

static char *
dup_text (const char *text)
{
  return pel_text_repair (text, -1, PEL_DETAILS_MAX_BYTES - strlen ("…"));
}

/* At the caret. */

static gboolean
take_run (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return pel_details_decode_run (reply, &reading->reading->run_attributes);
}

static gboolean
take_around (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  const char *text;

  if (!pel_atspi_decode_text (reply, &text))
    return FALSE;
  reading->reading->around = dup_text (text);
  reading->reading->around_start = asked->first;
  return TRUE;
}

static const PelDetailsQuestion run_question = { &pel_atspi_get_run, .take = take_run };
static const PelDetailsQuestion around_question = { &pel_atspi_get_text, .take = take_around };

static gboolean
is_in_text (const PelElementReading *told, int start)
{
  return told->text != NULL && told->caret - start <= g_utf8_strlen (told->text, -1);
}

static void
ask_caret (PelDetailsReading *reading)
{
  PelElementReading *told = reading->reading;

  if ((reading->flags & PEL_READ_RUN) == 0 || told->is_secret || told->n_chars <= 0 ||
      told->caret < 0 || told->caret > told->n_chars)
    return;
  pel_details_ask (reading, &run_question, MIN (told->caret, told->n_chars - 1), 0);
  if (!is_in_text (told, reading->text_start))
    pel_details_ask (reading,
                     &around_question,
                     MAX (told->caret - PEL_DETAILS_MAX_AROUND, 0),
                     told->caret + MIN (PEL_DETAILS_MAX_AROUND, told->n_chars - told->caret));
}

/* In a table. */

static gboolean
take_cell (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  PelAtspiRef ref;
  PelCellInfo cell = { asked->first, asked->second, NULL, NULL };

  if (!pel_atspi_decode_ref (reply, &ref) || g_str_equal (ref.path, PEL_ATSPI_NULL_PATH))
    return FALSE;
  cell.bus_name = dup_text (ref.bus_name);
  cell.path = dup_text (ref.path);
  g_array_append_val (reading->reading->cells, cell);
  return TRUE;
}

static gboolean
take_header (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  PelElementReading *told = reading->reading;
  const char        *text;

  if (!pel_atspi_decode_text (reply, &text) || text[0] == '\0')
    return FALSE;
  if (told->headers == NULL)
    {
      int n = MIN (told->n_columns, PEL_DETAILS_MAX_COLUMNS);

      told->headers = g_new0 (char *, n + 1);
      for (int i = 0; i < n; i++)
        told->headers[i] = g_strdup ("");
    }
  g_free (told->headers[asked->first]);
  told->headers[asked->first] = dup_text (text);
  return TRUE;
}

static const PelDetailsQuestion cell_question = { &pel_atspi_get_cell, .take = take_cell };
static const PelDetailsQuestion header_question = { &pel_atspi_get_header, .take = take_header };

static void
ask_cells (PelDetailsReading *reading)
{
  PelElementReading *told = reading->reading;
  int                n_rows = MIN (told->n_rows, PEL_DETAILS_MAX_ROWS);
  int                n_columns = MIN (told->n_columns, PEL_DETAILS_MAX_COLUMNS);

  if ((reading->flags & PEL_READ_CELLS) == 0 || !told->has_table)
    return;
  for (int column = 0; column < n_columns; column++)
    {
      pel_details_ask (reading, &header_question, column, 0);
      for (int row = 0; row < n_rows; row++)
        pel_details_ask (reading, &cell_question, row, column);
    }
}

void
pel_details_ask_last (PelDetailsReading *reading)
{
  ask_caret (reading);
  ask_cells (reading);
}
