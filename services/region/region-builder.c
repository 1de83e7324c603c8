/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/region/region-builder.h"

#include "services/base/text.h"
#include "services/region/region-namer.h"
#include "services/region/window-cover.h"

#include <math.h>

#define MAX_LABEL_BYTES 256

/* How far below an element without a name is looked for a word that tells what it is. */
#define HINT_DISTANCE 8

#define NO_REGION G_MAXUINT

/* Edges that differ by less are the same edge, rounded twice. */
#define SAME_EDGE 1.0

/* A build under way. */
typedef struct
{
  PelSnapshot     *snapshot;
  PelDesktop      *desktop;
  PelRegionChoice  choice;
  PelRegionNamer  *namer;
  PelWindowCover  *cover;
  guint8          *is_wanted; /* for each window */
  PelWindow       *window;    /* where the last element is drawn: the next one mostly as well */
  guint            window_index;
  PelFoundRegions *found;
  guint outer[PEL_ELEMENT_MAX_DEPTH + 2]; /* by depth: which region is the interactive one
                                             around what is there; or NO_REGION */
} Build;

PelFoundRegions *
pel_found_regions_new (const char *scope, const PelMonitorLayout *layout)
{
  PelFoundRegions *self = g_new0 (PelFoundRegions, 1);

  self->scope = g_strdup (scope);
  self->layout = pel_monitor_layout_ref ((PelMonitorLayout *) layout);
  self->regions = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_unref);
  return self;
}

void
pel_found_regions_free (PelFoundRegions *self)
{
  g_free (self->scope);
  pel_monitor_layout_unref (self->layout);
  g_ptr_array_unref (self->regions);
  g_free (self);
}

/* (nullable) (transfer none): the first name below @element, which has none: what is written on a
 * button, or in a row. */
static const char *
find_hint (PelSnapshot *snapshot, const PelElement *element)
{
  PelElementId last = pel_snapshot_get_last_descendant (snapshot, element->id);

  last = MIN (last, element->id + HINT_DISTANCE);
  for (PelElementId id = element->id + 1; id <= last; id++)
    {
      PelElement below = pel_snapshot_get_element (snapshot, id);

      if (below.name[0] != '\0' && (below.flags & PEL_ELEMENT_IS_VISIBLE) != 0)
        return below.name;
    }
  return NULL;
}

static char *
dup_label (PelSnapshot *snapshot, const PelElement *element)
{
  const char *label = element->name;

  if (label[0] == '\0' && !(element->flags & PEL_ELEMENT_IS_SECRET))
    label = element->value;
  if (label[0] == '\0')
    label = find_hint (snapshot, element);
  return label != NULL ? pel_text_repair (label, -1, MAX_LABEL_BYTES) : g_strdup ("");
}

static gboolean
is_interactive (PelSnapshot *snapshot, const PelElement *element)
{
  return !pel_role_is_window (element->role) && pel_snapshot_is_usable (snapshot, element->id) &&
         !pel_snapshot_is_holder (snapshot, element->id);
}

static PelRegionFlags
get_flags (PelSnapshot *snapshot, const PelElement *element)
{
  PelRegionFlags flags = 0;

  if (is_interactive (snapshot, element))
    flags |= PEL_REGION_IS_INTERACTIVE;
  if (pel_states_is_enabled (element->states))
    flags |= PEL_REGION_IS_ENABLED;
  if (pel_states_has (element->states, PEL_STATE_FOCUSED))
    flags |= PEL_REGION_IS_FOCUSED;
  if (!pel_snapshot_get_program (snapshot, element->program)->is_answering)
    flags |= PEL_REGION_IS_SILENT;
  if (element->certainty == PEL_CERTAINTY_UNPROVEN)
    flags |= PEL_REGION_IS_UNPROVEN;
  return flags;
}

/* Whether something else that can be used lies in its place, over all of it. Some toolkits go on
 * reporting where a row was before it was scrolled away. */
