/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* No pixel of a private window is in any picture, however it moves, comes and goes. */

#include "camera-case.h"

#include "services/pipeline/photo.h"

#include <glib/gstdio.h>
#include <string.h>
#if HAVE_X11
#include <xcb/xcb.h>
#endif

#define PATIENCE_S   90 /* a busy machine is too slow for most of them */
#define N_PHOTOS     200
#define CANARY       0xfe01dc
#define MAX_PAUSE_US 120000
#define TITLE        "Canary"

/* Somebody else, in a thread of its own, who never stands still for long. */
typedef struct
{
  gint     is_over; /* atomic */
  gint     n_moves; /* atomic */
  gint     max_pause_us;
  GThread *thread;
} Mover;

static void
rest (const Mover *mover, GRand *dice)
{
  g_usleep (
      (gulong) g_rand_int_range (dice, 0, mover->max_pause_us)); /* it is what this is about */
}

#if HAVE_X11
static gpointer
move_x11 (gpointer data)
{
  Mover            *mover = data;
  g_autoptr (GRand) dice = g_rand_new ();
  xcb_connection_t *xcb = xcb_connect (NULL, NULL);
  xcb_screen_t     *screen = xcb_setup_roots_iterator (xcb_get_setup (xcb)).data;
  xcb_window_t      window = xcb_generate_id (xcb);
  const guint32     colour = CANARY;

  xcb_create_window (xcb,
                     XCB_COPY_FROM_PARENT,
                     window,
                     screen->root,
                     100,
                     400,
                     300,
                     200,
                     0,
                     XCB_WINDOW_CLASS_INPUT_OUTPUT,
                     screen->root_visual,
                     XCB_CW_BACK_PIXEL,
                     &colour);
  xcb_change_property (xcb,
                       XCB_PROP_MODE_REPLACE,
                       window,
                       XCB_ATOM_WM_NAME,
                       XCB_ATOM_STRING,
                       8,
                       strlen (TITLE),
                       TITLE);
  xcb_map_window (xcb, window);
  while (!g_atomic_int_get (&mover->is_over))
    {
      const guint32 place[] = { (guint32) g_rand_int_range (dice, 0, 900),
                                (guint32) g_rand_int_range (dice, 300, 700) };

      switch (g_rand_int_range (dice, 0, 8))
        {
        case 0:
          xcb_unmap_window (xcb, window);
          break;
        case 1:
          xcb_map_window (xcb, window);
          break;
        default:
          xcb_configure_window (xcb, window, XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y, place);
        }
      xcb_flush (xcb);
      g_atomic_int_inc (&mover->n_moves);
      rest (mover, dice);
    }
  xcb_disconnect (xcb);
  return NULL;
}
#endif

static gpointer
move_sway (gpointer data)
{
  Mover            *mover = data;
  g_autoptr (GRand) dice = g_rand_new ();

  while (!g_atomic_int_get (&mover->is_over))
    {
      g_autofree char *command =
          g_strdup_printf ("[title=\"" TITLE "\"] move absolute position %d %d",
                           g_rand_int_range (dice, 0, 900),
                           g_rand_int_range (dice, 0, 500));

      pel_sway_command (command, NULL);
      g_atomic_int_inc (&mover->n_moves);
      rest (mover, dice);
    }
  return NULL;
}

static gboolean
aim_at_all (gpointer unused, PelDesktop *desktop, PelShot *shot, GError **error)
{
  shot->rect = pel_monitor_layout_get_bounds (pel_desktop_get_layout (desktop));
  return TRUE;
}

