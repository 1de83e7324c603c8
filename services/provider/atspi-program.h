/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-act.h"
#include "services/provider/atspi-details.h"
#include "services/provider/atspi-reader.h"
#include "services/provider/quarantine.h"

#include <sys/types.h>

/**
 * PelAtspiProgram:
 *
 * One program on the accessibility bus and what is known of it. Made when its name is first heard
 * of; reads nothing until it is asked to.
 */
typedef struct _PelAtspiProgram PelAtspiProgram;

/* Something is known now that was not before, or is different: @data is what was given. */
typedef void (*PelAtspiProgramFunc) (PelAtspiProgram *self, gpointer data);

typedef struct
{
  PelAtspiProgramFunc settled; /* all that was asked for is there, or will not come */
  PelAtspiProgramFunc changed; /* its tree is no longer the same; often */
  gpointer            data;
} PelAtspiProgramEvents;

/* Who is behind a name: by the word of the bus, not the program's. */
typedef struct
{
  const char *bus_name;
  const char *root_path; /* as the registry tells it */
  pid_t       pid;
  uid_t       uid;

  /* (nullable): the program that shows it as a part of its own; outlives it */
  PelAtspiProgram *host;
} PelAtspiOwner;

/* Copies @owner and @events, and borrows @quarantine for its life. */
PelAtspiProgram *pel_atspi_program_new (sd_bus                      *bus,
                                        const PelAtspiOwner         *owner,
                                        PelQuarantine               *quarantine,
                                        const PelAtspiProgramEvents *events);
void             pel_atspi_program_free (PelAtspiProgram *self);

/* Reads it, unless all is known and kept up to date by events. */
void pel_atspi_program_read (PelAtspiProgram *self);

/* Reads all of it from the start: nothing that is then known is from before this call. */
void pel_atspi_program_read_again (PelAtspiProgram *self);

void pel_atspi_program_read_values (PelAtspiProgram *self);

/* Events have come since values were read: some of them are not sure any more. */
gboolean pel_atspi_program_doubts_values (PelAtspiProgram *self);

/* Asks once more for the states of the object at @path and of those that may be selected instead of
 * it, and doubts its value, whatever events have told. */
void pel_atspi_program_read_anew (PelAtspiProgram *self, const char *path);

/* The same for the objects with these refs (of guint), and where they are. */
void pel_atspi_program_read_doubted (PelAtspiProgram *self, const GArray *refs);

/* Asks once more where everything is that may be shown, if that is known at all. Placing: until all
 * of it that was asked for since is in the tree. */
void     pel_atspi_program_read_places (PelAtspiProgram *self);
gboolean pel_atspi_program_is_placing (PelAtspiProgram *self);

/* Reading: from the first question to the last answer of all that was asked for. Busy: also with
 * what an event has made unsure, which in some programs never ends. */
gboolean pel_atspi_program_is_reading (PelAtspiProgram *self);
gboolean pel_atspi_program_is_busy (PelAtspiProgram *self);

/* Some of its texts are newer than the names of the windows and documents that they are in. */
gboolean pel_atspi_program_is_confirming (PelAtspiProgram *self);

/* Nothing tells any more what changes: what is known has to be read again when it is next asked
 * for. */
void pel_atspi_program_forget (PelAtspiProgram *self);

/* What it shows of other processes may be another one now. */
void pel_atspi_program_doubt_guests (PelAtspiProgram *self);

/* A signal that it has sent. */
void pel_atspi_program_take_event (PelAtspiProgram *self, sd_bus_message *signal);

/* Looks after what no event tells: where the things are that can be seen, how many rows there are,
 * which page is in front; and whether it answers again. */
void pel_atspi_program_poll (PelAtspiProgram *self);

/* Whether it has to be polled at all: it was read and does not tell all that changes, or has not
 * answered yet. */
gboolean pel_atspi_program_needs_poll (PelAtspiProgram *self);

/* Others that were started like it were silent lately, and it has not told all of itself yet: who
 * does not mean it in particular does not wait for it. */
gboolean          pel_atspi_program_is_suspect (PelAtspiProgram *self);
gboolean          pel_atspi_program_is_answering (PelAtspiProgram *self);
gboolean          pel_atspi_program_is_complete (PelAtspiProgram *self);
const char       *pel_atspi_program_get_bus_name (PelAtspiProgram *self);
const char       *pel_atspi_program_get_name (PelAtspiProgram *self);    /* (nullable) */
const char       *pel_atspi_program_get_version (PelAtspiProgram *self); /* (nullable) */
PelAtspiProgram  *pel_atspi_program_get_host (PelAtspiProgram *self);    /* (nullable) */
uid_t             pel_atspi_program_get_uid (PelAtspiProgram *self);
pid_t             pel_atspi_program_get_pid (PelAtspiProgram *self);          /* 0: not known yet */
const char       *pel_atspi_program_get_toolkit_name (PelAtspiProgram *self); /* (nullable) */
const PelToolkit *pel_atspi_program_get_toolkit (PelAtspiProgram *self);
PelAtspiTree     *pel_atspi_program_get_tree (PelAtspiProgram *self);
PelAtspiDetails  *pel_atspi_program_get_details (PelAtspiProgram *self);
PelAtspiActor    *pel_atspi_program_get_actor (PelAtspiProgram *self);
PelTrafficMeter  *pel_atspi_program_get_meter (PelAtspiProgram *self);
