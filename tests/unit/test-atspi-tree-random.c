/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tree against a model of it that is too simple to be wrong. */

#include "services/provider/atspi-tree.h"

#include "services/element/snapshot.h"

#define ROOT    PEL_NODE_ROOT
#define N_STEPS 400
#define N_PATHS 60
#define N_SEEDS 6

/* A node of the model. */
typedef struct Thing Thing;
struct Thing
{
  char      *path;
  gboolean   is_foreign;
  Thing     *parent;
  GPtrArray *children; /* owned */
  PelNodeId  id;       /* what the tree calls it */
  guint32    serial;
};

typedef struct
{
  PelAtspiTree *tree;
  Thing        *root;
  GRand        *rand;
  GHashTable   *serials; /* all that ever were */
} World;

static void
thing_free (gpointer data)
{
  Thing *self = data;

  g_ptr_array_unref (self->children);
  g_free (self->path);
  g_free (self);
}

static Thing *
thing_new (Thing *parent, const char *path, gboolean is_foreign)
{
  Thing *self = g_new0 (Thing, 1);

  self->path = g_strdup (path);
  self->is_foreign = is_foreign;
  self->parent = parent;
  self->children = g_ptr_array_new_with_free_func (thing_free);
  return self;
}

static guint
thing_depth (const Thing *self)
{
  return self->parent == NULL ? 0 : thing_depth (self->parent) + 1;
}

static guint
thing_height (const Thing *self)
{
  guint height = 0;

  for (guint i = 0; i < self->children->len; i++)
    {
      guint below = thing_height (self->children->pdata[i]) + 1;

      height = MAX (height, below);
    }
  return height;
}

static gboolean
thing_is_above (const Thing *self, const Thing *other)
{
  return other != NULL && (self == other || thing_is_above (self, other->parent));
}

static void
list_all (Thing *self, GPtrArray *all)
{
  g_ptr_array_add (all, self);
  for (guint i = 0; i < self->children->len; i++)
    list_all (self->children->pdata[i], all);
}

static GPtrArray *
list_world (World *world)
{
  GPtrArray *all = g_ptr_array_new ();

  list_all (world->root, all);
  return all;
}

static Thing *
find_own (World *world, const char *path)
{
  g_autoptr (GPtrArray) all = list_world (world);

  for (guint i = 0; i < all->len; i++)
    {
      Thing *thing = all->pdata[i];

      if (!thing->is_foreign && g_str_equal (thing->path, path))
        return thing;
    }
  return NULL;
}

static Thing *
choose (World *world)
{
  g_autoptr (GPtrArray) all = list_world (world);

  return all->pdata[g_rand_int_range (world->rand, 0, all->len)];
}

static char *
choose_path (World *world)
{
  return g_strdup_printf ("/%d", g_rand_int_range (world->rand, 0, N_PATHS));
}

/* Steps, each done to both */

static void
learn (World *world, Thing *thing, PelNodeId id)
{
  thing->id = id;
  thing->serial = pel_atspi_tree_get (world->tree, id)->serial;
  g_assert_true (g_hash_table_add (world->serials, GUINT_TO_POINTER (thing->serial)));
}

static void
step_add (World *world)
{
  Thing           *parent = choose (world);
  g_autofree char *path = choose_path (world);
  gboolean         is_foreign = g_rand_int_range (world->rand, 0, 8) == 0;
  guint            index = g_rand_int_range (world->rand, 0, parent->children->len + 2);
  PelNodeId        id =
      pel_atspi_tree_add (world->tree, parent->id, index, is_foreign ? ":1.9" : NULL, path);
  Thing *thing;

  if ((!is_foreign && find_own (world, path) != NULL) || parent->is_foreign ||
      thing_depth (parent) >= PEL_ELEMENT_MAX_DEPTH)
    {
      g_assert_cmpuint (id, ==, PEL_NODE_NONE);
      return;
    }
  g_assert_cmpuint (id, !=, PEL_NODE_NONE);
  thing = thing_new (parent, path, is_foreign);
  g_ptr_array_insert (parent->children, MIN (index, parent->children->len), thing);
  learn (world, thing, id);
}

static void
step_remove (World *world)
{
  Thing *thing = choose (world);

  if (thing == world->root || thing_height (thing) > 10)
    return;
  pel_atspi_tree_remove (world->tree, thing->id);
  g_ptr_array_remove (thing->parent->children, thing);
}

static void
step_rename (World *world)
{
  Thing           *thing = choose (world);
  g_autofree char *path = choose_path (world);

  if (thing->is_foreign || find_own (world, path) != NULL)
    return;
  pel_atspi_tree_rename (world->tree, thing->id, path);
  g_free (thing->path);
  thing->path = g_strdup (path);
}

static Thing *
steal (Thing *thing)
{
  guint index;

  g_assert_true (g_ptr_array_find (thing->parent->children, thing, &index));
  return g_ptr_array_steal_index (thing->parent->children, index);
}

static void
adopt (Thing *parent, Thing *thing)
{
  if (thing->parent == parent || thing->parent == NULL || thing_is_above (thing, parent) ||
      thing_depth (parent) + 1 + thing_height (thing) > PEL_ELEMENT_MAX_DEPTH)
    return;
  steal (thing);
  thing->parent = parent;
  g_ptr_array_add (parent->children, thing);
}

static void
model_children (Thing *parent, GPtrArray *wanted)
{
  GPtrArray *ordered = g_ptr_array_new_with_free_func (thing_free);

  for (guint i = 0; i < wanted->len; i++)
    adopt (parent, wanted->pdata[i]);
  for (guint i = 0; i < wanted->len; i++)
    if (((Thing *) wanted->pdata[i])->parent == parent &&
        !g_ptr_array_find (ordered, wanted->pdata[i], NULL))
      g_ptr_array_add (ordered, steal (wanted->pdata[i]));
  g_ptr_array_unref (parent->children);
  parent->children = ordered;
}

