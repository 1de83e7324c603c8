/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where widgets of GTK 4.18 are, from what it reports of them: real programs, measured, and shapes
 * that are hard. */

#include "placed-tree.h"

#include <stdio.h>
#include <string.h>

#define MAX_DEPTH 64
#define X         100 /* of the window */
#define Y         50

/* Of what can be clicked, everything is exactly where it is. Of all else not what decorates
 * sliders, progress bars and scroll bars: their borders are narrower than what lies on them. */
#define MIN_EXACT 0.89

typedef struct
{
  PelNodeId      id;
  guint          role;
  PelToolkitRect real;
  gboolean       is_known; /* where it really is */
} Widget;

typedef struct
{
  PelAtspiTree *tree;
  GArray       *widgets; /* of Widget, in order; the first is the window */
} Window;

static guint
find_role (const char *name)
{
  g_autofree char *spaced = g_strdelimit (g_strdup (name), "-", ' ');

  for (guint role = 0; role < PEL_N_NATIVE_ROLES; role++)
    if (g_str_equal (pel_role_get_native_name (role), spaced))
      return role;
  g_error ("No role is called “%s”", name);
}

static void
window_clear (Window *self)
{
  g_clear_pointer (&self->tree, pel_atspi_tree_free);
  g_clear_pointer (&self->widgets, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Window, window_clear)

static void
add_line (Window *self, PelNodeId parents[], const char *line)
{
  const PelToolkit *toolkit = pel_toolkit_find ("GTK", "4.18.6");
  Widget            widget = { 0 };
  PelToolkitRect    told;
  char              role[32];
  int               depth, n;

  n = sscanf (line,
              "%d %31s %d,%d %d×%d %d,%d",
              &depth,
              role,
              &told.x,
              &told.y,
              &told.width,
              &told.height,
              &widget.real.x,
              &widget.real.y);
  g_assert_cmpint (n, >=, 6);
  g_assert_cmpint (depth, <, MAX_DEPTH - 1);
  widget.is_known = n == 8;
  widget.role = find_role (role);
  widget.real.width = told.width;
  widget.real.height = told.height;
  widget.id = placed_add (self->tree,
                          toolkit,
                          depth == 0 ? PEL_NODE_ROOT : parents[depth - 1],
                          widget.role,
                          depth == 0 ? "t" : "",
                          told,
                          SHOWN);
  parents[depth] = widget.id;
  g_array_append_val (self->widgets, widget);
}

/* From *@at on, up to an empty line, after which *@at then is. */
static Window
read_window (char ***at)
{
  Window    self = { pel_atspi_tree_new ("/root"), g_array_new (FALSE, FALSE, sizeof (Widget)) };
  PelNodeId parents[MAX_DEPTH];

  for (; **at != NULL && ***at != '\0'; (*at)++)
    add_line (&self, parents, **at);
  return self;
}

static PelPlacement *
place (const Window *self, PelDesktop **ret_desktop)
{
  const Widget *top = &g_array_index (self->widgets, Widget, 0);
  PelNativeRect surface = { X, Y, top->real.width, top->real.height };

  *ret_desktop = placed_desktop (PEL_PLATFORM_X11,
                                 placed_window ("w",
                                                "t",
                                                surface,
                                                (PlacedBorder){ 0 },
                                                (PlacedBorder){ 0 },
                                                0),
                                 NULL);
  return pel_placement_new (self->tree,
                            pel_toolkit_find ("GTK", "4.18.6"),
                            PLACED_PID,
                            *ret_desktop);
}

static gboolean
is_exact (PelPlacement *placement, const Widget *widget)
{
  PelNativeRect rect = { 0 };

  placed_assert_trace (placement, widget->id);
  pel_placement_locate (placement, widget->id, &rect);
  if (rect.x == X + widget->real.x && rect.y == Y + widget->real.y)
    return TRUE;
  g_test_message ("%s %d×%d is at %d,%d, not at %g,%g",
                  pel_role_get_native_name (widget->role),
                  widget->real.width,
                  widget->real.height,
                  widget->real.x,
                  widget->real.y,
                  rect.x - X,
                  rect.y - Y);
  return FALSE;
}

static void
check_program (const char *name, const Window *window)
{
  g_autoptr (PelDesktop)   desktop = NULL;
  g_autoptr (PelPlacement) placement = place (window, &desktop);
  guint                    n = 0, n_exact = 0;

  for (guint i = 1; i < window->widgets->len; i++)
    {
      const Widget *widget = &g_array_index (window->widgets, Widget, i);
      gboolean      is_right;

      if (!widget->is_known || widget->real.width == 0 || widget->real.height == 0)
        continue;
      is_right = is_exact (placement, widget);
      n++;
      n_exact += is_right;
      g_assert_true (is_right || !pel_role_is_interactive (pel_role_from_atspi (widget->role)));
    }
  g_test_message ("%s: %u of %u", name, n_exact, n);
  g_assert_cmpfloat ((double) n_exact / n, >=, MIN_EXACT);
}

static void
test_programs (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "unit/data/gtk4-places.txt", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv)   lines = NULL;
  guint            n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (char **at = lines; *at != NULL;)
    if (**at == '\0' || **at == '#')
      at++;
    else
      {
        const char     *name = *at++;
        g_auto (Window) window = read_window (&at);

        check_program (name, &window);
        n++;
      }
  g_assert_cmpuint (n, >=, 7);
}

