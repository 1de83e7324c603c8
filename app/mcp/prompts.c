/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/prompts.h"

#include "app/mcp/content.h"
#include "app/mcp/fence.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_ARGUMENTS   2
#define MAX_TITLE_CHARS 160

typedef struct
{
  const char *name;
  const char *words;
  gboolean    is_required;
} Argument;

typedef struct
{
  const char *name;
  const char *title;
  const char *words;
  Argument    arguments[MAX_ARGUMENTS];
  const char *text; /* {name} is what the argument says */
} Prompt;

/* clang-format off */
static const Prompt prompts[] = {
  { "inspect_window", N_ ("Inspect a window"),
    N_ ("Describe what a window shows, what can be done in it and its accessibility problems"),
    { { "window", N_ ("Window id, or part of the title"), TRUE } },
    N_ ("Take a ui_snapshot of the window “{window}”. Describe what it shows and what can be done in it. "
        "Then list interactive elements that have no name, an unsuitable role or no bounds, each with its ref. "
        "Do not change anything.") },
  { "fill_form", N_ ("Fill in a form"),
    N_ ("Fill in the fields of a window and check them"),
    { { "window", N_ ("Window id, or part of the title"), TRUE },
      { "values", N_ ("Which values to enter in which fields, in plain words"), TRUE } },
    N_ ("Fill in the form in the window “{window}” with: {values}. Take one ui_snapshot with interactive, "
        "then use ui_set_value, ui_toggle and ui_select on refs, each with verify. Before you submit the form, "
        "report what you entered and wait for confirmation.") },
  { "write_script", N_ ("Write a script"),
    N_ ("Turn a task into a script for “pellucid run”"),
    { { "window", N_ ("Window id, or part of the title"), TRUE },
      { "task", N_ ("What to do, in plain words"), TRUE } },
    N_ ("Do this in the window “{window}”: {task}. Use selectors that will still match later (ui_describe returns the best one), "
        "not refs. Then write the steps as a script for “pellucid run”, one command per line, "
        "such as “fill Edit:Name Zoë --verify '{\"value\": \"Zoë\"}'” and “wait Button:OK”.") },
};
/* clang-format on */

static const Prompt *
find_prompt (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (prompts); i++)
    if (g_strcmp0 (prompts[i].name, name) == 0)
      return &prompts[i];
  return NULL;
}

gboolean
pel_prompts_has (const char *prompt)
{
  return find_prompt (prompt) != NULL;
}

gboolean
pel_prompts_takes_window (const char *prompt, const char *argument)
{
  return find_prompt (prompt) != NULL && g_str_equal (argument, "window");
}

static JsonArray *
list_arguments (const Prompt *prompt)
{
  JsonArray *array = json_array_new ();

  for (gsize i = 0; i < MAX_ARGUMENTS && prompt->arguments[i].name != NULL; i++)
    {
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "name", prompt->arguments[i].name);
      json_object_set_string_member (object, "description", _ (prompt->arguments[i].words));
      json_object_set_boolean_member (object, "required", prompt->arguments[i].is_required);
      json_array_add_object_element (array, object);
    }
  return array;
}

void
pel_prompts_handle_list (PelServer *server, PelRequest *request)
{
  const PelExtras *extras = pel_server_get_extras (server);
  JsonObject      *result = json_object_new ();
  JsonArray       *array = json_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (prompts); i++)
    {
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "name", prompts[i].name);
      json_object_set_string_member (object, "title", _ (prompts[i].title));
      json_object_set_string_member (object, "description", _ (prompts[i].words));
      json_object_set_array_member (object, "arguments", list_arguments (&prompts[i]));
      json_array_add_object_element (array, object);
    }
  if (extras->add_prompts != NULL)
    extras->add_prompts (array, extras->data);
  json_object_set_array_member (result, "prompts", array);
  pel_request_answer (request, result);
}

/* What may be the title of a window is quoted, and must not end the quotation; the rest is what the
 * person wants. */
static void
append_value (GString *text, const Argument *argument, const char *value)
{
  g_autofree char *line = pel_fence_line (value, MAX_TITLE_CHARS);

  g_string_append (text, g_str_equal (argument->name, "window") ? line : value);
}

/* (nullable) (transfer full): the text with the values in it; each place is filled once, so that a
 * value cannot ask for another one. */
static char *
fill_in (const Prompt *prompt, JsonObject *values, const char **ret_missing)
{
  GString    *text = g_string_new (NULL);
  const char *p = _ (prompt->text);

  while (*p != '\0')
    {
      const Argument *found = NULL;

      for (gsize i = 0; i < MAX_ARGUMENTS && prompt->arguments[i].name != NULL; i++)
        {
          gsize length = strlen (prompt->arguments[i].name);

          if (p[0] == '{' && strncmp (p + 1, prompt->arguments[i].name, length) == 0 &&
              p[length + 1] == '}')
            found = &prompt->arguments[i];
        }
      if (found == NULL)
        {
          g_string_append_c (text, *p++);
          continue;
        }
      if (pel_message_get_string (values, found->name) == NULL)
        {
          *ret_missing = found->name;
          g_string_free (text, TRUE);
          return NULL;
        }
      append_value (text, found, pel_message_get_string (values, found->name));
      p += strlen (found->name) + 2;
    }
  return g_string_free (text, FALSE);
}

static void
answer (PelRequest *request, const Prompt *prompt, const char *text)
{
  JsonObject *result = json_object_new ();
  JsonObject *message = json_object_new ();
  JsonArray  *messages = json_array_new ();

  json_object_set_string_member (message, "role", "user");
  json_object_set_object_member (message, "content", pel_content_new_text (text));
  json_array_add_object_element (messages, message);
  json_object_set_string_member (result, "description", _ (prompt->words));
  json_object_set_array_member (result, "messages", messages);
  pel_request_answer (request, result);
}

void
pel_prompts_handle_get (PelServer *server, PelRequest *request)
{
  const PelExtras       *extras = pel_server_get_extras (server);
  JsonObject            *params = pel_request_get_params (request);
  const char            *name = pel_message_get_string (params, "name");
  JsonObject            *given = pel_message_get_object (params, "arguments");
  g_autoptr (JsonObject) values = given != NULL ? json_object_ref (given) : json_object_new ();
  const Prompt          *prompt = find_prompt (name);
  const char            *missing = NULL;
  g_autofree char       *text = NULL;

  if (name != NULL && extras->get_prompt != NULL &&
      extras->get_prompt (request, name, extras->data))
    return;
  if (prompt == NULL)
    {
      pel_request_fail (request, PEL_RPC_INVALID_PARAMS, NULL, _ ("Unknown prompt"));
      return;
    }
  text = fill_in (prompt, values, &missing);
  if (text != NULL)
    answer (request, prompt, text);
  else
    pel_request_fail (request,
                      PEL_RPC_INVALID_PARAMS,
                      NULL,
                      _ ("%s: “%s” is missing"),
                      prompt->name,
                      missing);
}
