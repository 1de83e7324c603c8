/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/tool/schema.h"

#include "services/base/error.h"
#include "services/base/json.h"

#include <string.h>

/* clang-format off */
static const char *const modes[] = { "slow", "fast", NULL };

static const PelField point[] = {
  { "x",     PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, "Across" },
  { "label", PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, "Its name" },
  { NULL },
};

static const PelField fields[] = {
  { "text",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, "A text" },
  { "mode",    PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, "A choice", .choices = modes },
  { "manner",  PEL_FIELD_STRING,  PEL_FIELD_NULLABLE, "A choice or nothing", .choices = modes },
  { "count",   PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, "A count", .minimum = 1, .maximum = 20000000 },
  { "ratio",   PEL_FIELD_NUMBER,  PEL_FIELD_OPTIONAL, "A ratio", .minimum = -0.5, .maximum = 0.5 },
  { "any",     PEL_FIELD_NUMBER,  PEL_FIELD_NULLABLE, "Any number" },
  { "flag",    PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, "A flag" },
  { "place",   PEL_FIELD_OBJECT,  PEL_FIELD_OPTIONAL, "A place", .fields = point },
  { "places",  PEL_FIELD_LIST,    PEL_FIELD_OPTIONAL, "Places", .fields = point },
  { "words",   PEL_FIELD_STRINGS, PEL_FIELD_NULLABLE, "Words" },
  { "map",     PEL_FIELD_MAP,     PEL_FIELD_OPTIONAL, "Whatever" },
  { "target",  PEL_FIELD_TARGET,  PEL_FIELD_OPTIONAL, "An element" },
  { "children", PEL_FIELD_CHILDREN, PEL_FIELD_OPTIONAL, "More of the same" },
  { "file",    PEL_FIELD_PATH,    PEL_FIELD_OPTIONAL, "A file" },
  { NULL },
};

static const struct { const char *name; const char *schema; } schema_cases[] = {
  { "text",   "{'type':'string','description':'A text'}" },
  { "mode",   "{'type':'string','description':'A choice','enum':['slow','fast']}" },
  { "manner", "{'type':['string','null'],'description':'A choice or nothing','enum':['slow','fast',null]}" },
  { "count",  "{'type':'integer','description':'A count','minimum':1,'maximum':20000000}" },
  { "ratio",  "{'type':'number','description':'A ratio','minimum':-0.5,'maximum':0.5}" },
  { "any",    "{'type':['number','null'],'description':'Any number'}" },
  { "flag",   "{'type':'boolean','description':'A flag'}" },
  { "place",  "{'type':'object','properties':{'x':{'type':'integer','description':'Across'},"
              "'label':{'type':'string','description':'Its name'}},'required':['x'],"
              "'additionalProperties':false,'description':'A place'}" },
  { "places", "{'type':'array','description':'Places','items':{'type':'object','properties':{"
              "'x':{'type':'integer','description':'Across'},"
              "'label':{'type':'string','description':'Its name'}},'required':['x'],"
              "'additionalProperties':false}}" },
  { "words",  "{'type':['array','null'],'description':'Words','items':{'type':'string'}}" },
  { "map",    "{'type':'object','description':'Whatever'}" },
  { "target", "{'type':['string','object'],'description':'An element'}" },
  { "children", "{'type':'array','description':'More of the same','items':{'$ref':'#node'}}" },
  { "file",   "{'type':'string','description':'A file'}" },
};

static const char *const accepted[] = {
  "{'text':''}",
  "{'text':'a','mode':'fast','manner':null,'count':1,'ratio':0.5,'any':null,'flag':false}",
  "{'text':'a','count':20000000,'ratio':-0.5,'any':-1e300}",
  "{'text':'a','count':7.0,'ratio':0,'any':9223372036854775807}",
  "{'text':'a','place':{'x':0},'places':[],'words':[]}",
  "{'text':'a','place':{'x':-1,'label':'b'},'places':[{'x':1},{'x':2,'label':''}],'words':['a','b']}",
  "{'text':'a','words':null}",
  "{'text':'a','map':{},'target':'e1'}",
  "{'text':'a','map':{'a':[1],'b':null},'target':{'ref':'e1'}}",
  "{'text':'a','children':[]}",
  "{'text':'a','file':'/a/b'}",
  "{'text':'a','children':[{'text':'b','children':[{'text':'c'}]},{'text':'d'}]}",
};

