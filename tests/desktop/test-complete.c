/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the provider sees of a program is all there is: the multiset of (path, parent, role, name)
 * of a slow walk that asks for everything. At first sight, and while the program is used. */

#include "fixture-hands.h"
#include "long-form.h"
#include "provider-case.h"
#include "real-program.h"

#include <stdlib.h>
#include <string.h>

static const char *const fixtures[] = {
  "fixture-gtk3", "fixture-gtk4", "fixture-qt5", "fixture-qt6", "fixture-web",
};

/* The walk itself, on a program whose objects are known. */
static void
test_reference (void)
{
  g_autoptr (GError)           error = NULL;
  g_autoptr (GDBusConnection)  bus = pel_a11y_connect (&error);
  g_autoptr (PelFixture)       fixture = NULL;
  g_autofree char             *name = NULL;
  g_autoptr (PelReferenceTree) walk = NULL;
  g_autoptr (PelReferenceTree) other = NULL;
  g_autofree char             *difference = NULL;
  static const char *const     lines[] = {
        "missing " PEL_A11Y_ROOT " in nobody: role 75 “fixture-hostile”\n",
        "missing " PEL_A11Y_NODE "3 in " PEL_A11Y_NODE "2: role 43 “Button”\n",
        "missing " PEL_A11Y_NODE "6 in " PEL_A11Y_NODE "2: role 29 “Label”\n",
        "too much /a in nobody: role 1 “x”\n",
        "8 differences: 7 nodes expected, 1 found\n",
  };

  g_assert_no_error (error);
  fixture = pel_fixture_start (&error, "fixture-hostile", NULL);
  g_assert_no_error (error);
  name = pel_a11y_wait_program (bus, pel_fixture_get_pid (fixture), 15000);
  walk = pel_reference_walk (bus, name);
  other = pel_reference_tree_new (walk);
  pel_reference_tree_add (other, "/a", NULL, 0, 1, "x");
  difference = pel_reference_tree_compare (walk, other);
  g_test_message ("%s", difference);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_nonnull (strstr (difference, lines[i]));
  g_assert_null (pel_reference_tree_compare (walk, walk));
}

/* Both walk and look until they agree: a program may still be busy with itself. */
static void
assert_complete (PelElementSource *source, GDBusConnection *bus, const char *name)
{
  gint64           deadline = g_get_monotonic_time () + SETTLE_MS * G_TIME_SPAN_MILLISECOND;
  g_autofree char *difference = NULL;

  do
    {
      g_autoptr (PelReferenceTree) walk = pel_reference_walk (bus, name);
      g_autoptr (PelSnapshot)      snapshot = look_at_program (source, name);

      g_free (difference);
      difference = compare_with_walk (snapshot, name, walk);
      if (difference == NULL)
        {
          g_test_message ("%u nodes", pel_reference_tree_get_n_nodes (walk));
          return;
        }
    }
  while (g_get_monotonic_time () < deadline);
  g_error ("What is seen of the program is not what there is:\n%s", difference);
}

/* What a fresh provider sees at first sight, once the program has come to rest. */
static void
assert_complete_at_once (GDBusConnection *bus, const char *name)
{
  gint64           deadline = g_get_monotonic_time () + SETTLE_MS * G_TIME_SPAN_MILLISECOND;
  g_autofree char *difference = NULL;

  do
    {
      g_autoptr (PelElementSource) source = open_provider ();
      g_autoptr (PelSnapshot)      snapshot = look_at_program (source, name);
      g_autoptr (PelReferenceTree) walk = pel_reference_walk_at_rest (bus, name, SETTLE_MS);

      g_assert_cmpuint (pel_reference_tree_get_n_nodes (walk), >, 5);
      g_free (difference);
      difference = compare_with_walk (snapshot, name, walk);
      if (difference == NULL)
        return;
      g_test_message ("%s", difference);
    }
  while (g_get_monotonic_time () < deadline);
  g_error ("What is seen of the program is not what there is:\n%s", difference);
}

/* Fixtures */

typedef struct
{
  PelFixture      *fixture;
  GDBusConnection *bus;
  char            *name;
} Subject;

