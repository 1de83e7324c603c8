/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/effect.h"

#include "services/base/text.h"
#include "services/element/snapshot-diff.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_TEXT_BYTES 160

#define BIT(state) PEL_STATE_BIT (PEL_STATE_##state)

/* How an effect is recognised. */
typedef enum
{
  SIGN_ANYTHING, /* whatever changes in its program */
  SIGN_STATE,    /* one of its states has changed */
  SIGN_HOLDS,    /* it has the state now */
  SIGN_LACKS,    /* it has it no longer */
  SIGN_VALUE,    /* the value that was set */
  SIGN_OTHER_VALUE,
  SIGN_PLACE, /* it, or what is in it, is somewhere else, or can be seen */
  SIGN_NONE,  /* no tree shows it */
} Sign;

/* clang-format off */
static const struct
{
  Sign      sign;
  PelStates states;
} sign_table[] = {
  [PEL_VERB_INVOKE]           = { SIGN_ANYTHING },
  [PEL_VERB_TOGGLE]           = { SIGN_STATE, BIT (CHECKED) | BIT (INDETERMINATE) | BIT (PRESSED) },
  [PEL_VERB_EXPAND]           = { SIGN_HOLDS, BIT (EXPANDED) },
  [PEL_VERB_COLLAPSE]         = { SIGN_LACKS, BIT (EXPANDED) },
  [PEL_VERB_SELECT]           = { SIGN_HOLDS, BIT (SELECTED) | BIT (CHECKED) },
  [PEL_VERB_ADD_TO_SELECTION] = { SIGN_HOLDS, BIT (SELECTED) },
  [PEL_VERB_DESELECT]         = { SIGN_LACKS, BIT (SELECTED) },
  [PEL_VERB_SET_VALUE]        = { SIGN_VALUE },
  [PEL_VERB_INSERT_TEXT]      = { SIGN_OTHER_VALUE },
  [PEL_VERB_SELECT_TEXT]      = { SIGN_NONE },
  [PEL_VERB_DO]               = { SIGN_ANYTHING },
  [PEL_VERB_CONTEXT_MENU]     = { SIGN_ANYTHING },
  [PEL_VERB_FOCUS]            = { SIGN_HOLDS, BIT (FOCUSED) },
  [PEL_VERB_SCROLL]           = { SIGN_PLACE },
  [PEL_VERB_SCROLL_INTO_VIEW] = { SIGN_PLACE },
  [PEL_VERB_TRANSFORM]        = { SIGN_PLACE },
  [PEL_VERB_CLICK]            = { SIGN_ANYTHING },
  [PEL_VERB_MOVE]             = { SIGN_ANYTHING },
  [PEL_VERB_DRAG]             = { SIGN_ANYTHING },
  [PEL_VERB_TYPE]             = { SIGN_OTHER_VALUE },
  [PEL_VERB_KEY]              = { SIGN_ANYTHING },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (sign_table) == PEL_N_VERBS);

static const char *const verdict_names[] = { "confirmed", "unchanged", "unknown" };

PelEffect *
pel_effect_new_bare (PelEffectVerdict verdict)
{
  PelEffect *self = g_new0 (PelEffect, 1);

  self->verdict = verdict;
  self->opened = g_ptr_array_new_with_free_func (g_free);
  self->closed = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
pel_effect_free (PelEffect *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->opened);
  g_ptr_array_unref (self->closed);
  g_free (self->focus);
  g_free (self->value_before);
  g_free (self->value_after);
  g_free (self);
}

static char *
quote (const char *text)
{
  g_autofree char *cut = pel_text_repair (text, -1, MAX_TEXT_BYTES);

  return pel_text_escape (cut);
}

/* Windows */

static gboolean
has_window (PelDesktop *desktop, const char *id)
{
  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    if (g_strcmp0 (pel_window_get_info (pel_desktop_get_window (desktop, i))->id, id) == 0)
      return TRUE;
  return FALSE;
}

static void
list_windows_only_in (PelDesktop *here, PelDesktop *there, GPtrArray *names)
{
  for (guint i = 0; i < pel_desktop_get_n_windows (here); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (here, i));

      if ((info->states & PEL_WINDOW_UNMANAGED) == 0 && !has_window (there, info->id))
        g_ptr_array_add (names, quote (info->title != NULL ? info->title : ""));
    }
}

static void
compare_windows (PelEffect *self, const PelEffectQuestion *question)
{
  PelDesktop *before = pel_snapshot_get_desktop (question->before);
  PelDesktop *after = pel_snapshot_get_desktop (question->after);

  if (before == NULL || after == NULL || before == after)
    return;
  list_windows_only_in (after, before, self->opened);
  list_windows_only_in (before, after, self->closed);
}

