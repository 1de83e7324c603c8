/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/condition/condition.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/condition/condition-private.h"

#include <string.h>

/* Single quotes stand for double ones. */
static PelCondition *
parse_as (const char *text, const char *name, GError **error)
{
  g_autofree char     *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (JsonNode) node = pel_json_parse (json, -1, error);

  g_assert_nonnull (node);
  return pel_condition_parse (node, name, error);
}

static PelCondition *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  PelCondition      *condition = parse_as (text, "until", &error);

  g_assert_no_error (error);
  return condition;
}

static char *
print (const PelSelector *selector)
{
  return selector != NULL ? pel_selector_to_string (selector) : g_strdup ("-");
}

/* “all(element role=Button [checked=true] 3, not(idle calc 500))” */
static void
append (GString *out, const PelCondition *condition)
{
  g_autofree char *selector = print (condition->selector);
  g_autofree char *filter = print (condition->filter);
  g_autofree char *texts = print (condition->texts);

  g_string_append (out, pel_condition_kind_to_string (condition->kind));
  switch (condition->kind)
    {
    case PEL_CONDITION_WINDOW:
      g_string_append_printf (out, " %s%s", condition->exists ? "" : "!", condition->title);
      return;
    case PEL_CONDITION_ELEMENT:
      g_string_append_printf (out, " %s [%s] %d", selector, filter, (int) condition->count);
      if (condition->has_state)
        g_string_append_printf (out,
                                " %s%s",
                                condition->is_state_wanted ? "" : "!",
                                pel_state_to_string (condition->state));
      return;
    case PEL_CONDITION_TEXT:
      g_string_append_printf (out, " %s in %s", texts, selector);
      return;
    case PEL_CONDITION_STABLE:
      g_string_append_printf (out, " %s %u", selector, condition->for_ms);
      return;
    case PEL_CONDITION_IDLE:
      g_string_append_printf (out, " %s %u", condition->app, condition->for_ms);
      return;
    case PEL_CONDITION_PICTURE:
      g_string_append_printf (out,
                              " %s of %s/%s/%s %d+%d %u %u",
                              condition->baseline,
                              selector,
                              condition->title != NULL ? condition->title : "-",
                              condition->monitor != NULL ? condition->monitor : "-",
                              condition->padding,
                              condition->tolerance,
                              condition->max_different,
                              condition->masks != NULL ? json_array_get_length (condition->masks)
                                                       : 0);
      return;
    default:
      break;
    }
  g_string_append_c (out, '(');
  for (guint i = 0; i < condition->children->len; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      append (out, pel_condition_get_child (condition, i));
    }
  g_string_append_c (out, ')');
}

