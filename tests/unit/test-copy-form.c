/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/copy-form.h"
#include "services/base/json.h"
#include "services/selector/selector.h"

#include <string.h>

/* Names that mean something to a shell, to JSON or to Python, and what dogtail's line makes of
 * them. */
/* clang-format off */
static const struct { const char *name; const char *python; } names[] = {
  { "Save",                     "'Save'"                            },
  { "Don't",                    "'Don\\'t'"                         },
  { "say \"hi\"",               "'say \"hi\"'"                      },
  { "back\\slash\\",            "'back\\\\slash\\\\'"               },
  { "two\nlines\r",             "'two\\nlines\\u000d'"              },
  { "$(reboot) `id` $HOME",     "'$(reboot) `id` $HOME'"            },
  { "'; rm -rf ~ #",            "'\\'; rm -rf ~ #'"                 },
  { "')+__import__('os')+('",   "'\\')+__import__(\\'os\\')+(\\''"  },
  { "größer 大 😀",              "'größer 大 😀'"                     },
  { "\xe2\x80\xae" "evil\x1b[2J", "'\\u202eevil\\u001b[2J'"           },
  { "a\xe2\x80\xa9z",           "'a\\u2029z'"                       },
  { "\x03",                     "'\\u0003'"                         },
};
/* clang-format on */

/* (transfer full) */
static JsonObject *
make_answer (const char *name)
{
  JsonObject      *answer = json_object_new ();
  g_autofree char *quoted = pel_selector_quote (name);
  g_autofree char *selector = g_strdup_printf ("Button:%s", quoted);

  json_object_set_string_member (answer, "role", "Button");
  json_object_set_string_member (answer, "native_role", "push button");
  json_object_set_string_member (answer, "name", name);
  json_object_set_string_member (answer, "app", name);
  json_object_set_string_member (answer, "selector", selector);
  return answer;
}

/* What a shell makes of it is what was meant, and nothing in it does anything to a terminal. */
static void
test_command (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (JsonObject)  answer = make_answer (names[i].name);
      g_autofree char        *line = pel_copy_form_write (PEL_COPY_COMMAND, answer);
      g_autoptr (GError)      error = NULL;
      g_auto (GStrv)          words = NULL;
      g_autoptr (PelSelector) selector = NULL;
      int                     n_words;

      g_test_message ("%s", line);
      g_shell_parse_argv (line, &n_words, &words, &error);
      g_assert_no_error (error);
      g_assert_cmpint (n_words, ==, 3);
      g_assert_cmpstr (words[0], ==, "pellucid");
      g_assert_cmpstr (words[1], ==, "describe");
      g_assert_cmpstr (words[2], ==, json_object_get_string_member (answer, "selector"));
      selector = pel_selector_parse (words[2], &error);
      g_assert_no_error (error);
      for (const char *p = line; *p != '\0'; p++)
        g_assert_true ((guchar) *p >= ' ' && *p != 0x7f);
    }
}

static void
test_call (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (JsonObject) answer = make_answer (names[i].name);
      g_autofree char       *text = pel_copy_form_write (PEL_COPY_CALL, answer);
      g_autoptr (JsonObject) request = pel_json_parse_object (text, -1, NULL);
      JsonObject            *params;

      g_assert_nonnull (request);
      g_assert_cmpstr (json_object_get_string_member (request, "jsonrpc"), ==, "2.0");
      g_assert_cmpstr (json_object_get_string_member (request, "method"), ==, "tools/call");
      params = json_object_get_object_member (request, "params");
      g_assert_cmpstr (json_object_get_string_member (params, "name"), ==, "ui_describe");
      g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (params,
                                                                                     "arguments"),
                                                      "target"),
                       ==,
                       json_object_get_string_member (answer, "selector"));
    }
}

static void
test_json (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (JsonObject) answer = make_answer (names[i].name);
      g_autofree char       *text = pel_copy_form_write (PEL_COPY_JSON, answer);
      g_autoptr (JsonObject) again = pel_json_parse_object (text, -1, NULL);

      g_assert_nonnull (again);
      g_assert_cmpstr (json_object_get_string_member (again, "name"), ==, names[i].name);
      g_assert_cmpuint (json_object_get_size (again), ==, json_object_get_size (answer));
    }
}

static void
test_dogtail (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (JsonObject) answer = make_answer (names[i].name);
      g_autofree char       *line = pel_copy_form_write (PEL_COPY_DOGTAIL, answer);
      g_autofree char       *expected =
          g_strdup_printf ("tree.root.application(%s).child(name=%s, roleName='push button')",
                           names[i].python,
                           names[i].python);

      g_assert_cmpstr (line, ==, expected);
    }
}

/* clang-format off */
static const struct { PelCopyForm form; const char *answer; const char *expected; } partial[] = {
  { PEL_COPY_SELECTOR, "{}",                       NULL },
  { PEL_COPY_COMMAND,  "{\"selector\":null}",      NULL },
  { PEL_COPY_CALL,     "{\"name\":\"x\"}",         NULL },
  { PEL_COPY_JSON,     "{}",                       "{}" },
  { PEL_COPY_DOGTAIL,  "{\"name\":\"x\"}",         NULL },
  { PEL_COPY_DOGTAIL,  "{\"native_role\":\"panel\",\"name\":\"\"}",    "tree.root.child(roleName='panel')" },
  { PEL_COPY_DOGTAIL,  "{\"native_role\":\"application\",\"role\":\"Application\",\"app\":\"a\"}", "tree.root.application('a')" },
  { PEL_COPY_SELECTOR, "{\"selector\":\"Text:a\"}", "Text:a" },
  { PEL_COPY_COMMAND,  "{\"selector\":\"-x\"}",     "pellucid describe -- '-x'" },
};
/* clang-format on */

static void
test_partial (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (partial); i++)
    {
      g_autoptr (JsonObject) answer = pel_json_parse_object (partial[i].answer, -1, NULL);
      g_autofree char       *text = pel_copy_form_write (partial[i].form, answer);

      g_test_message ("%s", partial[i].answer);
      g_assert_cmpstr (text != NULL ? g_strchomp (text) : NULL, ==, partial[i].expected);
    }
}

static void
test_names (void)
{
  g_autoptr (GMenuModel) menu = pel_copy_form_new_menu ();
  PelCopyForm            form;

  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, PEL_N_COPY_FORMS);
  for (int i = 0; i < PEL_N_COPY_FORMS; i++)
    {
      g_assert_true (pel_copy_form_from_string (pel_copy_form_to_string (i), &form));
      g_assert_cmpint (form, ==, i);
    }
  g_assert_false (pel_copy_form_from_string ("nothing", &form));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/copy-form/command", test_command);
  g_test_add_func ("/copy-form/call", test_call);
  g_test_add_func ("/copy-form/json", test_json);
  g_test_add_func ("/copy-form/dogtail", test_dogtail);
  g_test_add_func ("/copy-form/partial", test_partial);
  g_test_add_func ("/copy-form/names", test_names);
  return g_test_run ();
}
