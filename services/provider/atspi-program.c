/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-program.h"

#include "services/provider/atspi-event.h"
#include "services/provider/atspi-greeting.h"
#include "services/provider/atspi-peer.h"
#include "services/provider/atspi-stacks.h"
#include "services/provider/atspi-strangers.h"
#include "services/provider/atspi-survey.h"

#include <atspi/atspi-constants.h>

#define FLUSH_MS     8
#define FLOOD_MS     48   /* between two flushes, where events do not end */
#define CALM_MS      250  /* after that long a flood is over */
#define MAX_BELOW    256  /* more is shown at once only where each tells it of itself */
#define NUMBERS_MS   200  /* between two readings of numbers of which no event tells */
#define SILENCE_MS   1000 /* after that long, looks ask whether it still answers */
#define MAX_PLACINGS 3    /* rounds of asking where all is, while it goes on to change */
#define MAX_CONFIRMS 3    /* rounds of asking what its windows are called, while texts change */
#define MAX_SOCKETS  16   /* that are looked after: no event tells what is embedded in them */
#define MAX_HEADS    32   /* windows and documents of which that is asked */

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

  PelAtspiGreeting  *greeting; /* (nullable): while it is under way */
  PelAtspiStrangers *strangers;
  PelAtspiStacks    *stacks;
  PelAtspiSurvey    *survey;       /* (nullable) */
  gboolean           is_current;   /* what is known is kept up to date by events */
  gboolean           is_complete;  /* the last reading came to its end */
  gboolean           is_reading;   /* someone has asked for it */
  gboolean           wants_again;  /* once that has ended, all is read again */
  gboolean           is_different; /* than what others were last told of */
  guint              n_confirms;   /* since it last settled */
  guint              status;       /* as it was last told */
  gboolean           wants_values; /* as soon as the tree is there */
  gboolean           has_doubts;   /* a value may have changed since it was read */
  gboolean           wants_survey; /* something has moved */
  guint              n_placings;   /* rounds that are left for those who wait for all places */
  gboolean           is_still;     /* a second look at all places has found nothing new */
  guint              turn;         /* counts the polls */
  gint64             numbers_read; /* when all numbers were last asked for */
  PelNodeId          focused;      /* the last one that got the focus since the last flush */
  GArray            *dirty;        /* of PelNodeId, each with its facts in the node */
  guint              flush_id;
  guint              pause_ms; /* before the next flush */
  gint64             last_flush;
  gint64             last_heard; /* when it last answered or told something */
};

static void read_heads (PelAtspiProgram *self);
static void renew_soon (PelAtspiProgram *self, PelNodeId id, PelNodeFlags facts);
static void go_on_placing (PelAtspiProgram *self);
static void stranger_found_cb (PelNodeId id, gpointer data);

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

static void
note_status (PelAtspiProgram *self)
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
  self->is_still = FALSE;
  self->wants_again = FALSE;
  pel_atspi_reader_start (self->reader);
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
  note_status (self);
  tell_changes (self);
  if (self->wants_again && pel_atspi_queue_may_ask (self->queue))
    {
      start_reading (self);
      return;
    }
  self->events.settled (self, self->events.data);
  go_on_placing (self);
}

static void
pages_known_cb (gboolean is_changed, gpointer data)
{
  PelAtspiProgram *self = data;

  if (is_changed)
    self->events.changed (self, self->events.data);
  if (!pel_atspi_reader_is_busy (self->reader)) /* else it settles later */
    finish_settling (self);
}

/* TRUE: pages_known_cb() follows. */
static gboolean
probe_pages (PelAtspiProgram *self)
{
  return (self->toolkit->flags & PEL_TOOLKIT_HIDES_FRONT_PAGE) != 0 &&
         pel_atspi_stacks_probe (self->stacks);
}

static gboolean
is_head (const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_IS_FOREIGN) == 0 &&
         (node->depth == 1 || node->role == PEL_ROLE_DOCUMENT);
}

