/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What elements are called, as real programs were seen to tell (or not to tell) it. */

#include "services/provider/atspi-naming.h"

#include <atspi/atspi-constants.h>

#define S(name) PEL_STATE_BIT (PEL_STATE_##name)
#define SHOWN   (S (SHOWING) | S (VISIBLE))
#define OBJECT  "\xef\xbf\xbc"

#define ITSELF      PEL_NAMED_BY_ITSELF
#define CHILD       PEL_NAMED_BY_CHILD
#define TEXT        PEL_NAMED_BY_TEXT
#define PLACEHOLDER PEL_NAMED_BY_PLACEHOLDER
#define DESCRIPTION PEL_NAMED_BY_DESCRIPTION
#define LABEL       PEL_NAMED_BY_LABEL

typedef struct
{
  guint       level, native_role;
  const char *name, *value; /* value: (nullable) what its Text interface tells */
  PelStates   states;
  struct
  {
    PelNameSource source;
    const char   *text; /* of a label, the number of its row: “/1” */
  } hint;
  const char   *expected;
  PelNameSource source;
} Row;

/* Each is a program of its own, up to a row at level 0. Row 0 of a program has the path “/0”. */
/* clang-format off */
static const Row gtk4_rows[] = {
  { 0, ATSPI_ROLE_PUSH_BUTTON, "GtkButton", NULL, 0, { 0 }, "Undo", CHILD },
  { 1, ATSPI_ROLE_LABEL,       "Undo",      NULL, 0, { 0 }, "Undo", ITSELF },
  { 0, ATSPI_ROLE_PUSH_BUTTON, "7 7",       NULL, 0, { 0 }, "7",    ITSELF },
  { 1, ATSPI_ROLE_LABEL,       "7",         NULL, 0, { 0 }, "7",    ITSELF },
  { 0, ATSPI_ROLE_PUSH_BUTTON, "Sing Sing", NULL, 0, { 0 }, "Sing Sing", ITSELF },
  { 1, ATSPI_ROLE_LABEL,       "A prison",  NULL, 0, { 0 }, "A prison", ITSELF },
  { 0, ATSPI_ROLE_TABLE_CELL,  "NautilusGridCell", NULL, 0, { 0 }, "notes.txt", CHILD },
  { 1, ATSPI_ROLE_PANEL,       "AdwGizmo",  NULL, 0, { 0 }, "",     ITSELF },
  { 2, ATSPI_ROLE_IMAGE,       "GtkImage",  NULL, 0, { 0 }, "",     ITSELF },
  { 2, ATSPI_ROLE_LABEL,       "notes.txt", NULL, 0, { 0 }, "notes.txt", ITSELF },
  { 0, ATSPI_ROLE_PUSH_BUTTON, "GtkButton", NULL, 0, { 0 }, "",     ITSELF },
  { 0, ATSPI_ROLE_PUSH_BUTTON, "GitHub",    NULL, 0, { 0 }, "GitHub", ITSELF },
  { 0, ATSPI_ROLE_PUSH_BUTTON, "Button",    NULL, 0, { 0 }, "Button", ITSELF },
  { 0, ATSPI_ROLE_PUSH_BUTTON, "GtkButton", NULL, 0, { DESCRIPTION, "Take it back" }, "Take it back", DESCRIPTION },
  { 1, ATSPI_ROLE_LABEL,       "Undo",      NULL, 0, { 0 }, "Undo", ITSELF },
};

