/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What must hold before an act, and what is seen of it afterwards. */

#include "services/action/actionability.h"
#include "services/action/effect.h"
#include "services/base/error.h"

#include <atspi/atspi-constants.h>
#include <string.h>

#define S(state) PEL_STATE_BIT (PEL_STATE_##state)
#define USUAL    (S (ENABLED) | S (SENSITIVE) | S (SHOWING) | S (VISIBLE))
#define ALL_CHECKS                                                                 \
  (PEL_CHECK_VISIBLE | PEL_CHECK_STABLE | PEL_CHECK_ENABLED | PEL_CHECK_EDITABLE | \
   PEL_CHECK_RECEIVES_EVENTS)
#define IS_SEEN    (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)
#define N_ELEMENTS 5

/* A window with a group with the element itself; a dialog beside it, and an element in that. */
typedef struct
{
  PelElement elements[N_ELEMENTS];
} Scene;

enum
{
  WINDOW,
  GROUP,
  IT,
  DIALOG,
  IN_DIALOG,
};

static PelElement
describe (guint role, PelElementId parent, const char *path)
{
  return (PelElement){ .parent = parent,
                       .role = pel_role_from_atspi (role),
                       .native_role = role,
                       .states = USUAL,
                       .flags = IS_SEEN,
                       .bounds = { 10, 10, 100, 20 },
                       .name = "It",
                       .value = "",
                       .bus_name = ":1.1",
                       .path = path };
}

static Scene
new_scene (void)
{
  return (Scene){ { [WINDOW] = describe (ATSPI_ROLE_FRAME, 0, "/window"),
                    [GROUP] = describe (ATSPI_ROLE_PANEL, WINDOW + 1, "/group"),
                    [IT] = describe (ATSPI_ROLE_PUSH_BUTTON, GROUP + 1, "/it"),
                    [DIALOG] = describe (ATSPI_ROLE_DIALOG, 0, "/dialog"),
                    [IN_DIALOG] = describe (ATSPI_ROLE_PUSH_BUTTON, DIALOG + 1, "/ok") } };
}

static PelSnapshot *
build (const Scene *scene)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();

  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.1",
                                                           .name = "p",
                                                           .pid = 1,
                                                           .is_answering = TRUE });
  for (guint i = 0; i < N_ELEMENTS; i++)
    if (scene->elements[i].path != NULL)
      pel_snapshot_builder_add (builder, &scene->elements[i]);
  return pel_snapshot_builder_finish (builder);
}

/* Checks */

static void
be_hidden (Scene *scene)
{
  scene->elements[IT].flags = 0;
}

static void
be_in_popup (Scene *scene)
{
  scene->elements[IT].flags = 0;
  scene->elements[IT].place = PEL_PLACE_POPUP;
}

static void
be_in_closed_box (Scene *scene)
{
  scene->elements[IT].flags = 0;
  scene->elements[GROUP].role = PEL_ROLE_COMBO_BOX;
}

static void
be_in_hidden_box (Scene *scene)
{
  be_in_closed_box (scene);
  scene->elements[GROUP].flags = 0;
}

static void
be_disabled (Scene *scene)
{
  scene->elements[IT].states = S (SHOWING) | S (VISIBLE);
}

static void
be_read_only (Scene *scene)
{
  scene->elements[IT].states |= S (READ_ONLY);
}

static void
be_behind (Scene *scene)
{
  scene->elements[DIALOG].states |= S (MODAL);
}

static void
be_behind_hidden (Scene *scene)
{
  be_behind (scene);
  scene->elements[DIALOG].flags = 0;
}

/* clang-format off */
static const struct
{
  const char  *what;
  void       (*make) (Scene *scene);
  PelVerb      verb;
  guint        index;
  gboolean     holds;
  PelErrorCode code;
  const char  *check, *said, *hint;
} checks[] = {
  { "all is well",            NULL,             PEL_VERB_INVOKE, IT,        TRUE  },
  { "hidden",                 be_hidden,        PEL_VERB_INVOKE, IT,        FALSE, PEL_ERROR_NOT_VISIBLE, "visible" },
  { "in a popup",             be_in_popup,      PEL_VERB_INVOKE, IT,        TRUE  },
  { "in a closed box",        be_in_closed_box, PEL_VERB_SELECT, IT,        TRUE  },
  { "pressed in a closed box", be_in_closed_box, PEL_VERB_INVOKE, IT,       FALSE, PEL_ERROR_NOT_VISIBLE, "visible" },
  { "in a hidden box",        be_in_hidden_box, PEL_VERB_SELECT, IT,        FALSE, PEL_ERROR_NOT_VISIBLE, "visible" },
  { "disabled",               be_disabled,      PEL_VERB_INVOKE, IT,        FALSE, PEL_ERROR_NOT_ENABLED, "enabled" },
  { "read only",              be_read_only,     PEL_VERB_INVOKE, IT,        FALSE, PEL_ERROR_NOT_ENABLED, "editable", "The element is read-only", "editable" },
  { "behind a dialog",        be_behind,        PEL_VERB_INVOKE, IT,        FALSE, PEL_ERROR_OBSCURED, "receives_events", "Dialog “It” (e0) is modal and blocks the element", "buttons" },
  { "in the dialog",          be_behind,        PEL_VERB_INVOKE, IN_DIALOG, TRUE  },
  { "behind a hidden dialog", be_behind_hidden, PEL_VERB_INVOKE, IT,        TRUE  },
};
/* clang-format on */

