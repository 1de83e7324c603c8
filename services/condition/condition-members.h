/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#define PEL_MEMBER_LIST G_TYPE_BOXED

/* What an object of a condition may have. Tables end with a row without a name. */
typedef struct
{
  const char *name;
  GType       type; /* a string, a boolean, an int64 or PEL_MEMBER_LIST */
  gboolean    is_required;
  int         minimum, maximum; /* of a number, and of how many a list has */
} PelMember;

/* Where in the whole one is, for messages: “until.all[1].element”. Entering tells where to go back
 * to. */
gsize pel_place_enter (GString *place, const char *name);
gsize pel_place_enter_child (GString *place, guint index);
void  pel_place_leave (GString *place, gsize length);

/* FALSE, with “until.element.count must be a whole number, not "3"”; @what is translated, @hint
 * may be NULL. */
gboolean pel_place_refuse (
    GString *place, JsonNode *node, const char *what, const char *hint, GError **error);

/* (transfer full) (nullable): “Did you mean …?” */
char *pel_place_dup_hint (const char *word, const char *const *candidates);

/* FALSE with PEL_ERROR_INVALID_ARGUMENT where the object has something else or lacks something. */
gboolean pel_member_check (GString *place, const PelMember *member, JsonNode *node, GError **error);
gboolean
pel_members_check (GString *place, const PelMember *members, JsonObject *object, GError **error);
