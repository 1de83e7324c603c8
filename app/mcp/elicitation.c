/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/elicitation.h"

#include "app/mcp/message.h"
#include "services/approval/question.h"

#include <glib/gi18n.h>

/* What the form offers, as plain words: not every client shows titles of choices. */
static const struct
{
  PelAnswer   answer;
  const char *words;
} choices[] = {
  { PEL_ANSWER_DENY, N_ ("deny") },
  { PEL_ANSWER_ONCE, N_ ("allow once") },
  { PEL_ANSWER_CLIENT, N_ ("allow while connected") },
};

gboolean
pel_elicitation_is_possible (JsonObject *capabilities)
{
  JsonObject *elicitation =
      capabilities != NULL ? pel_message_get_object (capabilities, "elicitation") : NULL;

  return elicitation != NULL &&
         (json_object_get_size (elicitation) == 0 || json_object_has_member (elicitation, "form"));
}

static PelQuestion *
read_question (JsonObject *question)
{
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_object_member (object, "question", json_object_ref (question));
  return pel_question_new (object);
}

static JsonObject *
make_text_field (const char *title)
{
  JsonObject *field = json_object_new ();

  json_object_set_string_member (field, "type", "string");
  json_object_set_string_member (field, "title", title);
  return field;
}

static JsonObject *
make_schema (const PelQuestion *question)
{
  JsonObject *schema = json_object_new ();
  JsonObject *properties = json_object_new ();
  JsonObject *answer = make_text_field (_ ("Your answer"));
  JsonArray  *words = json_array_new ();
  JsonArray  *required = json_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (choices); i++)
    if (question->choices & (1u << choices[i].answer))
      json_array_add_string_element (words, _ (choices[i].words));
  json_object_set_array_member (answer, "enum", words);
  json_object_set_object_member (properties, "answer", answer);
  json_object_set_object_member (properties, "reason", make_text_field (_ ("Reason for denying")));
  json_array_add_string_element (required, "answer");
  json_object_set_string_member (schema, "type", "object");
  json_object_set_object_member (schema, "properties", properties);
  json_object_set_array_member (schema, "required", required);
  return schema;
}

JsonObject *
pel_elicitation_new_params (JsonObject *question)
{
  g_autoptr (PelQuestion) read = read_question (question);
  g_autofree char        *text = pel_question_dup_text (read);
  g_autofree char        *message = g_strconcat (read->title, "\n", text, NULL);
  JsonObject             *params = json_object_new ();

  json_object_set_string_member (params, "message", message);
  json_object_set_object_member (params, "requestedSchema", make_schema (read));
  return params;
}

/* Only what was offered, and only in the words of the form. */
static const char *
read_content (JsonObject *content, guint offered)
{
  const char *given = content != NULL ? pel_message_get_string (content, "answer") : NULL;

  for (gsize i = 0; given != NULL && i < G_N_ELEMENTS (choices); i++)
    if ((offered & (1u << choices[i].answer)) != 0 && g_str_equal (given, _ (choices[i].words)))
      return pel_answer_to_string (choices[i].answer);
  return pel_answer_to_string (PEL_ANSWER_DENY);
}

const char *
pel_elicitation_read (JsonObject *result, JsonObject *question, const char **ret_reason)
{
  g_autoptr (PelQuestion) read = read_question (question);
  const char *action = result != NULL ? pel_message_get_string (result, "action") : NULL;
  JsonObject *content = action != NULL ? pel_message_get_object (result, "content") : NULL;
  const char *reason = content != NULL ? pel_message_get_string (content, "reason") : NULL;

  *ret_reason = reason != NULL ? reason : "";
  if (action == NULL)
    return "unable";
  return g_str_equal (action, "accept") ? read_content (content, read->choices)
                                        : pel_answer_to_string (PEL_ANSWER_DENY);
}
