/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From what is seen and read of an element to what is done with it: the peculiarities of each
 * toolkit, as they were found, a row each. */

#include "services/action/action-agent.h"
#include "services/action/action-plan.h"
#include "services/base/error.h"

#include <atspi/atspi-constants.h>
#include <string.h>

#define S(state) PEL_STATE_BIT (PEL_STATE_##state)
#define I(name)  PEL_INTERFACE_##name
#define USUAL    (S (ENABLED) | S (SENSITIVE) | S (SHOWING) | S (VISIBLE))

/* An element and what holds it; @below is the role of one child (0: none). */
typedef struct
{
  const char   *what;
  PelVerb       verb;
  guint         role;
  PelStates     states;
  PelInterfaces interfaces;
  const char   *actions; /* by commas */
  guint         parent;
  PelInterfaces parent_interfaces;
  PelStates     parent_states;
  const char   *deed; /* what is planned; NULL: unsupported; "": already */
  guint         below;
  PelStates     below_states;
  const char   *parent_bus_name, *below_bus_name; /* NULL: of the same program */
} Row;

/* clang-format off */
static const Row rows[] = {
  { "GTK 3 button",          PEL_VERB_INVOKE,   ATSPI_ROLE_PUSH_BUTTON,   USUAL, I (ACTION), "click", .deed = "do action “click”" },
  { "Qt button",             PEL_VERB_INVOKE,   ATSPI_ROLE_PUSH_BUTTON,   USUAL, I (ACTION), "SetFocus,Press", .deed = "do action “Press”" },
  { "Qt: focus only",        PEL_VERB_INVOKE,   ATSPI_ROLE_PUSH_BUTTON,   USUAL, I (ACTION), "SetFocus", .deed = NULL },
  { "Chromium ancestor",     PEL_VERB_INVOKE,   ATSPI_ROLE_PUSH_BUTTON,   USUAL, I (ACTION), "clickAncestor,showContextMenu", .deed = NULL },
  { "Chromium default",      PEL_VERB_INVOKE,   ATSPI_ROLE_PANEL,         USUAL, I (ACTION), "doDefault", .deed = NULL },
  { "Chromium link",         PEL_VERB_INVOKE,   ATSPI_ROLE_LINK,          USUAL, I (ACTION), "jump,showContextMenu", .deed = "do action “jump”" },
  { "no action at all",      PEL_VERB_INVOKE,   ATSPI_ROLE_CHECK_BOX,     USUAL, I (ACTION), "", .deed = NULL },

  { "GTK 3 check box",       PEL_VERB_TOGGLE,   ATSPI_ROLE_CHECK_BOX,     USUAL, I (ACTION), "click", .deed = "do action “click”" },
  { "GTK 3 toggle button",   PEL_VERB_TOGGLE,   ATSPI_ROLE_TOGGLE_BUTTON, USUAL, I (ACTION), "click", .deed = "do action “click”" },
  { "Qt check box",          PEL_VERB_TOGGLE,   ATSPI_ROLE_CHECK_BOX,     USUAL, I (ACTION), "Press,Toggle", .deed = "do action “Toggle”" },
  { "Chromium, on",          PEL_VERB_TOGGLE,   ATSPI_ROLE_CHECK_BOX,     USUAL | S (CHECKED), I (ACTION), "uncheck,showContextMenu", .deed = "do action “uncheck”" },
  { "no toggle",             PEL_VERB_TOGGLE,   ATSPI_ROLE_PUSH_BUTTON,   USUAL, I (ACTION), "click", .deed = NULL },
  { "Qt list item",          PEL_VERB_TOGGLE,   ATSPI_ROLE_LIST_ITEM,     USUAL | S (SELECTABLE), I (ACTION), "Toggle", .deed = NULL },

  { "GTK 3 tree",            PEL_VERB_EXPAND,   ATSPI_ROLE_TABLE_CELL,    USUAL | S (EXPANDABLE), I (ACTION), "expand or contract,edit", .deed = "do action “expand or contract”" },
  { "GTK 3 tree, open",      PEL_VERB_EXPAND,   ATSPI_ROLE_TABLE_CELL,    USUAL | S (EXPANDABLE) | S (EXPANDED), I (ACTION), "expand or contract,edit", .deed = "" },
  { "GTK 3 tree: leaf",      PEL_VERB_EXPAND,   ATSPI_ROLE_TABLE_CELL,    USUAL, I (ACTION), "expand or contract,edit", .deed = NULL },
  { "GTK 3 tree: close",     PEL_VERB_COLLAPSE, ATSPI_ROLE_TABLE_CELL,    USUAL | S (EXPANDABLE) | S (EXPANDED), I (ACTION), "expand or contract,edit", .deed = "do action “expand or contract”" },
  { "closed: close",         PEL_VERB_COLLAPSE, ATSPI_ROLE_TABLE_CELL,    USUAL | S (EXPANDABLE), I (ACTION), "expand or contract,edit", .deed = "" },
  { "GTK 4 row",             PEL_VERB_EXPAND,   ATSPI_ROLE_LIST_ITEM,     USUAL, I (ACTION), "listitem.toggle-expand,listitem.expand", .deed = "do action “listitem.expand”", .below = ATSPI_ROLE_PANEL, .below_states = USUAL | S (EXPANDABLE) },
  { "GTK 4 combo box",       PEL_VERB_EXPAND,   ATSPI_ROLE_COMBO_BOX,     USUAL, 0,          "click", .deed = "do action “click”", .below = ATSPI_ROLE_PUSH_BUTTON, .below_states = USUAL },
  { "GTK 4.18 combo box",    PEL_VERB_EXPAND,   ATSPI_ROLE_COMBO_BOX,     USUAL | S (EXPANDABLE), 0,          "click", .deed = "do action “click”", .below = ATSPI_ROLE_TOGGLE_BUTTON, .below_states = USUAL },
  { "Qt combo box",          PEL_VERB_EXPAND,   ATSPI_ROLE_COMBO_BOX,     USUAL, I (ACTION), "Press,ShowMenu", .deed = "do action “ShowMenu”" },
  { "open by its items",     PEL_VERB_EXPAND,   ATSPI_ROLE_COMBO_BOX,     USUAL, I (ACTION), "press", .deed = "", .below = ATSPI_ROLE_LIST_ITEM, .below_states = USUAL },
  { "Qt menu",               PEL_VERB_EXPAND,   ATSPI_ROLE_MENU_ITEM,     USUAL, I (ACTION), "ShowMenu", .deed = "do action “ShowMenu”" },
  { "a button opens not",    PEL_VERB_EXPAND,   ATSPI_ROLE_PUSH_BUTTON,   USUAL, I (ACTION), "click", .deed = NULL },

  { "GTK list",              PEL_VERB_SELECT,   ATSPI_ROLE_LIST_ITEM,     USUAL | S (SELECTABLE), 0, "", ATSPI_ROLE_LIST_BOX, I (SELECTION), USUAL, "select child" },
  { "list of several",       PEL_VERB_SELECT,   ATSPI_ROLE_LIST_ITEM,     USUAL | S (SELECTABLE), 0, "", ATSPI_ROLE_LIST_BOX, I (SELECTION), USUAL | S (MULTISELECTABLE), "clear selection, select child" },
  { "list: add",             PEL_VERB_ADD_TO_SELECTION, ATSPI_ROLE_LIST_ITEM, USUAL | S (SELECTABLE), 0, "", ATSPI_ROLE_LIST_BOX, I (SELECTION), USUAL | S (MULTISELECTABLE), "select child" },
  { "selected",              PEL_VERB_SELECT,   ATSPI_ROLE_LIST_ITEM,     USUAL | S (SELECTED), 0, "", ATSPI_ROLE_LIST_BOX, I (SELECTION), USUAL, "" },
  { "deselect",              PEL_VERB_DESELECT, ATSPI_ROLE_LIST_ITEM,     USUAL | S (SELECTED), 0, "", ATSPI_ROLE_LIST_BOX, I (SELECTION), USUAL, "deselect child" },
  { "deselect: is not",      PEL_VERB_DESELECT, ATSPI_ROLE_LIST_ITEM,     USUAL, 0, "", ATSPI_ROLE_LIST_BOX, I (SELECTION), USUAL, "" },
  { "Qt list",               PEL_VERB_SELECT,   ATSPI_ROLE_LIST_ITEM,     USUAL | S (SELECTABLE), I (ACTION), "Toggle", ATSPI_ROLE_LIST, 0, USUAL, "do action “Toggle”" },
  { "Qt combo box's item",   PEL_VERB_SELECT,   ATSPI_ROLE_LIST_ITEM,     USUAL | S (SELECTABLE), I (ACTION), "Toggle", ATSPI_ROLE_COMBO_BOX, 0, USUAL, NULL },
  { "Qt 6.8 combo box's item", PEL_VERB_SELECT,   ATSPI_ROLE_LIST_ITEM,     USUAL | S (SELECTABLE), I (ACTION), "Toggle", ATSPI_ROLE_COMBO_BOX, I (SELECTION), USUAL, NULL },
  { "Qt tab",                PEL_VERB_SELECT,   ATSPI_ROLE_PAGE_TAB,      USUAL, I (ACTION), "Press", ATSPI_ROLE_PAGE_TAB_LIST, 0, USUAL, "do action “Press”" },
  { "Chromium tab",          PEL_VERB_SELECT,   ATSPI_ROLE_PAGE_TAB,      USUAL, I (ACTION), "click", ATSPI_ROLE_PAGE_TAB_LIST, I (SELECTION), USUAL, "do action “click”" },
  { "radio button",          PEL_VERB_SELECT,   ATSPI_ROLE_RADIO_BUTTON,  USUAL, I (ACTION), "click", .deed = "do action “click”" },
  { "radio button, on",      PEL_VERB_SELECT,   ATSPI_ROLE_RADIO_BUTTON,  USUAL | S (CHECKED), I (ACTION), "click", .deed = "" },
  { "menus select nothing",  PEL_VERB_SELECT,   ATSPI_ROLE_MENU_ITEM,     USUAL | S (SELECTABLE), 0, "", ATSPI_ROLE_MENU, I (SELECTION), USUAL, NULL },

  { "focus",                 PEL_VERB_FOCUS,    ATSPI_ROLE_ENTRY,         USUAL | S (FOCUSABLE), I (COMPONENT), "", .deed = "grab focus" },
  { "focused",               PEL_VERB_FOCUS,    ATSPI_ROLE_ENTRY,         USUAL | S (FOCUSABLE) | S (FOCUSED), I (COMPONENT), "", .deed = "" },
  { "Qt, by its action",     PEL_VERB_FOCUS,    ATSPI_ROLE_ENTRY,         USUAL, I (ACTION), "SetFocus", .deed = "do action “SetFocus”" },
  { "label",                 PEL_VERB_FOCUS,    ATSPI_ROLE_LABEL,         USUAL, I (COMPONENT), "", .deed = NULL },
  { "context menu",          PEL_VERB_CONTEXT_MENU, ATSPI_ROLE_PUSH_BUTTON, USUAL, I (ACTION), "press,showContextMenu", .deed = "do action “showContextMenu”" },
  { "scroll into view",      PEL_VERB_SCROLL_INTO_VIEW, ATSPI_ROLE_LINK,  USUAL, I (COMPONENT), "", .deed = "scroll to" },
};
/* clang-format on */

