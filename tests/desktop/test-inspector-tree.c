/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tree of the inspector in a person's hands: several things selected, and back to what was. */

#include "fixture-hands.h"
#include "inspector-case.h"
#include "overlay/theme.h"

/* of AT-SPI */
#define ROLE_LIST      31
#define STATE_SELECTED 23
#define COORD_WINDOW   1

#define TOGGLE "app=\"fixture-gtk3\" && role=Button && id=\"toggle\""
#define CHECK  "app=\"fixture-gtk3\" && role=CheckBox && id=\"check\""

typedef struct
{
  InspectorCase panel;
  PelFixture   *fixture;
  PelTestInput *input;
} Desk;

/* A row and the list that it is in, from the top of the window. */
typedef struct
{
  char *name;
  int   top, bottom, list_top, list_bottom;
} PelRow;

static void
pel_row_free (PelRow *self)
{
  g_free (self->name);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRow, pel_row_free)

static void
set_up (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->input = pel_test_input_new (&error);
  g_assert_no_error (error);
  self->fixture = start_fixture ("Desk");
  pel_command_end_session (); /* a window that is only raised may not have the keyboard */
  inspector_case_set_up (&self->panel, NULL);
  self->panel.is_shallow = TRUE;
}

static void
tear_down (Desk *self, gconstpointer unused)
{
  inspector_case_tear_down (&self->panel, NULL);
  g_clear_pointer (&self->fixture, pel_fixture_stop);
  g_clear_pointer (&self->input, pel_test_input_free);
}

/* The selector of what is told about stands in the details. */
static void
wait_for_told (Desk *self, const char *selector)
{
  g_autofree char *text = g_strconcat ("\u2068", selector, NULL);

  inspector_case_wait (&self->panel, text, TRUE);
}

static void
inspect (Desk *self, const char *target, const char *selector)
{
  g_autofree char *line = g_strdup_printf ("wait '%s'", target);
  g_autofree char *open = g_strdup_printf ("inspect '%s'", target);

  run_command (line);
  run_command (open);
  wait_for_told (self, selector);
}

static void
press_key (Desk *self, const char *chord)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_chord (self->input, chord, &error);
  g_assert_no_error (error);
}

static gboolean
has_state (Desk *self, const PelA11yNode *node, guint state)
{
  g_autoptr (GVariant) answer = pel_a11y_call (self->panel.bus,
                                               node->bus_name,
                                               node->path,
                                               "Accessible",
                                               "GetState",
                                               NULL,
                                               NULL);
  g_autoptr (GVariant) words = answer != NULL ? g_variant_get_child_value (answer, 0) : NULL;
  guint32              word = 0;

  if (words != NULL && g_variant_n_children (words) > state / 32)
    g_variant_get_child (words, state / 32, "u", &word);
  return (word >> state % 32 & 1) != 0;
}

/* Where it begins and ends, from the top of the window. */
static gboolean
get_span (Desk *self, const PelA11yNode *node, int *top, int *bottom)
{
  g_autoptr (GVariant) answer = pel_a11y_call (self->panel.bus,
                                               node->bus_name,
                                               node->path,
                                               "Component",
                                               "GetExtents",
                                               g_variant_new ("(u)", COORD_WINDOW),
                                               NULL);
  int                  x, width, height;

  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "((iiii))", &x, top, &width, &height);
  *bottom = *top + height;
  return TRUE;
}

static guint
count_rows (Desk *self, guint state)
{
  g_autoptr (GPtrArray) nodes = inspector_case_walk (&self->panel);
  guint                 n = 0;

  for (guint i = 0; i < nodes->len; i++)
    if (((PelA11yNode *) nodes->pdata[i])->role == ROLE_LIST_ITEM)
      n += has_state (self, nodes->pdata[i], state);
  return n;
}

static void
wait_for_selected (Desk *self, guint n_rows)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  while (count_rows (self, STATE_SELECTED) != n_rows)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

/* With the keyboard; the one where it is, is told about. */
static void
test_several_keys (Desk *self, gconstpointer unused)
{
  inspect (self, "Button:Toggle", TOGGLE);
  press_key (self, "shift+Down");
  inspector_case_wait (&self->panel, "2 selected", TRUE);
  wait_for_told (self, CHECK);
  press_key (self, "shift+Down");
  inspector_case_wait (&self->panel, "3 selected", TRUE);
  inspector_case_press (&self->panel, "Copy Selectors");
  inspector_case_wait (&self->panel, "Copied 3 selectors", TRUE);
  press_key (self, "Up");
  wait_for_told (self, CHECK);
  inspector_case_wait (&self->panel, "3 select", FALSE);
}

