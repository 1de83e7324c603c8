/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tools that change windows: a window is found, the pipeline gets the approvals that the policy
 * requires, and the window control carries it out. */

#include "config.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/base/text.h"
#include "services/tool/act-call.h"
#include "services/tool/desktop-json.h"
#include "services/tool/tools.h"
#include "services/window/window-finder.h"
#include "services/window/window-goal.h"

#include <glib/gi18n.h>

#define MAX_DESKTOPS 4 /* a window may be as many times as large as the whole desktop, */
#define MAX_LIMIT    32767
#define MIN_LIMIT    4096 /* however small that is */

/* clang-format off */
static const char *const operations[] = { "front", "back", "minimize", "restore", "maximize", "fullscreen", "close", "move", "resize", NULL };

#define WINDOW_FIELDS \
  { "window_id",    PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Window id, from list-windows") }, \
  { "window_title", PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Window title or part of it") }, \
  { "process",      PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Executable or process id of the window's program") }, \
  { "class",        PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Application id or class of the window") }

#define CHECK_FIELDS \
  { "verify",  PEL_FIELD_MAP,     PEL_FIELD_OPTIONAL, N_ ("Must hold afterwards: a condition as in wait, such as {\"window\": {\"title\": …}}") }, \
  { "dry_run", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Do everything except the act, and report what would be done") }

static const PelField window_arguments[] = {
  { "operation", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("What to do with the window"), .choices = operations },
  WINDOW_FIELDS,
  { "x",         PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("move: left edge, in physical pixels of the virtual desktop"), .minimum = -1000000, .maximum = 1000000 },
  { "y",         PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("move: top edge, in physical pixels of the virtual desktop"), .minimum = -1000000, .maximum = 1000000 },
  { "width",     PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("resize: physical pixels, including decorations"), .minimum = 1, .maximum = 1000000 },
  { "height",    PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("resize: physical pixels, including the title bar"), .minimum = 1, .maximum = 1000000 },
  CHECK_FIELDS,
  { NULL },
};

static const PelField focus_window_arguments[] = {
  WINDOW_FIELDS,
  CHECK_FIELDS,
  { NULL },
};

/* The result of the operation, and of a window that was in that state already. */
static const struct { const char *done; const char *already; } words[] = {
  [PEL_WINDOW_FOCUS]         = { N_ ("Focused"),              N_ ("Already focused")                },
  [PEL_WINDOW_FRONT]         = { N_ ("Brought to the front"), N_ ("Already in front")               },
  [PEL_WINDOW_BACK]          = { N_ ("Sent to the back"),     N_ ("Already at the back") },
  [PEL_WINDOW_MINIMIZE]      = { N_ ("Minimized"),            N_ ("Already minimized")              },
  [PEL_WINDOW_RESTORE]       = { N_ ("Restored"),             N_ ("Already in its normal state")    },
  [PEL_WINDOW_MAXIMIZE]      = { N_ ("Maximized"),            N_ ("Already maximized")              },
  [PEL_WINDOW_FULLSCREEN_ON] = { N_ ("Made fullscreen"),      N_ ("Already fullscreen")             },
  [PEL_WINDOW_CLOSE]         = { N_ ("Closed"),               N_ ("Already closed")                 },
  [PEL_WINDOW_MOVE]          = { N_ ("Moved"),                N_ ("Already there")                  },
  [PEL_WINDOW_RESIZE]        = { N_ ("Resized"),              N_ ("Already this size")              },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (words) == PEL_N_WINDOW_OPERATIONS);

/* The data of an errand. */
typedef struct
{
  GTask             *task; /* the tool's own; holds this */
  PelWindowControl  *control;
  PelWindowOperation operation;
  PelWindowQuery     query; /* of the arguments */
  PelPhysicalRect    wanted;
  PelDesktop        *desktop; /* (nullable) where it was found */
} WindowCall;

static void
window_call_free (WindowCall *self)
{
  g_clear_object (&self->desktop);
  g_free (self);
}

/* Finding it */

static void
resolve_async (gpointer data, GAsyncReadyCallback callback, gpointer user_data)
{
  WindowCall           *self = data;
  const PelToolContext *context = pel_tool_call_get (self->task)->context;

  pel_window_source_query_async (context->windows,
                                 g_task_get_cancellable (self->task),
                                 callback,
                                 user_data);
}

/* Enough to tell it from others afterwards: for the audit log. */
static JsonObject *
make_target_json (const PelWindowInfo *info)
{
  JsonObject *json = json_object_new ();

  json_object_set_string_member (json, "window_id", info->id);
  json_object_set_string_member (json, "window", info->title);
  pel_json_set_string_or_null (json, "app", info->app);
  json_object_set_int_member (json, "pid", info->pid);
  return json;
}

/* FALSE: nothing of that size can be shown, and a window system would fail at it. */
static gboolean
check_size (const WindowCall *self, GError **error)
{
  PelPhysicalRect desktop = pel_monitor_layout_get_bounds (pel_desktop_get_layout (self->desktop));
  int             width = CLAMP (MAX_DESKTOPS * desktop.width, MIN_LIMIT, MAX_LIMIT);
  int             height = CLAMP (MAX_DESKTOPS * desktop.height, MIN_LIMIT, MAX_LIMIT);

  if (self->operation != PEL_WINDOW_RESIZE ||
      (self->wanted.width <= width && self->wanted.height <= height))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_OUT_OF_BOUNDS,
                 NULL,
                 _ ("A window of %d×%d pixels is too large: the maximum here is %d×%d"),
                 self->wanted.width,
                 self->wanted.height,
                 width,
                 height);
  return FALSE;
}

static PelAim *
resolve_finish (gpointer data, GAsyncResult *result, GError **error)
{
  WindowCall            *self = data;
  const PelToolContext  *context = pel_tool_call_get (self->task)->context;
  guint                  index;
  g_autoptr (JsonObject) json = NULL;
  PelWindow             *window;
  PelAim                *aim;

  g_clear_object (&self->desktop);
  self->desktop = pel_window_source_query_finish (context->windows, result, error);
  if (self->desktop == NULL || !check_size (self, error) ||
      !pel_window_finder_search (self->desktop, &self->query, &index, error))
    return NULL;
  window = pel_desktop_get_window (self->desktop, index);
  json = make_target_json (pel_window_get_info (window));
  aim = pel_aim_new_for_window (window, json);
  aim->found_by = self->query.id != NULL ? PEL_FOUND_BY_IDENTITY : PEL_FOUND_BY_NAME;
  return aim;
}

/* Doing it */

/* In what the window system counts in: on the monitor that the corner goes to, or that the window
 * is on. */
static PelNativeRect
get_native (const WindowCall *self, const PelWindowInfo *info)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (self->desktop);
  PelPhysicalRect         wanted = self->wanted;
  PelPhysicalRect         bounds;
  const PelMonitor       *here = pel_desktop_to_physical (self->desktop, &info->bounds, &bounds);
  const PelMonitor       *there =
      pel_monitor_layout_find_physical (layout, (PelPhysicalPoint){ wanted.x, wanted.y });

  if (here == NULL && pel_monitor_layout_get_n_monitors (layout) > 0)
    here = pel_monitor_layout_get_monitor (layout, 0);
  if (self->operation == PEL_WINDOW_MOVE && there != NULL)
    here = there;
  if (self->operation == PEL_WINDOW_RESIZE)
    {
      wanted.x = bounds.x;
      wanted.y = bounds.y;
    }
  return here != NULL ? pel_monitor_rect_to_native (here, &wanted)
                      : (PelNativeRect){ wanted.x, wanted.y, wanted.width, wanted.height };
}

