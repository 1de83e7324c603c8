/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/element-form.h"

#include "services/base/text.h"

#include <glib/gi18n.h>

/* States worth a word in a line of text, in the order in which they are said. The others are what
 * one expects of an element, or mean nothing to a reader. */
static const PelState spoken_states[] = {
  PEL_STATE_ACTIVE,    PEL_STATE_FOCUSED,   PEL_STATE_CHECKED,       PEL_STATE_INDETERMINATE,
  PEL_STATE_PRESSED,   PEL_STATE_SELECTED,  PEL_STATE_EXPANDED,      PEL_STATE_COLLAPSED,
  PEL_STATE_MODAL,     PEL_STATE_REQUIRED,  PEL_STATE_INVALID_ENTRY, PEL_STATE_BUSY,
  PEL_STATE_READ_ONLY, PEL_STATE_ICONIFIED, PEL_STATE_IS_DEFAULT,
};

/* Why an element has no bounds. */
static const char *const reasons[] = {
  [PEL_PLACE_KNOWN] = N_ ("No monitor is known"),
  [PEL_PLACE_NONE] = N_ ("It has no position on the screen"),
  [PEL_PLACE_HIDDEN] = N_ ("Its program reports that it is not on the screen"),
  [PEL_PLACE_NOT_READ] = N_ ("Its program has not reported its position yet"),
  [PEL_PLACE_NO_WINDOW] = N_ ("It does not belong to any window on the screen"),
  [PEL_PLACE_AMBIGUOUS] = N_ ("It could belong to several windows"),
  [PEL_PLACE_POPUP] = N_ ("The window system does not report the position of popups"),
};
G_STATIC_ASSERT (G_N_ELEMENTS (reasons) == PEL_N_PLACES);

static guint
get_max_chars (const PelElementForm *self)
{
  return self->max_chars != 0 ? self->max_chars : PEL_ELEMENT_FORM_CHARS;
}

char *
pel_element_form_cut (const PelElementForm *self, const char *string)
{
  g_autofree char *valid = g_utf8_make_valid (string, -1);
  glong            n_chars = g_utf8_strlen (valid, -1);
  glong            max_chars = get_max_chars (self);

  if (n_chars <= max_chars)
    return g_steal_pointer (&valid);
  *g_utf8_offset_to_pointer (valid, max_chars) = '\0';
  return g_strdup_printf ("%s…(+%ld)", valid, n_chars - max_chars);
}

void
pel_element_form_append_quoted (const PelElementForm *self, GString *text, const char *string)
{
  g_autofree char *cut = pel_element_form_cut (self, string);
  g_auto (GStrv)   lines = NULL;
  g_autofree char *escaped = NULL;

  /* The backslash first, so that what is escaped can be told from what looks like it. */
  lines = g_strsplit (cut, "\\", -1);
  g_free (cut);
  cut = g_strjoinv ("\\\\", lines);
  escaped = pel_text_escape (cut);
  g_string_append_c (text, '"');
  for (const char *p = escaped; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (text, '\\');
      g_string_append_c (text, *p);
    }
  g_string_append_c (text, '"');
}

const PelMonitor *
pel_element_form_find_monitor (const PelElementForm *self, const PelElement *element)
{
  if (self->layout == NULL || (element->flags & PEL_ELEMENT_HAS_BOUNDS) == 0)
    return NULL;
  return pel_monitor_layout_find_rect (self->layout, &element->bounds);
}

gboolean
pel_element_form_is_offscreen (const PelElementForm *self, const PelElement *element)
{
  return self->layout != NULL && (element->flags & PEL_ELEMENT_HAS_BOUNDS) != 0 &&
         element->bounds.width > 0 && element->bounds.height > 0 &&
         pel_element_form_find_monitor (self, element) == NULL;
}

gboolean
pel_element_form_get_bounds (const PelElementForm *self,
                             const PelElement     *element,
                             PelPhysicalRect      *ret_bounds)
{
  const PelMonitor *monitor = pel_element_form_find_monitor (self, element);

  /* Off every monitor, the first one's scale is as good as another's. */
  if (monitor == NULL && self->layout != NULL && (element->flags & PEL_ELEMENT_HAS_BOUNDS) != 0 &&
      pel_monitor_layout_get_n_monitors (self->layout) > 0)
    monitor = pel_monitor_layout_get_monitor (self->layout, 0);
  if (monitor == NULL)
    return FALSE;
  *ret_bounds = pel_monitor_rect_to_physical (monitor, &element->bounds);
  return TRUE;
}

