/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/command-line.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/base/similar.h"
#include "services/tool/tool-table.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <math.h>

typedef struct
{
  PelCommandLine    *line;
  const char *const *words;
  guint              at;
  PelField          *fields;       /* of the tool, with the common ones; NULL before the tool */
  guint              n_positional; /* arguments seen */
  char              *of;           /* the command, for messages */
} Parser;

static void
parser_clear (Parser *parser)
{
  g_free (parser->fields);
  g_free (parser->of);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parser, parser_clear)

void
pel_command_line_free (PelCommandLine *self)
{
  g_clear_pointer (&self->arguments, json_object_unref);
  g_free (self->word);
  g_free (self);
}

char *
pel_option_from_field (const PelField *field)
{
  return g_strdelimit (g_strdup (field->name), "_", '-');
}

static JsonNode *
parse_number (const PelField *field, const char *text)
{
  char  *end;
  gint64 integer;
  double number;

  errno = 0;
  integer = g_ascii_strtoll (text, &end, 10);
  if (text[0] != '\0' && *end == '\0' && errno == 0)
    return json_node_init_int (json_node_alloc (), integer);
  number = g_ascii_strtod (text, &end);
  if (field->type == PEL_FIELD_NUMBER && text[0] != '\0' && *end == '\0' && isfinite (number))
    return json_node_init_double (json_node_alloc (), number);
  /* left as a text: the schema then says what it must be */
  return json_node_init_string (json_node_alloc (), text);
}

/* What is no list is a list of one: “#12” as well as ["#12", "#13"]. */
static JsonNode *
parse_strings (const char *text, GError **error)
{
  JsonArray *array;

  if (text[0] == '[' || !g_utf8_validate (text, -1, NULL))
    return pel_json_parse (text, -1, error);
  array = json_array_new ();
  json_array_add_string_element (array, text);
  return pel_json_take_array (array);
}

static gboolean
check_is_first (Parser *parser, const char *name, GError **error)
{
  g_autofree char *option = NULL;

  if (!json_object_has_member (parser->line->arguments, name))
    return TRUE;
  option = g_strdelimit (g_strdup (name), "_", '-');
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 _ ("%s: “--%s” is given more than once"),
                 parser->of,
                 option);
  return FALSE;
}

/* Takes @more, and returns all that was given of a list. (transfer full) */
static JsonNode *
append_strings (Parser *parser, const PelField *field, JsonNode *more)
{
  JsonNode  *all = json_node_copy (json_object_get_member (parser->line->arguments, field->name));
  JsonArray *array = json_array_ref (json_node_get_array (all));
  JsonArray *added = json_node_get_array (more);

  for (guint i = 0; i < json_array_get_length (added); i++)
    json_array_add_element (array, json_array_dup_element (added, i));
  json_array_unref (array);
  json_node_unref (more);
  return all;
}

/* The process that reads a path may be in another folder. */
static JsonNode *
make_text (const PelField *field, const char *text)
{
  g_autofree char *path =
      field->type == PEL_FIELD_PATH ? g_canonicalize_filename (text, NULL) : NULL;

  return json_node_init_string (json_node_alloc (), path != NULL ? path : text);
}

static gboolean
set_value (Parser *parser, const PelField *field, const char *text, GError **error)
{
  JsonNode        *node = NULL;
  g_autofree char *option = pel_option_from_field (field);

  if (field->type != PEL_FIELD_STRINGS && !check_is_first (parser, field->name, error))
    return FALSE;
  switch (field->type)
    {
    case PEL_FIELD_INTEGER:
    case PEL_FIELD_NUMBER:
      node = parse_number (field, text);
      break;
    case PEL_FIELD_OBJECT:
    case PEL_FIELD_LIST:
    case PEL_FIELD_MAP:
    case PEL_FIELD_CHILDREN:
      node = pel_json_parse (text, -1, error);
      if (node == NULL)
        return FALSE;
      break;
    case PEL_FIELD_STRINGS:
      node = parse_strings (text, error);
      if (node == NULL)
        return FALSE;
      if (json_object_has_member (parser->line->arguments, field->name))
        node = append_strings (parser, field, node);
      break;
    default:
      if (field->type == PEL_FIELD_TARGET && text[0] == '{')
        {
          node = pel_json_parse (text, -1, error);
          if (node == NULL)
            return FALSE;
          break;
        }
      if (!g_utf8_validate (text, -1, NULL))
        {
          pel_set_error (error,
                         PEL_ERROR_INVALID_ARGUMENT,
                         NULL,
                         _ ("%s: “--%s” is not valid UTF-8"),
                         parser->of,
                         option);
          return FALSE;
        }
      node = make_text (field, text);
    }
  json_object_set_member (parser->line->arguments, field->name, node);
  return TRUE;
}

