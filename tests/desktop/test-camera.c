/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture has the pixels that are on the screen, those of windows below others too where the
 * window system has them, and none of what is ours or private. */

#include "camera-case.h"

#include "command.h"
#include "test-input.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#if HAVE_X11
#include "x11-reply.h"

#include <xcb/shape.h>
#endif

#if HAVE_X11
static gboolean
is_bare (void)
{
  return g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "x11-bare");
}
#endif

/* The pointer is in a picture of a headless compositor. */
static void
move_pointer_away (void)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  pel_test_input_move (input, 1, 301, &error); /* on a monitor, whatever the desktop */
  g_assert_no_error (error);
}

static const PelOracleImage *
find_output (GPtrArray *images, const char *name)
{
  for (guint i = 0; i < images->len; i++)
    {
      const PelOracleImage *image = g_ptr_array_index (images, i);

      if (image->output == NULL || g_str_equal (image->output, name))
        return image;
    }
  g_assert_not_reached ();
}

/* Every pixel of every monitor is that of the screen, and between them is nothing. */
static void
assert_equals_screen (const PelImage *image, const PelPhysicalRect *rect, PelDesktop *desktop)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (GPtrArray)   seen = pel_oracle_capture_all (&error);
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  guint                   n_different = 0, n_shown = 0, n_opaque = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelMonitor     *monitor = pel_monitor_layout_get_monitor (layout, i);
      const PelOracleImage *oracle = find_output (seen, monitor->name);
      int                   x0 = oracle->output != NULL ? monitor->physical.x : 0;
      int                   y0 = oracle->output != NULL ? monitor->physical.y : 0;

      for (int y = monitor->physical.y; y < monitor->physical.y + monitor->physical.height; y++)
        for (int x = monitor->physical.x; x < monitor->physical.x + monitor->physical.width; x++)
          {
            guint32 pixel = pel_image_get_pixel (image, x - rect->x, y - rect->y);

            n_shown++;
            n_different += (pixel & 0xffffff) != pel_oracle_read (oracle, x - x0, y - y0);
          }
    }
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      n_opaque += pel_image_get_pixel (image, x, y) >> 24 == 0xff;
  g_assert_cmpuint (n_different, ==, 0);
  g_assert_cmpuint (n_opaque, ==, n_shown);
}

static void
test_screen (Studio *studio, gconstpointer unused)
{
  g_autoptr (PelTestWindow) window = NULL;
  g_autoptr (PelDesktop)    desktop = NULL;
  g_autoptr (PelImage)      image = NULL;
  PelShot                   shot = { 0 };

  move_pointer_away ();
  window = studio_show (studio, "plain", RED, BLUE, 100, 100, 300, 200);
  studio_await (RED);
  desktop = desk_query (&studio->desk);
  shot.desktop = desktop;
  shot.rect = pel_monitor_layout_get_bounds (pel_desktop_get_layout (desktop));
  image = studio_shoot (studio, &shot);
  assert_equals_screen (image, &shot.rect, desktop);
}

/* Put together by us, it is the same, window for window and with what is behind them. */
static void
test_composed (Studio *studio, gconstpointer unused)
{
  g_autoptr (PelTestWindow) below = NULL, above = NULL, private = NULL;
  g_autoptr (PelDesktop)    desktop = NULL;
  g_autoptr (PelImage)      image = NULL;
  g_autofree char          *id = NULL;
  const char               *hidden[2] = { NULL };
  PelPhysicalRect           place;
  PelShot                   shot = { 0 };

  move_pointer_away ();
  below = studio_show (studio, "below", RED, BLUE, 100, 100, 300, 200);
  private = studio_show (studio, "private", GREEN, GREEN, 200, 150, 300, 200);
  place = studio_await (GREEN);
  above = studio_show (studio, "above", BLUE, RED, 450, 300, 100, 100);
  studio_await (BLUE);
  id = desk_await (&studio->desk, "private");
  desktop = desk_query (&studio->desk);
  hidden[0] = id;
  shot.desktop = desktop;
  shot.hidden = hidden;
  shot.rect = pel_monitor_layout_get_bounds (pel_desktop_get_layout (desktop));
  image = studio_shoot (studio, &shot);
  g_assert_cmpuint (count_pixels (image, GREEN), ==, 0);
  g_assert_cmphex (pel_image_get_pixel (image,
                                        place.x - shot.rect.x + 1,
                                        place.y - shot.rect.y + 1),
                   ==,
                   0xff000000);
  g_assert_cmpuint (count_pixels (image, RED), >, 100 * 100);
  if (!is_sway ()) /* there, who can tell what shines through who lies above? */
    g_assert_cmpuint (count_pixels (image, BLUE), >=, 94 * 94);
}

