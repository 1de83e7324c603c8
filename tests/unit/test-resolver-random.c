/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The words of the specification, read slowly: every element is held against every other, and the
 * resolver must come to the same. */

#include "selector-desk.h"

#include "services/selector/resolver.h"

#include <atspi/atspi-constants.h>
#include <math.h>
#include <stdlib.h>

#define N_TREES     120
#define N_SELECTORS 40 /* on each */
#define MAX_SIZE    40
#define N_WINDOWS   3

/* clang-format off */
static const char *const names[] = { "", "a", "b", "ab", "A" };
static const char *const texts[] = { NULL, "", "a", "b", "3", "12" };
static const guint roles[] = { ATSPI_ROLE_FRAME, ATSPI_ROLE_PANEL, ATSPI_ROLE_PUSH_BUTTON, ATSPI_ROLE_CHECK_BOX, ATSPI_ROLE_ENTRY, ATSPI_ROLE_SLIDER, ATSPI_ROLE_LABEL };

static const char *const terms[] = {
  "role=Button", "role!=Pane", "Button:a", "!Button:a", "a", "name~=b", "name!=a", "~a*", "name=\"\"",
  "app=a", "app!=b", "!app=a", "window=a", "window!=a", "window~=b", "enabled=true", "enabled=false",
  "visible=true", "checked=true", "checked=false", "checked=mixed", "password=true", "focused=true",
  "offscreen=true", "offscreen=false", "pattern=Toggle", "!pattern=Invoke", "index=1", "index>1",
  "depth<3", "depth>=2", "width>20", "!width>20", "height<=20", "@e3", "!@e4",
  "#a", "!#a", ".b", "id!=a", "description~=a", "text=a", "text!=a", "!text~=b", "value=a", "value!=a",
  "value>3", "!value<=3",
};

static const char *const relations[] = {
  "right-of", "left-of", "above", "below", "near", "near", "parent", "nth(1)", "nth(2)", "nth(-1)", "nth(-2)",
};
/* clang-format on */

#define PICK(array) (array)[g_test_rand_int_range (0, G_N_ELEMENTS (array))]

/* A tree, and all that could be read of it. */
typedef struct
{
  PelSnapshot *snapshot;
  guint        n;
  const char  *told[MAX_SIZE + 1][PEL_N_FACTS]; /* by ref */
} World;

static PelDesktop *
random_windows (void)
{
  static const PelMonitor monitors[] = {
    { "one", { 0, 0, 60, 60 }, { 0, 0, 60, 60 }, 1, 1, TRUE },
    { "two", { 60, 0, 60, 60 }, { 0, 0, 90, 90 }, 1.5, 2, FALSE },
  };
  g_autoptr (PelMonitorLayout) layout =
      pel_monitor_layout_new (monitors, g_test_rand_int_range (0, 3));
  GPtrArray *windows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < N_WINDOWS; i++)
    g_ptr_array_add (windows, pel_window_new (&(PelWindowInfo){ .id = "", .title = PICK (names) }));
  return pel_desktop_new (&(PelPlatform){ 0 }, layout, windows);
}

static PelElement
random_element (void)
{
  guint native_role = PICK (roles);

  return (PelElement){
    .native_role = native_role,
    .role = pel_role_from_atspi (native_role),
    .states = pel_states_from_words (g_test_rand_int (), g_test_rand_int ()),
    .interfaces = g_test_rand_int_range (0, 1 << PEL_N_INTERFACES),
    .flags = (g_test_rand_int_range (0, 1 << 6) | PEL_ELEMENT_HAS_BOUNDS) &
             ~(g_test_rand_int_range (0, 8) == 0 ? PEL_ELEMENT_HAS_BOUNDS : 0),
    .name = PICK (names),
    .value = texts[g_test_rand_int_range (1, G_N_ELEMENTS (texts))],
    .bounds = { g_test_rand_int_range (-1, 14) * 10,
                g_test_rand_int_range (-1, 7) * 10,
                g_test_rand_int_range (0, 6) * 5,
                g_test_rand_int_range (0, 6) * 5 },
  };
}

