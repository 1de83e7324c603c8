/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/state.h"

#include <glib.h>

/* What can be done to one element over the bus; each is one call. */
typedef enum
{
  PEL_ACT_DO_ACTION,       /* @index, which must still be called @action */
  PEL_ACT_SET_TEXT,        /* @text in place of all that is there */
  PEL_ACT_INSERT_TEXT,     /* @text at @start */
  PEL_ACT_DELETE_TEXT,     /* from @start to @end */
  PEL_ACT_SET_CARET,       /* to @start */
  PEL_ACT_SELECT_TEXT,     /* from @start to @end, in place of the first selection */
  PEL_ACT_ADD_SELECTION,   /* from @start to @end, where no text is selected */
  PEL_ACT_SET_NUMBER,      /* @number */
  PEL_ACT_SELECT_CHILD,    /* @child_path, wherever it stands among the children by now */
  PEL_ACT_DESELECT_CHILD,  /* the same */
  PEL_ACT_SELECT_ALL,      /* all children */
  PEL_ACT_CLEAR_SELECTION, /* of children */
  PEL_ACT_GRAB_FOCUS,
  PEL_ACT_SCROLL_TO,       /* until it can be seen */
  PEL_ACT_SCROLL_TO_POINT, /* until its corner is at @x, @y of its window */
  PEL_ACT_SET_EXTENTS,     /* @x, @y, @width, @height on the screen, as its program counts */
  PEL_N_ACTS
} PelActKind;

/* An act on one element. A value; what it points to is borrowed for the call.
 *
 * Identity alone is not enough: a list that is scrolled shows another row in the same object. So
 * the act says who the element is, and that is read once more right before it goes out. */
typedef struct
{
  const char *bus_name, *path;
  PelActKind  kind;

  const char *name; /* (nullable): whatever it is called */
  guint       native_role;
  gboolean    needs_enabled;

  int         index;
  const char *action;
  const char *child_path;
  const char *text;
  int         start, end; /* in characters */
  double      number;
  int         x, y, width, height;

  gint64 own_since;  /* as for pel_gate_check() */
  guint  timeout_ms; /* 0 is not allowed: every act has a deadline */
} PelElementAct;

/* How an act ended that did not fail. */
typedef enum
{
  PEL_ACT_DONE,  /* the program says so */
  PEL_ACT_BEGUN, /* it is at it, and answers other questions meanwhile: a dialog it waits for */
} PelActReply;

/* “do action”. Never NULL. */
const char *pel_act_kind_to_string (PelActKind kind);

/* (transfer full): with strings of its own. */
PelElementAct *pel_element_act_copy (const PelElementAct *self);
void           pel_element_act_free (PelElementAct *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelElementAct, pel_element_act_free)