static void
test_checks (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      Scene                   scene = new_scene ();
      g_autoptr (PelSnapshot) snapshot = NULL;
      g_autoptr (GError)      error = NULL;
      PelActionSight          sight = { .verb = checks[i].verb };

      g_test_message ("%s", checks[i].what);
      if (checks[i].make != NULL)
        checks[i].make (&scene);
      sight.snapshot = snapshot = build (&scene);
      sight.id =
          pel_snapshot_find_identity (snapshot, ":1.1", scene.elements[checks[i].index].path);
      g_assert_cmpint (pel_actionability_check (&sight, ALL_CHECKS, &error), ==, checks[i].holds);
      if (checks[i].holds)
        {
          g_assert_no_error (error);
          continue;
        }
      g_assert_error (error, PEL_ERROR, (int) checks[i].code);
      g_assert_cmpstr (json_object_get_string_member (pel_error_get_details (error), "check"),
                       ==,
                       checks[i].check);
      g_assert_cmpint (json_object_has_member (pel_error_get_details (error), "in_the_way"),
                       ==,
                       checks[i].code == PEL_ERROR_OBSCURED);
      if (checks[i].said != NULL)
        {
          g_assert_cmpstr (error->message, ==, checks[i].said);
          g_assert_nonnull (strstr (pel_error_get_hint (error), checks[i].hint));
        }
      g_assert_true (pel_actionability_check (&sight, PEL_CHECK_EXISTS, NULL));
    }
}

/* What a click would hit instead is named. */
static void
test_covered (void)
{
  Scene                   scene = new_scene ();
  g_autoptr (PelSnapshot) snapshot = build (&scene);
  g_autoptr (GError)      error = NULL, unknown = NULL;

  pel_actionability_refuse_covered (snapshot, IN_DIALOG + 1, &error);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_OBSCURED);
  g_assert_cmpstr (error->message, ==, "Button “It” (e0) covers the element");
  pel_actionability_refuse_covered (snapshot, PEL_ELEMENT_NONE, &unknown);
  g_assert_cmpstr (unknown->message, ==, "Something else covers the element");
}

