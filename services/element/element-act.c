/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/element-act.h"

static const char *const kind_names[] = {
  [PEL_ACT_DO_ACTION] = "do action",
  [PEL_ACT_SET_TEXT] = "set text",
  [PEL_ACT_INSERT_TEXT] = "insert text",
  [PEL_ACT_DELETE_TEXT] = "delete text",
  [PEL_ACT_SET_CARET] = "set caret",
  [PEL_ACT_SELECT_TEXT] = "select text",
  [PEL_ACT_ADD_SELECTION] = "add text selection",
  [PEL_ACT_SET_NUMBER] = "set number",
  [PEL_ACT_SELECT_CHILD] = "select child",
  [PEL_ACT_DESELECT_CHILD] = "deselect child",
  [PEL_ACT_SELECT_ALL] = "select all",
  [PEL_ACT_CLEAR_SELECTION] = "clear selection",
  [PEL_ACT_GRAB_FOCUS] = "grab focus",
  [PEL_ACT_SCROLL_TO] = "scroll to",
  [PEL_ACT_SCROLL_TO_POINT] = "scroll to point",
  [PEL_ACT_SET_EXTENTS] = "set extents",
};
G_STATIC_ASSERT (G_N_ELEMENTS (kind_names) == PEL_N_ACTS);

const char *
pel_act_kind_to_string (PelActKind kind)
{
  g_return_val_if_fail (kind < PEL_N_ACTS, "");

  return kind_names[kind];
}

PelElementAct *
pel_element_act_copy (const PelElementAct *self)
{
  PelElementAct *copy = g_memdup2 (self, sizeof *self);

  copy->bus_name = g_strdup (self->bus_name);
  copy->path = g_strdup (self->path);
  copy->name = g_strdup (self->name);
  copy->action = g_strdup (self->action);
  copy->child_path = g_strdup (self->child_path);
  copy->text = g_strdup (self->text);
  return copy;
}

void
pel_element_act_free (PelElementAct *self)
{
  if (self == NULL)
    return;
  g_free ((char *) self->bus_name);
  g_free ((char *) self->path);
  g_free ((char *) self->name);
  g_free ((char *) self->action);
  g_free ((char *) self->child_path);
  g_free ((char *) self->text);
  g_free (self);
}
