/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/target-name.h"
#include "services/tool/tool-call.h"

/**
 * PelTarget:
 *
 * Which element a call is about.
 */
typedef struct
{
  PelSnapshot *snapshot; /* of its whole program, just taken */
  PelElementId id;
  const char  *held_by;    /* what led to it: “runtime_id”, “point” or “selector” */
  gboolean     is_by_text; /* text recognition found it */
  guint        n_hidden;   /* others that its selector matches, and cannot be seen */
} PelTarget;

/* For the policy. */
PelFoundBy pel_target_get_found_by (const PelTarget *self);

/* clang-format off */
#define PEL_TARGET_SUMMARY N_ ("Element: selector (Button:OK), ref (e12), region (#12), runtime id or point (120,45)")

#define PEL_TARGET_FIRST_FIELD \
  { "first",  PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("If a selector matches several elements, use the first") }, \
  { "strict", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Fail even if only one of several matches is visible") }
/* clang-format on */

void pel_target_free (PelTarget *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTarget, pel_target_free)

/* Finds it again, whatever was known of it, and records in the call which one it is. @task is a
 * tool's own; if its arguments say “first”, the first of several is used; of those
 * that a selector matches, otherwise the only one that is visible, unless they say “strict”.
 *
 * Fails with PEL_ERROR_INVALID_ARGUMENT for what names nothing; PEL_ERROR_STALE_REF for what is
 * gone: what replaced it is named in the details, and never used instead;
 * PEL_ERROR_ELEMENT_NOT_FOUND for a point without an element; PEL_ERROR_OUT_OF_BOUNDS for one that
 * no monitor has; and as a selection and a look do. */
void pel_target_resolve_async (GTask              *task,
                               JsonNode           *target,
                               GAsyncReadyCallback callback,
                               gpointer            data);

/* Takes @name. */
void       pel_target_resolve_name_async (GTask              *task,
                                          PelTargetName      *name,
                                          GAsyncReadyCallback callback,
                                          gpointer            data);
PelTarget *pel_target_resolve_finish (GAsyncResult *result, GError **error);
