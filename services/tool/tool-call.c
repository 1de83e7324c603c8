/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/tool-call.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/json.h"
#include "services/base/privacy.h"
#include "services/tool/tool-permit.h"
#include "services/tool/tool-question.h"
#include "services/tool/tool-table.h"

#include <glib/gi18n.h>

/* The call as its caller sees it, around the handler's own task. */
typedef struct
{
  PelToolCall   call;
  GTask        *answer;      /* NULL once it was answered */
  GCancellable *cancellable; /* the handler's: the caller's, or the deadline */
  GCancellable *outer;       /* (nullable) the caller's */
  gulong        outer_id;
  gulong        policy_id;  /* of the policy's signal */
  gulong        stopper_id; /* of the stopper's, for what ends with acting */
  gboolean      was_stopped;
  GError       *refusal; /* (nullable) why it was ended while it was under way */
  JsonObject   *data;    /* (nullable) the answer, while the call is written down */
  GError       *error;   /* (nullable) the same */
  guint         deadline_id;
  guint         timeout_ms;
  gint64        start_time;
  gint64        held_since; /* 0: the clock runs */
} Running;

/* Wipes arguments marked redact, whatever else is wrong with them: they may have been refused. */
static void
wipe_secret (JsonObject *arguments)
{
  static const char *const members[] = { "text", "value" };

  if (!json_object_has_member (arguments, "redact"))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    {
      JsonNode *node = json_object_get_member (arguments, members[i]);

      if (node != NULL && json_node_get_value_type (node) == G_TYPE_STRING)
        pel_privacy_wipe ((char *) json_node_get_string (node));
    }
}

static void
running_free (Running *running)
{
  if (running->call.arguments != NULL)
    wipe_secret (running->call.arguments);
  g_clear_pointer (&running->call.arguments, json_object_unref);
  g_clear_pointer (&running->call.resolved_target, json_object_unref);
  g_clear_pointer (&running->call.verification, json_object_unref);
  g_clear_pointer (&running->call.verdict, pel_policy_verdict_free);
  g_clear_pointer (&running->call.aim, pel_aim_free);
  g_clear_pointer (&running->call.questions, g_ptr_array_unref);
  g_free (running->call.approval);
  g_clear_object (&running->call.attachments);
  g_clear_pointer (&running->data, json_object_unref);
  g_clear_error (&running->error);
  g_clear_error (&running->refusal);
  g_clear_pointer (&running->call.caller.snapshots, pel_snapshot_store_unref);
  g_clear_pointer (&running->call.caller.identity, pel_caller_unref);
  g_clear_pointer (&running->call.caller.purse, pel_purse_unref);
  g_free ((char *) running->call.caller.name);
  g_clear_object (&running->cancellable);
  g_clear_object (&running->outer);
  g_free (running);
}

static void
set_driver (JsonObject *envelope, const PelToolCall *call)
{
  static const PelDriver own = { "pellucid", "session", PEL_VERSION };
  const PelDriver       *driver = call->driver;
  JsonObject            *object = json_object_new ();

  if (driver == NULL)
    driver = call->context->windows != NULL ? pel_window_source_get_driver (call->context->windows)
                                            : &own;
  json_object_set_string_member (object, "name", driver->name);
  json_object_set_string_member (object, "kind", driver->kind);
  json_object_set_string_member (object, "version", driver->version);
  json_object_set_object_member (envelope, "driver", object);
}

JsonObject *
pel_tool_error_to_json (const GError *error)
{
  JsonObject *object = json_object_new ();
  JsonObject *details = pel_error_get_details (error);

  json_object_set_string_member (object,
                                 "code",
                                 pel_error_code_to_string (pel_error_get_code (error)));
  json_object_set_string_member (object, "message", error->message);
  json_object_set_string_member (object, "hint", pel_error_get_hint (error));
  if (details != NULL)
    json_object_set_object_member (object, "details", json_object_ref (details));
  return object;
}

/* (transfer full): the general hint does not know the tool. */
static JsonObject *
error_to_json (Running *running, const GError *error)
{
  g_autoptr (GError) own = g_error_copy (error);
  g_autofree char   *command = NULL;
  g_autofree char   *hint = NULL;

  if (running->call.tool != NULL && g_error_matches (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT))
    {
      command = pel_tool_dup_command (running->call.tool);
      hint = g_strdup_printf (_ ("See “pellucid help %s” for the arguments"), command);
      pel_error_suggest (own, hint);
    }
  return pel_tool_error_to_json (own);
}

