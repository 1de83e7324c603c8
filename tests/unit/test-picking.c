/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/picking.h"
#include "services/base/error.h"
#include "tests/unit/fake-element-source.h"
#include "tests/unit/fake-surface.h"
#include "tests/unit/region-tree.h"

#include <string.h>
#include <xkbcommon/xkbcommon-keysyms.h>

/* A person whose hand the test leads. */
#define TEST_TYPE_INPUT (test_input_get_type ())
G_DECLARE_FINAL_TYPE (TestInput, test_input, TEST, INPUT, PelPickInput)

struct _TestInput
{
  PelPickInput parent_instance;
};

G_DEFINE_FINAL_TYPE (TestInput, test_input, PEL_TYPE_PICK_INPUT)

static void
let_go (PelPickInput *input, PelPickGoneFunc gone, gpointer user_data)
{
  if (gone != NULL)
    gone (user_data);
}

static void
test_input_class_init (TestInputClass *klass)
{
  PEL_PICK_INPUT_CLASS (klass)->let_go = let_go;
}

static void
test_input_init (TestInput *self)
{
}

typedef struct
{
  PelFakeElementSource *source;
  PelRegionRegistry    *registry;
  PelRegionTracker     *tracker;
  PelOverlay           *overlay;
  PelFakeSurface       *surface; /* (nullable) while there is one */
  PelPickInput         *input;   /* (nullable) while it catches */
  PelPicking           *picking;
  GPtrArray            *picked; /* (nullable) */
  GError               *error;
  guint                 n_done, n_gone;
} Fixture;

/* Two windows, the second below the first. */
static const RegionRow rows[] = {
  { 0, ATSPI_ROLE_FRAME, "One", { 0, 0, 500, 500 }, 1 },
  { 1, ATSPI_ROLE_PANEL, "Box", { 100, 100, 300, 300 } },
  { 2, ATSPI_ROLE_PUSH_BUTTON, "OK", { 120, 120, 50, 20 } },
  { 2, ATSPI_ROLE_PUSH_BUTTON, "No", { 220, 120, 50, 20 } },
  { 0, ATSPI_ROLE_FRAME, "Two", { 0, 0, 800, 800 }, 2 },
  { 1, ATSPI_ROLE_PUSH_BUTTON, "Far", { 110, 110, 90, 90 } },
  { 1, ATSPI_ROLE_PUSH_BUTTON, "Yes", { 600, 600, 50, 20 } },
};

static void
show (Fixture *fixture)
{
  const PelWindowInfo windows[] = {
    { .id = "w1",
      .title = "One",
      .pid = 10,
      .bounds = { 0, 0, 500, 500 },
      .states = PEL_WINDOW_VISIBLE | PEL_WINDOW_ACTIVE },
    { .id = "w2",
      .title = "Two",
      .pid = 10,
      .bounds = { 0, 0, 800, 800 },
      .states = PEL_WINDOW_VISIBLE },
    { .id = "w3",
      .title = "Mute\n",
      .pid = 11,
      .bounds = { 900, 0, 200, 200 },
      .states = PEL_WINDOW_VISIBLE },
  };

  pel_fake_element_source_set_snapshot (fixture->source,
                                        region_tree_build (rows,
                                                           G_N_ELEMENTS (rows),
                                                           windows,
                                                           G_N_ELEMENTS (windows),
                                                           ":1.7"));
}

static PelSurface *
make_surface (gpointer data, GError **error)
{
  Fixture *fixture = data;

  fixture->surface = pel_fake_surface_new ();
  g_object_add_weak_pointer (G_OBJECT (fixture->surface), (gpointer *) &fixture->surface);
  return PEL_SURFACE (fixture->surface);
}

static void
gone_cb (gpointer data)
{
  ((Fixture *) data)->n_gone++;
}

static void
free_picking (Fixture *fixture)
{
  if (fixture->picking == NULL)
    return;
  pel_picking_free (g_steal_pointer (&fixture->picking), gone_cb, fixture);
  g_assert_cmpuint (fixture->n_gone, ==, 1);
}

static void
done_cb (GPtrArray *picked, const GError *error, gpointer data)
{
  Fixture *fixture = data;

  fixture->picked = picked;
  fixture->error = error != NULL ? g_error_copy (error) : NULL;
  fixture->n_done++;
  free_picking (fixture);
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  PelPickingTools        tools;
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, NULL, 0);

  fixture->source = pel_fake_element_source_new ();
  fixture->registry = pel_region_registry_new ();
  fixture->tracker =
      pel_region_tracker_new (PEL_ELEMENT_SOURCE (fixture->source), fixture->registry);
  fixture->overlay = pel_overlay_new (fixture->registry, make_surface, fixture);
  show (fixture);
  pel_region_registry_set_layout (fixture->registry, pel_desktop_get_layout (desktop));
  tools = (PelPickingTools){
    PEL_ELEMENT_SOURCE (fixture->source), fixture->registry, fixture->tracker, fixture->overlay
  };
  fixture->input = g_object_new (TEST_TYPE_INPUT, NULL);
  g_object_add_weak_pointer (G_OBJECT (fixture->input), (gpointer *) &fixture->input);
  fixture->picking =
      pel_picking_new (&tools, fixture->input, "Where\nis it?", "w1", done_cb, fixture);
  pel_pick_input_set_reach (fixture->input, PEL_PICK_CATCHES);
}

