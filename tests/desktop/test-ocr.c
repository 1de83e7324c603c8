/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A program that only draws: what stands in its window is read where it was drawn, named by its
 * text, and clicked, as the window itself remembers. What a program tells of itself stays its own.
 */

#include "command.h"
#include "fixture.h"
#include "test-window.h"

#include <glib/gstdio.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE        "Canvas"
#define WIDTH        420
#define HEIGHT       240
#define PLACE_X      160
#define PLACE_Y      120
#define PAPER        0xf4f4f2
#define WAIT_SECONDS 60
#define NEAR_PX      3 /* of where the ink is */

#define ALLOW_ALL                                                            \
  "{\"default\": {\"act\": \"allow\", \"capture\": \"allow\"}, \"limits\": " \
  "{\"captures_per_minute\": 1000, \"actions_per_minute\": 1000}}"
#define ASK_NOBODY                                                                     \
  "{\"default\": {\"act\": \"allow\"}, \"rules\": [{\"tools\": [\"ui_read_screen\"], " \
  "\"decision\": \"ask\", \"approver\": \"elicitation\"}]}"
#define NO_PICTURES "{\"default\": {\"act\": \"allow\", \"capture\": \"deny\"}}"
#define ALLOW_BUT_CANVAS                                                              \
  "{\"default\": {\"act\": \"allow\", \"capture\": \"allow\"}, \"blocked_windows\": " \
  "[\"" TITLE "\"]}"

typedef struct
{
  const char    *text;
  int            x, y;
  PangoRectangle ink; /* in the window, once it is drawn */
} Label;

typedef struct
{
  PelTestWindow *window;
  Label          labels[4];
  guint          n_labels;
} Canvas;

/* Drawing */

static void
draw_label (cairo_t *cr, Label *label)
{
  g_autoptr (PangoLayout)          layout = pango_cairo_create_layout (cr);
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("DejaVu Sans");

  pango_font_description_set_absolute_size (font, 13 * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, label->text, -1);
  cairo_move_to (cr, label->x, label->y);
  pango_cairo_show_layout (cr, layout);
  pango_layout_get_pixel_extents (layout, &label->ink, NULL);
  label->ink.x += label->x;
  label->ink.y += label->y;
}

/* A patch for each run of pixels of one colour. */
static GArray *
make_patches (cairo_surface_t *surface)
{
  const PelTestPatch paper = { 0, 0, WIDTH, HEIGHT, PAPER };
  GArray            *patches = g_array_new (FALSE, FALSE, sizeof (PelTestPatch));

  g_array_append_val (patches, paper);
  for (int y = 0; y < HEIGHT; y++)
    {
      const guint32 *row = (const guint32 *) (cairo_image_surface_get_data (surface) +
                                              y * cairo_image_surface_get_stride (surface));

      for (int x = 0, end; x < WIDTH; x = end)
        {
          PelTestPatch patch = { x, y, 0, 1, row[x] & 0xffffff };

          for (end = x; end < WIDTH && (row[end] & 0xffffff) == patch.rgb; end++)
            ;
          patch.width = end - x;
          if (patch.rgb != PAPER)
            g_array_append_val (patches, patch);
        }
    }
  return patches;
}

static GArray *
draw_labels (Canvas *canvas)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t         *cr = cairo_create (surface);
  GArray          *patches;

  cairo_set_source_rgb (cr, 0xf4 / 255.0, 0xf4 / 255.0, 0xf2 / 255.0);
  cairo_paint (cr);
  cairo_set_source_rgb (cr, 0.05, 0.05, 0.05);
  for (guint i = 0; i < canvas->n_labels; i++)
    draw_label (cr, &canvas->labels[i]);
  cairo_surface_flush (surface);
  patches = make_patches (surface);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return patches;
}

static void
await_window (const char *title)
{
  gint64           deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autofree char *line = g_strdup_printf ("assert --window %s", title);

  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, line);

      if (command->exit_code == 0)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

static void
canvas_open (Canvas *canvas)
{
  g_autoptr (GArray) patches = draw_labels (canvas);
  g_autoptr (GError) error = NULL;

  canvas->window = pel_test_window_new (TITLE,
                                        WIDTH,
                                        HEIGHT,
                                        (const PelTestPatch *) patches->data,
                                        patches->len,
                                        &error);
  g_assert_no_error (error);
  pel_test_window_place (canvas->window, PLACE_X, PLACE_Y, 1, &error);
  g_assert_no_error (error);
  await_window (TITLE);
  pel_test_window_forget (canvas->window);
}

