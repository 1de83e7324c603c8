/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An action from its first look to its outcome, with a program that is a fake: whom it reaches, and
 * what is told of it when it is called off or fails halfway. */

#include "services/action/action.h"
#include "services/base/error.h"
#include "tests/unit/fake-element-source.h"

#include <atspi/atspi-constants.h>

#define STRANGER 4000001
#define S(state) PEL_STATE_BIT (PEL_STATE_##state)
#define USUAL    (S (ENABLED) | S (SENSITIVE) | S (SHOWING) | S (VISIBLE))

typedef struct
{
  PelFakeElementSource *source;
  GCancellable         *cancellable;
  guint                 n_acts;
  guint                 cancels_at, fails_at; /* which act, from 1; 0: none */
  GError               *failure;
  PelStates             then; /* what the button is after an act */
  PelActionOutcome     *outcome;
  GError               *error;
  gboolean              is_over;
  guint                 tick_id;
} Fixture;

static PelElementId
add (PelSnapshotBuilder *builder,
     PelElementId        parent,
     guint               role,
     PelStates           states,
     const char         *path)
{
  PelElement element = { .parent = parent,
                         .role = pel_role_from_atspi (role),
                         .native_role = role,
                         .states = USUAL | states,
                         .interfaces = PEL_INTERFACE_ACTION | PEL_INTERFACE_COMPONENT,
                         .patterns = PEL_PATTERN_INVOKE | PEL_PATTERN_SELECTION_ITEM |
                                     PEL_PATTERN_EXPAND_COLLAPSE,
                         .flags = PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE,
                         .bounds = { 0, 0, 10, 10 },
                         .name = "It",
                         .value = "",
                         .bus_name = ":1.1",
                         .path = path };

  if (g_str_equal (path, "/grafted"))
    {
      element.bus_name = ":1.2";
      element.flags |= PEL_ELEMENT_IS_FOREIGN;
    }
  if (role == ATSPI_ROLE_LIST_BOX)
    element.interfaces |= PEL_INTERFACE_SELECTION;
  return pel_snapshot_builder_add (builder, &element);
}

static void
show (Fixture *self, PelStates button)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  PelElementId        frame, list, combo_box;

  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.1",
                                                           .name = "p",
                                                           .pid = STRANGER,
                                                           .is_answering = TRUE });
  frame = add (builder, PEL_ELEMENT_NONE, ATSPI_ROLE_PANEL, 0, "/frame");
  add (builder, frame, ATSPI_ROLE_PUSH_BUTTON, button, "/button");
  list = add (builder, frame, ATSPI_ROLE_LIST_BOX, S (MULTISELECTABLE), "/list");
  add (builder, list, ATSPI_ROLE_LIST_ITEM, S (SELECTABLE), "/item");
  combo_box = add (builder, frame, ATSPI_ROLE_COMBO_BOX, 0, "/combo-box");
  add (builder, combo_box, ATSPI_ROLE_PUSH_BUTTON, 0, "/grafted");
  pel_fake_element_source_set_snapshot (self->source, pel_snapshot_builder_finish (builder));
}

static PelElementReading *
read_cb (const PelReadingRequest *request, gpointer data)
{
  PelElementReading *reading = pel_element_reading_new ();
  PelActionInfo      click = { g_strdup ("click"), g_strdup (""), g_strdup ("") };

  reading->has_place = TRUE;
  reading->place_width = reading->place_height = 10;
  if (g_str_equal (request->path, "/button") || g_str_equal (request->path, "/grafted"))
    g_array_append_val (reading->actions, click);
  else
    {
      g_free (click.name);
      g_free (click.description);
      g_free (click.key_binding);
    }
  return reading;
}

