/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "selector-desk.h"

#include "services/selector/near-miss.h"

#include <atspi/atspi-constants.h>
#include <string.h>

#define N_MISSES 3

/* clang-format off */
static const struct { const char *selector; const char *misses[N_MISSES + 1]; } cases[] = {
  { "Button:Submit", {
      "14: role matches, but the name is “Submit order”",
      "25: role matches, but the name is “OK”",
      "12: role matches, but the name is “OK”" } },
  { "Button:Cancel && enabled=true", {
      "13: role and name match, but enabled=false",
      "25: role and enabled match, but the name is “OK”",
      "12: role and enabled match, but the name is “OK”" } },
  { "Button:cancel && enabled=true", {
      "13: role matches, but the name is “Cancel” and enabled=false",
      "25: role and enabled match, but the name is “OK”",
      "12: role and enabled match, but the name is “OK”" } },
  { "Submit", { "14: the name is “Submit order”, not “Submit”" } },
  { "User nam", {
      "5: the name is “User name”, not “User nam”",
      "4: the name is “User”, not “User nam”" } },
  { "Pasword", { "6: the name is “Password”, not “Pasword”" } },
  { "Buttons >> Xyzzy", { NULL } },
  { "Xyzzy && enabled=true && !focused=true", { NULL } }, /* what nearly all are says nothing */
  { "focused=true && expanded=true", { "5: focused matches, but expanded=false" } },
  { "role=CheckBox && checked=false", {
      "8: role matches, but checked=true",
      "9: role matches, but checked=mixed" } },
  { "role=Text && pattern=Toggle && depth=3", {
      "4: role and depth match, but it does not support Toggle",
      "6: role and depth match, but it does not support Toggle",
      "8: pattern and depth match, but the role is CheckBox" } },
  { "role=Cell && width>500 && height>100 && index=7", {
      "17: role matches, but the width is 100 and the height is 30",
      "18: role matches, but the width is 100 and the height is 30",
      "19: role matches, but the width is 100 and the height is 30" } },
  { "name=Calculator && width>5", {
      "29: name matches, but it has no width",
      "28: the name is “calc” and it has no width" } },
  { "!Button:OK && name=OK && app=calc", {
      "30: name and app match, but the role is Button",
      "31: app matches, but the name is “ok”",
      "25: name matches, but the role is Button and the app is “editor”" } },
  /* programs and windows are told once */
  { "app=edtor", { "1: the app is “editor”, not “edtor”" } },
  { "app=Calc >> Button:OK", { "28: the app is “calc”, not “Calc”" } },
  { "app=edtor && Xyzzy", { "1: the app is “editor” and the name is “editor”" } },
  { "app=Calc && Button:OK", {
      "30: role and name match, but the app is “calc”",
      "25: role and name match, but the app is “editor”" } },
  { "window=Preferencs", { "24: the window is “Preferences”, not “Preferencs”" } },
  { "window=settings", { "24: the window is “Settings”, not “settings”" } },
  { "window=Settings && Xyzzy", { NULL } },
  /* what had to be read */
  { "#submit-bttn", {
      "25: the id is “submit-btn”, not “submit-bttn”",
      "12: the id is “submit-btn”, not “submit-bttn”" } },
  { "role=Slider && value>50", { "10: role matches, but the value is “42”" } },
  { "role=Edit && password=true && value=1234", {
      "7: role and password match, but it has no value",
      "5: role matches, but password=false and the value is “ada”" } },
  { "text=\"press f1\"", { "26: the text is “Press F1”, not “press f1”" } },
  { "role=Row && name=x", {
      "16: role matches, but the name is empty",
      "20: role matches, but the name is empty" } },
  /* other steps */
  { "role=Row >> nth(3)", {
      "16: there are only 2 elements, but the selector asks for nth(3)",
      "20: there are only 2 elements, but the selector asks for nth(3)" } },
  { "Cancel >> nth(-2)", { "13: there is only 1 element, but the selector asks for nth(-2)" } },
  { "role=Application >> parent", { "1: it has no parent", "28: it has no parent" } },
  { "Submit order >> near", { "14: it is not visible" } },
  { "Settings >> left-of", { "24: no visible element in its window is left-of it" } },
  { "C1 >> left-of >> Cell:C2", {
      "18: role matches, but the name is “B1”",
      "17: role matches, but the name is “A1”" } },
  /* the alternative that got furthest, and of two the first */
  { "Xyzzy ?? Dialog:Settings >> Button:Cancel", { "25: role matches, but the name is “OK”" } },
  { "Pasword ?? Autosafe", { "6: the name is “Password”, not “Pasword”" } },
  { "ocr:Submit ?? Autosafe", { "9: the name is “Autosave”, not “Autosafe”" } },
  { "ocr:Submit", { NULL } },
  { "@e99", { NULL } },
  { "Cancel", { NULL } }, /* it matches */
};
/* clang-format on */

