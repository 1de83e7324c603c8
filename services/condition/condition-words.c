/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/condition-words.h"

#include "services/base/text.h"
#include "services/condition/condition-private.h"
#include "services/element/element-form.h"
#include "services/selector/selector-match.h"

#include <glib/gi18n.h>

#define MAX_ELEMENTS 5
#define MAX_TITLES   10
#define MAX_RECTS    16
#define MAX_SPOKEN   3  /* titles in a sentence */
#define MAX_CHARS    80 /* of a text in a sentence */

static const PelElementForm form = { .max_chars = MAX_CHARS };

static char *
quote (const char *text)
{
  GString *quoted = g_string_new (NULL);

  pel_element_form_append_quoted (&form, quoted, text);
  return g_string_free (quoted, FALSE);
}

/* A selector is not put in quotes: it has its own. */
static char *
cut (const char *selector)
{
  g_autofree char *kept = pel_element_form_cut (&form, selector);

  return pel_text_escape (kept);
}

/* Of what is of no element and no window. */
static char *
label_picture (const PelCondition *condition)
{
  g_autofree char *name = NULL;

  if (condition->monitor != NULL)
    return quote (condition->monitor);
  name = g_path_get_basename (condition->baseline);
  return quote (name);
}

char *
pel_condition_dup_label (const PelCondition *condition)
{
  if (condition->title != NULL)
    return quote (condition->title);
  if (condition->text != NULL)
    return quote (condition->text);
  if (condition->app != NULL)
    return quote (condition->app);
  if (condition->written != NULL)
    return cut (condition->written);
  return label_picture (condition);
}

char *
pel_condition_dup_element (PelSnapshot *snapshot, PelElementId id)
{
  PelElement element = pel_snapshot_get_element (snapshot, id);
  GString   *text = g_string_new (pel_role_to_string (element.role));

  if (element.name[0] != '\0')
    {
      g_string_append_c (text, ' ');
      pel_element_form_append_quoted (&form, text, element.name);
    }
  if (element.ref != 0)
    g_string_append_printf (text, " [e%u]", element.ref);
  return g_string_free (text, FALSE);
}

char *
pel_condition_dup_window (PelWindow *window)
{
  const PelWindowInfo *info = pel_window_get_info (window);
  g_autofree char     *title = quote (info->title);

  /* Translators: the title of a window and its id */
  return g_strdup_printf (_ ("window %s (%s)"), title, info->id);
}

JsonObject *
pel_condition_element_to_json (PelSnapshot *snapshot, PelElementId id)
{
  PelElement       element = pel_snapshot_get_element (snapshot, id);
  JsonObject      *object = json_object_new ();
  g_autofree char *ref = g_strdup_printf ("e%u", element.ref);
  g_autofree char *name = pel_element_form_cut (&form, element.name);

  json_object_set_string_member (object, "role", pel_role_to_string (element.role));
  json_object_set_string_member (object, "name", name);
  if (element.ref != 0)
    json_object_set_string_member (object, "ref", ref);
  return object;
}

/* “checked=false”: what an element says where something else was wanted. */
static char *
describe_answer (const PelSelectorPredicate *predicate, PelAnswers *answers, PelElementId id)
{
  static const char *const choices[] = { "false", "true", "mixed" };
  PelElementAnswer         answer = pel_answers_get (answers, predicate->key, id);
  const char              *key = pel_selector_key_to_string (predicate->key);
  g_autofree char         *text = NULL;

  if (pel_selector_key_get_type (predicate->key) == PEL_KEY_IS_BOOLEAN)
    return g_strdup_printf ("%s=%s", key, choices[answer.choice]);
  if (answer.n_texts == 0)
    return g_strdup_printf (/* Translators: “value”, which an element does not have */
                            _ ("it has no %s"),
                            key);
  text = quote (answer.texts[0]);
  return g_strdup_printf ("%s=%s", key, text);
}

/* (nullable): what of an element is not as wanted; NULL: nothing. */
static char *
find_difference (const PelCondition *condition, const PelConditionView *view, PelElementId id)
{
  g_autoptr (PelAnswers) answers = pel_answers_new (view->snapshot, view->facts, condition->purse);
  PelElement             element = pel_snapshot_get_element (view->snapshot, id);
  const PelSelectorStep *step;

  if (condition->has_state &&
      pel_states_has (element.states, condition->state) != condition->is_state_wanted)
    return g_strdup_printf ("%s=%s",
                            pel_state_to_string (condition->state),
                            condition->is_state_wanted ? "false" : "true");
  if (condition->filter == NULL)
    return NULL;
  step = pel_selector_alternative_get_step (pel_selector_get_alternative (condition->filter, 0), 0);
  for (guint i = 0; i < step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);
      PelReadingFlags        unused;

      PelMatch match = pel_term_match (term, answers, id, &unused);

      if (match == PEL_MATCH_NO)
        return describe_answer (&term->predicates[0], answers, id);
    }
  return NULL;
}

