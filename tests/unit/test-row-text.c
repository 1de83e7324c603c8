/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/row-text.h"

#include <string.h>

#define S(name) PEL_STATE_BIT (PEL_STATE_##name)
#define ON      (S (ENABLED) | S (SENSITIVE))

/* clang-format off */
static const struct { PelRole role; const char *name; PelStates states; PelElementFlags flags; const char *label; gboolean is_dim; } rows[] = {
  { PEL_ROLE_BUTTON,    "Save",   ON,                          PEL_ELEMENT_IS_VISIBLE, "Button “Save”",                       FALSE },
  { PEL_ROLE_BUTTON,    "Save",   0,                           PEL_ELEMENT_IS_VISIBLE, "Button “Save”, disabled",             FALSE },
  { PEL_ROLE_BUTTON,    "Save",   ON,                          0,                      "Button “Save”",                       TRUE  },
  { PEL_ROLE_PANE,      "",       0,                           PEL_ELEMENT_IS_VISIBLE, "Pane",                                FALSE },
  { PEL_ROLE_CHECK_BOX, "Wi-Fi",  ON | S (CHECKED) | S (FOCUSED), PEL_ELEMENT_IS_VISIBLE, "CheckBox “Wi-Fi”, focused, checked", FALSE },
  { PEL_ROLE_TEXT,      "a\nb",   ON,                          PEL_ELEMENT_IS_VISIBLE, "Text “a\\nb”",                        FALSE },
  { PEL_ROLE_WINDOW,    "Bank",   ON,                          PEL_ELEMENT_IS_VISIBLE | PEL_ELEMENT_IS_BLOCKED, "Window “Bank”, blocked by policy", FALSE },
  { PEL_ROLE_TEXT,      "a\u202eb", ON,                        PEL_ELEMENT_IS_VISIBLE, "Text “a\\u{202E}b”",                  FALSE },
};

static const struct { const char *name; const char *toolkit; gboolean is_answering; const char *label; gboolean is_dim; } program_rows[] = {
  { "Mail", "gtk", TRUE,  "Mail, GTK 3",             FALSE },
  { "Mail", NULL,  TRUE,  "Mail",                  FALSE },
  { NULL,   NULL,  TRUE,  "Process 42",            FALSE },
  { "Mail", "gtk", FALSE, "Mail, Not responding",  TRUE  },
};
/* clang-format on */

static void
test_elements (void)
{
  g_autoptr (GHashTable) items = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      PelElement                 element = { .ref = i + 1,
                                             .role = rows[i].role,
                                             .name = rows[i].name,
                                             .states = rows[i].states,
                                             .flags = rows[i].flags };
      g_autoptr (PelElementItem) item = pel_element_item_new (items, ":1.1", &element);
      g_auto (PelRowText)        text = { NULL };

      pel_row_text_init (&text, item);
      g_assert_cmpstr (text.label, ==, rows[i].label);
      g_assert_cmpint (text.is_dim, ==, rows[i].is_dim);
      g_assert_nonnull (text.icon);
    }
}

static void
test_programs (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (program_rows); i++)
    {
      PelSnapshotProgram         program = { .bus_name = ":1.1",
                                             .name = program_rows[i].name,
                                             .toolkit = program_rows[i].toolkit,
                                             .pid = 42,
                                             .is_answering = program_rows[i].is_answering };
      g_autoptr (PelProgramItem) item = pel_program_item_new (&program, 0);
      g_auto (PelRowText)        text = { NULL };

      pel_row_text_init (&text, item);
      g_assert_cmpstr (text.label, ==, program_rows[i].label);
      g_assert_cmpint (text.is_dim, ==, program_rows[i].is_dim);
    }
}

/* However long a name is, a row does not get to see more than it could show. */
static void
test_long (void)
{
  g_autoptr (GHashTable)     items = g_hash_table_new (NULL, NULL);
  g_autofree char           *name = g_strnfill (4000, 'x');
  PelElement                 element = { .ref = 1, .role = PEL_ROLE_TEXT, .name = name };
  g_autoptr (PelElementItem) item = pel_element_item_new (items, ":1.1", &element);
  g_auto (PelRowText)        text = { NULL };

  pel_row_text_init (&text, item);
  g_assert_cmpuint (strlen (text.name), <, 200);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspector/row-text/elements", test_elements);
  g_test_add_func ("/inspector/row-text/programs", test_programs);
  g_test_add_func ("/inspector/row-text/long", test_long);
  return g_test_run ();
}
