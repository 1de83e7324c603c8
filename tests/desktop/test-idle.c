/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the session does while it shows the numbers of a program in which nothing happens: nothing.
 * Where a compositor does not tell when windows move, and is asked, that takes little. */

#include "overlay-case.h"

#include <stdio.h>
#include <string.h>

#define MIN_REGIONS  300
#define LOOK_S       10
#define DEADLINE_S   90
#define MOST_CPU_MS  2.0
#define MOST_POLLING 0.01 /* of a processor */

/* A build that looks at each of its own steps takes several times as long. */
#ifdef __SANITIZE_ADDRESS__
#define SLOWNESS 5
#else
#define SLOWNESS 1
#endif

typedef struct
{
  gint64 n_wakes; /* of all threads: each sleep ends with one */
  double cpu_ms;
  guint  n_threads; /* one that has ended takes its account along */
} Work;

static void
add_thread (Work *work, pid_t pid, const char *thread)
{
  g_autofree char *status_path = g_strdup_printf ("/proc/%d/task/%s/status", pid, thread);
  g_autofree char *time_path = g_strdup_printf ("/proc/%d/task/%s/schedstat", pid, thread);
  g_autofree char *status = NULL;
  g_autofree char *time = NULL;
  const char      *line;

  if (!g_file_get_contents (status_path, &status, NULL, NULL) ||
      !g_file_get_contents (time_path, &time, NULL, NULL))
    return; /* it has just ended */
  line = strstr (status, "\nvoluntary_ctxt_switches:");
  g_assert_nonnull (line);
  work->n_threads++;
  work->n_wakes += g_ascii_strtoll (strchr (line, ':') + 1, NULL, 10);
  work->cpu_ms += g_ascii_strtod (time, NULL) / 1e6;
}

static Work
measure (pid_t pid)
{
  g_autofree char   *path = g_strdup_printf ("/proc/%d/task", pid);
  g_autoptr (GDir)   threads = NULL;
  g_autoptr (GError) error = NULL;
  Work               work = { 0 };
  const char        *thread;

  threads = g_dir_open (path, 0, &error);
  g_assert_no_error (error);
  while ((thread = g_dir_read_name (threads)) != NULL)
    add_thread (&work, pid, thread);
  return work;
}

/* What is done in ten seconds in which no thread begins or ends. */
static Work
watch (pid_t pid)
{
  Work before, after;

  do
    {
      before = measure (pid);
      g_usleep (LOOK_S * G_USEC_PER_SEC);
      after = measure (pid);
    }
  while (after.n_threads != before.n_threads);
  after.n_wakes -= before.n_wakes;
  after.cpu_ms -= before.cpu_ms;
  g_test_message ("%" G_GINT64_FORMAT " wake-ups, %.2f ms", after.n_wakes, after.cpu_ms);
  return after;
}

static guint
count_regions (void)
{
  g_autoptr (JsonObject) data = ask_regions ();

  return data != NULL ? json_array_get_length (json_object_get_array_member (data, "regions")) : 0;
}

static void
show_many (OverlayCase *self, const char *size, const char *position, guint n_regions)
{
  gint64             end = g_get_monotonic_time () + FOLLOW_MS * G_TIME_SPAN_MILLISECOND;
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->fixture, pel_fixture_stop);
  self->fixture = pel_fixture_start (&error,
                                     self->program,
                                     "--title",
                                     OVERLAY_NAME,
                                     "--decorations",
                                     "server",
                                     "--count",
                                     "500",
                                     "--size",
                                     size,
                                     "--position",
                                     position,
                                     NULL);
  g_assert_no_error (error);
  while (count_regions () < n_regions)
    g_assert_cmpint (g_get_monotonic_time (), <, end);
}

/* Not from the first moment on: who has just asked counts as somebody who will ask again. */
static void
test_still (void)
{
  g_autoptr (OverlayCase) self = overlay_case_new ("fixture-gtk3", NULL);
  gint64                  end = g_get_monotonic_time () + DEADLINE_S * G_TIME_SPAN_SECOND;
  pid_t                   session = pel_command_find_session ();
  Work                    work;

  show_many (self, "1700x1330", "3210,520", MIN_REGIONS);
  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      work = watch (session);
    }
  while (work.n_wakes > 0 || work.cpu_ms > MOST_CPU_MS);
}

static void
test_polled (void)
{
  g_autoptr (OverlayCase) self = overlay_case_new ("fixture-gtk3", NULL);
  gint64                  end = g_get_monotonic_time () + DEADLINE_S * G_TIME_SPAN_SECOND;
  pid_t                   session = pel_command_find_session ();
  Work                    work;

  show_many (self, "1200x760", "0,0", 100);
  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      work = watch (session);
    }
  while (work.cpu_ms > LOOK_S * 1000 * MOST_POLLING * SLOWNESS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (is_sway ())
    g_test_add_func ("/idle/polled", test_polled);
  else
    g_test_add_func ("/idle/still", test_still);
  return g_test_run ();
}
