/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/placement-match.h"

#include <math.h>

/* More than a person can have open; a program that lists more than this has none of them placed. */
#define MAX_TOPS    256
#define MAX_WINDOWS 256
#define MAX_INNER   256 /* of what one holds */

/* How well a node and a window agree: what weighs more stands higher. 0: not at all. */
typedef enum
{
  AGREE_POSSIBLE = 1 << 0,
  AGREE_SHOWN = 1 << 1,
  AGREE_ACTIVE = 1 << 2,
  AGREE_PLACE = 1 << 3,
  AGREE_SIZE = 1 << 4,
  AGREE_TITLE = 1 << 5,
} Agreement;

#define AGREE_EVIDENCE (AGREE_PLACE | AGREE_SIZE | AGREE_TITLE)

typedef struct
{
  const PelToolkit    *toolkit;
  PelPlatformKind      platform;
  PelAtspiTree        *tree;
  GArray              *matches;              /* of PelPlacementMatch, one for each top */
  const PelWindowInfo *windows[MAX_WINDOWS]; /* of this program */
  int                  indexes[MAX_WINDOWS]; /* in the desktop */
  gboolean             is_taken[MAX_WINDOWS];
  guint                n_windows;
  guint8              *agreements; /* Agreement, a row for each top */
} Matcher;

PelToolkitRect
pel_placement_get_inner_rect (PelAtspiTree *tree, const PelAtspiNode *top)
{
  PelToolkitRect inner = { 0 };

  for (guint i = 0; i < MIN (top->n_listed, MAX_INNER); i++)
    {
      const PelAtspiNode *child = pel_atspi_tree_get (tree, top->children[i]);
      const int           right = inner.x + inner.width, bottom = inner.y + inner.height;

      if ((child->flags & PEL_NODE_HAS_EXTENTS) == 0 ||
          !pel_states_has (child->states, PEL_STATE_SHOWING) ||
          !pel_toolkit_rect_is_sane (&child->extents) || child->extents.width == 0 ||
          ABS (child->extents.x) > PEL_COORDINATE_LIMIT ||
          ABS (child->extents.y) > PEL_COORDINATE_LIMIT)
        continue;
      if (inner.width == 0)
        {
          inner = child->extents;
          continue;
        }
      inner.x = MIN (inner.x, child->extents.x);
      inner.y = MIN (inner.y, child->extents.y);
      inner.width = MAX (right, child->extents.x + child->extents.width) - inner.x;
      inner.height = MAX (bottom, child->extents.y + child->extents.height) - inner.y;
    }
  return inner;
}

/* Java does not tell where its frames are, only what is in them. */
static PelToolkitRect
get_rect (Matcher *self, const PelAtspiNode *top)
{
  return top->extents.width < 0 ? pel_placement_get_inner_rect (self->tree, top) : top->extents;
}

static PelPlacementFit
fit (Matcher *self, const PelAtspiNode *top, const PelWindowInfo *window, PelPlacementMap *ret_map)
{
  PelPlacementFrame frame = { .placing = self->toolkit->placing,
                              .platform = self->platform,
                              .rect = get_rect (self, top),
                              .kind = top->extents_kind };

  if ((top->flags & PEL_NODE_HAS_EXTENTS) == 0)
    return PEL_FIT_NONE;
  if (self->platform == PEL_PLATFORM_WAYLAND && frame.placing == PEL_PLACING_GTK3)
    frame.inner = pel_placement_get_inner_rect (self->tree, top);
  return pel_placement_map_fit (&frame, window, ret_map);
}

/* Whether the place on the screen that a toolkit tells is that of the window. */
static gboolean
is_at (Matcher               *self,
       const PelAtspiNode    *top,
       const PelWindowInfo   *window,
       const PelPlacementMap *map)
{
  PelToolkitRect rect = get_rect (self, top);

  return self->platform == PEL_PLATFORM_X11 && top->extents_kind == PEL_EXTENTS_OF_SCREEN &&
         fabs (map->scale * rect.x - window->surface.x) <= 2 &&
         fabs (map->scale * rect.y - window->surface.y) <= 2;
}