/* Nothing is left of it, whatever its end was. */
static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  free_picking (fixture);
  g_assert_null (fixture->input);
  g_assert_null (pel_region_tracker_get_scope (fixture->tracker));
  pel_region_registry_clear_marks (fixture->registry, PEL_MARK_HIGHLIGHT);
  g_assert_cmpuint (pel_region_registry_get_marks (fixture->registry)->len, ==, 0);
  g_assert_false (pel_overlay_is_active (fixture->overlay));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_pointer (&fixture->picked, g_ptr_array_unref);
  g_clear_error (&fixture->error);
  g_assert_finalize_object (fixture->overlay);
  g_assert_finalize_object (fixture->tracker);
  g_assert_finalize_object (fixture->registry);
  g_assert_finalize_object (fixture->source);
}

static void
settle (void)
{
  pel_fake_wait_ms (60);
}

static void
move (Fixture *fixture, double x, double y)
{
  pel_pick_input_emit_event (fixture->input,
                             &(PelPickEvent){ .kind = PEL_PICK_MOVED, .point = { x, y } });
}

static void
click (Fixture *fixture, PelPickModifiers modifiers)
{
  pel_pick_input_emit_event (fixture->input,
                             &(PelPickEvent){
                                 .kind = PEL_PICK_CLICK, .button = 1, .modifiers = modifiers });
}

static void
press (Fixture *fixture, guint keysym)
{
  pel_pick_input_emit_event (fixture->input,
                             &(PelPickEvent){ .kind = PEL_PICK_KEY, .keysym = keysym });
}

static void
turn_wheel (Fixture *fixture, int steps, PelPickModifiers modifiers)
{
  pel_pick_input_emit_event (fixture->input,
                             &(PelPickEvent){
                                 .kind = PEL_PICK_WHEEL, .steps = steps, .modifiers = modifiers });
}

/* “OK”, “” where nothing is hovered. */
static void
assert_hovered (Fixture *fixture, const char *name)
{
  GPtrArray  *marks = pel_region_registry_get_marks (fixture->registry);
  const char *hovered = "";

  settle ();
  for (guint i = 0; i < marks->len; i++)
    {
      const PelRegionMark *mark = g_ptr_array_index (marks, i);

      if (mark->kind == PEL_MARK_HOVERED)
        hovered = mark->region->label;
    }
  g_assert_cmpstr (hovered, ==, name);
}

/* “OK No” */
static void
assert_picked (Fixture *fixture, const char *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  settle ();
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (fixture->n_done, ==, 1);
  for (guint i = 0; i < fixture->picked->len; i++)
    {
      const PelPicked *picked = g_ptr_array_index (fixture->picked, i);

      g_string_append_printf (text,
                              "%s%s",
                              text->len > 0 ? " " : "",
                              pel_snapshot_get_name (picked->snapshot, picked->id));
    }
  g_assert_cmpstr (text->str, ==, names);
}

static void
assert_banner (Fixture *fixture, const char *part)
{
  const char *banner;

  settle ();
  banner = pel_fake_surface_find_text (fixture->surface, PEL_ITEM_BANNER, PEL_N_SHADES);
  g_assert_nonnull (banner);
  if (strstr (banner, part) == NULL)
    g_error ("“%s” is not in “%s”", part, banner);
}

static void
test_click (Fixture *fixture, gconstpointer unused)
{
  const char *label;

  assert_banner (fixture, "Where is it?");
  assert_hovered (fixture, "");
  move (fixture, 130, 130);
  assert_hovered (fixture, "OK");
  label = pel_fake_surface_find_text (fixture->surface, PEL_ITEM_LABEL, PEL_SHADE_HOVERED);
  g_assert_nonnull (strstr (label, "Button"));
  g_assert_nonnull (strstr (label, "50 × 20"));
  g_assert_nonnull (strstr (label, pel_pattern_to_string (PEL_PATTERN_INVOKE)));
  click (fixture, 0);
  assert_picked (fixture, "OK");
  g_assert_null (fixture->input);
}

/* Right after a motion, what the pointer is over now is meant. */
static void
test_quick (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  move (fixture, 225, 125);
  click (fixture, 0);
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_ANSWERS);
  pel_fake_element_source_answer (fixture->source);
  assert_picked (fixture, "No");
}

static void
test_several (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  click (fixture, PEL_PICK_SHIFT);
  move (fixture, 225, 125);
  settle ();
  click (fixture, PEL_PICK_SHIFT);
  move (fixture, 105, 105);
  settle ();
  click (fixture, PEL_PICK_SHIFT);
  click (fixture, PEL_PICK_SHIFT); /* not that one */
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
  move (fixture, 130, 130);
  settle ();
  press (fixture, XKB_KEY_Return);
  assert_picked (fixture, "No OK");
}

