/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/look.h"
#include "services/tool/scope-private.h"

const char *const pel_scope_names[] = {
  "desktop", "active_window", "window", "app", "element", NULL
};
G_STATIC_ASSERT (G_N_ELEMENTS (pel_scope_names) == PEL_N_SCOPES + 1);

/* clang-format off */
static const PelLookKind look_kinds[] = {
  [PEL_SCOPE_DESKTOP]       = PEL_LOOK_DESKTOP,
  [PEL_SCOPE_ACTIVE_WINDOW] = PEL_LOOK_WINDOW,
  [PEL_SCOPE_WINDOW]        = PEL_LOOK_WINDOW,
  [PEL_SCOPE_APP]           = PEL_LOOK_APP,
  [PEL_SCOPE_ELEMENT]       = PEL_LOOK_PROGRAM,
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (look_kinds) == PEL_N_SCOPES);

void
pel_scope_free (PelScope *self)
{
  g_free (self->target);
  g_free (self->path);
  for (guint i = 0; i < PEL_N_SCOPE_LENSES; i++)
    g_clear_pointer (&self->lenses[i], pel_lens_free);
  g_free (self);
}

/* A look on its way. */
typedef struct
{
  PelScope    *scope;
  GTask       *tool_task;
  PelSnapshot *snapshot;
  guint        n_focused; /* of the lenses */
} Looking;

static void
looking_free (Looking *looking)
{
  g_object_unref (looking->tool_task);
  g_clear_object (&looking->snapshot);
  g_free (looking);
}

static void focus (GTask *task);

static void
focused_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (pel_lens_focus_finish (result, &error))
    focus (g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/* Takes @task. One lens after the other. */
static void
focus (GTask *task)
{
  Looking *looking = g_task_get_task_data (task);
  PelLens *lens = NULL;

  while (lens == NULL && looking->n_focused < PEL_N_SCOPE_LENSES)
    lens = looking->scope->lenses[looking->n_focused++];
  if (lens != NULL)
    {
      pel_lens_focus_async (lens, looking->tool_task, looking->snapshot, focused_cb, task);
      return;
    }
  g_task_return_pointer (task, g_steal_pointer (&looking->snapshot), g_object_unref);
  g_object_unref (task);
}

static void
seen_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Looking          *looking = g_task_get_task_data (task);
  GError           *error = NULL;

  looking->snapshot = pel_look_for_task_finish (result, &error);
  if (looking->snapshot != NULL)
    focus (g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

void
pel_scope_look_async (PelScope *self, GTask *task, GAsyncReadyCallback callback, gpointer data)
{
  PelLook  wanted = { .kind = look_kinds[self->kind], .target = self->target };
  GTask   *own = g_task_new (NULL, g_task_get_cancellable (task), callback, data);
  Looking *looking = g_new0 (Looking, 1);

  looking->scope = self;
  looking->tool_task = g_object_ref (task);
  g_task_set_source_tag (own, pel_scope_look_async);
  g_task_set_task_data (own, looking, (GDestroyNotify) looking_free);
  pel_look_for_task_async (task, &wanted, seen_cb, own);
}

PelSnapshot *
pel_scope_look_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_scope_look_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

PelScopeKind
pel_scope_get_kind (const PelScope *self)
{
  return self->kind;
}

PelWindow *
pel_scope_find_window (const PelScope *self, PelSnapshot *snapshot)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);

  if (look_kinds[self->kind] != PEL_LOOK_WINDOW || desktop == NULL)
    return NULL;
  return pel_desktop_find_window (desktop, self->target);
}

static void
add_filter (const PelScope *self, GArray *filters, PelElementId root)
{
  PelSnapshotFilter filter = { root, self->flags, self->max_depth };

  g_array_append_val (filters, filter);
}

static gboolean
is_below (PelSnapshot *snapshot, PelElementId id, PelElementId root)
{
  return id >= root && id <= pel_snapshot_get_last_descendant (snapshot, root);
}

