/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

/* A word or two for what a tool does, as in “Press” for ui_invoke; translated. Of one that is not
 * known the name itself. */
const char *pel_tool_words_get (const char *tool);

/* The same for what a note of the audit log is about: “Acting was stopped”. */
const char *pel_note_words_get (const char *event);
