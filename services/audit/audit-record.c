/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-record.h"

#include "services/base/json.h"
#include "services/base/text.h"

#include <string.h>

typedef enum
{
  MEMBER_TEXT,
  MEMBER_OBJECT,
  MEMBER_ARRAY,
  MEMBER_NUMBER,
  MEMBER_SEQ,
} MemberType;

#define MEMBER(name, type)                             \
  {                                                    \
#name, type, G_STRUCT_OFFSET(PelAuditRecord, name) \
  }

/* In the order in which they are written. */
static const struct
{
  const char *name;
  MemberType  type;
  gsize       offset;
} members[] = {
  MEMBER (event, MEMBER_TEXT),         MEMBER (intent, MEMBER_SEQ),
  MEMBER (client, MEMBER_TEXT),        MEMBER (tool, MEMBER_TEXT),
  MEMBER (arguments, MEMBER_OBJECT),   MEMBER (selector, MEMBER_TEXT),
  MEMBER (target, MEMBER_OBJECT),      MEMBER (driver, MEMBER_TEXT),
  MEMBER (confidence, MEMBER_NUMBER),  MEMBER (risk, MEMBER_TEXT),
  MEMBER (risk_reasons, MEMBER_ARRAY), MEMBER (decision, MEMBER_TEXT),
  MEMBER (rule, MEMBER_TEXT),          MEMBER (approval, MEMBER_TEXT),
  MEMBER (method, MEMBER_TEXT),        MEMBER (verification, MEMBER_OBJECT),
  MEMBER (evidence, MEMBER_OBJECT),    MEMBER (result, MEMBER_TEXT),
  MEMBER (message, MEMBER_TEXT),       MEMBER (count, MEMBER_SEQ),
};

/* (nullable) (transfer full): the member as JSON; NULL where the record does not have it. */
static JsonNode *
read_member (const PelAuditRecord *self, gsize i)
{
  gconstpointer at = (const char *) self + members[i].offset;
  gpointer      pointer = NULL;
  double        number;
  guint64       seq;

  switch (members[i].type)
    {
    case MEMBER_TEXT:
      pointer = *(char *const *) at;
      return pointer != NULL ? json_node_init_string (json_node_alloc (), pointer) : NULL;
    case MEMBER_OBJECT:
      pointer = *(JsonObject *const *) at;
      return pointer != NULL ? json_node_init_object (json_node_alloc (), pointer) : NULL;
    case MEMBER_ARRAY:
      pointer = *(JsonArray *const *) at;
      return pointer != NULL ? json_node_init_array (json_node_alloc (), pointer) : NULL;
    case MEMBER_NUMBER:
      number = *(const double *) at;
      return number != 0 ? json_node_init_double (json_node_alloc (), number) : NULL;
    case MEMBER_SEQ:
      seq = *(const guint64 *) at;
      return seq != 0 ? json_node_init_int (json_node_alloc (), seq) : NULL;
    }
  g_assert_not_reached ();
}

static JsonNode *
bound_text (JsonNode *node)
{
  g_autofree char *kept =
      pel_text_repair (json_node_get_string (node), -1, PEL_AUDIT_MAX_TEXT_BYTES);

  return json_node_init_string (json_node_alloc (), kept);
}

/* What is too large is recorded by its size and its hash: of what was redacted, so that the hash
 * gives nothing away that the text would not. */
static JsonNode *
bound_json (JsonNode *node)
{
  g_autofree char *text = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_autofree char *hash = NULL;
  JsonObject      *summary;

  if (strlen (text) <= PEL_AUDIT_MAX_MEMBER_BYTES)
    return json_node_copy (node);
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  summary = json_object_new ();
  json_object_set_int_member (summary, "left_out_bytes", strlen (text));
  json_object_set_string_member (summary, "sha256", hash);
  return pel_json_take_object (summary);
}

JsonObject *
pel_audit_record_to_json (const PelAuditRecord *self, const PelRedactor *redactor)
{
  JsonObject *object = json_object_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_autoptr (JsonNode) node = read_member (self, i);
      g_autoptr (JsonNode) safe = NULL;

      if (node == NULL)
        continue;
      safe = members[i].type == MEMBER_NUMBER || members[i].type == MEMBER_SEQ
                 ? json_node_copy (node)
                 : pel_redactor_apply_json (redactor, self->secret, node);
      json_object_set_member (object,
                              members[i].name,
                              members[i].type == MEMBER_TEXT ? bound_text (safe)
                                                             : bound_json (safe));
    }
  return object;
}
