/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/selector/anchor-index.h"
#include "services/selector/spatial-relation.h"

#define SHOWN (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)

/* An application with one window, and what is in the window side by side. Without a desktop, so
 * that a pixel is a pixel. */
static PelSnapshot *
build (const PelNativeRect *rects, gsize n_rects)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();

  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.1" });
  pel_snapshot_builder_add (builder, &(PelElement){ 0 });
  pel_snapshot_builder_add (builder, &(PelElement){ .parent = 1 });
  for (gsize i = 0; i < n_rects; i++)
    pel_snapshot_builder_add (builder,
                              &(PelElement){ .parent = 2, .flags = SHOWN, .bounds = rects[i] });
  return pel_snapshot_builder_finish (builder);
}

#define FIRST 3 /* the id of the first rectangle */

static GArray *
new_anchors (PelElementId first, guint n)
{
  GArray *anchors = g_array_new (FALSE, FALSE, sizeof (PelElementId));

  for (PelElementId id = first; id < first + n; id++)
    g_array_append_val (anchors, id);
  return anchors;
}

/* One rectangle beside an anchor of 100×100 at 0,0: which relations hold for it, and how far they
 * reach. */
/* clang-format off */
static const struct { PelNativeRect rect; const char *relations; } pair_cases[] = {
  { { 100, 0, 10, 10 },      "right-of near"      }, /* touching is enough */
  { { 99, 0, 10, 10 },       "near"               },
  { { 99.5, 0, 10, 10 },     "right-of near"      }, /* rounded to the pixel */
  { { -10, 0, 10, 10 },      "left-of near"       },
  { { -9, 0, 10, 10 },       "near"               },
  { { 0, 100, 10, 10 },      "below near"         },
  { { 0, 99, 10, 10 },       "near"               },
  { { 0, -10, 10, 10 },      "above near"         },
  { { 0, -9, 10, 10 },       "near"               },
  { { 100, 95, 10, 10 },     "right-of near"      }, /* half of the smaller */
  { { 100, 96, 10, 10 },     "near"               },
  { { 100, -5, 10, 10 },     "right-of near"      },
  { { 100, -6, 10, 10 },     "near"               },
  { { 100, 50, 10, 200 },    "right-of near"      }, /* the anchor is the smaller */
  { { 100, 51, 10, 200 },    "near"               },
  { { -10, 95, 10, 10 },     "left-of near"       },
  { { -10, 96, 10, 10 },     "near"               },
  { { 95, 100, 10, 10 },     "below near"         },
  { { 96, 100, 10, 10 },     "near"               },
  { { 95, -10, 10, 10 },     "above near"         },
  { { 96, -10, 10, 10 },     "near"               },
  { { 100, 95, 10, 11 },     "near"               }, /* five of eleven */
  { { 5000, 0, 10, 10 },     "right-of"           },
  { { 0, -5000, 10, 10 },    "above"              },
  { { 164, 0, 10, 10 },      "right-of near"      },
  { { 165, 0, 10, 10 },      "right-of"           },
  { { 145, 146, 10, 10 },    ""                   }, /* hypot (45, 46) > 64 */
  { { 145, 145, 10, 10 },    "near"               },
  { { 20, 20, 10, 10 },      "near"               }, /* on it */
  { { 100, 50, 10, 0 },      "near"               }, /* no height: it lies beside nothing */
  { { 100, 50, 0, 10 },      "right-of near"      },
  { { 1e9, 0, 10, 10 },      "right-of"           }, /* as far out as places can be */
};
/* clang-format on */

