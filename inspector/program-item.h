/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/element-list.h"

typedef enum
{
  PEL_PROGRAM_UNREAD,  /* no one has opened it */
  PEL_PROGRAM_LOADING, /* its elements have been asked for */
  PEL_PROGRAM_GROWING, /* it is being read: more of its elements come */
  PEL_PROGRAM_STOPPED, /* the person did not want to wait for the rest of them */
  PEL_PROGRAM_READY,
  PEL_PROGRAM_SILENT, /* it does not answer: what is shown is what was known of it */
} PelProgramState;

/**
 * PelProgramItem:
 *
 * One program of the tree, by its bus name. It has elements while someone shows them: while one of
 * its lists is counted. With the last of these its elements go too.
 *
 * Property "serial": another number whenever something that a row shows has changed.
 * Signal "wanted": its elements are shown from now on, and are not known yet.
 */
#define PEL_TYPE_PROGRAM_ITEM (pel_program_item_get_type ())
G_DECLARE_FINAL_TYPE (PelProgramItem, pel_program_item, PEL, PROGRAM_ITEM, GObject)

PelProgramItem *pel_program_item_new (const PelSnapshotProgram *program, PelFilterFlags filter);

/* By the name it came with: one that changes it stays where it is. */
int pel_program_item_compare (PelProgramItem *self, PelProgramItem *other);

const char     *pel_program_item_get_bus_name (PelProgramItem *self);
const char     *pel_program_item_get_name (PelProgramItem *self);    /* never NULL */
const char     *pel_program_item_get_toolkit (PelProgramItem *self); /* never NULL */
pid_t           pel_program_item_get_pid (PelProgramItem *self);
PelProgramState pel_program_item_get_state (PelProgramItem *self);
guint           pel_program_item_get_serial (PelProgramItem *self);
gboolean        pel_program_item_is_truncated (PelProgramItem *self);
guint           pel_program_item_get_n_elements (PelProgramItem *self); /* that are known */

/* (nullable): a sentence that says what is wrong with it. */
const char *pel_program_item_get_problem (PelProgramItem *self);

/* Whether its elements are shown. */
gboolean pel_program_item_is_wanted (PelProgramItem *self);

/* What is here is enough: no more of it is read, until someone asks for that. */
void     pel_program_item_set_stopped (PelProgramItem *self, gboolean is_stopped);
gboolean pel_program_item_is_stopped (PelProgramItem *self);

/* (nullable) (transfer none): what is shown of it, while it is. */
PelOutline *pel_program_item_get_outline (PelProgramItem *self);

/* (transfer full) (nullable): what is shown below the element with that ref, 0: at the top. NULL
 * where nothing can be. */
GListModel *pel_program_item_list_children (PelProgramItem *self, guint ref);

void pel_program_item_set_filter (PelProgramItem *self, PelFilterFlags filter);

/* What has been learnt: that it is there; what elements it has; that they cannot be had. */
void pel_program_item_update (PelProgramItem *self, const PelSnapshotProgram *program);
void pel_program_item_take_snapshot (PelProgramItem *self, PelSnapshot *snapshot);
void pel_program_item_take_error (PelProgramItem *self, const GError *error);
