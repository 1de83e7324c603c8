/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-note.h"

#include "services/base/json.h"

static const char *const event_names[] = {
  [PEL_AUDIT_NOTE_OTHER] = "",           [PEL_AUDIT_NOTE_BEGIN] = "log_begun",
  [PEL_AUDIT_NOTE_REKEYED] = "key_lost", [PEL_AUDIT_NOTE_TORN] = "line_torn",
  [PEL_AUDIT_NOTE_CUT] = "log_cut",      [PEL_AUDIT_NOTE_ROTATED] = "file_begun",
};
G_STATIC_ASSERT (G_N_ELEMENTS (event_names) == PEL_N_AUDIT_NOTES);

static JsonObject *
note_new (PelAuditNoteEvent event)
{
  JsonObject *note = json_object_new ();

  json_object_set_string_member (note, "event", event_names[event]);
  return note;
}

JsonObject *
pel_audit_note_new_key (PelAuditNoteEvent event, const char *key_name)
{
  JsonObject *note = note_new (event);

  json_object_set_string_member (note, "key", key_name);
  return note;
}

JsonObject *
pel_audit_note_new_torn (guint64 n_bytes, const char *hash, const char *key_name)
{
  JsonObject *note = pel_audit_note_new_key (PEL_AUDIT_NOTE_TORN, key_name);

  json_object_set_int_member (note, "bytes", n_bytes);
  json_object_set_string_member (note, "sha256", hash);
  return note;
}

JsonObject *
pel_audit_note_new_cut (guint64 first, guint64 last)
{
  JsonObject *note = note_new (PEL_AUDIT_NOTE_CUT);

  json_object_set_int_member (note, "first", first);
  json_object_set_int_member (note, "last", last);
  return note;
}

JsonObject *
pel_audit_note_new_rotated (const char *file_before, const char *key_name)
{
  JsonObject *note = pel_audit_note_new_key (PEL_AUDIT_NOTE_ROTATED, key_name);

  json_object_set_string_member (note, "after", file_before);
  return note;
}

void
pel_audit_note_add_removed (JsonObject *note, const char *file_name, const PelAuditHead *head)
{
  JsonObject *removed = json_object_new ();

  json_object_set_string_member (removed, "file", file_name);
  json_object_set_int_member (removed, "last", head->seq);
  json_object_set_string_member (removed, "sha256", head->hash);
  if (!json_object_has_member (note, "removed"))
    json_object_set_array_member (note, "removed", json_array_new ());
  json_array_add_object_element (json_object_get_array_member (note, "removed"), removed);
}

char *
pel_audit_note_to_string (JsonObject *note)
{
  g_autoptr (JsonNode) node = pel_json_take_object (note);

  return pel_json_to_string (node, PEL_JSON_COMPACT);
}

static PelAuditNoteEvent
find_event (const char *name)
{
  for (gsize i = 1; i < G_N_ELEMENTS (event_names); i++)
    if (g_str_equal (event_names[i], name))
      return i;
  return PEL_AUDIT_NOTE_OTHER;
}

/* Whatever stands in the line: a member of another type counts as none. */
static const char *
get_text (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : "";
}

static guint64
get_number (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_INT64
             ? MAX (json_node_get_int (node), 0)
             : 0;
}

static void
read_removed (JsonObject *object, PelAuditHead *head)
{
  JsonNode  *node = json_object_get_member (object, "removed");
  JsonArray *array =
      node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint length = array != NULL ? json_array_get_length (array) : 0;

  node = length > 0 ? json_array_get_element (array, length - 1) : NULL;
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return;
  head->seq = get_number (json_node_get_object (node), "last");
  g_strlcpy (head->hash, get_text (json_node_get_object (node), "sha256"), sizeof head->hash);
}

gboolean
pel_audit_note_read (const PelAuditLine *line, PelAuditNote *ret_note)
{
  static const char      mark[] = "\"kind\":\"note\",\"event\":\"";
  g_autoptr (JsonObject) object = NULL;
  PelAuditNote           note = { 0 };

  if (g_strstr_len (line->text, MIN (line->length, 128), mark) == NULL)
    return FALSE;
  object = pel_json_parse_object (line->text, line->length, NULL);
  if (object == NULL || !g_str_equal (get_text (object, "kind"), "note"))
    return FALSE;
  note.event = find_event (get_text (object, "event"));
  note.n_bytes = get_number (object, "bytes");
  g_strlcpy (note.key_name, get_text (object, "key"), sizeof note.key_name);
  g_strlcpy (note.hash, get_text (object, "sha256"), sizeof note.hash);
  read_removed (object, &note.removed);
  *ret_note = note;
  return note.event != PEL_AUDIT_NOTE_OTHER;
}