/* Those that are shown come first. */
static void
ask_heads (PelAtspiProgram *self)
{
  guint n = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
      {
        const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

        if (node == NULL || !is_head (node) || n == MAX_HEADS ||
            pel_states_has (node->states, PEL_STATE_SHOWING) != (pass == 0))
          continue;
        n++;
        pel_atspi_reader_renew (self->reader, id, PEL_NODE_HAS_NAME);
      }
}

/* No text of a guest is newer than what its host's windows are called. */
static void
read_heads (PelAtspiProgram *self)
{
  if (self->reader == NULL || !self->is_current || !pel_atspi_queue_may_ask (self->queue))
    return;
  ask_heads (self);
  self->is_reading |= pel_atspi_reader_is_busy (self->reader);
}

/* Not every program reports that a container is shown. */
static void
ask_denied (PelAtspiProgram *self)
{
  g_autoptr (GArray) denied = NULL;

  if ((self->toolkit->flags & PEL_TOOLKIT_SETS_SHOWING) == 0)
    return;
  denied = pel_atspi_tree_find_denied (self->tree, MAX_BELOW);
  for (guint i = 0; i < denied->len; i++)
    pel_atspi_reader_renew (self->reader,
                            g_array_index (denied, PelNodeId, i),
                            PEL_NODE_HAS_STATES);
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
  ask_heads (self);
  ask_denied (self);
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
  if (!pel_atspi_reader_is_busy (reader) && !confirm_heads (self) && !probe_pages (self))
    finish_settling (self);
}

static void
drop_peer (PelAtspiProgram *self)
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
  drop_peer (data);
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
      start_reading (self);
    }
  g_clear_pointer (&self->greeting, pel_atspi_greeting_free);
  if (self->reader != NULL)
    return;
  self->is_reading = FALSE;
  note_status (self);
  self->events.settled (self, self->events.data);
}

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
  self->strangers = pel_atspi_strangers_new (self->queue, self->tree, stranger_found_cb, self);
  self->stacks = pel_atspi_stacks_new (self->queue, self->tree, pages_known_cb, self);
  self->toolkit = owner->host != NULL ? pel_toolkit_get_embedded () : pel_toolkit_find (NULL, NULL);
  pel_atspi_details_set_counts_actions (self->details,
                                        (self->toolkit->flags & PEL_TOOLKIT_COUNTS_ACTIONS) != 0);
  self->dirty = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  return self;
}

void
pel_atspi_program_free (PelAtspiProgram *self)
{
  if (self == NULL)
    return;
  g_clear_handle_id (&self->flush_id, g_source_remove);
  pel_atspi_greeting_free (self->greeting);
  pel_atspi_details_free (self->details);
  pel_atspi_actor_free (self->actor);
  pel_atspi_strangers_free (self->strangers);
  pel_atspi_stacks_free (self->stacks);
  pel_atspi_survey_free (self->survey);
  g_clear_pointer (&self->reader, pel_atspi_reader_free);
  drop_peer (self);
  pel_atspi_queue_free (self->queue);
  pel_atspi_tree_free (self->tree);
  g_array_unref (self->dirty);
  g_free (self->toolkit_name);
  g_free (self->version);
  g_free (self->bus_name);
  g_free (self->quarantine_key);
  g_free (self);
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
  gboolean is_told = self->dirty->len > 0 || self->focused != PEL_NODE_NONE;

  return self->greeting != NULL || (is_told && self->pause_ms <= FLUSH_MS) ||
         pel_atspi_stacks_is_busy (self->stacks) ||
         (self->reader != NULL && pel_atspi_reader_is_busy (self->reader));
}

void
pel_atspi_program_forget (PelAtspiProgram *self)
{
  self->is_current = FALSE;
}

/* Surveys */

static gboolean
is_shown (PelAtspiProgram *self, const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_HAS_EXTENTS) != 0 &&
         ((self->toolkit->flags & PEL_TOOLKIT_SETS_SHOWING) != 0
              ? pel_toolkit_is_showing (self->toolkit, node)
              : node->extents.width > 0 && node->extents.height > 0);
}

