/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/condition/waiter.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "tests/unit/fake-element-source.h"
#include "tests/unit/scene.h"

#include <string.h>

#define LONG_MS 30000 /* far more than anything here takes */

/* Somebody who waits, and somebody who takes the pictures. */
typedef struct
{
  PelFakeElementSource *source;
  GCancellable         *cancellable;
  guint                 number; /* of the next snapshot */
  PelWaitOutcome       *outcome;
  GError               *error;
  gboolean              is_over;

  guint        n_different; /* in every picture from now on */
  const char  *obstacle;    /* (nullable) the same */
  PelErrorCode refusal;     /* the same; PEL_N_ERRORS: none */
  gboolean     is_still;    /* nothing is drawn */
  gboolean     is_slow;     /* pictures come when they are developed */
  GTask       *under_way;   /* (nullable) */
  char        *wish;        /* what the last was of */
  GArray      *times;       /* of gint64: when they were asked for */
} Fixture;

static void
develop (Fixture *fixture)
{
  g_autoptr (GTask) task = g_steal_pointer (&fixture->under_way);
  PelLikeness      *likeness;
  PelImageRect      rect = { 1, 2, 3, 4 };

  if (fixture->refusal != PEL_N_ERRORS)
    {
      g_task_return_new_error (task, PEL_ERROR, (int) fixture->refusal, "refused");
      return;
    }
  likeness = fixture->obstacle != NULL ? pel_likeness_new_obstacle (fixture->obstacle)
                                       : pel_likeness_new (fixture->n_different);
  if (likeness->n_different > 0)
    g_array_append_val (likeness->rects, rect);
  g_task_return_pointer (task, likeness, (GDestroyNotify) pel_likeness_free);
}

static void
compare_async (gpointer              data,
               const PelPictureWish *wish,
               GCancellable         *cancellable,
               GAsyncReadyCallback   callback,
               gpointer              user_data)
{
  Fixture *fixture = data;
  gint64   now = g_get_monotonic_time ();

  g_assert_null (fixture->under_way);
  g_assert_cmpstr (wish->baseline, ==, "/b.png");
  fixture->under_way = g_task_new (NULL, cancellable, callback, user_data);
  g_array_append_val (fixture->times, now);
  g_free (fixture->wish);
  fixture->wish = g_strdup (wish->element != NULL     ? wish->element
                            : wish->window_id != NULL ? wish->window_id
                                                      : wish->monitor);
  if (!fixture->is_slow)
    develop (fixture);
}

static PelLikeness *
compare_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static gboolean
notice (gpointer data)
{
  return !((Fixture *) data)->is_still;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_element_source_new ();
  fixture->cancellable = g_cancellable_new ();
  fixture->number = 1;
  fixture->refusal = PEL_N_ERRORS;
  fixture->times = g_array_new (FALSE, FALSE, sizeof (gint64));
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  if (fixture->under_way != NULL)
    develop (fixture);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_pointer (&fixture->outcome, pel_wait_outcome_free);
  g_clear_error (&fixture->error);
  g_free (fixture->wish);
  g_array_unref (fixture->times);
  g_assert_finalize_object (fixture->cancellable);
  g_assert_finalize_object (fixture->source);
}

static void
show (Fixture *fixture, const char *scene)
{
  pel_fake_element_source_set_snapshot (fixture->source, scene_build (fixture->number++, scene));
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (fixture->source));
}

static void
waited_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  Fixture *fixture = data;

  fixture->outcome = pel_waiter_run_finish (result, &fixture->error);
  fixture->is_over = TRUE;
}

/* Single quotes stand for double ones. */
static void
begin (Fixture *fixture, const char *text, PelWaitMode mode, guint timeout_ms)
{
  g_autofree char         *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (JsonNode)     node = pel_json_parse (json, -1, NULL);
  g_autoptr (PelCondition) condition = pel_condition_parse (node, "until", NULL);

  g_assert_nonnull (condition);
  fixture->is_over = FALSE;
  pel_waiter_run_async (&(PelWait){ PEL_ELEMENT_SOURCE (fixture->source),
                                    condition,
                                    mode,
                                    timeout_ms,
                                    { compare_async, compare_finish, notice, fixture } },
                        fixture->cancellable,
                        waited_cb,
                        fixture);
}

static void
wait_for_pictures (Fixture *fixture, guint n)
{
  while (fixture->times->len < n && !fixture->is_over)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (fixture->is_over);
}

static void
end_well (Fixture *fixture)
{
  pel_fake_wait_until (&fixture->is_over);
  g_assert_no_error (fixture->error);
}

static void
end_badly (Fixture *fixture, PelErrorCode code)
{
  pel_fake_wait_until (&fixture->is_over);
  g_assert_error (fixture->error, PEL_ERROR, (int) code);
}

