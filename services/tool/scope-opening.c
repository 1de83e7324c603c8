/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/tool/look.h"
#include "services/tool/scope-private.h"
#include "services/window/window-finder.h"

#include <glib/gi18n.h>

/* clang-format off */
static const struct { const char *name; PelFilterFlags flag; gboolean is_default; } flag_rows[] = {
  { "interactive", PEL_FILTER_INTERACTIVE, FALSE },
  { "compact",     PEL_FILTER_COMPACT,     FALSE },
  { "visible",     PEL_FILTER_VISIBLE,     TRUE  },
};
/* clang-format on */

static const char *const lens_names[] = {
  [PEL_SCOPE_SELECTOR] = "selector",
  [PEL_SCOPE_FILTER] = "filter",
};
G_STATIC_ASSERT (G_N_ELEMENTS (lens_names) == PEL_N_SCOPE_LENSES);

/* A scope on its way. */
typedef struct
{
  GTask       *tool_task;
  PelScope    *scope;
  PelSnapshot *snapshot;
  gboolean     is_kind_given;
  gboolean     may_be_selector; /* where no window has such a title */
} Opening;

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->tool_task);
  g_clear_pointer (&opening->scope, pel_scope_free);
  g_clear_object (&opening->snapshot);
  g_free (opening);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Opening          *opening = g_task_get_task_data (task);
  GError           *error = NULL;

  opening->snapshot = pel_scope_look_finish (result, &error);
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
  opening->scope->ref = element.ref;
  look (g_steal_pointer (&task));
}

/* Takes @task. */
static void
resolve (GTask *task)
{
  Opening  *opening = g_task_get_task_data (task);
  JsonNode *target =
      json_object_get_member (pel_tool_call_get (opening->tool_task)->arguments, "target");

  opening->scope->kind = PEL_SCOPE_ELEMENT;
  pel_target_resolve_async (opening->tool_task, target, resolved_cb, task);
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
                 _ ("Activate one, or use the scope “desktop”"),
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

  if (desktop != NULL && choose_window (opening, desktop, &error))
    look (g_steal_pointer (&task));
  else if (g_error_matches (error, PEL_ERROR, PEL_ERROR_WINDOW_NOT_FOUND) &&
           opening->may_be_selector)
    {
      g_clear_error (&error);
      resolve (g_steal_pointer (&task));
    }
  else
    g_task_return_error (task, error);
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

/* More than a bare phrase: with an operator, a role or a mark. */
static gboolean
is_selector (JsonNode *target)
{
  const char             *text = json_node_get_string (target);
  g_autoptr (PelSelector) selector = pel_selector_parse (text, NULL);
  g_autofree char        *name = selector != NULL ? g_strstrip (g_strdup (text)) : NULL;
  g_autofree char        *quoted = name != NULL ? pel_selector_quote (name) : NULL;
  g_autoptr (PelSelector) phrase = quoted != NULL ? pel_selector_parse (quoted, NULL) : NULL;

  return selector != NULL && (phrase == NULL || !pel_selector_equal (selector, phrase));
}

/* Without a scope: what the target names is an element or else a window; without a target, the
 * active window. */
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
    return opening->scope->lenses[PEL_SCOPE_SELECTOR] != NULL ? PEL_SCOPE_DESKTOP
                                                              : PEL_SCOPE_ACTIVE_WINDOW;
  if (pel_target_name_is_plain (target))
    return PEL_SCOPE_ELEMENT;
  opening->may_be_selector = is_selector (target);
  return PEL_SCOPE_WINDOW;
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
                   _ ("%s: the scope “%s” requires a target"),
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
                   _ ("%s: the target of the scope “%s” must be a string"),
                   of,
                   pel_scope_names[kind]);
  else
    return TRUE;
  return FALSE;
}

