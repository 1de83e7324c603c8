/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A program that does not tell when its things move, and moves them while it answers. */

#include "bus-pair.h"

#include "services/provider/atspi-program.h"

#include <atspi/atspi-constants.h>

#define OWN     ":1.5"
#define SHOWING (1u << ATSPI_STATE_SHOWING | 1u << ATSPI_STATE_VISIBLE)

/* A window, a group in it, a button in that. */
static const struct
{
  const char *path, *child;
  guint       role;
} objects[] = {
  { "/r", "/w", ATSPI_ROLE_APPLICATION },
  { "/w", "/g", ATSPI_ROLE_FRAME },
  { "/g", "/b", ATSPI_ROLE_PANEL },
  { "/b", NULL, ATSPI_ROLE_PUSH_BUTTON },
};

typedef struct
{
  BusPair         *pair;
  PelAtspiProgram *program;
  guint            n_settled;
  int              x;            /* where everything is */
  const char      *moves_before; /* (nullable) everything moves before this one answers */
  guint            n_places;     /* told so far */
  int              window_width;
  const char      *name; /* what everything is called */
  const char
      *renames_before; /* (nullable) everything is called “Private” before this one answers */
  PelQuarantine *quarantine;
} Fixture;

static void
settled_cb (PelAtspiProgram *program, gpointer data)
{
  ((Fixture *) data)->n_settled++;
}

static void
changed_cb (PelAtspiProgram *program, gpointer data)
{
}

static gsize
find_object (const char *path)
{
  gsize i = 0;

  while (i < G_N_ELEMENTS (objects) - 1 && !g_str_equal (objects[i].path, path))
    i++;
  return i;
}

static void
answer_place (Fixture *fixture, const char *path)
{
  if (g_strcmp0 (fixture->moves_before, path) == 0)
    {
      fixture->x += 100;
      fixture->moves_before = NULL;
    }
  fixture->n_places++;
  bus_pair_answer (fixture->pair,
                   0,
                   "(iiii)",
                   fixture->x,
                   0,
                   g_str_equal (path, "/w") ? fixture->window_width : 10,
                   10);
}

static void
answer_property (Fixture *fixture, sd_bus_message *call, const char *child)
{
  const char *interface = "", *property = "";

  sd_bus_message_read (call, "ss", &interface, &property);
  if (g_str_equal (property, "Name") &&
      g_strcmp0 (fixture->renames_before, sd_bus_message_get_path (call)) == 0)
    {
      fixture->name = "Private";
      fixture->renames_before = NULL;
    }
  if (g_str_equal (property, "ToolkitName"))
    bus_pair_answer (fixture->pair, 0, "v", "s", "Qt");
  else if (g_str_equal (property, "Version"))
    bus_pair_answer (fixture->pair, 0, "v", "s", "6.4");
  else if (g_str_equal (property, "ChildCount"))
    bus_pair_answer (fixture->pair, 0, "v", "i", child != NULL);
  else if (g_str_equal (property, "Name"))
    bus_pair_answer (fixture->pair, 0, "v", "s", fixture->name);
  else
    bus_pair_refuse (fixture->pair, 0);
}

/* The first call that waits. */
static void
answer_one (Fixture *fixture)
{
  sd_bus_message *call = fixture->pair->calls->pdata[0];
  const char     *member = sd_bus_message_get_member (call);
  gsize           i = find_object (sd_bus_message_get_path (call));
  const char     *child = objects[i].child;

  if (g_str_equal (member, "Get"))
    answer_property (fixture, call, child);
  else if (g_str_equal (member, "GetState"))
    bus_pair_answer (fixture->pair, 0, "au", 2, SHOWING, 0);
  else if (g_str_equal (member, "GetInterfaces") && i == 0)
    bus_pair_answer (fixture->pair, 0, "as", 1, "org.a11y.atspi.Accessible");
  else if (g_str_equal (member, "GetInterfaces"))
    bus_pair_answer (fixture->pair, 0, "as", 1, "org.a11y.atspi.Component");
  else if (g_str_equal (member, "GetRole"))
    bus_pair_answer (fixture->pair, 0, "u", objects[i].role);
  else if (g_str_equal (member, "GetChildren") && child != NULL)
    bus_pair_answer (fixture->pair, 0, "a(so)", 1, OWN, child);
  else if (g_str_equal (member, "GetChildren"))
    bus_pair_answer (fixture->pair, 0, "a(so)", 0);
  else if (g_str_equal (member, "GetExtents"))
    answer_place (fixture, objects[i].path);
  else
    bus_pair_refuse (fixture->pair, 0);
}

/* Until nothing more is asked. */
static void
answer_all (Fixture *fixture)
{
  do
    {
      while (fixture->pair->calls->len > 0)
        answer_one (fixture);
      bus_pair_settle (fixture->pair); /* the answers have arrived, */
      bus_pair_settle (fixture->pair); /* and what is asked because of them */
    }
  while (fixture->pair->calls->len > 0 || pel_atspi_program_is_busy (fixture->program));
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->window_width = 10;
  fixture->name = "";
  fixture->pair = bus_pair_new ();
  fixture->quarantine = pel_quarantine_new ();
  fixture->program =
      pel_atspi_program_new (fixture->pair->client,
                             &(PelAtspiOwner){ .bus_name = OWN, .root_path = "/r", .pid = 1 },
                             fixture->quarantine,
                             &(PelAtspiProgramEvents){
                                 .settled = settled_cb, .changed = changed_cb, .data = fixture });
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  pel_atspi_program_free (fixture->program);
  pel_quarantine_free (fixture->quarantine);
  bus_pair_free (fixture->pair);
}

