/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/region/region-builder.h"
#include "services/region/window-cover.h"
#include "tests/unit/fake-window-source.h"
#include "tests/unit/random-desktop.h"
#include "tests/unit/region-tree.h"

#include <string.h>

#define UNSEEN   PEL_ELEMENT_IS_VISIBLE
#define UNPLACED PEL_ELEMENT_HAS_BOUNDS
#define SHOWN    PEL_WINDOW_VISIBLE

/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "menu",  .pid = 10, .bounds = { 400, 100, 100, 100 }, .states = SHOWN | PEL_WINDOW_UNMANAGED },
  { .id = "other", .pid = 20, .bounds = { 300, 0, 100, 1000 },  .states = SHOWN },
  { .id = "main",  .pid = 10, .bounds = { 100, 50, 500, 500 },  .states = SHOWN | PEL_WINDOW_ACTIVE },
  { .id = "second", .pid = 10, .bounds = { 100, 600, 500, 100 }, .states = SHOWN },
  { .id = "away",  .pid = 10, .bounds = { 100, 50, 500, 500 },  .states = 0 },
};

static const RegionRow rows[] = {
  { 0, ATSPI_ROLE_APPLICATION,   "calc",    { 0, 0, 0, 0 },         0, UNPLACED },
  { 1, ATSPI_ROLE_FRAME,         "Main",    { 100, 50, 500, 500 },  3 },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Free",    { 110, 60, 50, 20 },    },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Under",   { 310, 60, 50, 20 },    },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Partly",  { 280, 100, 200, 20 },  },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Hidden",  { 110, 120, 50, 20 },   0, UNSEEN },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Nowhere", { 110, 120, 50, 20 },   0, UNPLACED },
  { 2, ATSPI_ROLE_LABEL,         "Text",    { 110, 140, 50, 20 },   },
  { 2, ATSPI_ROLE_SCROLL_PANE,   "",        { 110, 200, 100, 100 }, },
  { 3, ATSPI_ROLE_PUSH_BUTTON,   "Cut",     { 110, 290, 50, 20 },   },
  { 3, ATSPI_ROLE_PUSH_BUTTON,   "Out",     { 110, 310, 50, 20 },   },
  { 2, ATSPI_ROLE_COMBO_BOX,     "",        { 110, 320, 80, 20 },   0, 0, "Red" },
  { 3, ATSPI_ROLE_TOGGLE_BUTTON, "Inner",   { 110, 320, 80, 20 },   },
  { 4, ATSPI_ROLE_LABEL,         "Deep",    { 110, 320, 80, 20 },   },
  { 4, ATSPI_ROLE_PUSH_BUTTON,   "Small",   { 115, 320, 30, 20 },   },
  { 2, ATSPI_ROLE_SCROLL_PANE,   "Scroll",  { 220, 320, 70, 40 },   0, 0, NULL, TRUE },
  { 3, ATSPI_ROLE_LIST,          "Rows",    { 220, 320, 70, 40 },   0, 0, NULL, TRUE },
  { 4, ATSPI_ROLE_PANEL,         "Inside",  { 220, 320, 70, 40 },   0, 0, NULL, TRUE },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "",        { 110, 350, 80, 20 },   },
  { 3, ATSPI_ROLE_LABEL,         "Written", { 112, 352, 70, 16 },   },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Behind",  { 220, 390, 40, 20 },   },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Above",   { 215, 385, 50, 30 },   },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Veiled",  { 220, 430, 40, 20 },   },
  { 2, ATSPI_ROLE_PANEL,         "",        { 215, 425, 50, 30 },   },
  { 2, ATSPI_ROLE_PASSWORD_TEXT, "",        { 110, 380, 80, 20 },   0, 0, "hunter2" },
  { 1, ATSPI_ROLE_WINDOW,        "",        { 400, 100, 100, 100 }, 1 },
  { 2, ATSPI_ROLE_MENU_ITEM,     "Copy",    { 400, 100, 100, 20 },  },
  { 1, ATSPI_ROLE_FRAME,         "Second",  { 100, 600, 500, 100 }, 4 },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Lower",   { 110, 610, 50, 20 },   },
  { 1, ATSPI_ROLE_FRAME,         "Away",    { 100, 50, 500, 500 },  5 },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Minimized", { 110, 60, 50, 20 },  },
};
/* clang-format on */

