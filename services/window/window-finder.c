/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/window-finder.h"

#include "services/base/error.h"
#include "services/base/text.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_NAMED 5
#define MAX_GIVEN 120

/* The same for two spellings of one text: É as one character or as two, in any case. */
static char *
fold (const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return g_utf8_normalize (folded, -1, G_NORMALIZE_ALL);
}

gboolean
pel_title_has_part (const char *title, const char *part)
{
  g_autofree char *folded_title = fold (title);
  g_autofree char *folded_part = fold (part);

  return strstr (folded_title, folded_part) != NULL;
}

static gboolean
has_id (const PelWindowInfo *info, const char *text)
{
  return g_str_equal (info->id, text);
}

/* Menus and tool tips bear the name of their program: no one means them by it. */
static gboolean
is_seen (const PelWindowInfo *info)
{
  return (info->states & (PEL_WINDOW_VISIBLE | PEL_WINDOW_UNMANAGED)) == PEL_WINDOW_VISIBLE;
}

static gboolean
has_seen_title (const PelWindowInfo *info, const char *text)
{
  return is_seen (info) && g_str_equal (info->title, text);
}

static gboolean
has_seen_part (const PelWindowInfo *info, const char *text)
{
  return is_seen (info) && pel_title_has_part (info->title, text);
}

static gboolean
has_part (const PelWindowInfo *info, const char *text)
{
  return pel_title_has_part (info->title, text);
}

/* “0x1 “Mail”, 0x2 “Notes””: the first few of them. */
static char *
name_windows (PelDesktop *desktop, GArray *indexes)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < MIN (indexes->len, MAX_NAMED); i++)
    {
      PelWindow *window = pel_desktop_get_window (desktop, g_array_index (indexes, guint, i));
      const PelWindowInfo *info = pel_window_get_info (window);
      g_autofree char     *title = pel_text_escape (info->title);

      g_string_append_printf (list, "%s%s “%s”", i > 0 ? ", " : "", info->id, title);
    }
  if (indexes->len > MAX_NAMED)
    g_string_append (list, " …");
  return g_string_free (list, FALSE);
}

static gboolean
refuse_several (PelDesktop *desktop, GArray *indexes, const char *text, GError **error)
{
  g_autofree char *list = name_windows (desktop, indexes);

  pel_set_error (error,
                 PEL_ERROR_AMBIGUOUS,
                 _ ("Specify one of them by its id"),
                 /* Translators: a number, what was written, and windows with their titles */
                 _ ("%u windows have “%s” in their title: %s"),
                 indexes->len,
                 text,
                 list);
  return FALSE;
}

gboolean
pel_window_finder_find (PelDesktop *desktop, const char *text, guint *ret_index, GError **error)
{
  static gboolean (*const ways[]) (const PelWindowInfo *info, const char *text) = {
    has_id,
    has_seen_title,
    has_seen_part,
    has_part,
  };
  g_autoptr (GArray) indexes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char   *given = pel_text_repair (text, -1, MAX_GIVEN);

  for (gsize way = 0; way < G_N_ELEMENTS (ways) && indexes->len == 0; way++)
    for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
      if (ways[way](pel_window_get_info (pel_desktop_get_window (desktop, i)), text))
        g_array_append_val (indexes, i);
  if (indexes->len > 1)
    return refuse_several (desktop, indexes, given, error);
  if (indexes->len == 0)
    {
      pel_set_error (error,
                     PEL_ERROR_WINDOW_NOT_FOUND,
                     _ ("List windows with “pellucid windows”"),
                     _ ("No window matches “%s”"),
                     given);
      return FALSE;
    }
  *ret_index = g_array_index (indexes, guint, 0);
  return TRUE;
}

static gboolean
has_process (const PelWindowInfo *info, const char *process)
{
  g_autofree char *name = g_path_get_basename (process);
  guint64          pid = 0;

  if (g_ascii_string_to_unsigned (process, 10, 1, G_MAXINT, &pid, NULL))
    return (guint64) info->pid == pid;
  return g_strcmp0 (info->process_name, name) == 0;
}

static gboolean
has_class (const PelWindowInfo *info, const char *class_name)
{
  g_autofree char *app = info->app != NULL ? fold (info->app) : NULL;
  g_autofree char *folded = fold (class_name);

  return g_strcmp0 (app, folded) == 0;
}

