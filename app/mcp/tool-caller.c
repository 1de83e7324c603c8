/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/tool-caller.h"

#include "app/mcp/elicitation.h"
#include "app/mcp/tool-result.h"
#include "services/base/error.h"
#include "services/base/similar.h"

#include <glib/gi18n.h>

/* What writes files, where nothing but reading is offered. */
static const char *const writing_arguments[] = { "file_path", "difference_path", NULL };

/* The key of the one thing that a client is ever asked for. */
#define APPROVAL "approval"

/* A call under way. */
typedef struct
{
  PelServer     *server;
  PelRequest    *request; /* NULL while its client is away to ask the person */
  gulong         cancelled_id;
  GCancellable  *cancellable; /* its own: requests come and go */
  const PelTool *tool;
  JsonObject    *arguments;
  JsonObject    *params;   /* of the request */
  JsonObject    *question; /* (nullable) what the person is asked just now */
  char          *asked;    /* (nullable) of our own request about it */
} Call;

static void
detach (Call *call)
{
  if (call->request == NULL)
    return;
  g_clear_signal_handler (&call->cancelled_id, pel_request_get_cancellable (call->request));
  g_clear_pointer (&call->request, pel_request_unref);
}

static void
call_free (Call *call)
{
  detach (call);
  g_object_unref (call->cancellable);
  json_object_unref (call->arguments);
  json_object_unref (call->params);
  g_clear_pointer (&call->question, json_object_unref);
  g_free (call->asked);
  g_free (call);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Call, call_free)

static void
call_off (Call *call)
{
  if (call->asked != NULL)
    pel_server_call_off (call->server, call->asked);
  g_clear_pointer (&call->asked, g_free);
}

static void
request_cancelled_cb (GCancellable *unused, gpointer user_data)
{
  Call *call = user_data;

  call_off (call);
  g_cancellable_cancel (call->cancellable);
}

static void
attach (Call *call, PelRequest *request)
{
  call->request = pel_request_ref (request);
  call->cancelled_id = g_signal_connect (pel_request_get_cancellable (request),
                                         "cancelled",
                                         G_CALLBACK (request_cancelled_cb),
                                         call);
  pel_request_start_progress (request);
}

static void
log_answer (const Call *call, JsonObject *envelope, JsonObject *answer)
{
  JsonObject *error = pel_message_get_object (envelope, "error");
  const char *code = error != NULL ? pel_message_get_string (error, "code") : NULL;

  if (code != NULL && pel_log_is_refusal (code))
    pel_server_log (call->server, call->request, PEL_LOG_CALL_REFUSED, call->tool->name, code);
  if (pel_tool_result_is_cut (answer))
    pel_server_log (call->server, call->request, PEL_LOG_ANSWER_CUT, call->tool->name, NULL);
}

static void
called_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Call)        call = user_data;
  g_autoptr (GUnixFDList) files = NULL;
  g_autoptr (JsonObject)  envelope = pel_session_link_call_finish (result, &files);
  JsonObject             *answer;

  if (call->request == NULL)
    {
      pel_parking_remove (pel_server_get_parking (call->server), call);
      return;
    }
  if (pel_request_is_over (call->request))
    return; /* and the server may be gone */
  call_off (call);
  pel_server_remember_snapshot (call->server, envelope);
  answer = pel_tool_result_new (call->tool, call->arguments, envelope, files);
  log_answer (call, envelope, answer);
  pel_request_answer (call->request, answer);
}

static void
held_cb (gpointer user_data)
{
  Call *call = user_data;

  if (call->request != NULL)
    pel_server_log (call->server, call->request, PEL_LOG_CALL_WAITS, call->tool->name, NULL);
}

static void
progress_cb (const char *message, gpointer user_data)
{
  Call *call = user_data;

  if (call->request != NULL)
    pel_request_report (call->request, message);
}

/* The person, through the client */

static void
tell_session (Call *call, JsonObject *result)
{
  gint64      id = json_object_get_int_member_with_default (call->question, "id", 0);
  const char *reason;
  const char *answer = pel_elicitation_read (result, call->question, &reason);

  pel_session_link_answer (pel_server_get_link (call->server), id, answer, reason);
  g_clear_pointer (&call->question, json_object_unref);
}

static void
answered_cb (JsonObject *result, gpointer user_data)
{
  Call *call = user_data;

  g_clear_pointer (&call->asked, g_free);
  tell_session (call, result);
}

/* In the old era we ask; the call goes on meanwhile. */
static void
ask_client (Call *call)
{
  call->asked = pel_server_ask (call->server,
                                PEL_ELICITATION_METHOD,
                                pel_elicitation_new_params (call->question),
                                answered_cb,
                                call,
                                NULL);
}

/* In the new one the client comes again. */
static void
send_away (Call *call)
{
  PelParking            *parking = pel_server_get_parking (call->server);
  g_autofree char       *ticket = pel_parking_put (parking, call, call->params);
  g_autoptr (PelRequest) request = pel_request_ref (call->request);
  JsonObject            *result = json_object_new ();
  JsonObject            *inputs = json_object_new ();
  JsonObject            *input = json_object_new ();

  detach (call);
  json_object_set_string_member (input, "method", PEL_ELICITATION_METHOD);
  json_object_set_object_member (input, "params", pel_elicitation_new_params (call->question));
  json_object_set_object_member (inputs, APPROVAL, input);
  json_object_set_string_member (result, "resultType", "input_required");
  json_object_set_object_member (result, "inputRequests", inputs);
  json_object_set_string_member (result, "requestState", ticket);
  pel_request_answer (request, result);
}

