/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/completion.h"

#include "app/mcp/fence.h"
#include "app/mcp/prompts.h"
#include "app/mcp/tool-result.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>
#include <string.h>

typedef enum
{
  WANT_NOTHING, /* there is nothing to propose */
  WANT_SNAPSHOTS,
  WANT_WINDOWS,
  WANT_TITLES,
  WANT_UNKNOWN, /* unknown what is meant */
} Want;

/* A completion under way: the windows are asked for. */
typedef struct
{
  PelRequest *request;
  char       *prefix;
  Want        want;
} Completing;

static void
completing_free (Completing *completing)
{
  pel_request_unref (completing->request);
  g_free (completing->prefix);
  g_free (completing);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Completing, completing_free)

JsonObject *
pel_completion_new_result (GPtrArray *values, const char *prefix)
{
  g_autofree char *folded = g_utf8_casefold (prefix, -1);
  JsonObject      *result = json_object_new ();
  JsonObject      *completion = json_object_new ();
  JsonArray       *array = json_array_new ();
  guint            n_matches = 0;

  for (guint i = 0; i < values->len; i++)
    {
      const char      *value = g_ptr_array_index (values, i);
      g_autofree char *other = g_utf8_casefold (value, -1);

      if (!g_str_has_prefix (other, folded))
        continue;
      if (n_matches++ < PEL_COMPLETION_MAX_VALUES)
        json_array_add_string_element (array, value);
    }
  json_object_set_array_member (completion, "values", array);
  json_object_set_int_member (completion, "total", n_matches);
  json_object_set_boolean_member (completion, "hasMore", n_matches > PEL_COMPLETION_MAX_VALUES);
  json_object_set_object_member (result, "completion", completion);
  return result;
}

static void
listed_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (Completing) completing = user_data;
  g_autoptr (JsonObject) envelope = pel_session_link_call_finish (async_result, NULL);
  JsonObject            *data = pel_message_get_object (envelope, "data");
  JsonArray             *windows = data != NULL ? pel_message_get_array (data, "windows") : NULL;
  const char            *member = completing->want == WANT_TITLES ? "title" : "window_id";
  g_autoptr (GPtrArray)  values = g_ptr_array_new_with_free_func (g_free);
  JsonObject            *result;

  for (guint i = 0; windows != NULL && i < json_array_get_length (windows); i++)
    {
      const char *value =
          pel_message_get_string (json_array_get_object_element (windows, i), member);
      g_autofree char *line = value != NULL ? pel_fence_line (value, PEL_RESULT_MAX_CHARS) : NULL;

      /* what would have to be changed is not the title any more, and would find nothing */
      if (line != NULL && g_str_equal (line, value))
        g_ptr_array_add (values, g_steal_pointer (&line));
    }
  result = pel_completion_new_result (values, completing->prefix);
  if (completing->want == WANT_TITLES)
    json_object_set_object_member (result, "_meta", pel_fence_new_mark ("completion"));
  pel_request_answer (completing->request, result);
}

static Want
find_want (JsonObject *ref, const char *argument)
{
  const char *type = pel_message_get_string (ref, "type");
  const char *prompt = pel_message_get_string (ref, "name");
  const char *uri = pel_message_get_string (ref, "uri");
  gboolean    is_id = g_str_equal (argument, "id");

  if (g_strcmp0 (type, "ref/prompt") == 0 && prompt != NULL && pel_prompts_has (prompt))
    return pel_prompts_takes_window (prompt, argument) ? WANT_TITLES : WANT_NOTHING;
  if (g_strcmp0 (type, "ref/resource") != 0 || uri == NULL)
    return WANT_UNKNOWN;
  if (g_str_has_prefix (uri, "ui://snapshot/"))
    return is_id ? WANT_SNAPSHOTS : WANT_NOTHING;
  if (g_str_has_prefix (uri, "ui://window/"))
    return is_id ? WANT_WINDOWS : WANT_NOTHING;
  return WANT_UNKNOWN;
}

static void
list_windows (PelServer *server, PelRequest *request, const char *prefix, Want want)
{
  g_autoptr (JsonObject) arguments = json_object_new ();
  Completing            *completing = g_new0 (Completing, 1);

  completing->request = pel_request_ref (request);
  completing->prefix = g_strdup (prefix);
  completing->want = want;
  pel_session_link_call_async (pel_server_get_link (server),
                               &pel_tool_list_windows,
                               arguments,
                               NULL,
                               pel_request_get_cancellable (request),
                               listed_cb,
                               completing);
}

void
pel_completion_handle (PelServer *server, PelRequest *request)
{
  const PelExtras *extras = pel_server_get_extras (server);
  JsonObject      *params = pel_request_get_params (request);
  JsonObject      *ref = pel_message_get_object (params, "ref");
  JsonObject      *argument = pel_message_get_object (params, "argument");
  const char      *name = argument != NULL ? pel_message_get_string (argument, "name") : NULL;
  const char      *prefix = argument != NULL ? pel_message_get_string (argument, "value") : NULL;
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  Want                  want;

  if (ref == NULL || name == NULL || prefix == NULL)
    {
      pel_request_fail (
          request,
          PEL_RPC_INVALID_PARAMS,
          NULL,
          _ ("completion/complete: ref and argument with name and value are required"));
      return;
    }
  if (extras->complete != NULL && extras->complete (request, ref, extras->data))
    return;
  want = find_want (ref, name);
  if (want == WANT_UNKNOWN)
    pel_request_fail (request,
                      PEL_RPC_INVALID_PARAMS,
                      NULL,
                      _ ("completion/complete: unknown prompt or template"));
  else if (want == WANT_WINDOWS || want == WANT_TITLES)
    list_windows (server, request, prefix, want);
  else
    pel_request_answer (request,
                        pel_completion_new_result (want == WANT_SNAPSHOTS
                                                       ? pel_server_get_snapshot_ids (server)
                                                       : none,
                                                   prefix));
}
