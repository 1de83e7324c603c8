/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/condition-picture.h"

#include "services/base/error.h"
#include "services/capture/image.h"
#include "services/condition/condition-private.h"

#include <glib/gi18n.h>

#define MAX_PLACE   1000000
#define MAX_PADDING 1000
#define MAX_MASKS   1000

/* clang-format off */
const PelMember pel_picture_members[] = {
  { "baseline",      G_TYPE_STRING, TRUE },
  { "selector",      G_TYPE_STRING, FALSE },
  { "window",        G_TYPE_STRING, FALSE },
  { "monitor",       G_TYPE_STRING, FALSE },
  { "tolerance",     G_TYPE_INT64,  FALSE, 0, 255 },
  { "masks",         PEL_MEMBER_LIST, FALSE, 0, MAX_MASKS },
  { "max_different", G_TYPE_INT64,  FALSE, 0, G_MAXINT },
  { "padding",       G_TYPE_INT64,  FALSE, 0, MAX_PADDING },
  { NULL },
};

static const PelMember mask_members[] = {
  { "x",      G_TYPE_INT64, TRUE, -MAX_PLACE, MAX_PLACE },
  { "y",      G_TYPE_INT64, TRUE, -MAX_PLACE, MAX_PLACE },
  { "width",  G_TYPE_INT64, TRUE, 1, PEL_IMAGE_MAX_SIDE },
  { "height", G_TYPE_INT64, TRUE, 1, PEL_IMAGE_MAX_SIDE },
  { NULL },
};
/* clang-format on */

static gboolean
refuse_both (GString *place, const char *one, const char *other, GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 /* Translators: a place in a condition (with a colon, or nothing), and two members
                  */
                 _ ("%s%s“%s” and “%s” cannot be used together"),
                 place->str,
                 place->len > 0 ? ": " : "",
                 one,
                 other);
  return FALSE;
}

/* It is of one thing, and only an element has something around it. */
static gboolean
check_subject (GString *place, JsonObject *object, GError **error)
{
  static const char *const subjects[] = { "selector", "window", "monitor" };
  const char              *given = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (subjects); i++)
    {
      if (!json_object_has_member (object, subjects[i]))
        continue;
      if (given != NULL)
        return refuse_both (place, given, subjects[i], error);
      given = subjects[i];
    }
  if (!json_object_has_member (object, "padding") || g_strcmp0 (given, "selector") == 0)
    return TRUE;
  pel_place_enter (place, "padding");
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 _ ("%s can only be used with “selector”"),
                 place->str);
  return FALSE;
}

static gboolean
check_baseline (GString *place, JsonObject *object, GError **error)
{
  JsonNode *node = json_object_get_member (object, "baseline");

  if (g_path_is_absolute (json_node_get_string (node)))
    return TRUE;
  pel_place_enter (place, "baseline");
  return pel_place_refuse (place, node, _ ("an absolute path"), NULL, error);
}

static gboolean
check_masks (GString *place, JsonArray *masks, GError **error)
{
  gsize whole = pel_place_enter (place, "masks");

  for (guint i = 0; i < json_array_get_length (masks); i++)
    {
      JsonNode *mask = json_array_get_element (masks, i);
      gsize     length = pel_place_enter_child (place, i);

      if (!JSON_NODE_HOLDS_OBJECT (mask))
        return pel_place_refuse (place, mask, _ ("an object"), NULL, error);
      if (!pel_members_check (place, mask_members, json_node_get_object (mask), error))
        return FALSE;
      pel_place_leave (place, length);
    }
  pel_place_leave (place, whole);
  return TRUE;
}

static char *
dup_text (JsonObject *object, const char *name)
{
  return g_strdup (json_object_get_string_member_with_default (object, name, NULL));
}

static int
get_number (JsonObject *object, const char *name)
{
  return (int) json_object_get_int_member_with_default (object, name, 0);
}

gboolean
pel_condition_parse_picture (GString *place, JsonObject *object, PelCondition *self, GError **error)
{
  JsonArray *masks = json_object_has_member (object, "masks")
                         ? json_object_get_array_member (object, "masks")
                         : NULL;

  if (!check_subject (place, object, error) || !check_baseline (place, object, error) ||
      (masks != NULL && !check_masks (place, masks, error)))
    return FALSE;
  self->baseline = dup_text (object, "baseline");
  self->title = dup_text (object, "window");
  self->monitor = dup_text (object, "monitor");
  self->tolerance = get_number (object, "tolerance");
  self->padding = get_number (object, "padding");
  self->max_different = (guint) get_number (object, "max_different");
  self->masks = masks != NULL ? json_array_ref (masks) : NULL;
  return TRUE;
}
