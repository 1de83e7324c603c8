/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* What a tool does to the desktop: the policy has a default for each. */
typedef enum
{
  PEL_ACCESS_ABOUT,       /* is about this program, or stops it: never refused */
  PEL_ACCESS_READ,        /* what is on the desktop, and what other programs say of it */
  PEL_ACCESS_CAPTURE,     /* pixels */
  PEL_ACCESS_POINT,       /* shows something to the person, on the overlay */
  PEL_ACCESS_ACT,         /* on an element or a window */
  PEL_ACCESS_COORDINATES, /* at a plain point */
  PEL_N_ACCESSES
} PelAccess;

/* “read”. Never NULL. */
const char *pel_access_to_string (PelAccess access);
gboolean    pel_access_from_string (const char *name, PelAccess *ret_access);

/* Whether agents need the person's consent to automation for it. */
gboolean pel_access_needs_consent (PelAccess access);

/* Whether it does something to the desktop: a file that allows that is consent. */
gboolean pel_access_is_act (PelAccess access);

/* Every tool that a policy may name, those to come as well: a rule about one of them is no
 * mistake. FALSE: unknown name. */
gboolean pel_access_of_tool (const char *tool, PelAccess *ret_access);

/* (nullable): the name of the tool at @index; NULL ends the list. */
const char *pel_access_get_tool (guint index);