static gboolean
is_behind (PelSnapshot *snapshot, PelElementId id, const GArray *pieces)
{
  const PelNativeRect *piece = &g_array_index (pieces, PelNativeRect, 0);
  PelNativePoint       middle = { piece->x + piece->width / 2, piece->y + piece->height / 2 };

  return pel_snapshot_is_behind (snapshot, id, middle);
}

/* (nullable): NULL where it lies behind something. @id and @pieces are borrowed. */
static PelRegion *
make_region (PelSnapshot      *snapshot,
             const PelElement *element,
             PelWindow        *window,
             const char       *id,
             GArray           *pieces)
{
  static const PelRegionSource sources[] = { PEL_REGION_ACCESSIBILITY, PEL_REGION_OCR };
  g_autofree char             *label = dup_label (snapshot, element);
  PelRegion                    values = {
                       .id = (char *) id,
                       .ref = element->ref,
                       .bus_name = (char *) element->bus_name,
                       .path = (char *) element->path,
                       .role = element->role,
                       .label = label,
                       .source = sources[element->origin],
                       .confidence = element->origin == PEL_ORIGIN_OCR ? element->ocr : 1,
                       .flags = get_flags (snapshot, element),
                       .window_id = (char *) pel_window_get_info (window)->id,
                       .bounds = element->bounds,
                       .pieces = pieces,
  };

  if (pel_snapshot_find_click_point (snapshot, element->id, &values.click_point))
    values.flags |= PEL_REGION_HAS_CLICK_POINT;
  else if (is_behind (snapshot, element->id, pieces))
    return NULL;
  return pel_region_new (&values);
}

/* (nullable) (transfer full): what can be seen of it, once its window is known. */
static GArray *
find_pieces (PelSnapshot      *snapshot,
             const PelElement *element,
             PelWindowCover   *cover,
             guint             window_index)
{
  PelNativeRect rect;

  if (!pel_snapshot_get_visible_rect (snapshot, element->id, &rect))
    return NULL;
  return pel_window_cover_cut (cover, window_index, &rect);
}

/* Whether it is drawn in a window that is asked for; remembers that window. */
static gboolean
enter_window (Build *build, PelElementId id)
{
  PelWindow *window = pel_snapshot_find_window (build->snapshot, id);

  if (window == NULL)
    return FALSE;
  if (window != build->window)
    {
      build->window = window;
      build->window_index = pel_desktop_get_window_index (build->desktop, window);
    }
  return build->is_wanted[build->window_index];
}

static gboolean
is_same_place (const PelNativeRect *a, const PelNativeRect *b)
{
  return fabs (a->x - b->x) <= SAME_EDGE && fabs (a->y - b->y) <= SAME_EDGE &&
         fabs (a->x + a->width - b->x - b->width) <= SAME_EDGE &&
         fabs (a->y + a->height - b->y - b->height) <= SAME_EDGE;
}

/* Of things in the same place, one stands for all: the one that is most made to be used, and the
 * outer one where several are. What only scrolls gives way to what it holds. */
static guint
get_rank (PelRole role)
{
  if (pel_role_is_interactive (role))
    return 2;
  return pel_role_is_structural (role) ? 0 : 1;
}

/* Text that only the pixels show can be pointed at, a line at a time. */
static gboolean
is_line (PelSnapshot *snapshot, const PelElement *element)
{
  return element->origin == PEL_ORIGIN_OCR && element->role == PEL_ROLE_TEXT &&
         (pel_snapshot_get_origin (snapshot, element->parent) != PEL_ORIGIN_OCR ||
          pel_snapshot_get_role (snapshot, element->parent) != PEL_ROLE_TEXT);
}

/* Whether it is to have a region, if anything of it can be seen. */
static gboolean
is_chosen (const Build *build, const PelElement *element)
{
  guint needed = PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE;

  return (element->flags & needed) == needed &&
         (build->choice == PEL_REGIONS_ALL || is_interactive (build->snapshot, element) ||
          is_line (build->snapshot, element));
}

