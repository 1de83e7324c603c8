/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-program.h"

#include <gio/gio.h>

/**
 * PelAtspiBus:
 *
 * The accessibility bus and who is on it: finds it, keeps the list of programs, brings them their
 * events. Opened when it is first needed, and again after it has gone.
 */
typedef struct _PelAtspiBus PelAtspiBus;

typedef struct
{
  /* The list of programs is up to date; or, with an error, there is none. */
  void (*listed) (PelAtspiBus *self, const GError *error, gpointer data);

  /* A program has come; a program leaves: it is freed after this. */
  void (*came) (PelAtspiProgram *program, gpointer data);

  /* Who was invited is known: a guest has come, or will not. */
  void (*invited) (gpointer data);
  void (*left) (PelAtspiProgram *program, gpointer data);
  PelAtspiProgramEvents program;
  gpointer              data;
} PelAtspiBusEvents;

PelAtspiBus *pel_atspi_bus_new (GDBusConnection *session_bus, const PelAtspiBusEvents *events);
void         pel_atspi_bus_free (PelAtspiBus *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAtspiBus, pel_atspi_bus_free)

/* Ends with @listed, through the main loop. While the bus tells who comes and goes, the list that
 * is there is the answer. */
void pel_atspi_bus_list (PelAtspiBus *self);

/* (element-type PelAtspiProgram), in the order in which they came. */
GPtrArray *pel_atspi_bus_get_programs (PelAtspiBus *self);

/* (nullable): with the object at @path, if that is known; NULL as a path: any. */
PelAtspiProgram *
pel_atspi_bus_find_owner (PelAtspiBus *self, const char *bus_name, const char *path);

/* (nullable) */
PelAtspiProgram *pel_atspi_bus_find (PelAtspiBus *self, const char *bus_name);

/* What programs show of other processes is among the programs, with them as its host. Inviting asks
 * who is behind what @host has that is new; @came reports it to whoever waits for the guests. */
void     pel_atspi_bus_invite (PelAtspiBus *self, PelAtspiProgram *host);
gboolean pel_atspi_bus_is_inviting (PelAtspiBus *self, PelAtspiProgram *host);
void     pel_atspi_bus_list_guests (PelAtspiBus *self, PelAtspiProgram *host, GPtrArray *programs);
PelAtspiProgram *
pel_atspi_bus_find_guest (PelAtspiBus *self, PelAtspiProgram *host, PelNodeId id); /* (nullable) */
PelNodeId pel_atspi_bus_get_stub (PelAtspiBus *self, PelAtspiProgram *guest);

/* Whether it is a name of this very process, whose windows are no part of the picture. */
gboolean pel_atspi_bus_is_own (PelAtspiBus *self, const char *bus_name);

/* Whether programs are asked to tell what changes. Nothing that they know is kept without it. */
void pel_atspi_bus_set_live (PelAtspiBus *self, gboolean is_live);
