/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A person points at elements of real programs: what is told is what was pointed at, the program
 * gets nothing of it, and everything again as soon as it has ended, in whatever way. */

#include "command.h"
#include "fixture-hands.h"

#include "overlay/pick-hints.h"
#include "overlay/theme.h"
#include "services/tool/tool-table.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#define WAIT_SECONDS 60

static const char *const fixtures[] = { "fixture-gtk3", "fixture-gtk4", "fixture-qt6" };

typedef struct
{
  PelFixture   *fixture;
  PelTestInput *input;
  PelOracleBox  box; /* of the button */
  pid_t         session;
  GSubprocess  *pick;
} Stage;

static guint32
get_colour (PelShade shade)
{
  return pel_theme_get_style (shade)->colour;
}

static void
wait_for_element (const char *target)
{
  g_autofree char       *line = g_strdup_printf ("wait '%s'", target);
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);

  g_assert_cmpint (command->exit_code, ==, 0);
}

static gboolean
begin (Stage *stage, const char *name)
{
  g_autoptr (GError) error = NULL;

  if (pel_fixture_skip (name))
    return FALSE;
  stage->fixture = pel_fixture_start (&error, name, NULL);
  g_assert_no_error (error);
  stage->input = pel_test_input_new (&error);
  g_assert_no_error (error);
  pel_test_input_move (stage->input, 2, 2, &error);
  g_assert_no_error (error);
  wait_for_element ("Button:Button");
  stage->box = find_widget ("button");
  return TRUE;
}

static void
stage_clear (Stage *stage)
{
  g_clear_object (&stage->pick);
  g_clear_pointer (&stage->input, pel_test_input_free);
  g_clear_pointer (&stage->fixture, pel_fixture_stop);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stage, stage_clear)

/* How many pixels of the row have that colour. */
static guint
count_in_row (const PelOracleImage *image, guint32 rgb, int x, int y, int width)
{
  guint n = 0;

  for (int i = MAX (x, 0); i < MIN (x + width, image->width) && y >= 0 && y < image->height; i++)
    n += pel_oracle_read (image, i, y) == rgb;
  return n;
}

/* Whether @box has an outline of that colour above and below, give or take a pixel. */
static gboolean
is_outlined (const PelOracleImage *image, PelShade shade, const PelOracleBox *box)
{
  guint n_above = 0, n_below = 0;

  for (int i = -1; i <= 1; i++)
    {
      n_above =
          MAX (n_above, count_in_row (image, get_colour (shade), box->x, box->y + i, box->width));
      n_below = MAX (n_below,
                     count_in_row (image,
                                   get_colour (shade),
                                   box->x,
                                   box->y + box->height - 1 + i,
                                   box->width));
    }
  return n_above * 2 > (guint) box->width && n_below * 2 > (guint) box->width;
}

static void
await_outline (PelShade shade, const PelOracleBox *box)
{
  gint64   deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  gboolean is_there = FALSE;

  while (!is_there)
    {
      g_autoptr (GError)         error = NULL;
      g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);

      g_assert_no_error (error);
      is_there = is_outlined (image, shade, box);
      if (!is_there && g_get_monotonic_time () > deadline)
        {
          pel_oracle_save (image, "wrong-pick.png", NULL);
          g_error ("Nothing is outlined at %d,%d; see wrong-pick.png", box->x, box->y);
        }
    }
}

static void
point_at_button (Stage *stage)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_move (stage->input,
                       stage->box.x + stage->box.width / 2,
                       stage->box.y + stage->box.height / 2,
                       &error);
  g_assert_no_error (error);
}

static void
press_key (Stage *stage, const char *chord)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_chord (stage->input, chord, &error);
  g_assert_no_error (error);
}

static void
click (Stage *stage)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_click (stage->input, 1, &error);
  g_assert_no_error (error);
}

/* The pointer stands still over the button; the picking begins and marks it. */
static void
start (Stage *stage, const char *line)
{
  point_at_button (stage);
  pel_fixture_forget (stage->fixture);
  stage->pick = pel_command_start (NULL, line);
  await_outline (PEL_SHADE_HOVERED, &stage->box);
  stage->session = pel_command_find_session ();
}

static PelCommand *
finish (Stage *stage)
{
  return pel_command_wait (stage->pick);
}

