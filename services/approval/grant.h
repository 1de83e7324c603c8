/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/approval.h"

/**
 * PelGrant:
 *
 * An answer of the person that lasts: the one who asked may do what is of the same kind (act,
 * capture …), to the same program, and at no higher risk than the person was shown, without being
 * asked by the same rule again. It is bound to one process (PEL_ANSWER_CLIENT) or to the program
 * behind the call (PEL_ANSWER_APP). Immutable.
 */
#define PEL_TYPE_GRANT (pel_grant_get_type ())
G_DECLARE_FINAL_TYPE (PelGrant, pel_grant, PEL, GRANT, GObject)

PelGrant *pel_grant_new (guint id, PelApproval *approval, PelAnswer answer);

guint     pel_grant_get_id (PelGrant *self);
PelAnswer pel_grant_get_answer (PelGrant *self);

const PelCaller *pel_grant_get_caller (PelGrant *self);

/* (nullable): of the client that it ends with, on the bus. */
const char *pel_grant_get_bus_name (PelGrant *self);

/* Whether it is an answer to this question too. */
gboolean pel_grant_covers (PelGrant *self, PelApproval *approval);

/* FALSE: the process that it was given to has ended. */
gboolean pel_grant_is_alive (PelGrant *self);

/* For people: “act on gnome-calculator, up to medium risk”. */
char       *pel_grant_dup_words (PelGrant *self);
JsonObject *pel_grant_to_json (PelGrant *self);
