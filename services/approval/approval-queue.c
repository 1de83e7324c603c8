/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/approval-queue.h"

#include "services/approval/approval-error.h"
#include "services/approval/denial-book.h"
#include "services/approval/waiter.h"
#include "services/base/gate.h"

/* A question, and the calls that wait for its answer. */
typedef struct
{
  PelApproval *approval;
  GPtrArray   *waiters; /* of PelWaiter */
  gint64       expiry;
} Entry;

struct _PelApprovalQueue
{
  GObject              parent_instance;
  GPtrArray           *entries; /* of Entry */
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
entry_free (Entry *entry)
{
  g_object_unref (entry->approval);
  g_ptr_array_unref (entry->waiters);
  g_free (entry);
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
  return PEL_APPROVAL_QUEUE (model)->entries->len;
}

static Entry *
get_entry (PelApprovalQueue *self, guint position)
{
  return self->entries->pdata[position];
}

static gpointer
get_item (GListModel *model, guint position)
{
  PelApprovalQueue *self = PEL_APPROVAL_QUEUE (model);

  return position < self->entries->len ? g_object_ref (get_entry (self, position)->approval) : NULL;
}

static void
pel_approval_queue_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* (nullable) */
static Entry *
find_id (PelApprovalQueue *self, guint64 id, guint *ret_position)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (pel_approval_get_id (get_entry (self, i)->approval) == id)
      {
        *ret_position = i;
        return get_entry (self, i);
      }
  return NULL;
}

/* (nullable). A caller that asks the person itself is notified of each of its questions. */
static Entry *
find_equal (PelApprovalQueue *self, PelApproval *approval)
{
  if (pel_approval_get_info (approval)->channel != PEL_CHANNEL_DIALOG)
    return NULL;
  for (guint i = 0; i < self->entries->len; i++)
    if (pel_approval_equal (get_entry (self, i)->approval, approval))
      return get_entry (self, i);
  return NULL;
}

