/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/json-locator.h"

#include <string.h>

typedef struct
{
  const char *at;
  const char *end;
} Cursor;

static int
peek (const Cursor *cursor)
{
  return cursor->at < cursor->end ? *cursor->at : '\0';
}

static void
skip_space (Cursor *cursor)
{
  while (peek (cursor) != '\0' && strchr (" \t\n\r", peek (cursor)) != NULL)
    cursor->at++;
}

static void
skip_string (Cursor *cursor)
{
  for (cursor->at++; cursor->at < cursor->end && *cursor->at != '"'; cursor->at++)
    if (*cursor->at == '\\')
      cursor->at++;
  cursor->at = MIN (cursor->at + 1, cursor->end);
}

/* Brackets are counted: what is nested costs no stack. */
static void
skip_value (Cursor *cursor)
{
  guint depth = 0;

  do
    {
      int c = peek (cursor);

      if (c == '"')
        {
          skip_string (cursor);
          continue;
        }
      if (c == '{' || c == '[')
        depth++;
      else if (c == '}' || c == ']')
        depth--;
      else if (depth == 0)
        {
          while (peek (cursor) != '\0' && strchr (",]} \t\n\r", peek (cursor)) == NULL)
            cursor->at++;
          return;
        }
      cursor->at++;
    }
  while (depth > 0 && cursor->at < cursor->end);
}

/* From the key of a member to its value. */
static void
skip_key (Cursor *cursor)
{
  skip_string (cursor);
  skip_space (cursor);
  cursor->at++; /* the colon */
  skip_space (cursor);
}

/* FALSE: there is no such step, and the cursor stays. */
static gboolean
enter (Cursor *cursor, guint step, gboolean is_key)
{
  Cursor   inner = *cursor;
  gboolean is_object = peek (cursor) == '{';

  if (!is_object && peek (cursor) != '[')
    return FALSE;
  inner.at++;
  skip_space (&inner);
  for (guint i = 0; i < step; i++)
    {
      if (is_object && peek (&inner) == '"')
        skip_key (&inner);
      skip_value (&inner);
      skip_space (&inner);
      if (peek (&inner) != ',')
        return FALSE;
      inner.at++;
      skip_space (&inner);
    }
  if (peek (&inner) == '}' || peek (&inner) == ']')
    return FALSE;
  if (is_object && !is_key)
    skip_key (&inner);
  *cursor = inner;
  return TRUE;
}

void
pel_json_locate (
    const char *text, gsize length, PelJsonPath path, guint *ret_line, guint *ret_column)
{
  Cursor      cursor = { text, text + length };
  const char *line_start = text;

  skip_space (&cursor);
  for (guint i = 0; i < path.n_steps; i++)
    if (!enter (&cursor, path.steps[i], path.is_key && i == path.n_steps - 1))
      break;
  *ret_line = 1;
  for (const char *p = text; p < cursor.at; p++)
    if (*p == '\n')
      {
        (*ret_line)++;
        line_start = p + 1;
      }
  *ret_column = cursor.at - line_start + 1;
}

gboolean
pel_json_find (const char *text, gsize length, PelJsonPath path, gsize *ret_start, gsize *ret_end)
{
  Cursor cursor = { text, text + length };

  skip_space (&cursor);
  for (guint i = 0; i < path.n_steps; i++)
    if (!enter (&cursor, path.steps[i], path.is_key && i == path.n_steps - 1))
      return FALSE;
  *ret_start = cursor.at - text;
  skip_value (&cursor);
  *ret_end = cursor.at - text;
  return TRUE;
}
