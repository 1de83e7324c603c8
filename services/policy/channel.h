/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* By whom a question is put to the person. All but the dialog only where a rule names them. */
typedef enum
{
  PEL_CHANNEL_DIALOG, /* pellucid-approver, a process of its own */
  PEL_CHANNEL_TERMINAL,
  PEL_CHANNEL_ELICITATION, /* the client that calls */
  PEL_N_CHANNELS
} PelChannel;

/* “dialog”. Never NULL. */
const char *pel_channel_to_string (PelChannel channel);
gboolean    pel_channel_from_string (const char *name, PelChannel *ret_channel);