static void
test_gone (void)
{
  Scene                   scene = new_scene ();
  g_autoptr (PelSnapshot) snapshot = build (&scene);
  g_autoptr (GError)      error = NULL;
  PelActionSight          sight = { .snapshot = snapshot };

  g_assert_false (pel_actionability_check (&sight, PEL_CHECK_EXISTS, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_STALE_REF);
}

/* What was read counts more than what was seen. */
static void
test_readings (void)
{
  Scene                         scene = new_scene ();
  g_autoptr (PelSnapshot)       snapshot = build (&scene);
  g_autoptr (PelElementReading) first = pel_element_reading_new ();
  g_autoptr (PelElementReading) second = pel_element_reading_new ();
  g_autoptr (GError)            error = NULL;
  PelActionSight                sight = { snapshot, IT + 1, PEL_VERB_INVOKE, first, second };

  first->has_place = second->has_place = TRUE;
  g_assert_true (pel_actionability_check (&sight, ALL_CHECKS, NULL));
  second->place_y = 1;
  g_assert_false (pel_actionability_check (&sight, ALL_CHECKS, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_NOT_STABLE);
  second->place_y = 0;
  second->has_states = TRUE;
  g_clear_error (&error);
  g_assert_false (pel_actionability_check (&sight, ALL_CHECKS, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_NOT_ENABLED);
}

/* Effects */

static void
be_checked (Scene *scene)
{
  scene->elements[IT].states |= S (CHECKED);
}

static void
be_expanded (Scene *scene)
{
  scene->elements[IT].states |= S (EXPANDED);
}

static void
be_selected (Scene *scene)
{
  scene->elements[IT].states |= S (SELECTED);
}

static void
have_value (Scene *scene)
{
  scene->elements[IT].flags |= PEL_ELEMENT_HAS_VALUE;
  scene->elements[IT].value = "5";
}

static void
have_secret (Scene *scene)
{
  scene->elements[IT].flags |= PEL_ELEMENT_IS_SECRET;
}

static void
lose_dialog (Scene *scene)
{
  scene->elements[DIALOG].path = scene->elements[IN_DIALOG].path = NULL;
}

static void
have_other_name (Scene *scene)
{
  scene->elements[IN_DIALOG].name = "Other";
}

/* clang-format off */
static const struct
{
  const char      *what;
  PelVerb          verb;
  const char      *text;
  void           (*before) (Scene *scene), (*after) (Scene *scene);
  PelEffectVerdict verdict;
  const char      *words;
} effects[] = {
  { "nothing",               PEL_VERB_INVOKE,    NULL,  NULL,        NULL,            PEL_EFFECT_UNCHANGED, "no visible change" },
  { "anything",              PEL_VERB_INVOKE,    NULL,  NULL,        have_other_name, PEL_EFFECT_CONFIRMED, "" },
  { "something goes",        PEL_VERB_INVOKE,    NULL,  NULL,        lose_dialog,     PEL_EFFECT_CONFIRMED, "" },
  { "on",                    PEL_VERB_TOGGLE,    NULL,  NULL,        be_checked,      PEL_EFFECT_CONFIRMED, "now on" },
  { "off",                   PEL_VERB_TOGGLE,    NULL,  be_checked,  NULL,            PEL_EFFECT_CONFIRMED, "now off" },
  { "still on",              PEL_VERB_TOGGLE,    NULL,  be_checked,  be_checked,      PEL_EFFECT_UNCHANGED, "no visible change" },
  { "something else",        PEL_VERB_TOGGLE,    NULL,  NULL,        have_other_name, PEL_EFFECT_UNKNOWN,   "" },
  { "open",                  PEL_VERB_EXPAND,    NULL,  NULL,        be_expanded,     PEL_EFFECT_CONFIRMED, "now open" },
  { "closed",                PEL_VERB_COLLAPSE,  NULL,  be_expanded, NULL,            PEL_EFFECT_CONFIRMED, "now closed" },
  { "selected",              PEL_VERB_SELECT,    NULL,  NULL,        be_selected,     PEL_EFFECT_CONFIRMED, "now selected" },
  { "deselected",            PEL_VERB_DESELECT,  NULL,  be_selected, NULL,            PEL_EFFECT_CONFIRMED, "now not selected" },
  { "value",                 PEL_VERB_SET_VALUE, "5",   NULL,        have_value,      PEL_EFFECT_CONFIRMED, "" },
  { "the same number",       PEL_VERB_SET_VALUE, "5.0", NULL,        have_value,      PEL_EFFECT_CONFIRMED, "" },
  { "another value",         PEL_VERB_SET_VALUE, "6",   have_value,  have_value,      PEL_EFFECT_UNCHANGED, "no visible change" },
  { "secret",                PEL_VERB_SET_VALUE, "5",   have_secret, have_secret,     PEL_EFFECT_UNKNOWN,   "" },
  { "no tree shows it",      PEL_VERB_SELECT_TEXT, NULL, NULL,       NULL,            PEL_EFFECT_UNKNOWN,   "" },
};
/* clang-format on */

static void
test_effects (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (effects); i++)
    {
      Scene                   before = new_scene (), after = new_scene ();
      g_autoptr (PelSnapshot) first = NULL, second = NULL;
      g_autoptr (PelEffect)   effect = NULL;
      g_autofree char        *words = NULL;

      g_test_message ("%s", effects[i].what);
      if (effects[i].before != NULL)
        effects[i].before (&before);
      if (effects[i].after != NULL)
        effects[i].after (&after);
      first = build (&before);
      second = build (&after);
      effect = pel_effect_new (&(PelEffectQuestion){ .verb = effects[i].verb,
                                                     .before = first,
                                                     .after = second,
                                                     .before_id = IT + 1,
                                                     .text = effects[i].text });
      words = pel_effect_to_text (effect);
      g_assert_cmpstr (pel_effect_verdict_to_string (effect->verdict),
                       ==,
                       pel_effect_verdict_to_string (effects[i].verdict));
      g_assert_cmpstr (words, ==, effects[i].words);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/actionability/checks", test_checks);
  g_test_add_func ("/actionability/covered", test_covered);
  g_test_add_func ("/actionability/gone", test_gone);
  g_test_add_func ("/actionability/readings", test_readings);
  g_test_add_func ("/effect/rows", test_effects);
  return g_test_run ();
}