#if HAVE_X11
static void
test_covered (Studio *studio, gconstpointer unused)
{
  g_autoptr (PelTestWindow) below = NULL, above = NULL;
  g_autoptr (PelDesktop)    desktop = NULL;
  g_autoptr (PelImage)      image = NULL;
  g_autofree char          *id = NULL;
  const PelWindowInfo      *info;
  PelShot                   shot = { 0 };

  below = studio_show (studio, "below", RED, BLUE, 100, 100, 300, 200);
  studio_await (RED);
  above = studio_show (studio, "above", GREEN, GREEN, 120, 110, 400, 300);
  studio_await (GREEN);
  id = desk_await (&studio->desk, "below");
  desktop = desk_query (&studio->desk);
  shot.desktop = desktop;
  shot.window = pel_desktop_find_window (desktop, id);
  info = pel_window_get_info (shot.window);
  pel_desktop_to_physical (desktop, &info->bounds, &shot.rect);
  image = studio_shoot (studio, &shot);
  g_assert_cmpuint (count_pixels (image, GREEN), ==, 0);
  g_assert_cmpuint (count_pixels (image, RED), ==, 294 * 194);
  g_assert_cmpuint (count_pixels (image, BLUE), ==, 300 * 200 - 294 * 194);
}

/* What is drawn above all windows is not there, and what is below it is. */
static void
test_overlay (Studio *studio, gconstpointer unused)
{
  static const struct
  {
    const char *kind;
    int         x, y, width, height;
  } items[] = {
    { "outline", 110, 110, 100, 80 },
    { "tag", 300, 250, 30, 20 },
    { "outline", 50, 50, 500, 400 },
    { "veil", 150, 150, 200, 100 },
  };
  char                      *drawn[G_N_ELEMENTS (items)];
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelTestWindow)  window = NULL;
  g_autoptr (PelDesktop)     desktop = NULL;
  g_autoptr (PelImage)       image = NULL;
  g_autoptr (PelFixture)     overlay = NULL;
  g_autoptr (PelOracleImage) before = NULL, with = NULL;
  PelPhysicalRect            place;
  guint                      n_different = 0;
  gint64                     deadline = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;
  PelShot                    shot = { 0 };

  window = studio_show (studio, "plain", RED, BLUE, 100, 100, 300, 200);
  place = studio_await (RED);
  before = pel_oracle_capture (NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    drawn[i] = g_strdup_printf ("%s:%d,%d,%d,%d",
                                items[i].kind,
                                studio->x + items[i].x,
                                studio->y + items[i].y,
                                items[i].width,
                                items[i].height);
  overlay =
      pel_fixture_start (&error, "overlay-demo", drawn[0], drawn[1], drawn[2], drawn[3], NULL);
  for (guint i = 0; i < G_N_ELEMENTS (drawn); i++)
    g_free (drawn[i]);
  g_assert_no_error (error);
  do /* until it is on the screen */
    {
      g_clear_pointer (&with, pel_oracle_image_free);
      with = pel_oracle_capture (NULL, &error);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  while (memcmp (before->pixels,
                 with->pixels,
                 (gsize) before->width * (gsize) before->height * 4) == 0);
  desktop = desk_query (&studio->desk);
  shot.desktop = desktop;
  shot.rect = pel_monitor_layout_get_bounds (pel_desktop_get_layout (desktop));
  image = studio_shoot (studio, &shot);
  for (int y = place.y - 100; y < place.y + place.height + 100; y++)
    for (int x = place.x - 100; x < place.x + place.width + 100; x++)
      if (pel_monitor_layout_find_physical (pel_desktop_get_layout (desktop),
                                            (PelPhysicalPoint){ x, y }) != NULL)
        n_different += (pel_image_get_pixel (image, x - shot.rect.x, y - shot.rect.y) & 0xffffff) !=
                       pel_oracle_read (before, x, y);
  g_assert_cmpuint (n_different, ==, 0);
}

typedef struct
{
  xcb_connection_t *xcb;
  xcb_screen_t     *screen;
} Painter;

static Painter
painter_open (void)
{
  Painter painter = { .xcb = xcb_connect (NULL, NULL) };

  g_assert_false (xcb_connection_has_error (painter.xcb));
  painter.screen = xcb_setup_roots_iterator (xcb_get_setup (painter.xcb)).data;
  return painter;
}

static void
painter_sync (Painter *painter)
{
  free (xcb_get_input_focus_reply (painter->xcb, xcb_get_input_focus (painter->xcb), NULL));
}

/* The ground is there behind a picture that is put together: of one colour, or a wallpaper. */
static void
test_ground (Studio *studio, gconstpointer with_wallpaper)
{
  Painter painter;
  g_autoptr (PelTestWindow) private = NULL;
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelOracleImage) screen = NULL;
  g_autoptr (PelDesktop)     desktop = NULL;
  g_autoptr (PelImage)       image = NULL;
  g_autofree char           *id = NULL;
  const char                *hidden[2] = { NULL };
  const guint32              colour = 0x604080;
  guint32                    expected;
  PelPhysicalRect            place;
  PelShot                    shot = { 0 };

  painter = painter_open ();
  private = studio_show (studio, "private", GREEN, GREEN, 200, 150, 300, 200);
  place = studio_await (GREEN);
  screen = pel_oracle_capture (NULL, &error);
  g_assert_no_error (error);
  xcb_change_window_attributes (painter.xcb,
                                painter.screen->root,
                                XCB_CW_BACK_PIXEL,
                                GPOINTER_TO_INT (with_wallpaper) ? (const guint32[]){ 0x112233 }
                                                                 : &colour);
  if (GPOINTER_TO_INT (with_wallpaper))
    {
      xcb_pixmap_t             pixmap = xcb_generate_id (painter.xcb);
      xcb_gcontext_t           gc = xcb_generate_id (painter.xcb);
      xcb_intern_atom_reply_t *atom =
          xcb_intern_atom_reply (painter.xcb,
                                 xcb_intern_atom (painter.xcb,
                                                  0,
                                                  strlen ("_XROOTPMAP_ID"),
                                                  "_XROOTPMAP_ID"),
                                 NULL);
      const xcb_rectangle_t all = {
        0, 0, painter.screen->width_in_pixels, painter.screen->height_in_pixels
      };

      xcb_create_pixmap (painter.xcb,
                         painter.screen->root_depth,
                         pixmap,
                         painter.screen->root,
                         all.width,
                         all.height);
      xcb_create_gc (painter.xcb, gc, pixmap, XCB_GC_FOREGROUND, &colour);
      xcb_poly_fill_rectangle (painter.xcb, pixmap, gc, 1, &all);
      xcb_change_property (painter.xcb,
                           XCB_PROP_MODE_REPLACE,
                           painter.screen->root,
                           atom->atom,
                           XCB_ATOM_PIXMAP,
                           32,
                           1,
                           &pixmap);
      free (atom);
    }
  painter_sync (&painter);
  id = desk_await (&studio->desk, "private");
  desktop = desk_query (&studio->desk);
  hidden[0] = id;
  shot.desktop = desktop;
  shot.hidden = hidden;
  shot.rect =
      (PelPhysicalRect){ place.x - 60, place.y - 60, place.width + 120, place.height + 120 };
  image = studio_shoot (studio, &shot);
  /* a compositor does not ask what colour the root has */
  expected = !GPOINTER_TO_INT (with_wallpaper) && !is_bare ()
                 ? pel_oracle_read (screen, shot.rect.x + 2, shot.rect.y + 2)
                 : colour;
  g_assert_cmphex (pel_image_get_pixel (image, 2, 2), ==, 0xff000000 | expected);
  g_assert_cmpuint (count_pixels (image, GREEN), ==, 0);
  xcb_disconnect (painter.xcb);
}

