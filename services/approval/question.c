/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/question.h"

#include "services/base/text.h"

#include <glib/gi18n.h>

#define MAX_REASONS 4

/* (nullable) */
static const char *
get_text (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* (nullable) (transfer none) */
static JsonObject *
get_object (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* Cut before it is made fit: escapes are longer than what they stand for, but few. */
static char *
shorten (const char *text, glong max_chars)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  char            *end;

  if (g_utf8_strlen (valid, -1) <= max_chars)
    return g_steal_pointer (&valid);
  end = g_utf8_offset_to_pointer (valid, max_chars);
  *end = '\0';
  return g_strconcat (valid, "…", NULL);
}

char *
pel_question_quote (const char *text)
{
  g_autofree char *cut = shorten (text, PEL_QUESTION_MAX_CHARS);
  g_autofree char *fit = pel_text_isolate (cut);

  /* Translators: quotation marks around what a program or agent calls something */
  return g_strdup_printf (_ ("“%s”"), fit);
}

static char *
quote (const char *text)
{
  return text != NULL && text[0] != '\0' ? pel_question_quote (text) : NULL;
}

/* What was found out, not chosen: a path may hold anything all the same. */
static char *
isolate (const char *text)
{
  return text != NULL ? pel_text_isolate (text) : NULL;
}

static char *
make_who (JsonObject *question)
{
  JsonObject *caller = get_object (question, "caller");
  const char *name = caller != NULL ? get_text (caller, "sandbox") : NULL;
  gint64      pid = caller != NULL ? json_object_get_int_member_with_default (caller, "pid", 0) : 0;
  g_autofree char *fit = NULL;

  if (name == NULL && caller != NULL)
    name = get_text (caller, "executable");
  if (name == NULL)
    return g_strdup (_ ("Unknown program"));
  fit = pel_text_isolate (name);
  /* Translators: a program, and the number of its process */
  return g_strdup_printf (_ ("%s (process %d)"), fit, (int) pid);
}

/* (nullable): consent is to automation, or to what is typed at a terminal. */
static char *
make_terminal (JsonObject *caller, gboolean is_consent)
{
  return is_consent && caller != NULL ? isolate (get_text (caller, "terminal")) : NULL;
}

static const char *
get_title (const PelQuestion *self)
{
  if (self->terminal != NULL)
    return _ ("Are you typing in this terminal?");
  return self->is_consent ? _ ("Allow programs to act on this desktop?")
                          : _ ("A program is asking for your approval");
}

static char *
make_element (JsonObject *question)
{
  const char      *role = get_text (question, "role");
  g_autofree char *name = quote (get_text (question, "name"));

  if (role == NULL)
    return g_strdup (name);
  return name != NULL ? g_strdup_printf ("%s %s", role, name) : g_strdup (role);
}

/* Its parts were cut each for itself; what a caller wants is not to be hidden by its own words. */
static char *
make_details (const char *text)
{
  g_autofree char *cut = NULL;

  if (text == NULL)
    return NULL;
  cut = shorten (text, PEL_QUESTION_MAX_DETAILS);
  return pel_text_isolate (cut);
}

static char *
make_place (JsonObject *question)
{
  g_autofree char    *window = quote (get_text (question, "window"));
  g_autofree char    *app = quote (get_text (question, "app"));
  g_autofree char    *program = isolate (get_text (question, "program"));
  JsonObject         *bounds = get_object (question, "bounds");
  g_autoptr (GString) place = g_string_new (NULL);
  const char *const   parts[] = { program != NULL ? program : app, window };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL)
      g_string_append_printf (place, "%s%s", place->len > 0 ? " · " : "", parts[i]);
  if (bounds != NULL)
    g_string_append_printf (place,
                            "%s%d,%d %d×%d",
                            place->len > 0 ? " · " : "",
                            (int) json_object_get_int_member (bounds, "x"),
                            (int) json_object_get_int_member (bounds, "y"),
                            (int) json_object_get_int_member (bounds, "width"),
                            (int) json_object_get_int_member (bounds, "height"));
  return place->len > 0 ? g_string_free (g_steal_pointer (&place), FALSE) : NULL;
}

static const struct
{
  const char *name, *words;
} risks[] = {
  { "low", N_ ("Low") },
  { "medium", N_ ("Medium") },
  { "high", N_ ("High") },
  { "prohibited", N_ ("Prohibited") },
};

static char *
make_risk (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (risks); i++)
    if (g_strcmp0 (risks[i].name, name) == 0)
      return g_strdup (_ (risks[i].words));
  return g_strdup (_ ("Unknown"));
}

static char *
make_reasons (JsonObject *question)
{
  JsonNode  *node = json_object_get_member (question, "reasons");
  JsonArray *reasons =
      node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  GString *lines = g_string_new (NULL);

  for (guint i = 0; reasons != NULL && i < MIN (json_array_get_length (reasons), MAX_REASONS); i++)
    {
      g_autofree char *cut =
          shorten (json_array_get_string_element (reasons, i), PEL_QUESTION_MAX_CHARS);
      g_autofree char *fit = pel_text_isolate (cut);

      g_string_append_printf (lines, "%s%s", lines->len > 0 ? "\n" : "", fit);
    }
  return g_string_free (lines, FALSE);
}

