/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/bus-source.h"

#include <sys/types.h>

/* A connection to the program itself, without the bus in between, where it offers one.
 *
 * The address is the program's to choose, so little of it is believed: one socket of this machine
 * (never “unixexec:”, for which sd-bus would run a program, nor “tcp:”), and it must be the very
 * process @pid of @uid that listens there. (transfer full) (nullable): NULL where it is not so. */
sd_bus *pel_atspi_peer_open (const char *address, pid_t pid, uid_t uid);
