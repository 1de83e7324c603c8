/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/element-answer.h"

#include "services/base/process.h"
#include "services/base/text.h"
#include "services/element/element-form.h"
#include "services/selector/element-caption.h"
#include "services/selector/element-place.h"

#include <time.h>

/* What all patterns of a selector without a purse may take together: ten times as long as a plain
 * one needs for as many elements as there may be. */
#define SEARCH_TIME         (500 * G_TIME_SPAN_MILLISECOND)
#define SEARCHES_PER_GLANCE 4
#define PLAIN_SEARCH_TIME   2 /* microseconds */

struct _PelAnswers
{
  PelSnapshot    *snapshot;
  const PelFacts *facts;
  PelPurse       *purse;     /* (nullable) */
  gint64          allowance; /* what there was in it */
  guint32        *indexes;   /* (nullable) by id: its place among its siblings */
  guint32        *windows;   /* (nullable) by id: the window around it */
  char          **processes; /* (nullable) by program, NULL where it is not known */
  gboolean       *is_asked;  /* by program: its process has been looked at */
  guint           n_searches;
  gint64          search_start; /* of the thread's own clock */
  gboolean        is_exhausted;
  gboolean        ignores_states;
};

typedef PelElementAnswer (*AnswerFunc) (PelAnswers *self, PelSelectorKey key, PelElementId id);

PelAnswers *
pel_answers_new (PelSnapshot *snapshot, const PelFacts *facts, PelPurse *purse)
{
  PelAnswers *self = g_new0 (PelAnswers, 1);

  self->snapshot = snapshot;
  self->facts = facts;
  self->purse = purse;
  return self;
}

/* Of this thread alone: a busy machine is no fault of a pattern. */
static gint64
get_thread_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_TIME_SPAN_SECOND + now.tv_nsec / 1000;
}

/* Beyond what plain patterns would have taken. */
static gint64
get_spent (const PelAnswers *self)
{
  gint64 time = get_thread_time () - self->search_start;

  return MAX (time - (gint64) self->n_searches * PLAIN_SEARCH_TIME, 0);
}

void
pel_answers_free (PelAnswers *self)
{
  if (self == NULL)
    return;
  if (self->purse != NULL && self->n_searches > 0)
    pel_purse_spend (self->purse, get_spent (self), g_get_monotonic_time ());
  for (guint i = 0; self->processes != NULL && i < pel_snapshot_get_n_programs (self->snapshot);
       i++)
    g_free (self->processes[i]);
  g_free (self->processes);
  g_free (self->is_asked);
  g_free (self->indexes);
  g_free (self->windows);
  g_free (self);
}

PelSnapshot *
pel_answers_get_snapshot (PelAnswers *self)
{
  return self->snapshot;
}

void
pel_answers_ignore_states (PelAnswers *self)
{
  self->ignores_states = TRUE;
}

gboolean
pel_answers_ignores_states (PelAnswers *self)
{
  return self->ignores_states;
}

static PelElementAnswer
say_nothing (void)
{
  return (PelElementAnswer){ 0 };
}

static PelElementAnswer
say_number (double number)
{
  return (PelElementAnswer){ .has_number = TRUE, .number = number };
}

static PelElementAnswer
say_choice (gboolean is_true)
{
  return (PelElementAnswer){ .choice = is_true ? PEL_CHOICE_TRUE : PEL_CHOICE_FALSE };
}

static void
add_text (PelElementAnswer *answer, const char *text)
{
  if (text != NULL)
    answer->texts[answer->n_texts++] = text;
}

static PelElementAnswer
say_text (const char *text)
{
  PelElementAnswer answer = { 0 };

  add_text (&answer, text);
  return answer;
}

/* An element without a ref cannot be recognized later: it answers nothing. */
static void
add_fact (PelAnswers *self, PelElementAnswer *answer, guint ref, PelFact fact)
{
  const char *text = NULL;

  if (ref == 0)
    return;
  if (self->facts == NULL || !pel_facts_get (self->facts, ref, fact, &text))
    answer->wanted = pel_fact_get_reading (fact);
  else
    add_text (answer, text);
}

/* Programs */