static const struct { const char *text; const char *message; } refused[] = {
  { "{}",                                      "of: “text” is missing (A text)" },
  { "{'text':1}",                              "of: “text” must be a string, not 1" },
  { "{'text':null}",                           "of: “text” must be a string, not null" },
  { "{'text':'','file':'a/b'}",                "of: “file” must be an absolute path, not \"a/b\"" },
  { "{'text':'','mode':'fst'}",                "of: “mode” must be one of slow, fast, not “fst”" },
  { "{'text':'','mode':null}",                 "of: “mode” must be a string, not null" },
  { "{'text':'','mode':'FAST'}",               "of: “mode” must be one of slow, fast, not “FAST”" },
  { "{'text':'','count':'5'}",                 "of: “count” must be a whole number, not \"5\"" },
  { "{'text':'','count':1.5}",                 "of: “count” must be a whole number, not 1.5" },
  { "{'text':'','count':true}",                "of: “count” must be a whole number, not true" },
  { "{'text':'','count':1e20}",                "of: “count” must be a whole number, not 1e+20" },
  { "{'text':'','count':0}",                   "of: “count” must be between 1 and 20000000, not 0" },
  { "{'text':'','count':20000001}",            "of: “count” must be between 1 and 20000000, not 20000001" },
  { "{'text':'','ratio':0.75}",                "of: “ratio” must be between -0.5 and 0.5, not 0.75" },
  { "{'text':'','ratio':1}",                   "of: “ratio” must be between -0.5 and 0.5, not 1" },
  { "{'text':'','ratio':'a'}",                 "of: “ratio” must be a number, not \"a\"" },
  { "{'text':'','flag':0}",                    "of: “flag” must be true or false, not 0" },
  { "{'text':'','flag':'true'}",               "of: “flag” must be true or false, not \"true\"" },
  { "{'text':'','place':[]}",                  "of: “place” must be an object, not []" },
  { "{'text':'','place':{}}",                  "of: “place”: “x” is missing (Across)" },
  { "{'text':'','place':{'x':'1'}}",           "of: “place”: “x” must be a whole number, not \"1\"" },
  { "{'text':'','place':{'x':1,'y':2}}",       "of: “place”: unknown argument “y”" },
  { "{'text':'','places':{}}",                 "of: “places” must be a list, not {}" },
  { "{'text':'','places':[{'x':1},7]}",        "of: item 2 of “places” must be an object" },
  { "{'text':'','places':[{'x':1},{}]}",       "of: item 2 of “places”: “x” is missing (Across)" },
  { "{'text':'','places':[{'x':1},{'x':[]}]}", "of: item 2 of “places”: “x” must be a whole number, not []" },
  { "{'text':'','words':'a'}",                 "of: “words” must be a list of strings, not \"a\"" },
  { "{'text':'','words':['a',null]}",          "of: item 2 of “words” must be a string" },
  { "{'text':'','map':[]}",                    "of: “map” must be an object, not []" },
  { "{'text':'','target':7}",                  "of: “target” must be a string or an object, not 7" },
  { "{'text':'','children':{}}",               "of: “children” must be a list, not {}" },
  { "{'text':'','children':[7]}",              "of: item 1 of “children” must be an object" },
  { "{'text':'','children':[{}]}",             "of: item 1 of “children”: “text” is missing (A text)" },
  { "{'text':'','children':[{'text':'','children':[{'text':1}]}]}", "of: item 1 of “children”: item 1 of “children”: “text” must be a string, not 1" },
  { "{'text':'','nothing':1}",                 "of: unknown argument “nothing”" },
};

static const struct { const char *text; const char *hint; } hint_cases[] = {
  { "{'texd':1}",              "Did you mean “text”?"  },
  { "{'Places':1}",            "Did you mean “places”?" },
  { "{'place':{'lable':''}}",  "Did you mean “label”?" },
};
/* clang-format on */

/* Rows are written with single quotes. */
static char *
dup_json (const char *text)
{
  return g_strdelimit (g_strdup (text), "'", '"');
}

static JsonObject *
parse (const char *text)
{
  g_autofree char   *json = dup_json (text);
  g_autoptr (GError) error = NULL;
  JsonObject        *object = pel_json_parse_object (json, -1, &error);

  g_assert_no_error (error);
  return object;
}

