/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The fixture programs must be what they promise before anything is proved with them: every widget
 * is where the table says, in its colour; what hands do to it is logged; the accessibility bus has
 * it. */

#include "a11y-probe.h"
#include "fixture-hands.h"

#define MAX_NODES 2000

typedef struct
{
  const char *program;
  gboolean    tells_ids;  /* on the accessibility bus */
  const char *combo_name; /* Qt calls a combo box what it shows */
  const char *bare;       /* decorations with which the content stands at the position */
} Toolkit;

/* clang-format off */
static const Toolkit toolkits[] = {
  { "fixture-gtk3", TRUE,  "Combo box", "none"   },
  { "fixture-gtk4", FALSE, "Combo box", "none"   },
  { "fixture-qt5",  FALSE, "item-1",    "none"   },
  { "fixture-qt6",  FALSE, "item-1",    "none"   },
  { "fixture-web",  TRUE,  "Combo box", "server" },
};
/* clang-format on */

static PelFixture *
start (const Toolkit *toolkit, const char *option, const char *value)
{
  g_autoptr (GError) error = NULL;
  PelFixture        *fixture;

  fixture = pel_fixture_start (&error, toolkit->program, "--rows", "60", option, value, NULL);
  g_assert_no_error (error);
  return fixture;
}

/* Colours and places */

static void
test_look (gconstpointer data)
{
  g_autoptr (PelFixture) fixture = start (data, NULL, NULL);
  const FixtureWidget   *button = fixture_find ("button");
  PelOracleBox           origin = find_widget ("button");

  for (int i = 0; i < FIXTURE_N (fixture_widgets); i++)
    {
      const FixtureWidget *info = &fixture_widgets[i];
      PelOracleBox         box;

      if (info->kind == FIXTURE_PART)
        continue;
      g_test_message ("%s", info->id);
      box = find_widget (info->id);
      g_assert_cmpint (box.x - origin.x, ==, info->x - button->x);
      g_assert_cmpint (box.y - origin.y, ==, info->y - button->y);
      if (info->kind != FIXTURE_MENU_BAR) /* as wide as the window */
        g_assert_cmpint (box.width, ==, info->width);
      g_assert_cmpint (box.height, ==, info->height);
    }
}

static void
test_position (gconstpointer data)
{
  const Toolkit         *toolkit = data;
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture = pel_fixture_start (&error,
                                                      toolkit->program,
                                                      "--position",
                                                      "100,60",
                                                      "--decorations",
                                                      toolkit->bare,
                                                      "--size",
                                                      "1000x700",
                                                      NULL);
  PelOracleBox           button, bar;

  g_assert_no_error (error);
  button = find_widget ("button");
  bar = find_widget ("menubar");
  g_assert_cmpint (button.x, ==, 100 + fixture_find ("button")->x);
  g_assert_cmpint (button.y, ==, 60 + fixture_find ("button")->y);
  g_assert_cmpint (bar.x, ==, 100);
}

/* Acts */

