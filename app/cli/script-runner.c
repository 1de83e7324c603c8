/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/script-runner.h"

#include "app/cli/client.h"
#include "app/cli/output.h"
#include "app/cli/script.h"
#include "services/base/text.h"
#include "services/tool/tool-call.h"
#include "services/tool/tools.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

#define CHUNK_BYTES       65536
#define MAX_SUMMARY_CHARS 200

typedef struct
{
  const char *path;
  gboolean    is_json;
  PelClient  *client;
  int         exit_code; /* of the first that failed */
} Runner;

/* What is said of one line */
typedef enum
{
  REMARK_FINE,
  REMARK_WARNING,
  REMARK_ERROR,
} RemarkKind;

typedef struct
{
  const PelScriptLine *line;
  RemarkKind           kind;
  const PelTool       *tool;     /* (nullable) that was called */
  JsonObject          *envelope; /* (nullable) what it answered */
  const GError        *error;    /* (nullable) */
} Remark;

/* Reading */

static GBytes *
read_stream (FILE *stream)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8     *chunk = g_malloc (CHUNK_BYTES);
  gsize                  n_read;

  while (bytes->len <= PEL_SCRIPT_MAX_BYTES && (n_read = fread (chunk, 1, CHUNK_BYTES, stream)) > 0)
    g_byte_array_append (bytes, chunk, n_read);
  return ferror (stream) ? NULL : g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static GBytes *
read_script (const char *path, GError **error)
{
  gboolean is_standard = g_str_equal (path, "-");
  FILE    *stream = is_standard ? stdin : g_fopen (path, "re");
  GBytes  *bytes = stream != NULL ? read_stream (stream) : NULL;
  int      code = errno;

  if (stream != NULL && !is_standard)
    fclose (stream);
  if (bytes == NULL)
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   _ ("Check the path"),
                   _ ("run: cannot read “%s”: %s"),
                   path,
                   g_strerror (code));
  return bytes;
}

/* Output */

/* Takes @text. */
static char *
shorten (char *text)
{
  g_autofree char *whole = text;
  g_autofree char *kept = NULL;

  if (g_utf8_strlen (whole, -1) <= MAX_SUMMARY_CHARS)
    return g_steal_pointer (&whole);
  kept = g_utf8_substring (whole, 0, MAX_SUMMARY_CHARS - 1);
  return g_strconcat (kept, "…", NULL);
}

/* The first line of what would be printed, and how much more there would be. */
static char *
summarize (const PelTool *tool, JsonObject *data)
{
  g_autofree char *text = pel_print_result (tool, data, PEL_STYLE_PLAIN, 0);
  g_auto (GStrv)   lines = g_strsplit (g_strchomp (text), "\n", -1);
  guint            n_more = g_strv_length (lines) > 0 ? g_strv_length (lines) - 1 : 0;
  g_autofree char *first = NULL;
  g_autofree char *more = NULL;

  if (lines[0] == NULL)
    return g_strdup (_ ("done"));
  first = shorten (pel_text_escape (g_strdelimit (lines[0], "\t", ' ')));
  if (n_more == 0 || tool->tool_class == PEL_TOOL_ACT) /* what it did is the first of them */
    return g_steal_pointer (&first);
  more = g_strdup_printf (ngettext ("and %u more line", "and %u more lines", n_more), n_more);
  return g_strdup_printf ("%s (%s)", first, more);
}

static gboolean
put_fine (const Runner *self, const Remark *remark)
{
  g_autofree char *command = pel_tool_dup_command (remark->line->command->tool);
  g_autofree char *summary = NULL;
  g_autofree char *text = NULL;

  summary = remark->envelope != NULL
                ? summarize (remark->tool, json_object_get_object_member (remark->envelope, "data"))
                : g_strdup (_ ("valid"));
  text = g_strdup_printf ("%s:%u: %s: %s\n", self->path, remark->line->number, command, summary);
  return pel_output_put (text);
}

