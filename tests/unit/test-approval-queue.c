/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Questions to the person: who waits for which, for how long, and what an answer reaches. The clock
 * is the test's own. */

#include "services/approval/approval-queue.h"
#include "services/base/error.h"
#include "services/base/gate.h"

#include <string.h>
#include <unistd.h>

typedef struct
{
  PelApprovalQueue *queue;
  PelGrants        *grants;
  gint64            now;
} Desk;

/* A call that asks. */
typedef struct
{
  GCancellable *cancellable;
  char         *words; /* (nullable) */
  GError       *error; /* (nullable) */
  gboolean      is_answered;
  gboolean      keeps_turn; /* until it is cleared */
  PelTurn      *turn;       /* (nullable) */
} Asker;

static gint64
get_now (gpointer data)
{
  return ((Desk *) data)->now;
}

static void
set_up (Desk *self, gconstpointer unused)
{
  self->now = 1000;
  self->grants = pel_grants_new (NULL, NULL);
  self->queue = pel_approval_queue_new (self->grants, get_now, self);
  pel_approval_queue_set_served (self->queue, TRUE);
}

static void
tear_down (Desk *self, gconstpointer unused)
{
  g_assert_false (pel_gate_is_closed (PEL_GATE_QUESTION));
  g_assert_finalize_object (self->queue);
  g_assert_finalize_object (self->grants);
}

static void
pass (Desk *self, guint ms)
{
  self->now += ms * G_TIME_SPAN_MILLISECOND;
  pel_approval_queue_tick (self->queue);
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static PelApproval *
make (const char *program, pid_t pid, const char *target)
{
  g_autoptr (PelCaller) caller = pel_caller_new (&(PelCallerInfo){
      .kind = PEL_CALLER_AGENT, .pid = pid, .start_time = 7, .executable = program });

  return pel_approval_new (&(PelApprovalInfo){
      .caller = caller,
      .tool = "ui_click",
      .access = PEL_ACCESS_ACT,
      .words = "Click an element",
      .name = target,
      .program = "/usr/bin/calc",
      .risk = PEL_RISK_LOW,
      .fingerprint = target,
  });
}

static void
answered_cb (GObject *queue, GAsyncResult *result, gpointer data)
{
  Asker *asker = data;

  g_assert_false (asker->is_answered);
  asker->is_answered = TRUE;
  if (pel_approval_queue_ask_finish (PEL_APPROVAL_QUEUE (queue),
                                     result,
                                     &asker->words,
                                     &asker->turn,
                                     &asker->error) &&
      !asker->keeps_turn)
    g_clear_pointer (&asker->turn, pel_turn_end);
}

static void
ask (Desk *self, Asker *asker, PelApproval *taken)
{
  g_autoptr (PelApproval) approval = taken;

  *asker = (Asker){ .cancellable = g_cancellable_new () };
  pel_approval_queue_ask_async (self->queue, approval, asker->cancellable, answered_cb, asker);
  settle ();
}

static void
asker_clear (Asker *asker)
{
  g_assert_true (asker->is_answered);
  g_clear_pointer (&asker->turn, pel_turn_end);
  g_object_unref (asker->cancellable);
  g_free (asker->words);
  g_clear_error (&asker->error);
}

static guint64
get_id (Desk *self, guint position)
{
  g_autoptr (PelApproval) approval = g_list_model_get_item (G_LIST_MODEL (self->queue), position);

  g_assert_nonnull (approval);
  return pel_approval_get_id (approval);
}

static guint
count (Desk *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->queue));
}

static void
assert_past (Desk *self, const char *outcome)
{
  g_autoptr (PelApproval) past =
      g_list_model_get_item (pel_approval_queue_get_past (self->queue), 0);

  g_assert_cmpstr (pel_approval_get_outcome (past), ==, outcome);
}

static void
test_once (Desk *self, gconstpointer unused)
{
  Asker asker;

  ask (self, &asker, make ("/usr/bin/robot", 10, "OK"));
  g_assert_false (asker.is_answered);
  g_assert_true (pel_gate_is_closed (PEL_GATE_QUESTION));
  g_assert_cmpuint (count (self), ==, 1);
  g_assert_false (pel_approval_queue_answer (self->queue, 99, PEL_ANSWER_ONCE, NULL));
  g_assert_true (pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_ONCE, NULL));
  settle ();
  g_assert_cmpstr (asker.words, ==, "once (dialog)");
  g_assert_cmpuint (count (self), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->grants)), ==, 0);
  assert_past (self, "once");
  asker_clear (&asker);
}

