/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/x11-cover.h"

#include <string.h>

#define ROOT 1
#define OURS 1000

/* One child of the made-up root. */
typedef struct
{
  xcb_window_t window;
  gboolean     is_mapped;
} Child;

/* A root window that tells of its children as the server does. */
typedef struct
{
  GArray      *children; /* of Child, the lowest first; OURS is one of them */
  unsigned int sequence;
  PelX11Cover *cover;
  gboolean     must_rise; /* what the cover has told since the last raise */
} Root;

static guint
find (Root *root, xcb_window_t window)
{
  for (guint i = 0; i < root->children->len; i++)
    if (g_array_index (root->children, Child, i).window == window)
      return i;
  g_assert_not_reached ();
}

static void
tell (Root *root, gconstpointer event, gsize size)
{
  xcb_generic_event_t generic = { 0 };

  memcpy (&generic, event, MIN (size, 32));
  generic.full_sequence = root->sequence;
  if (pel_x11_cover_take (root->cover, &generic) != XCB_NONE)
    root->must_rise = TRUE;
}

static void
create (Root *root, xcb_window_t window)
{
  Child                     child = { window, FALSE };
  xcb_create_notify_event_t event = { .response_type = XCB_CREATE_NOTIFY,
                                      .parent = ROOT,
                                      .window = window };

  g_array_append_val (root->children, child);
  tell (root, &event, sizeof event);
}

static void
set_mapped (Root *root, guint index, gboolean is_mapped)
{
  Child                 *child = &g_array_index (root->children, Child, index);
  xcb_map_notify_event_t event = { .response_type = is_mapped ? XCB_MAP_NOTIFY : XCB_UNMAP_NOTIFY,
                                   .event = ROOT,
                                   .window = child->window };

  child->is_mapped = is_mapped;
  tell (root, &event, sizeof event);
}

static void
destroy (Root *root, guint index)
{
  xcb_destroy_notify_event_t event = {
    .response_type = XCB_DESTROY_NOTIFY,
    .event = ROOT,
    .window = g_array_index (root->children, Child, index).window,
  };

  g_array_remove_index (root->children, index);
  tell (root, &event, sizeof event);
}

static void
restack (Root *root, guint from, guint to)
{
  Child                        child = g_array_index (root->children, Child, from);
  xcb_configure_notify_event_t event = { .response_type = XCB_CONFIGURE_NOTIFY,
                                         .event = ROOT,
                                         .window = child.window };

  g_array_remove_index (root->children, from);
  g_array_insert_val (root->children, to, child);
  event.above_sibling =
      to > 0 ? g_array_index (root->children, Child, to - 1).window : (xcb_window_t) XCB_NONE;
  tell (root, &event, sizeof event);
}

static void
rise (Root *root)
{
  root->sequence += 1 + (unsigned int) g_test_rand_int_range (0, 3);
  pel_x11_cover_raise (root->cover, root->sequence);
  root->must_rise = FALSE;
  restack (root, find (root, OURS), root->children->len - 1);
  root->sequence++; /* after it we always ask something */
}

static gboolean
is_covered (Root *root)
{
  for (guint i = find (root, OURS) + 1; i < root->children->len; i++)
    if (g_array_index (root->children, Child, i).is_mapped)
      return TRUE;
  return FALSE;
}

static void
do_anything (Root *root, xcb_window_t fresh)
{
  guint n = root->children->len;
  guint index = (guint) g_test_rand_int_range (0, (int) n);
  guint to = (guint) g_test_rand_int_range (0, (int) n);

  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
      create (root, fresh);
      break;
    case 1:
      set_mapped (root, index, !g_array_index (root->children, Child, index).is_mapped);
      break;
    case 2:
      restack (root, index, to);
      break;
    case 3:
      restack (root, index, n - 1);
      break;
    default:
      if (g_array_index (root->children, Child, index).window != OURS)
        destroy (root, index);
    }
}

/* Whatever happens: when a window that can be seen has come above ours, we were told. */
static void
test_told (void)
{
  guint n_risen = 0;

  for (guint run = 0; run < 50; run++)
    {
      Root root = { .children = g_array_new (FALSE, FALSE, sizeof (Child)),
                    .sequence = G_MAXUINT32 - 20, /* it goes round */
                    .cover = pel_x11_cover_new (OURS) };

      create (&root, OURS);
      set_mapped (&root, 0, TRUE);
      rise (&root);
      for (guint step = 0; step < 200; step++)
        {
          gboolean was_mapped = g_array_index (root.children, Child, find (&root, OURS)).is_mapped;

          do_anything (&root, OURS + 1 + step);
          g_array_index (root.children, Child, find (&root, OURS)).is_mapped = was_mapped;
          if (is_covered (&root))
            g_assert_true (root.must_rise);
          if (root.must_rise && g_test_rand_bit ())
            {
              rise (&root);
              n_risen++;
            }
        }
      pel_x11_cover_free (root.cover);
      g_array_unref (root.children);
    }
  g_assert_cmpuint (n_risen, >, 100);
}

/* What is no reason: programs that move and open windows below are left alone. */
static void
test_silent (void)
{
  Root root = { .children = g_array_new (FALSE, FALSE, sizeof (Child)),
                .cover = pel_x11_cover_new (OURS) };

  create (&root, 5);
  create (&root, 6);
  create (&root, OURS);
  rise (&root);
  set_mapped (&root, find (&root, 5), TRUE);
  set_mapped (&root, find (&root, 6), TRUE);
  restack (&root, find (&root, 5), 1); /* above 6, below us */
  restack (&root, find (&root, 6), 0);
  g_assert_false (root.must_rise);
  create (&root, 7);
  g_assert_false (root.must_rise);
  restack (&root, find (&root, 6), 2); /* below 7, that nobody sees, but above us */
  g_assert_true (root.must_rise);

  /* an event from before our last raise was served */
  rise (&root);
  root.sequence -= 2;
  restack (&root, find (&root, 5), 3);
  g_assert_false (root.must_rise);
  root.sequence += 2;
  restack (&root, find (&root, OURS), 0);
  g_assert_true (root.must_rise);
  pel_x11_cover_free (root.cover);
  g_array_unref (root.children);
}

/* A window manager takes a new window into its frame, and gives it back when it ends. */
static void
test_reparented (void)
{
  Root                        root = { .children = g_array_new (FALSE, FALSE, sizeof (Child)),
                                       .cover = pel_x11_cover_new (OURS) };
  xcb_reparent_notify_event_t event = { .response_type = XCB_REPARENT_NOTIFY, .event = ROOT };

  create (&root, OURS);
  rise (&root);
  create (&root, 5);
  event.window = 5;
  event.parent = 99;
  tell (&root, &event, sizeof event);
  set_mapped (&root, find (&root, 5), TRUE);
  g_assert_false (root.must_rise);
  event.parent = ROOT;
  tell (&root, &event, sizeof event);
  set_mapped (&root, find (&root, 5), TRUE);
  g_assert_true (root.must_rise);
  pel_x11_cover_free (root.cover);
  g_array_unref (root.children);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/x11-cover/told", test_told);
  g_test_add_func ("/x11-cover/silent", test_silent);
  g_test_add_func ("/x11-cover/reparented", test_reparented);
  return g_test_run ();
}