static void
subject_clear (Subject *self)
{
  g_clear_pointer (&self->fixture, pel_fixture_stop);
  g_clear_object (&self->bus);
  g_clear_pointer (&self->name, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Subject, subject_clear)

static Subject
start (const char *program)
{
  g_autoptr (GError) error = NULL;
  Subject            self = { 0 };

  self.bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  self.fixture = pel_fixture_start (&error, program, "--rows", "60", NULL);
  g_assert_no_error (error);
  self.name = pel_a11y_wait_program (self.bus, pel_fixture_get_pid (self.fixture), 15000);
  g_assert_nonnull (self.name);
  return self;
}

static void
test_cold (gconstpointer program)
{
  g_auto (Subject) self = start (program);

  assert_complete_at_once (self.bus, self.name);
}

/* Everything that makes, moves or ends objects. */
/* clang-format off */
static const Step steps[] = {
  { CLICK,       "toggle",         0,  0,  "toggled toggle on"        },
  { CLICK,       "entry",          0,  0,  "focused entry"            },
  { TYPE,        "Zoe",            0,  0,  "text entry \"Zoe\""       },
  { WHEEL,       "list",           0,  0,  "scrolled list *"          },
  { CLICK,       "tree",           9,  12, "expanded tree node-1"     },
  { CLICK,       "tab-2",          0,  0,  "tab tab-2"                },
  { CLICK,       "menubar",        25, 14, "file-menu shown"          },
  { CLICK,       "file-menu",      40, 36, "recent-menu shown"        },
  { CLICK,       "recent-menu",    40, 36, "menu recent-two"          },
  { CLICK,       "popover-button", 0,  0,  "popover shown"            },
  { CHORD,       "Escape",         0,  0,  "popover hidden"           },
  { RIGHT_CLICK, "context",        0,  0,  "context-menu shown"       },
  { CLICK,       "context-menu",   40, 12, "menu context-copy"        },
  { WHEEL,       "scroller",       0,  0,  "scrolled scroller *"      },
  { CLICK,       "open-dialog",    0,  0,  "dialog shown"             },
  { CLICK,       "dialog-ok",      0,  0,  "dialog closed ok"         },
};
/* clang-format on */

static void
test_live (gconstpointer program)
{
  g_auto (Subject)             self = start (program);
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelTestInput)     input = pel_test_input_new (&error);
  g_autoptr (PelElementSource) source = open_provider ();

  g_assert_no_error (error);
  pel_element_source_start_watching (source);
  assert_complete (source, self.bus, self.name);
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      perform (input, self.fixture, &steps[i]);
      assert_complete (source, self.bus, self.name);
    }
  pel_element_source_stop_watching (source);
}

/* Real programs */

/* clang-format off */
static const char *const programs[] = {
  "gtk3-widget-factory", "gtk4-widget-factory", "gtk4-demo", "gnome-calculator", "speedcrunch",
};
/* clang-format on */

static void
test_program (gconstpointer program)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autofree char            *name = NULL;
  GSubprocess                *process;

  g_assert_no_error (error);
  process = open_program (bus, program, NULL, &name);
  if (process == NULL)
    return;
  assert_complete_at_once (bus, name);
  close_program (process, bus, name);
}

/* The name of the program that shows a sheet. An office starts itself a second time when it runs
 * for the first time. */
static char *
wait_for_sheet (GDBusConnection *bus, GSubprocess *process)
{
  gint64 deadline = g_get_monotonic_time () + START_MS * G_TIME_SPAN_MILLISECOND;
  pid_t  pid = atoi (g_subprocess_get_identifier (process));
  guint  waker = g_timeout_add (POLL_MS, provider_wake_cb, NULL);
  char  *found = NULL;

  while (found == NULL && g_get_monotonic_time () < deadline)
    {
      g_autofree char             *name = pel_a11y_wait_program (bus, pid, START_MS);
      g_autoptr (PelElementSource) source = open_provider ();
      g_autoptr (PelSnapshot)      snapshot = look_at_desktop (source, 0, LOOK_TIMEOUT_MS);

      if (name != NULL && find_program (snapshot, name) != NULL &&
          find_named (snapshot, "A1").role == PEL_ROLE_CELL)
        found = g_steal_pointer (&name);
      else
        g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (waker);
  return found;
}

/* Of the cells of a real sheet those are seen that are shown, and the program is unharmed. */
static void
test_sheet (gconstpointer program)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autofree char            *first_name = NULL;
  g_autofree char            *name = NULL;
  GSubprocess                *process;

  g_assert_no_error (error);
  process = open_program (bus, program, "--norestore", &first_name);
  if (process == NULL)
    return;
  name = wait_for_sheet (bus, process);
  g_assert_nonnull (name);
  assert_complete_at_once (bus, name);
  close_program (process, bus, name);
}

static void
test_missing (gconstpointer program)
{
  g_assert_true (pel_fixture_skip (program));
}

/* Whether a newer version of its toolkit has a fixture, too. */
static gboolean
has_newer (const char *program)
{
  return g_str_equal (program, "fixture-gtk3") || g_str_equal (program, "fixture-qt5");
}

static void
add (const char *group, const char *program, GTestDataFunc function)
{
  g_autofree char *path = g_strdup_printf ("/complete/%s/%s", group, program);

  g_test_add_data_func (path, program, function);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/complete/reference", test_reference);
  for (gsize i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      gboolean is_here = pel_fixture_refuse (fixtures[i]) == NULL;

      add ("cold", fixtures[i], is_here ? test_cold : test_missing);
      if (pel_test_is_long () || !has_newer (fixtures[i]))
        add ("live", fixtures[i], is_here ? test_live : test_missing);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    add ("program", programs[i], test_program);
  if (pel_test_is_long ())
    add ("sheet", "localc", test_sheet);
  return g_test_run ();
}
