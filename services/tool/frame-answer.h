/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/photo.h"
#include "services/tool/tool-call.h"

/* What an answer says about where an image was taken: see pel_photo_set_place(). */
/* clang-format off */
#define PEL_FRAME_PLACE_FIELDS \
  { "origin",           PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("Position of its top left pixel on the virtual desktop"), .fields = pel_point_fields }, \
  { "scale",            PEL_FIELD_NUMBER,  PEL_FIELD_REQUIRED, N_ ("Image pixels per desktop pixel") }, \
  { "coordinate_space", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Coordinate space of the origin: physical") }, \
  { "monitor",          PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The monitor that shows most of it") }, \
  { "window_id",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The window that it shows") }, \
  { "covered",          PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Whether another window covers it and is in the image") }
/* clang-format on */

/* Attaches @bytes to the answer as a sealed file in memory. Returns its index among the
 * attachments, -1 if out of memory. */
int pel_frame_answer_attach (PelToolCall *call, GBytes *bytes);

/* Where the picture was taken, for an answer: origin, scale, coordinate_space, monitor, window_id,
 * and covered where another window lies above what it is of. @scale: image pixels for one. */
void pel_photo_set_place (const PelPhoto *photo, double scale, JsonObject *data);
