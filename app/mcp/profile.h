/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

typedef enum
{
  PEL_PROFILE_ALL_TOOLS = 0,
  PEL_PROFILE_READ_ONLY = 1 << 0, /* neither acts, nor points, nor writes files */
} PelProfileFlags;

/**
 * PelProfile:
 *
 * Which tools are offered, and how much of them is described. What is not in it does not exist for
 * the client.
 */
typedef struct _PelProfile PelProfile;

/* @names: “core”, “all”, or names of tools with commas between them. Fails with
 * PEL_ERROR_INVALID_ARGUMENT for what is no tool. */
PelProfile *pel_profile_new (const char *names, PelProfileFlags flags, GError **error);
void        pel_profile_free (PelProfile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelProfile, pel_profile_free)

guint          pel_profile_get_n_tools (const PelProfile *self);
const PelTool *pel_profile_get_tool (const PelProfile *self, guint index);
gboolean       pel_profile_is_read_only (const PelProfile *self);

/* (nullable) */
const PelTool *pel_profile_find (const PelProfile *self, const char *name);

/* (nullable) (transfer none): the arguments that are described, with spaces between them; NULL:
 * all.
 */
const char *pel_profile_get_told_arguments (const PelProfile *self, const PelTool *tool);
