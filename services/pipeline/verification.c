/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/verification.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/condition/baseline.h"
#include "services/condition/waiter.h"
#include "services/element/snapshot-text.h"

#include <glib/gi18n.h>

#define LONGEST_MS       5000 /* what an act brings about is seen by then */
#define LAST_LOOK_MS     500  /* for what is shown when it does not hold */
#define MAX_SHOWN_BYTES  4096
#define ANY_ELEMENT_NAME "@e1"

struct _PelVerification
{
  gboolean      must_change, must_be_gone;
  JsonObject   *about_element; /* (nullable) {state, value} of the element */
  JsonObject   *condition;     /* (nullable) about the rest of the desktop */
  PelCondition *parsed;        /* (nullable) both, as far as they are known before the act */
};

/* Members that are no condition, and those of them that the condition “element” knows as well. */
static const char *const own_names[] = { "state", "value", "focus", "gone", "changed" };
static const char *const leaf_names[] = { "state", "value", "count" };

void
pel_verification_free (PelVerification *self)
{
  g_clear_pointer (&self->about_element, json_object_unref);
  g_clear_pointer (&self->condition, json_object_unref);
  g_clear_pointer (&self->parsed, pel_condition_unref);
  g_free (self);
}

/* Parsing */

static gboolean
is_own (const char *member)
{
  for (gsize i = 0; i < G_N_ELEMENTS (own_names); i++)
    if (g_str_equal (own_names[i], member))
      return TRUE;
  return FALSE;
}

static gboolean
read_flag (
    JsonObject *object, const char *member, const char *name, gboolean *ret_is, GError **error)
{
  JsonNode *node = json_object_get_member (object, member);

  *ret_is = FALSE;
  if (node == NULL)
    return TRUE;
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    {
      *ret_is = json_node_get_boolean (node);
      if (*ret_is)
        return TRUE;
    }
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 /* Translators: two names of arguments */
                 _ ("%s.%s can only be true"),
                 name,
                 member);
  return FALSE;
}

/* (nullable) (transfer full): of what a condition says, or else of what is said of the element. */
static JsonObject *
pick_members (JsonObject *object, gboolean of_condition)
{
  g_autoptr (GList) members = json_object_get_members (object);
  JsonObject       *picked = json_object_new ();

  for (GList *link = members; link != NULL; link = link->next)
    if (is_own (link->data) != of_condition)
      json_object_set_member (picked, link->data, json_object_dup_member (object, link->data));
  if (json_object_get_size (picked) == 0)
    g_clear_pointer (&picked, json_object_unref);
  return picked;
}

/* (transfer full): {"element": {"selector": @element, …}} */
static JsonObject *
make_leaf (const char *element, JsonObject *about)
{
  JsonObject *leaf = json_object_new ();
  JsonObject *whole = json_object_new ();

  json_object_set_string_member (leaf, "selector", element);
  for (gsize i = 0; i < G_N_ELEMENTS (leaf_names); i++)
    if (json_object_has_member (about, leaf_names[i]))
      json_object_set_member (leaf, leaf_names[i], json_object_dup_member (about, leaf_names[i]));
  json_object_set_object_member (whole, "element", leaf);
  return whole;
}

/* (nullable) (transfer full): what must hold of the desktop, where the element is called @element.
 */
static JsonNode *
make_condition (const PelVerification *self, const char *element)
{
  JsonArray  *all = json_array_new ();
  JsonObject *whole;

  if (self->about_element != NULL)
    json_array_add_object_element (all, make_leaf (element, self->about_element));
  if (self->condition != NULL)
    json_array_add_object_element (all, json_object_ref (self->condition));
  if (json_array_get_length (all) == 0)
    {
      json_array_unref (all);
      return NULL;
    }
  whole = json_object_new ();
  json_object_set_array_member (whole, "all", all);
  return pel_json_take_object (whole);
}

static gboolean
check (PelVerification *self, const char *name, GError **error)
{
  g_autoptr (JsonNode) node = make_condition (self, ANY_ELEMENT_NAME);

  if (node == NULL && !self->must_change && !self->must_be_gone)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("State what must hold afterwards, such as {\"state\": \"checked\"}"),
                     _ ("%s: no condition given"),
                     name);
      return FALSE;
    }
  if (self->must_be_gone && self->about_element != NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("%s: an element that is gone has no state or value"),
                     name);
      return FALSE;
    }
  if (node == NULL)
    return TRUE;
  self->parsed = pel_condition_parse (node, name, error);
  return self->parsed != NULL;
}