static char *
find_relations (PelSnapshot *snapshot)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray)  anchors = new_anchors (FIRST, 1);

  for (PelSelectorStepKind kind = PEL_STEP_RIGHT_OF; kind <= PEL_STEP_NEAR; kind++)
    {
      g_autoptr (GArray) found = pel_spatial_relation_find (snapshot, kind, anchors);

      g_assert_cmpuint (found->len, <=, 1);
      if (found->len > 0)
        g_string_append_printf (text,
                                "%s%s",
                                text->len > 0 ? " " : "",
                                pel_selector_step_kind_to_string (kind));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_pair_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (pair_cases); i++)
    {
      PelNativeRect           rects[] = { { 0, 0, 100, 100 }, pair_cases[i].rect };
      g_autoptr (PelSnapshot) snapshot = build (rects, G_N_ELEMENTS (rects));
      g_autofree char        *relations = find_relations (snapshot);

      g_test_message ("%g,%g %g×%g", rects[1].x, rects[1].y, rects[1].width, rects[1].height);
      g_assert_cmpstr (relations, ==, pair_cases[i].relations);
    }
}

static void
assert_found (PelSnapshot        *snapshot,
              PelSelectorStepKind relation,
              const GArray       *anchors,
              const char         *expected)
{
  g_autoptr (GArray)  found = pel_spatial_relation_find (snapshot, relation, anchors);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < found->len; i++)
    g_string_append_printf (text, "%u ", g_array_index (found, PelElementId, i) - FIRST);
  g_assert_cmpstr (text->str, ==, expected);
}

/* By distance, then by how far they lie beside each other, then as they come in the tree. */
static void
test_order_rows (void)
{
  static const PelNativeRect rects[] = {
    { 0, 0, 10, 10 },   /* 0: the anchor */
    { 60, 0, 10, 10 },  /* 1 */
    { 20, 5, 10, 10 },  /* 2: as near as the next ones, but only half beside it */
    { 20, 0, 10, 10 },  /* 3 */
    { 20, 0, 10, 40 },  /* 4 */
    { 0, 100, 10, 10 }, /* 5: an anchor too, with 6 */
    { 25, 100, 5, 10 }, /* 6 */
  };
  g_autoptr (PelSnapshot) snapshot = build (rects, G_N_ELEMENTS (rects));
  g_autoptr (GArray)      one = new_anchors (FIRST, 1);
  g_autoptr (GArray)      both = new_anchors (FIRST, 1);
  g_autoptr (GArray)      none = new_anchors (FIRST, 0);
  PelElementId            other = FIRST + 5;

  g_array_append_val (both, other);
  assert_found (snapshot, PEL_STEP_RIGHT_OF, one, "3 4 2 1 ");
  assert_found (snapshot, PEL_STEP_RIGHT_OF, both, "3 4 2 6 1 ");
  assert_found (snapshot, PEL_STEP_RIGHT_OF, none, "");
}

/* What an anchor is in, what is in it and it itself are not beside it, wherever they say they are;
 * nor is what is not visible. */
static void
test_kin_rows (void)
{
  PelSnapshotBuilder     *builder = pel_snapshot_builder_new ();
  g_autoptr (PelSnapshot) snapshot = NULL;
  g_autoptr (GArray)      anchors = new_anchors (4, 1);
  g_autoptr (GArray)      hidden = new_anchors (6, 1);
  const PelElement        rows[] = {
           { .flags = SHOWN },
           { .parent = 1, .flags = SHOWN, .bounds = { 50, 0, 10, 10 } },
           { .parent = 2, .flags = SHOWN, .bounds = { 50, 0, 10, 10 } },
           { .parent = 3, .flags = SHOWN, .bounds = { 0, 0, 10, 10 } }, /* 4: the anchor */
           { .parent = 4, .flags = SHOWN, .bounds = { 50, 0, 10, 10 } },
           { .parent = 3, .flags = PEL_ELEMENT_HAS_BOUNDS, .bounds = { 40, 0, 10, 10 } },
           { .parent = 3, .flags = PEL_ELEMENT_IS_VISIBLE },
           { .parent = 3, .flags = SHOWN, .bounds = { 60, 0, 10, 10 } }, /* 8 */
           { .parent = 1, .flags = SHOWN, .bounds = { 20, 0, 10, 10 } }, /* another window */
  };

  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.1" });
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    pel_snapshot_builder_add (builder, &rows[i]);
  snapshot = pel_snapshot_builder_finish (builder);
  assert_found (snapshot, PEL_STEP_RIGHT_OF, anchors, "5 ");
  assert_found (snapshot, PEL_STEP_NEAR, anchors, "5 ");
  assert_found (snapshot, PEL_STEP_RIGHT_OF, hidden, "");
}

