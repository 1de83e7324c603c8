/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/condition/picture-pace.h"

#define MS G_TIME_SPAN_MILLISECOND

/* clang-format off */
static const struct { guint n_before, n, took_ms, gap_ms; } rows[] = {
  { 0,  1, 0,    500 },  /* two a second */
  { 0,  1, 90,   500 },  /* from beginning to beginning */
  { 0,  1, 100,  500 },
  { 0,  1, 200,  1000 }, /* four times as long as it took, after it */
  { 0,  1, 1000, 3000 }, /* but no longer than that */
  { 0,  3, 60,   1500 }, /* for each of them */
  { 19, 1, 0,    500 },
  { 20, 1, 0,    1500 }, /* who has waited for long */
};
/* clang-format on */

static void
test_gap (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      PelPicturePace pace = { .n_taken = rows[i].n_before };
      gint64         start = 5000 * MS;

      pel_picture_pace_begin (&pace, start);
      for (guint k = 1; k <= rows[i].n; k++)
        pel_picture_pace_note (&pace, start + rows[i].took_ms * MS * k / rows[i].n);
      g_assert_cmpuint (pel_picture_pace_get_pause_ms (&pace, start + rows[i].took_ms * MS),
                        ==,
                        rows[i].gap_ms - rows[i].took_ms);
      g_assert_cmpuint (pel_picture_pace_get_pause_ms (&pace, start + rows[i].gap_ms * MS - 1),
                        ==,
                        1);
      g_assert_cmpuint (pel_picture_pace_get_pause_ms (&pace, start + rows[i].gap_ms * MS), ==, 0);
    }
}

static void
test_first (void)
{
  const PelPicturePace pace = { 0 };

  g_assert_cmpuint (pel_picture_pace_get_pause_ms (&pace, 0), ==, 0);
}

/* The longest wait has room in the limit of the default policy. */
static void
test_minute (void)
{
  PelPicturePace pace = { 0 };
  guint          n = 0;

  for (gint64 now = 0; now < 60 * G_TIME_SPAN_SECOND; now += MS)
    if (pel_picture_pace_get_pause_ms (&pace, now) == 0)
      {
        pel_picture_pace_begin (&pace, now);
        pel_picture_pace_note (&pace, now);
        n++;
      }
  g_assert_cmpuint (n, <, 60);
  g_assert_cmpuint (n, >, 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/picture-pace/gap", test_gap);
  g_test_add_func ("/picture-pace/first", test_first);
  g_test_add_func ("/picture-pace/minute", test_minute);
  return g_test_run ();
}