/* A window that is no rectangle shows what lies behind it, in either kind of picture. */
static void
test_shaped (Studio *studio, gconstpointer unused)
{
  Painter                   painter;
  g_autoptr (PelTestWindow) ground = NULL;
  g_autoptr (PelDesktop)    desktop = NULL;
  g_autoptr (PelImage)      alone = NULL, together = NULL;
  g_autofree char          *id = NULL;
  const char               *hidden[] = { NULL };
  xcb_window_t              window;
  const guint32             values[] = { BLUE, 1 };
  const xcb_rectangle_t     hole[] = { { 0, 0, 100, 50 }, { 0, 50, 50, 50 } };
  PelShot                   shot = { 0 };

  ground = studio_show (studio, "ground", RED, RED, 100, 100, 400, 300);
  studio_await (RED);
  painter = painter_open ();
  window = xcb_generate_id (painter.xcb);
  xcb_create_window (painter.xcb,
                     XCB_COPY_FROM_PARENT,
                     window,
                     painter.screen->root,
                     (gint16) (studio->x + 200),
                     (gint16) (studio->y + 200),
                     100,
                     100,
                     0,
                     XCB_WINDOW_CLASS_INPUT_OUTPUT,
                     painter.screen->root_visual,
                     XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT,
                     values);
  xcb_change_property (painter.xcb,
                       XCB_PROP_MODE_REPLACE,
                       window,
                       XCB_ATOM_WM_NAME,
                       XCB_ATOM_STRING,
                       8,
                       strlen ("shaped"),
                       "shaped");
  xcb_shape_rectangles (painter.xcb,
                        XCB_SHAPE_SO_SET,
                        XCB_SHAPE_SK_BOUNDING,
                        XCB_CLIP_ORDERING_UNSORTED,
                        window,
                        0,
                        0,
                        2,
                        hole);
  xcb_map_window (painter.xcb, window);
  painter_sync (&painter);
  studio_await (BLUE);
  id = desk_await (&studio->desk, "shaped");
  desktop = desk_query (&studio->desk);
  shot.desktop = desktop;
  shot.rect = (PelPhysicalRect){ studio->x + 200, studio->y + 200, 100, 100 };
  shot.window = pel_desktop_find_window (desktop, id);
  alone = studio_shoot (studio, &shot);
  g_assert_cmpuint (count_pixels (alone, BLUE), ==, 7500);
  g_assert_cmphex (pel_image_get_pixel (alone, 75, 75), ==, 0);
  shot.window = NULL;
  shot.hidden = hidden;
  together = studio_shoot (studio, &shot);
  g_assert_cmphex (pel_image_get_pixel (together, 75, 75), ==, 0xff000000 | RED);
  g_assert_cmphex (pel_image_get_pixel (together, 25, 75), ==, 0xff000000 | BLUE);
  xcb_disconnect (painter.xcb);
}

