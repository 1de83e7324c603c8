/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "services/selector/selector.h"

#include <string.h>

/* What is written, and its usual spelling. */
/* clang-format off */
static const struct { const char *text; const char *printed; } accepted[] = {
  /* the examples of the specification */
  { "role=Button && name=\"Submit\"",      "role=Button && name=\"Submit\"" },
  { "app=gnome-calculator >> Button:7",    "app=\"gnome-calculator\" >> role=Button && name=\"7\"" },
  { "any:text=\"Invoice Total\" >> right-of >> role=Edit",
                                           "text=\"Invoice Total\" >> right-of >> role=Edit" },
  { "id=\"submit-btn\" ?? ocr:\"Submit\"", "id=\"submit-btn\" ?? ocr:\"Submit\"" },
  { "window~=\"Preferences\" >> role=CheckBox && name~=/^auto(save)?/i && enabled=true",
    "window~=\"Preferences\" >> role=CheckBox && name~=/^auto(save)?/i && enabled=true" },
  { "role=Row >> nth(2) >> role=Cell && index=3",
                                           "role=Row >> nth(2) >> role=Cell && index=3" },
  /* shorthands */
  { "@e12",                                "@e12" },
  { "@12",                                 "@e12" },
  { "#12",                                 "#12" },
  { "#4294967295",                         "#4294967295" },
  { "#012",                                "#12" },
  { "#\"12\"",                             "id=\"12\"" },
  { "#save-button",                        "id=\"save-button\"" },
  { "#12a",                                "id=\"12a\"" },
  { "#\"odd id\"",                         "id=\"odd id\"" },
  { "region=r7",                           "region=\"r7\"" },
  { ".GtkSwitch",                          "class=\"GtkSwitch\"" },
  { ".\"odd class\"",                      "class=\"odd class\"" },
  { "~Save*",                              "~\"Save*\"" },
  { "~Save as*",                           "~\"Save as*\"" },
  { "~\"Save as*\"",                       "~\"Save as*\"" },
  { "Button:Submit",                       "role=Button && name=\"Submit\"" },
  { "push button:OK",                      "role=Button && name=\"OK\"" },
  { "TextBox:\"\"",                        "role=Edit && name=\"\"" },
  { "Button : OK",                         "role=Button && name=\"OK\"" },
  { "Button:a:b:c",                        "role=Button && name=\"a:b:c\"" },
  { "Button:\"a && b\"",                   "role=Button && name=\"a && b\"" },
  { "\"Save as…\"",                        "name=\"Save as…\"" },
  { "Save as…",                            "name=\"Save as…\"" },
  { "ocr:\"Submit\"",                      "ocr:\"Submit\"" },
  { "ocr:Submit",                          "ocr:\"Submit\"" },
  { "OCR:name=Submit",                     "ocr:\"Submit\"" },
  { "ocr:name!=Submit",                    "ocr:name!=\"Submit\"" },
  { "ocr:!Submit",                         "ocr:!name=\"Submit\"" },
  { "atspi:Button:OK",                     "atspi:role=Button && name=\"OK\"" },
  { "uia:legacyId=5",                      "uia:legacyId=\"5\"" },
  /* bare words and phrases */
  { "C++",                                 "name=\"C++\"" },
  { "Q&A",                                 "name=\"Q&A\"" },
  { "Q & A",                               "name=\"Q & A\"" },
  { "OK!",                                 "name=\"OK!\"" },
  { "12+7",                                "name=\"12+7\"" },
  { "really?",                             "name=\"really?\"" },
  { "file.txt",                            "name=\"file.txt\"" },
  { "and/or",                              "name=\"and/or\"" },
  { "/home",                               "name=\"/home\"" },
  { "a@b#c.d~e!f^g$h(i)",                  "name=\"a@b#c.d~e!f^g$h(i)\"" },
  { "  two   words \n",                    "name=\"two   words\"" },
  { "Don't",                               "name=\"Don't\"" },
  { "'",                                   "name=\"'\"" },
  { "'tis",                                "name=\"'tis\"" },
  { "\"'x'\"",                             "name=\"'x'\"" },
  { "日本 語",                             "name=\"日本 語\"" },
  { "enabled",                             "name=\"enabled\"" },
  { "window=Untitled Document 1 >> Button:Save as",
    "window=\"Untitled Document 1\" >> role=Button && name=\"Save as\"" },
  { "a>>b",                                "name=\"a\" >> name=\"b\"" },
  { "a&&b??c",                             "name=\"a\" && name=\"b\" ?? name=\"c\"" },
  { "name=a:b@c#d",                        "name=\"a:b@c#d\"" },
  { "name=true",                           "name=\"true\"" },
  { "name=5 >> name=@e12",                 "name=\"5\" >> name=\"@e12\"" },
  /* keys, operators, values */
  { "automationId=x",                      "id=\"x\"" },
  { "AUTOMATION_ID = x",                   "id=\"x\"" },
  { "Name=x",                              "name=\"x\"" },
  { "name!=x && name~=x && name^=x && name$=x",
                                           "name!=\"x\" && name~=\"x\" && name^=\"x\" && name$=\"x\"" },
  { "name\n=\tx",                          "name=\"x\"" },
  { "name=\"\"",                           "name=\"\"" },
  { "name=\"a ?? b >> c && d\"",           "name=\"a ?? b >> c && d\"" },
  { "name=\"\\\"\\\\\\n\\t\\r\\u{E9}\\u{1F600}\"", "name=\"\\\"\\\\\\n\\t\\u{D}é😀\"" },
  { "name=\"\\u{202e}\"",                  "name=\"\\u{202E}\"" },
  { "name=\"a\nb\"",                       "name=\"a\\nb\"" },
  { "role=push button",                    "role=Button" },
  { "role!=\"text field\"",                "role!=Edit" },
  { "role~=but",                           "role~=\"but\"" },
  { "role~=/^B/",                          "role~=/^B/" },
  { "enabled=TRUE && checked=Mixed && focused!=false",
                                           "enabled=true && checked=mixed && focused!=false" },
  { "enabled=\"true\"",                    "enabled=true" },
  { "pattern=toggle",                      "pattern=Toggle" },
  { "pattern!=\"range value\"",            "pattern!=RangeValue" },
  { "index=3 && depth!=2 && width>10.5 && height>=1e3 && pid<7 && value<=-0.1",
    "index=3 && depth!=2 && width>10.5 && height>=1000 && pid<7 && value<=-0.1" },
  { "index=-0",                            "index=0" },
  { "width=0.1",                           "width=0.1" },
  { "width=1e300",                         "width=1e+300" },
  { "value=5",                             "value=\"5\"" },
  { "name~=/a\\/b/",                       "name~=/a\\/b/" },
  { "name~=/a\\\\/",                       "name~=/a\\\\/" },
  { "name~=/a >> b && c ?? \"/xsmi",       "name~=/a >> b && c ?? \"/imsx" },
  { "name~=/\\d+/",                        "name~=/\\d+/" },
  { "name=\"/a/\"",                        "name=\"/a/\"" },
  { "name~=\"/a/\"",                       "name~=\"/a/\"" },
  /* not */
  { "!OK",                                 "!name=\"OK\"" },
  { "! OK",                                "!name=\"OK\"" },
  { "!Button:OK && !@e1 && !~a* && !#x",   "!Button:\"OK\" && !@e1 && !~\"a*\" && !id=\"x\"" },
  { "!enabled=true",                       "!enabled=true" },
  /* relations */
  { "a >> left-of >> above >> below >> near >> parent >> nth(-1)",
    "name=\"a\" >> left-of >> above >> below >> near >> parent >> nth(-1)" },
  { "a >> nth ( 3 )",                      "name=\"a\" >> nth(3)" },
  { "\"parent\" >> \"nth(1)\"",            "name=\"parent\" >> name=\"nth(1)\"" },
  { "name=parent",                         "name=\"parent\"" },
  { "Button:near",                         "role=Button && name=\"near\"" },
  { "Button:=",                            "role=Button && name=\"=\"" },
  { "Button:+",                            "role=Button && name=\"+\"" },
  { "Button: … ",                          "role=Button && name=\"…\"" },
  { "Button:a=b",                          "role=Button && name=\"a=b\"" },
  { "Button:a  > b",                       "role=Button && name=\"a  > b\"" },
  { "Button:'x'",                          "role=Button && name=\"'x'\"" },
  { "Button:/a/",                          "role=Button && name=\"/a/\"" },
  { "Button:&",                            "role=Button && name=\"&\"" },
  { "Button:!=>>Button:<",                 "role=Button && name=\"!=\" >> role=Button && name=\"<\"" },
  { "Button:= && enabled=true ?? Button:?", "role=Button && name=\"=\" && enabled=true ?? role=Button && name=\"?\"" },
  { "Button:Say \"hi\"",                   "role=Button && name=\"Say \\\"hi\\\"\"" },
  { "a >> nth time",                       "name=\"a\" >> name=\"nth time\"" },
  { "a >> parent company",                 "name=\"a\" >> name=\"parent company\"" },
};

