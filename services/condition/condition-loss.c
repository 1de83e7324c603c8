/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/condition/condition-leaf.h"
#include "services/condition/condition-private.h"

#include <glib/gi18n.h>

#define MAX_NAME 80

static gboolean
is_stale (const PelSelector *selector, PelSnapshot *snapshot, GError **error)
{
  guint ref = pel_selector_find_gone_ref (selector, snapshot);

  if (ref != 0)
    pel_set_error (error, PEL_ERROR_STALE_REF, NULL, _ ("The element “e%u” is gone"), ref);
  return ref != 0;
}

static const PelSnapshotProgram *
find_program (PelSnapshot *snapshot, const char *bus_name)
{
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    if (g_str_equal (pel_snapshot_get_program (snapshot, i)->bus_name, bus_name))
      return pel_snapshot_get_program (snapshot, i);
  return NULL;
}

static void
remember (PelLeaf *self, PelSnapshot *snapshot, GPtrArray *bus_names)
{
  for (guint i = 0; i < bus_names->len; i++)
    {
      const char               *bus_name = g_ptr_array_index (bus_names, i);
      const PelSnapshotProgram *program = find_program (snapshot, bus_name);

      if (program != NULL)
        g_hash_table_replace (self->programs,
                              g_strdup (bus_name),
                              g_strdup (program->name != NULL ? program->name : bus_name));
    }
}

static gboolean
have_all_ended (PelLeaf *self, PelSnapshot *snapshot, GError **error)
{
  GHashTableIter   iter;
  gpointer         bus_name, name = NULL;
  g_autofree char *cut = NULL, *safe = NULL;

  g_hash_table_iter_init (&iter, self->programs);
  while (g_hash_table_iter_next (&iter, &bus_name, &name))
    if (find_program (snapshot, bus_name) != NULL)
      return FALSE;
  if (name == NULL)
    return FALSE; /* it was never about one */
  cut = pel_text_repair (name, -1, MAX_NAME);
  safe = pel_text_escape (cut);
  pel_set_error (error,
                 PEL_ERROR_ELEMENT_NOT_FOUND,
                 _ ("Start it again, then wait again"),
                 _ ("The program “%s” exited during the wait"),
                 safe);
  return TRUE;
}

gboolean
pel_leaf_is_lost (PelLeaf                *self,
                  const PelCondition     *condition,
                  const PelConditionView *view,
                  GError                **error)
{
  g_autoptr (GPtrArray) bus_names = NULL;

  if (condition->kind == PEL_CONDITION_IDLE)
    bus_names = pel_leaf_find_idle_programs (condition, view->snapshot);
  else if (condition->selector == NULL)
    return FALSE;
  else if (is_stale (condition->selector, view->snapshot, error))
    return TRUE;
  else
    bus_names = pel_selector_find_programs (condition->selector, view->snapshot, view->facts);
  if (bus_names != NULL)
    remember (self, view->snapshot, bus_names);
  return have_all_ended (self, view->snapshot, error);
}
