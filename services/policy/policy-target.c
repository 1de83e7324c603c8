/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy-target.h"

#include "services/base/process.h"

PelPolicyTarget
pel_policy_target_from_element (PelSnapshot *snapshot, PelElementId id)
{
  guint                     index = pel_snapshot_get_program_index (snapshot, id);
  const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, index);
  PelWindow                *window = pel_snapshot_find_window (snapshot, id);
  const PelWindowInfo      *info = window != NULL ? pel_window_get_info (window) : NULL;

  return (PelPolicyTarget){
    .window = { info != NULL ? info->title : NULL,
                info != NULL ? info->app : NULL,
                pel_process_dup_executable (program->pid) },
    .program = program->name,
    .role = pel_role_to_string (pel_snapshot_get_role (snapshot, id)),
    .name = pel_snapshot_get_name (snapshot, id),
    .source = pel_snapshot_get_origin (snapshot, id) == PEL_ORIGIN_OCR ? "ocr" : "atspi",
    .confidence = 1,
  };
}

PelPolicyTarget
pel_policy_target_from_window (PelWindow *window)
{
  PelPolicyTarget      self = { .confidence = 1 };
  const PelWindowInfo *info;

  if (window == NULL)
    return self;
  info = pel_window_get_info (window);
  self.window = (PelPolicyWindow){ info->title,
                                   info->app,
                                   info->pid != 0 ? pel_process_dup_executable (info->pid) : NULL };
  self.role = pel_role_to_string (PEL_ROLE_WINDOW);
  self.name = info->title;
  return self;
}

void
pel_policy_target_clear (PelPolicyTarget *self)
{
  g_free ((char *) self->window.executable);
  self->window.executable = NULL;
}
