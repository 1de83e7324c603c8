/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "sample-tree.h"

#include <atspi/atspi-constants.h>

#define S(name) PEL_STATE_BIT (PEL_STATE_##name)
#define ON      (S (ENABLED) | S (SENSITIVE))
#define SHOWN   (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)
#define TEXT    (PEL_INTERFACE_TEXT | PEL_INTERFACE_EDITABLE_TEXT)

/* clang-format off */
const SampleRow sample_calculator[] = {
  { 0, ATSPI_ROLE_APPLICATION,   "calc",       ON,                 0,                    0,     { 0, 0, 0, 0 } },
  { 1, ATSPI_ROLE_FRAME,         "Calculator", ON | S (ACTIVE),    0,                    SHOWN, { 320, 100, 210, 280 } },
  { 2, ATSPI_ROLE_PANEL,         "",           ON,                 0,                    SHOWN, { 320, 100, 210, 280 } },
  { 3, ATSPI_ROLE_ENTRY,         "Display",    ON | S (FOCUSED) | S (FOCUSABLE), TEXT,   SHOWN, { 330, 110, 190, 20 } },
  { 3, ATSPI_ROLE_PANEL,         "Keypad",     ON,                 0,                    SHOWN, { 330, 140, 190, 200 } },
  { 4, ATSPI_ROLE_PUSH_BUTTON,   "7",          ON,                 PEL_INTERFACE_ACTION, SHOWN, { 330, 140, 20, 20 } },
  { 4, ATSPI_ROLE_PUSH_BUTTON,   "8",          0,                  PEL_INTERFACE_ACTION, SHOWN, { 350, 140, 20, 20 } },
  { 4, ATSPI_ROLE_PUSH_BUTTON,   "secret",     ON,                 PEL_INTERFACE_ACTION, 0,     { 0, 0, 0, 0 } },
  { 3, ATSPI_ROLE_FILLER,        "",           ON,                 0,                    SHOWN, { 330, 340, 1, 1 } },
  { 3, ATSPI_ROLE_CHECK_BOX,     "Beep",       ON | S (CHECKED),   PEL_INTERFACE_ACTION, SHOWN, { 330, 350, 20, 20 } },
  { 3, ATSPI_ROLE_PASSWORD_TEXT, "Pin",        ON,                 TEXT,                 SHOWN, { 350, 350, 20, 20 } },
  { 3, ATSPI_ROLE_LABEL,         "Say \"hi\"\\\nnow", ON,          0,                    SHOWN, { 370, 350, 20, 20 } },
};
/* clang-format on */
const guint sample_calculator_length = G_N_ELEMENTS (sample_calculator);

static PelSnapshot *
build (const SampleRow *rows, guint n_rows, PelDesktop *desktop)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  PelElementId        open[16] = { 0 };

  pel_snapshot_builder_set_id (builder, 12);
  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.7",
                                                           .name = "calc",
                                                           .pid = 42,
                                                           .is_answering = TRUE });
  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", i + 1);
      PelElement       element = {
              .parent = rows[i].level > 0 ? open[rows[i].level - 1] : PEL_ELEMENT_NONE,
              .ref = i + 1,
              .native_role = rows[i].native_role,
              .role = pel_role_from_atspi (rows[i].native_role),
              .states = rows[i].states,
              .interfaces = rows[i].interfaces,
              .flags = rows[i].flags,
              .place = rows[i].place,
              .name = rows[i].name,
              .bus_name = ":1.7",
              .path = path,
              .bounds = rows[i].bounds,
      };

      open[rows[i].level] = pel_snapshot_builder_add (builder, &element);
      if (rows[i].native_role == ATSPI_ROLE_FRAME)
        pel_snapshot_builder_add_surface (builder, 1, open[rows[i].level]);
    }
  return pel_snapshot_builder_finish (builder);
}

PelSnapshot *
sample_tree_build (const SampleRow *rows, guint n_rows)
{
  return build (rows, n_rows, NULL);
}

PelSnapshot *
sample_tree_build_on_desktop (const SampleRow *rows, guint n_rows)
{
  g_autoptr (PelDesktop) desktop = sample_desktop_new ();

  return build (rows, n_rows, desktop);
}

PelDesktop *
sample_desktop_new (void)
{
  static const PelWindowInfo windows[] = {
    { .id = "0x9", .bounds = { 330, 140, 20, 20 }, .states = PEL_WINDOW_VISIBLE },
    { .id = "0x7", .bounds = { 320, 100, 210, 280 }, .states = PEL_WINDOW_VISIBLE },
  };
  g_autoptr (PelMonitorLayout) layout = sample_layout_new ();
  GPtrArray                   *array = g_ptr_array_new_with_free_func (g_object_unref);

  for (gsize i = 0; i < G_N_ELEMENTS (windows); i++)
    g_ptr_array_add (array, pel_window_new (&windows[i]));
  return pel_desktop_new (&(PelPlatform){ 0 }, layout, array);
}

PelMonitorLayout *
sample_layout_new (void)
{
  const PelMonitor monitors[] = {
    { "DP-1", { 0, 0, 960, 540 }, { 0, 0, 1920, 1080 }, 2, 2, TRUE },
    { "HDMI 1", { 960, 0, 1280, 800 }, { 0, 0, 1280, 800 }, 1, 1, FALSE },
  };

  return pel_monitor_layout_new (monitors, G_N_ELEMENTS (monitors));
}