/* The window's own tree, and those of its program's open menus that are not part of it. */
static void
add_window (const PelScope *self, PelSnapshot *snapshot, GArray *filters)
{
  PelDesktop  *desktop = pel_snapshot_get_desktop (snapshot);
  PelWindow   *window = pel_scope_find_window (self, snapshot);
  PelElementId main_root;
  pid_t        pid;
  guint        index;

  if (window == NULL)
    return;
  index = pel_desktop_get_window_index (desktop, window);
  main_root = pel_snapshot_find_window_root (snapshot, index);
  if (main_root == PEL_ELEMENT_NONE)
    return;
  add_filter (self, filters, main_root);
  pid = pel_window_get_info (window)->pid;
  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));
      PelElementId         root = pel_snapshot_find_window_root (snapshot, i);

      if (i != index && info->pid == pid && pid != 0 && root != PEL_ELEMENT_NONE &&
          (info->states & PEL_WINDOW_UNMANAGED) != 0 && !is_below (snapshot, root, main_root))
        add_filter (self, filters, root);
    }
}

/* (transfer full): of PelSnapshotFilter, whatever the selector says. */
static GArray *
get_trees (const PelScope *self, PelSnapshot *snapshot)
{
  GArray      *filters = g_array_new (FALSE, FALSE, sizeof (PelSnapshotFilter));
  PelElementId id;

  switch (self->kind)
    {
    case PEL_SCOPE_ACTIVE_WINDOW:
    case PEL_SCOPE_WINDOW:
      add_window (self, snapshot, filters);
      break;
    case PEL_SCOPE_ELEMENT:
      id = pel_snapshot_find_identity (snapshot, self->target, self->path);
      if (id != PEL_ELEMENT_NONE && pel_snapshot_get_ref (snapshot, id) == self->ref)
        add_filter (self, filters, id);
      break;
    default:
      add_filter (self, filters, PEL_ELEMENT_NONE);
    }
  return filters;
}

static gboolean
is_in_trees (PelSnapshot *snapshot, PelElementId id, const GArray *trees)
{
  for (guint i = 0; i < trees->len; i++)
    {
      PelElementId root = g_array_index (trees, PelSnapshotFilter, i).scope;

      if (root == PEL_ELEMENT_NONE || is_below (snapshot, id, root))
        return TRUE;
    }
  return FALSE;
}

GArray *
pel_scope_get_filters (const PelScope *self, PelSnapshot *snapshot)
{
  g_autoptr (GArray) trees = get_trees (self, snapshot);
  g_autoptr (GArray) matches = NULL;
  GArray            *filters;
  PelElementId       last = PEL_ELEMENT_NONE; /* what was added reaches up to this one */

  if (self->lenses[PEL_SCOPE_SELECTOR] == NULL)
    return g_steal_pointer (&trees);
  filters = g_array_new (FALSE, FALSE, sizeof (PelSnapshotFilter));
  matches = pel_lens_dup_matches (self->lenses[PEL_SCOPE_SELECTOR], snapshot);
  for (guint i = 0; i < matches->len; i++)
    {
      PelElementId id = g_array_index (matches, PelElementId, i);

      if (id <= last || !is_in_trees (snapshot, id, trees))
        continue;
      add_filter (self, filters, id);
      last = pel_snapshot_get_last_descendant (snapshot, id);
    }
  return filters;
}

const PelLens *
pel_scope_get_lens (const PelScope *self, PelScopeLens which)
{
  return self->lenses[which];
}

gboolean
pel_scope_is_bare (const PelScope *self, PelSnapshot *snapshot)
{
  g_autoptr (GArray) trees = get_trees (self, snapshot);

  return trees->len == 0 && pel_scope_find_window (self, snapshot) != NULL;
}

/* (transfer full): one byte an element, by id: 1 where it is shown. */
static guint8 *
mark_shown (const PelScope *self, PelSnapshot *snapshot)
{
  guint8            *shown = g_new0 (guint8, pel_snapshot_get_n_elements (snapshot) + 1);
  g_autoptr (GArray) filters = pel_scope_get_filters (self, snapshot);

  for (guint i = 0; i < filters->len; i++)
    {
      g_autoptr (GArray) kept =
          pel_snapshot_filter_apply (&g_array_index (filters, PelSnapshotFilter, i), snapshot);

      for (guint k = 0; k < kept->len; k++)
        shown[g_array_index (kept, PelKeptElement, k).id] = 1;
    }
  return shown;
}

PelSnapshotDiff *
pel_scope_diff (const PelScope *self, PelSnapshot *before, PelSnapshot *after)
{
  PelSnapshotDiff   *diff = pel_snapshot_diff_new (before, after);
  g_autofree guint8 *shown_before = mark_shown (self, before);
  g_autofree guint8 *shown_after = mark_shown (self, after);

  pel_snapshot_diff_keep (diff, shown_before, shown_after);
  return diff;
}