static PelPhoto *
take (Studio *studio, PelPolicyStore *policy, PelPhotoAimFunc aim, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  pel_photo_take_async (&(PelPhotoStudio){ studio->desk.source, studio->camera, policy },
                        aim,
                        NULL,
                        NULL,
                        desk_done_cb,
                        &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return pel_photo_take_finish (result, error);
}

static gboolean
is_near_canary (guint32 pixel)
{
  return (pixel & 0xffffff) == CANARY;
}

static void
test_canary (Studio *studio, gconstpointer unused)
{
  g_autoptr (GError)         error = NULL;
  g_autofree char           *folder = g_dir_make_tmp ("policy-XXXXXX", &error);
  g_autofree char           *path = g_build_filename (folder, "policy.json", NULL);
  g_autoptr (PelTestWindow)  quiet = NULL, canary = NULL;
  g_autoptr (PelPolicyStore) policy = NULL;
  Mover                      mover = { .max_pause_us = MAX_PAUSE_US };
  guint                      n_tried = 0, n_taken = 0, n_painted = 0;
  gint64                     deadline;

  g_file_set_contents (path, "{\"blocked_windows\": [\"*Canary*\"]}", -1, &error);
  g_assert_no_error (error);
  policy = pel_policy_store_new (&(PelPolicyPlaces){ .user = path });
  if (is_sway ())
    canary = studio_show (studio, TITLE, CANARY, CANARY, 100, 100, 300, 200);
  quiet = studio_show (studio, "quiet", RED, BLUE, 500, 100, 300, 200);
  studio_await (RED);
#if HAVE_X11
  mover.thread = g_thread_new ("mover", is_sway () ? move_sway : move_x11, &mover);
#else
  mover.thread = g_thread_new ("mover", move_sway, &mover);
#endif
  deadline = g_get_monotonic_time () + PATIENCE_S * G_TIME_SPAN_SECOND;
  while (n_tried < N_PHOTOS ||
         ((n_taken <= N_PHOTOS / 4 || n_painted <= 5) && g_get_monotonic_time () < deadline))
    {
      g_autoptr (GError)   failure = NULL;
      g_autoptr (PelPhoto) photo = take (studio, policy, aim_at_all, &failure);
      guint                n_black = 0;

      n_tried++;
      if (photo == NULL)
        {
          g_assert_true (g_error_matches (failure, PEL_ERROR, PEL_ERROR_NOT_STABLE) ||
                         g_error_matches (failure, PEL_ERROR, PEL_ERROR_BLOCKED_WINDOW));
          continue;
        }
      n_taken++;
      for (gsize k = 0; k < (gsize) photo->image->width * (gsize) photo->image->height; k++)
        {
          g_assert_false (is_near_canary (photo->image->pixels[k]));
          n_black += photo->image->pixels[k] == 0xff000000;
        }
      n_painted += n_black >= 300 * 200;
    }
  g_atomic_int_set (&mover.is_over, TRUE);
  g_thread_join (mover.thread);
  g_test_message ("%u of %u pictures, %u with the window painted over, %d moves",
                  n_taken,
                  n_tried,
                  n_painted,
                  mover.n_moves);
  g_assert_cmpuint (n_taken, >, N_PHOTOS / 4);
  g_assert_cmpuint (n_painted, >, 5);
  g_remove (path);
  g_rmdir (folder);
}

#if HAVE_X11
/* The window that moves. */
static gboolean
aim_at_mover (gpointer unused, PelDesktop *desktop, PelShot *shot, GError **error)
{
  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      PelWindow           *window = pel_desktop_get_window (desktop, i);
      const PelWindowInfo *info = pel_window_get_info (window);

      if (!g_str_equal (info->title, TITLE) || (info->states & PEL_WINDOW_VISIBLE) == 0)
        continue;
      shot->window = window;
      pel_desktop_to_physical (desktop, &info->content, &shot->rect);
      return TRUE;
    }
  pel_set_error (error, PEL_ERROR_WINDOW_NOT_FOUND, NULL, "it is not there now");
  return FALSE;
}

/* A picture of a window has all of its pixels and no others, wherever it is by then. */
static void
test_moving (Studio *studio, gconstpointer unused)
{
  g_autoptr (PelPolicyStore) policy = pel_policy_store_new (&(PelPolicyPlaces){ 0 });
  Mover                      mover = { .max_pause_us = MAX_PAUSE_US / 10 };
  guint                      n_tried = 0, n_taken = 0;
  gint64                     deadline = g_get_monotonic_time () + PATIENCE_S * G_TIME_SPAN_SECOND;

  mover.thread = g_thread_new ("mover", move_x11, &mover);
  while (n_tried < N_PHOTOS || (n_taken <= N_PHOTOS / 10 && g_get_monotonic_time () < deadline))
    {
      g_autoptr (GError)   failure = NULL;
      g_autoptr (PelPhoto) photo = take (studio, policy, aim_at_mover, &failure);

      n_tried++;
      if (photo == NULL)
        {
          g_test_message ("%s", failure->message);
          g_assert_true (g_error_matches (failure, PEL_ERROR, PEL_ERROR_NOT_STABLE) ||
                         g_error_matches (failure, PEL_ERROR, PEL_ERROR_NOT_VISIBLE) ||
                         g_error_matches (failure, PEL_ERROR, PEL_ERROR_WINDOW_NOT_FOUND));
          continue;
        }
      n_taken++;
      g_assert_cmpuint (count_pixels (photo->image, CANARY), ==, 300 * 200);
    }
  g_atomic_int_set (&mover.is_over, TRUE);
  g_thread_join (mover.thread);
  g_test_message ("%u of %u pictures, %d moves", n_taken, n_tried, mover.n_moves);
  g_assert_cmpuint (n_taken, >, N_PHOTOS / 10);
}
#endif

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/photo/canary", Studio, NULL, studio_open, test_canary, studio_close);
#if HAVE_X11
  if (!is_sway ())
    g_test_add ("/photo/moving", Studio, NULL, studio_open, test_moving, studio_close);
#endif
  return g_test_run ();
}