static gboolean
may_be_shown (PelAtspiProgram *self, const PelAtspiNode *node)
{
  const PelAtspiNode *parent = pel_atspi_tree_get (self->tree, node->parent);

  return (node->flags & PEL_NODE_HAS_EXTENTS) != 0 && parent != NULL &&
         (parent->depth == 0 || is_shown (self, parent));
}

/* What is selected may not be shown, but what is selected instead was. */
static void
renew_choice (PelAtspiProgram *self, PelNodeId holder)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, holder);
  guint               n = 0;

  if (node == NULL || (node->interfaces & PEL_INTERFACE_SELECTION) == 0)
    return;
  for (guint i = 0; i < node->n_listed && n < MAX_BELOW; i++)
    {
      const PelAtspiNode *child = pel_atspi_tree_get (self->tree, node->children[i]);

      if ((child->flags & PEL_NODE_IS_FOREIGN) != 0 ||
          (!is_shown (self, child) && !pel_states_has (child->states, PEL_STATE_SELECTED)))
        continue;
      n++;
      pel_atspi_reader_renew (self->reader, node->children[i], PEL_NODE_HAS_STATES);
    }
}

static gboolean
may_renew (PelAtspiProgram *self)
{
  return self->reader != NULL && self->is_current && pel_atspi_queue_may_ask (self->queue);
}

void
pel_atspi_program_read_anew (PelAtspiProgram *self, const char *path)
{
  PelNodeId id = pel_atspi_tree_find (self->tree, path);

  if (id == PEL_NODE_NONE || !may_renew (self))
    return;
  pel_atspi_reader_renew (self->reader, id, PEL_NODE_HAS_STATES | PEL_NODE_HAS_VALUE);
  renew_choice (self, pel_atspi_tree_get (self->tree, id)->parent);
  self->is_reading |= pel_atspi_reader_is_busy (self->reader);
}

void
pel_atspi_program_read_doubted (PelAtspiProgram *self, const GArray *refs)
{
  g_autoptr (GHashTable) doubted = g_hash_table_new (NULL, NULL);

  if (!may_renew (self))
    return;
  for (guint i = 0; i < refs->len; i++)
    g_hash_table_add (doubted, GUINT_TO_POINTER (g_array_index (refs, guint, i)));
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node != NULL && (node->flags & PEL_NODE_IS_FOREIGN) == 0 &&
          g_hash_table_contains (doubted, GUINT_TO_POINTER (node->ref)))
        pel_atspi_reader_renew (self->reader,
                                id,
                                PEL_NODE_HAS_STATES | PEL_NODE_HAS_VALUE | PEL_NODE_HAS_EXTENTS);
    }
  self->is_reading |= pel_atspi_reader_is_busy (self->reader);
}

/* Leaves, and what the places of all others are counted from: a window may grow, or a page be
 * scaled, and nothing in it move. */
static gboolean
is_telling (PelAtspiProgram *self, const PelAtspiNode *node)
{
  return (node->n_listed == 0 || node->depth == 1 ||
          node->native_role == ATSPI_ROLE_DOCUMENT_WEB) &&
         is_shown (self, node);
}

static GArray *
list_nodes (PelAtspiProgram *self, gboolean (*counts) (PelAtspiProgram *, const PelAtspiNode *))
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node != NULL && counts (self, node))
        g_array_append_val (ids, id);
    }
  return ids;
}

static void
ask_places (PelAtspiProgram *self, const GArray *ids, PelAtspiSurveyFunc done)
{
  self->wants_survey = FALSE;
  if (ids->len > 0)
    self->survey = pel_atspi_survey_new (self->queue, self->tree, self->toolkit, ids, done, self);
}

/* All that may be shown. */
static void
start_survey (PelAtspiProgram *self, PelAtspiSurveyFunc done)
{
  g_autoptr (GArray) ids = list_nodes (self, may_be_shown);

  ask_places (self, ids, done);
}

