/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

/* If PEL_FATAL_WARNINGS is set, as tests do, ends the process after a warning of a log domain of
 * ours. GLib's G_DEBUG=fatal-warnings would end it after warnings of other libraries as well, which
 * depend on what is installed. Call this once, at the start of main(). */
void pel_strict_log_init (void);
