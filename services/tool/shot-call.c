/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/shot-call.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/pipeline/pipeline.h"
#include "services/tool/act-call.h"
#include "services/tool/look.h"
#include "services/window/window-finder.h"

#include <glib/gi18n.h>

typedef enum
{
  SHOT_FULLSCREEN,
  SHOT_MONITOR,
  SHOT_WINDOW,
  SHOT_REGION,
  SHOT_ELEMENT,
  N_SHOT_MODES
} ShotMode;

const char *const pel_shot_modes[] = {
  "fullscreen", "monitor", "window", "region", "element", NULL
};
G_STATIC_ASSERT (G_N_ELEMENTS (pel_shot_modes) == N_SHOT_MODES + 1);

/* Which arguments name what: the first that is given decides, unless the mode is said. */
/* clang-format off */
static const struct { const char *argument; ShotMode mode; } namings[] = {
  { "target",       SHOT_ELEMENT },
  { "x",            SHOT_REGION  },
  { "y",            SHOT_REGION  },
  { "width",        SHOT_REGION  },
  { "height",       SHOT_REGION  },
  { "window_id",    SHOT_WINDOW  },
  { "window_title", SHOT_WINDOW  },
  { "monitor",      SHOT_MONITOR },
};
/* clang-format on */

/* The data of an errand. */
typedef struct
{
  GTask         *task; /* the tool's own; holds this */
  PelShotWish    wish;
  PelPhotoStudio studio;
  ShotMode       mode;
  PelTargetName *name;     /* of an element */
  char          *selector; /* (nullable) */
  char          *window_id;
  PelNativeRect  window_bounds;  /* of an element's window, when it was seen */
  PelNativeRect  element_bounds; /* then */
  JsonObject    *answer;         /* (nullable) once it is made */
} ShotCall;

static void
shot_call_free (ShotCall *self)
{
  g_clear_pointer (&self->name, pel_target_name_free);
  g_clear_pointer (&self->answer, json_object_unref);
  g_free (self->selector);
  g_free (self->window_id);
  g_free (self);
}

/* What is meant */

static gboolean
read_mode (ShotCall *self, JsonObject *arguments, GError **error)
{
  const char *mode = json_object_get_string_member_with_default (arguments, "mode", NULL);

  for (guint i = 0; i < N_SHOT_MODES; i++)
    if (g_strcmp0 (mode, pel_shot_modes[i]) == 0)
      self->mode = i;
  for (gsize i = 0; i < G_N_ELEMENTS (namings); i++)
    {
      if (!json_object_has_member (arguments, namings[i].argument))
        continue;
      if (mode == NULL)
        {
          self->mode = namings[i].mode;
          mode = pel_shot_modes[self->mode];
        }
      if (namings[i].mode == self->mode)
        continue;
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     /* Translators: an argument and a mode, as in “monitor” and “window” */
                     _ ("“%s” cannot be used with the mode “%s”"),
                     namings[i].argument,
                     mode);
      return FALSE;
    }
  return TRUE;
}

