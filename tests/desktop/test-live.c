/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* While somebody watches, what happens to a program arrives by itself; each event costs a few
 * questions and never a new reading, and a look at what has not changed costs none. */

#include "fixture-hands.h"
#include "provider-case.h"
#include "sway-ipc.h"

#include <math.h>
#include <stdlib.h>

#define TITLE       "Watched"
#define REGISTRY    "/org/a11y/atspi/registry"
#define N_NODES     "5000"
#define MAX_PADDING 12

static const char *const fixtures[] = {
  "fixture-gtk3", "fixture-gtk4", "fixture-qt5", "fixture-qt6", "fixture-web",
};

typedef struct
{
  PelFixture       *fixture;
  GDBusConnection  *bus;
  char             *name;
  PelElementSource *source;
  PelTestInput     *input;
  guint             n_changes; /* how often “changed” came */
} Scene;

static void
changed_cb (PelElementSource *source, gpointer data)
{
  Scene *self = data;

  self->n_changes++;
}

static void
scene_free (Scene *self)
{
  if (self->source != NULL)
    pel_element_source_stop_watching (self->source);
  g_clear_object (&self->source);
  g_clear_object (&self->bus);
  g_clear_pointer (&self->fixture, pel_fixture_stop);
  g_clear_pointer (&self->input, pel_test_input_free);
  g_free (self->name);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Scene, scene_free)

static Scene *
open_scene (const char *program, const char *const *arguments)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSnapshot) first = NULL;
  Scene                  *self = g_new0 (Scene, 1);

  self->bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  self->input = pel_test_input_new (&error);
  g_assert_no_error (error);
  self->fixture = pel_fixture_startv (program, arguments, &error);
  g_assert_no_error (error);
  self->name = pel_a11y_wait_program (self->bus, pel_fixture_get_pid (self->fixture), 15000);
  g_assert_nonnull (self->name);
  self->source = open_provider ();
  g_signal_connect (self->source, "changed", G_CALLBACK (changed_cb), self);
  pel_element_source_start_watching (self->source);
  first = look_at_program (self->source, self->name);
  return self;
}

/* What can be waited for */

typedef struct
{
  const char *name;
  gboolean    is_set; /* a state, or that it is there */
  double      x, y;   /* of its bounds */
} Expectation;

static gboolean
is_on (PelSnapshot *snapshot, gconstpointer data)
{
  const Expectation *wanted = data;
  PelElement         element = find_named (snapshot, wanted->name);
  gboolean           is_set = pel_states_has (element.states, PEL_STATE_CHECKED) ||
                    pel_states_has (element.states, PEL_STATE_PRESSED);

  return element.id != PEL_ELEMENT_NONE && is_set == wanted->is_set;
}

static gboolean
is_visible (PelSnapshot *snapshot, gconstpointer data)
{
  const Expectation *wanted = data;
  PelElement         element = find_named (snapshot, wanted->name);

  return (element.id != PEL_ELEMENT_NONE && (element.flags & PEL_ELEMENT_IS_VISIBLE) != 0) ==
         wanted->is_set;
}

/* GTK 4 tells the box inside its padding. */
static gboolean
is_at (PelSnapshot *snapshot, gconstpointer data)
{
  const Expectation *wanted = data;
  PelElement         element = find_named (snapshot, wanted->name);

  return (element.flags & PEL_ELEMENT_HAS_BOUNDS) != 0 &&
         fabs (element.bounds.x - wanted->x) <= MAX_PADDING &&
         fabs (element.bounds.y - wanted->y) <= MAX_PADDING;
}

static gboolean
has_moved_up (PelSnapshot *snapshot, gconstpointer data)
{
  const Expectation *wanted = data;
  PelElement         element = find_named (snapshot, wanted->name);

  return (element.flags & PEL_ELEMENT_HAS_BOUNDS) == 0 || element.bounds.y < wanted->y;
}

static gboolean
is_named (PelSnapshot *snapshot, gconstpointer data)
{
  const Expectation *wanted = data;

  return (find_named (snapshot, wanted->name).id != PEL_ELEMENT_NONE) == wanted->is_set;
}