static void
test_pointer (Studio *studio, gconstpointer unused)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestWindow) window = NULL;
  g_autoptr (PelDesktop)    desktop = NULL;
  g_autoptr (PelImage)      without = NULL, with = NULL;
  g_autoptr (PelTestInput)  input = NULL;
  PelPhysicalRect           place;
  PelShot                   shot = { 0 };

  window = studio_show (studio, "plain", RED, BLUE, 100, 100, 300, 200);
  place = studio_await (RED);
  input = pel_test_input_new (&error);
  g_assert_no_error (error);
  pel_test_input_move (input, place.x + 100, place.y + 100, &error);
  g_assert_no_error (error);
  desktop = desk_query (&studio->desk);
  shot.desktop = desktop;
  shot.rect = place;
  without = studio_shoot (studio, &shot);
  shot.with_cursor = TRUE;
  with = studio_shoot (studio, &shot);
  g_assert_cmpuint (count_pixels (without, RED), ==, place.width * place.height);
  g_assert_cmpuint (count_pixels (with, RED), <, place.width * place.height);
  g_assert_cmpuint (count_pixels (with, RED), >, place.width * place.height - 70 * 70);
  g_assert_cmphex (pel_image_get_pixel (with, 10, 10) & 0xffffff, ==, RED);
}
#endif

