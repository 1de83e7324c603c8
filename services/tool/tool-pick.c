/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/tool/desktop-json.h"
#include "services/tool/element-result.h"
#include "services/tool/look.h"
#include "services/tool/overlay-check.h"
#include "services/tool/side-picture.h"
#include "services/tool/target.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

#define TIMEOUT_MS       60000
#define REST_MS          1500 /* of the call's time, to report what was chosen */
#define MAX_PROMPT_BYTES 300

/* clang-format off */
static const PelField arguments[] = {
  { "prompt", PEL_FIELD_STRING, PEL_FIELD_POSITIONAL, N_ ("What the person should point at, as a sentence shown above all windows") },
  PEL_SIDE_PICTURE_FIELD,
  { NULL },
};

static const PelField mention_fields[] = {
  { "ref",  PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Identifies the element as long as it exists") },
  { "role", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Its role") },
  { "name", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Its name") },
  { "app",  PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Its program") },
  { "text", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("All of the above in one line") },
  { NULL },
};

static const PelField result[] = {
  PEL_ELEMENT_FIELDS,
  PEL_ALONE_FIELDS,
  { "selector", PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Shortest selector that currently matches only this element") },
  { "others",   PEL_FIELD_LIST,   PEL_FIELD_REQUIRED, N_ ("Elements picked before it, most recent first"), .fields = mention_fields },
  PEL_SIDE_PICTURE_RESULT,
  { NULL },
};

static const PelColumn columns[] = {
  PEL_ELEMENT_COLUMNS,
  { "selector", N_ ("Selector") },
  { NULL },
};

static const PelColumn mention_columns[] = {
  { "ref",  N_ ("Ref")     },
  { "role", N_ ("Role")    },
  { "name", N_ ("Name")    },
  { "app",  N_ ("Program") },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_FIELDS, NULL, NULL, columns, NULL },
  { PEL_VIEW_TABLE, "others", N_ ("Picked earlier"), mention_columns, "" },
  PEL_ANCESTORS_VIEW,
  PEL_SIDE_PICTURE_VIEWS,
  { 0 },
};
/* clang-format on */

/* A call under way. */
typedef struct
{
  GCancellable   *cancellable; /* of the picking: the call's, or that its time is up */
  GCancellable   *outer;       /* (nullable) the call's */
  gulong          outer_id;
  guint           timeout_id;
  gboolean        is_late;
  PelPolicyStore *policy; /* (nullable) that counted it */
  PelCaller      *caller;
  GPtrArray      *picked; /* (nullable) of PelPicked */
  PelTarget      *target; /* (nullable) what was chosen, as it is now */
} Request;

/* Once. */
static void
end_pick (Request *self, PelPickEnd how)
{
  if (self->policy != NULL)
    pel_policy_store_end_pick (self->policy, self->caller, how);
  g_clear_object (&self->policy);
  g_clear_pointer (&self->caller, pel_caller_unref);
}

static void
request_free (Request *self)
{
  g_clear_signal_handler (&self->outer_id, self->outer);
  g_clear_object (&self->outer);
  end_pick (self, PEL_PICK_LOST);
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  g_clear_pointer (&self->picked, g_ptr_array_unref);
  g_clear_pointer (&self->target, pel_target_free);
  g_object_unref (self->cancellable);
  g_free (self);
}

static Request *
get_request (GTask *task)
{
  return g_object_get_data (G_OBJECT (task), "request");
}

/* the answer */

static void
written_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Request          *self = get_request (task);
  g_autofree char  *selector = pel_write_for_task_finish (async_result, NULL);
  JsonObject       *data = pel_element_to_result (self->target->snapshot, self->target->id);
  JsonArray        *others = json_array_new ();

  if (selector != NULL)
    json_object_set_string_member (data, "selector", selector);
  for (guint i = 1; i < self->picked->len; i++)
    {
      const PelPicked *picked = g_ptr_array_index (self->picked, i);

      json_array_add_object_element (others, pel_element_to_mention (picked->snapshot, picked->id));
    }
  json_object_set_array_member (data, "others", others);
  pel_side_picture_return (task,
                           data,
                           pel_side_picture_of_element (self->target->snapshot, self->target->id),
                           PEL_SIDE_PICTURE_FOR_AGENTS);
}

static void
resolved_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Request          *self = get_request (task);
  GError           *error = NULL;

  self->target = pel_target_resolve_finish (async_result, &error);
  if (self->target == NULL)
    g_task_return_error (task, error);
  else
    pel_write_for_task_async (task,
                              self->target->snapshot,
                              self->target->id,
                              written_cb,
                              g_object_ref (task));
}

/* It may have changed since the person saw it; its current state is reported. */
static void
resolve (GTask *task, const PelPicked *picked)
{
  PelElement           element = pel_snapshot_get_element (picked->snapshot, picked->id);
  g_autofree char     *name = g_strconcat (element.bus_name, element.path, NULL);
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), name);

  pel_target_resolve_async (task, node, resolved_cb, g_object_ref (task));
}

