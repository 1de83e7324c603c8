/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/snapshot-tree-model.h"
#include "services/base/error.h"
#include "tests/unit/fake-element-source.h"

#define MAX_REF   40
#define MAX_DEPTH 8

/* A tree of one program that changes: element r is below parents[r], an earlier one in the order
 * that @order gives; what has no name is not there. */
typedef struct
{
  guint       parents[MAX_REF + 1];
  guint       order[MAX_REF];
  const char *names[MAX_REF + 1];
  gboolean    is_visible[MAX_REF + 1];
} Garden;

static const char *const names[] = { "", "OK", "Cancel" };

typedef struct
{
  PelFakeElementSource *source;
  PelSnapshotTreeModel *model;
  GPtrArray            *shadow; /* of ShadowRow: what the announcements have made of the list */
  Garden                garden;
  PelSnapshot          *snapshot;
} Fixture;

/* What a tree of GTK has of a row. */
typedef struct
{
  Fixture    *fixture;
  GObject    *item;
  guint       serial;
  guint       number;   /* no other row ever has it */
  GListModel *list;     /* (nullable): it is not open */
  GPtrArray  *children; /* of ShadowRow */
} ShadowRow;

static void
shadow_row_free (ShadowRow *row)
{
  if (row->list != NULL)
    g_signal_handlers_disconnect_by_data (row->list, row);
  g_clear_object (&row->list);
  g_clear_pointer (&row->children, g_ptr_array_unref);
  g_object_unref (row->item);
  g_free (row);
}

static void
follow (Fixture *fixture, GListModel *list, GPtrArray *rows, guint at, guint n_gone, guint n_new);

static guint
get_serial (GObject *item)
{
  return PEL_IS_PROGRAM_ITEM (item) ? pel_program_item_get_serial (PEL_PROGRAM_ITEM (item))
                                    : pel_element_item_get_serial (PEL_ELEMENT_ITEM (item));
}

static void
children_changed_cb (GListModel *list, guint at, guint n_gone, guint n_new, ShadowRow *row)
{
  follow (row->fixture, list, row->children, at, n_gone, n_new);
}

static void
open_row (ShadowRow *row)
{
  if (row->list != NULL)
    return;
  row->list = pel_snapshot_tree_model_list_children (row->item, row->fixture->model);
  if (row->list == NULL)
    return;
  row->children = g_ptr_array_new_with_free_func ((GDestroyNotify) shadow_row_free);
  follow (row->fixture, row->list, row->children, 0, 0, g_list_model_get_n_items (row->list));
  g_signal_connect (row->list, "items-changed", G_CALLBACK (children_changed_cb), row);
}

static void
close_row (ShadowRow *row)
{
  if (row->list != NULL)
    g_signal_handlers_disconnect_by_data (row->list, row);
  g_clear_object (&row->list);
  g_clear_pointer (&row->children, g_ptr_array_unref);
}

static void
follow (Fixture *fixture, GListModel *list, GPtrArray *rows, guint at, guint n_gone, guint n_new)
{
  g_assert_cmpuint (at + n_gone, <=, rows->len);
  if (n_gone > 0)
    g_ptr_array_remove_range (rows, at, n_gone);
  for (guint i = 0; i < n_new; i++)
    {
      static guint last_number;
      ShadowRow   *row = g_new0 (ShadowRow, 1);

      row->number = ++last_number;
      row->fixture = fixture;
      row->item = g_list_model_get_item (list, at + i);
      row->serial = get_serial (row->item);
      g_ptr_array_insert (rows, at + i, row);
    }
  /* a list is right at every announcement, not only after the last one */
  g_assert_cmpuint (rows->len, ==, g_list_model_get_n_items (list));
  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (list, i);

      g_assert_true (item == ((ShadowRow *) rows->pdata[i])->item);
    }
  g_assert_null (g_list_model_get_item (list, rows->len));
}

static void
programs_changed_cb (GListModel *list, guint at, guint n_gone, guint n_new, Fixture *fixture)
{
  follow (fixture, list, fixture->shadow, at, n_gone, n_new);
}

