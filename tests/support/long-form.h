/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Whether this run belongs to the suite “long”. Otherwise a test that repeats itself many times, or
 * tries many combinations, takes a sample that meets each of its lines once. */
static inline gboolean
pel_test_is_long (void)
{
  return g_getenv ("PEL_TEST_LONG") != NULL;
}
