/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/condition/waiter.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "tests/unit/fake-element-source.h"
#include "tests/unit/scene.h"

#include <string.h>

#define LONG_MS 30000 /* far more than anything here takes */

typedef struct
{
  PelFakeElementSource *source;
  GCancellable         *cancellable;
  guint                 number; /* of the next snapshot */
  PelWaitOutcome       *outcome;
  GError               *error;
  gboolean              is_over;
  const char           *content; /* what is read of every text */
  const char           *id;      /* (nullable) and of every id and description */
  guint                 n_contents;
} Fixture;

static PelElementReading *
read_content (const PelReadingRequest *request, gpointer data)
{
  Fixture           *fixture = data;
  PelElementReading *reading = pel_element_reading_new ();

  fixture->n_contents++;
  if ((request->flags & PEL_READ_TEXT) != 0)
    reading->text = g_strdup (fixture->content);
  reading->id = g_strdup (fixture->id);
  reading->description = g_strdup (fixture->id);
  return reading;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_element_source_new ();
  fixture->cancellable = g_cancellable_new ();
  fixture->number = 1;
  fixture->content = "nothing";
  pel_fake_element_source_set_read_func (fixture->source, read_content, fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 0);
  g_clear_pointer (&fixture->outcome, pel_wait_outcome_free);
  g_clear_error (&fixture->error);
  g_assert_finalize_object (fixture->cancellable);
  g_assert_finalize_object (fixture->source);
}

static void
show (Fixture *fixture, const char *scene)
{
  pel_fake_element_source_set_snapshot (fixture->source, scene_build (fixture->number++, scene));
}

static void
show_and_tell (Fixture *fixture, const char *scene)
{
  show (fixture, scene);
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (fixture->source));
}

static void
waited_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  Fixture *fixture = data;

  g_assert_false (fixture->is_over);
  fixture->outcome = pel_waiter_run_finish (result, &fixture->error);
  g_assert_true ((fixture->outcome != NULL) != (fixture->error != NULL));
  fixture->is_over = TRUE;
}

static void
begin_mode (Fixture *fixture, const char *text, PelWaitMode mode, guint timeout_ms)
{
  g_autofree char         *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (JsonNode)     node = pel_json_parse (json, -1, NULL);
  g_autoptr (PelCondition) condition = pel_condition_parse (node, "until", NULL);

  g_assert_nonnull (condition);
  g_clear_pointer (&fixture->outcome, pel_wait_outcome_free);
  g_clear_error (&fixture->error);
  fixture->is_over = FALSE;
  pel_waiter_run_async (&(PelWait){ PEL_ELEMENT_SOURCE (fixture->source),
                                    condition,
                                    mode,
                                    timeout_ms },
                        fixture->cancellable,
                        waited_cb,
                        fixture);
}

static void
begin (Fixture *fixture, const char *text)
{
  begin_mode (fixture, text, PEL_WAIT_UNTIL_IT_HOLDS, LONG_MS);
}

/* It has seen what is there, and waits. */
static void
settle (Fixture *fixture)
{
  pel_fake_wait_ms (40);
  g_assert_false (fixture->is_over);
}

static void
end_well (Fixture *fixture)
{
  pel_fake_wait_until (&fixture->is_over);
  g_assert_no_error (fixture->error);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 0);
}

static void
end_badly (Fixture *fixture, PelErrorCode code)
{
  pel_fake_wait_until (&fixture->is_over);
  g_assert_error (fixture->error, PEL_ERROR, (int) code);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 0);
}

static void
assert_first (Fixture *fixture, guint ref)
{
  PelElementId id = g_array_index (fixture->outcome->matches, PelElementId, 0);

  g_assert_cmpuint (pel_snapshot_get_element (fixture->outcome->snapshot, id).ref, ==, ref);
}

#define CALC   "calc|>Window :Main e1|>>CheckBox :Sound e2 +checkable|>>Text :Note e3 text"
#define OK     "{'element': {'selector': 'Button:OK'}}"
#define IN_APP "{'element': {'selector': 'app=calc >> Button:OK'}}"

static void
test_holds (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC "|>>Button :OK e5|>>Button :OK e6");
  begin (fixture, OK);
  /* whoever watches before looking misses nothing */
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 1);
  end_well (fixture);
  assert_first (fixture, 5);
  g_assert_cmpuint (fixture->outcome->matches->len, ==, 2);
  g_assert_cmpfloat (fixture->outcome->confidence, >, 0.6);
  g_assert_cmpfloat (fixture->outcome->confidence, <, 0.65); /* 0.9 / √2 */
  g_assert_nonnull (fixture->outcome->reasons[0]);
}