/* clang-format off */
static const struct { const char *json; const char *expected; } good_cases[] = {
  { "{'window': {'title': 'Save'}}",                    "window Save" },
  { "{'window': {'title': 'Save', 'exists': true}}",    "window Save" },
  { "{'window': {'title': 'Save', 'exists': false}}",   "window !Save" },
  { "{'element': {'selector': 'role=Button'}}",         "element role=Button [-] -1" },
  { "{'element': {'selector': '@e12', 'count': 0}}",    "element @e12 [-] 0" },
  { "{'element': {'selector': 'e12', 'count': 100000}}", "element @e12 [-] 100000" },
  { "{'element': {'selector': 'e12x'}}",                "element name=\"e12x\" [-] -1" },
  { "{'element': {'selector': '@1', 'state': 'checked'}}",     "element @e1 [checked=true] -1" },
  { "{'element': {'selector': '@1', 'state': ' Checked '}}",   "element @e1 [checked=true] -1" },
  { "{'element': {'selector': '@1', 'state': '!checked'}}",    "element @e1 [!checked=true] -1" },
  { "{'element': {'selector': '@1', 'state': '! checked'}}",   "element @e1 [!checked=true] -1" },
  { "{'element': {'selector': '@1', 'state': 'not checked'}}", "element @e1 [!checked=true] -1" },
  { "{'element': {'selector': '@1', 'state': 'NOT visible'}}", "element @e1 [!visible=true] -1" },
  { "{'element': {'selector': '@1', 'state': 'unchecked'}}",   "element @e1 [checked=false] -1" },
  { "{'element': {'selector': '@1', 'state': 'mixed'}}",       "element @e1 [checked=mixed] -1" },
  { "{'element': {'selector': '@1', 'state': 'disabled'}}",    "element @e1 [enabled=false] -1" },
  { "{'element': {'selector': '@1', 'state': 'collapsed'}}",   "element @e1 [expanded=false] -1" },
  { "{'element': {'selector': '@1', 'state': 'hidden'}}",      "element @e1 [visible=false] -1" },
  { "{'element': {'selector': '@1', 'state': 'offscreen'}}",   "element @e1 [offscreen=true] -1" },
  { "{'element': {'selector': '@1', 'state': 'busy'}}",        "element @e1 [-] -1 busy" },
  { "{'element': {'selector': '@1', 'state': '!busy'}}",       "element @e1 [-] -1 !busy" },
  { "{'element': {'selector': '@1', 'state': 'Has-Popup'}}",   "element @e1 [-] -1 has_popup" },
  { "{'element': {'selector': '@1', 'value': '12'}}",          "element @e1 [value=\"12\"] -1" },
  { "{'element': {'selector': '@1', 'value': ''}}",            "element @e1 [value=\"\"] -1" },
  { "{'element': {'selector': '@1', 'value': '/^a.c/i'}}",     "element @e1 [value~=/^a.c/i] -1" },
  { "{'element': {'selector': '@1', 'value': '/home/user'}}",  "element @e1 [value=\"/home/user\"] -1" },
  { "{'element': {'selector': '@1', 'value': '/'}}",           "element @e1 [value=\"/\"] -1" },
  { "{'element': {'selector': '@1', 'value': '//'}}",          "element @e1 [value=\"//\"] -1" },
  { "{'element': {'selector': '@1', 'state': 'focused', 'value': 'a && b'}}",
    "element @e1 [focused=true && value=\"a && b\"] -1" },
  { "{'element': {'selector': '@1', 'state': '!modal', 'value': 'x', 'count': 2}}",
    "element @e1 [value=\"x\"] 2 !modal" },
  { "{'text': 'Saved'}",
    "text name~=\"Saved\" && value~=\"Saved\" && text~=\"Saved\" in -" },
  /* what stands in a regular expression stays in it */
  { "{'text': '/a/ >> /b/'}",
    "text name~=/a\\/ >> \\/b/ && value~=/a\\/ >> \\/b/ && text~=/a\\/ >> \\/b/ in -" },
  { "{'text': '/a\\\\/b/ && /c/i'}",
    "text name~=/a\\/b\\/ && \\/c/i && value~=/a\\/b\\/ && \\/c/i && text~=/a\\/b\\/ && \\/c/i in -" },
  { "{'text': {'contains': '/sav(ed)?/i', 'selector': 'app=calc'}}",
    "text name~=/sav(ed)?/i && value~=/sav(ed)?/i && text~=/sav(ed)?/i in app=\"calc\"" },
  { "{'stable': {'selector': 'role=Window'}}",                "stable role=Window 500" },
  { "{'stable': {'selector': 'role=Window', 'for_ms': 50}}",  "stable role=Window 50" },
  { "{'idle': {'app': 'calc', 'for_ms': 60000}}",             "idle calc 60000" },
  { "{'image': {'baseline': '/b.png'}}",                    "image /b.png of -/-/- 0+0 0 0" },
  { "{'image': {'baseline': '/b.png', 'window': 'Calc'}}",  "image /b.png of -/Calc/- 0+0 0 0" },
  { "{'image': {'baseline': '/b.png', 'monitor': 'DP-1'}}", "image /b.png of -/-/DP-1 0+0 0 0" },
  { "{'image': {'baseline': '/b.png', 'selector': 'e12', 'padding': 4, 'tolerance': 255, 'max_different': 2147483647,"
    "'masks': [{'x': -1, 'y': 0, 'width': 1, 'height': 2}, {'x': 1, 'y': 2, 'width': 3, 'height': 4}]}}",
    "image /b.png of @e12/-/- 4+255 2147483647 2" },
  { "{'all': [{'text': 'a'}, {'not': {'any': [{'idle': {'app': 'b'}}]}}]}",
    "all(text name~=\"a\" && value~=\"a\" && text~=\"a\" in -, not(any(idle b 500)))" },
};

