/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/errand-words.h"

#include "services/base/json.h"
#include "services/base/redactor.h"

#include <glib/gi18n.h>

/* Of no weight for who decides. */
static const char *const left_out[] = { "verify",   "timeout_ms", "dry_run", "redact",
                                        "fallback", "first",      "format",  "max_pixels",
                                        "output",   "max_bytes",  "strict",  NULL };

/* What says most stands first, whatever order the caller chose: the rest may be cut. */
static const char *const weighty[] = { "operation", "action", "keys", "button", "to",
                                       "text",      "value",  "x",    "y",      NULL };

#define MAX_VALUE_CHARS 72

/* (transfer full): @text, with the number of what was left out. */
static char *
shorten (const char *text)
{
  glong            length = g_utf8_strlen (text, -1);
  g_autofree char *begun = NULL;

  if (length <= MAX_VALUE_CHARS)
    return g_strdup (text);
  begun = g_utf8_substring (text, 0, MAX_VALUE_CHARS);
  return g_strdup_printf ("%s…(+%ld)", begun, length - MAX_VALUE_CHARS);
}

static char *
print_value (JsonNode *value)
{
  gboolean is_text =
      JSON_NODE_HOLDS_VALUE (value) && json_node_get_value_type (value) == G_TYPE_STRING;
  g_autofree char *text =
      is_text ? json_node_dup_string (value) : pel_json_to_string (value, PEL_JSON_COMPACT);
  g_autofree char *cut = shorten (text);

  /* Translators: the value of an argument, which is a text */
  return is_text ? g_strdup_printf (_ ("“%s”"), cut) : g_steal_pointer (&cut);
}

/* The person sees what they decide on, unless the caller wants it hidden from everyone, or it goes
 * into a field for secrets. That a text is not to be written down is another matter. */
static gboolean
is_hidden (const PelErrand *self, const PelAim *aim, const char *member)
{
  return g_strcmp0 (member, self->text_member) == 0 && self->text != NULL &&
         (self->redact ||
          (aim->snapshot != NULL &&
           (pel_snapshot_get_flags (aim->snapshot, aim->id) & PEL_ELEMENT_IS_SECRET) != 0));
}

static void
append (GString *words, const PelErrand *self, const PelAim *aim, const char *member)
{
  gboolean         is_shown = aim->snapshot != NULL;
  g_autofree char *value = NULL;

  if (g_strv_contains (left_out, member) ||
      (is_shown && (g_str_equal (member, "target") || g_str_equal (member, "from"))))
    return;
  if (is_hidden (self, aim, member))
    {
      g_autofree char *redacted = pel_redact (self->text);

      value = self->redact ? g_strdup_printf (_ ("%s (hidden by the caller)"), redacted)
                           : g_steal_pointer (&redacted);
    }
  else
    value = print_value (json_object_get_member (self->arguments, member));
  g_string_append_printf (words, "%s%s: %s", words->len > 0 ? ", " : "", member, value);
}

char *
pel_errand_dup_details (const PelErrand *self, const PelAim *aim)
{
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (GList)   members = json_object_get_members (self->arguments);

  for (gsize i = 0; weighty[i] != NULL; i++)
    if (json_object_has_member (self->arguments, weighty[i]))
      append (words, self, aim, weighty[i]);
  for (GList *link = members; link != NULL; link = link->next)
    if (!g_strv_contains (weighty, link->data))
      append (words, self, aim, link->data);
  return words->len > 0 ? g_string_free (g_steal_pointer (&words), FALSE) : NULL;
}