static void
test_told (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin (fixture, OK);
  settle (fixture);
  show_and_tell (fixture, CALC "|>>Button e5");
  settle (fixture);
  show_and_tell (fixture, CALC "|>>Button :OK e5");
  end_well (fixture);
  assert_first (fixture, 5);
}

/* What happens while it looks is looked at afterwards. */
static void
test_told_while_looking (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin (fixture, OK);
  settle (fixture);
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  show_and_tell (fixture, CALC "|>>Button e5");
  pel_fake_wait_ms (5);
  pel_fake_element_source_answer (fixture->source);
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_ANSWERS);
  show_and_tell (fixture, CALC "|>>Button :OK e5");
  end_well (fixture);
}

/* Also what happens between the look and the hearing of it. */
static void
test_told_after_look (Fixture *fixture, gconstpointer unused)
{
  guint n_looks;

  show (fixture, CALC);
  begin (fixture, OK);
  settle (fixture);
  n_looks = pel_fake_element_source_get_n_looks (fixture->source);
  show_and_tell (fixture, CALC "|>>Button e5");
  while (pel_fake_element_source_get_n_looks (fixture->source) == n_looks)
    g_main_context_iteration (NULL, TRUE);
  show_and_tell (fixture, CALC "|>>Button :OK e5");
  end_well (fixture);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), ==, n_looks + 2);
}

/* A flood is looked at as often as there is time for it, not as often as it is told. */
static void
test_flood (Fixture *fixture, gconstpointer unused)
{
  guint n_looks;

  show (fixture, CALC);
  begin (fixture, OK);
  settle (fixture);
  n_looks = pel_fake_element_source_get_n_looks (fixture->source);
  for (guint i = 0; i < 200; i++)
    {
      show_and_tell (fixture, CALC);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), <, n_looks + 100);
  show_and_tell (fixture, CALC "|>>Button :OK e5");
  end_well (fixture);
}

static void
test_polled (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin (fixture, OK);
  settle (fixture);
  show (fixture, CALC "|>>Button :OK e5");
  end_well (fixture);
}

/* What a text holds is not part of what is looked at: nobody may tell of it. */
static void
test_polled_content (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin (fixture, "{'text': 'all is saved'}");
  settle (fixture);
  g_assert_cmpuint (fixture->n_contents, ==, 1);
  fixture->content = "All is saved.";
  end_well (fixture);
  assert_first (fixture, 3);
}

/* Nor of what an element is for. */
static void
test_polled_facts (Fixture *fixture, gconstpointer unused)
{
  static const char *const selectors[] = { "role=Window && id=done",
                                           "role=Window && description=done" };

  for (gsize i = 0; i < G_N_ELEMENTS (selectors); i++)
    {
      g_autofree char *text = g_strdup_printf ("{'element': {'selector': '%s'}}", selectors[i]);
      guint            n_looks;

      show (fixture, CALC);
      fixture->id = "busy";
      begin (fixture, text);
      settle (fixture);
      n_looks = pel_fake_element_source_get_n_looks (fixture->source);
      fixture->id = "done";
      end_well (fixture);
      g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), <=, n_looks + 2);
    }
}

/* A description is read again with each snapshot. */
static void
test_told_description (Fixture *fixture, gconstpointer unused)
{
  guint n_looks;

  show (fixture, CALC);
  fixture->id = "busy";
  begin (fixture, "{'element': {'selector': 'role=Window && description=done'}}");
  settle (fixture);
  n_looks = pel_fake_element_source_get_n_looks (fixture->source);
  fixture->id = "done";
  show_and_tell (fixture, CALC "|>>Button e5");
  end_well (fixture);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), ==, n_looks + 1);
}

/* For windows nobody else has to answer. */
static void
test_windows (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC "|#w1 Main");
  begin (fixture, "{'window': {'title': 'save'}}");
  settle (fixture);
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "at once");
  show_and_tell (fixture, CALC "|#w2 Save_as|#w1 Main");
  end_well (fixture);
  g_assert_cmpuint (fixture->outcome->windows->len, ==, 1);
}

/* Programs */

static void
test_app (Fixture *fixture, gconstpointer unused)
{
  show (fixture, "other");
  begin (fixture, IN_APP);
  settle (fixture);
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "desktop");
  show_and_tell (fixture, "other|" CALC "|>>Button :OK e5");
  end_well (fixture);
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "app calc");
}