static const Row rows[] = {
  /* its own name, without the blanks around it */
  { 0, ATSPI_ROLE_MENU_ITEM,   "Open… ",    NULL, 0, { 0 }, "Open…",     ITSELF },
  { 0, ATSPI_ROLE_MENU_ITEM,   "\n\xc2\xa0 Open", NULL, 0, { 0 }, "Open", ITSELF },
  { 0, ATSPI_ROLE_PUSH_BUTTON, "GtkButton", NULL, 0, { 0 }, "GtkButton", ITSELF },
  { 0, ATSPI_ROLE_PUSH_BUTTON, "OK",        NULL, 0, { DESCRIPTION, "Ends it" }, "OK", ITSELF },
  { 0, ATSPI_ROLE_LIST_ITEM,   "• First",   NULL, 0, { 0 }, "First",     ITSELF },
  { 0, ATSPI_ROLE_LABEL,       "• First",   NULL, 0, { 0 }, "• First",   ITSELF },
  { 0, ATSPI_ROLE_PUSH_BUTTON, " ",         NULL, 0, { 0 }, "",          ITSELF },
  /* its label, whatever that says now */
  { 0, ATSPI_ROLE_PANEL,       "",          NULL, 0, { 0 }, "",          ITSELF },
  { 1, ATSPI_ROLE_LABEL,       "Your name ", NULL, 0, { 0 }, "Your name", ITSELF },
  { 1, ATSPI_ROLE_ENTRY,       "",          "Ada", S (EDITABLE), { LABEL, "/1" }, "Your name", LABEL },
  { 1, ATSPI_ROLE_PARAGRAPH,   "",          "Town " OBJECT, 0, { 0 }, "Town of birth", TEXT },
  { 2, ATSPI_ROLE_LINK,        "of birth",  NULL, 0, { 0 }, "of birth",  ITSELF },
  { 1, ATSPI_ROLE_ENTRY,       "",          "",   S (EDITABLE), { LABEL, "/3" }, "Town of birth", LABEL },
  { 1, ATSPI_ROLE_ENTRY,       "",          "",   S (EDITABLE), { LABEL, "/gone" }, "", ITSELF },
  { 1, ATSPI_ROLE_ENTRY,       "",          "",   S (EDITABLE), { PLACEHOLDER, "Street" }, "Street", PLACEHOLDER },
  /* the label that a field of WebKit is in, without what is in the field */
  { 0, ATSPI_ROLE_LABEL,       "",          "Name " OBJECT, 0, { 0 }, "Name", TEXT },
  { 1, ATSPI_ROLE_ENTRY,       "Name Zoë",  "",   S (EDITABLE), { 0 }, "Name", LABEL },
  { 0, ATSPI_ROLE_LABEL,       "Name",      NULL, 0, { 0 }, "Name",      ITSELF },
  { 1, ATSPI_ROLE_ENTRY,       "Names",     "",   S (EDITABLE), { 0 }, "Names", ITSELF },
  /* a field's text is its value, and never its name */
  { 0, ATSPI_ROLE_ENTRY,       "",          "Ada", 0, { 0 }, "", ITSELF },
  { 0, ATSPI_ROLE_PARAGRAPH,   "",          "Ada", S (EDITABLE), { 0 }, "", ITSELF },
  { 0, ATSPI_ROLE_PASSWORD_TEXT, "",        "Ada", 0, { 0 }, "", ITSELF },
  { 0, ATSPI_ROLE_COMBO_BOX,   "",          "Red", 0, { 0 }, "", ITSELF },
  /* text that it holds, with what is embedded in it */
  { 0, ATSPI_ROLE_PARAGRAPH,   "",          "See " OBJECT " and " OBJECT ".", 0, { 0 }, "See one and two (2).", TEXT },
  { 1, ATSPI_ROLE_LINK,        "",          "one", 0, { 0 }, "one", TEXT },
  { 1, ATSPI_ROLE_LINK,        "",          "two " OBJECT, 0, { 0 }, "two (2)", TEXT },
  { 2, ATSPI_ROLE_LABEL,       "(2)",       NULL, 0, { 0 }, "(2)", ITSELF },
  { 0, ATSPI_ROLE_STATUS_BAR,  "",          " Saved at noon\n", 0, { 0 }, "Saved at noon", TEXT },
  { 0, ATSPI_ROLE_LIST_ITEM,   "",          "• First " OBJECT, 0, { 0 }, "First point", TEXT },
  { 1, ATSPI_ROLE_LINK,        "point",     NULL, 0, { 0 }, "point", ITSELF },
  { 0, ATSPI_ROLE_PARAGRAPH,   "",          "More objects " OBJECT OBJECT, 0, { 0 }, "More objects", TEXT },
  /* what is only in those below it is theirs */
  { 0, ATSPI_ROLE_SECTION,     "",          OBJECT "\n" OBJECT, 0, { 0 }, "", ITSELF },
  { 1, ATSPI_ROLE_PARAGRAPH,   "",          "One", 0, { 0 }, "One", TEXT },
  { 1, ATSPI_ROLE_PARAGRAPH,   "",          "Two", 0, { 0 }, "Two", TEXT },
  /* what its only child is called */
  { 0, ATSPI_ROLE_LIST_ITEM,   "",          OBJECT, 0, { 0 }, "Second", CHILD },
  { 1, ATSPI_ROLE_LINK,        "Second",    NULL, 0, { 0 }, "Second", ITSELF },
  { 0, ATSPI_ROLE_PUSH_BUTTON, "",          NULL, 0, { 0 }, "Send", CHILD },
  { 1, ATSPI_ROLE_PANEL,       "",          NULL, 0, { 0 }, "", ITSELF },
  { 2, ATSPI_ROLE_ICON,        "",          NULL, 0, { 0 }, "", ITSELF },
  { 2, ATSPI_ROLE_LABEL,       "Send",      NULL, 0, { 0 }, "Send", ITSELF },
  { 0, ATSPI_ROLE_LIST_ITEM,   "",          NULL, 0, { 0 }, "", ITSELF },
  { 1, ATSPI_ROLE_LABEL,       "One",       NULL, 0, { 0 }, "One", ITSELF },
  { 1, ATSPI_ROLE_LABEL,       "Two",       NULL, 0, { 0 }, "Two", ITSELF },
  { 0, ATSPI_ROLE_PANEL,       "",          NULL, S (FOCUSABLE), { 0 }, "", ITSELF },
  { 1, ATSPI_ROLE_LABEL,       "Send",      NULL, 0, { 0 }, "Send", ITSELF },
  /* pieces of a text, as Chromium has them */
  { 0, ATSPI_ROLE_LIST_ITEM,   "",          NULL, 0, { 0 }, "Third bold", TEXT },
  { 1, ATSPI_ROLE_STATIC,      "• ",        NULL, 0, { 0 }, "•", ITSELF },
  { 1, ATSPI_ROLE_STATIC,      "Third ",    NULL, 0, { 0 }, "Third", ITSELF },
  { 1, ATSPI_ROLE_STATIC,      "bold",      NULL, 0, { 0 }, "bold", ITSELF },
  { 0, ATSPI_ROLE_PARAGRAPH,   "",          NULL, 0, { 0 }, "Born in Ulm.", TEXT },
  { 1, ATSPI_ROLE_STATIC,      "Born in ",  NULL, 0, { 0 }, "Born in", ITSELF },
  { 1, ATSPI_ROLE_LINK,        "Ulm",       NULL, 0, { 0 }, "Ulm", ITSELF },
  { 1, ATSPI_ROLE_STATIC,      ".",         NULL, 0, { 0 }, ".", ITSELF },
  { 0, ATSPI_ROLE_PARAGRAPH,   "",          NULL, 0, { 0 }, "", ITSELF },
  { 1, ATSPI_ROLE_STATIC,      "Whole",     NULL, 0, { 0 }, "Whole", ITSELF },
  { 0, ATSPI_ROLE_LABEL,       "",          NULL, 0, { 0 }, "", ITSELF },
  { 1, ATSPI_ROLE_CHECK_BOX,   "Check",     NULL, 0, { 0 }, "Check", ITSELF },
  { 1, ATSPI_ROLE_STATIC,      "Check",     NULL, 0, { 0 }, "Check", ITSELF },
};