static const struct { const char *text; guint column; const char *message; const char *hint; } refused[] = {
  { "",                       1,  "expected a selector" },
  { " \n ",                   4,  "expected a selector" },
  { "name=",                  6,  "expected a value after “=”" },
  { "name= && b",             7,  "expected a value after “=”" },
  { "name==x",                6,  "expected a value after “=”", "Use a single “=”" },
  { "name='x y'",             6,  "apostrophes are not quotes" },
  { "role=CheckBox && !checked", 19, "“checked” is a state, not a name", "Write checked=false, or put the name in quotes" },
  { "a && 'x'",               6,  "apostrophes are not quotes" },
  { "=x",                     1,  "expected a name" },
  { "!=x",                    1,  "expected a name" },
  { "~=x",                    1,  "expected a name" },
  { "a &&",                   5,  "expected a name" },
  { "a >>",                   5,  "expected a name" },
  { "a ??",                   5,  "expected a name" },
  { "really??",               9,  "expected a name", "quotes" },
  { "File > Open",            1,  "unknown key “File”", "quotes" },
  { ">> a",                   1,  "expected a name" },
  { "a >> >> b",              6,  "expected a name" },
  { "a >>> b",                5,  "expected a name" },
  { "!",                      2,  "expected a name" },
  { "!!a",                    2,  "“!” is repeated" },
  { "! !a",                   3,  "“!” is repeated" },
  { "ocr:",                   5,  "expected a name" },
  { "role=Button name=Submit", 13, "expected “&&” before “name”" },
  { "Save name=x",            6,  "expected “&&” before “name”" },
  { "~Save* enabled=true",    8,  "expected “&&” before “enabled”" },
  { "name=\"a\" enabled=true", 10, "expected “&&”, “>>”, “??” or the end" },
  { "@e1 b",                  5,  "expected “&&”, “>>”, “??” or the end" },
  { "#save now",              7,  "expected “&&”, “>>”, “??” or the end" },
  { "a \"b\"",                3,  "expected “&&”, “>>”, “??” or the end" },
  { "\"a\"b",                 4,  "expected “&&”, “>>”, “??” or the end" },
  { "name=a=b",               7,  "expected “&&”, “>>”, “??” or the end" },
  { "Button:a || b",          10, "expected “&&”, “>>”, “??” or the end", "Separate alternatives with “??”" },
  { "Button:\"a\" b",         12, "expected “&&”, “>>”, “??” or the end" },
  { "Button:>>",              8,  "expected a name after “:”" },
  { "Button:",                8,  "expected a name after “:”" },
  { "Button: && a",           9,  "expected a name after “:”" },
  { ":OK",                    1,  "nothing before the colon", "quotes" },
  { "name:Submit",            1,  "“name” before the colon is neither", "Did you mean “name=”?" },
  { "Buton:OK",               1,  "“Buton” before the colon is neither", "Did you mean “Button:”?" },
  { "12:30",                  1,  "“12” before the colon is neither", "in quotes" },
  { "orc:x",                  1,  "“orc” before the colon is neither", "Did you mean “ocr:”?" },
  { "a && ocr:x",             6,  "a driver can appear only once" },
  { "any:ocr:x",              5,  "a driver can appear only once" },
  { "!ocr:x",                 2,  "a driver can appear only once" },
  { "nmae=x",                 1,  "unknown key “nmae”", "Did you mean “name”?" },
  { "a && foo bar=x",         6,  "unknown key “foo bar”" },
  { "parent=x",               1,  "unknown key “parent”" },
  { "role=Buton",             6,  "unknown role “Buton”", "Did you mean “Button”?" },
  { "pattern=Togle",          9,  "unknown pattern “Togle”", "Did you mean “Toggle”?" },
  { "enabled=yes",            9,  "expected true or false" },
  { "enabled=mixed",          9,  "expected true or false" },
  { "checked=maybe",          9,  "expected true, false or mixed" },
  { "enabled~=true",          8,  "expected one of = != after “enabled”" },
  { "pattern>Toggle",         8,  "expected one of = != after “pattern”" },
  { "name > 5",               6,  "expected one of = != ~= ^= $= after “name”" },
  { "role<Button",            5,  "expected one of = != ~= ^= $= after “role”" },
  { "index~=3",               6,  "expected one of = != > >= < <= after “index”" },
  { "index=three",            7,  "expected a number" },
  { "index=0x10",             7,  "expected a number" },
  { "index=inf",              7,  "expected a number" },
  { "index=1e999",            7,  "expected a number" },
  { "index=3 4",              7,  "expected a number" },
  { "index=\" 3\"",           7,  "expected a number" },
  { "index=\"\"",             7,  "expected a number" },
  { "index=+",                7,  "expected a number" },
  { "value>high",             7,  "expected a number" },
  { "@",                      2,  "expected a ref" },
  { "@e0",                    2,  "expected a ref" },
  { "@12e",                   2,  "expected a ref" },
  { "@e+1",                   2,  "expected a ref" },
  { "@e4294967296",           2,  "expected a ref" },
  { "#",                      2,  "expected a region number or an id" },
  { "# a",                    2,  "expected a region number or an id" },
  { "#0",                     2,  "expected a region number, starting at 1" },
  { "#4294967296",            2,  "expected a region number, starting at 1" },
  { ".",                      2,  "expected a class" },
  { "~",                      2,  "expected a wildcard" },
  { "~/a/",                   2,  "a regular expression requires “~=”" },
  { "name=/a/",               6,  "a regular expression requires “~=”", "Put text that starts with “/” in quotes" },
  { "name=/home/user",        6,  "a regular expression requires “~=”", "Put text that starts with “/” in quotes" },
  { "name^=/a/",              7,  "a regular expression requires “~=”" },
  { "name~=/a",               7,  "the regular expression is not closed" },
  { "name~=/a\\/",            7,  "the regular expression is not closed" },
  { "name~=/a\\",             7,  "the regular expression is not closed" },
  { "name~=//",               8,  "expected a regular expression" },
  { "name~=/a/g",             10, "expected one of the flags i m s x" },
  { "name~=/a/i2",            11, "expected one of the flags i m s x" },
  { "name~=/a/ b",            11, "expected “&&”" },
  { "name~=/(a/",             10, "invalid regular expression: " },
  { "name~=/(?<a/",           12, "invalid regular expression: " },
  { "name~=/\\\\\\/[/i",       13, "invalid regular expression: missing" },
  { "name~=/a(b/",            11, "invalid regular expression: missing" },
  { "name~=/é\\/(b/ && x",    13, "invalid regular expression: missing" },
  { "name~=/a\001/",          9,  "control character" },
  { "name=\"a",               6,  "the quote is not closed" },
  { "name=\"a\\\"",           6,  "the quote is not closed" },
  { "name=\"a\\",             6,  "the quote is not closed" },
  { "name=\"é\\x\"",          8,  "expected one of \\\"" },
  { "name=\"\\u41\"",         7,  "expected a character such as" },
  { "name=\"\\u{}\"",         7,  "expected a character such as" },
  { "name=\"\\u{0x41}\"",     7,  "expected a character such as" },
  { "name=\"\\u{0}\"",        7,  "expected a character such as" },
  { "name=\"\\u{D800}\"",     7,  "expected a character such as" },
  { "name=\"\\u{110000}\"",   7,  "expected a character such as" },
  { "name=\"\\u{41\"",        7,  "expected a character such as" },
  { "name=\"\\u{11111111111111111}\"", 7, "expected a character such as" },
  { "a\001b",                 2,  "control character outside quotes", "\\u{" },
  { "\177",                   1,  "control character outside quotes" },
  { "é\xff",                  2,  "the selector is not valid UTF-8" },
  { "\"\xc3",                 2,  "the selector is not valid UTF-8" },
  { "parent",                 1,  "a relation cannot come first", "quotes" },
  { "a ?? near",              6,  "a relation cannot come first" },
  { "nth(1) >> a",            1,  "a relation cannot come first" },
  { "a >> nth",               9,  "expected a number in parentheses" },
  { "a >> nth()",             10, "expected a number, starting at 1" },
  { "a >> nth(0)",            10, "expected a number, starting at 1" },
  { "a >> nth(x)",            10, "expected a number, starting at 1" },
  { "a >> nth(+1)",           10, "expected a number, starting at 1" },
  { "a >> nth(2147483648)",   10, "expected a number, starting at 1" },
  { "a >> nth(2",             11, "expected “)”" },
  { "a >> nth(2x)",           11, "expected “)”" },
  { "a >> nth(2) b",          13, "expected “>>”, “??” or the end after a relation" },
  { "a >> near && b",         11, "expected “>>”, “??” or the end after a relation" },
  { "a >> b && near",         11, "a relation must be a step of its own" },
  { "a >> !parent",           7,  "a relation must be a step of its own" },
  { "a >> atspi:parent",      12, "a relation must be a step of its own" },
};
/* clang-format on */