/* The next click, with the pointer where it is, is the first that the program hears of. */
static void
assert_click_through (Stage *stage)
{
  click (stage);
  pel_fixture_expect (stage->fixture, "clicked button");
  g_assert_cmpuint (pel_fixture_count (stage->fixture, "clicked *"), ==, 1);
  g_assert_cmpuint (pel_fixture_count (stage->fixture, "pointer press *"), ==, 1);
  g_assert_cmpuint (pel_fixture_count (stage->fixture, "key *"), ==, 0);
}

/* The same, and the session has not died of it. */
static void
assert_over (Stage *stage)
{
  g_autoptr (PelCommand) command = NULL;

  assert_click_through (stage);
  command = pel_command_run (NULL, "monitors");
  g_assert_cmpint (command->exit_code, ==, 0);
  g_assert_cmpint (pel_command_find_session (), ==, stage->session);
}

static void
test_click (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (JsonObject) data = NULL;
  g_autoptr (GError)     error = NULL;

  if (!begin (&stage, name))
    return;
  start (&stage, "pick 'Which one?' --json");
  click (&stage);
  command = finish (&stage);
  data = pel_command_parse_data (command);
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "Button");
  g_assert_nonnull (json_object_get_string_member (data, "selector"));
  pel_schema_check (pel_tool_table_find_command ("pick", NULL)->result, data, "ui_pick", &error);
  g_assert_no_error (error);
  assert_over (&stage);
}

static void
test_escape (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (PelCommand) command = NULL;

  if (!begin (&stage, name))
    return;
  start (&stage, "pick");
  press_key (&stage, "Escape");
  command = finish (&stage);
  g_assert_cmpint (command->exit_code, ==, 130);
  assert_over (&stage);
}

/* To what holds it, with the wheel and with keys, and back. */
static void
test_walk (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (JsonObject) data = NULL;
  JsonObject            *bounds;

  if (!begin (&stage, name))
    return;
  start (&stage, "pick --json");
  pel_test_input_wheel (stage.input, 0, -1, &error);
  g_assert_no_error (error);
  pel_test_input_wheel (stage.input, 0, 1, &error);
  g_assert_no_error (error);
  await_outline (PEL_SHADE_HOVERED, &stage.box);
  for (guint i = 0; i < 3; i++)
    press_key (&stage, "Up");
  press_key (&stage, "Return");
  command = finish (&stage);
  data = pel_command_parse_data (command);
  bounds = json_object_get_object_member (data, "bounds");
  g_assert_cmpint (json_object_get_int_member (bounds, "width"), >, stage.box.width);
  g_assert_cmpint (json_object_get_int_member (bounds, "height"), >, stage.box.height);
  assert_over (&stage);
}

/* (nullable) (transfer none): the number of the region with that label, and how many there are. */
static int
find_number (const char *label, guint *ret_position, guint *ret_n)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "regions --limit 5000 --json");
  g_autoptr (JsonObject) data = pel_command_parse_data (command);
  JsonArray             *regions = json_object_get_array_member (data, "regions");

  *ret_n = json_array_get_length (regions);
  for (*ret_position = 0; *ret_position < *ret_n; (*ret_position)++)
    {
      JsonObject *region = json_array_get_object_element (regions, *ret_position);

      if (g_str_equal (json_object_get_string_member (region, "label"), label))
        return (int) json_object_get_int_member (region, "index");
    }
  g_error ("“%s” has no number", label);
}

static void
test_number (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (JsonObject) data = NULL;
  g_autofree char       *digits = NULL;
  PelOracleBox           box;
  guint                  position, n;

  if (!begin (&stage, name))
    return;
  box = find_widget ("slider");
  digits = g_strdup_printf ("%d", find_number ("Slider", &position, &n));
  start (&stage, "pick --json");
  for (const char *digit = digits; *digit != '\0'; digit++)
    press_key (&stage, (char[]){ *digit, '\0' });
  await_outline (PEL_SHADE_HOVERED, &box);
  press_key (&stage, "Return");
  command = finish (&stage);
  data = pel_command_parse_data (command);
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "Slider");
  assert_over (&stage);
}

static void
test_letters (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_auto (GStrv)         hints = NULL;
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (JsonObject) data = NULL;
  PelOracleBox           box;
  guint                  position, n;

  if (!begin (&stage, name))
    return;
  box = find_widget ("slider");
  find_number ("Slider", &position, &n);
  hints = pel_pick_hints_make (n);
  start (&stage, "pick --json");
  press_key (&stage, "Tab");
  for (const char *letter = hints[position]; *letter != '\0'; letter++)
    press_key (&stage, (char[]){ *letter, '\0' });
  await_outline (PEL_SHADE_HOVERED, &box);
  press_key (&stage, "Return");
  command = finish (&stage);
  data = pel_command_parse_data (command);
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "Slider");
  assert_over (&stage);
}

