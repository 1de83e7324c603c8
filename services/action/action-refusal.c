/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/action-refusal.h"

#include "services/action/actionability.h"
#include "services/base/error.h"

#include <glib/gi18n.h>

static JsonArray *
list_patterns (PelPatterns patterns)
{
  JsonArray *list = json_array_new ();

  for (guint i = 0; i < PEL_N_PATTERNS; i++)
    if ((patterns & 1u << i) != 0)
      json_array_add_string_element (list, pel_pattern_to_string (1u << i));
  return list;
}

static JsonArray *
list_actions (const GArray *actions)
{
  JsonArray *list = json_array_new ();

  for (guint i = 0; i < actions->len; i++)
    json_array_add_string_element (list, g_array_index (actions, PelActionInfo, i).name);
  return list;
}

void
pel_action_refuse (const PelAction         *action,
                   const PelElement        *element,
                   const PelElementReading *reading,
                   GError                 **error)
{
  GError          *failure = NULL;
  JsonObject      *details = json_object_new ();
  g_autofree char *words = pel_action_word_element (element);

  pel_set_error (&failure,
                 PEL_ERROR_PATTERN_UNSUPPORTED,
                 NULL,
                 _ ("%s does not support “%s”"),
                 words,
                 pel_verb_to_string (action->verb));
  json_object_set_array_member (details, "patterns", list_patterns (element->patterns));
  json_object_set_array_member (details, "actions", list_actions (reading->actions));
  pel_error_take_details (failure, details);
  g_propagate_error (error, failure);
}
