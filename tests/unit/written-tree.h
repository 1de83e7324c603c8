/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/facts.h"

/* A snapshot made from lines as “pellucid tree --bounds” prints them, with id="…" and class="…"
 * where an element has them: these go into @facts. Every window has a window of the desktop with
 * its name and place. A line that is not understood fails the test. */
PelSnapshot *written_tree_build (const char *text, PelFacts *facts);