/* Takes @data. Exactly one of @data and @error is given. */
static void
answer (Running *running, JsonObject *data, const GError *error)
{
  g_autoptr (GTask)    task = g_steal_pointer (&running->answer);
  JsonObject          *envelope = json_object_new ();
  g_autoptr (JsonNode) node = pel_json_take_object (envelope);
  gint64               elapsed = g_get_monotonic_time () - running->start_time;

  g_clear_handle_id (&running->deadline_id, g_source_remove);
  g_clear_signal_handler (&running->outer_id, running->outer);
  g_clear_signal_handler (&running->policy_id, running->call.context->policy);
  g_clear_signal_handler (&running->stopper_id, running->call.context->stopper);
  json_object_set_string_member (envelope, "status", error == NULL ? "success" : "error");
  set_driver (envelope, &running->call);
  if (running->call.resolved_target != NULL)
    json_object_set_object_member (envelope,
                                   "resolved_target",
                                   g_steal_pointer (&running->call.resolved_target));
  if (running->call.method != NULL)
    json_object_set_string_member (envelope, "method", running->call.method);
  if (running->call.verification != NULL)
    json_object_set_object_member (envelope,
                                   "verification",
                                   g_steal_pointer (&running->call.verification));
  if (error == NULL)
    json_object_set_object_member (envelope, "data", data);
  else
    json_object_set_object_member (envelope, "error", error_to_json (running, error));
  json_object_set_int_member (envelope, "elapsed_ms", elapsed / 1000);
  if (error == NULL && running->call.attachments != NULL)
    g_object_set_data_full (G_OBJECT (task),
                            "attachments",
                            g_object_ref (running->call.attachments),
                            g_object_unref);
  g_task_return_pointer (task, pel_json_to_string (node, PEL_JSON_COMPACT), g_free);
}

static gboolean
deadline_cb (gpointer user_data)
{
  Running           *running = user_data;
  g_autoptr (GError) error = NULL;

  running->deadline_id = 0;
  pel_set_error (&error,
                 PEL_ERROR_TIMEOUT,
                 NULL,
                 _ ("%s did not finish within %u ms"),
                 running->call.tool->name,
                 running->timeout_ms);
  g_cancellable_cancel (running->cancellable);
  answer (running, NULL, error);
  return G_SOURCE_REMOVE;
}

/* What is no longer allowed ends: a watch would go on for ever. The pipeline checks
 * again on its own, and reports what was done by then. */
static void
policy_changed_cb (PelPolicyStore *policy, gpointer user_data)
{
  Running           *running = user_data;
  g_autoptr (GError) error = NULL;

  if (pel_tool_uses_pipeline (running->call.tool) || pel_tool_permit_again (&running->call, &error))
    return;
  g_clear_error (&running->refusal);
  running->refusal = g_error_copy (error);
  g_cancellable_cancel (running->cancellable);
  if (running->answer != NULL)
    answer (running, NULL, error);
}

static gboolean
is_asked_for (const Running *running, const char *argument)
{
  return json_object_get_boolean_member_with_default (running->call.arguments, argument, FALSE);
}

/* Acts, except dry runs; what is put before the person, unless they do so themselves; and whatever
 * is called with while_acting. */
static gboolean
ends_with_acting (const Running *running)
{
  switch (running->call.tool->tool_class)
    {
    case PEL_TOOL_ACT:
      return !is_asked_for (running, "dry_run");
    case PEL_TOOL_POINT:
      return pel_caller_get_info (running->call.caller.identity)->kind != PEL_CALLER_OPERATOR;
    default:
      return is_asked_for (running, "while_acting");
    }
}

/* An act that waits for something would not ask the gate again before that has come. */
static void
stopper_changed_cb (PelStopper *stopper, gpointer user_data)
{
  Running *running = user_data;

  if (!pel_stopper_is_stopped (stopper))
    return;
  running->was_stopped = TRUE;
  g_cancellable_cancel (running->cancellable);
}

/* Takes @error, of an act that was called off because all acting has been stopped, and gives one
 * that says so. */
static GError *
name_stop (GError *error)
{
  g_autoptr (GError) was = error;
  JsonObject        *details = pel_error_get_details (was);
  GError            *named = NULL;

  if (pel_error_get_code (was) != PEL_ERROR_CANCELLED)
    return g_steal_pointer (&was);
  pel_gate_set_error (PEL_GATE_STOPPED, &named);
  if (details == NULL)
    return named;
  /* something has gone out before */
  g_prefix_error (&named, "%s: ", was->message);
  pel_error_take_details (named, json_object_ref (details));
  return named;
}

