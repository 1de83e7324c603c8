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

/* Menus and tool tips bear the name of their program: nobody means them by it. */
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

static gboolean
refuse_several (PelDesktop *desktop, GArray *indexes, const char *text, GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < MIN (indexes->len, MAX_NAMED); i++)
    {
      PelWindow *window = pel_desktop_get_window (desktop, g_array_index (indexes, guint, i));
      const PelWindowInfo *info = pel_window_get_info (window);
      g_autofree char     *title = pel_text_escape (info->title);

      g_string_append_printf (list, "%s%s “%s”", i > 0 ? ", " : "", info->id, title);
    }
  pel_set_error (error,
                 PEL_ERROR_AMBIGUOUS,
                 _ ("Name one of them by its id"),
                 /* Translators: a number, what was written, and windows with their titles */
                 _ ("%u windows have “%s” in their title: %s"),
                 indexes->len,
                 text,
                 list->str);
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
                     _ ("“pellucid windows” lists them"),
                     _ ("There is no window “%s”"),
                     given);
      return FALSE;
    }
  *ret_index = g_array_index (indexes, guint, 0);
  return TRUE;
}

gboolean
pel_window_info_answers_to (const PelWindowInfo *info, const char *text)
{
  return has_id (info, text) ||
         (!(info->states & PEL_WINDOW_UNMANAGED) && pel_title_has_part (info->title, text));
}