/* Newer versions of GTK tell only of rows that are in sight: the list is scrolled to its end, while
 * what is selected stays so. */
static void
wait_for_last (Desk *self, const char *beginning)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (GPtrArray) nodes = NULL;

      press_key (self, "ctrl+End");
      nodes = inspector_case_walk (&self->panel);
      if (find_named (nodes, beginning) != NULL)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* What comes and goes around it, and filters, take nothing of it away. */
static void
test_several_stay (Desk *self, gconstpointer unused)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) other = NULL;

  inspect (self, "Button:Toggle", TOGGLE);
  press_key (self, "shift+Down");
  inspector_case_wait (&self->panel, "2 selected", TRUE);
  inspector_case_press (&self->panel, "Interactive");
  inspector_case_wait (&self->panel, "Pane", FALSE);
  wait_for_selected (self, 2);
  inspector_case_press (&self->panel, "Interactive");
  inspector_case_wait (&self->panel, "Pane", TRUE);
  wait_for_selected (self, 2);
  other = pel_fixture_start (&error, "fixture-hostile", NULL);
  g_assert_no_error (error);
  wait_for_last (self, "fixture-hostile");
  press_key (self, "ctrl+Home");
  wait_for_selected (self, 2);
  g_clear_pointer (&self->fixture, pel_fixture_stop);
  inspector_case_wait (&self->panel, "Select a row", TRUE);
}

/* (nullable) (transfer full): the first row that is selected. */
static PelRow *
find_selected_row (Desk *self)
{
  g_autoptr (GPtrArray) nodes = inspector_case_walk (&self->panel);
  PelRow                row = { 0 };
  const PelA11yNode    *list = NULL;

  for (guint i = 0; i < nodes->len; i++)
    {
      PelA11yNode *node = nodes->pdata[i];

      if (node->role == ROLE_LIST)
        list = node;
      if (node->role != ROLE_LIST_ITEM || !has_state (self, node, STATE_SELECTED) ||
          !get_span (self, node, &row.top, &row.bottom))
        continue;
      g_assert_nonnull (list);
      get_span (self, list, &row.list_top, &row.list_bottom);
      row.name = g_strdup (node->name);
      return g_memdup2 (&row, sizeof row);
    }
  return NULL;
}

/* It is selected and can be seen, as soon as all has come to rest. */
static void
wait_for_row (Desk *self, const char *beginning)
{
  gint64 deadline = g_get_monotonic_time () + 2 * WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (PelRow) row = find_selected_row (self);

      if (row != NULL)
        g_test_message ("%s: %d…%d in %d…%d",
                        row->name,
                        row->top,
                        row->bottom,
                        row->list_top,
                        row->list_bottom);
      if (row != NULL && g_str_has_prefix (row->name, beginning) && row->top >= row->list_top - 1 &&
          row->bottom <= row->list_bottom + 1)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* In a list of thousands that is made for it, in both directions. */
static void
test_reveal_long (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->fixture, pel_fixture_stop);
  self->fixture =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "Long", "--count", "2000", NULL);
  g_assert_no_error (error);
  run_command ("wait 'Button:\"extra-1777\"'");
  run_command ("inspect 'Button:\"extra-1777\"'");
  wait_for_row (self, "Button “extra-1777");
  run_command ("inspect 'Button:\"extra-12\"'");
  wait_for_row (self, "Button “extra-12");
  run_command ("inspect 'Button:\"extra-1999\"'");
  wait_for_row (self, "Button “extra-1999");
}

/* Whether the widget has a line of that colour above. */
static gboolean
is_outlined (PelShade shade, const PelOracleBox *box)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);
  guint32                    colour = pel_theme_get_style (shade)->colour;
  guint                      n = 0;

  g_assert_no_error (error);
  for (int y = box->y - 1; y <= box->y + 1; y++)
    for (int x = box->x; x < box->x + box->width; x++)
      n += pel_oracle_read (image, x, y) == colour;
  return n > (guint) box->width / 2;
}

static void
await_outline (PelShade shade, const PelOracleBox *box, gboolean is_there)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  g_test_message ("waiting for %s outline at %d,%d", is_there ? "an" : "no", box->x, box->y);
  while (is_outlined (shade, box) != is_there)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

/* What is pointed at on the screen one after the other: all of it, and all is outlined, but only
 * where it is known what that is for. */
