/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/errand-words.h"

#include "services/base/json.h"
#include "services/base/redactor.h"

#include <glib/gi18n.h>

/* Told elsewhere, or of no weight for who decides. */
static const char *const left_out[] = { "target",     "from",    "to",         "verify",
                                        "timeout_ms", "dry_run", "redact",     "fallback",
                                        "first",      "format",  "max_pixels", NULL };

static char *
print_value (JsonNode *value)
{
  if (JSON_NODE_HOLDS_VALUE (value) && json_node_get_value_type (value) == G_TYPE_STRING)
    /* Translators: the value of an argument, which is a text */
    return g_strdup_printf (_ ("“%s”"), json_node_get_string (value));
  return pel_json_to_string (value, PEL_JSON_COMPACT);
}

char *
pel_errand_dup_details (const PelErrand *self, const char *secret)
{
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (GList)   members = json_object_get_members (self->arguments);

  for (GList *link = members; link != NULL; link = link->next)
    {
      gboolean         is_secret = secret != NULL && g_strcmp0 (link->data, self->text_member) == 0;
      g_autofree char *value = NULL;

      if (g_strv_contains (left_out, link->data))
        continue;
      value = is_secret ? pel_redact (secret)
                        : print_value (json_object_get_member (self->arguments, link->data));
      g_string_append_printf (words,
                              "%s%s: %s",
                              words->len > 0 ? ", " : "",
                              (char *) link->data,
                              value);
    }
  return words->len > 0 ? g_string_free (g_steal_pointer (&words), FALSE) : NULL;
}
