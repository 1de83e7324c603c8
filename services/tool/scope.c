/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/scope.h"

#include "services/base/error.h"
#include "services/tool/desktop-json.h"
#include "services/tool/look.h"
#include "services/tool/target.h"
#include "services/window/window-finder.h"

#include <glib/gi18n.h>

struct _PelScope
{
  PelScopeKind   kind;
  char          *target; /* (nullable) window id, part of a program's name, or bus name */
  char          *path;   /* (nullable) of an element */
  PelFilterFlags flags;
  guint          max_depth;
};

const char *const pel_scope_names[] = {
  "desktop", "active_window", "window", "app", "element", NULL
};
G_STATIC_ASSERT (G_N_ELEMENTS (pel_scope_names) == PEL_N_SCOPES + 1);

/* clang-format off */
static const struct { const char *name; PelFilterFlags flag; gboolean is_default; } flag_rows[] = {
  { "interactive", PEL_FILTER_INTERACTIVE, FALSE },
  { "compact",     PEL_FILTER_COMPACT,     FALSE },
  { "visible",     PEL_FILTER_VISIBLE,     TRUE  },
};

static const PelLookKind look_kinds[] = {
  [PEL_SCOPE_DESKTOP]       = PEL_LOOK_DESKTOP,
  [PEL_SCOPE_ACTIVE_WINDOW] = PEL_LOOK_WINDOW,
  [PEL_SCOPE_WINDOW]        = PEL_LOOK_WINDOW,
  [PEL_SCOPE_APP]           = PEL_LOOK_APP,
  [PEL_SCOPE_ELEMENT]       = PEL_LOOK_PROGRAM,
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (look_kinds) == PEL_N_SCOPES);

/* A scope on its way. */
typedef struct
{
  GTask       *tool_task;
  PelScope    *scope;
  PelSnapshot *snapshot;
  gboolean     is_kind_given;
} Opening;

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->tool_task);
  g_clear_pointer (&opening->scope, pel_scope_free);
  g_clear_object (&opening->snapshot);
  g_free (opening);
}

void
pel_scope_free (PelScope *self)
{
  g_free (self->target);
  g_free (self->path);
  g_free (self);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Opening          *opening = g_task_get_task_data (task);
  GError           *error = NULL;

  opening->snapshot = pel_look_for_task_finish (result, &error);
  if (opening->snapshot == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  pel_look_keep_for_task (opening->tool_task, opening->snapshot);
  g_task_return_boolean (task, TRUE);
}

/* Takes @task. */
static void
look (GTask *task)
{
  Opening *opening = g_task_get_task_data (task);

  pel_scope_look_async (opening->scope, opening->tool_task, looked_cb, task);
}

static void
resolved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)     task = user_data;
  Opening              *opening = g_task_get_task_data (task);
  GError               *error = NULL;
  g_autoptr (PelTarget) target = pel_target_resolve_finish (result, &error);
  PelElement            element;

  if (target == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  element = pel_snapshot_get_element (target->snapshot, target->id);
  opening->scope->target = g_strdup (element.bus_name);
  opening->scope->path = g_strdup (element.path);
  opening->snapshot = g_object_ref (target->snapshot);
  g_task_return_boolean (task, TRUE);
}

static gboolean
choose_active_window (Opening *opening, PelDesktop *desktop, GError **error)
{
  PelWindow *active = pel_desktop_find_active (desktop);

  if (active != NULL)
    {
      opening->scope->target = g_strdup (pel_window_get_info (active)->id);
      return TRUE;
    }
  if (!opening->is_kind_given)
    {
      opening->scope->kind = PEL_SCOPE_DESKTOP;
      return TRUE;
    }
  pel_set_error (error,
                 PEL_ERROR_WINDOW_NOT_FOUND,
                 _ ("Activate one, or take the scope desktop"),
                 _ ("No window is active"));
  return FALSE;
}

static gboolean
choose_window (Opening *opening, PelDesktop *desktop, GError **error)
{
  JsonObject *arguments = pel_tool_call_get (opening->tool_task)->arguments;
  guint       index;

  if (opening->scope->kind == PEL_SCOPE_ACTIVE_WINDOW)
    return choose_active_window (opening, desktop, error);
  if (!pel_window_finder_find (desktop,
                               json_object_get_string_member (arguments, "target"),
                               &index,
                               error))
    return FALSE;
  opening->scope->target =
      g_strdup (pel_window_get_info (pel_desktop_get_window (desktop, index))->id);
  return TRUE;
}

static void
queried_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)      task = user_data;
  Opening               *opening = g_task_get_task_data (task);
  GError                *error = NULL;
  g_autoptr (PelDesktop) desktop =
      pel_window_source_query_finish (PEL_WINDOW_SOURCE (source), result, &error);

  if (desktop == NULL || !choose_window (opening, desktop, &error))
    g_task_return_error (task, error);
  else
    look (g_steal_pointer (&task));
}

/* Takes @task. */
static void
open_window (GTask *task)
{
  Opening              *opening = g_task_get_task_data (task);
  const PelToolContext *context = pel_tool_call_get (opening->tool_task)->context;

  if (context->windows != NULL)
    {
      pel_window_source_query_async (context->windows,
                                     g_task_get_cancellable (task),
                                     queried_cb,
                                     task);
      return;
    }
  if (opening->is_kind_given)
    {
      g_task_return_error (task, pel_tool_context_dup_windows_error (context));
      g_object_unref (task);
      return;
    }
  opening->scope->kind = PEL_SCOPE_DESKTOP;
  look (task);
}

/* Without a word about the scope: what is named is an element or else a window; where nothing is
 * named, the active window. */
