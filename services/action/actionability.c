/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/actionability.h"

#include "services/base/error.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

#define MAX_NAME_BYTES 160

char *
pel_action_word_element (const PelElement *element)
{
  g_autofree char *cut = pel_text_repair (element->name, -1, MAX_NAME_BYTES);
  g_autofree char *name = pel_text_escape (cut);

  if (name[0] == '\0')
    return g_strdup_printf ("%s (e%u)", pel_role_to_string (element->role), element->ref);
  return g_strdup_printf ("%s “%s” (e%u)", pel_role_to_string (element->role), name, element->ref);
}

/* @other: (nullable): what is in the way; @hint: (nullable): that of the code. */
static gboolean
fail (GError          **error,
      PelErrorCode      code,
      PelActionChecks   check,
      const PelElement *other,
      const char       *hint,
      const char       *message)
{
  JsonObject *details = json_object_new ();
  GError     *failure = NULL;

  pel_set_error (&failure, code, hint, "%s", message);
  json_object_set_string_member (details, "check", pel_action_check_to_string (check));
  if (other != NULL)
    {
      g_autofree char *words = pel_action_word_element (other);

      json_object_set_string_member (details, "in_the_way", words);
    }
  pel_error_take_details (failure, details);
  g_propagate_error (error, failure);
  return FALSE;
}

static gboolean
is_seen (const PelElement *element)
{
  return (element->flags & PEL_ELEMENT_IS_VISIBLE) != 0 || element->place == PEL_PLACE_POPUP ||
         element->place == PEL_PLACE_AMBIGUOUS;
}

static gboolean
is_in_visible_combo_box (PelSnapshot *snapshot, PelElementId id)
{
  while ((id = pel_snapshot_get_parent (snapshot, id)) != PEL_ELEMENT_NONE)
    if (pel_snapshot_get_role (snapshot, id) == PEL_ROLE_COMBO_BOX)
      {
        PelElement box = pel_snapshot_get_element (snapshot, id);

        return is_seen (&box);
      }
  return FALSE;
}

static gboolean
check_visible (const PelActionSight *sight, const PelElement *element, GError **error)
{
  if (is_seen (element) || (pel_verb_get_pattern (sight->verb) == PEL_PATTERN_SELECTION_ITEM &&
                            is_in_visible_combo_box (sight->snapshot, sight->id)))
    return TRUE;
  return fail (error,
               PEL_ERROR_NOT_VISIBLE,
               PEL_CHECK_VISIBLE,
               NULL,
               NULL,
               _ ("The element is not visible"));
}

static gboolean
check_enabled (const PelActionSight *sight, const PelElement *element, GError **error)
{
  if (pel_states_is_enabled (element->states))
    return TRUE;
  return fail (error,
               PEL_ERROR_NOT_ENABLED,
               PEL_CHECK_ENABLED,
               NULL,
               NULL,
               _ ("The element is not enabled"));
}

/* What says that it is read only, and text that says that it can be edited nowhere. */
static gboolean
check_editable (const PelActionSight *sight, const PelElement *element, GError **error)
{
  if (!pel_states_has (element->states, PEL_STATE_READ_ONLY))
    return TRUE;
  return fail (error,
               PEL_ERROR_NOT_ENABLED,
               PEL_CHECK_EDITABLE,
               NULL,
               _ ("Choose an editable element, such as role=Edit"),
               _ ("The element is read-only"));
}

static gboolean
is_below (PelSnapshot *snapshot, PelElementId id, PelElementId top)
{
  return id >= top && id <= pel_snapshot_get_last_descendant (snapshot, top);
}

/* The window that stands before all others of its program, if it does not hold the element. A
 * popover of GTK 3 calls itself modal as well, shown or not. */
static PelElementId
find_modal (PelSnapshot *snapshot, const PelElement *element)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    if (pel_states_has (pel_snapshot_get_states (snapshot, id), PEL_STATE_MODAL) &&
        pel_role_is_window (pel_snapshot_get_role (snapshot, id)) &&
        (pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_VISIBLE) != 0 &&
        pel_snapshot_get_program_index (snapshot, id) == element->program &&
        !is_below (snapshot, element->id, id))
      return id;
  return PEL_ELEMENT_NONE;
}