static void
count_waiters (Entry *entry)
{
  const PelWaiter *first = entry->waiters->pdata[0];
  guint            n_own = 0;

  for (guint i = 0; i < entry->waiters->len; i++)
    n_own += pel_waiter_is_included (entry->waiters->pdata[i], PEL_ANSWER_ONCE, first);
  pel_approval_set_n_waiting (entry->approval, entry->waiters->len, n_own);
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
  for (guint i = 0; i < self->entries->len; i++)
    next = MIN (next, get_entry (self, i)->expiry);
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

/* (transfer full): the entry, off the list. The gate opens after the last one. */
static Entry *
take_entry (PelApprovalQueue *self, guint position)
{
  Entry *entry = g_ptr_array_steal_index (self->entries, position);

  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  if (self->entries->len == 0)
    pel_gate_open (PEL_GATE_QUESTION);
  schedule (self);
  return entry;
}

/* Takes the entry off the list; each of its calls fails with a copy of @error. */
static void
fail_entry (PelApprovalQueue *self,
            guint             position,
            PelApprovalState  state,
            const char       *reason,
            const GError     *error)
{
  Entry *entry = take_entry (self, position);

  pel_approval_end (entry->approval, state, PEL_ANSWER_DENY, reason);
  keep_past (self, entry->approval);
  for (guint i = 0; i < entry->waiters->len; i++)
    g_task_return_error (((PelWaiter *) entry->waiters->pdata[i])->task, g_error_copy (error));
  entry_free (entry);
}

static void
count_denial (PelApprovalQueue *self, guint position)
{
  const PelApprovalInfo *info = pel_approval_get_info (get_entry (self, position)->approval);

  pel_denial_book_add (self->denials, pel_caller_get_origin (info->caller), get_now (self));
}

static void
deny (PelApprovalQueue *self, guint position, const char *reason)
{
  g_autoptr (GError) error = pel_approval_error_denied (reason);

  count_denial (self, position);
  fail_entry (self, position, PEL_APPROVAL_ANSWERED, reason, error);
}

static void
expire (PelApprovalQueue *self, guint position)
{
  g_autoptr (GError) error = pel_approval_error_expired (PEL_APPROVAL_EXPIRY_MS);

  count_denial (self, position);
  fail_entry (self, position, PEL_APPROVAL_EXPIRED, NULL, error);
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

/* The calls that the answer does not reach are asked about again. */
static void
ask_rest (PelApprovalQueue *self, Entry *entry)
{
  PelApprovalInfo  info = *pel_approval_get_info (entry->approval);
  Entry           *rest = g_new0 (Entry, 1);
  const PelWaiter *first = entry->waiters->pdata[0];

  info.caller = first->caller;
  rest->approval = pel_approval_new (&info);
  rest->waiters = g_ptr_array_ref (entry->waiters);
  rest->expiry = get_now (self) + PEL_APPROVAL_EXPIRY_MS * G_TIME_SPAN_MILLISECOND;
  pel_approval_set_id (rest->approval, ++self->last_id);
  count_waiters (rest);
  if (self->entries->len == 0)
    pel_gate_close (PEL_GATE_QUESTION);
  g_ptr_array_add (self->entries, rest);
  g_list_model_items_changed (G_LIST_MODEL (self), self->entries->len - 1, 0, 1);
  schedule (self);
}

/* Whom else the answer reaches. Consent is to automation as a whole, for every caller that waits
 * for it; “once” is for no more calls than the person knew of. */
static void
take_answered (Entry *entry, PelAnswer answer, guint n_shown, GPtrArray *answered)
{
  const PelWaiter *first = answered->pdata[0];
  gboolean         is_consent = pel_approval_get_info (entry->approval)->is_consent;
  guint            i = 0;

  while (i < entry->waiters->len)
    if (is_consent || (pel_waiter_is_included (entry->waiters->pdata[i], answer, first) &&
                       (answer != PEL_ANSWER_ONCE || answered->len < n_shown)))
      g_ptr_array_add (answered, g_ptr_array_steal_index (entry->waiters, i));
    else
      i++;
}

static void
allow (PelApprovalQueue *self, guint position, PelAnswer answer, guint n_shown)
{
  g_autoptr (PelApproval) approval = g_object_ref (get_entry (self, position)->approval);
  g_autofree char        *words = keep_answer (self, approval, &answer);
  g_autoptr (GPtrArray)   answered =
      g_ptr_array_new_with_free_func ((GDestroyNotify) pel_waiter_free);
  Entry *entry = get_entry (self, position);

  pel_denial_book_forget (self->denials,
                          pel_caller_get_origin (pel_approval_get_info (approval)->caller));
  g_ptr_array_add (answered, g_ptr_array_steal_index (entry->waiters, 0));
  take_answered (entry, answer, n_shown, answered);
  if (entry->waiters->len > 0)
    ask_rest (self, entry); /* before the old one goes: the gate stays closed */
  entry = take_entry (self, position);
  pel_approval_end (approval, PEL_APPROVAL_ANSWERED, answer, NULL);
  keep_past (self, approval);
  for (guint i = 0; i < answered->len; i++)
    g_task_return_pointer (((PelWaiter *) answered->pdata[i])->task, g_strdup (words), g_free);
  entry_free (entry);
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
  if (find_id (self, id, &position) == NULL)
    return FALSE;
  if (answer == PEL_ANSWER_DENY)
    deny (self, position, reason);
  else if (pel_approval_get_info (get_entry (self, position)->approval)->is_consent)
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
  for (guint i = self->entries->len; i > 0; i--)
    if (i <= self->entries->len && get_entry (self, i - 1)->expiry <= now)
      expire (self, i - 1);
  schedule (self);
}

/* Withdrawing */

static Entry *
find_waiter (PelApprovalQueue *self, const PelWaiter *waiter, guint *ret_position, guint *ret_index)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (g_ptr_array_find (get_entry (self, i)->waiters, waiter, ret_index))
      {
        *ret_position = i;
        return get_entry (self, i);
      }
  return NULL;
}

static void
withdraw (PelWaiter *waiter, gpointer data)
{
  PelApprovalQueue  *self = data;
  g_autoptr (GError) error = NULL;
  guint              position, index;
  Entry             *entry = find_waiter (self, waiter, &position, &index);

  g_assert (entry != NULL);
  g_cancellable_set_error_if_cancelled (g_task_get_cancellable (waiter->task), &error);
  if (entry->waiters->len == 1)
    {
      fail_entry (self, position, PEL_APPROVAL_WITHDRAWN, NULL, error);
      return;
    }
  g_ptr_array_steal_index (entry->waiters, index);
  count_waiters (entry);
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

  for (guint i = 0; i < self->entries->len; i++)
    n += g_str_equal (pel_caller_get_origin (
                          pel_approval_get_info (get_entry (self, i)->approval)->caller),
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
           (self->entries->len >= PEL_APPROVAL_MAX_PENDING ||
            count_own (self, info->caller) >= PEL_APPROVAL_MAX_OF_ONE))
    refusal = pel_approval_error_full (self->entries->len);
  if (refusal != NULL)
    g_propagate_error (error, refusal);
  return refusal == NULL;
}

static Entry *
add_entry (PelApprovalQueue *self, PelApproval *approval)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->approval = g_object_ref (approval);
  entry->waiters = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_waiter_free);
  entry->expiry = get_now (self) + PEL_APPROVAL_EXPIRY_MS * G_TIME_SPAN_MILLISECOND;
  pel_approval_set_id (approval, ++self->last_id);
  if (self->entries->len == 0)
    pel_gate_close (PEL_GATE_QUESTION);
  g_ptr_array_add (self->entries, entry);
  return entry;
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
  Entry            *entry;
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
  entry = find_equal (self, approval);
  is_new = entry == NULL;
  if (is_new)
    entry = add_entry (self, approval);
  waiter = pel_waiter_new (g_steal_pointer (&task),
                           pel_approval_get_info (approval)->caller,
                           withdraw,
                           self);
  g_ptr_array_add (entry->waiters, waiter);
  count_waiters (entry);
  if (is_new)
    g_list_model_items_changed (G_LIST_MODEL (self), self->entries->len - 1, 0, 1);
  schedule (self);
}