PelVerification *
pel_verification_parse (JsonNode *node, const char *name, GError **error)
{
  g_autoptr (PelVerification) self = g_new0 (PelVerification, 1);
  JsonObject                 *object;
  gboolean                    has_focus;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("State what must hold afterwards, such as {\"state\": \"checked\"}"),
                     _ ("%s must be an object"),
                     name);
      return NULL;
    }
  object = json_node_get_object (node);
  if (!read_flag (object, "changed", name, &self->must_change, error) ||
      !read_flag (object, "gone", name, &self->must_be_gone, error) ||
      !read_flag (object, "focus", name, &has_focus, error))
    return NULL;
  self->condition = pick_members (object, TRUE);
  if (has_focus || json_object_has_member (object, "state") ||
      json_object_has_member (object, "value"))
    self->about_element = pick_members (object, FALSE);
  if (has_focus)
    json_object_set_string_member (self->about_element, "state", "focused");
  return check (self, name, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
pel_verification_reads_text (const PelVerification *self)
{
  return self->parsed != NULL && pel_condition_reads_text (self->parsed);
}

gboolean
pel_verification_needs_element (const PelVerification *self)
{
  return self->must_be_gone || self->must_change || self->about_element != NULL;
}

gboolean
pel_verification_has_pictures (const PelVerification *self)
{
  return self->parsed != NULL && pel_condition_has_pictures (self->parsed);
}

void
pel_verification_check_async (const PelVerification *self,
                              GCancellable          *cancellable,
                              GAsyncReadyCallback    callback,
                              gpointer               user_data)
{
  pel_baselines_check_async (self->parsed, cancellable, callback, user_data);
}

gboolean
pel_verification_check_finish (GAsyncResult *result, GError **error)
{
  return pel_baselines_check_finish (result, error);
}

/* Waiting until it holds */

typedef struct
{
  const PelVerification  *self;
  PelElementSource       *elements;
  const PelComparer      *comparer;
  const PelActionOutcome *outcome;
  gint64                  end;
  GError                 *failure; /* (nullable) */
} Run;

static void
run_free (Run *run)
{
  g_object_unref (run->elements);
  g_clear_error (&run->failure);
  g_free (run);
}

static void
succeed (GTask *task)
{
  Run        *run = g_task_get_task_data (task);
  JsonObject *report = json_object_new ();
  JsonObject *details = json_object_new ();

  json_object_set_boolean_member (report, "passed", TRUE);
  if (run->self->must_be_gone)
    json_object_set_boolean_member (details, "gone", TRUE);
  if (run->self->must_change)
    json_object_set_boolean_member (details, "changed", TRUE);
  json_object_set_object_member (report, "details", details);
  g_task_return_pointer (task, report, (GDestroyNotify) json_object_unref);
}

/* What is there instead: of the element's window, else of its program. */
static void
describe (Run *run, PelSnapshot *snapshot, JsonObject *details)
{
  PelElement   before = pel_snapshot_get_element (run->outcome->before, run->outcome->before_id);
  PelElementId id = pel_snapshot_find_identity (snapshot, before.bus_name, before.path);
  PelDesktop  *desktop = pel_snapshot_get_desktop (snapshot);
  const PelElementForm form = { .layout =
                                    desktop != NULL ? pel_desktop_get_layout (desktop) : NULL };
  PelSnapshotFilter    filter = { .flags = PEL_FILTER_VISIBLE | PEL_FILTER_COMPACT };
  g_autofree char     *text = NULL;

  while (id != PEL_ELEMENT_NONE && pel_snapshot_get_depth (snapshot, id) > 1)
    id = pel_snapshot_get_parent (snapshot, id);
  filter.scope = id;
  text = pel_snapshot_to_text (snapshot, &filter, &form, MAX_SHOWN_BYTES, NULL);
  json_object_set_string_member (details, "snapshot_id", pel_snapshot_get_id (snapshot));
  json_object_set_string_member (details, "text", text);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  Run                    *run = g_task_get_task_data (task);
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, NULL);
  JsonObject *known = pel_error_get_details (run->failure);
  JsonObject *details = known != NULL ? json_object_ref (known) : json_object_new ();

  if (snapshot != NULL)
    describe (run, snapshot, details);
  pel_error_take_details (run->failure, details);
  g_task_return_error (task, g_steal_pointer (&run->failure));
}

/* Takes @task. */
static void
look_once_more (GTask *task)
{
  Run       *run = g_task_get_task_data (task);
  PelElement element;

  if (run->outcome->before == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&run->failure));
      g_object_unref (task);
      return;
    }
  element = pel_snapshot_get_element (run->outcome->before, run->outcome->before_id);
  pel_element_source_look_async (run->elements,
                                 &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                                             .target = element.bus_name,
                                             .flags = PEL_LOOK_VALUES,
                                             .timeout_ms = LAST_LOOK_MS },
                                 NULL,
                                 looked_cb,
                                 task);
}

/* Reports that the act was done, even if the rest was cancelled. */
static GError *
new_cancelled (void)
{
  JsonObject *details = json_object_new ();
  GError     *error = NULL;

  json_object_set_boolean_member (details, "sent", TRUE);
  pel_set_error (&error,
                 PEL_ERROR_CANCELLED,
                 _ ("Check the current state: it was done once and will not be repeated"),
                 _ ("It was done, but the wait for the expected result was cancelled"));
  pel_error_take_details (error, details);
  return error;
}

