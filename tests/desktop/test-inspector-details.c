/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The details of the inspector, used from outside: what they tell, where they lead, what is copied.
 */

#include "clipboard-case.h"
#include "inspector-case.h"

#include <math.h>

/* of AT-SPI */
#define ROLE_LIST_ITEM 32
#define ROLE_MENU_ITEM 35

typedef struct
{
  InspectorCase parent;
  PelFixture   *fixture;
} DetailsCase;

static void
set_up (DetailsCase *self, gconstpointer unused)
{
  self->fixture = start_fixture ("Notes");
  inspector_case_set_up (&self->parent, NULL);
}

static void
tear_down (DetailsCase *self, gconstpointer unused)
{
  inspector_case_tear_down (&self->parent, NULL);
  g_clear_pointer (&self->fixture, pel_fixture_stop);
}

static JsonObject *
describe (const char *target)
{
  g_autofree char       *quoted = g_shell_quote (target);
  g_autofree char       *line = g_strdup_printf ("describe %s --json", quoted);
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);

  g_assert_cmpint (command->exit_code, ==, 0);
  return pel_command_parse_data (command);
}

/* (nullable) (transfer full): what the row of this name holds. */
static char *
dup_row (DetailsCase *self, const char *name)
{
  g_autoptr (GPtrArray) nodes = inspector_case_walk (&self->parent);

  for (guint i = 0; i < nodes->len; i++)
    {
      const PelA11yNode   *node = nodes->pdata[i];
      g_autoptr (GVariant) text = NULL;

      if (node->role != ROLE_LIST_ITEM || !g_str_equal (node->name, name))
        continue;
      text = pel_a11y_get (self->parent.bus,
                           node->bus_name,
                           node->path,
                           "Accessible",
                           "Description",
                           NULL);
      if (text != NULL && g_variant_get_string (text, NULL)[0] != '\0')
        return g_variant_dup_string (text, NULL);
    }
  return NULL;
}

static void
wait_for_row (DetailsCase *self, const char *name, const char *part)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autofree char *value = dup_row (self, name);

      if (value != NULL && strstr (value, part) != NULL)
        return;
      g_test_message ("“%s” is “%s”, not “%s”", name, value != NULL ? value : "nothing", part);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* One step, as the documentation of the tool says. */
static void
take_step (JsonObject *step, double rect[4])
{
  const char *operation = json_object_get_string_member (step, "operation");
  double      x = json_object_get_double_member_with_default (step, "x", 0);
  double      y = json_object_get_double_member_with_default (step, "y", 0);
  double      factor = json_object_get_double_member_with_default (step, "factor", 1);
  double      sign = g_str_equal (operation, "minus") ? -1 : 1;

  if (g_str_equal (operation, "replace"))
    {
      rect[2] = json_object_get_double_member (step, "width");
      rect[3] = json_object_get_double_member (step, "height");
      rect[0] = rect[1] = 0;
    }
  rect[0] += sign * x;
  rect[1] += sign * y;
  for (guint i = 0; i < 4; i++)
    rect[i] *= factor;
  if (!g_str_equal (operation, "round"))
    return;
  rect[2] = floor (rect[0] + rect[2] + 0.5) - floor (rect[0] + 0.5);
  rect[3] = floor (rect[1] + rect[3] + 0.5) - floor (rect[1] + 0.5);
  rect[0] = floor (rect[0] + 0.5);
  rect[1] = floor (rect[1] + 0.5);
}

static const char *const sides[] = { "x", "y", "width", "height" };

/* What the pane shows leads from the toolkit's numbers to where the element is. */
static void
test_coordinates (DetailsCase *self, gconstpointer unused)
{
  g_autoptr (JsonObject) answer = NULL;
  g_autofree char       *place = NULL;
  JsonArray             *steps;
  JsonObject            *bounds, *raw;
  double                 rect[4];

  inspect_element ("Slider");
  answer = describe ("Slider");
  bounds = json_object_get_object_member (answer, "bounds");
  raw = json_object_get_object_member (answer, "raw_bounds");
  steps = json_object_get_array_member (answer, "steps");
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    rect[i] = json_object_get_double_member (raw, sides[i]);
  g_assert_cmpuint (json_array_get_length (steps), >, 0);
  for (guint i = 0; i < json_array_get_length (steps); i++)
    take_step (json_array_get_object_element (steps, i), rect);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    g_assert_cmpfloat (rect[i], ==, json_object_get_double_member (bounds, sides[i]));

  place = g_strdup_printf ("=  %g, %g", rect[0], rect[1]);
  wait_for_row (self, "Formula", place);
  wait_for_row (self, "On the desktop", place + strlen ("=  "));
  wait_for_row (self, "Toolkit", "GTK 3");
  wait_for_row (self, "Executable", "fixture-gtk3");
}

