/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a search reads, what it does with it, and how it ends. */

#include "services/selector/search.h"

#include "services/base/error.h"
#include "services/selector/learning.h"
#include "tests/unit/fake-element-source.h"

#include <atspi/atspi-constants.h>
#include <string.h>
#include <time.h>

#define MANY 1500

/* Element n is /n with ref n: the application, two panes, and below these in turn fields and
 * buttons. The id of element n is id-n, its value n. */
typedef struct
{
  PelFakeElementSource *source;
  PelSnapshot          *snapshot;
  PelFacts             *facts;
  GCancellable         *cancellable;
  guint                 timeout_ms;
  GHashTable           *reads; /* path → how often it was read */
  PelReadingFlags       flags; /* of all of them */
  gboolean              is_reserved;
  gsize                 n_bytes; /* of a description */
} Fixture;

typedef struct
{
  PelResolution *resolution;
  GError        *error;
  gboolean       is_done;
  guint          n_ended;
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_clear_pointer (&self->resolution, pel_resolution_free);
  g_clear_error (&self->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

static void
add (PelSnapshotBuilder *builder, guint n, guint parent, guint role, const char *name)
{
  g_autofree char *path = g_strdup_printf ("/%u", n);

  g_assert_cmpuint (pel_snapshot_builder_add (builder,
                                              &(PelElement){ .parent = parent,
                                                             .ref = n,
                                                             .native_role = role,
                                                             .role = pel_role_from_atspi (role),
                                                             .interfaces = PEL_INTERFACE_VALUE,
                                                             .bus_name = ":1.7",
                                                             .path = path,
                                                             .name = name }),
                    ==,
                    n);
}

static PelSnapshot *
new_snapshot (guint64 number, guint n_elements)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();

  pel_snapshot_builder_set_id (builder, number);
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.7", .name = "app" });
  add (builder, 1, 0, ATSPI_ROLE_APPLICATION, "app");
  add (builder, 2, 1, ATSPI_ROLE_PANEL, "left");
  for (guint n = 3; n <= n_elements / 2; n++)
    add (builder, n, 2, n % 2 != 0 ? ATSPI_ROLE_ENTRY : ATSPI_ROLE_PUSH_BUTTON, "x");
  add (builder, n_elements / 2 + 1, 1, ATSPI_ROLE_PANEL, "right");
  for (guint n = n_elements / 2 + 2; n <= n_elements; n++)
    add (builder,
         n,
         n_elements / 2 + 1,
         n % 2 != 0 ? ATSPI_ROLE_ENTRY : ATSPI_ROLE_PUSH_BUTTON,
         "x");
  return pel_snapshot_builder_finish (builder);
}

static PelElementReading *
read_element (const PelReadingRequest *request, gpointer data)
{
  Fixture           *fixture = data;
  PelElementReading *reading;
  guint n_reads = GPOINTER_TO_UINT (g_hash_table_lookup (fixture->reads, request->path));

  g_assert_cmpstr (request->bus_name, ==, ":1.7");
  g_assert_cmpint (request->text_start, ==, 0);
  g_assert_cmpint (request->text_end, ==, 4096);
  fixture->flags |= request->flags;
  g_hash_table_replace (fixture->reads, g_strdup (request->path), GUINT_TO_POINTER (n_reads + 1));
  if (fixture->is_reserved)
    return NULL;
  reading = pel_element_reading_new ();
  reading->id = g_strdup_printf ("id-%s", request->path + 1);
  reading->value_text = g_strdup (request->path + 1);
  if (fixture->n_bytes > 0)
    reading->description = g_strnfill (fixture->n_bytes, 'x');
  return reading;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_element_source_new ();
  pel_fake_element_source_set_read_func (fixture->source, read_element, fixture);
  fixture->snapshot = new_snapshot (1, 20);
  fixture->facts = pel_facts_new ();
  fixture->cancellable = g_cancellable_new ();
  fixture->timeout_ms = 60000;
  fixture->reads = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  while (g_main_context_iteration (NULL, FALSE)) /* the ends of what was cancelled */
    ;
  g_assert_finalize_object (fixture->source);
  g_assert_finalize_object (fixture->snapshot);
  g_assert_finalize_object (fixture->cancellable);
  pel_facts_unref (fixture->facts);
  g_hash_table_unref (fixture->reads);
}

static void
done_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Outcome *outcome = user_data;

  outcome->resolution = pel_search_finish (result, &outcome->error);
  outcome->is_done = TRUE;
  outcome->n_ended++;
}

