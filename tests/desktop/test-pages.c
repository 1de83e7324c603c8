/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page that another process draws is a part of the program that shows it: read, placed, kept
 * fresh and acted on. What does not belong to the program stays a leaf. */

#include "../fixtures/fixture-page.h"
#include "command.h"
#include "fixture.h"
#include "pixel-oracle.h"
#include "provider-case.h"

#include <glib/gstdio.h>
#include <signal.h>

typedef struct
{
  PelFixture       *fixture;
  PelElementSource *source;
  char             *bus_name;
} Page;

static Page *
page_new (const char *manner)
{
  Page                       *page = g_new0 (Page, 1);
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);

  g_assert_no_error (error);
  page->fixture = pel_fixture_start (&error, "fixture-page", manner, NULL);
  g_assert_no_error (error);
  pel_fixture_expect (page->fixture, "embedded *");
  page->bus_name = pel_a11y_wait_program (bus, pel_fixture_get_pid (page->fixture), 15000);
  g_assert_nonnull (page->bus_name);
  page->source = open_provider ();
  pel_element_source_start_watching (page->source);
  return page;
}

static void
page_free (Page *page)
{
  pel_element_source_stop_watching (page->source);
  g_object_unref (page->source);
  pel_fixture_stop (page->fixture);
  g_free (page->bus_name);
  g_free (page);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Page, page_free)

static gboolean
has_name (PelSnapshot *snapshot, gconstpointer name)
{
  return find_named (snapshot, name).id != PEL_ELEMENT_NONE;
}

static gboolean
has_no_name (PelSnapshot *snapshot, gconstpointer name)
{
  return !has_name (snapshot, name);
}

static void
await (Page *page, const char *name)
{
  g_assert_true (look_until (page->source, page->bus_name, has_name, name));
}

static void
assert_at (PelSnapshot *snapshot, const char *name, guint32 colour)
{
  PelElement   button = find_named (snapshot, name);
  PelOracleBox box = { 0 };

  g_assert_true (pel_oracle_wait (NULL, colour, 0, 10000, &box));
  g_assert_true (button.flags & PEL_ELEMENT_IS_VISIBLE);
  g_assert_cmpint (button.place, ==, PEL_PLACE_KNOWN);
  g_assert_cmpfloat (button.bounds.x, ==, box.x);
  g_assert_cmpfloat (button.bounds.y, ==, box.y);
  g_assert_cmpfloat (button.bounds.width, ==, box.width);
  g_assert_cmpfloat (button.bounds.height, ==, box.height);
}

static void
test_followed (void)
{
  g_autoptr (Page)              page = page_new ("honest");
  g_autoptr (PelSnapshot)       snapshot = NULL;
  g_autoptr (PelPlacementTrace) trace = NULL;
  const PelSnapshotProgram     *program;
  PelElement                    first, document;

  snapshot = look_at_program (page->source, page->bus_name); /* the first look has it all */
  program = find_program (snapshot, page->bus_name);
  first = find_named (snapshot, "First");
  document = find_named (snapshot, "Document");
  g_assert_cmpuint (pel_snapshot_get_n_programs (snapshot), ==, 1);
  g_assert_false (program->has_stubs);
  g_assert_false (program->is_truncated);
  g_assert_cmpint (first.role, ==, PEL_ROLE_BUTTON);
  g_assert_cmpint (document.role, ==, PEL_ROLE_DOCUMENT);
  g_assert_false (first.flags & PEL_ELEMENT_IS_FOREIGN);
  g_assert_cmpstr (first.bus_name, !=, page->bus_name);
  g_assert_cmpuint (first.program, ==, 0);
  assert_at (snapshot, "First", PAGE_FIRST_COLOUR);
  assert_at (snapshot, "Second", PAGE_SECOND_COLOUR);

  trace = pel_element_source_trace (page->source,
                                    first.bus_name,
                                    first.path,
                                    pel_snapshot_get_desktop (snapshot));
  g_assert_nonnull (trace);
  g_assert_cmpfloat (pel_placement_trace_get_result (trace).x, ==, first.bounds.x);
  g_assert_cmpfloat (pel_placement_trace_get_result (trace).y, ==, first.bounds.y);
}

static void
allow_acts (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, "{\"default\": {\"act\": \"allow\"}}", -1, &error);
  g_assert_no_error (error);
}

static void
run (const char *line)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);

  g_test_message ("%s: %d %s%s", line, command->exit_code, command->out, command->err);
  g_assert_cmpint (command->exit_code, ==, 0);
}

/* What an act changes in the page is seen by its events. */
static void
test_fresh (void)
{
  g_autoptr (Page) page = page_new ("honest");

  await (page, "First");
  allow_acts ();
  run ("describe Button:First");
  run ("invoke Button:First");
  pel_fixture_expect (page->fixture, "did First");
  await (page, "Late");
}

/* No event tells that a socket shows the page of another process. */
static void
test_swapped (void)
{
  g_autoptr (Page) page = page_new ("honest");

  await (page, "First");
  kill (pel_fixture_get_pid (page->fixture), SIGUSR1);
  pel_fixture_expect (page->fixture, "embedded *");
  await (page, "First 2");
  g_assert_true (look_until (page->source, page->bus_name, has_no_name, "First"));
}

/* A process that is not of the program, or does not say that it is in it. */
static void
test_graft (gconstpointer manner)
{
  g_autoptr (Page)        page = page_new (manner);
  g_autoptr (PelSnapshot) snapshot = look_at_program (page->source, page->bus_name);
  guint                   n_foreign = 0;

  g_assert_true (find_program (snapshot, page->bus_name)->has_stubs);
  g_assert_true (has_no_name (snapshot, "First"));
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    if ((pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_FOREIGN) != 0)
      {
        n_foreign++;
        g_assert_cmpuint (pel_snapshot_get_element (snapshot, id).first_child,
                          ==,
                          PEL_ELEMENT_NONE);
      }
  g_assert_cmpuint (n_foreign, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!pel_fixture_is_built ("fixture-page"))
    return 77;
  g_test_add_func ("/pages/followed", test_followed);
  g_test_add_func ("/pages/fresh", test_fresh);
  g_test_add_func ("/pages/swapped", test_swapped);
  g_test_add_data_func ("/pages/liar", "liar", test_graft);
  g_test_add_data_func ("/pages/orphan", "orphan", test_graft);
  return g_test_run ();
}
