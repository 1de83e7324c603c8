/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-tree.h"

#include <atspi/atspi-constants.h>
#include <math.h>

#define N_TREES     200
#define BYTES_LIMIT 160
#define SHOWN       (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)

static PelSnapshotBuilder *
new_builder (void)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();

  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.7",
                                                           .name = "calc",
                                                           .pid = 42,
                                                           .is_answering = TRUE,
                                                           .root = 99 });
  return builder;
}

static PelElementId
add (PelSnapshotBuilder *builder, PelElementId parent, guint native_role, PelNativeRect bounds)
{
  static guint     serial;
  g_autofree char *path = g_strdup_printf ("/%u", ++serial);

  return pel_snapshot_builder_add (builder,
                                   &(PelElement){ .parent = parent,
                                                  .native_role = native_role,
                                                  .role = pel_role_from_atspi (native_role),
                                                  .flags = SHOWN,
                                                  .bus_name = ":1.7",
                                                  .path = path,
                                                  .bounds = bounds });
}

static void
test_build_empty (void)
{
  g_autoptr (PelSnapshot) snapshot = pel_snapshot_builder_finish (pel_snapshot_builder_new ());

  g_assert_cmpuint (pel_snapshot_get_n_elements (snapshot), ==, 0);
  g_assert_cmpuint (pel_snapshot_get_n_programs (snapshot), ==, 0);
  g_assert_cmpuint (pel_snapshot_find_ref (snapshot, 1), ==, 0);
  g_assert_cmpuint (pel_snapshot_find_identity (snapshot, "", ""), ==, 0);
  g_assert_cmpuint (pel_snapshot_hit_test (snapshot, (PelNativePoint){ 0, 0 }), ==, 0);
}

static void
test_build_program (void)
{
  PelSnapshotBuilder       *builder = new_builder ();
  g_autoptr (PelSnapshot)   snapshot = NULL;
  const PelSnapshotProgram *program;

  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.8" });
  add (builder, 0, ATSPI_ROLE_APPLICATION, (PelNativeRect){ 0 });
  snapshot = pel_snapshot_builder_finish (builder);
  program = pel_snapshot_get_program (snapshot, 0);
  g_assert_cmpstr (program->bus_name, ==, ":1.7");
  g_assert_cmpstr (program->name, ==, "calc");
  g_assert_null (program->toolkit);
  g_assert_cmpint (program->pid, ==, 42);
  g_assert_true (program->is_answering);
  g_assert_cmpuint (program->root, ==, 1);
  g_assert_cmpuint (pel_snapshot_get_program (snapshot, 1)->root, ==, PEL_ELEMENT_NONE);
}

/* Everything that the links of one element promise. */
static void
check_links (PelSnapshot *snapshot, const RandomTree *tree, PelElementId id)
{
  PelElement element = pel_snapshot_get_element (snapshot, id);
  guint      number = element.ref;
  guint      n = 0;

  g_assert_cmpuint (element.id, ==, id);
  g_assert_cmpuint (element.parent, <, id);
  g_assert_cmpuint (element.parent == 0 ? 0
                                        : pel_snapshot_get_element (snapshot, element.parent).ref,
                    ==,
                    tree->parents[number]);
  for (PelElementId child = element.first_child; child != PEL_ELEMENT_NONE; n++)
    {
      PelElement row = pel_snapshot_get_element (snapshot, child);

      g_assert_cmpuint (row.parent, ==, id);
      g_assert_true (row.next_sibling == 0 ||
                     pel_snapshot_get_element (snapshot, row.next_sibling).ref > row.ref);
      g_assert_cmpuint (pel_snapshot_get_depth (snapshot, child),
                        ==,
                        pel_snapshot_get_depth (snapshot, id) + 1);
      child = row.next_sibling;
    }
  for (guint i = 1; i <= tree->n_elements; i++)
    n -= tree->parents[i] == number;
  g_assert_cmpuint (n, ==, 0);
}