static void
assert_gaps (Fixture *fixture)
{
  for (guint i = 1; i < fixture->times->len; i++)
    g_assert_cmpint (g_array_index (fixture->times, gint64, i) -
                         g_array_index (fixture->times, gint64, i - 1),
                     >=,
                     500 * G_TIME_SPAN_MILLISECOND);
}

#define CALC       "calc|>Window :Main e1|#w1 Main"
#define PIC(more)  "{'image': {'baseline': '/b.png'" more "}}"
#define OF_BUTTON  PIC (", 'selector': 'Button:OK'")
#define UNTIL      PEL_WAIT_UNTIL_IT_HOLDS
#define BY_VERDICT PEL_WAIT_FOR_A_VERDICT

/* Nobody tells what happens to pixels: they are looked at again. */
static void
test_polled (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  fixture->n_different = 3;
  begin (fixture, PIC (""), UNTIL, LONG_MS);
  wait_for_pictures (fixture, 2);
  fixture->n_different = 0;
  end_well (fixture);
  g_assert_cmpuint (fixture->times->len, ==, 3);
  g_assert_null (fixture->wish);
  assert_gaps (fixture);
}

/* Where it is told that nothing was drawn, a picture would show the same; what kept it from being
 * taken may be over. */
static void
test_still (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  fixture->n_different = 3;
  begin (fixture, PIC (""), UNTIL, LONG_MS);
  wait_for_pictures (fixture, 1);
  fixture->is_still = TRUE;
  pel_fake_wait_ms (1600);
  g_assert_cmpuint (fixture->times->len, ==, 1);
  fixture->is_still = FALSE;
  fixture->obstacle = "it is minimized";
  wait_for_pictures (fixture, 2);
  fixture->is_still = TRUE;
  wait_for_pictures (fixture, 3);
  fixture->obstacle = NULL;
  fixture->n_different = 0;
  end_well (fixture);
}

/* However much happens, there are two a second. */
static void
test_flood (Fixture *fixture, gconstpointer unused)
{
  gint64 end = g_get_monotonic_time () + 1200 * G_TIME_SPAN_MILLISECOND;

  show (fixture, CALC);
  fixture->n_different = 3;
  begin (fixture, PIC (", 'window': 'main'"), UNTIL, LONG_MS);
  while (g_get_monotonic_time () < end)
    {
      show (fixture, CALC);
      pel_fake_wait_ms (2);
    }
  g_assert_cmpuint (fixture->times->len, >=, 2);
  g_assert_cmpuint (fixture->times->len, <=, 3);
  assert_gaps (fixture);
  g_assert_cmpstr (fixture->wish, ==, "w1");
  fixture->n_different = 0;
  end_well (fixture);
  g_assert_cmpuint (fixture->outcome->windows->len, ==, 1);
}

/* Nor is there ever a second one before the first: that is asserted where they are taken. */
static void
test_one_at_a_time (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  fixture->is_slow = TRUE;
  begin (fixture, "{'all': [" PIC ("") ", " PIC (", 'monitor': 'DP-1'") "]}", UNTIL, LONG_MS);
  wait_for_pictures (fixture, 1);
  for (guint i = 0; i < 20; i++)
    {
      show (fixture, CALC);
      pel_fake_wait_ms (2);
    }
  g_assert_cmpuint (fixture->times->len, ==, 1);
  develop (fixture);
  wait_for_pictures (fixture, 2); /* of one moment, as far as possible */
  g_assert_cmpstr (fixture->wish, ==, "DP-1");
  develop (fixture);
  end_well (fixture);
}

/* Of what is not there no picture is taken. */
static void
test_comes (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin (fixture, OF_BUTTON, UNTIL, LONG_MS);
  pel_fake_wait_ms (700);
  g_assert_cmpuint (fixture->times->len, ==, 0);
  show (fixture, CALC "|>>Button :OK e5|>>Button :OK e6");
  pel_fake_wait_ms (50);
  g_assert_cmpuint (fixture->times->len, ==, 0);
  show (fixture, CALC "|>>Button :OK e5");
  end_well (fixture);
  g_assert_cmpuint (fixture->times->len, ==, 1);
  g_assert_true (strchr (fixture->wish, '/') != NULL);
  g_assert_cmpuint (fixture->outcome->matches->len, ==, 1);
}

/* A picture from before something happened says nothing of it. */
static void
test_doubted (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin (fixture,
         "{'all': [" PIC ("") ", {'any': [{'element': {'selector': 'Button:OK'}}, "
                              "{'not': " PIC ("") "}]}]}",
         UNTIL,
         LONG_MS);
  wait_for_pictures (fixture, 2);
  pel_fake_wait_ms (20);
  fixture->n_different = 3;
  show (fixture, CALC "|>>Button :OK e5");
  wait_for_pictures (fixture, 3);
  pel_fake_wait_ms (20);
  g_assert_false (fixture->is_over);
  fixture->n_different = 0;
  end_well (fixture);
}