static void
outer_cancelled_cb (GCancellable *outer, gpointer user_data)
{
  g_cancellable_cancel (((Running *) user_data)->cancellable);
}

/* Takes @running. A refusal is returned even if it could not be logged, and so is what was read;
 * but not what was seen in pixels. */
static void
recorded_cb (GObject *log, GAsyncResult *result, gpointer user_data)
{
  Running           *running = user_data;
  g_autoptr (GError) error = NULL;

  if (log != NULL && pel_audit_log_append_finish (PEL_AUDIT_LOG (log), result, &error) == 0 &&
      running->call.has_seen_pixels && running->error == NULL)
    {
      running->error = g_steal_pointer (&error);
      g_clear_pointer (&running->data, json_object_unref);
    }
  if (running->error != NULL && running->was_stopped)
    running->error = name_stop (g_steal_pointer (&running->error));
  if (running->answer != NULL)
    answer (running, g_steal_pointer (&running->data), running->error);
  running_free (running);
}

static void
record (Running *running)
{
  const GError *reason = running->refusal != NULL ? running->refusal : running->error;

  if (pel_tool_permit_is_recorded (&running->call, reason))
    pel_tool_permit_record_async (&running->call, reason, recorded_cb, running);
  else
    recorded_cb (NULL, NULL, running);
}

static void handle (Running *running);

/* A tool that only reads runs again once the person agrees. */
static void
asked_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Running *running = user_data;

  g_clear_error (&running->error);
  if (pel_tool_question_ask_finish (result, &running->error))
    handle (running);
  else
    record (running);
}

/* May come long after the call was answered by its deadline. The caller waits until it is written
 * down, so that calls cannot outrun the log. */
static void
handled_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Running *running = user_data;

  running->data = g_task_propagate_pointer (G_TASK (result), &running->error);
  if (running->answer != NULL && running->refusal == NULL &&
      pel_tool_question_is_due (&running->call, running->error))
    pel_tool_question_ask_async (&running->call, running->cancellable, asked_cb, running);
  else
    record (running);
}

static void
handle (Running *running)
{
  g_autoptr (GTask) handler = g_task_new (NULL, running->cancellable, handled_cb, running);

  g_task_set_source_tag (handler, pel_tool_call_async);
  g_task_set_task_data (handler, &running->call, NULL);
  if (running->call.tool->tool_class == PEL_TOOL_ACT)
    g_task_set_check_cancellable (handler, FALSE); /* what was done is returned */
  if (!g_task_return_error_if_cancelled (handler))
    pel_tool_permit_run (handler);
}

static gboolean
prepare (Running *running, const char *name, const char *arguments, GError **error)
{
  g_autofree PelField *fields = NULL;

  running->call.tool = pel_tool_table_find (name, PEL_OFFER_DBUS, error);
  if (running->call.tool == NULL)
    return FALSE;
  running->call.arguments =
      arguments[0] != '\0' ? pel_json_parse_object (arguments, -1, error) : json_object_new ();
  if (running->call.arguments == NULL)
    return FALSE;
  fields = pel_tool_dup_arguments (running->call.tool);
  return pel_schema_check (fields, running->call.arguments, name, error);
}

static PelCaller *
dup_identity (const PelToolCaller *caller)
{
  if (caller->identity != NULL)
    return pel_caller_ref (caller->identity);
  if (caller->name == NULL)
    return pel_caller_new_operator ();
  return pel_caller_new (&(PelCallerInfo){ .kind = PEL_CALLER_AGENT, .bus_name = caller->name });
}

/* Each call of a command line is a process of its own: what counts is who is behind it. */
static PelPurse *
find_purse (const PelCaller *caller)
{
  return pel_caller_get_info (caller)->kind != PEL_CALLER_OPERATOR
             ? pel_purse_find (pel_caller_get_origin (caller), g_get_monotonic_time ())
             : NULL;
}

/* A handler may still run when its caller was answered and is gone. */
static void
take_caller (Running *running, const PelToolCaller *caller)
{
  if (caller != NULL)
    running->call.caller = *caller;
  running->call.caller.name = g_strdup (running->call.caller.name);
  if (running->call.caller.snapshots != NULL)
    pel_snapshot_store_ref (running->call.caller.snapshots);
  running->call.caller.identity = dup_identity (&running->call.caller);
  running->call.caller.purse = find_purse (running->call.caller.identity);
}

