/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"

#include <gio/gio.h>

/* Whether @title has @part, whatever the case and however an É is spelled. */
gboolean pel_title_has_part (const char *title, const char *part);

/* The index of the window that @text means: its id, its title or a part of its title. Windows that
 * no one can see give way to those that are seen. Fails with PEL_ERROR_WINDOW_NOT_FOUND, and
 * PEL_ERROR_AMBIGUOUS where several are meant. */
gboolean
pel_window_finder_find (PelDesktop *desktop, const char *text, guint *ret_index, GError **error);

/* What is known of a window, of which at least one must be given; all that is given must fit. A
 * value. */
typedef struct
{
  const char *id;      /* (nullable) */
  const char *title;   /* (nullable) its title or a part of it */
  const char *process; /* (nullable) the executable of its program, or the number of its process */
  const char *class_name; /* (nullable) application id or class, in any case */
} PelWindowQuery;

/* The one that @query means, as above; windows of which this is the whole title come first. The
 * errors name the windows that could be meant. */
gboolean pel_window_finder_search (PelDesktop           *desktop,
                                   const PelWindowQuery *query,
                                   guint                *ret_index,
                                   GError              **error);

/* Whether @text is its id or a part of its title; a menu or tool tip has none that counts. */
gboolean pel_window_info_answers_to (const PelWindowInfo *info, const char *text);