/* How long this thread has worked. */
static gint64
get_work_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_TIME_SPAN_SECOND + now.tv_nsec / 1000;
}

typedef struct
{
  gint64  last;
  GArray *turns; /* of gint64 */
} Neighbour;

/* Another client, which wants a little again and again. */
static gboolean
neighbour_cb (gpointer data)
{
  Neighbour *self = data;
  gint64     now = get_work_time ();
  gint64     turn = now - self->last;

  g_array_append_val (self->turns, turn);
  self->last = now;
  return G_SOURCE_CONTINUE;
}

static int
compare_turns (gconstpointer a, gconstpointer b)
{
  gint64 difference = *(const gint64 *) a - *(const gint64 *) b;

  return (difference > 0) - (difference < 0);
}

static void
begin_paid (Fixture *fixture, const char *text, PelPurse *purse, Outcome *outcome)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSelector) selector = pel_selector_parse (text, &error);

  g_assert_no_error (error);
  pel_selector_set_purse (selector, purse);
  pel_search_async (&(PelSearch){ .source = PEL_ELEMENT_SOURCE (fixture->source),
                                  .snapshot = fixture->snapshot,
                                  .facts = fixture->facts,
                                  .selector = selector,
                                  .timeout_ms = fixture->timeout_ms },
                    fixture->cancellable,
                    done_cb,
                    outcome);
  g_assert_false (outcome->is_done);
}

static void
begin (Fixture *fixture, const char *text, Outcome *outcome)
{
  begin_paid (fixture, text, NULL, outcome);
}

/* “4 6”: the matches; also what it was told of them is right. */
static char *
dup_matches (Outcome *outcome)
{
  GString *text = g_string_new (NULL);

  g_assert_no_error (outcome->error);
  g_assert_cmpuint (outcome->n_ended, ==, 1);
  g_assert_cmpuint (outcome->resolution->wanted->len, ==, 0);
  for (guint i = 0; i < outcome->resolution->matches->len; i++)
    g_string_append_printf (text,
                            "%s%u",
                            i > 0 ? " " : "",
                            g_array_index (outcome->resolution->matches, PelElementId, i));
  return g_string_free (text, FALSE);
}

static void
assert_found (Fixture *fixture, const char *text, const char *expected)
{
  g_auto (Outcome) outcome = { 0 };
  g_autofree char *matches = NULL;

  g_test_message ("%s", text);
  begin (fixture, text, &outcome);
  pel_fake_wait_until (&outcome.is_done);
  matches = dup_matches (&outcome);
  g_assert_cmpstr (matches, ==, expected);
}

/* Each of these and no other, each once. */
static void
assert_read (Fixture *fixture, const char *expected)
{
  g_auto (GStrv) paths = g_strsplit (expected, " ", -1);
  GHashTableIter iter;
  gpointer       path, n_reads;

  for (guint i = 0; paths[i] != NULL; i++)
    if (!g_hash_table_contains (fixture->reads, paths[i]))
      g_error ("%s was not read", paths[i]);
  g_hash_table_iter_init (&iter, fixture->reads);
  while (g_hash_table_iter_next (&iter, &path, &n_reads))
    {
      g_test_message ("%s was read", (char *) path);
      g_assert_true (g_strv_contains ((const char *const *) paths, path));
      g_assert_cmpuint (GPOINTER_TO_UINT (n_reads), ==, 1);
    }
}

