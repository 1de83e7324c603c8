/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/parking.h"

#include "app/mcp/fence.h"
#include "app/mcp/message.h"
#include "services/base/json.h"

#include <glib/gi18n.h>
#include <string.h>

struct _PelParking
{
  GHashTable         *items; /* nonce → item */
  PelParkingClockFunc clock;
  char               *key;
};

/* A ticket: nonce, when it ends, what it is for, and the seal over all of that. */
enum
{
  NONCE,
  EXPIRY,
  PURPOSE,
  SEAL,
  N_PARTS
};

/* The members that identify a call; not those that a second visit adds. */
static const char *const members[] = { "name", "arguments" };

/* (transfer full): the same for objects that differ in the order of their members only. */
static JsonNode *
sort_node (JsonNode *node)
{
  JsonObject       *sorted;
  JsonObject       *object;
  g_autoptr (GList) names = NULL;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return json_node_copy (node);
  object = json_node_get_object (node);
  sorted = json_object_new ();
  names = g_list_sort (json_object_get_members (object), (GCompareFunc) strcmp);
  for (GList *link = names; link != NULL; link = link->next)
    json_object_set_member (sorted,
                            link->data,
                            sort_node (json_object_get_member (object, link->data)));
  return pel_json_take_object (sorted);
}

static char *
make_purpose (JsonObject *params)
{
  JsonObject          *kept = json_object_new ();
  g_autoptr (JsonNode) node = pel_json_take_object (kept);
  g_autofree char     *text = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    if (json_object_has_member (params, members[i]))
      json_object_set_member (kept,
                              members[i],
                              sort_node (json_object_get_member (params, members[i])));
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

static char *
make_seal (const PelParking *self, const char *nonce, const char *expiry, const char *purpose)
{
  g_autofree char *text = g_strjoin (".", nonce, expiry, purpose, NULL);

  return g_compute_hmac_for_string (G_CHECKSUM_SHA256,
                                    (const guchar *) self->key,
                                    strlen (self->key),
                                    text,
                                    -1);
}

/* Takes as long wherever they differ. */
static gboolean
is_same (const char *a, const char *b)
{
  gsize  length = strlen (a);
  guint8 difference = 0;

  if (strlen (b) != length)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    difference |= a[i] ^ b[i];
  return difference == 0;
}

static gint64
get_now (const PelParking *self)
{
  return self->clock != NULL ? self->clock () : g_get_monotonic_time ();
}

char *
pel_parking_put (PelParking *self, gpointer item, JsonObject *params)
{
  g_autofree char *nonce = pel_fence_new_boundary ();
  g_autofree char *purpose = make_purpose (params);
  g_autofree char *expiry =
      g_strdup_printf ("%" G_GINT64_FORMAT,
                       get_now (self) + PEL_PARKING_TTL_MS * G_TIME_SPAN_MILLISECOND);
  g_autofree char *seal = make_seal (self, nonce, expiry, purpose);

  g_hash_table_insert (self->items, g_strdup (nonce), item);
  return g_strjoin (".", nonce, expiry, purpose, seal, NULL);
}

static gboolean
is_sealed (const PelParking *self, char **parts)
{
  g_autofree char *seal = NULL;

  if (g_strv_length (parts) != N_PARTS)
    return FALSE;
  seal = make_seal (self, parts[NONCE], parts[EXPIRY], parts[PURPOSE]);
  return is_same (seal, parts[SEAL]);
}

/* (nullable): why the ticket is not good. */
static const char *
find_fault (const PelParking *self, char **parts, JsonObject *params)
{
  g_autofree char *purpose = make_purpose (params);

  if (!is_sealed (self, parts))
    return _ ("requestState was not issued by this server");
  if (!g_str_equal (purpose, parts[PURPOSE]))
    return _ ("requestState was issued for another call");
  if (g_ascii_strtoll (parts[EXPIRY], NULL, 10) <= get_now (self))
    return _ ("requestState has expired: repeat the call without it");
  if (!g_hash_table_contains (self->items, parts[NONCE]))
    return _ ("requestState was already used, or its call has ended: repeat the call without it");
  return NULL;
}

gpointer
pel_parking_take (PelParking *self, const char *ticket, JsonObject *params, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (ticket, ".", N_PARTS + 1);
  const char    *fault = find_fault (self, parts, params);
  gpointer       item;

  if (fault != NULL)
    {
      g_set_error_literal (error, PEL_RPC_ERROR, PEL_RPC_INVALID_PARAMS, fault);
      return NULL;
    }
  item = g_hash_table_lookup (self->items, parts[NONCE]);
  g_hash_table_remove (self->items, parts[NONCE]);
  return item;
}

static gboolean
is_item (gpointer nonce, gpointer value, gpointer item)
{
  return value == item;
}

void
pel_parking_remove (PelParking *self, gpointer item)
{
  g_hash_table_foreach_remove (self->items, is_item, item);
}

PelParking *
pel_parking_new (PelParkingClockFunc clock)
{
  PelParking      *self = g_new0 (PelParking, 1);
  g_autofree char *first = pel_fence_new_boundary ();
  g_autofree char *second = pel_fence_new_boundary ();

  self->items = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->clock = clock;
  self->key = g_strconcat (first, second, NULL);
  return self;
}

void
pel_parking_free (PelParking *self)
{
  g_hash_table_unref (self->items);
  g_free (self->key);
  g_free (self);
}
