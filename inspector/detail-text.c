/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/detail-text.h"

#include <glib/gi18n.h>

#define CARET          "▏"
#define MAX_AROUND     24 /* characters on either side of the caret */
#define MAX_SELECTED   60 /* characters of a selection */
#define MAX_SELECTIONS 8
#define MAX_STEPS      32

static double
get_number (JsonObject *object, const char *name)
{
  return json_object_get_double_member_with_default (object, name, 0);
}

static const char *
get_string (JsonObject *object, const char *name)
{
  return json_object_get_string_member_with_default (object, name, "");
}

/* (nullable) */
static JsonObject *
get_object (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* (nullable) */
static JsonArray *
get_array (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static char *
format_rect (JsonObject *object)
{
  return g_strdup_printf ("%g, %g  %g × %g",
                          get_number (object, "x"),
                          get_number (object, "y"),
                          get_number (object, "width"),
                          get_number (object, "height"));
}

static char *
format_point (JsonObject *object)
{
  return g_strdup_printf ("%g, %g", get_number (object, "x"), get_number (object, "y"));
}

static char *
format_range (JsonObject *object)
{
  double step = get_number (object, "step");

  if (step > 0)
    /* Translators: a number, the least and the most that it may be, and its smallest change */
    return g_strdup_printf (_ ("%g, from %g to %g in steps of %g"),
                            get_number (object, "value"),
                            get_number (object, "minimum"),
                            get_number (object, "maximum"),
                            step);
  /* Translators: a number, then the least and the most that it may be */
  return g_strdup_printf (_ ("%g, from %g to %g"),
                          get_number (object, "value"),
                          get_number (object, "minimum"),
                          get_number (object, "maximum"));
}

static char *
format_text (JsonObject *object)
{
  const char *content = get_string (object, "content");

  return content[0] != '\0' ? g_strdup (content) : NULL;
}

static char *
format_table (JsonObject *object)
{
  /* Translators: of a table */
  return g_strdup_printf (_ ("%g rows, %g columns"),
                          get_number (object, "rows"),
                          get_number (object, "columns"));
}

static char *
format_cell (JsonObject *object)
{
  /* Translators: of a cell of a table; counted from 0 */
  return g_strdup_printf (_ ("row %g, column %g"),
                          get_number (object, "row"),
                          get_number (object, "column"));
}

/* An object is told by a member that only its kind has; the first row that fits counts. */
/* clang-format off */
static const struct { const char *member; char *(*format) (JsonObject *object); } formats[] = {
  { "width",   format_rect  },
  { "x",       format_point },
  { "minimum", format_range },
  { "content", format_text  },
  { "rows",    format_table },
  { "row",     format_cell  },
};
/* clang-format on */

static char *
format_object (JsonObject *object)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (json_object_has_member (object, formats[i].member))
      return formats[i].format (object);
  return NULL;
}

static char *
format_list (JsonArray *array)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *word = json_node_get_string (json_array_get_element (array, i));

      if (word != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", word);
    }
  return g_string_free (text, text->len == 0);
}

char *
pel_detail_text_of_member (JsonObject *answer, const char *name)
{
  JsonNode *node = json_object_get_member (answer, name);

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (node))
    return format_object (json_node_get_object (node));
  if (JSON_NODE_HOLDS_ARRAY (node))
    return format_list (json_node_get_array (node));
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return json_node_get_string (node)[0] != '\0' ? json_node_dup_string (node) : NULL;
  return g_strdup_printf ("%g", json_node_get_double (node));
}

/* (transfer full): the characters from @start up to @end, in one line, “…” where there is more. */
static char *
cut_out (const char *content, glong start, glong end, glong max_start, glong max_end)
{
  glong            length = g_utf8_strlen (content, -1);
  glong            from = CLAMP (MAX (start, max_start), 0, length);
  glong            to = CLAMP (MIN (end, max_end), from, length);
  g_autofree char *part = g_utf8_substring (content, from, to);
  g_auto (GStrv)   lines = g_strsplit (part, "\n", -1);
  g_autofree char *line = g_strjoinv ("↵", lines);

  return g_strdup_printf ("%s%s%s",
                          start < from ? "…" : "",
                          line,
                          to < MIN (end, length) ? "…" : "");
}

/* @part: of a text, that begins with its character @start. */
static char *
format_around (const char *part, glong start, glong caret)
{
  glong            length = g_utf8_strlen (part, -1);
  glong            at = caret - start;
  g_autofree char *before = NULL, *after = NULL;

  if (length == 0 || at < 0 || at > length)
    return NULL;
  before = cut_out (part, 0, at, at - MAX_AROUND, at);
  after = cut_out (part, at, length, at, at + MAX_AROUND);
  return g_strconcat (before, CARET, after, NULL);
}

