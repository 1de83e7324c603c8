/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy-writer.h"

#include "services/base/error.h"
#include "services/base/json-locator.h"
#include "services/base/json.h"
#include "services/base/small-file.h"
#include "services/policy/policy-parser.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMBER    "rules"
#define NEW_FILE  "{\n  \"rules\": [\n    %s\n  ]\n}\n"
#define FILE_MODE 0600

/* Where in the object a member stands; FALSE: it has none of this name. */
static gboolean
find_member (JsonObject *object, const char *name, guint *ret_step)
{
  g_autoptr (GList) members = json_object_get_members (object);
  guint             step = 0;

  for (GList *link = members; link != NULL; link = link->next, step++)
    if (g_str_equal (link->data, name))
      {
        *ret_step = step;
        return TRUE;
      }
  return FALSE;
}

/* (transfer full): one line. */
static char *
print_rule (JsonObject *policy, guint at, JsonObject *rule)
{
  JsonArray           *rules = NULL;
  JsonObject          *narrowed = json_object_new ();
  g_autoptr (JsonNode) node = pel_json_take_object (narrowed);
  g_autoptr (GList)    members = json_object_get_members (rule);

  if (at > 0)
    rules = json_object_get_array_member (policy, MEMBER);
  for (GList *link = members; link != NULL; link = link->next)
    json_object_set_member (narrowed, link->data, json_object_dup_member (rule, link->data));
  if (rules != NULL && at <= json_array_get_length (rules))
    {
      JsonObject       *exception = json_array_get_object_element (rules, at - 1);
      g_autoptr (GList) others = json_object_get_members (exception);

      for (GList *link = others; link != NULL; link = link->next)
        if (!json_object_has_member (narrowed, link->data) &&
            !g_str_equal (link->data, "approver") && !g_str_equal (link->data, "reason"))
          json_object_set_member (narrowed,
                                  link->data,
                                  json_object_dup_member (exception, link->data));
    }
  return pel_json_to_string (node, PEL_JSON_COMPACT);
}

static gboolean
find (const char *text, const guint *steps, guint n_steps, gsize *ret_start, gsize *ret_end)
{
  return pel_json_find (text,
                        strlen (text),
                        (PelJsonPath){ steps, n_steps, FALSE },
                        ret_start,
                        ret_end);
}

/* What stands between a value and the line end before it, so that a new one stands as it does. */
static char *
dup_indent (const char *text, gsize start)
{
  gsize begin = start;

  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
    begin--;
  if (begin > 0 && text[begin - 1] == '\n')
    return g_strdup_printf ("\n%.*s", (int) (start - begin), text + begin);
  return g_strdup (" ");
}

/* Where the last value in a container ends, which is closed at @end. */
static gsize
skip_back (const char *text, gsize end)
{
  while (end > 0 && strchr (" \t\r\n", text[end - 1]) != NULL)
    end--;
  return end;
}

/* The file has no rules at all: they come last. */
static void
insert_member (GString *out, JsonObject *policy, const char *line)
{
  const char      *comma = json_object_get_size (policy) > 0 ? "," : "";
  g_autofree char *member = NULL;
  gsize            start = 0, end = 0, last;

  find (out->str, NULL, 0, &start, &end);
  last = skip_back (out->str, end - 1);
  member = g_strdup_printf ("%s\n  \"" MEMBER "\": [\n    %s\n  ]%s",
                            comma,
                            line,
                            last == end - 1 ? "\n" : "");
  g_string_insert (out, last, member);
}

static void
insert_element (GString *out, guint step, guint n_rules, guint at, const char *line)
{
  guint            steps[] = { step, at > 0 ? at - 1 : n_rules - 1 };
  gsize            start = 0, end = 0;
  g_autofree char *indent = NULL;
  g_autofree char *element = NULL;

  if (n_rules == 0)
    {
      find (out->str, steps, 1, &start, &end);
      element = g_strdup_printf ("[\n    %s\n  ]", line);
      g_string_erase (out, start, end - start);
      g_string_insert (out, start, element);
      return;
    }
  find (out->str, steps, 2, &start, &end);
  indent = dup_indent (out->str, start);
  if (at > 0)
    element = g_strdup_printf ("%s,%s", line, indent);
  else
    element = g_strdup_printf (",%s%s", indent, line);
  g_string_insert (out, at > 0 ? start : end, element);
}

char *
pel_policy_writer_insert (const char *text, guint at, JsonObject *rule, GError **error)
{
  g_autoptr (GString)        out = g_string_new (text);
  g_autoptr (JsonObject)     policy = NULL;
  g_autoptr (PelPolicyLayer) before = NULL, after = NULL;
  g_autofree char           *line = NULL;
  guint                      n_rules = 0, step;

  if (text[0] != '\0')
    {
      before = pel_policy_parse (text, strlen (text), NULL, error);
      policy = before != NULL ? pel_json_parse_object (text, -1, error) : NULL;
      if (policy == NULL)
        return NULL;
      n_rules = before->rules != NULL ? before->rules->len : 0;
    }
  line = print_rule (policy, at <= n_rules ? at : 0, rule);
  if (policy == NULL)
    g_string_printf (out, NEW_FILE, line);
  else if (find_member (policy, MEMBER, &step))
    insert_element (out, step, n_rules, at <= n_rules ? at : 0, line);
  else
    insert_member (out, policy, line);
  after = pel_policy_parse (out->str, out->len, NULL, error);
  return after != NULL ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

static gboolean
fail (const char *path, const char *reason, GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_COMMAND_FAILED,
                 _ ("Free some space, or make the file writable"),
                 _ ("Cannot write the rule to “%s”: %s"),
                 path,
                 reason);
  return FALSE;
}

/* (transfer full): where the file really is, so that a link to it stays one. */
static char *
dup_true_path (const char *path)
{
  g_autofree char *real = realpath (path, NULL);

  return g_strdup (real != NULL ? real : path);
}

gboolean
pel_policy_writer_add_rule (const char *path, guint at, JsonObject *rule, GError **error)
{
  g_autofree char   *target = dup_true_path (path);
  g_autofree char   *folder = g_path_get_dirname (target);
  g_autofree char   *text = NULL, *changed = NULL;
  g_autoptr (GError) reason = NULL;
  struct stat        file = { 0 };
  gsize              length;

  text = pel_small_file_read (target, PEL_POLICY_MAX_BYTES, &length, &file, &reason);
  if (text == NULL && g_file_test (target, G_FILE_TEST_EXISTS))
    return fail (path, reason->message, error);
  g_clear_error (&reason);
  changed = pel_policy_writer_insert (text != NULL ? text : "", at, rule, error);
  if (changed == NULL)
    return FALSE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return fail (path, g_strerror (errno), error);
  if (!g_file_set_contents_full (target,
                                 changed,
                                 -1,
                                 G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
                                 text != NULL ? file.st_mode & 0777 : FILE_MODE,
                                 &reason))
    return fail (path, reason->message, error);
  return TRUE;
}