static PelActionOutcome *
make_outcome (const WindowCall *self, char *text)
{
  return pel_action_outcome_new (/* method= */ NULL,
                                 _ (words[self->operation].done),
                                 text,
                                 g_strdup (pel_window_operation_to_string (self->operation)));
}

static void
ordered_cb (GObject *control, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  g_task_return_pointer (task, g_object_ref (result), g_object_unref);
}

static void
act_async (gpointer            data,
           const PelAim       *aim,
           const PelTerms     *terms,
           GCancellable       *cancellable,
           GAsyncReadyCallback callback,
           gpointer            user_data)
{
  WindowCall          *self = data;
  const PelWindowInfo *info = pel_window_get_info (aim->window);
  PelWindowOrder       order = { .window_id = info->id,
                                 .operation = self->operation,
                                 .bounds = get_native (self, info),
                                 .own_since = terms->own_since,
                                 .timeout_ms = terms->timeout_ms };
  GTask               *task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_source_tag (task, act_async);
  g_task_set_task_data (task, g_object_ref (aim->window), g_object_unref);
  if (terms->dry_run)
    {
      g_task_return_pointer (task, NULL, NULL);
      g_object_unref (task);
      return;
    }
  pel_window_control_run_async (self->control, &order, cancellable, ordered_cb, task);
}

