/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/channel.h"

/* Why a call that had to be approved was not, each with its words. (transfer full) */

/* PEL_ERROR_APPROVAL_DENIED; @reason: (nullable) the person's. */
GError *pel_approval_error_denied (const char *reason);
GError *pel_approval_error_expired (guint expiry_ms);
GError *pel_approval_error_paused (guint n_denials, guint left_ms);

/* PEL_ERROR_RATE_LIMITED */
GError *pel_approval_error_full (guint n_open);

/* PEL_ERROR_APPROVAL_REQUIRED */
GError *pel_approval_error_unserved (PelChannel channel);
