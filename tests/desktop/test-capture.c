/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures from the command line: they show what is on the screen, at the place that they tell,
 * and a click on one lands where it shows something, or nowhere. */

#include "config.h"

#include "../fixtures/fixture-ui.h"
#include "command.h"
#include "fixture.h"
#include "pixel-oracle.h"
#include "test-input.h"
#include "test-window.h"

#include <cairo.h>
#include <glib/gstdio.h>
#include <string.h>

#define WAIT_SECONDS 60

/* Of tests that are not at a terminal: a script. */
#define ALLOW                                                                                \
  "{\"default\": {\"act\": \"allow\", \"capture\": \"allow\", \"coordinates\": \"allow\"}, " \
  "\"allowed_folders\": [\"/\"]}"

typedef struct
{
  PelFixture *fixture;
  char       *folder;
  char       *policy;
} Stage;

static gboolean
is_sway (void)
{
  return g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "sway");
}

static void
write_policy (const Stage *stage, const char *text)
{
  g_autofree char   *folder = g_path_get_dirname (stage->policy);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (stage->policy, text, -1, &error);
  g_assert_no_error (error);
}

static void
move_pointer_away (void)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  pel_test_input_move (input, 1, 301, &error);
  g_assert_no_error (error);
}

static void
stage_open (Stage *stage, gconstpointer unused)
{
  gint64             deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (GError) error = NULL;
  PelOracleBox       box;

  stage->folder = g_dir_make_tmp ("pictures-XXXXXX", &error);
  g_assert_no_error (error);
  stage->policy = g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  write_policy (stage, ALLOW);
  move_pointer_away ();
  stage->fixture = pel_fixture_start (&error, "fixture-gtk3", "--position", "120,340", NULL);
  g_assert_no_error (error);
  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "assert Slider:Slider");

      if (command->exit_code == 0)
        break;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  g_assert_true (pel_oracle_wait (NULL, fixture_find ("button")->colour, 0, 20000, &box));
}

static void
stage_close (Stage *stage, gconstpointer unused)
{
  g_remove (stage->policy);
  pel_fixture_stop (stage->fixture);
  g_free (stage->folder);
  g_free (stage->policy);
}

/* What a command answers; @line has %s for a file of this test. */
static JsonObject *
call (const char *line)
{
  g_autofree char       *with_json = g_strconcat (line, " --json", NULL);
  g_autoptr (PelCommand) command = pel_command_run (NULL, with_json);

  if (command->exit_code != 0)
    g_test_message ("%s: %s%s", line, command->out, command->err);
  return pel_command_parse_data (command);
}

static char *
dup_path (const Stage *stage, const char *name)
{
  return g_build_filename (stage->folder, name, NULL);
}

static cairo_surface_t *
read_picture (const char *path)
{
  cairo_surface_t *surface = cairo_image_surface_create_from_png (path);

  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  return surface;
}

static guint32
read_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) +
                      (gsize) y * (gsize) cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (const void *) row)[x] & 0xffffff;
}

static JsonObject *
get_origin (JsonObject *data)
{
  return json_object_get_object_member (data, "origin");
}

/* Tight: exactly the pixels of the widget, at the place where they are. */
static void
test_element (Stage *stage, gconstpointer unused)
{
  g_autofree char       *path = dup_path (stage, "button.png");
  g_autofree char       *line = g_strdup_printf ("capture Button:Toggle -o %s", path);
  g_autoptr (JsonObject) data = call (line);
  cairo_surface_t       *picture = read_picture (path);
  guint32                colour = fixture_find ("toggle")->colour;
  PelOracleBox           box = { 0 };

  g_assert_true (pel_oracle_wait (NULL, colour, 0, 20000, &box));
  g_assert_cmpint (json_object_get_int_member (get_origin (data), "x"), ==, box.x);
  g_assert_cmpint (json_object_get_int_member (get_origin (data), "y"), ==, box.y);
  g_assert_cmpint (json_object_get_int_member (data, "width"), ==, box.width);
  g_assert_cmpint (json_object_get_int_member (data, "height"), ==, box.height);
  g_assert_cmphex (read_pixel (picture, 1, 1), ==, colour);
  g_assert_cmphex (read_pixel (picture, box.width - 2, box.height - 2), ==, colour);
  cairo_surface_destroy (picture);
}

