/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fake-window-source.h"
#include "services/policy/policy.h"
#include "services/policy/veil.h"

#define ROOT 0x1f

/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "bank",    .title = "My Banking", .pid = 7, .x_window = 1 },
  { .id = "dialog",  .title = "Save",       .pid = 7, .x_window = 2, .transient_for = 1 },
  { .id = "deeper",  .title = "Really?",    .pid = 7, .x_window = 3, .transient_for = 2 },
  { .id = "foreign", .title = "Choose",     .pid = 8, .x_window = 4, .transient_for = 1 },
  { .id = "group",   .title = "About",      .pid = 7, .x_window = 5, .transient_for = ROOT },
  { .id = "notes",   .title = "Notes",      .pid = 7, .x_window = 6 },
  { .id = "open",    .title = "Open",       .pid = 7, .x_window = 9, .transient_for = 6 },
  { .id = "other",   .title = "Other",      .pid = 9, .x_window = 10, .transient_for = ROOT },
  { .id = "self",    .title = "Self",       .pid = 7, .x_window = 11, .transient_for = 11 },
  { .id = "native",  .title = "Native",     .pid = 7 },
};
/* clang-format on */

/* A dialog is as private as its window, whatever the order of the list, and also if it is another
 * program's; windows beside it are not. */
static void
test_dialogs (void)
{
  static const char *const expected[] = { "bank", "dialog", "deeper", "foreign", "group", NULL };
  g_autoptr (PelPolicy)    policy = pel_policy_new_default ();
  PelWindowInfo            reversed[G_N_ELEMENTS (windows)];

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    reversed[i] = windows[G_N_ELEMENTS (windows) - 1 - i];
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (PelDesktop) desktop =
          pel_fake_desktop_new (1, i == 0 ? windows : reversed, G_N_ELEMENTS (windows));
      g_auto (GStrv) ids = pel_veil_find_windows (&(PelVeilTerms){ .policy = policy }, desktop);

      g_assert_cmpuint (g_strv_length (ids), ==, G_N_ELEMENTS (expected) - 1);
      for (guint j = 0; expected[j] != NULL; j++)
        g_assert_true (g_strv_contains ((const char *const *) ids, expected[j]));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/veil/dialogs", test_dialogs);
  return g_test_run ();
}