/* “1 element matches”, “3 elements match” */
static char *
count_elements (guint n)
{
  if (n == 0)
    return g_strdup (_ ("no element matches"));
  return g_strdup_printf (ngettext ("%u element matches", "%u elements match", n), n);
}

static char *
describe_found (const PelLeaf *self, const PelConditionView *view)
{
  g_autofree char *count = count_elements (self->matches->len);
  g_autofree char *first = NULL;

  if (self->matches->len == 0)
    return g_steal_pointer (&count);
  first =
      pel_condition_dup_element (view->snapshot, g_array_index (self->matches, PelElementId, 0));
  /* Translators: “2 elements match”, and the first of them */
  return g_strdup_printf (_ ("%s: %s"), count, first);
}

static char *
describe_window (const PelLeaf *self, const PelCondition *condition, const PelConditionView *view)
{
  PelDesktop          *desktop = pel_snapshot_get_desktop (view->snapshot);
  guint                n = desktop != NULL ? pel_desktop_get_n_windows (desktop) : 0;
  const PelWindowInfo *info;
  g_autofree char     *title = NULL;
  g_autoptr (GString)  titles = g_string_new (NULL);
  guint                n_spoken = 0;

  if (self->windows->len > 0)
    {
      title = pel_condition_dup_window (
          pel_desktop_get_window (desktop, g_array_index (self->windows, guint, 0)));
      /* Translators: “window "Save as" (w12)” */
      return g_strdup_printf (_ ("%s exists"), title);
    }
  for (guint i = 0; i < n && n_spoken < MAX_SPOKEN; i++)
    {
      g_autofree char *other = NULL;

      info = pel_window_get_info (pel_desktop_get_window (desktop, i));
      if ((info->states & PEL_WINDOW_UNMANAGED) != 0 || info->title[0] == '\0')
        continue;
      other = quote (info->title);
      g_string_append_printf (titles, "%s%s", n_spoken++ > 0 ? ", " : "", other);
    }
  if (n_spoken == 0)
    return g_strdup (_ ("no window has that title or id"));
  return g_strdup_printf (/* Translators: titles of windows */
                          _ ("no window has that title or id; open windows: %s"),
                          titles->str);
}

static char *
describe_element (const PelLeaf *self, const PelCondition *condition, const PelConditionView *view)
{
  g_autofree char *count = count_elements (self->found->len);
  g_autofree char *difference = NULL;

  if (self->found->len == 0)
    return g_steal_pointer (&count);
  if (self->matches->len == 0)
    difference = find_difference (condition, view, g_array_index (self->found, PelElementId, 0));
  if (difference != NULL)
    /* Translators: “1 element matches”, and what is not as wanted of it: “checked=false” */
    return g_strdup_printf (_ ("%s, but %s"), count, difference);
  if (condition->count > 0 && condition->count != self->matches->len)
    {
      g_autofree char *seen = count_elements (self->matches->len);

      /* Translators: “2 elements match”, and how many should */
      return g_strdup_printf (_ ("%s, not %d"), seen, (int) condition->count);
    }
  return describe_found (self, view);
}

static char *
describe_text (const PelLeaf *self, const PelCondition *condition, const PelConditionView *view)
{
  g_autofree char *scope = NULL;

  if (self->matches->len > 0)
    return describe_found (self, view);
  if (condition->selector == NULL)
    return g_strdup (_ ("no visible element has this text"));
  scope = cut (condition->written);
  if (self->found->len > 0)
    return g_strdup_printf (_ ("no visible element in %s has this text"), scope);
  return g_strdup_printf (_ ("no element matches %s"), scope);
}