static void
test_deny (Desk *self, gconstpointer unused)
{
  Asker asker;

  ask (self, &asker, make ("/usr/bin/robot", 10, "OK"));
  pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_DENY, "not today");
  settle ();
  g_assert_error (asker.error, PEL_ERROR, PEL_ERROR_APPROVAL_DENIED);
  g_assert_nonnull (strstr (asker.error->message, "not today"));
  assert_past (self, "denied");
  asker_clear (&asker);
}

static void
test_expiry (Desk *self, gconstpointer unused)
{
  Asker asker;

  ask (self, &asker, make ("/usr/bin/robot", 10, "OK"));
  pass (self, PEL_APPROVAL_EXPIRY_MS - 1);
  settle ();
  g_assert_false (asker.is_answered);
  g_assert_cmpuint (pel_approval_queue_get_left_ms (self->queue, get_id (self, 0)), ==, 1);
  pass (self, 1);
  settle ();
  g_assert_error (asker.error, PEL_ERROR, PEL_ERROR_APPROVAL_DENIED);
  assert_past (self, "expired");
  asker_clear (&asker);
}

/* An answer that comes when it is too late is none. */
static void
test_late (Desk *self, gconstpointer unused)
{
  Asker   asker;
  guint64 id;

  ask (self, &asker, make ("/usr/bin/robot", 10, "OK"));
  id = get_id (self, 0);
  self->now += PEL_APPROVAL_EXPIRY_MS * G_TIME_SPAN_MILLISECOND;
  g_assert_false (pel_approval_queue_answer (self->queue, id, PEL_ANSWER_ONCE, NULL));
  settle ();
  g_assert_error (asker.error, PEL_ERROR, PEL_ERROR_APPROVAL_DENIED);
  asker_clear (&asker);
}

static void
test_cancel (Desk *self, gconstpointer unused)
{
  Asker asker, other;

  ask (self, &asker, make ("/usr/bin/robot", 10, "OK"));
  ask (self, &other, make ("/usr/bin/robot", 10, "OK"));
  g_cancellable_cancel (asker.cancellable);
  settle ();
  g_assert_error (asker.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (count (self), ==, 1);
  g_cancellable_cancel (other.cancellable);
  settle ();
  g_assert_error (other.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (count (self), ==, 0);
  assert_past (self, "withdrawn");
  asker_clear (&asker);
  asker_clear (&other);
}

/* One row of the list for the same question, also where another process asks it: a no is for all
 * who wait, a single yes for those of one client. */
static void
test_merge (Desk *self, gconstpointer unused)
{
  Asker                   first, second, other;
  g_autoptr (PelApproval) shown = NULL;
  guint64                 id;

  ask (self, &first, make ("/usr/bin/robot", 10, "OK"));
  ask (self, &second, make ("/usr/bin/robot", 11, "OK"));
  ask (self, &other, make ("/usr/bin/robot", 10, "Cancel"));
  g_assert_cmpuint (count (self), ==, 2);
  shown = g_list_model_get_item (G_LIST_MODEL (self->queue), 0);
  g_assert_cmpuint (pel_approval_get_n_waiting (shown), ==, 2);
  g_assert_cmpuint (pel_approval_get_n_own (shown), ==, 1);
  id = get_id (self, 0);
  pel_approval_queue_answer (self->queue, id, PEL_ANSWER_ONCE, NULL);
  settle ();
  g_assert_true (first.is_answered);
  g_assert_false (second.is_answered);
  g_assert_cmpuint (count (self), ==, 2);
  g_assert_cmpuint (get_id (self, 1), !=, id);
  g_assert_true (pel_gate_is_closed (PEL_GATE_QUESTION));
  g_assert_false (pel_approval_queue_answer (self->queue, get_id (self, 1), PEL_ANSWER_APP, NULL));
  pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_DENY, NULL);
  pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_APP, NULL);
  settle ();
  g_assert_cmpstr (second.words, ==, "app (dialog, grant 1)");
  g_assert_error (other.error, PEL_ERROR, PEL_ERROR_APPROVAL_DENIED);
  asker_clear (&first);
  asker_clear (&second);
  asker_clear (&other);
}

static void
test_merged_denial (Desk *self, gconstpointer unused)
{
  Asker askers[3];

  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    ask (self, &askers[i], make ("/usr/bin/robot", 10, "OK"));
  pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_DENY, NULL);
  settle ();
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    {
      g_assert_error (askers[i].error, PEL_ERROR, PEL_ERROR_APPROVAL_DENIED);
      asker_clear (&askers[i]);
    }
}

