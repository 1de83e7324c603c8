/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/outer-source.h"
#include "services/policy/policy-store.h"

/**
 * PelVeiledSource:
 *
 * An element source in front of another one that shows what the policy lets be seen. Whichever part
 * looks, reads or acts goes through it, so that no tool and no pane can forget: snapshots come with
 * bare windows in place of private ones, and reading or acting inside of one is
 * PEL_ERROR_BLOCKED_WINDOW.
 */
#define PEL_TYPE_VEILED_SOURCE (pel_veiled_source_get_type ())
G_DECLARE_FINAL_TYPE (PelVeiledSource, pel_veiled_source, PEL, VEILED_SOURCE, PelOuterSource)

PelElementSource *pel_veiled_source_new (PelElementSource *inner, PelPolicyStore *policy);
