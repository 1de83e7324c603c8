/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/traffic.h"
#include "services/provider/atspi-program.h"

/**
 * PelTrafficLedger:
 *
 * The traffic with all programs, also with those that have left: these are kept for ten minutes,
 * the last 64 of them. Times are those of g_get_monotonic_time().
 */
typedef struct _PelTrafficLedger PelTrafficLedger;

#define PEL_TRAFFIC_MAX_LEFT     64
#define PEL_TRAFFIC_KEPT_SECONDS 600

PelTrafficLedger *pel_traffic_ledger_new (void);
void              pel_traffic_ledger_free (PelTrafficLedger *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTrafficLedger, pel_traffic_ledger_free)

/* A program leaves. Takes @traffic; one that was never asked anything is forgotten at once. */
void pel_traffic_ledger_keep (PelTrafficLedger *self, PelTraffic *traffic, gint64 now);

/* (transfer full) (element-type PelTraffic): of @programs (of PelAtspiProgram), as they are now,
 * then of those that have left. */
GPtrArray *pel_traffic_ledger_dup (PelTrafficLedger *self, GPtrArray *programs, gint64 now);

/* Forgets those that have left, and counts from zero for the others. */
void pel_traffic_ledger_reset (PelTrafficLedger *self, GPtrArray *programs);

/* (transfer full): of one program as it is now. */
PelTraffic *pel_traffic_new_for_program (PelAtspiProgram *program);
