/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/access.h"
#include "services/policy/caller.h"
#include "services/policy/risk.h"

/* A window, as far as policies distinguish windows. A title is the program's to choose. */
typedef struct
{
  const char *title;      /* (nullable) */
  const char *app;        /* (nullable) application id, or the class that it claims */
  const char *executable; /* (nullable) of its program, from /proc: path or base name */
} PelPolicyWindow;

/* What a call came to be about, once it is resolved. */
typedef struct
{
  PelPolicyWindow window;
  const char     *program;    /* (nullable) the name that the program calls itself */
  const char     *role;       /* (nullable) “Button” */
  const char     *name;       /* (nullable) of the element */
  const char     *selector;   /* (nullable) as the caller wrote it */
  const char     *source;     /* (nullable) “atspi”, “ocr” */
  double          confidence; /* 0 … 1 */
  PelFoundBy      found_by;
  PelActionKind   action;
} PelPolicyTarget;

typedef enum
{
  PEL_POLICY_BEFORE_TARGET, /* is it worth resolving? Only what is denied whatever it hits is */
  PEL_POLICY_AT_TARGET,     /* may it be done? Also for tools that have no target */
} PelPolicyStep;

/* A value; everything is borrowed for the call. */
typedef struct
{
  PelPolicyStep          step;
  const PelCaller       *caller;
  const char            *tool;
  PelAccess              access;
  gboolean               has_target;  /* before the target: it will be asked again at one */
  const PelPolicyTarget *target;      /* (nullable) */
  gboolean               has_consent; /* the person agreed to automation */
  gboolean               is_verified; /* the person types at this terminal, and said so */
} PelPolicyQuestion;
