/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-program.h"

/**
 * PelAtspiGuests:
 *
 * What programs show of other processes as a part of their own: the page of a browser, which a
 * process of its own draws. A foreign object is a guest if it names the very object that lists it
 * as its parent, is on no list of programs, and its process has the same user, and was started by
 * the program or is in its sandbox. Everything else is a graft, and stays a leaf.
 */
typedef struct _PelAtspiGuests PelAtspiGuests;

typedef struct
{
  /* (nullable): the new program; NULL if there is one of that name that is none of the host's */
  PelAtspiProgram *(*admit) (const PelAtspiOwner *owner, gpointer data);

  /* It is shown no longer: it is freed here. */
  void (*dismiss) (PelAtspiProgram *guest, gpointer data);

  /* One that was awaited is known now. */
  void (*answered) (gpointer data);
  gpointer data;
} PelAtspiGuestsEvents;

PelAtspiGuests *pel_atspi_guests_new (sd_bus *bus, const PelAtspiGuestsEvents *events);
void            pel_atspi_guests_free (PelAtspiGuests *self);

/* Asks about the foreign objects of @host that are new, and dismisses those that it lists no
 * more. */
void pel_atspi_guests_invite (PelAtspiGuests *self, PelAtspiProgram *host);

/* Whether one of them has not answered yet. */
gboolean pel_atspi_guests_is_asking (PelAtspiGuests *self, PelAtspiProgram *host);

/* (nullable) (transfer none): the guest that stands for a foreign node of @host. */
PelAtspiProgram *pel_atspi_guests_find (PelAtspiGuests *self, PelAtspiProgram *host, PelNodeId id);

/* The foreign node of its host that @guest stands for. */
PelNodeId pel_atspi_guests_get_node (PelAtspiGuests *self, PelAtspiProgram *guest);

/* Adds the guests of @host to @programs, unless they are there. */
void pel_atspi_guests_list (PelAtspiGuests *self, PelAtspiProgram *host, GPtrArray *programs);

/* @program is freed after this: as a host or as a guest it is known no more. */
void pel_atspi_guests_forget (PelAtspiGuests *self, PelAtspiProgram *program);