static void
fill_world (World *world, PelSnapshotBuilder *builder)
{
  guint programs[MAX_SIZE + 1] = { 0 };

  for (guint i = 1; i <= world->n; i++)
    {
      PelElement       element = random_element ();
      g_autofree char *path = g_strdup_printf ("/%u", i);

      element.parent = g_test_rand_int_range (0, 6) == 0 ? 0 : g_test_rand_int_range (i / 3, i);
      element.program =
          element.parent != 0 ? programs[element.parent] : (guint) g_test_rand_int_range (0, 2);
      element.ref = g_test_rand_int_range (0, 20) == 0 ? i / 2 : i;
      element.path = path;
      programs[i] = element.program;
      g_assert_cmpuint (pel_snapshot_builder_add (builder, &element), ==, i);
      if (g_test_rand_int_range (0, 10) == 0)
        pel_snapshot_builder_add_surface (builder, g_test_rand_int_range (0, N_WINDOWS), i);
      for (PelFact fact = 0; fact < PEL_N_FACTS; fact++)
        world->told[i][fact] = PICK (texts);
    }
}

static void
world_init (World *world)
{
  PelSnapshotBuilder    *builder = pel_snapshot_builder_new ();
  g_autoptr (PelDesktop) desktop = random_windows ();

  world->n = g_test_rand_int_range (0, MAX_SIZE + 1);
  if (g_test_rand_int_range (0, 4) != 0)
    pel_snapshot_builder_set_desktop (builder, desktop);
  for (guint i = 0; i < 2; i++)
    pel_snapshot_builder_add_program (builder,
                                      &(PelSnapshotProgram){ .bus_name = ":1.1",
                                                             .name = PICK (texts) });
  fill_world (world, builder);
  world->snapshot = pel_snapshot_builder_finish (builder);
}

static PelElement
get (const World *world, PelElementId id)
{
  return pel_snapshot_get_element (world->snapshot, id);
}

/* Predicates */

static gboolean
holds_for_texts (const PelSelectorPredicate *predicate, const char *a, const char *b)
{
  gboolean is_opposite = predicate->comparison == PEL_OPERATOR_NOT_EQUAL;
  gboolean fits_a, fits_b;

  if (predicate->comparison == PEL_OPERATOR_GREATER ||
      predicate->comparison == PEL_OPERATOR_LESS_EQUAL)
    {
      gboolean is_number = a != NULL && g_ascii_isdigit (a[0]);
      double   number = is_number ? g_ascii_strtod (a, NULL) : 0;

      return is_number &&
             (predicate->comparison == PEL_OPERATOR_GREATER ? number > predicate->number
                                                            : number <= predicate->number);
    }
  fits_a = pel_selector_predicate_matches_text (predicate, a);
  fits_b = pel_selector_predicate_matches_text (predicate, b);
  return is_opposite ? fits_a && fits_b : fits_a || fits_b;
}

