/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "selector-desk.h"

#include <atspi/atspi-constants.h>
#include <unistd.h>

#define S(name) PEL_STATE_BIT (PEL_STATE_##name)
#define ON      (S (ENABLED) | S (SENSITIVE))
#define SHOWN   (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)
#define VALUED  (SHOWN | PEL_ELEMENT_HAS_VALUE)
#define FIELD   (PEL_INTERFACE_TEXT | PEL_INTERFACE_EDITABLE_TEXT | PEL_INTERFACE_COMPONENT)
#define ACTION  (PEL_INTERFACE_ACTION | PEL_INTERFACE_COMPONENT)

typedef struct
{
  guint         level;
  guint         native_role;
  const char   *name;
  const char   *value;
  PelStates     states;
  guint         interfaces;
  guint         flags;
  PelNativeRect bounds;
} Row;

/* clang-format off */
static const Row rows[] = {
  /*  1 */ { 0, ATSPI_ROLE_APPLICATION,   "editor",       NULL,   ON, 0, 0, { 0, 0, 0, 0 } },
  /*  2 */ { 1, ATSPI_ROLE_FRAME,         "Editor",       NULL,   ON | S (ACTIVE), 0, SHOWN, { 0, 0, 800, 600 } },
  /*  3 */ { 2, ATSPI_ROLE_PANEL,         "Form",         NULL,   ON, 0, SHOWN, { 10, 10, 400, 300 } },
  /*  4 */ { 3, ATSPI_ROLE_LABEL,         "User",         NULL,   ON, 0, SHOWN, { 20, 20, 80, 20 } },
  /*  5 */ { 3, ATSPI_ROLE_ENTRY,         "User name",    "ada",  ON | S (FOCUSABLE) | S (FOCUSED) | S (EDITABLE), FIELD, VALUED, { 110, 20, 200, 24 } },
  /*  6 */ { 3, ATSPI_ROLE_LABEL,         "Password",     NULL,   ON, 0, SHOWN, { 20, 60, 80, 20 } },
  /*  7 */ { 3, ATSPI_ROLE_PASSWORD_TEXT, "",             "1234", ON | S (FOCUSABLE) | S (EDITABLE), FIELD, VALUED, { 110, 60, 200, 24 } },
  /*  8 */ { 3, ATSPI_ROLE_CHECK_BOX,     "Remember me",  NULL,   ON | S (CHECKED), ACTION, SHOWN, { 20, 100, 200, 20 } },
  /*  9 */ { 3, ATSPI_ROLE_CHECK_BOX,     "Autosave",     NULL,   ON | S (INDETERMINATE), ACTION, SHOWN, { 20, 130, 200, 20 } },
  /* 10 */ { 3, ATSPI_ROLE_SLIDER,        "Volume",       "42",   ON, PEL_INTERFACE_VALUE, VALUED, { 20, 160, 200, 20 } },
  /* 11 */ { 2, ATSPI_ROLE_PANEL,         "Buttons",      NULL,   ON, 0, SHOWN, { 10, 320, 400, 40 } },
  /* 12 */ { 3, ATSPI_ROLE_PUSH_BUTTON,   "OK",           NULL,   ON, ACTION, SHOWN, { 20, 330, 80, 24 } },
  /* 13 */ { 3, ATSPI_ROLE_PUSH_BUTTON,   "Cancel",       NULL,   0,  ACTION, SHOWN, { 110, 330, 80, 24 } },
  /* 14 */ { 3, ATSPI_ROLE_PUSH_BUTTON,   "Submit order", NULL,   ON, ACTION, PEL_ELEMENT_HAS_BOUNDS, { 200, 330, 80, 24 } },
  /* 15 */ { 2, ATSPI_ROLE_TABLE,         "Invoices",     NULL,   ON, 0, SHOWN, { 420, 10, 300, 60 } },
  /* 16 */ { 3, ATSPI_ROLE_TABLE_ROW,     "",             NULL,   ON, 0, SHOWN, { 420, 10, 300, 30 } },
  /* 17 */ { 4, ATSPI_ROLE_TABLE_CELL,    "A1",           NULL,   ON, 0, SHOWN, { 420, 10, 100, 30 } },
  /* 18 */ { 4, ATSPI_ROLE_TABLE_CELL,    "B1",           NULL,   ON, 0, SHOWN, { 520, 10, 100, 30 } },
  /* 19 */ { 4, ATSPI_ROLE_TABLE_CELL,    "C1",           NULL,   ON, 0, SHOWN, { 620, 10, 100, 30 } },
  /* 20 */ { 3, ATSPI_ROLE_TABLE_ROW,     "",             NULL,   ON, 0, SHOWN, { 420, 40, 300, 30 } },
  /* 21 */ { 4, ATSPI_ROLE_TABLE_CELL,    "A2",           NULL,   ON | S (SELECTED), 0, SHOWN, { 420, 40, 100, 30 } },
  /* 22 */ { 4, ATSPI_ROLE_TABLE_CELL,    "B2",           NULL,   ON, 0, SHOWN, { 520, 40, 100, 30 } },
  /* 23 */ { 4, ATSPI_ROLE_TABLE_CELL,    "C2",           NULL,   ON, 0, SHOWN, { 620, 40, 100, 30 } },
  /* 24 */ { 1, ATSPI_ROLE_DIALOG,        "Settings",     NULL,   ON, 0, SHOWN, { 1000, 100, 300, 200 } },
  /* 25 */ { 2, ATSPI_ROLE_PUSH_BUTTON,   "OK",           NULL,   ON, ACTION, SHOWN, { 1010, 110, 80, 24 } },
  /* 26 */ { 2, ATSPI_ROLE_PARAGRAPH,     "Help",         NULL,   ON, PEL_INTERFACE_TEXT, SHOWN, { 1010, 150, 200, 100 } },
  /* 27 */ { 2, ATSPI_ROLE_SPIN_BUTTON,   "Size",         NULL,   ON | S (EDITABLE), FIELD | PEL_INTERFACE_VALUE, SHOWN, { 1110, 110, 80, 24 } },
  /* 28 */ { 0, ATSPI_ROLE_APPLICATION,   "calc",         NULL,   ON, 0, 0, { 0, 0, 0, 0 } },
  /* 29 */ { 1, ATSPI_ROLE_FRAME,         "Calculator",   NULL,   ON, 0, 0, { 0, 0, 0, 0 } },
  /* 30 */ { 2, ATSPI_ROLE_PUSH_BUTTON,   "OK",           NULL,   ON, ACTION, PEL_ELEMENT_HAS_BOUNDS, { 9000, 0, 80, 24 } },
  /* 31 */ { 2, ATSPI_ROLE_PUSH_BUTTON,   "ok",           NULL,   0,  ACTION, 0, { 0, 0, 0, 0 } },
};