/* clang-format off */
static const Step steps[] = {
  { CLICK,       "button",         0,   0,  "clicked button"             },
  { CLICK,       "toggle",         0,   0,  "toggled toggle on"          },
  { CLICK,       "toggle",         0,   0,  "toggled toggle off"         },
  { CLICK,       "check",          0,   0,  "toggled check on"           },
  { CLICK,       "radio-2",        0,   0,  "toggled radio-2 on"         },
  { CLICK,       "entry",          0,   0,  "focused entry"              },
  { TYPE,        "Zoe \"42\"",     0,   0,  "text entry \"Zoe \\\"42\\\"\"" },
  { CLICK,       "password",       0,   0,  "focused password"           },
  { TYPE,        "secret",         0,   0,  "text password \"secret\""   },
  { CLICK,       "multiline",      0,   0,  "focused multiline"          },
  { TYPE,        "a\nb",           0,   0,  "text multiline \"a\\nb\""   },
  { CHORD,       "Escape",         0,   0,  "key Escape"                 },
  { CLICK,       "spin",           60,  15, "focused spin"               },
  { CHORD,       "ctrl+a",         0,   0,  "key ctrl+\"a\""             },
  { TYPE,        "7\n",            0,   0,  "value spin 7"               },
  { CLICK,       "slider",         100, 15, "value slider *"             },
  { CLICK,       "combo",          60,  15, "focused combo"              },
  { CHORD,       "End",            0,   0,  NULL                         },
  { CHORD,       "Return",         0,   0,  "selected combo item-3"      },
  { CLICK,       "list",           40,  60, "selected list row-3"        },
  { WHEEL,       "list",           0,   0,  "scrolled list *"            },
  { CLICK,       "table",          20,  60, "selected table line-2"      },
  { CLICK,       "tree",           9,   12, "expanded tree node-1"       },
  { CLICK,       "tree",           80,  40, "selected tree node-1-1"     },
  { CLICK,       "tab-2",          0,   0,  "tab tab-2"                  },
  { CLICK,       "hidden-button",  0,   0,  "clicked hidden-button"      },
  { CLICK,       "menubar",        25,  14, "file-menu shown"            },
  { CLICK,       "file-menu",      40,  12, "menu file-open"             },
  { CLICK,       "menubar",        25,  14, "file-menu shown"            },
  { CLICK,       "file-menu",      40,  36, "recent-menu shown"          },
  { CLICK,       "recent-menu",    40,  36, "menu recent-two"            },
  { CLICK,       "popover-button", 0,   0,  "popover shown"              },
  { MOVE,        "popover",        80,  8,  NULL                         },
  { CLICK,       "popover-item",   0,   0,  "clicked popover-item"       },
  { CHORD,       "Escape",         0,   0,  "popover hidden"             },
  { RIGHT_CLICK, "context",        0,   0,  "context-menu shown"         },
  { CLICK,       "context-menu",   40,  12, "menu context-copy"          },
  { MOVE,        "tip",            0,   0,  "tooltip shown"              },
  { MOVE,        "slider",         0,   0,  "tooltip hidden"             },
  { WHEEL,       "scroller",       0,   0,  "scrolled scroller *"        },
  { CLICK,       "open-dialog",    0,   0,  "dialog shown"               },
  { CLICK,       "dialog-ok",      0,   0,  "dialog closed ok"           },
};
/* clang-format on */

static void
test_acts (gconstpointer data)
{
  g_autoptr (PelFixture)   fixture = start (data, NULL, NULL);
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_test_message ("%s", steps[i].target);
      if (steps[i].act != TYPE) /* its last line may have come already */
        pel_fixture_forget (fixture);
      do_step (input, &steps[i]);
      if (steps[i].log == NULL)
        continue;
      pel_fixture_expect (fixture, steps[i].log);
      if (g_str_has_prefix (steps[i].log, "clicked "))
        g_assert_cmpuint (pel_fixture_count (fixture, "clicked *"), ==, 1);
      if (g_str_has_prefix (steps[i].log, "toggled toggle"))
        g_assert_cmpuint (pel_fixture_count (fixture, "toggled *"), ==, 1);
    }
}

static void
test_disabled (gconstpointer data)
{
  g_autoptr (PelFixture)   fixture = start (data, NULL, NULL);
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  do_step (input, &(Step){ CLICK, "disabled" });
  pel_fixture_expect (fixture, "pointer press disabled 1??,1? 1");
  do_step (input, &(Step){ CLICK, "button" });
  pel_fixture_expect (fixture, "pointer press button 1??,1? 1");
  pel_fixture_expect (fixture, "clicked button");
  g_assert_cmpuint (pel_fixture_count (fixture, "clicked *"), ==, 1);
}

static void
test_close (gconstpointer data)
{
  g_autoptr (PelFixture)   fixture = start (data, NULL, NULL);
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  do_step (input, &(Step){ CLICK, "entry" });
  pel_fixture_expect (fixture, "focused entry");
  do_step (input, &(Step){ CHORD, "alt+F4" }); /* openbox closes the window */
  pel_fixture_expect (fixture, "closed");
  g_assert_true (pel_fixture_wait_end (fixture, 5000));
}

