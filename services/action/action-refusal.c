/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/action-refusal.h"

#include "services/action/actionability.h"
#include "services/base/error.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

#define MAX_SPOKEN     12 /* names in a sentence */
#define MAX_NAME_BYTES 160

/* Patterns that are carried out by an action of the element, and by nothing else. */
#define BY_ACTION (PEL_PATTERN_INVOKE | PEL_PATTERN_TOGGLE)

/* Those that something can be done by: not the one that has just been found wanting. */
static PelPatterns
get_usable (const PelAction *action, const PelElement *element, const PelElementReading *reading)
{
  PelPatterns usable = element->patterns & ~pel_verb_get_pattern (action->verb);

  return reading->actions->len > 0 ? usable : usable & ~BY_ACTION;
}

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

/* (transfer full): “click, press” */
static char *
join (JsonArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (json_array_get_length (names), MAX_SPOKEN); i++)
    {
      g_autofree char *cut =
          pel_text_repair (json_array_get_string_element (names, i), -1, MAX_NAME_BYTES);
      g_autofree char *name = pel_text_escape (cut);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }
  return g_string_free (text, FALSE);
}

/* What may do it where the element itself offers nothing. */
static const char *
suggest (PelVerb verb)
{
  return pel_verb_has_text (verb) ? _ ("Choose an editable element, such as role=Edit")
                                  : _ ("Try a real click: “pellucid click”");
}

static char *
make_hint (PelVerb verb, JsonArray *patterns, JsonArray *actions)
{
  g_autofree char *pattern_names = join (patterns);
  g_autofree char *action_names = join (actions);

  if (pattern_names[0] != '\0' && action_names[0] != '\0')
    return g_strdup_printf (
        _ ("Use one of its patterns (%s), or “do” with one of its actions (%s)"),
        pattern_names,
        action_names);
  if (action_names[0] != '\0')
    return g_strdup_printf (_ ("Use “do” with one of its actions: %s"), action_names);
  if (pattern_names[0] != '\0')
    /* Translators: a list, and what may do it */
    return g_strdup_printf (_ ("It supports only %s and has no actions. %s"),
                            pattern_names,
                            suggest (verb));
  /* Translators: what may do it */
  return g_strdup_printf (_ ("It has no patterns or actions. %s"), suggest (verb));
}

static char *
make_message (const PelAction *action, const PelElement *element)
{
  g_autofree char *words = pel_action_word_element (element);
  g_autofree char *cut = NULL;
  g_autofree char *name = NULL;

  if (action->verb != PEL_VERB_DO)
    return g_strdup_printf (_ ("%s does not support “%s”"),
                            words,
                            pel_verb_to_string (action->verb));
  cut = pel_text_repair (action->text, -1, MAX_NAME_BYTES);
  name = pel_text_escape (cut);
  return g_strdup_printf (_ ("%s has no action “%s”"), words, name);
}

void
pel_action_refuse (const PelAction         *action,
                   const PelElement        *element,
                   const PelElementReading *reading,
                   GError                 **error)
{
  GError          *failure = NULL;
  JsonObject      *details = json_object_new ();
  JsonArray       *patterns = list_patterns (get_usable (action, element, reading));
  JsonArray       *actions = list_actions (reading->actions);
  g_autofree char *message = make_message (action, element);
  g_autofree char *hint = make_hint (action->verb, patterns, actions);

  pel_set_error (&failure, PEL_ERROR_PATTERN_UNSUPPORTED, hint, "%s", message);
  json_object_set_array_member (details, "patterns", patterns);
  json_object_set_array_member (details, "actions", actions);
  pel_error_take_details (failure, details);
  g_propagate_error (error, failure);
}
