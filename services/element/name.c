/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/name.h"

static gboolean
is_filler (char c)
{
  return c == ' ' || c == '-' || c == '_';
}

gboolean
pel_name_equal (const char *a, const char *b)
{
  for (;; a++, b++)
    {
      while (is_filler (*a))
        a++;
      while (is_filler (*b))
        b++;
      if (g_ascii_tolower (*a) != g_ascii_tolower (*b))
        return FALSE;
      if (*a == '\0')
        return TRUE;
    }
}