static PelElement
describe (guint role, PelStates states, PelInterfaces interfaces, const char *path)
{
  return (PelElement){ .role = pel_role_from_atspi (role),
                       .native_role = role,
                       .states = states,
                       .interfaces = interfaces,
                       .flags = PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE,
                       .bounds = { 0, 0, 10, 10 },
                       .name = "It",
                       .value = "",
                       .bus_name = ":1.1",
                       .path = path };
}

static void
graft (PelElement *element, const char *bus_name)
{
  if (bus_name == NULL)
    return;
  element->bus_name = bus_name;
  element->flags |= PEL_ELEMENT_IS_FOREIGN;
}

static PelSnapshot *
new_snapshot (const Row *row, PelElementId *ret_id)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  PelElement          parent = describe (row->parent != 0 ? row->parent : ATSPI_ROLE_PANEL,
                                row->parent_states,
                                row->parent_interfaces,
                                "/parent");
  PelElement element = describe (row->role, row->states, row->interfaces, "/it");
  PelElement below = describe (row->below, row->below_states, PEL_INTERFACE_ACTION, "/below");

  graft (&parent, row->parent_bus_name);
  graft (&below, row->below_bus_name);
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.1",
                                                           .name = "p",
                                                           .pid = 1,
                                                           .is_answering = TRUE });
  element.parent = pel_snapshot_builder_add (builder, &parent);
  element.n_children = row->below != 0;
  *ret_id = below.parent = pel_snapshot_builder_add (builder, &element);
  if (row->below != 0)
    pel_snapshot_builder_add (builder, &below);
  return pel_snapshot_builder_finish (builder);
}