static gboolean
act_cb (const PelElementAct *act, gpointer data, GError **error)
{
  Fixture *self = data;

  self->n_acts++;
  g_assert_cmpstr (act->bus_name, ==, ":1.1");
  if (self->then != 0)
    show (self, self->then);
  if (self->n_acts == self->cancels_at)
    g_cancellable_cancel (self->cancellable);
  if (self->n_acts != self->fails_at)
    return TRUE;
  g_propagate_error (error, g_error_copy (self->failure));
  return FALSE;
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->source = pel_fake_element_source_new ();
  self->cancellable = g_cancellable_new ();
  pel_fake_element_source_set_read_func (self->source, read_cb, self);
  pel_fake_element_source_set_act_func (self->source, act_cb, self);
  show (self, 0);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_assert_cmpint (pel_fake_element_source_get_n_watching (self->source), ==, 0);
  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_pointer (&self->outcome, pel_action_outcome_free);
  g_clear_error (&self->error);
  g_clear_error (&self->failure);
  g_object_unref (self->cancellable);
  g_object_unref (self->source);
}

static void
ran_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;

  self->outcome = pel_action_run_finish (result, &self->error);
  self->is_over = TRUE;
}

static void
begin (Fixture *self, PelVerb verb, const char *path)
{
  const PelActionContext context = { PEL_ELEMENT_SOURCE (self->source) };
  const PelAction        action = {
           .bus_name = ":1.1", .path = path, .verb = verb, .effect_ms = 5000, .timeout_ms = 10000
  };

  pel_action_run_async (&context, &action, self->cancellable, ran_cb, self);
}

static void
run (Fixture *self, PelVerb verb, const char *path)
{
  gint64 start = g_get_monotonic_time ();

  begin (self, verb, path);
  while (!self->is_over)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 4 * G_TIME_SPAN_SECOND);
}

static gboolean
says_sent (const GError *error)
{
  JsonObject *details = pel_error_get_details (error);

  return details != NULL && json_object_has_member (details, "sent") &&
         json_object_get_boolean_member (details, "sent");
}

/* The button in the combo box is another program's, which nobody has allowed anything about. */
static void
test_graft (Fixture *self, gconstpointer unused)
{
  run (self, PEL_VERB_EXPAND, "/combo-box");
  g_assert_error (self->error, PEL_ERROR, PEL_ERROR_PATTERN_UNSUPPORTED);
  g_assert_cmpstr (pel_fake_element_source_get_request (self->source)->bus_name, ==, ":1.1");
  g_assert_cmpuint (self->n_acts, ==, 0);
}

/* Before anything has gone out. */
static void
test_cancel_before (Fixture *self, gconstpointer unused)
{
  g_cancellable_cancel (self->cancellable);
  run (self, PEL_VERB_INVOKE, "/button");
  g_assert_cmpint (pel_error_get_code (self->error), ==, PEL_ERROR_CANCELLED);
  g_assert_false (says_sent (self->error));
  g_assert_cmpuint (self->n_acts, ==, 0);
}

/* What was done is told, though nobody waits for what comes of it. */
static void
test_cancel_after (Fixture *self, gconstpointer unused)
{
  self->cancels_at = 1;
  run (self, PEL_VERB_INVOKE, "/button");
  g_assert_no_error (self->error);
  g_assert_cmpuint (self->n_acts, ==, 1);
  g_assert_cmpstr (self->outcome->deed, ==, "do action “click”");
  g_assert_null (self->outcome->effect);
  g_assert_null (self->outcome->after);
}

/* Two looks come before the act; the first one after it has been taken in when the next begins. */
static gboolean
tick_cb (gpointer data)
{
  Fixture *self = data;

  if (self->n_acts > 0 && pel_fake_element_source_get_n_looks (self->source) >= 4)
    g_cancellable_cancel (self->cancellable);
  return G_SOURCE_CONTINUE;
}

/* Nothing has been seen yet, which is not to say that nothing comes. */
static void
test_cancel_watching (Fixture *self, gconstpointer unused)
{
  self->tick_id = g_timeout_add (5, tick_cb, self);
  run (self, PEL_VERB_INVOKE, "/button");
  g_assert_no_error (self->error);
  g_assert_cmpuint (self->n_acts, ==, 1);
  g_assert_null (self->outcome->effect);
}

