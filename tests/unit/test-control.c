/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/control.h"
#include "services/base/json.h"

static JsonObject *
parse (const char *text)
{
  g_autofree char   *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  JsonObject        *object = pel_json_parse_object (json, -1, &error);

  g_assert_no_error (error);
  return object;
}

static const char *const kinds[] = { "button", "switch", "entry", "slider" };

/* “switch ui_toggle {…}=on”, one after the other. */
static char *
describe (const GPtrArray *controls)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < controls->len; i++)
    {
      const PelControl *control = controls->pdata[i];
      g_autofree char  *arguments = pel_control_dup_arguments (control, "t", NULL);

      g_strdelimit (arguments, "\"", '\'');
      g_string_append_printf (text,
                              "%s%s %s %s",
                              i > 0 ? "; " : "",
                              kinds[control->kind],
                              control->tool,
                              arguments);
      if (control->kind == PEL_CONTROL_SWITCH)
        g_string_append (text, control->is_on ? "=on" : "=off");
      if (control->kind == PEL_CONTROL_ENTRY)
        g_string_append_printf (text, "=%s", control->text);
      if (control->kind == PEL_CONTROL_SLIDER)
        g_string_append_printf (text,
                                "=%g in %g…%g",
                                control->value,
                                control->minimum,
                                control->maximum);
    }
  return g_string_free (text, FALSE);
}

/* clang-format off */
static const struct { const char *answer, *controls; } rows[] = {
  { "{}", "" },
  { "{'patterns': ['Text', 'Image']}", "" },
  { "{'patterns': ['Invoke'], 'actions': [{'name': 'click'}]}", "button ui_invoke {'target':'t'}" },
  { "{'patterns': ['Invoke'], 'actions': [{'name': 'click'}, {'name': 'show menu'}, {'name': ''}]}",
    "button ui_invoke {'target':'t'}; button ui_do {'target':'t','action':'show menu'}" },
  { "{'patterns': ['Toggle'], 'states': {'checked': true}}", "switch ui_toggle {'target':'t'}=on" },
  { "{'patterns': ['Toggle'], 'states': {'checked': false}}", "switch ui_toggle {'target':'t'}=off" },
  { "{'patterns': ['Toggle'], 'states': {'checked': 'mixed'}}", "switch ui_toggle {'target':'t'}=off" },
  { "{'patterns': ['ExpandCollapse'], 'states': {'expanded': true}}", "button ui_collapse {'target':'t'}" },
  { "{'patterns': ['ExpandCollapse'], 'states': {}}", "button ui_expand {'target':'t'}" },
  { "{'patterns': ['SelectionItem']}", "button ui_select {'target':'t'}" },
  { "{'patterns': ['SelectionItem'], 'states': {'selected': true}}", "button ui_select {'target':'t','mode':'remove'}" },
  { "{'patterns': ['Focus'], 'states': {'focused': true}}", "" },
  { "{'patterns': ['Focus', 'ScrollItem']}", "button ui_scroll {'target':'t'}; button ui_focus {'target':'t'}" },
  { "{'patterns': ['Value'], 'text': {'content': 'Zoë', 'truncated': false}}", "entry ui_set_value {'target':'t'}=Zoë" },
  { "{'patterns': ['Value'], 'text': {'content': 'Zoë', 'truncated': true}}", "" },
  { "{'patterns': ['Value'], 'secret': true}", "entry ui_set_value {'target':'t','redact':true}=" },
  { "{'patterns': ['RangeValue'], 'range': {'value': 3, 'minimum': 0, 'maximum': 10, 'step': 0}}", "slider ui_set_value {'target':'t'}=3 in 0…10" },
  { "{'patterns': ['RangeValue'], 'range': {'value': 0, 'minimum': 0, 'maximum': 0, 'step': 0}}", "" },
  { "{'patterns': ['RangeValue']}", "" },
};
/* clang-format on */

static void
test_controls (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (JsonObject) answer = parse (rows[i].answer);
      g_autoptr (GPtrArray)  controls = pel_controls_new (answer);
      g_autofree char       *text = describe (controls);

      g_test_message ("%s", rows[i].answer);
      g_assert_cmpstr (text, ==, rows[i].controls);
    }
}

/* A program may offer as many actions as it likes, called whatever it likes. */
static void
test_many (void)
{
  g_autoptr (GString)    text = g_string_new ("{'patterns': ['Invoke'], 'actions': [");
  g_autoptr (JsonObject) answer = NULL;
  g_autoptr (GPtrArray)  controls = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "%s{'name': 'a%01000u'}", i > 0 ? "," : "", i);
  g_string_append (text, "]}");
  answer = parse (text->str);
  controls = pel_controls_new (answer);
  g_assert_cmpuint (controls->len, <=, 16);
  for (guint i = 0; i < controls->len; i++)
    g_assert_cmpuint (g_utf8_strlen (((PelControl *) controls->pdata[i])->label, -1), <=, 64);
}

/* clang-format off */
static const struct { const char *one, *other; gboolean is_same; } pairs[] = {
  { "{'patterns': ['Toggle'], 'states': {'checked': true}}", "{'patterns': ['Toggle']}", TRUE },
  { "{'patterns': ['Value'], 'text': {'content': 'a'}}", "{'patterns': ['Value'], 'text': {'content': 'b'}}", TRUE },
  { "{'patterns': ['Value'], 'text': {'content': 'a'}}", "{'patterns': ['Value'], 'secret': true}", FALSE },
  { "{'patterns': ['SelectionItem'], 'states': {'selected': true}}", "{'patterns': ['SelectionItem']}", FALSE },
  { "{'patterns': ['RangeValue'], 'range': {'value': 1, 'maximum': 9}}", "{'patterns': ['RangeValue'], 'range': {'value': 2, 'maximum': 9}}", TRUE },
  { "{'patterns': ['RangeValue'], 'range': {'value': 1, 'maximum': 9}}", "{'patterns': ['RangeValue'], 'range': {'value': 1, 'maximum': 8}}", FALSE },
};
/* clang-format on */

static void
test_same (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (JsonObject) one = parse (pairs[i].one), other = parse (pairs[i].other);
      g_autoptr (GPtrArray)  mine = pel_controls_new (one), theirs = pel_controls_new (other);

      g_test_message ("%s and %s", pairs[i].one, pairs[i].other);
      g_assert_cmpint (pel_control_does_same (mine->pdata[0], theirs->pdata[0]),
                       ==,
                       pairs[i].is_same);
    }
}

static void
test_arguments (void)
{
  g_autoptr (JsonObject) answer = parse ("{'patterns': ['Value'], 'secret': true}");
  g_autoptr (GPtrArray)  controls = pel_controls_new (answer);
  JsonNode              *value = json_node_new (JSON_NODE_VALUE);
  g_autofree char       *text = NULL;

  json_node_set_string (value, "a \"b\" \\");
  text = pel_control_dup_arguments (controls->pdata[0], ":1.2/a", value);
  g_assert_cmpstr (text,
                   ==,
                   "{\"target\":\":1.2/a\",\"redact\":true,\"value\":\"a \\\"b\\\" \\\\\"}");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/control/controls", test_controls);
  g_test_add_func ("/control/many", test_many);
  g_test_add_func ("/control/same", test_same);
  g_test_add_func ("/control/arguments", test_arguments);
  return g_test_run ();
}
