/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/examination.h"

#include <json-glib/json-glib.h>

/**
 * PelFinding:
 *
 * One sentence of the doctor: what was looked at, how it is, and what to do about it. Immutable.
 */
#define PEL_TYPE_FINDING (pel_finding_get_type ())
G_DECLARE_FINAL_TYPE (PelFinding, pel_finding, PEL, FINDING, GObject)

/* @fix may be NULL: there is nothing to do. */
PelFinding *pel_finding_new (
    const char *id, PelStatus status, const char *title, const char *message, const char *fix);

const char *pel_finding_get_id (PelFinding *self);
PelStatus   pel_finding_get_status (PelFinding *self);
const char *pel_finding_get_title (PelFinding *self);
const char *pel_finding_get_message (PelFinding *self);
const char *pel_finding_get_fix (PelFinding *self);
gboolean    pel_finding_equal (PelFinding *a, PelFinding *b);

/* The judgement: a pure function of the facts. The array owns its elements. */
GPtrArray *pel_diagnose (const PelExamination *examination);

JsonArray *pel_findings_to_json (GPtrArray *findings);
JsonArray *pel_programs_to_json (const PelExamination *examination);
