/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "bench-log.h"

typedef struct
{
  char  *text;
  gint64 time;
} Line;

struct _BenchLog
{
  GDataInputStream *stream;
  GThread          *thread;
  GMutex            mutex;
  GArray           *lines; /* of Line */
};

static void
clear_line (gpointer data)
{
  g_free (((Line *) data)->text);
}

static gpointer
read_lines (gpointer data)
{
  BenchLog *self = data;
  char     *text;

  while ((text = g_data_input_stream_read_line (self->stream, NULL, NULL, NULL)) != NULL)
    {
      Line line = { text, g_get_monotonic_time () };

      g_mutex_lock (&self->mutex);
      g_array_append_val (self->lines, line);
      g_mutex_unlock (&self->mutex);
    }
  return NULL;
}

BenchLog *
bench_log_new (GInputStream *stream)
{
  BenchLog *self = g_new0 (BenchLog, 1);

  self->stream = g_data_input_stream_new (stream);
  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_array_set_clear_func (self->lines, clear_line);
  g_mutex_init (&self->mutex);
  self->thread = g_thread_new ("log", read_lines, self);
  return self;
}

void
bench_log_free (BenchLog *self)
{
  if (self == NULL)
    return;
  g_thread_join (self->thread);
  g_object_unref (self->stream);
  g_array_unref (self->lines);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

gint64
bench_log_find (BenchLog *self, const char *pattern, gint64 after)
{
  gint64 time = 0;

  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < self->lines->len && time == 0; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);

      if (line->time >= after && g_pattern_match_simple (pattern, line->text))
        time = line->time;
    }
  g_mutex_unlock (&self->mutex);
  return time;
}

char *
bench_log_dup_last (BenchLog *self, const char *pattern)
{
  char *text = NULL;

  g_mutex_lock (&self->mutex);
  for (guint i = self->lines->len; i > 0 && text == NULL; i--)
    {
      const Line *line = &g_array_index (self->lines, Line, i - 1);

      if (g_pattern_match_simple (pattern, line->text))
        text = g_strdup (line->text);
    }
  g_mutex_unlock (&self->mutex);
  return text;
}
