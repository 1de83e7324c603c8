/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Hands for tests that use a fixture: they find its widgets by their colours, and wait until it has
 * said what happened. */

#pragma once

#include "../fixtures/fixture-ui.h"
#include "fixture.h"
#include "pixel-oracle.h"
#include "test-input.h"

#define FIND_TIMEOUT_MS 60000

typedef enum
{
  MOVE,
  CLICK,
  RIGHT_CLICK,
  WHEEL, /* one notch down */
  TYPE,
  CHORD,
} Act;

typedef struct
{
  Act         act;
  const char *target; /* an id whose colour is on the screen, or a text */
  int         x, y;   /* inside it; 0: the middle */
  const char *log;    /* what must come of it; NULL: nothing is said */
} Step;

static inline PelOracleBox
find_widget (const char *id)
{
  PelOracleBox box = { 0 };

  if (!pel_oracle_wait (NULL, fixture_find (id)->colour, 0, FIND_TIMEOUT_MS, &box))
    g_error ("The colour of “%s” is not on the screen", id);
  return box;
}

static inline void
point_at (PelTestInput *input, const Step *step)
{
  g_autoptr (GError) error = NULL;
  PelOracleBox       box = find_widget (step->target);
  int                x = box.x + (step->x > 0 ? step->x : box.width / 2);
  int                y = box.y + (step->y > 0 ? step->y : box.height / 2);

  /* A hand does not jump: some toolkits want to see movement inside the widget. */
  pel_test_input_move (input, x - 2, y, &error);
  g_assert_no_error (error);
  pel_test_input_move (input, x, y, &error);
  g_assert_no_error (error);
}

static inline void
perform (PelTestInput *input, PelFixture *fixture, const Step *step)
{
  g_autoptr (GError) error = NULL;

  g_test_message ("%s", step->target);
  pel_fixture_forget (fixture);
  if (step->act == TYPE)
    pel_test_input_type (input, step->target, &error);
  else if (step->act == CHORD)
    pel_test_input_chord (input, step->target, &error);
  else
    {
      point_at (input, step);
      if (step->act == WHEEL)
        pel_test_input_wheel (input, 0, 1, &error);
      else if (step->act != MOVE)
        pel_test_input_click (input, step->act == CLICK ? 1 : 3, &error);
    }
  g_assert_no_error (error);
  if (step->log != NULL)
    pel_fixture_expect (fixture, step->log);
}
