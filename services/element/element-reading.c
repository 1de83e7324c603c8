/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/element-reading.h"

static void
clear_action (gpointer data)
{
  PelActionInfo *action = data;

  g_free (action->name);
  g_free (action->description);
  g_free (action->key_binding);
}

static void
clear_relation (gpointer data)
{
  PelRelationInfo *relation = data;

  g_free (relation->kind);
  g_free (relation->bus_name);
  g_free (relation->path);
}

static void
clear_cell (gpointer data)
{
  PelCellInfo *cell = data;

  g_free (cell->bus_name);
  g_free (cell->path);
}

PelElementReading *
pel_element_reading_new (void)
{
  PelElementReading *self = g_new0 (PelElementReading, 1);

  self->actions = g_array_new (FALSE, TRUE, sizeof (PelActionInfo));
  g_array_set_clear_func (self->actions, clear_action);
  self->relations = g_array_new (FALSE, TRUE, sizeof (PelRelationInfo));
  g_array_set_clear_func (self->relations, clear_relation);
  self->selections = g_array_new (FALSE, TRUE, sizeof (PelTextRange));
  self->cells = g_array_new (FALSE, TRUE, sizeof (PelCellInfo));
  g_array_set_clear_func (self->cells, clear_cell);
  self->caret = -1;

  return self;
}

void
pel_element_reading_free (PelElementReading *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->description);
  g_free (self->id);
  g_free (self->class);
  g_strfreev (self->attributes);
  g_array_unref (self->actions);
  g_array_unref (self->relations);
  g_free (self->value_text);
  g_free (self->text);
  g_array_unref (self->selections);
  g_free (self->around);
  g_strfreev (self->run_attributes);
  g_array_unref (self->cells);
  g_strfreev (self->headers);
  g_free (self);
}
