/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/press-sight.h"

#include "services/action/actionability.h"

/* What an element gets by being pressed. */
static const PelStates signs = PEL_STATE_BIT (PEL_STATE_FOCUSED) | PEL_STATE_BIT (PEL_STATE_ARMED) |
                               PEL_STATE_BIT (PEL_STATE_PRESSED) |
                               PEL_STATE_BIT (PEL_STATE_SELECTED) |
                               PEL_STATE_BIT (PEL_STATE_EXPANDED);

static PelStates
get_states (PelSnapshot *snapshot, PelElementId id, const PelElementReading *reading)
{
  PelStates seen = pel_snapshot_get_states (snapshot, id);

  return reading != NULL && reading->has_states ? seen | reading->states : seen;
}

static gboolean
shows_it (const PelPressSight *self, PelElementId id)
{
  PelStates before = get_states (self->before, self->id, self->reading_before);
  PelStates after = get_states (self->after, id, self->reading_after);

  return (after & ~before & signs) != 0;
}

/* What can have the keyboard gets it by a press, nearly always. */
static gboolean
lacks_keyboard (const PelPressSight *self, PelElementId id)
{
  PelStates now = self->reading_after != NULL && self->reading_after->has_states
                      ? self->reading_after->states
                      : pel_snapshot_get_states (self->after, id);

  return pel_states_has (now, PEL_STATE_FOCUSABLE) && !pel_states_has (now, PEL_STATE_FOCUSED);
}

static gboolean
is_related (PelSnapshot *snapshot, PelElementId a, PelElementId b)
{
  return (a >= b && a <= pel_snapshot_get_last_descendant (snapshot, b)) ||
         (b >= a && b <= pel_snapshot_get_last_descendant (snapshot, a));
}

/* Something else at the point that shows it: what lies over what is not always told; nor, by some
 * programs, where it is. PEL_ELEMENT_NONE: nothing does. */
static PelElementId
find_other (const PelPressSight *self, PelElementId id)
{
  guint    program = pel_snapshot_get_program_index (self->after, id);
  gboolean is_anywhere = pel_snapshot_get_program (self->after, program)->is_late;

  for (PelElementId other = 1; other <= pel_snapshot_get_n_elements (self->after); other++)
    {
      PelStates    after = pel_snapshot_get_states (self->after, other) & signs;
      PelElement   element;
      PelElementId was;

      if (after == 0 || is_related (self->after, other, id))
        continue;
      element = pel_snapshot_get_element (self->after, other);
      was = pel_snapshot_find_identity (self->before, element.bus_name, element.path);
      if ((is_anywhere || pel_native_rect_contains (&element.bounds, self->point)) &&
          (was == PEL_ELEMENT_NONE || (after & ~pel_snapshot_get_states (self->before, was)) != 0))
        return other;
    }
  return PEL_ELEMENT_NONE;
}

/* Another part of what the element is drawn in; what lies over all of that is no part of it. */
static gboolean
is_another_part (PelSnapshot *snapshot, PelElementId id, PelElementId hit)
{
  if (hit == PEL_ELEMENT_NONE ||
      (hit >= id && hit <= pel_snapshot_get_last_descendant (snapshot, id)))
    return FALSE;
  return pel_snapshot_find_surface_root (snapshot, hit) ==
         pel_snapshot_find_surface_root (snapshot, id);
}

/* The window of another program is at the point. */
static gboolean
is_under_stranger (const PelPressSight *self, PelElementId id)
{
  PelWindow *own = pel_snapshot_find_window (self->after, id);
  PelWindow *window;

  pel_snapshot_hit_test_window (self->after, self->point, &window);
  return window != NULL && own != NULL &&
         pel_window_get_info (window)->pid != pel_window_get_info (own)->pid;
}

gboolean
pel_press_sight_check_point (PelSnapshot   *snapshot,
                             PelElementId   id,
                             PelNativePoint point,
                             GError       **error)
{
  PelElementId hit = pel_snapshot_hit_test (snapshot, point);

  if (!is_another_part (snapshot, id, hit))
    return TRUE;
  return pel_actionability_refuse_covered (snapshot, hit, error);
}

PelPressVerdict
pel_press_sight_judge (const PelPressSight *self, GError **error)
{
  PelElement     was = pel_snapshot_get_element (self->before, self->id);
  PelActionSight sight = { .snapshot = self->after,
                           .id = pel_snapshot_find_identity (self->after, was.bus_name, was.path),
                           .verb = PEL_VERB_CLICK,
                           .first = self->reading_before,
                           .second = self->reading_after };
  PelElementId   other;

  if (!pel_actionability_check (&sight, PEL_CHECK_EXISTS, error))
    return PEL_PRESS_WRONG;
  if (shows_it (self, sight.id))
    return PEL_PRESS_RIGHT;
  if (!pel_actionability_check (&sight, PEL_CHECK_STABLE, error))
    return PEL_PRESS_WRONG;
  if (!self->is_window_sure && is_under_stranger (self, sight.id))
    {
      pel_actionability_refuse_covered (self->after, PEL_ELEMENT_NONE, error);
      return PEL_PRESS_WRONG;
    }
  other = find_other (self, sight.id);
  if (other != PEL_ELEMENT_NONE)
    pel_actionability_refuse_covered (self->after, other, error);
  else if (pel_press_sight_check_point (self->after, sight.id, self->point, error))
    return lacks_keyboard (self, sight.id) ? PEL_PRESS_DOUBTFUL : PEL_PRESS_UNTOLD;
  return PEL_PRESS_WRONG;
}
