/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* The one of @candidates (NULL-terminated) that @word was probably meant to be; (nullable) where
 * none is near. */
const char *pel_similar_find (const char *word, const char *const *candidates);

/* How much a text is like one that was meant, from nothing in common on. */
typedef enum
{
  PEL_SIMILARITY_NONE,
  PEL_SIMILARITY_TYPING, /* a few letters differ */
  PEL_SIMILARITY_PART,   /* one holds the other, whatever the case */
  PEL_SIMILARITY_CASE,   /* they differ in case only, or not at all */
} PelSimilarity;

/* Of long texts it is not asked: PEL_SIMILARITY_NONE. Both are UTF-8. @ret_gap, which may be NULL:
 * about how many letters differ, to choose between two that are equally similar; 0 where they have
 * nothing in common. */
PelSimilarity pel_similarity_get (const char *meant, const char *text, guint *ret_gap);
