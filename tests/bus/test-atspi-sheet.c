/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sheets with two thousand million cells, and programs that lie about theirs. */

#include "a11y-probe.h"
#include "bus-pair.h"
#include "fixture.h"

#include "services/provider/atspi-sheet.h"

#include <string.h>

#define NODE  "/org/a11y/atspi/accessible/"
#define SHEET NODE "2"

/* As in tests/fixtures/hostile-sheet.c. */
#define COLUMNS      1024
#define FIRST_CELL   1000
#define FIRST_COLUMN 20
#define N_ROWS       20
#define N_COLUMNS    10
#define MAX_CELLS    4096

static const PelToolkitRect visible = { 100, 100, 800, 400 };

typedef struct
{
  sd_bus        *bus;
  GSource       *source;
  PelFixture    *program;
  PelAtspiQueue *queue;
  PelAtspiSheet *sheet;
  guint          n_seen;
} Fixture;

static void
seen_cb (PelAtspiSheet *sheet, gpointer data)
{
  Fixture *fixture = data;

  g_assert_true (sheet == fixture->sheet);
  fixture->n_seen++;
}

static char *
dup_address (void)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autoptr (GVariant)        answer = NULL;
  char                       *address = NULL;

  g_assert_no_error (error);
  answer = g_dbus_connection_call_sync (session,
                                        "org.a11y.Bus",
                                        "/org/a11y/bus",
                                        "org.a11y.Bus",
                                        "GetAddress",
                                        NULL,
                                        G_VARIANT_TYPE ("(s)"),
                                        G_DBUS_CALL_FLAGS_NONE,
                                        10000,
                                        NULL,
                                        &error);
  g_assert_no_error (error);
  g_variant_get (answer, "(s)", &address);
  return address;
}

static void
set_up (Fixture *fixture, gconstpointer mode)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) probe = pel_a11y_connect (&error);
  g_autofree char            *address = NULL, *name = NULL;

  g_assert_no_error (error);
  address = dup_address ();
  g_assert_cmpint (sd_bus_new (&fixture->bus), >=, 0);
  g_assert_cmpint (sd_bus_set_address (fixture->bus, address), >=, 0);
  g_assert_cmpint (sd_bus_set_bus_client (fixture->bus, TRUE), >=, 0);
  g_assert_cmpint (sd_bus_start (fixture->bus), >=, 0);
  fixture->source = pel_bus_source_new (fixture->bus, NULL, NULL);
  fixture->program = pel_fixture_start (&error, "fixture-hostile", "--mode", mode, NULL);
  g_assert_no_error (error);
  name = pel_a11y_wait_program (probe, pel_fixture_get_pid (fixture->program), 10000);
  g_assert_nonnull (name);
  fixture->queue = pel_atspi_queue_new (fixture->bus, name);
}

static void
tear_down (Fixture *fixture, gconstpointer mode)
{
  pel_atspi_sheet_free (fixture->sheet);
  pel_atspi_queue_free (fixture->queue);
  pel_fixture_stop (fixture->program);
  g_source_destroy (fixture->source);
  g_source_unref (fixture->source);
  sd_bus_close_unref (fixture->bus);
}

static GArray *
look (Fixture *fixture, const PelToolkitRect *rect)
{
  fixture->sheet = pel_atspi_sheet_new (fixture->queue,
                                        SHEET,
                                        PEL_EXTENTS_OF_SCREEN,
                                        rect,
                                        77,
                                        seen_cb,
                                        fixture);
  g_assert_cmpuint (fixture->n_seen, ==, 0);
  bus_pair_wait (&fixture->n_seen, 1);
  g_assert_cmpuint (pel_atspi_sheet_get_tag (fixture->sheet), ==, 77);
  return pel_atspi_sheet_get_cells (fixture->sheet);
}

/* Rows and columns as they are on the screen, beginning at @row. */
static void
assert_cells (GArray *cells, int row)
{
  g_assert_cmpuint (cells->len, ==, N_ROWS * N_COLUMNS);
  for (guint i = 0; i < cells->len; i++)
    {
      int number =
          FIRST_CELL + (row + (int) i / N_COLUMNS) * COLUMNS + FIRST_COLUMN + (int) i % N_COLUMNS;
      g_autofree char *path = g_strdup_printf (NODE "%d", number);

      g_assert_cmpstr (g_array_index (cells, PelAtspiRef, i).path, ==, path);
    }
}

static void
test_near (Fixture *fixture, gconstpointer mode)
{
  assert_cells (look (fixture, &visible), 5000);
  g_assert_cmpuint (pel_fixture_count (fixture->program, "call Accessible.GetChildren*"), ==, 0);
}

/* Where the index of a cell has begun again from 0. */
static void
test_far (Fixture *fixture, gconstpointer mode)
{
  assert_cells (look (fixture, &visible), 500000);
}

/* Whatever it says: an end, and a limit. */
static void
test_liar (Fixture *fixture, gconstpointer mode)
{
  static const PelToolkitRect rects[] = {
    { 100, 100, 800, 400 },
    { 0, 0, 0, 0 },
    { G_MAXINT, G_MAXINT, G_MAXINT, G_MAXINT },
    { G_MININT, G_MININT, G_MININT, G_MININT },
    { -5, -5, -100, -100 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rects); i++)
    {
      fixture->n_seen = 0;
      g_assert_cmpuint (look (fixture, &rects[i])->len, <=, MAX_CELLS);
      g_clear_pointer (&fixture->sheet, pel_atspi_sheet_free);
    }
}

/* No table at all, or nothing at its corners. */
static void
test_nothing (Fixture *fixture, gconstpointer mode)
{
  g_assert_cmpuint (look (fixture, &visible)->len, ==, 0);
}

/* Outside of what is shown there are no corners. */
static void
test_outside (Fixture *fixture, gconstpointer mode)
{
  static const PelToolkitRect outside = { 5000, 5000, 100, 100 };

  g_assert_cmpuint (look (fixture, &outside)->len, ==, 0);
}

static void
test_freed (Fixture *fixture, gconstpointer mode)
{
  PelAtspiSheet *second;

  fixture->sheet = pel_atspi_sheet_new (fixture->queue,
                                        SHEET,
                                        PEL_EXTENTS_OF_SCREEN,
                                        &visible,
                                        1,
                                        seen_cb,
                                        fixture);
  pel_fixture_expect (fixture->program, "call Table.GetRowAtIndex*");
  pel_atspi_sheet_free (fixture->sheet);
  second = fixture->sheet = pel_atspi_sheet_new (fixture->queue,
                                                 SHEET,
                                                 PEL_EXTENTS_OF_SCREEN,
                                                 &visible,
                                                 2,
                                                 seen_cb,
                                                 fixture);
  bus_pair_wait (&fixture->n_seen, 1);
  assert_cells (pel_atspi_sheet_get_cells (second), 5000);
}

#define ADD(path, mode, func) \
  g_test_add ("/atspi-sheet/" path, Fixture, mode, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("cells/near", "sheet", test_near);
  ADD ("cells/far", "far-sheet", test_far);
  ADD ("cells/outside", "sheet", test_outside);
  ADD ("lies/sheet", "bad-sheet", test_liar);
  ADD ("lies/types", "wrong-types", test_nothing);
  ADD ("lies/errors", "error", test_nothing);
  ADD ("lies/silence", "silent", test_nothing);
  ADD ("lies/no-table", "honest", test_nothing);
  ADD ("freed", "sheet", test_freed);
  return g_test_run ();
}