static void
expect (Scene *self, gboolean (*is_true) (PelSnapshot *, gconstpointer), const Expectation *wanted)
{
  if (!look_until (self->source, self->name, is_true, wanted))
    {
      g_autoptr (PelSnapshot) snapshot = look_at_program (self->source, self->name);
      PelElement              element = find_named (snapshot, wanted->name);

      g_error ("“%s” is not as expected (%d, %g,%g): id %u, states %" G_GINT64_MODIFIER
               "x, flags %x, at %g,%g",
               wanted->name,
               wanted->is_set,
               wanted->x,
               wanted->y,
               element.id,
               element.states,
               element.flags,
               element.bounds.x,
               element.bounds.y);
    }
}

/* It comes with the next frame, which may be after a look that shows it already. */
static void
await_changed (Scene *self)
{
  gint64 deadline = g_get_monotonic_time () + SETTLE_MS * G_TIME_SPAN_MILLISECOND;
  guint  waker = g_timeout_add (POLL_MS, provider_wake_cb, NULL);

  while (self->n_changes == 0 && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (waker);
  g_assert_cmpuint (self->n_changes, >, 0);
}

/* Changes in all toolkits */

typedef struct
{
  Step step;
  gboolean (*is_true) (PelSnapshot *, gconstpointer);
  Expectation wanted;
} Change;

/* clang-format off */
static const Change changes[] = {
  { { CLICK, "toggle",        0, 0, "toggled toggle on"  }, is_on,      { "Toggle",        TRUE  } },
  { { CLICK, "toggle",        0, 0, "toggled toggle off" }, is_on,      { "Toggle",        FALSE } },
  { { CLICK, "check",         0, 0, "toggled check on"   }, is_on,      { "Check",         TRUE  } },
  { { CLICK, "radio-2",       0, 0, "toggled radio-2 on" }, is_on,      { "Radio two",     TRUE  } },
  { { CLICK, "tab-2",         0, 0, "tab tab-2"          }, is_visible, { "Hidden button", TRUE  } },
  { { CLICK, "tab-1",         0, 0, "tab tab-1"          }, is_visible, { "Hidden button", FALSE } },
  { { CLICK, "open-dialog",   0, 0, "dialog shown"       }, is_visible, { "OK",            TRUE  } },
  { { CLICK, "dialog-cancel", 0, 0, "dialog closed *"    }, is_visible, { "OK",            FALSE } },
};
/* clang-format on */

static const char *const titled[] = { "--title", TITLE, "--rows", "60", NULL };

static void
test_changes (gconstpointer program)
{
  g_autoptr (Scene) self = open_scene (program, titled);

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      self->n_changes = 0;
      perform (self->input, self->fixture, &changes[i].step);
      expect (self, changes[i].is_true, &changes[i].wanted);
      await_changed (self);
    }
}

static void
test_names (gconstpointer program)
{
  static const char *const ticking[] = { "--timer", "700", "--rows", "10", NULL };
  g_autoptr (Scene)        self = open_scene (program, ticking);
  guint                    n_changes = self->n_changes;

  for (int i = 3; i < 6; i++)
    {
      g_autofree char *line = g_strdup_printf ("text ticker \"tick %d\"", i);
      g_autofree char *name = g_strdup_printf ("tick %d", i);

      pel_fixture_expect (self->fixture, line);
      expect (self, is_named, &(Expectation){ name, TRUE });
    }
  g_assert_cmpuint (self->n_changes, >, n_changes);
}

/* Moving */

static void
move_window (int x, int y)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *command = NULL;
  int                status = 0;

  if (g_getenv ("WAYLAND_DISPLAY") != NULL)
    {
      command = g_strdup_printf ("[title=\"" TITLE "\"] move absolute position %d %d", x, y);
      pel_sway_command (command, &error);
    }
  else
    {
      command = g_strdup_printf ("wmctrl -r " TITLE " -e 0,%d,%d,-1,-1", x, y);
      g_spawn_command_line_sync (command, NULL, NULL, &status, &error);
    }
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