/* The ids below an element are exactly those up to its last descendant. */
static void
check_subtree (PelSnapshot *snapshot, PelElementId id)
{
  PelElementId last = pel_snapshot_get_last_descendant (snapshot, id);

  g_assert_cmpuint (last, >=, id);
  for (PelElementId i = id + 1; i <= last; i++)
    {
      g_assert_cmpuint (pel_snapshot_get_parent (snapshot, i), >=, id);
      g_assert_cmpuint (pel_snapshot_get_last_descendant (snapshot, i), <=, last);
    }
  if (last < pel_snapshot_get_n_elements (snapshot))
    g_assert_cmpuint (pel_snapshot_get_parent (snapshot, last + 1), <, id);
}

/* Single fields are those of the whole. */
static void
check_fields (PelSnapshot *snapshot, PelElementId id)
{
  PelElement    element = pel_snapshot_get_element (snapshot, id);
  PelNativeRect bounds = pel_snapshot_get_bounds (snapshot, id);
  PelStates     focused = PEL_STATE_BIT (PEL_STATE_FOCUSED);

  g_assert_cmpmem (&bounds, sizeof bounds, &element.bounds, sizeof element.bounds);
  g_assert_cmpstr (pel_snapshot_get_name (snapshot, id), ==, element.name);
  g_assert_cmpint (pel_snapshot_get_role (snapshot, id), ==, element.role);
  g_assert_cmphex (pel_snapshot_get_states (snapshot, id) & ~focused,
                   ==,
                   element.states & ~focused);
  g_assert_cmpint (pel_states_has (element.states, PEL_STATE_FOCUSED),
                   ==,
                   id == pel_snapshot_get_focused (snapshot));
  g_assert_cmphex (pel_snapshot_get_flags (snapshot, id), ==, element.flags);
  g_assert_cmpuint (pel_snapshot_get_ref (snapshot, id), ==, element.ref);
  g_assert_cmpuint (pel_snapshot_get_program_index (snapshot, id), ==, element.program);
}

static void
test_build_random (void)
{
  for (guint i = 0; i < N_TREES; i++)
    {
      g_autoptr (RandomTree)  tree = random_tree_new (60);
      g_autoptr (PelSnapshot) snapshot = random_tree_build (tree);

      g_assert_cmpuint (pel_snapshot_get_n_elements (snapshot), ==, tree->n_elements);
      for (PelElementId id = 1; id <= tree->n_elements; id++)
        {
          check_links (snapshot, tree, id);
          check_subtree (snapshot, id);
          check_fields (snapshot, id);
        }
    }
}

static void
test_find_random (void)
{
  for (guint i = 0; i < N_TREES; i++)
    {
      g_autoptr (RandomTree)  tree = random_tree_new (300);
      g_autoptr (PelSnapshot) snapshot = random_tree_build (tree);

      for (PelElementId id = 1; id <= tree->n_elements; id++)
        {
          PelElement element = pel_snapshot_get_element (snapshot, id);

          g_assert_cmpuint (pel_snapshot_find_ref (snapshot, element.ref), ==, id);
          g_assert_cmpuint (pel_snapshot_find_identity (snapshot, element.bus_name, element.path),
                            ==,
                            id);
          g_assert_cmpuint (pel_snapshot_find_identity (snapshot, ":9.9", element.path), ==, 0);
        }
      g_assert_cmpuint (pel_snapshot_find_ref (snapshot, 0), ==, 0);
      g_assert_cmpuint (pel_snapshot_find_ref (snapshot, tree->n_elements + 1), ==, 0);
      g_assert_cmpuint (pel_snapshot_find_ref (snapshot, G_MAXUINT), ==, 0);
      g_assert_cmpuint (pel_snapshot_find_identity (snapshot, "test-0", "/"), ==, 0);
    }
}

static void
test_find_twice (void)
{
  PelSnapshotBuilder     *builder = new_builder ();
  PelElement              element = { .bus_name = ":1.7", .path = "/same", .ref = 5 };
  g_autoptr (PelSnapshot) snapshot = NULL;

  for (guint i = 0; i < 1000; i++)
    pel_snapshot_builder_add (builder, &element);
  snapshot = pel_snapshot_builder_finish (builder);
  g_assert_cmpuint (pel_snapshot_get_n_elements (snapshot), ==, 1000);
  g_assert_cmpuint (pel_snapshot_find_identity (snapshot, ":1.7", "/same"), ==, 1);
  g_assert_cmpuint (pel_snapshot_find_ref (snapshot, 5), ==, 1);
}

