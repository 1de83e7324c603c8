/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/record-text.h"

#include "services/base/text.h"

#include <glib/gi18n.h>

void
pel_record_text_clear (PelRecordText *self)
{
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->subject, g_free);
  g_clear_pointer (&self->time, g_free);
  g_clear_pointer (&self->mark, g_free);
  g_clear_pointer (&self->note, g_free);
  g_clear_pointer (&self->details, g_free);
}

char *
pel_record_text_dup_label (const PelRecordText *self)
{
  const char *const parts[] = { self->subject, self->mark, self->time, self->note };
  GString          *label = g_string_new (self->title);

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL && parts[i][0] != '\0')
      g_string_append_printf (label, "%s%s", i == 0 ? " " : ", ", parts[i]);
  return g_string_free (label, FALSE);
}

static char *
quote (const char *text)
{
  g_autofree char *fit = text != NULL && text[0] != '\0' ? pel_text_isolate (text) : NULL;

  return fit != NULL ? g_strdup_printf (_ ("“%s”"), fit) : NULL;
}

char *
pel_record_text_dup_element (const char *role, const char *name, const char *window)
{
  g_autofree char *fit = role != NULL ? pel_text_isolate (role) : NULL;
  g_autofree char *quoted = quote (name != NULL ? name : role == NULL ? window : NULL);

  if (fit != NULL && quoted != NULL)
    return g_strdup_printf ("%s %s", fit, quoted);
  return fit != NULL ? g_steal_pointer (&fit) : g_steal_pointer (&quoted);
}

static gboolean
is_same_day (GDateTime *a, GDateTime *b)
{
  return g_date_time_get_year (a) == g_date_time_get_year (b) &&
         g_date_time_get_day_of_year (a) == g_date_time_get_day_of_year (b);
}

char *
pel_record_text_dup_time (gint64 time, gint64 now)
{
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (time / G_USEC_PER_SEC);
  g_autoptr (GDateTime) today = g_date_time_new_from_unix_local (now / G_USEC_PER_SEC);

  if (then == NULL || today == NULL)
    return g_strdup ("");
  if (is_same_day (then, today))
    return g_date_time_format (then, "%H:%M:%S");
  /* Translators: a day of another week or year, and the time, as short as can be */
  return g_date_time_format (then, _ ("%e %b %H:%M"));
}

char *
pel_record_text_join (const char *const *parts, gsize n_parts)
{
  GString *line = g_string_new (NULL);

  for (gsize i = 0; i < n_parts; i++)
    if (parts[i] != NULL && parts[i][0] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " · " : "", parts[i]);
  return g_string_free (line, FALSE);
}