/* Focus */

/* Chromium focuses what is pressed also in a window that does not have the keyboard: there it would
 * go if the window got it. */
static gboolean
can_have_keyboard (PelSnapshot *snapshot, PelElementId id)
{
  PelWindow     *window = pel_snapshot_find_window (snapshot, id);
  PelWindowState states = window != NULL ? pel_window_get_info (window)->states : PEL_WINDOW_ACTIVE;

  return (states & (PEL_WINDOW_ACTIVE | PEL_WINDOW_UNMANAGED)) != 0;
}

static PelElementId
find_focused (PelSnapshot *snapshot)
{
  PelElementId found = PEL_ELEMENT_NONE;

  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    if (pel_states_has (pel_snapshot_get_states (snapshot, id), PEL_STATE_FOCUSED) &&
        can_have_keyboard (snapshot, id))
      found = id; /* the deepest of those that say so */
  return found;
}

static gboolean
is_same (const PelEffectQuestion *question, PelElementId before, PelElementId after)
{
  PelElement a, b;

  if (before == PEL_ELEMENT_NONE || after == PEL_ELEMENT_NONE)
    return before == after;
  a = pel_snapshot_get_element (question->before, before);
  b = pel_snapshot_get_element (question->after, after);
  return g_str_equal (a.bus_name, b.bus_name) && g_str_equal (a.path, b.path);
}

static void
compare_focus (PelEffect *self, const PelEffectQuestion *question)
{
  PelElementId before = find_focused (question->before);
  PelElementId after = find_focused (question->after);

  self->has_focus_moved = !is_same (question, before, after);
  if (self->has_focus_moved && after != PEL_ELEMENT_NONE)
    {
      PelElement       element = pel_snapshot_get_element (question->after, after);
      g_autofree char *name = quote (element.name);

      self->focus = g_strdup_printf ("%s “%s”", pel_role_to_string (element.role), name);
    }
}

/* The element itself */

static void
compare_values (PelEffect *self, const PelElement *before, const PelElement *after)
{
  guint both = before->flags & after->flags;

  if ((both & PEL_ELEMENT_HAS_VALUE) == 0 || (both & PEL_ELEMENT_IS_SECRET) != 0 ||
      g_str_equal (before->value, after->value))
    return;
  self->value_before = quote (before->value);
  self->value_after = quote (after->value);
}

/* “5” and “5.0” are the same value; a text that was cut equals its beginning. */
static gboolean
is_value (const char *value, const char *wanted)
{
  char  *end_a, *end_b;
  double a = g_ascii_strtod (value, &end_a), b = g_ascii_strtod (wanted, &end_b);

  if (g_str_equal (value, wanted))
    return TRUE;
  if (*end_a == '\0' && end_a != value && *end_b == '\0' && end_b != wanted)
    return fabs (a - b) <= 1e-6 * MAX (1, fabs (b));
  return strlen (value) >= PEL_TEXT_MAX_BYTES / 2 && g_str_has_suffix (value, "…") &&
         strncmp (value, wanted, strlen (value) - strlen ("…")) == 0;
}

static gboolean
has_moved (const PelEffectQuestion *question, const PelElement *before, const PelElement *after)
{
  return ((before->flags ^ after->flags) & PEL_ELEMENT_IS_VISIBLE) != 0 ||
         memcmp (&before->bounds, &after->bounds, sizeof before->bounds) != 0;
}

typedef enum
{
  SEEN,
  NOT_SEEN,
  CANNOT_BE_SEEN,
} Finding;

static Finding
look_for (const PelEffectQuestion *question, const PelElement *before, const PelElement *after)
{
  PelStates states = sign_table[question->verb].states;

  switch (sign_table[question->verb].sign)
    {
    case SIGN_STATE:
      return (before->states & states) != (after->states & states) ? SEEN : NOT_SEEN;
    case SIGN_HOLDS:
      return (after->states & states) != 0 ? SEEN : NOT_SEEN;
    case SIGN_LACKS:
      return (after->states & states) == 0 && (before->states & states) != 0 ? SEEN : NOT_SEEN;
    case SIGN_VALUE:
      if ((after->flags & PEL_ELEMENT_IS_SECRET) != 0 ||
          (after->flags & PEL_ELEMENT_HAS_VALUE) == 0 || question->text == NULL)
        return CANNOT_BE_SEEN;
      return is_value (after->value, question->text) ? SEEN : NOT_SEEN;
    case SIGN_OTHER_VALUE:
      if ((after->flags & PEL_ELEMENT_IS_SECRET) != 0 ||
          (after->flags & PEL_ELEMENT_HAS_VALUE) == 0)
        return CANNOT_BE_SEEN;
      return g_str_equal (before->value, after->value) ? NOT_SEEN : SEEN;
    case SIGN_PLACE:
      return has_moved (question, before, after) ? SEEN : NOT_SEEN;
    case SIGN_NONE:
      return CANNOT_BE_SEEN;
    default:
      return NOT_SEEN;
    }
}