static void
test_not_needed (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin (fixture,
         "{'all': [" PIC ("") ", {'element': {'selector': 'Button:OK'}}]}",
         BY_VERDICT,
         LONG_MS);
  end_badly (fixture, PEL_ERROR_VERIFICATION_FAILED);
  g_assert_cmpuint (fixture->times->len, ==, 0);
}

static void
test_verdict (Fixture *fixture, gconstpointer unused)
{
  JsonObject *details, *leaf;

  show (fixture, CALC);
  fixture->n_different = 3;
  begin (fixture, PIC (", 'max_different': 2"), BY_VERDICT, LONG_MS);
  end_badly (fixture, PEL_ERROR_VERIFICATION_FAILED);
  g_assert_cmpuint (fixture->times->len, ==, 1);
  g_assert_cmpstr (fixture->error->message,
                   ==,
                   "The condition does not hold: \"b.png\": 3 pixels differ from the baseline: 3×4 "
                   "at 1,2");
  details = pel_error_get_details (fixture->error);
  leaf = json_array_get_object_element (json_object_get_array_member (details, "last_state"), 0);
  g_assert_cmpint (json_object_get_int_member (leaf, "n_different"), ==, 3);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (leaf, "changes")), ==, 1);
}

static void
test_refused (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  fixture->refusal = PEL_ERROR_APPROVAL_REQUIRED;
  begin (fixture, "{'not': " PIC ("") "}", UNTIL, LONG_MS);
  end_badly (fixture, PEL_ERROR_APPROVAL_REQUIRED);
  g_assert_cmpuint (fixture->times->len, ==, 1);
}

/* What is in the way now may not be later. */
static void
test_obstacle (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  fixture->obstacle = "it is minimized";
  begin (fixture, PIC (""), UNTIL, LONG_MS);
  wait_for_pictures (fixture, 1);
  pel_fake_wait_ms (20);
  g_assert_false (fixture->is_over);
  fixture->obstacle = NULL;
  end_well (fixture);
}

/* What was seen last is told, also while something is looked at again. */
static void
test_timeout (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  fixture->n_different = 3;
  begin (fixture, PIC (""), UNTIL, 900);
  wait_for_pictures (fixture, 1);
  fixture->is_slow = TRUE;
  end_badly (fixture, PEL_ERROR_TIMEOUT);
  g_assert_cmpuint (fixture->times->len, ==, 2);
  g_assert_nonnull (strstr (fixture->error->message, "\"b.png\": 3 pixels differ"));
}

static void
test_cancelled (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  fixture->is_slow = TRUE;
  begin (fixture, PIC (""), UNTIL, LONG_MS);
  wait_for_pictures (fixture, 1);
  g_cancellable_cancel (fixture->cancellable);
  pel_fake_wait_until (&fixture->is_over);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (g_cancellable_is_cancelled (g_task_get_cancellable (fixture->under_way)));
}

static void
test_nobody (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (JsonNode)     node = pel_json_parse ("{\"image\": {\"baseline\": \"/b\"}}", -1, NULL);
  g_autoptr (PelCondition) condition = pel_condition_parse (node, "until", NULL);

  show (fixture, CALC);
  pel_waiter_run_async (&(PelWait){ .source = PEL_ELEMENT_SOURCE (fixture->source),
                                    .condition = condition,
                                    .timeout_ms = LONG_MS },
                        fixture->cancellable,
                        waited_cb,
                        fixture);
  end_badly (fixture, PEL_ERROR_CAPABILITY_UNAVAILABLE);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/waiter-pictures/pace/polled", test_polled);
  ADD ("/waiter-pictures/pace/still", test_still);
  ADD ("/waiter-pictures/pace/flood", test_flood);
  ADD ("/waiter-pictures/pace/one-at-a-time", test_one_at_a_time);
  ADD ("/waiter-pictures/comes", test_comes);
  ADD ("/waiter-pictures/doubted", test_doubted);
  ADD ("/waiter-pictures/not-needed", test_not_needed);
  ADD ("/waiter-pictures/verdict", test_verdict);
  ADD ("/waiter-pictures/refused", test_refused);
  ADD ("/waiter-pictures/obstacle", test_obstacle);
  ADD ("/waiter-pictures/timeout", test_timeout);
  ADD ("/waiter-pictures/cancelled", test_cancelled);
  ADD ("/waiter-pictures/nobody", test_nobody);
  return g_test_run ();
}
