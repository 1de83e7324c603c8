/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* What the person may answer to a question, from the narrowest. */
typedef enum
{
  PEL_ANSWER_DENY,
  PEL_ANSWER_ONCE,
  PEL_ANSWER_CLIENT, /* while the client that asks is connected */
  PEL_ANSWER_APP,    /* what asks may do this to the same application, until the session ends */
  PEL_ANSWER_ALWAYS, /* a rule in the person's policy file */
  PEL_N_ANSWERS
} PelAnswer;

/* “once”. Never NULL. */
const char *pel_answer_to_string (PelAnswer answer);
gboolean    pel_answer_from_string (const char *name, PelAnswer *ret_answer);