/* Verbs that change the tree around an element show themselves there where it has no state. */
static gboolean
has_changed (const PelEffect *self)
{
  return self->n_added + self->n_removed + self->n_changed > 0 || self->opened->len > 0 ||
         self->closed->len > 0 || self->has_focus_moved;
}

static gboolean
counts_anything (PelVerb verb)
{
  return sign_table[verb].sign == SIGN_ANYTHING || verb == PEL_VERB_EXPAND ||
         verb == PEL_VERB_COLLAPSE || verb == PEL_VERB_SCROLL;
}

static PelEffectVerdict
judge (const PelEffect         *self,
       const PelEffectQuestion *question,
       const PelElement        *before,
       const PelElement        *after)
{
  Finding finding = after != NULL ? look_for (question, before, after) : NOT_SEEN;

  if (finding == SEEN || (counts_anything (question->verb) && has_changed (self)))
    return PEL_EFFECT_CONFIRMED;
  if (finding == CANNOT_BE_SEEN || has_changed (self))
    return PEL_EFFECT_UNKNOWN;
  return PEL_EFFECT_UNCHANGED;
}

PelEffect *
pel_effect_new (const PelEffectQuestion *question)
{
  PelEffect                  *self = g_new0 (PelEffect, 1);
  PelElement                  before, after;
  PelElementId                after_id;
  g_autoptr (PelSnapshotDiff) diff = pel_snapshot_diff_new (question->before, question->after);

  before = pel_snapshot_get_element (question->before, question->before_id);
  after_id = pel_snapshot_find_identity (question->after, before.bus_name, before.path);
  self->opened = g_ptr_array_new_with_free_func (g_free);
  self->closed = g_ptr_array_new_with_free_func (g_free);
  self->n_added = diff->added->len;
  self->n_removed = diff->removed->len;
  self->n_changed = diff->changed->len;
  self->is_gone = after_id == PEL_ELEMENT_NONE;
  self->states_before = before.states;
  compare_windows (self, question);
  compare_focus (self, question);
  if (!self->is_gone)
    {
      after = pel_snapshot_get_element (question->after, after_id);
      self->states_after = after.states;
      compare_values (self, &before, &after);
    }
  self->verdict = judge (self, question, &before, self->is_gone ? NULL : &after);
  return self;
}

const char *
pel_effect_verdict_to_string (PelEffectVerdict verdict)
{
  g_return_val_if_fail (verdict < G_N_ELEMENTS (verdict_names), "");

  return verdict_names[verdict];
}

static void
add_words (GString *words, char *part)
{
  if (words->len > 0)
    g_string_append (words, "; ");
  g_string_append (words, part);
  g_free (part);
}

static void
add_states (const PelEffect *self, GString *words)
{
  static const struct
  {
    PelState    state;
    const char *on, *off;
  } rows[] = {
    { PEL_STATE_CHECKED, N_ ("on"), N_ ("off") },
    { PEL_STATE_EXPANDED, N_ ("open"), N_ ("closed") },
    { PEL_STATE_SELECTED, N_ ("selected"), N_ ("not selected") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (pel_states_has (self->states_before ^ self->states_after, rows[i].state))
      {
        gboolean is_on = pel_states_has (self->states_after, rows[i].state);

        /* Translators: the state of an element after an act: “now on”, “now closed” */
        add_words (words, g_strdup_printf (_ ("now %s"), _ (is_on ? rows[i].on : rows[i].off)));
      }
}

char *
pel_effect_to_text (const PelEffect *self)
{
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < self->opened->len; i++)
    add_words (words,
               g_strdup_printf (_ ("window “%s” opened"),
                                (char *) g_ptr_array_index (self->opened, i)));
  for (guint i = 0; i < self->closed->len; i++)
    add_words (words,
               g_strdup_printf (_ ("window “%s” closed"),
                                (char *) g_ptr_array_index (self->closed, i)));
  if (self->is_gone)
    add_words (words, g_strdup (_ ("the element is gone")));
  else
    add_states (self, words);
  if (self->value_after != NULL)
    add_words (words,
               g_strdup_printf (_ ("value “%s” (was “%s”)"),
                                self->value_after,
                                self->value_before));
  if (self->focus != NULL)
    add_words (words, g_strdup_printf (_ ("focus moved to %s"), self->focus));
  if (self->verdict == PEL_EFFECT_UNCHANGED)
    add_words (words, g_strdup (_ ("no visible change")));
  return g_string_free (words, FALSE);
}
