/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/guard.h"

#include <unistd.h>

#define STRANGER 4000001
#define CHILD    4000002

static void
check_guard (pid_t pid, gboolean is_allowed)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (pel_guard_check (pid, &error), ==, is_allowed);
  if (is_allowed)
    g_assert_no_error (error);
  else
    g_assert_error (error, PEL_ERROR, PEL_ERROR_DENIED);
}

/* Ourselves without anybody saying so, and nobody whose process is not known. */
static void
test_guard_always (void)
{
  check_guard (getpid (), FALSE);
  check_guard (0, FALSE);
  check_guard (-1, FALSE);
  check_guard (STRANGER, TRUE);
}

static void
test_guard_children (void)
{
  pel_guard_add_process (CHILD);
  check_guard (CHILD, FALSE);
  check_guard (STRANGER, TRUE);
  pel_guard_add_process (CHILD);
  pel_guard_remove_process (CHILD);
  check_guard (CHILD, FALSE);
  pel_guard_remove_process (CHILD);
  check_guard (CHILD, TRUE);
  check_guard (getpid (), FALSE);
}

/* Each reason closes it alone, and only its own opening opens it again. */
static void
test_gate_reasons (void)
{
  static const PelGateReason reasons[] = { PEL_GATE_STOPPED, PEL_GATE_QUESTION };

  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      g_autoptr (GError) error = NULL;
      PelGateReason      reason = reasons[i];
      PelGateReason      other = reasons[1 - i];

      g_assert_true (pel_gate_check (0, NULL));
      pel_gate_close (reason);
      pel_gate_close (reason);
      g_assert_true (pel_gate_is_closed (reason));
      g_assert_false (pel_gate_is_closed (other));
      g_assert_false (pel_gate_check (0, &error));
      g_assert_error (error, PEL_ERROR, PEL_ERROR_DENIED);
      pel_gate_close (other);
      pel_gate_open (other);
      pel_gate_open (reason);
      g_assert_false (pel_gate_check (0, NULL));
      pel_gate_open (reason);
      g_assert_true (pel_gate_check (0, NULL));
    }
}

typedef struct
{
  gboolean is_done;
  GError  *error;
} Ending;

static void
waited_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  Ending *ending = data;

  ending->is_done = TRUE;
  pel_gate_wait_finish (result, &ending->error);
}

static void
await (Ending *ending)
{
  while (!ending->is_done)
    g_main_context_iteration (NULL, TRUE);
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* A question only holds acts up; a stop ends them at once; so does calling off. */
static void
test_gate_wait (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Ending                   answered = { 0 }, late = { 0 }, off = { 0 }, stopped = { 0 };

  pel_gate_close (PEL_GATE_QUESTION);
  pel_gate_wait_async (0, 60000, NULL, waited_cb, &answered);
  pel_gate_wait_async (0, 1, NULL, waited_cb, &late);
  pel_gate_wait_async (0, 60000, cancellable, waited_cb, &off);
  await (&late);
  g_assert_error (late.error, PEL_ERROR, PEL_ERROR_DENIED);
  g_cancellable_cancel (cancellable);
  await (&off);
  g_assert_error (off.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  settle ();
  g_assert_false (answered.is_done);
  pel_gate_open (PEL_GATE_QUESTION);
  await (&answered);
  g_assert_no_error (answered.error);

  pel_gate_close (PEL_GATE_QUESTION);
  pel_gate_wait_async (0, 60000, NULL, waited_cb, &stopped);
  pel_gate_close (PEL_GATE_STOPPED);
  await (&stopped);
  g_assert_error (stopped.error, PEL_ERROR, PEL_ERROR_DENIED);
  pel_gate_open (PEL_GATE_STOPPED);
  pel_gate_open (PEL_GATE_QUESTION);
  g_clear_error (&late.error);
  g_clear_error (&off.error);
  g_clear_error (&stopped.error);
}

/* What the person does holds others up, and their own acts only if they asked for them before. */
static void
test_gate_person (void)
{
  gint64 before = g_get_monotonic_time ();
  Ending ending = { 0 };
  gint64 after;

  g_usleep (1000);
  pel_gate_note_person ();
  g_usleep (1000);
  after = g_get_monotonic_time ();
  g_assert_true (pel_gate_is_closed (PEL_GATE_PERSON));
  g_assert_false (pel_gate_check (0, NULL));
  g_assert_false (pel_gate_check (before, NULL));
  g_assert_true (pel_gate_check (after, NULL));
  pel_gate_wait_async (0, 60000, NULL, waited_cb, &ending);
  settle ();
  g_assert_false (ending.is_done);
  await (&ending);
  g_assert_no_error (ending.error);
  g_assert_cmpint (g_get_monotonic_time () - after,
                   >=,
                   (PEL_GATE_PERSON_MS - 10) * G_TIME_SPAN_MILLISECOND);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/always", test_guard_always);
  g_test_add_func ("/guard/children", test_guard_children);
  g_test_add_func ("/gate/reasons", test_gate_reasons);
  g_test_add_func ("/gate/wait", test_gate_wait);
  g_test_add_func ("/gate/person", test_gate_person);
  return g_test_run ();
}