static PelAnchor
random_anchor (PelElementId id, int range)
{
  int low = g_test_rand_int_range (-range, range), first = g_test_rand_int_range (-range, range);

  return (PelAnchor){ .id = id,
                      .last_descendant = id + g_test_rand_int_range (0, 4),
                      .rect = { low,
                                low + g_test_rand_int_range (0, 30),
                                first,
                                first + g_test_rand_int_range (0, 30) },
                      .reach = g_test_rand_int_range (0, 40) };
}

/* Many anchors are the same as each of them alone. */
static void
test_index_random (void)
{
  guint n_found = 0;

  for (guint i = 0; i < 60; i++)
    {
      PelAnchorRelation          relation = i % 2 == 0 ? PEL_ANCHOR_BEFORE : PEL_ANCHOR_NEAR;
      guint                      n = g_test_rand_int_range (1, 700);
      GArray                    *anchors = g_array_new (FALSE, FALSE, sizeof (PelAnchor));
      g_autoptr (PelAnchorIndex) index = NULL;
      g_autoptr (GPtrArray)      singles =
          g_ptr_array_new_with_free_func ((GDestroyNotify) pel_anchor_index_free);

      for (guint j = 0; j < n; j++)
        {
          PelAnchor anchor = random_anchor (j + 1, 200);
          GArray   *single = g_array_new (FALSE, FALSE, sizeof (PelAnchor));

          g_array_append_val (anchors, anchor);
          g_array_append_val (single, anchor);
          g_ptr_array_add (singles, pel_anchor_index_new_take (relation, single));
        }
      index = pel_anchor_index_new_take (relation, anchors);
      for (guint j = 0; j < 20; j++)
        {
          PelAnchor   element = random_anchor (g_test_rand_int_range (1, n + 1), 200);
          PelNearness found = { 0 }, best = { 0 }, one;
          gboolean    is_found = FALSE;

          for (guint k = 0; k < n; k++)
            if (pel_anchor_index_find (singles->pdata[k], &element, &one) &&
                (!is_found || one.distance < best.distance ||
                 (one.distance == best.distance && one.overlap > best.overlap)))
              {
                best = one;
                is_found = TRUE;
              }
          g_assert_cmpint (pel_anchor_index_find (index, &element, &found), ==, is_found);
          g_assert_cmpfloat (found.distance, ==, best.distance);
          g_assert_cmpint (found.overlap, ==, best.overlap);
          n_found += is_found;
        }
    }
  g_assert_cmpuint (n_found, >, 300);
}

/* A program that lays thousands across each other gets an answer as well. */
static void
test_index_hostile (void)
{
  g_autoptr (PelSnapshot)   snapshot = NULL;
  g_autoptr (GArray)        anchors = new_anchors (FIRST, 20000);
  g_autofree PelNativeRect *rects = g_new (PelNativeRect, anchors->len);

  for (guint i = 0; i < anchors->len; i++)
    rects[i] = (PelNativeRect){ i, i % 7, 30000 - i, 1 + i % 13 * 1000 };
  snapshot = build (rects, anchors->len);
  for (PelSelectorStepKind kind = PEL_STEP_RIGHT_OF; kind <= PEL_STEP_NEAR; kind++)
    {
      g_autoptr (GArray) found = pel_spatial_relation_find (snapshot, kind, anchors);

      if (kind == PEL_STEP_NEAR)
        g_assert_cmpuint (found->len, ==, anchors->len);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spatial-relation/pair/rows", test_pair_rows);
  g_test_add_func ("/spatial-relation/order/rows", test_order_rows);
  g_test_add_func ("/spatial-relation/kin/rows", test_kin_rows);
  g_test_add_func ("/spatial-relation/index/random", test_index_random);
  g_test_add_func ("/spatial-relation/index/hostile", test_index_hostile);
  return g_test_run ();
}
