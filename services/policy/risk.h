/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

typedef enum
{
  PEL_RISK_LOW,
  PEL_RISK_MEDIUM,
  PEL_RISK_HIGH,
  PEL_RISK_PROHIBITED, /* no rule allows it */
  PEL_N_RISKS
} PelRisk;

/* What is done, from the harmless to the one that nothing takes back. */
typedef enum
{
  PEL_ACTION_NONE, /* reads, captures, points */
  PEL_ACTION_FOCUS,
  PEL_ACTION_PATTERN, /* the element is asked to do it */
  PEL_ACTION_TYPE,
  PEL_ACTION_CLICK,
  PEL_ACTION_CLICK_XY,
  PEL_ACTION_SHORTCUT, /* keys that the desktop takes, whichever program they are meant for */
  PEL_N_ACTIONS
} PelActionKind;

/* How the target was found, from the surest. */
typedef enum
{
  PEL_FOUND_BY_IDENTITY, /* ref, region, id */
  PEL_FOUND_BY_NAME,
  PEL_FOUND_BY_TEXT, /* what text recognition read */
  PEL_N_FOUND_BYS
} PelFoundBy;

/* What a risk is computed from. A value; its strings are borrowed. */
typedef struct
{
  PelActionKind action;
  PelFoundBy    found_by;
  const char   *target_name; /* (nullable) */
  const char   *executable;  /* (nullable) of the program: path or base name */
  const char   *app;         /* (nullable) the application id that its window claims */
} PelRiskFacts;

/* @ret_reasons (nullable): gets a text for people, one for each fact that counted. Pure. */
PelRisk pel_risk_compute (const PelRiskFacts *facts, GPtrArray *ret_reasons);

/* “high”. Never NULL. */
const char *pel_risk_to_string (PelRisk risk);
gboolean    pel_risk_from_string (const char *name, PelRisk *ret_risk);

/* (nullable): the first destructive word in @name, as it stands in the table. */
const char *pel_risk_find_word (const char *name);
