/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/window/window.h"

#include "services/base/text.h"

#include <string.h>

static const PelWindowInfo plain = {
  .id = "0x1",
  .title = "Title",
  .app = "org.example.App",
  .process_name = "app",
  .pid = 4711,
  .bounds = { 10, 20, 300, 200 },
  .content = { 10, 40, 300, 180 },
  .states = PEL_WINDOW_VISIBLE,
};

static void
test_new_copies (void)
{
  char                  title[] = "Title";
  PelWindowInfo         info = plain;
  g_autoptr (PelWindow) window = NULL;
  const PelWindowInfo  *kept;

  info.title = title;
  window = pel_window_new (&info);
  title[0] = 'X';
  kept = pel_window_get_info (window);
  g_assert_cmpstr (kept->id, ==, "0x1");
  g_assert_cmpstr (kept->title, ==, "Title");
  g_assert_cmpstr (kept->app, ==, "org.example.App");
  g_assert_cmpstr (kept->process_name, ==, "app");
  g_assert_cmpint (kept->pid, ==, 4711);
  g_assert_cmpfloat (kept->content.y, ==, 40);
  g_assert_cmpint (kept->states, ==, PEL_WINDOW_VISIBLE);
}

static void
test_new_repairs_texts (void)
{
  PelWindowInfo         info = plain;
  g_autoptr (PelWindow) window = NULL;
  const PelWindowInfo  *kept;

  info.title = "caf\xe9 \xf0\x9f";
  info.app = "\xff";
  info.process_name = "a\x80";
  window = pel_window_new (&info);
  kept = pel_window_get_info (window);
  g_assert_true (g_utf8_validate (kept->title, -1, NULL));
  g_assert_true (g_str_has_prefix (kept->title, "caf\xef\xbf\xbd "));
  g_assert_cmpstr (kept->app, ==, "\xef\xbf\xbd");
  g_assert_cmpstr (kept->process_name, ==, "a\xef\xbf\xbd");
}

static void
test_new_cuts_texts (void)
{
  g_autofree char      *huge = g_strnfill (3 * PEL_TEXT_MAX_BYTES, 'x');
  PelWindowInfo         info = plain;
  g_autoptr (PelWindow) window = NULL;
  const PelWindowInfo  *kept;

  info.title = info.app = info.process_name = huge;
  window = pel_window_new (&info);
  kept = pel_window_get_info (window);
  g_assert_cmpuint (strlen (kept->title), ==, PEL_TEXT_MAX_BYTES + strlen ("…"));
  g_assert_cmpuint (strlen (kept->app), ==, PEL_TEXT_MAX_BYTES + strlen ("…"));
  g_assert_cmpuint (strlen (kept->process_name), ==, PEL_TEXT_MAX_BYTES + strlen ("…"));
}

static void
test_new_missing_texts (void)
{
  g_autoptr (PelWindow) window = pel_window_new (&(PelWindowInfo){ .id = "1" });
  const PelWindowInfo  *kept = pel_window_get_info (window);

  g_assert_cmpstr (kept->title, ==, "");
  g_assert_null (kept->app);
  g_assert_null (kept->process_name);
}

static void
test_equal_same (void)
{
  g_autoptr (PelWindow) a = pel_window_new (&plain);
  g_autoptr (PelWindow) b = pel_window_new (&plain);

  g_assert_true (pel_window_equal (a, b));
}

static void
assert_differs (const char *what, PelWindowInfo info)
{
  g_autoptr (PelWindow) a = pel_window_new (&plain);
  g_autoptr (PelWindow) b = pel_window_new (&info);

  g_test_message ("%s", what);
  g_assert_false (pel_window_equal (a, b));
  g_assert_false (pel_window_equal (b, a));
}

#define ASSERT_DIFFERS_BY(member, value) \
  G_STMT_START                           \
  {                                      \
    PelWindowInfo changed = plain;       \
    changed.member = (value);            \
    assert_differs (#member, changed);   \
  }                                      \
  G_STMT_END

static void
test_equal_but_one (void)
{
  ASSERT_DIFFERS_BY (id, "0x2");
  ASSERT_DIFFERS_BY (title, "title");
  ASSERT_DIFFERS_BY (app, NULL);
  ASSERT_DIFFERS_BY (process_name, "other");
  ASSERT_DIFFERS_BY (process_name, NULL);
  ASSERT_DIFFERS_BY (pid, 4712);
  ASSERT_DIFFERS_BY (bounds.x, 11);
  ASSERT_DIFFERS_BY (bounds.y, 21);
  ASSERT_DIFFERS_BY (bounds.width, 300.5);
  ASSERT_DIFFERS_BY (bounds.height, 201);
  ASSERT_DIFFERS_BY (content.x, 11);
  ASSERT_DIFFERS_BY (content.y, 41);
  ASSERT_DIFFERS_BY (content.width, 301);
  ASSERT_DIFFERS_BY (content.height, 181);
  ASSERT_DIFFERS_BY (states, PEL_WINDOW_VISIBLE | PEL_WINDOW_ACTIVE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/window/new/copies", test_new_copies);
  g_test_add_func ("/window/new/repairs-texts", test_new_repairs_texts);
  g_test_add_func ("/window/new/cuts-texts", test_new_cuts_texts);
  g_test_add_func ("/window/new/missing-texts", test_new_missing_texts);
  g_test_add_func ("/window/equal/same", test_equal_same);
  g_test_add_func ("/window/equal/but-one", test_equal_but_one);
  return g_test_run ();
}
