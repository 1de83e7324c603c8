/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/target-name.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/selector/selector.h"
#include "services/tool/schema.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_GIVEN     120
#define REGION_PREFIX "region="

/* clang-format off */
static const PelField snapshot_ref_fields[] = {
  { "snapshot_id", PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("The snapshot that contains it") },
  { "ref",         PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Its ref in that snapshot") },
  { NULL },
};

static const PelField point_fields[] = {
  { "x", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixels from the left"), .minimum = -PEL_COORDINATE_LIMIT, .maximum = PEL_COORDINATE_LIMIT },
  { "y", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixels from the top"), .minimum = -PEL_COORDINATE_LIMIT, .maximum = PEL_COORDINATE_LIMIT },
  { NULL },
};
/* clang-format on */

PelTargetName *
pel_target_name_copy (const PelTargetName *self)
{
  PelTargetName *copy = g_memdup2 (self, sizeof *self);

  copy->given = g_strdup (self->given);
  copy->snapshot_id = g_strdup (self->snapshot_id);
  copy->bus_name = g_strdup (self->bus_name);
  copy->path = g_strdup (self->path);
  copy->region_id = g_strdup (self->region_id);
  copy->selector = g_strdup (self->selector);
  copy->window_id = g_strdup (self->window_id);
  return copy;
}

void
pel_target_name_free (PelTargetName *self)
{
  g_free (self->given);
  g_free (self->snapshot_id);
  g_free (self->bus_name);
  g_free (self->path);
  g_free (self->region_id);
  g_free (self->selector);
  g_free (self->window_id);
  g_free (self);
}

/* “e12”, “@e12” or “@12”: 12. 0 for anything else. */
static guint
parse_ref (const char *text)
{
  gboolean is_marked = text[0] == '@';
  guint64  number;

  text += is_marked;
  if (text[0] == 'e')
    text++;
  else if (!is_marked)
    return 0;
  return g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT, &number, NULL) ? number : 0;
}

static gboolean
take_ref (PelTargetName *self, const char *text)
{
  self->kind = PEL_TARGET_REF;
  self->ref = parse_ref (text);
  return self->ref != 0;
}

static gboolean
take_runtime_id (PelTargetName *self, const char *text)
{
  const char *path = strchr (text, '/');

  if (text[0] != ':' || path == NULL)
    return FALSE;
  self->kind = PEL_TARGET_RUNTIME_ID;
  self->bus_name = g_strndup (text, path - text);
  self->path = g_strdup (path);
  return TRUE;
}

static gboolean
parse_coordinate (char *text, int *ret_coordinate)
{
  gint64 coordinate;

  if (!g_ascii_string_to_signed (g_strstrip (text),
                                 10,
                                 -PEL_COORDINATE_LIMIT,
                                 PEL_COORDINATE_LIMIT,
                                 &coordinate,
                                 NULL))
    return FALSE;
  *ret_coordinate = coordinate;
  return TRUE;
}

static gboolean
take_point (PelTargetName *self, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 3);

  self->kind = PEL_TARGET_POINT;
  return g_strv_length (parts) == 2 && parse_coordinate (parts[0], &self->point.x) &&
         parse_coordinate (parts[1], &self->point.y);
}

/* An id has nothing in it that a selector could mean otherwise. */
static gboolean
take_region (PelTargetName *self, const char *text)
{
  guint64 number;

  self->kind = PEL_TARGET_REGION;
  if (text[0] == '#' && g_ascii_string_to_unsigned (text + 1, 10, 1, G_MAXUINT, &number, NULL))
    {
      self->region = number;
      return TRUE;
    }
  if (!g_str_has_prefix (text, REGION_PREFIX))
    return FALSE;
  text += strlen (REGION_PREFIX);
  if (text[0] == '\0' || strspn (text, "0123456789abcdef-") != strlen (text))
    return FALSE;
  self->region_id = g_strdup (text);
  return TRUE;
}

/* The plain ways, in the order in which they are tried. Each says whether it is that. */
static gboolean (*const plain_ways[]) (PelTargetName *self, const char *text) = {
  take_ref,
  take_runtime_id,
  take_point,
  take_region,
};

static gboolean
take_plain (PelTargetName *self, const char *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (plain_ways); i++)
    if (plain_ways[i](self, text))
      return TRUE;
  return FALSE;
}

static void
take_text (PelTargetName *self, const char *text)
{
  self->given = pel_text_repair (text, -1, MAX_GIVEN);
  if (take_plain (self, text))
    return;
  self->kind = PEL_TARGET_SELECTOR;
  self->selector = g_strdup (text);
}

static gboolean
take_snapshot_ref (PelTargetName *self, JsonObject *object, const char *of, GError **error)
{
  if (!pel_schema_check (snapshot_ref_fields, object, of, error))
    return FALSE;
  take_text (self, json_object_get_string_member (object, "ref"));
  self->snapshot_id =
      g_strdup (json_object_get_string_member_with_default (object, "snapshot_id", NULL));
  if (self->kind == PEL_TARGET_REF)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Use a ref such as e12"),
                 _ ("%s: “%s” is not a ref"),
                 of,
                 self->given);
  return FALSE;
}

static gboolean
take_object (PelTargetName *self, JsonObject *object, const char *of, GError **error)
{
  if (json_object_has_member (object, "ref") || json_object_has_member (object, "snapshot_id"))
    return take_snapshot_ref (self, object, of, error);
  if (!pel_schema_check (point_fields, object, of, error))
    return FALSE;
  self->kind = PEL_TARGET_POINT;
  self->point.x = json_object_get_int_member (object, "x");
  self->point.y = json_object_get_int_member (object, "y");
  self->given = g_strdup_printf ("%d,%d", self->point.x, self->point.y);
  return TRUE;
}

PelTargetName *
pel_target_name_parse (JsonNode *target, const char *of, GError **error)
{
  g_autoptr (PelTargetName) self = g_new0 (PelTargetName, 1);

  if (!JSON_NODE_HOLDS_OBJECT (target))
    take_text (self, json_node_get_string (target));
  else if (!take_object (self, json_node_get_object (target), of, error))
    return NULL;
  return g_steal_pointer (&self);
}

PelTargetName *
pel_target_name_new_point (PelPhysicalPoint point)
{
  PelTargetName *self = g_new0 (PelTargetName, 1);

  self->kind = PEL_TARGET_POINT;
  self->point = point;
  self->given = g_strdup_printf ("%d,%d", point.x, point.y);
  return self;
}

PelTargetName *
pel_target_name_new_selector (const char *selector)
{
  PelTargetName *self = g_new0 (PelTargetName, 1);

  self->kind = PEL_TARGET_SELECTOR;
  self->selector = g_strdup (selector);
  self->given = pel_text_repair (selector, -1, MAX_GIVEN);
  return self;
}

gboolean
pel_target_name_is_plain (JsonNode *target)
{
  g_autoptr (PelTargetName) self = g_new0 (PelTargetName, 1);

  if (JSON_NODE_HOLDS_OBJECT (target))
    return TRUE;
  return take_plain (self, json_node_get_string (target));
}