/* What each mode cannot do without. */
static gboolean
check_needs (const ShotCall *self, JsonObject *arguments, GError **error)
{
  static const char *const needs[N_SHOT_MODES][5] = {
    [SHOT_MONITOR] = { "monitor" },
    [SHOT_REGION] = { "x", "y", "width", "height" },
    [SHOT_ELEMENT] = { "target" },
  };

  for (gsize i = 0; needs[self->mode][i] != NULL; i++)
    if (!json_object_has_member (arguments, needs[self->mode][i]))
      {
        pel_set_error (error,
                       PEL_ERROR_INVALID_ARGUMENT,
                       NULL,
                       _ ("“%s” is required for the mode “%s”"),
                       needs[self->mode][i],
                       pel_shot_modes[self->mode]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
read_name (ShotCall *self, PelToolCall *call, GError **error)
{
  if (self->mode != SHOT_ELEMENT)
    return TRUE;
  self->name = pel_target_name_parse (json_object_get_member (call->arguments, "target"),
                                      call->tool->name,
                                      error);
  if (self->name != NULL && self->name->kind == PEL_TARGET_SELECTOR)
    self->selector = g_strdup (self->name->selector);
  return self->name != NULL;
}

/* Finding it */

static void
resolve_async (gpointer data, GAsyncReadyCallback callback, gpointer user_data)
{
  ShotCall *self = data;

  if (self->mode == SHOT_ELEMENT)
    pel_target_resolve_name_async (self->task,
                                   pel_target_name_copy (self->name),
                                   callback,
                                   user_data);
  else if (self->studio.windows == NULL)
    {
      g_autoptr (GTask) nothing = g_task_new (NULL, NULL, callback, user_data);

      g_task_return_boolean (nothing, TRUE);
    }
  else
    pel_window_source_query_async (self->studio.windows,
                                   g_task_get_cancellable (self->task),
                                   callback,
                                   user_data);
}

static gboolean
check_place (PelSnapshot *snapshot, PelElementId id, GError **error)
{
  PelElementFlags flags = pel_snapshot_get_flags (snapshot, id);

  if ((flags & PEL_ELEMENT_HAS_BOUNDS) != 0 && (flags & PEL_ELEMENT_IS_VISIBLE) != 0)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_NOT_VISIBLE,
                 _ ("Scroll it into view, or capture its window"),
                 (flags & PEL_ELEMENT_HAS_BOUNDS) != 0
                     ? _ ("The element “%s” is hidden or off screen")
                     : _ ("The position of the element “%s” is unknown"),
                 pel_snapshot_get_name (snapshot, id));
  return FALSE;
}

static PelAim *
resolve_element (ShotCall *self, GAsyncResult *result, GError **error)
{
  PelToolCall          *call = pel_tool_call_get (self->task);
  g_autoptr (PelTarget) target = pel_target_resolve_finish (result, error);
  PelWindow            *window;
  PelAim               *aim;

  if (target == NULL || !check_place (target->snapshot, target->id, error))
    return NULL;
  window = pel_snapshot_find_window (target->snapshot, target->id);
  self->element_bounds = pel_snapshot_get_element (target->snapshot, target->id).bounds;
  if (window != NULL)
    {
      self->window_id = g_strdup (pel_window_get_info (window)->id);
      self->window_bounds = pel_window_get_info (window)->bounds;
    }
  aim = pel_aim_new (target->snapshot, target->id, call->resolved_target);
  aim->confidence =
      json_object_get_double_member_with_default (call->resolved_target, "confidence", 1);
  aim->found_by = pel_target_get_found_by (target);
  return aim;
}

/* (nullable): NULL with the error. */
static PelWindow *
find_window (PelDesktop *desktop, JsonObject *arguments, GError **error)
{
  const PelWindowQuery query = {
    .id = json_object_get_string_member_with_default (arguments, "window_id", NULL),
    .title = json_object_get_string_member_with_default (arguments, "window_title", NULL),
  };
  guint      index;
  PelWindow *active = pel_desktop_find_active (desktop);

  if (query.id != NULL || query.title != NULL)
    return pel_window_finder_search (desktop, &query, &index, error)
               ? pel_desktop_get_window (desktop, index)
               : NULL;
  if (active == NULL)
    pel_set_error (error,
                   PEL_ERROR_WINDOW_NOT_FOUND,
                   _ ("Specify window_id or window_title"),
                   _ ("No window is active"));
  return active;
}

static JsonObject *
make_window_json (PelWindow *window)
{
  const PelWindowInfo *info = pel_window_get_info (window);
  JsonObject          *json = json_object_new ();

  json_object_set_string_member (json, "window_id", info->id);
  json_object_set_string_member (json, "window", info->title);
  pel_json_set_string_or_null (json, "app", info->app);
  json_object_set_int_member (json, "pid", info->pid);
  return json;
}

static PelAim *
resolve_finish (gpointer data, GAsyncResult *result, GError **error)
{
  ShotCall              *self = data;
  PelToolCall           *call = pel_tool_call_get (self->task);
  g_autoptr (PelDesktop) desktop = NULL;
  g_autoptr (JsonObject) json = NULL;
  PelWindow             *window;

  if (self->mode == SHOT_ELEMENT)
    return resolve_element (self, result, error);
  if (self->studio.windows == NULL)
    return pel_aim_new_for_window (NULL, NULL);
  desktop = pel_window_source_query_finish (self->studio.windows, result, error);
  if (desktop == NULL)
    return NULL;
  if (self->mode != SHOT_WINDOW)
    return pel_aim_new_for_window (NULL, NULL);
  window = find_window (desktop, call->arguments, error);
  if (window == NULL)
    return NULL;
  self->window_id = g_strdup (pel_window_get_info (window)->id);
  json = make_window_json (window);
  return pel_aim_new_for_window (window, json);
}

/* Pointing the camera at it. */

static gboolean
aim_at_monitor (ShotCall *self, PelDesktop *desktop, PelShot *shot, GError **error)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  const char             *name =
      json_object_get_string_member (pel_tool_call_get (self->task)->arguments, "monitor");
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char      *list = NULL;
  g_autofree char      *hint = NULL;

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (layout, i);

      shot->rect = monitor->physical;
      if (g_str_equal (monitor->name, name))
        return TRUE;
      g_ptr_array_add (names, (gpointer) monitor->name);
    }
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (", ", (char **) names->pdata);
  hint = g_strdup_printf (_ ("Use one of: %s"), list);
  pel_set_error (error, PEL_ERROR_INVALID_ARGUMENT, hint, _ ("No monitor matches “%s”"), name);
  return FALSE;
}

