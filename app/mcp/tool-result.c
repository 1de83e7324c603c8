/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/tool-result.h"

#include "app/cli/error-printer.h"
#include "app/mcp/content.h"
#include "app/mcp/fence.h"
#include "app/mcp/hint.h"
#include "app/mcp/structure.h"
#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/tool-call.h"

#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILE_BYTES  (24 * 1024 * 1024)
#define MAX_PIXELS      1150000 /* more is not seen by models, but paid for */
#define TREE_BYTES      7400    /* leaves room for the fence */
#define MAX_ASKED_BYTES (256 * 1024)
#define FENCE_BYTES     256          /* of the fence and the last line */
#define OWN_PREFIX      "pellucid: " /* as on a terminal */

typedef struct
{
  const char *tool;
  const char *words;
} Rest;

/* How to reach what a text had no room for. */
/* clang-format off */
static const Rest rests[] = {
  { "ui_snapshot",     N_ ("use target, selector, interactive or max_depth, or read the resource") },
  { "ui_query",        N_ ("use a narrower selector, or limit") },
  { "ui_read_text",    N_ ("use start and end") },
  { "ui_list_windows", N_ ("use filter") },
  { "ui_regions",      N_ ("use filter") },
};
/* clang-format on */

static const char *
get_rest (const PelTool *tool)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rests); i++)
    if (g_str_equal (rests[i].tool, tool->name))
      return _ (rests[i].words);
  return _ ("narrow the request");
}

static guint
count_lines (const char *text)
{
  guint n_lines = 0;

  for (const char *p = text; (p = strchr (p, '\n')) != NULL; p++)
    n_lines++;
  return n_lines;
}

/* How much of @text is kept: whole lines, or of a single one whole characters. */
static gsize
get_kept (const char *text, gsize max_bytes)
{
  gsize keep = max_bytes;

  while (keep > 0 && text[keep - 1] != '\n')
    keep--;
  if (keep > 0)
    return keep;
  keep = max_bytes;
  while (keep > 0 && ((guchar) text[keep] & 0xc0) == 0x80)
    keep--;
  return keep;
}

char *
pel_tool_result_make_text (const char *text, gsize max_bytes, const char *rest)
{
  g_autofree char *clean = pel_fence_clean (text);
  g_autofree char *fenced = NULL;
  gsize            length = strlen (clean);
  gsize            room = max_bytes > FENCE_BYTES ? max_bytes - FENCE_BYTES : 1;
  gsize            keep;
  guint            n_lines;

  if (length <= room)
    return pel_fence_wrap (clean);
  keep = get_kept (clean, room);
  n_lines = count_lines (clean + keep);
  clean[keep] = '\0';
  fenced = pel_fence_wrap (clean);
  return g_strdup_printf (ngettext ("%s\n… %lu bytes (%u line) truncated: %s",
                                    "%s\n… %lu bytes (%u lines) truncated: %s",
                                    n_lines),
                          fenced,
                          (gulong) (length - keep),
                          n_lines,
                          rest);
}

/* After the end of the fence there is only the note about the truncated rest, or a link to it. */
gboolean
pel_tool_result_is_cut (JsonObject *result)
{
  JsonArray *content = json_object_get_array_member (result, "content");

  for (guint i = 0; i < json_array_get_length (content); i++)
    {
      JsonObject *block = json_array_get_object_element (content, i);
      const char *type = json_object_get_string_member (block, "type");

      if (g_str_equal (type, "resource_link") ||
          (g_str_equal (type, "text") &&
           !g_str_has_suffix (json_object_get_string_member (block, "text"), ">")))
        return TRUE;
    }
  return FALSE;
}

GBytes *
pel_tool_result_read_file (GUnixFDList *files, gint64 index)
{
  const int       *fds;
  int              n_fds = 0;
  struct stat      status;
  g_autofree char *bytes = NULL;
  gsize            n_read = 0;

  if (files == NULL)
    return NULL;
  fds = g_unix_fd_list_peek_fds (files, &n_fds);
  if (index < 0 || index >= n_fds || fstat (fds[index], &status) != 0 || status.st_size <= 0 ||
      status.st_size > MAX_FILE_BYTES)
    return NULL;
  bytes = g_malloc (status.st_size);
  while (n_read < (gsize) status.st_size)
    {
      gssize n = pread (fds[index], bytes + n_read, status.st_size - n_read, n_read);

      if (n <= 0)
        return NULL;
      n_read += n;
    }
  return g_bytes_new_take (g_steal_pointer (&bytes), n_read);
}

