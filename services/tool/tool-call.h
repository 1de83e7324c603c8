/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/errand.h"
#include "services/tool/snapshot-store.h"
#include "services/tool/tool.h"

#include <gio/gunixfdlist.h>

/* Who calls, and how it hears of a call under way. A value; @data is used until it is answered.
 * A caller without a name on the bus is in this process: the person at the inspector. */
typedef struct
{
  const char       *name;      /* (nullable) on the bus */
  PelSnapshotStore *snapshots; /* (nullable) where what callers have seen is kept */
  void (*progress) (double fraction, const char *message, gpointer data); /* (nullable) */
  void (*event) (const char *json, gpointer data);                        /* (nullable) */
  void (*question) (const char *json, gpointer data); /* (nullable) to ask the person itself */
  gpointer data;
  PelPurse
      *purse; /* (nullable) of a call: what its patterns are paid from; the person needs none */
  PelCaller *identity; /* (nullable) who that is; of a call it is never NULL */
  gboolean   is_quiet; /* the person is not asked on its behalf: what they would have to be fails */
} PelToolCaller;

/**
 * PelToolCall:
 *
 * One call of a tool on its way: arguments are checked, the handler runs, and the answer is put in
 * its envelope. The deadline is kept here: a call is answered when it has passed, whatever its
 * handler does.
 */
typedef struct
{
  const PelTool        *tool;
  const PelToolContext *context;
  JsonObject           *arguments;
  PelToolCaller         caller;
  const PelDriver      *driver; /* (nullable) who answers, where it is not the window source */
  JsonObject           *resolved_target; /* (nullable) which element the call came to be about */
  const char           *method;          /* (nullable) of an act: pattern */
  JsonObject           *verification;    /* (nullable) of an act: {passed, details} */
  PelPolicyVerdict     *verdict; /* (nullable) what the policy said last, of what does not act */
  PelAccess             access;  /* to what it said so */
  GUnixFDList          *attachments;     /* (nullable) files sent with the answer */
  gboolean              has_seen_pixels; /* it was let see the screen, though its tool takes no
                                            pictures: to read the text on it */
  PelAim    *aim;       /* (nullable) which element the person must be asked about, of what reads */
  GPtrArray *questions; /* (nullable) of char: to which the person said yes, of what reads */
  char      *approval;  /* (nullable) how they said so */
  gboolean   is_asked;  /* the person is asked just now, of what reads */
} PelToolCall;

/* @arguments: JSON text of an object, "" for none. The result is always an envelope, also for
 * errors: {status, driver, resolved_target?, data | error, elapsed_ms}. */
void  pel_tool_call_async (const PelToolContext *context,
                           const PelToolCaller  *caller, /* (nullable) */
                           const char           *name,
                           const char           *arguments,
                           GCancellable         *cancellable,
                           GAsyncReadyCallback   callback,
                           gpointer              user_data);
char *pel_tool_call_finish (GAsyncResult *result);

/* (nullable) (transfer none): files that go with the answer. */
GUnixFDList *pel_tool_call_get_attachments (GAsyncResult *result);

/* For handlers: the call that @task is about. */
PelToolCall *pel_tool_call_get (GTask *task);
void         pel_tool_call_report (PelToolCall *self, double fraction, const char *message);

/* Pause and resume the deadline of the call while a person is asked. The caller is notified by a
 * progress below 0 with a message, then by a progress of 0. */
void pel_tool_call_hold (PelToolCall *self, gboolean is_held);

/* Takes @question: puts it to the person through the caller. */
void pel_tool_call_put (PelToolCall *self, JsonObject *question);

/* Takes @event: sends it to the caller at once. */
void pel_tool_call_emit (PelToolCall *self, JsonObject *event);

/* The deadline of a call with these arguments; 0: it has none. */
guint pel_tool_call_get_timeout_ms (const PelTool *tool, JsonObject *arguments);

/* What is left of the time of a call; FALSE: it has no deadline. */
gboolean pel_tool_call_get_left_ms (const PelToolCall *self, guint *ret_left_ms);

/* The envelope of an error; @driver may be NULL. */
JsonObject *pel_tool_error_to_json (const GError *error);
