/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/tool-caller.h"

#include "app/mcp/tool-result.h"
#include "services/base/error.h"
#include "services/base/similar.h"

#include <glib/gi18n.h>

/* What writes files, where nothing but reading is offered. */
static const char *const writing_arguments[] = { "file_path", "difference_path", NULL };

/* A call under way. */
typedef struct
{
  PelServer     *server;
  PelRequest    *request;
  const PelTool *tool;
  JsonObject    *arguments;
} Call;

static void
call_free (Call *call)
{
  pel_request_unref (call->request);
  json_object_unref (call->arguments);
  g_free (call);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Call, call_free)

static void
called_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Call)        call = user_data;
  g_autoptr (GUnixFDList) files = NULL;
  g_autoptr (JsonObject)  envelope = pel_session_link_call_finish (result, &files);

  if (pel_request_is_over (call->request))
    return; /* and the server may be gone */
  pel_server_remember_snapshot (call->server, envelope);
  pel_request_answer (call->request,
                      pel_tool_result_new (call->tool, call->arguments, envelope, files));
}

static void
progress_cb (const char *message, gpointer user_data)
{
  Call *call = user_data;

  pel_request_report (call->request, message);
}

static gboolean
check_arguments (PelServer *server, const PelTool *tool, JsonObject *arguments, GError **error)
{
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);

  if (!pel_schema_check (fields, arguments, tool->name, error))
    {
      pel_error_suggest (*error, _ ("tools/list tells the arguments"));
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
                       _ ("Leave it out: the picture comes with the answer"),
                       _ ("%s: with --read-only no file is written"),
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
                      _ ("Unknown tool: “%.100s”. Did you mean “%s”?"),
                      name,
                      similar);
  else
    pel_request_fail (request,
                      PEL_RPC_INVALID_PARAMS,
                      NULL,
                      _ ("Unknown tool: “%.100s”. tools/list tells those that are offered here"),
                      name);
}

/* FALSE where it was refused: what a model can mend is a result, the rest an error. */
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
                      _ ("tools/call: name must be a text and arguments an object"));
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
  const char      *name = pel_message_get_string (pel_request_get_params (request), "name");
  const PelTool   *tool;
  JsonObject      *arguments;
  Call            *call;

  if (extras->call != NULL && name != NULL && extras->call (server, request, name, extras->data))
    return;
  if (!read_params (server, request, &tool, &arguments))
    return;
  call = g_new0 (Call, 1);
  call->server = server;
  call->request = pel_request_ref (request);
  call->tool = tool;
  call->arguments = arguments;
  pel_request_start_progress (request);
  pel_session_link_call_async (pel_server_get_link (server),
                               tool,
                               arguments,
                               &(PelLinkListener){ .progress = progress_cb, .data = call },
                               pel_request_get_cancellable (request),
                               called_cb,
                               call);
}