void
pel_tool_call_async (const PelToolContext *context,
                     const PelToolCaller  *caller,
                     const char           *name,
                     const char           *arguments,
                     GCancellable         *cancellable,
                     GAsyncReadyCallback   callback,
                     gpointer              user_data)
{
  Running           *running = g_new0 (Running, 1);
  g_autoptr (GError) error = NULL;

  running->call.context = context;
  take_caller (running, caller);
  running->start_time = g_get_monotonic_time ();
  running->answer = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (running->answer, pel_tool_call_async);
  if (!prepare (running, name, arguments, &error))
    {
      answer (running, NULL, error);
      running_free (running);
      return;
    }

  running->timeout_ms = pel_tool_call_get_timeout_ms (running->call.tool, running->call.arguments);
  if (running->timeout_ms != 0)
    running->deadline_id =
        g_timeout_add (running->timeout_ms + running->call.tool->grace_ms, deadline_cb, running);
  running->cancellable = g_cancellable_new ();
  if (context->policy != NULL)
    running->policy_id =
        g_signal_connect (context->policy, "changed", G_CALLBACK (policy_changed_cb), running);
  if (context->stopper != NULL && ends_with_acting (running))
    running->stopper_id =
        g_signal_connect (context->stopper, "changed", G_CALLBACK (stopper_changed_cb), running);
  if (running->stopper_id != 0 && running->call.tool->tool_class != PEL_TOOL_ACT)
    stopper_changed_cb (context->stopper, running); /* acts ask the gate */
  if (cancellable != NULL)
    {
      running->outer = g_object_ref (cancellable);
      running->outer_id =
          g_signal_connect (cancellable, "cancelled", G_CALLBACK (outer_cancelled_cb), running);
      if (g_cancellable_is_cancelled (cancellable))
        g_cancellable_cancel (running->cancellable);
    }
  handle (running);
}

char *
pel_tool_call_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_tool_call_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}

GUnixFDList *
pel_tool_call_get_attachments (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_tool_call_async), NULL);

  return g_object_get_data (G_OBJECT (result), "attachments");
}

PelToolCall *
pel_tool_call_get (GTask *task)
{
  return g_task_get_task_data (task);
}

void
pel_tool_call_report (PelToolCall *self, double fraction, const char *message)
{
  Running *running = (Running *) self; /* the call is its first member */

  if (running->answer != NULL && self->caller.progress != NULL)
    self->caller.progress (fraction, message, self->caller.data);
}

/* The time of the deadline moves on with the time that was not counted. */
void
pel_tool_call_hold (PelToolCall *self, gboolean is_held)
{
  Running *running = (Running *) self;
  guint    left_ms = 0;

  if (is_held == (running->held_since != 0) || running->answer == NULL)
    return;
  if (is_held)
    {
      running->held_since = g_get_monotonic_time ();
      g_clear_handle_id (&running->deadline_id, g_source_remove);
      pel_tool_call_report (self, -1, _ ("Waiting for the person to answer"));
      return;
    }
  running->start_time += g_get_monotonic_time () - running->held_since;
  running->held_since = 0;
  if (pel_tool_call_get_left_ms (self, &left_ms))
    running->deadline_id =
        g_timeout_add (left_ms + running->call.tool->grace_ms, deadline_cb, running);
  pel_tool_call_report (self, 0, "");
}

/* Takes @object. @tell (nullable) */
static void
tell_object (PelToolCall *self, void (*tell) (const char *, gpointer), JsonObject *object)
{
  Running             *running = (Running *) self;
  g_autoptr (JsonNode) node = pel_json_take_object (object);
  g_autofree char     *text = NULL;

  if (running->answer == NULL || tell == NULL)
    return;
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  tell (text, self->caller.data);
}

void
pel_tool_call_emit (PelToolCall *self, JsonObject *event)
{
  tell_object (self, self->caller.event, event);
}

void
pel_tool_call_put (PelToolCall *self, JsonObject *question)
{
  tell_object (self, self->caller.question, question);
}

guint
pel_tool_call_get_timeout_ms (const PelTool *tool, JsonObject *arguments)
{
  return json_object_get_int_member_with_default (arguments, "timeout_ms", tool->timeout_ms);
}

gboolean
pel_tool_call_get_left_ms (const PelToolCall *self, guint *ret_left_ms)
{
  const Running *running = (const Running *) self;
  gint64         until = running->held_since != 0 ? running->held_since : g_get_monotonic_time ();
  gint64         gone_ms = (until - running->start_time) / 1000;

  if (running->timeout_ms == 0)
    return FALSE;
  *ret_left_ms = gone_ms < running->timeout_ms ? running->timeout_ms - gone_ms : 0;
  return TRUE;
}
