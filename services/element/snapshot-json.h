/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/json-room.h"
#include "services/element/element-json.h"
#include "services/element/snapshot-filter.h"

/* (transfer full): the kept elements without a kept parent, each with its own in “children”; the
 * first ones in depth-first order, as many as @room (nullable) has room for. */
JsonArray *pel_snapshot_to_json (PelSnapshot             *snapshot,
                                 const PelSnapshotFilter *filter,
                                 const PelElementForm    *form,
                                 PelJsonRoom             *room);
