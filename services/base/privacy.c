/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/privacy.h"

#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* Less than any core has. With 0 the kernel would still hand a core to a program that collects
 * them; 1 is its own sign for “not even that”. */
#define NO_CORE 1

/* For core handlers that do not obey the limit: no kind of memory belongs in a core. */
static void
empty_cores (void)
{
  FILE *filter = fopen ("/proc/self/coredump_filter", "we");

  if (filter == NULL)
    return; /* without /proc there is still the limit */
  fputs ("0", filter);
  fclose (filter);
}

void
pel_privacy_forbid_cores (void)
{
  struct rlimit limit;

  empty_cores ();
  if (getrlimit (RLIMIT_CORE, &limit) != 0)
    return;
  limit.rlim_cur = limit.rlim_max < NO_CORE ? limit.rlim_max : NO_CORE;
  setrlimit (RLIMIT_CORE, &limit);
}

void
pel_privacy_seal (void)
{
  pel_privacy_forbid_cores ();
  prctl (PR_SET_DUMPABLE, 0);
}

void
pel_privacy_wipe (char *text)
{
  if (text != NULL)
    explicit_bzero (text, strlen (text));
}
