/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From the arguments of a call to the window and the pixel that are meant. */

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/spot-call.h"
#include "tests/unit/fake-window-source.h"

#include <string.h>

/* The second monitor begins at 1920,0 in native units and at 2880,0 in pixels, with 1.5 of them for
 * a unit; between the two there are none. */
/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "w1", .title = "Notes",       .bounds = { 100, 50, 400, 300 },  .content = { 100, 80, 400, 270 },  .states = PEL_WINDOW_VISIBLE | PEL_WINDOW_ACTIVE },
  { .id = "w2", .title = "Editor",      .bounds = { 200, 100, 400, 300 }, .content = { 200, 100, 400, 300 }, .states = PEL_WINDOW_VISIBLE },
  { .id = "w3", .title = "Far editor",  .bounds = { 2000, 40, 400, 300 }, .content = { 2000, 40, 400, 300 }, .states = PEL_WINDOW_VISIBLE },
  { .id = "w4", .title = "Elsewhere",   .bounds = { 9000, 9000, 10, 10 }, .content = { 9000, 9000, 10, 10 }, .states = PEL_WINDOW_VISIBLE },
};

/* @found: the window, whether it was named, the pixel; or of the message. */
static const struct { PelSpotKind kind; const char *arguments, *found; int code; } cases[] = {
  { PEL_SPOT_POINT,    "{'x': 110, 'y': 90}",                                    "w1 110,90",          -1 },
  { PEL_SPOT_POINT,    "{'x': 510, 'y': 110}",                                   "w2 510,110",         -1 },
  { PEL_SPOT_POINT,    "{'x': 210, 'y': 110, 'coordinate_space': 'physical'}",   "w1 210,110",         -1 },
  { PEL_SPOT_POINT,    "{'x': 10, 'y': 10, 'window_id': 'w1'}",                  "w1 named 110,90",    -1 },
  { PEL_SPOT_POINT,    "{'x': 0, 'y': 0, 'window_title': 'Editor'}",             "w2 named 200,100",   -1 },
  { PEL_SPOT_POINT,    "{'x': 399, 'y': 269, 'window_title': 'Notes', 'coordinate_space': 'window'}", "w1 named 499,349", -1 },
  { PEL_SPOT_POINT,    "{'x': 10, 'y': 10, 'window_id': 'w3'}",                  "w3 named 3010,70",   -1 },
  { PEL_SPOT_POINT,    "{'x': 5, 'y': 5, 'frame_id': 'f1'}",                     "w1 105,55",          -1 },
  { PEL_SPOT_POINT,    "{'x': 5, 'y': 5, 'frame_id': 'f2'}",                     "w2 named 205,105",   -1 },
  { PEL_SPOT_POINT,    "{'x': 5, 'y': 5, 'frame_id': 'f2', 'coordinate_space': 'image'}", "w2 named 205,105", -1 },
  { PEL_SPOT_BARE,     "{'x': 10, 'y': 10}",                                     "- 10,10",            -1 },
  { PEL_SPOT_KEYBOARD, "{}",                                                     "w1 0,0",             -1 },
  { PEL_SPOT_KEYBOARD, "{'window_title': 'far'}",                                "w3 named 0,0",       -1 },

  { PEL_SPOT_POINT,    "{'x': 10, 'y': 10}",                                     "no window at 10,10", PEL_ERROR_WINDOW_NOT_FOUND },
  { PEL_SPOT_POINT,    "{'x': 9999, 'y': 10}",                                   "9999,10",            PEL_ERROR_OUT_OF_BOUNDS },
  { PEL_SPOT_POINT,    "{'x': 2000, 'y': 10}",                                   "2000,10",            PEL_ERROR_OUT_OF_BOUNDS },
  { PEL_SPOT_BARE,     "{'x': -1, 'y': 10}",                                     "-1,10",              PEL_ERROR_OUT_OF_BOUNDS },
  { PEL_SPOT_POINT,    "{'x': 400, 'y': 10, 'window_id': 'w1'}",                 "400,10 is outside the window “Notes”, which is 400×270", PEL_ERROR_OUT_OF_BOUNDS },
  { PEL_SPOT_POINT,    "{'x': 10, 'y': -1, 'window_id': 'w1'}",                  "10,-1",              PEL_ERROR_OUT_OF_BOUNDS },
  { PEL_SPOT_POINT,    "{'x': 1, 'y': 1, 'window_id': 'w4'}",                    "The window “Elsewhere” is off screen", PEL_ERROR_OUT_OF_BOUNDS },
  { PEL_SPOT_POINT,    "{'x': 1, 'y': 1, 'window_id': 'w9'}",                    "No window matches “w9”", PEL_ERROR_WINDOW_NOT_FOUND },
  { PEL_SPOT_KEYBOARD, "{'window_title': 'Mail'}",                               "Mail",               PEL_ERROR_WINDOW_NOT_FOUND },
  { PEL_SPOT_KEYBOARD, "{'window_title': 'e'}",                                  "windows",            PEL_ERROR_AMBIGUOUS },
  { PEL_SPOT_KEYBOARD, "{'window_id': 'w1', 'window_title': 'Notes'}",           "not both",        PEL_ERROR_INVALID_ARGUMENT },
  { PEL_SPOT_POINT,    "{'x': 1, 'y': 1, 'coordinate_space': 'window'}",         "Window coordinates", PEL_ERROR_INVALID_ARGUMENT },
  { PEL_SPOT_POINT,    "{'x': 1, 'y': 1, 'coordinate_space': 'image'}",          "Image coordinates",  PEL_ERROR_INVALID_ARGUMENT },
  { PEL_SPOT_POINT,    "{'x': 1, 'y': 1, 'window_id': 'w1', 'coordinate_space': 'physical'}", "With a window", PEL_ERROR_INVALID_ARGUMENT },
  { PEL_SPOT_POINT,    "{'x': 1, 'y': 1, 'window_id': 'w1', 'coordinate_space': 'image', 'frame_id': 'f1'}", "With a window", PEL_ERROR_INVALID_ARGUMENT },
  { PEL_SPOT_POINT,    "{'x': 1, 'y': 1, 'frame_id': 'f1', 'coordinate_space': 'physical'}", "frame_id requires",  PEL_ERROR_INVALID_ARGUMENT },
  { PEL_SPOT_POINT,    "{'x': 1, 'y': 1, 'frame_id': 'f1', 'window_id': 'w1'}",  "frame_id requires",  PEL_ERROR_INVALID_ARGUMENT },
  { PEL_SPOT_POINT,    "{'x': 1, 'y': 1, 'frame_id': 'f9'}",                     "“f9”",               PEL_ERROR_STALE_REF },
  { PEL_SPOT_POINT,    "{'x': 20, 'y': 5, 'frame_id': 'f1'}",                    "screenshot f1",      PEL_ERROR_OUT_OF_BOUNDS },
};
/* clang-format on */

