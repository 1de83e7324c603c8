/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-queue.h"
#include "services/provider/toolkit.h"

/**
 * PelAtspiSurvey:
 *
 * Asks once more where some nodes of a tree are. What it learns comes into the tree all at once: a
 * tree that is half from before and half from after a move would put its elements at places where
 * they never were. Events that the program has sent before it answered have come by then.
 */
typedef struct _PelAtspiSurvey PelAtspiSurvey;

/* Called from a reply, when all have answered or the program is silent. */
typedef void (*PelAtspiSurveyFunc) (PelAtspiSurvey *self, gpointer data);

/* @ids of PelNodeId, not empty. */
PelAtspiSurvey *pel_atspi_survey_new (PelAtspiQueue     *queue,
                                      PelAtspiTree      *tree,
                                      const PelToolkit  *toolkit,
                                      const GArray      *ids,
                                      PelAtspiSurveyFunc done,
                                      gpointer           data);
void            pel_atspi_survey_free (PelAtspiSurvey *self);

/* Those of the nodes that are elsewhere than the tree says: of PelNodeId. (transfer full) */
GArray *pel_atspi_survey_find_moved (PelAtspiSurvey *self);

/* Those of another size than before: they may hold another text. (transfer full) (element-type
 * PelNodeId) */
GArray *pel_atspi_survey_find_resized (PelAtspiSurvey *self);
void    pel_atspi_survey_apply (PelAtspiSurvey *self);

/* What stands beside each other moves together, most often: of the leaves among @ids (of PelNodeId)
 * every fourth, others in each @turn. (transfer full): of PelNodeId. */
GArray *pel_atspi_survey_choose (PelAtspiTree *tree, const GArray *ids, guint turn);
