/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/errand-policy.h"

#include "services/base/error.h"
#include "services/base/guard.h"
#include "services/base/redactor.h"
#include "services/policy/policy-target.h"

#include <glib/gi18n.h>
#include <string.h>

/* @aim: (nullable): before it is known. */
static PelPolicyVerdict *
ask (const PelErrand *self,
     const PelAim    *aim,
     PelPolicyStore  *store,
     PelPolicyStep    step,
     gboolean         is_counted)
{
  g_auto (PelPolicyTarget) target = { 0 };
  PelPolicyQuestion        question = {
           .step = step,
           .caller = self->caller,
           .tool = self->tool,
           .access = self->access,
           .has_target = TRUE,
  };

  if (aim != NULL)
    {
      target = aim->snapshot != NULL ? pel_policy_target_from_element (aim->snapshot, aim->id)
                                     : pel_policy_target_from_window (aim->window);
      target.selector = self->selector;
      target.confidence = aim->confidence;
      target.found_by = aim->found_by;
      target.action = self->kind;
      question.target = &target;
    }
  return is_counted ? pel_policy_store_decide (store, &question)
                    : pel_policy_store_explain (store, &question);
}

PelPolicyVerdict *
pel_errand_decide (const PelErrand *self,
                   const PelAim    *aim,
                   PelPolicyStore  *store,
                   PelPolicyStep    step,
                   gboolean         is_counted)
{
  PelPolicyVerdict *worst = ask (self, aim, store, step, is_counted);

  for (const PelAim *end = aim != NULL ? aim->next : NULL; end != NULL; end = end->next)
    {
      g_autoptr (PelPolicyVerdict) verdict = ask (self, end, store, step, FALSE);

      if (verdict->decision <= worst->decision)
        continue;
      pel_policy_verdict_free (worst);
      worst = g_steal_pointer (&verdict);
    }
  return worst;
}

static pid_t
get_owner (const PelAim *aim)
{
  if (aim->snapshot == NULL)
    return aim->window != NULL ? pel_window_get_info (aim->window)->pid : 0;
  return pel_snapshot_get_program (aim->snapshot,
                                   pel_snapshot_get_program_index (aim->snapshot, aim->id))
      ->pid;
}

gboolean
pel_aim_check_owners (const PelAim *self, GError **error)
{
  for (const PelAim *aim = self; aim != NULL; aim = aim->next)
    if (pel_guard_is_ours (get_owner (aim)))
      return pel_guard_check (get_owner (aim), error);
    else if (aim->snapshot != NULL &&
             (pel_snapshot_get_flags (aim->snapshot, aim->id) & PEL_ELEMENT_IS_FOREIGN) != 0)
      {
        pel_set_error (error,
                       PEL_ERROR_DENIED,
                       _ ("Select it in the tree of its own program"),
                       _ ("“%s” does not belong to the program it is shown in"),
                       pel_snapshot_get_name (aim->snapshot, aim->id));
        return FALSE;
      }
  return TRUE;
}

/* A tab or a line end takes the keyboard on to the next field, which may be for secrets. */
static gboolean
leaves_field (const PelErrand *self, const PelAim *aim)
{
  PelStates states = pel_snapshot_get_states (aim->snapshot, aim->id);

  return !pel_states_has (states, PEL_STATE_MULTI_LINE) && strpbrk (self->text, "\t\r\n") != NULL;
}

const char *
pel_errand_get_secret (const PelErrand *self, const PelAim *aim)
{
  if (self->text == NULL || aim == NULL || aim->snapshot == NULL || self->redact)
    return self->text;
  return (pel_snapshot_get_flags (aim->snapshot, aim->id) & PEL_ELEMENT_IS_SECRET) != 0 ||
                 leaves_field (self, aim)
             ? self->text
             : NULL;
}

JsonObject *
pel_errand_dup_arguments (const PelErrand *self, const char *secret)
{
  g_autoptr (GList) members = json_object_get_members (self->arguments);
  g_autofree char  *redacted = NULL;
  JsonObject       *arguments;

  if (secret == NULL || self->text_member == NULL ||
      !json_object_has_member (self->arguments, self->text_member))
    return json_object_ref (self->arguments);
  redacted = pel_redact (secret);
  arguments = json_object_new ();
  for (GList *link = members; link != NULL; link = link->next)
    json_object_set_member (arguments,
                            link->data,
                            json_object_dup_member (self->arguments, link->data));
  json_object_set_string_member (arguments, self->text_member, redacted);
  return arguments;
}
