/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What picking is made of that needs no display: moves that are told once, a wheel, what is held.
 */

#include "config.h"

#include "overlay/held-set.h"
#include "overlay/pick-input.h"
#include "overlay/wheel.h"

#include <math.h>

/* an input without a window system */

typedef struct
{
  PelPickInput parent_instance;
} FakeInput;

typedef PelPickInputClass FakeInputClass;

GType fake_input_get_type (void);
G_DEFINE_TYPE (FakeInput, fake_input, PEL_TYPE_PICK_INPUT)

static void
let_go (PelPickInput *self, PelPickGoneFunc gone, gpointer user_data)
{
}

static void
fake_input_class_init (FakeInputClass *klass)
{
  klass->let_go = let_go;
}

static void
fake_input_init (FakeInput *self)
{
}

typedef struct
{
  PelPickInput *pick;
  GString      *told;
  gboolean      ends_at_event, lets_go_at_event;
} Fixture;

static void
event_cb (PelPickInput *pick, const PelPickEvent *event, gpointer data)
{
  Fixture *self = data;

  g_string_append_printf (self->told, "%c%g ", "mcwk"[event->kind], event -> point.x);
  if (self->lets_go_at_event)
    pel_pick_input_let_go (pick, NULL, NULL);
  if (self->ends_at_event)
    g_clear_object (&self->pick);
}

static void
reach_cb (PelPickInput *pick, GParamSpec *pspec, gpointer data)
{
  Fixture *self = data;
  guint    reach = 99;

  g_object_get (pick, "reach", &reach, NULL);
  g_assert_cmpuint (reach, ==, pel_pick_input_get_reach (pick));
  g_string_append_printf (self->told, "r%u ", reach);
}

static void
failed_cb (PelPickInput *pick, const GError *error, gpointer data)
{
  Fixture *self = data;

  g_string_append_printf (self->told, "f ");
  g_clear_object (&self->pick);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->told = g_string_new (NULL);
  self->pick = g_object_new (fake_input_get_type (), NULL);
  g_signal_connect (self->pick, "event", G_CALLBACK (event_cb), self);
  g_signal_connect (self->pick, "notify::reach", G_CALLBACK (reach_cb), self);
  g_signal_connect (self->pick, "failed", G_CALLBACK (failed_cb), self);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_object (&self->pick);
  g_string_free (self->told, TRUE);
}

static void
emit (Fixture *self, PelPickEventKind kind, double x)
{
  pel_pick_input_emit_event (self->pick, &(PelPickEvent){ .kind = kind, .point = { x, 0 } });
}

static void
turn (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_moves (Fixture *self, gconstpointer unused)
{
  emit (self, PEL_PICK_MOVED, 1);
  emit (self, PEL_PICK_MOVED, 2);
  g_assert_cmpstr (self->told->str, ==, "");
  turn ();
  g_assert_cmpstr (self->told->str, ==, "m2 ");
  turn ();
  g_assert_cmpstr (self->told->str, ==, "m2 ");
  emit (self, PEL_PICK_MOVED, 3);
  emit (self, PEL_PICK_CLICK, 3);
  emit (self, PEL_PICK_MOVED, 4);
  emit (self, PEL_PICK_MOVED, 5);
  emit (self, PEL_PICK_WHEEL, 5);
  g_assert_cmpstr (self->told->str, ==, "m2 m3 c3 m5 w5 ");
  emit (self, PEL_PICK_MOVED, 6);
  turn ();
  g_assert_cmpstr (self->told->str, ==, "m2 m3 c3 m5 w5 m6 ");
}

/* Whoever lets go at the move that comes before a click hears of no click. */
static void
test_end_at_move (Fixture *self, gconstpointer unused)
{
  self->ends_at_event = TRUE;
  emit (self, PEL_PICK_MOVED, 1);
  emit (self, PEL_PICK_CLICK, 1);
  g_assert_null (self->pick);
  turn ();
  g_assert_cmpstr (self->told->str, ==, "m1 ");
}

static void
test_let_go_at_move (Fixture *self, gconstpointer unused)
{
  self->lets_go_at_event = TRUE;
  emit (self, PEL_PICK_MOVED, 1);
  emit (self, PEL_PICK_CLICK, 1);
  turn ();
  g_assert_cmpstr (self->told->str, ==, "m1 ");
}

static void
test_reach (Fixture *self, gconstpointer unused)
{
  pel_pick_input_set_reach (self->pick, PEL_PICK_NOTHING);
  pel_pick_input_set_reach (self->pick, PEL_PICK_HOVERS);
  pel_pick_input_set_reach (self->pick, PEL_PICK_HOVERS);
  pel_pick_input_set_reach (self->pick, PEL_PICK_CATCHES);
  g_assert_cmpstr (self->told->str, ==, "r1 r2 ");
}

/* Once, and nothing after it. */
static void
test_failed (Fixture *self, gconstpointer unused)
{
  g_autoptr (PelPickInput) keep = g_object_ref (self->pick);
  g_autoptr (GError)       error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "gone");

  pel_pick_input_set_reach (keep, PEL_PICK_CATCHES);
  emit (self, PEL_PICK_MOVED, 1);
  pel_pick_input_emit_failed (keep, error);
  pel_pick_input_emit_failed (keep, error);
  pel_pick_input_set_reach (keep, PEL_PICK_CATCHES);
  pel_pick_input_emit_event (keep, &(PelPickEvent){ .kind = PEL_PICK_KEY });
  turn ();
  g_assert_cmpstr (self->told->str, ==, "r2 r0 f ");
}

