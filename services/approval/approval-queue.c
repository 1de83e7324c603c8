/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/approval-queue.h"

#include "services/approval/approval-error.h"
#include "services/approval/denial-book.h"
#include "services/approval/inquiry.h"
#include "services/base/gate.h"

/* How a call was answered that may go on. */
typedef struct
{
  char    *words;
  PelTurn *turn;
} Pass;

struct _PelApprovalQueue
{
  GObject              parent_instance;
  GPtrArray           *inquiries; /* of PelInquiry; the open one is the first */
  PelInquiry          *open;      /* (nullable) */
  guint                n_turns;   /* of calls that were allowed: nothing is open meanwhile */
  GListStore          *past;
  PelGrants           *grants; /* (nullable) */
  PelDenialBook       *denials;
  PelApprovalClockFunc clock;
  gpointer             clock_data;
  gboolean             is_served; /* by a dialog */
  guint64              last_id;
  guint                timeout_id;
};

static void pel_approval_queue_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelApprovalQueue,
                               pel_approval_queue,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      pel_approval_queue_list_model_init))

static void
pass_free (Pass *pass)
{
  g_free (pass->words);
  g_clear_pointer (&pass->turn, pel_turn_end);
  g_free (pass);
}

/* The list */

static GType
get_item_type (GListModel *model)
{
  return PEL_TYPE_APPROVAL;
}

static guint
get_n_items (GListModel *model)
{
  return PEL_APPROVAL_QUEUE (model)->inquiries->len;
}

static PelInquiry *
get_inquiry (PelApprovalQueue *self, guint position)
{
  return self->inquiries->pdata[position];
}

static gpointer
get_item (GListModel *model, guint position)
{
  PelApprovalQueue *self = PEL_APPROVAL_QUEUE (model);

  return position < self->inquiries->len ? g_object_ref (get_inquiry (self, position)->approval)
                                         : NULL;
}

static void
pel_approval_queue_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* (nullable) */
static PelInquiry *
find_id (PelApprovalQueue *self, guint64 id, guint *ret_position)
{
  for (guint i = 0; i < self->inquiries->len; i++)
    if (pel_approval_get_id (get_inquiry (self, i)->approval) == id)
      {
        *ret_position = i;
        return get_inquiry (self, i);
      }
  return NULL;
}

/* (nullable). A caller that asks the person itself is notified of each of its questions. */
static PelInquiry *
find_equal (PelApprovalQueue *self, PelApproval *approval)
{
  if (pel_approval_get_info (approval)->channel != PEL_CHANNEL_DIALOG)
    return NULL;
  for (guint i = 0; i < self->inquiries->len; i++)
    if (pel_approval_equal (get_inquiry (self, i)->approval, approval))
      return get_inquiry (self, i);
  return NULL;
}

/* Time */

static gint64
get_now (PelApprovalQueue *self)
{
  return self->clock != NULL ? self->clock (self->clock_data) : g_get_monotonic_time ();
}

static gboolean
timeout_cb (gpointer data)
{
  PelApprovalQueue *self = data;

  self->timeout_id = 0;
  pel_approval_queue_tick (self);
  return G_SOURCE_REMOVE;
}

static void
schedule (PelApprovalQueue *self)
{
  gint64 next = G_MAXINT64;

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  for (guint i = 0; i < self->inquiries->len; i++)
    next = MIN (next, get_inquiry (self, i)->expiry);
  if (next < G_MAXINT64 && self->clock == NULL)
    self->timeout_id =
        g_timeout_add (CLAMP ((next - get_now (self)) / 1000 + 1, 0, G_MAXINT), timeout_cb, self);
}

/* Ending */

static void
keep_past (PelApprovalQueue *self, PelApproval *approval)
{
  guint n_past = g_list_model_get_n_items (G_LIST_MODEL (self->past));

  g_list_store_insert (self->past, 0, approval);
  if (n_past >= PEL_APPROVAL_MAX_PAST)
    g_list_store_remove (self->past, n_past);
}

/* Opens the next question when its turn has come. The gate is closed while one is open. */
static void
update_open (PelApprovalQueue *self)
{
  if (self->open != NULL || self->n_turns > 0 || self->inquiries->len == 0)
    return;
  self->open = get_inquiry (self, 0);
  self->open->expiry = get_now (self) + PEL_APPROVAL_EXPIRY_MS * G_TIME_SPAN_MILLISECOND;
  pel_gate_close (PEL_GATE_QUESTION);
  schedule (self);
  pel_approval_open (self->open->approval);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 1, 1);
}

