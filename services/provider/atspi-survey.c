/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-survey.h"

#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-method.h"

#include <string.h>

#define TURNS 4 /* until each leaf has been asked where it is */

typedef struct
{
  PelNodeId      id;
  guint32        serial;
  gboolean       is_known;
  PelExtentsKind kind;
  PelToolkitRect rect;
} Sight;

struct _PelAtspiSurvey
{
  PelAtspiQueue     *queue;
  PelAtspiTree      *tree;
  PelAtspiSurveyFunc done;
  gpointer           data;
  GArray            *sights; /* of Sight */
  guint              n_open;
};

static void
take_extents (sd_bus_message *reply, guint64 index, gpointer data)
{
  PelAtspiSurvey *self = data;
  Sight          *sight = &g_array_index (self->sights, Sight, index);

  sight->is_known = pel_atspi_decode_extents (reply, &sight->rect);
  if (--self->n_open == 0)
    self->done (self, self->data);
}

PelAtspiSurvey *
pel_atspi_survey_new (PelAtspiQueue     *queue,
                      PelAtspiTree      *tree,
                      const PelToolkit  *toolkit,
                      const GArray      *ids,
                      PelAtspiSurveyFunc done,
                      gpointer           data)
{
  PelAtspiSurvey *self = g_new0 (PelAtspiSurvey, 1);

  self->queue = queue;
  self->tree = tree;
  self->done = done;
  self->data = data;
  self->sights = g_array_sized_new (FALSE, TRUE, sizeof (Sight), ids->len);
  self->n_open = ids->len;
  for (guint i = 0; i < ids->len; i++)
    {
      PelNodeId     id = g_array_index (ids, PelNodeId, i);
      PelAtspiNode *node = pel_atspi_tree_get (tree, id);
      Sight         sight = { .id = id,
                              .serial = node->serial,
                              .kind = pel_toolkit_get_extents_kind (toolkit, tree, id) };

      g_array_append_val (self->sights, sight);
      pel_atspi_queue_call (queue,
                            &(PelAtspiCall){ .method = &pel_atspi_get_extents,
                                             .path = node->path,
                                             .arguments = { (gint32) sight.kind },
                                             .take = take_extents,
                                             .tag = i,
                                             .data = self,
                                             .is_in_order = i + 1 == ids->len });
    }
  return self;
}

void
pel_atspi_survey_free (PelAtspiSurvey *self)
{
  if (self == NULL)
    return;
  pel_atspi_queue_cancel (self->queue, self);
  g_array_unref (self->sights);
  g_free (self);
}

/* (nullable): the node, if it is still there and its place is known. */
static PelAtspiNode *
resolve (PelAtspiSurvey *self, const Sight *sight)
{
  PelAtspiNode *node = pel_atspi_tree_get (self->tree, sight->id);

  return sight->is_known && node != NULL && node->serial == sight->serial ? node : NULL;
}

static gboolean
has_moved (const PelAtspiNode *node, const Sight *sight)
{
  return node->extents_kind != sight->kind ||
         memcmp (&node->extents, &sight->rect, sizeof sight->rect) != 0;
}

static gboolean
is_resized (const PelAtspiNode *node, const Sight *sight)
{
  return (node->flags & PEL_NODE_HAS_EXTENTS) != 0 &&
         (node->extents.width != sight->rect.width || node->extents.height != sight->rect.height);
}

static GArray *
list_nodes (PelAtspiSurvey *self, gboolean (*counts) (const PelAtspiNode *, const Sight *))
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  for (guint i = 0; i < self->sights->len; i++)
    {
      const Sight        *sight = &g_array_index (self->sights, Sight, i);
      const PelAtspiNode *node = resolve (self, sight);

      if (node != NULL && counts (node, sight))
        g_array_append_val (ids, sight->id);
    }
  return ids;
}

GArray *
pel_atspi_survey_find_moved (PelAtspiSurvey *self)
{
  return list_nodes (self, has_moved);
}

GArray *
pel_atspi_survey_find_resized (PelAtspiSurvey *self)
{
  return list_nodes (self, is_resized);
}

void
pel_atspi_survey_apply (PelAtspiSurvey *self)
{
  for (guint i = 0; i < self->sights->len; i++)
    {
      const Sight  *sight = &g_array_index (self->sights, Sight, i);
      PelAtspiNode *node = resolve (self, sight);

      if (node == NULL)
        continue;
      node->extents = sight->rect;
      node->extents_kind = sight->kind;
      node->flags |= PEL_NODE_HAS_EXTENTS;
    }
}

static gboolean
is_leaf (const PelAtspiNode *node)
{
  return node->n_listed == 0 && node->depth > 1;
}

GArray *
pel_atspi_survey_choose (PelAtspiTree *tree, const GArray *ids, guint turn)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  guint   n_leaves = 0;

  for (guint i = 0; i < ids->len; i++)
    {
      PelNodeId id = g_array_index (ids, PelNodeId, i);

      if (!is_leaf (pel_atspi_tree_get (tree, id)) || n_leaves++ % TURNS == turn % TURNS)
        g_array_append_val (chosen, id);
    }
  return chosen;
}