/* (nullable): the interactive region around @element, if it is in the same place. */
static PelRegion *
find_twin (const Build *build, const PelElement *element, guint outer)
{
  PelRegion *region = outer != NO_REGION ? build->found->regions->pdata[outer] : NULL;

  return region != NULL && is_same_place (&region->bounds, &element->bounds) ? region : NULL;
}

/* @region is taken. Returns which one it is. */
static guint
put_region (Build *build, PelRegion *region, PelRegion *twin, guint outer)
{
  GPtrArray *regions = build->found->regions;

  if (twin == NULL)
    {
      g_ptr_array_add (regions, region);
      return regions->len - 1;
    }
  pel_region_unref (twin);
  regions->pdata[outer] = region;
  return outer;
}

/* Whether @element gets a region, whatever can be seen of it. @twin (nullable) is in its place. */
static gboolean
has_own_region (Build *build, const PelElement *element, const PelRegion *twin)
{
  return is_chosen (build, element) &&
         (twin == NULL || (is_interactive (build->snapshot, element) &&
                           get_rank (element->role) > get_rank (twin->role))) &&
         enter_window (build, element->id);
}

/* Which region is the interactive one around what is below @element; @outer: around itself. */
static guint
add_element (Build *build, const PelElement *element, guint outer)
{
  g_autoptr (GArray) pieces = NULL;
  g_autofree char   *id = NULL;
  PelRegion         *twin = find_twin (build, element, outer);
  PelRegion         *region;
  guint              position;

  if (!has_own_region (build, element, twin))
    return outer;
  pieces = find_pieces (build->snapshot, element, build->cover, build->window_index);
  if (pieces == NULL)
    return outer;
  if (twin == NULL && build->found->regions->len == PEL_MAX_REGIONS)
    {
      build->found->n_left_out++;
      return outer;
    }
  id = pel_region_namer_dup_id (build->namer);
  region = make_region (build->snapshot, element, build->window, id, pieces);
  if (region == NULL)
    return outer;
  position = put_region (build, region, twin, outer);
  return is_interactive (build->snapshot, element) ? position : outer;
}

static void
add_elements (Build *build)
{
  guint n_elements = pel_snapshot_get_n_elements (build->snapshot);

  for (PelElementId id = 1; id <= n_elements; id++)
    {
      PelElement element = pel_snapshot_get_element (build->snapshot, id);
      guint      depth = pel_snapshot_get_depth (build->snapshot, id);
      guint      outer = depth > 0 ? build->outer[depth] : NO_REGION;

      pel_region_namer_enter (build->namer, &element);
      build->outer[depth + 1] = add_element (build, &element, outer);
    }
}

/* (nullable): the window that is asked for by itself. */
static PelWindow *
find_scope_window (const PelRegionScope *scope, PelDesktop *desktop)
{
  if (scope->kind == PEL_REGIONS_OF_ACTIVE_WINDOW)
    return pel_desktop_find_active (desktop);
  if (scope->kind == PEL_REGIONS_OF_WINDOW)
    return pel_desktop_find_window (desktop, scope->target);
  return NULL;
}

/* The window and what is open of its program's menus. */
static gboolean
belongs_to (const PelWindowInfo *info, const PelWindowInfo *main_window)
{
  return info == main_window || (info->pid != 0 && info->pid == main_window->pid &&
                                 (info->states & PEL_WINDOW_UNMANAGED) != 0);
}