static const char *
get_process (PelAnswers *self, guint program_index)
{
  guint n_programs = pel_snapshot_get_n_programs (self->snapshot);

  if (self->processes == NULL)
    {
      self->processes = g_new0 (char *, n_programs);
      self->is_asked = g_new0 (gboolean, n_programs);
    }
  if (!self->is_asked[program_index])
    {
      self->is_asked[program_index] = TRUE;
      self->processes[program_index] =
          pel_process_dup_name (pel_snapshot_get_program (self->snapshot, program_index)->pid);
    }
  return self->processes[program_index];
}

PelElementAnswer
pel_answers_get_of_program (PelAnswers *self, PelSelectorKey key, guint program_index)
{
  const PelSnapshotProgram *program = pel_snapshot_get_program (self->snapshot, program_index);

  if (key == PEL_KEY_APP)
    return say_text (program->name);
  if (key == PEL_KEY_PROCESS)
    return say_text (get_process (self, program_index));
  return program->pid > 0 ? say_number (program->pid) : say_nothing ();
}

static PelElementAnswer
answer_of_program (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  return pel_answers_get_of_program (self,
                                     key,
                                     pel_snapshot_get_program_index (self->snapshot, id));
}

/* Places */

/* Roots of one program are siblings, as in a PelElement. */
static guint32 *
count_siblings (PelSnapshot *snapshot)
{
  guint               n = pel_snapshot_get_n_elements (snapshot);
  guint32            *indexes = g_new0 (guint32, n + 1);
  g_autofree guint32 *n_children = g_new0 (guint32, n + 1);
  g_autofree guint32 *n_roots = g_new0 (guint32, pel_snapshot_get_n_programs (snapshot));

  for (PelElementId id = 1; id <= n; id++)
    {
      PelElementId parent = pel_snapshot_get_parent (snapshot, id);

      if (parent != PEL_ELEMENT_NONE)
        indexes[id] = ++n_children[parent];
      else
        indexes[id] = ++n_roots[pel_snapshot_get_program_index (snapshot, id)];
    }
  return indexes;
}

static PelElementAnswer
answer_index (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  if (self->indexes == NULL)
    self->indexes = count_siblings (self->snapshot);
  return say_number (self->indexes[id]);
}

static PelElementAnswer
answer_depth (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  return say_number (pel_snapshot_get_depth (self->snapshot, id));
}

static PelElementAnswer
answer_size (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  PelPhysicalRect rect;

  if (!pel_element_place_get (self->snapshot, id, &rect, NULL))
    return say_nothing ();
  return say_number (key == PEL_KEY_WIDTH ? rect.width : rect.height);
}

static guint32 *
find_windows (PelSnapshot *snapshot)
{
  guint    n = pel_snapshot_get_n_elements (snapshot);
  guint32 *windows = g_new0 (guint32, n + 1);

  for (PelElementId id = 1; id <= n; id++)
    if (pel_role_is_window (pel_snapshot_get_role (snapshot, id)))
      windows[id] = id;
    else
      windows[id] = windows[pel_snapshot_get_parent (snapshot, id)];
  return windows;
}

PelElementId
pel_answers_find_window (PelAnswers *self, PelElementId id)
{
  if (self->windows == NULL)
    self->windows = find_windows (self->snapshot);
  return self->windows[id];
}

/* What the window manager shows and what the program calls it are often, not always, the same. */
static PelElementAnswer
answer_window (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  PelElementId     element = pel_answers_find_window (self, id);
  PelWindow       *window = pel_snapshot_find_window (self->snapshot, id);
  PelElementAnswer answer = { 0 };

  if (window != NULL)
    add_text (&answer, pel_window_get_info (window)->title);
  if (element != PEL_ELEMENT_NONE)
    add_text (&answer, pel_snapshot_get_name (self->snapshot, element));
  return answer;
}

/* States */

static PelElementAnswer
answer_enabled (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  return say_choice (pel_states_is_enabled (pel_snapshot_get_states (self->snapshot, id)));
}

