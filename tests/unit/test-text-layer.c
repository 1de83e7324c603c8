/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What was read becomes elements, unless it is one already; texts keep their numbers; a window is
 * read again only where its pixels are others; and nobody clicks a text that has gone. */

#include "services/base/error.h"
#include "services/ocr/text-layer.h"
#include "services/ocr/text-scope.h"
#include "services/ocr/text-source.h"
#include "services/region/region-builder.h"
#include "services/selector/confidence.h"
#include "services/selector/resolver.h"
#include "services/selector/selector-writer.h"
#include "tests/unit/fake-element-source.h"
#include "tests/unit/region-tree.h"

#include <string.h>

#define VISIBLE PEL_WINDOW_VISIBLE

/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "top",    .title = "Top",    .process_name = "top",   .pid = 11, .states = VISIBLE,
    .bounds = { 300, 0, 100, 100 },   .content = { 300, 0, 100, 100 } },
  { .id = "calc",   .title = "Calc",   .process_name = "calc",  .pid = 10, .states = VISIBLE,
    .bounds = { 100, 50, 400, 300 },  .content = { 100, 50, 400, 300 } },
  { .id = "bare",   .title = "Canvas", .process_name = "paint", .pid = 12, .states = VISIBLE | PEL_WINDOW_ACTIVE,
    .bounds = { 600, 50, 200, 100 },  .content = { 600, 50, 200, 100 } },
  { .id = "hidden", .title = "Hidden", .process_name = "calc",  .pid = 10,
    .bounds = { 600, 400, 200, 100 }, .content = { 600, 400, 200, 100 } },
};

static const RegionRow tree[] = {
  { 0, ATSPI_ROLE_APPLICATION,   "calc",        { 0 },                   0, PEL_ELEMENT_HAS_BOUNDS },
  { 1, ATSPI_ROLE_FRAME,         "Submit",      { 100, 50, 400, 300 },   2 },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Submit",      { 110, 60, 80, 30 } },
  { 3, ATSPI_ROLE_LABEL,         "Submit",      { 120, 65, 60, 20 } },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Send it off", { 110, 100, 80, 30 } },
  { 2, ATSPI_ROLE_PASSWORD_TEXT, "Secret",      { 110, 140, 80, 30 } },
  { 2, ATSPI_ROLE_LABEL,         "Submit",      { 110, 300, 80, 30 },    0, PEL_ELEMENT_IS_VISIBLE },
};

/* In the window “calc”, which begins at 100,50. */
static const PelTextRun words[] = {
  { (char *) "Submit", { 25, 18, 45, 12 },  0.9 },  /* the button, and its label */
  { (char *) "Send",   { 25, 58, 40, 12 },  0.8 },  /* on a button of another name */
  { (char *) "hunter", { 25, 98, 40, 12 },  0.9 },  /* in the place for secrets */
  { (char *) "Sign",   { 25, 150, 30, 12 }, 0.9 },  /* on nothing */
  { (char *) "in",     { 60, 150, 12, 12 }, 0.7 },
};
/* clang-format on */

static PelTextPage *
make_page (const PelTextRun *runs, guint n_runs)
{
  g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (PelTextRun));

  for (guint i = 0; i < n_runs; i++)
    {
      PelTextRun run = runs[i];

      run.text = g_strdup (run.text);
      g_array_append_val (copies, run);
    }
  return pel_text_page_new (copies);
}

static PelRefCounter *
make_counter (guint first)
{
  PelRefCounter *counter = pel_ref_counter_new ("/dev/null/nowhere"); /* it cannot be written */

  while (pel_ref_counter_take (counter) < first - 1)
    ;
  return counter;
}

