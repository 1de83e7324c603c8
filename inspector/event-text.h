/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>

/* What an event of “pellucid watch” says, in words. Text of other programs in it is fit to be
 * drawn. All (transfer full), never NULL. */

/* Button “Save”; the title of a window; a reason. */
char *pel_event_dup_text (JsonObject *event);

/* “checked: no → yes”; "" where there is nothing more to say. */
char *pel_event_dup_detail (JsonObject *event);

/* “name,states”: what changed, by name. */
char *pel_event_dup_changed (JsonObject *event);
