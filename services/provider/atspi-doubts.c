/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-doubts.h"

#include "services/provider/atspi-strangers.h"

#define FLUSH_MS    8
#define FLOOD_MS    48  /* between two flushes, where events do not end */
#define CALM_MS     250 /* after that long a flood is over */
#define MAX_BELOW   256 /* more is shown at once only where each tells it of itself */
#define MAX_SOCKETS 16  /* that are looked after: no event tells what is embedded in them */

struct _PelAtspiDoubts
{
  PelAtspiTree      *tree;
  PelAtspiDoubtsFunc flush;
  gpointer           data;
  PelAtspiStrangers *strangers;
  PelNodeId          focused; /* the last one that got the focus since the last flush */
  GArray            *dirty;   /* of PelNodeId, each with its facts in the node */
  guint              flush_id;
  guint              pause_ms; /* before the next flush */
  gint64             last_flush;
};

/* The first of many events is followed at once, the later ones are gathered longer. */
static guint
get_pause (PelAtspiDoubts *self)
{
  gint64 now = g_get_monotonic_time ();

  if (now - self->last_flush > CALM_MS * G_TIME_SPAN_MILLISECOND)
    self->pause_ms = FLUSH_MS;
  else
    self->pause_ms = MIN (self->pause_ms * 2, FLOOD_MS);
  return self->pause_ms;
}

