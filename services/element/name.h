/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Whether two names of a role, a state or a pattern mean the same: case, spaces, hyphens and
 * underscores do not matter. */
gboolean pel_name_equal (const char *a, const char *b);
