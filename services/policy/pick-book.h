/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* How often, one time after another, the person leaves what a client asks them to point at before
 * that client may not ask them any more. */
#define PEL_PICK_MAX_LEFT 2

typedef enum
{
  PEL_PICK_ANSWERED,
  PEL_PICK_LEFT, /* the person pressed Escape */
  PEL_PICK_LOST, /* anything else ended it */
  PEL_PICK_NONE, /* it could not begin: it does not count */
} PelPickEnd;

/**
 * PelPickBook:
 *
 * Who has let the person point at something, which takes their pointer and their keys. A client is
 * limited unless they answered its last one, and blocked for good once they have left two of its
 * picks. The clock is given: microseconds that never go back.
 */
typedef struct _PelPickBook PelPickBook;

PelPickBook *pel_pick_book_new (void);
void         pel_pick_book_free (PelPickBook *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPickBook, pel_pick_book_free)

gboolean pel_pick_book_is_blocked (PelPickBook *self, const char *who);

/* FALSE: not for @ret_wait_ms. */
gboolean pel_pick_book_begin (
    PelPickBook *self, const char *who, guint per_minute, gint64 now, guint *ret_wait_ms);
void pel_pick_book_end (PelPickBook *self, const char *who, PelPickEnd how);
