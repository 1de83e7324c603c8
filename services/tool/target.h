/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool-call.h"

/**
 * PelTarget:
 *
 * Which element a call is about. It is named by
 *  - a ref: "e12";
 *  - a runtime id: ":1.23/org/a11y/atspi/accessible/7";
 *  - a point of the virtual desktop: "120,45" or {"x": 120, "y": 45};
 *  - a ref of a snapshot: {"snapshot_id": "s3", "ref": "e12"}.
 * Selectors plug in here: in the table of target.c.
 */
typedef struct
{
  PelSnapshot *snapshot; /* of its whole program, just taken */
  PelElementId id;
  const char  *held_by; /* what led to it: “runtime_id” or “point” */
} PelTarget;

void pel_target_free (PelTarget *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTarget, pel_target_free)

/* Finds it anew, whatever was known of it, and tells the call's caller which one it is. @task is a
 * tool's own. Fails with PEL_ERROR_INVALID_ARGUMENT for what names nothing, PEL_ERROR_STALE_REF for
 * what is gone, PEL_ERROR_ELEMENT_NOT_FOUND for a point without an element,
 * PEL_ERROR_OUT_OF_BOUNDS for one that no monitor has, and as a look does. */
void       pel_target_resolve_async (GTask              *task,
                                     JsonNode           *target,
                                     GAsyncReadyCallback callback,
                                     gpointer            data);
PelTarget *pel_target_resolve_finish (GAsyncResult *result, GError **error);

/* The same for a point. */
void pel_target_resolve_point_async (GTask              *task,
                                     PelPhysicalPoint    point,
                                     GAsyncReadyCallback callback,
                                     gpointer            data);

/* Whether @target is one of the above, as opposed to a word for something else. */
gboolean pel_target_is_element (JsonNode *target);
