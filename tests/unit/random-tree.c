/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-tree.h"

/* clang-format off */
static const char *const names[] = { "", "OK", "Cancel", "Zoë \"quoted\"", "two\nlines", "漢字", "\xff" };
/* clang-format on */

RandomTree *
random_tree_new (guint max_elements)
{
  RandomTree *self = g_new0 (RandomTree, 1);
  guint8     *depths;

  self->n_elements = g_test_rand_int_range (0, max_elements + 1);
  self->n_programs = g_test_rand_int_range (1, 4);
  self->parents = g_new0 (guint, self->n_elements + 1);
  depths = g_new0 (guint8, self->n_elements + 1);
  for (guint i = 1; i <= self->n_elements; i++)
    {
      guint parent = g_test_rand_int_range (0, 8) == 0 ? 0 : g_test_rand_int_range (0, i);

      if (depths[parent] < PEL_ELEMENT_MAX_DEPTH)
        {
          self->parents[i] = parent;
          depths[i] = parent == 0 ? 0 : depths[parent] + 1;
        }
    }
  g_free (depths);
  return self;
}

void
random_tree_free (RandomTree *self)
{
  g_free (self->parents);
  g_free (self);
}

PelElement
random_element (void)
{
  guint native_role = g_test_rand_int_range (0, PEL_N_NATIVE_ROLES + 3);

  return (PelElement){
    .n_children = g_test_rand_int_range (0, 10),
    .native_role = native_role,
    .role = pel_role_from_atspi (native_role),
    .states = pel_states_from_words (g_test_rand_int (), g_test_rand_int ()),
    .interfaces = g_test_rand_int_range (0, 1 << PEL_N_INTERFACES),
    .flags = g_test_rand_int_range (0, 16),
    .name = names[g_test_rand_int_range (0, G_N_ELEMENTS (names))],
    .bounds = { g_test_rand_int_range (-50, 300),
                g_test_rand_int_range (-50, 300),
                g_test_rand_int_range (-5, 120),
                g_test_rand_int_range (-5, 120) },
  };
}

PelSnapshot *
random_tree_build (const RandomTree *self)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();

  for (guint i = 0; i < self->n_programs; i++)
    {
      g_autofree char *bus_name = g_strdup_printf (RANDOM_TREE_BUS, i);

      pel_snapshot_builder_add_program (builder,
                                        &(PelSnapshotProgram){ .bus_name = bus_name,
                                                               .is_answering = i != 1 });
    }
  for (guint i = 1; i <= self->n_elements; i++)
    {
      PelElement       element = random_element ();
      g_autofree char *bus_name = NULL;
      g_autofree char *path = g_strdup_printf ("/%u", i);

      element.program = i % self->n_programs;
      bus_name = g_strdup_printf (RANDOM_TREE_BUS, element.program);
      element.bus_name = bus_name;
      element.path = path;
      element.ref = i;
      element.parent = self->parents[i];
      g_assert_cmpuint (pel_snapshot_builder_add (builder, &element), ==, i);
    }
  return pel_snapshot_builder_finish (builder);
}
