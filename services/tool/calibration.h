/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* What the window of the calibrator shows: widgets in colours that nothing else has, in the corners
 * of a monitor and in its middle. The program and who checks it read the same table. */
typedef struct
{
  const char *name; /* its accessible name */
  guint32     colour;
  int         across, down; /* -1, 0, 1: first, middle, last */
} PelCalibrationWidget;

#define PEL_N_CALIBRATION_WIDGETS 5
extern const PelCalibrationWidget pel_calibration_widgets[PEL_N_CALIBRATION_WIDGETS];

#define PEL_CALIBRATOR "pellucid-calibrator"

/* What came of one monitor. */
typedef struct
{
  char  *monitor;
  double scale;
  guint  n_placed; /* widgets with a reported position that were also seen */
  int    error;    /* in pixels: the largest difference of an edge */
} PelCalibration;

void pel_calibration_free (PelCalibration *self);
