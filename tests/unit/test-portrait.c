/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture in the inspector: what is shown of it, what is saved, and how the file is called. */

#include "inspector/portrait.h"

#include "services/capture/image-encoder.h"

#include <glib/gstdio.h>
#include <string.h>

static void
done_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* Columns from red to white, so that a part of it can be told from another. */
static GBytes *
make_file (int width, int height)
{
  g_autoptr (PelImage) image = pel_image_new (width, height);
  g_autoptr (GError)   error = NULL;
  GBytes              *file;

  for (int x = 0; x < width; x++)
    pel_image_fill (image,
                    &(PelImageRect){ x, 0, 1, height },
                    0xffff0000u | (guint32) (x * 255 / width));
  file = pel_image_encode (image, &(PelImageFormat){ PEL_IMAGE_PNG, 0 }, NULL, &error);
  g_assert_no_error (error);
  return file;
}

static PelPortrait *
read_file (GBytes *file, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  pel_portrait_read_async (file, 1.5, NULL, done_cb, &result);
  wait_for (&result);
  return pel_portrait_read_finish (result, error);
}

static PelPortrait *
make_portrait (int width, int height)
{
  g_autoptr (GBytes) file = make_file (width, height);
  g_autoptr (GError) error = NULL;
  PelPortrait       *portrait = read_file (file, &error);

  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (portrait->file, file));
  g_assert_cmpint (portrait->width, ==, width);
  g_assert_cmpint (portrait->height, ==, height);
  g_assert_cmpfloat (portrait->scale, ==, 1.5);
  return portrait;
}

/* clang-format off */
static const struct { int width, height, shown_width, shown_height; } sizes[] = {
  { 1,    1,    1,    1   },
  { 200,  30,   200,  30  },
  { 1280, 320,  1280, 320 },
  { 2560, 320,  1280, 160 },
  { 100,  640,  50,   320 },
  { 3000, 1,    1280, 1   },
};
/* clang-format on */

static void
test_preview (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (PelPortrait) portrait = make_portrait (sizes[i].width, sizes[i].height);

      g_test_message ("%d×%d", sizes[i].width, sizes[i].height);
      g_assert_cmpint (portrait->preview->width, ==, sizes[i].shown_width);
      g_assert_cmpint (portrait->preview->height, ==, sizes[i].shown_height);
      g_assert_cmphex (pel_image_get_pixel (portrait->preview, 0, 0) & 0xffff00, ==, 0xff0000);
    }
}

static void
test_nonsense (void)
{
  g_autoptr (GBytes) file = g_bytes_new_static ("\x89PNG nonsense", 13);
  g_autoptr (GError) error = NULL;

  g_assert_null (read_file (file, &error));
  g_assert_nonnull (error);
}

static gboolean
save (PelPortrait *portrait, const char *path, GError **error)
{
  g_autoptr (GFile)        file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;

  pel_portrait_save_async (portrait, file, NULL, done_cb, &result);
  wait_for (&result);
  return pel_portrait_save_finish (result, error);
}

static void
assert_holds (const char *path, GBytes *expected)
{
  g_autofree char   *content = NULL;
  gsize              length;
  g_autoptr (GBytes) bytes = NULL;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  bytes = g_bytes_new (content, length);
  g_assert_true (g_bytes_equal (bytes, expected));
}

/* Every pixel, also where fewer are shown; and in place of what was there. */
static void
test_save (void)
{
  g_autoptr (PelPortrait) large = make_portrait (2000, 700);
  g_autoptr (PelPortrait) small = make_portrait (20, 7);
  g_autoptr (GError)      error = NULL;
  g_autofree char        *folder = g_dir_make_tmp ("pellucid-portrait-XXXXXX", NULL);
  g_autofree char        *path = g_build_filename (folder, "a.png", NULL);

  g_assert_true (save (large, path, &error));
  g_assert_no_error (error);
  assert_holds (path, large->file);
  g_assert_true (save (small, path, &error));
  g_assert_no_error (error);
  assert_holds (path, small->file);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_save_nowhere (void)
{
  g_autoptr (PelPortrait) portrait = make_portrait (20, 7);
  g_autoptr (GError)      error = NULL;
  g_autofree char        *folder = g_dir_make_tmp ("pellucid-portrait-XXXXXX", NULL);
  g_autofree char        *path = g_build_filename (folder, "none", "a.png", NULL);

  g_assert_false (save (portrait, path, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* clang-format off */
static const struct { const char *kind, *name, *expected; } names[] = {
  { "Button",  "Save as…",              "Button-Save-as.png" },
  { "Button",  "",                      "Button.png" },
  { "Edit",    "../../etc/passwd",      "Edit-etc-passwd.png" },
  { "Text",    "  .hidden  file. ",     "Text-hidden-file.png" },
  { "Fenster", "Größe: 3 × 4",          "Fenster-Größe-3-4.png" },
  { "按钮",    "确定",                  "按钮-确定.png" },
  { "Text",    "a\u202egnp.exe\n\tb",   "Text-a-gnp-exe-b.png" },
  { "Text",    "\xff\xfe",              "Text.png" },
  { "",        "",                      "picture.png" },
};
/* clang-format on */

static void
test_file_name (void)
{
  g_autofree char *endless = g_strnfill (5000, 'x');
  g_autofree char *cut = pel_portrait_dup_file_name ("Text", endless);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = pel_portrait_dup_file_name (names[i].kind, names[i].name);

      g_assert_cmpstr (name, ==, names[i].expected);
    }
  g_assert_cmpuint (strlen (cut), <=, 64);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/portrait/preview", test_preview);
  g_test_add_func ("/portrait/nonsense", test_nonsense);
  g_test_add_func ("/portrait/save", test_save);
  g_test_add_func ("/portrait/save/nowhere", test_save_nowhere);
  g_test_add_func ("/portrait/file-name", test_file_name);
  return g_test_run ();
}
