/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/input/addressee.h"

#include "fake-window-source.h"

#include "services/base/error.h"
#include "services/base/guard.h"

#define EDITOR 1000
#define OTHER  1001
#define OURS   1002
#define NOBODY 0

#define SEEN PEL_WINDOW_VISIBLE

/* The topmost first, on a monitor of 1920×1080. */
/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "dialog", .title = "", .pid = EDITOR, .bounds = { 50, 50, 100, 100 },   .states = SEEN },
  { .id = "editor", .title = "", .pid = EDITOR, .bounds = { 0, 0, 400, 400 },     .states = SEEN },
  { .id = "other",  .title = "", .pid = OTHER,  .bounds = { 300, 0, 400, 400 },   .states = SEEN },
  { .id = "ours",   .title = "", .pid = OURS,   .bounds = { 0, 500, 200, 200 },   .states = SEEN },
  { .id = "odd",    .title = "", .pid = NOBODY, .bounds = { 500, 500, 200, 200 }, .states = SEEN },
};

#define FINE -1
#define POPUP { 600, 380, 600, 400 }

static const struct { const char *name; PelAddressee addressee; PelNativePoint point; int code; } points[] = {
  { "its window",            { .window_id = "editor", .pid = EDITOR },           { 10, 10 },     FINE },
  { "its own edge",          { .window_id = "editor", .pid = EDITOR },           { 399.9, 0 },   FINE },
  { "another's",             { .window_id = "editor", .pid = EDITOR },           { 450, 10 },    PEL_ERROR_OBSCURED },
  { "its dialog before it",  { .window_id = "editor", .pid = EDITOR },           { 60, 60 },     PEL_ERROR_OBSCURED },
  { "any of the program",    { .pid = EDITOR },                                  { 60, 60 },     FINE },
  { "not of the program",    { .pid = EDITOR },                                  { 450, 10 },    PEL_ERROR_OBSCURED },
  { "an id of another pid",  { .window_id = "other", .pid = EDITOR },            { 450, 10 },    PEL_ERROR_OBSCURED },
  { "whoever is there",      { 0 },                                              { 450, 10 },    FINE },
  { "nobody is there",       { 0 },                                              { 1500, 900 },  PEL_ERROR_OBSCURED },
  { "nobody where it was",   { .pid = EDITOR },                                  { 1500, 900 },  PEL_ERROR_OBSCURED },
  { "no known process",      { 0 },                                              { 510, 510 },   PEL_ERROR_DENIED },
  { "ours",                  { 0 },                                              { 10, 510 },    PEL_ERROR_DENIED },
  { "ours, named",           { .window_id = "ours", .pid = OURS },               { 10, 510 },    PEL_ERROR_DENIED },
  { "ours, another meant",   { .window_id = "editor", .pid = EDITOR },           { 10, 510 },    PEL_ERROR_DENIED },
  { "beside all monitors",   { 0 },                                              { -1, 10 },     PEL_ERROR_OUT_OF_BOUNDS },
  { "popup over nothing",    { .window_id = "editor", .pid = EDITOR, .popup = POPUP }, { 1100, 700 }, FINE },
  { "popup over another",    { .window_id = "editor", .pid = EDITOR, .popup = POPUP }, { 650, 390 },  PEL_ERROR_OBSCURED },
  { "beside the popup",      { .window_id = "editor", .pid = EDITOR, .popup = POPUP }, { 1500, 700 }, PEL_ERROR_OBSCURED },
  { "popup without keyboard", { .window_id = "other", .pid = OTHER, .popup = POPUP },  { 1100, 700 }, PEL_ERROR_OBSCURED },
  { "popup of nobody",       { .popup = POPUP },                                 { 1100, 700 },  PEL_ERROR_OBSCURED },
};

static const struct { const char *name; PelAddressee addressee; const char *active; int code; } keyboards[] = {
  { "with it",             { .window_id = "editor", .pid = EDITOR }, "editor", FINE },
  { "with its dialog",     { .window_id = "editor", .pid = EDITOR }, "dialog", PEL_ERROR_OBSCURED },
  { "with its program",    { .pid = EDITOR },                        "dialog", FINE },
  { "with another",        { .pid = EDITOR },                        "other",  PEL_ERROR_OBSCURED },
  { "with whoever has it", { 0 },                                    "other",  FINE },
  { "with us",             { 0 },                                    "ours",   PEL_ERROR_DENIED },
  { "with nobody",         { 0 },                                    NULL,     PEL_ERROR_OBSCURED },
};
/* clang-format on */

static PelDesktop *
make_desktop (const char *active)
{
  PelWindowInfo infos[G_N_ELEMENTS (windows)];

  for (gsize i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      infos[i] = windows[i];
      infos[i].content = infos[i].surface = infos[i].bounds;
      infos[i].states = SEEN | (g_strcmp0 (infos[i].id, active) == 0 ? PEL_WINDOW_ACTIVE : 0);
    }
  return pel_fake_desktop_new (1, infos, G_N_ELEMENTS (infos));
}

static void
assert_code (const char *name, gboolean is_good, const GError *error, int code)
{
  g_test_message ("%s: %s", name, error != NULL ? error->message : "fine");
  g_assert_cmpint (is_good, ==, error == NULL);
  g_assert_cmpint (error != NULL ? (int) pel_error_get_code (error) : FINE, ==, code);
}

static void
test_point (void)
{
  g_autoptr (PelDesktop) desktop = make_desktop ("editor");

  for (gsize i = 0; i < G_N_ELEMENTS (points); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean           is_good =
          pel_addressee_check_point (&points[i].addressee, desktop, points[i].point, &error);

      assert_code (points[i].name, is_good, error, points[i].code);
    }
}

static void
test_focus (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (keyboards); i++)
    {
      g_autoptr (PelDesktop) desktop = make_desktop (keyboards[i].active);
      g_autoptr (GError)     error = NULL;
      gboolean is_good = pel_addressee_check_focus (&keyboards[i].addressee, desktop, &error);

      assert_code (keyboards[i].name, is_good, error, keyboards[i].code);
    }
}

/* Whose it is, but no title: that may be private. */
static void
test_details (void)
{
  g_autoptr (PelDesktop) desktop = make_desktop ("other");
  PelAddressee           addressee = { .pid = EDITOR };
  g_autoptr (GError)     error = NULL;

  g_assert_false (pel_addressee_check_focus (&addressee, desktop, &error));
  g_assert_cmpstr (json_object_get_string_member (pel_error_get_details (error), "focus"),
                   ==,
                   "unknown program (other)");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  pel_guard_add_process (OURS);
  g_test_add_func ("/addressee/point", test_point);
  g_test_add_func ("/addressee/focus", test_focus);
  g_test_add_func ("/addressee/details", test_details);
  return g_test_run ();
}