/* (transfer full): a byte for each window; 1: what is drawn in it is asked for. */
static guint8 *
choose_windows (const PelRegionScope *scope, PelDesktop *desktop)
{
  guint      n_windows = pel_desktop_get_n_windows (desktop);
  guint8    *is_wanted = g_new0 (guint8, n_windows + 1);
  gboolean   is_one = scope->kind <= PEL_REGIONS_OF_WINDOW;
  PelWindow *main_window = find_scope_window (scope, desktop);

  for (guint i = 0; i < n_windows; i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      is_wanted[i] = (info->states & PEL_WINDOW_VISIBLE) != 0 &&
                     (!is_one || (main_window != NULL &&
                                  belongs_to (info, pel_window_get_info (main_window))));
    }
  return is_wanted;
}

static char *
dup_scope_name (const PelRegionScope *scope, PelDesktop *desktop)
{
  PelWindow *window = find_scope_window (scope, desktop);

  if (scope->kind == PEL_REGIONS_OF_DESKTOP)
    return g_strdup ("desktop");
  if (scope->kind == PEL_REGIONS_OF_APP)
    return g_strdup_printf ("app %s", scope->target);
  return window != NULL ? g_strdup_printf ("window %s", pel_window_get_info (window)->id)
                        : g_strdup ("none");
}

PelFoundRegions *
pel_region_builder_build (const PelRegionScope *scope, PelSnapshot *snapshot)
{
  PelDesktop                *desktop;
  g_autofree char           *name = NULL;
  g_autofree guint8         *is_wanted = NULL;
  g_autoptr (PelRegionNamer) namer = NULL;
  g_autoptr (PelWindowCover) cover = NULL;
  g_autofree Build          *build = NULL;

  g_return_val_if_fail (PEL_IS_SNAPSHOT (snapshot), NULL);
  desktop = pel_snapshot_get_desktop (snapshot);
  g_return_val_if_fail (desktop != NULL, NULL);

  name = dup_scope_name (scope, desktop);
  namer = pel_region_namer_new (snapshot);
  cover = pel_window_cover_new (desktop);
  is_wanted = choose_windows (scope, desktop);
  build = g_new0 (Build, 1);
  build->snapshot = snapshot;
  build->desktop = desktop;
  build->choice = scope->choice;
  build->namer = namer;
  build->cover = cover;
  build->is_wanted = is_wanted;
  build->found = pel_found_regions_new (name, pel_desktop_get_layout (desktop));
  add_elements (build);
  return build->found;
}

/* (nullable) (transfer none): the one that an element is drawn in, if that is on the screen. */
static PelWindow *
find_shown_window (PelSnapshot *snapshot, PelElementId id)
{
  PelWindow *window = pel_snapshot_find_window (snapshot, id);

  if (window == NULL || !(pel_window_get_info (window)->states & PEL_WINDOW_VISIBLE))
    return NULL;
  return window;
}

PelRegion *
pel_region_builder_build_one (PelSnapshot *snapshot, PelElementId id)
{
  PelElement                 element = pel_snapshot_get_element (snapshot, id);
  PelDesktop                *desktop = pel_snapshot_get_desktop (snapshot);
  PelWindow                 *window = find_shown_window (snapshot, id);
  g_autoptr (PelWindowCover) cover = NULL;
  g_autoptr (GArray)         pieces = NULL;

  if (window == NULL)
    return NULL;
  cover = pel_window_cover_new (desktop);
  pieces = find_pieces (snapshot, &element, cover, pel_desktop_get_window_index (desktop, window));
  return pieces != NULL ? make_region (snapshot, &element, window, NULL, pieces) : NULL;
}

PelRegion *
pel_region_builder_build_covered (PelSnapshot *snapshot, PelElementId id)
{
  PelElement         element = pel_snapshot_get_element (snapshot, id);
  PelWindow         *window = find_shown_window (snapshot, id);
  g_autoptr (GArray) pieces = NULL;
  PelNativeRect      rect;

  if (window == NULL || !pel_snapshot_get_visible_rect (snapshot, id, &rect))
    return NULL;
  pieces = g_array_new (FALSE, FALSE, sizeof (PelNativeRect));
  g_array_append_val (pieces, rect);
  return make_region (snapshot, &element, window, NULL, pieces);
}