static gboolean
holds_for_number (const PelSelectorPredicate *predicate, double number)
{
  switch (predicate->comparison)
    {
    case PEL_OPERATOR_EQUAL:
      return number == predicate->number;
    case PEL_OPERATOR_GREATER:
      return number > predicate->number;
    case PEL_OPERATOR_GREATER_EQUAL:
      return number >= predicate->number;
    case PEL_OPERATOR_LESS:
      return number < predicate->number;
    case PEL_OPERATOR_LESS_EQUAL:
      return number <= predicate->number;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
has (const PelElement *element, PelState state)
{
  return pel_states_has (element->states, state);
}

static PelSelectorChoice
get_choice (const World *world, PelSelectorKey key, const PelElement *element)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (world->snapshot);

  switch (key)
    {
    case PEL_KEY_ENABLED:
      return has (element, PEL_STATE_ENABLED) || has (element, PEL_STATE_SENSITIVE);
    case PEL_KEY_VISIBLE:
      return (element->flags & PEL_ELEMENT_IS_VISIBLE) != 0;
    case PEL_KEY_FOCUSED:
      return has (element, PEL_STATE_FOCUSED);
    case PEL_KEY_PASSWORD:
      return (element->flags & PEL_ELEMENT_IS_SECRET) != 0;
    case PEL_KEY_OFFSCREEN:
      return desktop != NULL && (element->flags & PEL_ELEMENT_HAS_BOUNDS) != 0 &&
             element->bounds.width > 0 && element->bounds.height > 0 &&
             pel_monitor_layout_find_rect (pel_desktop_get_layout (desktop), &element->bounds) ==
                 NULL;
    case PEL_KEY_CHECKED:
      if (!has (element, PEL_STATE_CHECKED) && (element->patterns & PEL_PATTERN_TOGGLE) == 0)
        return PEL_CHOICE_FALSE;
      if (has (element, PEL_STATE_INDETERMINATE))
        return PEL_CHOICE_MIXED;
      return has (element, PEL_STATE_CHECKED);
    default:
      g_assert_not_reached ();
    }
}

static guint
get_index (const World *world, PelElementId id)
{
  PelElement element = get (world, id);
  guint      index = 1;

  for (PelElementId other = 1; other < id; other++)
    {
      PelElement sibling = get (world, other);

      index += sibling.parent == element.parent && sibling.program == element.program;
    }
  return index;
}

static gboolean
get_rect (const World *world, PelElementId id, PelPhysicalRect *ret_rect, double *ret_scale)
{
  PelDesktop       *desktop = pel_snapshot_get_desktop (world->snapshot);
  PelElement        element = get (world, id);
  const PelMonitor *monitor = NULL;
  PelNativeRect    *bounds = &element.bounds;

  if ((element.flags & PEL_ELEMENT_HAS_BOUNDS) == 0)
    return FALSE;
  *ret_rect = (PelPhysicalRect){ bounds->x, bounds->y, bounds->width, bounds->height };
  if (desktop != NULL && pel_monitor_layout_get_n_monitors (pel_desktop_get_layout (desktop)) > 0)
    monitor = pel_desktop_to_physical (desktop, bounds, ret_rect);
  *ret_scale = monitor != NULL ? monitor->scale : 1;
  return TRUE;
}

static const char *
get_fact (const World *world, const PelElement *element, PelFact fact)
{
  return world->told[element->ref][fact];
}

static const char *
get_content (const World *world, const PelElement *element)
{
  if ((element->flags & PEL_ELEMENT_IS_SECRET) != 0 ||
      (element->interfaces & PEL_INTERFACE_TEXT) == 0)
    return NULL;
  if ((element->flags & PEL_ELEMENT_HAS_VALUE) != 0 &&
      (element->interfaces & PEL_INTERFACE_VALUE) == 0)
    return element->value;
  return get_fact (world, element, PEL_FACT_TEXT);
}

static const char *
get_value (const World *world, const PelElement *element)
{
  gboolean is_field = (element->interfaces & PEL_INTERFACE_TEXT) != 0 &&
                      (element->role == PEL_ROLE_EDIT || has (element, PEL_STATE_EDITABLE));

  if ((element->flags & PEL_ELEMENT_IS_SECRET) != 0)
    return NULL;
  if ((element->flags & PEL_ELEMENT_HAS_VALUE) != 0)
    return element->value;
  return is_field || (element->interfaces & PEL_INTERFACE_VALUE) != 0
             ? get_fact (world, element, PEL_FACT_VALUE)
             : NULL;
}

static gboolean
holds_for_window (const World *world, const PelSelectorPredicate *predicate, PelElementId id)
{
  PelWindow  *window = pel_snapshot_find_window (world->snapshot, id);
  const char *name = NULL;

  for (; id != PEL_ELEMENT_NONE && name == NULL; id = get (world, id).parent)
    if (get (world, id).role == PEL_ROLE_WINDOW)
      name = get (world, id).name;
  return holds_for_texts (predicate,
                          window != NULL ? pel_window_get_info (window)->title : NULL,
                          name);
}

static gboolean
holds_for_size (const World *world, const PelSelectorPredicate *predicate, PelElementId id)
{
  PelPhysicalRect rect;
  double          scale;

  return get_rect (world, id, &rect, &scale) &&
         holds_for_number (predicate, predicate->key == PEL_KEY_WIDTH ? rect.width : rect.height);
}

static gboolean
is_inside (const World *world, PelElementId id, PelElementId outer)
{
  for (id = get (world, id).parent; id != PEL_ELEMENT_NONE; id = get (world, id).parent)
    if (id == outer)
      return TRUE;
  return FALSE;
}

/* The only text in a control that holds no more than a few things. */
static const char *
get_caption (const World *world, PelElementId id)
{
  guint       n_inside = 0, n_texts = 0;
  const char *caption = NULL;

  for (PelElementId other = 1; other <= world->n; other++)
    if (is_inside (world, other, id))
      {
        n_inside++;
        if (get (world, other).role != PEL_ROLE_TEXT || get (world, other).name[0] == '\0')
          continue;
        n_texts++;
        caption = get (world, other).name;
      }
  return pel_role_is_interactive (get (world, id).role) && n_inside <= 8 && n_texts == 1 ? caption
                                                                                         : NULL;
}

static gboolean
holds (const World *world, const PelSelectorPredicate *predicate, PelElementId id)
{
  PelElement element = get (world, id);

  switch (predicate->key)
    {
    case PEL_KEY_REF:
      return pel_snapshot_find_ref (world->snapshot, predicate->number) == id;
    case PEL_KEY_ROLE:
      return (element.role == predicate->role) == (predicate->comparison == PEL_OPERATOR_EQUAL);
    case PEL_KEY_NAME:
      return holds_for_texts (predicate, element.name, get_caption (world, id));
    case PEL_KEY_APP:
      return pel_selector_predicate_matches_text (predicate,
                                                  pel_snapshot_get_program (world->snapshot,
                                                                            element.program)
                                                      ->name);
    case PEL_KEY_WINDOW:
      return holds_for_window (world, predicate, id);
    case PEL_KEY_PATTERN:
      return (element.patterns & predicate->pattern) != 0;
    case PEL_KEY_INDEX:
      return holds_for_number (predicate, get_index (world, id));
    case PEL_KEY_DEPTH:
      return holds_for_number (predicate, pel_snapshot_get_depth (world->snapshot, id));
    case PEL_KEY_WIDTH:
    case PEL_KEY_HEIGHT:
      return holds_for_size (world, predicate, id);
    case PEL_KEY_TEXT:
      return holds_for_texts (predicate, element.name, get_content (world, &element));
    case PEL_KEY_VALUE:
      return holds_for_texts (predicate, get_value (world, &element), NULL);
    case PEL_KEY_ID:
      return holds_for_texts (predicate, get_fact (world, &element, PEL_FACT_ID), NULL);
    case PEL_KEY_CLASS:
      return holds_for_texts (predicate, get_fact (world, &element, PEL_FACT_CLASS), NULL);
    case PEL_KEY_DESCRIPTION:
      return holds_for_texts (predicate, get_fact (world, &element, PEL_FACT_DESCRIPTION), NULL);
    default:
      return get_choice (world, predicate->key, &element) == predicate->choice;
    }
}

static gboolean
step_holds (const World *world, const PelSelectorStep *step, PelElementId id)
{
  for (guint i = 0; i < step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);
      gboolean               all = TRUE;

      for (guint j = 0; j < term->n_predicates; j++)
        all = all && holds (world, &term->predicates[j], id);
      if (all == term->is_negated)
        return FALSE;
    }
  return TRUE;
}

