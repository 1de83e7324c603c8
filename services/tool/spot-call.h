/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/spot-act.h"
#include "services/tool/act-call.h"

/* clang-format off */
#define PEL_SPOT_WINDOW_FIELDS \
  { "window_id",    PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Window id") }, \
  { "window_title", PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Window title or part of it") }

#define PEL_SPOT_POINT_FIELDS \
  { "x", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Pixels from the left of the virtual desktop, of the window if one is given, or of an image"), .minimum = -1000000, .maximum = 1000000 }, \
  { "y", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Pixels from the top"), .minimum = -1000000, .maximum = 1000000 }, \
  PEL_SPOT_WINDOW_FIELDS, \
  { "coordinate_space", PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("What x and y refer to: physical (default), window (default if one is given) or image"), .choices = pel_spot_spaces }, \
  { "frame_id",         PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("The image that x and y refer to, as returned by capture") }

/* For tools without a target; PEL_ACT_FIELDS less what is about one. */
#define PEL_SPOT_ACT_FIELDS \
  { "verify",  PEL_FIELD_MAP,     PEL_FIELD_OPTIONAL, N_ ("Must hold afterwards: a condition as in wait") }, \
  { "dry_run", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Do everything except the act, and report what would be done") }
/* clang-format on */

extern const char *const pel_spot_spaces[];

typedef enum
{
  PEL_SPOT_POINT,    /* x and y of the arguments */
  PEL_SPOT_BARE,     /* the same, whether or not a window is there */
  PEL_SPOT_KEYBOARD, /* the window that has it, or shall have it */
} PelSpotKind;

/* Where something is done. A value; the window belongs to the desktop. */
typedef struct
{
  PelWindow       *window;   /* whose place it is; (nullable) of a bare one */
  gboolean         is_named; /* the caller named the window */
  PelPhysicalPoint physical; /* of a point */
  PelNativePoint   native;
} PelSpot;

/* Finds what the arguments of a call name. Pure. Fails with PEL_ERROR_INVALID_ARGUMENT,
 * PEL_ERROR_WINDOW_NOT_FOUND, PEL_ERROR_AMBIGUOUS, PEL_ERROR_OUT_OF_BOUNDS, and
 * PEL_ERROR_STALE_REF for a picture that is out of date. */
gboolean pel_spot_find (PelSpotKind    kind,
                        JsonObject    *arguments,
                        PelDesktop    *desktop,
                        PelFrameStore *frames, /* (nullable) */
                        PelSpot       *ret_spot,
                        GError       **error);

/* A gesture at a place: the data of an errand. */
typedef struct
{
  PelSpotKind   kind;
  PelVerb       verb;
  PelActionKind risk;
  const char   *text;        /* (nullable) what is typed; borrowed from the arguments */
  const char   *text_member; /* (nullable) */
  gboolean      is_raised;   /* the window comes to the front though it was not named */

  /* Fills the gesture from the arguments; (transfer full): what it does, for people. Fails as
   * arguments do. */
  char *(*make) (JsonObject *arguments, const PelSpot *spot, PelGesture *gesture, GError **error);
} PelSpotWish;

/* Ends @task. */
void pel_spot_call_run (GTask *task, const PelSpotWish *wish);

/* “left”, “middle”, “right”, as a table of choices and as a button. */
extern const char *const pel_button_names[];
PelButton                pel_button_read (JsonObject *arguments);
