/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/fuzz/fuzz.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/tool-call.h"
#include "services/tool/tool-table.h"

#include <string.h>

/* A caller's text comes back in the message, but not all of it. */
#define MAX_MESSAGE 1024

static void
check_error (const GError *error)
{
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_cmpuint (strlen (error->message), <, MAX_MESSAGE);
  g_assert_cmpstr (pel_error_get_hint (error), !=, "");
}

static void
check_arguments (const PelTool *tool, JsonObject *arguments)
{
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);
  g_autoptr (GError)   error = NULL;
  guint                timeout_ms;

  if (!pel_schema_check (fields, arguments, tool->name, &error))
    {
      check_error (error);
      return;
    }
  timeout_ms = pel_tool_call_get_timeout_ms (tool, arguments);
  g_assert_true (timeout_ms >= 100 || (timeout_ms == 0 && tool->timeout_ms == 0));
  g_assert_cmpuint (timeout_ms, <=, 60000);
}

/* Results have the richer schemas: lists, objects, numbers. */
static void
check_result (const PelTool *tool, JsonObject *data)
{
  g_autoptr (GError) error = NULL;

  if (!pel_schema_check (tool->result, data, tool->name, &error))
    check_error (error);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char       *text = g_memdup2 (size > 0 ? data : (const guint8 *) "", MAX (size, 1));
  g_autoptr (GError)     error = NULL;
  g_autoptr (JsonObject) object = pel_json_parse_object (text, size, &error);

  if (object == NULL)
    {
      check_error (error);
      return 0;
    }
  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      check_arguments (pel_tool_table_get_tool (i), object);
      check_result (pel_tool_table_get_tool (i), object);
    }
  return 0;
}
