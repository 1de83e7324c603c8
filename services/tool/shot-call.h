/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/photo.h"
#include "services/tool/target.h"

/* What the tools that take pictures share: their arguments say what of the desktop is meant, and
 * the picture of it comes through the pipeline. */

/* clang-format off */
#define PEL_SHOT_FIELDS \
  { "target",       PEL_FIELD_TARGET,  PEL_FIELD_POSITIONAL, N_ ("Element: selector (Button:OK), ref (e12), region (#12) or point (120,45)") }, \
  PEL_TARGET_FIRST_FIELD, \
  { "mode",         PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("What to capture (default: implied by the other arguments, else fullscreen)"), .choices = pel_shot_modes }, \
  { "monitor",      PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Monitor name") }, \
  { "window_id",    PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Window id") }, \
  { "window_title", PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Window title or part of it; the mode “window” without id or title captures the active window") }, \
  { "x",            PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Region, in physical pixels of the virtual desktop"), .minimum = -1000000, .maximum = 1000000 }, \
  { "y",            PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Region, in physical pixels of the virtual desktop"), .minimum = -1000000, .maximum = 1000000 }, \
  { "width",        PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Region, in physical pixels"), .minimum = 1, .maximum = PEL_IMAGE_MAX_SIDE }, \
  { "height",       PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Region, in physical pixels"), .minimum = 1, .maximum = PEL_IMAGE_MAX_SIDE }, \
  { "padding",      PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Extra pixels on each side of an element (default: 0)"), .minimum = 0, .maximum = 1000 }
/* clang-format on */

extern const char *const pel_shot_modes[];

/* Where a caller that gives no deadline of its own stands. */
#define PEL_SHOT_TIMEOUT_MS 30000 /* a person may have to answer their desktop first */

/* What a tool makes of the picture. */
typedef struct
{
  gboolean with_cursor;

  /* Takes a while; @photo is the callee's (transfer full). */
  void (*use_async) (GTask              *task, /* the tool's own */
                     PelPhoto           *photo,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            user_data);

  /* (transfer full): the data of the answer. @ret_evidence (transfer full) (nullable): hashes, for
   * the audit log. */
  JsonObject *(*use_finish) (GTask        *task,
                             GAsyncResult *result,
                             JsonObject  **ret_evidence,
                             GError      **error);
} PelShotWish;

/* Ends @task with what the wish makes of the picture. Fails as arguments, targets, the policy and
 * photos do. */
void pel_shot_call_run (GTask *task, const PelShotWish *wish);