static void
ask_thrice (Desk *self, Asker *askers, pid_t second)
{
  ask (self, &askers[0], make ("/usr/bin/robot", 10, "OK"));
  ask (self, &askers[1], make ("/usr/bin/robot", second, "OK"));
  ask (self, &askers[2], make ("/usr/bin/robot", 10, "OK"));
}

/* Once is for all calls of the client that is shown, however many. */
static void
test_merged_once (Desk *self, gconstpointer unused)
{
  Asker                   askers[3];
  g_autoptr (PelApproval) shown = NULL;

  ask_thrice (self, askers, 10);
  shown = g_list_model_get_item (G_LIST_MODEL (self->queue), 0);
  g_assert_cmpuint (pel_approval_get_n_own (shown), ==, 3);
  pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_ONCE, NULL);
  settle ();
  g_assert_cmpuint (count (self), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    {
      g_assert_cmpstr (askers[i].words, ==, "once (dialog)");
      asker_clear (&askers[i]);
    }
}

/* A call that came after the person had read how many there are is asked about. */
static void
test_merged_unseen (Desk *self, gconstpointer unused)
{
  Asker   askers[3];
  guint64 id;

  ask_thrice (self, askers, 10);
  id = get_id (self, 0);
  pel_approval_queue_answer_calls (self->queue, id, PEL_ANSWER_ONCE, NULL, 2);
  settle ();
  g_assert_true (askers[0].is_answered && askers[1].is_answered && !askers[2].is_answered);
  g_assert_cmpuint (get_id (self, 0), !=, id);
  pel_approval_queue_answer_calls (self->queue, get_id (self, 0), PEL_ANSWER_APP, NULL, 0);
  settle ();
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    asker_clear (&askers[i]);
}

/* Consent is given once, whoever waits for it. */
static void
test_merged_consent (Desk *self, gconstpointer unused)
{
  Asker askers[2];

  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    {
      g_autoptr (PelCaller) caller = pel_caller_new (&(PelCallerInfo){
          .kind = PEL_CALLER_AGENT, .pid = 10 + i, .start_time = 7, .executable = "/bin/robot" });

      ask (self,
           &askers[i],
           pel_approval_new (&(PelApprovalInfo){
               .caller = caller, .tool = "ui_click", .words = "All", .is_consent = TRUE }));
    }
  g_assert_cmpuint (count (self), ==, 1);
  pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_ONCE, NULL);
  settle ();
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    asker_clear (&askers[i]);
}

/* While a client is connected: the calls of that client, and no others. */
static void
test_merged_client (Desk *self, gconstpointer unused)
{
  Asker askers[3];

  ask_thrice (self, askers, 11);
  pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_CLIENT, NULL);
  settle ();
  g_assert_nonnull (askers[0].words);
  g_assert_false (askers[1].is_answered);
  g_assert_nonnull (askers[2].words);
  pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_ONCE, NULL);
  settle ();
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    asker_clear (&askers[i]);
}

/* Each has its own time, once it is open. */
static void
expire_all (Desk *self)
{
  for (guint n = count (self); n > 0; n--)
    {
      g_assert_cmpuint (count (self), ==, n);
      g_assert_cmpuint (pel_approval_queue_get_left_ms (self->queue, get_id (self, n - 1)),
                        ==,
                        PEL_APPROVAL_EXPIRY_MS);
      pass (self, PEL_APPROVAL_EXPIRY_MS);
    }
  settle ();
}

static void
test_full (Desk *self, gconstpointer unused)
{
  Asker askers[PEL_APPROVAL_MAX_PENDING + 2];

  for (guint i = 0; i < PEL_APPROVAL_MAX_PENDING + 1; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      ask (self, &askers[i], make (i % 2 ? "/usr/bin/robot" : "/usr/bin/other", 10, name));
    }
  g_assert_cmpuint (count (self), ==, PEL_APPROVAL_MAX_PENDING);
  g_assert_error (askers[PEL_APPROVAL_MAX_PENDING].error, PEL_ERROR, PEL_ERROR_RATE_LIMITED);
  /* the same once more takes no room */
  ask (self, &askers[PEL_APPROVAL_MAX_PENDING + 1], make ("/usr/bin/robot", 10, "3"));
  g_assert_false (askers[PEL_APPROVAL_MAX_PENDING + 1].is_answered);
  expire_all (self);
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    asker_clear (&askers[i]);
}

