/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/element/snapshot-text.h"

#include "random-tree.h"
#include "sample-tree.h"

#include <atspi/atspi-constants.h>
#include <string.h>

#define N_TREES 100

static PelElementDetails
get_details (PelSnapshot *snapshot, PelElementId id, gpointer data)
{
  /* A value for every element: the form decides which may be seen. */
  return (PelElementDetails){ .value = id == 4 || id == 11 ? "12+7" : NULL };
}

/* clang-format off */
static const struct { PelSnapshotFilter filter; gboolean bounds; const char *expected; } form_cases[] = {
  { { 0, PEL_FILTER_VISIBLE | PEL_FILTER_COMPACT, 0 }, FALSE,
    "Application \"calc\"\n"
    "  Window \"Calculator\" [e2] active 2x monitor=DP-1 (640,200 420×560)\n"
    "    Pane\n"
    "      Edit \"Display\" [e4] focused value=\"12+7\"\n"
    "      Pane \"Keypad\"\n"
    "        Button \"7\" [e6]\n"
    "        Button \"8\" [e7] disabled\n"
    "      CheckBox \"Beep\" [e10] checked\n"
    "      Edit \"Pin\" [e11] password\n"
    "      Text \"Say \\\"hi\\\"\\\\\\nnow\" [e12]\n" },
  { { 0, PEL_FILTER_VISIBLE | PEL_FILTER_INTERACTIVE, 0 }, FALSE,
    "Application \"calc\"\n"
    "  Window \"Calculator\" [e2] active 2x monitor=DP-1 (640,200 420×560)\n"
    "    Edit \"Display\" [e4] focused value=\"12+7\"\n"
    "    Button \"7\" [e6]\n"
    "    Button \"8\" [e7] disabled\n"
    "    CheckBox \"Beep\" [e10] checked\n"
    "    Edit \"Pin\" [e11] password\n" },
  { { 5, 0, 0 }, TRUE,
    "Pane \"Keypad\" (660,280 380×400)\n"
    "  Button \"7\" [e6] (660,280 40×40)\n"
    "  Button \"8\" [e7] disabled (700,280 40×40)\n"
    "  Button \"secret\" [e8] hidden\n" },
  { { 2, PEL_FILTER_VISIBLE, 1 }, FALSE,
    "Window \"Calculator\" [e2] active 2x monitor=DP-1 (640,200 420×560)\n"
    "  Pane\n" },
  { { 9, PEL_FILTER_COMPACT, 0 }, FALSE, "Pane\n" },
};
/* clang-format on */

static void
test_form_rows (void)
{
  g_autoptr (PelSnapshot) snapshot =
      sample_tree_build (sample_calculator, sample_calculator_length);
  g_autoptr (PelMonitorLayout) layout = sample_layout_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (form_cases); i++)
    {
      PelElementForm   form = { .layout = layout,
                                .show_bounds = form_cases[i].bounds,
                                .get_details = get_details };
      g_autofree char *text =
          pel_snapshot_to_text (snapshot, &form_cases[i].filter, &form, 0, NULL);

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpstr (text, ==, form_cases[i].expected);
    }
}

static void
test_form_long_string (void)
{
  g_autofree char *name = g_strnfill (200, 'x');
  const SampleRow row = { 0, ATSPI_ROLE_LABEL, name, 0, 0, PEL_ELEMENT_IS_VISIBLE, { 0, 0, 0, 0 } };
  g_autoptr (PelSnapshot) snapshot = sample_tree_build (&row, 1);
  g_autofree char        *text =
      pel_snapshot_to_text (snapshot, &(PelSnapshotFilter){ 0 }, &(PelElementForm){ 0 }, 0, NULL);
  g_autofree char *raised = pel_snapshot_to_text (snapshot,
                                                  &(PelSnapshotFilter){ 0 },
                                                  &(PelElementForm){ .max_chars = 1000 },
                                                  0,
                                                  NULL);
  g_autofree char *kept = g_strnfill (160, 'x');
  g_autofree char *expected = g_strdup_printf ("Text \"%s…(+40)\" [e1]\n", kept);
  g_autofree char *whole = g_strdup_printf ("Text \"%s\" [e1]\n", name);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpstr (raised, ==, whole);
}

static void
test_form_program (void)
{
  PelSnapshotBuilder     *builder = pel_snapshot_builder_new ();
  g_autoptr (PelSnapshot) snapshot = NULL;
  g_autofree char        *text = NULL;

  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.7" });
  pel_snapshot_builder_add (builder,
                            &(PelElement){ .role = PEL_ROLE_APPLICATION,
                                           .name = "hung",
                                           .n_children = 7,
                                           .flags = PEL_ELEMENT_IS_TRUNCATED });
  snapshot = pel_snapshot_builder_finish (builder);
  text =
      pel_snapshot_to_text (snapshot, &(PelSnapshotFilter){ 0 }, &(PelElementForm){ 0 }, 0, NULL);
  g_assert_cmpstr (text, ==, "Application \"hung\" unresponsive truncated (7 children)\n");
}

