/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-witness.h"

#define PEL_JOURNAL_SOCKET "/run/systemd/journal/socket"

/* Writes every head to the systemd journal. That is the stronger witness: its files are not the
 * user's to change, so that what was written once stays, whoever gets the user's rights later.
 * They can add to it, but two heads for one record are one too many.
 *
 * (nullable): NULL where there is no journal at @socket_path. @folder: of the log, to tell several
 * apart. */
PelAuditWitness *pel_journal_witness_new (const char *folder, const char *socket_path);
