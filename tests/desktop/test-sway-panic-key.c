/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The panic key as a binding of sway's: when it is there, and whose it is not. */

#include "person-case.h"
#include "sway-ipc.h"

#include "services/input/sway-panic-key.h"

#include <string.h>

#define UNBIND "unbindsym --locked --inhibited Ctrl+Mod1+Escape"

typedef struct
{
  PelTestInput    *person;
  PelSwayPanicKey *key;
  guint            n_pressed;
} Binding;

static void
count_cb (PelSwayPanicKey *key, guint *n_pressed)
{
  ++*n_pressed;
}

static void
binding_open (Binding *binding)
{
  g_autofree char   *path = g_strdup (g_getenv ("SWAYSOCK"));
  g_autoptr (GError) error = NULL;
  PelChord           chord;

  *binding = (Binding){ make_person (), pel_sway_panic_key_new (path), 0 };
  pel_chord_parse (PANIC_CHORD, &chord, NULL);
  pel_sway_panic_key_set_chord (binding->key, &chord, &error);
  g_assert_no_error (error);
  g_signal_connect (binding->key, "pressed", G_CALLBACK (count_cb), &binding->n_pressed);
}

static void
binding_close (Binding *binding)
{
  g_object_unref (binding->key);
  pel_test_input_free (binding->person);
}

/* It is pressed until it is heard: when it is bound nobody can see. */
static void
expect_heard (Binding *binding)
{
  gint64 deadline = get_deadline ();

  binding->n_pressed = 0;
  while (binding->n_pressed == 0)
    {
      press (binding->person, PANIC_CHORD);
      go_on (deadline);
    }
}

static void
tell_sway (const char *command)
{
  g_autoptr (GError) error = NULL;

  pel_sway_command (command, &error);
  g_assert_no_error (error);
}

/* sway's configuration, with some lines more; (transfer full): without them. */
static char *
add_to_config (const char *lines)
{
  g_autofree char   *path = g_build_filename (g_getenv ("PEL_DESKTOP_DIR"), "sway", "config", NULL);
  g_autofree char   *longer = NULL;
  g_autoptr (GError) error = NULL;
  char              *config = NULL;

  g_file_get_contents (path, &config, NULL, &error);
  g_assert_no_error (error);
  longer = g_strconcat (config, lines, NULL);
  g_file_set_contents (path, longer, -1, &error);
  g_assert_no_error (error);
  tell_sway ("reload");
  return config;
}

static void
set_config (const char *config)
{
  g_autofree char   *path = g_build_filename (g_getenv ("PEL_DESKTOP_DIR"), "sway", "config", NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, config, -1, &error);
  g_assert_no_error (error);
  tell_sway ("reload");
}

/* It comes back when sway forgets it. */
static void
test_stays (void)
{
  g_autofree char *config = NULL;
  Binding          binding;

  binding_open (&binding);
  expect_heard (&binding);
  g_assert_no_error (pel_sway_panic_key_get_error (binding.key));
  config = add_to_config ("mode \"elsewhere\" {\n  bindsym F12 nop\n}\n");
  expect_heard (&binding);
  tell_sway ("mode elsewhere");
  expect_heard (&binding);
  tell_sway ("mode default");
  expect_heard (&binding);
  set_config (config);
  expect_heard (&binding);
  binding_close (&binding);
}

/* It goes when we go. */
static void
test_goes (void)
{
  Binding binding;

  g_assert_false (pel_sway_command (UNBIND, NULL));
  binding_open (&binding);
  expect_heard (&binding);
  tell_sway (UNBIND); /* so it is there by that name */
  binding_close (&binding);
  binding_open (&binding);
  expect_heard (&binding);
  binding_close (&binding);
  g_assert_false (pel_sway_command (UNBIND, NULL));
}

/* A chord that is the person's already stays theirs, and it is said. */
static void
test_taken (void)
{
  g_autofree char *config = add_to_config ("bindsym Alt+Control+Escape nop\n");
  gint64           deadline = get_deadline ();
  Binding          binding;

  binding_open (&binding);
  while (pel_sway_panic_key_get_error (binding.key) == NULL)
    go_on (deadline);
  g_assert_nonnull (strstr (pel_sway_panic_key_get_error (binding.key)->message, "Escape"));
  g_assert_false (pel_sway_command (UNBIND, NULL));
  set_config (config);
  expect_heard (&binding);
  binding_close (&binding);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sway-panic-key/stays", test_stays);
  g_test_add_func ("/sway-panic-key/goes", test_goes);
  g_test_add_func ("/sway-panic-key/taken", test_taken);
  return g_test_run ();
}
