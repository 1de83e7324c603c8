/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool-call.h"

/* A picture that goes with the answer of another tool: a call of ui_capture by the same caller,
 * under the same policy and in the same record. */

/* clang-format off */
#define PEL_SIDE_PICTURE_FIELD \
  { "include_screenshot", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Also take a screenshot of it, as capture does") }

#define PEL_SIDE_PICTURE_RESULT \
  { "screenshot",       PEL_FIELD_OBJECT, PEL_FIELD_OPTIONAL, N_ ("Screenshot of it"), .fields = pel_capture_result }, \
  { "screenshot_error", PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Why there is no screenshot although one was requested") }
#define PEL_SIDE_PICTURE_VIEWS \
  { PEL_VIEW_FIELDS, "screenshot", N_ ("Screenshot"), pel_side_picture_columns, NULL }, \
  { PEL_VIEW_TEXT,   "screenshot_error" }
/* clang-format on */

extern const PelField  pel_capture_result[];
extern const PelColumn pel_side_picture_columns[];

typedef enum
{
  PEL_SIDE_PICTURE_ON_DEMAND,
  PEL_SIDE_PICTURE_FOR_AGENTS, /* unless they say no, where the policy lets them */
} PelSidePictureDefault;

/* Ends @task with @data (transfer full), and with a picture in it where one is wanted. @shot
 * (transfer full): the arguments of ui_capture that say of what. */
void pel_side_picture_return (GTask                *task,
                              JsonObject           *data,
                              JsonObject           *shot,
                              PelSidePictureDefault otherwise);

/* (transfer full): the arguments for a picture of one element. */
JsonObject *pel_side_picture_of_element (PelSnapshot *snapshot, PelElementId id);