/* Wherever a compositor turns an output, a window is where it is said to be. */
static void
test_turned (Studio *studio, gconstpointer unused)
{
  static const char *const  turns[] = { "90",         "180",         "270",         "flipped",
                                        "flipped-90", "flipped-180", "flipped-270", "normal" };
  g_autoptr (PelTestWindow) window = NULL;
  g_autofree char          *id = NULL;

  move_pointer_away ();
  window = studio_show (studio, "turned", RED, BLUE, 100, 60, 300, 200);
  studio_await (RED);
  id = desk_await (&studio->desk, "turned");
  for (guint i = 0; i < G_N_ELEMENTS (turns); i++)
    {
      g_autoptr (GError)     error = NULL;
      g_autofree char       *command = g_strdup_printf ("output HEADLESS-1 transform %s", turns[i]);
      g_autoptr (PelDesktop) desktop = NULL;
      g_autoptr (PelImage)   image = NULL;
      PelShot                shot = { 0 };
      PelImageRect           box = { 0 };
      PelNativeRect          inside;
      PelPhysicalRect        told;
      const PelMonitor      *monitor;

      pel_sway_command (command, &error);
      g_assert_no_error (error);
      pel_test_window_place (window, studio->x + 100, studio->y + 60, 1, &error);
      g_assert_no_error (error);
      desktop = desk_query (&studio->desk);
      shot.desktop = desktop;
      monitor = pel_monitor_layout_get_monitor (pel_desktop_get_layout (desktop), 0);
      shot.rect = monitor->physical;
      image = studio_shoot (studio, &shot);
      inside = pel_window_get_info (pel_desktop_find_window (desktop, id))->content;
      told = pel_monitor_rect_to_physical (monitor, &inside);
      g_test_message ("%s: told %d,%d", turns[i], told.x, told.y);
      g_assert_true (pel_image_find (image, RED, &box));
      g_assert_cmpint (box.x, ==, told.x - shot.rect.x + 3);
      g_assert_cmpint (box.y, ==, told.y - shot.rect.y + 3);
      g_assert_cmpint (box.width, ==, 294);
      g_assert_cmpint (box.height, ==, 194);
    }
}

/* A private window that has the keyboard may have a menu anywhere: on Wayland nobody tells. */
static void
test_menus (Studio *studio, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PelTestWindow) private = NULL, other = NULL;
  g_autoptr (PelDesktop) desktop = NULL;
  g_autoptr (PelImage)   image = NULL;
  g_autofree char       *id = NULL;
  const char            *hidden[2] = { NULL };
  PelShot                shot = { 0 };

  private = studio_show (studio, "private", GREEN, GREEN, 100, 100, 300, 200);
  studio_await (GREEN);
  id = desk_await (&studio->desk, "private");
  hidden[0] = id;
  pel_sway_command ("[title=\"private\"] focus", &error);
  g_assert_no_error (error);
  desktop = desk_query (&studio->desk);
  shot = (PelShot){
    .desktop = desktop,
    .hidden = hidden,
    .rect = pel_monitor_layout_get_monitor (pel_desktop_get_layout (desktop), 0)->physical
  };
  image = studio_take (studio, &shot, &error);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_BLOCKED_WINDOW);
  g_assert_null (image);
}

