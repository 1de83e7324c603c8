/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/terminal-asker.h"

#include "services/approval/question.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define MAX_LINE_BYTES 1024

struct _PelTerminalAsker
{
  int                   fd;
  guint                 read_id;
  GString              *line;
  PelQuestion          *question; /* (nullable) */
  PelTerminalAnswerFunc answered;
  gpointer              data;
};

static const char *const words[] = {
  [PEL_ANSWER_DENY] = N_ ("Deny (to add a reason, type it after the number: 1 not now)"),
  [PEL_ANSWER_ONCE] = N_ ("Allow once"),
  [PEL_ANSWER_CLIENT] = N_ ("Allow while this command runs"),
  [PEL_ANSWER_APP] = N_ ("Allow for this application, until the session ends"),
  [PEL_ANSWER_ALWAYS] = N_ ("Always allow: add a rule to your policy file"),
};
G_STATIC_ASSERT (G_N_ELEMENTS (words) == PEL_N_ANSWERS);

char *
pel_terminal_asker_dup_choices (guint choices)
{
  GString *text = g_string_new (NULL);
  guint    number = 0;

  for (guint answer = 0; answer < PEL_N_ANSWERS; answer++)
    if (choices & (1u << answer))
      g_string_append_printf (text, "  %u  %s\n", ++number, _ (words[answer]));
  return g_string_free (text, FALSE);
}

gboolean
pel_terminal_asker_read (const char *line, guint choices, PelAnswer *ret_answer, char **ret_reason)
{
  g_autofree char *given = g_strstrip (g_strdup (line));
  char            *rest;
  guint64          wanted = g_ascii_strtoull (given, &rest, 10);
  guint            number = 0;

  *ret_reason = NULL;
  *ret_answer = PEL_ANSWER_DENY;
  if (given[0] == '\0')
    return TRUE;
  if (rest == given || (*rest != '\0' && !g_ascii_isspace (*rest)))
    return FALSE;
  g_strchug (rest);
  for (guint answer = 0; answer < PEL_N_ANSWERS; answer++)
    if ((choices & (1u << answer)) != 0 && ++number == wanted)
      {
        if (*rest != '\0' && answer != PEL_ANSWER_DENY)
          return FALSE; /* more than a number means something else */
        *ret_answer = answer;
        *ret_reason = *rest != '\0' ? g_strdup (rest) : NULL;
        return TRUE;
      }
  return FALSE;
}

static void
say (PelTerminalAsker *self, const char *text)
{
  gsize length = strlen (text);

  while (length > 0)
    {
      gssize written = write (self->fd, text, length);

      if (written < 0 && errno != EINTR)
        return;
      text += MAX (written, 0);
      length -= MAX (written, 0);
    }
}

static void
prompt (PelTerminalAsker *self)
{
  say (self, _ ("Type a number (Enter alone denies): "));
}

static void
answer (PelTerminalAsker *self, PelAnswer chosen, const char *reason)
{
  guint64 id = self->question->id;

  g_clear_pointer (&self->question, pel_question_free);
  self->answered (id, chosen, reason, self->data);
}

static void
take_line (PelTerminalAsker *self, const char *line)
{
  g_autofree char *valid = g_utf8_make_valid (line, -1);
  g_autofree char *reason = NULL;
  PelAnswer        chosen;

  if (pel_terminal_asker_read (valid, self->question->choices, &chosen, &reason))
    answer (self, chosen, reason);
  else
    prompt (self);
}

/* The end of the input denies as well. */
static gboolean
read_cb (int fd, GIOCondition condition, gpointer user_data)
{
  PelTerminalAsker *self = user_data;
  char              bytes[256];
  gssize            length = read (fd, bytes, sizeof bytes);
  char             *end;

  if (length < 0 && (errno == EINTR || errno == EAGAIN))
    return G_SOURCE_CONTINUE;
  if (self->line->len > MAX_LINE_BYTES)
    g_string_truncate (self->line, 0); /* no answer is that long */
  if (length > 0)
    g_string_append_len (self->line, bytes, length);
  while (self->question != NULL && (end = strchr (self->line->str, '\n')) != NULL)
    {
      *end = '\0';
      take_line (self, self->line->str);
      g_string_erase (self->line, 0, end - self->line->str + 1);
    }
  if (length <= 0 && self->question != NULL)
    answer (self, PEL_ANSWER_DENY, NULL);
  if (length > 0 && self->question != NULL)
    return G_SOURCE_CONTINUE;
  self->read_id = 0;
  return G_SOURCE_REMOVE;
}

void
pel_terminal_asker_ask (PelTerminalAsker *self, JsonObject *question)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autofree char       *text = NULL;
  g_autofree char       *choices = NULL;

  json_object_set_object_member (object, "question", json_object_ref (question));
  g_clear_pointer (&self->question, pel_question_free);
  self->question = pel_question_new (object);
  text = pel_question_dup_text (self->question);
  choices = pel_terminal_asker_dup_choices (self->question->choices);
  g_string_truncate (self->line, 0);
  tcflush (self->fd, TCIFLUSH);
  say (self, "\r\033[K");
  say (self, _ ("Your policy requires your approval for this.\n"));
  say (self, text);
  say (self, "\n\n");
  say (self, choices);
  prompt (self);
  if (self->read_id == 0)
    self->read_id = g_unix_fd_add (self->fd, G_IO_IN | G_IO_HUP | G_IO_ERR, read_cb, self);
}

void
pel_terminal_asker_withdraw (PelTerminalAsker *self)
{
  g_clear_handle_id (&self->read_id, g_source_remove);
  if (self->question != NULL)
    say (self, "\n");
  g_clear_pointer (&self->question, pel_question_free);
}

PelTerminalAsker *
pel_terminal_asker_new (PelTerminalAnswerFunc answered, gpointer data)
{
  int               fd = open ("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  PelTerminalAsker *self;

  if (fd < 0)
    return NULL;
  self = g_new0 (PelTerminalAsker, 1);
  self->fd = fd;
  self->line = g_string_new (NULL);
  self->answered = answered;
  self->data = data;
  return self;
}

void
pel_terminal_asker_free (PelTerminalAsker *self)
{
  pel_terminal_asker_withdraw (self);
  g_string_free (self->line, TRUE);
  close (self->fd);
  g_free (self);
}