#define CONDITION "a condition: an object with exactly one member"

static const struct { const char *json; PelErrorCode code; const char *message; const char *hint; } bad_cases[] = {
  { "{}", PEL_ERROR_INVALID_ARGUMENT, "until must be " CONDITION ", not {}", NULL },
  { "[]", PEL_ERROR_INVALID_ARGUMENT, "until must be " CONDITION ", not []", NULL },
  { "'x'", PEL_ERROR_INVALID_ARGUMENT, "until must be " CONDITION ", not \"x\"", NULL },
  { "{'text': 'a', 'idle': {'app': 'b'}}", PEL_ERROR_INVALID_ARGUMENT, "until must be " CONDITION ", not {*", NULL },
  { "{'elemnt': {}}", PEL_ERROR_INVALID_ARGUMENT, "until: unknown condition “elemnt”", "Did you mean “element”?" },
  { "{'xyzzy': {}}", PEL_ERROR_INVALID_ARGUMENT, "until: unknown condition “xyzzy”",
    "Use one of: window, element, text, stable, idle, image, all, any, not" },
  { "{'window': 'Save'}", PEL_ERROR_INVALID_ARGUMENT, "until.window must be an object, not \"Save\"", NULL },
  { "{'window': {}}", PEL_ERROR_INVALID_ARGUMENT, "until.window.title is missing", NULL },
  { "{'window': {'title': ''}}", PEL_ERROR_INVALID_ARGUMENT, "until.window.title must be a non-empty string, not \"\"", NULL },
  { "{'window': {'title': 3}}", PEL_ERROR_INVALID_ARGUMENT, "until.window.title must be a string, not 3", NULL },
  { "{'window': {'title': 'a', 'exist': true}}", PEL_ERROR_INVALID_ARGUMENT, "until.window has no member “exist”", "Did you mean “exists”?" },
  { "{'window': {'title': 'a', 'exists': 'no'}}", PEL_ERROR_INVALID_ARGUMENT, "until.window.exists must be true or false, not \"no\"", NULL },
  { "{'element': {'selector': null}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.selector must be a string, not null", NULL },
  { "{'element': {'selector': 'role='}}", PEL_ERROR_INVALID_SELECTOR, "until.element.selector: column *", NULL },
  { "{'element': {'selector': '@1', 'count': -1}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.count must be between 0 and 100000, not -1", NULL },
  { "{'element': {'selector': '@1', 'count': 1.5}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.count must be a whole number, not 1.5", NULL },
  { "{'element': {'selector': '@1', 'count': 9223372036854775807}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.count must be between 0 and 100000, not 9223372036854775807", NULL },
  { "{'element': {'selector': '@1', 'state': 'cheked'}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.state must be a state such as *, not \"cheked\"", "Did you mean “checked”?" },
  { "{'element': {'selector': '@1', 'state': '!'}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.state must be a state such as *, not \"!\"", NULL },
  { "{'element': {'selector': '@1', 'state': '!!checked'}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.state must be a state such as *, not \"!!checked\"", NULL },
  { "{'element': {'selector': '@1', 'state': 'none'}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.state must be a state such as *, not \"none\"", NULL },
  { "{'element': {'selector': '@1', 'state': 'name'}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.state must be a state such as *, not \"name\"", NULL },
  { "{'element': {'selector': '@1', 'value': '/(/'}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.value: “/(/” is not a valid regular expression: *", NULL },
  { "{'element': {'selector': '@1', 'value': 5}}", PEL_ERROR_INVALID_ARGUMENT, "until.element.value must be a string, not 5", NULL },
  { "{'text': ''}", PEL_ERROR_INVALID_ARGUMENT, "until.text must be a non-empty string, not \"\"", NULL },
  { "{'text': 3}", PEL_ERROR_INVALID_ARGUMENT, "until.text must be a string, not 3", NULL },
  { "{'text': []}", PEL_ERROR_INVALID_ARGUMENT, "until.text must be an object, not []", NULL },
  { "{'text': {'selector': '@1'}}", PEL_ERROR_INVALID_ARGUMENT, "until.text.contains is missing", NULL },
  { "{'text': {'contains': 'a', 'selector': ''}}", PEL_ERROR_INVALID_ARGUMENT, "until.text.selector must be a non-empty string, not \"\"", NULL },
  { "{'text': '/a[/'}", PEL_ERROR_INVALID_ARGUMENT, "until.text: “/a[/” is not a valid regular expression: *", NULL },
  { "{'stable': {'selector': '@1', 'for_ms': 49}}", PEL_ERROR_INVALID_ARGUMENT, "until.stable.for_ms must be between 50 and 60000, not 49", NULL },
  { "{'stable': {'selector': '@1', 'for_ms': 60001}}", PEL_ERROR_INVALID_ARGUMENT, "until.stable.for_ms must be between 50 and 60000, not 60001", NULL },
  { "{'idle': {'app': ''}}", PEL_ERROR_INVALID_ARGUMENT, "until.idle.app must be a non-empty string, not \"\"", NULL },
  { "{'image': '/b.png'}", PEL_ERROR_INVALID_ARGUMENT, "until.image must be an object, not \"/b.png\"", NULL },
  { "{'image': {}}", PEL_ERROR_INVALID_ARGUMENT, "until.image.baseline is missing", NULL },
  { "{'image': {'baseline': 'b.png'}}", PEL_ERROR_INVALID_ARGUMENT, "until.image.baseline must be an absolute path, not \"b.png\"", NULL },
  { "{'image': {'basline': '/b.png'}}", PEL_ERROR_INVALID_ARGUMENT, "until.image has no member “basline”", "Did you mean “baseline”?" },
  { "{'image': {'baseline': '/b', 'tolerance': 256}}", PEL_ERROR_INVALID_ARGUMENT, "until.image.tolerance must be between 0 and 255, not 256", NULL },
  { "{'image': {'baseline': '/b', 'max_different': -1}}", PEL_ERROR_INVALID_ARGUMENT, "until.image.max_different must be between 0 and 2147483647, not -1", NULL },
  { "{'image': {'baseline': '/b', 'selector': 'a', 'window': 'b'}}", PEL_ERROR_INVALID_ARGUMENT, "until.image: “selector” and “window” cannot be used together", NULL },
  { "{'image': {'baseline': '/b', 'window': 'a', 'monitor': 'b'}}", PEL_ERROR_INVALID_ARGUMENT, "until.image: “window” and “monitor” cannot be used together", NULL },
  { "{'image': {'baseline': '/b', 'padding': 2}}", PEL_ERROR_INVALID_ARGUMENT, "until.image.padding can only be used with “selector”", NULL },
  { "{'image': {'baseline': '/b', 'window': 'a', 'padding': 2}}", PEL_ERROR_INVALID_ARGUMENT, "until.image.padding can only be used with “selector”", NULL },
  { "{'image': {'baseline': '/b', 'selector': 'role='}}", PEL_ERROR_INVALID_SELECTOR, "until.image.selector: column *", NULL },
  { "{'image': {'baseline': '/b', 'masks': {}}}", PEL_ERROR_INVALID_ARGUMENT, "until.image.masks must be a list of at most 1000 items, not {}", NULL },
  { "{'image': {'baseline': '/b', 'masks': [3]}}", PEL_ERROR_INVALID_ARGUMENT, "until.image.masks?0? must be an object, not 3", NULL },
  { "{'image': {'baseline': '/b', 'masks': [{'x': 0, 'y': 0, 'width': 1, 'height': 1}, {'x': 0, 'y': 0, 'width': 0, 'height': 1}]}}", PEL_ERROR_INVALID_ARGUMENT,
    "until.image.masks?1?.width must be between 1 and 32767, not 0", NULL },
  { "{'any': [{'image': {'baseline': '/b', 'masks': [{'x': 0, 'y': 0, 'width': 1}]}}]}", PEL_ERROR_INVALID_ARGUMENT,
    "until.any?0?.image.masks?0?.height is missing", NULL },
  { "{'all': []}", PEL_ERROR_INVALID_ARGUMENT, "until.all must be a list of conditions, not []", NULL },
  { "{'any': {}}", PEL_ERROR_INVALID_ARGUMENT, "until.any must be a list of conditions, not {}", NULL },
  { "{'not': []}", PEL_ERROR_INVALID_ARGUMENT, "until.not must be " CONDITION ", not []", NULL },
  { "{'all': [{'text': 'a'}, {'element': {'selector': '@1', 'state': 'x'}}]}", PEL_ERROR_INVALID_ARGUMENT,
    "until.all[1].element.state must be *", NULL },
  { "{'any': [{'not': {'all': [{'text': 'a'}, 5]}}]}", PEL_ERROR_INVALID_ARGUMENT, "until.any[0].not.all[1] must be " CONDITION ", not 5", NULL },
};
/* clang-format on */

