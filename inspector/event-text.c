/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/event-text.h"

#include "services/base/json.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

/* More than this no row has room for. */
#define MAX_CHARS 120

static const char *
get_string (JsonObject *object, const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : "";
}

static JsonObject *
get_object (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static char *
dup_short (const char *text)
{
  g_autofree char *cut = NULL;

  if (g_utf8_strlen (text, -1) <= MAX_CHARS)
    return pel_text_isolate (text);
  cut = g_utf8_substring (text, 0, MAX_CHARS);
  return pel_text_isolate (cut);
}

/* “Button “Save””; what has no name is its kind. */
static char *
dup_named (const char *kind, const char *name)
{
  g_autofree char *shortened = dup_short (name);

  if (name[0] == '\0')
    return g_strdup (kind);
  /* Translators: what something is, and its name: Button “Save” */
  return g_strdup_printf (_ ("%s “%s”"), kind, shortened);
}

static char *
dup_quoted (const char *text)
{
  g_autofree char *shortened = dup_short (text);

  return g_strdup_printf (_ ("“%s”"), shortened);
}

char *
pel_event_dup_text (JsonObject *event)
{
  JsonObject *element = get_object (event, "element");
  JsonObject *window = get_object (event, "window");
  JsonObject *error = get_object (event, "error");
  gint64      n;

  if (element != NULL)
    return dup_named (get_string (element, "role"), get_string (element, "name"));
  if (error != NULL)
    return dup_short (get_string (error, "message"));
  if (window != NULL)
    return dup_quoted (get_string (window, "title"));
  n = json_object_get_int_member_with_default (event, "left_out", -1);
  if (n >= 0)
    return g_strdup_printf (ngettext ("%d more element changed at once",
                                      "%d more elements changed at once",
                                      (gulong) n),
                            (int) n);
  n = json_object_get_int_member_with_default (event, "n_elements", -1);
  if (n >= 0)
    return g_strdup_printf (ngettext ("%d element present", "%d elements present", (gulong) n),
                            (int) n);
  return g_strdup (_ ("Nothing"));
}

/* Changes */

/* “10,20 30×40” */
static char *
dup_rect (JsonObject *rect)
{
  return g_strdup_printf ("%d,%d %d×%d",
                          (int) json_object_get_int_member_with_default (rect, "x", 0),
                          (int) json_object_get_int_member_with_default (rect, "y", 0),
                          (int) json_object_get_int_member_with_default (rect, "width", 0),
                          (int) json_object_get_int_member_with_default (rect, "height", 0));
}

static char *
dup_value (JsonNode *node)
{
  g_autofree char *json = NULL;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return g_strdup ("–");
  if (JSON_NODE_HOLDS_OBJECT (node) &&
      json_object_has_member (json_node_get_object (node), "width"))
    return dup_rect (json_node_get_object (node));
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return g_strdup (json_node_get_boolean (node) ? _ ("yes") : _ ("no"));
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return dup_quoted (json_node_get_string (node));
  json = pel_json_to_string (node, PEL_JSON_COMPACT);
  return dup_short (json);
}

static void append (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
append (GString *text, const char *format, ...)
{
  va_list values;

  if (text->len > 0)
    g_string_append (text, ", ");
  va_start (values, format);
  g_string_append_vprintf (text, format, values);
  va_end (values);
}

static gboolean
is_same_member (JsonObject *a, JsonObject *b, const char *name)
{
  JsonNode *in_a = json_object_get_member (a, name), *in_b = json_object_get_member (b, name);

  if (in_a == NULL || in_b == NULL)
    return in_a == in_b;
  return json_node_equal (in_a, in_b);
}

/* Only those that differ: “checked: no → yes”. What is not told does not hold. */
static void
append_states (GString *text, JsonObject *before, JsonObject *after)
{
  JsonObject *sides[] = { before, after };

  for (gsize i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      g_autoptr (GList) names = json_object_get_members (sides[i]);

      for (GList *link = names; link != NULL; link = link->next)
        {
          g_autofree char *was = NULL;
          g_autofree char *is = NULL;

          if (is_same_member (before, after, link->data) ||
              (i == 1 && json_object_has_member (before, link->data)))
            continue;
          was = json_object_has_member (before, link->data)
                    ? dup_value (json_object_get_member (before, link->data))
                    : g_strdup (_ ("no"));
          is = json_object_has_member (after, link->data)
                   ? dup_value (json_object_get_member (after, link->data))
                   : g_strdup (_ ("no"));
          append (text, "%s: %s → %s", (const char *) link->data, was, is);
        }
    }
}

static void
append_change (GString *text, const char *name, JsonObject *change)
{
  JsonObject      *before = get_object (change, "before"), *after = get_object (change, "after");
  g_autofree char *was = NULL;
  g_autofree char *is = NULL;

  if (g_str_equal (name, "states") && before != NULL && after != NULL)
    {
      append_states (text, before, after);
      return;
    }
  was = dup_value (json_object_get_member (change, "before"));
  is = dup_value (json_object_get_member (change, "after"));
  append (text, "%s: %s → %s", name, was, is);
}

char *
pel_event_dup_detail (JsonObject *event)
{
  JsonObject       *changes = get_object (event, "changes");
  GString          *text = g_string_new (NULL);
  g_autoptr (GList) names = changes != NULL ? json_object_get_members (changes) : NULL;

  for (GList *link = names; link != NULL; link = link->next)
    if (get_object (changes, link->data) != NULL)
      append_change (text, link->data, get_object (changes, link->data));
  if (json_object_has_member (event, "change"))
    g_string_append (text, get_string (event, "change"));
  return g_string_free (text, FALSE);
}

char *
pel_event_dup_changed (JsonObject *event)
{
  JsonObject       *changes = get_object (event, "changes");
  GString          *text = g_string_new (get_string (event, "change"));
  g_autoptr (GList) names = changes != NULL ? json_object_get_members (changes) : NULL;

  for (GList *link = names; link != NULL; link = link->next)
    append (text, "%s", (const char *) link->data);
  return g_string_free (text, FALSE);
}
