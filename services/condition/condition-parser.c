/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/condition/condition-members.h"
#include "services/condition/condition-picture.h"
#include "services/condition/condition-private.h"
#include "services/condition/condition-state.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_GIVEN      60
#define MAX_COUNT      100000
#define MIN_FOR_MS     50
#define MAX_FOR_MS     60000
#define DEFAULT_FOR_MS 500

typedef struct
{
  GString *place;    /* where in the whole we are; “” where members stand for themselves */
  gboolean is_short; /* they do */
  guint    depth, n_leaves;
} Parser;

/* clang-format off */
static const PelMember window_members[] = {
  { "title",  G_TYPE_STRING,  TRUE },
  { "exists", G_TYPE_BOOLEAN, FALSE },
  { NULL },
};

static const PelMember element_members[] = {
  { "selector", G_TYPE_STRING, TRUE },
  { "state",    G_TYPE_STRING, FALSE },
  { "value",    G_TYPE_STRING, FALSE },
  { "count",    G_TYPE_INT64,  FALSE, 0, MAX_COUNT },
  { NULL },
};

static const PelMember text_members[] = {
  { "contains", G_TYPE_STRING, TRUE },
  { "selector", G_TYPE_STRING, FALSE },
  { NULL },
};

static const PelMember stable_members[] = {
  { "selector", G_TYPE_STRING, TRUE },
  { "for_ms",   G_TYPE_INT64,  FALSE, MIN_FOR_MS, MAX_FOR_MS },
  { NULL },
};

static const PelMember idle_members[] = {
  { "app",    G_TYPE_STRING, TRUE },
  { "for_ms", G_TYPE_INT64,  FALSE, MIN_FOR_MS, MAX_FOR_MS },
  { NULL },
};
/* clang-format on */

/* (nullable) */
static const char *
get_text (JsonObject *object, const char *name)
{
  return json_object_get_string_member_with_default (object, name, NULL);
}

/* “e12”, as results write a ref. */
static gboolean
is_bare_ref (const char *text)
{
  return text[0] == 'e' && text[1] != '\0' && strspn (text + 1, "0123456789") == strlen (text + 1);
}

static gboolean
parse_selector (Parser *parser, JsonObject *object, PelCondition *self, GError **error)
{
  const char *text = get_text (object, "selector");

  self->written = is_bare_ref (text) ? g_strdup_printf ("@%s", text) : g_strdup (text);
  self->selector = pel_selector_parse (self->written, error);
  if (self->selector != NULL)
    return TRUE;
  pel_place_enter (parser->place, "selector");
  g_prefix_error (error, "%s: ", parser->place->str);
  return FALSE;
}

/* Whether it is written /…/flags. */
static gboolean
is_regex (const char *text)
{
  const char *end = strrchr (text, '/');

  return text[0] == '/' && end - text >= 2 && strspn (end + 1, "imsx") == strlen (end + 1);
}

static gboolean
check_regex (Parser *parser, const char *text, GError **error)
{
  g_autofree char   *pattern = g_strndup (text + 1, strrchr (text, '/') - text - 1);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, &reason);

  if (regex != NULL)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 /* Translators: a place in a condition, what is there, why it is wrong */
                 _ ("%s: “%s” is not a valid regular expression: %s"),
                 parser->place->str,
                 text,
                 reason->message);
  return FALSE;
}

/* (transfer full): as a selector writes it. A slash inside would end the expression, and what
 * follows would be read as more of the selector. */
static char *
dup_regex (const char *text)
{
  const char *end = strrchr (text, '/');
  GString    *regex = g_string_new ("/");

  for (const char *p = text + 1; p < end; p++)
    {
      if (*p == '/')
        g_string_append_c (regex, '\\');
      g_string_append_c (regex, *p);
      if (*p == '\\' && p + 1 < end)
        g_string_append_c (regex, *++p);
    }
  g_string_append (regex, end);
  return g_string_free (regex, FALSE);
}

/* A selector of one step, made of what was given. */
static PelSelector *
parse_made (Parser *parser, const char *text, GError **error)
{
  PelSelector *selector = pel_selector_parse (text, error);

  if (selector == NULL)
    g_prefix_error (error, "%s: ", parser->place->str);
  else
    g_assert (selector->alternatives->len == 1 &&
              pel_selector_get_alternative (selector, 0)->steps->len == 1);
  return selector;
}

static gboolean
parse_state (Parser *parser, JsonObject *object, PelCondition *self, GString *terms, GError **error)
{
  const char                *text = get_text (object, "state");
  const char                *similar = NULL;
  g_auto (PelConditionState) state = { 0 };
  g_autofree char           *hint = NULL;

  if (text == NULL)
    return TRUE;
  if (!pel_condition_state_parse (text, &state, &similar))
    {
      pel_place_enter (parser->place, "state");
      if (similar != NULL)
        hint = g_strdup_printf (_ ("Did you mean “%s”?"), similar);
      return pel_place_refuse (parser->place,
                               json_object_get_member (object, "state"),
                               _ ("a state such as checked, !checked, enabled or focused"),
                               hint,
                               error);
    }
  if (state.term != NULL)
    {
      g_string_append (terms, state.term);
      return TRUE;
    }
  self->has_state = TRUE;
  self->state = state.state;
  self->is_state_wanted = state.is_wanted;
  return TRUE;
}