static void
test_accepted (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (accepted); i++)
    {
      g_autoptr (GError)      error = NULL;
      g_autoptr (PelSelector) selector = NULL, again = NULL;
      g_autofree char        *printed = NULL, *twice = NULL;

      g_test_message ("%s", accepted[i].text);
      selector = pel_selector_parse (accepted[i].text, &error);
      g_assert_no_error (error);
      printed = pel_selector_to_string (selector);
      g_assert_cmpstr (printed, ==, accepted[i].printed);
      again = pel_selector_parse (printed, &error);
      g_assert_no_error (error);
      g_assert_true (pel_selector_equal (selector, again));
      twice = pel_selector_to_string (again);
      g_assert_cmpstr (twice, ==, printed);
    }
}

static void
test_refused (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError)      error = NULL;
      g_autoptr (PelSelector) selector = pel_selector_parse (refused[i].text, &error);
      g_autofree char        *column = g_strdup_printf ("column %u: ", refused[i].column);
      g_autofree char        *shown = g_strescape (refused[i].text, NULL);
      JsonObject             *details;

      g_test_message ("%s: %s", shown, error != NULL ? error->message : "accepted");
      g_assert_null (selector);
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_SELECTOR);
      g_assert_true (g_str_has_prefix (error->message, column));
      g_assert_true (g_str_has_prefix (error->message + strlen (column), refused[i].message));
      if (refused[i].hint != NULL)
        g_assert_nonnull (strstr (pel_error_get_hint (error), refused[i].hint));
      details = pel_error_get_details (error);
      g_assert_cmpint (json_object_get_int_member (details, "column"), ==, refused[i].column);
      g_assert_cmpstr (json_object_get_string_member (details, "expected"), !=, "");
      g_assert_nonnull (json_object_get_string_member (details, "selector"));
    }
}

