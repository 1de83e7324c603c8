/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-decode.h"

#include "services/provider/atspi-method.h"

#include <atspi/atspi-constants.h>
#include <string.h>

/* GTK and all that stand on its bridge tell the place among the siblings; Qt and old bridges list
 * the children instead. */
#define NEW_ITEM "((so)(so)(so)iiassusau)"
#define OLD_ITEM "((so)(so)(so)a(so)assusau)"

#define MAX_PATH 4096
#define MAX_NAME 255 /* that is all the bus allows */

static gboolean
read_property (sd_bus_message *reply, char type, void *ret_value)
{
  const char contents[] = { type, '\0' };

  return reply != NULL && sd_bus_message_has_signature (reply, "v") &&
         sd_bus_message_enter_container (reply, SD_BUS_TYPE_VARIANT, contents) > 0 &&
         sd_bus_message_read_basic (reply, type, ret_value) > 0;
}

static gboolean
read_basic (sd_bus_message *reply, char type, void *ret_value)
{
  const char signature[] = { type, '\0' };

  return reply != NULL && sd_bus_message_has_signature (reply, signature) &&
         sd_bus_message_read_basic (reply, type, ret_value) > 0;
}

gboolean
pel_atspi_decode_text_property (sd_bus_message *reply, const char **ret_text)
{
  return read_property (reply, SD_BUS_TYPE_STRING, ret_text);
}

gboolean
pel_atspi_decode_int_property (sd_bus_message *reply, int *ret_value)
{
  return read_property (reply, SD_BUS_TYPE_INT32, ret_value);
}

gboolean
pel_atspi_decode_double_property (sd_bus_message *reply, double *ret_value)
{
  return read_property (reply, SD_BUS_TYPE_DOUBLE, ret_value);
}

gboolean
pel_atspi_decode_text (sd_bus_message *reply, const char **ret_text)
{
  return read_basic (reply, SD_BUS_TYPE_STRING, ret_text);
}

gboolean
pel_atspi_decode_int (sd_bus_message *reply, int *ret_value)
{
  return read_basic (reply, SD_BUS_TYPE_INT32, ret_value);
}

gboolean
pel_atspi_decode_boolean (sd_bus_message *reply, gboolean *ret_value)
{
  return read_basic (reply, SD_BUS_TYPE_BOOLEAN, ret_value);
}

gboolean
pel_atspi_decode_uint (sd_bus_message *reply, guint *ret_value)
{
  return read_basic (reply, SD_BUS_TYPE_UINT32, ret_value);
}

static gboolean
read_states (sd_bus_message *message, PelStates *ret_states)
{
  const void    *words;
  const guint32 *states;
  gsize          n_bytes;

  if (sd_bus_message_read_array (message, SD_BUS_TYPE_UINT32, &words, &n_bytes) < 0)
    return FALSE;
  states = words;
  *ret_states = pel_states_from_words (n_bytes >= sizeof *states ? states[0] : 0,
                                       n_bytes >= 2 * sizeof *states ? states[1] : 0);
  return TRUE;
}

gboolean
pel_atspi_decode_states (sd_bus_message *reply, PelStates *ret_states)
{
  return reply != NULL && sd_bus_message_has_signature (reply, "au") &&
         read_states (reply, ret_states);
}

static gboolean
read_interfaces (sd_bus_message *message, PelInterfaces *ret_interfaces)
{
  PelInterfaces interfaces = 0;
  const char   *name;
  int           r;

  if (sd_bus_message_enter_container (message, SD_BUS_TYPE_ARRAY, "s") < 0)
    return FALSE;
  while ((r = sd_bus_message_read_basic (message, SD_BUS_TYPE_STRING, &name)) > 0)
    interfaces |= pel_interface_from_string (name);
  if (r < 0 || sd_bus_message_exit_container (message) < 0)
    return FALSE;
  *ret_interfaces = interfaces;
  return TRUE;
}

gboolean
pel_atspi_decode_interfaces (sd_bus_message *reply, PelInterfaces *ret_interfaces)
{
  return reply != NULL && sd_bus_message_has_signature (reply, "as") &&
         read_interfaces (reply, ret_interfaces);
}