static PelElementReading *
new_reading (const char *actions)
{
  PelElementReading *reading = pel_element_reading_new ();
  g_auto (GStrv)     names = g_strsplit (actions, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      PelActionInfo info = { g_strdup (names[i]), g_strdup (""), g_strdup ("") };

      g_array_append_val (reading->actions, info);
    }
  return reading;
}

static void
test_rows (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      PelElementId                  id;
      g_autoptr (GError)            error = NULL;
      g_autoptr (PelSnapshot)       snapshot = new_snapshot (&rows[i], &id);
      g_autoptr (PelElementReading) reading = new_reading (rows[i].actions);
      PelAction                     action = { .verb = rows[i].verb };
      PelElementId                  agent = pel_action_find_agent (&action, snapshot, id);
      g_autoptr (PelActionPlan)     plan =
          pel_action_plan_new (&action, snapshot, id, agent, reading, &error);

      g_test_message ("%s", rows[i].what);
      if (rows[i].deed == NULL)
        {
          g_assert_error (error, PEL_ERROR, PEL_ERROR_PATTERN_UNSUPPORTED);
          g_assert_true (json_object_has_member (pel_error_get_details (error), "patterns"));
          g_assert_true (json_object_has_member (pel_error_get_details (error), "actions"));
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpstr (plan->deed, ==, rows[i].deed);
      g_assert_cmpint (plan->is_already, ==, rows[i].deed[0] == '\0');
    }
}

