/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/label-text.h"

#include "services/base/text.h"

#include <glib/gi18n.h>

/* More than has room, whatever the letters are. */
#define MAX_LABEL_BYTES  400
#define MAX_BANNER_BYTES 1200
#define MAX_BANNER_LINES 4

static char *
clean (const char *text, gsize max_bytes)
{
  g_autofree char *repaired = pel_text_repair (text, -1, max_bytes);
  g_autofree char *shown = g_strstrip (g_steal_pointer (&repaired));

  return pel_text_isolate (shown);
}

/* Empty where it would only say the role again. */
static char *
dup_name (const PelRegion *region)
{
  g_autofree char *name = NULL;

  if (*region->label == '\0' || g_str_equal (region->label, pel_role_to_string (region->role)))
    return g_strdup ("");
  name = clean (region->label, MAX_LABEL_BYTES);
  /* Translators: the name of an element, in quotation marks. */
  return g_strdup_printf (_ ("“%s”"), name);
}

char *
pel_label_text_for_region (const PelRegion  *region,
                           guint             number,
                           const PelMonitor *monitor,
                           const char       *note)
{
  g_autofree char    *name = dup_name (region);
  PelBufferRect       size = pel_monitor_rect_to_buffer (monitor, &region->bounds);
  g_autoptr (GString) text = g_string_new (pel_role_to_string (region->role));

  g_string_append_printf (text, "\t%s\t%d × %d", name, size.width, size.height);
  if (number != 0)
    g_string_append_printf (text, " · #%u", number);
  if (note != NULL && *note != '\0')
    {
      g_autofree char *shown = clean (note, MAX_LABEL_BYTES);

      g_string_append_printf (text, "\n%s", shown);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
pel_label_text_for_note (const char *text)
{
  g_autofree char *shown = clean (text, MAX_LABEL_BYTES);

  return g_strconcat ("\t", shown, NULL);
}

char *
pel_label_text_for_hidden (guint n_hidden)
{
  /* Translators: follows a number, as in “+37 tags do not fit”. */
  const char *words = ngettext ("tag does not fit", "tags do not fit", n_hidden);

  return g_strdup_printf ("+%u\t%s", n_hidden, words);
}

char *
pel_label_text_for_banner (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", MAX_BANNER_LINES);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = lines[i], *shown = clean (line, MAX_BANNER_BYTES);

      lines[i] = g_strconcat (*line == '\t' ? "\t" : "", shown, NULL);
    }
  return g_strjoinv ("\n", lines);
}
