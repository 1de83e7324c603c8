/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/bus-source.h"
#include "services/provider/traffic-meter.h"

#define PEL_ATSPI_MAX_ARGUMENTS 5

/* One method, or with @property the reading of a property, or with a signature too its setting.
 * Constants: they are compared by address. What @signature names comes from the call: integers
 * (“i”, “u”) in their order, its text (“s”) and its number (“d”). */
typedef struct
{
  const char *interface; /* org.a11y.atspi.Component */
  const char *member;    /* GetExtents; NULL where a property is read */
  const char *property;
  const char *signature;   /* (nullable) of the arguments */
  guint       patience_ms; /* how long a program may think about it; 0: PEL_ATSPI_SILENCE_MS */
  gboolean    is_act;      /* it changes something: never sent twice, and refusals are told */
} PelAtspiMethod;

/* @reply is NULL where there is none: the object is gone, the method is unknown, the program is
 * silent, has left or the queue was cleared. Its signature is unchecked; where an act is refused,
 * it is the error. Comes once for each call, never from inside pel_atspi_queue_call(). More calls
 * may be made from it. */
typedef void (*PelAtspiReplyFunc) (sd_bus_message *reply, guint64 tag, gpointer data);

typedef struct
{
  const PelAtspiMethod *method;
  const char           *path; /* copied */
  gint32                arguments[PEL_ATSPI_MAX_ARGUMENTS];
  const char           *text; /* (nullable) copied */
  double                number;
  PelAtspiReplyFunc     take;
  guint64               tag;
  gpointer              data;
  gboolean
      is_in_order; /* over the bus, as events are: those from before it come before its reply */
} PelAtspiCall;

/**
 * PelAtspiQueue:
 *
 * The calls to one program, many at a time: 256 are under way, the others wait for their turn.
 * A program that has said nothing at all for half a second, while something was asked of it, is
 * silent (longer, where the question is a long one): all its calls end without a reply. After that
 * it is asked only as often as a growing pause allows; until then its calls fail at once (through
 * the main loop, as all do).
 */
typedef struct _PelAtspiQueue PelAtspiQueue;

#define PEL_ATSPI_SILENCE_MS 500
#define PEL_ATSPI_WINDOW     256

/* @bus is where the program is @destination; NULL on a connection of its own. */
PelAtspiQueue *pel_atspi_queue_new (sd_bus *bus, const char *destination);

/* Ends it: no callback comes after this. Not from inside one of its callbacks. */
void pel_atspi_queue_free (PelAtspiQueue *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAtspiQueue, pel_atspi_queue_free)

void pel_atspi_queue_call (PelAtspiQueue *self, const PelAtspiCall *call);

/* Forgets the calls with this @data: their callbacks do not come. */
void pel_atspi_queue_cancel (PelAtspiQueue *self, gpointer data);

/* From now on calls go over @bus, a connection of its own to the program; those under way stay.
 * NULL: back to the bus. */
void pel_atspi_queue_set_peer (PelAtspiQueue *self, sd_bus *peer);

/* How many are under way at most; from 1 to PEL_ATSPI_WINDOW. */
void     pel_atspi_queue_set_window (PelAtspiQueue *self, guint n_calls);
gboolean pel_atspi_queue_is_silent (PelAtspiQueue *self);

/* FALSE: it is silent, and the pause before it is asked again is not over. */
gboolean pel_atspi_queue_may_ask (PelAtspiQueue *self);

/* Who unpacks a reply tells how large it was: after large ones fewer calls are under way. */
void pel_atspi_queue_weigh (PelAtspiQueue *self, gsize n_bytes);

/* What the program has cost: for people who ask what their programs do. Others add what they see
 * pass. */
PelTrafficMeter *pel_atspi_queue_get_meter (PelAtspiQueue *self);