static PelElement
describe (const Garden *garden, guint ref, const char *path)
{
  return (PelElement){ .ref = ref,
                       .role = ref % 3 == 0 ? PEL_ROLE_BUTTON : PEL_ROLE_PANE,
                       .native_role = ref % 3 == 0 ? 43 : 39,
                       .states = PEL_STATE_BIT (PEL_STATE_ENABLED),
                       .name = garden->names[ref],
                       .value = "",
                       .bus_name = ":1.1",
                       .path = path,
                       .place = PEL_PLACE_NONE,
                       .flags = garden->is_visible[ref] ? PEL_ELEMENT_IS_VISIBLE : 0 };
}

static void
add_program (PelSnapshotBuilder *builder,
             const char         *bus_name,
             const char         *name,
             gboolean            is_answering)
{
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = bus_name,
                                                           .name = name,
                                                           .is_answering = is_answering });
}

/* Program :1.1 has what grows in the garden. */
static PelSnapshot *
build (const Garden *garden)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  PelElementId        ids[MAX_REF + 1];
  guint               depths[MAX_REF + 1] = { 0 };
  PelElement          root = describe (garden, 0, "/root");

  add_program (builder, ":1.1", "Garden", TRUE);
  root.ref = 1000;
  root.name = "Garden";
  root.role = PEL_ROLE_APPLICATION;
  ids[0] = pel_snapshot_builder_add (builder, &root);
  for (guint i = 0; i < MAX_REF; i++)
    {
      guint            ref = garden->order[i], parent = garden->parents[ref];
      g_autofree char *path = g_strdup_printf ("/%u", ref);
      PelElement       element = describe (garden, ref, path);

      if (garden->names[ref] == NULL)
        continue;
      while (parent != 0 &&
             (garden->names[parent] == NULL || depths[parent] == 0 || depths[parent] >= MAX_DEPTH))
        parent = garden->parents[parent];
      depths[ref] = depths[parent] + 1;
      element.parent = ids[parent];
      ids[ref] = pel_snapshot_builder_add (builder, &element);
    }
  add_program (builder, ":1.2", "Other", TRUE);
  return pel_snapshot_builder_finish (builder);
}

/* Parents have smaller refs, so that no walk upwards is without an end. */
static void
plant (Garden *garden)
{
  for (guint ref = 1; ref <= MAX_REF; ref++)
    {
      garden->parents[ref] = g_test_rand_int_range (0, ref);
      garden->order[ref - 1] = ref;
      garden->names[ref] = g_test_rand_int_range (0, 4) > 0 ? names[ref % 3] : NULL;
      garden->is_visible[ref] = g_test_rand_bit ();
    }
}

static void
vary (Garden *garden)
{
  for (guint n = g_test_rand_int_range (0, 8); n > 0; n--)
    {
      guint ref = g_test_rand_int_range (1, MAX_REF + 1);
      guint a = g_test_rand_int_range (0, MAX_REF), b = g_test_rand_int_range (0, MAX_REF);
      guint order = garden->order[a];

      switch (g_test_rand_int_range (0, 5))
        {
        case 0:
          garden->parents[ref] = g_test_rand_int_range (0, ref);
          break;
        case 1:
          garden->order[a] = garden->order[b];
          garden->order[b] = order;
          break;
        case 2:
          garden->names[ref] = NULL;
          break;
        case 3:
          garden->is_visible[ref] = !garden->is_visible[ref];
          break;
        default:
          garden->names[ref] = names[g_test_rand_int_range (0, G_N_ELEMENTS (names))];
        }
    }
}

