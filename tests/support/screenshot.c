/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* screenshot [--settle MS] PICTURE: what is on the desktop of the environment, as a PNG; with
 * several outputs one each, PICTURE-OUTPUT.png. Waits until nothing moves any more, MS at most. */

#include "pixel-oracle.h"

#include <string.h>

#define STILL_MS 300

static gboolean
are_equal (GPtrArray *a, GPtrArray *b)
{
  if (a == NULL || a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const PelOracleImage *x = a->pdata[i], *y = b->pdata[i];

      if (x->width != y->width || x->height != y->height ||
          memcmp (x->pixels, y->pixels, (gsize) x->width * x->height * sizeof (guint32)) != 0)
        return FALSE;
    }
  return TRUE;
}

static GPtrArray *
capture_settled (int settle_ms, GError **error)
{
  gint64                deadline = g_get_monotonic_time () + settle_ms * 1000;
  g_autoptr (GPtrArray) before = NULL;

  for (;;)
    {
      g_autoptr (GPtrArray) now = pel_oracle_capture_all (error);

      if (now == NULL || are_equal (before, now) || g_get_monotonic_time () >= deadline)
        return g_steal_pointer (&now);
      g_clear_pointer (&before, g_ptr_array_unref);
      before = g_steal_pointer (&now);
      g_usleep (STILL_MS * 1000); /* stillness can only be seen over time */
    }
}

static char *
make_path (const char *picture, const PelOracleImage *image, guint n_images)
{
  g_autofree char *stem = NULL;

  if (n_images == 1 || image->output == NULL)
    return g_strdup (picture);
  stem = g_str_has_suffix (picture, ".png") ? g_strndup (picture, strlen (picture) - 4)
                                            : g_strdup (picture);
  return g_strdup_printf ("%s-%s.png", stem, image->output);
}

int
main (int argc, char **argv)
{
  int                        settle_ms = 0;
  g_auto (GStrv)             names = NULL;
  g_autoptr (GError)         error = NULL;
  g_autoptr (GPtrArray)      images = NULL;
  g_autoptr (GOptionContext) context = g_option_context_new ("PICTURE");
  const GOptionEntry         entries[] = {
            { "settle", 0, 0, G_OPTION_ARG_INT, &settle_ms, "Wait this long for stillness", "MS" },
            { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &names, NULL, NULL },
            { NULL },
  };

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || names == NULL)
    {
      g_printerr ("screenshot: %s\n", error != NULL ? error->message : "name a picture");
      return 2;
    }
  images = capture_settled (settle_ms, &error);
  for (guint i = 0; images != NULL && i < images->len; i++)
    {
      g_autofree char *path = make_path (names[0], images->pdata[i], images->len);

      if (!pel_oracle_save (images->pdata[i], path, &error))
        break;
    }
  if (error != NULL)
    {
      g_printerr ("screenshot: %s\n", error->message);
      return 1;
    }
  return 0;
}