/* Takes the picture out of @frame, where it has one, and puts it into @content. */
static void
take_picture (JsonObject *frame, GUnixFDList *files, JsonArray *content)
{
  const char        *mime = json_object_get_string_member_with_default (frame, "mime_type", NULL);
  const char        *data = json_object_get_string_member_with_default (frame, "data", NULL);
  gint64             index = json_object_get_int_member_with_default (frame, "attachment", -1);
  g_autoptr (GBytes) bytes = pel_tool_result_read_file (files, index);

  if (mime != NULL && bytes != NULL)
    json_array_add_object_element (content, pel_content_new_image (bytes, mime));
  else if (mime != NULL && data != NULL)
    json_array_add_object_element (content, pel_content_new_encoded_image (data, mime));
  json_object_remove_member (frame, "data");
  json_object_remove_member (frame, "attachment");
}

static void
take_pictures (const PelTool *tool, JsonObject *data, GUnixFDList *files, JsonArray *content)
{
  JsonNode *screenshot = json_object_get_member (data, "screenshot");

  if (tool->tool_class == PEL_TOOL_CAPTURE)
    take_picture (data, files, content);
  if (screenshot != NULL && JSON_NODE_HOLDS_OBJECT (screenshot))
    take_picture (json_node_get_object (screenshot), files, content);
}

static gsize
get_max_bytes (JsonObject *arguments)
{
  gint64 asked = json_object_get_int_member_with_default (arguments, "max_bytes", 0);

  return CLAMP (asked + FENCE_BYTES, PEL_RESULT_MAX_BYTES, MAX_ASKED_BYTES);
}

/* What the views leave out, of a call that asked for another form. */
static char *
print (const PelTool *tool, JsonObject *data)
{
  g_autoptr (JsonNode) node = NULL;
  g_autofree char     *text = pel_print_result (tool, data, PEL_STYLE_HEADED, 0);

  if (text[0] != '\0')
    return g_steal_pointer (&text);
  node = pel_json_take_object (json_object_ref (data));
  return pel_json_to_string (node, PEL_JSON_COMPACT);
}

static gboolean
is_cut (JsonObject *data)
{
  const char *text = json_object_get_string_member_with_default (data, "text", NULL);

  return json_object_get_boolean_member_with_default (data, "truncated", FALSE) ||
         (text != NULL && strstr (text, "… ") != NULL);
}

/* What there was no room for is one step away. */
static void
add_link (const PelTool *tool, JsonObject *data, JsonArray *content)
{
  const char *id = json_object_get_string_member_with_default (data, "snapshot_id", NULL);

  if (id != NULL && g_str_equal (tool->name, "ui_snapshot") && is_cut (data))
    json_array_add_object_element (content, pel_content_new_snapshot_link (id));
}

/* What was meant for a terminal. */
static void
reword (JsonObject *object, const char *member, const PelTool *tool)
{
  const char      *text = json_object_get_string_member_with_default (object, member, NULL);
  g_autofree char *hint = text != NULL ? pel_hint_for_model (text, tool) : NULL;

  if (hint != NULL)
    json_object_set_string_member (object, member, hint);
}

static JsonObject *
make_success (const PelTool *tool, JsonObject *arguments, JsonObject *envelope, GUnixFDList *files)
{
  g_autoptr (JsonObject) data =
      pel_structure_clean (json_object_get_object_member (envelope, "data"), tool);
  JsonArray       *content = json_array_new ();
  JsonArray       *pictures = json_array_new ();
  g_autofree char *printed = NULL;
  g_autofree char *text = NULL;

  take_pictures (tool, data, files, pictures);
  reword (data, "note", tool);
  printed = print (tool, data);
  text = pel_tool_result_make_text (printed, get_max_bytes (arguments), get_rest (tool));
  json_array_add_object_element (content, pel_content_new_text (text));
  for (guint i = 0; i < json_array_get_length (pictures); i++)
    json_array_add_element (content, json_array_dup_element (pictures, i));
  json_array_unref (pictures);
  add_link (tool, data, content);
  return pel_content_new_result (content, pel_structure_new_success (tool, envelope, data), FALSE);
}