static const PelField *
find_option (Parser *parser, const char *name)
{
  for (const PelField *field = parser->fields; field->name != NULL; field++)
    {
      g_autofree char *option = pel_option_from_field (field);

      if (g_str_equal (option, name))
        return field;
    }
  return NULL;
}

/* @dashes: as many as it was written with. */
static gboolean
refuse_option (Parser *parser, const char *dashes, const char *name, GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_free);
  g_autofree char      *hint = NULL;
  const char           *similar;

  for (const PelField *field = parser->fields; field != NULL && field->name != NULL; field++)
    g_ptr_array_add (known, pel_option_from_field (field));
  g_ptr_array_add (known, g_strdup ("json"));
  g_ptr_array_add (known, g_strdup (parser->line->tool != NULL ? "args" : "version"));
  g_ptr_array_add (known, g_strdup ("help"));
  g_ptr_array_add (known, NULL);
  similar = pel_similar_find (name, (const char *const *) known->pdata);
  if (similar != NULL)
    hint = g_strdup_printf (_ ("Did you mean “--%s”?"), similar);
  if (parser->line->tool == NULL)
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   hint != NULL ? hint : _ ("List the options with “pellucid --help”"),
                   _ ("Unknown option “%s%s”"),
                   dashes,
                   name);
  else
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   hint,
                   _ ("%s: unknown option “%s%s”"),
                   parser->of,
                   dashes,
                   name);
  return FALSE;
}

/* The value of an option: behind its “=”, or the next word. */
static const char *
take_value (Parser *parser, const char *option, const char *inline_value, GError **error)
{
  if (inline_value != NULL)
    return inline_value;
  if (parser->words[parser->at] != NULL)
    return parser->words[parser->at++];
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 _ ("%s: “--%s” requires a value"),
                 parser->of,
                 option);
  return NULL;
}

static gboolean
take_args (Parser *parser, const char *text, GError **error)
{
  g_autoptr (JsonObject) object = pel_json_parse_object (text, -1, error);
  JsonObjectIter         iter;
  const char            *name;
  JsonNode              *node;

  if (object == NULL)
    return FALSE;
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      if (!check_is_first (parser, name, error))
        return FALSE;
      json_object_set_member (parser->line->arguments, name, json_node_copy (node));
    }
  return TRUE;
}

static gboolean
refuse_value (Parser *parser, const char *option, GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 _ ("%s: “--%s” takes no value"),
                 parser->of,
                 option);
  return FALSE;
}

static gboolean
parse_boolean (Parser *parser, const PelField *field, const char *inline_value, GError **error)
{
  g_autofree char *option = pel_option_from_field (field);

  if (inline_value != NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("%s: “--%s” takes no value; use “--no-%s” to turn it off"),
                     parser->of,
                     option,
                     option);
      return FALSE;
    }
  json_object_set_boolean_member (parser->line->arguments, field->name, TRUE);
  return TRUE;
}

static gboolean
parse_tool_option (Parser *parser, const char *name, const char *inline_value, GError **error)
{
  const PelField *field = find_option (parser, name);
  const char     *value;

  if (field == NULL && g_str_has_prefix (name, "no-"))
    {
      field = find_option (parser, name + 3);
      if (field != NULL && field->type == PEL_FIELD_BOOLEAN)
        {
          if (inline_value != NULL)
            return refuse_value (parser, name, error);
          json_object_set_boolean_member (parser->line->arguments, field->name, FALSE);
          return TRUE;
        }
      field = NULL;
    }
  if (field == NULL)
    return refuse_option (parser, "--", name, error);
  if (field->type == PEL_FIELD_BOOLEAN)
    return parse_boolean (parser, field, inline_value, error);
  value = take_value (parser, name, inline_value, error);
  return value != NULL && set_value (parser, field, value, error);
}