typedef struct
{
  PelRefCounter *refs;
  PelTextIndex  *index;
  PelImage      *image;
  PelSnapshot   *plain, *merged;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelTextPage) page = make_page (words, G_N_ELEMENTS (words));
  PelTextLeaf             leaf = { 1, { 100, 50, 400, 300 }, NULL };

  fixture->refs = make_counter (100);
  fixture->index = pel_text_index_new (fixture->refs);
  fixture->image = pel_image_new (400, 300);
  fixture->plain =
      region_tree_build (tree, G_N_ELEMENTS (tree), windows, G_N_ELEMENTS (windows), ":1.5");
  leaf.entry = pel_text_index_put (fixture->index, "calc", fixture->image, page, 1);
  fixture->merged = pel_text_layer_apply (fixture->plain, &leaf, 1, PEL_TEXT_COMPLETE, 77);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  pel_text_index_free (fixture->index);
  pel_ref_counter_free (fixture->refs);
  pel_image_unref (fixture->image);
  g_object_unref (fixture->plain);
  g_object_unref (fixture->merged);
}

/* (transfer full): what matches, as “role name” with a comma between. */
static char *
find (PelSnapshot *snapshot, const char *text)
{
  g_autoptr (PelSelector)   selector = pel_selector_parse (text, NULL);
  g_autoptr (PelFacts)      facts = pel_facts_new ();
  g_autoptr (PelResolution) resolution = pel_selector_resolve (selector, snapshot, facts);
  GString                  *found = g_string_new (NULL);

  for (guint i = 0; i < resolution->matches->len; i++)
    {
      PelElementId id = g_array_index (resolution->matches, PelElementId, i);

      g_string_append_printf (found,
                              "%s%s %s",
                              i > 0 ? ", " : "",
                              pel_role_to_string (pel_snapshot_get_role (snapshot, id)),
                              pel_snapshot_get_name (snapshot, id));
    }
  if (resolution->unavailable != NULL)
    g_string_append (found, "unavailable");
  return g_string_free (found, FALSE);
}

static PelElementId
find_one (PelSnapshot *snapshot, const char *text)
{
  g_autoptr (PelSelector)   selector = pel_selector_parse (text, NULL);
  g_autoptr (PelFacts)      facts = pel_facts_new ();
  g_autoptr (PelResolution) resolution = pel_selector_resolve (selector, snapshot, facts);

  g_assert_cmpuint (resolution->matches->len, ==, 1);
  return g_array_index (resolution->matches, PelElementId, 0);
}

/* clang-format off */
static const struct { const char *selector, *found; } merge_cases[] = {
  { "ocr:Submit",                    "Button Submit"                  },
  { "atspi:Submit",                  "Window Submit, Button Submit, Text Submit, Text Submit" },
  { "ocr:Send",                      "Text Send"                      },
  { "\"Send it off\" >> ocr:Send",   "Text Send"                      },
  { "atspi:Send",                    ""                               },
  { "ocr:hunter",                    ""                               },
  { "name~=hunter",                  ""                               },
  { "ocr:\"Sign in\"",               "Text Sign in"                   },
  { "ocr:Sign",                      "Text Sign"                      },
  { "ocr:name~=/^s/i",               "Button Submit, Text Send, Text Sign in, Text Sign" },
  { "ocr:role=Text && name=in",      "Text in"                        },
  { "window=Calc >> ocr:Send",       "Text Send"                      },
  { "app=calc >> ocr:Send",          "Text Send"                      },
  { "app=paint >> ocr:Send",         ""                               },
  { "Button:Nothing ?? ocr:Send",    "Text Send"                      },
  { "ocr:Send ?? Button:Submit",     "Text Send"                      },
  { "ocr:Send >> below >> ocr:\"Sign in\"", "Text Sign in"            },
};
/* clang-format on */

static void
test_merge_rows (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (merge_cases); i++)
    {
      g_autofree char *found = find (fixture->merged, merge_cases[i].selector);

      g_test_message ("%s", merge_cases[i].selector);
      g_assert_cmpstr (found, ==, merge_cases[i].found);
    }
}

/* Text that was not read can be looked for nowhere, and that is told apart from text that is not
 * there. */
