/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Buttons that do not keep still are pressed, by their patterns and by hand. Whatever happens to
 * them meanwhile, a pattern never presses another one; a hand clicks no other one where its program
 * can be asked while the button is down, and says so wherever it may have pressed one. */

#include "action-case.h"
#include "hands-case.h"
#include "long-form.h"

#include "tests/fixtures/fixture-race.h"

#include <xkbcommon/xkbcommon-keysyms.h>

#define ACTS_VARIABLE "PEL_RACE_ACTS" /* how many, for a longer race */
#define N_ACTS        200
#define N_ACTS_SHORT  40
#define N_ROUNDS      4

typedef struct
{
  const char *way;
  gboolean    is_by_hand;
  const char *program;
} Race;

/* What came of it so far. */
typedef struct
{
  guint n_tried, n_done, n_reported;
  guint n_pressed, n_clicked; /* the button that was meant */
  guint n_wrong_presses, n_wrong_clicks, n_unreported;
} Score;

/* Until all that was pressed has been told: GTK 4 takes a quarter of a second to press a button. */
static void
await_steps (PelFixture *fixture)
{
  guint n_steps = pel_fixture_count (fixture, "step *");

  while (pel_fixture_count (fixture, "step *") < n_steps + 2)
    pel_fixture_expect (fixture, "step *");
}

/* A plain click would be an action: Shift is of no account to a button. */
static PelAction
press (const PelElement *element, gboolean is_by_hand)
{
  return (PelAction){ .bus_name = element->bus_name,
                      .path = element->path,
                      .name = element->name,
                      .native_role = element->native_role,
                      .verb = is_by_hand ? PEL_VERB_CLICK : PEL_VERB_INVOKE,
                      .fallback = is_by_hand,
                      .button = PEL_BUTTON_LEFT,
                      .n_clicks = 1,
                      .modifiers = { { XKB_KEY_Shift_L }, is_by_hand ? 1 : 0 },
                      .effect_ms = 1,
                      .timeout_ms = ACTION_TIMEOUT_MS };
}

static guint
count_wrong (PelFixture *fixture, const char *what, const char *name)
{
  g_autofree char *any = g_strdup_printf ("%s *", what);
  g_autofree char *right = g_strdup_printf ("%s %s", what, name);

  return pel_fixture_count (fixture, any) - pel_fixture_count (fixture, right);
}

/* Whether it says that something else may have been pressed. */
static gboolean
act (Stage *stage, const Race *race, const char *name, Score *score)
{
  g_autoptr (PelSnapshot)      snapshot = look_at_program (stage->source, stage->bus_name);
  PelElementId                 id = find_of_role (snapshot, PEL_ROLE_BUTTON, name);
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelActionOutcome) outcome = NULL;
  PelElement                   element;
  PelAction                    action;
  gboolean                     is_reported;

  if (id == PEL_ELEMENT_NONE)
    return FALSE;
  element = pel_snapshot_get_element (snapshot, id);
  action = press (&element, race->is_by_hand);
  outcome = run_action_once (stage, &action, &error);
  is_reported = outcome != NULL ? outcome->is_unsure : was_sent (error);
  score->n_tried++;
  score->n_done += outcome != NULL || was_sent (error);
  score->n_reported += is_reported;
  return is_reported;
}

/* The log may be a little late, but not later than the next act. */
static void
run_round (Stage *stage, const Race *race, const char *name, guint n_acts, Score *score)
{
  g_autofree char *pressed = g_strdup_printf ("pressed %s", name);
  g_autofree char *clicked = g_strdup_printf ("clicked %s", name);
  gboolean         was_reported = FALSE;

  pel_fixture_forget (stage->fixture);
  for (guint i = 0; i < n_acts; i++)
    {
      guint    n_before = count_wrong (stage->fixture, "pressed", name);
      gboolean is_reported = act (stage, race, name, score);

      if (count_wrong (stage->fixture, "pressed", name) > n_before && !is_reported && !was_reported)
        score->n_unreported++;
      was_reported = is_reported;
    }
  await_steps (stage->fixture);
  score->n_pressed += pel_fixture_count (stage->fixture, pressed);
  score->n_clicked += pel_fixture_count (stage->fixture, clicked);
  score->n_wrong_presses += count_wrong (stage->fixture, "pressed", name);
  score->n_wrong_clicks += count_wrong (stage->fixture, "clicked", name);
}

static guint
get_n_acts (void)
{
  const char *wanted = g_getenv (ACTS_VARIABLE);

  if (wanted != NULL)
    return (guint) g_ascii_strtoull (wanted, NULL, 10);
  return pel_test_is_long () ? N_ACTS : N_ACTS_SHORT;
}

static void
test_race (gconstpointer data)
{
  static const char *const no_arguments[] = { NULL };
  const Race              *race = data;
  Stage                    stage = { 0 };
  Hands                    hands = { 0 };
  Score                    score = { 0 };

  if (pel_fixture_skip (race->program))
    return;
  stage_open (&stage, race->program, no_arguments);
  if (race->is_by_hand)
    hands_open (&hands);
  stage.input = hands.input;
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      g_autofree char *name = g_strdup_printf ("b%u", i * RACE_BUTTONS / N_ROUNDS);

      run_round (&stage, race, name, get_n_acts () / N_ROUNDS, &score);
    }
  g_test_message ("%u tried, %u done, %u reported as unsure; %u pressed by the pointer and %u "
                  "clicked; of others %u pressed, %u unreported, and %u clicked",
                  score.n_tried,
                  score.n_done,
                  score.n_reported,
                  score.n_pressed,
                  score.n_clicked,
                  score.n_wrong_presses,
                  score.n_unreported,
                  score.n_wrong_clicks);
  g_assert_cmpuint (score.n_clicked, >, 0);
  g_assert_cmpuint (score.n_clicked, <=, score.n_done);
  g_assert_cmpuint (score.n_unreported, ==, 0);
  /* who is under the pointer inside of a window, no platform tells in the same breath: what went
   * wrong there has been reported */
  g_assert_cmpuint (score.n_wrong_clicks, <=, race->is_by_hand ? score.n_reported : 0);
  hands_close (&hands);
  stage_close (&stage);
}

int
main (int argc, char *argv[])
{
  static const Race races[] = {
    { "pattern", FALSE, "fixture-race-gtk3" }, { "pattern", FALSE, "fixture-race-gtk4" },
    { "pattern", FALSE, "fixture-race-qt5" },  { "pattern", FALSE, "fixture-race-qt6" },
    { "pattern", FALSE, "fixture-race-web" },  { "input", TRUE, "fixture-race-gtk3" },
    { "input", TRUE, "fixture-race-gtk4" },    { "input", TRUE, "fixture-race-qt5" },
    { "input", TRUE, "fixture-race-qt6" },     { "input", TRUE, "fixture-race-web" },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (races); i++)
    {
      g_autofree char *path = g_strdup_printf ("/race/%s-%s", races[i].way, races[i].program);

      g_test_add_data_func (path, &races[i], test_race);
    }
  return g_test_run ();
}
