/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/pipeline.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/json.h"
#include "services/element/secret-fields.h"
#include "services/pipeline/errand-policy.h"
#include "services/pipeline/ledger.h"

#include <glib/gi18n.h>

/* An errand on its way. The steps stand in this file in the order in which they are taken; each
 * ends by taking the next one, or with finish(), which writes down what there is to be said. */
typedef struct
{
  const PelPipeline *pipeline;
  const PelErrand   *errand;
  gint64             own_since;
  PelAim            *aim;       /* (nullable) once it is resolved */
  PelRedactor       *redactor;  /* of the policy that the errand began with */
  const char        *secret;    /* (nullable) what is written down nowhere */
  JsonObject        *arguments; /* as they are written down */
  guint64            intent;    /* the number of its line; 0: there is none */
  char              *approval;  /* (nullable) how the person answered, in words */
  char              *approved;  /* (nullable) which rule's question they said yes to */
  char              *print;     /* (nullable) what they were shown */
  PelTurn           *turn;      /* (nullable) to do what they have just allowed */
  gint64             held;      /* how long they took, in microseconds */
  PelErrandReport   *report;
  GError            *failure; /* (nullable) how it will end */
} Run;

static void resolve (GTask *task);
static void ask_person (GTask *task);
static void write_intent (GTask *task);
static void act (GTask *task);
static void verify (GTask *task);
static void write_outcome (GTask *task);
static void finish (GTask *task);

static void
run_free (Run *run)
{
  g_clear_pointer (&run->aim, pel_aim_free);
  g_clear_pointer (&run->redactor, pel_redactor_unref);
  g_clear_pointer (&run->arguments, json_object_unref);
  g_free (run->approval);
  g_free (run->approved);
  g_free (run->print);
  g_clear_pointer (&run->turn, pel_turn_end);
  g_clear_pointer (&run->report, pel_errand_report_free);
  g_clear_error (&run->failure);
  g_free (run);
}

/* Policy: may this caller use this tool, and on this target? */

/* TRUE: it may, or the person has to be asked. Else the errand is about to end. */
static gboolean
decide (Run *run, PelPolicyStep step, gboolean is_counted)
{
  g_clear_pointer (&run->report->verdict, pel_policy_verdict_free);
  run->report->verdict =
      pel_errand_decide (run->errand, run->aim, run->pipeline->policy, step, is_counted);
  return run->report->verdict->decision != PEL_DECISION_DENY ||
         pel_policy_verdict_check (run->report->verdict, run->errand->tool, &run->failure);
}

static void
check_caller (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  if (decide (run, PEL_POLICY_BEFORE_TARGET, FALSE))
    resolve (task);
  else
    write_outcome (task);
}

/* Which element is meant? */

static void
resolved_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Run   *run = g_task_get_task_data (task);

  run->aim = run->errand->resolve_finish (run->errand->data, result, &run->failure);
  if (run->aim == NULL)
    {
      finish (task); /* nothing was asked for that could be allowed or denied */
      return;
    }
  run->secret = pel_errand_get_secret (run->errand, run->aim);
  if (pel_aim_check_owners (run->aim, &run->failure) &&
      decide (run, PEL_POLICY_AT_TARGET, !run->errand->dry_run))
    ask_person (task);
  else
    write_outcome (task);
}

static void
resolve (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  run->errand->resolve_async (run->errand->data, resolved_cb, task);
}

/* Approval: the person is asked, about what is there now; what is there when they have answered
 * must be the same. */

/* Whether the verdict allows it, alone or with the answer of the person. */
static gboolean
is_allowed (Run *run)
{
  const PelPolicyVerdict *verdict = run->report->verdict;
  g_autofree char        *question = pel_asking_dup_question (verdict);

  return verdict->decision == PEL_DECISION_ALLOW ||
         (verdict->decision == PEL_DECISION_ASK && !verdict->is_consent && run->approved != NULL &&
          g_str_equal (run->approved, question));
}

static void
resolved_again_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask           *task = user_data;
  Run             *run = g_task_get_task_data (task);
  PelAim          *aim = run->errand->resolve_finish (run->errand->data, result, &run->failure);
  g_autofree char *print = aim != NULL ? pel_aim_dup_fingerprint (aim) : NULL;

  if (aim != NULL)
    {
      pel_aim_free (run->aim);
      run->aim = aim;
    }
  if (aim != NULL && !g_str_equal (print, run->print))
    pel_set_error (&run->failure,
                   PEL_ERROR_STALE_REF,
                   NULL,
                   _ ("%s: the target has changed since the person was asked about it"),
                   run->errand->tool);
  if (run->failure == NULL && pel_aim_check_owners (run->aim, &run->failure) &&
      decide (run, PEL_POLICY_AT_TARGET, FALSE))
    ask_person (task);
  else
    write_outcome (task);
}