static PelActionOutcome *
report_dry_run (const WindowCall *self, PelWindow *window)
{
  const PelWindowInfo *info = pel_window_get_info (window);
  PelActionOutcome    *outcome =
      /* Translators: the id and the title of a window, and “maximize” */
      make_outcome (self,
                    g_strdup_printf (_ ("Would do on window %s “%s”: %s"),
                                     info->id,
                                     info->title,
                                     pel_window_operation_to_string (self->operation)));

  outcome->is_dry_run = TRUE;
  outcome->desktop = g_object_ref (self->desktop);
  outcome->window = g_object_ref (window);
  return outcome;
}

/* Keyboard focus and being in front are independent: the result reports both. */
static char *
write_words (const WindowCall *self, PelWindowReply reply, PelDesktop *desktop, PelWindow *window)
{
  const char *text = reply == PEL_WINDOW_ALREADY ? _ (words[self->operation].already)
                                                 : _ (words[self->operation].done);
  gboolean    is_order = self->operation == PEL_WINDOW_FOCUS || self->operation == PEL_WINDOW_FRONT;
  PelWindow  *cover = window != NULL ? pel_window_goal_find_cover (desktop, window) : NULL;
  g_autofree char *title = NULL;

  if (reply == PEL_WINDOW_PENDING)
    return g_strdup (
        _ ("Asked to close, but still open: its program may be asking for confirmation"));
  if (!is_order || window == NULL)
    return g_strdup (text);
  if (cover != NULL)
    {
      title = pel_text_escape (pel_window_get_info (cover)->title);
      /* Translators: “Focused”, and the title of another window */
      return g_strdup_printf (_ ("%s; “%s” is above it"), text, title);
    }
  if ((pel_window_get_info (window)->states & PEL_WINDOW_ACTIVE) != 0)
    /* Translators: “Focused” */
    return g_strdup_printf (_ ("%s; it is in front and has keyboard focus"), text);
  return g_strdup_printf (_ ("%s; keyboard focus did not change"), text);
}

static PelActionOutcome *
act_finish (gpointer data, GAsyncResult *result, GError **error)
{
  WindowCall              *self = data;
  PelWindow               *before = g_task_get_task_data (G_TASK (result));
  g_autoptr (GAsyncResult) ordered = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr (PelDesktop)   desktop = NULL;
  PelWindowReply           reply = PEL_WINDOW_DONE;
  PelActionOutcome        *outcome;
  PelWindow               *window;

  if (ordered == NULL)
    return report_dry_run (self, before);
  desktop = pel_window_control_run_finish (self->control, ordered, &reply, error);
  if (desktop == NULL)
    return NULL;
  window = pel_desktop_find_window (desktop, pel_window_get_info (before)->id);
  outcome = make_outcome (self, write_words (self, reply, desktop, window));
  outcome->was_already = reply == PEL_WINDOW_ALREADY;
  if (reply != PEL_WINDOW_ALREADY)
    outcome->effect =
        pel_effect_new_bare (reply == PEL_WINDOW_DONE ? PEL_EFFECT_CONFIRMED : PEL_EFFECT_UNKNOWN);
  g_set_object (&outcome->window, window);
  outcome->desktop = g_steal_pointer (&desktop);
  return outcome;
}

/* The call */

/* clang-format off */
static const struct { const char *name; PelWindowOperation operation; } numbers[] = {
  { "x",      PEL_WINDOW_MOVE   },
  { "y",      PEL_WINDOW_MOVE   },
  { "width",  PEL_WINDOW_RESIZE },
  { "height", PEL_WINDOW_RESIZE },
};
/* clang-format on */

