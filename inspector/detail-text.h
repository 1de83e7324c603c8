/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>

/* What ui_describe has answered, in words for people. Each gives NULL where there is nothing to
 * tell: (transfer full) (nullable). */

/* A member, whatever it is: a text, a number, a rectangle, a list of words … */
char *pel_detail_text_of_member (JsonObject *answer, const char *name);

/* “4 of 10: …ab▏cd…” */
char *pel_detail_text_of_caret (JsonObject *answer);

/* How the text at the caret is set: “weight: 700, style: italic”. */
char *pel_detail_text_of_run (JsonObject *answer);

/* “2 … 5: cde”, a line for each selection. */
char *pel_detail_text_of_selections (JsonObject *answer);

/* The rectangle that the toolkit told, and what it counts from. */
char *pel_detail_text_of_raw_bounds (JsonObject *answer);

/* How that became bounds: a line for each step, with what it gives. */
char *pel_detail_text_of_steps (JsonObject *answer);

/* The reason of each step. */
char *pel_detail_text_of_reasons (JsonObject *answer);

/* “Button “Save””, as far as it is known. Never NULL. */
char *pel_detail_text_of_element (JsonObject *element);
