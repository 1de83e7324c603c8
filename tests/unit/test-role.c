/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/element/role.h"

#include <atspi/atspi-constants.h>

/* clang-format off */
static const struct { const char *name; PelRole role; } name_cases[] = {
  { "Button",        PEL_ROLE_BUTTON     }, { "push button",   PEL_ROLE_BUTTON       },
  { "PushButton",    PEL_ROLE_BUTTON     }, { "push-button",   PEL_ROLE_BUTTON       },
  { "TOGGLE_BUTTON", PEL_ROLE_BUTTON     }, { "TextBox",       PEL_ROLE_EDIT         },
  { "textfield",     PEL_ROLE_EDIT       }, { "Text",          PEL_ROLE_TEXT         },
  { "label",         PEL_ROLE_TEXT       }, { "password text", PEL_ROLE_EDIT         },
  { "listitem",      PEL_ROLE_LIST_ITEM  }, { "page tab",      PEL_ROLE_TAB_ITEM     },
  { "hyperlink",     PEL_ROLE_LINK       }, { "frame",         PEL_ROLE_WINDOW       },
  { "switch",        PEL_ROLE_SWITCH     }, { "document web",  PEL_ROLE_DOCUMENT     },
};

static const char *const bad_names[] = { "", " ", "Buttons", "Butto", "push", "e12", "-" };

static const struct { guint native; PelRole role; const char *name; } native_cases[] = {
  { ATSPI_ROLE_PUSH_BUTTON,     PEL_ROLE_BUTTON,      "push button"     },
  { ATSPI_ROLE_TOGGLE_BUTTON,   PEL_ROLE_BUTTON,      "toggle button"   },
  { ATSPI_ROLE_TEXT,            PEL_ROLE_EDIT,        "text"            },
  { ATSPI_ROLE_FILLER,          PEL_ROLE_PANE,        "filler"          },
  { ATSPI_ROLE_RADIO_MENU_ITEM, PEL_ROLE_MENU_ITEM,   "radio menu item" },
  { ATSPI_ROLE_TREE_TABLE,      PEL_ROLE_TREE,        "tree table"      },
  { 130,                        PEL_ROLE_SWITCH,      "switch"          },
  { 131,                        PEL_ROLE_CUSTOM,      "unknown"         },
  { G_MAXUINT,                  PEL_ROLE_CUSTOM,      "unknown"         },
};

/* The list of the specification, with the control types of UI Automation. */
static const struct { const char *name; guint uia; } uia_cases[] = {
  { "Window", 50032 }, { "Button", 50000 }, { "CheckBox", 50002 }, { "RadioButton", 50013 },
  { "Edit", 50004 }, { "ComboBox", 50003 }, { "List", 50008 }, { "ListItem", 50007 },
  { "Menu", 50009 }, { "MenuBar", 50010 }, { "MenuItem", 50011 }, { "Tab", 50018 },
  { "TabItem", 50019 }, { "Tree", 50023 }, { "TreeItem", 50024 }, { "Table", 50036 },
  { "Row", 50029 }, { "Cell", 50029 }, { "Header", 50034 }, { "Slider", 50015 },
  { "Spinner", 50016 }, { "ProgressBar", 50012 }, { "ScrollBar", 50014 }, { "Image", 50006 },
  { "Link", 50005 }, { "Text", 50020 }, { "Group", 50026 }, { "Pane", 50033 },
  { "ToolBar", 50021 }, { "ToolTip", 50022 }, { "StatusBar", 50017 }, { "Document", 50030 },
  { "TitleBar", 50037 }, { "Separator", 50038 }, { "Switch", 50000 }, { "Dialog", 50032 },
  { "Application", 50033 }, { "Custom", 50025 },
};
/* clang-format on */

