/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/label-layout.h"

#define WIDTH    1920
#define HEIGHT   1080
#define N_ROUNDS 40

/* One region alone, its tag 20 × 14. */
/* clang-format off */
static const struct { const char *what; PelBufferRect region; int x, y; } alone_cases[] = {
  { "above, outside",            { 100, 100, 200, 50 },  100, 86   },
  { "inside at the upper edge",  { 100, 0, 200, 50 },    100, 0    },
  { "inside, just no room",      { 100, 13, 200, 50 },   100, 13   },
  { "room, just enough",         { 100, 14, 200, 50 },   100, 0    },
  { "pushed in from the right",  { 1910, 500, 10, 50 },  1900, 486 },
  { "below what is too small",   { 100, 0, 16, 10 },     100, 10   },
  { "below what it would hide",  { 100, 0, 60, 24 },     100, 24   },
  { "beyond the left edge",      { -50, 100, 80, 50 },   0, 86     },
  { "beyond the upper edge",     { 100, -50, 80, 100 },  100, 0    },
  { "all of the monitor",        { 0, 0, 1920, 1080 },   0, 0      },
  { "more than the monitor",     { -9, -9, 3000, 3000 }, 0, 0      },
  { "the last corner",           { 1915, 1075, 5, 5 },   1900, 1061 },
};
/* clang-format on */

static PelTagPlace
make_place (PelBufferRect region, int width, int height)
{
  return (PelTagPlace){ .region = region, .width = width, .height = height };
}

static void
test_alone (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (alone_cases); i++)
    {
      PelTagPlace place = make_place (alone_cases[i].region, 20, 14);

      g_test_message ("%s", alone_cases[i].what);
      g_assert_cmpuint (pel_label_layout_place_tags (&place,
                                                     1,
                                                     WIDTH,
                                                     HEIGHT,
                                                     NULL,
                                                     0,
                                                     PEL_TAGS_SPARE_REGIONS),
                        ==,
                        0);
      g_assert_cmpint (place.tag.x, ==, alone_cases[i].x);
      g_assert_cmpint (place.tag.y, ==, alone_cases[i].y);
    }
}

static void
test_hidden (void)
{
  const PelBufferRect everything = { 0, 0, WIDTH, HEIGHT };
  PelTagPlace         places[] = {
            make_place ((PelBufferRect){ 0, 0, 0, 0 }, 20, 14),
            make_place ((PelBufferRect){ WIDTH, 0, 50, 50 }, 20, 14), /* outside */
            make_place ((PelBufferRect){ 10, 10, 50, 50 }, WIDTH + 1, 14),
            make_place ((PelBufferRect){ 10, 10, 50, 50 }, 0, 0),
  };
  PelTagPlace covered = make_place ((PelBufferRect){ 100, 100, 50, 50 }, 20, 14);

  g_assert_cmpuint (pel_label_layout_place_tags (places,
                                                 G_N_ELEMENTS (places),
                                                 WIDTH,
                                                 HEIGHT,
                                                 NULL,
                                                 0,
                                                 PEL_TAGS_REACH_ALL),
                    ==,
                    G_N_ELEMENTS (places));
  g_assert_cmpuint (pel_label_layout_place_tags (&covered,
                                                 1,
                                                 WIDTH,
                                                 HEIGHT,
                                                 &everything,
                                                 1,
                                                 PEL_TAGS_REACH_ALL),
                    ==,
                    1);
  g_assert_cmpuint (pel_label_layout_place_tags (&covered, 1, 0, 0, NULL, 0, PEL_TAGS_REACH_ALL),
                    ==,
                    1);
  g_assert_true (pel_buffer_rect_is_empty (&covered.tag));
}

/* Rows of a list: a tag stays in its own row rather than lie over the one above. */
static void
test_rows_own (void)
{
  PelTagPlace places[10];

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    places[i] = make_place ((PelBufferRect){ 200, 300 + 24 * (int) i, 600, 24 }, 20, 14);
  pel_label_layout_place_tags (places,
                               G_N_ELEMENTS (places),
                               WIDTH,
                               HEIGHT,
                               NULL,
                               0,
                               PEL_TAGS_SPARE_REGIONS);
  g_assert_cmpint (places[0].tag.y, ==, 286);
  for (guint i = 1; i < G_N_ELEMENTS (places); i++)
    g_assert_cmpint (places[i].tag.y, ==, places[i].region.y);
}

