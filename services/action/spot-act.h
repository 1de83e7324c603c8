/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/action.h"

/* A gesture that goes to a window or to a place, not to an element. A value; all is borrowed for
 * the call. */
typedef struct
{
  PelGesture *gesture;
  PelWindow  *window;    /* (nullable) the window it is meant for; NULL: any */
  PelWindow  *drop;      /* (nullable) of a drag: where it ends */
  gboolean    is_raised; /* the window gets the keyboard first */
  const char *deed;      /* “click at 120,45”, for people */
  PelVerb     verb;
  gint64      own_since; /* as for pel_gate_check() */
  guint       timeout_ms;
  gboolean    dry_run;
} PelSpotAct;

/* Only for the pipeline, as pel_action_run_async(). Fails as windows and gestures do, and with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE where there is no real input. */
void              pel_spot_act_run_async (const PelActionContext *context,
                                          const PelSpotAct       *act,
                                          GCancellable           *cancellable,
                                          GAsyncReadyCallback     callback,
                                          gpointer                user_data);
PelActionOutcome *pel_spot_act_run_finish (GAsyncResult *result, GError **error);