/* (transfer full): the inquiry, off the list. */
static PelInquiry *
take_inquiry (PelApprovalQueue *self, guint position)
{
  PelInquiry *inquiry = g_ptr_array_steal_index (self->inquiries, position);
  gboolean    was_open = inquiry == self->open;

  if (was_open)
    self->open = NULL;
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  update_open (self); /* first, so that the gate does not open in between */
  if (was_open)
    pel_gate_open (PEL_GATE_QUESTION);
  schedule (self);
  return inquiry;
}

/* Takes the inquiry off the list; each of its calls fails with a copy of @error. */
static void
fail_inquiry (PelApprovalQueue *self,
              guint             position,
              PelApprovalState  state,
              const char       *reason,
              const GError     *error)
{
  PelInquiry *inquiry = take_inquiry (self, position);

  pel_approval_end (inquiry->approval, state, PEL_ANSWER_DENY, reason);
  keep_past (self, inquiry->approval);
  for (guint i = 0; i < inquiry->waiters->len; i++)
    g_task_return_error (((PelWaiter *) inquiry->waiters->pdata[i])->task, g_error_copy (error));
  pel_inquiry_free (inquiry);
}

static void
count_denial (PelApprovalQueue *self, guint position)
{
  const PelApprovalInfo *info = pel_approval_get_info (get_inquiry (self, position)->approval);

  pel_denial_book_add (self->denials, pel_caller_get_origin (info->caller), get_now (self));
}

static void
deny (PelApprovalQueue *self, guint position, const char *reason)
{
  g_autoptr (GError) error = pel_approval_error_denied (reason);

  count_denial (self, position);
  fail_inquiry (self, position, PEL_APPROVAL_ANSWERED, reason, error);
}

static void
expire (PelApprovalQueue *self, guint position)
{
  g_autoptr (GError) error = pel_approval_error_expired (PEL_APPROVAL_EXPIRY_MS);

  count_denial (self, position);
  fail_inquiry (self, position, PEL_APPROVAL_EXPIRED, NULL, error);
}

/* (transfer full): how it was answered, in words for the audit log. A rule that cannot be written
 * leaves it at once. */
static char *
keep_answer (PelApprovalQueue *self, PelApproval *approval, PelAnswer *answer)
{
  const char        *channel = pel_channel_to_string (pel_approval_get_info (approval)->channel);
  g_autoptr (GError) error = NULL;
  guint              grant = 0;

  if (*answer > PEL_ANSWER_ONCE && self->grants == NULL)
    *answer = PEL_ANSWER_ONCE;
  if (*answer == PEL_ANSWER_ALWAYS && !pel_grants_write_rule (self->grants, approval, &error))
    {
      *answer = PEL_ANSWER_ONCE;
      return g_strdup_printf ("once (%s; the rule was not written: %s)", channel, error->message);
    }
  if (*answer == PEL_ANSWER_CLIENT || *answer == PEL_ANSWER_APP)
    grant = pel_grants_add (self->grants, approval, *answer);
  if (grant != 0)
    return g_strdup_printf ("%s (%s, grant %u)", pel_answer_to_string (*answer), channel, grant);
  return g_strdup_printf ("%s (%s)", pel_answer_to_string (*answer), channel);
}

static void
add_inquiry (PelApprovalQueue *self, PelInquiry *inquiry)
{
  guint place = pel_inquiry_find_place (inquiry, self->inquiries, self->open != NULL);

  pel_approval_set_id (inquiry->approval, ++self->last_id);
  pel_inquiry_count (inquiry);
  g_ptr_array_insert (self->inquiries, place, inquiry);
  g_list_model_items_changed (G_LIST_MODEL (self), place, 0, 1);
  update_open (self);
}

/* The calls that the answer does not reach are asked about again. */
static void
ask_rest (PelApprovalQueue *self, PelInquiry *inquiry)
{
  PelApprovalInfo         info = *pel_approval_get_info (inquiry->approval);
  const PelWaiter        *first = inquiry->waiters->pdata[0];
  g_autoptr (PelApproval) approval = NULL;
  PelInquiry             *rest;

  info.caller = first->caller;
  approval = pel_approval_new (&info);
  rest = pel_inquiry_new (approval);
  while (inquiry->waiters->len > 0)
    g_ptr_array_add (rest->waiters, g_ptr_array_steal_index (inquiry->waiters, 0));
  add_inquiry (self, rest);
}

/* The turn of one of those who were allowed to go on. */

static void
over_cb (PelTurn *turn, gpointer data)
{
  PelApprovalQueue *self = data;

  self->n_turns--;
  update_open (self);
}