static void
test_form_offscreen (void)
{
  g_autoptr (PelMonitorLayout) layout = sample_layout_new ();
  guint                        known = PEL_ELEMENT_HAS_BOUNDS;
  const SampleRow              rows[] = {
                 { 0, ATSPI_ROLE_LABEL, "away", 0, 0, known, { -900, 10, 20, 20 } },
                 { 0, ATSPI_ROLE_LABEL, "empty", 0, 0, known, { 10, 10, 0, 20 } },
                 { 0, ATSPI_ROLE_LABEL, "folded", 0, 0, known, { 10, 10, 20, 20 } },
                 { 0, ATSPI_ROLE_LABEL, "nowhere", 0, 0, 0, { 0, 0, 0, 0 } },
  };
  g_autoptr (PelSnapshot) snapshot = sample_tree_build (rows, G_N_ELEMENTS (rows));
  g_autofree char        *text =
      pel_snapshot_to_text (snapshot,
                            &(PelSnapshotFilter){ 0 },
                            &(PelElementForm){ .layout = layout, .show_bounds = TRUE },
                            0,
                            NULL);

  g_assert_cmpstr (text,
                   ==,
                   "Text \"away\" [e1] offscreen (-1800,20 40×40)\n"
                   "Text \"empty\" [e2] hidden (20,20 0×40)\n"
                   "Text \"folded\" [e3] hidden (20,20 40×40)\n"
                   "Text \"nowhere\" [e4] hidden\n");
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

static void
test_limit_random (void)
{
  for (guint i = 0; i < N_TREES; i++)
    {
      g_autoptr (RandomTree)  tree = random_tree_new (300);
      g_autoptr (PelSnapshot) snapshot = random_tree_build (tree);
      gsize                   limit = g_test_rand_int_range (1, 12000);
      PelSnapshotFilter       filter = { 0 };
      PelElementForm          form = { 0 };
      g_autofree char        *whole = pel_snapshot_to_text (snapshot, &filter, &form, 0, NULL);
      g_autofree char        *cut = pel_snapshot_to_text (snapshot, &filter, &form, limit, NULL);
      guint                   n_left_out;
      char                   *last;

      g_assert_true (g_utf8_validate (cut, -1, NULL));
      g_assert_cmpuint (strlen (cut), <=, limit);
      g_assert_cmpuint (count_lines (whole), ==, tree->n_elements);
      if (limit < 256 || g_str_equal (whole, cut))
        continue;
      last = strrchr (cut, '(');
      g_assert_nonnull (last);
      n_left_out = atoi (last + 1);
      *last = '\0';
      g_assert_true (g_str_has_prefix (whole, cut));
      g_assert_cmpuint (count_lines (cut) + n_left_out, ==, tree->n_elements);
    }
}

/* Whatever the filter: parents come first, levels are right, and nothing is kept that it forbids.
 */
static void
check_kept (PelSnapshot *snapshot, const PelSnapshotFilter *filter)
{
  g_autoptr (GArray)  kept = pel_snapshot_filter_apply (filter, snapshot);
  g_autofree guint16 *levels = g_new0 (guint16, pel_snapshot_get_n_elements (snapshot) + 1);
  PelElementId        last = 0;

  for (guint i = 0; i < kept->len; i++)
    {
      const PelKeptElement *row = &g_array_index (kept, PelKeptElement, i);
      PelElement            element = pel_snapshot_get_element (snapshot, row->id);
      PelElementId          ancestor = element.parent;

      g_assert_cmpuint (row->id, >, last);
      last = row->id;
      levels[row->id] = row->level + 1;
      while (ancestor != 0 && levels[ancestor] == 0)
        ancestor = pel_snapshot_get_parent (snapshot, ancestor);
      g_assert_cmpuint (row->parent, ==, row->id == filter->scope ? 0 : ancestor);
      g_assert_cmpuint (row->level, ==, row->parent == 0 ? 0 : levels[row->parent]);
      if ((filter->flags & PEL_FILTER_VISIBLE) != 0 && row->id != filter->scope &&
          element.role != PEL_ROLE_APPLICATION)
        g_assert_true ((element.flags & PEL_ELEMENT_IS_VISIBLE) != 0);
    }
  if (filter->flags == 0 && filter->max_depth == 0)
    g_assert_cmpuint (kept->len,
                      ==,
                      filter->scope == 0
                          ? pel_snapshot_get_n_elements (snapshot)
                          : pel_snapshot_get_last_descendant (snapshot, filter->scope) -
                                filter->scope + 1);
}

static void
test_filter_random (void)
{
  for (guint i = 0; i < N_TREES; i++)
    {
      g_autoptr (RandomTree)  tree = random_tree_new (100);
      g_autoptr (PelSnapshot) snapshot = random_tree_build (tree);

      for (guint flags = 0; flags < 8; flags++)
        {
          PelSnapshotFilter filter = { .flags = flags };

          check_kept (snapshot, &filter);
          filter.max_depth = g_test_rand_int_range (0, 5);
          filter.scope = g_test_rand_int_range (0, tree->n_elements + 1);
          check_kept (snapshot, &filter);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot-text/form/rows", test_form_rows);
  g_test_add_func ("/snapshot-text/form/long-string", test_form_long_string);
  g_test_add_func ("/snapshot-text/form/program", test_form_program);
  g_test_add_func ("/snapshot-text/form/offscreen", test_form_offscreen);
  g_test_add_func ("/snapshot-text/limit/random", test_limit_random);
  g_test_add_func ("/snapshot-text/filter/random", test_filter_random);
  return g_test_run ();
}