/* Steps */

typedef struct
{
  PelElementId id;
  double       distance;
  int          overlap;
} Neighbour;

/* What is left, in order. */
typedef struct
{
  Neighbour rows[MAX_SIZE]; /* of others than neighbours only the id counts */
  guint     n;
  gboolean  is_nearest_first, is_after_relation;
} Rest;

static void
add (Rest *rest, PelElementId id)
{
  rest->rows[rest->n++] = (Neighbour){ .id = id };
}

static Rest
take_match (const World *world, const Rest *before, const PelSelectorStep *step, gboolean is_first)
{
  Rest rest = { .is_nearest_first = before->is_after_relation };

  if (before->is_after_relation)
    {
      for (guint i = 0; i < before->n; i++)
        if (step_holds (world, step, before->rows[i].id))
          add (&rest, before->rows[i].id);
      return rest;
    }
  for (PelElementId id = 1; id <= world->n; id++)
    {
      gboolean is_reached = is_first;

      for (guint i = 0; i < before->n; i++)
        is_reached = is_reached || is_inside (world, id, before->rows[i].id);
      if (is_reached && step_holds (world, step, id))
        add (&rest, id);
    }
  return rest;
}

static int
compare_ids (const void *a, const void *b)
{
  return (int) ((const Neighbour *) a)->id - (int) ((const Neighbour *) b)->id;
}

