/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers over real programs: who has which, for how long, and that a tool means the same element
 * by them as the person who reads them on the screen. */

#include "command.h"
#include "fixture-hands.h"
#include "test-window.h"

#include "overlay/theme.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define WAIT_SECONDS 60

static const char *const fixtures[] = { "fixture-gtk3", "fixture-gtk4", "fixture-qt6" };

typedef struct
{
  PelFixture   *fixture;
  PelTestInput *input;
} Stage;

static gint64
get_deadline (void)
{
  return g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
}

static JsonObject *
run (const char *line)
{
  g_autofree char       *json_line = g_strconcat (line, " --json", NULL);
  g_autoptr (PelCommand) command = pel_command_run (NULL, json_line);

  return pel_command_parse_data (command);
}

/* (nullable) (transfer full): the first region with that label. */
static JsonObject *
find_region (JsonObject *data, const char *label)
{
  JsonArray *regions = json_object_get_array_member (data, "regions");

  for (guint i = 0; i < json_array_get_length (regions); i++)
    {
      JsonObject *region = json_array_get_object_element (regions, i);

      if (g_str_equal (json_object_get_string_member (region, "label"), label))
        return json_object_ref (region);
    }
  return NULL;
}

typedef enum
{
  GONE,
  THERE,
} Presence;

/* Waits until something with that label has a number, or none has. (nullable) (transfer full) */
static JsonObject *
wait_for_region (const char *label, Presence presence)
{
  gint64 deadline = get_deadline ();

  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "regions --limit 5000 --json");
      g_autoptr (JsonObject) data = NULL;
      g_autoptr (JsonObject) region = NULL;

      /* between two programs no window is active */
      if (command->exit_code == 0)
        {
          data = pel_command_parse_data (command);
          region = find_region (data, label);
        }
      if ((region != NULL) == (presence == THERE))
        return g_steal_pointer (&region);
      if (g_get_monotonic_time () > deadline)
        g_error ("“%s” is %s", label, presence == THERE ? "not numbered" : "still numbered");
    }
}

static int
get_index (const char *label)
{
  g_autoptr (JsonObject) region = wait_for_region (label, THERE);

  return json_object_get_int_member (region, "index");
}

static gboolean
begin (Stage *stage, const char *name)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (JsonObject) region = NULL;

  if (pel_fixture_skip (name))
    return FALSE;
  stage->fixture = pel_fixture_start (&error, name, NULL);
  g_assert_no_error (error);
  stage->input = pel_test_input_new (&error);
  g_assert_no_error (error);
  pel_test_input_move (stage->input, 2, 2, &error);
  g_assert_no_error (error);
  region = wait_for_region ("Slider", THERE);
  return TRUE;
}

static void
stage_clear (Stage *stage)
{
  g_autoptr (PelCommand) off = pel_command_run (NULL, "overlay off");

  g_clear_pointer (&stage->input, pel_test_input_free);
  g_clear_pointer (&stage->fixture, pel_fixture_stop);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stage, stage_clear)

static void
assert_same (int index, const char *label)
{
  g_autofree char       *line = g_strdup_printf ("describe '#%d'", index);
  g_autoptr (JsonObject) data = run (line);

  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, label);
}

/* The number of each stays while others change, and leads to the element by that name. */
static void
test_numbers (gconstpointer name)
{
  static const char *const labels[] = { "Button", "Toggle", "Check", "Slider", "Tooltip" };
  g_auto (Stage)           stage = { 0 };
  int                      indices[G_N_ELEMENTS (labels)];

  if (!begin (&stage, name))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    indices[i] = get_index (labels[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    assert_same (indices[i], labels[i]);
  perform (stage.input, stage.fixture, &(Step){ CLICK, "toggle", .log = "toggled toggle on" });
  perform (stage.input, stage.fixture, &(Step){ CLICK, "check", .log = "toggled check on" });
  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      g_assert_cmpint (get_index (labels[i]), ==, indices[i]);
      assert_same (indices[i], labels[i]);
    }
}

static void
test_places (gconstpointer name)
{
  static const struct
  {
    const char *id, *label;
  } rows[] = { { "button", "Button" }, { "slider", "Slider" }, { "open-dialog", "Open dialog" } };
  g_auto (Stage) stage = { 0 };

  if (!begin (&stage, name))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (JsonObject) region = wait_for_region (rows[i].label, THERE);
      JsonObject            *point = json_object_get_object_member (region, "click_point");
      PelOracleBox           box = find_widget (rows[i].id);
      int                    x = json_object_get_int_member (point, "x");
      int                    y = json_object_get_int_member (point, "y");

      g_test_message ("%s", rows[i].label);
      g_assert_cmpint (x, >=, box.x);
      g_assert_cmpint (x, <, box.x + box.width);
      g_assert_cmpint (y, >=, box.y);
      g_assert_cmpint (y, <, box.y + box.height);
    }
}