static gboolean
aim_at_desktop (ShotCall *self, PelDesktop *desktop, PelShot *shot, GError **error)
{
  shot->rect = pel_monitor_layout_get_bounds (pel_desktop_get_layout (desktop));
  return TRUE;
}

static gboolean
aim_at_region (ShotCall *self, PelDesktop *desktop, PelShot *shot, GError **error)
{
  JsonObject             *arguments = pel_tool_call_get (self->task)->arguments;
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);

  shot->rect = (PelPhysicalRect){ (int) json_object_get_int_member (arguments, "x"),
                                  (int) json_object_get_int_member (arguments, "y"),
                                  (int) json_object_get_int_member (arguments, "width"),
                                  (int) json_object_get_int_member (arguments, "height") };
  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelPhysicalRect part =
          pel_physical_rect_intersect (&pel_monitor_layout_get_monitor (layout, i)->physical,
                                       &shot->rect);

      if (!pel_physical_rect_is_empty (&part))
        return TRUE;
    }
  pel_set_error (error,
                 PEL_ERROR_OUT_OF_BOUNDS,
                 _ ("See “pellucid monitors” for the bounds of each monitor"),
                 _ ("The region is outside all monitors"));
  return FALSE;
}

static gboolean
find_again (ShotCall *self, PelDesktop *desktop, PelShot *shot, GError **error)
{
  shot->window = pel_desktop_find_window (desktop, self->window_id);
  if (shot->window != NULL &&
      (pel_window_get_info (shot->window)->states & PEL_WINDOW_VISIBLE) != 0)
    return TRUE;
  if (shot->window != NULL)
    pel_set_error (error,
                   PEL_ERROR_NOT_VISIBLE,
                   _ ("Restore it first: a hidden window has no pixels"),
                   _ ("The window is minimized or on another workspace"));
  else
    pel_set_error (error, PEL_ERROR_WINDOW_NOT_FOUND, NULL, _ ("The window is gone"));
  return FALSE;
}

static gboolean
aim_at_window (ShotCall *self, PelDesktop *desktop, PelShot *shot, GError **error)
{
  if (!find_again (self, desktop, shot, error))
    return FALSE;
  pel_desktop_to_physical (desktop, &pel_window_get_info (shot->window)->bounds, &shot->rect);
  return TRUE;
}

/* Its window may have moved meanwhile, and it with it. */
static gboolean
aim_at_element (ShotCall *self, PelDesktop *desktop, PelShot *shot, GError **error)
{
  JsonObject     *arguments = pel_tool_call_get (self->task)->arguments;
  int             padding = (int) json_object_get_int_member_with_default (arguments, "padding", 0);
  PelNativeRect   native = self->element_bounds;
  PelPhysicalRect whole = pel_monitor_layout_get_bounds (pel_desktop_get_layout (desktop));

  if (self->window_id != NULL)
    {
      const PelNativeRect *now;

      if (!find_again (self, desktop, shot, error))
        return FALSE;
      now = &pel_window_get_info (shot->window)->bounds;
      native.x += now->x - self->window_bounds.x;
      native.y += now->y - self->window_bounds.y;
      pel_desktop_to_physical (desktop, now, &whole);
    }
  pel_desktop_to_physical (desktop, &native, &shot->rect);
  shot->rect.x -= padding;
  shot->rect.y -= padding;
  shot->rect.width += 2 * padding;
  shot->rect.height += 2 * padding;
  shot->rect = pel_physical_rect_intersect (&shot->rect, &whole);
  return TRUE;
}

