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
  for (guint reason = 0; reason < PEL_N_GATE_REASONS; reason++)
    {
      g_autoptr (GError) error = NULL;
      PelGateReason      other = (reason + 1) % PEL_N_GATE_REASONS;

      g_assert_true (pel_gate_check (NULL));
      pel_gate_close (reason);
      pel_gate_close (reason);
      g_assert_true (pel_gate_is_closed (reason));
      g_assert_false (pel_gate_is_closed (other));
      g_assert_false (pel_gate_check (&error));
      g_assert_error (error, PEL_ERROR, PEL_ERROR_DENIED);
      pel_gate_close (other);
      pel_gate_open (other);
      pel_gate_open (reason);
      g_assert_false (pel_gate_check (NULL));
      pel_gate_open (reason);
      g_assert_true (pel_gate_check (NULL));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/always", test_guard_always);
  g_test_add_func ("/guard/children", test_guard_children);
  g_test_add_func ("/gate/reasons", test_gate_reasons);
  return g_test_run ();
}
