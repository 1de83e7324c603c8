/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever a program does on the accessibility bus, the provider stays whole: no crash, no leak,
 * no more memory than it may take, nothing that it should not believe, and the honest program
 * beside it is seen in full. Each row is one way to be hostile. */

#include "hostile-case.h"

#include <glib/gstdio.h>
#include <signal.h>

typedef struct
{
  const char *path; /* of the test */
  const char *arguments[8];
  void (*check) (Assault *self);
} Row;

/* Rows: what is left of a lie */

static void
check_answering (Assault *self)
{
  g_assert_true (get_program (self)->is_answering);
}

static void
check_small (Assault *self)
{
  check_answering (self);
  g_assert_cmpuint (count_nodes (self), ==, 7);
  g_assert_cmpstr (get_node (self, 3).name, ==, "Button");
}

static void
check_childless (Assault *self)
{
  check_answering (self);
  g_assert_cmpuint (get_node (self, 2).first_child, ==, PEL_ELEMENT_NONE);
  g_assert_cmpuint (count_nodes (self), ==, 3);
}

static void
check_deep (Assault *self)
{
  g_assert_cmpuint (count_nodes (self), ==, PEL_ELEMENT_MAX_DEPTH + 1);
  g_assert_true (get_program (self)->is_truncated);
}

static void
check_wide (Assault *self)
{
  PelElement panel = get_node (self, 2);

  g_assert_cmpuint (count_children (self->snapshot, panel.first_child), <=, MAX_CHILDREN);
  g_assert_cmpuint (panel.n_children, >, MAX_CHILDREN);
  g_assert_true (panel.flags & PEL_ELEMENT_IS_TRUNCATED);
  g_assert_true (get_program (self)->is_truncated);
}

static void
check_graft (Assault *self)
{
  PelElement panel = get_node (self, 2);
  PelElement child;

  g_assert_cmpuint (count_children (self->snapshot, panel.first_child), ==, 1);
  child = pel_snapshot_get_element (self->snapshot, panel.first_child);
  g_assert_true (child.flags & PEL_ELEMENT_IS_FOREIGN);
  g_assert_cmpstr (child.bus_name, ==, honest.name);
}

static void
check_bad_utf8 (Assault *self)
{
  PelElement label = get_node (self, 6);

  g_assert_cmpuint (count_nodes (self), ==, 7);
  g_assert_cmpuint (strlen (label.name), >, 1000);
}

static void
check_liar (Assault *self)
{
  g_assert_cmpint (get_program (self)->pid, ==, pel_fixture_get_pid (self->hostile));
}

static void
check_unresponsive (Assault *self)
{
  g_assert_false (get_program (self)->is_answering);
  look_around (self, 0); /* again: it costs the others nothing */
  g_assert_false (get_program (self)->is_answering);
}

static void
check_there (Assault *self)
{
  get_program (self);
}

static void
assert_cells (Assault *self, guint first_row)
{
  PelElement sheet = get_node (self, 2);
  guint      n = 0;

  g_assert_cmpuint (sheet.n_children, ==, G_MAXINT);
  for (PelElementId id = sheet.first_child; id != PEL_ELEMENT_NONE; n++)
    {
      PelElement       cell = pel_snapshot_get_element (self->snapshot, id);
      g_autofree char *name = g_strdup_printf ("row %u column %u", first_row + n / 10, 20 + n % 10);

      g_assert_cmpstr (cell.name, ==, name);
      id = cell.next_sibling;
    }
  g_assert_cmpuint (n, ==, 200);
  g_assert_cmpuint (pel_fixture_count (self->hostile, "call Accessible.GetChildren " PANEL), ==, 0);
}

static void
check_sheet (Assault *self)
{
  assert_cells (self, 5000);
}

static void
check_far_sheet (Assault *self)
{
  assert_cells (self, 500000);
}

static void
check_bad_sheet (Assault *self)
{
  g_assert_cmpuint (pel_fixture_count (self->hostile, "call Accessible.GetChildren " PANEL), ==, 0);
}

/* Its first answer comes after it was given up. That does no harm: it is read again later. */
static void
check_late (Assault *self)
{
  gint64 deadline = g_get_monotonic_time () + 2 * SETTLE_MS * G_TIME_SPAN_MILLISECOND;

  while ((!get_program (self)->is_answering || count_nodes (self) != 7) &&
         g_get_monotonic_time () < deadline)
    {
      g_main_context_iteration (NULL, TRUE); /* the sampler wakes it */
      look_around (self, 0);
    }
  check_small (self);
}

static void
check_not_connected (Assault *self)
{
  check_small (self);
  await_log (self);
  g_assert_cmpuint (pel_fixture_count (self->hostile, "connected *"), ==, 0);
}

