/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/record-text.h"
#include "services/approval/approval.h"
#include "services/approval/grant.h"

/* A question as a row; @ret_text is empty before. @left_ms: of one that waits; @now: µs of real
 * time. */
void pel_approval_words (PelApproval *approval, guint left_ms, gint64 now, PelRecordText *ret_text);

/* The same of what was granted. */
void pel_grant_words (PelGrant *grant, PelRecordText *ret_text);