static guint
read_choices (JsonObject *question)
{
  JsonNode  *node = json_object_get_member (question, "choices");
  JsonArray *names =
      node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint     choices = 1u << PEL_ANSWER_DENY;
  PelAnswer answer;

  for (guint i = 0; names != NULL && i < json_array_get_length (names); i++)
    if (pel_answer_from_string (json_array_get_string_element (names, i), &answer))
      choices |= 1u << answer;
  return choices;
}

static GBytes *
read_crop (JsonObject *question)
{
  const char *text = get_text (question, "crop");
  gsize       length;
  guchar     *data;

  if (text == NULL)
    return NULL;
  data = g_base64_decode (text, &length);
  return g_bytes_new_take (data, length);
}

static char *
make_calls (int n_calls, int n_own)
{
  if (n_calls < 2)
    return NULL;
  if (n_own == n_calls)
    return g_strdup_printf (
        ngettext ("%d identical call is waiting. Your answer applies to it",
                  "%d identical calls are waiting. Your answer applies to all of them",
                  n_calls),
        n_calls);
  return g_strdup_printf (ngettext ("%d identical call is waiting, from several processes. “Allow "
                                    "Once” applies to %d; you are asked again about the rest",
                                    "%d identical calls are waiting, from several processes. "
                                    "“Allow Once” applies to %d; you are asked again about the "
                                    "rest",
                                    n_calls),
                          n_calls,
                          n_own);
}

static int
read_count (JsonObject *question, const char *member, int fallback)
{
  return CLAMP (json_object_get_int_member_with_default (question, member, fallback), 1, G_MAXINT);
}

static char *
make_waiting (gint64 n_waiting)
{
  if (n_waiting < 2)
    return NULL;
  return g_strdup_printf (ngettext ("%d more request is waiting",
                                    "%d more requests are waiting",
                                    n_waiting - 1),
                          (int) n_waiting - 1);
}

PelQuestion *
pel_question_new (JsonObject *object)
{
  JsonObject  *question = get_object (object, "question");
  JsonObject  *caller;
  PelQuestion *self;
  int          n_calls;

  if (question == NULL)
    return NULL;
  caller = get_object (question, "caller");
  self = g_new0 (PelQuestion, 1);
  self->id = json_object_get_int_member_with_default (question, "id", 0);
  self->is_consent = json_object_get_boolean_member_with_default (question, "consent", FALSE);
  self->terminal = make_terminal (caller, self->is_consent);
  self->title = g_strdup (get_title (self));
  self->who = make_who (question);
  self->claimed = quote (caller != NULL ? get_text (caller, "claimed_name") : NULL);
  self->starter = isolate (caller != NULL ? get_text (caller, "starter") : NULL);
  self->what = isolate (get_text (question, "words"));
  self->details = make_details (get_text (question, "details"));
  self->element = make_element (question);
  self->place = make_place (question);
  self->risk = make_risk (get_text (question, "risk"));
  self->is_high = g_strcmp0 (get_text (question, "risk"), "high") == 0;
  self->reasons = make_reasons (question);
  n_calls = read_count (question, "calls", 1);
  self->n_own = MIN (read_count (question, "own_calls", 1), n_calls);
  self->calls = make_calls (n_calls, self->is_consent ? n_calls : (int) self->n_own);
  self->waiting = make_waiting (json_object_get_int_member_with_default (object, "waiting", 1));
  self->crop = read_crop (question);
  self->choices = read_choices (question);
  self->left_ms = json_object_get_int_member_with_default (question, "left_ms", 0);
  return self;
}

void
pel_question_free (PelQuestion *self)
{
  g_free (self->title);
  g_free (self->terminal);
  g_free (self->who);
  g_free (self->claimed);
  g_free (self->starter);
  g_free (self->what);
  g_free (self->details);
  g_free (self->element);
  g_free (self->place);
  g_free (self->risk);
  g_free (self->reasons);
  g_free (self->calls);
  g_free (self->waiting);
  g_clear_pointer (&self->crop, g_bytes_unref);
  g_free (self);
}

/* Plain text isolates nothing, so nothing that would have to be isolated is left in it. */
static char *
make_plain (const char *text)
{
  static const char *const marks[] = { "\u2068", "\u2069" };
  g_autoptr (GString)      plain = g_string_new (text);

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    g_string_replace (plain, marks[i], "", 0);
  return pel_text_escape (plain->str);
}

static void
append_line (GString *text, const char *label, const char *value)
{
  g_autofree char *plain = value != NULL && value[0] != '\0' ? make_plain (value) : NULL;

  if (plain != NULL)
    g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "\n" : "", label, plain);
}

char *
pel_question_dup_text (const PelQuestion *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv)      reasons = g_strsplit (self->reasons, "\n", -1);

  append_line (text, _ ("Requester"), self->who);
  append_line (text, _ ("Calls itself"), self->claimed);
  append_line (text, _ ("Started by"), self->starter);
  append_line (text, _ ("Wants to"), self->what);
  append_line (text, _ ("With"), self->details);
  append_line (text, _ ("On"), self->element);
  append_line (text, _ ("In"), self->place);
  append_line (text, _ ("Risk"), self->risk);
  for (gsize i = 0; reasons[i] != NULL; i++)
    append_line (text, _ ("Because"), reasons[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
