/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of picking share: an input that remembers what it tells, hands, and a window
 * below. */

#pragma once

#include "surface-ground.h"

#include "overlay/pick-input-factory.h"

#include <xkbcommon/xkbcommon-keysyms.h>
#if HAVE_X11
#include <xcb/xcb.h>
#endif

typedef struct
{
  PelPickInput *pick; /* (nullable) once it is let go */
  GArray       *events;
  guint         n_read; /* of the events: those that were waited for, and all before them */
  GError       *failure;
  gboolean      is_gone;
} PickCase;

static inline void
pick_event_cb (PelPickInput *pick, const PelPickEvent *event, gpointer data)
{
  PickCase *self = data;

  g_array_append_val (self->events, *event);
}

static inline void
pick_failed_cb (PelPickInput *pick, const GError *error, gpointer data)
{
  PickCase *self = data;

  g_assert_no_error (self->failure);
  g_assert_cmpint (pel_pick_input_get_reach (pick), ==, PEL_PICK_NOTHING);
  self->failure = g_error_copy (error);
}

static inline PickCase *
pick_case_new (void)
{
  PickCase          *self = g_new0 (PickCase, 1);
  g_autoptr (GError) error = NULL;

  self->events = g_array_new (FALSE, FALSE, sizeof (PelPickEvent));
  self->pick = pel_pick_input_new (get_platform_kind (), &error);
  g_assert_no_error (error);
  g_assert_cmpint (pel_pick_input_get_reach (self->pick), ==, PEL_PICK_NOTHING);
  g_signal_connect (self->pick, "event", G_CALLBACK (pick_event_cb), self);
  g_signal_connect (self->pick, "failed", G_CALLBACK (pick_failed_cb), self);
  return self;
}

static inline void
pick_case_free (PickCase *self)
{
  g_clear_object (&self->pick);
  g_assert_no_error (self->failure);
  g_array_unref (self->events);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PickCase, pick_case_free)

static inline void
pick_case_await_reach (PickCase *self, PelPickReach reach)
{
  gint64 end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;

  while (pel_pick_input_get_reach (self->pick) != reach)
    {
      g_assert_no_error (self->failure);
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      pump (1);
    }
}

static inline PickCase *
pick_case_new_catching (void)
{
  PickCase *self = pick_case_new ();

  pick_case_await_reach (self, PEL_PICK_CATCHES);
  return self;
}

static inline PelPickEvent
moved_to (double x, double y)
{
  return (PelPickEvent){ .kind = PEL_PICK_MOVED, .point = { x, y } };
}

static inline PelPickEvent
click_at (double x, double y, guint button)
{
  return (PelPickEvent){ .kind = PEL_PICK_CLICK, .point = { x, y }, .button = button };
}

static inline PelPickEvent
key_of (guint keysym)
{
  return (PelPickEvent){ .kind = PEL_PICK_KEY, .keysym = keysym };
}

static inline gboolean
is_alike (const PelPickEvent *a, const PelPickEvent *b)
{
  if (a->kind != b->kind || a->modifiers != b->modifiers)
    return FALSE;
  if (a->kind == PEL_PICK_KEY)
    return a->keysym == b->keysym;
  return a->point.x == b->point.x && a->point.y == b->point.y && a->button == b->button &&
         a->steps == b->steps;
}

/* Waits for an event like that, behind those that were waited for. */
static inline void
pick_case_expect (PickCase *self, PelPickEvent event)
{
  gint64 end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;

  while (g_get_monotonic_time () < end)
    {
      for (guint i = self->n_read; i < self->events->len; i++)
        if (is_alike (&g_array_index (self->events, PelPickEvent, i), &event))
          {
            self->n_read = i + 1;
            return;
          }
      g_assert_no_error (self->failure);
      pump (1);
    }
  for (guint i = self->n_read; i < self->events->len; i++)
    {
      const PelPickEvent *e = &g_array_index (self->events, PelPickEvent, i);

      g_test_message ("kind %d at %g,%g button %u steps %d keysym 0x%x modifiers %d",
                      e->kind,
                      e->point.x,
                      e->point.y,
                      e->button,
                      e->steps,
                      e->keysym,
                      (int) e->modifiers);
    }
  g_error ("no event of kind %d at %g,%g button %u steps %d keysym 0x%x modifiers %d",
           event.kind,
           event.point.x,
           event.point.y,
           event.button,
           event.steps,
           event.keysym,
           (int) event.modifiers);
}

static inline guint
pick_case_count (PickCase *self, PelPickEventKind kind)
{
  guint n = 0;

  for (guint i = 0; i < self->events->len; i++)
    n += g_array_index (self->events, PelPickEvent, i).kind == kind;
  return n;
}

