/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/asking.h"

#include "services/pipeline/crop.h"
#include "services/pipeline/errand-words.h"
#include "services/policy/policy-target.h"

#include <glib/gi18n.h>

typedef struct
{
  const PelAsker *asker;
  PelAsking       asking;
  PelApproval    *approval;
  gulong          opened_id; /* of its signal */
  PelTurn        *turn;      /* (nullable) they have answered just now */
} Run;

static void
run_free (Run *run)
{
  if (run->opened_id != 0)
    g_clear_signal_handler (&run->opened_id, run->approval);
  g_clear_object (&run->approval);
  g_clear_pointer (&run->turn, pel_turn_end);
  g_free (run);
}

/* The question */

/* What the first of its targets is. */
static void
describe (const PelAim *aim, const PelPolicyTarget *target, PelApprovalInfo *info)
{
  PelDesktop *desktop = aim->snapshot != NULL ? pel_snapshot_get_desktop (aim->snapshot) : NULL;

  info->role = target->role;
  info->name = target->name;
  info->app = target->program != NULL ? target->program : target->window.app;
  info->window = target->window.title;
  info->program = target->window.executable;
  if (desktop == NULL ||
      (pel_snapshot_get_flags (aim->snapshot, aim->id) & PEL_ELEMENT_HAS_BOUNDS) == 0)
    return;
  {
    PelNativeRect bounds = pel_snapshot_get_bounds (aim->snapshot, aim->id);

    pel_desktop_to_physical (desktop, &bounds, &info->bounds);
    info->has_bounds = TRUE;
  }
  info->snapshot = aim->snapshot;
  info->element = aim->id;
}

/* In the person's own file, from 1. */
static int
get_own_rule (PelPolicyStore *store, const PelPolicyVerdict *verdict)
{
  const PelPolicyLayer *own =
      pel_policy_get_layer (pel_policy_store_get_policy (store), PEL_POLICY_USER);

  return own != NULL && g_strcmp0 (verdict->file, own->file) == 0 ? verdict->rule_index : 0;
}

static const char *
get_words (const PelAsking *asking)
{
  if (asking->verdict->is_consent &&
      pel_caller_get_info (asking->errand->caller)->kind == PEL_CALLER_TERMINAL)
    return _ ("Treat commands typed in this terminal as yours until it is closed. Confirm only a "
              "terminal in which you have just typed a command");
  if (asking->verdict->is_consent)
    return _ ("Let programs act on this desktop and take screenshots, as "
              "far as the policy permits. If the policy says so, you are "
              "still asked each time");
  return asking->errand->summary != NULL ? asking->errand->summary : asking->errand->tool;
}

static PelApproval *
make_approval (const PelAsker *asker, const PelAsking *asking)
{
  const PelErrand         *errand = asking->errand;
  const PelPolicyVerdict  *verdict = asking->verdict;
  g_auto (PelPolicyTarget) target = { 0 };
  g_autofree char         *details = pel_errand_dup_details (errand, asking->aim);
  g_autofree char         *rule = pel_policy_verdict_dup_rule (verdict);
  g_autofree char         *identity = pel_policy_verdict_dup_identity (verdict);
  g_autofree char         *fingerprint = pel_aim_dup_fingerprint (asking->aim);
  g_autoptr (GPtrArray)    reasons = g_ptr_array_new ();
  PelApprovalInfo          info = {
             .caller = (PelCaller *) errand->caller,
             .tool = errand->tool,
             .access = errand->access,
             .channel = verdict->channel,
             .words = get_words (asking),
             .details = details,
             .risk = verdict->risk,
             .rule = rule,
             .rule_identity = identity,
             .rule_words = verdict->rule_words,
             .rule_index = get_own_rule (asker->studio.policy, verdict),
             .fingerprint = fingerprint,
             .is_consent = verdict->is_consent,
  };

  /* how risky the call would be says nothing about automation as a whole */
  for (guint i = 0;
       i < (verdict->is_consent ? MIN (1, verdict->reasons->len) : verdict->reasons->len);
       i++)
    g_ptr_array_add (reasons, verdict->reasons->pdata[i]);
  g_ptr_array_add (reasons, NULL);
  info.reasons = (const char *const *) reasons->pdata;
  target = asking->aim->snapshot != NULL
               ? pel_policy_target_from_element (asking->aim->snapshot, asking->aim->id)
               : pel_policy_target_from_window (asking->aim->window);
  describe (asking->aim, &target, &info);
  if (asking->aim->next != NULL || errand->kind == PEL_ACTION_SHORTCUT)
    info.program = NULL; /* what reaches beyond the program: no answer lasts */
  return pel_approval_new (&info);
}

