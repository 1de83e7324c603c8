/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "pixel-oracle.h"
#include "test-window.h"

#include <string.h>

#define WAIT_MS 10000
#define ABSENT  0x12ab34
#define WIDTH   200
#define HEIGHT  120

/* Even, so that their edges fall on device pixels at scale 1.5 too. */
/* clang-format off */
static const PelTestPatch patches[] = {
  { 0,   0,  WIDTH, HEIGHT, 0x204060 },
  { 10,  20, 40,    30,     0xff00ff },
  { 100, 64, 62,    18,     0x00ff7f },
  { 198, 118, 2,    2,      0xfefe01 }, /* the last corner */
};

/* Where the window stands, natively, and the place of that on its output in device pixels. */
static const struct { const char *kind; const char *output; int x, y; double scale; int device_x, device_y; } places[] = {
  { "x11",       NULL,         300,  200, 1,   300,  200 },
  { "x11-bare",  NULL,         300,  200, 1,   300,  200 },
  { "x11-xfwm",  NULL,         300,  200, 1,   300,  200 },
  { "x11-multi", NULL,         300,  400, 1,   300,  400 },
  { "x11-multi", NULL,         3300, 600, 1,   3300, 600 },
  { "sway",      "HEADLESS-1", 100,  80,  1,   100,  80  },
  { "sway",      "HEADLESS-2", 1480, 100, 1.5, 300,  150 },
};
/* clang-format on */

static void
check_patch (const PelOracleImage *image, const PelTestPatch *patch, gsize place)
{
  double       scale = places[place].scale;
  PelOracleBox box = { 0 };

  g_test_message ("colour 0x%06x", patch->rgb);
  g_assert_true (pel_oracle_find (image, patch->rgb, 0, &box));
  g_assert_cmpint (box.x, ==, places[place].device_x + (int) (patch->x * scale));
  g_assert_cmpint (box.y, ==, places[place].device_y + (int) (patch->y * scale));
  g_assert_cmpint (box.width, ==, (int) (patch->width * scale));
  g_assert_cmpint (box.height, ==, (int) (patch->height * scale));
}

static void
check_place (PelTestWindow *window, gsize place)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelOracleImage) image = NULL;
  PelOracleBox               box;
  int                        size = (int) (40 * 30 * places[place].scale * places[place].scale);

  g_test_message ("at %d,%d", places[place].x, places[place].y);
  pel_test_window_place (window, places[place].x, places[place].y, places[place].scale, &error);
  g_assert_no_error (error);
  g_assert_true (pel_oracle_wait (places[place].output, patches[1].rgb, 0, WAIT_MS, &box));
  image = pel_oracle_capture (places[place].output, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (patches); i++)
    check_patch (image, &patches[i], place);
  g_assert_cmpuint (pel_oracle_count (image, patches[1].rgb, 0), ==, size);
  g_assert_cmphex (pel_oracle_read (image, box.x, box.y), ==, patches[1].rgb);
  g_assert_cmphex (pel_oracle_read (image, box.x - 1, box.y), ==, patches[0].rgb);
}

static void
test_find_exact (void)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestWindow) window =
      pel_test_window_new ("oracle", WIDTH, HEIGHT, patches, G_N_ELEMENTS (patches), &error);
  gsize n_checked = 0;

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      if (g_strcmp0 (places[i].kind, g_getenv ("PEL_DESKTOP_KIND")) != 0)
        continue;
      check_place (window, i);
      n_checked++;
    }
  g_assert_cmpuint (n_checked, >, 0);
}

static void
test_find_absent (void)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (GPtrArray) images = pel_oracle_capture_all (&error);

  g_assert_no_error (error);
  for (guint i = 0; i < images->len; i++)
    {
      const PelOracleImage *image = g_ptr_array_index (images, i);
      PelOracleBox          box = { -1, -1, -1, -1 };

      g_assert_false (pel_oracle_find (image, ABSENT, 0, &box));
      g_assert_cmpint (box.x, ==, -1);
      g_assert_cmpuint (pel_oracle_count (image, ABSENT, 0), ==, 0);
    }
  g_assert_false (pel_oracle_wait (NULL, ABSENT, 0, 200, &(PelOracleBox){ 0 }));
  g_assert_null (pel_oracle_capture ("no such output", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* A made-up picture, where every answer is known. */
static void
test_find_tolerance (void)
{
  guint32        pixels[6] = { 0x000000, 0x102030, 0x112233, 0x000000, 0x142434, 0xffffff };
  PelOracleImage image = { NULL, 3, 2, pixels };
  PelOracleBox   box;

  g_assert_true (pel_oracle_find (&image, 0x102030, 0, &box));
  g_assert_cmpint (box.x, ==, 1);
  g_assert_cmpint (box.width, ==, 1);
  g_assert_cmpuint (pel_oracle_count (&image, 0x102030, 3), ==, 2);
  g_assert_cmpuint (pel_oracle_count (&image, 0x102030, 4), ==, 3);
  g_assert_true (pel_oracle_find (&image, 0x102030, 4, &box));
  g_assert_cmpint (box.x, ==, 1);
  g_assert_cmpint (box.y, ==, 0);
  g_assert_cmpint (box.width, ==, 2);
  g_assert_cmpint (box.height, ==, 2);
}

static void
test_save (void)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);
  g_autofree char           *path = g_build_filename (g_getenv ("TMPDIR"), "shot.png", NULL);
  g_autofree char           *bytes = NULL;
  gsize                      length = 0;

  g_assert_no_error (error);
  g_assert_true (pel_oracle_save (image, path, &error));
  g_assert_true (g_file_get_contents (path, &bytes, &length, &error));
  g_assert_cmpuint (length, >, 100);
  g_assert_cmpint (memcmp (bytes, "\x89PNG", 4), ==, 0);
  g_assert_false (pel_oracle_save (image, "/nowhere/shot.png", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/oracle/find/exact", test_find_exact);
  g_test_add_func ("/oracle/find/absent", test_find_absent);
  g_test_add_func ("/oracle/find/tolerance", test_find_tolerance);
  g_test_add_func ("/oracle/save", test_save);
  return g_test_run ();
}
