/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/x11-refusal.h"

#include "services/base/error.h"
#include "services/base/process.h"

#include <glib/gi18n.h>
#include <xkbcommon/xkbcommon.h>

typedef struct
{
  PelErrorCode code;
  const char  *message, *hint; /* for translation; the hint may be NULL */
} Refusal;

/* clang-format off */
static const Refusal refusals[] = {
  [PEL_HAND_NO_EXTENSION]  = { PEL_ERROR_CAPABILITY_UNAVAILABLE,
                               N_ ("The X server does not support sending input"),
                               N_ ("Start the X server with the XTEST and XKEYBOARD extensions") },
  [PEL_HAND_OUT_OF_BOUNDS] = { PEL_ERROR_OUT_OF_BOUNDS, N_ ("No monitor shows this point"), NULL },
  [PEL_HAND_OURS]          = { PEL_ERROR_DENIED,
                               N_ ("The target belongs to Pellucid, which never acts on itself"),
                               N_ ("Leave Pellucid's own windows to the person") },
  [PEL_HAND_STRANGER]      = { PEL_ERROR_OBSCURED,
                               N_ ("Another window covers the target"),
                               N_ ("Bring the window to the front first") },
  [PEL_HAND_UNKNOWN]       = { PEL_ERROR_DENIED,
                               N_ ("The process that owns the target is unknown"),
                               N_ ("Choose a target whose process is known") },
  [PEL_HAND_PERSON]        = { PEL_ERROR_DENIED,
                               N_ ("The person is using the keyboard or pointer"),
                               N_ ("Wait a moment, then try again") },
  [PEL_HAND_UNREAD]        = { PEL_ERROR_APP_UNRESPONSIVE,
                               N_ ("The program is not reading keyboard input"),
                               N_ ("Wait until the program responds, then try again") },
};
/* clang-format on */

static const Refusal no_focus = { PEL_ERROR_OBSCURED,
                                  N_ ("Another window has keyboard focus"),
                                  N_ ("Focus the window first") };

static const Refusal fallback = { PEL_ERROR_UNKNOWN,
                                  N_ ("The helper program for real input failed"),
                                  N_ ("Try again; if it fails again, reinstall Pellucid") };

static gboolean
is_for_keyboard (PelStrokeKind kind)
{
  return kind == PEL_STROKE_KEY_DOWN || kind == PEL_STROKE_TEXT;
}

static const Refusal *
choose (const PelHandAnswer *answer, PelStrokeKind kind)
{
  if (answer == NULL || answer->outcome >= G_N_ELEMENTS (refusals) ||
      refusals[answer->outcome].message == NULL)
    return &fallback;
  if (answer->outcome == PEL_HAND_STRANGER && is_for_keyboard (kind))
    return &no_focus;
  return &refusals[answer->outcome];
}

static GError *
refuse_key (const PelHandAnswer *answer, PelStrokeKind kind)
{
  char    name[64] = "";
  GError *error = NULL;

  if (kind == PEL_STROKE_TEXT)
    g_snprintf (name, sizeof name, "U+%04X", answer->code);
  else
    xkb_keysym_get_name (answer->code, name, sizeof name);
  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Use the element's patterns or the clipboard instead"),
                 _ ("The keyboard has no key for “%s” and no spare key to assign"),
                 name);
  return error;
}

/* Who is there instead. */
static JsonObject *
describe (const PelHandAnswer *answer, PelStrokeKind kind)
{
  JsonObject      *details = json_object_new ();
  g_autofree char *name = answer->pid > 0 ? pel_process_dup_name (answer->pid) : NULL;
  g_autofree char *words = NULL;

  if (answer->window == 0)
    words = g_strdup (is_for_keyboard (kind) ? _ ("no window") : _ ("the desktop"));
  else
    words = g_strdup_printf ("%s 0x%x", name != NULL ? name : "?", answer->window);
  json_object_set_string_member (details, is_for_keyboard (kind) ? "focus" : "in_the_way", words);
  return details;
}

GError *
pel_x11_refusal_new (const PelHandAnswer *answer, PelStrokeKind kind)
{
  const Refusal *refusal = choose (answer, kind);
  GError        *error = NULL;

  if (answer != NULL && answer->outcome == PEL_HAND_NO_KEY)
    return refuse_key (answer, kind);
  pel_set_error (&error,
                 refusal->code,
                 refusal->hint != NULL ? _ (refusal->hint) : NULL,
                 "%s",
                 _ (refusal->message));
  if (answer != NULL && answer->outcome == PEL_HAND_STRANGER)
    pel_error_take_details (error, describe (answer, kind));
  return error;
}

GError *
pel_x11_refusal_mark_sent (GError *error)
{
  g_autoptr (GError) was = error;
  JsonObject        *details = pel_error_get_details (was);
  GError            *marked = NULL;

  pel_set_error (&marked, pel_error_get_code (was), pel_error_get_hint (was), "%s", was->message);
  details = details != NULL ? json_object_ref (details) : json_object_new ();
  json_object_set_boolean_member (details, "sent", TRUE);
  pel_error_take_details (marked, details);
  return marked;
}