static void
picked_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  Request           *self = get_request (task);
  g_autoptr (GError) error = NULL;

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  self->picked = pel_picker_pick_finish (PEL_PICKER (source), async_result, &error);
  if (self->picked != NULL)
    end_pick (self, PEL_PICK_ANSWERED);
  else if (g_error_matches (error, PEL_ERROR, PEL_ERROR_CANCELLED))
    end_pick (self, PEL_PICK_LEFT);
  else if (g_error_matches (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE))
    end_pick (self, PEL_PICK_NONE);
  if (self->picked != NULL)
    {
      resolve (task, g_ptr_array_index (self->picked, 0));
      return;
    }
  if (self->is_late)
    {
      g_clear_error (&error);
      pel_set_error (&error,
                     PEL_ERROR_TIMEOUT,
                     _ ("Ask again, or allow more time with timeout_ms"),
                     _ ("The person did not pick anything in time"));
    }
  g_task_return_error (task, g_steal_pointer (&error));
}

/* the question */

/* (transfer full) (nullable): words shown to the person carry the name of the caller, which stands
 * above what it says: in one line, quoted. */
static char *
make_prompt (const PelToolCall *call)
{
  const char *sentence =
      json_object_get_string_member_with_default (call->arguments, "prompt", NULL);
  g_autofree char *asker = NULL, *said = NULL;

  if (call->caller.name == NULL)
    return g_strdup (sentence);
  asker = pel_caller_dup_short_words (call->caller.identity);
  if (sentence == NULL)
    return g_strdup_printf (_ ("%s asks you to point at something"), asker);
  said = pel_text_repair (sentence, -1, MAX_PROMPT_BYTES);
  g_strdelimit (said, "\n\r", ' '); /* the lines are ours */
  /* Translators: a program asks the person: its name, and below it what it says */
  return g_strdup_printf (_ ("%s asks you to point at something:\n“%s”"), asker, said);
}

/* FALSE: @task has ended. */
static gboolean
begin_pick (GTask *task)
{
  const PelToolCall *call = pel_tool_call_get (task);
  PelPolicyStore    *policy = call->context->policy;
  Request           *self = get_request (task);
  GError            *error = NULL;

  if (policy == NULL)
    return TRUE;
  if (!pel_policy_store_begin_pick (policy, call->caller.identity, &error))
    {
      g_task_return_error (task, error);
      return FALSE;
    }
  self->policy = g_object_ref (policy);
  self->caller = pel_caller_ref (call->caller.identity);
  return TRUE;
}

static void
pick (GTask *task)
{
  const PelToolCall *call = pel_tool_call_get (task);
  g_autofree char   *prompt = make_prompt (call);

  if (!begin_pick (task))
    return;
  pel_picker_pick_async (call->context->picker,
                         prompt,
                         get_request (task)->cancellable,
                         picked_cb,
                         g_object_ref (task));
}

static void
queried_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)      task = user_data;
  const PelToolContext  *context = pel_tool_call_get (task)->context;
  GError                *error = NULL;
  g_autoptr (PelDesktop) desktop = pel_desktop_query_for_task_finish (task, async_result, &error);

  pel_region_registry_set_obstacle (context->regions, NULL);
  if (desktop == NULL || !pel_overlay_check (context, desktop, &error))
    g_task_return_error (task, error);
  else
    pick (task);
}

static gboolean
late_cb (gpointer user_data)
{
  Request *self = user_data;

  self->timeout_id = 0;
  self->is_late = TRUE;
  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_REMOVE;
}

static void
run (GTask *task)
{
  const PelToolCall *call = pel_tool_call_get (task);
  Request           *self;
  guint              left_ms;

  if (call->context->picker == NULL)
    {
      pel_look_fail_for_task (task);
      return;
    }
  self = g_new0 (Request, 1);
  self->cancellable = g_cancellable_new ();
  if (g_set_object (&self->outer, g_task_get_cancellable (task)))
    self->outer_id = g_signal_connect_object (self->outer,
                                              "cancelled",
                                              G_CALLBACK (g_cancellable_cancel),
                                              self->cancellable,
                                              G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (task), "request", self, (GDestroyNotify) request_free);
  if (pel_tool_call_get_left_ms (call, &left_ms))
    self->timeout_id = g_timeout_add (left_ms - MIN (REST_MS, left_ms / 4), late_cb, self);
  pel_desktop_query_for_task (g_object_ref (task), queried_cb);
}

const PelTool pel_tool_pick = {
  .name = "ui_pick",
  .summary = N_ ("Ask the person to point at an element, and return it"),
  .tool_class = PEL_TOOL_POINT,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = TIMEOUT_MS,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
