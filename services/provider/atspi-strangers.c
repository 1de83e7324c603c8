/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-strangers.h"

#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-method.h"

#define MAX_STRANGERS 16
#define MAX_STEPS     32

struct _PelAtspiStrangers
{
  PelAtspiQueue        *queue;
  PelAtspiTree         *tree;
  PelAtspiStrangersFunc found;
  gpointer              data;
  GHashTable           *asked; /* paths that are under way */
};

static void ask_parent (PelAtspiStrangers *self, const char *path, guint n_steps);

/* A question is known by the path that it is about: the tag has no room for it. */
typedef struct
{
  PelAtspiStrangers *strangers;
  char              *path;
} Question;

static void
question_free (Question *question)
{
  g_free (question->path);
  g_free (question);
}

static void
take_parent (sd_bus_message *reply, guint64 n_steps, gpointer data)
{
  Question          *question = data;
  PelAtspiStrangers *self = question->strangers;
  PelAtspiRef        ref;
  PelNodeId          id;

  if (pel_atspi_decode_ref_property (reply, &ref) && !g_str_equal (ref.path, PEL_ATSPI_NULL_PATH))
    {
      id = pel_atspi_tree_find (self->tree, ref.path);
      if (id != PEL_NODE_NONE)
        self->found (id, self->data);
      else if (n_steps < MAX_STEPS)
        ask_parent (self, ref.path, n_steps + 1);
    }
  g_hash_table_remove (self->asked, question->path);
}

static void
ask_parent (PelAtspiStrangers *self, const char *path, guint n_steps)
{
  Question *question;

  if (g_hash_table_contains (self->asked, path))
    return;
  question = g_new (Question, 1);
  *question = (Question){ self, g_strdup (path) };
  g_hash_table_insert (self->asked, question->path, question);
  pel_atspi_queue_call (self->queue,
                        &(PelAtspiCall){ .method = &pel_atspi_get_parent,
                                         .path = path,
                                         .take = take_parent,
                                         .tag = n_steps,
                                         .data = question });
}

PelAtspiStrangers *
pel_atspi_strangers_new (PelAtspiQueue        *queue,
                         PelAtspiTree         *tree,
                         PelAtspiStrangersFunc found,
                         gpointer              data)
{
  PelAtspiStrangers *self = g_new0 (PelAtspiStrangers, 1);

  self->queue = queue;
  self->tree = tree;
  self->found = found;
  self->data = data;
  self->asked =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) question_free);
  return self;
}

void
pel_atspi_strangers_free (PelAtspiStrangers *self)
{
  GHashTableIter iter;
  gpointer       question;

  if (self == NULL)
    return;
  g_hash_table_iter_init (&iter, self->asked);
  while (g_hash_table_iter_next (&iter, NULL, &question))
    pel_atspi_queue_cancel (self->queue, question);
  g_hash_table_unref (self->asked);
  g_free (self);
}

void
pel_atspi_strangers_add (PelAtspiStrangers *self, const char *path)
{
  if (g_hash_table_size (self->asked) < MAX_STRANGERS)
    ask_parent (self, path, 0);
}