/* clang-format off */
static const struct { const char *json; PelErrorCode code; } end_rows[] = {
  { IN_APP, PEL_ERROR_ELEMENT_NOT_FOUND },
  { "{'element': {'selector': '@e2', 'state': 'checked'}}", PEL_ERROR_STALE_REF },
  { "{'idle': {'app': 'calc', 'for_ms': 20000}}", PEL_ERROR_ELEMENT_NOT_FOUND },
  { "{'stable': {'selector': 'app=calc >> role=CheckBox', 'for_ms': 20000}}", PEL_ERROR_ELEMENT_NOT_FOUND },
  { "{'all': [{'window': {'title': 'x'}}, " IN_APP "]}", PEL_ERROR_ELEMENT_NOT_FOUND },
};
/* clang-format on */

static void
test_app_ends (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (end_rows); i++)
    {
      JsonObject *details;

      g_test_message ("%s", end_rows[i].json);
      show (fixture, CALC "|other");
      begin (fixture, end_rows[i].json);
      settle (fixture);
      show_and_tell (fixture, "other");
      end_badly (fixture, end_rows[i].code);
      details = pel_error_get_details (fixture->error);
      g_assert_nonnull (details);
      g_assert_cmpuint (json_array_get_length (
                            json_object_get_array_member (details, "last_state")),
                        >=,
                        1);
    }
}

static void
test_app_ends_as_wanted (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin (fixture, "{'element': {'selector': 'app=calc >> role=CheckBox', 'count': 0}}");
  settle (fixture);
  show_and_tell (fixture, "");
  end_well (fixture);
}

/* What is not read yet */

/* While one program keeps a full look waiting, what the others say counts. */
static void
test_unsure (Fixture *fixture, gconstpointer unused)
{
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  show (fixture, "hung silent|calc unread|>Button :OK e5");
  begin (fixture, OK);
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_ANSWERS);
  pel_fake_wait_ms (200); /* what is known of a program that is being read is not believed */
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), >, 1);
  g_assert_false (fixture->is_over);
  g_assert_cmpuint (pel_fake_element_source_get_n_waiting (fixture->source), ==, 1);
  show_and_tell (fixture, "hung silent|calc|>Button :OK e5");
  end_well (fixture);
}

static void
test_unsure_of_absence (Fixture *fixture, gconstpointer unused)
{
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  show (fixture, "calc");
  begin (fixture, "{'element': {'selector': 'Button:OK', 'count': 0}}");
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_ANSWERS);
  pel_fake_wait_ms (200);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), >, 1);
  g_assert_false (fixture->is_over);
  pel_fake_element_source_answer (fixture->source);
  end_well (fixture);
}

static void
wait_for_looks (Fixture *fixture, guint n_looks)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (pel_fake_element_source_get_n_looks (fixture->source) < n_looks)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
}

/* What is told while texts are read is not kept waiting by them. */
static void
test_told_while_reading (Fixture *fixture, gconstpointer unused)
{
  guint n_looks;

  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_WAITS);
  show (fixture, CALC);
  begin (fixture, "{'text': 'saved'}");
  settle (fixture);
  g_assert_cmpuint (pel_fake_element_source_get_n_waiting_reads (fixture->source), ==, 1);
  n_looks = pel_fake_element_source_get_n_looks (fixture->source);
  show_and_tell (fixture, CALC "|>>Text :Nothing e4");
  wait_for_looks (fixture, n_looks + 1);
  g_assert_cmpuint (pel_fake_element_source_get_n_waiting_reads (fixture->source), ==, 1);
  show_and_tell (fixture, CALC "|>>Text :Saved e4");
  end_well (fixture);
  assert_first (fixture, 4);
}

/* And what is read does not get lost by what is told meanwhile. */
static void
test_read_while_told (Fixture *fixture, gconstpointer unused)
{
  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_WAITS);
  show (fixture, CALC);
  begin (fixture, "{'text': 'saved'}");
  settle (fixture);
  show_and_tell (fixture, CALC "|>>Text :Nothing e4");
  settle (fixture);
  fixture->content = "Saved.";
  pel_fake_element_source_answer_reads (fixture->source, 1);
  end_well (fixture);
  assert_first (fixture, 3);
}