static Canvas
make_canvas (void)
{
  return (Canvas){ .labels = { { "Submit", 40, 40, { 0 } },
                               { "Cancel", 240, 40, { 0 } },
                               { "Invoice Total", 40, 110, { 0 } },
                               { "Remember me", 40, 170, { 0 } } },
                   .n_labels = 4 };
}

/* What is asked */

static void
set_policy (const char *policy)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  if (policy == NULL)
    g_remove (path);
  else
    g_file_set_contents (path, policy, -1, &error);
  g_assert_no_error (error);
}

/* (transfer full) */
static PelCommand *
run (const char *line, int exit_code)
{
  PelCommand *command = pel_command_run (NULL, line);

  g_test_message ("%s: %s%s (%" G_GINT64_FORMAT " ms)",
                  line,
                  command->out,
                  command->err,
                  command->elapsed_ms);
  g_assert_cmpint (command->exit_code, ==, exit_code);
  return command;
}

static void
check_bounds (JsonObject *of, const PangoRectangle *ink)
{
  JsonObject *bounds = json_object_get_object_member (of, "bounds");
  int         x = (int) json_object_get_int_member (bounds, "x") - PLACE_X;
  int         y = (int) json_object_get_int_member (bounds, "y") - PLACE_Y;
  int         right = x + (int) json_object_get_int_member (bounds, "width");
  int         bottom = y + (int) json_object_get_int_member (bounds, "height");

  g_test_message ("read at %d,%d–%d,%d; ink at %d,%d–%d,%d",
                  x,
                  y,
                  right,
                  bottom,
                  ink->x,
                  ink->y,
                  ink->x + ink->width,
                  ink->y + ink->height);
  g_assert_cmpint (ABS (x - ink->x), <=, NEAR_PX);
  g_assert_cmpint (ABS (y - ink->y), <=, NEAR_PX);
  g_assert_cmpint (ABS (right - ink->x - ink->width), <=, NEAR_PX);
  g_assert_cmpint (ABS (bottom - ink->y - ink->height), <=, NEAR_PX);
}

/* (nullable): the object of a list in which a member is this text. */
static JsonObject *
find_object (JsonArray *list, const char *member, const char *text)
{
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *object = json_array_get_object_element (list, i);

      if (g_strcmp0 (json_object_get_string_member_with_default (object, member, NULL), text) == 0)
        return object;
    }
  return NULL;
}

static void
test_read (void)
{
  Canvas                 canvas = make_canvas ();
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (JsonObject) data = NULL;

  set_policy (ALLOW_ALL);
  canvas_open (&canvas);
  command = run ("read-screen --window-title " TITLE " --json", 0);
  data = pel_command_parse_data (command);
  for (guint i = 0; i < canvas.n_labels; i++)
    {
      JsonObject *line =
          find_object (json_object_get_array_member (data, "lines"), "text", canvas.labels[i].text);

      g_assert_nonnull (line);
      check_bounds (line, &canvas.labels[i].ink);
      g_assert_cmpfloat (json_object_get_double_member (line, "confidence"), >, 0.5);
    }
  pel_test_window_free (canvas.window);
}

static void
test_region (void)
{
  Canvas                 canvas = make_canvas ();
  g_autoptr (PelCommand) command = NULL;
  g_autofree char       *line = NULL;

  set_policy (ALLOW_ALL);
  canvas_open (&canvas);
  line = g_strdup_printf ("read-screen --x %d --y %d --width 200 --height 60",
                          PLACE_X + 20,
                          PLACE_Y + 20);
  command = run (line, 0);
  g_assert_cmpstr (g_strstrip (command->out), ==, "Submit");
  pel_test_window_free (canvas.window);
}

static void
test_query (void)
{
  Canvas                 canvas = make_canvas ();
  g_autoptr (PelCommand) command = NULL, missing = NULL, described = NULL;
  g_autoptr (JsonObject) data = NULL;
  JsonObject            *match;

  set_policy (ALLOW_ALL);
  canvas_open (&canvas);
  command = run ("query 'ocr:\"Invoice Total\"' --json", 0);
  data = pel_command_parse_data (command);
  g_assert_cmpint (json_object_get_int_member (data, "n_matches"), ==, 1);
  match = json_array_get_object_element (json_object_get_array_member (data, "matches"), 0);
  g_assert_cmpstr (json_object_get_string_member (match, "source"), ==, "ocr");
  g_assert_cmpstr (json_object_get_string_member (match, "role"), ==, "Text");
  g_assert_cmpfloat (json_object_get_double_member (match, "confidence"), <=, 0.45);
  check_bounds (match, &canvas.labels[2].ink);
  missing = run ("query 'ocr:\"Nowhere\"'", 3);
  described = run ("describe 'ocr:\"Cancel\"'", 0);
  g_assert_nonnull (strstr (described->out, "window=\"" TITLE "\" >> ocr:\"Cancel\""));
  pel_test_window_free (canvas.window);
}