static void
test_names_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (name_cases); i++)
    {
      PelRole role = PEL_N_ROLES;

      g_test_message ("name: %s", name_cases[i].name);
      g_assert_true (pel_role_from_string (name_cases[i].name, &role));
      g_assert_cmpint (role, ==, name_cases[i].role);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad_names); i++)
    {
      PelRole role = PEL_ROLE_LINK;

      g_assert_false (pel_role_from_string (bad_names[i], &role));
      g_assert_cmpint (role, ==, PEL_ROLE_LINK);
    }
}

static void
test_names_round_trip (void)
{
  for (guint i = 0; i < PEL_N_ROLES; i++)
    {
      PelRole role = PEL_N_ROLES;

      g_test_message ("role: %s", pel_role_to_string (i));
      g_assert_true (pel_role_from_string (pel_role_to_string (i), &role));
      g_assert_cmpuint (role, ==, i);
      g_assert_cmpuint (pel_role_from_atspi (pel_role_to_atspi (i)), ==, i);
      g_assert_cmpuint (pel_role_to_uia (i), >=, 50000);
    }
  g_assert_cmpstr (pel_role_to_string (PEL_N_ROLES), ==, "Custom");
}

static void
test_native_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (native_cases); i++)
    {
      g_assert_cmpint (pel_role_from_atspi (native_cases[i].native), ==, native_cases[i].role);
      g_assert_cmpstr (pel_role_get_native_name (native_cases[i].native), ==, native_cases[i].name);
    }
}

static void
test_native_complete (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < PEL_N_NATIVE_ROLES; i++)
    {
      PelRole role;

      g_test_message ("AtspiRole %u", i);
      g_assert_nonnull (pel_role_get_native_name (i));
      g_assert_true (g_hash_table_add (names, (char *) pel_role_get_native_name (i)));
      g_assert_true (pel_role_from_string (pel_role_get_native_name (i), &role));
    }
}

static void
test_native_traits (void)
{
  g_assert_true (pel_native_role_is_password (ATSPI_ROLE_PASSWORD_TEXT));
  g_assert_false (pel_native_role_is_password (ATSPI_ROLE_ENTRY));
  g_assert_true (pel_native_role_is_toggle (ATSPI_ROLE_CHECK_MENU_ITEM));
  g_assert_false (pel_native_role_is_toggle (ATSPI_ROLE_PUSH_BUTTON));
  g_assert_false (pel_native_role_is_toggle (G_MAXUINT));
}

static void
test_uia_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (uia_cases); i++)
    {
      PelRole role;

      g_assert_true (pel_role_from_string (uia_cases[i].name, &role));
      g_assert_cmpstr (pel_role_to_string (role), ==, uia_cases[i].name);
      g_assert_cmpuint (pel_role_to_uia (role), ==, uia_cases[i].uia);
    }
}

static void
test_flags_rows (void)
{
  g_assert_true (pel_role_is_interactive (PEL_ROLE_BUTTON));
  g_assert_false (pel_role_is_interactive (PEL_ROLE_TEXT));
  g_assert_true (pel_role_is_structural (PEL_ROLE_GROUP));
  g_assert_false (pel_role_is_structural (PEL_ROLE_LIST));
  g_assert_true (pel_role_is_window (PEL_ROLE_DIALOG));
  g_assert_false (pel_role_is_window (PEL_ROLE_PANE));
  for (guint i = 0; i < PEL_N_ROLES; i++)
    g_assert_false (pel_role_is_interactive (i) && pel_role_is_structural (i));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/role/names/rows", test_names_rows);
  g_test_add_func ("/role/names/round-trip", test_names_round_trip);
  g_test_add_func ("/role/native/rows", test_native_rows);
  g_test_add_func ("/role/native/complete", test_native_complete);
  g_test_add_func ("/role/native/traits", test_native_traits);
  g_test_add_func ("/role/uia/rows", test_uia_rows);
  g_test_add_func ("/role/flags/rows", test_flags_rows);
  return g_test_run ();
}
