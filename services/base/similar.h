/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* The one of @candidates (NULL-terminated) that @word was probably meant to be; (nullable) where
 * none is near. */
const char *pel_similar_find (const char *word, const char *const *candidates);
