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
  char              *bus_name; /* (nullable) */
  char              *path;
  PelReadingFlags    flags;
  int                text_start, text_end;
  GArray            *asked;  /* of PelDetailsAsked: by the tags of their calls */
  guint              n_open; /* calls without a reply yet */
  guint              timeout_id;
  gulong             cancelled_id;
  gboolean           is_known; /* what it is has been asked */
  gboolean           is_told;  /* what is wanted has been asked, but for what follows from that */
  gboolean           is_there; /* it has answered something */
  char              *name;
  guint              native_role;
  gboolean           has_role, has_states;
  gboolean           counts_actions;
  gboolean           has_secret_label;
  PelStates          states;
  PelInterfaces      interfaces;
  char              *number_text; /* (nullable) as the program words it */
  PelElementReading *reading;
} PelDetailsReading;

typedef struct _PelDetailsQuestion PelDetailsQuestion;

/* A question and its arguments. */
typedef struct
{
  const PelDetailsQuestion *question;
  gint32                    first, second;
} PelDetailsAsked;

typedef gboolean (*PelDetailsTakeFunc) (PelDetailsReading     *reading,
                                        sd_bus_message        *reply,
                                        const PelDetailsAsked *asked);

/* Something to ask. Of the rows those are asked whose flags are wanted and whose interfaces the
 * element has; @is_private ones not of a place for secrets. */
struct _PelDetailsQuestion
{
  const PelAtspiMethod *method;
  PelReadingFlags       flags;
  PelInterfaces         needs;
  gboolean              is_private;
  PelDetailsTakeFunc    take;
  gint32                argument;
};

/* One more call; its answer goes to @question, with the arguments. */
void pel_details_ask (PelDetailsReading        *reading,
                      const PelDetailsQuestion *question,
                      gint32                    first,
                      gint32                    second);

/* The same of another element of its program. */
void pel_details_ask_at (PelDetailsReading        *reading,
                         const PelDetailsQuestion *question,
                         const char               *path);

/* What it is, as far as that matters for what is wanted. */
void pel_details_ask_first (PelDetailsReading *reading);

/* What is wanted of it, now that it is known what it is. */
void pel_details_ask_further (PelDetailsReading *reading);

/* What can only be asked once that is known: what is at the caret, and in the cells. */
void pel_details_ask_last (PelDetailsReading *reading);

/* Puts together what came. */
void pel_details_finish (PelDetailsReading *reading);
