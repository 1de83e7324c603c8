/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/probe.h"
#include "services/tool/program.h"

/**
 * PelExamination:
 *
 * The facts about this desktop from which the doctor's findings and the capabilities are derived.
 * If a part could not be examined, its error says why.
 */
typedef struct
{
  GError     *session_error; /* the session could not be had at all: then nothing else is known */
  PelDesktop *desktop;
  GError     *desktop_error;
  GError     *a11y_error;
  gboolean    is_a11y_enabled;
  guint       n_on_bus;        /* less ourselves */
  GPtrArray  *programs;        /* of PelProgram */
  gboolean    is_stopped;      /* all acting */
  char       *overlay_refusal; /* why there can be no overlay; NULL if there can */
  char       *overlay_remedy;  /* (nullable) what to do about it */
  char       *ocr_version;     /* NULL if built without */
  char      **ocr_languages;
  GError     *faults[PEL_N_PROBES]; /* why something does not work, of what was tried */
} PelExamination;

void pel_examination_free (PelExamination *self);
/* (nullable): why the ability with this id does not work, if a probe has shown that. */
const GError *pel_examination_get_fault (const PelExamination *self, const char *ability);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelExamination, pel_examination_free)