static void
wait_for_clipboard (const char *beginning)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  while (clipboard_is_readable ())
    {
      g_autoptr (GBytes) bytes = clipboard_read ("UTF8_STRING");
      g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

      if (text[0] != '\0' && g_str_has_prefix (text, beginning))
        break;
      g_test_message ("the clipboard has “%s”", text);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* clang-format off */
static const struct { const char *button; const char *told; const char *text; } copies[] = {
  { "Copy the selector",      "Copied the selector",       "app=\"fixture-gtk3\" && role=Slider" },
  { "Copy “Native role”",     "Copied “Native role”",      "slider" },
  { "Copy “Formula”",         "Copied “Formula”",          "" },
};

static const struct { const char *item; guint index; const char *text; } forms[] = {
  { "Command Line", 1, "pellucid describe '" },
  { "Dogtail Line", 4, "tree.root.application('fixture-gtk3').child(name='Slider', roleName='slider')" },
};
/* clang-format on */

/* The item of an open menu. GTK 4.18 names none: there it is the one of this number. */
static const PelA11yNode *
find_item (GPtrArray *nodes, const char *name, guint index)
{
  guint n = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      const PelA11yNode *node = nodes->pdata[i];

      if (node->role == ROLE_MENU_ITEM &&
          (g_str_equal (node->name, name) || (node->name[0] == '\0' && n == index)))
        return node;
      n += node->role == ROLE_MENU_ITEM;
    }
  return NULL;
}

static void
press_item (DetailsCase *self, const char *name, guint index)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (GPtrArray) nodes = inspector_case_walk (&self->parent);
      const PelA11yNode    *item = find_item (nodes, name, index);
      g_autoptr (GVariant)  answer = NULL;

      if (item != NULL)
        answer = pel_a11y_call (self->parent.bus,
                                item->bus_name,
                                item->path,
                                "Action",
                                "DoAction",
                                g_variant_new ("(i)", 0),
                                NULL);
      if (answer != NULL)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

static void
test_copies (DetailsCase *self, gconstpointer unused)
{
  inspect_element ("Slider");
  inspector_case_wait (&self->parent, "Formula", TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (copies); i++)
    {
      inspector_case_press (&self->parent, copies[i].button);
      inspector_case_wait (&self->parent, copies[i].told, TRUE);
      wait_for_clipboard (copies[i].text);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      inspector_case_press (&self->parent, "Copy As");
      press_item (self, forms[i].item, forms[i].index);
      wait_for_clipboard (forms[i].text);
    }
}

/* A cell leads to its element, a crumb to the window. */
static void
test_links (DetailsCase *self, gconstpointer unused)
{
  inspect_element ("Table");
  wait_for_row (self, "Table", "4 rows, 3 columns");
  inspector_case_press (&self->parent, "\u2068Cell “line-2”\u2069");
  wait_for_row (self, "Name", "line-2");
  wait_for_row (self, "Role", "Cell");
  inspector_case_press (&self->parent, "\u2068Window “Notes”\u2069");
  wait_for_row (self, "Role", "Window");
}

static void
test_secrets (DetailsCase *self, gconstpointer unused)
{
  g_autofree char *text = NULL, *caret = NULL;

  inspect_element ("Edit:Entry");
  inspector_case_wait (&self->parent, "Caret", TRUE);
  inspect_element ("Edit:Password");
  wait_for_row (self, "Name", "Password");
  text = dup_row (self, "Text");
  caret = dup_row (self, "Caret");
  g_assert_null (text);
  g_assert_null (caret);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) \
  g_test_add ("/inspector-details/" path, DetailsCase, NULL, set_up, func, tear_down)
  ADD ("coordinates", test_coordinates);
  ADD ("copies", test_copies);
  ADD ("links", test_links);
  ADD ("secrets", test_secrets);
  return g_test_run ();
}
