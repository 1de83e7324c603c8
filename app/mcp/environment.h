/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

/* Hosts start servers with next to no environment: neither where the bus is, nor the display. Those
 * who started us know it: what is missing is taken from the nearest of them that has it. Nothing is
 * done where the bus or a display is known. Before anything else: it changes the environment. */
void pel_environment_complete (void);
