/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A person who is faster than the programs, and a desktop that does not keep still: what is chosen
 * is what was meant, or nothing. */

#include "overlay/overlay-picker.h"
#include "tests/unit/picking-desk.h"

static void
hold_looks (Fixture *fixture)
{
  settle ();
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
}

static void
let_looks_go (Fixture *fixture)
{
  settle ();
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_ANSWERS);
  pel_fake_element_source_answer (fixture->source);
  settle ();
}

static void
test_moves_on (Fixture *fixture, gconstpointer unused)
{
  hold_looks (fixture);
  move (fixture, 130, 130);
  click (fixture, 0);
  settle ();
  move (fixture, 225, 125);
  let_looks_go (fixture);
  assert_picked (fixture, "OK");
}

static void
test_two (Fixture *fixture, gconstpointer unused)
{
  hold_looks (fixture);
  move (fixture, 130, 130);
  click (fixture, PEL_PICK_SHIFT);
  settle ();
  move (fixture, 225, 125);
  click (fixture, 0);
  let_looks_go (fixture);
  assert_picked (fixture, "No OK");
}

static gboolean
change_cb (gpointer data)
{
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (((Fixture *) data)->source));
  return G_SOURCE_CONTINUE;
}

static gboolean
answer_cb (gpointer data)
{
  pel_fake_element_source_answer (((Fixture *) data)->source);
  return G_SOURCE_CONTINUE;
}

/* A program that changes faster than it answers. */
static void
test_lively (Fixture *fixture, gconstpointer unused)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;
  guint  change_id, answer_id;

  move (fixture, 130, 130);
  hold_looks (fixture);
  change_id = g_timeout_add (5, change_cb, fixture);
  answer_id = g_timeout_add (20, answer_cb, fixture);
  settle ();
  click (fixture, 0);
  while (fixture->n_done == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  g_source_remove (change_id);
  g_source_remove (answer_id);
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_ANSWERS);
  assert_picked (fixture, "OK");
}

/* The number was meant, wherever the pointer goes until it is there. */
static void
test_number_then_motion (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  hold_looks (fixture);
  press (fixture, XKB_KEY_2);
  press (fixture, XKB_KEY_Return);
  settle ();
  move (fixture, 610, 610);
  let_looks_go (fixture);
  assert_picked (fixture, "No");
}

static void
test_no_such_number (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  press (fixture, XKB_KEY_2);
  press (fixture, XKB_KEY_7);
  assert_banner (fixture, "No element #27");
  press (fixture, XKB_KEY_Return);
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
  press (fixture, XKB_KEY_2); /* and begins anew */
  assert_hovered (fixture, "No");
}

static void
test_interrupt (Fixture *fixture, gconstpointer unused)
{
  pel_pick_input_emit_event (fixture->input,
                             &(PelPickEvent){ .kind = PEL_PICK_KEY,
                                              .keysym = XKB_KEY_c,
                                              .modifiers = PEL_PICK_CONTROL });
  settle ();
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_CANCELLED);
}

static void
test_nothing_numbered (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  move (fixture, 130, 130);
  settle ();
  pel_set_error (&error, PEL_ERROR_WINDOW_NOT_FOUND, NULL, "No window");
  pel_fake_element_source_set_error (fixture->source, error);
  press (fixture, XKB_KEY_2);
  assert_banner (fixture, "No element #2");
  click (fixture, 0);
  assert_picked (fixture, "OK");
}

static void
test_number_then_walk (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  hold_looks (fixture);
  press (fixture, XKB_KEY_2);
  press (fixture, XKB_KEY_Up);
  click (fixture, 0);
  let_looks_go (fixture);
  assert_picked (fixture, "Box");
}

/* The first place that is told is no motion. */
static void
test_number_first (Fixture *fixture, gconstpointer unused)
{
  press (fixture, XKB_KEY_2);
  move (fixture, 130, 130);
  assert_hovered (fixture, "No");
}

static void
test_leaves_while_choosing (Fixture *fixture, gconstpointer unused)
{
  hold_looks (fixture);
  move (fixture, 130, 130);
  click (fixture, 0);
  press (fixture, XKB_KEY_Escape);
  let_looks_go (fixture);
  g_assert_cmpuint (fixture->n_done, ==, 1);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_CANCELLED);
}

/* What somebody else has selected stays so, unless the person selects something. */
static void
test_selection (Fixture *fixture, gconstpointer unused)
{
  GPtrArray *marks = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);
  g_autoptr (PelSnapshot) snapshot = region_tree_build (rows, G_N_ELEMENTS (rows), NULL, 0, ":1.7");

  g_ptr_array_add (marks, pel_region_mark_new (PEL_MARK_SELECTED, snapshot, 3));
  pel_region_registry_set_selected (fixture->registry, marks);
  move (fixture, 950, 100);
  settle ();
  click (fixture, 0);
  press (fixture, XKB_KEY_Escape);
  settle ();
  g_assert_cmpuint (pel_region_registry_get_marks (fixture->registry)->len, ==, 1);
  pel_region_registry_clear_marks (fixture->registry, PEL_MARK_SELECTED);
}

/* The pointer is on a monitor that nobody knew of. */
static void
test_new_monitor (Fixture *fixture, gconstpointer unused)
{
  settle ();
  move (fixture, 2000, 100);
  settle ();
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "at once");
}

