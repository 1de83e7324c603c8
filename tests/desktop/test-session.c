/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The sessions of README.md and docs/, with the programs that they name: each command is typed at a
 * terminal, as it is written there, and prints what the page shows. The witness is the file that
 * the editor has saved, if the session prints one. */

#include "command.h"
#include "real-program.h"

#include <glib/gstdio.h>
#include <string.h>

#define BEGIN   "<!-- session -->"
#define END     "<!-- /session -->"
#define FILE_MS 30000

/* A page, and what its sessions contain at least: a page that lost its examples proves nothing. */
typedef struct
{
  const char *path;
  guint       n_programs, n_commands, n_files;
  gboolean    needs_ocr, is_script; /* also run as the lines of a script */
} Page;

/* clang-format off */
static const Page pages[] = {
  { "README.md",       2, 10, 1, FALSE, TRUE  },
  { "docs/guide.md",   2, 15, 1, FALSE, TRUE  },
  { "docs/cli.md",     0,  1, 0, FALSE, FALSE },
  { "docs/acting.md",  2,  8, 0, FALSE, TRUE  },
  { "docs/capture.md", 1,  5, 0, FALSE, FALSE },
  { "docs/ocr.md",     1,  4, 0, TRUE,  FALSE },
  { "docs/scripts.md", 1,  3, 0, FALSE, FALSE },
};
/* clang-format on */

/* One command of a page, and what the page shows as its output. */
typedef struct
{
  char    *line;
  GString *shown;
} Step;

typedef struct
{
  GDBusConnection *bus;
  GPtrArray       *steps;    /* of Step */
  GPtrArray       *programs; /* of GSubprocess */
  char            *folder;   /* the current folder of the session */
} SessionDesk;

static void
step_free (Step *self)
{
  g_free (self->line);
  g_string_free (self->shown, TRUE);
  g_free (self);
}

static void
program_end (GSubprocess *process)
{
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  g_object_unref (process);
}

/* Everything between the marks, by lines. */
static char **
read_session (const char *page)
{
  g_autofree char    *path = g_test_build_filename (G_TEST_DIST, "..", page, NULL);
  g_autofree char    *text = NULL;
  g_autoptr (GError)  error = NULL;
  g_autoptr (GString) session = g_string_new (NULL);

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  for (const char *begin = strstr (text, BEGIN); begin != NULL; begin = strstr (begin, BEGIN))
    {
      const char *end = strstr (begin, END);

      g_assert_nonnull (end);
      begin += strlen (BEGIN);
      g_string_append_len (session, begin, end - begin);
    }
  return g_strsplit (session->str, "\n", -1);
}

/* A fenced block holds commands with their outputs, or a file: then its first line, a comment,
 * is the name. */
static GPtrArray *
read_steps (const char *page)
{
  g_auto (GStrv)      lines = read_session (page);
  GPtrArray          *steps = g_ptr_array_new_with_free_func ((GDestroyNotify) step_free);
  g_autoptr (GString) file = g_string_new (NULL);
  const char         *name = NULL;
  Step               *step = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "```"))
        {
          g_assert_true (name == NULL || g_file_set_contents (name, file->str, -1, NULL));
          g_string_truncate (file, 0);
          name = NULL;
          step = NULL;
        }
      else if (g_str_has_prefix (lines[i], "$ "))
        {
          step = g_new0 (Step, 1);
          step->line = g_strdup (lines[i] + 2);
          step->shown = g_string_new (NULL);
          g_ptr_array_add (steps, step);
        }
      else if (step != NULL && lines[i][0] != '\0')
        g_string_append_printf (step->shown, "%s\n", lines[i]);
      else if (step == NULL && name == NULL && g_str_has_prefix (lines[i], "# "))
        name = lines[i] + 2;
      if (name != NULL)
        g_string_append_printf (file, "%s\n", lines[i]);
    }
  return steps;
}

static void
set_up (SessionDesk *self, gconstpointer data)
{
  const Page        *page = data;
  g_autoptr (GError) error = NULL;

  self->bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  self->folder = g_dir_make_tmp ("pellucid-session-XXXXXX", &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_chdir (self->folder), ==, 0);
  self->steps = read_steps (page->path);
  self->programs = g_ptr_array_new_with_free_func ((GDestroyNotify) program_end);
}

static void
tear_down (SessionDesk *self, gconstpointer unused)
{
  g_autoptr (GDir) folder = NULL;
  const char      *name;

  g_ptr_array_unref (self->programs);
  g_ptr_array_unref (self->steps);
  g_object_unref (self->bus);
  g_assert_cmpint (g_chdir (g_get_home_dir ()), ==, 0);
  folder = g_dir_open (self->folder, 0, NULL);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
}

/* “program [file] &”. FALSE: it is not installed, and the test is skipped. */
static gboolean
start_program (SessionDesk *self, const char *line)
{
  g_auto (GStrv)   words = g_strsplit (line, " ", -1);
  gboolean         has_file = g_strv_length (words) == 3;
  g_autofree char *name = NULL;
  GSubprocess     *process = open_program (self->bus, words[0], has_file ? words[1] : NULL, &name);

  if (process == NULL)
    return FALSE;
  g_ptr_array_add (self->programs, process);
  return TRUE;
}