/* Takes @task and @cause. */
static void
fail (GTask *task, GError *cause)
{
  Run        *run = g_task_get_task_data (task);
  JsonObject *details = pel_error_get_details (cause);

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_error_free (cause);
      g_task_return_error (task, new_cancelled ());
      g_object_unref (task);
      return;
    }
  pel_set_error (&run->failure,
                 PEL_ERROR_VERIFICATION_FAILED,
                 _ ("Check the current state: it was done once and will not be repeated"),
                 _ ("It was done, but without the expected result: %s"),
                 cause->message);
  if (details != NULL)
    pel_error_take_details (run->failure, json_object_ref (details));
  g_clear_error (&cause);
  look_once_more (task);
}

static void
wait_for (GTask *task, JsonNode *node, GAsyncReadyCallback callback)
{
  Run                     *run = g_task_get_task_data (task);
  gint64                   left_ms = (run->end - g_get_monotonic_time ()) / 1000;
  GError                  *error = NULL;
  g_autoptr (PelCondition) condition = pel_condition_parse (node, "verify", &error);
  const PelWait            wait = { run->elements,
                                    condition,
                                    PEL_WAIT_UNTIL_IT_HOLDS,
                                    CLAMP (left_ms, 1, LONGEST_MS),
                                    *run->comparer };

  if (condition == NULL)
    fail (task, error);
  else
    pel_waiter_run_async (&wait, g_task_get_cancellable (task), callback, task);
}

static void
held_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask                     *task = user_data;
  GError                    *error = NULL;
  g_autoptr (PelWaitOutcome) outcome = pel_waiter_run_finish (result, &error);

  if (outcome == NULL)
    {
      fail (task, error);
      return;
    }
  succeed (task);
  g_object_unref (task);
}

/* “@e12” */
static char *
dup_element_name (const Run *run)
{
  if (run->outcome->before == NULL)
    return g_strdup (ANY_ELEMENT_NAME); /* nothing is said of it */
  return g_strdup_printf ("@e%u",
                          pel_snapshot_get_ref (run->outcome->before, run->outcome->before_id));
}

static void
check_condition (GTask *task)
{
  Run                 *run = g_task_get_task_data (task);
  g_autofree char     *name = dup_element_name (run);
  g_autoptr (JsonNode) node = make_condition (run->self, name);

  if (node != NULL)
    {
      wait_for (task, node, held_cb);
      return;
    }
  succeed (task);
  g_object_unref (task);
}

/* Waiting for an element whose ref is gone fails at once. */
static void
gone_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask                     *task = user_data;
  GError                    *error = NULL;
  g_autoptr (PelWaitOutcome) outcome = pel_waiter_run_finish (result, &error);

  if (outcome != NULL || g_error_matches (error, PEL_ERROR, PEL_ERROR_STALE_REF) ||
      g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND))
    {
      g_clear_error (&error);
      check_condition (task);
    }
  else
    fail (task, error);
}

static void
check_gone (GTask *task)
{
  Run                   *run = g_task_get_task_data (task);
  g_autofree char       *name = dup_element_name (run);
  g_autoptr (JsonObject) absent = NULL;
  g_autoptr (JsonNode)   node = NULL;

  if (!run->self->must_be_gone || run->outcome->after_id == PEL_ELEMENT_NONE)
    {
      check_condition (task);
      return;
    }
  absent = json_object_new ();
  json_object_set_int_member (absent, "count", 0);
  node = pel_json_take_object (make_leaf (name, absent));
  wait_for (task, node, gone_cb);
}

static gboolean
has_changed (const PelEffect *effect)
{
  return effect != NULL && (effect->n_added + effect->n_removed + effect->n_changed > 0 ||
                            effect->opened->len + effect->closed->len > 0 || effect->is_gone ||
                            effect->has_focus_moved);
}

static GError *
new_unchanged (void)
{
  GError *error = NULL;

  pel_set_error (&error, PEL_ERROR_VERIFICATION_FAILED, NULL, "%s", _ ("nothing changed"));
  return error;
}

void
pel_verification_run_async (const PelVerification  *self,
                            PelElementSource       *elements,
                            const PelComparer      *comparer,
                            const PelActionOutcome *outcome,
                            guint                   timeout_ms,
                            GCancellable           *cancellable,
                            GAsyncReadyCallback     callback,
                            gpointer                user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Run   *run = g_new0 (Run, 1);

  g_task_set_source_tag (task, pel_verification_run_async);
  g_task_set_check_cancellable (task, FALSE); /* report what was done even if cancelled */
  g_task_set_task_data (task, run, (GDestroyNotify) run_free);
  run->self = self;
  run->elements = g_object_ref (elements);
  run->comparer = comparer;
  run->outcome = outcome;
  run->end = g_get_monotonic_time () + (gint64) timeout_ms * 1000;
  if (self->must_change && !has_changed (outcome->effect))
    fail (task, new_unchanged ());
  else
    check_gone (task);
}

JsonObject *
pel_verification_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_verification_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