static Rest
take_parents (const World *world, const Rest *before)
{
  Rest rest = { .is_nearest_first = before->is_nearest_first };

  for (guint i = 0; i < before->n; i++)
    {
      PelElementId parent = get (world, before->rows[i].id).parent;
      gboolean     is_new = parent != PEL_ELEMENT_NONE;

      for (guint j = 0; j < rest.n; j++)
        is_new = is_new && rest.rows[j].id != parent;
      if (is_new)
        add (&rest, parent);
    }
  if (!rest.is_nearest_first)
    qsort (rest.rows, rest.n, sizeof (Neighbour), compare_ids);
  return rest;
}

static Rest
take_nth (const Rest *before, int number)
{
  Rest rest = { .is_nearest_first = before->is_nearest_first };
  int  at = number > 0 ? number - 1 : (int) before->n + number;

  if (at >= 0 && at < (int) before->n)
    add (&rest, before->rows[at].id);
  return rest;
}

static gboolean
is_same_window (const World *world, PelElementId a, PelElementId b)
{
  PelWindow *window = pel_snapshot_find_window (world->snapshot, a);

  if (window != NULL || pel_snapshot_find_window (world->snapshot, b) != NULL)
    return window == pel_snapshot_find_window (world->snapshot, b);
  while (pel_snapshot_get_depth (world->snapshot, a) > 1)
    a = get (world, a).parent;
  while (pel_snapshot_get_depth (world->snapshot, b) > 1)
    b = get (world, b).parent;
  return a == b;
}

static int
get_overlap (int a, int length_a, int b, int length_b)
{
  return MIN (a + length_a, b + length_b) - MAX (a, b);
}

static gboolean
is_half (int overlap, int length_a, int length_b)
{
  return overlap > 0 && overlap * 2 >= MIN (length_a, length_b);
}