/* Time */

static void
test_later (gconstpointer data)
{
  g_autoptr (PelFixture) fixture = start (data, "--timer", "150");
  g_autoptr (PelFixture) other = start (data, "--dialog-after", "700");
  PelOracleBox           dialog;

  pel_fixture_expect (fixture, "text ticker \"tick 2\"");
  pel_fixture_expect (fixture, "text ticker \"tick 3\"");
  pel_fixture_expect (other, "dialog shown");
  dialog = find_widget ("dialog");
  g_assert_cmpint (dialog.width, ==, fixture_find ("dialog")->width);
  g_assert_cmpint (dialog.height, ==, fixture_find ("dialog")->height);
  find_widget ("dialog-cancel");
}

static void
test_extra (gconstpointer data)
{
  g_autoptr (PelFixture)   fixture = start (data, "--count", "30");
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  PelOracleBox             box = find_widget ("extra-button");

  g_assert_no_error (error);
  g_assert_cmpint (box.width, ==, FIXTURE_EXTRA_COLUMNS * 68 - 4);
  g_assert_cmpint (box.height, ==, 3 * 28 - 4);
  do_step (input, &(Step){ CLICK, "extra-button", 68 + 10, 28 + 10 });
  pel_fixture_expect (fixture, "clicked extra-14");
}

/* The accessibility bus */

static gboolean
has_node (GPtrArray *nodes, const char *name, const char *id)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      const PelA11yNode *node = nodes->pdata[i];

      if ((name == NULL || g_str_equal (node->name, name)) &&
          (id == NULL || g_str_equal (node->id, id)))
        return TRUE;
    }
  return FALSE;
}

static void
test_accessible (gconstpointer data)
{
  const Toolkit              *toolkit = data;
  g_autoptr (PelFixture)      fixture = start (toolkit, NULL, NULL);
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autofree char            *program = NULL;
  g_autoptr (GPtrArray)       nodes = NULL;

  g_assert_no_error (error);
  program = pel_a11y_wait_program (bus, pel_fixture_get_pid (fixture), 15000);
  g_assert_nonnull (program);
  nodes = pel_a11y_walk (bus, program, MAX_NODES);
  for (guint i = 0; i < nodes->len; i++)
    {
      const PelA11yNode *node = nodes->pdata[i];

      g_test_message ("%u “%s” #%s", node->role, node->name, node->id);
    }
  for (int i = 0; i < FIXTURE_N (fixture_widgets); i++)
    {
      const FixtureWidget *info = &fixture_widgets[i];
      const char          *name;

      if (info->kind == FIXTURE_PART)
        continue;
      name = info->kind == FIXTURE_COMBO ? toolkit->combo_name : info->label;
      if (!has_node (nodes, name, toolkit->tells_ids ? info->id : NULL))
        g_error ("%s does not tell of “%s”", toolkit->program, info->id);
    }
}

static void
add (const char *name, const Toolkit *toolkit, GTestDataFunc function)
{
  g_autofree char *path =
      g_strdup_printf ("/fixtures/%s/%s", toolkit->program + strlen ("fixture-"), name);

  g_test_add_data_func (path, toolkit, function);
}

static void
test_missing (gconstpointer data)
{
  const Toolkit *toolkit = data;

  g_assert_true (pel_fixture_skip (toolkit->program));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (toolkits); i++)
    {
      if (pel_fixture_refuse (toolkits[i].program) != NULL)
        {
          add ("missing", &toolkits[i], test_missing);
          continue;
        }
      add ("look", &toolkits[i], test_look);
      add ("acts", &toolkits[i], test_acts);
      add ("disabled", &toolkits[i], test_disabled);
      add ("later", &toolkits[i], test_later);
      add ("extra", &toolkits[i], test_extra);
      add ("accessible", &toolkits[i], test_accessible);
      if (g_getenv ("WAYLAND_DISPLAY") != NULL)
        continue; /* nobody places windows there, and sway has no key to close them */
      add ("position", &toolkits[i], test_position);
      add ("close", &toolkits[i], test_close);
    }
  return g_test_run ();
}
