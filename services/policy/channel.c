/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/channel.h"

static const char *const names[] = {
  [PEL_CHANNEL_DIALOG] = "dialog",
  [PEL_CHANNEL_TERMINAL] = "terminal",
  [PEL_CHANNEL_ELICITATION] = "elicitation",
};
G_STATIC_ASSERT (G_N_ELEMENTS (names) == PEL_N_CHANNELS);

const char *
pel_channel_to_string (PelChannel channel)
{
  g_return_val_if_fail (channel < PEL_N_CHANNELS, names[PEL_CHANNEL_DIALOG]);

  return names[channel];
}

gboolean
pel_channel_from_string (const char *name, PelChannel *ret_channel)
{
  for (guint i = 0; i < PEL_N_CHANNELS; i++)
    if (g_strcmp0 (name, names[i]) == 0)
      {
        *ret_channel = i;
        return TRUE;
      }
  return FALSE;
}
