/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/element/pattern.h"

#include <atspi/atspi-constants.h>

#define S(name)   PEL_STATE_BIT (PEL_STATE_##name)
#define COMPONENT PEL_INTERFACE_COMPONENT
#define ACTION    PEL_INTERFACE_ACTION

/* clang-format off */
static const struct
{
  guint native; PelStates states; guint interfaces; const char *patterns; gboolean interactive;
} derive_cases[] = {
  { ATSPI_ROLE_PUSH_BUTTON, S (FOCUSABLE), ACTION | COMPONENT, "Invoke ScrollItem Focus", TRUE },
  { ATSPI_ROLE_PUSH_BUTTON, 0, 0, "", TRUE },
  { ATSPI_ROLE_TOGGLE_BUTTON, 0, ACTION, "Invoke Toggle", TRUE },
  { ATSPI_ROLE_CHECK_BOX, 0, ACTION, "Invoke Toggle", TRUE },
  { ATSPI_ROLE_CHECK_BOX, 0, 0, "", TRUE },
  { ATSPI_ROLE_CHECK_MENU_ITEM, 0, ACTION, "Invoke Toggle", TRUE },
  { ATSPI_ROLE_MENU_ITEM, 0, ACTION, "Invoke", TRUE },
  { ATSPI_ROLE_COMBO_BOX, 0, ACTION, "Invoke ExpandCollapse", TRUE },
  { ATSPI_ROLE_TREE_ITEM, S (EXPANDABLE), ACTION, "Invoke SelectionItem ExpandCollapse", TRUE },
  { ATSPI_ROLE_LIST, 0, PEL_INTERFACE_SELECTION, "Selection", FALSE },
  { ATSPI_ROLE_ENTRY, 0, PEL_INTERFACE_TEXT | PEL_INTERFACE_EDITABLE_TEXT, "Value Text", TRUE },
  { ATSPI_ROLE_ENTRY, S (READ_ONLY), PEL_INTERFACE_TEXT | PEL_INTERFACE_EDITABLE_TEXT, "Text", TRUE },
  { ATSPI_ROLE_PARAGRAPH, 0, ACTION | PEL_INTERFACE_EDITABLE_TEXT, "Invoke", FALSE }, /* Gecko */
  { ATSPI_ROLE_PARAGRAPH, S (EDITABLE), PEL_INTERFACE_EDITABLE_TEXT, "Value", TRUE },
  { ATSPI_ROLE_SLIDER, 0, PEL_INTERFACE_VALUE, "RangeValue", TRUE },
  { ATSPI_ROLE_PROGRESS_BAR, 0, PEL_INTERFACE_VALUE, "RangeValue", FALSE },
  { ATSPI_ROLE_LABEL, 0, PEL_INTERFACE_TEXT | ACTION, "Invoke Text", FALSE },
  { ATSPI_ROLE_TABLE, 0, PEL_INTERFACE_TABLE, "Grid", FALSE },
  { ATSPI_ROLE_TABLE_CELL, 0, PEL_INTERFACE_TABLE_CELL, "GridItem", FALSE },
  { ATSPI_ROLE_TABLE_CELL, S (SELECTABLE), 0, "SelectionItem", TRUE },
  { ATSPI_ROLE_FRAME, 0, COMPONENT, "Window Transform", FALSE },
  { ATSPI_ROLE_SCROLL_PANE, 0, COMPONENT, "Scroll", FALSE },
  { ATSPI_ROLE_IMAGE, 0, PEL_INTERFACE_IMAGE, "Image", FALSE },
  { ATSPI_ROLE_LINK, 0, PEL_INTERFACE_HYPERLINK, "Hyperlink", TRUE },
  { ATSPI_ROLE_DOCUMENT_WEB, 0, PEL_INTERFACE_DOCUMENT, "Document", FALSE },
  { ATSPI_ROLE_DRAWING_AREA, S (FOCUSABLE), COMPONENT, "ScrollItem Focus", TRUE },
  { 4711, G_MAXUINT64 & ~S (FOCUSABLE) & ~S (SELECTABLE), 0, "", FALSE },
};
/* clang-format on */

static char *
patterns_to_text (PelPatterns patterns)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < PEL_N_PATTERNS; i++)
    if ((patterns & 1u << i) != 0)
      g_string_append_printf (text,
                              "%s%s",
                              text->len > 0 ? " " : "",
                              pel_pattern_to_string (1 << i));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_derive_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (derive_cases); i++)
    {
      guint       native = derive_cases[i].native;
      PelRole     role = pel_role_from_atspi (native);
      PelPatterns patterns =
          pel_patterns_derive (native, role, derive_cases[i].states, derive_cases[i].interfaces);
      g_autofree char *text = patterns_to_text (patterns);

      g_test_message ("row %" G_GSIZE_FORMAT ": %s", i, pel_role_get_native_name (native));
      g_assert_cmpstr (text, ==, derive_cases[i].patterns);
      g_assert_cmpint (pel_is_interactive (role, derive_cases[i].states, patterns),
                       ==,
                       derive_cases[i].interactive);
    }
}