static Pass *
make_pass (PelApprovalQueue *self, const char *words)
{
  Pass *pass = g_new0 (Pass, 1);

  pass->words = g_strdup (words);
  pass->turn = pel_turn_new (PEL_APPROVAL_TURN_MS, over_cb, g_object_ref (self), g_object_unref);
  self->n_turns++;
  return pass;
}

static void
allow (PelApprovalQueue *self, guint position, PelAnswer answer, guint n_shown)
{
  g_autoptr (PelApproval) approval = g_object_ref (get_inquiry (self, position)->approval);
  g_autofree char        *words = keep_answer (self, approval, &answer);
  g_autoptr (GPtrArray)   answered =
      g_ptr_array_new_with_free_func ((GDestroyNotify) pel_waiter_free);
  g_autoptr (GPtrArray) passes = g_ptr_array_new ();
  PelInquiry           *inquiry = get_inquiry (self, position);

  pel_denial_book_forget (self->denials,
                          pel_caller_get_origin (pel_approval_get_info (approval)->caller));
  g_ptr_array_add (answered, g_ptr_array_steal_index (inquiry->waiters, 0));
  pel_inquiry_take_answered (inquiry, answer, n_shown, answered);
  for (guint i = 0; i < answered->len; i++)
    g_ptr_array_add (passes, make_pass (self, words)); /* before another question is open */
  if (inquiry->waiters->len > 0)
    ask_rest (self, inquiry);
  inquiry = take_inquiry (self, position);
  pel_approval_end (approval, PEL_APPROVAL_ANSWERED, answer, NULL);
  keep_past (self, approval);
  for (guint i = 0; i < answered->len; i++)
    g_task_return_pointer (((PelWaiter *) answered->pdata[i])->task,
                           passes->pdata[i],
                           (GDestroyNotify) pass_free);
  pel_inquiry_free (inquiry);
}

gboolean
pel_approval_queue_answer (PelApprovalQueue *self, guint64 id, PelAnswer answer, const char *reason)
{
  return pel_approval_queue_answer_calls (self, id, answer, reason, G_MAXUINT);
}

gboolean
pel_approval_queue_answer_calls (
    PelApprovalQueue *self, guint64 id, PelAnswer answer, const char *reason, guint n_shown)
{
  guint position = 0;

  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self) && answer < PEL_N_ANSWERS, FALSE);

  pel_approval_queue_tick (self);
  if (self->open == NULL || find_id (self, id, &position) != self->open)
    return FALSE;
  if (answer == PEL_ANSWER_DENY)
    deny (self, position, reason);
  else if (pel_approval_get_info (get_inquiry (self, position)->approval)->is_consent)
    allow (self, position, PEL_ANSWER_ONCE, n_shown); /* the consent itself lasts */
  else
    allow (self, position, answer, n_shown);
  return TRUE;
}

void
pel_approval_queue_tick (PelApprovalQueue *self)
{
  gint64 now;

  g_return_if_fail (PEL_IS_APPROVAL_QUEUE (self));

  now = get_now (self);
  for (guint i = self->inquiries->len; i > 0; i--)
    if (i <= self->inquiries->len && get_inquiry (self, i - 1)->expiry <= now)
      expire (self, i - 1);
  schedule (self);
}

/* Withdrawing */

static PelInquiry *
find_waiter (PelApprovalQueue *self, const PelWaiter *waiter, guint *ret_position, guint *ret_index)
{
  for (guint i = 0; i < self->inquiries->len; i++)
    if (g_ptr_array_find (get_inquiry (self, i)->waiters, waiter, ret_index))
      {
        *ret_position = i;
        return get_inquiry (self, i);
      }
  return NULL;
}

static void
withdraw (PelWaiter *waiter, gpointer data)
{
  PelApprovalQueue  *self = data;
  g_autoptr (GError) error = NULL;
  guint              position, index;
  PelInquiry        *inquiry = find_waiter (self, waiter, &position, &index);

  g_assert (inquiry != NULL);
  g_cancellable_set_error_if_cancelled (g_task_get_cancellable (waiter->task), &error);
  if (inquiry->waiters->len == 1)
    {
      fail_inquiry (self, position, PEL_APPROVAL_WITHDRAWN, NULL, error);
      return;
    }
  g_ptr_array_steal_index (inquiry->waiters, index);
  pel_inquiry_count (inquiry);
  g_task_return_error (waiter->task, g_steal_pointer (&error));
  pel_waiter_free (waiter);
}

/* Asking */