gboolean
pel_atspi_decode_extents (sd_bus_message *reply, PelToolkitRect *ret_extents)
{
  PelToolkitRect rect;

  if (reply == NULL || !sd_bus_message_has_signature (reply, "(iiii)") ||
      sd_bus_message_read (reply, "(iiii)", &rect.x, &rect.y, &rect.width, &rect.height) < 0)
    return FALSE;
  *ret_extents = rect;
  return TRUE;
}

/* Faster than sd_bus_message_read(): there are three in each of thousands of items. */
static int
read_ref (sd_bus_message *message, PelAtspiRef *ret_ref)
{
  int r = sd_bus_message_enter_container (message, SD_BUS_TYPE_STRUCT, "so");

  if (r <= 0)
    return r;
  if (sd_bus_message_read_basic (message, SD_BUS_TYPE_STRING, &ret_ref->bus_name) <= 0 ||
      sd_bus_message_read_basic (message, SD_BUS_TYPE_OBJECT_PATH, &ret_ref->path) <= 0)
    return -EBADMSG;
  if (strlen (ret_ref->path) > MAX_PATH || strlen (ret_ref->bus_name) > MAX_NAME)
    ret_ref->path = PEL_ATSPI_NULL_PATH; /* no one needs such a path: it is there to be copied */
  return sd_bus_message_exit_container (message) < 0 ? -EBADMSG : 1;
}

gboolean
pel_atspi_decode_ref (sd_bus_message *reply, PelAtspiRef *ret_ref)
{
  PelAtspiRef ref;

  if (reply == NULL || !sd_bus_message_has_signature (reply, "(so)") || read_ref (reply, &ref) <= 0)
    return FALSE;
  *ret_ref = ref;
  return TRUE;
}

gboolean
pel_atspi_decode_ref_property (sd_bus_message *reply, PelAtspiRef *ret_ref)
{
  PelAtspiRef ref;

  if (reply == NULL || !sd_bus_message_has_signature (reply, "v") ||
      sd_bus_message_enter_container (reply, SD_BUS_TYPE_VARIANT, "(so)") <= 0 ||
      read_ref (reply, &ref) <= 0)
    return FALSE;
  *ret_ref = ref;
  return TRUE;
}

gboolean
pel_atspi_decode_attribute (sd_bus_message *reply, const char *name, const char **ret_value)
{
  const char *key, *value;

  if (reply == NULL || !sd_bus_message_has_signature (reply, "a{ss}") ||
      sd_bus_message_rewind (reply, TRUE) < 0 ||
      sd_bus_message_enter_container (reply, SD_BUS_TYPE_ARRAY, "{ss}") < 0)
    return FALSE;
  while (sd_bus_message_read (reply, "{ss}", &key, &value) > 0)
    if (g_str_equal (key, name))
      {
        *ret_value = value;
        return TRUE;
      }
  return FALSE;
}

/* The objects of one relation, if it says what labels the element. */
static int
read_labels (sd_bus_message *reply, GArray *refs, guint max)
{
  PelAtspiRef ref;
  guint32     kind;
  int         r;

  if (sd_bus_message_read_basic (reply, SD_BUS_TYPE_UINT32, &kind) <= 0 ||
      sd_bus_message_enter_container (reply, SD_BUS_TYPE_ARRAY, "(so)") < 0)
    return -EBADMSG;
  while ((r = read_ref (reply, &ref)) > 0)
    if (kind == ATSPI_RELATION_LABELLED_BY && refs->len < max)
      g_array_append_val (refs, ref);
  return r < 0 ? r : sd_bus_message_exit_container (reply);
}

gboolean
pel_atspi_decode_labels (sd_bus_message *reply, GArray *refs, guint max)
{
  int r;

  if (reply == NULL || !sd_bus_message_has_signature (reply, "a(ua(so))") ||
      sd_bus_message_enter_container (reply, SD_BUS_TYPE_ARRAY, "(ua(so))") < 0)
    return FALSE;
  while ((r = sd_bus_message_enter_container (reply, SD_BUS_TYPE_STRUCT, "ua(so)")) > 0)
    if (read_labels (reply, refs, max) < 0 || sd_bus_message_exit_container (reply) < 0)
      return FALSE;
  return r >= 0;
}