/* Started again, its things have other paths and refs, and the same ids. */
static void
test_ids (gconstpointer name)
{
  g_auto (Stage)         first = { 0 };
  g_auto (Stage)         second = { 0 };
  g_autoptr (JsonObject) before = NULL;
  g_autoptr (JsonObject) after = NULL;
  g_autoptr (JsonObject) data = NULL;
  g_autofree char       *line = NULL;

  if (!begin (&first, name))
    return;
  before = wait_for_region ("Toggle", THERE);
  stage_clear (&first);
  if (!begin (&second, name))
    return;
  after = wait_for_region ("Toggle", THERE);
  g_assert_cmpstr (json_object_get_string_member (before, "id"),
                   ==,
                   json_object_get_string_member (after, "id"));
  g_assert_cmpstr (json_object_get_string_member (before, "ref"),
                   !=,
                   json_object_get_string_member (after, "ref"));
  line = g_strdup_printf ("describe region=%s", json_object_get_string_member (before, "id"));
  data = run (line);
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "Toggle");
}

/* The overlay */

static guint
count_outlines (void)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);

  g_assert_no_error (error);
  return pel_oracle_count (image, pel_theme_get_style (PEL_SHADE_ACCESSIBILITY)->colour, 0);
}

static void
wait_for_outlines (Presence presence)
{
  gint64 deadline = get_deadline ();

  while ((count_outlines () > 100) != (presence == THERE))
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

static void
show (const char *line)
{
  g_autoptr (JsonObject) state = run (line);

  g_assert_true (json_object_get_boolean_member (state, "shown"));
}

/* It is seen, it is not in the way, and it is gone. */
static void
test_overlay (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (JsonObject) off = NULL;

  if (!begin (&stage, name))
    return;
  wait_for_outlines (GONE);
  show ("overlay on");
  wait_for_outlines (THERE);
  perform (stage.input, stage.fixture, &(Step){ CLICK, "check", .log = "toggled check on" });
  perform (stage.input, stage.fixture, &(Step){ CLICK, "tip", .log = "clicked tip" });
  g_assert_cmpuint (pel_fixture_count (stage.fixture, "clicked *"), ==, 1);
  off = run ("overlay off");
  wait_for_outlines (GONE);
}

/* Rows that are scrolled away lose their numbers, others come. */
static void
test_scrolled (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (JsonObject) row = NULL;

  if (!begin (&stage, name))
    return;
  show ("overlay on");
  row = wait_for_region ("row-1", THERE);
  for (guint i = 0; i < 4; i++)
    perform (stage.input, stage.fixture, &(Step){ WHEEL, "list", .log = "scrolled list *" });
  g_assert_null (wait_for_region ("row-1", GONE));
}

/* Another window becomes the active one: it has the numbers then. */
static void
test_dialog (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (JsonObject) region = NULL;

  if (!begin (&stage, name))
    return;
  show ("overlay on");
  perform (stage.input, stage.fixture, &(Step){ CLICK, "open-dialog", .log = "dialog shown" });
  region = wait_for_region ("OK", THERE);
  g_assert_null (wait_for_region ("Slider", GONE));
  perform (stage.input, stage.fixture, &(Step){ CLICK, "dialog-ok", .log = "dialog closed ok" });
  json_object_unref (g_steal_pointer (&region));
  region = wait_for_region ("Slider", THERE);
}

/* What another window hides has no number; closed, it has again. */
static void
test_covered (gconstpointer name)
{
  static const PelTestPatch patch = { 0, 0, 260, 60, 0x808080 };
  g_auto (Stage)            stage = { 0 };
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestWindow) window = NULL;
  g_autoptr (JsonObject)    region = NULL;
  g_autofree char          *line = g_strdup_printf ("overlay show window %s", (const char *) name);
  PelOracleBox              box;

  if (!begin (&stage, name))
    return;
  box = find_widget ("button");
  show (line);
  window = pel_test_window_new ("cover", patch.width, patch.height, &patch, 1, &error);
  g_assert_no_error (error);
  pel_test_window_place (window, box.x - 20, box.y - 15, 1, &error);
  g_assert_no_error (error);
  g_assert_null (wait_for_region ("Button", GONE));
  region = wait_for_region ("Slider", THERE);
  g_clear_pointer (&window, pel_test_window_free);
  json_object_unref (g_steal_pointer (&region));
  region = wait_for_region ("Button", THERE);
}

