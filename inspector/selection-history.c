/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/selection-history.h"

struct _PelSelectionHistory
{
  GArray *places; /* of PelElementPlace, the oldest first */
  guint   n_past; /* how many there are up to where the person is, and with that */
};

PelSelectionHistory *
pel_selection_history_new (void)
{
  PelSelectionHistory *self = g_new0 (PelSelectionHistory, 1);

  self->places = pel_element_places_new ();
  return self;
}

void
pel_selection_history_free (PelSelectionHistory *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->places);
  g_free (self);
}

static const PelElementPlace *
get_place (PelSelectionHistory *self, guint index)
{
  return &g_array_index (self->places, PelElementPlace, index);
}

/* (nullable): no one has been anywhere yet. */
static const PelElementPlace *
get_current (PelSelectionHistory *self)
{
  return self->n_past > 0 ? get_place (self, self->n_past - 1) : NULL;
}

void
pel_selection_history_add (PelSelectionHistory *self, const PelElementPlace *place)
{
  const PelElementPlace *current = get_current (self);

  if (current != NULL && pel_element_place_equal (current, place))
    return;
  g_array_set_size (self->places, self->n_past); /* there is no way forward from a new place */
  pel_element_places_add (self->places, place->bus_name, place->ref);
  if (self->places->len > PEL_SELECTION_HISTORY_MAX)
    g_array_remove_range (self->places, 0, self->places->len - PEL_SELECTION_HISTORY_MAX);
  self->n_past = self->places->len;
}

/* Its index and one more; 0: there is none. */
static guint
find (PelSelectionHistory *self, PelHistoryWay way, PelIsThereFunc is_there, gpointer data)
{
  const PelElementPlace *current = get_current (self);
  int                    i = (int) self->n_past - 1;

  if (current == NULL)
    return 0;
  for (i += way; i >= 0 && i < (int) self->places->len; i += way)
    {
      const PelElementPlace *place = get_place (self, (guint) i);

      if (!pel_element_place_equal (place, current) && is_there (place, data))
        return (guint) i + 1;
    }
  return 0;
}

const PelElementPlace *
pel_selection_history_find (PelSelectionHistory *self,
                            PelHistoryWay        way,
                            PelIsThereFunc       is_there,
                            gpointer             data)
{
  guint n_past = find (self, way, is_there, data);

  return n_past > 0 ? get_place (self, n_past - 1) : NULL;
}

const PelElementPlace *
pel_selection_history_go (PelSelectionHistory *self,
                          PelHistoryWay        way,
                          PelIsThereFunc       is_there,
                          gpointer             data)
{
  guint n_past = find (self, way, is_there, data);

  if (n_past == 0)
    return NULL;
  self->n_past = n_past;
  return get_current (self);
}