/* All of a desktop, with and without the overlay over it. */
static void
test_overlay (Stage *stage, gconstpointer unused)
{
  static const char *const names[] = { "before.png", "under.png" };
  g_autoptr (JsonObject)   shown = NULL, hidden = NULL;
  cairo_surface_t         *pictures[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char       *path = dup_path (stage, names[i]);
      g_autofree char       *line = g_strdup_printf ("capture -o %s", path);
      g_autoptr (JsonObject) data = NULL;

      if (i == 1)
        {
          g_autoptr (PelOracleImage) seen = NULL;
          guint32                    colour = fixture_find ("toggle")->colour;
          PelOracleBox               box;
          guint                      n_before;

          g_assert_true (pel_oracle_wait (NULL, colour, 0, 20000, &box));
          seen = pel_oracle_capture (NULL, NULL);
          n_before = pel_oracle_count (seen, colour, 0);
          shown = call ("overlay on");
          do /* until the outline of the button is on the screen */
            {
              g_clear_pointer (&seen, pel_oracle_image_free);
              seen = pel_oracle_capture (NULL, NULL);
            }
          while (pel_oracle_count (seen, colour, 0) == n_before);
        }
      data = call (line);
      pictures[i] = read_picture (path);
    }
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (pictures[0]),
                           cairo_image_surface_get_data (pictures[1]),
                           (gsize) cairo_image_surface_get_stride (pictures[0]) *
                               (gsize) cairo_image_surface_get_height (pictures[0])),
                   ==,
                   0);
  hidden = call ("overlay off");
  cairo_surface_destroy (pictures[0]);
  cairo_surface_destroy (pictures[1]);
}

/* The same pixels, whichever way they come. */
static void
test_outputs (Stage *stage, gconstpointer unused)
{
  g_autoptr (JsonObject) encoded = call ("capture --window-title fixture");
  g_autofree char       *path = dup_path (stage, "window.png");
  g_autofree char       *line = g_strdup_printf ("capture --window-title fixture -o %s", path);
  g_autoptr (JsonObject) written = call (line);
  g_autofree char       *sum = NULL;
  g_autofree guchar     *bytes = NULL;
  gsize                  length;

  bytes = g_base64_decode (json_object_get_string_member (encoded, "data"), &length);
  g_assert_cmpuint (length, ==, json_object_get_int_member (encoded, "file_size"));
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, bytes, length);
  g_assert_cmpstr (sum, ==, json_object_get_string_member (encoded, "sha256"));
  g_assert_cmpstr (sum, ==, json_object_get_string_member (written, "sha256"));
  g_assert_false (json_object_has_member (written, "data"));
  g_assert_cmpstr (path, ==, json_object_get_string_member (written, "file_path"));
}

/* Sent as they are, to whoever reads them. */
static void
test_sent (Stage *stage, gconstpointer unused)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (JsonObject)  encoded = call ("capture Button:Toggle");
  g_autoptr (GSubprocess) process = pel_command_start (NULL, "capture Button:Toggle --output fd");
  g_autoptr (GBytes)      bytes = NULL;
  g_autofree char        *sum = NULL;

  g_subprocess_communicate (process, NULL, NULL, &bytes, NULL, &error);
  g_assert_no_error (error);
  sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  g_assert_cmpstr (sum, ==, json_object_get_string_member (encoded, "sha256"));
}

