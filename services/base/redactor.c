/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/redactor.h"

#include "services/base/error.h"
#include "services/base/json-validator.h"
#include "services/base/json.h"
#include "services/base/sensitive.h"

#include <glib/gi18n.h>
#include <string.h>

#define REGEX_PREFIX "regex:"

/* What one search in a text may cost; PCRE counts the steps and gives up. Written before the
 * pattern: GRegex has no call for it, and a pattern can only lower it further. */
#define REGEX_LIMITS "(*LIMIT_MATCH=20000)(*LIMIT_DEPTH=2000)"
#define MAX_MATCHES  500

/* Shorter than this, a secret within another text cannot be distinguished from a common word. */
#define MIN_SECRET_CHARS 4

struct _PelRedactor
{
  GPtrArray *regexes; /* of GRegex */
  GPtrArray *finders; /* of PelSensitiveFinder */
};

static const struct
{
  const char        *name;
  PelSensitiveFinder find;
} finder_table[] = {
  { "email", pel_sensitive_find_email },
  { "card", pel_sensitive_find_card },
};

static gboolean
refuse (const char *pattern, const char *reason, GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Use “email”, “card”, or “regex:” followed by a regular expression"),
                 _ ("Invalid redaction pattern “%s”: %s"),
                 pattern,
                 reason);
  return FALSE;
}

/* One that fits on nothing fits everywhere, and says nothing about what to hide. */
static gboolean
add_regex (PelRedactor *self, const char *pattern, GError **error)
{
  g_autofree char   *limited = g_strconcat (REGEX_LIMITS, pattern + strlen (REGEX_PREFIX), NULL);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GRegex) regex = NULL;

  if (!g_utf8_validate (pattern, -1, NULL))
    return refuse (REGEX_PREFIX, _ ("not valid UTF-8"), error);
  regex = g_regex_new (limited, 0, 0, &reason);
  if (regex == NULL)
    return refuse (pattern, reason->message, error);
  if (g_regex_match (regex, "", 0, NULL))
    return refuse (pattern, _ ("it matches the empty string"), error);
  g_ptr_array_add (self->regexes, g_steal_pointer (&regex));
  return TRUE;
}

static gboolean
add_pattern (PelRedactor *self, const char *pattern, GError **error)
{
  if (g_str_has_prefix (pattern, REGEX_PREFIX))
    return add_regex (self, pattern, error);
  for (gsize i = 0; i < G_N_ELEMENTS (finder_table); i++)
    if (g_str_equal (finder_table[i].name, pattern))
      {
        g_ptr_array_add (self->finders, (gpointer) finder_table[i].find);
        return TRUE;
      }
  return refuse (pattern, _ ("unknown name"), error);
}

PelRedactor *
pel_redactor_new (const char *const *patterns, GError **error)
{
  g_autoptr (PelRedactor) self = g_atomic_rc_box_new0 (PelRedactor);

  self->regexes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_regex_unref);
  self->finders = g_ptr_array_new ();
  for (gsize i = 0; patterns != NULL && patterns[i] != NULL; i++)
    if (!add_pattern (self, patterns[i], error))
      return NULL;
  return g_steal_pointer (&self);
}

PelRedactor *
pel_redactor_ref (PelRedactor *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PelRedactor *self = data;

  g_ptr_array_unref (self->regexes);
  g_ptr_array_unref (self->finders);
}