/* Values: a text, a number, or both. */
/* clang-format off */
static const struct
{
  const char   *what, *text;
  gboolean      has_number;
  double        number;
  PelInterfaces interfaces;
  PelStates     states;
  const char   *deed; /* NULL: unsupported, "": already, "!": a wrong argument */
} values[] = {
  { "field",              "Zoë",  FALSE, 0,  I (TEXT) | I (EDITABLE_TEXT),             S (EDITABLE), "set text"   },
  { "the same",           "was",  FALSE, 0,  I (TEXT) | I (EDITABLE_TEXT),             S (EDITABLE), ""           },
  { "a number in a field", NULL,  TRUE,  5,  I (TEXT) | I (EDITABLE_TEXT),             S (EDITABLE), "set text"   },
  { "read only",          "Zoë",  FALSE, 0,  I (TEXT) | I (EDITABLE_TEXT),             S (READ_ONLY), NULL        },
  { "slider",             NULL,   TRUE,  30, I (VALUE),                                0,            "set number" },
  { "the same number",    NULL,   TRUE,  7,  I (VALUE),                                0,            ""           },
  { "too large",          NULL,   TRUE,  101, I (VALUE),                               0,            "!"          },
  { "not finite",         NULL,   TRUE,  G_MAXDOUBLE * 10, I (VALUE),                  0,            "!"          },
  { "words in a slider",  "many", FALSE, 0,  I (VALUE),                                0,            "!"          },
  { "digits in a slider", "30",   FALSE, 0,  I (VALUE),                                0,            "set number" },
  { "spin button",        "30",   FALSE, 0,  I (VALUE) | I (TEXT) | I (EDITABLE_TEXT), S (EDITABLE), "set number" },
  { "nothing",            NULL,   FALSE, 0,  I (VALUE),                                0,            "!"          },
  { "a label",            "Zoë",  FALSE, 0,  I (TEXT),                                 0,            NULL         },
};
/* clang-format on */