static void
question_cb (JsonObject *question, gpointer user_data)
{
  Call    *call = user_data;
  gboolean is_modern =
      call->request != NULL && pel_request_get_era (call->request) == PEL_ERA_MODERN;
  JsonObject *capabilities = is_modern ? pel_request_get_client_capabilities (call->request)
                                       : pel_server_get_client_capabilities (call->server);

  g_clear_pointer (&call->question, json_object_unref);
  call->question = json_object_ref (question);
  if (call->request == NULL || !pel_elicitation_is_possible (capabilities))
    tell_session (call, NULL);
  else if (is_modern)
    send_away (call);
  else
    ask_client (call);
}

/* The client is back. What it does not bring along it is sent for again. */
static void
resume (PelServer *server, PelRequest *request, const char *ticket)
{
  JsonObject *params = pel_request_get_params (request);
  JsonObject *responses = pel_message_get_object (params, "inputResponses");
  JsonObject *response = responses != NULL ? pel_message_get_object (responses, APPROVAL) : NULL;
  g_autoptr (GError) error = NULL;
  Call *call = pel_parking_take (pel_server_get_parking (server), ticket, params, &error);

  if (call == NULL)
    {
      pel_request_fail_with (request, error);
      return;
    }
  attach (call, request);
  if (response != NULL)
    tell_session (call, response);
  else
    send_away (call);
}

static gboolean
check_arguments (PelServer *server, const PelTool *tool, JsonObject *arguments, GError **error)
{
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);

  if (!pel_schema_check (fields, arguments, tool->name, error))
    {
      pel_error_suggest (*error, _ ("See tools/list for the arguments"));
      return FALSE;
    }
  if (!pel_profile_is_read_only (pel_server_get_profile (server)))
    return TRUE;
  for (guint i = 0; writing_arguments[i] != NULL; i++)
    if (json_object_has_member (arguments, writing_arguments[i]) ||
        g_strcmp0 (json_object_get_string_member_with_default (arguments, "output", NULL),
                   "file") == 0)
      {
        pel_set_error (error,
                       PEL_ERROR_DENIED,
                       _ ("Omit it: the image is included in the result"),
                       _ ("%s: files cannot be written with --read-only"),
                       tool->name);
        return FALSE;
      }
  return TRUE;
}

/* What is not offered here may be elsewhere. */
static void
refuse (PelServer *server, PelRequest *request, const char *name)
{
  const PelProfile     *profile = pel_server_get_profile (server);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char           *similar;

  for (guint i = 0; i < pel_profile_get_n_tools (profile); i++)
    g_ptr_array_add (names, (gpointer) pel_profile_get_tool (profile, i)->name);
  g_ptr_array_add (names, NULL);
  similar = pel_similar_find (name, (const char *const *) names->pdata);
  if (similar != NULL)
    pel_request_fail (request,
                      PEL_RPC_INVALID_PARAMS,
                      NULL,
                      _ ("Unknown tool “%.100s”. Did you mean “%s”?"),
                      name,
                      similar);
  else
    pel_request_fail (request,
                      PEL_RPC_INVALID_PARAMS,
                      NULL,
                      _ ("Unknown tool “%.100s”. See tools/list for the available tools"),
                      name);
}

/* FALSE if it was refused: what a model can fix is a result, the rest an error. */
static gboolean
read_params (PelServer      *server,
             PelRequest     *request,
             const PelTool **ret_tool,
             JsonObject    **ret_arguments)
{
  JsonObject            *params = pel_request_get_params (request);
  const char            *name = pel_message_get_string (params, "name");
  JsonObject            *given = pel_message_get_object (params, "arguments");
  g_autoptr (JsonObject) arguments = given != NULL ? json_object_ref (given) : json_object_new ();
  g_autoptr (GError)     error = NULL;
  const PelTool         *tool =
      name != NULL ? pel_profile_find (pel_server_get_profile (server), name) : NULL;

  if (name == NULL || (given == NULL && json_object_has_member (params, "arguments")))
    pel_request_fail (request,
                      PEL_RPC_INVALID_PARAMS,
                      NULL,
                      _ ("tools/call: name must be a string and arguments an object"));
  else if (tool == NULL)
    refuse (server, request, name);
  else if (!check_arguments (server, tool, arguments, &error))
    pel_request_answer (request, pel_tool_result_new_error (error));
  else
    {
      *ret_tool = tool;
      *ret_arguments = pel_tool_result_prepare (tool, arguments);
      return TRUE;
    }
  return FALSE;
}

void
pel_tool_caller_handle (PelServer *server, PelRequest *request)
{
  const PelExtras *extras = pel_server_get_extras (server);
  JsonObject      *params = pel_request_get_params (request);
  const char      *name = pel_message_get_string (params, "name");
  const char      *ticket = pel_message_get_string (params, "requestState");
  const PelTool   *tool;
  JsonObject      *arguments;
  Call            *call;

  if (extras->call != NULL && name != NULL && extras->call (server, request, name, extras->data))
    return;
  if (json_object_has_member (params, "requestState") &&
      pel_request_get_era (request) == PEL_ERA_MODERN)
    {
      resume (server, request, ticket != NULL ? ticket : "");
      return;
    }
  if (!read_params (server, request, &tool, &arguments))
    return;
  call = g_new0 (Call, 1);
  call->server = server;
  call->cancellable = g_cancellable_new ();
  call->tool = tool;
  call->arguments = arguments;
  call->params = json_object_ref (params);
  attach (call, request);
  pel_session_link_call_async (pel_server_get_link (server),
                               tool,
                               arguments,
                               &(PelLinkListener){ .held = held_cb,
                                                   .progress = progress_cb,
                                                   .question = question_cb,
                                                   .data = call },
                               call->cancellable,
                               called_cb,
                               call);
}
