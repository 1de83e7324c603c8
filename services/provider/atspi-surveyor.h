/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-queue.h"
#include "services/provider/toolkit.h"

/**
 * PelAtspiSurveyor:
 *
 * Surveys a program as often as it takes, one survey at a time: when something has moved, all that
 * may be shown; when no one knows, a part of what can be seen.
 */
typedef struct _PelAtspiSurveyor PelAtspiSurveyor;

/* All places are in the tree now: @moved and @resized (of PelNodeId) were not, or others. */
typedef void (*PelAtspiSurveyorFunc) (const GArray *moved, const GArray *resized, gpointer data);

PelAtspiSurveyor *pel_atspi_surveyor_new (PelAtspiQueue       *queue,
                                          PelAtspiTree        *tree,
                                          const PelToolkit    *toolkit,
                                          PelAtspiSurveyorFunc surveyed,
                                          gpointer             data);
void              pel_atspi_surveyor_free (PelAtspiSurveyor *self);

/* Something has moved: what is under way may have asked too early. */
void pel_atspi_surveyor_want (PelAtspiSurveyor *self);

/* Starts what is wanted, unless one is under way. TRUE: it was wanted. */
gboolean pel_atspi_surveyor_go_on (PelAtspiSurveyor *self);

/* While none is under way: looks after what moves and does not tell. Once something has, all is
 * looked at until nothing moves any more: what was read while it did is half from before, and those
 * may be of the other half. */
void     pel_atspi_surveyor_poll (PelAtspiSurveyor *self);
void     pel_atspi_surveyor_expect_moves (PelAtspiSurveyor *self);
gboolean pel_atspi_surveyor_is_busy (PelAtspiSurveyor *self);
