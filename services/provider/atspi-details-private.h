/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/pattern.h"
#include "services/provider/atspi-details.h"

/* A reading under way, for atspi-details.c (which asks) and atspi-details-questions.c (which knows
 * what to ask and what the answers mean). */

/* One element on the way. */
typedef struct
{
  GList              link;
  PelAtspiDetails   *details;
  GTask             *task;
  char              *path;
  PelReadingFlags    flags;
  int                text_start, text_end;
  GPtrArray         *asked;  /* of PelDetailsQuestion: by the tags of their calls */
  guint              n_open; /* calls without a reply yet */
  guint              timeout_id;
  gulong             cancelled_id;
  gboolean           is_known; /* what it is has been asked */
  gboolean           is_there; /* it has answered something */
  char              *name;
  guint              native_role;
  gboolean           has_role, has_states;
  PelStates          states;
  PelInterfaces      interfaces;
  char              *number_text; /* (nullable) as the program words it */
  PelElementReading *reading;
} PelDetailsReading;

typedef gboolean (*PelDetailsTakeFunc) (PelDetailsReading *reading,
                                        sd_bus_message    *reply,
                                        gint32             first);

/* Something to ask. Of the rows those are asked whose flags are wanted and whose interfaces the
 * element has; @is_private ones not of a place for secrets. */
typedef struct
{
  const PelAtspiMethod *method;
  PelReadingFlags       flags;
  PelInterfaces         needs;
  gboolean              is_private;
  PelDetailsTakeFunc    take;
} PelDetailsQuestion;

/* One more call; its answer goes to @question, with @first. */
void pel_details_ask (PelDetailsReading        *reading,
                      const PelDetailsQuestion *question,
                      gint32                    first,
                      gint32                    second);

/* What it is, as far as that matters for what is wanted. */
void pel_details_ask_first (PelDetailsReading *reading);

/* What is wanted of it, now that it is known what it is. */
void pel_details_ask_further (PelDetailsReading *reading);

/* Puts together what came. */
void pel_details_finish (PelDetailsReading *reading);
