/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/copy-form.h"

#include "services/base/json.h"

#include <glib/gi18n.h>

/* "" where the answer does not tell. */
static const char *
get_string (JsonObject *answer, const char *name)
{
  JsonNode *node = json_object_get_member (answer, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : "";
}

static char *
write_selector (JsonObject *answer)
{
  const char *selector = get_string (answer, "selector");

  return selector[0] != '\0' ? g_strdup (selector) : NULL;
}

/* A selector has no control characters, so that nothing ends the quotes on the way to a terminal.
 */
static char *
write_command (JsonObject *answer)
{
  g_autofree char *selector = write_selector (answer);
  g_autofree char *quoted = selector != NULL ? g_shell_quote (selector) : NULL;

  if (quoted == NULL)
    return NULL;
  return g_strdup_printf ("pellucid describe %s%s", selector[0] == '-' ? "-- " : "", quoted);
}

static char *
write_call (JsonObject *answer)
{
  g_autofree char     *selector = write_selector (answer);
  JsonObject          *request = json_object_new ();
  JsonObject          *params = json_object_new ();
  JsonObject          *arguments = json_object_new ();
  g_autoptr (JsonNode) node = pel_json_take_object (request);

  json_object_set_string_member (request, "jsonrpc", "2.0");
  json_object_set_int_member (request, "id", 1);
  json_object_set_string_member (request, "method", "tools/call");
  json_object_set_object_member (request, "params", params);
  json_object_set_string_member (params, "name", "ui_describe");
  json_object_set_object_member (params, "arguments", arguments);
  if (selector == NULL)
    return NULL;
  json_object_set_string_member (arguments, "target", selector);
  return pel_json_to_string (node, PEL_JSON_COMPACT);
}

static char *
write_json (JsonObject *answer)
{
  g_autoptr (JsonNode) node = pel_json_take_object (json_object_ref (answer));

  return pel_json_to_string (node, PEL_JSON_PRETTY);
}

/* A literal of Python: what cannot be seen, or turns text around, is written by its number. */
static void
append_python (GString *out, const char *text)
{
  g_string_append_c (out, '\'');
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar     c = g_utf8_get_char (p);
      GUnicodeType type = g_unichar_type (c);
      gboolean is_line = type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR;

      if (c == '\'' || c == '\\')
        g_string_append_printf (out, "\\%c", (char) c);
      else if (c == '\n')
        g_string_append (out, "\\n");
      else if (g_unichar_isprint (c) && type != G_UNICODE_FORMAT && !is_line)
        g_string_append_unichar (out, c);
      else
        g_string_append_printf (out, c > 0xffff ? "\\U%08x" : "\\u%04x", c);
    }
  g_string_append_c (out, '\'');
}

/* As dogtail finds it: by program, name and the toolkit's own word for what it is. */
static char *
write_dogtail (JsonObject *answer)
{
  const char *app = get_string (answer, "app");
  const char *name = get_string (answer, "name");
  const char *role = get_string (answer, "native_role");
  GString    *line;

  if (role[0] == '\0')
    return NULL;
  line = g_string_new ("tree.root");
  if (app[0] != '\0')
    {
      g_string_append (line, ".application(");
      append_python (line, app);
      g_string_append_c (line, ')');
    }
  if (g_str_equal (get_string (answer, "role"), "Application"))
    return g_string_free (line, FALSE);
  g_string_append (line, ".child(");
  if (name[0] != '\0')
    {
      g_string_append (line, "name=");
      append_python (line, name);
      g_string_append (line, ", ");
    }
  g_string_append (line, "roleName=");
  append_python (line, role);
  g_string_append_c (line, ')');
  return g_string_free (line, FALSE);
}

/* clang-format off */
static const struct
{
  const char *name, *title, *message;
  char *(*write) (JsonObject *answer);
} forms[PEL_N_COPY_FORMS] = {
  [PEL_COPY_SELECTOR] = { "selector", N_ ("_Selector"),     N_ ("Copied the selector"),     write_selector },
  [PEL_COPY_COMMAND] =  { "command",  N_ ("_Command Line"), N_ ("Copied the command line"), write_command  },
  [PEL_COPY_CALL] =     { "call",     N_ ("_MCP Call"),     N_ ("Copied the MCP call"),     write_call     },
  [PEL_COPY_JSON] =     { "json",     N_ ("_JSON"),         N_ ("Copied as JSON"),          write_json     },
  [PEL_COPY_DOGTAIL] =  { "dogtail",  N_ ("_Dogtail Line"), N_ ("Copied the dogtail line"), write_dogtail  },
};
/* clang-format on */

char *
pel_copy_form_write (PelCopyForm form, JsonObject *answer)
{
  g_return_val_if_fail (form < PEL_N_COPY_FORMS, NULL);

  return forms[form].write (answer);
}

const char *
pel_copy_form_to_string (PelCopyForm form)
{
  g_return_val_if_fail (form < PEL_N_COPY_FORMS, NULL);

  return forms[form].name;
}

gboolean
pel_copy_form_from_string (const char *name, PelCopyForm *ret_form)
{
  for (guint i = 0; i < PEL_N_COPY_FORMS; i++)
    if (g_strcmp0 (forms[i].name, name) == 0)
      {
        *ret_form = i;
        return TRUE;
      }
  return FALSE;
}

const char *
pel_copy_form_get_message (PelCopyForm form)
{
  g_return_val_if_fail (form < PEL_N_COPY_FORMS, NULL);

  return _ (forms[form].message);
}

GMenuModel *
pel_copy_form_new_menu (void)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < PEL_N_COPY_FORMS; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (forms[i].title), NULL);

      g_menu_item_set_action_and_target (item, "element.copy-as", "s", forms[i].name);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}