static char *
repeat (const char *part, const char *separator, guint n)
{
  g_autoptr (GString) text = g_string_new (part);

  for (guint i = 1; i < n; i++)
    g_string_append_printf (text, "%s%s", separator, part);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
check_limit (const char *text, guint column, const char *message)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSelector) selector = pel_selector_parse (text, &error);

  if (message == NULL)
    {
      g_assert_no_error (error);
      return;
    }
  g_assert_null (selector);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_SELECTOR);
  g_assert_nonnull (strstr (error->message, message));
  g_assert_cmpint (json_object_get_int_member (pel_error_get_details (error), "column"),
                   ==,
                   column);
}

/* As many parts as are allowed, and one more. */
static void
test_limit_parts (void)
{
  static const char *const signs[] = { "&&", ">>", "??" };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      g_autofree char *most = repeat ("a", signs[i], PEL_SELECTOR_MAX_PARTS);
      g_autofree char *more = repeat ("a", signs[i], PEL_SELECTOR_MAX_PARTS + 1);

      check_limit (most, 0, NULL);
      check_limit (more, strlen (more) + 1, "more than 64 parts");
    }
}

/* Role:name is two terms. */
static void
test_limit_pairs (void)
{
  g_autofree char *most = repeat ("Button:a", "&&", PEL_SELECTOR_MAX_PARTS / 2);
  g_autofree char *more = g_strconcat (most, "&&b", NULL);

  check_limit (most, 0, NULL);
  check_limit (more, strlen (more) + 1, "more than 64 parts");
}