static void
step_children (World *world)
{
  Thing                *parent = choose (world);
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  g_autoptr (GArray)    ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  int                   n_others = g_rand_int_range (world->rand, 0, 4);

  if (parent->is_foreign)
    return;
  for (guint i = 0; i < parent->children->len; i++)
    if (g_rand_int_range (world->rand, 0, 5) > 0)
      g_ptr_array_insert (wanted,
                          g_rand_int_range (world->rand, 0, wanted->len + 1),
                          parent->children->pdata[i]);
  for (int i = 0; i < n_others; i++)
    g_ptr_array_insert (wanted, g_rand_int_range (world->rand, 0, wanted->len + 1), choose (world));
  for (guint i = 0; i < wanted->len; i++)
    g_array_append_val (ids, ((Thing *) wanted->pdata[i])->id);
  pel_atspi_tree_set_children (world->tree, parent->id, (PelNodeId *) ids->data, ids->len);
  model_children (parent, wanted);
}

/* What must always be so */

static void
check_thing (World *world, const Thing *thing, guint index)
{
  const PelAtspiNode *node = pel_atspi_tree_get (world->tree, thing->id);

  g_assert_nonnull (node);
  g_assert_cmpstr (node->path, ==, thing->path);
  g_assert_cmpuint (node->serial, ==, thing->serial);
  g_assert_cmpuint (node->parent, ==, thing->parent == NULL ? 0 : thing->parent->id);
  g_assert_cmpuint (node->index, ==, index);
  g_assert_cmpuint (node->depth, ==, thing_depth (thing));
  g_assert_cmpuint (node->n_listed, ==, thing->children->len);
  g_assert_cmpint ((node->flags & PEL_NODE_IS_FOREIGN) != 0, ==, thing->is_foreign);
  if (!thing->is_foreign)
    g_assert_cmpuint (pel_atspi_tree_find (world->tree, thing->path), ==, thing->id);
  for (guint i = 0; i < thing->children->len; i++)
    {
      const Thing *child = thing->children->pdata[i];

      g_assert_cmpuint (node->children[i], ==, child->id);
      check_thing (world, child, i);
    }
}

static void
check_world (World *world)
{
  g_autoptr (GPtrArray) all = list_world (world);
  PelNodeId             id = ROOT;
  guint                 n_rows = 0;

  check_thing (world, world->root, 0);
  g_assert_cmpuint (pel_atspi_tree_get_n_nodes (world->tree), ==, all->len);
  for (guint i = 0; i < all->len; i++)
    {
      g_assert_cmpuint (id, ==, ((Thing *) all->pdata[i])->id);
      id = pel_atspi_tree_next (world->tree, id, ROOT);
    }
  g_assert_cmpuint (id, ==, PEL_NODE_NONE);
  for (id = 0; id < pel_atspi_tree_get_end (world->tree); id++)
    n_rows += pel_atspi_tree_get (world->tree, id) != NULL;
  g_assert_cmpuint (n_rows, ==, all->len);
  for (guint i = 0; i < N_PATHS; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", i);

      g_assert_cmpint (pel_atspi_tree_find (world->tree, path) != PEL_NODE_NONE,
                       ==,
                       find_own (world, path) != NULL);
    }
}

/* Nearly as deep as can be, so that the last levels are reached by chance. */
static void
grow_chain (World *world)
{
  Thing *parent = world->root;

  for (guint i = 0; i < PEL_ELEMENT_MAX_DEPTH - 4; i++)
    {
      g_autofree char *path = g_strdup_printf ("/chain/%u", i);
      Thing           *thing = thing_new (parent, path, FALSE);

      g_ptr_array_add (parent->children, thing);
      learn (world, thing, pel_atspi_tree_add (world->tree, parent->id, 0, NULL, path));
      parent = thing;
    }
}

static void
run (guint32 seed, gboolean is_deep)
{
  static void (*const steps[]) (World * world) = { step_add,      step_add,    step_add,
                                                   step_children, step_remove, step_rename };
  World world = { pel_atspi_tree_new ("/r"),
                  thing_new (NULL, "/r", FALSE),
                  g_rand_new_with_seed (seed),
                  g_hash_table_new (NULL, NULL) };

  g_test_message ("seed %u", seed);
  learn (&world, world.root, ROOT);
  if (is_deep)
    grow_chain (&world);
  for (guint i = 0; i < N_STEPS; i++)
    {
      steps[g_rand_int_range (world.rand, 0, G_N_ELEMENTS (steps))](&world);
      if (!is_deep || i % 8 == 0)
        check_world (&world);
    }
  check_world (&world);
  pel_atspi_tree_free (world.tree);
  thing_free (world.root);
  g_rand_free (world.rand);
  g_hash_table_unref (world.serials);
}

static void
test_fixed (gconstpointer is_deep)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    run (seed, is_deep != NULL);
}

static void
test_random (gconstpointer is_deep)
{
  for (guint i = 0; i < 4; i++)
    run ((guint32) g_test_rand_int (), is_deep != NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/atspi-tree-random/fixed/bushy", NULL, test_fixed);
  g_test_add_data_func ("/atspi-tree-random/fixed/deep", "deep", test_fixed);
  g_test_add_data_func ("/atspi-tree-random/random/bushy", NULL, test_random);
  g_test_add_data_func ("/atspi-tree-random/random/deep", "deep", test_random);
  return g_test_run ();
}