static PelScopeKind
choose_kind (Opening *opening, JsonObject *arguments)
{
  const char *name = json_object_get_string_member_with_default (arguments, "scope", NULL);
  JsonNode   *target = json_object_get_member (arguments, "target");

  opening->is_kind_given = name != NULL || target != NULL;
  for (guint i = 0; name != NULL && i < PEL_N_SCOPES; i++)
    if (g_str_equal (pel_scope_names[i], name))
      return i;
  if (target == NULL)
    return PEL_SCOPE_ACTIVE_WINDOW;
  return pel_target_is_element (target) ? PEL_SCOPE_ELEMENT : PEL_SCOPE_WINDOW;
}

/* Some scopes need a target, of others it would be a mistake. */
static gboolean
check_target (PelScopeKind kind, JsonObject *arguments, const char *of, GError **error)
{
  gboolean is_needed = kind >= PEL_SCOPE_WINDOW;
  gboolean is_given = json_object_has_member (arguments, "target");

  if (is_needed && !is_given)
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   NULL,
                   _ ("%s: the scope “%s” needs a target"),
                   of,
                   pel_scope_names[kind]);
  else if (!is_needed && is_given)
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   NULL,
                   _ ("%s: the scope “%s” takes no target"),
                   of,
                   pel_scope_names[kind]);
  else if (is_given && kind != PEL_SCOPE_ELEMENT &&
           JSON_NODE_HOLDS_OBJECT (json_object_get_member (arguments, "target")))
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   NULL,
                   _ ("%s: the target of the scope “%s” must be a text"),
                   of,
                   pel_scope_names[kind]);
  else
    return TRUE;
  return FALSE;
}

static PelScope *
scope_new (JsonObject *arguments)
{
  PelScope *scope = g_new0 (PelScope, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (flag_rows); i++)
    if (json_object_get_boolean_member_with_default (arguments,
                                                     flag_rows[i].name,
                                                     flag_rows[i].is_default))
      scope->flags |= flag_rows[i].flag;
  scope->max_depth = json_object_get_int_member_with_default (arguments, "max_depth", 0);
  return scope;
}

void
pel_scope_open_async (GTask *task, GAsyncReadyCallback callback, gpointer data)
{
  PelToolCall      *call = pel_tool_call_get (task);
  g_autoptr (GTask) own = g_task_new (NULL, g_task_get_cancellable (task), callback, data);
  Opening          *opening = g_new0 (Opening, 1);
  GError           *error = NULL;

  g_task_set_source_tag (own, pel_scope_open_async);
  g_task_set_task_data (own, opening, (GDestroyNotify) opening_free);
  opening->tool_task = g_object_ref (task);
  opening->scope = scope_new (call->arguments);
  opening->scope->kind = choose_kind (opening, call->arguments);
  if (!check_target (opening->scope->kind, call->arguments, call->tool->name, &error))
    {
      g_task_return_error (own, error);
      return;
    }
  switch (opening->scope->kind)
    {
    case PEL_SCOPE_ELEMENT:
      pel_target_resolve_async (task,
                                json_object_get_member (call->arguments, "target"),
                                resolved_cb,
                                g_steal_pointer (&own));
      return;
    case PEL_SCOPE_ACTIVE_WINDOW:
    case PEL_SCOPE_WINDOW:
      open_window (g_steal_pointer (&own));
      return;
    default:
      opening->scope->target =
          g_strdup (json_object_get_string_member_with_default (call->arguments, "target", NULL));
      look (g_steal_pointer (&own));
    }
}

PelScope *
pel_scope_open_finish (GAsyncResult *result, PelSnapshot **ret_snapshot, GError **error)
{
  Opening *opening = g_task_get_task_data (G_TASK (result));

  g_return_val_if_fail (g_async_result_is_tagged (result, pel_scope_open_async), NULL);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  *ret_snapshot = g_steal_pointer (&opening->snapshot);
  return g_steal_pointer (&opening->scope);
}

void
pel_scope_look_async (PelScope *self, GTask *task, GAsyncReadyCallback callback, gpointer data)
{
  PelLook wanted = { .kind = look_kinds[self->kind], .target = self->target };

  pel_look_for_task_async (task, &wanted, callback, data);
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

GArray *
pel_scope_get_filters (const PelScope *self, PelSnapshot *snapshot)
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
      if (id != PEL_ELEMENT_NONE)
        add_filter (self, filters, id);
      break;
    default:
      add_filter (self, filters, PEL_ELEMENT_NONE);
    }
  return filters;
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

static void
keep_shown (GArray *ids, const guint8 *shown)
{
  guint n_kept = 0;

  for (guint i = 0; i < ids->len; i++)
    if (shown[g_array_index (ids, PelElementId, i)])
      g_array_index (ids, PelElementId, n_kept++) = g_array_index (ids, PelElementId, i);
  g_array_set_size (ids, n_kept);
}

PelSnapshotDiff *
pel_scope_diff (const PelScope *self, PelSnapshot *before, PelSnapshot *after)
{
  PelSnapshotDiff   *diff = pel_snapshot_diff_new (before, after);
  g_autofree guint8 *shown_before = mark_shown (self, before);
  g_autofree guint8 *shown_after = mark_shown (self, after);
  guint              n_kept = 0;

  keep_shown (diff->added, shown_after);
  keep_shown (diff->removed, shown_before);
  for (guint i = 0; i < diff->changed->len; i++)
    {
      PelChangedElement row = g_array_index (diff->changed, PelChangedElement, i);

      if (shown_before[row.before] || shown_after[row.after])
        g_array_index (diff->changed, PelChangedElement, n_kept++) = row;
    }
  g_array_set_size (diff->changed, n_kept);
  return diff;
}