static gboolean
flush_cb (gpointer data)
{
  PelAtspiDoubts *self = data;

  return self->flush (self->data) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void
flush_soon (PelAtspiDoubts *self)
{
  if (self->flush_id == 0)
    self->flush_id = g_timeout_add (get_pause (self), flush_cb, self);
}

void
pel_atspi_doubts_add (PelAtspiDoubts *self, PelNodeId id, PelNodeFlags facts)
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
add_below (PelAtspiDoubts *self, PelNodeId top, PelNodeFlags facts)
{
  PelNodeId id = pel_atspi_tree_next (self->tree, top, top);

  for (guint n = 0; id != PEL_NODE_NONE && n < MAX_BELOW; n++)
    {
      pel_atspi_doubts_add (self, id, facts);
      id = pel_atspi_tree_next (self->tree, id, top);
    }
}

/* GTK tells that a page loses its content, but of the page that comes to the front instead only if
 * someone has asked for what is on it. */
static void
add_pages (PelAtspiDoubts *self, const PelToolkit *toolkit, PelNodeId id)
{
  const PelAtspiNode *page = pel_atspi_tree_get (self->tree, id);
  const PelAtspiNode *stack = page != NULL ? pel_atspi_tree_get (self->tree, page->parent) : NULL;

  if (stack == NULL || !pel_toolkit_is_page (toolkit, page))
    return;
  for (guint i = 0; i < MIN (stack->n_listed, MAX_BELOW); i++)
    pel_atspi_doubts_add (self,
                          stack->children[i],
                          PEL_NODE_HAS_CHILDREN | PEL_NODE_HAS_COUNT | PEL_NODE_HAS_EXTENTS);
}

/* In GTK 3 an only tab has no name: it gets one without an event, together with the second. */
static void
add_tabs (PelAtspiDoubts *self, PelNodeId id)
{
  const PelAtspiNode *tabs = pel_atspi_tree_get (self->tree, id);

  if (tabs == NULL || tabs->role != PEL_ROLE_TAB)
    return;
  for (guint i = 0; i < MIN (tabs->n_listed, MAX_BELOW); i++)
    pel_atspi_doubts_add (self, tabs->children[i], PEL_NODE_HAS_STATES | PEL_NODE_HAS_NAME);
}

/* Firefox leaves the popup of a menu out of its tree, but reports that it is closed. */
static void
stranger_found_cb (PelNodeId id, gpointer data)
{
  PelAtspiDoubts *self = data;

  if (pel_atspi_tree_get (self->tree, id)->role == PEL_ROLE_MENU)
    add_below (self, id, PEL_NODE_HAS_STATES | PEL_NODE_HAS_EXTENTS);
  pel_atspi_doubts_add (self, id, PEL_NODE_HAS_CHILDREN | PEL_NODE_HAS_COUNT);
}

PelAtspiDoubts *
pel_atspi_doubts_new (PelAtspiQueue     *queue,
                      PelAtspiTree      *tree,
                      PelAtspiDoubtsFunc flush,
                      gpointer           data)
{
  PelAtspiDoubts *self = g_new0 (PelAtspiDoubts, 1);

  self->tree = tree;
  self->flush = flush;
  self->data = data;
  self->strangers = pel_atspi_strangers_new (queue, tree, stranger_found_cb, self);
  self->dirty = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  return self;
}

void
pel_atspi_doubts_free (PelAtspiDoubts *self)
{
  g_clear_handle_id (&self->flush_id, g_source_remove);
  pel_atspi_strangers_free (self->strangers);
  g_array_unref (self->dirty);
  g_free (self);
}

void
pel_atspi_doubts_add_sockets (PelAtspiDoubts *self)
{
  g_autoptr (GArray) sockets = pel_atspi_tree_find_sockets (self->tree, MAX_SOCKETS);

  for (guint i = 0; i < sockets->len; i++)
    pel_atspi_doubts_add (self,
                          g_array_index (sockets, PelNodeId, i),
                          PEL_NODE_HAS_COUNT | PEL_NODE_HAS_CHILDREN);
}

PelAtspiNews
pel_atspi_doubts_take_event (PelAtspiDoubts   *self,
                             const PelToolkit *toolkit,
                             sd_bus_message   *signal)
{
  PelAtspiNews news = pel_atspi_event_apply (self->tree, signal);

  if (news.is_stranger)
    pel_atspi_strangers_add (self->strangers, sd_bus_message_get_path (signal));
  if (news.facts != 0)
    pel_atspi_doubts_add (self, news.node, news.facts);
  if (news.holder != PEL_NODE_NONE)
    pel_atspi_doubts_add (self, news.holder, news.holder_facts);
  if (news.has_focus)
    {
      self->focused = news.node;
      flush_soon (self);
    }
  if (news.below != 0)
    add_below (self, news.node, news.below);
  if ((news.facts & PEL_NODE_HAS_CHILDREN) != 0)
    {
      add_pages (self, toolkit, news.node);
      add_tabs (self, news.node);
    }
  return news;
}

/* Firefox does not report of an element that it has lost the focus. */
static void
doubt_focus (PelAtspiDoubts *self)
{
  PelNodeId focused = self->focused;

  self->focused = PEL_NODE_NONE;
  if (focused == PEL_NODE_NONE)
    return;
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node != NULL && id != focused && pel_states_has (node->states, PEL_STATE_FOCUSED))
        pel_atspi_doubts_add (self, id, PEL_NODE_HAS_STATES);
    }
}

PelNodeFlags
pel_atspi_doubts_renew (PelAtspiDoubts *self, PelAtspiReader *reader)
{
  g_autoptr (GArray) dirty = NULL;
  PelNodeFlags       all = 0;

  doubt_focus (self);
  g_clear_handle_id (&self->flush_id, g_source_remove);
  self->last_flush = g_get_monotonic_time ();
  dirty = g_steal_pointer (&self->dirty);
  self->dirty = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  for (guint i = 0; i < dirty->len; i++)
    {
      PelNodeId     id = g_array_index (dirty, PelNodeId, i);
      PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
      PelNodeFlags  facts;

      if (node == NULL)
        continue;
      facts = node->dirty;
      node->dirty = 0;
      pel_atspi_reader_renew (reader, id, facts);
      all |= facts;
    }
  return all;
}

void
pel_atspi_doubts_flush (PelAtspiDoubts *self)
{
  if (self->flush_id != 0)
    self->flush (self->data);
}

gboolean
pel_atspi_doubts_is_empty (PelAtspiDoubts *self)
{
  return self->dirty->len == 0;
}

gboolean
pel_atspi_doubts_is_busy (PelAtspiDoubts *self)
{
  return (self->dirty->len > 0 || self->focused != PEL_NODE_NONE) && self->pause_ms <= FLUSH_MS;
}