/* Whose socket it is can be asked only of a connection; it stays mute. */
static void
check_not_heard (Assault *self)
{
  check_small (self);
  await_log (self);
  g_assert_cmpuint (pel_fixture_count (self->hostile, "heard *"), ==, 0);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  Assault    self = { 0 };

  start_assault (&self, row->arguments);
  look_around (&self, PEL_LOOK_VALUES);
  row->check (&self);
  look_around (&self, PEL_LOOK_VALUES);
  row->check (&self);
  end_assault (&self);
}

#define AS_GTK3     "--toolkit", "gtk,3.24.38"
#define AS_GTK4     "--toolkit", "GTK,4.8.3"
#define AS_QT       "--toolkit", "Qt,6.4.2"
#define AS_CHROMIUM "--toolkit", "Chromium,1.0"

/* clang-format off */
static const Row rows[] = {
  { "honest",              { MODE ("honest") },                         check_small },
  { "honest-no-cache",     { MODE ("honest"), "--no-cache" },           check_small },
  { "honest-old-cache",    { MODE ("honest"), "--old-cache" },          check_small },
  { "cycle",               { MODE ("cycle"), "--no-cache" },            check_childless },
  { "self",                { MODE ("self"), "--no-cache" },             check_childless },
  { "cycle-by-index",      { MODE ("cycle"), "--no-cache", AS_GTK4 },   check_childless },
  { "self-by-index",       { MODE ("self"), "--no-cache", AS_GTK4 },    check_childless },
  { "qt",                  { MODE ("honest"), AS_QT },                  check_small },
  { "gtk3",                { MODE ("honest"), AS_GTK3 },                check_small },
  { "chromium",            { MODE ("honest"), AS_CHROMIUM },            check_small },
  { "deep",                { MODE ("deep"), "--quiet", AS_GTK3 },                check_deep },
  { "deep-no-cache",       { MODE ("deep"), "--no-cache", "--quiet" },  check_deep },
  { "many-children",       { MODE ("many-children"), "--no-cache", "--quiet" }, check_small },
  { "many-by-index",       { MODE ("many-children"), "--no-cache", "--quiet", AS_GTK4 }, check_wide },
  { "huge-list",           { MODE ("huge-list"), "--no-cache", "--quiet" }, check_wide },
  { "huge-list-by-index",  { MODE ("huge-list"), "--no-cache", "--quiet", AS_GTK4 }, check_wide },
  { "huge-cache",          { MODE ("huge-cache"), AS_GTK3 },            check_late },
  { "fat-cache",           { MODE ("fat-cache"), AS_GTK3 },             check_answering },
  { "count-mismatch",      { MODE ("count-mismatch"), "--no-cache" },   check_small },
  { "graft",               { MODE ("graft"), "--no-cache" },            check_graft },
  { "huge-string",         { MODE ("huge-string"), "--no-cache" },      check_there },
  { "bad-utf8",            { MODE ("bad-utf8"), "--no-cache" },         check_bad_utf8 },
  { "wrong-types",         { MODE ("wrong-types") },                    check_there },
  { "wrong-extents",       { MODE ("wrong-extents") },                  check_small },
  { "bad-cache",           { MODE ("bad-cache") },                      check_answering },
  { "bad-cache-old",       { MODE ("bad-cache"), "--old-cache" },       check_answering },
  { "bad-cache-gtk3",      { MODE ("bad-cache"), AS_GTK3 },             check_answering },
  { "bad-cache-gtk4",      { MODE ("bad-cache"), AS_GTK4 },             check_answering },
  { "liar-pid",            { MODE ("liar-pid") },                       check_liar },
  { "silent",              { MODE ("silent") },                         check_unresponsive },
  { "slow",                { MODE ("slow"), "--delay", "150" },         check_small },
  { "too-slow",            { MODE ("slow"), "--delay", "3000" },        check_unresponsive },
  { "slow-drip",           { MODE ("slow-drip"), "--delay", "400" },    check_there },
  { "flood",               { MODE ("flood"), "--quiet" },               check_small },
  { "error",               { MODE ("error") },                          check_there },
  { "sheet",               { MODE ("sheet"), AS_GTK3 },                     check_sheet },
  { "sheet-no-cache",      { MODE ("sheet"), "--no-cache" },            check_sheet },
  { "far-sheet",           { MODE ("far-sheet") },                      check_far_sheet },
  { "bad-sheet",           { MODE ("bad-sheet"), AS_GTK3 },                    check_bad_sheet },
  { "bad-sheet-no-cache",  { MODE ("bad-sheet"), "--no-cache" },        check_bad_sheet },
  { "huge-details",        { MODE ("huge-details") },                   check_there },
  { "p2p-tcp",             { MODE ("p2p-tcp"), AS_GTK3 },               check_not_connected },
  { "p2p-foreign",         { MODE ("p2p-foreign"), AS_GTK3 },           check_not_heard },
};
/* clang-format on */

