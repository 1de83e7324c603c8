/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Looks in @text, which is valid UTF-8, from @from on for the next thing of a kind; TRUE with its
 * bounds. The time for all of a text grows with its length and not faster. */
typedef gboolean (*PelSensitiveFinder) (const char  *text,
                                        const char  *from,
                                        const char **ret_start,
                                        const char **ret_end);

/* An address of electronic mail, in any script. */
gboolean pel_sensitive_find_email (const char  *text,
                                   const char  *from,
                                   const char **ret_start,
                                   const char **ret_end);

/* 13 to 19 digits with the check digit of a card number, in groups or not. */
gboolean pel_sensitive_find_card (const char  *text,
                                  const char  *from,
                                  const char **ret_start,
                                  const char **ret_end);
