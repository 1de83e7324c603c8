/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When an act takes hands, and what they do. */

#include "services/action/gesture-plan.h"
#include "services/base/error.h"
#include "tests/unit/fake-window-source.h"
#include "tests/unit/gesture-words.h"

#include <atspi/atspi-constants.h>
#include <xkbcommon/xkbcommon-keysyms.h>

#define USUAL                                                              \
  (PEL_STATE_BIT (PEL_STATE_ENABLED) | PEL_STATE_BIT (PEL_STATE_SHOWING) | \
   PEL_STATE_BIT (PEL_STATE_VISIBLE))
#define SHOWN (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)
#define CLICK .verb = PEL_VERB_CLICK, .fallback = TRUE
#define LEFT  .button = PEL_BUTTON_LEFT, .n_clicks = 1
#define CTRL                 \
  {                          \
    { XKB_KEY_Control_L }, 1 \
  }
#define SELECT "press Control_L; press a; release a; release Control_L"

static const PelChord save[] = { { { XKB_KEY_Control_L, XKB_KEY_s }, 2 }, { { XKB_KEY_F5 }, 1 } };

/* The element is at 10,20 and 30×10 large: a click reaches it at 25.5,25.5. */
/* clang-format off */
static const struct
{
  const char *what;
  PelAction   action;
  guint       role;
  const char *action_name; /* (nullable) that the element has */
  const char *deed;        /* NULL: unsupported */
  const char *gesture;     /* NULL: by its own action */
} cases[] = {
  { "a plain click is an action",  { CLICK, LEFT },                                           ATSPI_ROLE_PUSH_BUTTON, "click",  "do action “click”",  NULL },
  { "of a check box",              { CLICK, LEFT },                                           ATSPI_ROLE_CHECK_BOX,   "toggle", "do action “toggle”", NULL },
  { "of a tab",                    { CLICK, LEFT },                                           ATSPI_ROLE_PAGE_TAB,    "Press",  "do action “Press”", NULL },
  { "without hands, too",          { .verb = PEL_VERB_CLICK, LEFT },                          ATSPI_ROLE_PUSH_BUTTON, "click",  "do action “click”",  NULL },
  { "has no action",               { CLICK, LEFT },                                           ATSPI_ROLE_PUSH_BUTTON, NULL,     "click",              "move 25.5,25.5; down 1; witness; up 1" },
  { "means nothing of itself",     { CLICK, LEFT },                                           ATSPI_ROLE_ENTRY,       "activate", "click",            "move 25.5,25.5; down 1; witness; up 1" },
  { "no action, and no hands",     { .verb = PEL_VERB_CLICK, LEFT },                          ATSPI_ROLE_ENTRY,       NULL,     NULL,                 NULL },
  { "in a menu",                   { CLICK, LEFT },                                           ATSPI_ROLE_MENU_ITEM,   NULL,     "click",
    "move 25.5,25.5; pause 20; move 24.5,25.5; pause 20; move 25.5,25.5; pause 20; move 24.5,25.5; pause 20; move 25.5,25.5; down 1; witness; up 1" },
  { "with a key held",             { CLICK, LEFT, .modifiers = CTRL },                        ATSPI_ROLE_PUSH_BUTTON, "click",  "click left × 1",     "move 25.5,25.5; press Control_L; down 1; witness; up 1; release Control_L" },
  { "another button",              { CLICK, .button = PEL_BUTTON_RIGHT, .n_clicks = 1 },      ATSPI_ROLE_PUSH_BUTTON, "click",  "click right × 1",    "move 25.5,25.5; down 3; witness; up 3" },
  { "twice",                       { CLICK, .button = PEL_BUTTON_LEFT, .n_clicks = 2, .pause_ms = 60 }, ATSPI_ROLE_PUSH_BUTTON, "click", "click left × 2", "move 25.5,25.5; down 1; witness; up 1; pause 60; down 1; up 1" },
  { "held, and no hands",          { .verb = PEL_VERB_CLICK, LEFT, .modifiers = CTRL },       ATSPI_ROLE_PUSH_BUTTON, "click",  NULL,                 NULL },

  { "a press",                     { .verb = PEL_VERB_INVOKE, .fallback = TRUE },             ATSPI_ROLE_PUSH_BUTTON, NULL,     "click",              "move 25.5,25.5; down 1; witness; up 1" },
  { "drag",                        { .verb = PEL_VERB_DRAG, .fallback = TRUE, .button = PEL_BUTTON_LEFT, .to = { 25.5, 25.5 } }, ATSPI_ROLE_SLIDER, NULL, "drag",
    "move 25.5,25.5; down 1; witness; pause 20; move 25.5,25.5; pause 20; move 25.5,25.5; pause 20; move 25.5,25.5; pause 20; move 25.5,25.5; pause 20; move 25.5,25.5; "
    "pause 20; move 25.5,25.5; pause 20; move 25.5,25.5; pause 20; move 25.5,25.5; pause 20; drop 1" },
  { "wheel: a notch at least",     { .verb = PEL_VERB_SCROLL, .fallback = TRUE, .has_y = TRUE, .scroll_y = 1 },    ATSPI_ROLE_PANEL, NULL, "turn the wheel by 0, 1",  "move 25.5,25.5; wheel 0,1" },
  { "wheel: up",                   { .verb = PEL_VERB_SCROLL, .fallback = TRUE, .has_y = TRUE, .scroll_y = -120 }, ATSPI_ROLE_PANEL, NULL, "turn the wheel by 0, -3", "move 25.5,25.5; wheel 0,-3" },
  { "wheel: not for ever",         { .verb = PEL_VERB_SCROLL, .fallback = TRUE, .has_x = TRUE, .scroll_x = 1e300 }, ATSPI_ROLE_PANEL, NULL, "turn the wheel by 100, 0", "move 25.5,25.5; wheel 100,0" },
  { "wheel: no percent",           { .verb = PEL_VERB_SCROLL, .fallback = TRUE, .has_y = TRUE, .scroll_y = 50, .scroll_unit = PEL_SCROLL_PERCENT }, ATSPI_ROLE_PANEL, NULL, NULL, NULL },
  { "typing",                      { .verb = PEL_VERB_TYPE, .fallback = TRUE, .text = "Zoë", .pause_ms = 5 },      ATSPI_ROLE_ENTRY, NULL, "type", "type Zoë/5" },
  { "typing over",                 { .verb = PEL_VERB_TYPE, .fallback = TRUE, .text = "Zoë", .is_replaced = TRUE }, ATSPI_ROLE_ENTRY, NULL, "type", SELECT "; type Zoë/0" },
  { "a value",                     { .verb = PEL_VERB_SET_VALUE, .fallback = TRUE, .text = "Zoë" },                ATSPI_ROLE_ENTRY, NULL, "type", SELECT "; type Zoë/0" },
  { "no value",                    { .verb = PEL_VERB_SET_VALUE, .fallback = TRUE, .text = "" },                   ATSPI_ROLE_ENTRY, NULL, "type", SELECT "; press Delete; release Delete" },
  { "chords",                      { .verb = PEL_VERB_KEY, .fallback = TRUE, .chords = save, .n_chords = 2 },      ATSPI_ROLE_ENTRY, NULL, "press keys", "press Control_L; press s; release s; release Control_L; press F5; release F5" },
  { "context menu",                { .verb = PEL_VERB_CONTEXT_MENU, .fallback = TRUE },       ATSPI_ROLE_ENTRY,       NULL,     "press Shift+F10",    "press Shift_L; press F10; release F10; release Shift_L" },
  { "no hands deselect",           { .verb = PEL_VERB_DESELECT, .fallback = TRUE },           ATSPI_ROLE_ENTRY,       NULL,     "",                   NULL },
  { "no hands name actions",       { .verb = PEL_VERB_DO, .fallback = TRUE, .text = "jump" }, ATSPI_ROLE_PUSH_BUTTON, "click",  NULL,                 NULL },
};
/* clang-format on */

