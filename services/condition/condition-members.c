/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/condition-members.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/base/similar.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

#define MAX_GIVEN 60

gsize
pel_place_enter (GString *place, const char *name)
{
  gsize length = place->len;

  g_string_append_printf (place, "%s%s", length > 0 ? "." : "", name);
  return length;
}

gsize
pel_place_enter_child (GString *place, guint index)
{
  gsize length = place->len;

  g_string_append_printf (place, "[%u]", index);
  return length;
}

void
pel_place_leave (GString *place, gsize length)
{
  g_string_truncate (place, length);
}

static char *
dup_given (JsonNode *node)
{
  g_autofree char *whole = pel_json_to_string (node, PEL_JSON_COMPACT);

  return pel_text_repair (whole, -1, MAX_GIVEN);
}

gboolean
pel_place_refuse (
    GString *place, JsonNode *node, const char *what, const char *hint, GError **error)
{
  g_autofree char *given = dup_given (node);

  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 hint,
                 /* Translators: a place in a condition, what must be there, what is */
                 _ ("%s must be %s, not %s"),
                 place->str,
                 what,
                 given);
  return FALSE;
}

static gboolean
check_number (GString *place, const PelMember *member, JsonNode *node, GError **error)
{
  gint64           number = json_node_get_int (node);
  g_autofree char *what = NULL;

  if (number >= member->minimum && number <= member->maximum)
    return TRUE;
  what = g_strdup_printf (_ ("between %d and %d"), member->minimum, member->maximum);
  return pel_place_refuse (place, node, what, NULL, error);
}

static gboolean
check_list (GString *place, const PelMember *member, JsonNode *node, GError **error)
{
  g_autofree char *what = NULL;

  if (JSON_NODE_HOLDS_ARRAY (node) &&
      json_array_get_length (json_node_get_array (node)) <= (guint) member->maximum)
    return TRUE;
  what = g_strdup_printf (/* Translators: a number */
                          _ ("a list of at most %d items"),
                          member->maximum);
  return pel_place_refuse (place, node, what, NULL, error);
}

gboolean
pel_member_check (GString *place, const PelMember *member, JsonNode *node, GError **error)
{
  GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (member->type == PEL_MEMBER_LIST)
    return check_list (place, member, node, error);
  if (type != member->type)
    return pel_place_refuse (place,
                             node,
                             member->type == G_TYPE_STRING    ? _ ("a string")
                             : member->type == G_TYPE_BOOLEAN ? _ ("true or false")
                                                              : _ ("a whole number"),
                             NULL,
                             error);
  if (type == G_TYPE_INT64)
    return check_number (place, member, node, error);
  /* an empty value is one that can be waited for; anything else would be everywhere */
  if (type == G_TYPE_STRING && json_node_get_string (node)[0] == '\0' &&
      !g_str_equal (member->name, "value"))
    return pel_place_refuse (place, node, _ ("a non-empty string"), NULL, error);
  return TRUE;
}

static const PelMember *
find_member (const PelMember *members, const char *name)
{
  for (; members->name != NULL; members++)
    if (g_str_equal (members->name, name))
      return members;
  return NULL;
}

char *
pel_place_dup_hint (const char *word, const char *const *candidates)
{
  const char *similar = pel_similar_find (word, candidates);

  return similar != NULL ? g_strdup_printf (_ ("Did you mean “%s”?"), similar) : NULL;
}

static gboolean
refuse_member (GString *place, const PelMember *members, const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char      *hint = NULL;
  g_autofree char      *given = pel_text_repair (name, -1, MAX_GIVEN);

  for (; members->name != NULL; members++)
    g_ptr_array_add (names, (gpointer) members->name);
  g_ptr_array_add (names, NULL);
  hint = pel_place_dup_hint (name, (const char *const *) names->pdata);
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 hint,
                 /* Translators: a place in a condition, and a member that it does not have */
                 _ ("%s has no member “%s”"),
                 place->str,
                 given);
  return FALSE;
}

gboolean
pel_members_check (GString *place, const PelMember *members, JsonObject *object, GError **error)
{
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      const PelMember *member = find_member (members, name);
      gsize            length;

      if (member == NULL)
        return refuse_member (place, members, name, error);
      length = pel_place_enter (place, name);
      if (!pel_member_check (place, member, node, error))
        return FALSE;
      pel_place_leave (place, length);
    }
  for (; members->name != NULL; members++)
    if (members->is_required && !json_object_has_member (object, members->name))
      {
        pel_place_enter (place, members->name);
        pel_set_error (error, PEL_ERROR_INVALID_ARGUMENT, NULL, _ ("%s is missing"), place->str);
        return FALSE;
      }
  return TRUE;
}
