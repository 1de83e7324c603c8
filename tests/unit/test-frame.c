/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A pixel of a picture is one of the desktop only while what it shows is where it was. */

#include "services/base/error.h"
#include "services/capture/frame.h"
#include "tests/unit/fake-window-source.h"

#include <glib/gstdio.h>
#include <string.h>

#define TAKEN (1000 * G_TIME_SPAN_SECOND)
#define AGED  (TAKEN + PEL_FRAME_MAX_AGE_S * G_TIME_SPAN_SECOND)

#define NOTES(x, y, width, height, state)                            \
  {                                                                  \
    .id = "w1", .title = "Notes", .bounds = { x, y, width, height }, \
    .content = { x, y, width, height }, .states = state              \
  }
#define ABOVE(x, y)                                                                        \
  {                                                                                        \
    .id = "w2", .title = "Above", .bounds = { x, y, 50, 50 }, .content = { x, y, 50, 50 }, \
    .states = PEL_WINDOW_VISIBLE                                                           \
  }

typedef struct
{
  guint         n_monitors, n_windows;
  PelWindowInfo windows[2];
} Scene;

/* clang-format off */
static const Scene then     = { 1, 1, { NOTES (100, 50, 400, 300, PEL_WINDOW_VISIBLE) } };
static const Scene moved    = { 1, 1, { NOTES (101, 50, 400, 300, PEL_WINDOW_VISIBLE) } };
static const Scene resized  = { 1, 1, { NOTES (100, 50, 400, 301, PEL_WINDOW_VISIBLE) } };
static const Scene hidden   = { 1, 1, { NOTES (100, 50, 400, 300, PEL_WINDOW_MINIMIZED) } };
static const Scene covered  = { 1, 2, { ABOVE (100, 50), NOTES (100, 50, 400, 300, PEL_WINDOW_VISIBLE) } };
static const Scene aside    = { 1, 2, { ABOVE (900, 900), NOTES (100, 50, 400, 300, PEL_WINDOW_VISIBLE) } };
static const Scene empty    = { 1, 0, { { 0 } } };
static const Scene extended = { 2, 1, { NOTES (100, 50, 400, 300, PEL_WINDOW_VISIBLE) } };

/* The picture is of the whole monitor, or of the window w1 alone. @said: of the message. */
static const struct
{
  const char      *what;
  gboolean         is_of_window;
  double           scale;
  PelImagePoint    point;
  const Scene     *now;
  gint64           time;
  PelPhysicalPoint expected;
  int              code; /* -1: found */
  const char      *said;
} cases[] = {
  { "of the desktop",        FALSE, 1,   { 110, 60 },    &then,     TAKEN,    { 110, 60 },  -1 },
  { "first pixel",           FALSE, 1,   { 0, 0 },       &then,     TAKEN,    { 0, 0 },     -1 },
  { "last pixel",            FALSE, 1,   { 1919, 1079 }, &then,     TAKEN,    { 1919, 1079 }, -1 },
  { "reduced",               FALSE, 0.5, { 60, 40 },     &then,     TAKEN,    { 121, 81 },  -1 },
  { "reduced: last",         FALSE, 0.5, { 959, 539 },   &then,     TAKEN,    { 1919, 1079 }, -1 },
  { "of a window",           TRUE,  1,   { 10, 10 },     &then,     TAKEN,    { 110, 60 },  -1 },
  { "of a reduced window",   TRUE,  0.5, { 199, 149 },   &then,     TAKEN,    { 499, 349 }, -1 },
  { "old, but not too old",  FALSE, 1,   { 110, 60 },    &then,     AGED,     { 110, 60 },  -1 },
  { "another elsewhere",     FALSE, 1,   { 110, 60 },    &aside,    TAKEN,    { 110, 60 },  -1 },
  { "nothing there",         FALSE, 1,   { 10, 10 },     &then,     TAKEN,    { 10, 10 },   -1 },
  { "nothing there, moved",  FALSE, 1,   { 10, 10 },     &moved,    TAKEN,    { 10, 10 },   -1 },
  { "covered, of a window",  TRUE,  1,   { 10, 10 },     &covered,  TAKEN,    { 110, 60 },  -1 },

  { "too old",               FALSE, 1,   { 110, 60 },    &then,     AGED + 1, .code = PEL_ERROR_STALE_REF, .said = "too old" },
  { "moved",                 FALSE, 1,   { 110, 60 },    &moved,    TAKEN,    .code = PEL_ERROR_STALE_REF, .said = "moved" },
  { "moved, of a window",    TRUE,  1,   { 10, 10 },     &moved,    TAKEN,    .code = PEL_ERROR_STALE_REF, .said = "moved" },
  { "resized",               TRUE,  1,   { 10, 10 },     &resized,  TAKEN,    .code = PEL_ERROR_STALE_REF, .said = "resized" },
  { "hidden",                TRUE,  1,   { 10, 10 },     &hidden,   TAKEN,    .code = PEL_ERROR_STALE_REF, .said = "no longer shown" },
  { "hidden, of all",        FALSE, 1,   { 110, 60 },    &hidden,   TAKEN,    .code = PEL_ERROR_STALE_REF, .said = "different window" },
  { "gone",                  TRUE,  1,   { 10, 10 },     &empty,    TAKEN,    .code = PEL_ERROR_STALE_REF, .said = "gone" },
  { "gone, of all",          FALSE, 1,   { 110, 60 },    &empty,    TAKEN,    .code = PEL_ERROR_STALE_REF, .said = "different window" },
  { "covered",               FALSE, 1,   { 110, 60 },    &covered,  TAKEN,    .code = PEL_ERROR_STALE_REF, .said = "different window" },
  { "new where none was",    FALSE, 1,   { 910, 910 },   &aside,    TAKEN,    .code = PEL_ERROR_STALE_REF, .said = "different window" },
  { "one more monitor",      FALSE, 1,   { 110, 60 },    &extended, TAKEN,    .code = PEL_ERROR_STALE_REF, .said = "monitors" },
  { "left of it",            FALSE, 1,   { -1, 60 },     &then,     TAKEN,    .code = PEL_ERROR_OUT_OF_BOUNDS, .said = "-1,60 is outside the screenshot f1, which is 1920×1080" },
  { "right of it",           FALSE, 1,   { 1920, 60 },   &then,     TAKEN,    .code = PEL_ERROR_OUT_OF_BOUNDS, .said = "1920,60" },
  { "below it",              FALSE, 0.5, { 60, 540 },    &then,     TAKEN,    .code = PEL_ERROR_OUT_OF_BOUNDS, .said = "960×540" },
  { "outside of the window", TRUE,  1,   { 400, 10 },    &then,     TAKEN,    .code = PEL_ERROR_OUT_OF_BOUNDS, .said = "400×300" },
};
/* clang-format on */