/* What has been seen until then is told. */
static void
test_cancel_seen (Fixture *self, gconstpointer unused)
{
  self->then = S (PRESSED);
  self->tick_id = g_timeout_add (5, tick_cb, self);
  run (self, PEL_VERB_INVOKE, "/button");
  g_assert_no_error (self->error);
  g_assert_cmpuint (self->n_acts, ==, 1);
  g_assert_nonnull (self->outcome->effect);
  g_assert_cmpint (self->outcome->effect->verdict, !=, PEL_EFFECT_UNCHANGED);
  g_assert_nonnull (self->outcome->after);
}

/* The selection has been cleared, and then: */

static void
test_half_cancelled (Fixture *self, gconstpointer unused)
{
  self->cancels_at = 1;
  run (self, PEL_VERB_SELECT, "/item");
  g_assert_cmpint (pel_error_get_code (self->error), ==, PEL_ERROR_CANCELLED);
  g_assert_true (says_sent (self->error));
  g_assert_cmpuint (self->n_acts, ==, 1);
}

static void
test_half_failed (Fixture *self, gconstpointer unused)
{
  self->fails_at = 2;
  pel_set_error (&self->failure, PEL_ERROR_STALE_REF, NULL, "gone");
  run (self, PEL_VERB_SELECT, "/item");
  g_assert_error (self->error, PEL_ERROR, PEL_ERROR_STALE_REF);
  g_assert_cmpstr (self->error->message, ==, "gone");
  g_assert_true (says_sent (self->error));
  g_assert_cmpuint (self->n_acts, ==, 2);
}

/* Of a program that is silent then nobody says that nothing was done, and it is not tried again. */
static void
test_half_silent (Fixture *self, gconstpointer unused)
{
  self->fails_at = 2;
  pel_set_error (&self->failure, PEL_ERROR_APP_UNRESPONSIVE, NULL, "nothing was done");
  run (self, PEL_VERB_SELECT, "/item");
  g_assert_error (self->error, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE);
  g_assert_null (g_strstr_len (self->error->message, -1, "nothing was done"));
  g_assert_true (says_sent (self->error));
  g_assert_cmpuint (self->n_acts, ==, 2);
}

/* Where nothing has gone out, nothing says so. */
static void
test_failed (Fixture *self, gconstpointer unused)
{
  self->fails_at = 1;
  pel_set_error (&self->failure, PEL_ERROR_STALE_REF, NULL, "gone");
  run (self, PEL_VERB_SELECT, "/item");
  g_assert_error (self->error, PEL_ERROR, PEL_ERROR_STALE_REF);
  g_assert_false (says_sent (self->error));
}

/* Who verifies it afterwards has time left, though nothing is seen of it. */
static void
test_time_to_verify (Fixture *self, gconstpointer unused)
{
  const PelActionContext context = { PEL_ELEMENT_SOURCE (self->source) };
  const PelAction        action = { .bus_name = ":1.1",
                                    .path = "/button",
                                    .verb = PEL_VERB_INVOKE,
                                    .timeout_ms = 1000,
                                    .is_verified = TRUE };
  gint64                 start = g_get_monotonic_time ();

  pel_action_run_async (&context, &action, self->cancellable, ran_cb, self);
  while (!self->is_over)
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (self->error);
  g_assert_cmpuint (self->n_acts, ==, 1);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 800 * G_TIME_SPAN_MILLISECOND);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/executor/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("graft", test_graft);
  ADD ("cancel/before", test_cancel_before);
  ADD ("cancel/after", test_cancel_after);
  ADD ("cancel/watching", test_cancel_watching);
  ADD ("cancel/seen", test_cancel_seen);
  ADD ("half/cancelled", test_half_cancelled);
  ADD ("half/failed", test_half_failed);
  ADD ("half/silent", test_half_silent);
  ADD ("failed", test_failed);
  ADD ("time-to-verify", test_time_to_verify);
  return g_test_run ();
}