static gboolean
parse_value (Parser *parser, JsonObject *object, GString *terms, GError **error)
{
  const char      *text = get_text (object, "value");
  g_autofree char *quoted = NULL;

  if (text == NULL)
    return TRUE;
  if (is_regex (text))
    {
      gsize length = pel_place_enter (parser->place, "value");

      if (!check_regex (parser, text, error))
        return FALSE;
      pel_place_leave (parser->place, length);
    }
  quoted = is_regex (text) ? dup_regex (text) : pel_selector_quote (text);
  g_string_append_printf (terms,
                          "%svalue%s%s",
                          terms->len > 0 ? " && " : "",
                          is_regex (text) ? "~=" : "=",
                          quoted);
  return TRUE;
}

static gboolean
parse_window (Parser *parser, JsonObject *object, PelCondition *self, GError **error)
{
  self->title = g_strdup (get_text (object, "title"));
  self->exists = json_object_get_boolean_member_with_default (object, "exists", TRUE);
  return TRUE;
}

static gboolean
parse_element (Parser *parser, JsonObject *object, PelCondition *self, GError **error)
{
  g_autoptr (GString) terms = g_string_new (NULL);

  if (!parse_selector (parser, object, self, error) ||
      !parse_state (parser, object, self, terms, error) ||
      !parse_value (parser, object, terms, error))
    return FALSE;
  self->count = json_object_get_int_member_with_default (object, "count", PEL_CONDITION_ANY_COUNT);
  if (terms->len > 0)
    self->filter = parse_made (parser, terms->str, error);
  return terms->len == 0 || self->filter != NULL;
}

static gboolean
set_texts (Parser *parser, PelCondition *self, const char *text, GError **error)
{
  g_autofree char *quoted = NULL;
  g_autofree char *terms = NULL;

  if (is_regex (text) && !check_regex (parser, text, error))
    return FALSE;
  quoted = is_regex (text) ? dup_regex (text) : pel_selector_quote (text);
  terms = g_strdup_printf ("name~=%s && value~=%s && text~=%s", quoted, quoted, quoted);
  self->text = g_strdup (text);
  self->texts = parse_made (parser, terms, error);
  return self->texts != NULL;
}

static gboolean
parse_text (Parser *parser, JsonObject *object, PelCondition *self, GError **error)
{
  if (json_object_has_member (object, "selector") && !parse_selector (parser, object, self, error))
    return FALSE;
  return set_texts (parser, self, get_text (object, "contains"), error);
}

static gboolean
parse_stable (Parser *parser, JsonObject *object, PelCondition *self, GError **error)
{
  self->for_ms = json_object_get_int_member_with_default (object, "for_ms", DEFAULT_FOR_MS);
  return parse_selector (parser, object, self, error);
}

static gboolean
parse_idle (Parser *parser, JsonObject *object, PelCondition *self, GError **error)
{
  self->app = g_strdup (get_text (object, "app"));
  self->for_ms = json_object_get_int_member_with_default (object, "for_ms", DEFAULT_FOR_MS);
  return TRUE;
}

static gboolean
parse_picture (Parser *parser, JsonObject *object, PelCondition *self, GError **error)
{
  if (!pel_condition_parse_picture (parser->place, object, self, error))
    return FALSE;
  return !json_object_has_member (object, "selector") ||
         parse_selector (parser, object, self, error);
}

static const struct
{
  const PelMember *members;
  gboolean (*parse) (Parser *parser, JsonObject *object, PelCondition *self, GError **error);
} leaf_table[] = {
  [PEL_CONDITION_WINDOW] = { window_members, parse_window },
  [PEL_CONDITION_ELEMENT] = { element_members, parse_element },
  [PEL_CONDITION_TEXT] = { text_members, parse_text },
  [PEL_CONDITION_STABLE] = { stable_members, parse_stable },
  [PEL_CONDITION_IDLE] = { idle_members, parse_idle },
  [PEL_CONDITION_PICTURE] = { pel_picture_members, parse_picture },
};

static gboolean
parse_leaf (Parser *parser, JsonNode *node, PelCondition *self, GError **error)
{
  self->leaf = parser->n_leaves++;
  if (parser->n_leaves > PEL_CONDITION_MAX_LEAVES)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("%s: a condition can have at most %d parts"),
                     parser->place->str,
                     PEL_CONDITION_MAX_LEAVES);
      return FALSE;
    }
  if (self->kind == PEL_CONDITION_TEXT && JSON_NODE_HOLDS_VALUE (node))
    return pel_member_check (parser->place, &text_members[0], node, error) &&
           set_texts (parser, self, json_node_get_string (node), error);
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return pel_place_refuse (parser->place, node, _ ("an object"), NULL, error);
  return pel_members_check (parser->place,
                            leaf_table[self->kind].members,
                            json_node_get_object (node),
                            error) &&
         leaf_table[self->kind].parse (parser, json_node_get_object (node), self, error);
}