/* What cannot be read is neither there nor away; nothing goes on after the end. */
static void
test_silent (Fixture *fixture, gconstpointer unused)
{
  static const char *const conditions[] = {
    "{'element': {'selector': 'id=foo'}}",
    "{'element': {'selector': 'id=foo', 'count': 0}}",
    "{'not': {'element': {'selector': 'id=foo'}}}",
    "{'not': {'text': 'zzz'}}",
  };

  show (fixture, CALC);
  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_WAITS);
  for (gsize i = 0; i < G_N_ELEMENTS (conditions); i++)
    for (PelWaitMode mode = PEL_WAIT_UNTIL_IT_HOLDS; mode <= PEL_WAIT_FOR_A_VERDICT; mode++)
      {
        begin_mode (fixture, conditions[i], mode, 100);
        end_badly (fixture, PEL_ERROR_TIMEOUT);
        g_assert_nonnull (strstr (fixture->error->message, "it could not be read in time"));
        pel_fake_wait_ms (20);
        g_assert_cmpuint (pel_fake_element_source_get_n_waiting_reads (fixture->source), ==, 0);
      }
}

/* And once it can be read, it is. */
static void
test_silent_for_a_time (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) busy = g_error_new (PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE, "busy");

  show (fixture, CALC);
  pel_fake_element_source_set_read_error (fixture->source, busy);
  begin (fixture, "{'element': {'selector': 'id=foo', 'count': 0}}");
  settle (fixture);
  pel_fake_element_source_set_reading (fixture->source, NULL);
  end_well (fixture);
}

/* However often something changes: the same texts are not read again and again. */
static void
test_reads_paused (Fixture *fixture, gconstpointer unused)
{
  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_WAITS);
  show (fixture, CALC);
  begin (fixture, "{'text': 'saved'}");
  pel_fake_wait_ms (500);
  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_ANSWERS);
  pel_fake_element_source_answer_reads (fixture->source, 1);
  pel_fake_wait_ms (5);
  for (guint i = 0; i < 10; i++)
    {
      show_and_tell (fixture, CALC);
      pel_fake_wait_ms (20);
    }
  g_assert_cmpuint (fixture->n_contents, ==, 1);
  /* what can be told without them is told */
  show_and_tell (fixture, CALC "|>>Text :Saved e4");
  end_well (fixture);
  assert_first (fixture, 4);
}

/* But in the end they are, by itself. */
static void
test_reads_resumed (Fixture *fixture, gconstpointer unused)
{
  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_WAITS);
  show (fixture, CALC);
  begin (fixture, "{'text': 'saved'}");
  settle (fixture);
  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_ANSWERS);
  pel_fake_element_source_answer_reads (fixture->source, 1);
  show_and_tell (fixture, CALC);
  fixture->content = "Saved.";
  end_well (fixture);
  assert_first (fixture, 3);
}

/* Quiet */

static void
test_stable (Fixture *fixture, gconstpointer unused)
{
  gint64 changed_at;

  show (fixture, CALC);
  begin (fixture, "{'stable': {'selector': 'role=Window', 'for_ms': 500}}");
  settle (fixture);
  changed_at = g_get_monotonic_time ();
  show_and_tell (fixture, CALC "|>>Button e5");
  end_well (fixture);
  g_assert_cmpint (g_get_monotonic_time () - changed_at, >=, 500 * G_TIME_SPAN_MILLISECOND);
}

static gboolean
fidget_cb (gpointer data)
{
  Fixture *fixture = data;

  show_and_tell (fixture, fixture->number % 2 == 0 ? CALC : CALC "|>>Button e5");
  return G_SOURCE_CONTINUE;
}

static void
test_verdict_stable (Fixture *fixture, gconstpointer unused)
{
  guint fidget_id;

  show (fixture, CALC);
  begin_mode (fixture,
              "{'stable': {'selector': 'role=Window', 'for_ms': 60}}",
              PEL_WAIT_FOR_A_VERDICT,
              LONG_MS);
  end_well (fixture);
  g_assert_cmpuint (fixture->outcome->waited_ms, >=, 60);

  fidget_id = g_timeout_add (20, fidget_cb, fixture);
  begin_mode (fixture,
              "{'stable': {'selector': 'role=Window', 'for_ms': 300}}",
              PEL_WAIT_FOR_A_VERDICT,
              LONG_MS);
  end_badly (fixture, PEL_ERROR_VERIFICATION_FAILED);
  g_source_remove (fidget_id);
}

static void
test_verdict (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin_mode (fixture, OK, PEL_WAIT_FOR_A_VERDICT, LONG_MS);
  end_badly (fixture, PEL_ERROR_VERIFICATION_FAILED);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), <=, 2);
}

/* A verdict that cannot be had in time is none. */
static void
test_verdict_too_late (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin_mode (fixture,
              "{'stable': {'selector': 'role=Window', 'for_ms': 20000}}",
              PEL_WAIT_FOR_A_VERDICT,
              100);
  end_badly (fixture, PEL_ERROR_TIMEOUT);
}