static PelElementAnswer
answer_checked (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  PelElement element = pel_snapshot_get_element (self->snapshot, id);
  PelToggle  toggle = pel_toggle_derive (element.role, element.states, element.patterns);

  if (toggle == PEL_TOGGLE_MIXED)
    return (PelElementAnswer){ .choice = PEL_CHOICE_MIXED };
  return say_choice (toggle == PEL_TOGGLE_ON);
}

static PelElementAnswer
answer_offscreen (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  PelDesktop    *desktop = pel_snapshot_get_desktop (self->snapshot);
  PelElement     element = pel_snapshot_get_element (self->snapshot, id);
  PelElementForm form = { .layout = desktop != NULL ? pel_desktop_get_layout (desktop) : NULL };

  return say_choice (pel_element_form_is_offscreen (&form, &element));
}

static PelElementAnswer
answer_flag (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  PelElementFlags flag = key == PEL_KEY_VISIBLE ? PEL_ELEMENT_IS_VISIBLE : PEL_ELEMENT_IS_SECRET;

  return say_choice ((pel_snapshot_get_flags (self->snapshot, id) & flag) != 0);
}

static PelElementAnswer
answer_state (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  static const PelState states[PEL_N_KEYS] = {
    [PEL_KEY_FOCUSABLE] = PEL_STATE_FOCUSABLE,
    [PEL_KEY_SELECTED] = PEL_STATE_SELECTED,
    [PEL_KEY_EXPANDED] = PEL_STATE_EXPANDED,
    [PEL_KEY_EDITABLE] = PEL_STATE_EDITABLE,
  };

  return say_choice (pel_states_has (pel_snapshot_get_states (self->snapshot, id), states[key]));
}

static PelElementAnswer
answer_focused (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  return say_choice (id == pel_snapshot_get_focused (self->snapshot));
}

/* Texts */

static PelElementAnswer
answer_name (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  PelElementAnswer answer = say_text (pel_snapshot_get_name (self->snapshot, id));

  add_text (&answer, pel_element_caption_find (self->snapshot, id));
  return answer;
}

static PelElementAnswer
answer_fact (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  static const PelFact facts[PEL_N_KEYS] = {
    [PEL_KEY_DESCRIPTION] = PEL_FACT_DESCRIPTION,
    [PEL_KEY_ID] = PEL_FACT_ID,
    [PEL_KEY_CLASS] = PEL_FACT_CLASS,
  };
  PelElementAnswer answer = { 0 };

  add_fact (self, &answer, pel_snapshot_get_ref (self->snapshot, id), facts[key]);
  return answer;
}

static PelElementAnswer
answer_value (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  PelElement       element = pel_snapshot_get_element (self->snapshot, id);
  PelElementAnswer answer = { 0 };

  if ((element.flags & PEL_ELEMENT_IS_SECRET) != 0)
    return answer;
  if ((element.flags & PEL_ELEMENT_HAS_VALUE) != 0)
    add_text (&answer, element.value);
  else if ((element.interfaces & PEL_INTERFACE_VALUE) != 0 ||
           pel_is_field (element.role, element.states, element.interfaces))
    add_fact (self, &answer, element.ref, PEL_FACT_VALUE);
  return answer;
}

/* The value of a field is its content; that of a slider is not. */
static PelElementAnswer
answer_text (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  PelElement       element = pel_snapshot_get_element (self->snapshot, id);
  PelElementAnswer answer = say_text (element.name);

  if ((element.flags & PEL_ELEMENT_IS_SECRET) != 0 ||
      (element.interfaces & PEL_INTERFACE_TEXT) == 0)
    return answer;
  if ((element.flags & PEL_ELEMENT_HAS_VALUE) != 0 &&
      (element.interfaces & PEL_INTERFACE_VALUE) == 0)
    add_text (&answer, element.value);
  else
    add_fact (self, &answer, element.ref, PEL_FACT_TEXT);
  return answer;
}

/* Other things */

static PelElementAnswer
answer_ref (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  guint ref = pel_snapshot_get_ref (self->snapshot, id);

  return ref != 0 ? say_number (ref) : say_nothing ();
}

static PelElementAnswer
answer_role (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  PelRole role = pel_snapshot_get_role (self->snapshot, id);

  return (PelElementAnswer){ .role = role, .texts = { pel_role_to_string (role) }, .n_texts = 1 };
}

