/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "bus-pair.h"

#include "services/provider/atspi-queue.h"

#include <string.h>

#define MANY 1000

/* A busy machine is no silent program: only tests of silence are hasty. */
static const PelAtspiMethod G_GNUC_UNUSED plain = { "x.Plain", "Ask", NULL, NULL, 60000 };
static const PelAtspiMethod G_GNUC_UNUSED hasty = { "x.Plain", "Ask", NULL, NULL, 0 };

/* A queue to a program that answers when the test says so. */
typedef struct
{
  BusPair              *pair;
  PelAtspiQueue        *queue;
  const PelAtspiMethod *method;
  guint                 n_done, n_replies; /* callbacks; those with a reply */
  guint8                counts[MANY];      /* callbacks of each tag */
  gboolean              is_calling;
} Fixture;

static inline void
set_up (Fixture *fixture, gconstpointer method)
{
  fixture->method = method;
  fixture->pair = bus_pair_new ();
  fixture->queue = pel_atspi_queue_new (fixture->pair->client, NULL);
}

static inline void
tear_down (Fixture *fixture, gconstpointer unused)
{
  pel_atspi_queue_free (fixture->queue);
  bus_pair_free (fixture->pair);
}

/* Each call comes back once, never while calls are made, and with its own number. */
static inline void
take (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Fixture *fixture = data;
  guint    number = 0;

  g_assert_false (fixture->is_calling);
  g_assert_cmpuint (tag, <, MANY);
  g_assert_cmpuint (++fixture->counts[tag], ==, 1);
  fixture->n_done++;
  if (reply == NULL)
    return;
  fixture->n_replies++;
  g_assert_cmpint (sd_bus_message_read (reply, "u", &number), >, 0);
  g_assert_cmpuint (number, ==, tag);
}

static inline void
call_as (Fixture *fixture, const PelAtspiMethod *method, guint tag, PelAtspiReplyFunc func)
{
  g_autofree char *path = g_strdup_printf ("/n/%u", tag);
  gboolean         was_calling = fixture->is_calling;

  fixture->is_calling = TRUE;
  pel_atspi_queue_call (fixture->queue,
                        &(PelAtspiCall){ .method = method,
                                         .path = path,
                                         .arguments = { -1, G_MAXINT, (int) tag },
                                         .take = func,
                                         .tag = tag,
                                         .data = fixture });
  fixture->is_calling = was_calling;
}

static inline void
call (Fixture *fixture, guint tag)
{
  call_as (fixture, fixture->method, tag, take);
}

static inline void
call_many (Fixture *fixture, guint n)
{
  for (guint i = 0; i < n; i++)
    call (fixture, i);
}

/* What the call at @index was about. */
static inline guint
get_number (BusPair *pair, guint index)
{
  const char *path = sd_bus_message_get_path (pair->calls->pdata[index]);

  g_assert_true (g_str_has_prefix (path, "/n/"));
  return (guint) g_ascii_strtoull (path + strlen ("/n/"), NULL, 10);
}

static inline void
answer (BusPair *pair, guint index)
{
  bus_pair_answer (pair, index, "u", get_number (pair, index));
}

static inline void
answer_all (Fixture *fixture)
{
  while (fixture->pair->calls->len > 0)
    answer (fixture->pair, 0);
  bus_pair_settle (fixture->pair);
}
