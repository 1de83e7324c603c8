/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/spot-call.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/desktop-json.h"
#include "services/tool/look.h"
#include "services/window/window-finder.h"

#include <glib/gi18n.h>

const char *const pel_spot_spaces[] = { "physical", "window", "image", NULL };
const char *const pel_button_names[] = { "left", "middle", "right", NULL };

PelButton
pel_button_read (JsonObject *arguments)
{
  const char *name = json_object_get_string_member_with_default (arguments, "button", "left");
  PelButton   button = PEL_BUTTON_LEFT;

  while (!g_str_equal (pel_button_names[button - PEL_BUTTON_LEFT], name))
    button++; /* the schema lets no other through */
  return button;
}

/* Finding it */

/* FALSE with an error; @ret_window (nullable): none is named. */
static gboolean
find_named_window (JsonObject *arguments,
                   PelDesktop *desktop,
                   PelWindow **ret_window,
                   GError    **error)
{
  const char *id = json_object_get_string_member_with_default (arguments, "window_id", NULL);
  const char *title = json_object_get_string_member_with_default (arguments, "window_title", NULL);
  guint       index;

  *ret_window = NULL;
  if (id == NULL && title == NULL)
    return TRUE;
  if (id != NULL && title != NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("Specify window_id or window_title, not both"));
      return FALSE;
    }
  if (id != NULL)
    *ret_window = pel_desktop_find_window (desktop, id);
  else if (pel_window_finder_find (desktop, title, &index, error))
    *ret_window = pel_desktop_get_window (desktop, index);
  else
    return FALSE;
  if (*ret_window != NULL)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_WINDOW_NOT_FOUND,
                 _ ("List windows with “pellucid windows”"),
                 _ ("No window matches “%s”"),
                 id);
  return FALSE;
}

static gboolean
map_image (JsonObject    *arguments,
           PelDesktop    *desktop,
           PelFrameStore *frames,
           PelImagePoint  point,
           PelSpot       *spot,
           GError       **error)
{
  const char     *id = json_object_get_string_member_with_default (arguments, "frame_id", NULL);
  const PelFrame *frame;

  if (id == NULL || frames == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("Specify the frame_id that capture returned"),
                     _ ("Image coordinates require the image that they refer to"));
      return FALSE;
    }
  frame = pel_frame_store_find (frames, id, error);
  if (frame == NULL || !pel_frame_to_physical (frame,
                                               point,
                                               desktop,
                                               g_get_monotonic_time (),
                                               &spot->physical,
                                               error))
    return FALSE;
  if (frame->window_id == NULL)
    return TRUE;
  spot->window = pel_desktop_find_window (desktop, frame->window_id);
  spot->is_named = TRUE;
  return TRUE;
}

static gboolean
map_window (PelDesktop *desktop, PelWindowPoint point, PelSpot *spot, GError **error)
{
  const PelWindowInfo *info = pel_window_get_info (spot->window);
  PelPhysicalRect      content;

  if (pel_desktop_to_physical (desktop, &info->content, &content) == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_OUT_OF_BOUNDS,
                     _ ("Move the window onto a monitor"),
                     _ ("The window “%s” is off screen"),
                     info->title);
      return FALSE;
    }
  spot->physical = pel_window_to_physical (point, (PelPhysicalPoint){ content.x, content.y });
  if (!pel_physical_rect_is_empty (&content) &&
      pel_physical_rect_contains (&content, spot->physical))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_OUT_OF_BOUNDS,
                 NULL,
                 _ ("%d,%d is outside the window “%s”, which is %d×%d"),
                 point.x,
                 point.y,
                 info->title,
                 content.width,
                 content.height);
  return FALSE;
}

static gboolean
check_space (JsonObject *arguments, const char *space, const PelSpot *spot, GError **error)
{
  gboolean is_image = g_str_equal (space, "image");

  if (g_str_equal (space, "window") && spot->window == NULL)
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   _ ("Specify window_id or window_title"),
                   _ ("Window coordinates require the window that they refer to"));
  else if (!g_str_equal (space, "window") && spot->window != NULL)
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   NULL,
                   _ ("With a window, the coordinate space must be “window”"));
  else if (!is_image && json_object_has_member (arguments, "frame_id"))
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   NULL,
                   _ ("frame_id requires the coordinate space “image”"));
  else
    return TRUE;
  return FALSE;
}

/* The pixel, and the window that has it. */
static gboolean
find_point (JsonObject    *arguments,
            PelDesktop    *desktop,
            PelFrameStore *frames,
            PelSpot       *spot,
            GError       **error)
{
  int         x = json_object_get_int_member (arguments, "x");
  int         y = json_object_get_int_member (arguments, "y");
  gboolean    has_frame = json_object_has_member (arguments, "frame_id");
  const char *space =
      json_object_get_string_member_with_default (arguments,
                                                  "coordinate_space",
                                                  spot->window != NULL
                                                      ? "window"
                                                      : (has_frame ? "image" : "physical"));

  if (!check_space (arguments, space, spot, error))
    return FALSE;
  spot->physical = (PelPhysicalPoint){ x, y };
  if (g_str_equal (space, "image") &&
      !map_image (arguments, desktop, frames, (PelImagePoint){ x, y }, spot, error))
    return FALSE;
  if (g_str_equal (space, "window") && !map_window (desktop, (PelWindowPoint){ x, y }, spot, error))
    return FALSE;
  if (!pel_monitor_layout_to_native (pel_desktop_get_layout (desktop),
                                     spot->physical,
                                     &spot->native,
                                     error))
    return FALSE;
  if (spot->window == NULL)
    spot->window = pel_desktop_find_window_at (desktop, spot->native);
  return TRUE;
}