static void
test_limit_bytes (void)
{
  g_autofree char *name = g_strnfill (PEL_SELECTOR_MAX_BYTES - strlen ("name=\"\""), 'a');
  g_autofree char *most = g_strconcat ("name=\"", name, "\"", NULL);
  g_autofree char *more = g_strconcat ("name=\"", name, "a\"", NULL);
  g_autofree char *wide = g_strconcat ("name=\"", name + 1, "é\"", NULL);
  g_autofree char *huge = g_strnfill (1000000, 'a');

  check_limit (most, 0, NULL);
  check_limit (more, PEL_SELECTOR_MAX_BYTES + 2, "too long");
  /* the character at the limit is half inside it */
  check_limit (wide, PEL_SELECTOR_MAX_BYTES + 1, "too long");
  check_limit (huge, PEL_SELECTOR_MAX_BYTES + 2, "too long");
}

/* What is short enough only as it was written could not be read again. */
static void
test_limit_printed (void)
{
  g_autofree char *name = g_strnfill (PEL_SELECTOR_MAX_BYTES / 2, '\001');
  g_autofree char *quoted = g_strconcat ("\"", name, "\"", NULL);
  g_autofree char *bare = g_strnfill (PEL_SELECTOR_MAX_BYTES, 'a');
  g_autofree char *delete = g_strnfill (PEL_SELECTOR_MAX_BYTES / 8 - 2, '\177');
  g_autofree char *short_enough = g_strconcat ("\"", delete, "\"", NULL);

  check_limit (quoted, strlen (quoted) + 1, "too long");
  check_limit (bare, strlen (bare) + 1, "too long");
  check_limit (short_enough, 0, NULL);
}

