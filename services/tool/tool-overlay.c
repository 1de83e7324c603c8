/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/desktop-json.h"
#include "services/tool/look.h"
#include "services/tool/overlay-check.h"
#include "services/tool/tools.h"
#include "services/window/window-finder.h"

#include <glib/gi18n.h>

static const char *const action_names[] = { "on", "off", "show", "status", NULL };

static const char *const scope_names[] = {
  [PEL_REGIONS_OF_ACTIVE_WINDOW] = "active_window",
  [PEL_REGIONS_OF_WINDOW] = "window",
  [PEL_REGIONS_OF_APP] = "app",
  [PEL_REGIONS_OF_DESKTOP] = "desktop",
  [PEL_N_REGION_SCOPES] = NULL,
};

/* clang-format off */
static const PelField arguments[] = {
  { "action",      PEL_FIELD_STRING,  PEL_FIELD_POSITIONAL, N_ ("Show the overlay, hide it, show it over something else, or report its status (default)"), .choices = action_names },
  { "scope",       PEL_FIELD_STRING,  PEL_FIELD_POSITIONAL, N_ ("What to number (default: the active window)"), .choices = scope_names },
  { "target",      PEL_FIELD_STRING,  PEL_FIELD_POSITIONAL, N_ ("Window (id or part of the title) or program (part of the name)") },
  { "interactive", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL,   N_ ("Number only interactive elements (default: yes)") },
  { NULL },
};

static const PelField result[] = {
  { "shown",       PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether numbers are shown") },
  { "scope",       PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("What is numbered") },
  { "target",      PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Window or program") },
  { "interactive", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Whether only interactive elements are numbered") },
  { "n_regions",   PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("How many elements are numbered") },
  { "problem",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Why nothing can be shown") },
  { NULL },
};

static const PelColumn columns[] = {
  { "shown",       N_ ("Shown")       },
  { "scope",       N_ ("Scope")       },
  { "target",      N_ ("Target")      },
  { "interactive", N_ ("Interactive") },
  { "n_regions",   N_ ("Regions")     },
  { "problem",     N_ ("Problem")     },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_FIELDS, NULL, NULL, columns, NULL },
  { 0 },
};
/* clang-format on */

static const char *
get_action (GTask *task)
{
  return json_object_get_string_member_with_default (pel_tool_call_get (task)->arguments,
                                                     "action",
                                                     "status");
}

/* @problem (nullable) is taken. */
static void
return_state (GTask *task, GError *problem)
{
  const PelToolContext *context = pel_tool_call_get (task)->context;
  const PelRegionScope *scope =
      context->tracker != NULL ? pel_region_tracker_get_scope (context->tracker) : NULL;
  JsonObject *data = json_object_new ();

  json_object_set_boolean_member (data, "shown", scope != NULL && problem == NULL);
  pel_json_set_string_or_null (data, "scope", scope != NULL ? scope_names[scope->kind] : NULL);
  pel_json_set_string_or_null (data, "target", scope != NULL ? scope->target : NULL);
  if (scope != NULL)
    json_object_set_boolean_member (data, "interactive", scope->choice == PEL_REGIONS_INTERACTIVE);
  if (scope != NULL && pel_region_tracker_is_ready (context->tracker))
    json_object_set_int_member (data,
                                "n_regions",
                                pel_region_registry_get_list (context->regions)->regions->len);
  if (problem != NULL)
    json_object_set_string_member (data, "problem", problem->message);
  g_clear_error (&problem);
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

/* Some scopes need a target, of others it would be a mistake. */
static gboolean
check_target (PelRegionScopeKind kind, const char *target, GError **error)
{
  gboolean is_needed = kind == PEL_REGIONS_OF_WINDOW || kind == PEL_REGIONS_OF_APP;

  if (is_needed == (target != NULL))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 is_needed ? _ ("%s: the scope “%s” requires a target")
                           : _ ("%s: the scope “%s” takes no target"),
                 "overlay",
                 scope_names[kind]);
  return FALSE;
}

static gboolean
read_scope (JsonObject *call_arguments, PelRegionScope *ret_scope, GError **error)
{
  const char *name =
      json_object_get_string_member_with_default (call_arguments, "scope", scope_names[0]);
  const char *target = json_object_get_string_member_with_default (call_arguments, "target", NULL);
  PelRegionScopeKind kind = 0;

  while (!g_str_equal (scope_names[kind], name))
    kind++; /* the schema lets no other through */
  if (!check_target (kind, target, error))
    return FALSE;
  ret_scope->kind = kind;
  ret_scope->target = target;
  ret_scope->choice =
      json_object_get_boolean_member_with_default (call_arguments, "interactive", TRUE)
          ? PEL_REGIONS_INTERACTIVE
          : PEL_REGIONS_ALL;
  return TRUE;
}

/* A window is shown by its id from then on, whatever its title becomes. */
static gboolean
name_window (PelRegionScope *scope, PelDesktop *desktop, GError **error)
{
  guint index;

  if (scope->kind != PEL_REGIONS_OF_WINDOW)
    return TRUE;
  if (!pel_window_finder_find (desktop, scope->target, &index, error))
    return FALSE;
  scope->target = pel_window_get_info (pel_desktop_get_window (desktop, index))->id;
  return TRUE;
}

/* Who draws finds out at once whether that works. */
static gboolean
show (const PelToolContext *context, PelDesktop *desktop, PelRegionScope *scope, GError **error)
{
  pel_region_registry_set_obstacle (context->regions, NULL);
  if (!pel_overlay_check (context, desktop, error) || !name_window (scope, desktop, error))
    return FALSE;
  pel_region_tracker_show (context->tracker, scope);
  if (pel_overlay_check (context, desktop, error))
    return TRUE;
  pel_region_tracker_hide (context->tracker);
  return FALSE;
}

static void
queried_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)      task = user_data;
  const PelToolContext  *context = pel_tool_call_get (task)->context;
  GError                *error = NULL;
  g_autoptr (PelDesktop) desktop = pel_desktop_query_for_task_finish (task, async_result, &error);
  PelRegionScope         scope;

  if (desktop == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (g_str_equal (get_action (task), "status"))
    {
      pel_overlay_check (context, desktop, &error);
      return_state (task, error);
    }
  else if (read_scope (pel_tool_call_get (task)->arguments, &scope, &error) &&
           show (context, desktop, &scope, &error))
    return_state (task, NULL);
  else
    g_task_return_error (task, error);
}

static void
run (GTask *task)
{
  const PelToolContext *context = pel_tool_call_get (task)->context;

  if (context->tracker == NULL)
    pel_look_fail_for_task (task);
  else if (g_str_equal (get_action (task), "off"))
    {
      pel_region_tracker_hide (context->tracker);
      return_state (task, NULL);
    }
  else
    pel_desktop_query_for_task (g_object_ref (task), queried_cb);
}

const PelTool pel_tool_overlay = {
  .name = "overlay",
  .summary = N_ ("Show numbers over interactive elements until turned off"),
  .tool_class = PEL_TOOL_ADMIN,
  .offers = PEL_OFFER_PEOPLE,
  .timeout_ms = 10000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