#if HAVE_X11
static inline gboolean
can_grab (xcb_connection_t *xcb, xcb_window_t root)
{
  xcb_grab_pointer_reply_t  *pointer = NULL;
  xcb_grab_keyboard_reply_t *keyboard = NULL;
  gboolean                   is_free;

  pointer = xcb_grab_pointer_reply (xcb, xcb_grab_pointer (xcb, 0, root, 0, 1, 1, 0, 0, 0), NULL);
  keyboard = xcb_grab_keyboard_reply (xcb, xcb_grab_keyboard (xcb, 0, root, 0, 1, 1), NULL);
  is_free =
      pointer->status == XCB_GRAB_STATUS_SUCCESS && keyboard->status == XCB_GRAB_STATUS_SUCCESS;
  xcb_ungrab_pointer (xcb, 0);
  xcb_ungrab_keyboard (xcb, 0);
  free (xcb_get_input_focus_reply (xcb, xcb_get_input_focus (xcb), NULL));
  free (pointer);
  free (keyboard);
  return is_free;
}
#endif

/* On X11: nobody has the pointer and the keyboard. */
static inline void
await_grab (void)
{
#if HAVE_X11
  gint64            end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;
  xcb_connection_t *xcb = xcb_connect (NULL, NULL);

  while (!can_grab (xcb, xcb_setup_roots_iterator (xcb_get_setup (xcb)).data->root))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      pump (5);
    }
  xcb_disconnect (xcb);
#endif
}

/* The order to let go was carried out. The pointer is over @window, which has heard nothing of it
 * since it was made to forget. */
static inline void
await_freedom (PelTestWindow *window)
{
  gint64 end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;

  if (!is_wayland ())
    {
      await_grab ();
      return;
    }
  while (strstr (pel_test_window_get_events (window), "move ") == NULL ||
         strstr (pel_test_window_get_events (window), "focus\n") == NULL)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      pel_test_window_expect (window, "nothing that happens", 10);
      pump (1);
    }
}

/* A person, a window below, and a place in it. */
typedef struct
{
  SurfaceCase   *desktop;
  PelTestInput  *input;
  PelTestWindow *window;
  double         x, y;
} Scene;

static inline Scene *
scene_new (void)
{
  Scene             *self = g_new0 (Scene, 1);
  g_autoptr (GError) error = NULL;

  self->desktop = surface_case_new ();
  self->input = pel_test_input_new (&error);
  g_assert_no_error (error);
  self->window = open_window (self->desktop, "below", 0);
  self->x = get_monitor (self->desktop, 0)->native.x + WINDOW_X + 70;
  self->y = get_monitor (self->desktop, 0)->native.y + WINDOW_Y + 70;
  /* it has the keyboard, and has heard that from the window manager */
  check_click (self->input, self->window, self->x, self->y);
  g_assert_true (pel_test_input_chord (self->input, "a", &error));
  g_assert_true (pel_test_window_expect (self->window, "key a", SHOW_TIMEOUT_MS));
  pel_test_window_forget (self->window);
  return self;
}

static inline void
scene_free (Scene *self)
{
  pel_test_window_free (self->window);
  pel_test_input_free (self->input);
  surface_case_free (self->desktop);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Scene, scene_free)

/* One click, with nothing moved before, is one click for the window; then a key. */
static inline void
check_free (Scene *scene)
{
  g_autoptr (GError) error = NULL;

  pel_test_window_forget (scene->window);
  pel_test_input_click (scene->input, 1, &error);
  g_assert_no_error (error);
  pel_test_input_chord (scene->input, "b", &error);
  g_assert_no_error (error);
  g_assert_true (pel_test_window_expect (scene->window, "key b", SHOW_TIMEOUT_MS));
  g_assert_true (pel_test_window_expect (scene->window, "release 1", SHOW_TIMEOUT_MS));
  g_assert_cmpuint (count_events (scene->window, "press 1"), ==, 1);
  g_assert_cmpuint (count_events (scene->window, "release 1"), ==, 1);
  g_assert_cmpuint (count_events (scene->window, "key b"), ==, 1);
}

static inline void
gone_cb (gpointer data)
{
  PickCase *self = data;

  g_assert_false (self->is_gone);
  self->is_gone = TRUE;
}

static inline void
pick_case_let_go (PickCase *self, Scene *scene)
{
  pel_test_window_forget (scene->window);
  pel_pick_input_let_go (self->pick, gone_cb, self);
  g_assert_false (self->is_gone);
  g_clear_object (&self->pick);
}

/* The window system has done it when it says the same twice. */
static inline void
look_settled (SurfaceCase *self)
{
  g_autoptr (PelDesktop) before = NULL;

  do
    {
      g_set_object (&before, self->desktop);
      pump (100);
      surface_case_look (self);
    }
  while (!pel_monitor_layout_equal (pel_desktop_get_layout (before), get_layout (self)));
}

static inline void
pick_case_await_gone (PickCase *self)
{
  gint64 end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;

  while (!self->is_gone)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      pump (1);
    }
}

/* Once it is gone, the very next click and key are the window's, with nothing moved before. */
static inline void
check_let_go (PickCase *self, Scene *scene)
{
  pick_case_await_gone (self);
  check_free (scene);
}
