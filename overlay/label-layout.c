/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/label-layout.h"

#include "overlay/rect-grid.h"

/* A region in more cells of the grid is the ground that others lie on: tags may cover some of it.
 * Of more regions in one cell than this the rest is not kept clear: there is no room anyway. */
#define MAX_CELLS   64
#define MAX_IN_CELL 64

/* Where the left or upper end of a tag is on one axis, with regard to its region. */
typedef enum
{
  BEFORE, /* outside, ends where the region begins */
  AT_START,
  AT_MIDDLE,
  AT_END,
  AFTER,
} Spot;

/* A place inside is only for regions that are that many times larger than the tag: in a small one
 * it hides what it names. */
typedef struct
{
  Spot x, y;
  int  times;
} Place;

/* The best first. */
/* clang-format off */
static const Place tag_places[] = {
  { AT_START, BEFORE,    0 },
  { AT_START, AT_START,  8 },
  { AT_START, AFTER,     0 },
  { AFTER,    AT_MIDDLE, 0 },
  { BEFORE,   AT_MIDDLE, 0 },
  { AT_END,   BEFORE,    0 },
  { AT_END,   AFTER,     0 },
  { AFTER,    AT_START,  0 },
  { BEFORE,   AT_START,  0 },
  { AT_START, AT_START,  2 },
  { AT_END,   AT_START,  2 },
  { AT_END,   AT_MIDDLE, 2 },
  { AT_START, AT_END,    2 },
  { AT_END,   AT_END,    2 },
};

static const Place label_places[] = {
  { AT_START, AFTER,    0 },
  { AT_START, BEFORE,   0 },
  { AFTER,    AT_START, 0 },
  { BEFORE,   AT_START, 0 },
  { AT_START, AT_END,   0 },
  { AT_START, AT_START, 0 },
};
/* clang-format on */

/* Beside the region it must not move; along it, it slides to stay on the monitor. */
static int
get_position (Spot spot, int start, int length, int size, int distance, int limit)
{
  int last = MAX (limit - size, 0);

  switch (spot)
    {
    case BEFORE:
      return start - distance - size;
    case AFTER:
      return start + length + distance;
    case AT_START:
      return CLAMP (start, 0, last);
    case AT_MIDDLE:
      return CLAMP (start + (length - size) / 2, 0, last);
    default:
      return CLAMP (start + length - size, 0, last);
    }
}

/* Whether a tag there leaves enough of its region to be seen. */
static gboolean
leaves_enough (const PelTagPlace *self, const Place *place)
{
  gint64 tag_area = (gint64) self->width * self->height;
  gint64 area = (gint64) self->region.width * self->region.height;

  if (place->times == 0)
    return TRUE;
  return self->width <= self->region.width && self->height <= self->region.height &&
         tag_area * place->times <= area;
}

typedef struct
{
  PelBufferRect monitor;
  PelRectGrid  *tags;    /* nothing may lie over them */
  PelRectGrid  *regions; /* small ones, which a tag of another should not cover */
} Layout;

/* How much of another region a tag may cover: nothing if that can be, most of it never, or whatever
 * there is. */
static const double shares[] = { 0, 2.0 / 3, 1 };

static const gsize n_shares[] = {
  [PEL_TAGS_SPARE_REGIONS] = 2,
  [PEL_TAGS_REACH_ALL] = G_N_ELEMENTS (shares),
};

static gboolean
try_place (const Layout *layout, PelTagPlace *self, const Place *place, double share)
{
  const PelBufferRect *r = &self->region, *monitor = &layout->monitor;
  PelBufferRect        tag = {
           get_position (place->x, r->x, r->width, self->width, 0, monitor->width),
           get_position (place->y, r->y, r->height, self->height, 0, monitor->height),
           self->width,
           self->height,
  };
  PelBufferRect seen = pel_buffer_rect_intersect (&tag, monitor);

  if (!pel_buffer_rect_equal (&seen, &tag) || !leaves_enough (self, place) ||
      pel_rect_grid_covers (layout->tags, &tag, NULL, 0) ||
      pel_rect_grid_covers (layout->regions, &tag, r, share))
    return FALSE;
  self->tag = tag;
  return TRUE;
}

static gboolean
place_tag (Layout *layout, PelTagPlace *self, PelTagZeal zeal)
{
  self->tag = (PelBufferRect){ 0 };
  if (self->width <= 0 || self->height <= 0)
    return FALSE;
  for (gsize k = 0; k < n_shares[zeal]; k++)
    for (gsize i = 0; i < G_N_ELEMENTS (tag_places); i++)
      if (try_place (layout, self, &tag_places[i], shares[k]))
        {
          pel_rect_grid_add (layout->tags, &self->tag, G_MAXUINT);
          return TRUE;
        }
  return FALSE;
}

guint
pel_label_layout_place_tags (PelTagPlace         *places,
                             guint                n_places,
                             int                  monitor_width,
                             int                  monitor_height,
                             const PelBufferRect *taken,
                             guint                n_taken,
                             PelTagZeal           zeal)
{
  g_autoptr (PelRectGrid) tags = pel_rect_grid_new (monitor_width, monitor_height);
  g_autoptr (PelRectGrid) regions = pel_rect_grid_new (monitor_width, monitor_height);
  Layout                  layout = { { 0, 0, monitor_width, monitor_height }, tags, regions };
  guint                   n_hidden = 0;

  for (guint i = 0; i < n_taken; i++)
    pel_rect_grid_add (tags, &taken[i], G_MAXUINT);
  for (guint i = 0; i < n_places; i++)
    {
      places[i].region = pel_buffer_rect_intersect (&places[i].region, &layout.monitor);
      if (pel_rect_grid_count_cells (regions, &places[i].region) <= MAX_CELLS)
        pel_rect_grid_add (regions, &places[i].region, MAX_IN_CELL);
    }
  for (guint i = 0; i < n_places; i++)
    n_hidden +=
        pel_buffer_rect_is_empty (&places[i].region) || !place_tag (&layout, &places[i], zeal) ? 1
                                                                                               : 0;
  return n_hidden;
}

static gboolean
is_free (const PelBufferRect *rect, const GArray *taken)
{
  for (guint i = 0; i < taken->len; i++)
    {
      PelBufferRect common =
          pel_buffer_rect_intersect (rect, &g_array_index (taken, PelBufferRect, i));

      if (!pel_buffer_rect_is_empty (&common))
        return FALSE;
    }
  return TRUE;
}

PelBufferRect
pel_label_layout_place_label (const PelBufferRect *region,
                              int                  width,
                              int                  height,
                              int                  distance,
                              int                  monitor_width,
                              int                  monitor_height,
                              const GArray        *taken)
{
  PelBufferRect monitor = { 0, 0, monitor_width, monitor_height };
  PelBufferRect r = pel_buffer_rect_intersect (region, &monitor);
  PelBufferRect best = { get_position (AT_START, r.x, r.width, width, 0, monitor_width),
                         get_position (AT_START, r.y, r.height, height, 0, monitor_height),
                         width,
                         height };
  gboolean      found = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (label_places); i++)
    {
      const Place  *p = &label_places[i];
      PelBufferRect rect = { get_position (p->x, r.x, r.width, width, distance, monitor_width),
                             get_position (p->y, r.y, r.height, height, distance, monitor_height),
                             width,
                             height };
      PelBufferRect seen = pel_buffer_rect_intersect (&rect, &monitor);

      if (!pel_buffer_rect_equal (&seen, &rect))
        continue;
      if (is_free (&rect, taken))
        return rect;
      if (!found)
        best = rect;
      found = TRUE;
    }
  return best;
}