static void
test_json_rows (void)
{
  g_autoptr (JsonObject) schema = pel_schema_to_json (fields);
  JsonObject            *properties = json_object_get_object_member (schema, "properties");

  for (gsize i = 0; i < G_N_ELEMENTS (schema_cases); i++)
    {
      g_autofree char     *expected = dup_json (schema_cases[i].schema);
      g_autoptr (JsonNode) expected_node = pel_json_parse (expected, -1, NULL);
      JsonNode            *node = json_object_get_member (properties, schema_cases[i].name);
      g_autofree char     *actual = pel_json_to_string (node, PEL_JSON_COMPACT);

      g_test_message ("%s", actual);
      g_assert_true (json_node_equal (node, expected_node));
    }
  g_assert_cmpuint (json_object_get_size (properties), ==, G_N_ELEMENTS (schema_cases));
}

static void
test_json_object (void)
{
  g_autoptr (JsonObject) schema = pel_schema_to_json (fields);
  g_autoptr (JsonObject) empty = pel_schema_to_json (NULL);
  JsonArray             *required = json_object_get_array_member (schema, "required");

  g_assert_cmpstr (json_object_get_string_member (schema, "type"), ==, "object");
  g_assert_false (json_object_get_boolean_member (schema, "additionalProperties"));
  g_assert_cmpuint (json_array_get_length (required), ==, 1);
  g_assert_cmpstr (json_array_get_string_element (required, 0), ==, "text");
  g_assert_cmpstr (json_object_get_string_member (schema, "$anchor"), ==, "node");
  g_assert_false (json_object_has_member (empty, "$anchor"));
  g_assert_false (json_object_has_member (empty, "required"));
  g_assert_cmpuint (json_object_get_size (json_object_get_object_member (empty, "properties")),
                    ==,
                    0);
}

static void
test_check_accepted (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (accepted); i++)
    {
      g_autoptr (JsonObject) object = parse (accepted[i]);
      g_autoptr (GError)     error = NULL;

      g_test_message ("%s", accepted[i]);
      pel_schema_check (fields, object, "of", &error);
      g_assert_no_error (error);
    }
}

static void
test_check_refused (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (JsonObject) object = parse (refused[i].text);
      g_autoptr (GError)     error = NULL;

      g_test_message ("%s", refused[i].text);
      g_assert_false (pel_schema_check (fields, object, "of", &error));
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_assert_cmpstr (error->message, ==, refused[i].message);
    }
}

static void
test_check_hints (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (hint_cases); i++)
    {
      g_autoptr (JsonObject) object = parse (hint_cases[i].text);
      g_autoptr (GError)     error = NULL;

      g_assert_false (pel_schema_check (fields, object, "of", &error));
      g_assert_cmpstr (pel_error_get_hint (error), ==, hint_cases[i].hint);
    }
}

/* What a caller sends comes back in the message, but not all of it. */
static void
test_check_long_values_are_cut (void)
{
  g_autofree char *filler = g_strnfill (1000000, 'x');
  const char      *names[] = { "mode", "count", "place" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (JsonObject) object = json_object_new ();
      g_autoptr (GError)     error = NULL;

      json_object_set_string_member (object, names[i], filler);
      g_assert_false (pel_schema_check (fields, object, "of", &error));
      g_assert_cmpuint (strlen (error->message), <, 200);
    }
}

static void
test_find (void)
{
  g_assert_true (pel_schema_find (fields, "count") == &fields[3]);
  g_assert_null (pel_schema_find (fields, "coun"));
  g_assert_null (pel_schema_find (NULL, "count"));
}

static void
test_placeholders (void)
{
  for (PelFieldType type = 0; type < PEL_N_FIELD_TYPES; type++)
    g_assert_cmpstr (pel_field_type_to_string (type), !=, "");
  g_assert_cmpstr (pel_field_type_to_string (PEL_FIELD_INTEGER), ==, "N");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/json/rows", test_json_rows);
  g_test_add_func ("/schema/json/object", test_json_object);
  g_test_add_func ("/schema/check/accepted", test_check_accepted);
  g_test_add_func ("/schema/check/refused", test_check_refused);
  g_test_add_func ("/schema/check/hints", test_check_hints);
  g_test_add_func ("/schema/check/long-values-are-cut", test_check_long_values_are_cut);
  g_test_add_func ("/schema/find", test_find);
  g_test_add_func ("/schema/placeholders", test_placeholders);
  return g_test_run ();
}
