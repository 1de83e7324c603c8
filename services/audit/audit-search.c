/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-search.h"

#include "services/base/error.h"
#include "services/base/json.h"

#include <glib/gi18n.h>
#include <string.h>

#define TIME_FORMAT "%Y-%m-%dT%H:%M:%S"

static const char *
get_text (JsonObject *record, const char *name)
{
  JsonNode *node = json_object_get_member (record, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : "";
}

/* Times of records sort as texts. */
static gboolean
is_wanted (JsonObject *record, const PelAuditQuery *query)
{
  if (query->since != NULL && strcmp (get_text (record, "time"), query->since) < 0)
    return FALSE;
  if (query->client != NULL && strstr (get_text (record, "client"), query->client) == NULL)
    return FALSE;
  return query->tool == NULL || g_pattern_match_simple (query->tool, get_text (record, "tool"));
}

/* Adds the last of one file to @found, of which the oldest go when there are more than @n. */
static gboolean
search_file (const PelAuditFile  *file,
             const PelAuditQuery *query,
             guint                n,
             GQueue              *found,
             GCancellable        *cancellable,
             GError             **error)
{
  g_autoptr (PelAuditReader) reader = pel_audit_extent_read (file, error);
  g_autoptr (GError)         read_error = NULL;
  PelAuditSpan               span;
  PelAuditLine               line;

  while (reader != NULL && !g_cancellable_is_cancelled (cancellable) &&
         pel_audit_reader_next (reader, &span, &read_error))
    {
      g_autoptr (JsonObject) record = NULL;

      if (pel_audit_line_split (span.text, span.length, &line))
        record = pel_json_parse_object (span.text, span.length, NULL);
      if (record == NULL || !is_wanted (record, query))
        continue;
      g_queue_push_tail (found, g_steal_pointer (&record));
      if (found->length > n)
        json_object_unref (g_queue_pop_head (found));
    }
  if (read_error != NULL)
    g_propagate_error (error, g_steal_pointer (&read_error));
  else if (reader != NULL && !g_cancellable_set_error_if_cancelled (cancellable, error))
    return TRUE;
  return FALSE;
}

static void
free_records (GQueue *records)
{
  g_queue_free_full (records, (GDestroyNotify) json_object_unref);
}

GPtrArray *
pel_audit_search (const PelAuditExtent *extent,
                  const PelAuditQuery  *query,
                  GCancellable         *cancellable,
                  GError              **error)
{
  g_autoptr (GPtrArray) records =
      g_ptr_array_new_with_free_func ((GDestroyNotify) json_object_unref);

  for (guint i = extent->files->len; i > 0 && records->len < query->last; i--)
    {
      GQueue *found = g_queue_new ();

      if (!search_file (extent->files->pdata[i - 1],
                        query,
                        query->last - records->len,
                        found,
                        cancellable,
                        error))
        {
          free_records (found);
          return NULL;
        }
      for (guint k = 0; found->length > 0; k++)
        g_ptr_array_insert (records, k, g_queue_pop_head (found));
      free_records (found);
    }
  return g_steal_pointer (&records);
}

/* 0 for what is no duration. */
static gint64
parse_duration (const char *text)
{
  static const struct
  {
    char   unit;
    gint64 span;
  } units[] = { { 's', G_TIME_SPAN_SECOND },
                { 'm', G_TIME_SPAN_MINUTE },
                { 'h', G_TIME_SPAN_HOUR },
                { 'd', G_TIME_SPAN_DAY } };
  char   *end;
  guint64 n = g_ascii_strtoull (text, &end, 10);

  for (gsize i = 0; g_ascii_isdigit (text[0]) && i < G_N_ELEMENTS (units); i++)
    if (end[0] == units[i].unit && end[1] == '\0' && n > 0 && n < 100000)
      return n * units[i].span;
  return 0;
}

/* A day is one from its beginning, a minute too. */
static GDateTime *
parse_time (const char *text)
{
  g_autoptr (GTimeZone)    zone = g_time_zone_new_local ();
  static const char *const endings[] = { "", ":00", "T00:00:00" };
  GDateTime               *time = NULL;

  for (gsize i = 0; time == NULL && i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *whole = g_strconcat (text, endings[i], NULL);

      time = g_date_time_new_from_iso8601 (whole, zone);
    }
  return time;
}

char *
pel_audit_dup_since (const char *text, gint64 now, GError **error)
{
  gint64                duration = parse_duration (text);
  g_autoptr (GDateTime) time =
      duration > 0 ? g_date_time_new_from_unix_utc ((now - duration) / G_USEC_PER_SEC)
                   : parse_time (text);
  g_autoptr (GDateTime) utc = time != NULL ? g_date_time_to_utc (time) : NULL;

  if (utc != NULL)
    return g_date_time_format (utc, TIME_FORMAT);
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Use a form such as 2h, 3d, 2026-11-16 or 2026-11-16T15:08"),
                 _ ("“%s” is not a valid time"),
                 text);
  return NULL;
}