static void
show (Fixture *fixture)
{
  g_clear_object (&fixture->snapshot);
  fixture->snapshot = build (&fixture->garden);
  pel_fake_element_source_set_snapshot (fixture->source, g_object_ref (fixture->snapshot));
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_element_source_new ();
  fixture->shadow = g_ptr_array_new_with_free_func ((GDestroyNotify) shadow_row_free);
  plant (&fixture->garden);
  show (fixture);
  fixture->model = pel_snapshot_tree_model_new (PEL_ELEMENT_SOURCE (fixture->source));
  g_signal_connect (fixture->model, "items-changed", G_CALLBACK (programs_changed_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_ptr_array_unref (fixture->shadow);
  g_signal_handlers_disconnect_by_data (fixture->model, fixture);
  g_object_run_dispose (G_OBJECT (fixture->model));
  settle ();
  g_assert_finalize_object (fixture->model);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 0);
  g_assert_finalize_object (fixture->source);
  g_clear_object (&fixture->snapshot);
}

/* Waits for what a look that is due now brings. */
static void
look_again (Fixture *fixture)
{
  pel_snapshot_tree_model_refresh (fixture->model);
  settle ();
}

static ShadowRow *
get_row (Fixture *fixture, guint position)
{
  g_assert_cmpuint (position, <, fixture->shadow->len);
  return fixture->shadow->pdata[position];
}

static void
open_or_close (GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      ShadowRow *row = rows->pdata[i];

      if (row->list == NULL && g_test_rand_bit ())
        open_row (row);
      else if (row->list != NULL && PEL_IS_ELEMENT_ITEM (row->item) &&
               g_test_rand_int_range (0, 10) == 0)
        close_row (row);
      if (row->children != NULL)
        open_or_close (row->children);
    }
}

/* What the filter leaves below an element, as the filter itself says. */
static GArray *
list_expected (Fixture *fixture, PelElementId parent)
{
  PelElementId       root = pel_snapshot_get_program (fixture->snapshot, 0)->root;
  g_autoptr (GArray) kept =
      pel_snapshot_filter_apply (&(PelSnapshotFilter){ .flags = pel_snapshot_tree_model_get_filter (
                                                           fixture->model) },
                                 fixture->snapshot);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (PelElementId));

  for (guint i = 0; i < kept->len; i++)
    {
      PelKeptElement row = g_array_index (kept, PelKeptElement, i);

      if (row.parent == root)
        row.parent = PEL_ELEMENT_NONE;
      if (row.id != root && row.parent == parent)
        g_array_append_val (ids, row.id);
    }
  return ids;
}

static void
assert_same (Fixture *fixture, GPtrArray *rows, PelElementId parent)
{
  g_autoptr (GArray) expected = list_expected (fixture, parent);

  g_assert_cmpuint (rows->len, ==, expected->len);
  for (guint i = 0; i < rows->len; i++)
    {
      ShadowRow      *row = rows->pdata[i];
      PelElementId    id = g_array_index (expected, PelElementId, i);
      PelElement      element = pel_snapshot_get_element (fixture->snapshot, id);
      PelElementItem *item = PEL_ELEMENT_ITEM (row->item);

      g_assert_cmpuint (pel_element_item_get_ref (item), ==, element.ref);
      g_assert_cmpstr (pel_element_item_get_name (item), ==, element.name);
      g_assert_cmpint (pel_element_item_is_visible (item),
                       ==,
                       (element.flags & PEL_ELEMENT_IS_VISIBLE) != 0);
      g_assert_false (pel_element_item_is_gone (item));
      if (row->children != NULL)
        assert_same (fixture, row->children, id);
    }
}

static void
test_random (Fixture *fixture, gconstpointer unused)
{
  settle ();
  open_row (get_row (fixture, 0));
  settle ();
  for (guint round = 0; round < 300; round++)
    {
      vary (&fixture->garden);
      show (fixture);
      if (g_test_rand_int_range (0, 5) == 0)
        pel_snapshot_tree_model_set_filter (fixture->model, g_test_rand_int_range (0, 8));
      look_again (fixture);
      assert_same (fixture, get_row (fixture, 0)->children, PEL_ELEMENT_NONE);
      open_or_close (get_row (fixture, 0)->children);
      assert_same (fixture, get_row (fixture, 0)->children, PEL_ELEMENT_NONE);
    }
}

/* Two windows with a button in the first: refs 1, 2 and 3. */
static void
plant_small (Fixture *fixture)
{
  fixture->garden = (Garden){ .parents = { [3] = 1 }, .names = { [1] = "One", "Two", "OK" } };
  for (guint ref = 1; ref <= MAX_REF; ref++)
    fixture->garden.order[ref - 1] = ref;
  show (fixture);
  look_again (fixture);
}