/* As in the file; made by hand. */
/* clang-format off */
static const struct { const char *name; PelCertainty certainty; const char *lines[8]; } shapes[] = {
  /* of the last one the place is certain as much as that */
  { "no padding", PEL_CERTAINTY_EXACT,
    { "0 frame 0,0 200×100 0,0", "1 panel 0,0 200×100 0,0", "2 push-button 0,0 200×100 0,0" } },
  { "equal paddings", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×100 0,0", "1 panel 0,0 200×100 0,0", "2 push-button 0,0 188×88 6,6", "3 label 0,0 168×78 16,11" } },
  { "equal paddings and margins", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×100 0,0", "1 panel 0,0 200×100 0,0", "2 push-button 4,4 180×80 10,10" } },
  { "margins alone", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×100 0,0", "1 panel 0,0 200×100 0,0", "2 push-button 10,10 180×80 10,10" } },
  { "a page of a stack, twice", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×100 0,0", "1 grouping 0,0 200×100 0,0", "2 panel 12,12 176×76 12,12", "3 panel 24,24 176×76 12,12", "4 push-button 24,24 176×76 12,12" } },
  { "a border instead of a shadow", PEL_CERTAINTY_BY_SIZES,
    { "0 frame -5,-5 210×110 0,0", "1 panel -5,-5 200×100 5,5", "2 push-button -5,-5 200×100 5,5" } },
  { "buttons that begin a box", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×100 0,0", "1 panel 0,0 200×40 0,0", "2 push-button 0,0 40×40 0,0", "2 push-button 46,0 40×40 46,0" } },
  { "scrolled", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×100 0,0", "1 panel 0,0 200×100 0,0", "2 panel 0,-30 200×400 0,-30", "3 push-button 0,-30 200×30 0,-30", "3 push-button 0,20 200×30 0,20" } },
  { "a shadow around a bar", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×100 0,0", "1 panel 0,0 200×100 0,0", "2 panel -1,0 202×100 -1,0", "3 push-button -1,0 202×100 -1,0" } },
  { "what lies on a border", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×100 0,0", "1 panel 0,0 100×4 0,0", "2 push-button -1,-1 60×4 0,0" } },
  { "a window with room at its end", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×100 0,0", "1 panel 0,0 200×100 0,0", "2 push-button 0,0 200×90 0,0" } },
  { "a bar", PEL_CERTAINTY_UNPROVEN,
    { "0 frame 0,0 200×46 0,0", "1 panel 0,0 200×46 0,0", "2 push-button 0,0 200×40 0,3" } },
  { "what was put somewhere", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 178×600 0,0", "1 panel 0,0 178×600 0,0", "2 push-button 20,300 140×30 20,300" } },
  { "rows with short texts", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×80 0,0", "1 list 0,0 200×80 0,0", "2 list-item 0,0 200×40 0,0", "3 label 0,0 184×40 8,0", "2 list-item 0,40 200×40 0,40", "3 label 0,40 60×40 8,40" } },
  { "a short text in the only row", PEL_CERTAINTY_UNPROVEN,
    { "0 frame 0,0 200×40 0,0", "1 list 0,0 200×40 0,0", "2 list-item 0,0 200×40 0,0", "3 label 0,0 60×40 0,0" } },
  { "the gap after a group of buttons", PEL_CERTAINTY_UNPROVEN,
    { "0 frame 0,0 200×40 0,0", "1 panel 0,0 200×40 0,0", "2 panel 0,0 88×40 0,0", "3 push-button 0,0 80×40 0,0" } },
  { "the gap before another one tells", PEL_CERTAINTY_BY_SIZES,
    { "0 frame 0,0 200×40 0,0", "1 panel 0,0 200×40 0,0", "2 panel 120,0 80×40 120,0", "3 push-button 128,0 72×40 128,0", "2 panel 0,0 88×40 0,0", "3 push-button 0,0 80×40 0,0" } },
};
/* clang-format on */

static void
test_shapes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (PelDesktop)   desktop = NULL;
      g_autoptr (PelPlacement) placement = NULL;
      char                   **at = (char **) shapes[i].lines;
      g_auto (Window)          window = read_window (&at);
      guint                    last = window.widgets->len - 1;
      gboolean                 is_right = TRUE;

      g_test_message ("%s", shapes[i].name);
      placement = place (&window, &desktop);
      for (guint k = 1; k <= last; k++)
        is_right &= is_exact (placement, &g_array_index (window.widgets, Widget, k));
      g_assert_true (is_right);
      g_assert_cmpint (pel_placement_get_certainty (placement,
                                                    g_array_index (window.widgets, Widget, last)
                                                        .id),
                       ==,
                       shapes[i].certainty);
    }
}

/* Before 4.10 there is nothing to add. */
static void
test_before (void)
{
  char                   **at = (char **) shapes[1].lines;
  g_autoptr (PelDesktop)   desktop = NULL;
  g_auto (Window)          window = read_window (&at);
  const Widget            *label = &g_array_index (window.widgets, Widget, 3);
  g_autoptr (PelPlacement) new_one = place (&window, &desktop);
  g_autoptr (PelPlacement) old_one =
      pel_placement_new (window.tree, pel_toolkit_find ("GTK", "4.8.3"), PLACED_PID, desktop);

  placed_assert (old_one, label->id, (PelToolkitRect){ X, Y, 168, 78 });
  placed_assert (new_one, label->id, (PelToolkitRect){ X + 16, Y + 11, 168, 78 });
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inset/programs", test_programs);
  g_test_add_func ("/inset/shapes", test_shapes);
  g_test_add_func ("/inset/before", test_before);
  return g_test_run ();
}