static PelElement
describe (guint role, PelElementFlags flags, PelNativeRect bounds, const char *path)
{
  return (PelElement){ .role = pel_role_from_atspi (role),
                       .native_role = role,
                       .states = USUAL,
                       .interfaces = PEL_INTERFACE_ACTION | PEL_INTERFACE_COMPONENT,
                       .flags = flags,
                       .place = PEL_PLACE_KNOWN,
                       .bounds = bounds,
                       .name = "It",
                       .value = "",
                       .bus_name = ":1.1",
                       .path = path };
}

/* An element in a window. */
static PelSnapshot *
new_snapshot (guint role, PelElementFlags flags, PelElementId *ret_id)
{
  static const PelWindowInfo window = { .id = "w1",
                                        .title = "It",
                                        .pid = 1,
                                        .bounds = { 0, 0, 100, 100 },
                                        .content = { 0, 0, 100, 100 },
                                        .surface = { 0, 0, 100, 100 },
                                        .states = PEL_WINDOW_VISIBLE };
  PelSnapshotBuilder        *builder = pel_snapshot_builder_new ();
  g_autoptr (PelDesktop)     desktop = pel_fake_desktop_new (1, &window, 1);
  PelElement                 frame = describe (ATSPI_ROLE_FRAME, SHOWN, window.bounds, "/frame");
  PelElement element = describe (role, flags, (PelNativeRect){ 10, 20, 30, 10 }, "/it");

  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.1",
                                                           .name = "p",
                                                           .pid = 1,
                                                           .is_answering = TRUE });
  frame.n_children = 1;
  element.parent = pel_snapshot_builder_add (builder, &frame);
  *ret_id = pel_snapshot_builder_add (builder, &element);
  pel_snapshot_builder_add_surface (builder, 0, element.parent);
  return pel_snapshot_builder_finish (builder);
}