/* Rows that stay are the same rows, open as they were; only what changed has another serial. */
static void
test_stays (Fixture *fixture, gconstpointer unused)
{
  ShadowRow *first, *second, *button;

  plant_small (fixture);
  open_row (get_row (fixture, 0));
  settle ();
  first = get_row (fixture, 0)->children->pdata[0];
  second = get_row (fixture, 0)->children->pdata[1];
  open_row (first);
  button = first->children->pdata[0];
  fixture->garden.names[3] = "Cancel";
  fixture->garden.names[4] = "New"; /* at the end of the windows */
  show (fixture);
  look_again (fixture);
  g_assert_cmpuint (get_row (fixture, 0)->children->len, ==, 3);
  g_assert_true (get_row (fixture, 0)->children->pdata[0] == first);
  g_assert_true (first->children->pdata[0] == button);
  g_assert_cmpuint (get_serial (first->item), ==, first->serial);
  g_assert_cmpuint (get_serial (second->item), ==, second->serial);
  g_assert_cmpuint (get_serial (button->item), !=, button->serial);
  g_assert_cmpstr (pel_element_item_get_name (PEL_ELEMENT_ITEM (button->item)), ==, "Cancel");
}

/* A tree asks once whether a row can be opened: one that gets its first child is another row. */
static void
test_first_child (Fixture *fixture, gconstpointer unused)
{
  ShadowRow *second;
  guint      number;

  plant_small (fixture);
  open_row (get_row (fixture, 0));
  settle ();
  second = get_row (fixture, 0)->children->pdata[1];
  number = second->number;
  open_row (second);
  g_assert_null (second->list);
  fixture->garden.parents[4] = 2;
  fixture->garden.names[4] = "Child";
  show (fixture);
  look_again (fixture);
  second = get_row (fixture, 0)->children->pdata[1];
  g_assert_cmpuint (second->number, !=, number);
  open_row (second);
  g_assert_nonnull (second->list);
}

/* What is held of an element that has gone says so, and keeps what it was. */
static void
test_gone (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelElementItem) item = NULL;

  plant_small (fixture);
  open_row (get_row (fixture, 0));
  settle ();
  item = g_object_ref (
      PEL_ELEMENT_ITEM (((ShadowRow *) get_row (fixture, 0)->children->pdata[1])->item));
  fixture->garden.names[2] = NULL;
  show (fixture);
  look_again (fixture);
  g_assert_true (pel_element_item_is_gone (item));
  g_assert_cmpstr (pel_element_item_get_name (item), ==, "Two");
  g_assert_cmpuint (pel_element_item_get_serial (item), >, 0);
  fixture->garden.names[2] = "Two";
  show (fixture);
  look_again (fixture);
  g_assert_false (pel_element_item_is_gone (item));
  g_assert_true (((ShadowRow *) get_row (fixture, 0)->children->pdata[1])->item == G_OBJECT (item));
}

/* Elements are looked at while they are shown, and only of the programs whose they are. */
static void
test_lazy (Fixture *fixture, gconstpointer unused)
{
  PelProgramItem        *program;
  g_autoptr (GListModel) probe = NULL;
  guint                  n_looks;

  settle ();
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), ==, 1);
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "at once");
  g_assert_true (pel_snapshot_tree_model_is_loaded (fixture->model));
  program = PEL_PROGRAM_ITEM (get_row (fixture, 0)->item);
  probe = pel_program_item_list_children (program, 0);
  settle ();
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), ==, 1);
  g_assert_cmpint (pel_program_item_get_state (program), ==, PEL_PROGRAM_UNREAD);
  g_clear_object (&probe);

  open_row (get_row (fixture, 0));
  g_assert_cmpint (pel_program_item_get_state (program), ==, PEL_PROGRAM_LOADING);
  settle ();
  g_assert_cmpint (pel_program_item_get_state (program), ==, PEL_PROGRAM_READY);
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "program :1.1");
  g_assert_nonnull (pel_program_item_get_outline (program));

  close_row (get_row (fixture, 0));
  g_assert_null (pel_program_item_get_outline (program));
  g_assert_cmpint (pel_program_item_get_state (program), ==, PEL_PROGRAM_UNREAD);
  n_looks = pel_fake_element_source_get_n_looks (fixture->source);
  look_again (fixture);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), ==, n_looks + 1);
}

