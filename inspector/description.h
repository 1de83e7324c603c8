/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/detail.h"
#include "inspector/program-item.h"

#include <json-glib/json-glib.h>

/**
 * PelDescription:
 *
 * What there is to tell about an element, made from what the tool ui_describe has answered: words
 * for people, in their order. A value that owns what it holds.
 */
typedef struct
{
  char      *selector;  /* (nullable) the best one */
  char      *note;      /* (nullable) what else is to be known */
  char     **states;    /* that hold; “not enabled” where the absence tells something */
  char     **patterns;  /* what can be done with it */
  GPtrArray *ancestors; /* of PelDetail, the outermost first, each with its link */
  GPtrArray *crumbs;    /* those of them that tell where it is: others are unnamed parts */
  GPtrArray *details;   /* of PelDetail, by group */
  char      *bus_name;  /* the program that it belongs to; (nullable) */
  JsonArray *cells;     /* (nullable) the first ones of a table, as they were told */
  char     **headers;   /* of its columns; (nullable) */
} PelDescription;

/* @bus_name: the program that it belongs to. */
PelDescription *pel_description_new (JsonObject *answer, const char *bus_name);
PelDescription *pel_description_new_for_program (PelProgramItem *program);
void            pel_description_free (PelDescription *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelDescription, pel_description_free)