gboolean
pel_approval_queue_ask_finish (PelApprovalQueue *self,
                               GAsyncResult     *result,
                               char            **ret_words,
                               GError          **error)
{
  char *words;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  words = g_task_propagate_pointer (G_TASK (result), error);
  if (words == NULL)
    return FALSE;
  *ret_words = words;
  return TRUE;
}

/* The object */

static void
pel_approval_queue_dispose (GObject *object)
{
  PelApprovalQueue *self = PEL_APPROVAL_QUEUE (object);

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  g_assert (self->entries->len == 0); /* each of them holds this */
  G_OBJECT_CLASS (pel_approval_queue_parent_class)->dispose (object);
}

static void
pel_approval_queue_finalize (GObject *object)
{
  PelApprovalQueue *self = PEL_APPROVAL_QUEUE (object);

  g_ptr_array_unref (self->entries);
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
  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) entry_free);
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
  for (guint i = self->entries->len; i > 0; i--)
    if (pel_approval_get_info (get_entry (self, i - 1)->approval)->channel == PEL_CHANNEL_DIALOG)
      fail_entry (self, i - 1, PEL_APPROVAL_UNSHOWN, NULL, error);
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
  guint  position;
  Entry *entry;

  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self), 0);

  entry = find_id (self, id, &position);
  return entry != NULL ? MAX (entry->expiry - get_now (self), 0) / G_TIME_SPAN_MILLISECOND : 0;
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
static Entry *
find_own (PelApprovalQueue *self, const char *bus_name, guint64 id, guint *ret_position)
{
  Entry                 *entry = find_id (self, id, ret_position);
  const PelApprovalInfo *info = entry != NULL ? pel_approval_get_info (entry->approval) : NULL;

  return info != NULL && info->channel != PEL_CHANNEL_DIALOG &&
                 g_strcmp0 (pel_caller_get_info (info->caller)->bus_name, bus_name) == 0
             ? entry
             : NULL;
}

gboolean
pel_approval_queue_answer_as (
    PelApprovalQueue *self, const char *bus_name, guint64 id, PelAnswer answer, const char *reason)
{
  Entry *entry;
  guint  position;

  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self) && answer < PEL_N_ANSWERS, FALSE);

  entry = find_own (self, bus_name, id, &position);
  return entry != NULL && (get_choices (self, entry->approval) & (1u << answer)) != 0 &&
         pel_approval_queue_answer (self, id, answer, reason);
}

gboolean
pel_approval_queue_give_up_as (PelApprovalQueue *self, const char *bus_name, guint64 id)
{
  g_autoptr (GError) error = NULL;
  Entry             *entry;
  guint              position;

  g_return_val_if_fail (PEL_IS_APPROVAL_QUEUE (self), FALSE);

  entry = find_own (self, bus_name, id, &position);
  if (entry == NULL)
    return FALSE;
  error = pel_approval_error_unserved (pel_approval_get_info (entry->approval)->channel);
  fail_entry (self, position, PEL_APPROVAL_UNSHOWN, NULL, error);
  return TRUE;
}
