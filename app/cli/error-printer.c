/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/error-printer.h"

#include "services/base/text.h"

#include <glib/gi18n.h>

#define INDENT "    "

typedef struct
{
  const char *red, *bold, *dim, *reset;
} Colours;

static const Colours colours[] = {
  [PEL_STYLE_TERMINAL] = { "\033[31m", "\033[1m", "\033[2m", "\033[0m" },
  [PEL_STYLE_PLAIN] = { "", "", "", "" },
  [PEL_STYLE_HEADED] = { "", "", "", "" },
  [PEL_STYLE_MONOCHROME] = { "", "", "", "" },
};

/* (nullable) (transfer none) */
static const char *
get_string (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* The selector with a mark below the column. Where it is not as it was written, columns would lie.
 */
static void
append_place (GString *out, JsonObject *details)
{
  const char *selector = get_string (details, "selector");
  JsonNode   *node = json_object_get_member (details, "column");
  gint64      column = node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_int (node) : 0;
  g_autofree char *safe = selector != NULL ? pel_text_escape (selector) : NULL;
  g_autofree char *before = NULL;

  if (safe == NULL || !g_str_equal (safe, selector) || column < 1 ||
      column > g_utf8_strlen (selector, -1) + 1)
    return;
  before = g_utf8_substring (selector, 0, column - 1);
  g_string_append_printf (out,
                          INDENT "%s\n" INDENT "%*s^\n",
                          selector,
                          (int) pel_text_get_width (before),
                          "");
}

/* “Button "OK" [e3]  the name is …”, the second column aligned. */
static void
append_mention (
    GString *out, JsonObject *mention, const char *remark, guint width, const Colours *c)
{
  g_autofree char *text = pel_text_escape (get_string (mention, "text"));
  g_autofree char *safe = remark != NULL ? pel_text_escape (remark) : NULL;
  guint            own = pel_text_get_width (text);

  g_string_append_printf (out, INDENT "%s", text);
  if (safe != NULL)
    g_string_append_printf (out,
                            "%*s  %s%s%s",
                            (int) (width > own ? width - own : 0),
                            "",
                            c->dim,
                            safe,
                            c->reset);
  g_string_append_c (out, '\n');
}

/* (nullable): of a list of ours */
static JsonObject *
get_mention (JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  return JSON_NODE_HOLDS_OBJECT (node) && get_string (json_node_get_object (node), "text") != NULL
             ? json_node_get_object (node)
             : NULL;
}

static void
append_mentions (
    GString *out, JsonObject *details, const char *name, const char *remark, const Colours *c)
{
  JsonNode  *node = json_object_get_member (details, name);
  JsonArray *array;
  guint      width = 0;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (get_mention (array, i) != NULL)
      {
        g_autofree char *text = pel_text_escape (get_string (get_mention (array, i), "text"));

        width = MAX (width, MIN (pel_text_get_width (text), 40));
      }
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (get_mention (array, i) != NULL)
      append_mention (out,
                      get_mention (array, i),
                      get_string (get_mention (array, i), remark),
                      width,
                      c);
}

static void
append_successor (GString *out, JsonObject *details, const Colours *c)
{
  JsonNode   *node = json_object_get_member (details, "successor");
  JsonObject *mention =
      node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  gboolean is_by_id;

  if (mention == NULL || get_string (mention, "text") == NULL)
    return;
  is_by_id = g_strcmp0 (get_string (mention, "held_by"), "id") == 0;
  append_mention (out,
                  mention,
                  is_by_id ? _ ("now has the same id; it may be the same element")
                           : _ ("is now in the same position; it may be the same element"),
                  0,
                  c);
}

static void
append_details (GString *out, JsonObject *details, const Colours *c)
{
  append_place (out, details);
  append_mentions (out, details, "near_misses", "reason", c);
  append_mentions (out, details, "problems", "reason", c);
  append_mentions (out, details, "candidates", "selector", c);
  append_successor (out, details, c);
}

char *
pel_print_error (const char *message, const char *hint, JsonObject *details, PelPrintStyle style)
{
  const Colours   *c = &colours[style];
  GString         *out = g_string_new (NULL);
  g_autofree char *safe_message = pel_text_escape (message);
  g_autofree char *safe_hint = hint != NULL ? pel_text_escape (hint) : NULL;

  g_string_append_printf (out, "%s%spellucid:%s %s\n", c->red, c->bold, c->reset, safe_message);
  if (details != NULL)
    append_details (out, details, c);
  if (safe_hint != NULL)
    g_string_append_printf (out, "%s→ %s%s\n", c->dim, safe_hint, c->reset);
  return g_string_free (out, FALSE);
}