/* One program leaves room for the questions of others. */
static void
test_greedy (Desk *self, gconstpointer unused)
{
  Asker askers[PEL_APPROVAL_MAX_OF_ONE + 2];

  for (guint i = 0; i < PEL_APPROVAL_MAX_OF_ONE + 1; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      ask (self, &askers[i], make ("/usr/bin/robot", 10 + i, name));
    }
  g_assert_cmpuint (count (self), ==, PEL_APPROVAL_MAX_OF_ONE);
  g_assert_error (askers[PEL_APPROVAL_MAX_OF_ONE].error, PEL_ERROR, PEL_ERROR_RATE_LIMITED);
  ask (self, &askers[PEL_APPROVAL_MAX_OF_ONE + 1], make ("/usr/bin/other", 50, "OK"));
  g_assert_false (askers[PEL_APPROVAL_MAX_OF_ONE + 1].is_answered);
  expire_all (self);
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    asker_clear (&askers[i]);
}

/* What is open is what @program asks about @target. */
static void
assert_open (Desk *self, const char *program, const char *target)
{
  PelApproval *open = pel_approval_queue_get_open (self->queue);

  g_assert_nonnull (open);
  g_assert_cmpuint (pel_approval_get_id (open), ==, get_id (self, 0));
  g_assert_cmpstr (pel_caller_get_info (pel_approval_get_info (open)->caller)->executable,
                   ==,
                   program);
  g_assert_cmpstr (pel_approval_get_info (open)->name, ==, target);
  g_assert_true (pel_gate_is_closed (PEL_GATE_QUESTION));
}

static void
answer_open (Desk *self, PelAnswer given)
{
  g_assert_true (pel_approval_queue_answer (self->queue, get_id (self, 0), given, NULL));
  settle ();
}

/* What was allowed is done while nobody is asked: the next question comes after it. */
static void
test_turn (Desk *self, gconstpointer unused)
{
  Asker first, second;

  ask (self, &first, make ("/usr/bin/robot", 10, "OK"));
  ask (self, &second, make ("/usr/bin/other", 20, "Cancel"));
  assert_open (self, "/usr/bin/robot", "OK");
  first.keeps_turn = TRUE;
  answer_open (self, PEL_ANSWER_ONCE);
  g_assert_nonnull (first.turn);
  g_assert_null (pel_approval_queue_get_open (self->queue));
  g_assert_false (pel_gate_is_closed (PEL_GATE_QUESTION));
  g_assert_false (pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_ONCE, NULL));
  pass (self, 2 * PEL_APPROVAL_EXPIRY_MS); /* its time has not begun */
  g_assert_false (second.is_answered);
  g_clear_pointer (&first.turn, pel_turn_end);
  assert_open (self, "/usr/bin/other", "Cancel");
  answer_open (self, PEL_ANSWER_DENY);
  asker_clear (&first);
  asker_clear (&second);
}

/* All of those that one answer is for have their turn. */
static void
test_merged_turn (Desk *self, gconstpointer unused)
{
  Asker askers[3], other;

  ask_thrice (self, askers, 10);
  ask (self, &other, make ("/usr/bin/other", 20, "Cancel"));
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    askers[i].keeps_turn = TRUE;
  answer_open (self, PEL_ANSWER_ONCE);
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    {
      g_assert_null (pel_approval_queue_get_open (self->queue));
      g_clear_pointer (&askers[i].turn, pel_turn_end);
    }
  assert_open (self, "/usr/bin/other", "Cancel");
  answer_open (self, PEL_ANSWER_DENY);
  asker_clear (&other);
  for (guint i = 0; i < G_N_ELEMENTS (askers); i++)
    asker_clear (&askers[i]);
}

/* Whoever asks much holds up whoever asks little for one question, however often that asks. */
static void
test_fair (Desk *self, gconstpointer unused)
{
  static const struct
  {
    const char *program, *target;
  } order[] = { { "/usr/bin/robot", "0" }, { "/usr/bin/other", "a" }, { "/usr/bin/robot", "1" },
                { "/usr/bin/other", "b" }, { "/usr/bin/robot", "2" }, { "/usr/bin/third", "x" },
                { "/usr/bin/robot", "3" } };
  Asker askers[G_N_ELEMENTS (order)];
  guint n = 0;

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      ask (self, &askers[n++], make ("/usr/bin/robot", 10, name));
    }
  ask (self, &askers[n++], make ("/usr/bin/other", 20, "a"));
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_test_message ("%u", i);
      assert_open (self, order[i].program, order[i].target);
      if (i == 1)
        ask (self, &askers[n++], make ("/usr/bin/other", 20, "b"));
      if (i == 4)
        ask (self, &askers[n++], make ("/usr/bin/third", 30, "x"));
      answer_open (self, PEL_ANSWER_ONCE);
    }
  for (guint i = 0; i < n; i++)
    asker_clear (&askers[i]);
}

