/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What tells whether a button went down on what was meant. */

#include "services/action/press-sight.h"
#include "services/base/error.h"
#include "tests/unit/fake-window-source.h"

#include <atspi/atspi-constants.h>

#define BIT(state) PEL_STATE_BIT (PEL_STATE_##state)
#define USUAL      (BIT (ENABLED) | BIT (SHOWING) | BIT (VISIBLE))
#define SHOWN      (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)
#define POINT      ((PelNativePoint){ 25, 25 })

typedef enum
{
  AWAY,  /* the other one is elsewhere */
  OVER,  /* drawn with the element, and over it */
  UNDER, /* drawn with it, and under it */
  POPUP, /* over it, in a popup */
} Other;

typedef struct
{
  PelStates states, other_states;
  Other     other;
  int       x; /* of the element, as it is read */
  gboolean  is_gone, is_late;
  pid_t     stranger; /* of a window over all; 0: none */
} Sight;

/* clang-format off */
static const struct { const char *what; Sight before, after; PelPressVerdict verdict; PelErrorCode code; } rows[] = {
  { "nothing is told",              { 0 },                          { 0 },                              PEL_PRESS_UNTOLD,   0 },
  { "it is gone",                   { 0 },                          { .is_gone = TRUE },                PEL_PRESS_WRONG,    PEL_ERROR_STALE_REF },
  { "it moved",                     { 0 },                          { .x = 3 },                         PEL_PRESS_WRONG,    PEL_ERROR_NOT_STABLE },
  { "it has the keyboard",          { BIT (FOCUSABLE) },            { BIT (FOCUSABLE) | BIT (FOCUSED) }, PEL_PRESS_RIGHT,   0 },
  { "it is down",                   { 0 },                          { BIT (ARMED) },                    PEL_PRESS_RIGHT,    0 },
  { "it is selected, and moved",    { 0 },                          { BIT (SELECTED), .x = 3 },         PEL_PRESS_RIGHT,    0 },
  { "had the keyboard, and moved",  { BIT (FOCUSED) },              { BIT (FOCUSED), .x = 3 },          PEL_PRESS_WRONG,    PEL_ERROR_NOT_STABLE },
  { "had the keyboard, and has it", { BIT (FOCUSABLE) | BIT (FOCUSED) }, { BIT (FOCUSABLE) | BIT (FOCUSED) }, PEL_PRESS_UNTOLD, 0 },
  { "should have the keyboard",     { BIT (FOCUSABLE) },            { BIT (FOCUSABLE) },                PEL_PRESS_DOUBTFUL, 0 },
  { "lost the keyboard",            { BIT (FOCUSABLE) | BIT (FOCUSED) }, { BIT (FOCUSABLE) },           PEL_PRESS_DOUBTFUL, 0 },
  { "something came over it",       { 0 },                          { .other = OVER },                  PEL_PRESS_WRONG,    PEL_ERROR_OBSCURED },
  { "a popup came over it",         { 0 },                          { .other = POPUP },                 PEL_PRESS_UNTOLD,   0 },
  { "what is under it",             { .other = UNDER },             { .other = UNDER },                 PEL_PRESS_UNTOLD,   0 },
  { "what is under it was pressed", { .other = UNDER },             { .other_states = BIT (PRESSED), .other = UNDER }, PEL_PRESS_WRONG, PEL_ERROR_OBSCURED },
  { "what is under it has the keyboard as before", { .other_states = BIT (FOCUSED), .other = UNDER }, { .other_states = BIT (FOCUSED), .other = UNDER }, PEL_PRESS_UNTOLD, 0 },
  { "what is elsewhere was pressed", { 0 },                         { .other_states = BIT (FOCUSED) },  PEL_PRESS_UNTOLD,   0 },
  { "another program came over it",  { 0 },                         { .stranger = 2 },                  PEL_PRESS_WRONG,    PEL_ERROR_OBSCURED },
  { "a dialog came over it",        { 0 },                          { .stranger = 1 },                  PEL_PRESS_UNTOLD,   0 },
  { "nobody knows where it is",     { .is_late = TRUE },            { .other_states = BIT (FOCUSED), .is_late = TRUE }, PEL_PRESS_WRONG, PEL_ERROR_OBSCURED },
};
/* clang-format on */

