/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/tool-question.h"

#include "services/base/error.h"
#include "services/pipeline/ledger.h"

#include <glib/gi18n.h>

/* Of the task of one question. */
typedef struct
{
  PelToolCall *call;
  PelAsker     asker;
  PelErrand    errand;
  PelAim      *aim;
} Asking;

static void
asking_free (Asking *asking)
{
  pel_aim_free (asking->aim);
  g_free (asking);
}

static void
hold (gpointer call, gboolean is_held)
{
  pel_tool_call_hold (call, is_held);
}

static void
put (gpointer call, JsonObject *question)
{
  pel_tool_call_put (call, question);
}

PelAsker
pel_tool_question_get_asker (PelToolCall *call)
{
  const PelToolContext *context = call->context;

  return (PelAsker){ call->caller.is_quiet ? NULL : context->approvals,
                     { context->windows, context->camera, context->policy },
                     hold,
                     put,
                     call };
}

/* (transfer full): the rule that asks, what it is asked about as far as that is known, and of which
 * kind the access is. */
static char *
dup_question (const PelToolCall *call, const PelPolicyVerdict *verdict, const PelAim *aim)
{
  g_autofree char *rule = pel_asking_dup_question (verdict);
  g_autofree char *print = aim != NULL ? pel_aim_dup_fingerprint (aim) : g_strdup ("");

  return g_strdup_printf ("%d %d %s %s", verdict->is_consent, call->access, rule, print);
}

static gboolean
has_question (const PelToolCall *call, const PelPolicyVerdict *verdict, const PelAim *aim)
{
  g_autofree char *question = dup_question (call, verdict, aim);

  return g_ptr_array_find_with_equal_func (call->questions, question, g_str_equal, NULL);
}

/* Who has allowed the call, as it was given, is not asked by the same rule about its element. */
gboolean
pel_tool_question_is_answered (const PelToolCall *call, const PelPolicyVerdict *verdict)
{
  return call->questions != NULL &&
         (has_question (call, verdict, NULL) || has_question (call, verdict, call->aim));
}

gboolean
pel_tool_question_is_due (const PelToolCall *call, const GError *error)
{
  return g_error_matches (error, PEL_ERROR, PEL_ERROR_APPROVAL_REQUIRED) && call->verdict != NULL &&
         call->verdict->decision == PEL_DECISION_ASK && call->context->policy != NULL &&
         call->context->approvals != NULL && call->context->audit != NULL &&
         !call->caller.is_quiet && !pel_tool_question_is_answered (call, call->verdict);
}

static void
answered_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)   task = user_data;
  Asking             *asking = g_task_get_task_data (task);
  PelToolCall        *call = asking->call;
  GError             *error = NULL;
  g_autoptr (PelTurn) turn = NULL; /* reading needs none */

  g_free (call->approval);
  call->approval = pel_asking_run_finish (result, &turn, &error);
  if (g_error_matches (error, PEL_ERROR, PEL_ERROR_APPROVAL_DENIED))
    call->approval = g_strdup ("denied");
  if (error != NULL ||
      (call->verdict->is_consent && !pel_ledger_keep_consent (call->context->audit,
                                                              call->context->policy,
                                                              call->caller.identity,
                                                              call->approval,
                                                              &error)))
    {
      call->is_asked = FALSE;
      g_task_return_error (task, error);
      return;
    }
  if (call->questions == NULL)
    call->questions = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (call->questions, dup_question (call, call->verdict, call->aim));
  call->is_asked = FALSE;
  g_task_return_boolean (task, TRUE);
}

void
pel_tool_question_ask_async (PelToolCall        *call,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  GTask  *task = g_task_new (NULL, cancellable, callback, user_data);
  Asking *asking = g_new0 (Asking, 1);

  g_task_set_source_tag (task, pel_tool_question_ask_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, asking, (GDestroyNotify) asking_free);
  asking->call = call;
  call->is_asked = TRUE;
  asking->asker = pel_tool_question_get_asker (call);
  asking->errand = (PelErrand){ .tool = call->tool->name,
                                .summary = _ (call->tool->summary),
                                .access = call->access,
                                .caller = call->caller.identity,
                                .arguments = call->arguments };
  asking->aim = call->aim != NULL ? pel_aim_new (call->aim->snapshot, call->aim->id, NULL)
                                  : pel_aim_new_for_window (NULL, NULL);
  pel_asking_run_async (&asking->asker,
                        &(PelAsking){ .errand = &asking->errand,
                                      .aim = asking->aim,
                                      .verdict = call->verdict },
                        cancellable,
                        answered_cb,
                        task);
}

gboolean
pel_tool_question_ask_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_tool_question_ask_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
