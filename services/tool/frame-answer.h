/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/photo.h"
#include "services/tool/tool-call.h"

/* What an answer tells of where a picture was taken: see pel_photo_set_place(). */
/* clang-format off */
#define PEL_FRAME_PLACE_FIELDS \
  { "origin",           PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("Where its first pixel is on the virtual desktop"), .fields = pel_point_fields }, \
  { "scale",            PEL_FIELD_NUMBER,  PEL_FIELD_REQUIRED, N_ ("Pixels of the picture for one of the desktop") }, \
  { "coordinate_space", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("physical: what the origin counts in") }, \
  { "monitor",          PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The monitor that shows most of it") }, \
  { "window_id",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The window that it is of") }, \
  { "covered",          PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Another window lies above it, and is in the picture") }
/* clang-format on */

/* Puts @bytes beside the answer, as a file in memory that nobody can change any more; its number
 * there, -1 where there is no memory. */
int pel_frame_answer_attach (PelToolCall *call, GBytes *bytes);

/* Where the picture was taken, for an answer: origin, scale, coordinate_space, monitor, window_id,
 * and covered where another window lies above what it is of. @scale: image pixels for one. */
void pel_photo_set_place (const PelPhoto *photo, double scale, JsonObject *data);
