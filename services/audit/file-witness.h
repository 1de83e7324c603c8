/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-witness.h"

/* Keeps the last head in a file of its own, in another tree than the log: $XDG_DATA_HOME/pellucid
 * where @folder is NULL. It finds out a log that was cut, put back from a copy, or rewritten by
 * who did not think of it; whoever has the rights of the user can change it as well. */
PelAuditWitness *pel_file_witness_new (const char *folder);
