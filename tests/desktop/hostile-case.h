/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of the provider against hostile programs share: an honest program beside the
 * hostile one, looks at both, the size of the heap meanwhile, and what must be true of any
 * snapshot. */

#pragma once

#include "fixture.h"
#include "provider-case.h"

#include <malloc.h>
#include <math.h>
#include <string.h>

#define MODE(name)     "--mode", name
#define PANEL          PEL_A11Y_NODE "2"
#define MAX_NODES      100000
#define MAX_CHILDREN   10000
#define MAX_NAME_BYTES 4096
#define MAX_HEAP       (96 * 1024 * 1024)
#define TIMEOUT_MS     4000

/* Of the sanitizer, where there is one. */
extern size_t __sanitizer_get_allocated_size (const volatile void *) __attribute__ ((weak));
extern int    __sanitizer_install_malloc_and_free_hooks (void (*) (const volatile void *, size_t),
                                                         void (*) (const volatile void *))
    __attribute__ ((weak));

typedef struct
{
  PelElementSource *source;
  GDBusConnection  *bus;
  PelFixture       *hostile;
  char             *name; /* of the hostile program; (nullable) */
  PelSnapshot      *snapshot;
  gssize            heap_before;
  guint             sampler;
} Assault;

/* The honest program, one for all tests. */
static struct
{
  PelFixture       *fixture;
  char             *name;
  PelReferenceTree *walk;
} honest;

/* The live heap, and its most since it was last asked. With the sanitizer each piece is counted;
 * without, a sample now and then has to do. */
static gssize heap_live, heap_most;

static inline void
count_malloc (const volatile void *piece, size_t size)
{
  gssize live = __atomic_add_fetch (&heap_live, (gssize) size, __ATOMIC_RELAXED);

  if (live > __atomic_load_n (&heap_most, __ATOMIC_RELAXED))
    __atomic_store_n (&heap_most, live, __ATOMIC_RELAXED);
}

static inline void
count_free (const volatile void *piece)
{
  if (piece != NULL)
    __atomic_sub_fetch (&heap_live,
                        (gssize) __sanitizer_get_allocated_size (piece),
                        __ATOMIC_RELAXED);
}

static inline gboolean
sample_cb (gpointer unused)
{
  if (__sanitizer_install_malloc_and_free_hooks == NULL)
    {
      heap_live = mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
      heap_most = MAX (heap_most, heap_live);
    }
  return G_SOURCE_CONTINUE;
}

/* What must be true of every snapshot */

static inline guint
count_children (PelSnapshot *snapshot, PelElementId first)
{
  guint n = 0;

  for (; first != PEL_ELEMENT_NONE; first = pel_snapshot_get_element (snapshot, first).next_sibling)
    n++;
  return n;
}

static inline void
assert_edge (double edge)
{
  g_assert_true (isfinite (edge));
  g_assert_cmpfloat (fabs (edge), <=, PEL_COORDINATE_LIMIT);
}

static inline void
assert_sane_element (PelSnapshot *snapshot, const PelElement *element, const char *program)
{
  gboolean is_foreign = !g_str_equal (element->bus_name, program);

  g_assert_cmpuint (pel_snapshot_get_depth (snapshot, element->id), <=, PEL_ELEMENT_MAX_DEPTH);
  g_assert_cmpuint (strlen (element->name), <=, MAX_NAME_BYTES);
  g_assert_true (g_utf8_validate (element->name, -1, NULL));
  g_assert_cmpint ((element->flags & PEL_ELEMENT_IS_FOREIGN) != 0, ==, is_foreign);
  if (is_foreign)
    g_assert_cmpuint (element->first_child, ==, PEL_ELEMENT_NONE);
  if (element->flags & PEL_ELEMENT_HAS_BOUNDS)
    {
      assert_edge (element->bounds.x);
      assert_edge (element->bounds.y);
      assert_edge (element->bounds.x + element->bounds.width);
      assert_edge (element->bounds.y + element->bounds.height);
      g_assert_cmpfloat (element->bounds.width, >=, 0);
      g_assert_cmpfloat (element->bounds.height, >=, 0);
    }
  g_assert_cmpuint (count_children (snapshot, element->first_child), <=, MAX_CHILDREN);
}

static inline void
assert_sane (PelSnapshot *snapshot, const PelSnapshotProgram *program)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  PelElementId           last;

  if (program == NULL || program->root == PEL_ELEMENT_NONE)
    return;
  last = pel_snapshot_get_last_descendant (snapshot, program->root);
  g_assert_cmpuint (last - program->root + 1, <=, MAX_NODES);
  for (PelElementId id = program->root; id <= last; id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      assert_sane_element (snapshot, &element, program->bus_name);
      if (!(element.flags & PEL_ELEMENT_IS_FOREIGN))
        g_assert_true (g_hash_table_add (seen, (gpointer) element.path));
    }
}

/* The assault */