gboolean
pel_atspi_decode_refs (sd_bus_message *reply, GArray *refs, guint max, guint *ret_n)
{
  PelAtspiRef ref;
  guint       n = 0, first = refs->len;
  int         r;

  if (reply == NULL || !sd_bus_message_has_signature (reply, "a(so)") ||
      sd_bus_message_enter_container (reply, SD_BUS_TYPE_ARRAY, "(so)") < 0)
    return FALSE;
  while ((r = read_ref (reply, &ref)) > 0)
    if (n++ < max)
      g_array_append_val (refs, ref);
  if (r < 0)
    {
      g_array_set_size (refs, first);
      return FALSE;
    }
  *ret_n = n;
  return TRUE;
}

/* The children of an item of the old kind: @places learns where each is among its siblings. */
static gboolean
read_old_children (sd_bus_message *message, GHashTable *places, int *ret_n)
{
  PelAtspiRef ref;
  int         r, n = 0;

  if (sd_bus_message_enter_container (message, SD_BUS_TYPE_ARRAY, "(so)") < 0)
    return FALSE;
  while ((r = read_ref (message, &ref)) > 0)
    g_hash_table_insert (places, (gpointer) ref.path, GINT_TO_POINTER (++n));
  if (r < 0 || sd_bus_message_exit_container (message) < 0)
    return FALSE;
  *ret_n = n;
  return TRUE;
}

/* @places is NULL for the new kind. 1: read; 0: there are no more; negative: it is broken. */
static int
read_item (sd_bus_message *message, GHashTable *places, PelAtspiItem *item)
{
  const char *description, *contents = places == NULL ? NEW_ITEM : OLD_ITEM;
  char        inner[sizeof OLD_ITEM];
  PelAtspiRef application;
  int         r;

  /* the signature without its brackets */
  g_strlcpy (inner, contents + 1, strlen (contents) - 1);
  r = sd_bus_message_enter_container (message, SD_BUS_TYPE_STRUCT, inner);
  if (r <= 0)
    return r;
  item->index = -1;
  if (read_ref (message, &item->ref) <= 0 || read_ref (message, &application) <= 0 ||
      read_ref (message, &item->parent) <= 0)
    return -EBADMSG;
  if (places != NULL)
    {
      if (!read_old_children (message, places, &item->n_children))
        return -EBADMSG;
    }
  else if (sd_bus_message_read_basic (message, SD_BUS_TYPE_INT32, &item->index) <= 0 ||
           sd_bus_message_read_basic (message, SD_BUS_TYPE_INT32, &item->n_children) <= 0)
    {
      return -EBADMSG;
    }
  if (!read_interfaces (message, &item->interfaces) ||
      sd_bus_message_read_basic (message, SD_BUS_TYPE_STRING, &item->name) <= 0 ||
      sd_bus_message_read_basic (message, SD_BUS_TYPE_UINT32, &item->role) <= 0 ||
      sd_bus_message_read_basic (message, SD_BUS_TYPE_STRING, &description) <= 0 ||
      !read_states (message, &item->states))
    return -EBADMSG;
  return sd_bus_message_exit_container (message) < 0 ? -EBADMSG : 1;
}

static void
apply_places (GArray *items, guint first, GHashTable *places)
{
  for (guint i = first; i < items->len; i++)
    {
      PelAtspiItem *item = &g_array_index (items, PelAtspiItem, i);

      item->index = GPOINTER_TO_INT (g_hash_table_lookup (places, item->ref.path)) - 1;
    }
}

gboolean
pel_atspi_decode_items (sd_bus_message *reply, GArray *items, guint max)
{
  g_autoptr (GHashTable) places = NULL;
  guint                  first = items->len;
  PelAtspiItem           item;
  int                    r;

  if (reply == NULL)
    return FALSE;
  if (sd_bus_message_has_signature (reply, "a" OLD_ITEM))
    places = g_hash_table_new (g_str_hash, g_str_equal);
  else if (!sd_bus_message_has_signature (reply, "a" NEW_ITEM))
    return FALSE;
  if (sd_bus_message_enter_container (reply,
                                      SD_BUS_TYPE_ARRAY,
                                      places != NULL ? OLD_ITEM : NEW_ITEM) < 0)
    return FALSE;
  while (items->len - first < max && (r = read_item (reply, places, &item)) > 0)
    g_array_append_val (items, item);
  if (places != NULL)
    apply_places (items, first, places);
  return TRUE;
}