static Agreement
compare (Matcher *self, const PelAtspiNode *top, const PelWindowInfo *window, gboolean is_sole)
{
  gboolean        is_unmanaged = (window->states & PEL_WINDOW_UNMANAGED) != 0;
  PelPlacementMap map;
  PelPlacementFit size = fit (self, top, window, &map);
  Agreement       agreement = AGREE_POSSIBLE;

  if (size == PEL_FIT_EXACT)
    agreement |= AGREE_SIZE;
  if (size == PEL_FIT_EXACT && is_at (self, top, window, &map))
    agreement |= AGREE_PLACE;
  if (top->name != NULL && *top->name != '\0' && g_strcmp0 (top->name, window->title) == 0)
    agreement |= AGREE_TITLE;
  if (pel_states_has (top->states, PEL_STATE_ACTIVE) == ((window->states & PEL_WINDOW_ACTIVE) != 0))
    agreement |= AGREE_ACTIVE;
  if (pel_states_has (top->states, PEL_STATE_SHOWING) ==
      ((window->states & PEL_WINDOW_VISIBLE) != 0))
    agreement |= AGREE_SHOWN;
  /* a window that no one manages may be anything: it must be where the node says that it is */
  if (is_unmanaged && (agreement & AGREE_PLACE) == 0)
    return 0;
  return is_sole || (agreement & AGREE_EVIDENCE) != 0 ? agreement : 0;
}

static Agreement
get_agreement (Matcher *self, guint top, guint window)
{
  PelPlacementMatch *match = &g_array_index (self->matches, PelPlacementMatch, top);

  if (match->window != PEL_PLACEMENT_NO_WINDOW || self->is_taken[window])
    return 0;
  return self->agreements[top * MAX_WINDOWS + window];
}

static Agreement
get_best (Matcher *self, guint top, guint *ret_n, guint *ret_window)
{
  Agreement best = 0;

  *ret_n = 0;
  for (guint w = 0; w < self->n_windows; w++)
    {
      Agreement agreement = get_agreement (self, top, w);

      if (agreement == 0 || agreement < best)
        continue;
      *ret_n = agreement == best ? *ret_n + 1 : 1;
      if (*ret_n == 1)
        *ret_window = w;
      best = agreement;
    }
  return best;
}

static void
assign (Matcher *self, guint top, guint window)
{
  PelPlacementMatch  *match = &g_array_index (self->matches, PelPlacementMatch, top);
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, match->node);

  match->window = self->indexes[window];
  self->is_taken[window] = TRUE;
  if ((node->flags & PEL_NODE_HAS_EXTENTS) == 0)
    match->place = PEL_PLACE_NOT_READ;
  else if (fit (self, node, self->windows[window], &match->map) != PEL_FIT_NONE)
    match->place = PEL_PLACE_KNOWN;
}

/* The one that agrees best, if there is but one, and no one else agrees as well with it. */
static gboolean
assign_best (Matcher *self, guint top)
{
  guint     n, window = 0;
  Agreement best = get_best (self, top, &n, &window);

  if (n != 1)
    return FALSE;
  for (guint other = 0; other < self->matches->len; other++)
    if (other != top && get_agreement (self, other, window) >= best)
      return FALSE;
  assign (self, top, window);
  return TRUE;
}

static int
compare_orders (gconstpointer a, gconstpointer b, gpointer data)
{
  Matcher *self = data;
  guint x = self->windows[*(const guint *) a]->order, y = self->windows[*(const guint *) b]->order;

  return x < y ? -1 : x > y;
}

static gboolean
is_tied_with (Matcher *self, guint top, Agreement agreement, GArray *windows)
{
  guint n, first;

  if (get_best (self, top, &n, &first) != agreement || n != windows->len)
    return FALSE;
  for (guint i = 0; i < windows->len; i++)
    if (get_agreement (self, top, g_array_index (windows, guint, i)) != agreement)
      return FALSE;
  return TRUE;
}

/* As many nodes as windows that nothing tells apart: programs list theirs in the order in which
 * they were opened (measured with GTK 3 and GTK 4). */