static inline void
start_honest (void)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);

  g_assert_no_error (error);
  honest.fixture = pel_fixture_start (&error, "fixture-gtk3", "--rows", "30", NULL);
  g_assert_no_error (error);
  honest.name = pel_a11y_wait_program (bus, pel_fixture_get_pid (honest.fixture), 15000);
  g_assert_nonnull (honest.name);
  honest.walk = pel_reference_walk_at_rest (bus, honest.name, SETTLE_MS);
}

static inline void
look_around (Assault *self, PelLookFlags flags)
{
  g_autofree char *difference = NULL;

  g_clear_object (&self->snapshot);
  self->snapshot = look_at_desktop (self->source, flags, TIMEOUT_MS);
  sample_cb (NULL);
  difference = compare_with_walk (self->snapshot, honest.name, honest.walk);
  if (difference != NULL)
    g_error ("The honest program is not seen in full:\n%s", difference);
  if (self->name != NULL)
    assert_sane (self->snapshot, find_program (self->snapshot, self->name));
}

static inline void
start_assault (Assault *self, const char *const *arguments)
{
  g_autoptr (GError) error = NULL;

  if (honest.fixture == NULL)
    start_honest ();
  self->bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  self->hostile = pel_fixture_startv ("fixture-hostile", arguments, &error);
  g_assert_no_error (error);
  self->name = pel_a11y_wait_program (self->bus, pel_fixture_get_pid (self->hostile), 15000);
  self->source = open_provider ();
  sample_cb (NULL);
  self->heap_before = heap_most = heap_live;
  self->sampler = g_timeout_add (5, sample_cb, NULL);
}

static inline void
end_assault (Assault *self)
{
  gssize growth = heap_most - self->heap_before;

  g_test_message ("heap grew by %zd kB", growth / 1024);
  g_source_remove (self->sampler);
  g_clear_object (&self->snapshot);
  g_clear_object (&self->source);
  g_clear_object (&self->bus);
  g_clear_pointer (&self->hostile, pel_fixture_stop);
  g_clear_pointer (&self->name, g_free);
  g_assert_cmpint (growth, <, MAX_HEAP);
}

static const PelSnapshotProgram *
get_program (Assault *self)
{
  const PelSnapshotProgram *program = find_program (self->snapshot, self->name);

  g_assert_nonnull (program);
  return program;
}

static inline PelElement
get_node (Assault *self, int number)
{
  g_autofree char *path = g_strdup_printf (PEL_A11Y_NODE "%d", number);
  PelElementId     id = pel_snapshot_find_identity (self->snapshot, self->name, path);

  if (id == PEL_ELEMENT_NONE)
    g_error ("Node %d is not there", number);
  return pel_snapshot_get_element (self->snapshot, id);
}

static inline guint
count_nodes (Assault *self)
{
  const PelSnapshotProgram *program = get_program (self);

  return program->root == PEL_ELEMENT_NONE
             ? 0
             : pel_snapshot_get_last_descendant (self->snapshot, program->root) - program->root + 1;
}

/* The program is asked one more thing, and that is in its log: all before it is there as well. */
static inline void
await_log (Assault *self)
{
  g_autoptr (GVariant) answer = pel_a11y_call (self->bus,
                                               self->name,
                                               PANEL,
                                               "Accessible",
                                               "GetLocalizedRoleName",
                                               NULL,
                                               NULL);

  g_assert_nonnull (answer);
  pel_fixture_expect (self->hostile, "call Accessible.GetLocalizedRoleName " PANEL);
}

static inline PelElementReading *
read_node (Assault *self, int number)
{
  g_autofree char         *path = g_strdup_printf (PEL_A11Y_NODE "%d", number);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  PelElementReading       *reading;
  const PelReadingRequest  request = { .bus_name = self->name,
                                       .path = path,
                                       .flags = PEL_READ_ALL,
                                       .text_end = -1,
                                       .timeout_ms = TIMEOUT_MS };

  pel_element_source_read_async (self->source, &request, NULL, provider_done_cb, &result);
  provider_await (&result, TIMEOUT_MS, "A reading");
  reading = pel_element_source_read_finish (self->source, result, &error);
  g_assert_no_error (error);
  return reading;
}

/* Runs the tests that were added, with the honest program beside them. */
static inline int
run_assaults (void)
{
  int status;

  if (!pel_fixture_is_built ("fixture-gtk3"))
    {
      g_print ("1..0 # SKIP fixture-gtk3 is not built\n");
      return 0;
    }
  if (__sanitizer_install_malloc_and_free_hooks != NULL)
    __sanitizer_install_malloc_and_free_hooks (count_malloc, count_free);
  status = g_test_run ();
  g_clear_pointer (&honest.fixture, pel_fixture_stop);
  g_clear_pointer (&honest.name, g_free);
  g_clear_pointer (&honest.walk, pel_reference_tree_free);
  return status;
}