static PelSnapshot *
build_snapshot (const char *bus_name)
{
  return region_tree_build (rows, G_N_ELEMENTS (rows), windows, G_N_ELEMENTS (windows), bus_name);
}

/* “Free 110,60 50×20;Partly 280,100 20×20+…;” */
static char *
describe (PelFoundRegions *found)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < found->regions->len; i++)
    {
      PelRegion *region = found->regions->pdata[i];

      g_string_append_printf (text, "%s", region->label);
      for (guint k = 0; k < region->pieces->len; k++)
        {
          const PelNativeRect *piece = &g_array_index (region->pieces, PelNativeRect, k);

          g_string_append_printf (text,
                                  "%s%g,%g %g×%g",
                                  k > 0 ? "+" : " ",
                                  piece->x,
                                  piece->y,
                                  piece->width,
                                  piece->height);
        }
      g_string_append_c (text, ';');
    }
  return g_string_free (text, FALSE);
}

/* clang-format off */
#define MAIN_REGIONS \
  "Free 110,60 50×20;" \
  "Partly 280,100 20×20;" \
  "Cut 110,290 50×10;" \
  "Red 110,320 80×20;" \
  "Small 115,320 30×20;" \
  "Rows 220,320 70×40;" \
  "Written 110,350 80×20;" \
  "Above 215,385 50×30;" \
  "Veiled 220,430 40×20;" \
  " 110,380 80×20;"
#define MENU_REGIONS "Copy 400,100 100×20;"

static const struct { PelRegionScope scope; const char *name; const char *expected; } scope_rows[] = {
  { { PEL_REGIONS_OF_ACTIVE_WINDOW, NULL, PEL_REGIONS_INTERACTIVE },
    "window main", MAIN_REGIONS MENU_REGIONS },
  { { PEL_REGIONS_OF_WINDOW, "main", PEL_REGIONS_INTERACTIVE },
    "window main", MAIN_REGIONS MENU_REGIONS },
  { { PEL_REGIONS_OF_WINDOW, "second", PEL_REGIONS_INTERACTIVE },
    "window second", MENU_REGIONS "Lower 110,610 50×20;" },
  { { PEL_REGIONS_OF_WINDOW, "away", PEL_REGIONS_INTERACTIVE },
    "window away", MENU_REGIONS },
  { { PEL_REGIONS_OF_WINDOW, "closed", PEL_REGIONS_INTERACTIVE },
    "none", "" },
  { { PEL_REGIONS_OF_APP, "calc", PEL_REGIONS_INTERACTIVE },
    "app calc", MAIN_REGIONS MENU_REGIONS "Lower 110,610 50×20;" },
  { { PEL_REGIONS_OF_DESKTOP, NULL, PEL_REGIONS_INTERACTIVE },
    "desktop", MAIN_REGIONS MENU_REGIONS "Lower 110,610 50×20;" },
  { { PEL_REGIONS_OF_WINDOW, "second", PEL_REGIONS_ALL },
    "window second", "Copy 400,100 100×100;" MENU_REGIONS "Second 100,600 200×100+400,600 200×100;Lower 110,610 50×20;" },
};
/* clang-format on */

static void
test_scopes (void)
{
  g_autoptr (PelSnapshot) snapshot = build_snapshot (":1.7");

  for (gsize i = 0; i < G_N_ELEMENTS (scope_rows); i++)
    {
      g_autoptr (PelFoundRegions) found = pel_region_builder_build (&scope_rows[i].scope, snapshot);
      g_autofree char            *text = describe (found);

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpstr (text, ==, scope_rows[i].expected);
      g_assert_cmpstr (found->scope, ==, scope_rows[i].name);
      g_assert_cmpuint (found->n_left_out, ==, 0);
    }
}

