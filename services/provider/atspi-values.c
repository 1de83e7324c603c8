/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/text.h"
#include "services/element/secret-fields.h"
#include "services/element/secret.h"
#include "services/provider/atspi-method.h"
#include "services/provider/atspi-reader-private.h"

#include <string.h>

#define MAX_VALUE 4096 /* bytes, and never more characters */

static gboolean
has_value (const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_IS_FOREIGN) == 0 &&
         (pel_is_field (node->role, node->states, node->interfaces) ||
          (node->interfaces & PEL_INTERFACE_VALUE) != 0);
}

/* Takes @value. */
static void
take_value (PelAtspiReader *self, PelAtspiNode *node, char *value)
{
  self->is_changed |= g_strcmp0 (node->value, value) != 0;
  g_free (node->value);
  node->value = value;
}

static void
take_text (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  const char     *text;
  gboolean        is_there = pel_atspi_decode_text (reply, &text);

  if (node != NULL && is_there)
    {
      pel_atspi_queue_weigh (self->queue, strlen (text));
      self->n_bytes += MIN (strlen (text), MAX_VALUE);
      take_value (self, node, pel_text_repair (text, -1, MAX_VALUE - strlen ("…")));
    }
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_VALUE, is_there);
}

static void
take_number (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  double          value;
  gboolean        is_there = pel_atspi_decode_double_property (reply, &value);

  if (node != NULL && is_there)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      take_value (self, node, g_strdup (g_ascii_formatd (text, sizeof text, "%.6g", value)));
    }
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_VALUE, is_there);
}

static void
ask (PelAtspiReader       *self,
     guint64               tag,
     const PelAtspiMethod *method,
     int                   end,
     PelAtspiReplyFunc     take)
{
  self->n_open++;
  pel_atspi_queue_call (self->queue,
                        &(PelAtspiCall){ .method = method,
                                         .path = pel_atspi_reader_resolve (self, tag)->path,
                                         .arguments = { 0, end },
                                         .take = take,
                                         .tag = tag,
                                         .data = self });
}

/* Asking for more than there is makes some programs complain. */
static void
take_length (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  int             n_chars = 0;

  pel_atspi_decode_int_property (reply, &n_chars);
  if (pel_atspi_reader_resolve (self, tag) != NULL)
    ask (self, tag, &pel_atspi_get_text, CLAMP (n_chars, 0, MAX_VALUE), take_text);
  pel_atspi_reader_close (self);
}

static void
hide (PelAtspiReader *self, guint64 tag, PelAtspiNode *node)
{
  node->flags |= PEL_NODE_IS_SECRET;
  g_clear_pointer (&node->value, g_free);
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_VALUE, TRUE);
}

static gboolean
is_secret (const PelAtspiReader *self, const PelAtspiNode *node, const char *id)
{
  return node->native_role == 0 ||
         pel_is_secret (node->native_role, node->states, node->name, id) ||
         pel_secret_fields_contain (node->bus_name != NULL ? node->bus_name : self->bus_name,
                                    node->path);
}

/* Some programs tell the id as a property, others among the attributes. */
static void
take_attributes (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  const char     *id = "";

  pel_atspi_decode_attribute (reply, "id", &id);
  if (node != NULL && is_secret (self, node, id))
    {
      hide (self, tag, node);
      return;
    }
  if (node != NULL && (node->interfaces & PEL_INTERFACE_VALUE) != 0)
    ask (self, tag, &pel_atspi_get_number, 0, take_number);
  else if (node != NULL)
    ask (self, tag, &pel_atspi_get_length, 0, take_length);
  pel_atspi_reader_close (self);
}

/* The id may say what the name does not: that a field is for a password. */
static void
take_id (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  const char     *id = "";

  pel_atspi_decode_text_property (reply, &id);
  if (node != NULL && is_secret (self, node, id))
    {
      hide (self, tag, node);
      return;
    }
  if (node != NULL)
    ask (self, tag, &pel_atspi_get_attributes, 0, take_attributes);
  pel_atspi_reader_close (self);
}

/* A field becomes one for a password and back, and no one tells: GTK 3's entries do. */
static void
take_role (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  guint           role = 0;

  pel_atspi_decode_uint (reply, &role);
  if (node != NULL && role != node->native_role)
    {
      self->is_changed = TRUE;
      pel_atspi_reader_set_role (node, role);
    }
  if (node != NULL && is_secret (self, node, NULL))
    {
      hide (self, tag, node);
      return;
    }
  if (node != NULL)
    ask (self, tag, &pel_atspi_get_id, 0, take_id);
  pel_atspi_reader_close (self);
}

void
pel_atspi_reader_read_values (PelAtspiReader *self)
{
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node == NULL || pel_atspi_node_get_sure (node, PEL_NODE_HAS_VALUE) != 0 ||
          (node->asked & PEL_NODE_HAS_VALUE) != 0 || !has_value (node))
        continue;
      node->asked |= PEL_NODE_HAS_VALUE;
      node->flags &= ~PEL_NODE_IS_SECRET;
      ask (self, pel_atspi_reader_make_tag (self, id), &pel_atspi_get_role, 0, take_role);
    }
}

void
pel_atspi_reader_doubt_numbers (PelAtspiReader *self)
{
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node == NULL || (node->interfaces & PEL_INTERFACE_VALUE) == 0)
        continue;
      node->unsure |= PEL_NODE_HAS_VALUE;
      node->stale |= PEL_NODE_HAS_VALUE & node->asked;
    }
}