static PelElement
describe (guint role, PelStates states, PelNativeRect bounds, const char *path)
{
  return (PelElement){ .role = pel_role_from_atspi (role),
                       .native_role = role,
                       .states = USUAL | states,
                       .interfaces = PEL_INTERFACE_COMPONENT,
                       .flags = SHOWN,
                       .place = PEL_PLACE_KNOWN,
                       .bounds = bounds,
                       .name = path,
                       .value = "",
                       .bus_name = ":1.1",
                       .path = path };
}

static PelElementId
add_other (PelSnapshotBuilder *builder, const Sight *sight, PelElementId parent)
{
  PelNativeRect bounds = { sight->other == AWAY ? 60 : 10, 10, 30, 30 };
  PelElement    other = describe (ATSPI_ROLE_PUSH_BUTTON, sight->other_states, bounds, "/other");

  other.parent = parent;
  return pel_snapshot_builder_add (builder, &other);
}

/* A window with the element and another one; later ones lie over earlier ones. */
static PelSnapshot *
new_snapshot (const Sight *sight)
{
  static const PelWindowInfo window = { .id = "w1",
                                        .title = "It",
                                        .pid = 1,
                                        .bounds = { 0, 0, 100, 100 },
                                        .content = { 0, 0, 100, 100 },
                                        .surface = { 0, 0, 100, 100 },
                                        .states = PEL_WINDOW_VISIBLE };
  PelWindowInfo              windows[] = { window, window };
  guint                      n_windows = sight->stranger != 0 ? 2 : 1;
  PelSnapshotBuilder        *builder = pel_snapshot_builder_new ();
  g_autoptr (PelDesktop)     desktop = NULL;
  PelElement                 frame = describe (ATSPI_ROLE_FRAME, 0, window.bounds, "/frame");
  PelElement                 element =
      describe (ATSPI_ROLE_PUSH_BUTTON, sight->states, (PelNativeRect){ 10, 10, 30, 30 }, "/it");
  PelElementId parent, other = PEL_ELEMENT_NONE;

  windows[0].id = n_windows == 2 ? "w2" : "w1";
  windows[0].pid = n_windows == 2 ? sight->stranger : 1;
  desktop = pel_fake_desktop_new (1, windows, n_windows);
  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.1",
                                                           .name = "p",
                                                           .pid = 1,
                                                           .is_answering = TRUE,
                                                           .is_late = sight->is_late });
  frame.n_children = sight->is_gone ? 1 : 2;
  parent = pel_snapshot_builder_add (builder, &frame);
  if (sight->other == UNDER)
    add_other (builder, sight, parent);
  element.parent = parent;
  if (!sight->is_gone)
    pel_snapshot_builder_add (builder, &element);
  if (sight->other != UNDER)
    other = add_other (builder, sight, parent);
  pel_snapshot_builder_add_surface (builder, n_windows - 1, parent);
  if (sight->other == POPUP)
    pel_snapshot_builder_add_surface (builder, n_windows - 1, other);
  return pel_snapshot_builder_finish (builder);
}

static PelElementReading *
new_reading (const Sight *sight)
{
  PelElementReading *reading = pel_element_reading_new ();

  reading->has_place = reading->has_states = TRUE;
  reading->place_x = sight->x;
  reading->states = USUAL | sight->states;
  return reading;
}

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (PelSnapshot)       before = new_snapshot (&rows[i].before);
      g_autoptr (PelSnapshot)       after = new_snapshot (&rows[i].after);
      g_autoptr (PelElementReading) first = new_reading (&rows[i].before);
      g_autoptr (PelElementReading) second = new_reading (&rows[i].after);
      g_autoptr (GError)            error = NULL;
      PelPressSight                 sight = { .before = before,
                                              .id = pel_snapshot_find_identity (before, ":1.1", "/it"),
                                              .reading_before = first,
                                              .after = after,
                                              .reading_after = second,
                                              .point = POINT };

      g_test_message ("%s", rows[i].what);
      g_assert_cmpint (pel_press_sight_judge (&sight, &error), ==, rows[i].verdict);
      if (rows[i].verdict == PEL_PRESS_WRONG)
        g_assert_error (error, PEL_ERROR, (int) rows[i].code);
      else
        g_assert_no_error (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/press-sight/rows", test_rows);
  return g_test_run ();
}