static void
test_fields (void)
{
  const PelRegionScope        scope = { .kind = PEL_REGIONS_OF_ACTIVE_WINDOW };
  g_autoptr (PelSnapshot)     snapshot = build_snapshot (":1.7");
  g_autoptr (PelFoundRegions) found = pel_region_builder_build (&scope, snapshot);
  PelRegion                  *region = found->regions->pdata[1];

  g_assert_cmpstr (region->label, ==, "Partly");
  g_assert_cmpuint (region->index, ==, 0);
  g_assert_cmpuint (region->ref, ==, 5);
  g_assert_cmpstr (region->bus_name, ==, ":1.7");
  g_assert_cmpstr (region->path, ==, "/5");
  g_assert_cmpint (region->role, ==, PEL_ROLE_BUTTON);
  g_assert_cmpint (region->source, ==, PEL_REGION_ACCESSIBILITY);
  g_assert_cmpfloat (region->confidence, ==, 1);
  g_assert_cmpstr (region->window_id, ==, "main");
  g_assert_cmpfloat (region->bounds.width, ==, 200);
  g_assert_cmpint (region->flags,
                   ==,
                   PEL_REGION_IS_INTERACTIVE | PEL_REGION_IS_ENABLED | PEL_REGION_HAS_CLICK_POINT);
  /* the middle of what is left, not of the whole */
  g_assert_true (pel_native_rect_contains (&g_array_index (region->pieces, PelNativeRect, 0),
                                           region->click_point));
  g_assert_cmpuint (strlen (region->id), ==, 8);
}

/* What its program numbers anew does not matter; what it is and where it stands does. */
static void
test_ids (void)
{
  const PelRegionScope        scope = { .kind = PEL_REGIONS_OF_DESKTOP, .choice = PEL_REGIONS_ALL };
  RegionRow                   moved[G_N_ELEMENTS (rows)];
  g_autoptr (PelSnapshot)     snapshot = build_snapshot (":1.7");
  g_autoptr (PelSnapshot)     again = NULL;
  g_autoptr (PelFoundRegions) before = pel_region_builder_build (&scope, snapshot);
  g_autoptr (PelFoundRegions) after = NULL;
  g_autoptr (GHashTable)      seen = g_hash_table_new (g_str_hash, g_str_equal);

  memcpy (moved, rows, sizeof rows);
  moved[2].bounds.x += 5;
  moved[2].name = "Renamed";
  again = region_tree_build (moved, G_N_ELEMENTS (moved), windows, G_N_ELEMENTS (windows), ":1.99");
  after = pel_region_builder_build (&scope, again);
  g_assert_cmpuint (before->regions->len, >, 8);
  g_assert_cmpuint (before->regions->len, ==, after->regions->len);
  for (guint i = 0; i < before->regions->len; i++)
    {
      PelRegion *a = before->regions->pdata[i], *b = after->regions->pdata[i];

      g_test_message ("%s", a->label);
      g_assert_true (g_hash_table_add (seen, a->id));
      if (g_str_equal (a->label, "Free"))
        g_assert_cmpstr (a->id, !=, b->id);
      else
        g_assert_cmpstr (a->id, ==, b->id);
    }
}

static void
test_equal_ids (void)
{
  const PelRegionScope   scope = { .kind = PEL_REGIONS_OF_ACTIVE_WINDOW };
  static const RegionRow twins[] = {
    { 0, ATSPI_ROLE_FRAME, "Main", { 100, 50, 500, 500 }, 3 },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "OK", { 110, 60, 50, 20 } },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "OK", { 110, 90, 50, 20 } },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "", { 110, 120, 50, 20 } },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "", { 110, 150, 50, 20 } },
  };
  g_autoptr (PelSnapshot) snapshot =
      region_tree_build (twins, G_N_ELEMENTS (twins), windows, G_N_ELEMENTS (windows), ":1.7");
  g_autoptr (PelFoundRegions) found = pel_region_builder_build (&scope, snapshot);
  const char                 *ids[4];
  g_autofree char            *second = NULL;

  g_assert_cmpuint (found->regions->len, ==, 4);
  for (guint i = 0; i < 4; i++)
    ids[i] = ((PelRegion *) found->regions->pdata[i])->id;
  second = g_strconcat (ids[0], "-2", NULL);
  g_assert_cmpstr (ids[1], ==, second);
  g_assert_cmpuint (strlen (ids[3]), ==, 8);
  g_assert_cmpstr (ids[2], !=, ids[3]);
}

