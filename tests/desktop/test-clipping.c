/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a list with more than it has room for: what is cut off is not seen, and a click on the
 * row that is half cut off reaches it, and nothing beside the list. */

#include "coordinate-case.h"
#include "fixture-hands.h"

#define TITLE    "Clipping"
#define ROWS     "row-*"
#define N_SHOWN  9 /* at least: the list has room for ten and a part */
#define ROUNDING 2 /* of Chromium */

static Subject *
start (const char *program)
{
  const char *arguments[] = { "--title", TITLE,        "--rows", "40", "--decorations",
                              "server",  "--position", "101,63", NULL };
  Subject    *subject = subject_new (program, arguments);

  await_window (subject->windows, TITLE, AGREE_TIMEOUT_MS);
  return subject;
}

static gboolean
is_row (const PelElement *element)
{
  return g_pattern_match_simple (ROWS, element->name) &&
         (element->flags & PEL_ELEMENT_IS_VISIBLE) != 0;
}

static gboolean
is_within (const PelNativeRect *rect, const PelOracleBox *box)
{
  return rect->x >= box->x - ROUNDING && rect->y >= box->y - ROUNDING &&
         rect->x + rect->width <= box->x + box->width + ROUNDING &&
         rect->y + rect->height <= box->y + box->height + ROUNDING;
}

/* NULL where all rows that are seen are seen inside @list; otherwise what is wrong. @ret_cut is the
 * lowest of them, which reaches out of the list. (transfer full) (nullable) */
static char *
check_rows (PelSnapshot *snapshot, const PelOracleBox *list, PelElement *ret_cut)
{
  guint n = 0;

  *ret_cut = (PelElement){ 0 };
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    {
      PelElement     element = pel_snapshot_get_element (snapshot, id);
      PelNativeRect  rect = { 0 }, spot;
      PelNativePoint point = { 0 };

      if (!is_row (&element))
        continue;
      pel_snapshot_get_visible_rect (snapshot, id, &rect);
      if (!is_within (&rect, list))
        return g_strdup_printf ("%s is seen outside of the list", element.name);
      /* GTK 4 goes on to report a row that has been scrolled away where it was: behind others */
      if (!pel_snapshot_find_click_point (snapshot, id, &point))
        continue;
      n++;
      spot = (PelNativeRect){ point.x, point.y, 0, 0 };
      if (!is_within (&spot, list))
        return g_strdup_printf ("%s would be clicked outside of the list", element.name);
      if (rect.height >= 2 * ROUNDING && element.bounds.y > ret_cut->bounds.y)
        *ret_cut = element;
    }
  if (n < N_SHOWN)
    return g_strdup_printf ("only %u rows can be clicked", n);
  return NULL;
}

/* Programs tell a little later what they show. */
static void
await_rows (Subject *subject, const PelOracleBox *list, PelNativePoint *ret_point, char **ret_name)
{
  gint64           end = g_get_monotonic_time () + AGREE_TIMEOUT_MS * G_TIME_SPAN_MILLISECOND;
  g_autofree char *wrong = NULL;

  do
    {
      g_autoptr (PelSnapshot) snapshot = look_at_program (subject->source, subject->bus_name);
      PelElement              cut;

      g_free (wrong);
      wrong = check_rows (snapshot, list, &cut);
      if (wrong == NULL)
        {
          g_assert_true (pel_snapshot_find_click_point (snapshot, cut.id, ret_point));
          *ret_name = g_strdup (cut.name);
          return;
        }
    }
  while (g_get_monotonic_time () < end);
  g_error ("%s", wrong);
}

static void
test_list (gconstpointer program)
{
  g_autoptr (Subject)      subject = start (program);
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autofree char         *name = NULL, *line = NULL;
  PelNativePoint           point;
  PelOracleBox             list = { 0 };

  g_assert_no_error (error);
  g_assert_true (pel_oracle_wait (NULL, fixture_find ("list")->colour, 0, 60000, &list));
  pel_test_input_move (input, list.x + list.width / 2, list.y + list.height / 2, &error);
  g_assert_no_error (error);
  if (!g_str_equal (program, "fixture-web")) /* it would go on scrolling for a while */
    {
      pel_test_input_wheel (input, 0, 1, &error);
      g_assert_no_error (error);
      pel_fixture_expect (subject->fixture, "scrolled list *");
    }
  await_rows (subject, &list, &point, &name);
  g_test_message ("%s: click at %g,%g", name, point.x, point.y);
  pel_test_input_move (input, point.x, point.y, &error);
  g_assert_no_error (error);
  pel_test_input_click (input, 1, &error);
  g_assert_no_error (error);
  line = g_strdup_printf ("selected list %s", name);
  pel_fixture_expect (subject->fixture, line);
}

int
main (int argc, char **argv)
{
  static const char *const programs[] = {
    "fixture-gtk3", "fixture-gtk4", "fixture-qt5", "fixture-qt6", "fixture-web",
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/clipping/%s", programs[i]);

      if (pel_fixture_refuse (programs[i]) == NULL)
        g_test_add_data_func (path, programs[i], test_list);
    }
  return g_test_run ();
}
