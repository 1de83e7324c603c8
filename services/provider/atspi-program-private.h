/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-doubts.h"
#include "services/provider/atspi-greeting.h"
#include "services/provider/atspi-program.h"
#include "services/provider/atspi-stacks.h"
#include "services/provider/atspi-surveyor.h"

/* For the parts of a program: atspi-program-reading.c asks, until what was asked for is there;
 * atspi-program.c hears of changes, polls, and says what is known. */

struct _PelAtspiProgram
{
  char                 *bus_name;
  PelAtspiProgramEvents events;

  char             *toolkit_name, *version; /* (nullable) */
  pid_t             pid;
  uid_t             uid;
  PelAtspiProgram  *host; /* (nullable) borrowed */
  const PelToolkit *toolkit;

  PelQuarantine *quarantine;     /* borrowed */
  char          *quarantine_key; /* (nullable) */
  gboolean       is_suspect;

  PelAtspiQueue   *queue;
  PelAtspiTree    *tree;
  PelAtspiDetails *details;
  PelAtspiActor   *actor;
  PelAtspiReader  *reader;
  sd_bus          *peer;
  GSource         *peer_source;

  PelAtspiGreeting *greeting; /* (nullable): while it is under way */
  PelAtspiDoubts   *doubts;
  PelAtspiStacks   *stacks;
  PelAtspiSurveyor *surveyor;     /* together with the reader */
  gboolean          is_current;   /* what is known is kept up to date by events */
  gboolean          is_complete;  /* the last reading came to its end */
  gboolean          is_reading;   /* someone has asked for it */
  gboolean          wants_again;  /* once that has ended, all is read again */
  gboolean          is_different; /* than what others were last told of */
  guint             n_confirms;   /* since it last settled */
  guint             status;       /* as it was last told */
  gboolean          wants_values; /* as soon as the tree is there */
  gboolean          has_doubts;   /* a value may have changed since it was read */
  guint             n_placings;   /* rounds that are left for those who wait for all places */
  gint64            numbers_read; /* when all numbers were last asked for */
  gint64            last_heard;   /* when it last answered or told something */
};

/* For those that it is made of: what events have made unsure is asked for; pages are known. */
gboolean pel_atspi_program_flush (gpointer data);
void     pel_atspi_program_take_pages (gboolean is_changed, gpointer data);

/* TRUE: pel_atspi_program_take_pages() follows. */
gboolean pel_atspi_program_probe_pages (PelAtspiProgram *self);

/* Whether it answers and is complete may have changed. */
void pel_atspi_program_note_status (PelAtspiProgram *self);
void pel_atspi_program_drop_peer (PelAtspiProgram *self);