static void
test_find_roots (void)
{
  PelSnapshotBuilder     *builder = new_builder ();
  g_autoptr (PelSnapshot) snapshot = NULL;

  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.8" });
  for (guint i = 0; i < 4; i++)
    pel_snapshot_builder_add (builder, &(PelElement){ .program = i / 2, .path = "/" });
  snapshot = pel_snapshot_builder_finish (builder);
  g_assert_cmpuint (pel_snapshot_get_element (snapshot, 1).next_sibling, ==, 2);
  g_assert_cmpuint (pel_snapshot_get_element (snapshot, 2).next_sibling, ==, PEL_ELEMENT_NONE);
  g_assert_cmpuint (pel_snapshot_get_element (snapshot, 3).next_sibling, ==, 4);
  g_assert_cmpuint (pel_snapshot_get_program (snapshot, 1)->root, ==, 3);
  /* None of them has a ref. */
  g_assert_cmpuint (pel_snapshot_find_ref (snapshot, 0), ==, PEL_ELEMENT_NONE);
}

static void
test_hit_rows (void)
{
  PelSnapshotBuilder *builder = new_builder ();
  PelElementId        app = add (builder, 0, ATSPI_ROLE_APPLICATION, (PelNativeRect){ 0 });
  PelElementId frame = add (builder, app, ATSPI_ROLE_FRAME, (PelNativeRect){ 0, 0, 100, 100 });
  PelElementId pane =
      add (builder, frame, ATSPI_ROLE_SCROLL_PANE, (PelNativeRect){ 0, 0, 100, 50 });
  PelElementId item = add (builder, pane, ATSPI_ROLE_LIST_ITEM, (PelNativeRect){ 0, 40, 100, 20 });
  PelElementId menu = add (builder, item, ATSPI_ROLE_MENU, (PelNativeRect){ 90, 40, 60, 60 });
  PelElementId below =
      add (builder, frame, ATSPI_ROLE_PUSH_BUTTON, (PelNativeRect){ 0, 45, 10, 55 });
  g_autoptr (PelSnapshot) snapshot = pel_snapshot_builder_finish (builder);
  const struct
  {
    double       x, y;
    PelElementId expected;
  } cases[] = {
    { 50, 10, pane },
    { 50, 45, item },
    { 50, 55, frame }, /* scrolled away there */
    { 5, 47, below },  /* later siblings lie above */
    { 120, 90, menu },
    { 160, 90, PEL_ELEMENT_NONE },
    { -1, 0, PEL_ELEMENT_NONE },
    { 100, 10, PEL_ELEMENT_NONE },
    { NAN, 10, PEL_ELEMENT_NONE },
    { INFINITY, 0, PEL_ELEMENT_NONE },
  };

  /* They were added depth first, so that the ids are the builder's. */
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      PelNativePoint point = { cases[i].x, cases[i].y };

      g_test_message ("point: %g,%g", point.x, point.y);
      g_assert_cmpuint (pel_snapshot_hit_test (snapshot, point), ==, cases[i].expected);
    }
  g_assert_cmpuint (pel_snapshot_hit_test_within (snapshot, pane, (PelNativePoint){ 5, 47 }),
                    ==,
                    item);
  g_assert_cmpuint (pel_snapshot_hit_test_within (snapshot, below, (PelNativePoint){ 50, 10 }),
                    ==,
                    0);
}

/* The rule of the header, word for word and slow. */
static gboolean
is_hit (PelSnapshot *snapshot, PelElementId id, PelNativePoint point)
{
  PelElement element = pel_snapshot_get_element (snapshot, id);

  if ((element.flags & SHOWN) != SHOWN || !pel_native_rect_contains (&element.bounds, point))
    return FALSE;
  for (;;)
    {
      PelRoleFlags flags = pel_role_get_flags (element.role);

      if (element.parent == 0 || (flags & (PEL_ROLE_IS_WINDOW | PEL_ROLE_IS_FLOATING)) != 0)
        return TRUE;
      element = pel_snapshot_get_element (snapshot, element.parent);
      if ((element.role == PEL_ROLE_SCROLL_AREA || element.role == PEL_ROLE_DOCUMENT) &&
          (element.flags & PEL_ELEMENT_HAS_BOUNDS) != 0 &&
          !pel_native_rect_contains (&element.bounds, point))
        return FALSE;
    }
}

