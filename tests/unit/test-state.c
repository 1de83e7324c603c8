/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/element/state.h"

#include <atspi/atspi-constants.h>

/* clang-format off */
static const struct { const char *name; guint number; } name_cases[] = {
  { "enabled", ATSPI_STATE_ENABLED }, { "visible", ATSPI_STATE_VISIBLE },
  { "showing", ATSPI_STATE_SHOWING }, { "focusable", ATSPI_STATE_FOCUSABLE },
  { "focused", ATSPI_STATE_FOCUSED }, { "checked", ATSPI_STATE_CHECKED },
  { "mixed", ATSPI_STATE_INDETERMINATE }, { "selected", ATSPI_STATE_SELECTED },
  { "expanded", ATSPI_STATE_EXPANDED }, { "editable", ATSPI_STATE_EDITABLE },
  { "modal", ATSPI_STATE_MODAL }, { "required", ATSPI_STATE_REQUIRED },
  { "invalid", ATSPI_STATE_INVALID_ENTRY }, { "busy", ATSPI_STATE_BUSY },
  { "read-only", ATSPI_STATE_READ_ONLY }, { "Multi Line", ATSPI_STATE_MULTI_LINE },
};
/* clang-format on */

static void
test_names_rows (void)
{
  PelState state = PEL_STATE_BUSY;

  for (gsize i = 0; i < G_N_ELEMENTS (name_cases); i++)
    {
      g_test_message ("name: %s", name_cases[i].name);
      g_assert_true (pel_state_from_string (name_cases[i].name, &state));
      g_assert_cmpuint (state, ==, name_cases[i].number);
    }
  g_assert_false (pel_state_from_string ("", &state));
  g_assert_false (pel_state_from_string ("focus", &state));
  g_assert_cmpuint (state, ==, ATSPI_STATE_MULTI_LINE);
}

static void
test_names_round_trip (void)
{
  for (guint i = 0; i < PEL_N_STATES; i++)
    {
      PelState state = PEL_N_STATES;

      g_assert_true (pel_state_from_string (pel_state_to_string (i), &state));
      g_assert_cmpuint (state, ==, i);
    }
  g_assert_null (pel_state_to_string (PEL_N_STATES));
  g_assert_null (pel_state_to_string (63));
}

static void
test_bits_words (void)
{
  PelStates states = pel_states_from_words (1u << ATSPI_STATE_MANAGES_DESCENDANTS, 1u << 11);

  g_assert_true (pel_states_has (states, PEL_STATE_MANAGES_DESCENDANTS));
  g_assert_true (pel_states_has (states, PEL_STATE_READ_ONLY));
  g_assert_false (pel_states_has (states, PEL_STATE_FOCUSED));
  g_assert_cmphex (pel_states_from_words (G_MAXUINT32, G_MAXUINT32), ==, G_MAXUINT64);
}

static void
test_bits_enabled (void)
{
  g_assert_false (pel_states_is_enabled (0));
  g_assert_false (pel_states_is_enabled (PEL_STATE_BIT (PEL_STATE_FOCUSABLE)));
  g_assert_true (pel_states_is_enabled (PEL_STATE_BIT (PEL_STATE_SENSITIVE)));
  g_assert_true (pel_states_is_enabled (PEL_STATE_BIT (PEL_STATE_ENABLED)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/state/names/rows", test_names_rows);
  g_test_add_func ("/state/names/round-trip", test_names_round_trip);
  g_test_add_func ("/state/bits/words", test_bits_words);
  g_test_add_func ("/state/bits/enabled", test_bits_enabled);
  return g_test_run ();
}