/* A button fills its toolbar, which is a region of its own: that is no reason to go elsewhere. */
static void
test_ground_ignored (void)
{
  PelTagPlace places[] = {
    make_place ((PelBufferRect){ 100, 100, 300, 60 }, 20, 14),
    make_place ((PelBufferRect){ 130, 120, 40, 30 }, 20, 14),
  };

  pel_label_layout_place_tags (places,
                               G_N_ELEMENTS (places),
                               WIDTH,
                               HEIGHT,
                               NULL,
                               0,
                               PEL_TAGS_SPARE_REGIONS);
  g_assert_cmpint (places[1].tag.x, ==, 130);
  g_assert_cmpint (places[1].tag.y, ==, 106);
}

/* What is true of every layout. */

static gboolean
meets (const PelBufferRect *a, const PelBufferRect *b)
{
  PelBufferRect common = pel_buffer_rect_intersect (a, b);

  return !pel_buffer_rect_is_empty (&common);
}

static void
check_tag (const PelTagPlace *place)
{
  const PelBufferRect monitor = { 0, 0, WIDTH, HEIGHT };
  const PelBufferRect near = {
    place->region.x - 1, place->region.y - 1, place->region.width + 2, place->region.height + 2
  };
  PelBufferRect seen = pel_buffer_rect_intersect (&place->tag, &monitor);
  PelBufferRect over = pel_buffer_rect_intersect (&place->tag, &place->region);

  g_assert_true (pel_buffer_rect_equal (&seen, &place->tag));
  g_assert_cmpint (place->tag.width, ==, place->width);
  g_assert_cmpint (place->tag.height, ==, place->height);
  g_assert_true (meets (&near, &place->tag));
  g_assert_cmpint (2 * over.width * over.height, <=, place->region.width * place->region.height);
}

/* How many tags leave less than a third of another region to be seen. */
static guint
count_bullies (const PelTagPlace *places, guint n_places)
{
  guint n_bullies = 0;

  for (guint i = 0; i < n_places; i++)
    for (guint k = 0; k < n_places; k++)
      {
        const PelBufferRect *r = &places[k].region;
        PelBufferRect        over = pel_buffer_rect_intersect (&places[i].tag, r);

        n_bullies += i != k && 3 * over.width * over.height > 2 * r->width * r->height;
      }
  return n_bullies;
}

static guint
check_layout (PelTagPlace *places, guint n_places, PelTagZeal zeal)
{
  const PelBufferRect taken[] = { { 700, 10, 500, 60 }, { WIDTH - 150, HEIGHT - 30, 144, 24 } };
  guint               n_hidden = pel_label_layout_place_tags (places,
                                                n_places,
                                                WIDTH,
                                                HEIGHT,
                                                taken,
                                                G_N_ELEMENTS (taken),
                                                zeal);
  guint               n_empty = 0;

  for (guint i = 0; i < n_places; i++)
    {
      if (pel_buffer_rect_is_empty (&places[i].tag))
        {
          n_empty++;
          continue;
        }
      check_tag (&places[i]);
      for (guint k = 0; k < G_N_ELEMENTS (taken); k++)
        g_assert_false (meets (&places[i].tag, &taken[k]));
      for (guint k = 0; k < i; k++)
        g_assert_false (meets (&places[i].tag, &places[k].tag));
    }
  g_assert_cmpuint (n_hidden, ==, n_empty);
  g_test_message ("%u of %u hidden", n_hidden, n_places);
  return n_hidden;
}

static void
test_random (void)
{
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      guint                   n_places = (guint) g_test_rand_int_range (1, 400);
      int                     largest = g_test_rand_int_range (2, 600);
      g_autofree PelTagPlace *places = g_new0 (PelTagPlace, n_places);

      for (guint i = 0; i < n_places; i++)
        places[i] = make_place ((PelBufferRect){ g_test_rand_int_range (-200, WIDTH + 100),
                                                 g_test_rand_int_range (-200, HEIGHT + 100),
                                                 g_test_rand_int_range (1, largest),
                                                 g_test_rand_int_range (1, largest) },
                                g_test_rand_int_range (10, 50),
                                g_test_rand_int_range (10, 30));
      check_layout (places, n_places, round % 2);
    }
}

