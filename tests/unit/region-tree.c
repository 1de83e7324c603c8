/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/region-tree.h"

#include "tests/unit/fake-window-source.h"

#define ON (PEL_STATE_BIT (PEL_STATE_ENABLED) | PEL_STATE_BIT (PEL_STATE_SENSITIVE))

static PelElement
make_element (const RegionRow *row, PelElementId parent, const char *bus_name)
{
  return (PelElement){
    .parent = parent,
    .native_role = row->native_role,
    .role = pel_role_from_atspi (row->native_role),
    .states = ON | (row->is_focusable ? PEL_STATE_BIT (PEL_STATE_FOCUSABLE) : 0),
    .interfaces = row->native_role == ATSPI_ROLE_PUSH_BUTTON ? PEL_INTERFACE_ACTION : 0,
    .flags = (REGION_ROW_FLAGS | (row->value != NULL ? PEL_ELEMENT_HAS_VALUE : 0)) & ~row->missing,
    .place = row->missing & PEL_ELEMENT_HAS_BOUNDS ? PEL_PLACE_POPUP : PEL_PLACE_KNOWN,
    .name = row->name,
    .value = row->value != NULL ? row->value : "",
    .bus_name = bus_name,
    .bounds = row->bounds,
  };
}

PelSnapshot *
region_tree_build (const RegionRow     *rows,
                   guint                n_rows,
                   const PelWindowInfo *windows,
                   guint                n_windows,
                   const char          *bus_name)
{
  PelSnapshotBuilder    *builder = pel_snapshot_builder_new ();
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, windows, n_windows);
  PelElementId           open[PEL_ELEMENT_MAX_DEPTH + 1] = { 0 };

  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = bus_name,
                                                           .name = "calc",
                                                           .pid = 10,
                                                           .is_answering = TRUE });
  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", i + 1);
      guint            level = rows[i].level;
      PelElement       element =
          make_element (&rows[i], level > 0 ? open[level - 1] : PEL_ELEMENT_NONE, bus_name);

      element.ref = i + 1;
      element.path = path;
      open[level] = pel_snapshot_builder_add (builder, &element);
      if (rows[i].window != 0)
        pel_snapshot_builder_add_surface (builder, rows[i].window - 1, open[level]);
    }
  return pel_snapshot_builder_finish (builder);
}
