/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The inspector's tree with a program of 50,000 elements, 10,000 of them in one window that is
 * open: what a row costs when it comes into sight, and what a new snapshot costs. */

#include "bench.h"

#include "inspector/program-item.h"
#include "inspector/style.h"
#include "inspector/tree-row.h"

#define N_WINDOWS  5
#define N_CHILDREN 9999 /* in each of them */
#define N_ROWS     2000
#define BIND_MS    0.2
#define UPDATE_MS  50
#define BUS_NAME   ":1.1"

static double
get_time_ms (void)
{
  return g_get_monotonic_time () / 1000.0;
}

static PelElementId
add (PelSnapshotBuilder *builder, PelElementId parent, PelRole role, guint ref, guint generation)
{
  g_autofree char *path = g_strdup_printf ("/%u", ref);
  g_autofree char *name = g_strdup_printf ("Element %u", ref + (ref % 1000 == 0 ? generation : 0));

  return pel_snapshot_builder_add (builder,
                                   &(PelElement){ .parent = parent,
                                                  .ref = ref,
                                                  .role = role,
                                                  .states = PEL_STATE_BIT (PEL_STATE_ENABLED),
                                                  .flags = PEL_ELEMENT_IS_VISIBLE,
                                                  .name = name,
                                                  .value = "",
                                                  .bus_name = BUS_NAME,
                                                  .path = path });
}

/* In another generation a few have other names, and each window has one button less in front. */
static PelSnapshot *
build (guint generation)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  PelSnapshotProgram  program = { .bus_name = BUS_NAME, .name = "bench", .is_answering = TRUE };
  guint               ref = 1;
  PelElementId        root;

  pel_snapshot_builder_add_program (builder, &program);
  root = add (builder, PEL_ELEMENT_NONE, PEL_ROLE_APPLICATION, ref++, 0);
  for (guint i = 0; i < N_WINDOWS; i++)
    {
      PelElementId window = add (builder, root, PEL_ROLE_WINDOW, ref++, 0);

      for (guint k = 0; k < N_CHILDREN; k++, ref++)
        if (k >= generation)
          add (builder, window, PEL_ROLE_BUTTON, ref, generation);
    }
  return pel_snapshot_builder_finish (builder);
}

static GListModel *
list_children (gpointer item, gpointer program)
{
  return pel_program_item_list_children (program,
                                         PEL_IS_ELEMENT_ITEM (item)
                                             ? pel_element_item_get_ref (item)
                                             : 0);
}

static GtkTreeListModel *
make_tree (PelProgramItem *program)
{
  g_autoptr (GListStore)  store = g_list_store_new (PEL_TYPE_PROGRAM_ITEM);
  GtkTreeListModel       *tree;
  g_autoptr (PelSnapshot) snapshot = build (0);

  g_list_store_append (store, program);
  tree = gtk_tree_list_model_new (g_object_ref (G_LIST_MODEL (store)),
                                  FALSE,
                                  FALSE,
                                  list_children,
                                  program,
                                  NULL);
  for (guint i = 0; i < 2; i++) /* the program, then its first window */
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (tree, i);

      gtk_tree_list_row_set_expanded (row, TRUE);
      pel_program_item_take_snapshot (program, snapshot);
    }
  return tree;
}

/* As the factory of the list does it, for rows anywhere in it. */
static double
time_binding (GtkTreeListModel *tree)
{
  GtkWidget           *window = gtk_window_new ();
  GtkWidget           *expander = gtk_tree_expander_new ();
  GtkWidget           *row = pel_tree_row_new ();
  guint                n_items = g_list_model_get_n_items (G_LIST_MODEL (tree));
  g_auto (BenchSeries) series;

  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), row);
  gtk_window_set_child (GTK_WINDOW (window), expander);
  bench_series_init (&series);
  for (guint i = 0; i < N_ROWS; i++)
    {
      double                     start = get_time_ms ();
      guint                      position = (guint) g_random_int_range (0, (gint32) n_items);
      g_autoptr (GtkTreeListRow) tree_row = gtk_tree_list_model_get_row (tree, position);
      g_autoptr (GObject)        item = gtk_tree_list_row_get_item (tree_row);

      gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), tree_row);
      pel_tree_row_set_item (PEL_TREE_ROW (row), item, expander);
      bench_series_add (&series, get_time_ms () - start, 0);
    }
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), NULL);
  gtk_window_destroy (GTK_WINDOW (window));
  return bench_series_get_median (&series);
}

static double
time_updating (Bench *bench, PelProgramItem *program)
{
  g_auto (BenchSeries) series;

  bench_series_init (&series);
  for (guint i = 1; i <= bench->n_repeats; i++)
    {
      g_autoptr (PelSnapshot) snapshot = build (i);
      double                  start = get_time_ms ();

      pel_program_item_take_snapshot (program, snapshot);
      bench_series_add (&series, get_time_ms () - start, pel_snapshot_get_n_elements (snapshot));
    }
  return bench_series_get_median (&series);
}

static void
add_row (Bench *bench, const char *name, double ms, double aim_ms)
{
  g_autofree char *ours = bench_format_time (ms);
  g_autofree char *aim = bench_format_time (aim_ms);
  g_autofree char *below = g_strdup_printf ("< %s", aim);

  bench_table_add (bench->table,
                   &(BenchRow){ .name = name,
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = aim,
                                .ratio = aim_ms / ms,
                                .aim = below,
                                .is_met = ms < aim_ms });
}

gboolean
bench_tree (Bench *bench, GError **error)
{
  PelSnapshotProgram listed = { .bus_name = BUS_NAME, .name = "bench", .is_answering = TRUE };
  g_autoptr (PelProgramItem)   program = NULL;
  g_autoptr (GtkTreeListModel) tree = NULL;

  if (!bench_table_wants (bench->table, "tree-bind") &&
      !bench_table_wants (bench->table, "tree-update"))
    return TRUE;
  if (!gtk_init_check ())
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "GTK has no display");
      return FALSE;
    }
  bench_say ("the inspector's tree");
  pel_style_load ();
  program = pel_program_item_new (&listed, 0);
  tree = make_tree (program);
  bench_table_note (bench->table,
                    "tree: %u rows are open",
                    g_list_model_get_n_items (G_LIST_MODEL (tree)));
  add_row (bench, "tree-bind", time_binding (tree), BIND_MS);
  add_row (bench, "tree-update", time_updating (bench, program), UPDATE_MS);
  return TRUE;
}
