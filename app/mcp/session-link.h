/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <gio/gunixfdlist.h>

/* What is heard of a call under way. A value; all (nullable). */
typedef struct
{
  void (*held) (gpointer data); /* the person is asked something */
  void (*progress) (const char *message, gpointer data);
  void (*event) (gpointer data); /* something happened; of a tool that goes on until cancelled */
  void (*question) (JsonObject *question, gpointer data); /* for the person of the client */
  gpointer data;
} PelLinkListener;

/**
 * PelSessionLink:
 *
 * Calls tools in the session, many at a time, over one connection to the bus. It connects with the
 * first call, starts the session where it is not running, and does so again where it has ended.
 */
typedef struct _PelSessionLink PelSessionLink;

/* @address (nullable): of the bus, where it is not that of the environment. */
PelSessionLink *pel_session_link_new (const char *address);
void            pel_session_link_free (PelSessionLink *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSessionLink, pel_session_link_free)

/* @func: the session has come, or is gone. */
typedef void (*PelLinkFunc) (gboolean is_there, gpointer data);
void pel_session_link_set_watcher (PelSessionLink *self, PelLinkFunc func, gpointer data);

/* What people are shown as the name of who calls. */
void pel_session_link_introduce (PelSessionLink *self, const char *name);

/* What the person said to a question with this id: “deny”, “once” …; “unable” where they could not
 * be asked. */
void
pel_session_link_answer (PelSessionLink *self, gint64 id, const char *answer, const char *reason);

/* Always gives an envelope, as the session does, also for what goes wrong on the way to it.
 * Cancelling reaches the session, and is answered at once. */
void pel_session_link_call_async (PelSessionLink        *self,
                                  const PelTool         *tool,
                                  JsonObject            *arguments,
                                  const PelLinkListener *listener,
                                  GCancellable          *cancellable,
                                  GAsyncReadyCallback    callback,
                                  gpointer               user_data);

/* (transfer full). @ret_files (transfer full) (nullable): what came with it. */
JsonObject *pel_session_link_call_finish (GAsyncResult *result, GUnixFDList **ret_files);