static gboolean
parse_general_option (Parser *parser, const char *name, const char *inline_value, GError **error)
{
  if (inline_value != NULL)
    return refuse_value (parser, name, error);
  if (g_str_equal (name, "json"))
    parser->line->is_json = TRUE;
  else
    parser->line->kind = g_str_equal (name, "help") ? PEL_COMMAND_HELP : PEL_COMMAND_VERSION;
  return TRUE;
}

static gboolean
parse_option (Parser *parser, const char *word, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (word, "=", 2);
  const char    *name = parts[0];
  const char    *value;

  if (g_str_equal (name, "json") || g_str_equal (name, "help") ||
      (g_str_equal (name, "version") && parser->line->tool == NULL))
    return parse_general_option (parser, name, parts[1], error);
  if (parser->line->kind == PEL_COMMAND_RUN && g_str_equal (name, "check"))
    {
      parser->line->is_check = TRUE;
      return parts[1] == NULL || refuse_value (parser, name, error);
    }
  if (parser->line->tool == NULL)
    return refuse_option (parser, "--", name, error);
  if (g_str_equal (name, "args"))
    {
      value = take_value (parser, "args", parts[1], error);
      return value != NULL && take_args (parser, value, error);
    }
  return parse_tool_option (parser, name, parts[1], error);
}

static const PelField *
find_short (Parser *parser, char letter)
{
  for (const PelField *field = parser->fields; field != NULL && field->name != NULL; field++)
    if (field->short_name == letter)
      return field;
  return NULL;
}

/* -i, -ic, -d 3, -d3: several letters may share a dash, the last of them may have a value. */
static gboolean
parse_letters (Parser *parser, const char *letters, GError **error)
{
  for (const char *p = letters; *p != '\0'; p++)
    {
      const PelField  *field = find_short (parser, *p);
      g_autofree char *option = field != NULL ? pel_option_from_field (field) : NULL;
      const char      *value;

      if (field == NULL)
        return refuse_option (parser, "-", letters, error);
      if (field->type == PEL_FIELD_BOOLEAN)
        {
          json_object_set_boolean_member (parser->line->arguments, field->name, TRUE);
          continue;
        }
      value = take_value (parser, option, p[1] != '\0' ? p + 1 : NULL, error);
      return value != NULL && set_value (parser, field, value, error);
    }
  return TRUE;
}

static gboolean
begin_tool (Parser *parser, const char *word, GError **error)
{
  parser->line->tool = pel_tool_table_find_command (word, error);
  if (parser->line->tool == NULL)
    return FALSE;
  g_free (parser->of);
  parser->of = g_strdup (word);
  parser->fields = pel_tool_dup_arguments (parser->line->tool);
  return TRUE;
}

/* Arguments that the schema requires are positional, in its order, and some others. */
static gboolean
parse_positional (Parser *parser, const char *word, GError **error)
{
  guint n = 0;

  for (const PelField *field = parser->fields; field->name != NULL; field++)
    if (pel_field_is_positional (field) && n++ == parser->n_positional)
      {
        /* a list takes all that follow */
        parser->n_positional += field->type != PEL_FIELD_STRINGS;
        return set_value (parser, field, word, error);
      }
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 _ ("%s: unexpected argument “%s”"),
                 parser->of,
                 word);
  return FALSE;
}

static gboolean
takes_word (PelCommandKind kind)
{
  return kind == PEL_COMMAND_COMPLETION || kind == PEL_COMMAND_RUN;
}

static gboolean
parse_word (Parser *parser, const char *word, GError **error)
{
  PelCommandLine *line = parser->line;

  if (line->tool != NULL && line->kind == PEL_COMMAND_TOOL)
    return parse_positional (parser, word, error);
  if (takes_word (line->kind) && line->word == NULL)
    {
      line->word = g_strdup (word);
      return TRUE;
    }
  if (line->tool != NULL || takes_word (line->kind) || line->kind == PEL_COMMAND_MAN)
    {
      pel_set_error (error, PEL_ERROR_INVALID_ARGUMENT, NULL, _ ("Unexpected argument “%s”"), word);
      return FALSE;
    }
  return begin_tool (parser, word, error);
}