static gboolean
can_ask (PelApprovalQueue *self, const PelApprovalInfo *info)
{
  return info->channel == PEL_CHANNEL_DIALOG
             ? self->is_served
             : (pel_caller_get_info (info->caller)->channels & (1u << info->channel)) != 0;
}

static guint
count_own (PelApprovalQueue *self, const PelCaller *caller)
{
  guint n = 0;

  for (guint i = 0; i < self->inquiries->len; i++)
    n += g_str_equal (pel_caller_get_origin (
                          pel_approval_get_info (get_inquiry (self, i)->approval)->caller),
                      pel_caller_get_origin (caller));
  return n;
}

gboolean
pel_approval_queue_check (PelApprovalQueue *self, PelApproval *approval, GError **error)
{
  const PelApprovalInfo *info;
  GError                *refusal = NULL;
  guint                  pause_ms;

  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self), FALSE);

  info = pel_approval_get_info (approval);
  pause_ms = pel_denial_book_get_pause_ms (self->denials,
                                           pel_caller_get_origin (info->caller),
                                           get_now (self));
  if (!can_ask (self, info))
    refusal = pel_approval_error_unserved (info->channel);
  else if (pause_ms > 0)
    refusal = pel_approval_error_paused (PEL_APPROVAL_MAX_DENIALS, pause_ms);
  else if (find_equal (self, approval) == NULL &&
           (self->inquiries->len >= PEL_APPROVAL_MAX_PENDING ||
            count_own (self, info->caller) >= PEL_APPROVAL_MAX_OF_ONE))
    refusal = pel_approval_error_full (self->inquiries->len);
  if (refusal != NULL)
    g_propagate_error (error, refusal);
  return refusal == NULL;
}

void
pel_approval_queue_ask_async (PelApprovalQueue   *self,
                              PelApproval        *approval,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GError           *error = NULL;
  PelInquiry       *inquiry;
  PelWaiter        *waiter;
  gboolean          is_new;

  g_return_if_fail (PEL_IS_APPROVAL_QUEUE (self) && PEL_IS_APPROVAL (approval));

  g_task_set_source_tag (task, pel_approval_queue_ask_async);
  pel_approval_queue_tick (self);
  if (g_cancellable_set_error_if_cancelled (cancellable, &error) ||
      !pel_approval_queue_check (self, approval, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  inquiry = find_equal (self, approval);
  is_new = inquiry == NULL;
  if (is_new)
    inquiry = pel_inquiry_new (approval);
  waiter = pel_waiter_new (g_steal_pointer (&task),
                           pel_approval_get_info (approval)->caller,
                           withdraw,
                           self);
  g_ptr_array_add (inquiry->waiters, waiter);
  if (is_new)
    add_inquiry (self, inquiry);
  else
    pel_inquiry_count (inquiry);
}

gboolean
pel_approval_queue_ask_finish (PelApprovalQueue *self,
                               GAsyncResult     *result,
                               char            **ret_words,
                               PelTurn         **ret_turn,
                               GError          **error)
{
  Pass *pass;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  pass = g_task_propagate_pointer (G_TASK (result), error);
  if (pass == NULL)
    return FALSE;
  *ret_words = g_steal_pointer (&pass->words);
  *ret_turn = g_steal_pointer (&pass->turn);
  pass_free (pass);
  return TRUE;
}

/* The object */

static void
pel_approval_queue_dispose (GObject *object)
{
  PelApprovalQueue *self = PEL_APPROVAL_QUEUE (object);

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  g_assert (self->inquiries->len == 0); /* each of them holds this */
  G_OBJECT_CLASS (pel_approval_queue_parent_class)->dispose (object);
}

static void
pel_approval_queue_finalize (GObject *object)
{
  PelApprovalQueue *self = PEL_APPROVAL_QUEUE (object);

  g_ptr_array_unref (self->inquiries);
  g_object_unref (self->past);
  g_clear_object (&self->grants);
  pel_denial_book_free (self->denials);
  G_OBJECT_CLASS (pel_approval_queue_parent_class)->finalize (object);
}

static void
pel_approval_queue_class_init (PelApprovalQueueClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_approval_queue_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_approval_queue_finalize;
}

static void
pel_approval_queue_init (PelApprovalQueue *self)
{
  self->inquiries = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_inquiry_free);
  self->past = g_list_store_new (PEL_TYPE_APPROVAL);
  self->denials = pel_denial_book_new (PEL_APPROVAL_MAX_DENIALS, PEL_APPROVAL_PAUSE_MS);
}

PelApprovalQueue *
pel_approval_queue_new (PelGrants *grants, PelApprovalClockFunc clock, gpointer data)
{
  PelApprovalQueue *self = g_object_new (PEL_TYPE_APPROVAL_QUEUE, NULL);

  g_set_object (&self->grants, grants);
  self->clock = clock;
  self->clock_data = data;
  return self;
}

PelGrants *
pel_approval_queue_get_grants (PelApprovalQueue *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self), NULL);

  return self->grants;
}