/* What a closed list to choose from shows. */
static const struct { const char *value; guint native_role; PelStates states; const char *expected; } choices[] = {
  { NULL,   ATSPI_ROLE_LIST_ITEM, S (SELECTED),   "Green" },
  { OBJECT, ATSPI_ROLE_MENU_ITEM, S (SELECTED),   "Green" },
  { "Own",  ATSPI_ROLE_LIST_ITEM, S (SELECTED),   NULL    },
  { "",     ATSPI_ROLE_LIST_ITEM, S (SELECTABLE), NULL    },
};
/* clang-format on */

static PelNodeId
add (PelAtspiTree *tree, PelNodeId parent, const char *path, const Row *row)
{
  PelNodeId     id = pel_atspi_tree_add (tree, parent, G_MAXUINT, NULL, path);
  PelAtspiNode *node = pel_atspi_tree_get (tree, id);

  node->flags |= PEL_NODE_FACTS;
  node->native_role = row->native_role;
  node->role = pel_role_from_atspi (row->native_role);
  node->states = row->states;
  node->interfaces = row->value != NULL ? PEL_INTERFACE_TEXT : 0;
  node->value = g_strdup (row->value);
  node->hint = g_strdup (row->hint.text);
  node->hint_source = row->hint.source;
  pel_atspi_tree_set_name (tree, id, row->name);
  return id;
}

