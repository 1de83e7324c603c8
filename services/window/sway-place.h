/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>
#include <sys/types.h>

/* Where a window stands in sway's tree: what it can be told depends on that. A value. */
typedef struct
{
  pid_t    pid;         /* 0 where sway does not know */
  gboolean is_floating; /* by itself, not as a part of a floating container */
  gboolean is_hidden;   /* in the scratchpad */
} PelSwayPlace;

/* FALSE where @tree, sway's answer to GET_TREE, has no container with this id. Pure. */
gboolean pel_sway_place_find (JsonNode *tree, gint64 id, PelSwayPlace *ret_place);