static void
start_poll (PelAtspiProgram *self, PelAtspiSurveyFunc done)
{
  g_autoptr (GArray) ids = list_nodes (self, is_telling);
  g_autoptr (GArray) chosen = pel_atspi_survey_choose (self->tree, ids, self->turn++);

  ask_places (self, chosen, done);
}

/* What has moved may be shown now, or no longer; what has another size may have another name, of
 * which WebKit tells nothing. While the program answered, the rest may have moved as well. */
static void
surveyed_cb (PelAtspiSurvey *survey, gpointer data)
{
  PelAtspiProgram   *self = data;
  g_autoptr (GArray) moved = pel_atspi_survey_find_moved (survey);
  g_autoptr (GArray) resized = pel_atspi_survey_find_resized (survey);

  self->is_still = moved->len == 0;
  pel_atspi_survey_apply (survey);
  g_clear_pointer (&self->survey, pel_atspi_survey_free);
  for (guint i = 0; i < moved->len; i++)
    renew_soon (self, g_array_index (moved, PelNodeId, i), PEL_NODE_HAS_STATES);
  for (guint i = 0; i < resized->len; i++)
    renew_soon (self, g_array_index (resized, PelNodeId, i), PEL_NODE_HAS_NAME);
  if (moved->len > 0)
    self->events.changed (self, self->events.data);
  if (self->wants_survey)
    start_survey (self, surveyed_cb);
  else
    go_on_placing (self);
}

/* Other cells can be seen after scrolling. */
static void
renew_sheets (PelAtspiProgram *self)
{
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node != NULL && pel_atspi_node_is_sheet (node))
        pel_atspi_reader_renew (self->reader, id, PEL_NODE_HAS_CHILDREN);
    }
}

/* Events */

/* Firefox does not report of an element that it has lost the focus. */
static void
doubt_focus (PelAtspiProgram *self)
{
  PelNodeId focused = self->focused;

  self->focused = PEL_NODE_NONE;
  if (focused == PEL_NODE_NONE)
    return;
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node != NULL && id != focused && pel_states_has (node->states, PEL_STATE_FOCUSED))
        renew_soon (self, id, PEL_NODE_HAS_STATES);
    }
}

static gboolean
flush_cb (gpointer data)
{
  PelAtspiProgram   *self = data;
  g_autoptr (GArray) dirty = NULL;
  gboolean           has_other_values = FALSE;

  if (self->is_reading)
    return G_SOURCE_CONTINUE; /* it has to come to its end */
  doubt_focus (self);
  self->flush_id = 0;
  self->last_flush = g_get_monotonic_time ();
  dirty = g_steal_pointer (&self->dirty);
  tell_changes (self);
  self->dirty = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  for (guint i = 0; i < dirty->len; i++)
    {
      PelNodeId     id = g_array_index (dirty, PelNodeId, i);
      PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
      guint8        facts;

      if (node == NULL)
        continue;
      facts = node->dirty;
      node->dirty = 0;
      pel_atspi_reader_renew (self->reader, id, facts);
      has_other_values |= (facts & PEL_NODE_HAS_VALUE) != 0;
    }
  if (has_other_values) /* they are read by those who look, now that they are told to */
    {
      self->has_doubts = TRUE;
      self->events.changed (self, self->events.data);
    }
  if (self->wants_survey && self->survey == NULL)
    {
      start_survey (self, surveyed_cb);
      renew_sheets (self);
    }
  if (!pel_atspi_reader_is_busy (self->reader))
    settled_cb (self->reader, self);
  return G_SOURCE_REMOVE;
}

static void
flush_now (PelAtspiProgram *self)
{
  if (self->flush_id == 0 || self->is_reading)
    return;
  g_source_remove (self->flush_id);
  flush_cb (self);
}

