/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/condition-call.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/condition/baseline.h"
#include "services/condition/condition-words.h"
#include "services/tool/element-result.h"
#include "services/tool/look.h"
#include "services/tool/picture-comparer.h"
#include "services/tool/tool-permit.h"

#include <glib/gi18n.h>

#define MAX_MATCHES 5

/* clang-format off */
const PelField pel_condition_call_result[] = {
  { "holds",       PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Always true; otherwise the call fails") },
  { "waited_ms",   PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("How long it took, in milliseconds") },
  { "matches",     PEL_FIELD_LIST,    PEL_FIELD_REQUIRED, N_ ("The first elements that meet the condition"), .fields = pel_element_fields },
  { "n_matches",   PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of elements that meet it") },
  { "windows",     PEL_FIELD_LIST,    PEL_FIELD_OPTIONAL, N_ ("The windows that meet the condition"), .fields = pel_snapshot_window_fields },
  { "snapshot_id", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The snapshot in which the condition holds") },
  { "text",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Summary in one line") },
  { NULL },
};

const PelView pel_condition_call_views[] = {
  { PEL_VIEW_TEXT, "text" },
  { 0 },
};

/* What a condition can be given by, and what only says more about it, with which of them. */
static const char *const forms[] = { "image", "selector", "window", "until", "condition" };
static const struct { const char *name; const char *forms[2]; const char *hint; } details[] = {
  { "gone",          { "selector", "window" }, N_ ("Use it with a selector, or put it into the condition") },
  { "count",         { "selector" },           N_ ("Use it with a selector, or put it into the condition") },
  { "state",         { "selector" },           N_ ("Use it with a selector, or put it into the condition") },
  { "value",         { "selector" },           N_ ("Use it with a selector, or put it into the condition") },
  { "tolerance",     { "image" },              N_ ("Use it with an image, or put it into the condition") },
  { "max_different", { "image" },              N_ ("Use it with an image, or put it into the condition") },
};
/* clang-format on */

/* A condition on its way; data of the tool's own task. */
typedef struct
{
  PelCondition *condition;
  PelWaitMode   mode;
} ConditionCall;

static gboolean
refuse (const PelToolCall *call, const char *hint, const char *message, GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 hint,
                 /* Translators: a tool, and what is wrong with its arguments */
                 _ ("%s: %s"),
                 call->tool->name,
                 message);
  return FALSE;
}

static gboolean
refuse_both (
    const PelToolCall *call, const char *one, const char *other, const char *hint, GError **error)
{
  g_autofree char *message =
      g_strdup_printf (_ ("“%s” and “%s” cannot be used together"), one, other);

  return refuse (call, hint, message, error);
}

/* With an image, a selector or a window names what it shows. */
static gboolean
is_subject (const char *given, const char *form)
{
  return g_strcmp0 (given, "image") == 0 &&
         (g_str_equal (form, "selector") || g_str_equal (form, "window"));
}

/* The one argument that names the condition. (nullable) with an error. */
static const char *
find_form (const PelToolCall *call, GError **error)
{
  const char *given = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      if (!json_object_has_member (call->arguments, forms[i]) || is_subject (given, forms[i]))
        continue;
      if (given != NULL)
        {
          refuse_both (call,
                       given,
                       forms[i],
                       _ ("Combine them in a condition: {\"all\": […]}"),
                       error);
          return NULL;
        }
      given = forms[i];
    }
  if (given == NULL)
    refuse (call,
            _ ("Specify a selector such as Button:OK, a window or a condition"),
            _ ("no condition given"),
            error);
  return given;
}

static gboolean
check_details (const PelToolCall *call, const char *form, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (details); i++)
    {
      gboolean is_fitting =
          g_str_equal (form, details[i].forms[0]) || g_strcmp0 (form, details[i].forms[1]) == 0;

      if (json_object_has_member (call->arguments, details[i].name) && !is_fitting)
        return refuse_both (call, form, details[i].name, _ (details[i].hint), error);
    }
  if (json_object_get_boolean_member_with_default (call->arguments, "gone", FALSE) &&
      json_object_has_member (call->arguments, "count"))
    return refuse_both (call,
                        "gone",
                        "count",
                        _ ("Use one of them: “gone” means a count of 0"),
                        error);
  return TRUE;
}

static void
copy_member (JsonObject *from, JsonObject *to, const char *name)
{
  if (json_object_has_member (from, name))
    json_object_set_member (to, name, json_object_dup_member (from, name));
}

static gboolean
is_gone (JsonObject *arguments)
{
  return json_object_get_boolean_member_with_default (arguments, "gone", FALSE);
}

static void
fill_window (JsonObject *leaf, JsonObject *arguments)
{
  json_object_set_string_member (leaf,
                                 "title",
                                 json_object_get_string_member (arguments, "window"));
  json_object_set_boolean_member (leaf, "exists", !is_gone (arguments));
}

static void
fill_element (JsonObject *leaf, JsonObject *arguments)
{
  copy_member (arguments, leaf, "selector");
  copy_member (arguments, leaf, "state");
  copy_member (arguments, leaf, "value");
  copy_member (arguments, leaf, "count");
  if (is_gone (arguments))
    json_object_set_int_member (leaf, "count", 0);
}

static void
fill_picture (JsonObject *leaf, JsonObject *arguments)
{
  json_object_set_string_member (leaf,
                                 "baseline",
                                 json_object_get_string_member (arguments, "image"));
  copy_member (arguments, leaf, "selector");
  copy_member (arguments, leaf, "window");
  copy_member (arguments, leaf, "tolerance");
  copy_member (arguments, leaf, "max_different");
}

/* (nullable) (transfer full): the short form, written out; NULL: it is none. */
static JsonNode *
make_condition (JsonObject *arguments, const char *form)
{
  static const struct
  {
    const char *form, *kind;
    void (*fill) (JsonObject *leaf, JsonObject *arguments);
  } kinds[] = {
    { "window", "window", fill_window },
    { "selector", "element", fill_element },
    { "image", "image", fill_picture },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      JsonObject *whole, *leaf;

      if (!g_str_equal (kinds[i].form, form))
        continue;
      whole = json_object_new ();
      leaf = json_object_new ();
      kinds[i].fill (leaf, arguments);
      json_object_set_object_member (whole, kinds[i].kind, leaf);
      return pel_json_take_object (whole);
    }
  return NULL;
}

static PelCondition *
parse (const PelToolCall *call, GError **error)
{
  const char          *form = find_form (call, error);
  g_autoptr (JsonNode) made = NULL;
  PelCondition        *condition;

  if (form == NULL || !check_details (call, form, error))
    return NULL;
  made = make_condition (call->arguments, form);
  if (made != NULL)
    condition = pel_condition_parse (made, NULL, error);
  else
    condition = pel_condition_parse (json_object_get_member (call->arguments, form), form, error);
  if (condition != NULL && call->caller.purse != NULL)
    pel_condition_set_purse (condition, call->caller.purse);
  return condition;
}

static gboolean
check_time (const PelToolCall *call, const PelCondition *condition, GError **error)
{
  guint timeout_ms = pel_tool_call_get_timeout_ms (call->tool, call->arguments);
  guint longest_ms = pel_condition_get_longest_ms (condition);

  if (longest_ms < timeout_ms)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 /* Translators: a tool and two numbers */
                 _ ("%s: for_ms (%u) must be shorter than timeout_ms (%u)"),
                 call->tool->name,
                 longest_ms,
                 timeout_ms);
  return FALSE;
}

