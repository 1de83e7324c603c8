/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/answer.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* Of a text that another program chose; the rest is “…”. */
#define PEL_QUESTION_MAX_CHARS   160
#define PEL_QUESTION_MAX_DETAILS 480 /* of all arguments of a call */

/**
 * PelQuestion:
 *
 * A question as it is shown: texts fit for labels. What callers and programs chose stands in
 * quotation marks, on one line, without anything that reorders or hides text, and isolated from
 * what stands around it. NULL: there is nothing to say.
 */
typedef struct
{
  guint64  id;
  gboolean is_consent;
  char    *terminal; /* (nullable) the one that the consent is about; else it is automation */
  char    *title;
  char    *who;     /* the executable */
  char    *claimed; /* (nullable) how it calls itself */
  char    *starter; /* (nullable) who started it */
  char    *what;
  char    *details; /* (nullable) */
  char    *element; /* (nullable) */
  char    *place;   /* (nullable) */
  char    *risk;
  char    *reasons; /* a line each */
  guint    n_own;   /* calls that “once” is for */
  char    *calls;   /* (nullable) how many wait for the same, and what becomes of them */
  char    *waiting; /* (nullable) how many others wait */
  GBytes  *crop;    /* (nullable) PNG */
  guint    choices; /* bits of PelAnswer */
  guint    left_ms;
  gboolean is_high; /* of risk */
} PelQuestion;

/* (nullable): @object is a line from the session; NULL where nothing is to be asked any more. */
PelQuestion *pel_question_new (JsonObject *object);
void         pel_question_free (PelQuestion *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelQuestion, pel_question_free)

/* (transfer full): a text of another program, as it is shown. */
char *pel_question_quote (const char *text);

/* (transfer full): what is asked, in lines of plain text, for where there are no labels: without
 * the title, and without what may be answered. */
char *pel_question_dup_text (const PelQuestion *self);