static void
test_merge_without (Fixture *fixture, gconstpointer unused)
{
  g_autofree char          *found = find (fixture->plain, "ocr:Submit");
  g_autoptr (PelSelector)   first = pel_selector_parse ("Button:Submit ?? ocr:x", NULL);
  g_autoptr (PelSelector)   last = pel_selector_parse ("ocr:x ?? Button:Submit", NULL);
  g_autoptr (PelFacts)      facts = pel_facts_new ();
  g_autoptr (PelResolution) spared = pel_selector_resolve (first, fixture->plain, facts);
  g_autoptr (PelResolution) wanting = pel_selector_resolve (last, fixture->plain, facts);
  g_autoptr (PelResolution) satisfied = pel_selector_resolve (last, fixture->merged, facts);

  g_assert_cmpstr (found, ==, "unavailable");
  g_assert_false (spared->wants_text);
  g_assert_true (wanting->wants_text);
  g_assert_false (satisfied->wants_text);
}

/* The rest is as it was. */
static void
test_merge_values (Fixture *fixture, gconstpointer unused)
{
  PelElement sign =
      pel_snapshot_get_element (fixture->merged, find_one (fixture->merged, "ocr:\"Sign in\""));
  PelElement word =
      pel_snapshot_get_element (fixture->merged, find_one (fixture->merged, "ocr:Sign"));
  PelElement button =
      pel_snapshot_get_element (fixture->merged, find_one (fixture->merged, "ocr:Submit"));

  g_assert_cmpstr (pel_snapshot_get_id (fixture->merged), ==, "s77");
  g_assert_true (pel_snapshot_has_text (fixture->merged));
  g_assert_cmpint (sign.origin, ==, PEL_ORIGIN_OCR);
  g_assert_cmpfloat_with_epsilon (sign.ocr, 0.8, 0.01);
  g_assert_cmpfloat (sign.bounds.x, ==, 125);
  g_assert_cmpfloat (sign.bounds.y, ==, 200);
  g_assert_cmpfloat (sign.bounds.width, ==, 47);
  g_assert_cmpuint (sign.patterns, ==, 0);
  g_assert_cmpstr (sign.bus_name, ==, ":ocr.calc");
  g_assert_cmpuint (pel_text_get_ref (sign.path), ==, sign.ref);
  g_assert_cmpuint (sign.ref, >=, 100);
  g_assert_cmpuint (word.parent, ==, sign.id);
  g_assert_cmpint (button.origin, ==, PEL_ORIGIN_ACCESSIBILITY);
  g_assert_cmpfloat_with_epsilon (button.ocr, 0.9, 0.01);
  g_assert_cmpuint (button.ref, ==, 3);
}

/* A text on a button does not cover it. */
static void
test_merge_click (Fixture *fixture, gconstpointer unused)
{
  PelElementId   button = pel_snapshot_find_ref (fixture->merged, 5);
  PelElementId   text = find_one (fixture->merged, "ocr:Send");
  PelNativePoint plain, merged, on_text;

  g_assert_true (pel_snapshot_find_click_point (fixture->plain,
                                                pel_snapshot_find_ref (fixture->plain, 5),
                                                &plain));
  g_assert_true (pel_snapshot_find_click_point (fixture->merged, button, &merged));
  g_assert_true (pel_snapshot_find_click_point (fixture->merged, text, &on_text));
  g_assert_cmpfloat (plain.x, ==, merged.x);
  g_assert_cmpfloat (plain.y, ==, merged.y);
  g_assert_cmpuint (pel_snapshot_get_parent (fixture->merged, text), ==, button);
}