/* clang-format off */
static const struct { PelRole role; PelStates states; PelPatterns patterns; PelToggle toggle; } toggle_cases[] = {
  { PEL_ROLE_CHECK_BOX,    0,                             PEL_PATTERN_TOGGLE, PEL_TOGGLE_OFF   },
  { PEL_ROLE_CHECK_BOX,    S (CHECKED),                   PEL_PATTERN_TOGGLE, PEL_TOGGLE_ON    },
  { PEL_ROLE_CHECK_BOX,    S (CHECKED) | S (INDETERMINATE), PEL_PATTERN_TOGGLE, PEL_TOGGLE_MIXED },
  { PEL_ROLE_CHECK_BOX,    0,                             0,                  PEL_TOGGLE_NONE  },
  { PEL_ROLE_BUTTON,       S (CHECKED),                   0,                  PEL_TOGGLE_ON    },
  { PEL_ROLE_RADIO_BUTTON, 0,                             0,                  PEL_TOGGLE_OFF   },
  { PEL_ROLE_PROGRESS_BAR, S (INDETERMINATE),             0,                  PEL_TOGGLE_NONE  },
};

static const struct { PelRole role; PelStates states; guint interfaces; gboolean is_field; } field_cases[] = {
  { PEL_ROLE_EDIT,      0,            PEL_INTERFACE_TEXT,  TRUE  },
  { PEL_ROLE_COMBO_BOX, 0,            PEL_INTERFACE_TEXT,  TRUE  },
  { PEL_ROLE_SPINNER,   0,            PEL_INTERFACE_TEXT,  TRUE  },
  { PEL_ROLE_TERMINAL,  S (EDITABLE), PEL_INTERFACE_TEXT,  TRUE  },
  { PEL_ROLE_TEXT,      0,            PEL_INTERFACE_TEXT,  FALSE },
  { PEL_ROLE_EDIT,      S (EDITABLE), PEL_INTERFACE_VALUE, FALSE },
};
/* clang-format on */

static void
test_derive_toggle (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (toggle_cases); i++)
    g_assert_cmpint (pel_toggle_derive (toggle_cases[i].role,
                                        toggle_cases[i].states,
                                        toggle_cases[i].patterns),
                     ==,
                     toggle_cases[i].toggle);
}

static void
test_derive_field (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (field_cases); i++)
    g_assert_cmpint (pel_is_field (field_cases[i].role,
                                   field_cases[i].states,
                                   field_cases[i].interfaces),
                     ==,
                     field_cases[i].is_field);
}

static void
test_names_interfaces (void)
{
  for (guint i = 0; i < PEL_N_INTERFACES; i++)
    {
      const char      *name = pel_interface_to_string (1 << i);
      g_autofree char *full = g_strconcat ("org.a11y.atspi.", name, NULL);

      g_assert_cmpuint (pel_interface_from_string (name), ==, 1u << i);
      g_assert_cmpuint (pel_interface_from_string (full), ==, 1u << i);
    }
  g_assert_cmpuint (pel_interface_from_string (ATSPI_DBUS_INTERFACE_EDITABLE_TEXT),
                    ==,
                    PEL_INTERFACE_EDITABLE_TEXT);
  g_assert_cmpuint (pel_interface_from_string (ATSPI_DBUS_INTERFACE_TABLE_CELL),
                    ==,
                    PEL_INTERFACE_TABLE_CELL);
  g_assert_cmpuint (pel_interface_from_string (ATSPI_DBUS_INTERFACE_VALUE),
                    ==,
                    PEL_INTERFACE_VALUE);
  g_assert_cmpuint (pel_interface_from_string ("org.a11y.atspi."), ==, 0);
  g_assert_cmpuint (pel_interface_from_string ("org.freedesktop.DBus.Peer"), ==, 0);
  g_assert_null (pel_interface_to_string (0));
  g_assert_null (pel_interface_to_string (3));
  g_assert_null (pel_interface_to_string (1 << 20));
}

static void
test_names_patterns (void)
{
  for (guint i = 0; i < PEL_N_PATTERNS; i++)
    g_assert_cmpuint (pel_pattern_from_string (pel_pattern_to_string (1 << i)), ==, 1u << i);
  g_assert_cmpuint (pel_pattern_from_string ("expand-collapse"), ==, PEL_PATTERN_EXPAND_COLLAPSE);
  g_assert_cmpuint (pel_pattern_from_string ("Expand"), ==, 0);
  g_assert_null (pel_pattern_to_string (0));
  g_assert_null (pel_pattern_to_string (1 << 30));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pattern/derive/rows", test_derive_rows);
  g_test_add_func ("/pattern/derive/toggle", test_derive_toggle);
  g_test_add_func ("/pattern/derive/field", test_derive_field);
  g_test_add_func ("/pattern/names/interfaces", test_names_interfaces);
  g_test_add_func ("/pattern/names/patterns", test_names_patterns);
  return g_test_run ();
}
