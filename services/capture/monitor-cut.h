/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"
#include "services/geometry/monitor-layout.h"

/* (transfer full): @image shows @source of the virtual desktop; what it shows of @rect, as large as
 * that, and transparent elsewhere and where no monitor is. @layout (nullable): wherever it is.
 * Pure; the image itself where that is all of it. */
PelImage *pel_monitor_cut (PelImage               *image,
                           const PelPhysicalRect  *source,
                           const PelPhysicalRect  *rect,
                           const PelMonitorLayout *layout);
