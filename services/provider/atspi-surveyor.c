/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-surveyor.h"

#include "services/provider/atspi-survey.h"

#include <atspi/atspi-constants.h>

struct _PelAtspiSurveyor
{
  PelAtspiQueue       *queue;
  PelAtspiTree        *tree;
  const PelToolkit    *toolkit;
  PelAtspiSurveyorFunc surveyed;
  gpointer             data;
  PelAtspiSurvey      *survey;    /* (nullable) */
  gboolean             is_wanted; /* something has moved */
  gboolean             is_still;  /* a second look at all places has found nothing new */
  guint                turn;      /* counts the polls */
};

static gboolean
may_be_shown (PelAtspiSurveyor *self, const PelAtspiNode *node)
{
  const PelAtspiNode *parent = pel_atspi_tree_get (self->tree, node->parent);

  return (node->flags & PEL_NODE_HAS_EXTENTS) != 0 && parent != NULL &&
         (parent->depth == 0 || pel_toolkit_seems_placed (self->toolkit, parent));
}

/* Leaves, and what the places of all others are counted from: a window may grow, or a page be
 * scaled, and nothing in it move. */
static gboolean
is_telling (PelAtspiSurveyor *self, const PelAtspiNode *node)
{
  return (node->n_listed == 0 || node->depth == 1 ||
          node->native_role == ATSPI_ROLE_DOCUMENT_WEB) &&
         pel_toolkit_seems_placed (self->toolkit, node);
}

static GArray *
list_nodes (PelAtspiSurveyor *self, gboolean (*counts) (PelAtspiSurveyor *, const PelAtspiNode *))
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node != NULL && counts (self, node))
        g_array_append_val (ids, id);
    }
  return ids;
}

static void
ask_places (PelAtspiSurveyor *self, const GArray *ids, PelAtspiSurveyFunc done)
{
  self->is_wanted = FALSE;
  if (ids->len > 0)
    self->survey = pel_atspi_survey_new (self->queue, self->tree, self->toolkit, ids, done, self);
}

static void
surveyed_cb (PelAtspiSurvey *survey, gpointer data)
{
  PelAtspiSurveyor  *self = data;
  g_autoptr (GArray) moved = pel_atspi_survey_find_moved (survey);
  g_autoptr (GArray) resized = pel_atspi_survey_find_resized (survey);

  self->is_still = moved->len == 0;
  pel_atspi_survey_apply (survey);
  g_clear_pointer (&self->survey, pel_atspi_survey_free);
  self->surveyed (moved, resized, self->data);
}

/* All that may be shown. */
static void
start_survey (PelAtspiSurveyor *self)
{
  g_autoptr (GArray) ids = list_nodes (self, may_be_shown);

  ask_places (self, ids, surveyed_cb);
}

static void
polled_cb (PelAtspiSurvey *survey, gpointer data)
{
  PelAtspiSurveyor  *self = data;
  g_autoptr (GArray) moved = pel_atspi_survey_find_moved (survey);

  g_clear_pointer (&self->survey, pel_atspi_survey_free);
  if (moved->len > 0 || self->is_wanted)
    start_survey (self);
}

static void
start_poll (PelAtspiSurveyor *self)
{
  g_autoptr (GArray) ids = list_nodes (self, is_telling);
  g_autoptr (GArray) chosen = pel_atspi_survey_choose (self->tree, ids, self->turn++);

  ask_places (self, chosen, polled_cb);
}

PelAtspiSurveyor *
pel_atspi_surveyor_new (PelAtspiQueue       *queue,
                        PelAtspiTree        *tree,
                        const PelToolkit    *toolkit,
                        PelAtspiSurveyorFunc surveyed,
                        gpointer             data)
{
  PelAtspiSurveyor *self = g_new0 (PelAtspiSurveyor, 1);

  self->queue = queue;
  self->tree = tree;
  self->toolkit = toolkit;
  self->surveyed = surveyed;
  self->data = data;
  return self;
}

void
pel_atspi_surveyor_free (PelAtspiSurveyor *self)
{
  if (self == NULL)
    return;
  pel_atspi_survey_free (self->survey);
  g_free (self);
}

void
pel_atspi_surveyor_want (PelAtspiSurveyor *self)
{
  self->is_wanted = TRUE;
}

gboolean
pel_atspi_surveyor_go_on (PelAtspiSurveyor *self)
{
  if (!self->is_wanted || self->survey != NULL)
    return FALSE;
  start_survey (self);
  return TRUE;
}

void
pel_atspi_surveyor_poll (PelAtspiSurveyor *self)
{
  if (self->is_still)
    start_poll (self);
  else
    start_survey (self);
}

void
pel_atspi_surveyor_expect_moves (PelAtspiSurveyor *self)
{
  self->is_still = FALSE;
}

gboolean
pel_atspi_surveyor_is_busy (PelAtspiSurveyor *self)
{
  return self->survey != NULL;
}
