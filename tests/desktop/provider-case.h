/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of the provider share: the provider itself on the desktop of the environment,
 * looks that wait for their answer, and a snapshot in the form of a reference walk. */

#pragma once

#include "a11y-probe.h"
#include "config.h"
#include "reference-walk.h"

#include "services/provider/atspi-provider.h"
#if HAVE_X11
#include "services/window/x11-window-source.h"
#endif
#if HAVE_WAYLAND
#include "services/window/sway-window-source.h"
#endif

#define LOOK_TIMEOUT_MS 15000 /* what a look may take on a busy machine */
#define SETTLE_MS       60000 /* until a change has arrived */
#define POLL_MS         50

static inline PelWindowSource *
open_windows (void)
{
  g_autoptr (GError) error = NULL;
  PelWindowSource   *windows = NULL;

#if HAVE_WAYLAND
  if (g_getenv ("WAYLAND_DISPLAY") != NULL)
    windows = pel_sway_window_source_new (&error);
#endif
#if HAVE_X11
  if (windows == NULL && error == NULL)
    windows = pel_x11_window_source_new (&error);
#endif
  g_assert_no_error (error);
  return windows;
}

/* A fresh one: it knows nothing yet. */
static inline PelElementSource *
open_provider (void)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelWindowSource) windows = open_windows ();
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);

  g_assert_no_error (error);
  return PEL_ELEMENT_SOURCE (pel_atspi_provider_new (windows, session));
}

static inline void
provider_done_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static inline gboolean
provider_late_cb (gpointer what)
{
  g_error ("%s does not end", (const char *) what);
  return G_SOURCE_REMOVE;
}

/* Runs the main context until the result is there. Nobody may take much longer than they were
 * given. */
static inline void
provider_await (GAsyncResult **result, guint timeout_ms, const char *what)
{
  guint late = g_timeout_add (timeout_ms + 20000, provider_late_cb, (gpointer) what);

  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (late);
}

static inline PelSnapshot *
look (PelElementSource *source, const PelLook *wanted)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  PelSnapshot             *snapshot;

  pel_element_source_look_async (source, wanted, NULL, provider_done_cb, &result);
  provider_await (&result, wanted->timeout_ms, "A look");
  snapshot = pel_element_source_look_finish (source, result, &error);
  g_assert_no_error (error);
  return snapshot;
}

static inline PelSnapshot *
look_at_program (PelElementSource *source, const char *bus_name)
{
  return look (source,
               &(PelLook){
                   .kind = PEL_LOOK_PROGRAM, .target = bus_name, .timeout_ms = LOOK_TIMEOUT_MS });
}

static inline PelSnapshot *
look_at_desktop (PelElementSource *source, PelLookFlags flags, guint timeout_ms)
{
  return look (source,
               &(PelLook){ .kind = PEL_LOOK_DESKTOP, .flags = flags, .timeout_ms = timeout_ms });
}

/* (nullable) */
static inline const PelSnapshotProgram *
find_program (PelSnapshot *snapshot, const char *bus_name)
{
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    {
      const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, i);

      if (g_str_equal (program->bus_name, bus_name))
        return program;
    }
  return NULL;
}

static inline void
add_to_tree (PelReferenceTree *tree, PelSnapshot *snapshot, PelElementId id, guint index)
{
  PelElement   element = pel_snapshot_get_element (snapshot, id);
  PelElementId parent = pel_snapshot_get_parent (snapshot, id);
  guint        n = 0;

  pel_reference_tree_add (tree,
                          element.path,
                          parent != PEL_ELEMENT_NONE
                              ? pel_snapshot_get_element (snapshot, parent).path
                              : NULL,
                          index,
                          element.native_role,
                          element.name_source == PEL_NAMED_BY_ITSELF ? element.name : "");
  if (element.n_children > PEL_REFERENCE_MAX_CHILDREN)
    return; /* the walk does not ask for them */
  for (PelElementId child = element.first_child; child != PEL_ELEMENT_NONE;
       child = pel_snapshot_get_element (snapshot, child).next_sibling)
    add_to_tree (tree, snapshot, child, n++);
}

/* NULL if the snapshot has of this program what the walk has, otherwise the differences.
 * (transfer full) (nullable) */
static inline char *
compare_with_walk (PelSnapshot *snapshot, const char *bus_name, const PelReferenceTree *walk)
{
  const PelSnapshotProgram    *program = find_program (snapshot, bus_name);
  g_autoptr (PelReferenceTree) tree = pel_reference_tree_new (walk);

  if (program == NULL)
    return g_strdup ("the program is not there");
  if (!program->is_answering)
    return g_strdup ("the program is said not to answer");
  if (program->root != PEL_ELEMENT_NONE)
    add_to_tree (tree, snapshot, program->root, 0);
  return pel_reference_tree_compare (walk, tree);
}

static inline gboolean
provider_wake_cb (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

/* Looks again and again until @is_true of what is seen; FALSE when the time is up. */
static inline gboolean
look_until (PelElementSource *source,
            const char       *bus_name,
            gboolean (*is_true) (PelSnapshot *snapshot, gconstpointer data),
            gconstpointer data)
{
  gint64   deadline = g_get_monotonic_time () + SETTLE_MS * G_TIME_SPAN_MILLISECOND;
  guint    waker = g_timeout_add (POLL_MS, provider_wake_cb, NULL);
  gboolean done;

  for (;;)
    {
      g_autoptr (PelSnapshot) snapshot = look_at_program (source, bus_name);

      done = is_true (snapshot, data);
      if (done || g_get_monotonic_time () > deadline)
        break;
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (waker);
  return done;
}

/* The first element of this name, depth first; with an empty one where there is none. */
static inline PelElement
find_named (PelSnapshot *snapshot, const char *name)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      if (g_str_equal (element.name, name))
        return element;
    }
  return (PelElement){ .id = PEL_ELEMENT_NONE };
}