/* A window that says nothing of itself can be pointed at. */
static void
test_merge_bare (Fixture *fixture, gconstpointer unused)
{
  const PelTextRun        run = { (char *) "Start", { 20, 20, 40, 12 }, 0.9 };
  g_autoptr (PelTextPage) page = make_page (&run, 1);
  PelTextLeaf             leaf = { 2, { 600, 50, 200, 100 }, NULL };
  g_autoptr (PelSnapshot) merged = NULL;
  PelWindow              *window;
  PelNativePoint          point;
  PelElementId            id;

  leaf.entry = pel_text_index_put (fixture->index, "bare", fixture->image, page, 1);
  merged = pel_text_layer_apply (fixture->plain, &leaf, 1, PEL_TEXT_COMPLETE, 78);
  id = find_one (merged, "window=Canvas >> ocr:Start");
  window = pel_snapshot_find_window (merged, id);
  g_assert_cmpstr (pel_window_get_info (window)->id, ==, "bare");
  g_assert_true (pel_snapshot_find_click_point (merged, id, &point));
  g_assert_cmpfloat (point.x, >, 620);
  g_assert_cmpfloat (point.x, <, 660);
}

/* Lines have regions of their own, words have not; what is a button already has its own. */
static void
test_regions (Fixture *fixture, gconstpointer unused)
{
  PelRegionScope      scope = { .kind = PEL_REGIONS_OF_DESKTOP };
  PelFoundRegions    *found = pel_region_builder_build (&scope, fixture->merged);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < found->regions->len; i++)
    {
      const PelRegion *region = found->regions->pdata[i];

      g_string_append_printf (text,
                              "%s %s %.1f; ",
                              region->label,
                              pel_region_source_to_string (region->source),
                              region->confidence);
    }
  g_assert_cmpstr (text->str,
                   ==,
                   "Submit accessibility 1.0; Send it off accessibility 1.0; Send ocr 0.8; "
                   "Secret accessibility 1.0; Sign in ocr 0.8; ");
  pel_found_regions_free (found);
}

/* However it is named, a text is as sure as it was read. */
static void
test_confidence (void)
{
  PelEvidence evidence = { .n_matches = 1, .ocr = 0.8, .is_text = TRUE };

  g_assert_cmpfloat_with_epsilon (pel_confidence_compute (&evidence, NULL), 0.36, 1e-9);
}

/* A text is proposed by its text, in its window. */
static void
test_written (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *line =
      pel_selector_write (fixture->merged, find_one (fixture->merged, "ocr:\"Sign in\""), NULL);
  g_autofree char *button =
      pel_selector_write (fixture->merged, find_one (fixture->merged, "ocr:Submit"), NULL);

  g_assert_cmpstr (line, ==, "window=\"Calc\" >> ocr:\"Sign in\"");
  g_assert_cmpstr (button, ==, "Button:\"Submit\"");
}

/* Numbers */

static guint
get_ref (const PelTextEntry *entry, guint line)
{
  return entry->line_refs[line];
}

/* clang-format off */
static const PelTextRun before[] = {
  { (char *) "OK",   { 10, 10, 20, 12 }, 0.9 },
  { (char *) "OK",   { 10, 50, 20, 12 }, 0.9 },
  { (char *) "Stay", { 10, 90, 40, 12 }, 0.9 },
};
/* The first one has gone, and another has come below. */
static const PelTextRun after[] = {
  { (char *) "OK",   { 10, 50, 20, 12 },  0.9 },
  { (char *) "Stay", { 10, 91, 40, 12 },  0.9 },
  { (char *) "New",  { 10, 130, 40, 12 }, 0.9 },
};
/* clang-format on */

