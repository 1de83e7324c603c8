/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>

typedef enum
{
  PEL_CONTROL_BUTTON,
  PEL_CONTROL_SWITCH,
  PEL_CONTROL_ENTRY,
  PEL_CONTROL_SLIDER,
  PEL_N_CONTROL_KINDS
} PelControlKind;

/**
 * PelControl:
 *
 * Something that a person can do with an element, and by what: a button, a switch, an entry or a
 * slider. Made from what the tool ui_describe has answered. A value that owns what it holds.
 */
typedef struct
{
  PelControlKind kind;
  const char    *tool;
  char          *label;                         /* for people */
  JsonObject    *arguments;                     /* beside target and value */
  gboolean       is_on;                         /* of a switch */
  gboolean       is_secret;                     /* of an entry: what is typed is shown to no one */
  char          *text;                          /* of an entry */
  double         value, minimum, maximum, step; /* of a slider */
} PelControl;

void pel_control_free (PelControl *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelControl, pel_control_free)

/* (transfer full): of PelControl, in the order in which they are shown. */
GPtrArray *pel_controls_new (JsonObject *answer);

/* Whether they do the same, be what they show the same or not. */
gboolean pel_control_does_same (const PelControl *self, const PelControl *other);

/* (transfer full): the arguments of the call, as JSON. Takes @value (nullable). */
char *pel_control_dup_arguments (const PelControl *self, const char *target, JsonNode *value);
