/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/answer.h"

static const char *const answers[] = {
  [PEL_ANSWER_DENY] = "deny", [PEL_ANSWER_ONCE] = "once",     [PEL_ANSWER_CLIENT] = "client",
  [PEL_ANSWER_APP] = "app",   [PEL_ANSWER_ALWAYS] = "always",
};
G_STATIC_ASSERT (G_N_ELEMENTS (answers) == PEL_N_ANSWERS);

const char *
pel_answer_to_string (PelAnswer answer)
{
  g_return_val_if_fail (answer < PEL_N_ANSWERS, answers[PEL_ANSWER_DENY]);

  return answers[answer];
}

gboolean
pel_answer_from_string (const char *name, PelAnswer *ret_answer)
{
  for (guint i = 0; i < PEL_N_ANSWERS; i++)
    if (g_strcmp0 (name, answers[i]) == 0)
      {
        *ret_answer = i;
        return TRUE;
      }
  return FALSE;
}