/* Where the pointer was when the button went down; FALSE: it did not. */
static gboolean
find_press (const char *events, double *ret_x, double *ret_y)
{
  g_auto (GStrv) lines = g_strsplit (events, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_equal (lines[i], "press 1"))
      return TRUE;
    else
      sscanf (lines[i], "move %lf,%lf", ret_x, ret_y);
  return FALSE;
}

static void
expect_click (Canvas *canvas, const Label *label)
{
  double x = -1, y = -1;

  g_assert_true (pel_test_window_expect (canvas->window, "release 1", WAIT_SECONDS * 1000));
  g_assert_true (find_press (pel_test_window_get_events (canvas->window), &x, &y));
  g_test_message ("pressed at %.1f,%.1f", x, y);
  g_assert_cmpfloat (x, >=, label->ink.x);
  g_assert_cmpfloat (x, <, label->ink.x + label->ink.width);
  g_assert_cmpfloat (y, >=, label->ink.y);
  g_assert_cmpfloat (y, <, label->ink.y + label->ink.height);
  pel_test_window_forget (canvas->window);
}

static void
test_click (void)
{
  Canvas                 canvas = make_canvas ();
  g_autoptr (PelCommand) first = NULL, second = NULL, dry = NULL;

  set_policy (ALLOW_ALL);
  canvas_open (&canvas);
  dry = run ("click 'ocr:\"Cancel\"' --dry-run", 0);
  first = run ("click 'ocr:\"Submit\"'", 0);
  expect_click (&canvas, &canvas.labels[0]);
  second = run ("click 'id=\"submit-btn\" ?? ocr:\"Cancel\"' --timeout-ms 30000", 0);
  expect_click (&canvas, &canvas.labels[1]);
  pel_test_window_free (canvas.window);
}

/* Nothing else can be done to it. */
static void
test_other_verbs (void)
{
  Canvas                 canvas = make_canvas ();
  g_autoptr (PelCommand) toggle = NULL, fill = NULL;

  set_policy (ALLOW_ALL);
  canvas_open (&canvas);
  toggle = run ("toggle 'ocr:\"Submit\"' --json", 1);
  g_assert_nonnull (strstr (toggle->out, "pattern_unsupported"));
  fill = run ("fill 'ocr:\"Submit\"' x --json", 1);
  g_assert_nonnull (strstr (fill->out, "pattern_unsupported"));
  pel_test_window_free (canvas.window);
}

static void
test_conditions (void)
{
  Canvas                 canvas = make_canvas ();
  g_autoptr (PelCommand) holds = NULL, fails = NULL, gone = NULL;

  set_policy (ALLOW_ALL);
  canvas_open (&canvas);
  holds = run ("assert 'ocr:\"Submit\"' --timeout-ms 30000", 0);
  fails = run ("assert 'ocr:\"Nowhere\"' --timeout-ms 30000", 1);
  pel_test_window_free (canvas.window);
  gone = run ("wait 'ocr:\"Submit\"' --gone --timeout-ms 30000", 0);
}

/* A text that has gone is not clicked, whatever stands in its place. */
static void
test_stale (void)
{
  Canvas                 canvas = make_canvas ();
  Canvas                 other = { .labels = { { "Delete", 40, 40, { 0 } } }, .n_labels = 1 };
  g_autoptr (PelCommand) command = NULL, stale = NULL;
  g_autoptr (JsonObject) data = NULL;
  g_autofree char       *line = NULL;
  JsonObject            *match;

  set_policy (ALLOW_ALL);
  canvas_open (&canvas);
  command = run ("query 'ocr:\"Submit\"' --json", 0);
  data = pel_command_parse_data (command);
  match = json_array_get_object_element (json_object_get_array_member (data, "matches"), 0);
  line = g_strdup_printf ("click %s", json_object_get_string_member (match, "ref"));
  pel_test_window_free (canvas.window);
  canvas_open (&other);
  stale = run (line, 3);
  g_assert_null (strstr (pel_test_window_get_events (other.window), "press"));
  pel_test_window_free (other.window);
}