static gboolean
aim (gpointer data, PelDesktop *desktop, PelShot *shot, GError **error)
{
  static gboolean (*const aims[]) (ShotCall *, PelDesktop *, PelShot *, GError **) = {
    [SHOT_FULLSCREEN] = aim_at_desktop, [SHOT_MONITOR] = aim_at_monitor,
    [SHOT_WINDOW] = aim_at_window,      [SHOT_REGION] = aim_at_region,
    [SHOT_ELEMENT] = aim_at_element,
  };
  ShotCall *self = data;

  shot->with_cursor = self->wish.with_cursor;
  return aims[self->mode](self, desktop, shot, error);
}

/* Taking it, and making something of it */

static void
used_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)      step = user_data;
  ShotCall              *self = g_task_get_task_data (step);
  g_autoptr (JsonObject) evidence = NULL;
  GError                *error = NULL;
  PelActionOutcome      *outcome;

  self->answer = self->wish.use_finish (self->task, result, &evidence, &error);
  if (self->answer == NULL)
    {
      g_task_return_error (step, error);
      return;
    }
  outcome = pel_action_outcome_new (NULL,
                                    _ ("Screen captured"),
                                    g_strdup (_ ("Screen captured")),
                                    g_strdup ("capture"));
  outcome->evidence = g_steal_pointer (&evidence);
  g_task_return_pointer (step, outcome, (GDestroyNotify) pel_action_outcome_free);
}

static void
took_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) step = user_data;
  ShotCall         *self = g_task_get_task_data (step);
  GError           *error = NULL;
  PelPhoto         *photo = pel_photo_take_finish (result, &error);

  if (photo == NULL)
    g_task_return_error (step, error);
  else
    self->wish.use_async (self->task,
                          photo,
                          g_task_get_cancellable (step),
                          used_cb,
                          g_object_ref (step));
}

static void
act_async (gpointer            data,
           const PelAim       *unused,
           const PelTerms     *terms,
           GCancellable       *cancellable,
           GAsyncReadyCallback callback,
           gpointer            user_data)
{
  ShotCall *self = data;
  GTask    *step = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (step, act_async);
  g_task_set_task_data (step, self, NULL);
  pel_photo_take_async (&self->studio, aim, self, cancellable, took_cb, step);
}

static PelActionOutcome *
act_finish (gpointer data, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
done_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)           task = user_data;
  GError                     *error = NULL;
  g_autoptr (PelErrandReport) report = pel_pipeline_run_finish (result, &error);
  ShotCall                   *self = g_object_get_data (G_OBJECT (task), "shot-call");

  if (report == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task,
                           g_steal_pointer (&self->answer),
                           (GDestroyNotify) json_object_unref);
}

static gboolean
check_parts (GTask *task, const ShotCall *self)
{
  const PelToolContext *context = pel_tool_call_get (task)->context;

  if (context->windows == NULL && (context->camera == NULL || self->mode != SHOT_FULLSCREEN))
    g_task_return_error (task, pel_tool_context_dup_windows_error (context));
  else if (context->camera == NULL)
    g_task_return_error (task, pel_tool_context_dup_camera_error (context));
  else if (self->mode == SHOT_ELEMENT && context->elements == NULL)
    pel_look_fail_for_task (task);
  else
    return TRUE;
  return FALSE;
}

void
pel_shot_call_run (GTask *task, const PelShotWish *wish)
{
  PelToolCall *call = pel_tool_call_get (task);
  ShotCall    *self = g_new0 (ShotCall, 1);
  GError      *error = NULL;

  self->task = task;
  self->wish = *wish;
  g_object_set_data (G_OBJECT (task), "shot-call", self);
  if (!read_mode (self, call->arguments, &error) || !check_needs (self, call->arguments, &error) ||
      !read_name (self, call, &error))
    {
      shot_call_free (self);
      g_task_return_error (task, error);
      return;
    }
  if (!check_parts (task, self))
    {
      shot_call_free (self);
      return;
    }
  self->studio = (PelPhotoStudio){
    call->context->windows, call->context->camera, call->context->policy, call->context->elements
  };
  pel_act_call_send (task,
                     &(PelErrand){
                         .access = PEL_ACCESS_CAPTURE,
                         .kind = PEL_ACTION_NONE,
                         .selector = self->selector,
                         .resolve_async = resolve_async,
                         .resolve_finish = resolve_finish,
                         .act_async = act_async,
                         .act_finish = act_finish,
                         .data = self,
                     },
                     (GDestroyNotify) shot_call_free,
                     done_cb);
}
