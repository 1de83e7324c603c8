/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/calibration.h"

/* clang-format off */
const PelCalibrationWidget pel_calibration_widgets[PEL_N_CALIBRATION_WIDGETS] = {
  { "Calibration 1", 0xe6198b, -1, -1 },
  { "Calibration 2", 0x19e68b,  1, -1 },
  { "Calibration 3", 0x8b19e6,  0,  0 },
  { "Calibration 4", 0xe68b19, -1,  1 },
  { "Calibration 5", 0x198be6,  1,  1 },
};
/* clang-format on */

void
pel_calibration_free (PelCalibration *self)
{
  if (self == NULL)
    return;
  g_free (self->monitor);
  g_free (self);
}