/* Who stands still is told of in time, and the next picture is there when it goes on. */
static void
test_stopped (Studio *studio, gconstpointer unused)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelDesktop) desktop = desk_query (&studio->desk);
  g_autoptr (PelImage)   first = NULL, second = NULL, third = NULL;
  const char *pid = g_getenv (is_sway () ? "PEL_DESKTOP_COMPOSITOR_PID" : "PEL_DESKTOP_X_PID");
  PelShot     shot = { .desktop = desktop, .rect = { studio->x, studio->y, 200, 100 } };
  gint64      deadline;

  first = studio_shoot (studio, &shot);
  kill (atoi (pid), SIGSTOP);
  second = studio_take (studio, &shot, &error);
  kill (atoi (pid), SIGCONT);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE);
  g_assert_null (second);
  deadline = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;
  while (third == NULL && g_get_monotonic_time () < deadline) /* it owes answers first */
    {
      third = studio_take (studio, &shot, NULL);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_nonnull (third);
}

/* Until the serial has been the same for a second: the desktop has come to rest. */
static guint
await_rest (Studio *studio)
{
  gint64 now = g_get_monotonic_time (), changed = now, deadline = now + 20 * G_TIME_SPAN_SECOND;
  guint  serial = pel_camera_get_serial (studio->camera);

  while (now < changed + G_TIME_SPAN_SECOND)
    {
      guint next = pel_camera_get_serial (studio->camera);

      if (next != serial)
        changed = now;
      serial = next;
      g_assert_cmpint (now, <, deadline);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000); /* nothing to do but to let time pass */
      now = g_get_monotonic_time ();
    }
  return serial;
}

/* What is drawn is noticed, wherever; and nothing is where nothing is drawn. */
static void
test_watched (Studio *studio, gconstpointer unused)
{
  g_autoptr (PelDesktop)    desktop = desk_query (&studio->desk);
  g_autoptr (PelImage)      image = NULL;
  g_autoptr (PelTestWindow) window = NULL;
  PelShot shot = { .desktop = desktop, .rect = { studio->x, studio->y, 200, 100 } };
  guint   serial;

  g_assert_cmpuint (pel_camera_get_serial (studio->camera), ==, 0);
  pel_camera_start_watching (studio->camera);
  image = studio_shoot (studio, &shot);
  serial = await_rest (studio);
  g_assert_cmpuint (serial, !=, 0);
  window = studio_show (studio, "drawn", RED, BLUE, 40, 40, 200, 100);
  while (pel_camera_get_serial (studio->camera) == serial)
    g_main_context_iteration (NULL, TRUE);
  await_rest (studio);
  pel_camera_stop_watching (studio->camera);
  g_assert_cmpuint (pel_camera_get_serial (studio->camera), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, data, func) g_test_add (path, Studio, data, studio_open, func, studio_close)
  ADD ("/camera/screen", NULL, test_screen);
  ADD ("/camera/composed", NULL, test_composed);
  ADD ("/camera/stopped", NULL, test_stopped);
  ADD ("/camera/watched", NULL, test_watched);
#if HAVE_X11
  if (!is_sway ())
    {
      ADD ("/camera/covered", NULL, test_covered);
      ADD ("/camera/overlay", NULL, test_overlay);
      ADD ("/camera/ground/colour", GINT_TO_POINTER (FALSE), test_ground);
      ADD ("/camera/ground/wallpaper", GINT_TO_POINTER (TRUE), test_ground);
      ADD ("/camera/shaped", NULL, test_shaped);
      ADD ("/camera/pointer", NULL, test_pointer);
    }
#endif
  if (is_sway ())
    {
      ADD ("/camera/turned", NULL, test_turned);
      ADD ("/camera/menus", NULL, test_menus);
    }
#undef ADD
  return g_test_run ();
}
