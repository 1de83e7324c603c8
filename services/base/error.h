/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/**
 * PelErrorCode:
 *
 * What can go wrong, seen from outside. One code for each thing that a caller can react to; the
 * names are part of the interface of every front end. Each error has a sentence for a person (the
 * message) and a hint for the next step.
 */
typedef enum
{
  PEL_ERROR_INVALID_ARGUMENT,
  PEL_ERROR_INVALID_SELECTOR,
  PEL_ERROR_ELEMENT_NOT_FOUND,
  PEL_ERROR_AMBIGUOUS,
  PEL_ERROR_STALE_REF,
  PEL_ERROR_PATTERN_UNSUPPORTED,
  PEL_ERROR_NOT_VISIBLE,
  PEL_ERROR_NOT_ENABLED,
  PEL_ERROR_NOT_STABLE,
  PEL_ERROR_OBSCURED,
  PEL_ERROR_OUT_OF_BOUNDS,
  PEL_ERROR_WINDOW_NOT_FOUND,
  PEL_ERROR_APP_UNRESPONSIVE,
  PEL_ERROR_CAPABILITY_UNAVAILABLE,
  PEL_ERROR_DENIED,
  PEL_ERROR_APPROVAL_REQUIRED,
  PEL_ERROR_APPROVAL_DENIED,
  PEL_ERROR_RATE_LIMITED,
  PEL_ERROR_BLOCKED_WINDOW,
  PEL_ERROR_VERIFICATION_FAILED,
  PEL_ERROR_TIMEOUT,
  PEL_ERROR_CANCELLED,
  PEL_ERROR_COMMAND_FAILED,
  PEL_ERROR_UNKNOWN,
  PEL_N_ERRORS
} PelErrorCode;

#define PEL_ERROR (pel_error_quark ())
GQuark pel_error_quark (void);

/* @hint may be NULL: then the code's general hint is given. */
void pel_set_error (GError **error, PelErrorCode code, const char *hint, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* Takes @details: what a program can read of the error, beside the message. @error is one that
 * pel_set_error() made. */
void pel_error_take_details (GError *error, JsonObject *details);

/* (nullable) (transfer none) */
JsonObject *pel_error_get_details (const GError *error);

/* A hint for an error that has only the general one of its code. */
void pel_error_suggest (GError *error, const char *hint);

PelErrorCode pel_error_get_code (const GError *error);
const char  *pel_error_get_hint (const GError *error);
int          pel_error_get_exit_code (PelErrorCode code);
const char  *pel_error_code_to_string (PelErrorCode code);

/* An unknown name, from a newer peer, is PEL_ERROR_UNKNOWN. */
PelErrorCode pel_error_code_from_string (const char *name);
