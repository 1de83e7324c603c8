/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/selector-writer.h"
#include "services/tool/tool-call.h"

/* Looks on behalf of a tool whose own task is @task: values are read too, what is not known when
 * the call's time is nearly up is left out. Where there are no elements at all, the callback gets
 * the reason. @data is the callback's. */
void         pel_look_for_task_async (GTask              *task,
                                      const PelLook      *look,
                                      GAsyncReadyCallback callback,
                                      gpointer            data);
PelSnapshot *pel_look_for_task_finish (GAsyncResult *result, GError **error);

/* Lets the caller refer to @snapshot from now on: for snapshots whose id is returned to it. */
void pel_look_keep_for_task (GTask *task, PelSnapshot *snapshot);

/* Ends @task with the reason why there are no elements. */
void pel_look_fail_for_task (GTask *task);

/* Resolves @selector on @snapshot, and reads what must be read for that, within the call's time. */
void           pel_search_for_task_async (GTask              *task,
                                          PelSnapshot        *snapshot,
                                          const PelSelector  *selector,
                                          GAsyncReadyCallback callback,
                                          gpointer            data);
PelResolution *pel_search_for_task_finish (GAsyncResult *result, GError **error);

/* The best selector for an element of @snapshot: it must name it alone among all programs, so that
 * these are looked at. */
void  pel_write_for_task_async (GTask              *task,
                                PelSnapshot        *snapshot,
                                PelElementId        id,
                                GAsyncReadyCallback callback,
                                gpointer            data);
char *pel_write_for_task_finish (GAsyncResult *result, GError **error);

/* What a tool asks for of one element, within the call's time. */
void               pel_read_for_task_async (GTask              *task,
                                            const PelElement   *element,
                                            PelReadingFlags     flags,
                                            PelTextRange        range,
                                            GAsyncReadyCallback callback,
                                            gpointer            data);
PelElementReading *pel_read_for_task_finish (GAsyncResult *result, GError **error);