/* A modal window that has one before it itself does not stand in the way of that one. */
static gboolean
check_events (const PelActionSight *sight, const PelElement *element, GError **error)
{
  PelElementId     modal = find_modal (sight->snapshot, element);
  PelElement       other;
  g_autofree char *words = NULL;
  g_autofree char *message = NULL;

  if (modal == PEL_ELEMENT_NONE)
    return TRUE;
  for (PelElementId id = sight->id; id != PEL_ELEMENT_NONE;
       id = pel_snapshot_get_parent (sight->snapshot, id))
    if (pel_states_has (pel_snapshot_get_states (sight->snapshot, id), PEL_STATE_MODAL))
      return TRUE;
  other = pel_snapshot_get_element (sight->snapshot, modal);
  words = pel_action_word_element (&other);
  /* Translators: “Dialog “Save?” (e12)” */
  message = g_strdup_printf (_ ("%s is modal and blocks the element"), words);
  return fail (error,
               PEL_ERROR_OBSCURED,
               PEL_CHECK_RECEIVES_EVENTS,
               &other,
               _ ("Press one of its buttons, or close it"),
               message);
}

static gboolean
check_stable (const PelActionSight *sight, const PelElement *element, GError **error)
{
  const PelElementReading *a = sight->first, *b = sight->second;

  if (a == NULL || b == NULL || !a->has_place || !b->has_place ||
      (a->place_x == b->place_x && a->place_y == b->place_y && a->place_width == b->place_width &&
       a->place_height == b->place_height))
    return TRUE;
  return fail (error,
               PEL_ERROR_NOT_STABLE,
               PEL_CHECK_STABLE,
               NULL,
               NULL,
               _ ("The element is moving"));
}

gboolean
pel_actionability_refuse_covered (PelSnapshot *snapshot, PelElementId cover, GError **error)
{
  PelElement       other;
  g_autofree char *words = NULL;
  g_autofree char *message = NULL;

  if (cover != PEL_ELEMENT_NONE)
    {
      other = pel_snapshot_get_element (snapshot, cover);
      words = pel_action_word_element (&other);
      /* Translators: “Window “Save” (e12)” */
      message = g_strdup_printf (_ ("%s covers the element"), words);
    }
  return fail (error,
               PEL_ERROR_OBSCURED,
               PEL_CHECK_UNCOVERED,
               cover != PEL_ELEMENT_NONE ? &other : NULL,
               NULL,
               message != NULL ? message : _ ("Something else covers the element"));
}

static gboolean
check_uncovered (const PelActionSight *sight, const PelElement *element, GError **error)
{
  PelNativePoint point;
  PelNativeRect  rect = element->bounds;

  if (pel_snapshot_find_click_point (sight->snapshot, sight->id, &point))
    return TRUE;
  pel_snapshot_get_visible_rect (sight->snapshot, sight->id, &rect);
  point = (PelNativePoint){ rect.x + rect.width / 2, rect.y + rect.height / 2 };
  return pel_actionability_refuse_covered (sight->snapshot,
                                           pel_snapshot_hit_test (sight->snapshot, point),
                                           error);
}

/* In the order in which they are looked at: what fails first explains the rest. */
static const struct
{
  PelActionChecks check;
  gboolean (*holds) (const PelActionSight *sight, const PelElement *element, GError **error);
} check_table[] = {
  { PEL_CHECK_VISIBLE, check_visible }, { PEL_CHECK_RECEIVES_EVENTS, check_events },
  { PEL_CHECK_ENABLED, check_enabled }, { PEL_CHECK_EDITABLE, check_editable },
  { PEL_CHECK_STABLE, check_stable },   { PEL_CHECK_UNCOVERED, check_uncovered },
};
G_STATIC_ASSERT (G_N_ELEMENTS (check_table) + 1 == PEL_N_ACTION_CHECKS);

gboolean
pel_actionability_check (const PelActionSight *sight, PelActionChecks checks, GError **error)
{
  PelElement element;

  if (sight->id == PEL_ELEMENT_NONE)
    return fail (error,
                 PEL_ERROR_STALE_REF,
                 PEL_CHECK_EXISTS,
                 NULL,
                 NULL,
                 _ ("The element is gone"));
  element = pel_snapshot_get_element (sight->snapshot, sight->id);
  if (sight->second != NULL && sight->second->has_states)
    element.states = sight->second->states; /* what was read is later than what was seen */
  for (gsize i = 0; i < G_N_ELEMENTS (check_table); i++)
    if ((checks & check_table[i].check) != 0 && !check_table[i].holds (sight, &element, error))
      return FALSE;
  return TRUE;
}