static void
test_limit_patterns (void)
{
  g_autofree char *pattern = g_strnfill (256, 'a');
  g_autofree char *most = g_strconcat ("name~=/", pattern, "/", NULL);
  g_autofree char *more = g_strconcat ("name~=/", pattern, "a/", NULL);
  g_autofree char *wildcard = g_strconcat ("~", pattern, NULL);
  g_autofree char *longer = g_strconcat ("~", pattern, "*", NULL);

  check_limit (most, 0, NULL);
  check_limit (more, 7, "too long");
  check_limit (wildcard, 0, NULL);
  check_limit (longer, 2, "too long");
}

/* A long word is told, but not all of it. */
static void
test_long_words (void)
{
  g_autofree char        *word = g_strnfill (2000, 'x');
  g_autofree char        *text = g_strconcat (word, "=1", NULL);
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSelector) selector = pel_selector_parse (text, &error);

  g_assert_null (selector);
  g_assert_cmpuint (strlen (error->message), <, 200);
  g_assert_nonnull (strstr (error->message, "xxx…”"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selector/parse/accepted", test_accepted);
  g_test_add_func ("/selector/parse/refused", test_refused);
  g_test_add_func ("/selector/parse/limit/parts", test_limit_parts);
  g_test_add_func ("/selector/parse/limit/pairs", test_limit_pairs);
  g_test_add_func ("/selector/parse/limit/bytes", test_limit_bytes);
  g_test_add_func ("/selector/parse/limit/printed", test_limit_printed);
  g_test_add_func ("/selector/parse/limit/patterns", test_limit_patterns);
  g_test_add_func ("/selector/parse/long-words", test_long_words);
  return g_test_run ();
}