static void
read_all (Fixture *fixture)
{
  pel_atspi_program_read (fixture->program);
  while (fixture->n_settled == 0)
    answer_all (fixture);
}

static void
poll_once (Fixture *fixture)
{
  pel_atspi_program_poll (fixture->program);
  answer_all (fixture);
}

static void
assert_places (Fixture *fixture, int x)
{
  PelAtspiTree *tree = pel_atspi_program_get_tree (fixture->program);

  for (gsize i = 1; i < G_N_ELEMENTS (objects); i++)
    {
      PelNodeId id = pel_atspi_tree_find (tree, objects[i].path);

      g_test_message ("object %s", objects[i].path);
      g_assert_cmpuint (id, !=, PEL_NODE_NONE);
      g_assert_cmpint (pel_atspi_tree_get (tree, id)->extents.x, ==, x);
    }
}

/* What holds the button was read before the move, the button after it. */
static void
test_moved_while_read (Fixture *fixture, gconstpointer unused)
{
  fixture->moves_before = "/b";
  read_all (fixture);
  g_assert_null (fixture->moves_before);
  poll_once (fixture);
  assert_places (fixture, 100);
}

/* The same while its places are asked for again. */
static void
test_moved_while_polled (Fixture *fixture, gconstpointer unused)
{
  read_all (fixture);
  poll_once (fixture);
  assert_places (fixture, 0);
  fixture->x = 100;
  pel_atspi_program_poll (fixture->program);
  bus_pair_settle (fixture->pair);
  while (fixture->pair->calls->len > 0)
    answer_one (fixture);
  fixture->moves_before = "/b";
  answer_all (fixture);
  g_assert_null (fixture->moves_before);
  poll_once (fixture);
  assert_places (fixture, 200);
}

/* Once all is still, only the window and leaves are asked. */
static void
test_still (Fixture *fixture, gconstpointer unused)
{
  read_all (fixture);
  poll_once (fixture);
  fixture->n_places = 0;
  poll_once (fixture);
  g_assert_cmpuint (fixture->n_places, ==, 2);
}

/* The window is made larger, and all that it holds stays where it is. */
static void
test_resized (Fixture *fixture, gconstpointer unused)
{
  PelAtspiTree *tree = pel_atspi_program_get_tree (fixture->program);

  read_all (fixture);
  poll_once (fixture);
  fixture->window_width = 20;
  poll_once (fixture);
  g_assert_cmpint (pel_atspi_tree_get (tree, pel_atspi_tree_find (tree, "/w"))->extents.width,
                   ==,
                   20);
}

static const char *
get_name (Fixture *fixture, const char *path)
{
  PelAtspiTree *tree = pel_atspi_program_get_tree (fixture->program);

  return pel_atspi_tree_get (tree, pel_atspi_tree_find (tree, path))->name;
}

/* The window is asked what it is called before the button is, and once more after it. */
static void
test_renamed_while_read (Fixture *fixture, gconstpointer unused)
{
  fixture->renames_before = "/b";
  read_all (fixture);
  g_assert_cmpstr (get_name (fixture, "/b"), ==, "Private");
  g_assert_cmpstr (get_name (fixture, "/w"), ==, "Private");
}

/* Nothing told of the change. */
static void
test_read_again (Fixture *fixture, gconstpointer unused)
{
  read_all (fixture);
  fixture->name = "Public";
  fixture->n_settled = 0;
  pel_atspi_program_read (fixture->program);
  answer_all (fixture);
  g_assert_cmpstr (get_name (fixture, "/b"), ==, "");
  pel_atspi_program_read_again (fixture->program);
  while (fixture->n_settled == 0)
    answer_all (fixture);
  g_assert_cmpstr (get_name (fixture, "/b"), ==, "Public");
}

/* A reading that has begun before is not enough. */
static void
test_read_again_while_read (Fixture *fixture, gconstpointer unused)
{
  pel_atspi_program_read (fixture->program);
  fixture->renames_before = "/b";
  while (fixture->renames_before != NULL)
    {
      while (fixture->pair->calls->len > 0 && fixture->renames_before != NULL)
        answer_one (fixture);
      bus_pair_settle (fixture->pair);
    }
  fixture->name = "Public";
  pel_atspi_program_read_again (fixture->program);
  while (fixture->n_settled == 0)
    answer_all (fixture);
  g_assert_cmpstr (get_name (fixture, "/b"), ==, "Public");
}

#define ADD(path, func) g_test_add ("/atspi-program/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("moved-while-read", test_moved_while_read);
  ADD ("moved-while-polled", test_moved_while_polled);
  ADD ("still", test_still);
  ADD ("resized", test_resized);
  ADD ("renamed-while-read", test_renamed_while_read);
  ADD ("read-again", test_read_again);
  ADD ("read-again-while-read", test_read_again_while_read);
  return g_test_run ();
}