/* What it has told meanwhile is followed as well, but not for ever. */
static void
go_on_placing (PelAtspiProgram *self)
{
  if (self->n_placings == 0 || self->survey != NULL || pel_atspi_reader_is_busy (self->reader))
    return;
  self->n_placings--;
  if (self->n_placings > 0 && self->dirty->len > 0 && !pel_atspi_queue_is_silent (self->queue))
    flush_now (self);
  else
    self->n_placings = 0;
  if (self->n_placings == 0)
    self->events.settled (self, self->events.data);
}

/* A survey that is under way may have asked too early. */
void
pel_atspi_program_read_places (PelAtspiProgram *self)
{
  if (self->reader == NULL || !self->is_current || !pel_atspi_queue_may_ask (self->queue))
    return;
  self->n_placings = MAX_PLACINGS;
  self->wants_survey = TRUE;
  flush_now (self);
  if (self->survey == NULL && self->wants_survey)
    start_survey (self, surveyed_cb);
  go_on_placing (self);
}

gboolean
pel_atspi_program_is_placing (PelAtspiProgram *self)
{
  return self->n_placings > 0;
}

/* The first of many events is followed at once, the later ones are gathered longer. */
static guint
get_pause (PelAtspiProgram *self)
{
  gint64 now = g_get_monotonic_time ();

  if (now - self->last_flush > CALM_MS * G_TIME_SPAN_MILLISECOND)
    self->pause_ms = FLUSH_MS;
  else
    self->pause_ms = MIN (self->pause_ms * 2, FLOOD_MS);
  return self->pause_ms;
}

static void
flush_soon (PelAtspiProgram *self)
{
  if (self->flush_id == 0)
    self->flush_id = g_timeout_add (get_pause (self), flush_cb, self);
}

/* Together with all that come within a moment. */
static void
renew_soon (PelAtspiProgram *self, PelNodeId id, PelNodeFlags facts)
{
  PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

  if (node == NULL)
    return;
  if (node->dirty == 0)
    g_array_append_val (self->dirty, id);
  node->dirty |= facts;
  flush_soon (self);
}

static void
renew_below (PelAtspiProgram *self, PelNodeId top, PelNodeFlags facts)
{
  PelNodeId id = pel_atspi_tree_next (self->tree, top, top);

  for (guint n = 0; id != PEL_NODE_NONE && n < MAX_BELOW; n++)
    {
      renew_soon (self, id, facts);
      id = pel_atspi_tree_next (self->tree, id, top);
    }
}

/* GTK tells that a page loses its content, but of the page that comes to the front instead only if
 * someone has asked for what is on it. */
static void
renew_pages (PelAtspiProgram *self, PelNodeId id)
{
  const PelAtspiNode *page = pel_atspi_tree_get (self->tree, id);
  const PelAtspiNode *stack = page != NULL ? pel_atspi_tree_get (self->tree, page->parent) : NULL;

  if (stack == NULL || !pel_toolkit_is_page (self->toolkit, page))
    return;
  for (guint i = 0; i < MIN (stack->n_listed, MAX_BELOW); i++)
    renew_soon (self,
                stack->children[i],
                PEL_NODE_HAS_CHILDREN | PEL_NODE_HAS_COUNT | PEL_NODE_HAS_EXTENTS);
}

void
pel_atspi_program_doubt_guests (PelAtspiProgram *self)
{
  g_autoptr (GArray) sockets = pel_atspi_tree_find_sockets (self->tree, MAX_SOCKETS);

  if (!self->is_current || self->reader == NULL)
    return;
  for (guint i = 0; i < sockets->len; i++)
    renew_soon (self,
                g_array_index (sockets, PelNodeId, i),
                PEL_NODE_HAS_COUNT | PEL_NODE_HAS_CHILDREN);
}

/* In GTK 3 an only tab has no name: it gets one without an event, together with the second. */
static void
renew_tabs (PelAtspiProgram *self, PelNodeId id)
{
  const PelAtspiNode *tabs = pel_atspi_tree_get (self->tree, id);

  if (tabs == NULL || tabs->role != PEL_ROLE_TAB)
    return;
  for (guint i = 0; i < MIN (tabs->n_listed, MAX_BELOW); i++)
    renew_soon (self, tabs->children[i], PEL_NODE_HAS_STATES | PEL_NODE_HAS_NAME);
}