static JsonArray *
make_matches (const PelWaitOutcome *outcome)
{
  PelElementForm form = pel_element_form_for (outcome->snapshot);
  JsonArray     *array = json_array_new ();

  for (guint i = 0; i < MIN (outcome->matches->len, MAX_MATCHES); i++)
    json_array_add_object_element (array,
                                   pel_element_to_json (outcome->snapshot,
                                                        g_array_index (outcome->matches,
                                                                       PelElementId,
                                                                       i),
                                                        &form));
  return array;
}

static PelWindow *
get_window (const PelWaitOutcome *outcome, guint index)
{
  return pel_desktop_get_window (pel_snapshot_get_desktop (outcome->snapshot),
                                 g_array_index (outcome->windows, guint, index));
}

static JsonArray *
make_windows (const PelWaitOutcome *outcome)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < MIN (outcome->windows->len, MAX_MATCHES); i++)
    json_array_add_element (array,
                            pel_snapshot_window_to_json (outcome->snapshot,
                                                         get_window (outcome, i)));
  return array;
}

/* “Condition met after 120 ms: Button "OK" [e12]” */
static char *
make_text (const PelWaitOutcome *outcome)
{
  guint            n = outcome->matches->len + outcome->windows->len;
  g_autofree char *first = NULL;
  g_autofree char *more = NULL;

  if (n == 0)
    return g_strdup_printf (_ ("Condition met after %u ms"), outcome->waited_ms);
  if (outcome->matches->len > 0)
    first = pel_condition_dup_element (outcome->snapshot,
                                       g_array_index (outcome->matches, PelElementId, 0));
  else
    first = pel_condition_dup_window (get_window (outcome, 0));
  if (n == 1)
    return g_strdup_printf (_ ("Condition met after %u ms: %s"), outcome->waited_ms, first);
  more = g_strdup_printf (ngettext ("%u more", "%u more", n - 1), n - 1);
  return g_strdup_printf (/* Translators: a time, an element, “3 more” */
                          _ ("Condition met after %u ms: %s and %s"),
                          outcome->waited_ms,
                          first,
                          more);
}