static void
put_trouble (const Runner *self, const Remark *remark)
{
  PelErrorCode     code = pel_error_get_code (remark->error);
  const char      *warning = code == PEL_ERROR_VERIFICATION_FAILED ? _ ("warning: not true now: ")
                                                                   : _ ("warning: not possible now: ");
  g_autofree char *message = g_strdup_printf ("%s:%u: %s%s",
                                              self->path,
                                              remark->line->number,
                                              remark->kind == REMARK_WARNING ? warning : "",
                                              remark->error->message);

  pel_output_put_error (message,
                        pel_error_get_hint (remark->error),
                        pel_error_get_details (remark->error),
                        code);
}

/* The envelope of the call, with the line before it; what is written on that line may be secret. */
static gboolean
put_json (const Remark *remark)
{
  static const char *const names[] = {
    [REMARK_FINE] = "fine", [REMARK_WARNING] = "not_now", [REMARK_ERROR] = "error"
  };
  JsonObject          *object = json_object_new ();
  g_autoptr (JsonNode) node = pel_json_take_object (object);
  JsonObjectIter       iter;
  const char          *name;
  JsonNode            *member;

  json_object_set_int_member (object, "line", remark->line->number);
  if (remark->line->command != NULL)
    json_object_set_string_member (object, "tool", remark->line->command->tool->name);
  json_object_set_string_member (object, "line_is", names[remark->kind]);
  if (remark->envelope != NULL)
    {
      json_object_iter_init_ordered (&iter, remark->envelope);
      while (json_object_iter_next_ordered (&iter, &name, &member))
        json_object_set_member (object, name, json_node_copy (member));
    }
  else if (remark->error != NULL)
    json_object_set_object_member (object, "error", pel_tool_error_to_json (remark->error));
  return pel_output_put_json (node, PEL_JSON_COMPACT);
}

/* FALSE: the output can no longer be written. */
static gboolean
tell (Runner *self, const Remark *remark)
{
  gboolean is_written = TRUE;

  if (remark->kind == REMARK_ERROR && self->exit_code == 0)
    self->exit_code = pel_error_get_exit_code (pel_error_get_code (remark->error));
  if (self->is_json)
    is_written = put_json (remark);
  else if (remark->kind == REMARK_FINE)
    is_written = put_fine (self, remark);
  else
    put_trouble (self, remark);
  if (!is_written && self->exit_code == 0)
    self->exit_code = pel_output_finish (FALSE);
  return is_written;
}

/* Calling */

static gboolean
show_event (const char *json)
{
  return pel_output_put (json) && pel_output_put ("\n");
}

/* (nullable) (transfer full): the error of an answer. */
static GError *
read_error (JsonObject *envelope)
{
  JsonNode   *node = json_object_get_member (envelope, "error");
  JsonObject *object, *details;
  GError     *error = NULL;

  if (node == NULL && json_object_has_member (envelope, "data"))
    return NULL;
  if (node == NULL)
    {
      pel_set_error (&error,
                     PEL_ERROR_UNKNOWN,
                     _ ("End the session and try again; its version may differ"),
                     _ ("The session sent an invalid reply"));
      return error;
    }
  object = json_node_get_object (node);
  pel_set_error (&error,
                 pel_error_code_from_string (json_object_get_string_member (object, "code")),
                 json_object_get_string_member (object, "hint"),
                 "%s",
                 json_object_get_string_member (object, "message"));
  details = json_object_has_member (object, "details")
                ? json_object_get_object_member (object, "details")
                : NULL;
  if (details != NULL)
    pel_error_take_details (error, json_object_ref (details));
  return error;
}

static JsonObject *
call (Runner *self, const PelTool *tool, JsonObject *arguments)
{
  const PelClientListener listener = { .event = tool->event != NULL ? show_event : NULL };

  return pel_client_call (self->client, tool, arguments, &listener);
}