static void
test_walk (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  turn_wheel (fixture, -1, 0);
  assert_hovered (fixture, "Box");
  move (fixture, 131, 130); /* still over the same */
  assert_hovered (fixture, "Box");
  press (fixture, XKB_KEY_Up);
  assert_hovered (fixture, "One");
  turn_wheel (fixture, 2, 0);
  assert_hovered (fixture, "OK");
  press (fixture, XKB_KEY_Right); /* into the window below */
  assert_hovered (fixture, "Far");
  press (fixture, XKB_KEY_Left);
  assert_hovered (fixture, "OK");
  turn_wheel (fixture, 1, PEL_PICK_SHIFT);
  assert_hovered (fixture, "Far");
  move (fixture, 225, 125);
  assert_hovered (fixture, "No");
  press (fixture, XKB_KEY_space);
  assert_picked (fixture, "No");
}

static void
test_number (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  press (fixture, XKB_KEY_KP_2);
  assert_hovered (fixture, "No");
  assert_banner (fixture, "#2");
  move (fixture, 132, 131); /* a hand that types */
  assert_hovered (fixture, "No");
  press (fixture, XKB_KEY_7);
  assert_banner (fixture, "There is no #27");
  press (fixture, XKB_KEY_BackSpace);
  press (fixture, XKB_KEY_BackSpace);
  press (fixture, XKB_KEY_1);
  assert_hovered (fixture, "OK");
  press (fixture, XKB_KEY_KP_Enter);
  assert_picked (fixture, "OK");
}

static void
test_hints (Fixture *fixture, gconstpointer unused)
{
  press (fixture, XKB_KEY_Tab);
  settle ();
  g_assert_cmpstr (pel_fake_surface_find_text (fixture->surface, PEL_ITEM_TAG, PEL_N_SHADES),
                   ==,
                   "A");
  press (fixture, XKB_KEY_q); /* nobody's */
  assert_hovered (fixture, "");
  press (fixture, XKB_KEY_S);
  assert_hovered (fixture, "No");
  g_assert_cmpstr (pel_fake_surface_find_text (fixture->surface, PEL_ITEM_TAG, PEL_N_SHADES),
                   ==,
                   "1");
  press (fixture, XKB_KEY_Return);
  assert_picked (fixture, "No");
}

/* Whoever knows the letters need not wait for them. */
static void
test_quick_hints (Fixture *fixture, gconstpointer unused)
{
  press (fixture, XKB_KEY_Tab);
  press (fixture, XKB_KEY_q);
  press (fixture, XKB_KEY_s);
  press (fixture, XKB_KEY_Return);
  assert_picked (fixture, "No");
}

/* Also where the numbers are those of before. */
static void
test_quick_number (Fixture *fixture, gconstpointer unused)
{
  pel_region_tracker_show (fixture->tracker,
                           &(PelRegionScope){ .kind = PEL_REGIONS_OF_WINDOW, .target = "w1" });
  settle ();
  pel_region_tracker_hide (fixture->tracker);
  press (fixture, XKB_KEY_2);
  press (fixture, XKB_KEY_Return);
  assert_picked (fixture, "No");
}

static void
test_mute (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 950, 100);
  assert_hovered (fixture, "");
  assert_banner (fixture, "“Mute ”");
  click (fixture, 0);
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
}

/* While a menu holds the mouse, Ctrl chooses, and only then. */
static void
test_hovers (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  press (fixture, XKB_KEY_Control_L);
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
  pel_pick_input_set_reach (fixture->input, PEL_PICK_HOVERS);
  assert_banner (fixture, "Ctrl");
  press (fixture, XKB_KEY_Control_L);
  assert_picked (fixture, "OK");
}

static void
test_leave (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  click (fixture, PEL_PICK_SHIFT);
  press (fixture, XKB_KEY_Tab);
  press (fixture, XKB_KEY_Escape);
  click (fixture, 0); /* too late */
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 1);
  g_assert_null (fixture->picked);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_CANCELLED);
}

static void
test_failed (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "Broken");
  pel_pick_input_emit_failed (fixture->input, error);
  settle ();
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
}

/* It may be given up at any time. */
static void
test_freed (Fixture *fixture, gconstpointer unused)
{
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  move (fixture, 130, 130);
  press (fixture, XKB_KEY_3);
  settle ();
  free_picking (fixture);
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/picking/click", test_click);
  ADD ("/picking/quick", test_quick);
  ADD ("/picking/several", test_several);
  ADD ("/picking/walk", test_walk);
  ADD ("/picking/number", test_number);
  ADD ("/picking/hints", test_hints);
  ADD ("/picking/quick-hints", test_quick_hints);
  ADD ("/picking/quick-number", test_quick_number);
  ADD ("/picking/mute", test_mute);
  ADD ("/picking/hovers", test_hovers);
  ADD ("/picking/leave", test_leave);
  ADD ("/picking/failed", test_failed);
  ADD ("/picking/freed", test_freed);
  return g_test_run ();
}