static PelCondition *parse_condition (Parser *parser, JsonNode *node, GError **error);

static gboolean
add_child (Parser *parser, JsonNode *node, PelCondition *self, GError **error)
{
  PelCondition *child = parse_condition (parser, node, error);

  if (child == NULL)
    return FALSE;
  g_ptr_array_add (self->children, child);
  self->n_leaves += child->n_leaves;
  return TRUE;
}

static gboolean
parse_children (Parser *parser, JsonNode *node, PelCondition *self, GError **error)
{
  JsonArray *array;

  if (self->kind == PEL_CONDITION_NOT)
    return add_child (parser, node, self, error);
  if (!JSON_NODE_HOLDS_ARRAY (node) || json_array_get_length (json_node_get_array (node)) == 0)
    return pel_place_refuse (parser->place, node, _ ("a list of conditions"), NULL, error);
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      gsize length = pel_place_enter_child (parser->place, i);

      if (!add_child (parser, json_array_get_element (array, i), self, error))
        return FALSE;
      pel_place_leave (parser->place, length);
    }
  return TRUE;
}

static gboolean
find_kind (const char *name, PelConditionKind *ret_kind)
{
  for (PelConditionKind kind = 0; kind < PEL_N_CONDITION_KINDS; kind++)
    if (g_str_equal (pel_condition_kind_to_string (kind), name))
      {
        *ret_kind = kind;
        return TRUE;
      }
  return FALSE;
}

static PelCondition *
refuse_kind (Parser *parser, const char *name, GError **error)
{
  const char      *names[PEL_N_CONDITION_KINDS + 1] = { NULL };
  g_autofree char *hint = NULL;
  g_autofree char *given = pel_text_repair (name, -1, MAX_GIVEN);

  for (PelConditionKind kind = 0; kind < PEL_N_CONDITION_KINDS; kind++)
    names[kind] = pel_condition_kind_to_string (kind);
  hint = pel_place_dup_hint (name, names);
  if (hint == NULL)
    {
      g_autofree char *list = g_strjoinv (", ", (char **) names);

      hint = g_strdup_printf (_ ("Use one of: %s"), list);
    }
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 hint,
                 /* Translators: a place in a condition, and a word that is none */
                 _ ("%s: unknown condition “%s”"),
                 parser->place->str,
                 given);
  return NULL;
}

/* The one member of @node, whose name says what it is. */
static PelCondition *
parse_only_member (Parser *parser, JsonNode *node, GError **error)
{
  g_autoptr (PelCondition) self = NULL;
  JsonObjectIter           iter;
  const char              *name;
  JsonNode                *member;
  PelConditionKind         kind;
  gsize                    length = parser->place->len;
  gboolean                 is_good;

  json_object_iter_init (&iter, json_node_get_object (node));
  json_object_iter_next (&iter, &name, &member);
  if (!find_kind (name, &kind))
    return refuse_kind (parser, name, error);
  self = pel_condition_new (kind);
  if (pel_condition_is_leaf (self))
    self->given = json_node_copy (node);
  if (!parser->is_short)
    pel_place_enter (parser->place, name);
  is_good = pel_condition_is_leaf (self) ? parse_leaf (parser, member, self, error)
                                         : parse_children (parser, member, self, error);
  pel_place_leave (parser->place, length);
  return is_good ? g_steal_pointer (&self) : NULL;
}

static PelCondition *
parse_condition (Parser *parser, JsonNode *node, GError **error)
{
  PelCondition *self;

  if (!JSON_NODE_HOLDS_OBJECT (node) || json_object_get_size (json_node_get_object (node)) != 1)
    {
      pel_place_refuse (parser->place,
                        node,
                        _ ("a condition: an object with exactly one member"),
                        _ ("Write {\"element\": {\"selector\": \"Button:OK\"}}, for "
                           "example; combine several with {\"all\": […]} or {\"any\": "
                           "[…]}"),
                        error);
      return NULL;
    }
  if (++parser->depth > PEL_CONDITION_MAX_DEPTH)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("%s: conditions can be nested at most %d levels deep"),
                     parser->place->str,
                     PEL_CONDITION_MAX_DEPTH);
      return NULL;
    }
  self = parse_only_member (parser, node, error);
  parser->depth--;
  return self;
}

PelCondition *
pel_condition_parse (JsonNode *node, const char *name, GError **error)
{
  g_autoptr (GString) place = g_string_new (name);
  Parser              parser = { .place = place, .is_short = name == NULL };

  g_return_val_if_fail (node != NULL, NULL);

  return parse_condition (&parser, node, error);
}