char *
pel_detail_text_of_caret (JsonObject *answer)
{
  JsonObject      *text = get_object (answer, "text");
  JsonNode        *node = text != NULL ? json_object_get_member (text, "caret") : NULL;
  JsonObject      *part = text != NULL ? get_object (text, "around") : NULL;
  g_autofree char *around = NULL, *place = NULL;
  glong            caret;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  caret = json_node_get_int (node);
  /* Translators: where the caret is among the characters of a text, as in 4 of 10 */
  place = g_strdup_printf (_ ("%ld of %ld"), caret, (glong) get_number (text, "characters"));
  around =
      part != NULL
          ? format_around (get_string (part, "content"), (glong) get_number (part, "start"), caret)
          : format_around (get_string (text, "content"), 0, caret);
  return around != NULL ? g_strdup_printf ("%s: %s", place, around) : g_steal_pointer (&place);
}

char *
pel_detail_text_of_run (JsonObject *answer)
{
  JsonObject       *text = get_object (answer, "text");
  JsonObject       *run = text != NULL ? get_object (text, "attributes") : NULL;
  g_autoptr (GList) names = run != NULL ? json_object_get_members (run) : NULL;
  GString          *words = g_string_new (NULL);

  for (GList *l = names; l != NULL; l = l->next)
    g_string_append_printf (words,
                            "%s%s: %s",
                            l != names ? ", " : "",
                            (const char *) l->data,
                            get_string (run, l->data));
  return g_string_free (words, words->len == 0);
}

char *
pel_detail_text_of_selections (JsonObject *answer)
{
  JsonObject *text = get_object (answer, "text");
  JsonArray  *ranges = text != NULL ? get_array (text, "selections") : NULL;
  const char *content = text != NULL ? get_string (text, "content") : "";
  guint       n = ranges != NULL ? MIN (json_array_get_length (ranges), MAX_SELECTIONS) : 0;
  GString    *lines = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      JsonObject      *range = json_array_get_object_element (ranges, i);
      glong            start = (glong) get_number (range, "start");
      glong            end = (glong) get_number (range, "end");
      g_autofree char *part = cut_out (content, start, end, start, start + MAX_SELECTED);

      g_string_append_printf (lines, "%s%ld … %ld: %s", i > 0 ? "\n" : "", start, end, part);
    }
  return g_string_free (lines, lines->len == 0);
}

char *
pel_detail_text_of_raw_bounds (JsonObject *answer)
{
  JsonObject      *raw = get_object (answer, "raw_bounds");
  g_autofree char *rect = raw != NULL ? format_rect (raw) : NULL;

  if (rect == NULL)
    return NULL;
  return g_str_equal (get_string (answer, "raw_space"), "window")
             /* Translators: a rectangle, as in 10, 20  30 × 40, from its window */
             ? g_strdup_printf (_ ("%s, relative to its window"), rect)
             : g_strdup_printf (_ ("%s, relative to the screen"), rect);
}

static gboolean
has_size_of (JsonObject *rect, JsonObject *other)
{
  return get_number (rect, "width") == get_number (other, "width") &&
         get_number (rect, "height") == get_number (other, "height");
}

char *
pel_detail_text_of_steps (JsonObject *answer)
{
  JsonArray       *steps = get_array (answer, "steps");
  JsonObject      *before = get_object (answer, "raw_bounds");
  g_autofree char *rect = before != NULL ? format_rect (before) : NULL;
  GString         *lines;

  if (steps == NULL || rect == NULL)
    return NULL;
  lines = g_string_new (rect);
  for (guint i = 0; i < MIN (json_array_get_length (steps), MAX_STEPS); i++)
    {
      JsonObject      *step = json_array_get_object_element (steps, i);
      JsonObject      *result = get_object (step, "result");
      g_autofree char *gives =
          has_size_of (result, before) ? format_point (result) : format_rect (result);

      g_string_append_printf (lines, "\n%s  =  %s", get_string (step, "text"), gives);
      before = result;
    }
  return g_string_free (lines, FALSE);
}

char *
pel_detail_text_of_reasons (JsonObject *answer)
{
  JsonArray *steps = get_array (answer, "steps");
  GString   *lines = g_string_new (NULL);
  guint      n = steps != NULL ? MIN (json_array_get_length (steps), MAX_STEPS) : 0;

  for (guint i = 0; i < n; i++)
    {
      JsonObject *step = json_array_get_object_element (steps, i);

      g_string_append_printf (lines,
                              "%s%s: %s",
                              i > 0 ? "\n" : "",
                              get_string (step, "what"),
                              get_string (step, "why"));
    }
  return g_string_free (lines, lines->len == 0);
}

char *
pel_detail_text_of_element (JsonObject *element)
{
  const char *name = get_string (element, "name");

  if (!json_object_has_member (element, "role"))
    return g_strdup (get_string (element, "runtime_id"));
  /* Translators: what it is and what it is called, as in Button “Save” */
  return name[0] != '\0' ? g_strdup_printf (_ ("%s “%s”"), get_string (element, "role"), name)
                         : g_strdup (get_string (element, "role"));
}