static void
test_values (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      Row                           row = { .role = ATSPI_ROLE_ENTRY,
                                            .states = USUAL | values[i].states,
                                            .interfaces = values[i].interfaces };
      PelElementId                  id;
      g_autoptr (GError)            error = NULL;
      g_autoptr (PelSnapshot)       snapshot = new_snapshot (&row, &id);
      g_autoptr (PelElementReading) reading = new_reading ("");
      PelAction                     action = { .verb = PEL_VERB_SET_VALUE,
                                               .text = values[i].text,
                                               .has_number = values[i].has_number,
                                               .number = values[i].number };
      g_autoptr (PelActionPlan)     plan = NULL;

      g_test_message ("%s", values[i].what);
      reading->has_value = (values[i].interfaces & PEL_INTERFACE_VALUE) != 0;
      reading->value = 7;
      reading->maximum = 100;
      reading->value_text = g_strdup ("was");
      plan = pel_action_plan_new (&action, snapshot, id, id, reading, &error);
      if (values[i].deed == NULL)
        g_assert_error (error, PEL_ERROR, PEL_ERROR_PATTERN_UNSUPPORTED);
      else if (g_str_equal (values[i].deed, "!"))
        g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      else
        g_assert_cmpstr (plan->deed, ==, values[i].deed);
    }
}

/* A part of another program, which a hostile one lists among its own, is never acted on instead. */
static void
test_graft (void)
{
  static const struct
  {
    PelVerb   verb;
    guint     role, below;
    PelStates below_states;
  } grafts[] = {
    { PEL_VERB_EXPAND, ATSPI_ROLE_COMBO_BOX, ATSPI_ROLE_PUSH_BUTTON, USUAL },
    { PEL_VERB_EXPAND, ATSPI_ROLE_LIST_ITEM, ATSPI_ROLE_PANEL, USUAL | S (EXPANDABLE) },
    { PEL_VERB_SCROLL, ATSPI_ROLE_SCROLL_PANE, ATSPI_ROLE_SCROLL_BAR, USUAL | S (VERTICAL) },
    { PEL_VERB_SCROLL, ATSPI_ROLE_SCROLL_BAR, ATSPI_ROLE_SLIDER, USUAL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (grafts); i++)
    for (guint is_grafted = 0; is_grafted < 2; is_grafted++)
      {
        const Row               row = { .role = grafts[i].role,
                                        .states = USUAL | S (VERTICAL),
                                        .below = grafts[i].below,
                                        .below_states = grafts[i].below_states,
                                        .below_bus_name = is_grafted ? ":1.2" : NULL };
        const PelAction         action = { .verb = grafts[i].verb, .has_y = TRUE };
        PelElementId            id;
        g_autoptr (PelSnapshot) snapshot = new_snapshot (&row, &id);
        PelElementId            agent = pel_action_find_agent (&action, snapshot, id);

        g_test_message ("%u", i);
        g_assert_cmpuint (agent, ==, is_grafted ? id : id + 1);
      }
}

/* Nor is what holds a grafted element. */
static void
test_graft_selection (void)
{
  const Row                     row = { .role = ATSPI_ROLE_LIST_ITEM,
                                        .states = USUAL | S (SELECTABLE),
                                        .parent = ATSPI_ROLE_LIST_BOX,
                                        .parent_interfaces = I (SELECTION),
                                        .parent_states = USUAL,
                                        .parent_bus_name = ":1.2" };
  const PelAction               action = { .verb = PEL_VERB_SELECT };
  PelElementId                  id;
  g_autoptr (GError)            error = NULL;
  g_autoptr (PelSnapshot)       snapshot = new_snapshot (&row, &id);
  g_autoptr (PelElementReading) reading = new_reading ("");
  g_autoptr (PelActionPlan) plan = pel_action_plan_new (&action, snapshot, id, id, reading, &error);

  g_assert_error (error, PEL_ERROR, PEL_ERROR_PATTERN_UNSUPPORTED);
  g_assert_null (plan);
}

/* clang-format off */
static const struct { PelVerb verb; const char *text, *actions, *said, *hint; } refusals[] = {
  { PEL_VERB_EXPAND, NULL,     "click,press", "does not support “expand”",   "Toggle" },
  { PEL_VERB_EXPAND, NULL,     "click,press", "does not support “expand”",   "its actions (click, press)" },
  { PEL_VERB_DO,     "nosuch", "click,press", "has no action “nosuch”",      "its actions (click, press)" },
  { PEL_VERB_TOGGLE, NULL,     "",            "does not support “toggle”",   "pellucid click" },
  { PEL_VERB_INSERT_TEXT, "x", "",            "does not support “insert_text”", "editable" },
};
/* clang-format on */

/* What there is instead is told to people too, and nothing that there is not. */
static void
test_refusals (void)
{
  const Row    row = { .role = ATSPI_ROLE_CHECK_BOX, .states = USUAL, .interfaces = I (ACTION) };
  PelElementId id;
  g_autoptr (PelSnapshot) snapshot = new_snapshot (&row, &id);

  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      const PelAction               action = { .verb = refusals[i].verb, .text = refusals[i].text };
      g_autoptr (GError)            error = NULL;
      g_autoptr (PelElementReading) reading = new_reading (refusals[i].actions);
      g_autoptr (PelActionPlan)     plan =
          pel_action_plan_new (&action, snapshot, id, id, reading, &error);

      g_assert_null (plan);
      g_assert_error (error, PEL_ERROR, PEL_ERROR_PATTERN_UNSUPPORTED);
      g_test_message ("%s → %s", error->message, pel_error_get_hint (error));
      g_assert_nonnull (strstr (error->message, refusals[i].said));
      g_assert_nonnull (strstr (pel_error_get_hint (error), refusals[i].hint));
      if (refusals[i].verb == PEL_VERB_TOGGLE)
        g_assert_null (strstr (pel_error_get_hint (error), "Toggle"));
    }
}