static void
answered_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Run   *run = g_task_get_task_data (task);

  g_clear_pointer (&run->approval, g_free);
  run->approval = pel_asking_run_finish (result, &run->turn, &run->failure);
  run->held += g_get_monotonic_time ();
  if (g_error_matches (run->failure, PEL_ERROR, PEL_ERROR_APPROVAL_DENIED))
    run->approval = g_strdup ("denied");
  if (run->failure != NULL ||
      (run->report->verdict->is_consent && !pel_ledger_keep_consent (run->pipeline->audit,
                                                                     run->pipeline->policy,
                                                                     run->errand->caller,
                                                                     run->approval,
                                                                     &run->failure)))
    {
      write_outcome (task);
      return;
    }
  g_free (run->approved);
  run->approved =
      run->report->verdict->is_consent ? NULL : pel_asking_dup_question (run->report->verdict);
  if (run->turn != NULL)
    run->own_since = g_get_monotonic_time (); /* the hand that answered does not hold it up */
  run->errand->resolve_async (run->errand->data, resolved_again_cb, task);
}

static void
ask_person (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  if (run->errand->dry_run)
    act (task); /* it stops before the act */
  else if (is_allowed (run))
    write_intent (task);
  else if (run->errand->access != PEL_ACCESS_CAPTURE && pel_gate_is_closed (PEL_GATE_STOPPED))
    {
      pel_gate_set_error (PEL_GATE_STOPPED, &run->failure); /* what cannot be is not asked */
      write_outcome (task);
    }
  else if (run->pipeline->asker.queue == NULL)
    {
      pel_policy_verdict_check (run->report->verdict, run->errand->tool, &run->failure);
      write_outcome (task);
    }
  else
    {
      g_clear_pointer (&run->turn, pel_turn_end); /* there is another question */
      g_free (run->print);
      run->print = pel_aim_dup_fingerprint (run->aim);
      run->held -= g_get_monotonic_time ();
      pel_asking_run_async (&run->pipeline->asker,
                            &(PelAsking){ .errand = run->errand,
                                          .aim = run->aim,
                                          .verdict = run->report->verdict },
                            g_task_get_cancellable (task),
                            answered_cb,
                            task);
    }
}

/* Audit: the intent is on disk before anything happens. */

/* (transfer none): without a value that is secret. */
static JsonObject *
get_arguments (Run *run)
{
  g_clear_pointer (&run->arguments, json_object_unref);
  run->arguments = pel_errand_dup_arguments (run->errand, run->secret);
  return run->arguments;
}

static PelAuditRecord
make_record (const Run *run)
{
  PelAuditRecord record = { .tool = run->errand->tool,
                            .approval = run->approval,
                            .secret = run->secret };

  if (run->aim != NULL)
    {
      record.target = run->aim->json;
      record.confidence = run->aim->confidence;
    }
  return record;
}

static void
append (GTask *task, PelAuditKind kind, const PelAuditRecord *record, GAsyncReadyCallback callback)
{
  Run                *run = g_task_get_task_data (task);
  const PelLedgerCall call = {
    .caller = run->errand->caller,
    .verdict = run->report->verdict,
    .error = run->failure,
    .redactor = run->redactor,
  };

  pel_ledger_write_async (run->pipeline->audit, kind, &call, record, callback, task);
}

/* The policy may have become another one while that was written. */
static gboolean
is_still_allowed (Run *run)
{
  return decide (run, PEL_POLICY_AT_TARGET, FALSE) &&
         (is_allowed (run) ||
          pel_policy_verdict_check (run->report->verdict, run->errand->tool, &run->failure));
}

static void
intended_cb (GObject *log, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Run   *run = g_task_get_task_data (task);

  run->intent = pel_audit_log_append_finish (PEL_AUDIT_LOG (log), result, &run->failure);
  if (run->intent == 0)
    finish (task);
  else if (is_still_allowed (run))
    act (task);
  else
    write_outcome (task);
}

static void
write_intent (GTask *task)
{
  Run           *run = g_task_get_task_data (task);
  PelAuditRecord record = make_record (run);

  record.arguments = get_arguments (run);
  record.selector = run->errand->selector;
  record.driver = run->errand->driver;
  append (task, PEL_AUDIT_INTENT, &record, intended_cb);
}

static guint
get_left_ms (const Run *run)
{
  gint64 left_ms =
      (run->errand->deadline + run->held - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

  return CLAMP (left_ms, 1, G_MAXINT);
}

/* The act, with the checks before it and the look at its effect. */

static void
acted_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Run   *run = g_task_get_task_data (task);

  g_clear_pointer (&run->turn, pel_turn_end);
  run->report->outcome = run->errand->act_finish (run->errand->data, result, &run->failure);
  if (run->report->outcome == NULL || run->report->outcome->is_dry_run ||
      run->errand->verification == NULL)
    write_outcome (task);
  else
    verify (task);
}

/* What is to be repeated nowhere is not to be read where it was put either. What is in the element
 * may be what shows it. */
