/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/printer.h"

#include "services/base/text.h"

#include <glib/gi18n.h>

#define RESET "\033[0m"
#define BOLD  "\033[1m"
#define DIM   "\033[2m"

/* clang-format off */
static const struct { const char *status; const char *sign; const char *colour; } signs[] = {
  { "ok",      "✓", "\033[32m" },
  { "info",    "•", "\033[36m" },
  { "warning", "!", "\033[33m" },
  { "error",   "✗", "\033[31m" },
};
/* clang-format on */

/* With a point in every locale: a rectangle has commas of its own. */
static char *
format_number (double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (text, sizeof text, "%.10g", number));
}

static char *
format_rect (JsonObject *rect)
{
  static const char *const names[] = { "x", "y", "width", "height" };
  static const char *const between[] = { ",", " ", "×", "" };
  GString                 *out = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *number =
          format_number (json_object_get_double_member_with_default (rect, names[i], 0));

      g_string_append_printf (out, "%s%s", number, between[i]);
    }
  return g_string_free (out, FALSE);
}

/* Words of the interface, as people read them in a table; programs get them as they are. */
/* clang-format off */
static const char *const words[] = {
  NC_ ("word", "yes"),             NC_ ("word", "no"),
  NC_ ("word", "visible"),         NC_ ("word", "minimized"),        NC_ ("word", "maximized"),
  NC_ ("word", "fullscreen"),      NC_ ("word", "active"),           NC_ ("word", "programs"),
  NC_ ("word", "windows"),         NC_ ("word", "monitors"),         NC_ ("word", "pointer"),
  NC_ ("word", "input"),           NC_ ("word", "capture"),          NC_ ("word", "capture-covered"),
  NC_ ("word", "transparency"),    NC_ ("word", "overlay"),          NC_ ("word", "text"),
  NC_ ("word", "windows-programs"), NC_ ("word", "qt6-and-browsers"), NULL,
};
/* clang-format on */

static gboolean
is_tabbed (PelPrintStyle style)
{
  return style == PEL_STYLE_PLAIN || style == PEL_STYLE_HEADED;
}

static const char *
get_word (const char *name, PelPrintStyle style)
{
  if (is_tabbed (style) || !g_strv_contains (words, name))
    return name;
  return g_dpgettext2 (NULL, "word", name);
}

static char *format_node (JsonNode *node, PelPrintStyle style);

/* “focused, checked=mixed, enabled=no”: what is so goes by its name. */
static char *
format_map (JsonObject *object, PelPrintStyle style)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  JsonObjectIter        iter;
  const char           *name;
  JsonNode             *node;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      g_autofree char *key = pel_text_escape (name);
      g_autofree char *value = format_node (node, style);

      if (json_node_get_value_type (node) == G_TYPE_BOOLEAN && json_node_get_boolean (node))
        g_ptr_array_add (parts, g_steal_pointer (&key));
      else
        g_ptr_array_add (parts, g_strdup_printf ("%s=%s", key, value));
    }
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}

static char *
format_point (JsonObject *point)
{
  g_autofree char *x = format_number (json_object_get_double_member_with_default (point, "x", 0));
  g_autofree char *y = format_number (json_object_get_double_member_with_default (point, "y", 0));

  return g_strdup_printf ("%s,%s", x, y);
}

static char *
format_object (JsonObject *object, PelPrintStyle style)
{
  if (json_object_has_member (object, "width"))
    return format_rect (object);
  if (json_object_has_member (object, "x") && json_object_has_member (object, "y"))
    return format_point (object);
  if (json_object_has_member (object, "what"))
    return pel_text_escape (get_word (json_object_get_string_member (object, "what"), style));
  if (json_object_get_size (object) > 0)
    return format_map (object, style);
  return g_strdup ("{…}");
}

static char *
format_array (JsonArray *array, PelPrintStyle style)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);

      /* lists of texts are words of the interface; what others write stands alone */
      if (JSON_NODE_HOLDS_VALUE (element) && json_node_get_value_type (element) == G_TYPE_STRING)
        g_ptr_array_add (parts, pel_text_escape (get_word (json_node_get_string (element), style)));
      else
        g_ptr_array_add (parts, format_node (element, style));
    }
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}

static char *
format_value (JsonNode *node, PelPrintStyle style)
{
  GType type = json_node_get_value_type (node);

  if (type == G_TYPE_STRING)
    return pel_text_escape (json_node_get_string (node));
  if (type == G_TYPE_BOOLEAN)
    return g_strdup (get_word (json_node_get_boolean (node) ? "yes" : "no", style));
  if (type == G_TYPE_DOUBLE)
    return format_number (json_node_get_double (node));
  return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
}

static char *
format_node (JsonNode *node, PelPrintStyle style)
{
  switch (json_node_get_node_type (node))
    {
    case JSON_NODE_OBJECT:
      return format_object (json_node_get_object (node), style);
    case JSON_NODE_ARRAY:
      return format_array (json_node_get_array (node), style);
    case JSON_NODE_VALUE:
      return format_value (node, style);
    case JSON_NODE_NULL:
      break;
    }
  return g_strdup ("–");
}

