/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The inspector as a person sees it: what is on the screen, against what accessibility says. */

#include "inspector-case.h"
#include "pixel-oracle.h"

/* of AT-SPI */
#define COORD_WINDOW 1

#define SELECTION   0x3584e4 /* of GTK's own theme */
#define TREE        "Programs, windows and elements"
#define ROW_PADDING 6 /* at each side, which GTK 4.8 leaves out of its bounds */

/* Pixels. Beside a picture among the details, GTK 4.8 was seen to leave out the tip of an “h” in
 * the tree, two pixels, until the page was shown anew; probably since it lies outside the box that
 * GTK reckons for the text, and only parts of the window are drawn again. */
#define MAX_LOST 6

/* Pixels at the right edge of the tree, which are not compared. The scroll bar above them fades two
 * seconds after the tree was scrolled. If the tree is hidden meanwhile, GTK forgets to go on, and
 * the bar stays half faded. */
#define SCROLL_BAR 8

typedef struct
{
  InspectorCase panel;
  PelFixture   *fixture;
} Look;

static void
set_up (Look *self, gconstpointer unused)
{
  self->fixture = start_fixture ("Look");
  inspector_case_set_up (&self->panel, NULL);
  self->panel.is_shallow = TRUE;
}

static void
tear_down (Look *self, gconstpointer unused)
{
  inspector_case_tear_down (&self->panel, NULL);
  g_clear_pointer (&self->fixture, pel_fixture_stop);
}

static gboolean
has_extents (Look *self, const PelA11yNode *node, PelOracleBox *ret_box)
{
  g_autoptr (GVariant) answer = pel_a11y_call (self->panel.bus,
                                               node->bus_name,
                                               node->path,
                                               "Component",
                                               "GetExtents",
                                               g_variant_new ("(u)", COORD_WINDOW),
                                               NULL);

  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "((iiii))", &ret_box->x, &ret_box->y, &ret_box->width, &ret_box->height);
  return TRUE;
}

/* In the window: of the tree, and of the row whose name begins with @row. */
static gboolean
find_places (Look *self, const char *row, PelOracleBox *ret_tree, PelOracleBox *ret_row)
{
  g_autoptr (GPtrArray) nodes = inspector_case_walk (&self->panel);
  PelA11yNode          *tree = find_named (nodes, TREE);
  gboolean              is_found = FALSE;

  for (guint i = 0; i < nodes->len && !is_found; i++)
    {
      PelA11yNode *node = nodes->pdata[i];

      if (node->role == ROLE_LIST_ITEM && g_str_has_prefix (node->name, row))
        is_found = has_extents (self, node, ret_row);
    }
  return is_found && tree != NULL && has_extents (self, tree, ret_tree);
}

/* Where the tree is on the screen, if the colour of what is selected is as large as accessibility
 * says that the row is. A row goes from one edge of the tree to the other. */
static gboolean
find_tree (Look *self, const char *row, PelOracleBox *ret_box)
{
  g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, NULL);
  PelOracleBox               tree, told, seen;

  if (image == NULL || !find_places (self, row, &tree, &told) ||
      !pel_oracle_find (image, SELECTION, 0, &seen) || seen.height != told.height ||
      (seen.width != told.width + 2 * ROW_PADDING && seen.width != told.width))
    return FALSE;
  *ret_box = (PelOracleBox){ seen.x, seen.y + tree.y - told.y, seen.width, tree.height };
  return TRUE;
}

/* Until the tree is at @box; where that is empty, at the same place twice. */
static void
wait_for_selected (Look *self, const char *row, PelOracleBox *box)
{
  gint64   deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  gboolean is_wanted = box->width > 0;

  for (;;)
    {
      PelOracleBox now = { 0 };

      if (find_tree (self, row, &now) && memcmp (&now, box, sizeof now) == 0)
        return;
      if (!is_wanted)
        *box = now;
      g_test_message ("%s: the tree is at %d, %d", row, now.x, now.y);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

static guint
count_different (const PelOracleImage *a, const PelOracleImage *b, const PelOracleBox *box)
{
  guint n = 0;

  for (int y = box->y; y < box->y + box->height; y++)
    for (int x = box->x; x < box->x + box->width - SCROLL_BAR; x++)
      n += pel_oracle_read (a, x, y) != pel_oracle_read (b, x, y);
  return n;
}

/* (transfer full): as soon as it is twice the same there. */
static PelOracleImage *
capture_still (const PelOracleBox *box)
{
  gint64                     deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (PelOracleImage) before = NULL;

  for (;;)
    {
      g_autoptr (GError)         error = NULL;
      g_autoptr (PelOracleImage) now = pel_oracle_capture (NULL, &error);

      g_assert_no_error (error);
      if (before != NULL && count_different (before, now, box) == 0)
        return g_steal_pointer (&now);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_clear_pointer (&before, pel_oracle_image_free);
      before = g_steal_pointer (&now);
      g_usleep (300 * 1000); /* stillness can only be seen over time */
    }
}

static void
wait_for_picture (const PelOracleImage *wanted, const PelOracleBox *box)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (PelOracleImage) now = pel_oracle_capture (NULL, NULL);

      if (now != NULL && count_different (wanted, now, box) <= MAX_LOST)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* Hidden behind another page and back, it is the same. */
static void
test_same_again (Look *self, gconstpointer unused)
{
  PelOracleBox               box = { 0 };
  g_autoptr (PelOracleImage) before = NULL;

  inspect_element ("Button:Toggle");
  inspector_case_wait (&self->panel, "Click point", TRUE);
  wait_for_selected (self, "Button “Toggle", &box);
  before = capture_still (&box);
  inspector_case_press (&self->panel, "Bus");
  inspector_case_wait (&self->panel, "Calls", TRUE);
  inspector_case_press (&self->panel, "Elements");
  wait_for_selected (self, "Button “Toggle", &box);
  wait_for_picture (before, &box);
}

/* What is selected has the colour of it where accessibility says that it is, wherever that is. */
static void
test_selected_colour (Look *self, gconstpointer unused)
{
  static const struct
  {
    const char *target, *row;
  } rows[] = {
    { "Button:Toggle", "Button “Toggle" },
    { "CheckBox:Check", "CheckBox “Check" },
    { "Slider:Slider", "Slider “Slider" },
  };
  PelOracleBox box = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      inspect_element (rows[i].target);
      wait_for_selected (self, rows[i].row, &box);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/inspector-look/same-again", Look, NULL, set_up, test_same_again, tear_down);
  g_test_add ("/inspector-look/selected-colour",
              Look,
              NULL,
              set_up,
              test_selected_colour,
              tear_down);
  return g_test_run ();
}
