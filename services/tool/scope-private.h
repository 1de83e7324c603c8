/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/scope.h"

/* For scope.c and scope-opening.c only. */
struct _PelScope
{
  PelScopeKind   kind;
  char          *target; /* (nullable) window id, part of a program's name, or bus name */
  char          *path;   /* (nullable) of an element */
  guint          ref;    /* of it: a path may be given again */
  PelFilterFlags flags;
  guint          max_depth;
  PelLens       *lenses[PEL_N_SCOPE_LENSES]; /* (nullable) */
};