/* Each number is for one operation, which needs it. */
static gboolean
read_numbers (WindowCall *self, JsonObject *arguments, GError **error)
{
  int *values[] = { &self->wanted.x, &self->wanted.y, &self->wanted.width, &self->wanted.height };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      gboolean is_given = json_object_has_member (arguments, numbers[i].name);
      gboolean is_wanted = self->operation == numbers[i].operation;

      if (is_given)
        *values[i] = (int) json_object_get_int_member (arguments, numbers[i].name);
      if (is_given == is_wanted)
        continue;
      pel_set_error (
          error,
          PEL_ERROR_INVALID_ARGUMENT,
          _ ("Specify x and y for move, width and height for resize, and none of them otherwise"),
          /* Translators: “x”, “move” */
          is_wanted ? _ ("“%s” is required for “%s”") : _ ("“%s” cannot be used with “%s”"),
          numbers[i].name,
          pel_window_operation_to_string (self->operation));
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_query (WindowCall *self, JsonObject *arguments, GError **error)
{
  const struct
  {
    const char  *name;
    const char **value;
  } rows[] = {
    { "window_id", &self->query.id },
    { "window_title", &self->query.title },
    { "process", &self->query.process },
    { "class", &self->query.class_name },
  };
  gboolean is_named = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      *rows[i].value = json_object_get_string_member_with_default (arguments, rows[i].name, NULL);
      is_named = is_named || *rows[i].value != NULL;
    }
  if (is_named)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Specify window_id, window_title, process or class"),
                 _ ("No window given"));
  return FALSE;
}

/* What is closed does not come back. */
static PelActionKind
get_kind (PelWindowOperation operation)
{
  if (operation == PEL_WINDOW_CLOSE)
    return PEL_ACTION_CLICK;
  return operation == PEL_WINDOW_FOCUS ? PEL_ACTION_FOCUS : PEL_ACTION_PATTERN;
}

static void
run_operation (GTask *task, PelWindowOperation operation)
{
  PelToolCall          *call = pel_tool_call_get (task);
  const PelToolContext *context = call->context;
  WindowCall           *self;
  GError               *error = NULL;

  if (context->window_control == NULL)
    {
      g_task_return_error (task, pel_tool_context_dup_windows_error (context));
      return;
    }
  self = g_new0 (WindowCall, 1);
  self->task = task;
  self->control = context->window_control;
  self->operation = operation;
  if (!read_query (self, call->arguments, &error) || !read_numbers (self, call->arguments, &error))
    {
      window_call_free (self);
      g_task_return_error (task, error);
      return;
    }
  call->driver = pel_window_control_get_driver (self->control);
  pel_act_call_run_errand (task,
                           &(PelErrand){
                               .access = PEL_ACCESS_ACT,
                               .kind = get_kind (operation),
                               .driver = call->driver->name,
                               .resolve_async = resolve_async,
                               .resolve_finish = resolve_finish,
                               .act_async = act_async,
                               .act_finish = act_finish,
                               .data = self,
                           },
                           (GDestroyNotify) window_call_free);
}

static void
run_focus_window (GTask *task)
{
  run_operation (task, PEL_WINDOW_FOCUS);
}

static void
run_window (GTask *task)
{
  const char *name =
      json_object_get_string_member (pel_tool_call_get (task)->arguments, "operation");
  PelWindowOperation operation = PEL_WINDOW_FRONT;

  pel_window_operation_from_string (name, &operation); /* it is one of the choices */
  run_operation (task, operation);
}

const PelTool pel_tool_focus_window = {
  .name = "ui_focus_window",
  .summary = N_ ("Give keyboard focus to a window"),
  .tool_class = PEL_TOOL_ACT,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = PEL_ACT_TIMEOUT_MS,
  .grace_ms = PEL_ACT_GRACE_MS,
  .arguments = focus_window_arguments,
  .result = pel_act_result,
  .views = pel_act_views,
  .run = run_focus_window,
};

const PelTool pel_tool_window = {
  .name = "ui_window",
  .summary = N_ ("Move, resize, raise, lower, minimize, maximize or close a window"),
  .tool_class = PEL_TOOL_ACT,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = PEL_ACT_TIMEOUT_MS,
  .grace_ms = PEL_ACT_GRACE_MS,
  .arguments = window_arguments,
  .result = pel_act_result,
  .views = pel_act_views,
  .run = run_window,
};
