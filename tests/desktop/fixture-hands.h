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

/* A hand does not jump: some toolkits want to see movement inside the widget. */
static inline void
come_to (PelTestInput *input, double x, double y)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_move (input, x - 2, y, &error);
  g_assert_no_error (error);
  pel_test_input_move (input, x, y, &error);
  g_assert_no_error (error);
}

/* To an item of a menu, and by its height beyond it, and back. GTK 3 takes a click into a menu that
 * has just opened for the end of the click that opened it, until the pointer has entered an item
 * for the second time; before 3.24.52, until it has moved at all. */
static inline void
come_to_item (PelTestInput *input, double x, double y, double height)
{
  come_to (input, x, y);
  come_to (input, x, y - height);
  come_to (input, x, y);
}

static inline void
point_at (PelTestInput *input, const Step *step)
{
  PelOracleBox box = find_widget (step->target);
  int          x = box.x + (step->x > 0 ? step->x : box.width / 2);
  int          y = box.y + (step->y > 0 ? step->y : box.height / 2);

  if (g_str_has_suffix (step->target, "-menu")) /* each has two items */
    come_to_item (input, x, y, box.height / 2.0);
  else
    come_to (input, x, y);
}

static inline void
do_step (PelTestInput *input, const Step *step)
{
  g_autoptr (GError) error = NULL;

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
}

static inline void
perform (PelTestInput *input, PelFixture *fixture, const Step *step)
{
  g_test_message ("%s", step->target);
  pel_fixture_forget (fixture);
  do_step (input, step);
  if (step->log != NULL)
    pel_fixture_expect (fixture, step->log);
}