static void
test_numbers (void)
{
  PelRefCounter          *refs = make_counter (1);
  PelTextIndex           *index = pel_text_index_new (refs);
  g_autoptr (PelImage)    image = pel_image_new (10, 10);
  g_autoptr (PelTextPage) first = make_page (before, G_N_ELEMENTS (before));
  g_autoptr (PelTextPage) second = make_page (after, G_N_ELEMENTS (after));
  const PelTextEntry     *entry = pel_text_index_put (index, "w", image, first, 1);
  const guint             old[] = { get_ref (entry, 0), get_ref (entry, 1), get_ref (entry, 2) };
  PelTextRun              run;

  g_assert_cmpstr (pel_text_index_find_ref (index, old[0]), ==, "w");
  entry = pel_text_index_put (index, "w", image, second, 2);
  g_assert_cmpuint (get_ref (entry, 0), ==, old[1]);
  g_assert_cmpuint (get_ref (entry, 1), ==, old[2]);
  g_assert_cmpuint (get_ref (entry, 2), >, old[2]);
  g_assert_null (pel_text_index_find_ref (index, old[0]));
  g_assert_true (pel_text_entry_find_ref (entry, old[2], &run));
  g_assert_cmpstr (run.text, ==, "Stay");
  pel_text_index_expire (index, 2);
  g_assert_nonnull (pel_text_index_find (index, "w"));
  pel_text_index_expire (index, 3);
  g_assert_null (pel_text_index_find (index, "w"));
  pel_text_index_free (index);
  pel_ref_counter_free (refs);
}

/* Which windows */

/* clang-format off */
static const struct { PelLook look; const char *windows; } scope_cases[] = {
  { { .kind = PEL_LOOK_DESKTOP },                        "top calc bare " },
  { { .kind = PEL_LOOK_APP, .target = "calc" },          "calc "          },
  { { .kind = PEL_LOOK_PROGRAM, .target = ":1.5" },      "calc "          },
  { { .kind = PEL_LOOK_ACTIVE_WINDOW },                  "bare "          },
  { { .kind = PEL_LOOK_WINDOW, .target = "bare" },       "bare "          },
  { { .kind = PEL_LOOK_WINDOW, .target = "none" },       ""               },
  { { .kind = PEL_LOOK_POINT, .point = { 350, 60 } },    "top "           },
};
/* clang-format on */

static void
test_scope (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scope_cases); i++)
    {
      g_autoptr (GArray)  plots = pel_text_scope_find (fixture->plain, &scope_cases[i].look);
      g_autoptr (GString) ids = g_string_new (NULL);

      for (guint k = 0; k < plots->len; k++)
        g_string_append_printf (ids, "%s ", g_array_index (plots, PelTextPlot, k).window_id);
      g_assert_cmpstr (ids->str, ==, scope_cases[i].windows);
    }
}

/* What another window hides is not read as if it were below it. */
static void
test_covered (Fixture *fixture, gconstpointer unused)
{
  PelDesktop        *desktop = pel_snapshot_get_desktop (fixture->plain);
  g_autoptr (GArray) plots =
      pel_text_scope_find (fixture->plain, &(PelLook){ .kind = PEL_LOOK_APP });
  g_autoptr (PelImage) picture = pel_image_new (1920, 1080);
  const PelTextPlot   *plot = &g_array_index (plots, PelTextPlot, 0);

  pel_image_fill (picture, &(PelImageRect){ 0, 0, 1920, 1080 }, 0xff123456);
  pel_text_scope_cut (plots, desktop, picture, (PelPhysicalPoint){ 0, 0 });
  g_assert_cmpuint (plots->len, ==, 1);
  g_assert_cmphex (pel_image_get_pixel (plot->image, 10, 10), ==, 0xff123456);
  g_assert_cmphex (pel_image_get_pixel (plot->image, 210, 10), ==, 0);
  g_assert_cmphex (pel_image_get_pixel (plot->image, 210, 60), ==, 0xff123456);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/text-layer/merge/rows", test_merge_rows);
  ADD ("/text-layer/merge/without", test_merge_without);
  ADD ("/text-layer/merge/values", test_merge_values);
  ADD ("/text-layer/merge/click", test_merge_click);
  ADD ("/text-layer/merge/bare", test_merge_bare);
  ADD ("/text-layer/regions", test_regions);
  ADD ("/text-layer/written", test_written);
  ADD ("/text-scope/rows", test_scope);
  ADD ("/text-scope/covered", test_covered);
  g_test_add_func ("/text-layer/confidence", test_confidence);
  g_test_add_func ("/text-index/numbers", test_numbers);
  return g_test_run ();
}
