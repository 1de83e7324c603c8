/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/process.h"
#include "services/condition/condition-leaf.h"
#include "services/condition/condition-private.h"
#include "services/window/window-finder.h"

/* What has only just been seen for the first time may have been quiet for long. */
void
pel_leaf_check_quiet (PelLeaf *self, PelFingerprint print, guint for_ms, gint64 now)
{
  gint64 quiet_ms;

  if (!self->has_print || self->print != print)
    {
      self->has_changed = self->has_print;
      self->has_print = TRUE;
      self->print = print;
      self->since = now;
    }
  quiet_ms = (now - self->since) / G_TIME_SPAN_MILLISECOND;
  if (quiet_ms >= for_ms)
    {
      self->verdict = PEL_VERDICT_HOLDS;
      return;
    }
  self->verdict = self->has_changed ? PEL_VERDICT_FAILS : PEL_VERDICT_PENDING;
  self->unrest = PEL_UNREST_CHANGED;
  self->in_ms = for_ms - quiet_ms;
}

static gboolean
is_called (const PelSnapshotProgram *program, const char *part)
{
  g_autofree char *process = NULL;

  if (program->name != NULL && pel_title_has_part (program->name, part))
    return TRUE;
  process = pel_process_dup_name (program->pid);
  return process != NULL && pel_title_has_part (process, part);
}

GPtrArray *
pel_leaf_find_idle_programs (const PelCondition *condition, PelSnapshot *snapshot)
{
  GPtrArray *bus_names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    {
      const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, i);

      if (is_called (program, condition->app))
        g_ptr_array_add (bus_names, g_strdup (program->bus_name));
    }
  return bus_names;
}

/* A window or document that says that it is busy. */
static gboolean
is_busy (const PelElement *element)
{
  return pel_states_has (element->states, PEL_STATE_BUSY) &&
         (pel_role_is_window (element->role) || element->role == PEL_ROLE_DOCUMENT ||
          element->role == PEL_ROLE_APPLICATION);
}

static PelUnrest
find_unrest (PelSnapshot *snapshot, const PelSnapshotProgram *program, PelElementId last)
{
  if (!program->is_answering)
    return PEL_UNREST_SILENT;
  for (PelElementId id = program->root; id != PEL_ELEMENT_NONE && id <= last; id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      if (is_busy (&element))
        return PEL_UNREST_BUSY;
    }
  return PEL_UNREST_NONE;
}

/* Roots of one program follow each other. */
static PelElementId
find_last (PelSnapshot *snapshot, const PelSnapshotProgram *program)
{
  PelElementId last = PEL_ELEMENT_NONE;

  for (PelElementId root = program->root; root != PEL_ELEMENT_NONE;
       root = pel_snapshot_get_element (snapshot, root).next_sibling)
    last = pel_snapshot_get_last_descendant (snapshot, root);
  return last;
}

static PelFingerprint
add_program (PelLeaf                  *self,
             PelFingerprint            print,
             PelSnapshot              *snapshot,
             const PelSnapshotProgram *program)
{
  PelElementId last = find_last (snapshot, program);
  PelUnrest    unrest = find_unrest (snapshot, program, last);

  if (unrest != PEL_UNREST_NONE && self->unrest == PEL_UNREST_NONE)
    {
      self->unrest = unrest;
      self->culprit = g_strdup (program->name != NULL ? program->name : program->bus_name);
    }
  if (program->root == PEL_ELEMENT_NONE)
    return print;
  g_array_append_val (self->matches, program->root);
  return pel_fingerprint_add (print, snapshot, program->root, last);
}

/* While it is busy or silent, its quiet has not begun. */
void
pel_leaf_check_idle (PelLeaf *self, const PelCondition *condition, const PelConditionView *view)
{
  PelFingerprint print = PEL_FINGERPRINT_NONE;
  guint          n_programs = 0;

  for (guint i = 0; i < pel_snapshot_get_n_programs (view->snapshot); i++)
    {
      const PelSnapshotProgram *program = pel_snapshot_get_program (view->snapshot, i);

      if (!is_called (program, condition->app))
        continue;
      print = add_program (self, print, view->snapshot, program);
      n_programs++;
    }
  if (n_programs > 0 && self->unrest == PEL_UNREST_NONE)
    pel_leaf_check_quiet (self, print, condition->for_ms, view->now);
  else
    self->has_print = FALSE;
}