static void
test_parse_good (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (good_cases); i++)
    {
      g_autoptr (PelCondition) condition = NULL;
      g_autoptr (GString)      out = g_string_new (NULL);

      g_test_message ("%s", good_cases[i].json);
      condition = parse (good_cases[i].json);
      append (out, condition);
      g_assert_cmpstr (out->str, ==, good_cases[i].expected);
    }
}

static void
assert_like (const char *text, const char *pattern)
{
  if (!g_pattern_match_simple (pattern, text))
    g_error ("“%s” is not like “%s”", text, pattern);
}

static void
test_parse_bad (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bad_cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", bad_cases[i].json);
      g_assert_null (parse_as (bad_cases[i].json, "until", &error));
      g_assert_error (error, PEL_ERROR, (int) bad_cases[i].code);
      assert_like (error->message, bad_cases[i].message);
      if (bad_cases[i].hint != NULL)
        g_assert_cmpstr (pel_error_get_hint (error), ==, bad_cases[i].hint);
    }
}

/* Where the members are arguments of their own, they are called by their names. */
static void
test_parse_unnamed (void)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelCondition) condition = NULL;

  g_assert_null (parse_as ("{'element': {'selector': '@1', 'state': 'x'}}", NULL, &error));
  assert_like (error->message, "state must be a state such as *, not \"x\"");
  g_clear_error (&error);
  g_assert_null (parse_as ("{'element': {'selector': '=='}}", NULL, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_SELECTOR);
  assert_like (error->message, "selector: column *");
  g_assert_nonnull (pel_error_get_details (error));
}

