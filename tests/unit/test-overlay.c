/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/overlay.h"
#include "services/base/error.h"
#include "tests/unit/fake-surface.h"
#include "tests/unit/fake-window-source.h"
#include "tests/unit/region-tree.h"

typedef struct
{
  PelRegionRegistry *registry;
  PelOverlay        *overlay;
  PelFakeSurface    *surface; /* (nullable) the last one, while it lives */
  guint              n_made, n_refusals, n_notified;
} Fixture;

static PelSurface *
make_surface (gpointer data, GError **error)
{
  Fixture *fixture = data;

  if (fixture->n_refusals > 0)
    {
      fixture->n_refusals--;
      pel_set_error (error, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "No glass");
      return NULL;
    }
  fixture->n_made++;
  fixture->surface = pel_fake_surface_new ();
  g_object_add_weak_pointer (G_OBJECT (fixture->surface), (gpointer *) &fixture->surface);
  return PEL_SURFACE (fixture->surface);
}

static void
notify_cb (PelOverlay *overlay, GParamSpec *pspec, gpointer data)
{
  ((Fixture *) data)->n_notified++;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->registry = pel_region_registry_new ();
  fixture->overlay = pel_overlay_new (fixture->registry, make_surface, fixture);
  g_signal_connect (fixture->overlay, "notify::active", G_CALLBACK (notify_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_assert_finalize_object (fixture->overlay);
  g_assert_null (fixture->surface);
  g_assert_finalize_object (fixture->registry);
}

static PelSnapshot *
build (double x)
{
  const RegionRow rows[] = {
    { 0, ATSPI_ROLE_FRAME, "Main", { 0, 0, 500, 500 }, 1 },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "OK", { x, 40, 50, 20 } },
  };
  const PelWindowInfo window = { .id = "w",
                                 .bounds = { 0, 0, 500, 500 },
                                 .states = PEL_WINDOW_VISIBLE };

  return region_tree_build (rows, G_N_ELEMENTS (rows), &window, 1, ":1.7");
}

static void
update (Fixture *fixture, double x)
{
  const PelRegionScope    scope = { .kind = PEL_REGIONS_OF_DESKTOP };
  g_autoptr (PelSnapshot) snapshot = build (x);

  pel_region_registry_update (fixture->registry, pel_region_builder_build (&scope, snapshot));
}

static void
test_shown (Fixture *fixture, gconstpointer unused)
{
  update (fixture, 10);
  pel_fake_wait_ms (20);
  g_assert_null (fixture->surface); /* nobody asked to see it */
  g_assert_false (pel_overlay_is_active (fixture->overlay));

  pel_region_registry_set_shown (fixture->registry, TRUE);
  g_assert_true (pel_overlay_is_active (fixture->overlay));
  for (guint i = 0; i < 5; i++)
    update (fixture, 20 + i);
  pel_fake_wait_ms (40);
  g_assert_cmpuint (pel_fake_surface_get_n_scenes (fixture->surface), ==, 1);
  g_assert_cmpuint (fixture->surface->n_drawn, ==, 1); /* what changes together */
  update (fixture, 24);
  pel_fake_wait_ms (40);
  g_assert_cmpuint (fixture->surface->n_drawn, ==, 1); /* nothing new */

  pel_region_registry_set_shown (fixture->registry, FALSE);
  g_assert_false (pel_overlay_is_active (fixture->overlay));
  pel_fake_wait_ms (40);
  g_assert_cmpuint (fixture->surface->n_hidden, ==, 1);
  g_assert_cmpuint (fixture->n_made, ==, 1);
  g_assert_cmpuint (fixture->n_notified, ==, 2);
}

/* Something that somebody points at is shown also while the numbers are not. */
static void
test_marks (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelSnapshot) snapshot = build (10);
  PelRegionMark          *mark = pel_region_mark_new (PEL_MARK_HIGHLIGHT, snapshot, 2);

  update (fixture, 10);
  mark->until = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;
  pel_region_registry_add_highlight (fixture->registry, mark);
  g_assert_true (pel_overlay_is_active (fixture->overlay));
  pel_fake_wait_ms (40);
  g_assert_cmpuint (pel_fake_surface_get_n_scenes (fixture->surface), ==, 1);
  pel_region_registry_clear_marks (fixture->registry, PEL_MARK_HIGHLIGHT);
  g_assert_false (pel_overlay_is_active (fixture->overlay));
  pel_fake_wait_ms (40);
  g_assert_cmpuint (pel_fake_surface_get_n_scenes (fixture->surface), ==, 0);
}

/* While a person picks, a sentence is shown, and letters instead of numbers. */
static void
test_guide (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GPtrArray) hints = g_ptr_array_new ();
  PelOverlayGuide       guide = { .banner = "Point at it" };

  update (fixture, 10);
  pel_overlay_set_guide (fixture->overlay, &guide);
  g_assert_true (pel_overlay_is_active (fixture->overlay));
  pel_fake_wait_ms (40);
  g_assert_nonnull (
      strstr (pel_fake_surface_find_text (fixture->surface, PEL_ITEM_BANNER, PEL_N_SHADES),
              "Point at it"));
  g_assert_null (pel_fake_surface_find_text (fixture->surface, PEL_ITEM_TAG, PEL_N_SHADES));

  g_ptr_array_add (hints, (char *) "K");
  guide.list = pel_region_registry_get_list (fixture->registry);
  guide.hints = hints;
  pel_overlay_set_guide (fixture->overlay, &guide);
  pel_fake_wait_ms (40);
  g_assert_cmpstr (pel_fake_surface_find_text (fixture->surface, PEL_ITEM_TAG, PEL_N_SHADES),
                   ==,
                   "K");

  pel_overlay_set_guide (fixture->overlay, NULL);
  g_assert_false (pel_overlay_is_active (fixture->overlay));
  pel_fake_wait_ms (40);
  g_assert_cmpuint (pel_fake_surface_get_n_scenes (fixture->surface), ==, 0);
}

static void
test_refused (Fixture *fixture, gconstpointer unused)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  fixture->n_refusals = 1;
  update (fixture, 10);
  pel_region_registry_set_shown (fixture->registry, TRUE);
  /* told at once, so that who asked for it can be told */
  g_assert_error (pel_region_registry_get_obstacle (fixture->registry),
                  PEL_ERROR,
                  PEL_ERROR_CAPABILITY_UNAVAILABLE);
  while (fixture->surface == NULL || fixture->surface->n_drawn == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_no_error (pel_region_registry_get_obstacle (fixture->registry));
}

static void
test_failed (Fixture *fixture, gconstpointer unused)
{
  gint64             deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;
  g_autoptr (GError) error = NULL;

  update (fixture, 10);
  pel_region_registry_set_shown (fixture->registry, TRUE);
  pel_fake_wait_ms (40);
  pel_set_error (&error, PEL_ERROR_UNKNOWN, NULL, "Broken");
  pel_surface_emit_failed (PEL_SURFACE (fixture->surface), error);
  g_assert_null (fixture->surface);
  g_assert_error (pel_region_registry_get_obstacle (fixture->registry),
                  PEL_ERROR,
                  PEL_ERROR_UNKNOWN);
  while (fixture->surface == NULL || fixture->surface->n_drawn == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (fixture->n_made, ==, 2);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/overlay/shown", test_shown);
  ADD ("/overlay/marks", test_marks);
  ADD ("/overlay/guide", test_guide);
  ADD ("/overlay/refused", test_refused);
  ADD ("/overlay/failed", test_failed);
  return g_test_run ();
}