/* The names of all members that are true. */
static char *
format_states (JsonObject *row, PelPrintStyle style)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  JsonObjectIter        iter;
  const char           *name;
  JsonNode             *node;

  json_object_iter_init_ordered (&iter, row);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN &&
        json_node_get_boolean (node))
      g_ptr_array_add (names, (gpointer) get_word (name, style));
  if (names->len == 0)
    return g_strdup ("–");
  g_ptr_array_add (names, NULL);
  return g_strjoinv (",", (char **) names->pdata);
}

static char *
format_cell (JsonObject *row, const char *key, PelPrintStyle style)
{
  JsonNode *node = json_object_get_member (row, key);

  if (node == NULL)
    return g_str_equal (key, "states") ? format_states (row, style) : g_strdup ("–");
  return format_node (node, style);
}

static char *
cut (const char *text, guint width)
{
  GString *kept = g_string_new (NULL);
  guint    used = 0;

  if (pel_text_get_width (text) <= width)
    {
      g_string_append (kept, text);
      return g_string_free (kept, FALSE);
    }
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      g_autofree char *one = g_strndup (p, g_utf8_next_char (p) - p);

      used += pel_text_get_width (one);
      if (used + 1 > width)
        break;
      g_string_append (kept, one);
    }
  g_string_append (kept, "…");
  return g_string_free (kept, FALSE);
}

static void
append_padded (GString *out, const char *text, guint width)
{
  g_string_append (out, text);
  for (guint i = pel_text_get_width (text); i < width; i++)
    g_string_append_c (out, ' ');
}

/* People read words, models the names of the members. */
static GPtrArray *
make_header (const PelColumn *columns, PelPrintStyle style)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);

  for (const PelColumn *column = columns; column->key != NULL; column++)
    g_ptr_array_add (cells,
                     g_strdup (style == PEL_STYLE_HEADED ? column->key : _ (column->header)));
  return cells;
}

static GPtrArray *
make_row (const PelColumn *columns, JsonObject *row, PelPrintStyle style)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);

  for (const PelColumn *column = columns; column->key != NULL; column++)
    g_ptr_array_add (cells, format_cell (row, column->key, style));
  return cells;
}

/* How wide each column is, for the number of columns in the first row. */
static guint *
measure_columns (GPtrArray *rows)
{
  guint  n_columns = ((GPtrArray *) g_ptr_array_index (rows, 0))->len;
  guint *widths = g_new0 (guint, n_columns);

  for (guint i = 0; i < rows->len; i++)
    {
      GPtrArray *cells = g_ptr_array_index (rows, i);

      for (guint k = 0; k < n_columns; k++)
        widths[k] = MAX (widths[k], pel_text_get_width (g_ptr_array_index (cells, k)));
    }
  return widths;
}

static void
append_aligned (GString *out, GPtrArray *rows, guint width)
{
  g_autofree guint *widths = measure_columns (rows);

  for (guint i = 0; i < rows->len; i++)
    {
      GPtrArray *cells = g_ptr_array_index (rows, i);
      guint      used = 0;

      g_string_append (out, i == 0 ? BOLD : "");
      for (guint k = 0; k < cells->len; k++)
        {
          gboolean         is_last = k + 1 == cells->len;
          const char      *text = g_ptr_array_index (cells, k);
          guint            left = width > used + 1 ? width - used : 1;
          g_autofree char *shown = width > 0 && is_last ? cut (text, left) : g_strdup (text);

          append_padded (out, shown, is_last ? 0 : widths[k] + 2);
          used += widths[k] + 2;
        }
      g_string_append (out, i == 0 ? RESET "\n" : "\n");
    }
}

static void
append_tabbed (GString *out, GPtrArray *rows, PelPrintStyle style)
{
  for (guint i = style == PEL_STYLE_HEADED ? 0 : 1; i < rows->len; i++)
    {
      GPtrArray *cells = g_ptr_array_index (rows, i);

      for (guint k = 0; k < cells->len; k++)
        g_string_append_printf (out,
                                "%s%s",
                                (char *) g_ptr_array_index (cells, k),
                                k + 1 < cells->len ? "\t" : "\n");
    }
}

static void
append_table (GString *out, const PelView *view, JsonArray *list, PelPrintStyle style, guint width)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  g_ptr_array_add (rows, make_header (view->columns, style));
  for (guint i = 0; i < json_array_get_length (list); i++)
    g_ptr_array_add (rows,
                     make_row (view->columns, json_array_get_object_element (list, i), style));
  if (style == PEL_STYLE_TERMINAL)
    append_aligned (out, rows, width);
  else
    append_tabbed (out, rows, style);
}

