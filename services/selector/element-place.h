/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/* Where an element is, in physical pixels of the virtual desktop; in native ones where no monitor
 * is known. FALSE where that cannot be known. @ret_scale, which may be NULL: physical pixels for a
 * logical one on its monitor. */
gboolean pel_element_place_get (PelSnapshot     *snapshot,
                                PelElementId     id,
                                PelPhysicalRect *ret_rect,
                                double          *ret_scale);
