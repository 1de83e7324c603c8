/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-peer.h"
#include "services/provider/atspi-program-private.h"

#define NUMBERS_MS   200  /* between two readings of numbers of which no event tells */
#define SILENCE_MS   1000 /* after that long, looks ask whether it still answers */
#define MAX_PLACINGS 3    /* rounds of asking where all is, while it goes on to change */
#define MAX_CONFIRMS 3    /* rounds of asking what its windows are called, while texts change */

/* Whether it answers and is complete is part of what is seen of it. */
static void
note_seen_status (PelAtspiProgram *self)
{
  guint status = pel_atspi_program_is_answering (self) << 1 | pel_atspi_program_is_complete (self);

  if (self->status == status)
    return;
  self->status = status;
  self->events.changed (self, self->events.data);
}

void
pel_atspi_program_note_status (PelAtspiProgram *self)
{
  if (pel_atspi_queue_is_silent (self->queue))
    pel_quarantine_add (self->quarantine, self->quarantine_key, g_get_monotonic_time ());
  else if (self->is_complete)
    self->is_suspect = FALSE;
  note_seen_status (self);
}

static void
tell_changes (PelAtspiProgram *self)
{
  self->is_different |= pel_atspi_reader_take_changed (self->reader);
  if (self->is_different)
    self->events.changed (self, self->events.data);
  self->is_different = FALSE;
}

static void
start_reading (PelAtspiProgram *self)
{
  self->is_reading = TRUE;
  self->is_current = TRUE;
  self->is_complete = FALSE;
  pel_atspi_surveyor_expect_moves (self->surveyor);
  self->wants_again = FALSE;
  pel_atspi_reader_start (self->reader);
}

static gboolean
may_renew (PelAtspiProgram *self)
{
  return self->reader != NULL && self->is_current && pel_atspi_queue_may_ask (self->queue);
}

/* No text of a guest is newer than what its host's windows are called. */
static void
read_heads (PelAtspiProgram *self)
{
  if (!may_renew (self))
    return;
  pel_atspi_reader_renew_heads (self->reader);
  self->is_reading |= pel_atspi_reader_is_busy (self->reader);
}

/* What it has told meanwhile is followed as well, but not for ever. */
static void
go_on_placing (PelAtspiProgram *self)
{
  if (self->n_placings == 0 || pel_atspi_surveyor_is_busy (self->surveyor) ||
      pel_atspi_reader_is_busy (self->reader))
    return;
  self->n_placings--;
  if (self->n_placings > 0 && !pel_atspi_doubts_is_empty (self->doubts) &&
      !pel_atspi_queue_is_silent (self->queue))
    pel_atspi_doubts_flush (self->doubts);
  else
    self->n_placings = 0;
  if (self->n_placings == 0)
    self->events.settled (self, self->events.data);
}

static void
finish_settling (PelAtspiProgram *self)
{
  self->is_different |= pel_atspi_reader_take_changed (self->reader);
  if (self->is_different && self->host != NULL)
    read_heads (self->host);
  self->is_reading = FALSE;
  self->last_heard = g_get_monotonic_time ();
  self->n_confirms = 0;
  pel_atspi_program_note_status (self);
  tell_changes (self);
  if (self->wants_again && pel_atspi_queue_may_ask (self->queue))
    {
      start_reading (self);
      return;
    }
  self->events.settled (self, self->events.data);
  go_on_placing (self);
}

void
pel_atspi_program_take_pages (gboolean is_changed, gpointer data)
{
  PelAtspiProgram *self = data;

  if (is_changed)
    self->events.changed (self, self->events.data);
  if (!pel_atspi_reader_is_busy (self->reader)) /* else it settles later */
    finish_settling (self);
}

/* TRUE: pel_atspi_program_take_pages() follows. */
gboolean
pel_atspi_program_probe_pages (PelAtspiProgram *self)
{
  return (self->toolkit->flags & PEL_TOOLKIT_HIDES_FRONT_PAGE) != 0 &&
         pel_atspi_stacks_probe (self->stacks);
}

/* A text may be private because of what its window or document is called, so that is asked for
 * after all else was read: no text is newer than these names. TRUE: settled_cb() follows. */
static gboolean
confirm_heads (PelAtspiProgram *self)
{
  gboolean is_changed = pel_atspi_reader_take_changed (self->reader);

  self->is_different |= is_changed;
  if (!is_changed || self->n_confirms == MAX_CONFIRMS)
    return FALSE;
  self->n_confirms++;
  pel_atspi_reader_renew_heads (self->reader);
  pel_atspi_reader_renew_denied (self->reader);
  return pel_atspi_reader_is_busy (self->reader);
}