static PelElementAnswer
answer_pattern (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  return (PelElementAnswer){ .patterns = pel_snapshot_get_element (self->snapshot, id).patterns };
}

/* By its identity: it keeps its number wherever it is and whatever it says of itself. */
static PelElementAnswer
answer_region (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  const PelRegionList *regions = self->facts != NULL ? pel_facts_get_regions (self->facts) : NULL;
  PelElement           element;
  PelRegion           *region;

  if (regions == NULL)
    return say_nothing ();
  element = pel_snapshot_get_element (self->snapshot, id);
  region = pel_region_list_find_identity (regions, element.bus_name, element.path);
  if (region == NULL)
    return say_nothing ();
  return key == PEL_KEY_REGION ? say_text (region->id) : say_number (region->index);
}

/* No accessible element has a Win32 control id. */
static PelElementAnswer
answer_nothing (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  return say_nothing ();
}

/* clang-format off */
static const AnswerFunc answer_table[] = {
  [PEL_KEY_REF]           = answer_ref,
  [PEL_KEY_REGION_NUMBER] = answer_region,
  [PEL_KEY_REGION]        = answer_region,
  [PEL_KEY_ROLE]          = answer_role,
  [PEL_KEY_NAME]          = answer_name,
  [PEL_KEY_DESCRIPTION]   = answer_fact,
  [PEL_KEY_VALUE]         = answer_value,
  [PEL_KEY_TEXT]          = answer_text,
  [PEL_KEY_ID]            = answer_fact,
  [PEL_KEY_CLASS]         = answer_fact,
  [PEL_KEY_LEGACY_ID]     = answer_nothing,
  [PEL_KEY_APP]           = answer_of_program,
  [PEL_KEY_PID]           = answer_of_program,
  [PEL_KEY_PROCESS]       = answer_of_program,
  [PEL_KEY_WINDOW]        = answer_window,
  [PEL_KEY_ENABLED]       = answer_enabled,
  [PEL_KEY_VISIBLE]       = answer_flag,
  [PEL_KEY_FOCUSED]       = answer_focused,
  [PEL_KEY_FOCUSABLE]     = answer_state,
  [PEL_KEY_CHECKED]       = answer_checked,
  [PEL_KEY_SELECTED]      = answer_state,
  [PEL_KEY_EXPANDED]      = answer_state,
  [PEL_KEY_EDITABLE]      = answer_state,
  [PEL_KEY_PASSWORD]      = answer_flag,
  [PEL_KEY_OFFSCREEN]     = answer_offscreen,
  [PEL_KEY_PATTERN]       = answer_pattern,
  [PEL_KEY_INDEX]         = answer_index,
  [PEL_KEY_DEPTH]         = answer_depth,
  [PEL_KEY_WIDTH]         = answer_size,
  [PEL_KEY_HEIGHT]        = answer_size,
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (answer_table) == PEL_N_KEYS);

PelElementAnswer
pel_answers_get (PelAnswers *self, PelSelectorKey key, PelElementId id)
{
  return answer_table[key](self, key, id);
}

gboolean
pel_answers_is_silent (PelAnswers *self, PelElementId id)
{
  return self->facts != NULL &&
         pel_facts_is_silent (self->facts, pel_snapshot_get_ref (self->snapshot, id));
}

gboolean
pel_answers_may_search (PelAnswers *self)
{
  if (self->n_searches == 0)
    {
      self->search_start = get_thread_time ();
      self->allowance = self->purse != NULL
                            ? pel_purse_get_left (self->purse, g_get_monotonic_time ())
                            : SEARCH_TIME;
      self->is_exhausted = self->allowance <= 0;
    }
  if (!self->is_exhausted && ++self->n_searches % SEARCHES_PER_GLANCE == 0)
    self->is_exhausted = get_spent (self) > self->allowance;
  return !self->is_exhausted;
}

gboolean
pel_answers_is_exhausted (PelAnswers *self)
{
  return self->is_exhausted;
}

gboolean
pel_answers_is_put_off (PelAnswers *self)
{
  return self->is_exhausted && self->purse != NULL && self->allowance < PEL_PURSE_FULL;
}
