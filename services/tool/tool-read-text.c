/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/tool/look.h"
#include "services/tool/reading-json.h"
#include "services/tool/target.h"
#include "services/tool/text-unfolding.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>
#include <string.h>

#define DEFAULT_BYTES 8192
#define MAX_BYTES     (1024 * 1024)

/* clang-format off */
static const PelField arguments[] = {
  { "target",    PEL_FIELD_TARGET,  PEL_FIELD_REQUIRED, PEL_TARGET_SUMMARY },
  PEL_TARGET_FIRST_FIELD,
  { "start",     PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("First character to read (default: 0)"), .minimum = 0, .maximum = G_MAXINT },
  { "end",       PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Position after the last character (default: end of the text)"), .minimum = 0, .maximum = G_MAXINT },
  { "max_bytes", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Maximum length in bytes (default: 8192; in a terminal, or if 0: 1 MiB)"), .minimum = 0, .maximum = MAX_BYTES },
  { NULL },
};

static const PelField result[] = {
  { "text",       PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Text from start to end") },
  { "start",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Position of its first character") },
  { "end",        PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Position after its last character") },
  { "characters", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Length of the whole text") },
  { "caret",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Position of the caret") },
  { "selections", PEL_FIELD_LIST,    PEL_FIELD_REQUIRED, N_ ("Selected ranges"), .fields = pel_selection_fields },
  { "truncated",  PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether the text was truncated") },
  { "note",       PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("How to get the rest") },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TEXT, "text", NULL, NULL, NULL },
  { PEL_VIEW_TEXT, "note", NULL, NULL, NULL },
  { 0 },
};
/* clang-format on */

static gsize
get_max_bytes (JsonObject *call_arguments)
{
  gint64 bytes =
      json_object_get_int_member_with_default (call_arguments, "max_bytes", DEFAULT_BYTES);

  return bytes != 0 ? bytes : MAX_BYTES;
}

/* No character is shorter than a byte: so many are enough. */
static PelTextRange
get_range (JsonObject *call_arguments)
{
  gint64 start = json_object_get_int_member_with_default (call_arguments, "start", 0);
  gint64 end = json_object_get_int_member_with_default (call_arguments, "end", G_MAXINT);

  end = MIN (end, start + (gint64) get_max_bytes (call_arguments));
  return (PelTextRange){ start, MIN (MAX (start, end), G_MAXINT) };
}

/* (transfer full): as much of @text as there is room for, in whole characters. */
static char *
cut_to_bytes (const char *text, gsize max_bytes)
{
  gsize length = strlen (text);

  if (length <= max_bytes)
    return g_strdup (text);
  while (max_bytes > 0 && ((guchar) text[max_bytes] & 0xc0) == 0x80)
    max_bytes--;
  return g_strndup (text, max_bytes);
}

/* What was read begins at @start, or is the whole text (@is_whole). */
static JsonObject *
make_result (const PelElementReading *reading, gboolean is_whole, JsonObject *call_arguments)
{
  JsonObject      *data = json_object_new ();
  PelTextRange     range = get_range (call_arguments);
  int              start = MIN (range.start, reading->n_chars);
  g_autofree char *part =
      is_whole ? g_utf8_substring (reading->text, start, MIN (range.end, reading->n_chars)) : NULL;
  g_autofree char *text =
      cut_to_bytes (is_whole ? part : reading->text, get_max_bytes (call_arguments));
  int    end = start + g_utf8_strlen (text, -1);
  gint64 wanted = json_object_get_int_member_with_default (call_arguments, "end", G_MAXINT);
  gint64 n_left = MIN (wanted, reading->n_chars) - end;

  json_object_set_string_member (data, "text", text);
  json_object_set_int_member (data, "start", start);
  json_object_set_int_member (data, "end", end);
  json_object_set_int_member (data, "characters", reading->n_chars);
  if (reading->caret >= 0)
    json_object_set_int_member (data, "caret", reading->caret);
  else
    json_object_set_null_member (data, "caret");
  json_object_set_array_member (data, "selections", pel_selections_to_json (reading));
  json_object_set_boolean_member (data, "truncated", n_left > 0);
  if (n_left > 0)
    {
      g_autofree char *note =
          g_strdup_printf (ngettext ("(%d more character; continue with --start %d)",
                                     "(%d more characters; continue with --start %d)",
                                     (gulong) n_left),
                           (int) n_left,
                           end);

      json_object_set_string_member (data, "note", note);
    }
  return data;
}

static void
set_denied (GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_DENIED,
                 _ ("Ask the person if you need it; no setting allows reading it"),
                 _ ("This field is for secrets; its text is never read"));
}

static void
unfolded_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)             task = user_data;
  GError                       *error = NULL;
  g_autoptr (PelElementReading) reading = pel_text_unfold_finish (async_result, &error);
  JsonObject                   *call_arguments = pel_tool_call_get (task)->arguments;

  if (reading == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task,
                           make_result (reading, TRUE, call_arguments),
                           (GDestroyNotify) json_object_unref);
}

/* Only what has children can embed them. */
static gboolean
has_children (const PelTarget *target)
{
  return pel_snapshot_get_element (target->snapshot, target->id).first_child != PEL_ELEMENT_NONE;
}

static void
read_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)             task = user_data;
  GError                       *error = NULL;
  g_autoptr (PelElementReading) reading = pel_read_for_task_finish (async_result, &error);
  JsonObject                   *call_arguments = pel_tool_call_get (task)->arguments;
  const PelTarget              *target = g_object_get_data (G_OBJECT (task), "target");

  if (reading != NULL && reading->is_secret)
    set_denied (&error);
  else if (reading != NULL && reading->text == NULL)
    pel_set_error (&error,
                   PEL_ERROR_COMMAND_FAILED,
                   NULL,
                   _ ("The element claims to have text, but does not return it"));
  if (error != NULL)
    g_task_return_error (task, error);
  else if (has_children (target))
    pel_text_unfold_async (task,
                           target->snapshot,
                           target->id,
                           g_steal_pointer (&reading),
                           unfolded_cb,
                           g_object_ref (task));
  else
    g_task_return_pointer (task,
                           make_result (reading, FALSE, call_arguments),
                           (GDestroyNotify) json_object_unref);
}

static void
set_unsupported (const PelElement *element, GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < PEL_N_PATTERNS; i++)
    if ((element->patterns & 1u << i) != 0)
      g_string_append_printf (list,
                              "%s%s",
                              list->len > 0 ? ", " : "",
                              pel_pattern_to_string (1u << i));
  pel_set_error (error,
                 PEL_ERROR_PATTERN_UNSUPPORTED,
                 NULL,
                 /* Translators: a role, a name, a list of patterns or “none” */
                 _ ("%s “%s” has no text; it supports: %s"),
                 pel_role_to_string (element->role),
                 element->name,
                 list->len > 0 ? list->str : _ ("none"));
}

static void
resolved_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)     task = user_data;
  GError               *error = NULL;
  g_autoptr (PelTarget) target = pel_target_resolve_finish (async_result, &error);
  JsonObject           *call_arguments = pel_tool_call_get (task)->arguments;
  PelElement            element;

  if (target == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  element = pel_snapshot_get_element (target->snapshot, target->id);
  if ((element.flags & PEL_ELEMENT_IS_SECRET) != 0)
    set_denied (&error);
  else if ((element.interfaces & PEL_INTERFACE_TEXT) == 0)
    set_unsupported (&element, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    {
      PelTextRange range =
          has_children (target) ? (PelTextRange){ 0, MAX_BYTES } : get_range (call_arguments);

      g_object_set_data_full (G_OBJECT (task),
                              "target",
                              g_steal_pointer (&target),
                              (GDestroyNotify) pel_target_free);
      pel_read_for_task_async (task,
                               &element,
                               PEL_READ_TEXT | PEL_READ_CARET,
                               range,
                               read_cb,
                               g_object_ref (task));
    }
}

static void
run (GTask *task)
{
  JsonObject *call_arguments = pel_tool_call_get (task)->arguments;
  gint64      start = json_object_get_int_member_with_default (call_arguments, "start", 0);
  gint64      end = json_object_get_int_member_with_default (call_arguments, "end", G_MAXINT);
  GError     *error = NULL;

  if (end < start)
    {
      pel_set_error (&error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("ui_read_text: “end” must not be before “start”"));
      g_task_return_error (task, error);
      return;
    }
  pel_target_resolve_async (task,
                            json_object_get_member (call_arguments, "target"),
                            resolved_cb,
                            g_object_ref (task));
}

const PelTool pel_tool_read_text = {
  .name = "ui_read_text",
  .summary = N_ ("Read the text of an element"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .has_target = TRUE,
  .timeout_ms = 5000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