static void
append_finding (GString *out, JsonObject *finding, PelPrintStyle style)
{
  const char      *status = json_object_get_string_member (finding, "status");
  g_autofree char *title = format_cell (finding, "title", style);
  g_autofree char *message = format_cell (finding, "message", style);
  g_autofree char *fix = format_cell (finding, "fix", style);
  gboolean         is_terminal = style == PEL_STYLE_TERMINAL;
  gboolean         has_fix = !json_object_get_null_member (finding, "fix");
  const char      *sign = status, *colour = "";

  for (gsize i = 0; is_terminal && i < G_N_ELEMENTS (signs); i++)
    if (g_strcmp0 (signs[i].status, status) == 0)
      {
        sign = signs[i].sign;
        colour = signs[i].colour;
      }
  if (!is_terminal)
    {
      g_string_append_printf (out, "%s\t%s\t%s\t%s\n", status, title, message, has_fix ? fix : "");
      return;
    }
  g_string_append_printf (out,
                          "%s%s" RESET " " BOLD "%s" RESET "  %s\n",
                          colour,
                          sign,
                          title,
                          message);
  if (has_fix)
    g_string_append_printf (out, "    " DIM "→ %s" RESET "\n", fix);
}

static void
append_fields (GString *out, const PelView *view, JsonObject *data, PelPrintStyle style)
{
  guint width = 0;

  for (const PelColumn *column = view->columns; column->key != NULL; column++)
    width = MAX (width, pel_text_get_width (_ (column->header)));
  for (const PelColumn *column = view->columns; column->key != NULL; column++)
    {
      g_autofree char *value = format_cell (data, column->key, style);

      if (!json_object_has_member (data, column->key) && !g_str_equal (column->key, "states"))
        continue;
      if (style != PEL_STYLE_TERMINAL)
        {
          g_string_append_printf (out, "%s\t%s\n", column->key, value);
          continue;
        }
      g_string_append (out, BOLD);
      append_padded (out, _ (column->header), width);
      g_string_append_printf (out, RESET "  %s\n", value);
    }
}

static void
append_list (GString *out, const PelView *view, JsonArray *list, PelPrintStyle style, guint width)
{
  gboolean is_terminal = style == PEL_STYLE_TERMINAL;

  if (json_array_get_length (list) == 0 && view->empty[0] == '\0')
    return;
  if (is_terminal && view->heading != NULL)
    g_string_append_printf (out, "\n" BOLD "%s" RESET "\n", _ (view->heading));
  if (style == PEL_STYLE_HEADED && view->heading != NULL && json_array_get_length (list) > 0)
    g_string_append_printf (out, "%s:\n", view->key);
  if (style != PEL_STYLE_PLAIN && json_array_get_length (list) == 0)
    g_string_append_printf (out, "%s\n", _ (view->empty));
  if (json_array_get_length (list) == 0)
    return;
  if (view->kind == PEL_VIEW_TABLE)
    {
      append_table (out, view, list, style, width);
      return;
    }
  for (guint i = 0; i < json_array_get_length (list); i++)
    append_finding (out, json_array_get_object_element (list, i), style);
}

/* Every line of it ends, and none of them speaks to the terminal. */
static void
append_text (GString *out, const char *text, PelPrintStyle style)
{
  g_auto (GStrv) lines = NULL;
  guint          n_lines;

  if (is_tabbed (style))
    {
      g_string_append (out, text);
      if (text[0] != '\0' && !g_str_has_suffix (text, "\n"))
        g_string_append_c (out, '\n');
      return;
    }
  lines = g_strsplit (text, "\n", -1);
  n_lines = g_strv_length (lines);
  for (guint i = 0; i < n_lines; i++)
    {
      g_autofree char *safe = pel_text_escape (lines[i]);

      if (i + 1 < n_lines || safe[0] != '\0')
        g_string_append_printf (out, "%s\n", safe);
    }
}

/* A part that the result does not have is passed over. */
static void
append_view (GString *out, const PelView *view, JsonObject *data, PelPrintStyle style, guint width)
{
  JsonNode *node = view->key != NULL ? json_object_get_member (data, view->key) : NULL;

  if (view->is_for_people && style == PEL_STYLE_PLAIN)
    return;
  if (view->kind == PEL_VIEW_FIELDS && view->key == NULL)
    append_fields (out, view, data, style);
  else if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return;
  else if (view->kind == PEL_VIEW_FIELDS)
    append_fields (out, view, json_node_get_object (node), style);
  else if (view->kind == PEL_VIEW_TEXT)
    append_text (out, json_node_get_string (node), style);
  else
    append_list (out, view, json_node_get_array (node), style, width);
}

static char *
strip_colour (char *text)
{
  g_autofree char   *coloured = text;
  g_autoptr (GRegex) escapes = g_regex_new ("\033\\[[0-9]*m", 0, 0, NULL);

  return g_regex_replace_literal (escapes, coloured, -1, 0, "", 0, NULL);
}

char *
pel_print_result (const PelTool *tool, JsonObject *data, PelPrintStyle style, guint width)
{
  GString *out;

  if (style == PEL_STYLE_MONOCHROME)
    return strip_colour (pel_print_result (tool, data, PEL_STYLE_TERMINAL, width));
  out = g_string_new (NULL);

  for (const PelView *view = tool->views; !pel_view_is_end (view); view++)
    append_view (out, view, data, style, width);
  return g_string_free (out, FALSE);
}