/* With the answers of other tools: of the window, and of the element that was asked about. */
static void
test_beside (Stage *stage, gconstpointer unused)
{
  g_autoptr (JsonObject) window = call ("capture --window-title fixture");
  g_autoptr (JsonObject) element = call ("capture Button:Toggle");
  g_autoptr (JsonObject) tree =
      call ("tree fixture-gtk3 --include-screenshot --include-text-index");
  g_autoptr (JsonObject) told = call ("describe Button:Toggle");
  g_autoptr (JsonObject) bare = call ("describe Button:Toggle --no-include-screenshot");
  JsonObject            *index = json_object_get_object_member (tree, "text_index");
  JsonObject            *picture = json_object_get_object_member (tree, "screenshot");

  g_assert_true (json_object_has_member (index, "Toggle"));
  g_assert_cmpint (json_object_get_int_member (picture, "width"),
                   ==,
                   json_object_get_int_member (window, "width"));
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (told,
                                                                                 "screenshot"),
                                                  "sha256"),
                   ==,
                   json_object_get_string_member (element, "sha256"));
  g_assert_false (json_object_has_member (bare, "screenshot"));
}

/* A click on a picture that was reduced lands on what it shows; after the window has moved, or
 * beside the picture, on nothing. */
static void
test_click (Stage *stage, gconstpointer unused)
{
  g_autofree char *path = dup_path (stage, "small.png");
  g_autofree char *line =
      g_strdup_printf ("capture --window-title fixture --max-pixels 60000 -o %s", path);
  g_autoptr (JsonObject) data = call (line);
  const char            *frame = json_object_get_string_member (data, "frame_id");
  cairo_surface_t       *picture = read_picture (path);
  guint32                colour = fixture_find ("button")->colour;
  int                    x = -1, y = -1, n = 0;
  g_autofree char       *click = NULL;
  g_autofree char       *beside = NULL;
  g_autoptr (PelCommand) clicked = NULL, missed = NULL, stale = NULL, moved = NULL;

  for (int v = 0; v < cairo_image_surface_get_height (picture); v++)
    for (int u = 0; u < cairo_image_surface_get_width (picture); u++)
      if (read_pixel (picture, u, v) == colour && ++n == 40)
        {
          x = u;
          y = v;
        }
  cairo_surface_destroy (picture);
  g_assert_cmpint (x, >=, 0);
  click = g_strdup_printf ("click-xy %d %d --coordinate-space image --frame-id %s", x, y, frame);
  pel_fixture_forget (stage->fixture);
  clicked = pel_command_run (NULL, click);
  g_test_message ("%s%s", clicked->out, clicked->err);
  g_assert_cmpint (clicked->exit_code, ==, 0);
  pel_fixture_expect (stage->fixture, "clicked button");
  beside = g_strdup_printf ("click-xy 5000 5 --coordinate-space image --frame-id %s", frame);
  missed = pel_command_run (NULL, beside);
  g_assert_cmpint (missed->exit_code, ==, 1);
  moved = pel_command_run (NULL, "window move --window-title fixture --x 150 --y 360");
  g_test_message ("%s%s", moved->out, moved->err);
  g_assert_cmpint (moved->exit_code, ==, 0);
  pel_fixture_forget (stage->fixture);
  stale = pel_command_run (NULL, click);
  g_assert_cmpint (stale->exit_code, ==, 3);
  g_assert_cmpuint (pel_fixture_count (stage->fixture, "clicked*"), ==, 0);
}

static void
test_annotated (Stage *stage, gconstpointer unused)
{
  g_autofree char *path = dup_path (stage, "numbers.png");
  g_autofree char *line = g_strdup_printf ("capture --window-title fixture --annotate -o %s", path);
  g_autoptr (JsonObject) data = call (line);
  JsonArray             *regions = json_object_get_array_member (data, "regions");
  gint64                 index = 0;
  g_autofree char       *describe = NULL;
  g_autoptr (PelCommand) told = NULL;
  cairo_surface_t       *picture = read_picture (path);
  guint32                colour = fixture_find ("toggle")->colour;
  guint                  n = 0;

  for (guint i = 0; i < json_array_get_length (regions); i++)
    {
      JsonObject *region = json_array_get_object_element (regions, i);

      if (g_str_equal (json_object_get_string_member (region, "label"), "Toggle"))
        index = json_object_get_int_member (region, "index");
    }
  g_assert_cmpint (index, >, 0);
  describe = g_strdup_printf ("describe '#%" G_GINT64_FORMAT "'", index);
  told = pel_command_run (NULL, describe);
  g_assert_nonnull (strstr (told->out, "Toggle"));
  for (int y = 0; y < cairo_image_surface_get_height (picture); y++)
    for (int x = 0; x < cairo_image_surface_get_width (picture); x++)
      n += read_pixel (picture, x, y) == colour;
  g_assert_cmpuint (n, <, 200 * 30); /* an outline and a number are drawn on it */
  cairo_surface_destroy (picture);
}

