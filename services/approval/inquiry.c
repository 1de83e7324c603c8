/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/inquiry.h"

PelInquiry *
pel_inquiry_new (PelApproval *approval)
{
  PelInquiry *self = g_new0 (PelInquiry, 1);

  self->approval = g_object_ref (approval);
  self->waiters = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_waiter_free);
  self->expiry = G_MAXINT64;
  return self;
}

void
pel_inquiry_free (PelInquiry *self)
{
  g_object_unref (self->approval);
  g_ptr_array_unref (self->waiters);
  g_free (self);
}

void
pel_inquiry_count (PelInquiry *self)
{
  const PelWaiter *first = self->waiters->pdata[0];
  guint            n_own = 0;

  for (guint i = 0; i < self->waiters->len; i++)
    n_own += pel_waiter_is_included (self->waiters->pdata[i], PEL_ANSWER_ONCE, first);
  pel_approval_set_n_waiting (self->approval, self->waiters->len, n_own);
}

void
pel_inquiry_take_answered (PelInquiry *self, PelAnswer answer, guint n_shown, GPtrArray *answered)
{
  const PelWaiter *first = answered->pdata[0];
  gboolean         is_consent = pel_approval_get_info (self->approval)->is_consent;
  guint            i = 0;

  while (i < self->waiters->len)
    if (is_consent || (pel_waiter_is_included (self->waiters->pdata[i], answer, first) &&
                       (answer != PEL_ANSWER_ONCE || answered->len < n_shown)))
      g_ptr_array_add (answered, g_ptr_array_steal_index (self->waiters, i));
    else
      i++;
}

static const char *
get_origin (const PelInquiry *self)
{
  return pel_caller_get_origin (pel_approval_get_info (self->approval)->caller);
}

guint
pel_inquiry_find_place (PelInquiry *self, GPtrArray *inquiries, gboolean is_open)
{
  guint place = is_open ? 1 : 0;

  self->round = inquiries->len > 0 ? ((PelInquiry *) inquiries->pdata[0])->round : 0;
  for (guint i = 0; i < inquiries->len; i++)
    {
      const PelInquiry *other = inquiries->pdata[i];

      if (g_str_equal (get_origin (self), get_origin (other)))
        self->round = MAX (self->round, other->round + 1);
    }
  while (place < inquiries->len && ((PelInquiry *) inquiries->pdata[place])->round <= self->round)
    place++;
  return place;
}
