/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/scene.h"

#include "tests/unit/fake-window-source.h"

#include <atspi/atspi-constants.h>
#include <string.h>
#include <unistd.h>

#define MAX_LEVEL 16

typedef struct
{
  PelSnapshotBuilder *builder;
  GArray             *windows; /* of PelWindowInfo, with interned strings */
  guint               n_programs;
  const char         *bus_name;
  PelElementId        open[MAX_LEVEL];
  guint               n_elements;
} Scene;

/* “Some_name”: “Some name”. */
static const char *
read_text (const char *word)
{
  g_autofree char *text = g_strdelimit (g_strdup (word), "_", ' ');

  return g_intern_string (text);
}

static gboolean
has_word (char **words, const char *word)
{
  return g_strv_contains ((const char *const *) words, word);
}

static void
add_window (Scene *scene, char **words)
{
  PelWindowInfo info = {
    .id = g_intern_string (words[0] + 1),
    .title = words[1] != NULL ? read_text (words[1]) : "",
    .app = "app",
    .pid = 1,
    .bounds = { 0, 0, 400, 300 },
    .content = { 0, 0, 400, 300 },
    .states = PEL_WINDOW_VISIBLE,
  };

  if (has_word (words, "menu"))
    info.states |= PEL_WINDOW_UNMANAGED;
  if (has_word (words, "away"))
    info.states &= ~PEL_WINDOW_VISIBLE;
  g_array_append_val (scene->windows, info);
}

static void
add_element (Scene *scene, char **words)
{
  guint            level = strspn (words[0], ">");
  PelRole          role;
  g_autofree char *path = g_strdup_printf ("/%u", ++scene->n_elements);
  PelElement       element = {
          .parent = scene->open[level - 1],
          .program = scene->n_programs - 1,
          .states = PEL_STATE_BIT (PEL_STATE_ENABLED) | PEL_STATE_BIT (PEL_STATE_SENSITIVE),
          .flags = PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE,
          .place = PEL_PLACE_KNOWN,
          .name = "",
          .value = "",
          .bus_name = scene->bus_name,
          .bounds = { 0, 0, 10, 10 },
  };

  g_assert_cmpuint (level, <, MAX_LEVEL);
  g_assert_true (pel_role_from_string (words[0] + level, &role));
  element.role = role;
  element.native_role = pel_role_to_atspi (role);
  for (guint i = 1; words[i] != NULL; i++)
    {
      PelState state;

      if (words[i][0] == ':')
        element.name = read_text (words[i] + 1);
      else if (words[i][0] == '=')
        {
          element.value = read_text (words[i] + 1);
          element.flags |= PEL_ELEMENT_HAS_VALUE;
        }
      else if (words[i][0] == '@')
        element.bounds.x = g_ascii_strtod (words[i] + 1, NULL);
      else if (words[i][0] == '+')
        {
          g_assert_true (pel_state_from_string (words[i] + 1, &state));
          element.states |= PEL_STATE_BIT (state);
        }
      else if (g_str_equal (words[i], "text"))
        element.interfaces |= PEL_INTERFACE_TEXT;
      else if (g_str_equal (words[i], "value"))
        element.interfaces |= PEL_INTERFACE_VALUE;
      else if (g_str_equal (words[i], "secret"))
        element.native_role = ATSPI_ROLE_PASSWORD_TEXT;
      else if (g_str_equal (words[i], "hidden"))
        element.flags &= ~PEL_ELEMENT_IS_VISIBLE;
      else if (words[i][0] == 'e')
        element.ref = g_ascii_strtoull (words[i] + 1, NULL, 10);
      else
        g_error ("“%s” means nothing in a scene", words[i]);
    }
  if (element.ref != 0)
    {
      g_free (path);
      path = g_strdup_printf ("/e%u", element.ref); /* the same in the next snapshot */
    }
  element.path = path;
  scene->open[level] = pel_snapshot_builder_add (scene->builder, &element);
}

static void
add_program (Scene *scene, char **words)
{
  g_auto (GStrv)   parts = g_strsplit (words[0], "/", 2);
  g_autofree char *bus_name = g_strdup_printf (":%s", words[0]);
  PelElement       root = {
          .program = scene->n_programs,
          .role = PEL_ROLE_APPLICATION,
          .native_role = pel_role_to_atspi (PEL_ROLE_APPLICATION),
          .name = parts[0],
          .value = "",
          .bus_name = bus_name,
          .path = "/root",
  };

  scene->bus_name = g_intern_string (bus_name);
  pel_snapshot_builder_add_program (scene->builder,
                                    &(PelSnapshotProgram){
                                        .bus_name = bus_name,
                                        .name = parts[0],
                                        .pid = has_word (words, "mine") ? getpid () : 0,
                                        .is_answering = !has_word (words, "silent"),
                                        .is_truncated = has_word (words, "unread") });
  scene->n_programs++;
  scene->open[0] = pel_snapshot_builder_add (scene->builder, &root);
}

PelSnapshot *
scene_build (guint number, const char *text)
{
  Scene                  scene = { .builder = pel_snapshot_builder_new (),
                                   .windows = g_array_new (FALSE, FALSE, sizeof (PelWindowInfo)) };
  g_auto (GStrv)         lines = g_strsplit (text, "|", -1);
  g_autoptr (PelDesktop) desktop = NULL;

  pel_snapshot_builder_set_id (scene.builder, number);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (g_strstrip (lines[i]), " ", -1);

      if (words[0] == NULL || words[0][0] == '\0')
        continue;
      if (words[0][0] == '#')
        add_window (&scene, words);
      else if (words[0][0] == '>')
        add_element (&scene, words);
      else
        add_program (&scene, words);
    }
  desktop = pel_fake_desktop_new (1,
                                  (PelWindowInfo *) (gpointer) scene.windows->data,
                                  scene.windows->len);
  pel_snapshot_builder_set_desktop (scene.builder, desktop);
  g_array_unref (scene.windows);
  return pel_snapshot_builder_finish (scene.builder);
}