/* The rows from @first to before the next at level 0, in a window. Returns how many. */
static guint
check_program (const PelToolkit *toolkit, const Row *first, gsize n_left)
{
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  g_autoptr (GString)      scratch = g_string_new (NULL);
  PelNodeId                open[8], ids[32];
  guint                    n = 0;

  open[0] = pel_atspi_tree_add (tree, PEL_NODE_ROOT, 0, NULL, "/window");
  do
    {
      g_autofree char *path = g_strdup_printf ("/%u", n);

      ids[n] = open[first[n].level + 1] = add (tree, open[first[n].level], path, &first[n]);
      n++;
    }
  while (n < n_left && first[n].level > 0);
  for (guint i = 0; i < n; i++)
    {
      PelNameSource source;

      g_test_message ("%s “%s”", pel_role_get_native_name (first[i].native_role), first[i].name);
      g_assert_cmpstr (pel_atspi_naming_find (tree, toolkit, ids[i], scratch, &source),
                       ==,
                       first[i].expected);
      g_assert_cmpint (source, ==, first[i].source);
    }
  return n;
}

static void
test_rows (void)
{
  const PelToolkit *gecko = pel_toolkit_find ("Gecko", "140");
  const PelToolkit *gtk4 = pel_toolkit_find ("GTK", "4.8");

  for (gsize i = 0; i < G_N_ELEMENTS (rows);)
    i += check_program (gecko, &rows[i], G_N_ELEMENTS (rows) - i);
  for (gsize i = 0; i < G_N_ELEMENTS (gtk4_rows);)
    i += check_program (gtk4, &gtk4_rows[i], G_N_ELEMENTS (gtk4_rows) - i);
}

static void
test_choices (void)
{
  const PelToolkit *toolkit = pel_toolkit_find ("Chromium", "140");

  for (gsize i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
      g_autoptr (GString)      scratch = g_string_new (NULL);
      const Row                box_row = {
                       0, ATSPI_ROLE_COMBO_BOX, "Colour", choices[i].value, 0, { 0 }, NULL, 0
      };
      const Row red = { 0, choices[i].native_role, "Red", NULL, 0, { 0 }, NULL, 0 };
      const Row green = { 0, choices[i].native_role, "Green ", NULL, choices[i].states, { 0 }, NULL,
                          0 };
      PelNodeId box = add (tree, PEL_NODE_ROOT, "/box", &box_row);

      add (tree, box, "/red", &red);
      add (tree, box, "/green", &green);
      g_assert_cmpstr (pel_atspi_naming_find_choice (tree, toolkit, box, scratch),
                       ==,
                       choices[i].expected);
    }
}

