/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/approval-error.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

GError *
pel_approval_error_denied (const char *reason)
{
  GError *error = NULL;

  if (reason != NULL && reason[0] != '\0')
    pel_set_error (&error,
                   PEL_ERROR_APPROVAL_DENIED,
                   NULL,
                   _ ("The person denied this: %s"),
                   reason);
  else
    pel_set_error (&error, PEL_ERROR_APPROVAL_DENIED, NULL, _ ("The person denied this"));
  return error;
}

GError *
pel_approval_error_expired (guint expiry_ms)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_APPROVAL_DENIED,
                 _ ("Ask again when the person is at the desktop"),
                 _ ("The person did not answer within %u seconds"),
                 expiry_ms / 1000);
  return error;
}

GError *
pel_approval_error_paused (guint n_denials, guint left_ms)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_APPROVAL_DENIED,
                 _ ("Do something else, or ask the person directly"),
                 _ ("The person has denied %u requests and is not asked again for %u seconds"),
                 n_denials,
                 (left_ms + 999) / 1000);
  return error;
}

GError *
pel_approval_error_full (guint n_open)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_RATE_LIMITED,
                 _ ("Wait until the person has answered some of them"),
                 _ ("%u requests are already waiting for the person"),
                 n_open);
  return error;
}

GError *
pel_approval_error_unserved (PelChannel channel)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_APPROVAL_REQUIRED,
                 NULL,
                 /* Translators: “dialog”, “terminal” or “elicitation” */
                 _ ("The person must approve this, but there is no way to ask them here (%s)"),
                 pel_channel_to_string (channel));
  return error;
}