static void
test_limit (void)
{
  const PelRegionScope    scope = { .kind = PEL_REGIONS_OF_DESKTOP };
  const PelWindowInfo     window = { .id = "w", .bounds = { 0, 0, 1000, 1000 }, .states = SHOWN };
  guint                   n_rows = PEL_MAX_REGIONS + 8;
  g_autofree RegionRow   *many = g_new0 (RegionRow, n_rows);
  g_autoptr (PelSnapshot) snapshot = NULL;
  g_autoptr (PelFoundRegions) found = NULL;

  many[0] = (RegionRow){ 0, ATSPI_ROLE_FRAME, "Main", { 0, 0, 1000, 1000 }, 1 };
  for (guint i = 1; i < n_rows; i++)
    many[i] =
        (RegionRow){ 1, ATSPI_ROLE_PUSH_BUTTON, "OK", { i % 100 * 10, i / 100 * 10, 10, 10 } };
  snapshot = region_tree_build (many, n_rows, &window, 1, ":1.7");
  found = pel_region_builder_build (&scope, snapshot);
  g_assert_cmpuint (found->regions->len, ==, PEL_MAX_REGIONS);
  g_assert_cmpuint (found->n_left_out, ==, 7);
}

static gboolean
is_covered (PelDesktop *desktop, guint window_index, PelNativePoint point)
{
  for (guint i = 0; i < window_index; i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if ((info->states & PEL_WINDOW_VISIBLE) != 0 &&
          pel_native_rect_contains (&info->bounds, point))
        return TRUE;
    }
  return FALSE;
}

static guint
count_pieces (GArray *pieces, PelNativePoint point)
{
  guint n_holding = 0;

  for (guint i = 0; pieces != NULL && i < pieces->len; i++)
    n_holding += pel_native_rect_contains (&g_array_index (pieces, PelNativeRect, i), point);
  return n_holding;
}

/* Wherever windows lie: each point is in one piece exactly where no window is above it. */
static void
test_cover_random (void)
{
  for (guint round = 0; round < 200; round++)
    {
      PelWindowInfo              shown[8] = { 0 };
      g_autoptr (PelDesktop)     desktop = NULL;
      g_autoptr (PelWindowCover) cover = NULL;
      g_autoptr (GArray)         pieces = NULL;
      const PelNativeRect       *rect = &shown[7].bounds;

      for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
        shown[i] = (PelWindowInfo){ .id = "w",
                                    .bounds = { g_test_rand_int_range (0, 20),
                                                g_test_rand_int_range (0, 20),
                                                g_test_rand_int_range (1, 12),
                                                g_test_rand_int_range (1, 12) },
                                    .states = g_test_rand_int_range (0, 4) ? SHOWN : 0 };
      desktop = pel_fake_desktop_new (1, shown, G_N_ELEMENTS (shown));
      cover = pel_window_cover_new (desktop);
      pieces = pel_window_cover_cut (cover, 7, rect);
      for (guint i = 0; i < rect->width * rect->height; i++)
        {
          PelNativePoint point = { rect->x + i % (guint) rect->width + 0.5,
                                   rect->y + i / (guint) rect->width + 0.5 };

          g_assert_cmpuint (count_pieces (pieces, point), ==, !is_covered (desktop, 7, point));
        }
    }
}

/* More windows than are told apart: nothing that is covered is ever shown. */
static void
test_cover_many (void)
{
  enum
  {
    N_WINDOWS = 400
  };
  g_autofree PelWindowInfo  *shown = g_new0 (PelWindowInfo, N_WINDOWS);
  g_autoptr (PelDesktop)     desktop = NULL;
  g_autoptr (PelWindowCover) cover = NULL;
  g_autoptr (GArray)         pieces = NULL;

  for (guint i = 0; i < N_WINDOWS; i++)
    shown[i] = (PelWindowInfo){ .id = "w",
                                .bounds = { (i % 20) * 10, (i / 20) * 10, 5, 5 },
                                .states = SHOWN };
  shown[N_WINDOWS - 1].bounds = (PelNativeRect){ 0, 0, 1000, 1000 };
  desktop = pel_fake_desktop_new (1, shown, N_WINDOWS);
  cover = pel_window_cover_new (desktop);
  pieces = pel_window_cover_cut (cover, N_WINDOWS - 1, &shown[N_WINDOWS - 1].bounds);
  g_assert_nonnull (pieces);
  for (guint i = 0; i < N_WINDOWS - 1; i++)
    {
      PelNativePoint point = { shown[i].bounds.x + 2, shown[i].bounds.y + 2 };

      g_assert_cmpuint (count_pieces (pieces, point), ==, 0);
    }
}

