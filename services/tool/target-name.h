/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

typedef enum
{
  PEL_TARGET_REF,
  PEL_TARGET_RUNTIME_ID,
  PEL_TARGET_POINT,
  PEL_TARGET_REGION,
  PEL_TARGET_SELECTOR,
} PelTargetKind;

/**
 * PelTargetName:
 *
 * How a caller names an element:
 *  - a ref: "e12" or "@e12";
 *  - a ref of a snapshot: {"snapshot_id": "s3", "ref": "e12"};
 *  - a runtime id: ":1.23/org/a11y/atspi/accessible/7";
 *  - a point of the virtual desktop: "120,45" or {"x": 120, "y": 45};
 *  - a region: "#12" or "region=5f3a09c1";
 *  - a selector, which is every other text.
 */
typedef struct
{
  PelTargetKind    kind;
  char            *given; /* as it was written, fit for a message */
  guint            ref;
  char            *snapshot_id;     /* (nullable) of a ref */
  char            *bus_name, *path; /* of a runtime id, and of what turned out to be one */
  PelPhysicalPoint point;
  guint            region;    /* its number; 0: @region_id names it */
  char            *region_id; /* (nullable) */
  char            *selector;
  char            *window_id; /* (nullable) of a selector: only in this window */
} PelTargetName;

/* @target: a text or an object; @of says whose argument it is, for messages. Fails with
 * PEL_ERROR_INVALID_ARGUMENT. What a selector means is not looked at yet. */
PelTargetName *pel_target_name_parse (JsonNode *target, const char *of, GError **error);
PelTargetName *pel_target_name_new_point (PelPhysicalPoint point);
PelTargetName *pel_target_name_new_selector (const char *selector);
PelTargetName *pel_target_name_copy (const PelTargetName *self);
void           pel_target_name_free (PelTargetName *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTargetName, pel_target_name_free)

/* Whether it can be nothing else, as opposed to a word that may also be part of a title. */
gboolean pel_target_name_is_plain (JsonNode *target);