static void
settled_cb (PelAtspiReader *reader, gpointer data)
{
  PelAtspiProgram *self = data;

  if (pel_atspi_queue_is_silent (self->queue))
    {
      self->is_current = FALSE;
      finish_settling (self);
      return;
    }
  self->is_complete = TRUE;
  if (self->wants_values)
    {
      self->wants_values = FALSE;
      pel_atspi_reader_read_values (reader);
    }
  if (!pel_atspi_reader_is_busy (reader) && !confirm_heads (self) &&
      !pel_atspi_program_probe_pages (self))
    finish_settling (self);
}

/* What has moved may be shown now, or no longer; what has another size may have another name, of
 * which WebKit tells nothing. While the program answered, the rest may have moved as well. */
static void
surveyed_cb (const GArray *moved, const GArray *resized, gpointer data)
{
  PelAtspiProgram *self = data;

  for (guint i = 0; i < moved->len; i++)
    pel_atspi_doubts_add (self->doubts, g_array_index (moved, PelNodeId, i), PEL_NODE_HAS_STATES);
  for (guint i = 0; i < resized->len; i++)
    pel_atspi_doubts_add (self->doubts, g_array_index (resized, PelNodeId, i), PEL_NODE_HAS_NAME);
  if (moved->len > 0)
    self->events.changed (self, self->events.data);
  if (!pel_atspi_surveyor_go_on (self->surveyor))
    go_on_placing (self);
}

gboolean
pel_atspi_program_flush (gpointer data)
{
  PelAtspiProgram *self = data;

  if (self->is_reading)
    return FALSE; /* it has to come to its end */
  tell_changes (self);
  if ((pel_atspi_doubts_renew (self->doubts, self->reader) & PEL_NODE_HAS_VALUE) != 0)
    {
      self->has_doubts = TRUE; /* whoever looks reads them from now on */
      self->events.changed (self, self->events.data);
    }
  if (pel_atspi_surveyor_go_on (self->surveyor))
    pel_atspi_reader_renew_sheets (self->reader);
  if (!pel_atspi_reader_is_busy (self->reader))
    settled_cb (self->reader, self);
  return TRUE;
}

void
pel_atspi_program_drop_peer (PelAtspiProgram *self)
{
  if (self->peer == NULL)
    return;
  pel_atspi_queue_set_peer (self->queue, NULL);
  g_source_destroy (self->peer_source);
  g_clear_pointer (&self->peer_source, g_source_unref);
  self->peer = sd_bus_close_unref (self->peer);
}

/* What was under way is asked again over the bus. */
static void
peer_closed_cb (gpointer data)
{
  pel_atspi_program_drop_peer (data);
}

static void
open_peer (PelAtspiProgram *self, const char *address)
{
  if (address == NULL || (self->toolkit->flags & PEL_TOOLKIT_OFFERS_PEER) == 0)
    return;
  self->peer = pel_atspi_peer_open (address, self->pid, self->uid);
  if (self->peer == NULL)
    return;
  self->peer_source = pel_bus_source_new (self->peer, peer_closed_cb, self);
  pel_atspi_queue_set_peer (self->queue, self->peer);
}

/* What it is made with says how it has to be read. */
static void
greeted_cb (const char *toolkit, const char *version, const char *address, gpointer data)
{
  PelAtspiProgram *self = data;

  if (!pel_atspi_queue_is_silent (self->queue))
    {
      self->toolkit_name = g_strdup (toolkit);
      self->version = g_strdup (version);
      if (self->host == NULL)
        self->toolkit = pel_toolkit_find (toolkit, version);
      open_peer (self, address);
      self->reader = pel_atspi_reader_new (self->queue,
                                           self->tree,
                                           self->toolkit,
                                           self->bus_name,
                                           settled_cb,
                                           self);
      self->surveyor =
          pel_atspi_surveyor_new (self->queue, self->tree, self->toolkit, surveyed_cb, self);
      start_reading (self);
    }
  g_clear_pointer (&self->greeting, pel_atspi_greeting_free);
  if (self->reader != NULL)
    return;
  self->is_reading = FALSE;
  pel_atspi_program_note_status (self);
  self->events.settled (self, self->events.data);
}