/* Nor where most of the windows lie over each other. */
static void
test_cover_pile (void)
{
  enum
  {
    N_WINDOWS = 300
  };
  g_autofree PelWindowInfo  *shown = g_new0 (PelWindowInfo, N_WINDOWS);
  g_autoptr (PelDesktop)     desktop = NULL;
  g_autoptr (PelWindowCover) cover = NULL;
  g_autoptr (GArray)         pieces = NULL;

  for (guint i = 0; i < N_WINDOWS; i++)
    shown[i] = (PelWindowInfo){ .id = "w", .bounds = { 0, 0, 5, 5 }, .states = SHOWN };
  shown[N_WINDOWS - 2].bounds = (PelNativeRect){ 500, 500, 100, 100 };
  shown[N_WINDOWS - 1].bounds = (PelNativeRect){ 0, 0, 1000, 1000 };
  desktop = pel_fake_desktop_new (1, shown, N_WINDOWS);
  cover = pel_window_cover_new (desktop);
  pieces = pel_window_cover_cut (cover, N_WINDOWS - 1, &shown[N_WINDOWS - 1].bounds);
  g_assert_cmpuint (count_pieces (pieces, (PelNativePoint){ 550, 550 }), ==, 0);
  g_assert_cmpuint (count_pieces (pieces, (PelNativePoint){ 700, 700 }), ==, 1);
}

/* On desktops of all kinds: what has a click point shows it. */
static void
test_random (void)
{
  const PelRegionScope scope = { .kind = PEL_REGIONS_OF_DESKTOP, .choice = PEL_REGIONS_ALL };
  guint                n_regions = 0;

  for (guint round = 0; round < 100; round++)
    {
      g_autoptr (RandomDesktop)   random = random_desktop_new ();
      g_autoptr (PelFoundRegions) found = pel_region_builder_build (&scope, random->snapshot);

      n_regions += found->regions->len;
      for (guint i = 0; i < found->regions->len; i++)
        {
          PelRegion *region = found->regions->pdata[i];

          g_assert_cmpuint (region->pieces->len, >, 0);
          if (region->flags & PEL_REGION_HAS_CLICK_POINT)
            g_assert_cmpuint (count_pieces (region->pieces, region->click_point), ==, 1);
        }
    }
  g_assert_cmpuint (n_regions, >, 100);
}

static void
test_one (void)
{
  g_autoptr (PelSnapshot) snapshot = build_snapshot (":1.7");
  g_autoptr (PelRegion)   text = pel_region_builder_build_one (snapshot, 8);
  g_autoptr (PelRegion)   covered = pel_region_builder_build_covered (snapshot, 4);

  g_assert_cmpstr (text->label, ==, "Text");
  g_assert_null (text->id);
  g_assert_cmpint (text->flags & PEL_REGION_IS_INTERACTIVE, ==, 0);
  g_assert_null (pel_region_builder_build_one (snapshot, 1)); /* has no place */
  g_assert_null (pel_region_builder_build_one (snapshot, 4)); /* covered */
  g_assert_nonnull (covered);
  g_assert_cmpuint (covered->pieces->len, ==, 1);
  g_assert_null (pel_region_builder_build_covered (snapshot, 31)); /* minimized */
  g_assert_null (pel_region_builder_build_one (snapshot, 11));     /* scrolled away */
  g_assert_null (pel_region_builder_build_one (snapshot, 31));     /* minimized */
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/region/builder/scopes", test_scopes);
  g_test_add_func ("/region/builder/fields", test_fields);
  g_test_add_func ("/region/builder/ids", test_ids);
  g_test_add_func ("/region/builder/equal-ids", test_equal_ids);
  g_test_add_func ("/region/builder/limit", test_limit);
  g_test_add_func ("/region/builder/random", test_random);
  g_test_add_func ("/region/builder/one", test_one);
  g_test_add_func ("/region/cover/random", test_cover_random);
  g_test_add_func ("/region/cover/many", test_cover_many);
  g_test_add_func ("/region/cover/pile", test_cover_pile);
  return g_test_run ();
}
