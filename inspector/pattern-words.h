/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

/* (nullable): what the pattern of that name offers, as a sentence for people. */
const char *pel_pattern_words_get (const char *pattern);
