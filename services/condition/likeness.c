/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/likeness.h"

#include <glib/gi18n.h>

#define MAX_SPOKEN 3 /* rectangles in a sentence */

PelLikeness *
pel_likeness_new (guint64 n_different)
{
  PelLikeness *self = g_new0 (PelLikeness, 1);

  self->n_different = n_different;
  self->rects = g_array_new (FALSE, FALSE, sizeof (PelImageRect));
  return self;
}

PelLikeness *
pel_likeness_new_obstacle (const char *obstacle)
{
  PelLikeness *self = pel_likeness_new (0);

  self->obstacle = g_strdup (obstacle);
  return self;
}

void
pel_likeness_free (PelLikeness *self)
{
  if (self == NULL)
    return;
  g_free (self->obstacle);
  g_array_unref (self->rects);
  g_free (self);
}

/* “12×4 at 30,8, 3×3 at 0,0 and 2 more” */
static char *
describe_rects (const GArray *rects)
{
  GString *text = g_string_new (NULL);
  guint    n_more = rects->len - MIN (rects->len, MAX_SPOKEN);

  for (guint i = 0; i < MIN (rects->len, MAX_SPOKEN); i++)
    {
      const PelImageRect *rect = &g_array_index (rects, PelImageRect, i);

      g_string_append (text, i > 0 ? ", " : "");
      g_string_append_printf (text,
                              /* Translators: width, height and place of a rectangle, in pixels */
                              _ ("%d×%d at %d,%d"),
                              rect->width,
                              rect->height,
                              rect->x,
                              rect->y);
    }
  if (n_more > 0)
    g_string_append_printf (text,
                            /* Translators: after a list of rectangles */
                            ngettext (" and %u more", " and %u more", n_more),
                            n_more);
  return g_string_free (text, FALSE);
}

char *
pel_likeness_dup_words (const PelLikeness *self)
{
  g_autofree char *count = NULL;
  g_autofree char *places = NULL;
  guint            n;

  if (self->obstacle != NULL)
    return g_strdup (self->obstacle);
  if (self->n_different == 0)
    return g_strdup (_ ("it matches the baseline"));
  n = (guint) MIN (self->n_different, G_MAXUINT);
  count = g_strdup_printf (ngettext ("%u pixel differs from the baseline",
                                     "%u pixels differ from the baseline",
                                     n),
                           n);
  places = describe_rects (self->rects);
  if (places[0] == '\0')
    return g_steal_pointer (&count);
  /* Translators: “12 pixels differ from the baseline”, and where */
  return g_strdup_printf (_ ("%s: %s"), count, places);
}