static gboolean
is_idle (PelSnapshot *snapshot, PelElementId id)
{
  PelElement element = pel_snapshot_get_element (snapshot, id);

  return pel_role_is_structural (element.role) &&
         !pel_is_interactive (element.role, element.states, element.patterns);
}

static PelElementId
hit_slowly (PelSnapshot *snapshot, guint n_elements, PelNativePoint point)
{
  PelElementId hit = n_elements, other;

  while (hit > 0 && !is_hit (snapshot, hit, point))
    hit--;
  if (hit == 0 || !is_idle (snapshot, hit))
    return hit;
  for (other = hit; other > 0; other--)
    if (is_hit (snapshot, other, point) && !is_idle (snapshot, other))
      return hit <= pel_snapshot_get_last_descendant (snapshot, other) ? hit : other;
  return hit;
}

static void
test_hit_random (void)
{
  for (guint i = 0; i < N_TREES; i++)
    {
      g_autoptr (RandomTree)  tree = random_tree_new (400);
      g_autoptr (PelSnapshot) snapshot = random_tree_build (tree);

      for (guint j = 0; j < 50; j++)
        {
          PelNativePoint point = { g_test_rand_int_range (-60, 420),
                                   g_test_rand_int_range (-60, 420) };
          PelElementId   expected = hit_slowly (snapshot, tree->n_elements, point);

          g_assert_cmpuint (pel_snapshot_hit_test (snapshot, point), ==, expected);
        }
    }
}

static void
test_hostile_bounds (void)
{
  static const double     values[] = { 0, -1, 1, 1e300, -1e300, NAN, INFINITY, -INFINITY, 1e9 };
  PelSnapshotBuilder     *builder = new_builder ();
  g_autoptr (PelSnapshot) snapshot = NULL;
  guint                   n = G_N_ELEMENTS (values);

  for (guint i = 0; i < n * n * n * n; i++)
    add (builder,
         0,
         ATSPI_ROLE_PANEL,
         (PelNativeRect){
             values[i % n], values[i / n % n], values[i / n / n % n], values[i / n / n / n] });
  snapshot = pel_snapshot_builder_finish (builder);
  for (PelElementId id = 1; id <= n * n * n * n; id++)
    {
      PelNativeRect bounds = pel_snapshot_get_element (snapshot, id).bounds;

      g_assert_true (fabs (bounds.x) <= PEL_COORDINATE_LIMIT);
      g_assert_true (fabs (bounds.y) <= PEL_COORDINATE_LIMIT);
      g_assert_true (bounds.width >= 0 && bounds.x + bounds.width <= PEL_COORDINATE_LIMIT);
      g_assert_true (bounds.height >= 0 && bounds.y + bounds.height <= PEL_COORDINATE_LIMIT);
    }
  g_assert_cmpuint (pel_snapshot_hit_test (snapshot, (PelNativePoint){ 1e4, 1e4 }), >, 0);
}

static void
test_hostile_depth (void)
{
  PelSnapshotBuilder     *builder = new_builder ();
  g_autoptr (PelSnapshot) snapshot = NULL;
  PelElementId            deepest = 0;

  for (guint i = 0; i <= PEL_ELEMENT_MAX_DEPTH; i++)
    deepest = add (builder, deepest, ATSPI_ROLE_PANEL, (PelNativeRect){ 0, 0, 10, 10 });
  g_assert_cmpuint (deepest, ==, PEL_ELEMENT_MAX_DEPTH + 1);
  g_assert_cmpuint (add (builder, deepest, ATSPI_ROLE_PANEL, (PelNativeRect){ 0 }), ==, 0);
  snapshot = pel_snapshot_builder_finish (builder);
  g_assert_cmpuint (pel_snapshot_get_n_elements (snapshot), ==, PEL_ELEMENT_MAX_DEPTH + 1);
  g_assert_cmpuint (pel_snapshot_get_depth (snapshot, deepest), ==, PEL_ELEMENT_MAX_DEPTH);
  g_assert_true ((pel_snapshot_get_element (snapshot, deepest).flags & PEL_ELEMENT_IS_TRUNCATED) !=
                 0);
  g_assert_false ((pel_snapshot_get_element (snapshot, 1).flags & PEL_ELEMENT_IS_TRUNCATED) != 0);
}