static JsonObject *
make_result (const PelWaitOutcome *outcome)
{
  JsonObject      *data = json_object_new ();
  g_autofree char *text = make_text (outcome);

  json_object_set_boolean_member (data, "holds", TRUE);
  json_object_set_int_member (data, "waited_ms", outcome->waited_ms);
  json_object_set_array_member (data, "matches", make_matches (outcome));
  json_object_set_int_member (data, "n_matches", outcome->matches->len);
  if (outcome->windows->len > 0)
    json_object_set_array_member (data, "windows", make_windows (outcome));
  json_object_set_string_member (data, "snapshot_id", pel_snapshot_get_id (outcome->snapshot));
  json_object_set_string_member (data, "text", text);
  return data;
}

static void
waited_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)          task = user_data;
  PelToolCall               *call = pel_tool_call_get (task);
  GError                    *error = NULL;
  g_autoptr (PelWaitOutcome) outcome = pel_waiter_run_finish (result, &error);

  if (outcome == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  pel_look_keep_for_task (task, outcome->snapshot);
  if (outcome->matches->len > 0)
    call->resolved_target =
        pel_element_to_resolved_target (outcome->snapshot,
                                        g_array_index (outcome->matches, PelElementId, 0),
                                        "selector",
                                        outcome->confidence,
                                        outcome->reasons);
  g_task_return_pointer (task, make_result (outcome), (GDestroyNotify) json_object_unref);
}

static void
wait_for (GTask *task)
{
  PelToolCall         *call = pel_tool_call_get (task);
  const ConditionCall *self = g_object_get_data (G_OBJECT (task), "condition-call");
  PelWait              wait = { .source = call->context->elements,
                                .condition = self->condition,
                                .mode = self->mode,
                                .comparer = pel_picture_comparer_new (task) };

  pel_tool_call_get_left_ms (call, &wait.timeout_ms);
  pel_waiter_run_async (&wait, g_task_get_cancellable (task), waited_cb, g_object_ref (task));
}

static void
checked_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (pel_baselines_check_finish (result, &error))
    wait_for (task);
  else
    g_task_return_error (task, error);
}

static void
condition_call_free (ConditionCall *self)
{
  g_clear_pointer (&self->condition, pel_condition_unref);
  g_free (self);
}

void
pel_condition_call_run (GTask *task, PelWaitMode mode)
{
  PelToolCall             *call = pel_tool_call_get (task);
  GError                  *error = NULL;
  g_autoptr (PelCondition) condition = parse (call, &error);
  ConditionCall           *self;
  gboolean                 may_read_images = TRUE;

  if (condition == NULL || !check_time (call, condition, &error) ||
      (pel_condition_reads_text (condition) && !pel_tool_permit_pixels (call, &error)) ||
      (pel_condition_has_pictures (condition) &&
       !pel_tool_permit_images (call, &may_read_images, &error)))
    {
      g_task_return_error (task, error);
      return;
    }
  if (call->context->elements == NULL)
    {
      pel_look_fail_for_task (task);
      return;
    }
  call->driver = pel_element_source_get_driver (call->context->elements);
  self = g_new0 (ConditionCall, 1);
  self->mode = mode;
  self->condition = g_steal_pointer (&condition);
  g_object_set_data_full (G_OBJECT (task),
                          "condition-call",
                          self,
                          (GDestroyNotify) condition_call_free);
  if (!pel_condition_has_pictures (self->condition) || !may_read_images)
    {
      wait_for (task);
      return;
    }
  pel_baselines_check_async (self->condition,
                             g_task_get_cancellable (task),
                             checked_cb,
                             g_object_ref (task));
}