static void
test_compare (Stage *stage, gconstpointer unused)
{
  g_autofree char *path = dup_path (stage, "base.png");
  g_autofree char *difference = dup_path (stage, "difference.png");
  g_autofree char *base = g_strdup_printf ("capture CheckBox:Check -o %s", path);
  g_autofree char *compare = g_strdup_printf ("capture CheckBox:Check --compare %s --json", path);
  g_autofree char *with_picture = g_strdup_printf ("%s --difference-path %s", compare, difference);
  g_autofree char *masked = NULL;
  g_autoptr (JsonObject) data = call (base), answer = NULL, details = NULL, toggled = NULL;
  g_autoptr (PelCommand) same = pel_command_run (NULL, compare), other = NULL, left_out = NULL;
  g_autofree char       *plain = g_strdup_printf ("capture CheckBox:Check --compare %s", path);
  g_autoptr (PelCommand) alike = pel_command_run (NULL, plain), unlike = NULL;

  g_assert_cmpint (same->exit_code, ==, 0);
  g_test_message ("%s%s", alike->out, alike->err);
  g_assert_cmpint (alike->exit_code, ==, 0);
  g_assert_nonnull (strstr (alike->out, "matches the baseline"));
  toggled = call ("toggle CheckBox:Check");
  other = pel_command_run (NULL, with_picture);
  g_test_message ("%s%s", other->out, other->err);
  g_assert_cmpint (other->exit_code, ==, 1);
  answer = pel_command_parse (other);
  details = json_object_ref (
      json_object_get_object_member (json_object_get_object_member (answer, "error"), "details"));
  g_assert_cmpint (json_object_get_int_member (details, "n_different"), >, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (details, "changes")),
                    >,
                    0);
  cairo_surface_destroy (read_picture (difference));
  unlike = pel_command_run (NULL, plain);
  g_assert_cmpint (unlike->exit_code, ==, 1);
  g_assert_true (
      g_regex_match_simple ("baseline: [0-9]+×[0-9]+ at [0-9]+,[0-9]+", unlike->err, 0, 0));
  masked = g_strdup_printf ("%s --masks "
                            "'[{\"x\": 0, \"y\": 0, \"width\": 2000, \"height\": 2000}]'",
                            compare);
  left_out = pel_command_run (NULL, masked);
  g_assert_cmpint (left_out->exit_code, ==, 0);
}

/* Bad input gets a clear error, and no file is lost. */
static void
test_mistakes (Stage *stage, gconstpointer unused)
{
  g_autofree char   *path = dup_path (stage, "taken.png");
  g_autofree char   *contents = NULL;
  g_autoptr (GError) error = NULL;
  const struct
  {
    const char *words;
    int         exit_code;
  } rows[] = {
    { "--monitor Nowhere", 2 },
    { "--mode region", 2 },
    { "--mode window --monitor x", 2 },
    { "--x 900000 --y 0 --width 10 --height 10", 1 },
    { "--window-title Nowhere", 3 },
    { "Button:Nowhere", 3 },
    { "--tolerance 3", 2 },
    { "--compare /nonexistent.png", 2 },
    { "-o /nonexistent/folder/x.png", 2 },
    { "-o FILE", 2 },
    { "-o FILE --overwrite", 4 }, /* of a script */
    { "-o FILE --output base64", 2 },
  };

  g_file_set_contents (path, "mine", -1, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString)    line = g_string_new ("capture ");
      g_autoptr (PelCommand) command = NULL;

      g_string_append (line, rows[i].words);
      g_string_replace (line, "FILE", path, 0);
      command = pel_command_run (NULL, line->str);
      g_test_message ("%s → %d %s", line->str, command->exit_code, command->err);
      g_assert_cmpint (command->exit_code, ==, rows[i].exit_code);
      g_assert_cmpstr (command->err, !=, "");
    }
  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_cmpstr (contents, ==, "mine");
}

