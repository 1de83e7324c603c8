/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A person whose hand a test leads, over two windows. */

#pragma once

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

static inline void
let_go (PelPickInput *input, PelPickGoneFunc gone, gpointer user_data)
{
  if (gone != NULL)
    gone (user_data);
}

static inline void
test_input_class_init (TestInputClass *klass)
{
  PEL_PICK_INPUT_CLASS (klass)->let_go = let_go;
}

static inline void
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

static inline void
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

static inline PelSurface *
make_surface (gpointer data, GError **error)
{
  Fixture *fixture = data;

  fixture->surface = pel_fake_surface_new ();
  g_object_add_weak_pointer (G_OBJECT (fixture->surface), (gpointer *) &fixture->surface);
  return PEL_SURFACE (fixture->surface);
}

static inline void
gone_cb (gpointer data)
{
  ((Fixture *) data)->n_gone++;
}

static inline void
free_picking (Fixture *fixture)
{
  if (fixture->picking == NULL)
    return;
  pel_picking_free (g_steal_pointer (&fixture->picking), gone_cb, fixture);
  g_assert_cmpuint (fixture->n_gone, ==, 1);
}

static inline void
done_cb (GPtrArray *picked, const GError *error, gpointer data)
{
  Fixture *fixture = data;

  fixture->picked = picked;
  fixture->error = error != NULL ? g_error_copy (error) : NULL;
  fixture->n_done++;
  free_picking (fixture);
}

static inline void
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
      pel_picking_new (&tools, fixture->input, "Where is it?", "w1", done_cb, fixture);
  pel_pick_input_set_reach (fixture->input, PEL_PICK_CATCHES);
}

/* Nothing is left of it, whatever its end was. */
static inline void
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

static inline void
settle (void)
{
  pel_fake_wait_ms (60);
}

static inline void
move (Fixture *fixture, double x, double y)
{
  pel_pick_input_emit_event (fixture->input,
                             &(PelPickEvent){ .kind = PEL_PICK_MOVED, .point = { x, y } });
}

static inline void
click (Fixture *fixture, PelPickModifiers modifiers)
{
  pel_pick_input_emit_event (fixture->input,
                             &(PelPickEvent){
                                 .kind = PEL_PICK_CLICK, .button = 1, .modifiers = modifiers });
}

static inline void
press (Fixture *fixture, guint keysym)
{
  pel_pick_input_emit_event (fixture->input,
                             &(PelPickEvent){ .kind = PEL_PICK_KEY, .keysym = keysym });
}

static inline void
turn_wheel (Fixture *fixture, int steps, PelPickModifiers modifiers)
{
  pel_pick_input_emit_event (fixture->input,
                             &(PelPickEvent){
                                 .kind = PEL_PICK_WHEEL, .steps = steps, .modifiers = modifiers });
}

/* “OK”, “” where nothing is hovered. */
static inline void
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
static inline void
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

static inline void
assert_banner (Fixture *fixture, const char *part)
{
  const char *banner;

  settle ();
  banner = pel_fake_surface_find_text (fixture->surface, PEL_ITEM_BANNER, PEL_N_SHADES);
  g_assert_nonnull (banner);
  if (strstr (banner, part) == NULL)
    g_error ("“%s” is not in “%s”", part, banner);
}