/* the wheel */

/* clang-format off */
static const struct { double way; int parts; int steps; } turns[] = {
  {  15,      120,  1 }, /* a notch, told twice */
  {  15,        0,  1 }, /* a way alone */
  {   5,        0,  0 },
  {   5,        0,  0 },
  {   5,        0,  1 },
  {   0,       60,  0 }, /* half a notch */
  {   0,       60,  1 },
  {   0,      -60,  0 },
  {   0,     -180, -2 },
  { -40,        0, -2 }, /* 10 are left */
  {  10,        0,  0 },
  { NAN,        0,  0 },
  { INFINITY,   0,  0 },
  { 1e300,      0,  PEL_WHEEL_MAX },
  { -1e300,     0, -PEL_WHEEL_MAX },
  {  15,        0,  1 },
  {   0, G_MAXINT,  PEL_WHEEL_MAX },
};
/* clang-format on */

static void
test_wheel (void)
{
  PelWheel wheel = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (turns); i++)
    {
      g_test_message ("%" G_GSIZE_FORMAT ": %g and %d", i, turns[i].way, turns[i].parts);
      if (turns[i].way != 0)
        pel_wheel_add_way (&wheel, turns[i].way);
      if (turns[i].parts != 0)
        pel_wheel_add_parts (&wheel, turns[i].parts);
      g_assert_cmpint (pel_wheel_turn (&wheel), ==, turns[i].steps);
    }
}

/* what is held: against a plain table, by chance */
static void
test_held (void)
{
  PelHeldSet held = { 0 };
  gboolean   truth[PEL_MAX_HELD] = { FALSE };

  for (guint i = 0; i < 10000; i++)
    {
      guint32 code = (guint32) g_test_rand_int_range (0, PEL_MAX_HELD);
      guint   n = 0;

      if (g_test_rand_bit ())
        {
          pel_held_set_press (&held, code);
          truth[code] = TRUE;
        }
      else
        {
          g_assert_cmpint (pel_held_set_release (&held, code), ==, truth[code]);
          truth[code] = FALSE;
        }
      for (guint k = 0; k < PEL_MAX_HELD; k++)
        {
          g_assert_cmpint (pel_held_set_has (&held, k), ==, truth[k]);
          n += truth[k];
        }
      g_assert_cmpuint (held.n_codes, ==, n);
    }
  for (guint32 code = 0; code < 10 * PEL_MAX_HELD; code++)
    pel_held_set_press (&held, code);
  g_assert_cmpuint (held.n_codes, ==, PEL_MAX_HELD);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/pick-parts/moves", test_moves);
  ADD ("/pick-parts/end-at-move", test_end_at_move);
  ADD ("/pick-parts/let-go-at-move", test_let_go_at_move);
  ADD ("/pick-parts/reach", test_reach);
  ADD ("/pick-parts/failed", test_failed);
#undef ADD
  g_test_add_func ("/pick-parts/wheel", test_wheel);
  g_test_add_func ("/pick-parts/held", test_held);
  return g_test_run ();
}
