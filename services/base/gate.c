/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/gate.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

/* clang-format off */
static const struct
{
  const char *message, *hint;
} reason_table[] = {
  [PEL_GATE_STOPPED]  = { N_ ("All acting has been stopped"),
                          N_ ("The person at the desktop stopped it and can let it go on") },
  [PEL_GATE_QUESTION] = { N_ ("Nothing is done while a question to the person is open"),
                          N_ ("Wait until the person has answered") },
  [PEL_GATE_PERSON]   = { N_ ("The person is using the keyboard or the pointer"),
                          N_ ("Wait a moment, then try again") },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (reason_table) == PEL_N_GATE_REASONS);

static guint n_closings[PEL_N_GATE_REASONS];

void
pel_gate_close (PelGateReason reason)
{
  g_return_if_fail (reason < PEL_N_GATE_REASONS);

  n_closings[reason]++;
}

void
pel_gate_open (PelGateReason reason)
{
  g_return_if_fail (reason < PEL_N_GATE_REASONS);
  g_return_if_fail (n_closings[reason] > 0);

  n_closings[reason]--;
}

gboolean
pel_gate_is_closed (PelGateReason reason)
{
  g_return_val_if_fail (reason < PEL_N_GATE_REASONS, TRUE);

  return n_closings[reason] > 0;
}

gboolean
pel_gate_check (GError **error)
{
  for (guint i = 0; i < PEL_N_GATE_REASONS; i++)
    if (n_closings[i] > 0)
      {
        pel_set_error (error,
                       PEL_ERROR_DENIED,
                       _ (reason_table[i].hint),
                       "%s",
                       _ (reason_table[i].message));
        return FALSE;
      }
  return TRUE;
}