/* The better ones give the others no chance. */
typedef enum
{
  FIT_SEEN_TITLE, /* it is seen, and this is its whole title */
  FIT_SEEN,
  FIT_MANAGED, /* it is no menu or tool tip */
  FIT_ANY,
  N_FITS
} Fit;

static gboolean
fits (const PelWindowInfo *info, const PelWindowQuery *query, Fit fit)
{
  if ((query->id != NULL && !has_id (info, query->id)) ||
      (query->title != NULL && !pel_title_has_part (info->title, query->title)) ||
      (query->process != NULL && !has_process (info, query->process)) ||
      (query->class_name != NULL && !has_class (info, query->class_name)))
    return FALSE;
  switch (fit)
    {
    case FIT_SEEN_TITLE:
      return query->title != NULL && has_seen_title (info, query->title);
    case FIT_SEEN:
      return is_seen (info);
    case FIT_MANAGED:
      return (info->states & PEL_WINDOW_UNMANAGED) == 0;
    default:
      return TRUE;
    }
}

static GArray *
list_fitting (PelDesktop *desktop, const PelWindowQuery *query, Fit fit)
{
  GArray *indexes = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    if (fits (pel_window_get_info (pel_desktop_get_window (desktop, i)), query, fit))
      g_array_append_val (indexes, i);
  return indexes;
}

/* “title “Mail”, process “geary”” */
static char *
describe (const PelWindowQuery *query)
{
  const struct
  {
    const char *name;
    const char *value;
  } rows[] = {
    { N_ ("id"), query->id },
    { N_ ("title"), query->title },
    { N_ ("process"), query->process },
    { N_ ("class"), query->class_name },
  };
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *value =
          rows[i].value != NULL ? pel_text_repair (rows[i].value, -1, MAX_GIVEN) : NULL;

      if (value != NULL)
        g_string_append_printf (text,
                                "%s%s “%s”",
                                text->len > 0 ? ", " : "",
                                _ (rows[i].name),
                                value);
    }
  return g_string_free (text, FALSE);
}

static gboolean
refuse_missing (PelDesktop *desktop, const PelWindowQuery *query, GError **error)
{
  g_autoptr (GArray) seen = list_fitting (desktop, &(PelWindowQuery){ 0 }, FIT_SEEN);
  g_autofree char   *list = name_windows (desktop, seen);
  g_autofree char   *given = describe (query);

  if (seen->len == 0)
    pel_set_error (error,
                   PEL_ERROR_WINDOW_NOT_FOUND,
                   _ ("List windows with “pellucid windows”"),
                   /* Translators: what is known of it: “title “Mail”” */
                   _ ("No window matches %s"),
                   given);
  else
    pel_set_error (error,
                   PEL_ERROR_WINDOW_NOT_FOUND,
                   _ ("List windows with “pellucid windows”"),
                   /* Translators: what is known of it, and windows with their titles */
                   _ ("No window matches %s; open windows: %s"),
                   given,
                   list);
  return FALSE;
}

gboolean
pel_window_finder_search (PelDesktop           *desktop,
                          const PelWindowQuery *query,
                          guint                *ret_index,
                          GError              **error)
{
  g_autofree char *list = NULL;
  g_autofree char *given = NULL;

  g_return_val_if_fail (query->id != NULL || query->title != NULL || query->process != NULL ||
                            query->class_name != NULL,
                        FALSE);

  for (Fit fit = 0; fit < N_FITS; fit++)
    {
      g_autoptr (GArray) indexes = list_fitting (desktop, query, fit);

      if (indexes->len == 0)
        continue;
      if (indexes->len == 1)
        {
          *ret_index = g_array_index (indexes, guint, 0);
          return TRUE;
        }
      list = name_windows (desktop, indexes);
      given = describe (query);
      pel_set_error (error,
                     PEL_ERROR_AMBIGUOUS,
                     _ ("Specify one of them by its id"),
                     /* Translators: a number, what is known, and windows with their titles */
                     _ ("%u windows match %s: %s"),
                     indexes->len,
                     given,
                     list);
      return FALSE;
    }
  return refuse_missing (desktop, query, error);
}

gboolean
pel_window_info_answers_to (const PelWindowInfo *info, const char *text)
{
  return has_id (info, text) ||
         (!(info->states & PEL_WINDOW_UNMANAGED) && pel_title_has_part (info->title, text));
}