void
pel_redactor_unref (PelRedactor *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static void
append_redacted (GString *out, const char *text, gsize n_bytes)
{
  g_string_append_printf (out, "[redacted %ld chars]", g_utf8_strlen (text, n_bytes));
}

char *
pel_redact (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString         *out = g_string_new (NULL);

  append_redacted (out, valid, strlen (valid));
  return g_string_free (out, FALSE);
}

/* All replace functions below take @text and return it as it is then. */
static char *
replace_secret (char *text, const char *secret)
{
  g_autofree char *before = text;
  GString         *out;
  const char      *at, *from = before;

  if (g_str_equal (before, secret))
    return pel_redact (before);
  if (g_utf8_strlen (secret, -1) < MIN_SECRET_CHARS)
    return g_steal_pointer (&before);
  out = g_string_new (NULL);
  for (; (at = strstr (from, secret)) != NULL; from = at + strlen (secret))
    {
      g_string_append_len (out, from, at - from);
      append_redacted (out, at, strlen (secret));
    }
  g_string_append (out, from);
  return g_string_free (out, FALSE);
}

static char *
replace_found (char *text, PelSensitiveFinder find)
{
  g_autofree char *before = text;
  GString         *out = g_string_new (NULL);
  const char      *from = before, *start, *end;

  while (find (before, from, &start, &end))
    {
      g_string_append_len (out, from, start - from);
      append_redacted (out, start, end - start);
      from = end;
    }
  g_string_append (out, from);
  return g_string_free (out, FALSE);
}

/* FALSE where it was too much to look through; @out is then of no use. */
static gboolean
redact_matches (GRegex *regex, const char *text, GString *out)
{
  g_autoptr (GMatchInfo) info = NULL;
  g_autoptr (GError)     error = NULL;
  gint                   from = 0, start, end;
  guint                  n_matches = 0;

  g_regex_match_full (regex, text, -1, 0, 0, &info, &error);
  while (error == NULL && g_match_info_matches (info) && n_matches++ < MAX_MATCHES)
    {
      g_match_info_fetch_pos (info, 0, &start, &end);
      /* a look-behind may begin a match before the end of the last one */
      if (end > start && start >= from)
        {
          g_string_append_len (out, text + from, start - from);
          append_redacted (out, text + start, end - start);
          from = end;
        }
      g_match_info_next (info, &error);
    }
  g_string_append (out, text + from);
  return error == NULL && n_matches <= MAX_MATCHES;
}

static char *
replace_matches (char *text, GRegex *regex)
{
  g_autofree char *before = text;
  GString         *out = g_string_new (NULL);

  if (redact_matches (regex, before, out))
    return g_string_free (out, FALSE);
  g_string_free (out, TRUE);
  return pel_redact (before);
}

char *
pel_redactor_apply (const PelRedactor *self, const char *secret, const char *text)
{
  char *out = g_utf8_make_valid (text, -1);

  if (secret != NULL && secret[0] != '\0')
    out = replace_secret (out, secret);
  for (guint i = 0; self != NULL && i < self->finders->len; i++)
    out = replace_found (out, (PelSensitiveFinder) self->finders->pdata[i]);
  for (guint i = 0; self != NULL && i < self->regexes->len; i++)
    out = replace_matches (out, self->regexes->pdata[i]);
  return out;
}

static JsonNode *apply (const PelRedactor *self, const char *secret, JsonNode *node, guint depth);

static JsonNode *
apply_object (const PelRedactor *self, const char *secret, JsonObject *object, guint depth)
{
  JsonObject    *out = json_object_new ();
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      g_autofree char *safe_name = pel_redactor_apply (self, secret, name);

      json_object_set_member (out, safe_name, apply (self, secret, node, depth + 1));
    }
  return pel_json_take_object (out);
}

static JsonNode *
apply_array (const PelRedactor *self, const char *secret, JsonArray *array, guint depth)
{
  JsonArray *out = json_array_new ();

  for (guint i = 0; i < json_array_get_length (array); i++)
    json_array_add_element (out,
                            apply (self, secret, json_array_get_element (array, i), depth + 1));
  return pel_json_take_array (out);
}

/* A card number is one too where it is a number. */
static JsonNode *
apply_value (const PelRedactor *self, const char *secret, JsonNode *node)
{
  gboolean         is_text = json_node_get_value_type (node) == G_TYPE_STRING;
  g_autofree char *before = is_text ? g_strdup (json_node_get_string (node))
                                    : pel_json_to_string (node, PEL_JSON_COMPACT);
  g_autofree char *after = pel_redactor_apply (self, secret, before);

  if (is_text || !g_str_equal (before, after))
    return json_node_init_string (json_node_alloc (), after);
  return json_node_copy (node);
}

static JsonNode *
apply (const PelRedactor *self, const char *secret, JsonNode *node, guint depth)
{
  if (depth > PEL_JSON_MAX_DEPTH)
    return json_node_init_null (json_node_alloc ());
  if (JSON_NODE_HOLDS_OBJECT (node))
    return apply_object (self, secret, json_node_get_object (node), depth);
  if (JSON_NODE_HOLDS_ARRAY (node))
    return apply_array (self, secret, json_node_get_array (node), depth);
  if (JSON_NODE_HOLDS_NULL (node) || json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_copy (node);
  return apply_value (self, secret, node);
}

JsonNode *
pel_redactor_apply_json (const PelRedactor *self, const char *secret, JsonNode *node)
{
  return apply (self, secret, node, 0);
}