/* clang-format off */
/* What is found, and of which elements what had to be read for it. */
static const struct { const char *selector, *matches, *read; PelReadingFlags flags; } cases[] = {
  { "role=Button",                                          "4 6 8 10 12 14 16 18 20", "", 0 },
  { "Pane:left >> role=Button && id=id-6",                  "6",       "/4 /6 /8 /10", PEL_READ_ID },
  { "Pane:left >> role=Button && id!=id-6",                 "4 8 10",  "/4 /6 /8 /10", PEL_READ_ID },
  { "Pane:left >> role=Button && id=id-6 && class=none",    "",        "/4 /6 /8 /10", PEL_READ_ID },
  { "Pane:left >> role=Edit && value>5",                    "7 9",     "/3 /5 /7 /9", PEL_READ_VALUE },
  { "Pane:left >> role=Button && id=id-6 ?? Pane:right && id=id-11", "6", "/4 /6 /8 /10", PEL_READ_ID },
  { "Pane:left >> role=Button && id=none ?? Pane:right && id=id-11", "11", "/4 /6 /8 /10 /11", PEL_READ_ID },
  /* in two rounds: below what the first leaves */
  { "role=Pane && id=id-11 >> role=Button && value=14",     "14",      "/2 /11 /12 /14 /16 /18 /20", PEL_READ_ID | PEL_READ_VALUE },
  { "role=Pane && id=id-11 >> role=Slider && value=14",     "",        "/2 /11", PEL_READ_ID },
};
/* clang-format on */

static void
test_remaining (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_clear_pointer (&fixture->facts, pel_facts_unref);
      fixture->facts = pel_facts_new ();
      g_hash_table_remove_all (fixture->reads);
      fixture->flags = 0;
      assert_found (fixture, cases[i].selector, cases[i].matches);
      assert_read (fixture, cases[i].read);
      g_assert_cmpint (fixture->flags, ==, cases[i].flags);
      /* and a second time all is known */
      assert_found (fixture, cases[i].selector, cases[i].matches);
      assert_read (fixture, cases[i].read);
    }
}

/* Without a word to anybody: one turn of the main loop. */
static void
test_nothing_to_read (Fixture *fixture, gconstpointer unused)
{
  g_auto (Outcome) outcome = { 0 };

  begin (fixture, "role=Pane", &outcome);
  g_main_context_iteration (NULL, FALSE);
  g_assert_true (outcome.is_done);
}

/* What is gone is no error, and is not asked again for this snapshot; for the next it is. */
static void
test_gone (Fixture *fixture, gconstpointer unused)
{
  fixture->is_reserved = TRUE;
  assert_found (fixture, "role=Pane && id=id-11", "");
  assert_found (fixture, "role=Pane && id=id-11", "");
  assert_found (fixture, "role=Pane && id!=id-11", "2 11");
  assert_read (fixture, "/2 /11");
  fixture->is_reserved = FALSE;
  g_clear_object (&fixture->snapshot);
  fixture->snapshot = new_snapshot (2, 20);
  g_hash_table_remove_all (fixture->reads);
  assert_found (fixture, "role=Pane && id=id-11", "11");
  assert_read (fixture, "/2 /11");
}

/* What does not answer matches nothing, neither so nor otherwise, and the next search asks again.
 */
static void
test_silent (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) busy = g_error_new (PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE, "busy");
  g_auto (Outcome)   outcome = { 0 };

  pel_fake_element_source_set_read_error (fixture->source, busy);
  assert_found (fixture, "role=Pane && id!=id-11", "");
  begin (fixture, "role=Pane && id=id-11 && class=x", &outcome);
  pel_fake_wait_until (&outcome.is_done);
  g_assert_cmpuint (outcome.resolution->n_silent, ==, 2);
  g_assert_cmpuint (pel_fake_element_source_get_n_reads (fixture->source), ==, 4);
  pel_fake_element_source_set_reading (fixture->source, NULL);
  assert_found (fixture, "role=Pane && id=id-11", "11");
  assert_found (fixture, "role=Pane && id!=id-11", "2");
  assert_read (fixture, "/2 /11");
}

/* Wants the same for ever. */
static GArray *
insist (gpointer data)
{
  GArray *wanted = g_array_new (FALSE, FALSE, sizeof (PelWanted));

  g_array_append_val (wanted, ((PelWanted){ .id = 2, .flags = PEL_READ_ID }));
  ++*(guint *) data;
  return wanted;
}

static void
learnt_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_assert_true (pel_learning_run_finish (result, NULL));
  *(gboolean *) data = TRUE;
}