char *
pel_asking_dup_question (const PelPolicyVerdict *verdict)
{
  return verdict->is_consent || !verdict->has_rule ? g_strdup ("")
                                                   : pel_policy_verdict_dup_identity (verdict);
}

/* The answer */

static void
hold (const Run *run, gboolean is_held)
{
  if (run->asker->hold != NULL)
    run->asker->hold (run->asker->data, is_held);
}

static void
answered_cb (GObject *queue, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Run              *run = g_task_get_task_data (task);
  GError           *error = NULL;
  char             *words = NULL;

  hold (run, FALSE);
  if (pel_approval_queue_ask_finish (PEL_APPROVAL_QUEUE (queue),
                                     result,
                                     &words,
                                     &run->turn,
                                     &error))
    g_task_return_pointer (task, words, g_free);
  else
    g_task_return_error (task, error);
}

/* The caller asks the person itself, now that it is its turn. */
static void
opened_cb (PelApproval *approval, Run *run)
{
  run->asker->put (run->asker->data, pel_approval_queue_describe (run->asker->queue, approval));
}

/* Takes @task. */
static void
ask (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  if (run->asker->put != NULL &&
      pel_approval_get_info (run->approval)->channel != PEL_CHANNEL_DIALOG)
    run->opened_id = g_signal_connect (run->approval, "opened", G_CALLBACK (opened_cb), run);
  pel_approval_queue_ask_async (run->asker->queue,
                                run->approval,
                                g_task_get_cancellable (task),
                                answered_cb,
                                task);
}

static void
cropped_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask             *task = user_data;
  Run               *run = g_task_get_task_data (task);
  g_autoptr (GBytes) crop = pel_crop_take_finish (result, NULL);

  if (crop != NULL)
    pel_approval_set_crop (run->approval, crop);
  ask (task);
}

/* A caller that may not take screenshots does not cause one for its question. */
static gboolean
may_crop (const Run *run)
{
  const PelAsking             *asking = &run->asking;
  const PelPhotoStudio        *studio = &run->asker->studio;
  g_autoptr (PelPolicyVerdict) verdict = NULL;

  if (studio->camera == NULL || studio->windows == NULL || asking->aim->snapshot == NULL ||
      asking->verdict->is_consent || asking->verdict->channel != PEL_CHANNEL_DIALOG)
    return FALSE;
  verdict = pel_policy_store_explain (studio->policy,
                                      &(PelPolicyQuestion){ .step = PEL_POLICY_AT_TARGET,
                                                            .caller = asking->errand->caller,
                                                            .tool = "ui_capture",
                                                            .access = PEL_ACCESS_CAPTURE });
  return verdict->decision != PEL_DECISION_DENY;
}

void
pel_asking_run_async (const PelAsker     *asker,
                      const PelAsking    *asking,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data)
{
  GTask     *task = g_task_new (NULL, cancellable, callback, user_data);
  Run       *run = g_new0 (Run, 1);
  PelGrants *grants = pel_approval_queue_get_grants (asker->queue);
  PelGrant  *grant;
  GError    *error = NULL;

  g_task_set_source_tag (task, pel_asking_run_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, run, (GDestroyNotify) run_free);
  run->asker = asker;
  run->asking = *asking;
  run->approval = make_approval (asker, asking);
  grant = grants != NULL ? pel_grants_find (grants, run->approval) : NULL;
  if (grant != NULL)
    {
      g_task_return_pointer (task,
                             g_strdup_printf ("%s (grant %u)",
                                              pel_answer_to_string (pel_grant_get_answer (grant)),
                                              pel_grant_get_id (grant)),
                             g_free);
      g_object_unref (task);
    }
  else if (!pel_approval_queue_check (asker->queue, run->approval, &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
  else
    {
      hold (run, TRUE);
      if (may_crop (run))
        pel_crop_take_async (&asker->studio,
                             asking->aim->snapshot,
                             asking->aim->id,
                             cropped_cb,
                             task);
      else
        ask (task);
    }
}

char *
pel_asking_run_finish (GAsyncResult *result, PelTurn **ret_turn, GError **error)
{
  Run *run;

  g_return_val_if_fail (g_async_result_is_tagged (result, pel_asking_run_async), NULL);

  run = g_task_get_task_data (G_TASK (result));
  *ret_turn = g_steal_pointer (&run->turn);
  return g_task_propagate_pointer (G_TASK (result), error);
}