/* However it ends, the pointer and the keys go to the programs again. */
static void
test_killed (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (PelCommand) command = NULL;

  if (!begin (&stage, name))
    return;
  start (&stage, "pick");
  kill (pel_command_find_session (), SIGKILL);
  command = finish (&stage);
  g_assert_cmpint (command->exit_code, !=, 0);
  assert_click_through (&stage);
}

static void
test_late (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (PelCommand) command = NULL;

  if (!begin (&stage, name))
    return;
  start (&stage, "pick --timeout-ms 8000");
  command = finish (&stage);
  g_assert_cmpint (command->exit_code, ==, 124);
  assert_over (&stage);
}

static void
test_cancelled (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (PelCommand) command = NULL;

  if (!begin (&stage, name))
    return;
  start (&stage, "pick");
  g_subprocess_send_signal (stage.pick, SIGINT);
  command = finish (&stage);
  g_assert_cmpint (command->exit_code, ==, 130);
  assert_over (&stage);
}

static void
test_two (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (PelCommand) second = NULL;
  g_autoptr (PelCommand) first = NULL;
  g_autoptr (JsonObject) data = NULL;

  if (!begin (&stage, name))
    return;
  start (&stage, "pick --json");
  second = pel_command_run (NULL, "pick");
  g_assert_cmpint (second->exit_code, ==, 5);
  click (&stage);
  first = finish (&stage);
  data = pel_command_parse_data (first);
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "Button");
  assert_over (&stage);
}

/* A menu holds the mouse on X11: it stays open, and what is in it can be chosen. On Wayland it
 * closes when somebody else takes the keyboard. */
static void
test_menu (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (JsonObject) data = NULL;
  PelOracleBox           box;

  if (!begin (&stage, name))
    return;
  perform (stage.input,
           stage.fixture,
           &(Step){ CLICK, "menubar", .x = 20, .log = "file-menu shown" });
  box = find_widget ("file-menu");
  box.height = FIXTURE_ITEM_HEIGHT; /* the first item */
  pel_test_input_move (stage.input, box.x + box.width / 2, box.y + box.height / 2, &error);
  g_assert_no_error (error);
  stage.pick = pel_command_start (NULL, "pick --json");
  await_outline (PEL_SHADE_HOVERED, &box);
  press_key (&stage, "Control_L");
  command = finish (&stage);
  data = pel_command_parse_data (command);
  g_assert_cmpstr (json_object_get_string_member (data, "role"), ==, "MenuItem");
  g_assert_cmpuint (pel_fixture_count (stage.fixture, "file-menu hidden"), ==, 0);
}

static const struct
{
  const char *path;
  void (*func) (gconstpointer name);
} cases[] = {
  { "click", test_click },   { "escape", test_escape },   { "walk", test_walk },
  { "number", test_number }, { "letters", test_letters },
};

/* What does not depend on the program below. */
static const struct
{
  const char *path;
  void (*func) (gconstpointer name);
} ends[] = {
  { "killed", test_killed },
  { "late", test_late },
  { "cancelled", test_cancelled },
  { "two", test_two },
};

/* An agent that asks so often is limited otherwise. */
static void
raise_limit (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_config_dir (), "pellucid", NULL);
  g_autofree char *path = g_build_filename (folder, "policy.json", NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents_full (path,
                                           "{\"limits\": {\"picks_per_minute\": 1000}}",
                                           -1,
                                           0,
                                           0600,
                                           NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  raise_limit ();
  for (gsize i = 0; i < G_N_ELEMENTS (fixtures); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
      {
        g_autofree char *path =
            g_strdup_printf ("/pick/%s/%s", fixtures[i] + strlen ("fixture-"), cases[k].path);

        g_test_add_data_func (path, fixtures[i], cases[k].func);
      }
  for (gsize k = 0; k < G_N_ELEMENTS (ends); k++)
    {
      g_autofree char *path = g_strdup_printf ("/pick/%s", ends[k].path);

      g_test_add_data_func (path, fixtures[0], ends[k].func);
    }
  if (g_getenv ("WAYLAND_DISPLAY") == NULL)
    g_test_add_data_func ("/pick/menu", fixtures[0], test_menu);
  return g_test_run ();
}
