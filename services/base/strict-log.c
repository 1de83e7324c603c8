/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/strict-log.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define OUR_DOMAINS "pellucid" /* each begins with it */

static gboolean
is_ours (const GLogField *fields, gsize n_fields)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "GLIB_DOMAIN"))
      return strncmp (fields[i].value, OUR_DOMAINS, strlen (OUR_DOMAINS)) == 0;
  return FALSE;
}

static GLogWriterOutput
write_cb (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer unused)
{
  GLogWriterOutput output = g_log_writer_default (level, fields, n_fields, NULL);

  if ((level & G_LOG_LEVEL_WARNING) != 0 && is_ours (fields, n_fields))
    abort ();
  return output;
}

void
pel_strict_log_init (void)
{
  if (g_getenv ("PEL_FATAL_WARNINGS") != NULL)
    g_log_set_writer_func (write_cb, NULL, NULL);
}