static PelDesktop *
new_desktop (const Scene *scene)
{
  return pel_fake_desktop_new (scene->n_monitors, scene->windows, scene->n_windows);
}

static PelFrame
describe (PelDesktop *desktop, gboolean is_of_window, double scale)
{
  return (PelFrame){ .origin =
                         is_of_window ? (PelPhysicalPoint){ 100, 50 } : (PelPhysicalPoint){ 0, 0 },
                     .scale = scale,
                     .width = (is_of_window ? 400 : 1920) * scale,
                     .height = (is_of_window ? 300 : 1080) * scale,
                     .desktop = desktop,
                     .window_id = is_of_window ? "w1" : NULL,
                     .time = TAKEN };
}

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PelFrameStore) store = pel_frame_store_new (NULL);
      g_autoptr (PelDesktop)    was = new_desktop (&then), is = new_desktop (cases[i].now);
      PelFrame                  frame = describe (was, cases[i].is_of_window, cases[i].scale);
      const char               *id = pel_frame_store_add (store, &frame);
      const PelFrame           *kept = pel_frame_store_find (store, id, NULL);
      g_autoptr (GError)        error = NULL;
      PelPhysicalPoint          point = { 0, 0 };
      gboolean                  is_found =
          pel_frame_to_physical (kept, cases[i].point, is, cases[i].time, &point, &error);

      g_test_message ("%s: %s", cases[i].what, error != NULL ? error->message : "found");
      g_assert_cmpint (is_found, ==, cases[i].code == -1);
      if (is_found)
        {
          g_assert_cmpint (point.x, ==, cases[i].expected.x);
          g_assert_cmpint (point.y, ==, cases[i].expected.y);
          continue;
        }
      g_assert_error (error, PEL_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].said));
    }
}

/* The oldest makes room; an id is never given again. */
static void
test_store (void)
{
  g_autoptr (PelFrameStore) store = pel_frame_store_new (NULL);
  g_autoptr (PelDesktop)    desktop = new_desktop (&then);
  g_autoptr (GError)        error = NULL;
  PelFrame                  frame = describe (desktop, TRUE, 1);
  g_autofree char          *last = g_strdup_printf ("f%d", PEL_FRAME_MAX_KEPT + 1);

  for (guint i = 1; i <= PEL_FRAME_MAX_KEPT + 1; i++)
    {
      g_autofree char *expected = g_strdup_printf ("f%u", i);

      g_assert_cmpstr (pel_frame_store_add (store, &frame), ==, expected);
    }
  g_assert_null (pel_frame_store_find (store, "f1", &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_STALE_REF);
  g_assert_cmpstr (pel_frame_store_find (store, "f2", NULL)->window_id, ==, "w1");
  g_assert_nonnull (pel_frame_store_find (store, last, NULL));
}

/* Whoever is started again does not give the ids of the one before. */
static void
test_restart (void)
{
  g_autofree char       *folder = g_dir_make_tmp ("pel-frame-XXXXXX", NULL);
  g_autofree char       *path = g_build_filename (folder, "next-frame", NULL);
  g_autoptr (PelDesktop) desktop = new_desktop (&then);
  PelFrame               frame = describe (desktop, TRUE, 1);
  g_autofree char       *first = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (PelFrameStore) store = pel_frame_store_new (path);
      const char               *id = pel_frame_store_add (store, &frame);

      g_assert_nonnull (pel_frame_store_find (store, id, NULL));
      g_assert_cmpstr (id, !=, first);
      if (first != NULL)
        g_assert_null (pel_frame_store_find (store, first, NULL));
      g_free (first);
      first = g_strdup (id);
    }
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/frame/to-physical/rows", test_rows);
  g_test_add_func ("/frame/store", test_store);
  g_test_add_func ("/frame/restart", test_restart);
  return g_test_run ();
}