/* Who insists on what is not told does not keep it going. */
static void
test_insistent (Fixture *fixture, gconstpointer unused)
{
  guint    n_asked = 0;
  gboolean is_done = FALSE;

  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_WAITS);
  pel_learning_run_async (&(PelLearning){ .source = PEL_ELEMENT_SOURCE (fixture->source),
                                          .snapshot = fixture->snapshot,
                                          .facts = fixture->facts,
                                          .timeout_ms = 20,
                                          .find = insist,
                                          .data = &n_asked },
                          NULL,
                          learnt_cb,
                          &is_done);
  pel_fake_wait_until (&is_done);
  g_assert_cmpuint (n_asked, ==, 3);
}

/* Nobody to ask, or no time. */
static void
test_without_reading (Fixture *fixture, gconstpointer unused)
{
  g_auto (Outcome)        outcome = { 0 };
  g_autofree char        *matches = NULL;
  g_autoptr (PelSelector) selector = pel_selector_parse ("id=x ?? role=Pane", NULL);

  fixture->timeout_ms = 0;
  assert_found (fixture, "id=id-3 ?? role=Pane", "2 11");
  assert_read (fixture, "");
  pel_search_async (&(PelSearch){ .snapshot = fixture->snapshot,
                                  .facts = fixture->facts,
                                  .selector = selector,
                                  .timeout_ms = 1000 },
                    NULL,
                    done_cb,
                    &outcome);
  pel_fake_wait_until (&outcome.is_done);
  matches = dup_matches (&outcome);
  g_assert_cmpstr (matches, ==, "2 11");
}

/* Many are under way, but not all of them. */
static void
test_many (Fixture *fixture, gconstpointer unused)
{
  g_auto (Outcome) outcome = { 0 };
  g_autofree char *matches = NULL;
  guint            n_most = 0;

  g_clear_object (&fixture->snapshot);
  fixture->snapshot = new_snapshot (1, MANY);
  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_WAITS);
  begin (fixture, "id=id-1000", &outcome);
  while (!outcome.is_done)
    {
      n_most = MAX (n_most, pel_fake_element_source_get_n_waiting_reads (fixture->source));
      pel_fake_element_source_answer_reads (fixture->source, 100);
      g_main_context_iteration (NULL, FALSE);
    }
  matches = dup_matches (&outcome);
  g_assert_cmpstr (matches, ==, "1000");
  g_assert_cmpuint (n_most, ==, 256);
  g_assert_cmpuint (pel_fake_element_source_get_n_reads (fixture->source), ==, MANY);
}

static void
test_cancelled (Fixture *fixture, gconstpointer unused)
{
  static const PelFakeManner manners[] = { PEL_FAKE_WAITS, PEL_FAKE_STUBBORN };

  for (gsize i = 0; i < G_N_ELEMENTS (manners); i++)
    {
      g_auto (Outcome) outcome = { 0 };

      pel_fake_element_source_set_read_manner (fixture->source, manners[i]);
      begin (fixture, "id=id-7", &outcome);
      g_main_context_iteration (NULL, FALSE);
      pel_fake_element_source_answer_reads (fixture->source, 3);
      pel_fake_wait_ms (5);
      g_assert_false (outcome.is_done);
      g_cancellable_cancel (fixture->cancellable);
      pel_fake_wait_until (&outcome.is_done);
      g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      /* what comes now comes too late */
      pel_fake_element_source_answer_reads (fixture->source, G_MAXUINT);
      pel_fake_wait_ms (5);
      g_assert_cmpuint (outcome.n_ended, ==, 1);
      g_assert_cmpuint (pel_fake_element_source_get_n_waiting_reads (fixture->source), ==, 0);
      g_cancellable_reset (fixture->cancellable);
    }
}

static void
test_cancelled_before (Fixture *fixture, gconstpointer unused)
{
  g_auto (Outcome) outcome = { 0 };

  g_cancellable_cancel (fixture->cancellable);
  begin (fixture, "id=id-7", &outcome);
  pel_fake_wait_until (&outcome.is_done);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_read (fixture, "");
}