static void
test_several_picked (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  PelOracleBox       first = find_widget ("toggle");
  PelOracleBox       second = find_widget ("disabled");

  inspect (self, "Slider", "app=\"fixture-gtk3\" && role=Slider && id=\"slider\"");
  pel_test_input_move (self->input, first.x + first.width / 2, first.y + first.height / 2, &error);
  inspector_case_press (&self->panel, "Pick an element");
  await_outline (PEL_SHADE_HOVERED, &first, TRUE);
  pel_test_input_hold (self->input, "Shift_L", &error);
  pel_test_input_click (self->input, 1, &error);
  pel_test_input_lift (self->input, "Shift_L", &error);
  pel_test_input_move (self->input,
                       second.x + second.width / 2,
                       second.y + second.height / 2,
                       &error);
  await_outline (PEL_SHADE_HOVERED, &second, TRUE);
  pel_test_input_click (self->input, 1, &error);
  g_assert_no_error (error);
  inspector_case_wait (&self->panel, "2 selected", TRUE);
  pel_test_input_move (self->input, 2, 2, &error);
  await_outline (PEL_SHADE_SELECTED, &first, TRUE);
  await_outline (PEL_SHADE_SELECTED, &second, TRUE);
  inspector_case_press (&self->panel, "Bus");
  await_outline (PEL_SHADE_SELECTED, &first, FALSE);
  await_outline (PEL_SHADE_SELECTED, &second, FALSE);
  inspector_case_press (&self->panel, "Elements");
  await_outline (PEL_SHADE_SELECTED, &second, TRUE);
}

/* By its buttons and by its keys. */
static void
test_history (Desk *self, gconstpointer unused)
{
  inspect (self, "Button:Toggle", TOGGLE);
  inspect (self, "CheckBox:Check", CHECK);
  inspector_case_press (&self->panel, "Back");
  wait_for_told (self, TOGGLE);
  inspector_case_press (&self->panel, "Forward");
  wait_for_told (self, CHECK);
  press_key (self, "alt+Left");
  wait_for_told (self, TOGGLE);
  press_key (self, "alt+Right");
  wait_for_told (self, CHECK);
}

/* What is shown is what was shown the last time. */
static void
test_settings (Desk *self, gconstpointer unused)
{
  for (guint i = 0; i < 2; i++)
    {
      pel_command_end_session ();
      inspect (self, "Button:Toggle", TOGGLE);
      /* newer versions of GTK tell only of rows that are in sight */
      inspector_case_press (&self->panel, "\u2068Application “fixture-gtk3”\u2069");
      inspector_case_wait (&self->panel, "fixture-gtk3, GTK 3", TRUE);
      inspector_case_wait (&self->panel, "Pane", i == 0);
      inspector_case_press (&self->panel, "Interactive");
      inspector_case_wait (&self->panel, "Pane", i == 1);
    }
}

/* While somebody else uses the session, it does not end without a question; a window closes. */
static void
test_quit_asks (Desk *self, gconstpointer unused)
{
  pid_t  session = pel_command_find_session ();
  gint64 deadline;

  inspect (self, "Button:Toggle", TOGGLE);
  run_command ("overlay on");
  press_key (self, "ctrl+q");
  inspector_case_wait (&self->panel, "The overlay will be turned off.", TRUE);
  press_key (self, "Escape");
  inspector_case_wait (&self->panel, "The overlay will be turned off.", FALSE);
  press_key (self, "ctrl+w");
  inspector_case_wait (&self->panel, "Copy the selector", FALSE);
  run_command ("overlay off");
  g_assert_cmpint (pel_command_find_session (), ==, session);
  run_command ("inspect");
  inspector_case_wait (&self->panel, "fixture-gtk3", TRUE);
  press_key (self, "ctrl+q");
  deadline = g_get_monotonic_time () + 15 * G_TIME_SPAN_SECOND;
  while (pel_command_find_session () == session)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_usleep (G_USEC_PER_SEC / 20);
    }
}

int
main (int argc, char **argv)
{
  g_setenv ("GSETTINGS_BACKEND", "keyfile", TRUE); /* of the sessions that it starts */
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/inspector-tree/" path, Desk, NULL, set_up, func, tear_down)
  ADD ("several/keys", test_several_keys);
  ADD ("several/stay", test_several_stay);
  ADD ("several/picked", test_several_picked);
  ADD ("reveal/long", test_reveal_long);
  ADD ("history", test_history);
  ADD ("settings", test_settings);
  ADD ("quit-asks", test_quit_asks);
  return g_test_run ();
}
