/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/output.h"

#include "app/cli/error-printer.h"
#include "services/tool/tool-call.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

PelPrintStyle
pel_output_get_style (int fd)
{
  const char *no_color = g_getenv ("NO_COLOR");

  if (!isatty (fd))
    return PEL_STYLE_PLAIN;
  return no_color == NULL || no_color[0] == '\0' ? PEL_STYLE_TERMINAL : PEL_STYLE_MONOCHROME;
}

guint
pel_output_get_width (int fd)
{
  struct winsize size = { 0 };

  return ioctl (fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

gboolean
pel_output_put (const char *text)
{
  return fputs (text, stdout) >= 0 && fflush (stdout) == 0;
}

gboolean
pel_output_copy (int fd)
{
  char   buffer[65536];
  gssize n;

  while ((n = read (fd, buffer, sizeof buffer)) > 0)
    if (fwrite (buffer, 1, (gsize) n, stdout) != (gsize) n)
      return FALSE;
  return n == 0;
}

gboolean
pel_output_put_json (JsonNode *node, PelJsonLayout layout)
{
  g_autofree char *text = pel_json_to_string (node, layout);

  return pel_output_put (text) && pel_output_put ("\n");
}

int
pel_output_put_error (const char *message, const char *hint, JsonObject *details, PelErrorCode code)
{
  g_autofree char *text =
      pel_print_error (message, hint, details, pel_output_get_style (STDERR_FILENO));

  fputs (text, stderr);
  return pel_error_get_exit_code (code);
}

int
pel_output_report (const GError *error, gboolean is_json)
{
  PelErrorCode         code = pel_error_get_code (error);
  g_autoptr (JsonNode) node = NULL;
  JsonObject          *envelope;

  if (!is_json)
    return pel_output_put_error (error->message,
                                 pel_error_get_hint (error),
                                 pel_error_get_details (error),
                                 code);
  envelope = json_object_new ();
  json_object_set_string_member (envelope, "status", "error");
  json_object_set_object_member (envelope, "error", pel_tool_error_to_json (error));
  node = pel_json_take_object (envelope);
  pel_output_put_json (node, isatty (STDOUT_FILENO) ? PEL_JSON_PRETTY : PEL_JSON_COMPACT);
  return pel_error_get_exit_code (code);
}

/* A reader that has had enough (head, less) is no failure worth a word. */
int
pel_output_finish (gboolean is_written)
{
  if (is_written)
    return 0;
  if (errno == EPIPE)
    return pel_error_get_exit_code (PEL_ERROR_COMMAND_FAILED);
  return pel_output_put_error (_ ("Cannot write the output"), NULL, NULL, PEL_ERROR_COMMAND_FAILED);
}