const char *
pel_element_form_get_bounds_reason (const PelElementForm *self, const PelElement *element)
{
  PelPhysicalRect bounds;

  if (pel_element_form_get_bounds (self, element, &bounds))
    return NULL;
  return _ (reasons[element->place]);
}

gboolean
pel_element_form_find_click_point (const PelElementForm *self,
                                   PelSnapshot          *snapshot,
                                   PelElementId          id,
                                   PelPhysicalPoint     *ret_point)
{
  PelNativePoint point;

  return self->layout != NULL && pel_snapshot_find_click_point (snapshot, id, &point) &&
         pel_monitor_layout_to_physical (self->layout, point, ret_point, NULL);
}

PelElementDetails
pel_element_form_get_details (const PelElementForm *self,
                              PelSnapshot          *snapshot,
                              const PelElement     *element)
{
  PelElementDetails details = { 0 };

  if ((element->flags & PEL_ELEMENT_HAS_VALUE) != 0)
    details.value = element->value;
  if (self->get_details != NULL)
    details = self->get_details (snapshot, element->id, self->details_data);
  if ((element->flags & PEL_ELEMENT_IS_SECRET) != 0)
    details.value = NULL;
  return details;
}

static void
append_states (const PelElementForm *self, GString *text, const PelElement *element)
{
  for (gsize i = 0; i < G_N_ELEMENTS (spoken_states); i++)
    if (pel_states_has (element->states, spoken_states[i]))
      g_string_append_printf (text, " %s", pel_state_to_string (spoken_states[i]));
  if (!pel_states_is_enabled (element->states) &&
      pel_is_interactive (element->role, element->states, element->patterns))
    g_string_append (text, " disabled");
  if ((element->flags & PEL_ELEMENT_IS_VISIBLE) == 0 && element->role != PEL_ROLE_APPLICATION)
    g_string_append (text,
                     pel_element_form_is_offscreen (self, element) ? " offscreen" : " hidden");
  if ((element->flags & PEL_ELEMENT_IS_SECRET) != 0)
    g_string_append (text, " password");
  if ((element->flags & PEL_ELEMENT_IS_FOREIGN) != 0)
    g_string_append (text, " foreign");
  if ((element->flags & PEL_ELEMENT_IS_BLOCKED) != 0)
    g_string_append (text, " blocked-by-policy");
}

/* “2x monitor=DP-1 (640,200 420×560)” */
static void
append_place (const PelElementForm *self, GString *text, const PelElement *element)
{
  gboolean          is_window = pel_role_is_window (element->role);
  const PelMonitor *monitor = is_window ? pel_element_form_find_monitor (self, element) : NULL;
  PelPhysicalRect   bounds;

  if (monitor != NULL)
    {
      char             scale[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *name = pel_text_escape (monitor->name);

      g_ascii_formatd (scale, sizeof scale, "%.4g", monitor->scale);
      g_string_append_printf (text, " %sx monitor=%s", scale, name);
    }
  if ((is_window || self->show_bounds) && pel_element_form_get_bounds (self, element, &bounds))
    g_string_append_printf (text,
                            " (%d,%d %d×%d)",
                            bounds.x,
                            bounds.y,
                            bounds.width,
                            bounds.height);
}

static void
append_program (GString *text, PelSnapshot *snapshot, const PelElement *element)
{
  const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, element->program);

  if (program->root == element->id && !program->is_answering)
    g_string_append (text, " unresponsive");
  if ((program->root == element->id && program->is_truncated) ||
      (element->flags & PEL_ELEMENT_IS_TRUNCATED) != 0)
    g_string_append_printf (text, " truncated (%u children)", element->n_children);
}

void
pel_element_form_append_line (const PelElementForm *self,
                              PelSnapshot          *snapshot,
                              PelElementId          id,
                              GString              *text)
{
  PelElement        element = pel_snapshot_get_element (snapshot, id);
  PelElementDetails details = pel_element_form_get_details (self, snapshot, &element);

  g_string_append (text, pel_role_to_string (element.role));
  if (*element.name != '\0')
    {
      g_string_append_c (text, ' ');
      pel_element_form_append_quoted (self, text, element.name);
    }
  /* Nothing is done with mere structure, unless it takes the focus. */
  if (element.ref != 0 && (!pel_role_is_structural (element.role) ||
                           pel_is_interactive (element.role, element.states, element.patterns)))
    g_string_append_printf (text, " [e%u]", element.ref);
  append_states (self, text, &element);
  if (details.value != NULL && *details.value != '\0')
    {
      g_string_append (text, " value=");
      pel_element_form_append_quoted (self, text, details.value);
    }
  append_place (self, text, &element);
  append_program (text, snapshot, &element);
}