static PelElement
get_named (Scene *self, const char *name)
{
  g_autoptr (PelSnapshot) snapshot = look_at_program (self->source, self->name);

  return find_named (snapshot, name);
}

/* What is seen of the button is where its pixels are. */
static PelOracleBox
expect_placed (Scene *self)
{
  PelOracleBox box = find_widget ("button");

  expect (self, is_at, &(Expectation){ .name = "Button", .x = box.x, .y = box.y });
  return box;
}

static void
test_moved (gconstpointer program)
{
  g_autoptr (Scene) self = open_scene (program, titled);
  PelOracleBox      before = expect_placed (self);
  gint64            deadline = g_get_monotonic_time () + SETTLE_MS * G_TIME_SPAN_MILLISECOND;

  move_window (170, 110);
  while (find_widget ("button").x == before.x && g_get_monotonic_time () < deadline)
    ;
  g_assert_cmpint (expect_placed (self).x, !=, before.x);
}

static void
test_scrolled (gconstpointer program)
{
  g_autoptr (Scene) self = open_scene (program, titled);
  PelElement        row;

  expect_placed (self);
  row = get_named (self, "row-6");
  g_assert_true (row.flags & PEL_ELEMENT_HAS_BOUNDS);
  perform (self->input, self->fixture, &(Step){ WHEEL, "list", 0, 0, "scrolled list *" });
  expect (self, has_moved_up, &(Expectation){ .name = "row-6", .y = row.bounds.y });
}

/* What it costs */

static Scene *
open_big_scene (void)
{
  /* a toolkit that tells everything: nothing has to be looked up by and by */
  static const char *const big[] = { "--nodes", N_NODES, "--toolkit", "gtk,3.24.38", NULL };

  return open_scene ("fixture-hostile", big);
}

static void
pull (Scene *self, const char *method, int node, GVariant *arguments)
{
  g_autofree char     *path = g_strdup_printf (PEL_A11Y_NODE "%d", node);
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) answer = NULL;

  pel_fixture_forget (self->fixture);
  self->n_changes = 0;
  answer = pel_a11y_call (self->bus, self->name, path, "Puppet", method, arguments, &error);
  g_assert_no_error (error);
}

/* How many calls its log has, once a call of our own is in it. */
static guint
count_calls (Scene *self)
{
  g_autoptr (GVariant) answer = pel_a11y_call (self->bus,
                                               self->name,
                                               PEL_A11Y_ROOT,
                                               "Accessible",
                                               "GetLocalizedRoleName",
                                               NULL,
                                               NULL);

  g_assert_nonnull (answer);
  pel_fixture_expect (self->fixture, "call Accessible.GetLocalizedRoleName *");
  return pel_fixture_count (self->fixture, "call *") - 1;
}

static void
test_cost_of_events (void)
{
  g_autoptr (Scene) self = open_big_scene ();

  pull (self, "Rename", 3000, g_variant_new ("(s)", "Renamed"));
  expect (self, is_named, &(Expectation){ "Renamed", TRUE });
  await_changed (self);
  g_assert_cmpuint (count_calls (self), <=, 10);

  pull (self, "Check", 3000, g_variant_new ("(b)", TRUE));
  expect (self, is_on, &(Expectation){ "Renamed", TRUE });
  g_assert_cmpuint (count_calls (self), <=, 10);

  pull (self, "Add", 1, NULL);
  expect (self, is_named, &(Expectation){ "node " N_NODES, TRUE });
  g_assert_cmpuint (count_calls (self), <=, 30);

  pull (self, "Remove", 1, NULL);
  expect (self, is_named, &(Expectation){ "node " N_NODES, FALSE });
  g_assert_cmpuint (count_calls (self), <=, 30);
}

/* What is in a field is not part of the tree, but of a look. */
static void
test_values (void)
{
  g_autoptr (Scene) self = open_big_scene ();

  pull (self, "Write", 3000, g_variant_new ("(s)", "Written"));
  await_changed (self);
}