/* What was true of a program that hangs now is no answer. */
static void
check_answering (PelAtspiProgram *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->reader == NULL || now - self->last_heard < SILENCE_MS * G_TIME_SPAN_MILLISECOND)
    return;
  self->last_heard = now;
  pel_atspi_reader_renew (self->reader, PEL_NODE_ROOT, PEL_NODE_HAS_COUNT);
  self->is_reading = pel_atspi_reader_is_busy (self->reader);
}

void
pel_atspi_program_read (PelAtspiProgram *self)
{
  if (self->is_reading || !pel_atspi_queue_may_ask (self->queue))
    return;
  if (self->is_current)
    {
      check_answering (self);
      return;
    }
  self->is_reading = TRUE;
  if (self->reader != NULL)
    start_reading (self);
  else
    self->greeting = pel_atspi_greeting_new (self->queue,
                                             pel_atspi_tree_get (self->tree, PEL_NODE_ROOT)->path,
                                             greeted_cb,
                                             self);
}

void
pel_atspi_program_read_again (PelAtspiProgram *self)
{
  self->is_current = FALSE;
  if (self->is_reading && self->reader != NULL)
    self->wants_again = TRUE;
  else
    pel_atspi_program_read (self);
}

/* Where no event tells that a number has changed, those who look have it read: not too often. */
static void
doubt_numbers (PelAtspiProgram *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->reader == NULL || (self->toolkit->flags & PEL_TOOLKIT_KEEPS_NUMBERS) == 0 ||
      now - self->numbers_read < NUMBERS_MS * G_TIME_SPAN_MILLISECOND)
    return;
  self->numbers_read = now;
  pel_atspi_reader_doubt_numbers (self->reader);
}

void
pel_atspi_program_read_values (PelAtspiProgram *self)
{
  if (!pel_atspi_queue_may_ask (self->queue))
    return;
  self->has_doubts = FALSE;
  doubt_numbers (self);
  if (self->greeting != NULL || (self->reader != NULL && pel_atspi_reader_is_busy (self->reader)))
    {
      self->wants_values = TRUE;
      self->is_reading = TRUE;
    }
  else if (self->reader != NULL)
    {
      pel_atspi_reader_read_values (self->reader);
      self->is_reading = pel_atspi_reader_is_busy (self->reader);
    }
}

gboolean
pel_atspi_program_doubts_values (PelAtspiProgram *self)
{
  return self->has_doubts;
}

gboolean
pel_atspi_program_is_confirming (PelAtspiProgram *self)
{
  return self->reader != NULL && pel_atspi_reader_is_busy (self->reader) &&
         (self->n_confirms > 0 || pel_atspi_reader_has_changed (self->reader));
}

gboolean
pel_atspi_program_is_reading (PelAtspiProgram *self)
{
  return self->is_reading;
}

gboolean
pel_atspi_program_is_busy (PelAtspiProgram *self)
{
  return self->greeting != NULL || pel_atspi_doubts_is_busy (self->doubts) ||
         pel_atspi_stacks_is_busy (self->stacks) ||
         (self->reader != NULL && pel_atspi_reader_is_busy (self->reader));
}

void
pel_atspi_program_forget (PelAtspiProgram *self)
{
  self->is_current = FALSE;
}

void
pel_atspi_program_read_anew (PelAtspiProgram *self, const char *path)
{
  PelNodeId id = pel_atspi_tree_find (self->tree, path);

  if (id == PEL_NODE_NONE || !may_renew (self))
    return;
  pel_atspi_reader_renew_choice (self->reader, id);
  self->is_reading |= pel_atspi_reader_is_busy (self->reader);
}

void
pel_atspi_program_read_doubted (PelAtspiProgram *self, const GArray *refs)
{
  if (!may_renew (self))
    return;
  pel_atspi_reader_renew_refs (self->reader, refs);
  self->is_reading |= pel_atspi_reader_is_busy (self->reader);
}

/* A survey that is under way may have asked too early. */
void
pel_atspi_program_read_places (PelAtspiProgram *self)
{
  if (!may_renew (self))
    return;
  self->n_placings = MAX_PLACINGS;
  pel_atspi_surveyor_want (self->surveyor);
  pel_atspi_doubts_flush (self->doubts);
  pel_atspi_surveyor_go_on (self->surveyor);
  go_on_placing (self);
}

gboolean
pel_atspi_program_is_placing (PelAtspiProgram *self)
{
  return self->n_placings > 0;
}
