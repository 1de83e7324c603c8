/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-act.h"
#include "services/provider/atspi-queue.h"
#include "services/provider/toolkit.h"

#include <gio/gio.h>
#include <sys/types.h>

/**
 * PelAtspiActor:
 *
 * Does to one program's elements what it is told. One for each program; it is freed before the
 * queue that it borrows.
 *
 * Before an act goes out, the element is asked once more who it is, and for an action or a child
 * what stands at that number: all in one round (a child needs two). Then the guard and the gate are
 * asked, and in the same breath the act is sent. It is sent at most once.
 */
typedef struct _PelAtspiActor PelAtspiActor;

/* @pid is whose it is, by the word of the bus. */
PelAtspiActor *pel_atspi_actor_new (PelAtspiQueue *queue, pid_t pid);

/* What is under way ends with PEL_ERROR_STALE_REF, or PEL_ERROR_APP_UNRESPONSIVE where it had gone
 * out. */
void pel_atspi_actor_free (PelAtspiActor *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAtspiActor, pel_atspi_actor_free)

/* Of the act the bus name is not read. Fails as pel_element_source_act_async() does. */
void     pel_atspi_actor_act_async (PelAtspiActor       *self,
                                    const PelElementAct *act,
                                    const PelToolkit    *toolkit,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data);
gboolean pel_atspi_actor_act_finish (GAsyncResult *result, PelActReply *ret_reply, GError **error);