/* However many changes are told, it looks once at a time, and rests. */
static void
test_one_at_a_time (Fixture *fixture, gconstpointer unused)
{
  settle ();
  open_row (get_row (fixture, 0));
  settle ();
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), ==, 2);
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  for (guint i = 0; i < 5; i++)
    pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (fixture->source));
  g_assert_cmpuint (pel_fake_element_source_get_n_waiting (fixture->source), ==, 0); /* rests */
  while (pel_fake_element_source_get_n_waiting (fixture->source) == 0)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < 5; i++)
    pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (fixture->source));
  settle ();
  g_assert_cmpuint (pel_fake_element_source_get_n_waiting (fixture->source), ==, 1);
}

/* A program that comes, goes, or stops to answer. */
static void
test_programs (Fixture *fixture, gconstpointer unused)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  ShadowRow          *other;

  settle ();
  g_assert_cmpuint (fixture->shadow->len, ==, 2);
  other = get_row (fixture, 1);
  g_assert_cmpstr (pel_program_item_get_name (PEL_PROGRAM_ITEM (other->item)), ==, "Other");
  g_assert_null (pel_program_item_get_problem (PEL_PROGRAM_ITEM (other->item)));
  add_program (builder, ":1.2", "Other", FALSE);
  add_program (builder, ":1.3", "another", TRUE);
  add_program (builder, ":1.4", "zebra", TRUE);
  pel_fake_element_source_set_snapshot (fixture->source, pel_snapshot_builder_finish (builder));
  look_again (fixture);
  g_assert_cmpuint (fixture->shadow->len, ==, 3);
  g_assert_true (get_row (fixture, 1) == other);
  g_assert_cmpint (pel_program_item_get_state (PEL_PROGRAM_ITEM (other->item)),
                   ==,
                   PEL_PROGRAM_SILENT);
  g_assert_nonnull (pel_program_item_get_problem (PEL_PROGRAM_ITEM (other->item)));
  g_assert_cmpuint (get_serial (other->item), !=, other->serial);
}

/* Where the list fails, what was there stays, and the reason is told until it works again. */
static void
test_errors (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error =
      g_error_new (PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE, "no bus today");
  PelProgramItem *program;

  settle ();
  open_row (get_row (fixture, 0));
  settle ();
  program = PEL_PROGRAM_ITEM (get_row (fixture, 0)->item);
  pel_fake_element_source_set_error (fixture->source, error);
  look_again (fixture);
  g_assert_cmpuint (fixture->shadow->len, ==, 2);
  g_assert_error (pel_snapshot_tree_model_get_error (fixture->model),
                  PEL_ERROR,
                  PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_cmpstr (pel_program_item_get_problem (program), ==, "no bus today");
  show (fixture);
  look_again (fixture);
  g_assert_no_error (pel_snapshot_tree_model_get_error (fixture->model));
  g_assert_null (pel_program_item_get_problem (program));
}

/* It may be closed while it looks, whatever comes of the look. */
static void
test_closed_while_looking (Fixture *fixture, gconstpointer manner)
{
  settle ();
  open_row (get_row (fixture, 0));
  settle ();
  pel_fake_element_source_set_manner (fixture->source, GPOINTER_TO_INT (manner));
  look_again (fixture);
  g_assert_cmpuint (pel_fake_element_source_get_n_waiting (fixture->source), ==, 1);
  g_object_run_dispose (G_OBJECT (fixture->model));
  pel_fake_element_source_answer (fixture->source);
}

#define ADD(path, data, func) g_test_add (path, Fixture, data, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/inspector/tree-model/random", NULL, test_random);
  ADD ("/inspector/tree-model/stays", NULL, test_stays);
  ADD ("/inspector/tree-model/first-child", NULL, test_first_child);
  ADD ("/inspector/tree-model/gone", NULL, test_gone);
  ADD ("/inspector/tree-model/lazy", NULL, test_lazy);
  ADD ("/inspector/tree-model/one-at-a-time", NULL, test_one_at_a_time);
  ADD ("/inspector/tree-model/programs", NULL, test_programs);
  ADD ("/inspector/tree-model/errors", NULL, test_errors);
  ADD ("/inspector/tree-model/closed", GINT_TO_POINTER (PEL_FAKE_WAITS), test_closed_while_looking);
  ADD ("/inspector/tree-model/closed-stubborn",
       GINT_TO_POINTER (PEL_FAKE_STUBBORN),
       test_closed_while_looking);
  return g_test_run ();
}
