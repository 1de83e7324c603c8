/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The session of the README, with the programs that it names: each command is typed at a terminal,
 * as it stands there, and says what stands there. What came of it is in the file that the editor
 * has saved. */

#include "command.h"
#include "real-program.h"

#include <glib/gstdio.h>
#include <string.h>

#define BEGIN   "<!-- session -->"
#define END     "<!-- /session -->"
#define FILE_MS 30000

/* One command of the README, and what it is said to print. */
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
  char            *folder;   /* where the person is */
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

/* What is between the marks, by lines. */
static char **
read_session (void)
{
  g_autofree char   *path = g_test_build_filename (G_TEST_DIST, "..", "README.md", NULL);
  g_autofree char   *text = NULL;
  g_autoptr (GError) error = NULL;
  char              *begin, *end;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  begin = strstr (text, BEGIN);
  g_assert_nonnull (begin);
  begin += strlen (BEGIN);
  end = strstr (begin, END);
  g_assert_nonnull (end);
  *end = '\0';
  return g_strsplit (begin, "\n", -1);
}

static GPtrArray *
read_steps (void)
{
  g_auto (GStrv) lines = read_session ();
  GPtrArray     *steps = g_ptr_array_new_with_free_func ((GDestroyNotify) step_free);
  Step          *step = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "$ "))
      {
        step = g_new0 (Step, 1);
        step->line = g_strdup (lines[i] + 2);
        step->shown = g_string_new (NULL);
        g_ptr_array_add (steps, step);
      }
    else if (step != NULL && lines[i][0] != '\0' && !g_str_has_prefix (lines[i], "```"))
      g_string_append_printf (step->shown, "%s\n", lines[i]);
  return steps;
}

static void
set_up (SessionDesk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  self->folder = g_dir_make_tmp ("pellucid-session-XXXXXX", &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_chdir (self->folder), ==, 0);
  self->steps = read_steps ();
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

/* What a line says before it comes to particulars; numbers and refs differ from run to run. */
static char *
dup_lead (const char *text)
{
  GString *lead = g_string_new (NULL);

  for (gsize i = 0; text[i] != '\0' && strchr (";:[\r\n", text[i]) == NULL; i++)
    if (!g_ascii_isdigit (text[i]))
      g_string_append_c (lead, text[i]);
  return g_strchomp (g_string_free (lead, FALSE));
}

/* An output that is shortened (…) is only an example. */
static void
run_at_terminal (const Step *step)
{
  g_autoptr (PelCommand) command = pel_command_run_at_terminal (step->line + strlen ("pellucid "));
  g_autofree char       *said = dup_lead (command->out);
  g_autofree char       *shown = dup_lead (step->shown->str);

  g_test_message ("%s", command->out);
  g_assert_cmpint (command->exit_code, ==, 0);
  if (strstr (step->shown->str, "…") == NULL)
    g_assert_cmpstr (said, ==, shown);
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

static void
test_typed (SessionDesk *self, gconstpointer unused)
{
  guint n_commands = 0, n_files = 0;

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
  g_assert_cmpuint (self->programs->len, ==, 2);
  g_assert_cmpuint (n_files, ==, 1);
  g_assert_cmpuint (n_commands, >=, 10);
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
  g_test_add ("/session/typed", SessionDesk, NULL, set_up, test_typed, tear_down);
  g_test_add ("/session/script", SessionDesk, NULL, set_up, test_script, tear_down);
  g_test_add_func ("/session/ends-clean", test_ends_clean);
  return g_test_run ();
}
