/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A sheet of LibreOffice has 2^31 cells, and dies of a program that asks for all of them. The cells
 * that can be seen are there, at their pixels, and it lives on. */

#include "coordinate-case.h"

#include <gio/gio.h>
#include <unistd.h>

#define TITLE       "sheet.fods ? LibreOffice Calc" /* a hyphen, and since 25.2 a dash */
#define START_MS    90000                           /* the first start of a new profile */
#define CELL        "C4"
#define CELL_COLOUR 0xff00ff
#define MAX_GROWTH  (300 << 20) /* bytes; one list of all children takes 22 GB */

/* With ' for ", which LibreOffice insists on. */
static const char sheet[] =
    "<?xml version='1.0' encoding='UTF-8'?>"
    "<office:document office:version='1.3'"
    " office:mimetype='application/vnd.oasis.opendocument.spreadsheet'"
    " xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
    " xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'"
    " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
    " xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0'"
    " xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'>"
    "<office:automatic-styles><style:style style:name='c' style:family='table-cell'>"
    "<style:table-cell-properties fo:background-color='#ff00ff'/>"
    "</style:style></office:automatic-styles>"
    "<office:body><office:spreadsheet><table:table table:name='Sheet1'>"
    "<table:table-row table:number-rows-repeated='3'><table:table-cell/></table:table-row>"
    "<table:table-row><table:table-cell table:number-columns-repeated='2'/>"
    "<table:table-cell table:style-name='c'/></table:table-row>"
    "</table:table></office:spreadsheet></office:body></office:document>";

typedef struct
{
  Subject     *subject;
  GSubprocess *process;
  pid_t        pid; /* of LibreOffice itself, not of what starts it */
} Office;

static GSubprocess *
spawn (void)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  const char        *folder = g_getenv ("PEL_DESKTOP_DIR");
  g_autofree char   *file = g_build_filename (folder, "sheet.fods", NULL);
  g_autofree char   *profile = g_strdup_printf ("-env:UserInstallation=file://%s/office", folder);
  g_autofree char   *text = g_strdup (sheet);
  g_autoptr (GError) error = NULL;
  GSubprocess       *process;

  g_file_set_contents (file, g_strdelimit (text, "'", '"'), -1, &error);
  g_assert_no_error (error);
  g_subprocess_launcher_setenv (launcher, "SAL_USE_VCLPLUGIN", "gtk3", TRUE);
  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  g_subprocess_launcher_unsetenv (launcher, "G_SLICE");
  process = g_subprocess_launcher_spawn (launcher,
                                         &error,
                                         "soffice",
                                         profile,
                                         "--norestore",
                                         "--nologo",
                                         "--nofirststartwizard",
                                         "--calc",
                                         file,
                                         NULL);
  g_assert_no_error (error);
  return process;
}

static gboolean
has_cell (PelSnapshot *snapshot, gconstpointer unused)
{
  return find_element (snapshot, CELL, PEL_ELEMENT_IS_VISIBLE).id != PEL_ELEMENT_NONE;
}

static Office *
office_start (void)
{
  Office                     *self = g_new0 (Office, 1);
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autoptr (PelDesktop)      desktop = NULL;

  g_assert_no_error (error);
  self->process = spawn ();
  self->subject = g_new0 (Subject, 1);
  self->subject->source = open_provider ();
  self->subject->windows = open_windows ();
  /* with a new profile it starts twice: the one that has the window stays */
  await_window (self->subject->windows, TITLE, START_MS);
  desktop = query_desktop (self->subject->windows);
  self->pid = find_titled (desktop, TITLE)->pid;
  self->subject->bus_name = pel_a11y_wait_program (bus, self->pid, START_MS);
  g_assert_nonnull (self->subject->bus_name);
  g_assert_true (look_until (self->subject->source, self->subject->bus_name, has_cell, NULL));
  return self;
}

/* Asks it to end, and then makes it: it may want to ask a question first. */
static void
office_stop (Office *self)
{
  if (self->pid > 0)
    kill (self->pid, SIGKILL);
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  g_object_unref (self->process);
  subject_free (self->subject);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Office, office_stop)

static gsize
read_memory (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/statm", pid);
  g_autofree char *text = NULL;
  g_auto (GStrv)   words = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  words = g_strsplit (text, " ", 3);
  return g_ascii_strtoull (words[1], NULL, 10) * (gsize) sysconf (_SC_PAGESIZE);
}

/* Visible cells, all of them, and no others; however often one looks. */
static void
assert_cells (Office *office)
{
  gsize memory = read_memory (office->pid);

  for (int i = 0; i < 5; i++)
    {
      g_autoptr (PelElementSource) source = open_provider ();
      g_autoptr (PelSnapshot)      again = look_at_program (source, office->subject->bus_name);

      g_assert_true (find_program (again, office->subject->bus_name)->is_answering);
      g_assert_cmpuint (pel_snapshot_get_n_elements (again), <, 10000);
      for (char column = 'A'; column <= 'F'; column++)
        for (int row = 1; row <= 12; row++)
          {
            g_autofree char *name = g_strdup_printf ("%c%d", column, row);

            g_test_message ("%s", name);
            g_assert_cmpuint (find_element (again, name, PEL_ELEMENT_IS_VISIBLE).id, !=, 0);
          }
      g_assert_cmpuint (find_element (again, "A500", 0).id, ==, 0);
    }
  g_assert_cmpuint (read_memory (office->pid), <, memory + MAX_GROWTH);
}

static void
test_sheet (void)
{
  g_autofree char   *found = g_find_program_in_path ("soffice");
  g_autoptr (Office) office = NULL;
  /* a cell is filled over the lines of the grid before it, and since 26.8 into the next cell */
  Claim claim = {
    .names = { CELL }, .colour = CELL_COLOUR, .tolerance = { { 0, 1 }, { 0, 1 } }, .is_shown = TRUE
  };
  const char *output = g_getenv ("WAYLAND_DISPLAY") != NULL ? "HEADLESS-1" : NULL;

  if (found == NULL)
    {
      g_test_skip ("LibreOffice is not installed");
      return;
    }
  office = office_start ();
  assert_claims (office->subject, output, &claim, 1);
  assert_cells (office);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/libreoffice/sheet", test_sheet);
  return g_test_run ();
}