static gboolean
parse_command (Parser *parser, const char *word, GError **error)
{
  static const struct
  {
    const char    *word;
    PelCommandKind kind;
  } rows[] = {
    { "help", PEL_COMMAND_HELP },
    { "completion", PEL_COMMAND_COMPLETION },
    { "man-page", PEL_COMMAND_MAN },
    { "run", PEL_COMMAND_RUN },
  };
  PelCommandLine *line = parser->line;

  for (gsize i = 0; i < G_N_ELEMENTS (rows) && line->tool == NULL; i++)
    if (!g_str_equal (word, rows[i].word))
      continue;
    else if (line->kind == PEL_COMMAND_TOOL)
      {
        line->kind = rows[i].kind;
        return TRUE;
      }
    else if (line->kind == PEL_COMMAND_HELP)
      return TRUE; /* the general help describes these */
  return parse_word (parser, word, error);
}

static gboolean
check (Parser *parser, GError **error)
{
  PelCommandLine *line = parser->line;

  if (line->kind == PEL_COMMAND_TOOL && line->tool == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("List the tools with “pellucid --help”"),
                     _ ("No tool given"));
      return FALSE;
    }
  if (takes_word (line->kind) && line->word == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     line->kind == PEL_COMMAND_RUN
                         ? _ ("run: specify a file, or “-” for standard input")
                         : _ ("completion: specify a shell: bash, zsh or fish"));
      return FALSE;
    }
  return line->kind != PEL_COMMAND_TOOL ||
         pel_schema_check (parser->fields, line->arguments, parser->of, error);
}

/* The general hint does not know the tool. */
static void
suggest_help (Parser *parser, GError **error)
{
  g_autofree char *hint = NULL;

  if (parser->line->tool == NULL || error == NULL ||
      !g_error_matches (*error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT))
    return;
  hint = g_strdup_printf (_ ("See “pellucid help %s” for the arguments"), parser->of);
  pel_error_suggest (*error, hint);
}

PelCommandLine *
pel_command_line_parse (const char *const *words, GError **error)
{
  g_autoptr (PelCommandLine) line = g_new0 (PelCommandLine, 1);
  g_auto (Parser)            parser = { .line = line, .words = words, .of = g_strdup ("pellucid") };
  gboolean                   are_options_over = FALSE;

  line->arguments = json_object_new ();
  while (words[parser.at] != NULL)
    {
      const char *word = words[parser.at++];
      gboolean    is_good;

      if (!are_options_over && g_str_equal (word, "--"))
        {
          are_options_over = TRUE;
          continue;
        }
      if (!are_options_over && g_str_equal (word, "-h"))
        is_good = parse_option (&parser, "help", error);
      else if (!are_options_over && g_str_has_prefix (word, "--"))
        is_good = parse_option (&parser, word + 2, error);
      else if (!are_options_over && word[0] == '-' && g_ascii_isalpha (word[1]))
        is_good = parse_letters (&parser, word + 1, error);
      else
        is_good = parse_command (&parser, word, error);
      if (!is_good)
        {
          suggest_help (&parser, error);
          return NULL;
        }
    }
  if (!check (&parser, error))
    {
      suggest_help (&parser, error);
      return NULL;
    }
  return g_steal_pointer (&line);
}

void
pel_command_line_add_form (PelCommandLine *self, gboolean is_for_person)
{
  const PelField *format = pel_schema_find (self->tool->arguments, "format");

  if (format != NULL && g_strv_contains (format->choices, "json") && self->is_json &&
      !json_object_has_member (self->arguments, "format"))
    json_object_set_string_member (self->arguments, "format", "json");
  if (is_for_person && pel_schema_find (self->tool->arguments, "max_bytes") != NULL &&
      !json_object_has_member (self->arguments, "max_bytes"))
    json_object_set_int_member (self->arguments, "max_bytes", 0);
}

gboolean
pel_command_line_wants_json (const char *const *words)
{
  return g_strv_contains (words, "--json");
}
