/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

/* Words that stand on what cannot be taken back, in the languages that programs speak most. Each is
 * as pel_glob_fold() leaves it. Ends with NULL. Those of a script without spaces are found anywhere
 * in a name, all others only as whole words. */
extern const char *const pel_risk_words[];
