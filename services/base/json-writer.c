/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/json.h"

#include <math.h>
#include <string.h>

#define FIRST_BYTES 256 /* most messages fit into it */

/* json-glib writes 1e20 as 1e+20.0, which is not JSON, and 1.1 with seventeen digits. */

typedef struct
{
  GString      *out;
  PelJsonLayout layout;
  guint         depth;
} Writer;

static void write_node (Writer *w, JsonNode *node);

static void
break_line (Writer *w)
{
  if (w->layout == PEL_JSON_COMPACT)
    return;
  g_string_append_c (w->out, '\n');
  for (guint i = 0; i < w->depth; i++)
    g_string_append (w->out, "  ");
}

static gboolean
is_plain (char c)
{
  return (guchar) c >= 0x20 && c != 0x7f && c != '"' && c != '\\';
}

static void
write_escape (Writer *w, char c)
{
  static const char names[] = "\"\\bfnrt";
  static const char values[] = "\"\\\b\f\n\r\t";
  const char       *value = strchr (values, c);

  if (value != NULL)
    g_string_append_printf (w->out, "\\%c", names[value - values]);
  else
    g_string_append_printf (w->out, "\\u%04x", c);
}

static void
write_escaped (Writer *w, const char *text)
{
  g_string_append_c (w->out, '"');
  while (*text != '\0')
    {
      const char *plain = text;

      while (is_plain (*text))
        text++;
      g_string_append_len (w->out, plain, text - plain);
      if (*text != '\0')
        write_escape (w, *text++);
    }
  g_string_append_c (w->out, '"');
}

static void
write_string (Writer *w, const char *text)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);

  write_escaped (w, valid != NULL ? valid : text);
}

/* As few digits as are read back as the same number. A point or an exponent stays, so that
 * it is read back as a double. */
static void
write_double (Writer *w, double value)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char                     text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    {
      g_string_append (w->out, "null");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (text, sizeof text, formats[i], value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  g_string_append (w->out, text);
  if (strpbrk (text, ".e") == NULL)
    g_string_append (w->out, ".0");
}

static void
write_value (Writer *w, JsonNode *node)
{
  GType type = json_node_get_value_type (node);

  if (type == G_TYPE_STRING)
    write_string (w, json_node_get_string (node));
  else if (type == G_TYPE_BOOLEAN)
    g_string_append (w->out, json_node_get_boolean (node) ? "true" : "false");
  else if (type == G_TYPE_DOUBLE)
    write_double (w, json_node_get_double (node));
  else
    g_string_append_printf (w->out, "%" G_GINT64_FORMAT, json_node_get_int (node));
}

static void
write_object (Writer *w, JsonObject *object)
{
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;
  gboolean       is_first = TRUE;

  g_string_append_c (w->out, '{');
  w->depth++;
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      g_string_append (w->out, is_first ? "" : ",");
      is_first = FALSE;
      break_line (w);
      write_string (w, name);
      g_string_append (w->out, w->layout == PEL_JSON_COMPACT ? ":" : ": ");
      write_node (w, node);
    }
  w->depth--;
  if (!is_first)
    break_line (w);
  g_string_append_c (w->out, '}');
}

static void
write_array (Writer *w, JsonArray *array)
{
  guint length = json_array_get_length (array);

  g_string_append_c (w->out, '[');
  w->depth++;
  for (guint i = 0; i < length; i++)
    {
      g_string_append (w->out, i == 0 ? "" : ",");
      break_line (w);
      write_node (w, json_array_get_element (array, i));
    }
  w->depth--;
  if (length > 0)
    break_line (w);
  g_string_append_c (w->out, ']');
}

static void
write_node (Writer *w, JsonNode *node)
{
  switch (json_node_get_node_type (node))
    {
    case JSON_NODE_OBJECT:
      write_object (w, json_node_get_object (node));
      break;
    case JSON_NODE_ARRAY:
      write_array (w, json_node_get_array (node));
      break;
    case JSON_NODE_VALUE:
      write_value (w, node);
      break;
    case JSON_NODE_NULL:
      g_string_append (w->out, "null");
      break;
    }
}

char *
pel_json_to_string (JsonNode *node, PelJsonLayout layout)
{
  Writer w = { .out = g_string_sized_new (FIRST_BYTES), .layout = layout };

  write_node (&w, node);
  return g_string_free (w.out, FALSE);
}