/* The end */

static void
test_cancelled (Fixture *fixture, gconstpointer unused)
{
  show (fixture, CALC);
  begin (fixture, "{'stable': {'selector': 'role=Window', 'for_ms': 20000}}");
  settle (fixture);
  g_cancellable_cancel (fixture->cancellable);
  pel_fake_wait_until (&fixture->is_over);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  begin (fixture, OK);
  pel_fake_wait_until (&fixture->is_over);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A desktop that does not answer in time may answer later; what else goes wrong ends it. */
static void
test_look_errors (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) late = g_error_new_literal (PEL_ERROR, PEL_ERROR_TIMEOUT, "late");
  g_autoptr (GError) gone =
      g_error_new_literal (PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE, "no bus");

  show (fixture, CALC);
  begin (fixture, OK);
  settle (fixture);
  pel_fake_element_source_set_error (fixture->source, late);
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (fixture->source));
  settle (fixture);
  show_and_tell (fixture, CALC "|>>Button :OK e5");
  end_well (fixture);

  show (fixture, CALC);
  begin (fixture, OK);
  settle (fixture);
  pel_fake_element_source_set_error (fixture->source, gone);
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (fixture->source));
  end_badly (fixture, PEL_ERROR_CAPABILITY_UNAVAILABLE);
}

/* Programs that show something else whenever they are looked at, at random, and conditions about
 * them: it always ends, and never holds where the last thing seen does not make it hold. */
static void
test_random (Fixture *fixture, gconstpointer unused)
{
  static const char *const scenes[] = {
    "", "other", CALC, CALC "|>>Button :OK e5", "calc unread|>Button :OK e5", "calc silent",
  };
  static const char *const conditions[] = {
    OK,
    IN_APP,
    "{'not': " IN_APP "}",
    "{'idle': {'app': 'calc', 'for_ms': 50}}",
    "{'text': 'saved'}",
  };

  for (guint i = 0; i < 60; i++)
    {
      const char *scene = scenes[g_test_rand_int_range (0, G_N_ELEMENTS (scenes))];
      guint       condition = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (conditions));

      show (fixture, scene);
      begin_mode (fixture, conditions[condition], (PelWaitMode) (i % 2), 120);
      for (guint k = 0; k < 20 && !fixture->is_over; k++)
        {
          scene = scenes[g_test_rand_int_range (0, G_N_ELEMENTS (scenes))];
          if (g_test_rand_bit ())
            show_and_tell (fixture, scene);
          pel_fake_wait_ms ((guint) g_test_rand_int_range (0, 12));
        }
      pel_fake_wait_until (&fixture->is_over);
      if (condition == 0 && fixture->outcome != NULL)
        assert_first (fixture, 5);
    }
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/waiter/holds", test_holds);
  ADD ("/waiter/told/waiting", test_told);
  ADD ("/waiter/told/while-looking", test_told_while_looking);
  ADD ("/waiter/told/while-reading", test_told_while_reading);
  ADD ("/waiter/told/read-meanwhile", test_read_while_told);
  ADD ("/waiter/told/after-look", test_told_after_look);
  ADD ("/waiter/told/description", test_told_description);
  ADD ("/waiter/reads/paused", test_reads_paused);
  ADD ("/waiter/reads/resumed", test_reads_resumed);
  ADD ("/waiter/told/flood", test_flood);
  ADD ("/waiter/windows", test_windows);
  ADD ("/waiter/polled/tree", test_polled);
  ADD ("/waiter/polled/content", test_polled_content);
  ADD ("/waiter/polled/facts", test_polled_facts);
  ADD ("/waiter/app/comes", test_app);
  ADD ("/waiter/app/ends", test_app_ends);
  ADD ("/waiter/app/ends-as-wanted", test_app_ends_as_wanted);
  ADD ("/waiter/unsure/presence", test_unsure);
  ADD ("/waiter/unsure/absence", test_unsure_of_absence);
  ADD ("/waiter/silent/all-the-time", test_silent);
  ADD ("/waiter/silent/for-a-time", test_silent_for_a_time);
  ADD ("/waiter/quiet/stable", test_stable);
  ADD ("/waiter/verdict/stable", test_verdict_stable);
  ADD ("/waiter/verdict/once", test_verdict);
  ADD ("/waiter/verdict/too-late", test_verdict_too_late);
  ADD ("/waiter/cancelled", test_cancelled);
  ADD ("/waiter/look-errors", test_look_errors);
  ADD ("/waiter/random", test_random);
  return g_test_run ();
}