static void
test_highlight (gconstpointer name)
{
  guint32                colour = pel_theme_get_style (PEL_SHADE_HIGHLIGHT)->colour;
  g_auto (Stage)         stage = { 0 };
  g_autoptr (JsonObject) data = NULL;
  g_autoptr (GError)     error = NULL;
  g_autofree char       *line = NULL;
  gint64                 deadline = get_deadline ();
  gboolean               is_there = FALSE;
  PelOracleBox           box, marked;

  if (!begin (&stage, name))
    return;
  box = find_widget ("slider");
  line = g_strdup_printf ("highlight '#%d' --duration-ms 3000", get_index ("Slider"));
  data = run (line);
  while (!is_there)
    {
      g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);

      is_there = pel_oracle_find (image, colour, 0, &marked);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  g_assert_cmpint (marked.x, >=, box.x - 4);
  g_assert_cmpint (marked.y, >=, box.y - 4);
  g_assert_cmpint (marked.width, <=, box.width + 8);
  while (is_there)
    {
      g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);

      is_there = pel_oracle_find (image, colour, 0, &marked);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* The session stays for as long as the person sees something of it. */
static void
test_stays (void)
{
  g_autofree char *folder =
      g_build_filename (g_get_user_config_dir (), "glib-2.0", "settings", NULL);
  g_autofree char       *file = g_build_filename (folder, "keyfile", NULL);
  g_auto (GStrv)         environment = g_get_environ ();
  g_autoptr (PelCommand) on = NULL;
  g_autoptr (PelCommand) off = NULL;
  gint64                 deadline;
  pid_t                  pid;

  pel_command_end_session ();
  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (file, "[io/github/pellucid/Pellucid]\nidle-timeout=uint32 1\n", -1, NULL);
  environment = g_environ_setenv (environment, "GSETTINGS_BACKEND", "keyfile", TRUE);
  on = pel_command_run ((const char *const *) environment, "overlay on");
  g_assert_cmpint (on->exit_code, ==, 0);
  pid = pel_command_find_session ();
  g_usleep (3 * G_USEC_PER_SEC); /* three times as long as it would stay by itself */
  g_assert_cmpint (pel_command_find_session (), ==, pid);
  off = pel_command_run ((const char *const *) environment, "overlay off");
  deadline = get_deadline ();
  while (pel_command_find_session () != 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_usleep (50000); /* between looks at what is to happen by itself */
    }
  g_unlink (file);
}

/* How often the session has run since it was started. */
static guint64
count_turns (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/schedstat", pel_command_find_session ());
  g_autofree char *text = NULL;
  guint64          turns = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%*u %*u %" G_GUINT64_FORMAT, &turns), ==, 1);
  return turns;
}

/* Over a still program that tells what changes, nothing wakes the session up. */
static void
test_still (void)
{
  g_auto (Stage) stage = { 0 };
  guint64        turns;

  if (g_getenv ("WAYLAND_DISPLAY") != NULL)
    {
      g_test_skip ("sway does not tell when windows move, and is asked");
      return;
    }
  if (!begin (&stage, "fixture-gtk3"))
    return;
  show ("overlay on");
  wait_for_outlines (THERE);
  g_usleep (13 * G_USEC_PER_SEC); /* until the last caller does not count as recent any more */
  turns = count_turns ();
  g_usleep (5 * G_USEC_PER_SEC);
  /* finding it asks the bus, not the session */
  g_assert_cmpuint (count_turns () - turns, <=, 2);
}

static const struct
{
  const char *path;
  void (*func) (gconstpointer name);
} cases[] = {
  { "numbers", test_numbers }, { "places", test_places },       { "ids", test_ids },
  { "overlay", test_overlay }, { "scrolled", test_scrolled },   { "dialog", test_dialog },
  { "covered", test_covered }, { "highlight", test_highlight },
};

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (fixtures); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
      {
        g_autofree char *path =
            g_strdup_printf ("/regions/%s/%s", fixtures[i] + strlen ("fixture-"), cases[k].path);

        g_test_add_data_func (path, fixtures[i], cases[k].func);
      }
  g_test_add_func ("/regions/session-stays", test_stays);
  g_test_add_func ("/regions/still", test_still);
  return g_test_run ();
}
