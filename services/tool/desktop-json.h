/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool-call.h"

/* How geometry looks in results: the fields for a tool's schema, and their JSON. */
extern const PelField pel_rect_fields[];
extern const PelField pel_logical_rect_fields[];
extern const PelField pel_window_fields[];

JsonObject *pel_physical_rect_to_json (const PelPhysicalRect *rect);
JsonObject *pel_native_rect_to_json (const PelNativeRect *rect);

/* @z_order: among the listed windows; 0 is the topmost. */
JsonObject *pel_window_to_json (PelDesktop *desktop, const PelWindowInfo *info, guint z_order);

/* For tools that look at the desktop: asks the window source, and where there is none ends @task
 * with the reason. @callback is called with the task as its user data (transfer full). */
void        pel_desktop_query_for_task (GTask *task, GAsyncReadyCallback callback);
PelDesktop *pel_desktop_query_for_task_finish (GTask *task, GAsyncResult *result, GError **error);
