/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>

/* A question of the session, as a client is asked to put it to its person: a form. */

#define PEL_ELICITATION_METHOD "elicitation/create"

/* Whether a client that can do this (nullable) shows forms. */
gboolean pel_elicitation_is_possible (JsonObject *capabilities);

/* (transfer full): the params of the request. */
JsonObject *pel_elicitation_new_params (JsonObject *question);

/* What the client's @result (nullable: it refused) to that says, as the session is told: “deny”,
 * “once” …, or “unable”. @ret_reason (transfer none): never NULL. */
const char *
pel_elicitation_read (JsonObject *result, JsonObject *question, const char **ret_reason);