/* FALSE: that was the last one. */
static gboolean
run_line (Runner *self, const PelScriptLine *line)
{
  g_autoptr (JsonObject) envelope = NULL;
  g_autoptr (GError)     error = NULL;
  Remark                 remark = { .line = line, .tool = line->command->tool };

  pel_command_line_add_form (line->command, FALSE);
  if (line->command->tool == &pel_tool_wait) /* when acting is stopped, so is the script */
    json_object_set_boolean_member (line->command->arguments, "while_acting", TRUE);
  envelope = call (self, line->command->tool, line->command->arguments);
  error = read_error (envelope);
  remark.kind = error != NULL ? REMARK_ERROR : REMARK_FINE;
  remark.envelope = envelope;
  remark.error = error;
  return tell (self, &remark) && error == NULL;
}

/* (nullable) (transfer full): what a dry run says that an act still needs. */
static GError *
find_question (JsonObject *envelope)
{
  JsonObject *data = json_object_get_object_member (envelope, "data");
  JsonObject *policy = json_object_has_member (data, "policy")
                           ? json_object_get_object_member (data, "policy")
                           : NULL;
  GError     *error = NULL;

  if (policy == NULL || g_strcmp0 (json_object_get_string_member (policy, "decision"), "ask") != 0)
    return NULL;
  pel_set_error (&error, PEL_ERROR_APPROVAL_REQUIRED, NULL, _ ("requires the person's approval"));
  return error;
}

/* FALSE: the other lines need not be tried, since no session would answer. */
static gboolean
check_line (Runner *self, const PelScriptLine *line)
{
  const PelTool         *tool;
  g_autoptr (JsonObject) arguments = pel_script_plan_check (line->command, &tool);
  g_autoptr (JsonObject) envelope = NULL;
  g_autoptr (GError)     error = NULL;
  Remark                 remark = { .line = line, .tool = tool };
  PelErrorCode           code;

  if (arguments == NULL)
    return tell (self, &remark);
  envelope = call (self, tool, arguments);
  error = read_error (envelope);
  remark.envelope = envelope;
  code = error != NULL ? pel_error_get_code (error) : PEL_ERROR_UNKNOWN;
  if (error == NULL)
    error = find_question (envelope);
  else
    remark.kind = pel_script_is_about_now (code) ? REMARK_WARNING : REMARK_ERROR;
  if (error != NULL && remark.kind == REMARK_FINE)
    remark.kind = REMARK_WARNING;
  remark.error = error;
  return tell (self, &remark) && code != PEL_ERROR_CANCELLED &&
         code != PEL_ERROR_CAPABILITY_UNAVAILABLE;
}

/* FALSE: the output can no longer be written. */
static gboolean
tell_mistake (Runner *self, const PelScriptLine *line)
{
  return tell (self, &(Remark){ .line = line, .kind = REMARK_ERROR, .error = line->error });
}

/* Nothing is begun that cannot be finished. */
static void
run_lines (Runner *self, GPtrArray *lines)
{
  gboolean is_good = TRUE;

  for (guint i = 0; i < lines->len; i++)
    {
      const PelScriptLine *line = lines->pdata[i];

      is_good = is_good && line->error == NULL;
      if (line->error != NULL && !tell_mistake (self, line))
        return;
    }
  for (guint i = 0; is_good && i < lines->len; i++)
    is_good = run_line (self, lines->pdata[i]);
}

static void
check_lines (Runner *self, GPtrArray *lines)
{
  gboolean goes_on = TRUE;

  for (guint i = 0; goes_on && i < lines->len; i++)
    {
      const PelScriptLine *line = lines->pdata[i];

      goes_on = line->error != NULL ? tell_mistake (self, line) : check_line (self, line);
    }
}

int
pel_script_run (const char *path, PelScriptManner manner, gboolean is_json)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (GBytes)    bytes = read_script (path, &error);
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (PelClient) client = NULL;
  Runner                self = { .path = path, .is_json = is_json };

  if (bytes != NULL)
    lines = pel_script_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  if (lines == NULL)
    return pel_output_report (error, is_json);
  self.client = client = pel_client_new ();
  if (manner == PEL_SCRIPT_CHECK)
    check_lines (&self, lines);
  else
    run_lines (&self, lines);
  return self.exit_code;
}
