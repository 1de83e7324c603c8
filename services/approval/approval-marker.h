/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/approval-queue.h"
#include "services/region/region-registry.h"

/**
 * PelApprovalMarker:
 *
 * Outlines what the person is asked about, at its place, and has everything else taken off the
 * overlay meanwhile: an agent that points at things must not be able to point at the question.
 */
#define PEL_TYPE_APPROVAL_MARKER (pel_approval_marker_get_type ())
G_DECLARE_FINAL_TYPE (PelApprovalMarker, pel_approval_marker, PEL, APPROVAL_MARKER, GObject)

PelApprovalMarker *pel_approval_marker_new (PelApprovalQueue *queue, PelRegionRegistry *regions);