/* Takes @error. @tool: (nullable). */
static JsonObject *
make_failure (JsonObject *error, const PelTool *tool)
{
  g_autoptr (JsonObject) clean = pel_structure_clean (error, NULL);
  JsonNode              *details = json_object_get_member (clean, "details");
  JsonArray             *content = json_array_new ();
  g_autofree char       *words = NULL;
  g_autofree char       *whole = NULL;
  g_autofree char       *text = NULL;

  json_object_unref (error);
  reword (clean, "hint", tool);
  words = pel_print_error (json_object_get_string_member_with_default (clean, "message", ""),
                           json_object_get_string_member_with_default (clean, "hint", NULL),
                           details != NULL && JSON_NODE_HOLDS_OBJECT (details)
                               ? json_node_get_object (details)
                               : NULL,
                           PEL_STYLE_PLAIN);
  whole =
      g_strdup_printf ("%s: %s",
                       json_object_get_string_member_with_default (clean, "code", "unknown"),
                       g_str_has_prefix (words, OWN_PREFIX) ? words + strlen (OWN_PREFIX) : words);
  text = pel_tool_result_make_text (whole, PEL_RESULT_MAX_BYTES, _ ("narrow the request"));
  json_array_add_object_element (content, pel_content_new_text (text));
  return pel_content_new_result (content, pel_structure_new_failure (clean), TRUE);
}

JsonObject *
pel_tool_result_new_error (const GError *error)
{
  return make_failure (pel_tool_error_to_json (error), NULL);
}

JsonObject *
pel_tool_result_new (const PelTool *tool,
                     JsonObject    *arguments,
                     JsonObject    *envelope,
                     GUnixFDList   *files)
{
  g_autoptr (GError) unknown = NULL;
  JsonNode          *error = json_object_get_member (envelope, "error");
  JsonNode          *data = json_object_get_member (envelope, "data");

  if (error != NULL && JSON_NODE_HOLDS_OBJECT (error))
    return make_failure (json_node_dup_object (error), tool);
  if (data != NULL && JSON_NODE_HOLDS_OBJECT (data))
    return make_success (tool, arguments, envelope, files);
  pel_set_error (&unknown,
                 PEL_ERROR_UNKNOWN,
                 _ ("End the session and try again; its version may differ"),
                 _ ("The session sent an invalid reply"));
  return pel_tool_result_new_error (unknown);
}

static void
set_default_int (const PelTool *tool, JsonObject *arguments, const char *name, gint64 value)
{
  if (pel_schema_find (tool->arguments, name) != NULL && !json_object_has_member (arguments, name))
    json_object_set_int_member (arguments, name, value);
}

/* Bytes travel beside the answer, not in it. */
static void
prefer_attachment (const PelTool *tool, JsonObject *arguments)
{
  const char *output = json_object_get_string_member_with_default (arguments, "output", NULL);

  if (pel_schema_find (tool->arguments, "output") != NULL &&
      !json_object_has_member (arguments, "file_path") &&
      (output == NULL || g_str_equal (output, "base64")))
    json_object_set_string_member (arguments, "output", "fd");
}

JsonObject *
pel_tool_result_prepare (const PelTool *tool, JsonObject *arguments)
{
  JsonObject       *prepared = json_object_new ();
  g_autoptr (GList) members = json_object_get_members (arguments);

  for (GList *link = members; link != NULL; link = link->next)
    json_object_set_member (prepared, link->data, json_object_dup_member (arguments, link->data));
  set_default_int (tool, prepared, "max_bytes", TREE_BYTES);
  set_default_int (tool, prepared, "max_pixels", MAX_PIXELS);
  prefer_attachment (tool, prepared);
  return prepared;
}
