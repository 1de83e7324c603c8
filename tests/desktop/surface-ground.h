/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Below an overlay: a window of many colours that hears clicks and keys, and scenes over it. */

#pragma once

#include "surface-case.h"
#include "test-input.h"
#include "test-window.h"

#define WINDOW_X      60
#define WINDOW_Y      60
#define WINDOW_WIDTH  420
#define WINDOW_HEIGHT 300
#define POINTER_X     600 /* where nothing is drawn */
#define POINTER_Y     500

/* A ground of many colours. */
/* clang-format off */
static const PelTestPatch patches[] = {
  { 0,   0,   WINDOW_WIDTH, WINDOW_HEIGHT, 0x336699 },
  { 20,  20,  100,          100,           0xffffff },
  { 140, 20,  100,          100,           0x000000 },
  { 20,  140, 100,          100,           0xd02010 },
  { 140, 140, 100,          100,           0x10c040 },
};
/* clang-format on */

static inline PelTestWindow *
open_window (SurfaceCase *self, const char *name, guint monitor_index)
{
  const PelMonitor  *monitor = get_monitor (self, monitor_index);
  g_autoptr (GError) error = NULL;
  PelTestWindow     *window = pel_test_window_new (name,
                                               WINDOW_WIDTH,
                                               WINDOW_HEIGHT,
                                               patches,
                                               G_N_ELEMENTS (patches),
                                               &error);

  g_assert_no_error (error);
  pel_test_window_place (window,
                         (int) monitor->native.x + WINDOW_X,
                         (int) monitor->native.y + WINDOW_Y,
                         is_wayland () ? monitor->ratio : 1,
                         &error);
  g_assert_no_error (error);
  return window;
}

static inline void
rest_pointer (PelTestInput *input, SurfaceCase *self)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_move (input,
                       get_monitor (self, 0)->native.x + POINTER_X,
                       get_monitor (self, 0)->native.y + POINTER_Y,
                       &error);
  g_assert_no_error (error);
}

static inline gboolean
is_ground_still (SurfaceCase *self)
{
  g_autoptr (GPtrArray) images = capture_monitors (self);

  for (guint i = 0; i < images->len; i++)
    {
      int x, y;

      if (count_wrong (self, i, g_ptr_array_index (images, i), &x, &y) > 0)
        return FALSE;
    }
  return TRUE;
}

/* Many pictures of large monitors, on a machine that may have other things to do. */
#define STILL_TIMEOUT_MS 60000

/* Pictures of the screen that are alike: it has come to rest. A compositor that has just started
 * takes its time for the first. */
static inline void
take_still_ground (SurfaceCase *self)
{
  static guint n_wanted = 5;
  gint64       end = g_get_monotonic_time () + STILL_TIMEOUT_MS * 1000;
  guint        n_alike = 0;

  surface_case_hide (self);
  pump (100);
  surface_case_take_ground (self);
  while (n_alike < n_wanted)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      pump (200);
      if (is_ground_still (self))
        n_alike++;
      else
        {
          n_alike = 0;
          surface_case_take_ground (self);
        }
    }
  n_wanted = 1;
}

/* Everything there is, also at the very edges. */
static inline void
add_sampler (SurfaceCase *self)
{
  for (guint i = 0; i < get_n_monitors (self); i++)
    {
      const PelMonitor *monitor = get_monitor (self, i);
      PelScene         *scene = surface_case_add_scene (self, monitor);
      int               w = monitor->physical.width, h = monitor->physical.height;

      add_item (scene, PEL_ITEM_OUTLINE, PEL_SHADE_PARENT, (PelBufferRect){ 0, 0, w, h }, NULL);
      add_item (scene, PEL_ITEM_FILL, PEL_SHADE_SELECTED, (PelBufferRect){ 90, 81, 133, 77 }, NULL);
      add_item (scene,
                PEL_ITEM_OUTLINE,
                PEL_SHADE_SELECTED,
                (PelBufferRect){ 90, 81, 133, 77 },
                NULL);
      for (int k = 0; k < PEL_N_SHADES; k++)
        add_item (scene,
                  PEL_ITEM_OUTLINE,
                  (PelShade) k,
                  (PelBufferRect){ 85 + 31 * k, 200, 23, 17 },
                  NULL);
      add_item (scene,
                PEL_ITEM_TAG,
                PEL_SHADE_ACCESSIBILITY,
                (PelBufferRect){ 90, 60, 34, 20 },
                "12");
      add_item (scene,
                PEL_ITEM_LABEL,
                PEL_SHADE_HOVERED,
                (PelBufferRect){ 240, 90, 160, 40 },
                "Button “Save”");
      add_item (scene,
                PEL_ITEM_OUTLINE,
                PEL_SHADE_OCR,
                (PelBufferRect){ w - 50, h - 40, 50, 40 },
                NULL);
    }
}

static inline guint
count_events (PelTestWindow *window, const char *event)
{
  g_auto (GStrv) lines = g_strsplit (pel_test_window_get_events (window), "\n", -1);
  guint          n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n += g_str_equal (lines[i], event);
  return n;
}

/* The last one is a click beside: when it has arrived, all before it have. */
static inline void
check_click (PelTestInput *input, PelTestWindow *window, double x, double y)
{
  g_autoptr (GError) error = NULL;

  pel_test_window_forget (window);
  pel_test_input_move (input, x, y, &error);
  g_assert_no_error (error);
  pel_test_input_click (input, 1, &error);
  g_assert_no_error (error);
  pel_test_input_click (input, 3, &error);
  g_assert_no_error (error);
  g_assert_true (pel_test_window_expect (window, "release 3", SHOW_TIMEOUT_MS));
  g_assert_cmpuint (count_events (window, "press 1"), ==, 1);
  g_assert_cmpuint (count_events (window, "release 1"), ==, 1);
  g_assert_cmpuint (count_events (window, "press 3"), ==, 1);
}
