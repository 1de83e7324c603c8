/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tools that use the keyboard: on an element, on a window, or where the keyboard is. */

#include "config.h"

#include "services/base/error.h"
#include "services/tool/spot-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>
#include <string.h>
#include <xkbcommon/xkbcommon.h>

#define MAX_CHORDS     64
#define MAX_TEXT_BYTES 65536
#define PROBE_MS       1000

static const char *const type_modes[] = { "insert", "replace", NULL };

/* clang-format off */
#define OPTIONAL_TARGET \
  { "target", PEL_FIELD_TARGET, PEL_FIELD_OPTIONAL, N_ ("Element to focus first (default: whatever has keyboard focus)") }

static const PelField type_arguments[] = {
  { "text",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Text to type; line breaks are typed as Return, tabs as Tab") },
  OPTIONAL_TARGET,
  PEL_SPOT_WINDOW_FIELDS,
  { "delay_ms", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Milliseconds between characters"), .minimum = 0, .maximum = 1000 },
  { "mode",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Insert at the caret (default), or replace the whole content"), .choices = type_modes },
  { "redact",   PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Do not log, show or return the text") },
  PEL_ACT_FIELDS,
  { NULL },
};

static const PelField key_arguments[] = {
  { "keys", PEL_FIELD_STRINGS, PEL_FIELD_REQUIRED, N_ ("Chords such as ctrl+s, Enter or F5, pressed one after another; [\"ctrl\", \"s\"] is one chord") },
  OPTIONAL_TARGET,
  PEL_SPOT_WINDOW_FIELDS,
  PEL_ACT_FIELDS,
  { NULL },
};
/* clang-format on */

/* FALSE with an error: a target and a window contradict each other. */
static gboolean
check_destination (GTask *task)
{
  JsonObject *arguments = pel_tool_call_get (task)->arguments;
  GError     *error = NULL;

  if (!json_object_has_member (arguments, "target") ||
      (!json_object_has_member (arguments, "window_id") &&
       !json_object_has_member (arguments, "window_title")))
    return TRUE;
  pel_set_error (&error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 _ ("%s takes a target or a window, not both"),
                 pel_tool_call_get (task)->tool->name);
  g_task_return_error (task, error);
  return FALSE;
}

/* Typing */

static gboolean
is_replacing (JsonObject *arguments)
{
  return g_str_equal (json_object_get_string_member_with_default (arguments, "mode", "insert"),
                      "replace");
}

static guint
read_pause_ms (JsonObject *arguments)
{
  return json_object_get_int_member_with_default (arguments, "delay_ms", 0);
}

static char *
make_typing (JsonObject *arguments, const PelSpot *spot, PelGesture *gesture, GError **error)
{
  static const guint32 select_all[] = { XKB_KEY_Control_L, XKB_KEY_a };

  if (is_replacing (arguments))
    pel_gesture_chord (gesture, select_all, G_N_ELEMENTS (select_all));
  pel_gesture_type (gesture,
                    json_object_get_string_member (arguments, "text"),
                    read_pause_ms (arguments));
  return g_strdup ("type");
}

static void
run_type (GTask *task)
{
  PelToolCall *call = pel_tool_call_get (task);
  const char  *text = json_object_get_string_member (call->arguments, "text");
  GError      *error = NULL;

  if (!check_destination (task))
    return;
  if (strlen (text) > MAX_TEXT_BYTES)
    {
      pel_set_error (&error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("Set the value of the element instead, or type the text in parts"),
                     _ ("%s: the text is longer than %d bytes"),
                     call->tool->name,
                     MAX_TEXT_BYTES);
      g_task_return_error (task, error);
    }
  else if (json_object_has_member (call->arguments, "target"))
    pel_act_call_run (task,
                      &(PelAction){ .verb = PEL_VERB_TYPE,
                                    .text = text,
                                    .pause_ms = read_pause_ms (call->arguments),
                                    .is_replaced = is_replacing (call->arguments) });
  else
    pel_spot_call_run (task,
                       &(PelSpotWish){ .kind = PEL_SPOT_KEYBOARD,
                                       .verb = PEL_VERB_TYPE,
                                       .risk = PEL_ACTION_TYPE,
                                       .text = text,
                                       .text_member = "text",
                                       .make = make_typing });
}

/* Keys */

/* A modifier that stands alone belongs to what follows it, so that ["ctrl", "s"] is one chord. */
static gboolean
add_chord (GArray *chords, const char *text, GError **error)
{
  PelChord *last = chords->len > 0 ? &g_array_index (chords, PelChord, chords->len - 1) : NULL;
  PelChord  chord;

  if (!pel_chord_parse (text, &chord, error))
    return FALSE;
  if (last == NULL || !pel_keysym_is_modifier (last->keysyms[last->n_keysyms - 1]) ||
      last->n_keysyms + chord.n_keysyms > PEL_CHORD_MAX_KEYS)
    {
      g_array_append_val (chords, chord);
      return TRUE;
    }
  for (guint i = 0; i < chord.n_keysyms; i++)
    last->keysyms[last->n_keysyms++] = chord.keysyms[i];
  return TRUE;
}

/* (transfer full) (nullable) (element-type PelChord) */
static GArray *
read_chords (JsonObject *arguments, GError **error)
{
  JsonArray         *keys = json_object_get_array_member (arguments, "keys");
  g_autoptr (GArray) chords = g_array_new (FALSE, FALSE, sizeof (PelChord));

  if (json_array_get_length (keys) == 0 || json_array_get_length (keys) > MAX_CHORDS)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("keys: specify 1 to %d chords"),
                     MAX_CHORDS);
      return NULL;
    }
  for (guint i = 0; i < json_array_get_length (keys); i++)
    if (!add_chord (chords, json_array_get_string_element (keys, i), error))
      return NULL;
  return g_steal_pointer (&chords);
}

static char *
make_keys (JsonObject *arguments, const PelSpot *spot, PelGesture *gesture, GError **error)
{
  g_autoptr (GArray) chords = read_chords (arguments, error);

  if (chords == NULL)
    return NULL;
  for (guint i = 0; i < chords->len; i++)
    {
      const PelChord *chord = &g_array_index (chords, PelChord, i);

      pel_gesture_chord (gesture, chord->keysyms, chord->n_keysyms);
    }
  return g_strdup ("press keys");
}

/* (transfer full): all of them as one text, which may be a secret. */
static char *
join_keys (JsonObject *arguments)
{
  JsonArray *keys = json_object_get_array_member (arguments, "keys");
  GString   *text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (keys); i++)
    g_string_append_printf (text,
                            "%s%s",
                            i > 0 ? " " : "",
                            json_array_get_string_element (keys, i));
  return g_string_free (text, FALSE);
}

/* Whether it writes something, and so may be a secret if the target is unknown. */
static gboolean
has_characters (const GArray *chords)
{
  for (guint i = 0; i < chords->len; i++)
    {
      const PelChord *chord = &g_array_index (chords, PelChord, i);

      if (chord->n_keysyms == 1 && xkb_keysym_to_utf32 (chord->keysyms[0]) > ' ')
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_shortcut (const GArray *chords)
{
  for (guint i = 0; i < chords->len; i++)
    if (pel_chord_is_shortcut (&g_array_index (chords, PelChord, i)))
      return TRUE;
  return FALSE;
}

/* Ends @task. */
static void
press (GTask *task, const GArray *chords, gboolean is_shortcut)
{
  JsonObject      *arguments = pel_tool_call_get (task)->arguments;
  g_autofree char *text = join_keys (arguments);

  if (json_object_has_member (arguments, "target"))
    pel_act_call_run (task,
                      &(PelAction){ .verb = PEL_VERB_KEY,
                                    .text = text,
                                    .chords = (PelChord *) chords->data,
                                    .n_chords = chords->len,
                                    .is_shortcut = is_shortcut });
  else
    pel_spot_call_run (task,
                       &(PelSpotWish){ .kind = PEL_SPOT_KEYBOARD,
                                       .verb = PEL_VERB_KEY,
                                       .risk = is_shortcut ? PEL_ACTION_SHORTCUT : PEL_ACTION_TYPE,
                                       .text = has_characters (chords) ? text : NULL,
                                       .text_member = "keys",
                                       .make = make_keys });
}

static void
probed_cb (GObject *input, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  gboolean           is_shortcut = pel_input_probe_finish (PEL_INPUT (input), async_result);
  g_autoptr (GArray) chords = read_chords (pel_tool_call_get (task)->arguments, NULL);

  press (task, chords, is_shortcut);
}

static void
run_key (GTask *task)
{
  const PelToolCall *call = pel_tool_call_get (task);
  GError            *error = NULL;
  g_autoptr (GArray) chords = NULL;

  if (!check_destination (task))
    return;
  chords = read_chords (call->arguments, &error);
  if (chords == NULL)
    g_task_return_error (task, error);
  else if (has_shortcut (chords) || call->context->input == NULL)
    press (task, chords, has_shortcut (chords));
  else
    pel_input_probe_async (call->context->input,
                           (const PelChord *) chords->data,
                           chords->len,
                           PROBE_MS,
                           g_task_get_cancellable (task),
                           probed_cb,
                           g_object_ref (task));
}

const PelTool pel_tool_type = {
  .name = "ui_type",
  .summary = N_ ("Type text with the keyboard"),
  .arguments = type_arguments,
  .run = run_type,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_key = {
  .name = "ui_key",
  .summary = N_ ("Press a key or chord such as ctrl+s, or several one after another"),
  .arguments = key_arguments,
  .run = run_key,
  PEL_ACT_TOOL,
};