/* What was told by then counts; the rest does not match, and it is said how much that is. */
static void
test_late (Fixture *fixture, gconstpointer unused)
{
  static const PelFakeManner manners[] = { PEL_FAKE_WAITS, PEL_FAKE_STUBBORN };

  for (gsize i = 0; i < G_N_ELEMENTS (manners); i++)
    {
      g_auto (Outcome) outcome = { 0 };
      g_autofree char *matches = NULL;

      g_clear_pointer (&fixture->facts, pel_facts_unref);
      fixture->facts = pel_facts_new ();
      fixture->timeout_ms = 50;
      pel_fake_element_source_set_read_manner (fixture->source, manners[i]);
      begin (fixture, "role=Button && id~=id-1", &outcome);
      pel_fake_element_source_answer_reads (fixture->source, 6); /* to element 14 */
      pel_fake_wait_until (&outcome.is_done);
      matches = dup_matches (&outcome);
      g_assert_cmpstr (matches, ==, "10 12 14");
      g_assert_cmpuint (outcome.resolution->n_silent, ==, 3);
      pel_fake_element_source_answer_reads (fixture->source, G_MAXUINT);
      pel_fake_wait_ms (5);
      g_assert_cmpuint (outcome.n_ended, ==, 1);
    }
}

/* A step that only some could tell about before the time was over is followed by another. */
static void
test_late_in_two_rounds (Fixture *fixture, gconstpointer unused)
{
  g_auto (Outcome) outcome = { 0 };
  g_autofree char *matches = NULL;

  fixture->timeout_ms = 20;
  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_WAITS);
  begin (fixture, "role=Pane && id!=x >> role=Button && id!=x ?? role=Pane", &outcome);
  pel_fake_element_source_answer_reads (fixture->source, 1);
  pel_fake_wait_until (&outcome.is_done);
  matches = dup_matches (&outcome);
  g_assert_cmpstr (matches, ==, "2 11");
  g_assert_cmpuint (outcome.resolution->n_silent, ==, 1 + 4);
  g_assert_cmpuint (pel_fake_element_source_get_n_reads (fixture->source), ==, 2);
}

/* Two at a time, on snapshots of their own, each of which has values of its own. */
static void
test_two_at_a_time (Fixture *fixture, gconstpointer unused)
{
  g_auto (Outcome)        first = { 0 };
  g_auto (Outcome)        second = { 0 };
  g_autoptr (PelSnapshot) own = fixture->snapshot;
  g_autofree char        *first_matches = NULL;
  g_autofree char        *second_matches = NULL;

  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_WAITS);
  begin (fixture, "role=Pane && value=11 >> role=Button && value=14", &first);
  fixture->snapshot = new_snapshot (2, 20);
  begin (fixture, "role=Pane && value=11 >> role=Button && value>14", &second);
  while (!first.is_done || !second.is_done)
    {
      pel_fake_element_source_answer_reads (fixture->source, 1);
      g_main_context_iteration (NULL, FALSE);
    }
  first_matches = dup_matches (&first);
  second_matches = dup_matches (&second);
  g_assert_cmpstr (first_matches, ==, "14");
  g_assert_cmpstr (second_matches, ==, "16 18 20");
  g_assert_cmpuint (pel_fake_element_source_get_n_reads (fixture->source), ==, 2 * (2 + 5));
}

/* Facts that are dropped on the way do not make it begin anew. */
static void
test_too_many_facts (Fixture *fixture, gconstpointer unused)
{
  for (guint ref = 1; ref <= PEL_FACTS_MAX_ELEMENTS; ref++)
    pel_facts_set (fixture->facts, 1000 + ref, PEL_FACT_ID, NULL);
  assert_found (fixture, "role=Pane && id=id-11 >> role=Button && id=id-14", "14");
  assert_read (fixture, "/2 /11 /12 /14 /16 /18 /20");
}

/* No program makes a search keep more than a search may. */
static void
test_too_much (Fixture *fixture, gconstpointer unused)
{
  fixture->n_bytes = 22 * 1024 * 1024;
  assert_found (fixture, "Pane:left >> role=Button && description^=x", "4 6 8");
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

#define EVIL       "name~=/(x+x+)+[0-9]/"
#define N_FLOOD    30
#define FLOOD_MS   3000
#define MAX_TURN   (100 * G_TIME_SPAN_MILLISECOND)
#define EVIL_NAMES 400

/* Names on which a pattern like EVIL is tried for as long as it may be. */
static PelSnapshot *
new_evil_snapshot (void)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  g_autofree char    *name = g_strnfill (60, 'x');

  pel_snapshot_builder_set_id (builder, 7);
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.7", .name = "app" });
  add (builder, 1, 0, ATSPI_ROLE_APPLICATION, "app");
  for (guint n = 2; n < EVIL_NAMES; n++)
    add (builder, n, 1, ATSPI_ROLE_PUSH_BUTTON, name);
  return pel_snapshot_builder_finish (builder);
}