static void
test_p2p_unixexec (void)
{
  g_autofree char *folder = g_dir_make_tmp ("hostile-XXXXXX", NULL);
  g_autofree char *canary = g_build_filename (folder, "canary", NULL);
  const char      *arguments[] = { MODE ("p2p-unixexec"), AS_GTK3, "--canary", canary, NULL };
  Assault          self = { 0 };

  start_assault (&self, arguments);
  look_around (&self, 0);
  check_small (&self);
  await_log (&self);
  g_assert_false (g_file_test (canary, G_FILE_TEST_EXISTS));
  end_assault (&self);
  g_rmdir (folder);
}

/* It leaves at each of the first calls, and then at some later one. */
static void
test_vanish (void)
{
  for (int after = 2; after < 90; after += after < 12 ? 1 : 13)
    {
      g_autofree char *number = g_strdup_printf ("%d", after);
      const char      *arguments[] = { MODE ("vanish"), "--after", number, "--no-cache", NULL };
      Assault          self = { 0 };

      g_test_message ("call %d", after);
      start_assault (&self, arguments);
      look_around (&self, 0);
      look_around (&self, 0);
      end_assault (&self);
    }
}

/* A program that stops after it was seen: it is still shown, and said not to answer. */
static void
test_stopped (void)
{
  const char *arguments[] = { MODE ("honest"), NULL };
  Assault     self = { 0 };

  start_assault (&self, arguments);
  look_around (&self, 0);
  check_small (&self);
  g_assert_cmpint (kill (pel_fixture_get_pid (self.hostile), SIGSTOP), ==, 0);
  g_clear_object (&self.source);
  self.source = open_provider ();
  look_around (&self, 0);
  g_assert_false (get_program (&self)->is_answering);
  g_assert_cmpint (kill (pel_fixture_get_pid (self.hostile), SIGCONT), ==, 0);
  end_assault (&self);
}

/* Not each of its reports comes while a look is under way. */
#define N_ECHOES 10

#define N_RETURNS  5
#define SILENCE_MS 500 /* PEL_ATSPI_SILENCE_MS, which is the provider's own */

/* How long the first look took that has this program. */
static gint64
measure_look (PelElementSource *source, const char *name)
{
  for (;;)
    {
      gint64                  start = g_get_monotonic_time ();
      g_autoptr (PelSnapshot) snapshot = look_at_desktop (source, 0, TIMEOUT_MS);

      if (find_program (snapshot, name) != NULL)
        return (g_get_monotonic_time () - start) / G_TIME_SPAN_MILLISECOND;
    }
}

/* A program that never answers leaves, and comes back as another process under another name: it is
 * waited for once. */
static void
test_comes_back (void)
{
  g_autoptr (PelElementSource) source = open_provider ();
  gint64                       least = G_MAXINT64;

  for (guint i = 0; i <= N_RETURNS; i++)
    {
      const char *arguments[] = { MODE ("silent"), NULL };
      Assault     self = { 0 };
      gint64      elapsed;

      start_assault (&self, arguments);
      elapsed = measure_look (source, self.name);
      g_test_message ("look %u: %" G_GINT64_FORMAT " ms", i, elapsed);
      if (i == 0)
        g_assert_cmpint (elapsed, >=, SILENCE_MS);
      else
        least = MIN (least, elapsed);
      end_assault (&self);
    }
  g_assert_cmpint (least, <, SILENCE_MS);
}

/* What a look has read is in its snapshot, even if the program reports meanwhile that it changed.
 */
static void
test_echo (gconstpointer flags)
{
  const char *arguments[] = { MODE ("echo"), NULL };
  Assault     self = { 0 };

  start_assault (&self, arguments);
  pel_element_source_start_watching (self.source);
  for (guint i = 0; i < N_ECHOES; i++)
    {
      look_around (&self, PEL_LOOK_VALUES | GPOINTER_TO_UINT (flags));
      g_assert_true (get_node (&self, 4).flags & PEL_ELEMENT_HAS_VALUE);
    }
  g_assert_cmpuint (pel_fixture_count (self.hostile, "call Text.GetText *"), >=, 2);
  pel_element_source_stop_watching (self.source);
  end_assault (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/hostile/", rows[i].path, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  g_test_add_func ("/hostile/p2p-unixexec", test_p2p_unixexec);
  g_test_add_func ("/hostile/vanish", test_vanish);
  g_test_add_data_func ("/hostile/echo", NULL, test_echo);
  g_test_add_data_func ("/hostile/echo-placed", GUINT_TO_POINTER (PEL_LOOK_PLACES), test_echo);
  g_test_add_func ("/hostile/stopped", test_stopped);
  g_test_add_func ("/hostile/comes-back", test_comes_back);
  return run_assaults ();
}