static void
test_warm_look (void)
{
  g_autoptr (Scene) self = open_big_scene ();

  pel_fixture_forget (self->fixture);
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (PelSnapshot) snapshot = look_at_program (self->source, self->name);

      g_assert_cmpuint (pel_snapshot_get_n_elements (snapshot), ==, atoi (N_NODES));
    }
  g_assert_cmpuint (count_calls (self), ==, 0);
}

/* Registrations */

static guint
count_registrations (Scene *self, gboolean *ret_is_broad)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (GVariant)     answer = pel_a11y_call (self->bus,
                                               "org.a11y.atspi.Registry",
                                               REGISTRY,
                                               "Registry",
                                               "GetRegisteredEvents",
                                               NULL,
                                               &error);
  g_autoptr (GVariantIter) iter = NULL;
  const char              *event;
  guint                    n = 0;

  g_assert_no_error (error);
  g_variant_get (answer, "(a(ss))", &iter);
  for (; g_variant_iter_next (iter, "(&s&s)", NULL, &event); n++)
    {
      g_test_message ("%s", event);
      *ret_is_broad |= g_str_equal (event, "") || g_ascii_strcasecmp (event, "object:") == 0 ||
                       g_ascii_strcasecmp (event, "object::") == 0;
    }
  return n;
}

static void
wait_for_registrations (Scene *self, guint n_wanted)
{
  gint64   deadline = g_get_monotonic_time () + SETTLE_MS * G_TIME_SPAN_MILLISECOND;
  guint    waker = g_timeout_add (POLL_MS, provider_wake_cb, NULL);
  gboolean is_broad = FALSE;
  guint    n;

  while ((n = count_registrations (self, &is_broad)) != n_wanted &&
         g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (waker);
  g_assert_cmpuint (n, ==, n_wanted);
}

/* Only while someone watches, never for everything, and as many each time: registries of
 * at-spi 2.62 keep what is not closed. */
static void
test_registrations (void)
{
  g_autoptr (Scene) self = open_big_scene ();
  gboolean          is_broad = FALSE;
  guint             n = count_registrations (self, &is_broad);

  g_assert_cmpuint (n, >, 0);
  g_assert_false (is_broad);
  for (guint i = 0; i < 3; i++)
    {
      pel_element_source_stop_watching (self->source);
      wait_for_registrations (self, 0);
      pel_element_source_start_watching (self->source);
      wait_for_registrations (self, n);
    }
}

/* Menus */

/* Qt reports nothing of what a program puts into a menu that is about to open. */
static void
test_late_menus (gconstpointer program)
{
  static const char *const late[] = { "--title", TITLE, "--rows", "5", "--late-menus", NULL };
  g_autoptr (Scene)        self = open_scene (program, late);

  g_assert_cmpuint (get_named (self, "One").id, ==, PEL_ELEMENT_NONE);
  perform (self->input, self->fixture, &(Step){ CLICK, "menubar", 25, 14, "file-menu shown" });
  perform (self->input, self->fixture, &(Step){ CLICK, "file-menu", 40, 36, "recent-menu shown" });
  expect (self, is_named, &(Expectation){ "One", TRUE });
  expect (self, is_named, &(Expectation){ "Two", TRUE });
}

static void
test_missing (gconstpointer program)
{
  g_assert_true (pel_fixture_skip (program));
}

static void
add (const char *group, const char *program, GTestDataFunc function)
{
  g_autofree char *path = g_strdup_printf ("/live/%s/%s", group, program);

  g_test_add_data_func (path,
                        program,
                        pel_fixture_refuse (program) == NULL ? function : test_missing);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live/cost/events", test_cost_of_events);
  g_test_add_func ("/live/cost/warm-look", test_warm_look);
  g_test_add_func ("/live/values", test_values);
  g_test_add_func ("/live/registrations", test_registrations);
  for (gsize i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      add ("changes", fixtures[i], test_changes);
      add ("names", fixtures[i], test_names);
      add ("moved", fixtures[i], test_moved);
      add ("scrolled", fixtures[i], test_scrolled);
    }
  add ("late-menus", "fixture-qt5", test_late_menus);
  add ("late-menus", "fixture-qt6", test_late_menus);
  return g_test_run ();
}
