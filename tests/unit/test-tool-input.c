/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tools of real input: what is wrong with a call is told before anything is done, and what is
 * right arrives at the hands. */

#include "tests/unit/audit-desk.h"
#include "tests/unit/fake-input.h"
#include "tests/unit/tool-desk.h"

#include <string.h>

typedef struct
{
  ToolDesk      desk;
  AuditDesk     audit;
  PelFakeInput *input;
} InputDesk;

static void
set_up (InputDesk *self, gconstpointer data)
{
  const PelCallerInfo person = { .kind = PEL_CALLER_OPERATOR, .executable = "/usr/bin/test" };

  tool_desk_set_up (&self->desk, data);
  audit_desk_init (&self->audit);
  self->desk.context.audit = pel_audit_log_new (self->audit.place);
  self->desk.context.policy = pel_policy_store_new (&(PelPolicyPlaces){ 0 });
  self->desk.identity = pel_caller_new (&person);
  self->input = pel_fake_input_new ();
  self->desk.context.input = PEL_INPUT (self->input);
}

static void
tear_down (InputDesk *self, gconstpointer data)
{
  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  g_clear_object (&self->desk.context.audit);
  g_clear_object (&self->desk.context.policy);
  self->desk.context.input = NULL;
  tool_desk_tear_down (&self->desk, data);
  audit_desk_clear (&self->audit);
  g_object_unref (self->input);
}

/* clang-format off */
static const struct { const char *tool, *arguments, *failure; } mistakes[] = {
  { "ui_click", "{}",                                             "invalid_argument: " },
  { "ui_click", "{'target': 'e5', 'button': 'first'}",            "invalid_argument: " },
  { "ui_click", "{'target': 'e5', 'clicks': 4}",                  "invalid_argument: " },
  { "ui_click", "{'target': 'e5', 'modifiers': 'ctrl+s'}",        "invalid_argument: “ctrl+s” contains a key that is not a modifier" },
  { "ui_click", "{'target': 'e5', 'modifiers': 'hyperdrive'}",    "invalid_argument: " },
  { "ui_click", "{'target': 'e99'}",                              "stale_ref: " },
  { "ui_click_xy", "{'x': 5}",                                    "invalid_argument: " },
  { "ui_click_xy", "{'x': 5, 'y': 5}",                            "window_not_found: There is no window at 5,5" },
  { "ui_click_xy", "{'x': 5, 'y': 5, 'coordinate_space': 'window'}", "invalid_argument: Window coordinates" },
  { "ui_mouse_move", "{'x': -5, 'y': 5}",                         "out_of_bounds: " },
  { "ui_key", "{}",                                               "invalid_argument: " },
  { "ui_key", "{'keys': []}",                                     "invalid_argument: keys: specify 1 to 64 chords" },
  { "ui_key", "{'keys': ['ctrl+nothing']}",                       "invalid_argument: " },
  { "ui_key", "{'keys': ['Enter'], 'target': 'e4', 'window_id': 'w1'}", "invalid_argument: ui_key takes a target or a window, not both" },
  { "ui_key", "{'keys': ['Enter'], 'window_id': 'w9'}",           "window_not_found: " },
  { "ui_type", "{}",                                              "invalid_argument: " },
  { "ui_type", "{'text': 'a', 'mode': 'over'}",                   "invalid_argument: " },
  { "ui_type", "{'text': 'a', 'target': 'e4', 'window_title': 'Editor'}", "invalid_argument: ui_type takes a target or a window, not both" },
  { "ui_drag", "{'from': 'e5'}",                                  "invalid_argument: " },
  { "ui_drag", "{'from': '120,120', 'to': '5,5'}",                "window_not_found: There is no window at 5,5" },
  { "ui_drag", "{'from': '-5,5', 'to': '120,120'}",               "out_of_bounds: " },
  { "ui_drag", "{'from': 'e8', 'to': '120,120'}",                 "not_visible: The element is not visible" },
};

