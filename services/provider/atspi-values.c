/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/text.h"
#include "services/element/secret-fields.h"
#include "services/element/secret.h"
#include "services/provider/atspi-method.h"
#include "services/provider/atspi-naming.h"
#include "services/provider/atspi-reader-private.h"

#include <string.h>

#define MAX_VALUE  4096 /* bytes, and never more characters */
#define MAX_LABELS 8
#define MAX_NAMED  2000 /* of those without a name, at a time */

/* Structure has numbers that mean nothing to a person: where a pane is split. */
static gboolean
has_number (const PelAtspiNode *node)
{
  return (node->interfaces & PEL_INTERFACE_VALUE) != 0 && !pel_role_is_structural (node->role);
}

gboolean
pel_atspi_node_has_value (const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_IS_FOREIGN) == 0 &&
         (pel_is_field (node->role, node->states, node->interfaces) || has_number (node));
}

/* The better source stays. */
static void
note_hint (PelAtspiReader *self, PelAtspiNode *node, PelNameSource source, const char *hint)
{
  g_autofree char *repaired = NULL;

  if (!pel_atspi_naming_is_unnamed (self->toolkit, node) || source < node->hint_source)
    return;
  repaired = g_strstrip (pel_text_repair (hint, -1, PEL_TEXT_MAX_BYTES - strlen ("…")));
  if (repaired[0] == '\0' || g_strcmp0 (node->hint, repaired) == 0)
    return;
  g_free (node->hint);
  node->hint = g_steal_pointer (&repaired);
  node->hint_source = source;
  self->is_changed = TRUE;
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

/* Nothing says that it is a place for secrets. */
static void
ask_value (PelAtspiReader *self, guint64 tag, PelAtspiNode *node)
{
  node->flags &= ~PEL_NODE_IS_SECRET;
  if (has_number (node))
    ask (self, tag, &pel_atspi_get_number, 0, take_number);
  else if (pel_atspi_node_has_value (node) ||
           pel_atspi_naming_wants_text (self->tree, self->toolkit, (PelNodeId) tag))
    ask (self, tag, &pel_atspi_get_length, 0, take_length);
  else
    {
      self->n_open++;
      pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_VALUE, TRUE);
    }
}

/* A label that does not tell its name may say anything. The last one decides. */
static void
take_label (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  const char     *name;

  if (node == NULL)
    {
      pel_atspi_reader_close (self);
      return;
    }
  if (!pel_atspi_decode_text_property (reply, &name) || is_secret (self, node, name))
    node->has_secret_label = TRUE;
  if (--node->n_labels == 0 && node->has_secret_label)
    {
      hide (self, tag, node);
      return;
    }
  if (node->n_labels == 0)
    ask_value (self, tag, node);
  pel_atspi_reader_close (self);
}

static void
ask_label (PelAtspiReader *self, guint64 tag, const char *path)
{
  self->n_open++;
  pel_atspi_queue_call (self->queue,
                        &(PelAtspiCall){ .method = &pel_atspi_get_name,
                                         .path = path,
                                         .take = take_label,
                                         .tag = tag,
                                         .data = self });
}

/* Not every toolkit makes what labels a field its name. Labels of other programs are not asked. Of
 * what is no field a label can only be the name, and it is in the tree. */
static void
take_relations (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader    *self = data;
  PelAtspiNode      *node = pel_atspi_reader_resolve (self, tag);
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (PelAtspiRef));

  pel_atspi_decode_labels (reply, labels, MAX_LABELS);
  if (node != NULL)
    node->n_labels = node->has_secret_label = 0;
  for (guint i = 0; node != NULL && i < labels->len; i++)
    {
      const PelAtspiRef *label = &g_array_index (labels, PelAtspiRef, i);

      if (!g_str_equal (label->bus_name, self->bus_name) ||
          g_str_equal (label->path, PEL_ATSPI_NULL_PATH))
        continue;
      note_hint (self, node, PEL_NAMED_BY_LABEL, label->path);
      if (!pel_may_be_secret (node->native_role, node->states))
        break;
      node->n_labels++;
      ask_label (self, tag, label->path);
    }
  if (node != NULL && node->n_labels == 0)
    ask_value (self, tag, node);
  pel_atspi_reader_close (self);
}

static void
take_description (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  const char     *description = "";

  pel_atspi_decode_text_property (reply, &description);
  if (node != NULL)
    note_hint (self, node, PEL_NAMED_BY_DESCRIPTION, description);
  if (node != NULL && is_secret (self, node, description))
    {
      hide (self, tag, node);
      return;
    }
  if (node != NULL)
    ask (self, tag, &pel_atspi_get_relations, 0, take_relations);
  pel_atspi_reader_close (self);
}

/* What stands in an empty field says what belongs there. */
static gboolean
has_secret_placeholder (PelAtspiReader *self, PelAtspiNode *node, sd_bus_message *reply)
{
  for (gsize i = 0; pel_placeholder_attributes[i] != NULL; i++)
    {
      const char *placeholder = "";

      if (!pel_atspi_decode_attribute (reply, pel_placeholder_attributes[i], &placeholder))
        continue;
      note_hint (self, node, PEL_NAMED_BY_PLACEHOLDER, placeholder);
      if (is_secret (self, node, placeholder))
        return TRUE;
    }
  return FALSE;
}

/* Some programs tell the id as a property, others among the attributes. */
static void
take_attributes (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  const char     *id = "";

  pel_atspi_decode_attribute (reply, "id", &id);
  if (node != NULL && (is_secret (self, node, id) || has_secret_placeholder (self, node, reply)))
    {
      hide (self, tag, node);
      return;
    }
  if (node != NULL && (pel_may_be_secret (node->native_role, node->states) ||
                       pel_atspi_naming_wants_hint (self->tree, self->toolkit, (PelNodeId) tag)))
    ask (self, tag, &pel_atspi_get_description, 0, take_description);
  else if (node != NULL)
    ask_value (self, tag, node);
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

/* What else it may be called, and then what is written in it. FALSE: neither is to be asked. */
static gboolean
ask_name (PelAtspiReader *self, PelNodeId id)
{
  guint64 tag = pel_atspi_reader_make_tag (self, id);

  if (pel_atspi_naming_wants_hint (self->tree, self->toolkit, id))
    ask (self, tag, &pel_atspi_get_description, 0, take_description);
  else if (pel_atspi_naming_wants_text (self->tree, self->toolkit, id))
    ask (self, tag, &pel_atspi_get_length, 0, take_length);
  else
    return FALSE;
  return TRUE;
}

void
pel_atspi_reader_read_values (PelAtspiReader *self)
{
  guint n_named = 0;

  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node == NULL || pel_atspi_node_get_sure (node, PEL_NODE_HAS_VALUE) != 0 ||
          (node->asked & PEL_NODE_HAS_VALUE) != 0)
        continue;
      if (pel_atspi_node_has_value (node))
        ask (self, pel_atspi_reader_make_tag (self, id), &pel_atspi_get_role, 0, take_role);
      else if (n_named == MAX_NAMED || !ask_name (self, id))
        continue;
      else
        n_named++;
      node->asked |= PEL_NODE_HAS_VALUE;
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