/* @text up to the first of @stops. Numbers and refs differ from run to run. */
static char *
dup_lead (const char *text, const char *stops)
{
  GString *lead = g_string_new (NULL);

  for (gsize i = 0; text[i] != '\0' && strchr (stops, text[i]) == NULL; i++)
    if (!g_ascii_isdigit (text[i]))
      g_string_append_c (lead, text[i]);
  return g_strchomp (g_string_free (lead, FALSE));
}

/* Of a script the whole output is compared, of other commands the beginning. If the page shortens
 * the output (…), it is only an example. */
static void
expect_output (const Step *step, const char *output)
{
  const char      *stops = g_str_has_prefix (step->line, "pellucid run ") ? "" : ":[\r\n";
  g_autofree char *printed = dup_lead (output, stops);
  g_autofree char *shown = dup_lead (step->shown->str, stops);

  if (strstr (step->shown->str, "…") == NULL)
    g_assert_cmpstr (printed, ==, shown);
}

static void
expect_error (const Step *step, const PelCommand *command)
{
  const char      *message = step->shown->str + strlen ("pellucid: ");
  g_autofree char *first = g_strndup (message, strcspn (message, "\n"));

  g_assert_cmpint (command->exit_code, >, 0);
  g_assert_nonnull (strstr (command->err, first));
}

static void
run_at_terminal (const Step *step)
{
  g_autoptr (PelCommand) command = pel_command_run_at_terminal (step->line + strlen ("pellucid "));

  g_test_message ("%s", command->out);
  if (g_str_has_prefix (step->shown->str, "pellucid: "))
    {
      expect_error (step, command);
      return;
    }
  g_assert_cmpint (command->exit_code, ==, 0);
  expect_output (step, command->out);
}

/* The editor saves after the key was pressed. */
static void
expect_file (const Step *step)
{
  const char *path = step->line + strlen ("cat ");
  gint64      deadline = g_get_monotonic_time () + FILE_MS * G_TIME_SPAN_MILLISECOND;

  for (;;)
    {
      g_autofree char *text = NULL;

      g_file_get_contents (path, &text, NULL, NULL);
      if (text != NULL && g_str_equal (g_strchomp (text), g_strchomp (step->shown->str)))
        return;
      if (g_get_monotonic_time () > deadline)
        g_assert_cmpstr (text, ==, step->shown->str);
      g_usleep (G_USEC_PER_SEC / 20);
    }
}

/* Skips the test if not. */
static gboolean
can_read_text (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "doctor");

  if (strstr (command->out, "tesseract") != NULL && strstr (command->out, "eng") != NULL)
    return TRUE;
  g_test_skip ("tesseract with English is not installed");
  return FALSE;
}

static void
test_typed (SessionDesk *self, gconstpointer data)
{
  const Page *page = data;
  guint       n_commands = 0, n_files = 0;

  if (page->needs_ocr && !can_read_text ())
    return;
  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = self->steps->pdata[i];

      g_test_message ("$ %s", step->line);
      if (g_str_has_suffix (step->line, " &"))
        {
          if (!start_program (self, step->line))
            return;
        }
      else if (g_str_has_prefix (step->line, "cat "))
        {
          expect_file (step);
          n_files++;
        }
      else
        {
          g_assert_true (g_str_has_prefix (step->line, "pellucid "));
          run_at_terminal (step);
          n_commands++;
        }
    }
  g_assert_cmpuint (self->programs->len, ==, page->n_programs);
  g_assert_cmpuint (n_files, ==, page->n_files);
  g_assert_cmpuint (n_commands, >=, page->n_commands);
}

/* The same, as the lines of a script. */
static void
test_script (SessionDesk *self, gconstpointer unused)
{
  g_autoptr (GString)    script = g_string_new (NULL);
  g_autoptr (PelCommand) command = NULL;

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = self->steps->pdata[i];

      if (g_str_has_suffix (step->line, " &") && !start_program (self, step->line))
        return;
      if (g_str_has_prefix (step->line, "pellucid "))
        g_string_append_printf (script, "%s\n", step->line + strlen ("pellucid "));
    }
  g_assert_true (g_file_set_contents ("session.pel", script->str, -1, NULL));
  command = pel_command_run_at_terminal ("run session.pel");
  g_test_message ("%s", command->out);
  g_assert_cmpint (command->exit_code, ==, 0);
  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = self->steps->pdata[i];

      if (g_str_has_prefix (step->line, "cat "))
        expect_file (step);
    }
}

static void
test_ends_clean (void)
{
  pel_command_end_session ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autofree char *typed = g_strdup_printf ("/session/typed/%s", pages[i].path);
      g_autofree char *script = g_strdup_printf ("/session/script/%s", pages[i].path);

      g_test_add (typed, SessionDesk, &pages[i], set_up, test_typed, tear_down);
      if (pages[i].is_script)
        g_test_add (script, SessionDesk, &pages[i], set_up, test_script, tear_down);
    }
  g_test_add_func ("/session/ended/clean", test_ends_clean);
  return g_test_run ();
}