static PelElementReading *
new_reading (const char *action_name)
{
  PelElementReading *reading = pel_element_reading_new ();
  PelActionInfo      info = { g_strdup (action_name), g_strdup (""), g_strdup ("") };

  if (action_name != NULL)
    g_array_append_val (reading->actions, info);
  else
    {
      g_free (info.description);
      g_free (info.key_binding);
    }
  return reading;
}

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      PelElementId                  id;
      g_autoptr (GError)            error = NULL;
      g_autoptr (PelSnapshot)       snapshot = new_snapshot (cases[i].role, SHOWN, &id);
      g_autoptr (PelElementReading) reading = new_reading (cases[i].action_name);
      g_autoptr (PelActionPlan)     plan =
          pel_action_plan_new (&cases[i].action, snapshot, id, id, reading, &error);
      g_autofree char *words = NULL;

      g_test_message ("%s", cases[i].what);
      if (cases[i].deed == NULL)
        {
          g_assert_nonnull (error);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpstr (plan->deed, ==, cases[i].deed);
      g_assert_cmpint (plan->is_by_hand, ==, cases[i].gesture != NULL);
      if (plan->gesture != NULL)
        words = gesture_dup_words (plan->gesture);
      g_assert_cmpstr (words, ==, cases[i].gesture);
    }
}

/* What no click reaches is planned, so that what is in the way can be told, and has no gesture. */
static void
test_unreached (void)
{
  const PelAction               action = { CLICK, LEFT };
  PelElementId                  id;
  g_autoptr (PelSnapshot)       snapshot = new_snapshot (ATSPI_ROLE_ENTRY, 0, &id);
  g_autoptr (PelElementReading) reading = new_reading (NULL);
  g_autoptr (PelActionPlan) plan = pel_action_plan_new (&action, snapshot, id, id, reading, NULL);

  g_assert_nonnull (plan);
  g_assert_true (plan->is_by_hand);
  g_assert_true (plan->needs_point);
  g_assert_null (plan->gesture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gesture-plan/rows", test_rows);
  g_test_add_func ("/gesture-plan/unreached", test_unreached);
  return g_test_run ();
}