GListModel *
pel_approval_queue_get_past (PelApprovalQueue *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self), NULL);

  return G_LIST_MODEL (self->past);
}

void
pel_approval_queue_set_served (PelApprovalQueue *self, gboolean is_served)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (PEL_IS_APPROVAL_QUEUE (self));

  self->is_served = is_served;
  if (is_served)
    return;
  error = pel_approval_error_unserved (PEL_CHANNEL_DIALOG);
  for (guint i = self->inquiries->len; i > 0; i--)
    if (pel_approval_get_info (get_inquiry (self, i - 1)->approval)->channel == PEL_CHANNEL_DIALOG)
      fail_inquiry (self, i - 1, PEL_APPROVAL_UNSHOWN, NULL, error);
}

PelApproval *
pel_approval_queue_get_open (PelApprovalQueue *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self), NULL);

  return self->open != NULL ? self->open->approval : NULL;
}

/* What the person may answer, as bits of PelAnswer. */
static guint
get_choices (PelApprovalQueue *self, PelApproval *approval)
{
  guint choices = pel_grants_get_choices (approval);

  return self->grants != NULL ? choices : choices & (1u << PEL_ANSWER_DENY | 1u << PEL_ANSWER_ONCE);
}

guint
pel_approval_queue_get_left_ms (PelApprovalQueue *self, guint64 id)
{
  guint       position;
  PelInquiry *inquiry;

  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self), 0);

  inquiry = find_id (self, id, &position);
  if (inquiry == NULL)
    return 0;
  if (inquiry != self->open)
    return PEL_APPROVAL_EXPIRY_MS;
  return MAX (inquiry->expiry - get_now (self), 0) / G_TIME_SPAN_MILLISECOND;
}

JsonObject *
pel_approval_queue_describe (PelApprovalQueue *self, PelApproval *approval)
{
  JsonObject *question = pel_approval_to_json (approval);
  JsonArray  *choices = json_array_new ();
  guint       bits = get_choices (self, approval);

  for (guint answer = 0; answer < PEL_N_ANSWERS; answer++)
    if (bits & (1u << answer))
      json_array_add_string_element (choices, pel_answer_to_string (answer));
  json_object_set_array_member (question, "choices", choices);
  json_object_set_int_member (question,
                              "left_ms",
                              pel_approval_queue_get_left_ms (self,
                                                              pel_approval_get_id (approval)));
  return question;
}

/* Callers who ask the person themselves */

/* (nullable) */
static PelInquiry *
find_own (PelApprovalQueue *self, const char *bus_name, guint64 id, guint *ret_position)
{
  PelInquiry            *inquiry = find_id (self, id, ret_position);
  const PelApprovalInfo *info = inquiry != NULL ? pel_approval_get_info (inquiry->approval) : NULL;

  return info != NULL && info->channel != PEL_CHANNEL_DIALOG &&
                 g_strcmp0 (pel_caller_get_info (info->caller)->bus_name, bus_name) == 0
             ? inquiry
             : NULL;
}

gboolean
pel_approval_queue_answer_as (
    PelApprovalQueue *self, const char *bus_name, guint64 id, PelAnswer answer, const char *reason)
{
  PelInquiry *inquiry;
  guint       position;

  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self) && answer < PEL_N_ANSWERS, FALSE);

  inquiry = find_own (self, bus_name, id, &position);
  return inquiry != NULL && (get_choices (self, inquiry->approval) & (1u << answer)) != 0 &&
         pel_approval_queue_answer (self, id, answer, reason);
}

gboolean
pel_approval_queue_give_up_as (PelApprovalQueue *self, const char *bus_name, guint64 id)
{
  g_autoptr (GError) error = NULL;
  PelInquiry        *inquiry;
  guint              position;

  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self), FALSE);

  inquiry = find_own (self, bus_name, id, &position);
  if (inquiry == NULL)
    return FALSE;
  error = pel_approval_error_unserved (pel_approval_get_info (inquiry->approval)->channel);
  fail_inquiry (self, position, PEL_APPROVAL_UNSHOWN, NULL, error);
  return TRUE;
}