static char *
describe_quiet (const PelLeaf *self, const PelCondition *condition, const PelConditionView *view)
{
  guint quiet_ms = (view->now - self->since) / G_TIME_SPAN_MILLISECOND;

  if (self->unrest == PEL_UNREST_SILENT)
    return g_strdup_printf (_ ("the program “%s” is not responding"), self->culprit);
  if (self->unrest == PEL_UNREST_BUSY)
    return g_strdup_printf (_ ("the program “%s” reports that it is busy"), self->culprit);
  if (!self->has_print)
    return g_strdup (condition->kind == PEL_CONDITION_IDLE ? _ ("no such program is running")
                                                           : _ ("no element matches"));
  if (self->unrest == PEL_UNREST_CHANGED)
    return g_strdup_printf (/* Translators: for how long it is, and how long it had to be */
                            _ ("quiet for %u ms instead of %u"),
                            quiet_ms,
                            condition->for_ms);
  return g_strdup_printf (_ ("quiet for %u ms"), quiet_ms);
}

/* Also where it is doubted: it is the last that was seen. */
static char *
describe_picture (const PelLeaf *self, const PelCondition *condition, const PelConditionView *view)
{
  g_autofree char *count = NULL;

  if (self->obstacle != NULL)
    return g_strdup (self->obstacle);
  if (condition->selector != NULL && self->found->len != 1)
    {
      count = count_elements (self->found->len);
      if (self->found->len == 0)
        return g_steal_pointer (&count);
      /* Translators: “2 elements match” */
      return g_strdup_printf (_ ("%s; an image comparison requires exactly one"), count);
    }
  if (self->likeness == NULL)
    return g_strdup (_ ("no screenshot was taken in time"));
  return pel_likeness_dup_words (self->likeness);
}

static char *(*const words[]) (const PelLeaf          *self,
                               const PelCondition     *condition,
                               const PelConditionView *view) = {
  [PEL_CONDITION_WINDOW] = describe_window, [PEL_CONDITION_ELEMENT] = describe_element,
  [PEL_CONDITION_TEXT] = describe_text,     [PEL_CONDITION_STABLE] = describe_quiet,
  [PEL_CONDITION_IDLE] = describe_quiet,    [PEL_CONDITION_PICTURE] = describe_picture,
};

char *
pel_leaf_dup_words (const PelLeaf          *self,
                    const PelCondition     *condition,
                    const PelConditionView *view)
{
  if (self->error != NULL)
    return g_strdup (self->error->message);
  if (self->verdict == PEL_VERDICT_SILENT ||
      (self->verdict == PEL_VERDICT_WANTS && !view->is_put_off && !self->wants_picture))
    return g_strdup (_ ("it could not be read in time"));
  return words[condition->kind](self, condition, view);
}

void
pel_leaf_set_elements (const PelLeaf          *self,
                       const PelCondition     *condition,
                       const PelConditionView *view,
                       JsonObject             *object)
{
  const GArray *shown = self->found->len > 0 ? self->found : self->matches;
  JsonArray    *array;

  if (shown->len == 0)
    return;
  array = json_array_new ();
  for (guint i = 0; i < MIN (shown->len, MAX_ELEMENTS); i++)
    {
      PelElementId     id = g_array_index (shown, PelElementId, i);
      JsonObject      *element = pel_condition_element_to_json (view->snapshot, id);
      g_autofree char *difference = find_difference (condition, view, id);

      if (difference != NULL)
        json_object_set_string_member (element, "but", difference);
      json_array_add_object_element (array, element);
    }
  json_object_set_array_member (object, "elements", array);
}

void
pel_leaf_set_likeness (const PelLeaf *self, JsonObject *object)
{
  const PelLikeness *likeness = self->likeness;
  JsonArray         *changes;

  if (likeness == NULL || likeness->obstacle != NULL)
    return;
  changes = json_array_new ();
  for (guint i = 0; i < MIN (likeness->rects->len, MAX_RECTS); i++)
    {
      const PelImageRect *rect = &g_array_index (likeness->rects, PelImageRect, i);
      JsonObject         *change = json_object_new ();

      json_object_set_int_member (change, "x", rect->x);
      json_object_set_int_member (change, "y", rect->y);
      json_object_set_int_member (change, "width", rect->width);
      json_object_set_int_member (change, "height", rect->height);
      json_array_add_object_element (changes, change);
    }
  json_object_set_int_member (object, "n_different", (gint64) likeness->n_different);
  json_object_set_array_member (object, "changes", changes);
}

JsonArray *
pel_condition_titles_to_json (const PelConditionView *view)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (view->snapshot);
  JsonArray  *array = json_array_new ();

  for (guint i = 0; desktop != NULL && i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));
      g_autofree char     *title = NULL;

      if ((info->states & PEL_WINDOW_UNMANAGED) != 0 || json_array_get_length (array) == MAX_TITLES)
        continue;
      title = pel_element_form_cut (&form, info->title);
      json_array_add_string_element (array, title);
    }
  return array;
}