/* One client has many such patterns tried at once, and again and again: together they take a small
 * part of the time, and others have their turn. */
static void
test_flood (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelPurse) purse = pel_purse_find ("evil", g_get_monotonic_time ());
  g_autoptr (GArray)   turns = g_array_new (FALSE, FALSE, sizeof (gint64));
  Outcome              outcomes[N_FLOOD] = { 0 };
  Neighbour            neighbour = { get_work_time (), turns };
  gint64               start = get_work_time ();
  gint64               end = g_get_monotonic_time () + FLOOD_MS * G_TIME_SPAN_MILLISECOND;
  guint                id = g_timeout_add (5, neighbour_cb, &neighbour);
  guint                n_refused = 0;
  gboolean             is_open = TRUE;

  g_clear_object (&fixture->snapshot);
  fixture->snapshot = new_evil_snapshot ();
  for (guint i = 0; i < N_FLOOD; i++)
    begin_paid (fixture, EVIL, purse, &outcomes[i]);
  while (g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, TRUE);
      for (guint i = 0; i < N_FLOOD; i++)
        if (outcomes[i].is_done)
          {
            n_refused++;
            g_assert_error (outcomes[i].resolution->unavailable, PEL_ERROR, PEL_ERROR_TIMEOUT);
            outcome_clear (&outcomes[i]);
            outcomes[i].is_done = FALSE;
            begin_paid (fixture, EVIL, purse, &outcomes[i]);
          }
    }
  g_source_remove (id);
  g_test_message ("%u refused, %u turns, worked %d ms",
                  n_refused,
                  turns->len,
                  (int) ((get_work_time () - start) / 1000));
  g_assert_cmpuint (n_refused, >, 0);
  g_array_sort (turns, compare_turns);
  g_assert_cmpint (g_array_index (turns, gint64, turns->len * 99 / 100), <, MAX_TURN);
  g_cancellable_cancel (fixture->cancellable);
  while (is_open)
    {
      g_main_context_iteration (NULL, TRUE);
      is_open = FALSE;
      for (guint i = 0; i < N_FLOOD; i++)
        is_open = is_open || !outcomes[i].is_done;
    }
  for (guint i = 0; i < N_FLOOD; i++)
    outcome_clear (&outcomes[i]);
}

/* Plain selectors, and patterns that are no trouble, cost nothing. */
static void
test_plain (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelPurse) purse = pel_purse_find ("plain", g_get_monotonic_time ());

  g_clear_object (&fixture->snapshot);
  fixture->snapshot = new_snapshot (1, MANY);
  pel_purse_spend (purse, PEL_PURSE_FULL * 1000, g_get_monotonic_time ());
  {
    g_auto (Outcome) outcome = { 0 };

    begin_paid (fixture, "name=x", purse, &outcome); /* waits for no one */
    pel_fake_wait_until (&outcome.is_done);
    g_assert_cmpuint (outcome.resolution->matches->len, >, 1000);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/search/remaining", test_remaining);
  ADD ("/search/nothing-to-read", test_nothing_to_read);
  ADD ("/search/gone", test_gone);
  ADD ("/search/silent", test_silent);
  ADD ("/search/insistent", test_insistent);
  ADD ("/search/without-reading", test_without_reading);
  ADD ("/search/many", test_many);
  ADD ("/search/cancelled", test_cancelled);
  ADD ("/search/cancelled-before", test_cancelled_before);
  ADD ("/search/late", test_late);
  ADD ("/search/late-in-two-rounds", test_late_in_two_rounds);
  ADD ("/search/two-at-a-time", test_two_at_a_time);
  ADD ("/search/too-many-facts", test_too_many_facts);
  ADD ("/search/too-much", test_too_much);
  ADD ("/search/flood", test_flood);
  ADD ("/search/plain", test_plain);
  return g_test_run ();
}
