/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/privacy.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static void
expect_no_core (void)
{
  g_autofree char *filter = NULL;
  struct rlimit    limit;

  g_assert_cmpint (getrlimit (RLIMIT_CORE, &limit), ==, 0);
  g_assert_cmpuint (limit.rlim_cur, <=, 1);
  g_assert_true (g_file_get_contents ("/proc/self/coredump_filter", &filter, NULL, NULL));
  g_assert_cmpuint (strtoul (filter, NULL, 16), ==, 0);
}

/* Each in a process of its own: there is no way back. GLib 2.78 and later seal that process before
 * the test begins. */
static void
unseal (void)
{
  g_assert_cmpint (prctl (PR_SET_DUMPABLE, 1), ==, 0);
}

static void
test_forbid_cores (void)
{
  if (g_test_subprocess ())
    {
      unseal ();
      pel_privacy_forbid_cores ();
      expect_no_core ();
      g_assert_cmpint (prctl (PR_GET_DUMPABLE), ==, 1);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

static void
test_seal (void)
{
  if (g_test_subprocess ())
    {
      unseal ();
      pel_privacy_seal ();
      expect_no_core ();
      g_assert_cmpint (prctl (PR_GET_DUMPABLE), ==, 0);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

static void
test_wipe (void)
{
  char       text[] = "hunter2";
  const char none[sizeof text] = { 0 };

  pel_privacy_wipe (NULL);
  pel_privacy_wipe (text);
  g_assert_cmpmem (text, sizeof text, none, sizeof none);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/privacy/forbid-cores", test_forbid_cores);
  g_test_add_func ("/privacy/seal", test_seal);
  g_test_add_func ("/privacy/wipe", test_wipe);
  return g_test_run ();
}