static void
test_hostile_strings (void)
{
  PelSnapshotBuilder     *builder = new_builder ();
  g_autofree char        *huge = g_strnfill (100000, 'x');
  g_autoptr (PelSnapshot) snapshot = NULL;
  PelElement              element = { .bus_name = ":1.7", .path = "/a", .name = huge };

  pel_snapshot_builder_add (builder, &element);
  element.name = "a\xff";
  pel_snapshot_builder_add (builder, &element);
  element.name = NULL;
  element.path = NULL;
  element.bus_name = NULL;
  pel_snapshot_builder_add (builder, &element);
  snapshot = pel_snapshot_builder_finish (builder);
  g_assert_cmpuint (strlen (pel_snapshot_get_element (snapshot, 1).name), <, 4200);
  g_assert_cmpstr (pel_snapshot_get_element (snapshot, 2).name, ==, "a\xef\xbf\xbd");
  g_assert_cmpstr (pel_snapshot_get_element (snapshot, 3).name, ==, "");
  g_assert_cmpstr (pel_snapshot_get_element (snapshot, 3).path, ==, "");
}

/* A program as large as one may be: a third has a name of its own, as in a long list of files. */
static PelSnapshot *
build_large (guint n_elements)
{
  PelSnapshotBuilder *builder = new_builder ();

  for (guint i = 1; i <= n_elements; i++)
    {
      g_autofree char *path = g_strdup_printf ("/org/a11y/atspi/accessible/%u", i);
      g_autofree char *name = i % 3 == 0 ? g_strdup_printf ("Holiday picture %u.jpeg", i)
                                         : g_strdup_printf ("Column %u", i % 40);

      pel_snapshot_builder_add (builder,
                                &(PelElement){ .parent = i / 6,
                                               .ref = i,
                                               .native_role = ATSPI_ROLE_TABLE_CELL,
                                               .role = PEL_ROLE_CELL,
                                               .flags = SHOWN,
                                               .name = name,
                                               .bus_name = ":1.1234",
                                               .path = path,
                                               .bounds = { i % 50 * 20, i / 50 * 20, 20, 20 } });
    }
  return pel_snapshot_builder_finish (builder);
}

static void
test_size_bytes (void)
{
  static const guint sizes[] = { 250, 10000, 100000 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (PelSnapshot) snapshot = build_large (sizes[i]);
      double                  bytes = (double) pel_snapshot_get_bytes (snapshot) / sizes[i];

      g_test_message ("%u elements: %.1f bytes each", sizes[i], bytes);
      g_assert_cmpuint (pel_snapshot_get_n_elements (snapshot), ==, sizes[i]);
      g_assert_cmpfloat (bytes, <=, BYTES_LIMIT);
      g_assert_cmpfloat (bytes, >, 88);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot/build/empty", test_build_empty);
  g_test_add_func ("/snapshot/build/program", test_build_program);
  g_test_add_func ("/snapshot/build/random", test_build_random);
  g_test_add_func ("/snapshot/find/random", test_find_random);
  g_test_add_func ("/snapshot/find/twice", test_find_twice);
  g_test_add_func ("/snapshot/find/roots", test_find_roots);
  g_test_add_func ("/snapshot/hit/rows", test_hit_rows);
  g_test_add_func ("/snapshot/hit/random", test_hit_random);
  g_test_add_func ("/snapshot/hostile/bounds", test_hostile_bounds);
  g_test_add_func ("/snapshot/hostile/depth", test_hostile_depth);
  g_test_add_func ("/snapshot/hostile/strings", test_hostile_strings);
  g_test_add_func ("/snapshot/size/bytes", test_size_bytes);
  return g_test_run ();
}
