/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/condition-members.h"
#include "services/condition/condition.h"

extern const PelMember pel_picture_members[];

/* What a condition about a picture says beside its selector. @place is that of @object. */
gboolean pel_condition_parse_picture (GString      *place,
                                      JsonObject   *object,
                                      PelCondition *self,
                                      GError      **error);
