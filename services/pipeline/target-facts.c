/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/target-facts.h"

#include "services/base/process.h"

void
pel_target_facts_init (PelTargetFacts *self, const PelAim *aim, const PelErrand *errand)
{
  PelElement                element = pel_snapshot_get_element (aim->snapshot, aim->id);
  const PelSnapshotProgram *program = pel_snapshot_get_program (aim->snapshot, element.program);
  PelWindow                *window = pel_snapshot_find_window (aim->snapshot, aim->id);

  self->executable = pel_process_dup_executable (program->pid);
  self->target = (PelPolicyTarget){
    .window.executable = self->executable,
    .program = program->name,
    .role = pel_role_to_string (element.role),
    .name = element.name,
    .selector = errand->selector,
    .source = "accessibility",
    .confidence = aim->confidence,
    .found_by = aim->found_by,
    .action = errand->kind,
  };
  if (window != NULL)
    {
      self->target.window.title = pel_window_get_info (window)->title;
      self->target.window.app = pel_window_get_info (window)->app;
    }
}

void
pel_target_facts_clear (PelTargetFacts *self)
{
  g_clear_pointer (&self->executable, g_free);
}