static const struct { guint ref; PelFact fact; const char *text; } facts_told[] = {
  { 12, PEL_FACT_ID,          "submit-btn"   },
  { 25, PEL_FACT_ID,          "submit-btn"   },
  { 12, PEL_FACT_CLASS,       "GtkButton"    },
  { 13, PEL_FACT_CLASS,       "GtkButton"    },
  { 10, PEL_FACT_DESCRIPTION, "How loud"     },
  { 26, PEL_FACT_TEXT,        "Press F1"     },
  { 27, PEL_FACT_VALUE,       " 12 "         },
};
/* clang-format on */

#define CALCULATOR 28

static PelDesktop *
new_desktop (void)
{
  static const PelMonitor monitors[] = {
    { "left", { 0, 0, 1000, 800 }, { 0, 0, 1000, 800 }, 1, 1, TRUE },
    { "right", { 1000, 0, 1000, 800 }, { 0, 0, 2000, 1600 }, 2, 2, FALSE },
  };
  static const PelWindowInfo windows[] = {
    { .id = "2", .title = "Preferences", .bounds = { 1000, 100, 300, 200 } },
    { .id = "1", .title = "notes.txt - Editor", .bounds = { 0, 0, 800, 600 } },
  };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (monitors, G_N_ELEMENTS (monitors));
  GPtrArray                   *array = g_ptr_array_new_with_free_func (g_object_unref);

  for (gsize i = 0; i < G_N_ELEMENTS (windows); i++)
    g_ptr_array_add (array, pel_window_new (&windows[i]));
  return pel_desktop_new (&(PelPlatform){ 0 }, layout, array);
}

PelSnapshot *
selector_desk_build (void)
{
  PelSnapshotBuilder    *builder = pel_snapshot_builder_new ();
  g_autoptr (PelDesktop) desktop = new_desktop ();
  PelElementId           open[8] = { 0 };

  pel_snapshot_builder_set_id (builder, 1);
  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.1",
                                                           .name = "editor",
                                                           .pid = getpid (),
                                                           .is_answering = TRUE });
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){
                                        .bus_name = ":1.2", .name = "calc", .is_answering = TRUE });
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Row       *row = &rows[i];
      g_autofree char *path = g_strdup_printf ("/%u", i + 1);
      PelElement       element = {
              .parent = row->level > 0 ? open[row->level - 1] : PEL_ELEMENT_NONE,
              .program = i + 1 >= CALCULATOR,
              .ref = i + 1,
              .native_role = row->native_role,
              .role = pel_role_from_atspi (row->native_role),
              .states = row->states,
              .interfaces = row->interfaces,
              .flags = row->flags,
              .name = row->name,
              .value = row->value,
              .bus_name = i + 1 >= CALCULATOR ? ":1.2" : ":1.1",
              .path = path,
              .bounds = row->bounds,
      };

      open[row->level] = pel_snapshot_builder_add (builder, &element);
    }
  pel_snapshot_builder_add_surface (builder, 1, 2);
  pel_snapshot_builder_add_surface (builder, 0, 24);
  return pel_snapshot_builder_finish (builder);
}

PelSelector *
selector_desk_parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  PelSelector       *selector = pel_selector_parse (text, &error);

  g_assert_no_error (error);
  return selector;
}

void
selector_desk_tell (PelFacts *facts, PelSnapshot *snapshot)
{
  pel_facts_begin (facts, snapshot, 1);
  for (guint ref = 1; ref <= pel_snapshot_get_n_elements (snapshot); ref++)
    for (PelFact fact = 0; fact < PEL_N_FACTS; fact++)
      pel_facts_set (facts, ref, fact, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (facts_told); i++)
    pel_facts_set (facts, facts_told[i].ref, facts_told[i].fact, facts_told[i].text);
}

char *
selector_desk_join (const GArray *ids)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < ids->len; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", g_array_index (ids, PelElementId, i));
  return g_string_free (g_steal_pointer (&text), FALSE);
}
