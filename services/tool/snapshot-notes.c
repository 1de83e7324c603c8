/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/snapshot-notes.h"

#include "services/base/text.h"

#include <glib/gi18n.h>

#define MAX_NAME 80

/* “gedit (4711)” */
static char *
dup_title (const PelSnapshotProgram *program)
{
  g_autofree char *cut =
      pel_text_repair (program->name != NULL ? program->name : program->bus_name, -1, MAX_NAME);
  g_autofree char *name = pel_text_escape (cut);

  return program->pid > 0 ? g_strdup_printf ("%s (%d)", name, (int) program->pid)
                          : g_steal_pointer (&name);
}

char *
pel_snapshot_notes_dup_silence (const PelSnapshotProgram *program)
{
  g_autofree char *title = program->is_answering ? NULL : dup_title (program);

  if (program->is_answering)
    return NULL;
  /* Translators: a program and its process id */
  return g_strdup_printf (_ ("%s is not responding: this is its last known state"), title);
}

static void
add_program (GPtrArray *notes, const PelSnapshotProgram *program)
{
  g_autofree char *title = dup_title (program);
  char            *silence = pel_snapshot_notes_dup_silence (program);

  if (silence != NULL)
    g_ptr_array_add (notes, silence);
  if (program->is_truncated)
    g_ptr_array_add (notes, g_strdup_printf (_ ("%s has more elements than were read"), title));
  if (program->has_silent_part)
    g_ptr_array_add (notes,
                     g_strdup_printf (_ ("a page in %s is not responding: this is its last known "
                                         "state"),
                                      title));
  if (program->has_stubs)
    g_ptr_array_add (notes,
                     g_strdup_printf (_ ("%s embeds elements of a process that is not part of it: "
                                         "they are marked foreign, and what is in them is left "
                                         "out"),
                                      title));
}

static void
add_bare_window (GPtrArray *notes, PelWindow *window)
{
  g_autofree char *cut = pel_text_repair (pel_window_get_info (window)->title, -1, MAX_NAME);
  g_autofree char *title = pel_text_escape (cut);

  g_ptr_array_add (notes,
                   g_strdup_printf (_ ("the window “%s” exposes no elements; run “pellucid "
                                       "doctor” to find out why"),
                                    title));
}

GPtrArray *
pel_snapshot_notes_new (const PelScope *scope, PelSnapshot *snapshot)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);

  if (pel_scope_is_bare (scope, snapshot))
    add_bare_window (notes, pel_scope_find_window (scope, snapshot));
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    add_program (notes, pel_snapshot_get_program (snapshot, i));
  return notes;
}
