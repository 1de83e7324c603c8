/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/look.h"
#include "services/tool/spot-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField arguments[] = {
  { "from",    PEL_FIELD_TARGET,  PEL_FIELD_REQUIRED, N_ ("Start: an element (same syntax as target) or a point (120,45)") },
  { "to",      PEL_FIELD_TARGET,  PEL_FIELD_REQUIRED, N_ ("End: an element or a point") },
  { "button",  PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("left (default), middle or right"), .choices = pel_button_names },
  PEL_TARGET_FIRST_FIELD,
  PEL_SPOT_ACT_FIELDS,
  { NULL },
};
/* clang-format on */

typedef enum
{
  END_FROM,
  END_TO,
  N_ENDS
} DragEnd;

/* Both ends are found one after the other, and are both asked about. */
typedef struct
{
  GTask           *task; /* the tool's own; holds this */
  PelActionContext context;
  PelTargetName   *names[N_ENDS];
  char            *selector; /* (nullable) of where it begins */
  PelAim          *aim;      /* until it is handed on */
  PelNativePoint   points[N_ENDS];
  JsonObject      *begin; /* (nullable) what the answer says about where it begins */
} DragCall;

static const char *const end_names[] = { "from", "to" };

static void resolve_end (GTask *resolving, DragEnd end);

static void
drag_call_free (DragCall *self)
{
  for (guint i = 0; i < N_ENDS; i++)
    g_clear_pointer (&self->names[i], pel_target_name_free);
  g_clear_pointer (&self->aim, pel_aim_free);
  g_clear_pointer (&self->begin, json_object_unref);
  g_free (self->selector);
  g_free (self);
}

/* The log records both ends. */
static void
add_end (PelAim *from, const PelAim *to)
{
  g_autoptr (GList) members = json_object_get_members (from->json);
  JsonObject       *json = json_object_new ();

  for (GList *link = members; link != NULL; link = link->next)
    json_object_set_member (json, link->data, json_object_dup_member (from->json, link->data));
  json_object_set_object_member (json, "to", json_object_ref (to->json));
  json_object_unref (from->json);
  from->json = json;
}

/* (nullable) */
static PelWindow *
get_window (const PelAim *aim)
{
  return aim->snapshot != NULL ? pel_snapshot_find_window (aim->snapshot, aim->id) : aim->window;
}

/* Takes @aim and @error. */
static void
take_end (GTask *resolving, DragEnd end, PelAim *aim, GError *error)
{
  DragCall    *self = g_task_get_task_data (resolving);
  PelToolCall *call = pel_tool_call_get (self->task);

  if (aim == NULL)
    {
      g_task_return_error (resolving, error);
      return;
    }
  if (end == END_FROM)
    {
      self->aim = aim;
      self->begin = g_steal_pointer (&call->resolved_target);
      resolve_end (resolving, END_TO);
      return;
    }
  g_clear_pointer (&call->resolved_target, json_object_unref);
  call->resolved_target = g_steal_pointer (&self->begin);
  self->aim->next = aim;
  add_end (self->aim, aim);
  g_task_return_pointer (resolving, g_steal_pointer (&self->aim), (GDestroyNotify) pel_aim_free);
}

static DragEnd
get_end (const DragCall *self)
{
  return self->aim == NULL ? END_FROM : END_TO;
}

static void
element_found_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)     resolving = user_data;
  DragCall             *self = g_task_get_task_data (resolving);
  DragEnd               end = get_end (self);
  GError               *error = NULL;
  g_autoptr (PelTarget) target = pel_target_resolve_finish (result, &error);
  PelAim               *aim = NULL;

  /* the start is located again, with its window in front */
  if (target != NULL &&
      !pel_snapshot_find_click_point (target->snapshot, target->id, &self->points[end]) &&
      end == END_TO)
    pel_set_error (&error,
                   PEL_ERROR_OBSCURED,
                   NULL,
                   _ ("%s: the pointer cannot reach the element"),
                   end_names[end]);
  else if (target != NULL)
    {
      JsonObject *json = pel_tool_call_get (self->task)->resolved_target;

      aim = pel_aim_new (target->snapshot, target->id, json);
      aim->confidence = json_object_get_double_member (json, "confidence");
      aim->found_by = pel_target_get_found_by (target);
    }
  take_end (resolving, end, aim, error);
}

/* (transfer full) */
static JsonObject *
describe_point (PelPhysicalPoint point, PelWindow *window)
{
  JsonObject          *json = json_object_new ();
  const PelWindowInfo *info = pel_window_get_info (window);

  json_object_set_string_member (json, "window_id", info->id);
  pel_json_set_string_or_null (json, "window", info->title);
  pel_json_set_string_or_null (json, "app", info->app);
  json_object_set_int_member (json, "pid", info->pid);
  json_object_set_int_member (json, "x", point.x);
  json_object_set_int_member (json, "y", point.y);
  return json;
}

static void
desktop_seen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)      resolving = user_data;
  DragCall              *self = g_task_get_task_data (resolving);
  DragEnd                end = get_end (self);
  PelPhysicalPoint       point = self->names[end]->point;
  GError                *error = NULL;
  g_autoptr (PelDesktop) desktop =
      pel_window_source_query_finish (PEL_WINDOW_SOURCE (source), result, &error);
  PelWindow *window;
  PelAim    *aim = NULL;

  if (desktop != NULL && pel_monitor_layout_to_native (pel_desktop_get_layout (desktop),
                                                       point,
                                                       &self->points[end],
                                                       &error))
    {
      window = pel_desktop_find_window_at (desktop, self->points[end]);
      if (window == NULL)
        pel_set_error (&error,
                       PEL_ERROR_WINDOW_NOT_FOUND,
                       NULL,
                       _ ("There is no window at %d,%d"),
                       point.x,
                       point.y);
      else
        {
          g_autoptr (JsonObject) json = describe_point (point, window);

          aim = pel_aim_new_for_window (window, json);
        }
    }
  take_end (resolving, end, aim, error);
}