static void
say_no (Desk *self, const char *program)
{
  Asker asker;

  ask (self, &asker, make (program, 10, "OK"));
  g_assert_false (asker.is_answered);
  pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_DENY, NULL);
  settle ();
  asker_clear (&asker);
}

/* After three times no, nobody is bothered for a minute; whoever else asks is not affected. */
static void
test_pause (Desk *self, gconstpointer unused)
{
  Asker asker;

  for (guint i = 0; i < PEL_APPROVAL_MAX_DENIALS; i++)
    say_no (self, "/usr/bin/robot");
  ask (self, &asker, make ("/usr/bin/robot", 11, "Other"));
  g_assert_error (asker.error, PEL_ERROR, PEL_ERROR_APPROVAL_DENIED);
  g_assert_cmpuint (count (self), ==, 0);
  asker_clear (&asker);
  say_no (self, "/usr/bin/other");
  pass (self, PEL_APPROVAL_PAUSE_MS - 1);
  ask (self, &asker, make ("/usr/bin/robot", 11, "Other"));
  g_assert_true (asker.is_answered);
  asker_clear (&asker);
  pass (self, 1);
  say_no (self, "/usr/bin/robot"); /* asked again */
}

/* One yes in between, and the counting begins anew. */
static void
test_pause_forgotten (Desk *self, gconstpointer unused)
{
  Asker asker;

  for (guint i = 0; i < 2; i++)
    {
      say_no (self, "/usr/bin/robot");
      say_no (self, "/usr/bin/robot");
      ask (self, &asker, make ("/usr/bin/robot", 10, "OK"));
      pel_approval_queue_answer (self->queue, get_id (self, 0), PEL_ANSWER_ONCE, NULL);
      settle ();
      asker_clear (&asker);
    }
}

static void
test_unserved (Desk *self, gconstpointer unused)
{
  Asker asker, late;

  ask (self, &asker, make ("/usr/bin/robot", 10, "OK"));
  pel_approval_queue_set_served (self->queue, FALSE);
  settle ();
  g_assert_error (asker.error, PEL_ERROR, PEL_ERROR_APPROVAL_REQUIRED);
  assert_past (self, "not_shown");
  ask (self, &late, make ("/usr/bin/robot", 10, "OK"));
  g_assert_error (late.error, PEL_ERROR, PEL_ERROR_APPROVAL_REQUIRED);
  asker_clear (&asker);
  asker_clear (&late);
}

/* What others choose is kept short and whole, and no byte of it is lost to a line end. */
static void
test_texts (Desk *self, gconstpointer unused)
{
  static const char *const names[] = {
    "<b>Allow</b>", "OK\nAllowed by the person", "\342\200\256wolla", "bad \377 byte"
  };
  g_autofree char *huge = g_strnfill (1 << 20, 'x');

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (PelApproval) approval = make ("/usr/bin/robot", 10, names[i]);
      g_autoptr (JsonObject)  json = pel_approval_to_json (approval);
      const char             *name = json_object_get_string_member (json, "name");

      g_assert_true (g_utf8_validate (name, -1, NULL));
      if (g_utf8_validate (names[i], -1, NULL))
        g_assert_cmpstr (name, ==, names[i]); /* what is shown is made fit when it is shown */
    }
  {
    g_autoptr (PelApproval) approval = make ("/usr/bin/robot", 10, huge);

    g_assert_cmpuint (strlen (pel_approval_get_info (approval)->name),
                      <=,
                      PEL_APPROVAL_MAX_TEXT_BYTES + strlen ("…"));
  }
}

#define ADD(path, func) g_test_add ("/approval-queue/" path, Desk, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("once", test_once);
  ADD ("deny", test_deny);
  ADD ("expiry", test_expiry);
  ADD ("late", test_late);
  ADD ("cancel", test_cancel);
  ADD ("merge", test_merge);
  ADD ("merged-denial", test_merged_denial);
  ADD ("merged-once", test_merged_once);
  ADD ("merged-unseen", test_merged_unseen);
  ADD ("merged-consent", test_merged_consent);
  ADD ("merged-client", test_merged_client);
  ADD ("full", test_full);
  ADD ("greedy", test_greedy);
  ADD ("turn", test_turn);
  ADD ("merged-turn", test_merged_turn);
  ADD ("fair", test_fair);
  ADD ("pause", test_pause);
  ADD ("pause-forgotten", test_pause_forgotten);
  ADD ("unserved", test_unserved);
  ADD ("texts", test_texts);

  return g_test_run ();
}
