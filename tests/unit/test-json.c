/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "services/base/json-validator.h"
#include "services/base/json.h"

#include <string.h>

/* clang-format off */
static const char *const accepted[] = {
  "{}", "[]", " null ", "true", "false", "0", "-0", "-1.5e-3", "1E5", "\"\"", "\"\\u00e9\\ud83d\\ude42\"",
  "[1,[2,[3]],{}]", "{\"a\":{\"b\":[null,true]}}", "9223372036854775807", "-9223372036854775808",
  "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\t\r\n{ \"a\" : 1 , \"b\" : [ ] }\n", "1e308", "\"漢字\"",
};

static const struct { const char *text; const char *complaint; } refused[] = {
  { "",                        "line 1, column 1: expected a value" },
  { "{",                       "column 2: expected a key" },
  { "[1,]",                    "column 4: expected a value" },
  { "{\"a\":1,}",              "column 8: expected a key" },
  { "[1 2]",                   "column 4: expected “,” or “]”" },
  { "{\"a\" 1}",               "column 6: expected “:”" },
  { "{\"a\":1 \"b\":2}",       "column 8: expected “,” or “}”" },
  { "{\n \"a\": 01}",          "line 2, column 8: a number must not start with 0" },
  { "'a'",                     "expected a value" },
  { "// c\n1",                 "expected a value" },
  { "/* c */ 1",               "expected a value" },
  { "var x = 1",               "expected a value" },
  { "0x10",                    "unexpected text after the value" },
  { "1 2",                     "unexpected text after the value" },
  { "{} {}",                   "unexpected text after the value" },
  { "+1",                      "expected a value" },
  { ".5",                      "expected a value" },
  { "1.",                      "expected a digit after the decimal point" },
  { "1e",                      "expected a digit in the exponent" },
  { "-",                       "expected a digit" },
  { "1e999",                   "too large" },
  { "12345678901234567890",    "too large" },
  { "NaN",                     "expected a value" },
  { "nul",                     "expected a value" },
  { "TRUE",                    "expected a value" },
  { "\"a",                     "unterminated" },
  { "\"\t\"",                  "control character" },
  { "\"\\x41\"",               "unknown escape" },
  { "\"\\u12\"",               "four hexadecimal digits" },
  { "\"\\u0000\"",             "U+0000" },
  { "\"\\ud800\"",             "unpaired" },
  { "\"\\ud800\\u0041\"",      "unpaired" },
  { "\"\\udc00\"",             "unpaired" },
  { "{\"a\":1,\"a\":2}",       "duplicate" },
  { "{\"a\":1,\"\\u0061\":2}", "duplicate" },
  { "{a:1}",                   "expected a key" },
  { "\"\xff\"",                "invalid UTF-8" },
  { "]",                       "expected a value" },
  { "{]",                      "expected a key" },
  { "[}",                      "expected a value" },
};
/* clang-format on */

static void
test_validate_accepted (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (accepted); i++)
    {
      g_autoptr (GError)   error = NULL;
      g_autoptr (JsonNode) node = NULL;

      g_test_message ("%s", accepted[i]);
      node = pel_json_parse (accepted[i], -1, &error);
      g_assert_no_error (error);
      g_assert_nonnull (node);
    }
}

static void
test_validate_refused (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char   *shown = g_strescape (refused[i].text, NULL);

      g_test_message ("%s", shown);
      g_assert_null (pel_json_parse (refused[i].text, -1, &error));
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_test_message ("  %s", error->message);
      g_assert_nonnull (strstr (error->message, refused[i].complaint));
    }
}

static char *
nest (guint depth)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append (text, i % 2 ? "{\"a\":" : "[");
  g_string_append (text, "1");
  for (guint i = depth; i > 0; i--)
    g_string_append (text, (i - 1) % 2 ? "}" : "]");
  return g_string_free (text, FALSE);
}