static void
resolve_end (GTask *resolving, DragEnd end)
{
  DragCall    *self = g_task_get_task_data (resolving);
  PelToolCall *call = pel_tool_call_get (self->task);

  if (self->names[end]->kind == PEL_TARGET_POINT)
    pel_window_source_query_async (call->context->windows,
                                   g_task_get_cancellable (self->task),
                                   desktop_seen_cb,
                                   g_object_ref (resolving));
  else
    pel_target_resolve_name_async (self->task,
                                   pel_target_name_copy (self->names[end]),
                                   element_found_cb,
                                   g_object_ref (resolving));
}

static void
resolve_async (gpointer data, GAsyncReadyCallback callback, gpointer user_data)
{
  DragCall         *self = data;
  g_autoptr (GTask) resolving =
      g_task_new (NULL, g_task_get_cancellable (self->task), callback, user_data);

  g_task_set_source_tag (resolving, resolve_async);
  g_task_set_task_data (resolving, self, NULL);
  resolve_end (resolving, END_FROM);
}

static PelAim *
resolve_finish (gpointer data, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Doing it */

static void
drag_element (DragCall           *self,
              const PelAim       *aim,
              const PelTerms     *terms,
              GCancellable       *cancellable,
              GAsyncReadyCallback callback,
              gpointer            user_data)
{
  PelElement element = pel_snapshot_get_element (aim->snapshot, aim->id);

  pel_action_run_async (&self->context,
                        &(PelAction){
                            .bus_name = element.bus_name,
                            .path = element.path,
                            .verb = PEL_VERB_DRAG,
                            .name = element.name,
                            .native_role = element.native_role,
                            .fallback = TRUE,
                            .button = pel_button_read (pel_tool_call_get (self->task)->arguments),
                            .to = self->points[END_TO],
                            .drop = get_window (aim->next),
                            .own_since = terms->own_since,
                            .timeout_ms = terms->timeout_ms,
                            .dry_run = terms->dry_run },
                        cancellable,
                        callback,
                        user_data);
}

static void
act_async (gpointer            data,
           const PelAim       *aim,
           const PelTerms     *terms,
           GCancellable       *cancellable,
           GAsyncReadyCallback callback,
           gpointer            user_data)
{
  DragCall              *self = data;
  g_autoptr (PelGesture) gesture = NULL;

  if (aim->snapshot != NULL)
    {
      drag_element (self, aim, terms, cancellable, callback, user_data);
      return;
    }
  gesture = pel_gesture_new ();
  pel_gesture_drag (gesture,
                    pel_button_read (pel_tool_call_get (self->task)->arguments),
                    self->points[END_FROM],
                    self->points[END_TO]);
  pel_spot_act_run_async (&self->context,
                          &(PelSpotAct){ .gesture = gesture,
                                         .window = aim->window,
                                         .drop = get_window (aim->next),
                                         .deed = "drag",
                                         .verb = PEL_VERB_DRAG,
                                         .own_since = terms->own_since,
                                         .timeout_ms = terms->timeout_ms,
                                         .dry_run = terms->dry_run },
                          cancellable,
                          callback,
                          user_data);
}

static PelActionOutcome *
act_finish (gpointer data, GAsyncResult *result, GError **error)
{
  if (g_async_result_is_tagged (result, pel_spot_act_run_async))
    return pel_spot_act_run_finish (result, error);
  return pel_action_run_finish (result, error);
}

static gboolean
read_names (DragCall *self, PelToolCall *call, GError **error)
{
  for (guint i = 0; i < N_ENDS; i++)
    {
      self->names[i] =
          pel_target_name_parse (json_object_get_member (call->arguments, end_names[i]),
                                 end_names[i],
                                 error);
      if (self->names[i] == NULL)
        return FALSE;
    }
  self->selector = g_strdup (self->names[END_FROM]->selector);
  return TRUE;
}

static void
run (GTask *task)
{
  PelToolCall *call = pel_tool_call_get (task);
  DragCall    *self;
  GError      *error = NULL;
  gboolean     has_point;

  if (call->context->elements == NULL)
    {
      pel_look_fail_for_task (task);
      return;
    }
  self = g_new0 (DragCall, 1);
  self->task = task;
  self->context = pel_act_call_get_context (call);
  if (!read_names (self, call, &error))
    {
      drag_call_free (self);
      g_task_return_error (task, error);
      return;
    }
  has_point = self->names[END_FROM]->kind == PEL_TARGET_POINT ||
              self->names[END_TO]->kind == PEL_TARGET_POINT;
  if (call->context->input != NULL)
    call->driver = pel_input_get_driver (call->context->input);
  pel_act_call_run_errand (task,
                           &(PelErrand){
                               .access = has_point ? PEL_ACCESS_COORDINATES : PEL_ACCESS_ACT,
                               .kind = has_point ? PEL_ACTION_CLICK_XY : PEL_ACTION_CLICK,
                               .selector = self->selector,
                               .driver = call->driver != NULL ? call->driver->name : NULL,
                               .resolve_async = resolve_async,
                               .resolve_finish = resolve_finish,
                               .act_async = act_async,
                               .act_finish = act_finish,
                               .data = self,
                           },
                           (GDestroyNotify) drag_call_free);
}

const PelTool pel_tool_drag = {
  .name = "ui_drag",
  .summary = N_ ("Drag with the pointer from one element or point to another"),
  .arguments = arguments,
  .run = run,
  PEL_ACT_TOOL,
};