/* f1 of the corner of w1 as a part of the desktop, f2 of w2. */
static PelFrameStore *
new_frames (PelDesktop *desktop)
{
  PelFrameStore *frames = pel_frame_store_new (NULL);
  PelFrame       frame = { .origin = { 100, 50 },
                           .scale = 1,
                           .width = 20,
                           .height = 20,
                           .desktop = desktop,
                           .time = g_get_monotonic_time () };

  pel_frame_store_add (frames, &frame);
  frame.origin = (PelPhysicalPoint){ 200, 100 };
  frame.window_id = "w2";
  pel_frame_store_add (frames, &frame);
  return frames;
}

static char *
word_spot (const PelSpot *spot)
{
  return g_strdup_printf ("%s%s %d,%d",
                          spot->window != NULL ? pel_window_get_info (spot->window)->id : "-",
                          spot->is_named ? " named" : "",
                          spot->physical.x,
                          spot->physical.y);
}

static JsonObject *
parse (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

  return pel_json_parse_object (json, -1, NULL);
}

static void
test_rows (void)
{
  g_autoptr (PelDesktop)    desktop = pel_fake_desktop_new (2, windows, G_N_ELEMENTS (windows));
  g_autoptr (PelFrameStore) frames = new_frames (desktop);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonObject) arguments = parse (cases[i].arguments);
      g_autoptr (GError)     error = NULL;
      g_autofree char       *words = NULL;
      PelSpot                spot;
      gboolean is_found = pel_spot_find (cases[i].kind, arguments, desktop, frames, &spot, &error);

      g_test_message ("%s: %s", cases[i].arguments, error != NULL ? error->message : "found");
      g_assert_cmpint (is_found, ==, cases[i].code == -1);
      if (is_found)
        {
          words = word_spot (&spot);
          g_assert_cmpstr (words, ==, cases[i].found);
          continue;
        }
      g_assert_error (error, PEL_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].found));
    }
}

/* The pixel of a scaled monitor is handed on in the units of the window system. */
static void
test_scaled (void)
{
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (2, windows, G_N_ELEMENTS (windows));
  g_autoptr (JsonObject) arguments = parse ("{'x': 10, 'y': 10, 'window_id': 'w3'}");
  PelSpot                spot;

  g_assert_true (pel_spot_find (PEL_SPOT_POINT, arguments, desktop, NULL, &spot, NULL));
  g_assert_cmpfloat_with_epsilon (spot.native.x, 2000 + 10.5 / 1.5, 0.01);
  g_assert_cmpfloat_with_epsilon (spot.native.y, 40 + 10.5 / 1.5, 0.01);
}

static void
test_no_keyboard (void)
{
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, windows + 1, 1);
  g_autoptr (JsonObject) arguments = parse ("{}");
  g_autoptr (GError)     error = NULL;
  PelSpot                spot;

  g_assert_false (pel_spot_find (PEL_SPOT_KEYBOARD, arguments, desktop, NULL, &spot, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_WINDOW_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "No window has keyboard focus"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spot/find/rows", test_rows);
  g_test_add_func ("/spot/find/scaled", test_scaled);
  g_test_add_func ("/spot/find/no-keyboard", test_no_keyboard);
  return g_test_run ();
}