/* What has been read has a number, and can be clicked by it. */
static void
test_regions (void)
{
  Canvas                 canvas = make_canvas ();
  g_autoptr (PelCommand) shown = NULL, read = NULL, list = NULL, click = NULL, hidden = NULL;
  g_autoptr (JsonObject) data = NULL;
  g_autofree char       *line = NULL;
  JsonObject            *region;

  set_policy (ALLOW_ALL);
  canvas_open (&canvas);
  read = run ("read-screen --window-title " TITLE, 0);
  shown = run ("overlay show desktop", 0);
  list = run ("regions --json", 0);
  data = pel_command_parse_data (list);
  region = find_object (json_object_get_array_member (data, "regions"), "label", "Remember me");
  g_assert_nonnull (region);
  g_assert_cmpstr (json_object_get_string_member (region, "source"), ==, "ocr");
  check_bounds (region, &canvas.labels[3].ink);
  line = g_strdup_printf ("click '#%" G_GINT64_FORMAT "'",
                          json_object_get_int_member (region, "index"));
  click = run (line, 0);
  expect_click (&canvas, &canvas.labels[3]);
  hidden = run ("overlay off", 0);
  pel_test_window_free (canvas.window);
}

/* Pixels are for those who may take pictures; private windows are for nobody. */
static void
test_policy (void)
{
  Canvas                 canvas = make_canvas ();
  g_autoptr (PelCommand) read = NULL, query = NULL, private_read = NULL, private_query = NULL;

  set_policy (ASK_NOBODY);
  canvas_open (&canvas);
  read = run ("read-screen", 4);
  set_policy (NO_PICTURES);
  query = run ("query 'ocr:\"Submit\"'", 4);
  set_policy (ALLOW_BUT_CANVAS);
  private_read = run ("read-screen --window-title " TITLE, 4);
  /* where its menus are is not known on Wayland: then nothing is read while it has the keyboard */
  private_query = pel_command_run (NULL, "query 'ocr:\"Submit\"'");
  g_assert_true (private_query->exit_code == 3 || private_query->exit_code == 4);
  g_assert_cmpstr (private_query->out, ==, "");
  set_policy (NULL);
  pel_test_window_free (canvas.window);
}

/* A button that says what it is called is a button, also where its text is read. */
static void
test_merged (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "Mine", NULL);
  g_autoptr (PelCommand) query = NULL, click = NULL;
  g_autoptr (JsonObject) data = NULL;
  JsonObject            *match;

  g_assert_no_error (error);
  set_policy (ALLOW_ALL);
  await_window ("Mine");
  query = run ("query 'ocr:\"Open dialog\"' --json", 0);
  data = pel_command_parse_data (query);
  g_assert_cmpint (json_object_get_int_member (data, "n_matches"), ==, 1);
  match = json_array_get_object_element (json_object_get_array_member (data, "matches"), 0);
  g_assert_cmpstr (json_object_get_string_member (match, "source"), ==, "accessibility");
  g_assert_cmpstr (json_object_get_string_member (match, "role"), ==, "Button");
  g_assert_cmpfloat (json_object_get_double_member (match, "text_confidence"), >, 0.5);
  click = run ("click 'ocr:\"Toggle\"' --timeout-ms 30000", 0);
  pel_fixture_expect (fixture, "toggled toggle on");
}

static void
test_language (void)
{
  g_autoptr (PelCommand) command = NULL;

  set_policy (ALLOW_ALL);
  command = run ("read-screen --language tlh", 2);
  g_assert_nonnull (strstr (command->err, "eng"));
}

/* (nullable): why nothing can be read here. */
static const char *
find_obstacle (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "doctor");

  return strstr (command->out, "tesseract") != NULL && strstr (command->out, "eng") != NULL
             ? NULL
             : "tesseract with English is not installed";
}

static void
test_skip (void)
{
  g_test_skip (find_obstacle ());
}

/* clang-format off */
static const struct { const char *path; void (*test) (void); } tests[] = {
  { "/ocr/read",        test_read        },
  { "/ocr/region",      test_region      },
  { "/ocr/query",       test_query       },
  { "/ocr/click",       test_click       },
  { "/ocr/other-verbs", test_other_verbs },
  { "/ocr/conditions",  test_conditions  },
  { "/ocr/stale",       test_stale       },
  { "/ocr/regions",     test_regions     },
  { "/ocr/policy",      test_policy      },
  { "/ocr/merged",      test_merged      },
  { "/ocr/language",    test_language    },
};
/* clang-format on */

int
main (int argc, char **argv)
{
  gboolean is_possible;

  g_test_init (&argc, &argv, NULL);
  is_possible = find_obstacle () == NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_func (tests[i].path, is_possible ? tests[i].test : test_skip);
  return g_test_run ();
}