static gboolean
check_is_somebodys (const PelSpot *spot, GError **error)
{
  if (spot->window != NULL)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_WINDOW_NOT_FOUND,
                 NULL,
                 _ ("There is no window at %d,%d"),
                 spot->physical.x,
                 spot->physical.y);
  return FALSE;
}

gboolean
pel_spot_find (PelSpotKind    kind,
               JsonObject    *arguments,
               PelDesktop    *desktop,
               PelFrameStore *frames,
               PelSpot       *ret_spot,
               GError       **error)
{
  *ret_spot = (PelSpot){ 0 };
  if (!find_named_window (arguments, desktop, &ret_spot->window, error))
    return FALSE;
  ret_spot->is_named = ret_spot->window != NULL;
  if (kind != PEL_SPOT_KEYBOARD)
    return find_point (arguments, desktop, frames, ret_spot, error) &&
           (kind == PEL_SPOT_BARE || check_is_somebodys (ret_spot, error));
  if (ret_spot->window == NULL)
    ret_spot->window = pel_desktop_find_active (desktop);
  if (ret_spot->window != NULL)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_WINDOW_NOT_FOUND,
                 _ ("Specify a target or a window"),
                 _ ("No window has keyboard focus"));
  return FALSE;
}

/* The errand */

typedef struct
{
  GTask           *task; /* the tool's own; holds this */
  PelActionContext context;
  PelSpotWish      wish;
  char            *text;    /* (nullable) of the wish */
  PelDesktop      *desktop; /* (nullable) until it is known */
  PelSpot          spot;
  PelGesture      *gesture;
  char            *deed;
} SpotCall;

static void
spot_call_free (SpotCall *self)
{
  g_clear_object (&self->desktop);
  g_clear_pointer (&self->gesture, pel_gesture_unref);
  g_free (self->deed);
  g_free (self->text);
  g_free (self);
}

static void
resolve_async (gpointer data, GAsyncReadyCallback callback, gpointer user_data)
{
  SpotCall *self = data;

  pel_window_source_query_async (pel_tool_call_get (self->task)->context->windows,
                                 g_task_get_cancellable (self->task),
                                 callback,
                                 user_data);
}

static PelAim *
make_aim (SpotCall *self)
{
  g_autoptr (JsonObject) json = json_object_new ();
  PelWindow             *window = self->spot.window;
  PelAim                *aim;

  if (window != NULL)
    {
      const PelWindowInfo *info = pel_window_get_info (window);

      json_object_set_string_member (json, "window_id", info->id);
      pel_json_set_string_or_null (json, "window", info->title);
      pel_json_set_string_or_null (json, "app", info->app);
      json_object_set_int_member (json, "pid", info->pid);
    }
  if (self->wish.kind != PEL_SPOT_KEYBOARD)
    {
      json_object_set_int_member (json, "x", self->spot.physical.x);
      json_object_set_int_member (json, "y", self->spot.physical.y);
    }
  aim = pel_aim_new_for_window (window, json);
  aim->found_by = self->spot.is_named ? PEL_FOUND_BY_NAME : PEL_FOUND_BY_IDENTITY;
  return aim;
}

static PelAim *
resolve_finish (gpointer data, GAsyncResult *result, GError **error)
{
  SpotCall    *self = data;
  PelToolCall *call = pel_tool_call_get (self->task);

  g_clear_object (&self->desktop);
  g_clear_pointer (&self->gesture, pel_gesture_unref);
  g_clear_pointer (&self->deed, g_free);
  self->desktop = pel_window_source_query_finish (call->context->windows, result, error);
  if (self->desktop == NULL || !pel_spot_find (self->wish.kind,
                                               call->arguments,
                                               self->desktop,
                                               call->context->frames,
                                               &self->spot,
                                               error))
    return NULL;
  self->gesture = pel_gesture_new ();
  self->deed = self->wish.make (call->arguments, &self->spot, self->gesture, error);
  return self->deed != NULL ? make_aim (self) : NULL;
}

static void
act_async (gpointer            data,
           const PelAim       *aim,
           const PelTerms     *terms,
           GCancellable       *cancellable,
           GAsyncReadyCallback callback,
           gpointer            user_data)
{
  SpotCall *self = data;

  pel_spot_act_run_async (&self->context,
                          &(PelSpotAct){ .gesture = self->gesture,
                                         .window = self->spot.window,
                                         .is_raised = self->spot.is_named || self->wish.is_raised,
                                         .deed = self->deed,
                                         .verb = self->wish.verb,
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
  return pel_spot_act_run_finish (result, error);
}

void
pel_spot_call_run (GTask *task, const PelSpotWish *wish)
{
  PelToolCall *call = pel_tool_call_get (task);
  SpotCall    *self;

  if (call->context->windows == NULL)
    {
      g_task_return_error (task, pel_tool_context_dup_windows_error (call->context));
      return;
    }
  self = g_new0 (SpotCall, 1);
  self->task = task;
  self->context = pel_act_call_get_context (call);
  self->wish = *wish;
  self->text = g_strdup (wish->text);
  if (call->context->input != NULL)
    call->driver = pel_input_get_driver (call->context->input);
  pel_act_call_run_errand (task,
                           &(PelErrand){
                               .access = wish->kind != PEL_SPOT_KEYBOARD ? PEL_ACCESS_COORDINATES
                                                                         : PEL_ACCESS_ACT,
                               .kind = wish->risk,
                               .driver = call->driver != NULL ? call->driver->name : NULL,
                               .text = self->text,
                               .text_member = wish->text_member,
                               .resolve_async = resolve_async,
                               .resolve_finish = resolve_finish,
                               .act_async = act_async,
                               .act_finish = act_finish,
                               .data = self,
                           },
                           (GDestroyNotify) spot_call_free);
}