static gboolean
assign_by_order (Matcher *self, guint top)
{
  g_autoptr (GArray) windows = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) tops = g_array_new (FALSE, FALSE, sizeof (guint));
  guint              n, first = 0;
  Agreement          best = get_best (self, top, &n, &first);

  if (n < 2)
    return FALSE;
  for (guint w = 0; w < self->n_windows; w++)
    if (get_agreement (self, top, w) == best)
      {
        if (self->windows[w]->order == 0)
          return FALSE;
        g_array_append_val (windows, w);
      }
  for (guint t = 0; t < self->matches->len; t++)
    if (is_tied_with (self, t, best, windows))
      g_array_append_val (tops, t);
  if (tops->len != windows->len)
    return FALSE;
  g_array_sort_with_data (windows, compare_orders, self);
  for (guint i = 0; i < tops->len; i++)
    assign (self, g_array_index (tops, guint, i), g_array_index (windows, guint, i));
  return TRUE;
}

static void
assign_all (Matcher *self, gboolean (*assign_one) (Matcher *, guint))
{
  gboolean has_changed = TRUE;

  while (has_changed)
    {
      has_changed = FALSE;
      for (guint top = 0; top < self->matches->len; top++)
        has_changed = assign_one (self, top) || has_changed;
    }
}

static void
compare_all (Matcher *self)
{
  guint    n_managed = 0;
  gboolean is_sole;

  for (guint w = 0; w < self->n_windows; w++)
    n_managed += (self->windows[w]->states & PEL_WINDOW_UNMANAGED) == 0;
  is_sole = self->matches->len == 1 && n_managed == 1;
  for (guint t = 0; t < self->matches->len; t++)
    for (guint w = 0; w < self->n_windows; w++)
      self->agreements[t * MAX_WINDOWS + w] =
          compare (self,
                   pel_atspi_tree_get (self->tree,
                                       g_array_index (self->matches, PelPlacementMatch, t).node),
                   self->windows[w],
                   is_sole);
}

static void
list_windows (Matcher *self, PelDesktop *desktop, pid_t pid)
{
  for (guint i = 0; i < pel_desktop_get_n_windows (desktop) && self->n_windows < MAX_WINDOWS; i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if (pid == 0 || info->pid != pid)
        continue;
      self->windows[self->n_windows] = info;
      self->indexes[self->n_windows++] = (int) i;
    }
}

/* What is left has no window, or cannot know which. */
static void
explain_rest (Matcher *self)
{
  for (guint t = 0; t < self->matches->len; t++)
    {
      PelPlacementMatch *match = &g_array_index (self->matches, PelPlacementMatch, t);
      guint              n, window;

      if (match->window == PEL_PLACEMENT_NO_WINDOW && get_best (self, t, &n, &window) != 0)
        match->place = PEL_PLACE_AMBIGUOUS;
    }
}

static void
list_tops (Matcher *self)
{
  const PelAtspiNode *root = pel_atspi_tree_get (self->tree, PEL_NODE_ROOT);

  for (guint i = 0; i < root->n_listed; i++)
    {
      PelPlacementMatch match = { .node = root->children[i],
                                  .window = PEL_PLACEMENT_NO_WINDOW,
                                  .place = PEL_PLACE_NO_WINDOW };

      if ((pel_atspi_tree_get (self->tree, match.node)->flags & PEL_NODE_IS_FOREIGN) == 0)
        g_array_append_val (self->matches, match);
    }
}

GArray *
pel_placement_match_tops (PelAtspiTree     *tree,
                          const PelToolkit *toolkit,
                          pid_t             pid,
                          PelDesktop       *desktop)
{
  g_autofree Matcher *self = g_new0 (Matcher, 1);
  g_autofree guint8  *agreements = NULL;

  self->tree = tree;
  self->toolkit = toolkit;
  self->platform = pel_desktop_get_platform (desktop)->kind;
  self->matches = g_array_new (FALSE, FALSE, sizeof (PelPlacementMatch));
  list_tops (self);
  if (self->matches->len > MAX_TOPS)
    return self->matches;
  list_windows (self, desktop, pid);
  self->agreements = agreements = g_new0 (guint8, MAX (self->matches->len, 1) * MAX_WINDOWS);
  compare_all (self);
  assign_all (self, assign_best);
  assign_all (self, assign_by_order);
  assign_all (self, assign_best);
  explain_rest (self);
  return self->matches;
}