/* A private window is in no picture; what is beside it is. */
static void
test_private (Stage *stage, gconstpointer unused)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestWindow) other = NULL;
  const PelTestPatch        patch = { 0, 0, 200, 100, 0x405060 };
  gint64                    deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autofree char          *path = dup_path (stage, "private.png");
  g_autofree char          *line = g_strdup_printf ("capture -o %s", path);
  g_autoptr (PelCommand)    window = NULL, element = NULL, all = NULL;
  cairo_surface_t          *picture;
  guint32                   colour = fixture_find ("toggle")->colour;

  write_policy (
      stage,
      "{\"default\": {\"act\": \"allow\", \"capture\": \"allow\"}, \"allowed_folders\": [\"/\"],"
      " \"blocked_windows\": [\"*fixture-gtk3*\"]}");
  window = pel_command_run (NULL, "capture --window-title fixture-gtk3");
  g_assert_cmpint (window->exit_code, ==, 4);
  element = pel_command_run (NULL, "capture Button:Toggle");
  g_assert_cmpint (element->exit_code, !=, 0);
  if (is_sway ()) /* it must not have the keyboard: its menus could be anywhere */
    other = pel_test_window_new ("other", 200, 100, &patch, 1, &error);
  g_assert_no_error (error);
  do
    {
      g_clear_pointer (&all, pel_command_free);
      all = pel_command_run (NULL, line);
    }
  while (all->exit_code == 4 && g_get_monotonic_time () < deadline);
  g_test_message ("%s%s", all->out, all->err);
  g_assert_cmpint (all->exit_code, ==, 0);
  picture = read_picture (path);
  for (int y = 0; y < cairo_image_surface_get_height (picture); y++)
    for (int x = 0; x < cairo_image_surface_get_width (picture); x++)
      g_assert_cmphex (read_pixel (picture, x, y), !=, colour);
  cairo_surface_destroy (picture);
}

/* What a script may not, it is told, and every picture is written down with its hash. */
static void
test_policy (Stage *stage, gconstpointer unused)
{
  g_autoptr (PelCommand) asked = NULL, shown = NULL;
  g_autoptr (JsonObject) data = call ("capture Button:Toggle");
  const char            *sum = json_object_get_string_member (data, "sha256");

  shown = pel_command_run (NULL, "audit show --last 1 --json");
  g_assert_nonnull (strstr (shown->out, sum));
  g_assert_nonnull (strstr (shown->out, "ui_capture"));
  write_policy (stage,
                "{\"default\": {\"act\": \"allow\"}, \"rules\": [{\"tools\": [\"ui_capture\"], "
                "\"decision\": \"ask\", \"approver\": \"elicitation\"}]}");
  asked = pel_command_run (NULL, "capture");
  g_assert_cmpint (asked->exit_code, ==, 4);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add (path, Stage, NULL, stage_open, func, stage_close)
  ADD ("/capture/element", test_element);
  ADD ("/capture/overlay", test_overlay);
  ADD ("/capture/outputs", test_outputs);
  ADD ("/capture/sent", test_sent);
  ADD ("/capture/beside", test_beside);
  ADD ("/capture/click", test_click);
  ADD ("/capture/annotated", test_annotated);
  ADD ("/capture/compare", test_compare);
  ADD ("/capture/mistakes", test_mistakes);
  ADD ("/capture/private", test_private);
  ADD ("/capture/policy", test_policy);
#undef ADD
  status = g_test_run ();
  pel_command_end_session ();
  return status;
}