static gboolean
is_related (PelSelectorStepKind    relation,
            const PelPhysicalRect *c,
            const PelPhysicalRect *a,
            double                 scale,
            Neighbour             *ret_row)
{
  int across = get_overlap (c->x, c->width, a->x, a->width);
  int down = get_overlap (c->y, c->height, a->y, a->height);

  ret_row->distance = hypot (MAX (-across, 0), MAX (-down, 0));
  ret_row->overlap = relation == PEL_STEP_NEAR ? MAX (MAX (across, down), 0)
                     : relation == PEL_STEP_ABOVE || relation == PEL_STEP_BELOW ? across
                                                                                : down;
  switch (relation)
    {
    case PEL_STEP_RIGHT_OF:
      return c->x >= a->x + a->width && is_half (down, c->height, a->height);
    case PEL_STEP_LEFT_OF:
      return c->x + c->width <= a->x && is_half (down, c->height, a->height);
    case PEL_STEP_BELOW:
      return c->y >= a->y + a->height && is_half (across, c->width, a->width);
    case PEL_STEP_ABOVE:
      return c->y + c->height <= a->y && is_half (across, c->width, a->width);
    default:
      return ret_row->distance <= 64 * scale;
    }
}

static int
compare_nearness (const void *a, const void *b)
{
  const Neighbour *left = a, *right = b;

  if (left->distance != right->distance)
    return left->distance < right->distance ? -1 : 1;
  if (left->overlap != right->overlap)
    return left->overlap > right->overlap ? -1 : 1;
  return compare_ids (a, b);
}

static gboolean
is_seen (const World *world, PelElementId id, PelPhysicalRect *ret_rect, double *ret_scale)
{
  return (get (world, id).flags & PEL_ELEMENT_IS_VISIBLE) != 0 &&
         get_rect (world, id, ret_rect, ret_scale);
}

static gboolean
find_nearest (const World        *world,
              const Rest         *anchors,
              PelSelectorStepKind relation,
              PelElementId        id,
              Neighbour          *ret_best)
{
  PelPhysicalRect mine, theirs;
  double          scale;
  gboolean        is_found = FALSE;

  if (!is_seen (world, id, &mine, &scale))
    return FALSE;
  for (guint i = 0; i < anchors->n; i++)
    {
      PelElementId anchor = anchors->rows[i].id;
      Neighbour    row = { .id = id };

      if (anchor == id || is_inside (world, id, anchor) || is_inside (world, anchor, id) ||
          !is_same_window (world, id, anchor) || !is_seen (world, anchor, &theirs, &scale) ||
          !is_related (relation, &mine, &theirs, scale, &row))
        continue;
      if (!is_found || compare_nearness (&row, ret_best) < 0)
        *ret_best = row;
      is_found = TRUE;
    }
  return is_found;
}

static Rest
take_relation (const World *world, const Rest *before, PelSelectorStepKind relation)
{
  Rest rest = { .is_nearest_first = TRUE, .is_after_relation = TRUE };

  for (PelElementId id = 1; id <= world->n; id++)
    rest.n += find_nearest (world, before, relation, id, &rest.rows[rest.n]);
  qsort (rest.rows, rest.n, sizeof (Neighbour), compare_nearness);
  return rest;
}

static Rest
resolve_alternative (const World *world, const PelSelectorAlternative *alternative)
{
  Rest rest = { 0 };

  for (guint i = 0; i < alternative->steps->len; i++)
    {
      const PelSelectorStep *step = pel_selector_alternative_get_step (alternative, i);

      if (step->kind == PEL_STEP_MATCH)
        rest = take_match (world, &rest, step, i == 0);
      else if (step->kind == PEL_STEP_PARENT)
        rest = take_parents (world, &rest);
      else if (step->kind == PEL_STEP_NTH)
        rest = take_nth (&rest, step->number);
      else
        rest = take_relation (world, &rest, step->kind);
    }
  return rest;
}

/* (transfer full): ids, with the alternative in front. */
static char *
resolve_slowly (const World *world, const PelSelector *selector)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  g_autofree char   *text = NULL;
  guint              n = selector->alternatives->len;

  for (guint i = 0; i < n; i++)
    {
      Rest rest = resolve_alternative (world, pel_selector_get_alternative (selector, i));

      for (guint j = 0; j < rest.n; j++)
        g_array_append_val (ids, rest.rows[j].id);
      if (rest.n == 0 && i + 1 < n)
        continue;
      text = selector_desk_join (ids);
      return g_strdup_printf ("%u: %s", i, text);
    }
  g_assert_not_reached ();
}