/* Firefox leaves the popup of a menu out of its tree, but reports that it is closed. */
static void
stranger_found_cb (PelNodeId id, gpointer data)
{
  PelAtspiProgram *self = data;

  if (pel_atspi_tree_get (self->tree, id)->role == PEL_ROLE_MENU)
    renew_below (self, id, PEL_NODE_HAS_STATES | PEL_NODE_HAS_EXTENTS);
  renew_soon (data, id, PEL_NODE_HAS_CHILDREN | PEL_NODE_HAS_COUNT);
}

void
pel_atspi_program_take_event (PelAtspiProgram *self, sd_bus_message *signal)
{
  PelAtspiNews news;

  pel_atspi_queue_get_meter (self->queue)->n_events++;
  self->last_heard = g_get_monotonic_time ();
  if (!self->is_current || self->reader == NULL)
    return;
  news = pel_atspi_event_apply (self->tree, signal);
  if (news.is_stranger)
    pel_atspi_strangers_add (self->strangers, sd_bus_message_get_path (signal));
  if (news.facts != 0)
    renew_soon (self, news.node, news.facts);
  if (news.holder != PEL_NODE_NONE)
    renew_soon (self, news.holder, news.holder_facts);
  if (news.has_focus)
    {
      self->focused = news.node;
      flush_soon (self);
    }
  if (news.below != 0)
    renew_below (self, news.node, news.below);
  if ((news.facts & PEL_NODE_HAS_CHILDREN) != 0)
    {
      renew_pages (self, news.node);
      renew_tabs (self, news.node);
    }
  if (news.has_moved)
    self->wants_survey = TRUE;
  if (news.is_changed)
    self->events.changed (self, self->events.data);
}

/* Polling */

static void
polled_cb (PelAtspiSurvey *survey, gpointer data)
{
  PelAtspiProgram   *self = data;
  g_autoptr (GArray) moved = pel_atspi_survey_find_moved (survey);

  g_clear_pointer (&self->survey, pel_atspi_survey_free);
  if (moved->len > 0 || self->wants_survey)
    start_survey (self, surveyed_cb);
}

/* GTK 4 does not report the rows that a list gets after it was read. */
static gboolean
is_empty_list (const PelAtspiNode *node)
{
  return node->n_listed == 0 && (node->role == PEL_ROLE_LIST || node->role == PEL_ROLE_TREE ||
                                 node->role == PEL_ROLE_TABLE);
}

/* How many windows there are, and how many rows a list has that is empty or makes them up as they
 * are asked for: nothing else tells. */
static void
recount (PelAtspiProgram *self)
{
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node == NULL)
        continue;
      if (id == PEL_NODE_ROOT ||
          ((pel_states_has (node->states, PEL_STATE_MANAGES_DESCENDANTS) || is_empty_list (node)) &&
           is_shown (self, node)))
        pel_atspi_reader_renew (self->reader, id, PEL_NODE_HAS_COUNT);
    }
}

/* Some tell when something moves; then all is looked at that may be shown, until nothing moves
 * any more: what was read while it did is half from before, and those may be of the other half. */
void
pel_atspi_program_poll (PelAtspiProgram *self)
{
  note_status (self);
  if (pel_atspi_queue_is_silent (self->queue))
    {
      self->is_current = FALSE;
      pel_atspi_program_read (self); /* when its time has come */
      return;
    }
  if (self->reader != NULL && self->is_current && self->survey == NULL &&
      !pel_atspi_program_is_busy (self) && (self->toolkit->flags & PEL_TOOLKIT_TELLS_BOUNDS) == 0)
    {
      if (self->is_still)
        start_poll (self, polled_cb);
      else
        start_survey (self, surveyed_cb);
      recount (self);
      probe_pages (self);
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
