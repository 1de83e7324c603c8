/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/overlay.h"
#include "services/tool/tool.h"

/**
 * PelSession:
 *
 * The composition root: makes the parts that fit this desktop and lends them to the tools. The
 * only place that knows which window systems there are.
 */
#define PEL_TYPE_SESSION (pel_session_get_type ())
G_DECLARE_FINAL_TYPE (PelSession, pel_session, PEL, SESSION, GObject)

/* Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE only where the display cannot be reached at all; a
 * desktop of an unknown kind is one whose windows cannot be listed. */
PelSession *pel_session_new (GDBusConnection *session_bus, GError **error);

/* Lives as long as the session. */
const PelToolContext *pel_session_get_context (PelSession *self);

/* (nullable) (transfer none): NULL where there are no elements to show. */
PelOverlay *pel_session_get_overlay (PelSession *self);

/* What the tool “inspect” does. */
void pel_session_set_inspector (PelSession *self, PelOpenInspectorFunc open, gpointer data);