static char *
nest (guint depth)
{
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < depth; i++)
    g_string_append (text, "{'not': ");
  g_string_append (text, "{'text': 'a'}");
  for (guint i = 1; i < depth; i++)
    g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

static char *
list (guint n)
{
  GString *text = g_string_new ("{'all': [");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{'text': 'a'}", i > 0 ? ", " : "");
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

static void
test_parse_limits (void)
{
  g_autofree char         *deep = nest (PEL_CONDITION_MAX_DEPTH);
  g_autofree char         *too_deep = nest (PEL_CONDITION_MAX_DEPTH + 1);
  g_autofree char         *wide = list (PEL_CONDITION_MAX_LEAVES);
  g_autofree char         *too_wide = list (PEL_CONDITION_MAX_LEAVES + 1);
  g_autoptr (PelCondition) deepest = parse (deep);
  g_autoptr (PelCondition) widest = parse (wide);
  g_autoptr (GError)       error = NULL;

  g_assert_cmpuint (pel_condition_get_n_leaves (deepest), ==, 1);
  g_assert_cmpuint (pel_condition_get_n_leaves (widest), ==, PEL_CONDITION_MAX_LEAVES);
  g_assert_null (parse_as (too_deep, "until", &error));
  assert_like (error->message, "until.not.*not: conditions can be nested at most 16 levels deep");
  g_clear_error (&error);
  g_assert_null (parse_as (too_wide, "until", &error));
  assert_like (error->message, "until.all?64?.text: a condition can have at most 64 parts");
}

/* clang-format off */
static const struct { const char *json; const char *app; gboolean relies_on_absence; guint longest_ms; gboolean is_about_windows; } property_cases[] = {
  { "{'text': 'a'}", NULL, FALSE, 0 },
  { "{'window': {'title': 'a', 'exists': false}}", NULL, FALSE, 0, TRUE },
  { "{'any': [{'window': {'title': 'a'}}, {'not': {'window': {'title': 'b'}}}]}", NULL, TRUE, 0, TRUE },
  { "{'any': [{'window': {'title': 'a'}}, {'text': 'b'}]}", NULL, FALSE, 0, FALSE },
  { "{'all': [{'image': {'baseline': '/b'}}, {'image': {'baseline': '/b', 'window': 'a'}}]}", NULL, FALSE, 0, TRUE },
  { "{'image': {'baseline': '/b', 'selector': 'app=calc >> Button:7'}}", "calc", FALSE, 0 },
  { "{'not': {'image': {'baseline': '/b', 'selector': 'app=calc'}}}", "calc", TRUE, 0 },
  { "{'element': {'selector': 'app=calc >> Button:7'}}", "calc", FALSE, 0 },
  { "{'element': {'selector': 'app=calc >> Button:7', 'count': 0}}", "calc", TRUE, 0 },
  { "{'element': {'selector': 'Button:7', 'count': 3}}", NULL, TRUE, 0 },
  { "{'text': {'contains': 'x', 'selector': 'app=calc'}}", "calc", FALSE, 0 },
  { "{'idle': {'app': 'calc', 'for_ms': 70}}", "calc", FALSE, 70 },
  { "{'all': [{'idle': {'app': 'calc'}}, {'element': {'selector': 'app=calc >> @1'}}]}", "calc", FALSE, 500 },
  { "{'all': [{'idle': {'app': 'calc'}}, {'element': {'selector': 'app=other >> @1'}}]}", NULL, FALSE, 500 },
  { "{'all': [{'idle': {'app': 'calc'}}, {'window': {'title': 'a'}}]}", NULL, FALSE, 500 },
  { "{'any': [{'not': {'stable': {'selector': '@1', 'for_ms': 90}}}, {'idle': {'app': 'calc', 'for_ms': 80}}]}", NULL, TRUE, 90 },
};
/* clang-format on */

static void
test_properties (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (property_cases); i++)
    {
      g_autoptr (PelCondition) condition = parse (property_cases[i].json);

      g_test_message ("%s", property_cases[i].json);
      g_assert_cmpstr (pel_condition_get_app (condition), ==, property_cases[i].app);
      g_assert_cmpint (pel_condition_relies_on_absence (condition),
                       ==,
                       property_cases[i].relies_on_absence);
      g_assert_cmpuint (pel_condition_get_longest_ms (condition), ==, property_cases[i].longest_ms);
      g_assert_cmpint (pel_condition_is_about_windows (condition),
                       ==,
                       property_cases[i].is_about_windows);
    }
}

/* What comes from outside is told in a few words. */
static void
test_parse_long_names (void)
{
  g_autofree char   *long_name = g_strnfill (5000, 'x');
  g_autofree char   *text = g_strdup_printf ("{'%s': 1}", long_name);
  g_autoptr (GError) error = NULL;

  g_assert_null (parse_as (text, "until", &error));
  g_assert_cmpuint (strlen (error->message), <, 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/condition/parse/good", test_parse_good);
  g_test_add_func ("/condition/parse/bad", test_parse_bad);
  g_test_add_func ("/condition/parse/unnamed", test_parse_unnamed);
  g_test_add_func ("/condition/parse/limits", test_parse_limits);
  g_test_add_func ("/condition/parse/long-names", test_parse_long_names);
  g_test_add_func ("/condition/properties", test_properties);
  return g_test_run ();
}