static PelScope *
scope_new (PelToolCall *call, GError **error)
{
  JsonObject          *arguments = call->arguments;
  g_autoptr (PelScope) scope = g_new0 (PelScope, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (flag_rows); i++)
    if (json_object_get_boolean_member_with_default (arguments,
                                                     flag_rows[i].name,
                                                     flag_rows[i].is_default))
      scope->flags |= flag_rows[i].flag;
  scope->max_depth = json_object_get_int_member_with_default (arguments, "max_depth", 0);
  for (guint i = 0; i < PEL_N_SCOPE_LENSES; i++)
    {
      const char *selector =
          json_object_get_string_member_with_default (arguments, lens_names[i], NULL);

      if (selector != NULL)
        scope->lenses[i] = pel_lens_new (selector, call->context->facts, call->caller.purse, error);
      if (selector != NULL && scope->lenses[i] == NULL)
        return NULL;
    }
  return g_steal_pointer (&scope);
}

/* The element with the ref that the target is; without a target, all of it. */
static gboolean
aim_at_kept (Opening *opening, PelToolCall *call, GError **error)
{
  JsonNode                 *target = json_object_get_member (call->arguments, "target");
  g_autoptr (PelTargetName) name = NULL;
  PelElementId              id;
  PelElement                element;

  opening->scope->kind = PEL_SCOPE_DESKTOP;
  if (target == NULL)
    return TRUE;
  name = pel_target_name_parse (target, call->tool->name, error);
  if (name == NULL)
    return FALSE;
  id = name->kind == PEL_TARGET_REF ? pel_snapshot_find_ref (opening->snapshot, name->ref)
                                    : PEL_ELEMENT_NONE;
  if (id == PEL_ELEMENT_NONE)
    {
      pel_set_error (error,
                     PEL_ERROR_ELEMENT_NOT_FOUND,
                     _ ("Use a ref of that snapshot as the target"),
                     _ ("The snapshot “%s” has no element “%s”"),
                     pel_snapshot_get_id (opening->snapshot),
                     name->given);
      return FALSE;
    }
  element = pel_snapshot_get_element (opening->snapshot, id);
  opening->scope->kind = PEL_SCOPE_ELEMENT;
  opening->scope->target = g_strdup (element.bus_name);
  opening->scope->path = g_strdup (element.path);
  opening->scope->ref = element.ref;
  return TRUE;
}

/* Shows a stored snapshot again: no program is asked, and nothing is searched in it. */
static gboolean
open_kept (Opening *opening, PelToolCall *call, const char *snapshot_id, GError **error)
{
  if (call->caller.snapshots != NULL)
    opening->snapshot =
        pel_snapshot_store_find (call->caller.snapshots, snapshot_id, g_get_monotonic_time ());
  if (opening->snapshot == NULL)
    pel_set_error (error,
                   PEL_ERROR_ELEMENT_NOT_FOUND,
                   _ ("Take a new snapshot"),
                   _ ("The snapshot “%s” is unknown or has expired"),
                   snapshot_id);
  else if (json_object_has_member (call->arguments, "selector") ||
           json_object_has_member (call->arguments, "scope"))
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   NULL,
                   _ ("%s: snapshot_id cannot be used with a selector or a scope"),
                   call->tool->name);
  else
    return aim_at_kept (opening, call, error);
  return FALSE;
}

void
pel_scope_open_async (GTask *task, GAsyncReadyCallback callback, gpointer data)
{
  PelToolCall      *call = pel_tool_call_get (task);
  g_autoptr (GTask) own = g_task_new (NULL, g_task_get_cancellable (task), callback, data);
  Opening          *opening = g_new0 (Opening, 1);
  GError           *error = NULL;
  const char       *snapshot_id =
      json_object_get_string_member_with_default (call->arguments, "snapshot_id", NULL);

  g_task_set_source_tag (own, pel_scope_open_async);
  g_task_set_task_data (own, opening, (GDestroyNotify) opening_free);
  opening->tool_task = g_object_ref (task);
  opening->scope = scope_new (call, &error);
  if (opening->scope != NULL && snapshot_id != NULL)
    {
      if (open_kept (opening, call, snapshot_id, &error))
        g_task_return_boolean (own, TRUE);
      else
        g_task_return_error (own, error);
      return;
    }
  if (opening->scope != NULL)
    {
      opening->scope->kind = choose_kind (opening, call->arguments);
      check_target (opening->scope->kind, call->arguments, call->tool->name, &error);
    }
  if (error != NULL)
    {
      g_task_return_error (own, error);
      return;
    }
  switch (opening->scope->kind)
    {
    case PEL_SCOPE_ELEMENT:
      resolve (g_steal_pointer (&own));
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