/* Only what can be seen and used costs questions. */
static void
test_wanted (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("Gecko", "140");
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelNodeId                window = pel_atspi_tree_add (tree, PEL_NODE_ROOT, 0, NULL, "/window");
  /* clang-format off */
  static const struct { guint native_role; const char *name, *value; PelStates states; gboolean hint, text; } cases[] = {
    { ATSPI_ROLE_PUSH_BUTTON, "",   NULL, SHOWN,                  TRUE,  FALSE },
    { ATSPI_ROLE_PUSH_BUTTON, "",   NULL, 0,                      FALSE, FALSE },
    { ATSPI_ROLE_PUSH_BUTTON, "OK", NULL, SHOWN,                  FALSE, FALSE },
    { ATSPI_ROLE_LINK,        "",   "x",  SHOWN,                  TRUE,  TRUE  },
    { ATSPI_ROLE_PARAGRAPH,   "",   "x",  SHOWN,                  FALSE, TRUE  },
    { ATSPI_ROLE_PARAGRAPH,   "",   "x",  0,                      FALSE, FALSE },
    { ATSPI_ROLE_PARAGRAPH,   "",   "x",  SHOWN | S (EDITABLE),   FALSE, FALSE },
    { ATSPI_ROLE_ENTRY,       "",   "x",  SHOWN,                  TRUE,  FALSE },
    { ATSPI_ROLE_PANEL,       "",   NULL, SHOWN | S (FOCUSABLE),  FALSE, FALSE },
    { ATSPI_ROLE_SEPARATOR,   "",   NULL, SHOWN | S (FOCUSABLE),  FALSE, FALSE },
    { ATSPI_ROLE_TABLE_CELL,  "",   NULL, SHOWN | S (SELECTABLE), FALSE, FALSE },
  };
  /* clang-format on */

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", (guint) i);
      const Row        row = {
               0, cases[i].native_role, cases[i].name, cases[i].value, cases[i].states, { 0 }, NULL, 0
      };
      PelNodeId id = add (tree, window, path, &row);

      g_test_message ("row %u", (guint) i);
      g_assert_cmpint (pel_atspi_naming_wants_hint (tree, toolkit, id), ==, cases[i].hint);
      g_assert_cmpint (pel_atspi_naming_wants_text (tree, toolkit, id), ==, cases[i].text);
    }
}

/* Texts in texts in texts, each with as many as fit: it comes to an end, soon. */
static void
test_hostile (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find (NULL, NULL);
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  g_autoptr (GString)      value = g_string_new ("x");
  g_autoptr (GString)      scratch = g_string_new (NULL);
  PelNodeId                parent = pel_atspi_tree_add (tree, PEL_NODE_ROOT, 0, NULL, "/window");
  PelNameSource            source;
  gint64                   start = g_get_monotonic_time ();

  for (guint i = 0; i < 1300; i++)
    g_string_append (value, OBJECT);
  for (guint level = 0; level < 100; level++)
    {
      PelNodeId next = PEL_NODE_NONE;

      for (guint i = 0; i < 100; i++)
        {
          g_autofree char *path = g_strdup_printf ("/%u/%u", level, i);
          const Row row = { 0, ATSPI_ROLE_LIST_ITEM, "", value->str, S (SHOWING), { 0 }, NULL, 0 };

          next = add (tree, parent, path, &row);
        }
      parent = next;
    }
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (tree); id++)
    g_assert_cmpuint (strlen (pel_atspi_naming_find (tree, toolkit, id, scratch, &source)),
                      <=,
                      4096);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_TIME_SPAN_SECOND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/atspi-naming/rows", test_rows);
  g_test_add_func ("/atspi-naming/choices", test_choices);
  g_test_add_func ("/atspi-naming/wanted", test_wanted);
  g_test_add_func ("/atspi-naming/hostile", test_hostile);
  return g_test_run ();
}
