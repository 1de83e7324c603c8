/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-program.h"

#include "services/provider/atspi-program-private.h"

PelAtspiProgram *
pel_atspi_program_new (sd_bus                      *bus,
                       const PelAtspiOwner         *owner,
                       PelQuarantine               *quarantine,
                       const PelAtspiProgramEvents *events)
{
  PelAtspiProgram *self = g_new0 (PelAtspiProgram, 1);

  self->bus_name = g_strdup (owner->bus_name);
  self->pid = owner->pid;
  self->uid = owner->uid;
  self->host = owner->host;
  self->events = *events;
  self->quarantine = quarantine;
  self->quarantine_key = pel_quarantine_dup_key (owner->pid);
  self->is_suspect = pel_quarantine_has (quarantine, self->quarantine_key, g_get_monotonic_time ());
  self->queue = pel_atspi_queue_new (bus, owner->bus_name);
  self->tree = pel_atspi_tree_new (owner->root_path);
  self->details = pel_atspi_details_new (self->queue);
  self->actor = pel_atspi_actor_new (self->queue, owner->pid);
  self->doubts = pel_atspi_doubts_new (self->queue, self->tree, pel_atspi_program_flush, self);
  self->stacks = pel_atspi_stacks_new (self->queue, self->tree, pel_atspi_program_take_pages, self);
  self->toolkit = owner->host != NULL ? pel_toolkit_get_embedded () : pel_toolkit_find (NULL, NULL);
  pel_atspi_details_set_counts_actions (self->details,
                                        (self->toolkit->flags & PEL_TOOLKIT_COUNTS_ACTIONS) != 0);
  return self;
}

void
pel_atspi_program_free (PelAtspiProgram *self)
{
  if (self == NULL)
    return;
  pel_atspi_greeting_free (self->greeting);
  pel_atspi_details_free (self->details);
  pel_atspi_actor_free (self->actor);
  pel_atspi_doubts_free (self->doubts);
  pel_atspi_stacks_free (self->stacks);
  pel_atspi_surveyor_free (self->surveyor);
  g_clear_pointer (&self->reader, pel_atspi_reader_free);
  pel_atspi_program_drop_peer (self);
  pel_atspi_queue_free (self->queue);
  pel_atspi_tree_free (self->tree);
  g_free (self->toolkit_name);
  g_free (self->version);
  g_free (self->bus_name);
  g_free (self->quarantine_key);
  g_free (self);
}

void
pel_atspi_program_doubt_guests (PelAtspiProgram *self)
{
  if (self->is_current && self->reader != NULL)
    pel_atspi_doubts_add_sockets (self->doubts);
}

void
pel_atspi_program_take_event (PelAtspiProgram *self, sd_bus_message *signal)
{
  PelAtspiNews news;

  pel_atspi_queue_get_meter (self->queue)->n_events++;
  self->last_heard = g_get_monotonic_time ();
  if (!self->is_current || self->reader == NULL)
    return;
  news = pel_atspi_doubts_take_event (self->doubts, self->toolkit, signal);
  if (news.has_moved)
    pel_atspi_surveyor_want (self->surveyor);
  if (news.is_changed)
    self->events.changed (self, self->events.data);
}

void
pel_atspi_program_poll (PelAtspiProgram *self)
{
  pel_atspi_program_note_status (self);
  if (pel_atspi_queue_is_silent (self->queue))
    {
      self->is_current = FALSE;
      pel_atspi_program_read (self); /* when its time has come */
      return;
    }
  if (self->reader != NULL && self->is_current && !pel_atspi_surveyor_is_busy (self->surveyor) &&
      !pel_atspi_program_is_busy (self) && (self->toolkit->flags & PEL_TOOLKIT_TELLS_BOUNDS) == 0)
    {
      pel_atspi_surveyor_poll (self->surveyor);
      pel_atspi_reader_renew_counts (self->reader);
      pel_atspi_program_probe_pages (self);
    }
  pel_atspi_program_doubt_guests (self);
}

static gboolean
has_sockets (PelAtspiProgram *self)
{
  g_autoptr (GArray) sockets = pel_atspi_tree_find_sockets (self->tree, 1);

  return sockets->len > 0;
}

gboolean
pel_atspi_program_needs_poll (PelAtspiProgram *self)
{
  if (pel_atspi_program_is_busy (self) || pel_atspi_queue_is_silent (self->queue))
    return TRUE;
  return self->reader != NULL && self->is_current &&
         ((self->toolkit->flags & PEL_TOOLKIT_TELLS_BOUNDS) == 0 || has_sockets (self));
}

gboolean
pel_atspi_program_is_suspect (PelAtspiProgram *self)
{
  return self->is_suspect;
}

gboolean
pel_atspi_program_is_answering (PelAtspiProgram *self)
{
  return !pel_atspi_queue_is_silent (self->queue);
}

gboolean
pel_atspi_program_is_complete (PelAtspiProgram *self)
{
  return self->is_complete && self->reader != NULL && !pel_atspi_reader_is_full (self->reader);
}

const char *
pel_atspi_program_get_bus_name (PelAtspiProgram *self)
{
  return self->bus_name;
}

const char *
pel_atspi_program_get_name (PelAtspiProgram *self)
{
  return pel_atspi_tree_get (self->tree, PEL_NODE_ROOT)->name;
}

const char *
pel_atspi_program_get_version (PelAtspiProgram *self)
{
  return self->version;
}

PelAtspiProgram *
pel_atspi_program_get_host (PelAtspiProgram *self)
{
  return self->host;
}

uid_t
pel_atspi_program_get_uid (PelAtspiProgram *self)
{
  return self->uid;
}

pid_t
pel_atspi_program_get_pid (PelAtspiProgram *self)
{
  return self->pid;
}

const char *
pel_atspi_program_get_toolkit_name (PelAtspiProgram *self)
{
  return self->toolkit_name;
}

const PelToolkit *
pel_atspi_program_get_toolkit (PelAtspiProgram *self)
{
  return self->toolkit;
}

PelAtspiTree *
pel_atspi_program_get_tree (PelAtspiProgram *self)
{
  return self->tree;
}

PelAtspiDetails *
pel_atspi_program_get_details (PelAtspiProgram *self)
{
  return self->details;
}

PelAtspiActor *
pel_atspi_program_get_actor (PelAtspiProgram *self)
{
  return self->actor;
}

PelTrafficMeter *
pel_atspi_program_get_meter (PelAtspiProgram *self)
{
  return pel_atspi_queue_get_meter (self->queue);
}
