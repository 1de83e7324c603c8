/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/program-item.h"

/* What a row of the tree says. A value; what it points to is its own. */
typedef struct
{
  const char *icon;
  const char *kind; /* “Button”; "" for a program */
  char       *name; /* “Save” with its quotes, or a program's name; one line, fit to be drawn */
  char       *note; /* what is unusual: states, or what is wrong; "" for nothing */
  char       *label;  /* all of it, as a screen reader says it */
  gboolean    is_dim; /* not to be seen, or not answering */
  gboolean    is_bold, is_busy;
  gboolean    can_stop; /* it takes long: the person need not wait */
} PelRowText;

/* @item: a PelProgramItem or a PelElementItem. */
void pel_row_text_init (PelRowText *self, gpointer item);
void pel_row_text_clear (PelRowText *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelRowText, pel_row_text_clear)