static void
test_find_rows (void)
{
  g_autoptr (PelSnapshot) snapshot = selector_desk_build ();
  g_autoptr (PelFacts)    facts = pel_facts_new ();

  selector_desk_tell (facts, snapshot);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PelSelector) selector = selector_desk_parse (cases[i].selector);
      g_autoptr (GArray)      misses = pel_near_misses_find (selector, snapshot, facts, N_MISSES);
      guint                   n = 0;

      g_test_message ("%s", cases[i].selector);
      for (; n < misses->len; n++)
        {
          const PelNearMiss *miss = &g_array_index (misses, PelNearMiss, n);
          g_autofree char   *text = g_strdup_printf ("%u: %s", miss->id, miss->reason);

          g_assert_cmpstr (text, ==, cases[i].misses[n]);
        }
      g_assert_null (cases[i].misses[n]);
    }
}

/* clang-format off */
static const struct { const char *selector; const char *hint; } hint_cases[] = {
  { "enabled",              "enabled is read as a name; for the state, write enabled=true" },
  { "app=x >> Checked",     "Checked is read as a name; for the state, write checked=true" },
  { "Xyzzy ?? Button",      "Button is read as a name; for the role, write role=Button" },
  { "push button",          "push button is read as a name; for the role, write role=Button" },
  { "name",                 NULL },
  { "Button:enabled",       NULL },
  { "!\"enabled\"",           NULL },
  { "name~=enabled",        NULL },
  { "Xyzzy",                NULL },
};
/* clang-format on */

static void
test_hint_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (hint_cases); i++)
    {
      g_autoptr (PelSelector) selector = selector_desk_parse (hint_cases[i].selector);
      g_autofree char        *hint = pel_selector_dup_hint (selector);

      g_test_message ("%s", hint_cases[i].selector);
      g_assert_cmpstr (hint, ==, hint_cases[i].hint);
    }
}

static PelSnapshot *
build_named (const char *name)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();

  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.1" });
  pel_snapshot_builder_add (builder, &(PelElement){ .role = PEL_ROLE_BUTTON, .name = name });
  return pel_snapshot_builder_finish (builder);
}

/* Texts of programs are cut, and cannot break out of their line. */
static void
test_find_hostile_names (void)
{
  g_autofree char *many = g_strnfill (81, 'a');
  g_autofree char *most = g_strnfill (80, 'a');
  g_autofree char *cut = g_strdup_printf ("role matches, but the name is “%s…”", most);
  g_autofree char *kept = g_strdup_printf ("role matches, but the name is “%s”", most);
  const struct
  {
    const char *name;
    const char *reason;
  } rows[] = {
    { many, cut },
    { most, kept },
    { "two\nlines\x1b[0m", "role matches, but the name is “two\\nlines\\u{1B}[0m”" },
    { "\xff", "role matches, but the name is “\xef\xbf\xbd”" },
  };
  g_autoptr (PelSelector) selector = selector_desk_parse ("Button:x");

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (PelSnapshot) snapshot = build_named (rows[i].name);
      g_autoptr (GArray)      misses = pel_near_misses_find (selector, snapshot, NULL, N_MISSES);

      g_assert_cmpuint (misses->len, ==, 1);
      g_assert_cmpstr (g_array_index (misses, PelNearMiss, 0).reason, ==, rows[i].reason);
    }
}

/* Of what has not been read nothing is made up. */
static void
test_find_unread (void)
{
  g_autoptr (PelSnapshot) snapshot = selector_desk_build ();
  g_autoptr (PelSelector) selector = selector_desk_parse ("Button:Cancel && #x");
  g_autoptr (GArray)      misses = pel_near_misses_find (selector, snapshot, NULL, 1);
  g_autoptr (GArray)      none = pel_near_misses_find (selector, snapshot, NULL, 0);

  g_assert_cmpuint (misses->len, ==, 1);
  g_assert_cmpstr (g_array_index (misses, PelNearMiss, 0).reason,
                   ==,
                   "role and name match, but the id is unknown");
  g_assert_cmpuint (none->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/near-miss/find/rows", test_find_rows);
  g_test_add_func ("/near-miss/find/hostile-names", test_find_hostile_names);
  g_test_add_func ("/near-miss/find/unread", test_find_unread);
  g_test_add_func ("/near-miss/hint/rows", test_hint_rows);
  return g_test_run ();
}