/* Who cannot be seen does not hold the pointer. */
static void
test_unseen (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  settle ();
  pel_set_error (&error, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "No glass");
  pel_surface_emit_failed (PEL_SURFACE (fixture->surface), error);
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 1);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
}

/* the picker */

typedef struct
{
  Fixture              desk;
  PelFakeWindowSource *windows;
  PelPicker           *picker;
  gboolean             has_no_glass;
  guint                n_inputs, n_ended;
  GError              *error;
} PickerFixture;

static PelSurface *
make_glass (gpointer data, GError **error)
{
  PickerFixture *fixture = data;

  if (!fixture->has_no_glass)
    return PEL_SURFACE (pel_fake_surface_new ());
  pel_set_error (error, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "No glass");
  return NULL;
}

static PelPickInput *
make_input (gpointer data, GError **error)
{
  ((PickerFixture *) data)->n_inputs++;
  return g_object_new (TEST_TYPE_INPUT, NULL);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PickerFixture *fixture = data;

  g_clear_error (&fixture->error);
  g_assert_null (pel_picker_pick_finish (PEL_PICKER (source), result, &fixture->error));
  fixture->n_ended++;
}

static void
set_up_picker (PickerFixture *fixture, gconstpointer unused)
{
  Fixture        *desk = &fixture->desk;
  PelPickingTools tools;

  desk->source = pel_fake_element_source_new ();
  desk->registry = pel_region_registry_new ();
  desk->tracker = pel_region_tracker_new (PEL_ELEMENT_SOURCE (desk->source), desk->registry);
  desk->overlay = pel_overlay_new (desk->registry, make_glass, fixture);
  fixture->windows = pel_fake_window_source_new ();
  pel_fake_window_source_set_desktop (fixture->windows, pel_fake_desktop_new (1, NULL, 0));
  tools = (PelPickingTools){
    PEL_ELEMENT_SOURCE (desk->source), desk->registry, desk->tracker, desk->overlay
  };
  fixture->picker =
      pel_overlay_picker_new (PEL_WINDOW_SOURCE (fixture->windows), &tools, make_input, fixture);
}

static void
tear_down_picker (PickerFixture *fixture, gconstpointer unused)
{
  g_assert_finalize_object (fixture->picker);
  g_assert_false (pel_overlay_is_active (fixture->desk.overlay));
  g_assert_finalize_object (fixture->desk.overlay);
  g_assert_finalize_object (fixture->desk.tracker);
  g_assert_finalize_object (fixture->desk.registry);
  g_assert_finalize_object (fixture->desk.source);
  g_assert_finalize_object (fixture->windows);
  g_clear_error (&fixture->error);
}

static void
test_picker_unseen (PickerFixture *fixture, gconstpointer unused)
{
  fixture->has_no_glass = TRUE;
  for (guint i = 1; i <= 3; i++)
    {
      pel_picker_pick_async (fixture->picker, NULL, NULL, ended_cb, fixture);
      settle ();
      g_assert_cmpuint (fixture->n_ended, ==, i);
      g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
    }
}

static void
test_picker_one (PickerFixture *fixture, gconstpointer unused)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  pel_picker_pick_async (fixture->picker, NULL, cancellable, ended_cb, fixture);
  settle ();
  pel_picker_pick_async (fixture->picker, NULL, NULL, ended_cb, fixture);
  settle ();
  g_assert_cmpuint (fixture->n_ended, ==, 1);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_cmpuint (fixture->n_inputs, ==, 1);
  g_cancellable_cancel (cancellable);
  settle ();
  g_assert_cmpuint (fixture->n_ended, ==, 2);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The session ends while a person picks. */
static void
test_picker_disposed (PickerFixture *fixture, gconstpointer unused)
{
  pel_picker_pick_async (fixture->picker, NULL, NULL, ended_cb, fixture);
  settle ();
  g_object_run_dispose (G_OBJECT (fixture->picker));
  settle ();
  g_assert_cmpuint (fixture->n_ended, ==, 1);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
#define ADD_PICKER(path, func) \
  g_test_add (path, PickerFixture, NULL, set_up_picker, func, tear_down_picker)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/picking-haste/moves-on", test_moves_on);
  ADD ("/picking-haste/two", test_two);
  ADD ("/picking-haste/lively", test_lively);
  ADD ("/picking-haste/number-then-motion", test_number_then_motion);
  ADD ("/picking-haste/no-such-number", test_no_such_number);
  ADD ("/picking-haste/interrupt", test_interrupt);
  ADD ("/picking-haste/nothing-numbered", test_nothing_numbered);
  ADD ("/picking-haste/number-then-walk", test_number_then_walk);
  ADD ("/picking-haste/number-first", test_number_first);
  ADD ("/picking-haste/leaves-while-choosing", test_leaves_while_choosing);
  ADD ("/picking-haste/selection", test_selection);
  ADD ("/picking-haste/new-monitor", test_new_monitor);
  ADD ("/picking-haste/unseen", test_unseen);
  ADD_PICKER ("/picking-haste/picker/unseen", test_picker_unseen);
  ADD_PICKER ("/picking-haste/picker/one", test_picker_one);
  ADD_PICKER ("/picking-haste/picker/disposed", test_picker_disposed);
  return g_test_run ();
}