static void
keep_secret (const Run *run)
{
  PelElementId last;

  if (!run->errand->redact || run->errand->dry_run || run->aim->snapshot == NULL)
    return;
  last = pel_snapshot_get_last_descendant (run->aim->snapshot, run->aim->id);
  for (PelElementId id = run->aim->id; id <= last; id++)
    {
      PelElement element = pel_snapshot_get_element (run->aim->snapshot, id);

      pel_secret_fields_add (element.bus_name, element.path);
    }
}

static void
act (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  keep_secret (run);
  run->errand->act_async (run->errand->data,
                          run->aim,
                          &(PelTerms){ .timeout_ms = get_left_ms (run),
                                       .own_since = run->own_since,
                                       .dry_run = run->errand->dry_run },
                          g_task_get_cancellable (task),
                          acted_cb,
                          task);
}

/* Did it do what the caller expects of it? An act is never repeated. */

static void
verified_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Run   *run = g_task_get_task_data (task);

  run->report->verification = pel_verification_run_finish (result, &run->failure);
  write_outcome (task);
}

static void
verify (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  pel_verification_run_async (run->errand->verification,
                              run->pipeline->elements,
                              &run->pipeline->comparer,
                              run->report->outcome,
                              get_left_ms (run),
                              g_task_get_cancellable (task),
                              verified_cb,
                              task);
}

/* Audit: what came of it, or that it was refused. */

static void
written_cb (GObject *log, GAsyncResult *result, gpointer user_data)
{
  GTask             *task = user_data;
  Run               *run = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  if (pel_audit_log_append_finish (PEL_AUDIT_LOG (log), result, &error) == 0)
    run->report->note =
        g_strdup_printf (_ ("This was done, but could not be recorded in the audit log: %s"),
                         error->message);
  finish (task);
}

static void
write_outcome (GTask *task)
{
  Run           *run = g_task_get_task_data (task);
  PelAuditRecord record = make_record (run);

  if (run->errand->dry_run && run->report->verdict->decision != PEL_DECISION_DENY)
    {
      finish (task); /* nothing was done */
      return;
    }
  if (run->intent == 0) /* a denial is one line */
    {
      record.arguments = get_arguments (run);
      record.selector = run->errand->selector;
    }
  record.intent = run->intent;
  record.result = "success";
  if (run->report->outcome != NULL)
    {
      record.method = run->report->outcome->method;
      record.evidence = run->report->outcome->evidence;
    }
  record.verification = run->report->verification;
  append (task, PEL_AUDIT_OUTCOME, &record, written_cb);
}

/* What must not be recorded is not reported either. What was seen of a secret may be cut or
 * escaped: it is left out. */
static void
redact_failure (Run *run)
{
  static const char *const seen[] = { "text", "last_state" };
  JsonObject              *details = pel_error_get_details (run->failure);
  char *message = pel_redactor_apply (run->redactor, run->secret, run->failure->message);

  g_free (run->failure->message);
  run->failure->message = message;
  for (gsize i = 0; run->secret != NULL && details != NULL && i < G_N_ELEMENTS (seen); i++)
    if (json_object_has_member (details, seen[i]))
      json_object_remove_member (details, seen[i]);
}

static void
redact_outcome (Run *run)
{
  run->report->is_secret = run->secret != NULL;
  if (run->secret == NULL)
    return;
  g_free (run->report->outcome->words);
  run->report->outcome->words = g_strdup (run->report->outcome->past);
}

/* Takes @task. */
static void
finish (GTask *task)
{
  Run              *run = g_task_get_task_data (task);
  g_autoptr (GTask) owned = task;

  g_clear_pointer (&run->turn, pel_turn_end);
  if (run->failure == NULL)
    {
      redact_outcome (run);
      g_task_return_pointer (task,
                             g_steal_pointer (&run->report),
                             (GDestroyNotify) pel_errand_report_free);
      return;
    }
  redact_failure (run);
  g_task_return_error (task, g_steal_pointer (&run->failure));
}

/* What the person asks for is their own act: the key that they asked with does not hold it up. */
static gboolean
is_own (const PelCaller *caller)
{
  return pel_caller_get_info (caller)->kind != PEL_CALLER_AGENT;
}

void
pel_pipeline_run_async (const PelPipeline  *self,
                        const PelErrand    *errand,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  GTask     *task = g_task_new (NULL, cancellable, callback, user_data);
  Run       *run = g_new0 (Run, 1);
  PelPolicy *policy = pel_policy_store_get_policy (self->policy);

  g_task_set_source_tag (task, pel_pipeline_run_async);
  g_task_set_check_cancellable (task, FALSE); /* report what was done even if cancelled */
  g_task_set_task_data (task, run, (GDestroyNotify) run_free);
  run->pipeline = self;
  run->errand = errand;
  run->own_since = is_own (errand->caller) ? g_get_monotonic_time () : 0;
  run->report = g_new0 (PelErrandReport, 1);
  run->redactor = pel_redactor_new (pel_policy_get_redact (policy), &run->failure);
  run->secret = pel_errand_get_secret (errand, NULL);
  if (run->redactor != NULL)
    check_caller (task);
  else
    finish (task);
}

PelErrandReport *
pel_pipeline_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_pipeline_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
