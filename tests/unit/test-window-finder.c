/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "services/window/window-finder.h"
#include "tests/unit/fake-window-source.h"

#include <string.h>

/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "0x9", .title = "Notes",        .app = "Notes",   .process_name = "notes",   .pid = 30, .states = PEL_WINDOW_VISIBLE | PEL_WINDOW_UNMANAGED },
  { .id = "0x1", .title = "Notes",        .app = "Notes",   .process_name = "notes",   .pid = 30, .states = PEL_WINDOW_VISIBLE },
  { .id = "0x2", .title = "Notes – List", .app = "Notes",   .process_name = "notes",   .pid = 30, .states = PEL_WINDOW_VISIBLE },
  { .id = "0x3", .title = "Straße",       .app = "Org.Map", .process_name = "mapview", .pid = 31, .states = PEL_WINDOW_VISIBLE },
  { .id = "0x4", .title = "Straße zwei",  .app = "Org.Map", .process_name = "mapview", .pid = 31, .states = PEL_WINDOW_MINIMIZED },
  { .id = "0x5", .title = "Orphan" },
};

/* @said: of the message, where none is found. */
static const struct { PelWindowQuery query; const char *id; int code; const char *said; } search_cases[] = {
  { { .id = "0x4" },                                       "0x4" },
  { { .id = "0x9" },                                       "0x9" },
  { { .title = "Notes" },                                  "0x1" },
  { { .title = "notes – l" },                              "0x2" },
  { { .title = "STRASSE" },                                "0x3" },
  { { .title = "strasse zwei" },                           "0x4" },
  { { .process = "mapview" },                              "0x3" },
  { { .process = "/usr/bin/mapview" },                     "0x3" },
  { { .process = "31" },                                   "0x3" },
  { { .process = "31", .title = "zwei" },                  "0x4" },
  { { .class_name = "org.map" },                           "0x3" },
  { { .class_name = "Notes", .title = "Notes" },           "0x1" },
  { { .process = "notes" },      NULL, PEL_ERROR_AMBIGUOUS,        "2 windows match process “notes”: 0x1 “Notes”, 0x2 “Notes – List”" },
  { { .class_name = "Notes" },   NULL, PEL_ERROR_AMBIGUOUS,        "class “Notes”" },
  { { .title = "note" },         NULL, PEL_ERROR_AMBIGUOUS,        "0x2 “Notes – List”" },
  { { .title = "Mail" },         NULL, PEL_ERROR_WINDOW_NOT_FOUND, "No window matches title “Mail”; open windows: 0x1 “Notes”" },
  { { .process = "map" },        NULL, PEL_ERROR_WINDOW_NOT_FOUND, "process “map”" },
  { { .process = "0" },          NULL, PEL_ERROR_WINDOW_NOT_FOUND, "process “0”" },
  { { .process = "" },           NULL, PEL_ERROR_WINDOW_NOT_FOUND, "process “”" },
  { { .class_name = "" },        NULL, PEL_ERROR_WINDOW_NOT_FOUND, "class “”" },
  { { .id = "0x1", .process = "mapview" }, NULL, PEL_ERROR_WINDOW_NOT_FOUND, "id “0x1”, process “mapview”" },
};
/* clang-format on */

static void
test_search (void)
{
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, windows, G_N_ELEMENTS (windows));

  for (gsize i = 0; i < G_N_ELEMENTS (search_cases); i++)
    {
      g_autoptr (GError) error = NULL;
      guint              index = G_MAXUINT;
      gboolean           is_found =
          pel_window_finder_search (desktop, &search_cases[i].query, &index, &error);

      g_test_message ("row %" G_GSIZE_FORMAT ": %s", i, error != NULL ? error->message : "found");
      g_assert_cmpint (is_found, ==, search_cases[i].id != NULL);
      if (is_found)
        g_assert_cmpstr (windows[index].id, ==, search_cases[i].id);
      else
        {
          g_assert_error (error, PEL_ERROR, search_cases[i].code);
          g_assert_nonnull (strstr (error->message, search_cases[i].said));
          g_assert_cmpuint (index, ==, G_MAXUINT);
        }
    }
}

static void
test_search_empty (void)
{
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, windows, 0);
  g_autoptr (GError)     error = NULL;
  guint                  index;

  g_assert_false (
      pel_window_finder_search (desktop, &(PelWindowQuery){ .title = "Mail" }, &index, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_WINDOW_NOT_FOUND);
  g_assert_null (strstr (error->message, "open windows"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/window-finder/search/rows", test_search);
  g_test_add_func ("/window-finder/search/empty", test_search_empty);
  return g_test_run ();
}
