/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/* (nullable): what stands on a control, the only text inside of it. It is another name of it: GTK
 * before 4.10 calls a button “7 7” or “GtkButton”, and other programs call theirs nothing. What was
 * only read there is not a name of it. */
const char *pel_element_caption_find (PelSnapshot *snapshot, PelElementId id);
