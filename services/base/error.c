/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"

#include "services/base/text.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *name;
  int         exit_code;
  const char *hint;
} ErrorInfo;

/* clang-format off */
static const ErrorInfo error_table[] = {
  [PEL_ERROR_INVALID_ARGUMENT]       = { "invalid_argument",       2,   N_ ("See “pellucid help TOOL” for the arguments") },
  [PEL_ERROR_INVALID_SELECTOR]       = { "invalid_selector",       2,   N_ ("Fix the selector at the reported column") },
  [PEL_ERROR_ELEMENT_NOT_FOUND]      = { "element_not_found",      3,   N_ ("List the elements with “pellucid tree”") },
  [PEL_ERROR_AMBIGUOUS]              = { "ambiguous",              3,   N_ ("Make the selector narrower, or add nth(N)") },
  [PEL_ERROR_STALE_REF]              = { "stale_ref",              3,   N_ ("Take a new snapshot with “pellucid tree” to get current refs") },
  [PEL_ERROR_PATTERN_UNSUPPORTED]    = { "pattern_unsupported",    1,   N_ ("Use a pattern that the element supports") },
  [PEL_ERROR_NOT_VISIBLE]            = { "not_visible",            1,   N_ ("Scroll it into view, or open what hides it") },
  [PEL_ERROR_NOT_ENABLED]            = { "not_enabled",            1,   N_ ("Wait until the program enables it") },
  [PEL_ERROR_NOT_STABLE]             = { "not_stable",             1,   N_ ("Wait until it stops moving") },
  [PEL_ERROR_OBSCURED]               = { "obscured",               1,   N_ ("Move what covers it out of the way") },
  [PEL_ERROR_OUT_OF_BOUNDS]          = { "out_of_bounds",          1,   N_ ("Use a position on a monitor; list them with “pellucid monitors”") },
  [PEL_ERROR_WINDOW_NOT_FOUND]       = { "window_not_found",       3,   N_ ("List windows with “pellucid windows”") },
  [PEL_ERROR_APP_UNRESPONSIVE]       = { "app_unresponsive",       6,   N_ ("Wait for the program to respond, or end it") },
  [PEL_ERROR_CAPABILITY_UNAVAILABLE] = { "capability_unavailable", 5,   N_ ("Run “pellucid doctor” to see what is missing and how to fix it") },
  [PEL_ERROR_DENIED]                 = { "denied",                 4,   N_ ("Check the policy, which forbids this") },
  [PEL_ERROR_APPROVAL_REQUIRED]      = { "approval_required",      4,   N_ ("Ask the person at the desktop to approve it") },
  [PEL_ERROR_APPROVAL_DENIED]        = { "approval_denied",        4,   N_ ("Do not repeat the same request: the person denied it") },
  [PEL_ERROR_RATE_LIMITED]           = { "rate_limited",           4,   N_ ("Wait a moment, then continue more slowly") },
  [PEL_ERROR_BLOCKED_WINDOW]         = { "blocked_window",         4,   N_ ("Use another window: the policy keeps this one private") },
  [PEL_ERROR_VERIFICATION_FAILED]    = { "verification_failed",    1,   N_ ("Check the current state before trying again") },
  [PEL_ERROR_TIMEOUT]                = { "timeout",                124, N_ ("Try again with a longer timeout_ms") },
  [PEL_ERROR_CANCELLED]              = { "cancelled",              130, N_ ("Repeat the call if you still need it") },
  [PEL_ERROR_COMMAND_FAILED]         = { "command_failed",         1,   N_ ("Try again; the next call starts from scratch") },
  [PEL_ERROR_UNKNOWN]                = { "unknown",                1,   N_ ("Report this as a bug, with the steps that led to it") },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (error_table) == PEL_N_ERRORS);

typedef struct
{
  char       *hint;
  JsonObject *details; /* (nullable); immutable */
} PelErrorPrivate;

static void
pel_error_private_init (PelErrorPrivate *priv)
{
  priv->hint = NULL;
  priv->details = NULL;
}

static void
pel_error_private_copy (const PelErrorPrivate *source, PelErrorPrivate *copy)
{
  copy->hint = g_strdup (source->hint);
  copy->details = source->details != NULL ? json_object_ref (source->details) : NULL;
}

static void
pel_error_private_clear (PelErrorPrivate *priv)
{
  g_free (priv->hint);
  g_clear_pointer (&priv->details, json_object_unref);
}

G_DEFINE_EXTENDED_ERROR (PelError, pel_error)

void
pel_set_error (GError **error, PelErrorCode code, const char *hint, const char *format, ...)
{
  va_list          args;
  g_autofree char *text = NULL;
  g_autofree char *message = NULL;
  GError          *new_error;
  PelErrorPrivate *priv;

  if (error == NULL)
    return;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  /* it may quote what others sent, and goes out as JSON */
  message = pel_text_repair (text, -1, PEL_TEXT_MAX_BYTES);
  new_error = g_error_new_literal (PEL_ERROR, code, message);

  priv = pel_error_get_private (new_error);
  priv->hint = g_strdup (hint);
  g_propagate_error (error, new_error);
}

void
pel_error_take_details (GError *error, JsonObject *details)
{
  PelErrorPrivate *priv;

  g_return_if_fail (error->domain == PEL_ERROR);

  priv = pel_error_get_private (error);
  g_clear_pointer (&priv->details, json_object_unref);
  priv->details = details;
}

JsonObject *
pel_error_get_details (const GError *error)
{
  return error->domain == PEL_ERROR ? pel_error_get_private (error)->details : NULL;
}

PelErrorCode
pel_error_get_code (const GError *error)
{
  if (error->domain == PEL_ERROR)
    return error->code;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return PEL_ERROR_CANCELLED;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return PEL_ERROR_TIMEOUT;
  return PEL_ERROR_UNKNOWN;
}

const char *
pel_error_get_hint (const GError *error)
{
  PelErrorPrivate *priv = error->domain == PEL_ERROR ? pel_error_get_private (error) : NULL;

  if (priv != NULL && priv->hint != NULL)
    return priv->hint;
  return _ (error_table[pel_error_get_code (error)].hint);
}

void
pel_error_suggest (GError *error, const char *hint)
{
  PelErrorPrivate *priv = error->domain == PEL_ERROR ? pel_error_get_private (error) : NULL;

  if (priv != NULL && priv->hint == NULL)
    priv->hint = g_strdup (hint);
}

int
pel_error_get_exit_code (PelErrorCode code)
{
  g_return_val_if_fail (code < PEL_N_ERRORS, 1);

  return error_table[code].exit_code;
}

const char *
pel_error_code_to_string (PelErrorCode code)
{
  g_return_val_if_fail (code < PEL_N_ERRORS, NULL);

  return error_table[code].name;
}

PelErrorCode
pel_error_code_from_string (const char *name)
{
  for (guint i = 0; i < PEL_N_ERRORS; i++)
    if (g_strcmp0 (error_table[i].name, name) == 0)
      return i;
  return PEL_ERROR_UNKNOWN;
}
