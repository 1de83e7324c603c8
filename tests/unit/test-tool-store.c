/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/tool/snapshot-store.h"

/* A snapshot of @n_elements, each with a name of 4 kB that no other has. */
static PelSnapshot *
make_snapshot (guint number, guint n_elements)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();

  pel_snapshot_builder_set_id (builder, number);
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.1",
                                                           .is_answering = TRUE });
  for (guint i = 0; i < n_elements; i++)
    {
      g_autofree char *filler = g_strnfill (4000, 'x');
      g_autofree char *name = g_strdup_printf ("%u%s", i, filler);
      g_autofree char *path = g_strdup_printf ("/%u", i);
      PelElement       element = { .name = name, .bus_name = ":1.1", .path = path };

      pel_snapshot_builder_add (builder, &element);
    }
  return pel_snapshot_builder_finish (builder);
}

static void
add (PelSnapshotStore *store, const char *owner, guint number, guint n_elements, gint64 now)
{
  g_autoptr (PelSnapshot) snapshot = make_snapshot (number, n_elements);

  pel_snapshot_store_add (store, owner, snapshot, now);
}

static gboolean
has (PelSnapshotStore *store, const char *id, gint64 now)
{
  g_autoptr (PelSnapshot) snapshot = pel_snapshot_store_find (store, id, now);

  return snapshot != NULL;
}

static void
test_number (void)
{
  g_autoptr (PelSnapshotStore) store = pel_snapshot_store_new ();

  add (store, ":1.9", 100, 0, 0);
  for (guint i = 1; i <= 17; i++)
    add (store, ":1.2", i, 0, i);
  g_assert_false (has (store, "s1", 20));
  for (guint i = 2; i <= 17; i++)
    {
      g_autofree char *id = g_strdup_printf ("s%u", i);

      g_assert_true (has (store, id, 20));
    }
  g_assert_true (has (store, "s100", 20)); /* another's */
  g_assert_false (has (store, "s18", 20));
  g_assert_false (has (store, "", 20));
}

static void
test_age (void)
{
  g_autoptr (PelSnapshotStore) store = pel_snapshot_store_new ();

  add (store, ":1.2", 1, 1, 0);
  add (store, ":1.2", 2, 1, 1000);
  g_assert_true (has (store, "s1", PEL_SNAPSHOT_STORE_AGE));
  g_assert_false (has (store, "s1", PEL_SNAPSHOT_STORE_AGE + 1));
  g_assert_true (has (store, "s2", PEL_SNAPSHOT_STORE_AGE + 1));
  g_assert_cmpuint (pel_snapshot_store_get_n_snapshots (store), ==, 1);
}

/* What is shown again is as young as the last time. */
static void
test_again (void)
{
  g_autoptr (PelSnapshotStore) store = pel_snapshot_store_new ();
  g_autoptr (PelSnapshot)      snapshot = make_snapshot (1, 1);

  pel_snapshot_store_add (store, ":1.2", snapshot, 0);
  add (store, ":1.2", 2, 1, 1);
  pel_snapshot_store_add (store, ":1.3", snapshot, 2);
  g_assert_cmpuint (pel_snapshot_store_get_n_snapshots (store), ==, 2);
  g_assert_true (has (store, "s1", PEL_SNAPSHOT_STORE_AGE + 2));
  g_assert_false (has (store, "s2", PEL_SNAPSHOT_STORE_AGE + 2));
}

/* One that two were shown stays for the first, whatever the second sees, and counts once. */
static void
test_shared (void)
{
  g_autoptr (PelSnapshotStore) store = pel_snapshot_store_new ();
  g_autoptr (PelSnapshot)      snapshot = make_snapshot (100, 10);

  pel_snapshot_store_add (store, ":1.2", snapshot, 0);
  pel_snapshot_store_add (store, ":1.3", snapshot, 1);
  g_assert_cmpuint (pel_snapshot_store_get_bytes (store), ==, pel_snapshot_get_bytes (snapshot));
  for (guint i = 1; i <= 16; i++)
    add (store, ":1.3", i, 0, 1 + i);
  g_assert_true (has (store, "s100", 20));
  for (guint i = 17; i <= 31; i++)
    add (store, ":1.2", i, 0, 1 + i);
  g_assert_true (has (store, "s100", 40));
  add (store, ":1.2", 32, 0, 40);
  g_assert_false (has (store, "s100", 40));
}

/* However many are shown it: those that were shown it last have it. */
static void
test_many_owners (void)
{
  g_autoptr (PelSnapshotStore) store = pel_snapshot_store_new ();
  g_autoptr (PelSnapshot)      snapshot = make_snapshot (1, 1);

  add (store, ":1.0", 2, 1, 0);
  for (guint i = 1; i <= PEL_SNAPSHOT_STORE_ENTRIES; i++)
    {
      g_autofree char *owner = g_strdup_printf (":1.%u", i);

      pel_snapshot_store_add (store, owner, snapshot, i);
    }
  g_assert_false (has (store, "s2", PEL_SNAPSHOT_STORE_ENTRIES));
  g_assert_true (has (store, "s1", PEL_SNAPSHOT_STORE_ENTRIES));
  g_assert_cmpuint (pel_snapshot_store_get_bytes (store), ==, pel_snapshot_get_bytes (snapshot));
}

/* Room for four of six: the oldest go. One that is too large by itself is all there is. */
static void
test_size (void)
{
  g_autoptr (PelSnapshot)      one = make_snapshot (99, 10);
  gsize                        max_bytes = 4 * pel_snapshot_get_bytes (one) + 1000;
  g_autoptr (PelSnapshotStore) store = pel_snapshot_store_new_sized (max_bytes);

  for (guint i = 1; i <= 6; i++)
    add (store, i % 2 ? ":1.2" : ":1.3", i, 10, i);
  g_assert_cmpuint (pel_snapshot_store_get_bytes (store), <=, max_bytes);
  g_assert_cmpuint (pel_snapshot_store_get_n_snapshots (store), ==, 4);
  g_assert_false (has (store, "s2", 10));
  g_assert_true (has (store, "s3", 10));
  g_assert_true (has (store, "s6", 10));
  add (store, ":1.2", 7, 100, 7);
  g_assert_cmpuint (pel_snapshot_store_get_n_snapshots (store), ==, 1);
  g_assert_true (has (store, "s7", 10));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool-store/number", test_number);
  g_test_add_func ("/tool-store/age", test_age);
  g_test_add_func ("/tool-store/again", test_again);
  g_test_add_func ("/tool-store/shared", test_shared);
  g_test_add_func ("/tool-store/many-owners", test_many_owners);
  g_test_add_func ("/tool-store/size", test_size);
  return g_test_run ();
}