/* w1 has the keyboard. */
static const struct { const char *tool, *arguments, *made; } gestures[] = {
  { "ui_key", "{'keys': ['ctrl+s']}",              "press Control_L; press s; release s; release Control_L for w1" },
  { "ui_key", "{'keys': ['ctrl', 's']}",           "press Control_L; press s; release s; release Control_L for w1" },
  { "ui_key", "{'keys': ['ctrl', 'shift', 's']}",  "press Control_L; press Shift_L; press s; release s; release Shift_L; release Control_L for w1" },
  { "ui_key", "{'keys': ['ctrl+a', 'Delete']}",    "press Control_L; press a; release a; release Control_L; press Delete; release Delete for w1" },
  { "ui_key", "{'keys': ['a', 'b']}",              "press a; release a; press b; release b for w1" },
  { "ui_key", "{'keys': ['s', 'ctrl']}",           "press s; release s; press Control_L; release Control_L for w1" },
  { "ui_type", "{'text': 'Zoë'}",                  "type Zoë/0 for w1" },
  { "ui_type", "{'text': 'Zoë', 'mode': 'replace', 'delay_ms': 9}", "press Control_L; press a; release a; release Control_L; type Zoë/9 for w1" },
  { "ui_click_xy", "{'x': 810, 'y': 60}",          "move 810.5,60.5; down 1; witness; up 1 for w2" },
  { "ui_click_xy", "{'x': 810, 'y': 60, 'button': 'right', 'clicks': 2, 'delay_ms': 0}", "move 810.5,60.5; down 3; witness; up 3; down 3; up 3 for w2" },
  { "ui_mouse_move", "{'x': 5, 'y': 5}",           "move 5.5,5.5 for anybody" },
};
/* clang-format on */

static void
test_mistakes (InputDesk *self, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *failure =
          tool_desk_fail (&self->desk, mistakes[i].tool, mistakes[i].arguments);
      g_autofree char *made = pel_fake_input_take_made (self->input);

      g_test_message ("%s %s → %s", mistakes[i].tool, mistakes[i].arguments, failure);
      g_assert_true (g_str_has_prefix (failure, mistakes[i].failure));
      g_assert_null (made);
    }
}

static void
test_gestures (InputDesk *self, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (gestures); i++)
    {
      g_autofree char *made = NULL;

      g_test_message ("%s %s", gestures[i].tool, gestures[i].arguments);
      tool_desk_call (&self->desk, gestures[i].tool, gestures[i].arguments);
      made = pel_fake_input_take_made (self->input);
      g_assert_cmpstr (made, ==, gestures[i].made);
    }
}

/* A menu is a window of its own, which some toolkits want to see movement in before a click. */
static void
test_menu (InputDesk *self, gconstpointer unused)
{
  g_autofree char *made = NULL;

  tool_desk_show (&self->desk, 2, TOOL_DESK_MENU);
  tool_desk_call (&self->desk, "ui_click_xy", "{'x': 120, 'y': 100}");
  made = pel_fake_input_take_made (self->input);
  g_assert_cmpstr (made,
                   ==,
                   "move 120.5,100.5; pause 20; move 119.5,100.5; pause 20; move 120.5,100.5; "
                   "pause 20; move 119.5,100.5; pause 20; move 120.5,100.5; down 1; witness; up 1 "
                   "for menu");
}

/* More than a hand types in a while is refused as a whole. */
static void
test_long (InputDesk *self, gconstpointer unused)
{
  g_autofree char *text = g_strnfill (65537, 'a');
  g_autofree char *arguments = g_strdup_printf ("{'text': '%s'}", text);
  g_autofree char *failure = tool_desk_fail (&self->desk, "ui_type", arguments);
  g_autofree char *made = pel_fake_input_take_made (self->input);

  g_assert_nonnull (strstr (failure, "longer than 65536 bytes"));
  g_assert_null (made);
}

static void
test_dry_run (InputDesk *self, gconstpointer unused)
{
  g_autofree char *made = NULL;

  tool_desk_call (&self->desk, "ui_key", "{'keys': ['ctrl+s'], 'dry_run': true}");
  made = pel_fake_input_take_made (self->input);
  g_assert_null (made);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/tool-input/mistakes", InputDesk, NULL, set_up, test_mistakes, tear_down);
  g_test_add ("/tool-input/gestures", InputDesk, NULL, set_up, test_gestures, tear_down);
  g_test_add ("/tool-input/menu", InputDesk, NULL, set_up, test_menu, tear_down);
  g_test_add ("/tool-input/long", InputDesk, NULL, set_up, test_long, tear_down);
  g_test_add ("/tool-input/dry-run", InputDesk, NULL, set_up, test_dry_run, tear_down);
  return g_test_run ();
}