/* An act says who it is meant for, whatever the plan. */
static void
test_fingerprint (void)
{
  PelElementId                  id;
  g_autoptr (PelSnapshot)       snapshot = new_snapshot (&rows[0], &id);
  g_autoptr (PelElementReading) reading = new_reading ("click");
  PelAction                     action = { .verb = PEL_VERB_INVOKE };
  g_autoptr (PelActionPlan) plan = pel_action_plan_new (&action, snapshot, id, id, reading, NULL);
  const PelElementAct      *act = g_ptr_array_index (plan->acts, 0);

  g_assert_cmpstr (act->path, ==, "/it");
  g_assert_cmpstr (act->name, ==, "It");
  g_assert_cmpuint (act->native_role, ==, ATSPI_ROLE_PUSH_BUTTON);
  g_assert_cmpstr (act->action, ==, "click");
  g_assert_true (act->needs_enabled);
}

static void
test_verbs (void)
{
  for (guint i = 0; i < PEL_N_VERBS; i++)
    {
      PelVerb verb = PEL_N_VERBS;

      g_assert_true (pel_verb_from_string (pel_verb_to_string (i), &verb));
      g_assert_cmpuint (verb, ==, i);
      g_assert_true ((pel_verb_get_checks (i) & PEL_CHECK_EXISTS) != 0);
      g_assert_cmpuint (pel_action_get_needs (i) & PEL_READ_ACTIONS, !=, 0);
    }
  for (guint i = 0; i < PEL_N_ACTION_CHECKS; i++)
    g_assert_cmpstr (pel_action_check_to_string (1u << i), !=, "");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/action-plan/rows", test_rows);
  g_test_add_func ("/action-plan/values", test_values);
  g_test_add_func ("/action-plan/graft", test_graft);
  g_test_add_func ("/action-plan/graft/selection", test_graft_selection);
  g_test_add_func ("/action-plan/refusals", test_refusals);
  g_test_add_func ("/action-plan/fingerprint", test_fingerprint);
  g_test_add_func ("/action-plan/verbs", test_verbs);
  return g_test_run ();
}