/* A field of cells without any room between them. */
static void
test_dense (void)
{
  static const int sides[] = { 4, 12, 16, 24, 40 };

  for (gsize s = 0; s < G_N_ELEMENTS (sides); s++)
    {
      PelTagPlace places[1000];
      guint       n_sparing, n_reaching;

      for (guint i = 0; i < G_N_ELEMENTS (places); i++)
        places[i] = make_place ((PelBufferRect){ (int) (i % 40) * sides[s],
                                                 (int) (i / 40) * sides[s],
                                                 sides[s],
                                                 sides[s] },
                                22,
                                14);
      n_sparing = check_layout (places, G_N_ELEMENTS (places), PEL_TAGS_SPARE_REGIONS);
      if (sides[s] >= 12) /* of smaller ones not all are looked at */
        g_assert_cmpuint (count_bullies (places, G_N_ELEMENTS (places)), ==, 0);
      n_reaching = check_layout (places, G_N_ELEMENTS (places), PEL_TAGS_REACH_ALL);
      g_assert_cmpuint (n_reaching, <=, n_sparing);
    }
}

/* All at the same place: most have to hide, and it must not take a look at each pair. */
static void
test_pile (void)
{
  g_autofree PelTagPlace *places = g_new0 (PelTagPlace, 5000);

  for (guint i = 0; i < 5000; i++)
    places[i] = make_place ((PelBufferRect){ 500, 400, 100 + (int) i % 7, 60 }, 22, 14);
  check_layout (places, 5000, PEL_TAGS_REACH_ALL);
}

/* Labels */

/* clang-format off */
static const struct { const char *what; PelBufferRect region; int x, y; } label_cases[] = {
  { "below",                     { 100, 100, 200, 50 },   100, 156  },
  { "above at the lower edge",   { 100, 1000, 200, 70 },  100, 964  },
  { "right of a tall one",       { 100, 0, 200, 1080 },   306, 0    },
  { "left of it",                { 1700, 0, 220, 1080 },  1394, 0   },
  { "inside what fills it all",  { 0, 0, 1920, 1080 },    0, 1050   },
  { "pushed in",                 { 1800, 100, 100, 50 },  1620, 156 },
  { "under what is taken below", { 500, 100, 200, 50 },   500, 64   },
};
/* clang-format on */

static void
test_label_places (void)
{
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (PelBufferRect));
  PelBufferRect      other = { 500, 160, 300, 30 };

  g_array_append_val (taken, other);
  for (gsize i = 0; i < G_N_ELEMENTS (label_cases); i++)
    {
      PelBufferRect rect =
          pel_label_layout_place_label (&label_cases[i].region, 300, 30, 6, WIDTH, HEIGHT, taken);

      g_test_message ("%s", label_cases[i].what);
      g_assert_cmpint (rect.x, ==, label_cases[i].x);
      g_assert_cmpint (rect.y, ==, label_cases[i].y);
    }
}

static void
test_label_larger (void)
{
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (PelBufferRect));
  PelBufferRect      region = { 10, 10, 30, 30 };
  PelBufferRect      rect = pel_label_layout_place_label (&region, 300, 200, 6, 100, 80, taken);

  g_assert_cmpint (rect.x, ==, 0);
  g_assert_cmpint (rect.y, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/label-layout/tags/alone", test_alone);
  g_test_add_func ("/label-layout/tags/hidden", test_hidden);
  g_test_add_func ("/label-layout/tags/rows-own", test_rows_own);
  g_test_add_func ("/label-layout/tags/ground-ignored", test_ground_ignored);
  g_test_add_func ("/label-layout/tags/random", test_random);
  g_test_add_func ("/label-layout/tags/dense", test_dense);
  g_test_add_func ("/label-layout/tags/pile", test_pile);
  g_test_add_func ("/label-layout/labels/places", test_label_places);
  g_test_add_func ("/label-layout/labels/larger", test_label_larger);
  return g_test_run ();
}