static void
test_validate_depth (void)
{
  g_autofree char   *deepest = nest (PEL_JSON_MAX_DEPTH);
  g_autofree char   *too_deep = nest (PEL_JSON_MAX_DEPTH + 1);
  g_autofree char   *abyss = g_strnfill (1000000, '[');
  g_autoptr (GError) error = NULL;

  g_assert_true (pel_json_validate (deepest, strlen (deepest), PEL_JSON_MAX_DEPTH, NULL));
  g_assert_false (pel_json_validate (too_deep, strlen (too_deep), PEL_JSON_MAX_DEPTH, &error));
  g_assert_nonnull (strstr (error->message, "nested too deeply"));
  g_assert_false (pel_json_validate (abyss, strlen (abyss), PEL_JSON_MAX_DEPTH, NULL));
}

static void
test_validate_size (void)
{
  gsize              length = PEL_JSON_MAX_BYTES;
  g_autofree char   *text = g_strnfill (length + 1, ' ');
  g_autoptr (GError) error = NULL;

  text[0] = '1';
  g_assert_true (pel_json_validate (text, length, PEL_JSON_MAX_DEPTH, NULL));
  g_assert_false (pel_json_validate (text, length + 1, PEL_JSON_MAX_DEPTH, &error));
  g_assert_nonnull (strstr (error->message, "4194305 bytes"));
}

static void
test_validate_embedded_nul (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (pel_json_validate ("1\0", 2, PEL_JSON_MAX_DEPTH, &error));
  g_assert_nonnull (strstr (error->message, "NUL"));
}

static void
test_parse_object_only (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (JsonObject) object = pel_json_parse_object ("{\"a\":\"\\u00e9\"}", -1, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (json_object_get_string_member (object, "a"), ==, "é");
  g_assert_null (pel_json_parse_object ("[1]", -1, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
}

/* clang-format off */
static const char *const written_as_read[] = {
  "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808",
  "0.5", "1.1", "1.0", "-0.0", "1e+20", "1e+300", "1e-05", "0.1", "1e+17",
  "123456789012345.0", "4.94065645841247e-324", "1.7976931348623157e+308", "0.30000000000000004",
  "\"\"", "\"a\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u007f/é漢🙂\"",
  "[]", "{}", "[1,[2.5,[]],{}]", "{\"b\":1,\"a\":{\"c\":[null,true]},\"\":\"\"}",
};
/* clang-format on */

static void
test_write_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (written_as_read); i++)
    {
      g_autoptr (JsonNode) node = pel_json_parse (written_as_read[i], -1, NULL);
      g_autofree char     *text = pel_json_to_string (node, PEL_JSON_COMPACT);

      g_assert_cmpstr (text, ==, written_as_read[i]);
    }
}

static void
test_write_pretty (void)
{
  g_autoptr (JsonNode) node = pel_json_parse ("{\"a\":[1,{}],\"b\":{\"c\":[]}}", -1, NULL);
  g_autofree char     *text = pel_json_to_string (node, PEL_JSON_PRETTY);

  g_assert_cmpstr (text,
                   ==,
                   "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"c\": []\n  }\n}");
}

static void
test_write_what_json_has_not (void)
{
  JsonArray           *array = json_array_new ();
  g_autoptr (JsonNode) node = pel_json_take_array (array);
  g_autofree char     *text = NULL;

  json_array_add_double_element (array, G_MAXDOUBLE * 10);
  json_array_add_double_element (array, 0 * (G_MAXDOUBLE * 10));
  json_array_add_string_element (array, "a\xff");
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_assert_cmpstr (text, ==, "[null,null,\"a\xef\xbf\xbd\"]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/validate/accepted", test_validate_accepted);
  g_test_add_func ("/json/validate/refused", test_validate_refused);
  g_test_add_func ("/json/validate/depth", test_validate_depth);
  g_test_add_func ("/json/validate/size", test_validate_size);
  g_test_add_func ("/json/validate/embedded-nul", test_validate_embedded_nul);
  g_test_add_func ("/json/parse/object-only", test_parse_object_only);
  g_test_add_func ("/json/write/rows", test_write_rows);
  g_test_add_func ("/json/write/pretty", test_write_pretty);
  g_test_add_func ("/json/write/what-json-has-not", test_write_what_json_has_not);
  return g_test_run ();
}
