/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/a11y-census.h"
#include "services/window/desktop.h"

#include <gio/gio.h>

typedef enum
{
  PEL_STATUS_OK,
  PEL_STATUS_INFO,    /* nothing is wrong, but good to know */
  PEL_STATUS_WARNING, /* works in part */
  PEL_STATUS_ERROR,   /* does not work */
  PEL_N_STATUSES
} PelStatus;

const char *pel_status_to_string (PelStatus status);

/* A running program: its windows on one side, its tree on the other, and what may stand between. */
typedef struct
{
  pid_t    pid;
  char    *name;
  char    *toolkit;         /* (nullable) if none is recognised */
  char    *toolkit_version; /* (nullable) */
  guint    n_windows;       /* on the screen */
  gboolean is_on_bus;
  gboolean is_answering;
  int      n_exposed;       /* windows in its tree; -1 unknown */
  gboolean is_switched_off; /* by NO_AT_BRIDGE or GTK_A11Y=none in its environment */
  gboolean hides_web;       /* a browser started without the flag that exposes pages */
} PelProgram;

void pel_program_free (PelProgram *self);

/* “GTK 3”, from what a toolkit calls itself on the bus; an unknown one keeps its name.
 * (nullable) if @name is NULL. */
const char *pel_toolkit_to_title (const char *name, const char *version);

/* Every program but this one that has a window in @desktop (nullable) or is among @census
 * (nullable; of PelA11yProgram). Looks into /proc for what is not on the bus. The array owns its
 * elements. */
GPtrArray *pel_programs_collect (PelDesktop *desktop, GPtrArray *census);

/* Whether it may have been started before accessibility was turned on. Qt 6.4 then stays off the
 * bus; newer versions follow a moment later. */
gboolean pel_program_is_late (const PelProgram *self);

/* What is to be said of it, in words: is its tree there, and if not, why and what helps. The texts
 * are translated constants; *ret_fix may be NULL. */
PelStatus pel_program_judge (const PelProgram *self,
                             gboolean          is_a11y_enabled,
                             const char      **ret_message,
                             const char      **ret_fix);

/* "gedit (4711, GTK 3)" */
char *pel_program_dup_title (const PelProgram *self);