/* The resolver */

static void
tell (const World *world, PelFacts *facts, const PelWanted *wanted)
{
  guint ref = get (world, wanted->id).ref;

  for (PelFact fact = 0; fact < PEL_N_FACTS; fact++)
    if ((pel_fact_get_reading (fact) & wanted->flags) != 0)
      pel_facts_set (facts, ref, fact, world->told[ref][fact]);
}

static gboolean
is_known (const World *world, const PelFacts *facts, const PelWanted *wanted)
{
  const char *text;

  for (PelFact fact = 0; fact < PEL_N_FACTS; fact++)
    if ((pel_fact_get_reading (fact) & wanted->flags) != 0 &&
        !pel_facts_get (facts, get (world, wanted->id).ref, fact, &text))
      return FALSE;
  return TRUE;
}

/* Reads what is wanted until nothing is. */
static char *
resolve (const World *world, const PelSelector *selector)
{
  g_autoptr (PelFacts) facts = pel_facts_new ();

  pel_facts_begin (facts, world->snapshot, 1);
  for (guint round = 0; round < 100; round++)
    {
      g_autoptr (PelResolution) resolution =
          pel_selector_resolve (selector, world->snapshot, facts);

      if (resolution->wanted->len == 0)
        {
          g_autofree char *text = selector_desk_join (resolution->matches);

          return g_strdup_printf ("%u: %s", resolution->alternative, text);
        }
      g_assert_cmpuint (resolution->matches->len, ==, 0);
      for (guint i = 0; i < resolution->wanted->len; i++)
        g_assert_false (is_known (world, facts, &g_array_index (resolution->wanted, PelWanted, i)));
      for (guint i = 0; i < resolution->wanted->len; i++)
        tell (world, facts, &g_array_index (resolution->wanted, PelWanted, i));
    }
  g_assert_not_reached ();
}

static void
append_step (GString *text, gboolean may_be_relation)
{
  guint n_terms = g_test_rand_int_range (1, 4);

  if (may_be_relation && g_test_rand_int_range (0, 2) == 0)
    {
      g_string_append (text, PICK (relations));
      return;
    }
  /* a selector that asks for much matches nothing, and says little */
  for (guint i = 0; i < n_terms && (i == 0 || g_test_rand_int_range (0, 3) == 0); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " && " : "", PICK (terms));
}

static char *
random_selector (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint               n_alternatives = g_test_rand_int_range (0, 4) == 0 ? 2 : 1;

  for (guint i = 0; i < n_alternatives; i++)
    {
      guint n_steps = g_test_rand_int_range (1, 6);

      if (i > 0)
        g_string_append (text, " ?? ");
      for (guint j = 0; j < n_steps; j++)
        {
          if (j > 0)
            g_string_append (text, " >> ");
          append_step (text, j > 0);
        }
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_random_trees (void)
{
  guint n_matched = 0;

  for (guint i = 0; i < N_TREES; i++)
    {
      g_autofree World *world = g_new0 (World, 1);

      world_init (world);
      for (guint j = 0; j < N_SELECTORS; j++)
        {
          g_autofree char        *text = random_selector ();
          g_autoptr (PelSelector) selector = selector_desk_parse (text);
          g_autofree char        *expected = resolve_slowly (world, selector);
          g_autofree char        *found = resolve (world, selector);

          if (!g_str_equal (found, expected))
            g_test_message ("tree %u: %s", i, text);
          g_assert_cmpstr (found, ==, expected);
          n_matched += !g_str_has_suffix (found, ": ");
        }
      g_clear_object (&world->snapshot);
    }
  /* Else the comparison says little. */
  g_assert_cmpuint (n_matched, >, N_TREES * N_SELECTORS / 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/resolver-random/random/trees", test_random_trees);
  return g_test_run ();
}
