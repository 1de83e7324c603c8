/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"

#include <string.h>

/* The exit codes are a promise to scripts; the names to every client. */
/* clang-format off */
static const struct { const char *name; int exit_code; } promised[] = {
  { "invalid_argument", 2 },     { "invalid_selector", 2 },
  { "element_not_found", 3 },    { "window_not_found", 3 },   { "ambiguous", 3 },
  { "stale_ref", 3 },            { "denied", 4 },             { "approval_required", 4 },
  { "approval_denied", 4 },      { "rate_limited", 4 },       { "blocked_window", 4 },
  { "capability_unavailable", 5 },                            { "app_unresponsive", 6 },
  { "timeout", 124 },            { "cancelled", 130 },        { "verification_failed", 1 },
  { "pattern_unsupported", 1 },  { "not_visible", 1 },        { "not_enabled", 1 },
  { "not_stable", 1 },           { "obscured", 1 },           { "out_of_bounds", 1 },
  { "command_failed", 1 },       { "unknown", 1 },
};
/* clang-format on */

static void
test_code_promised (void)
{
  g_assert_cmpuint (G_N_ELEMENTS (promised), ==, PEL_N_ERRORS);
  for (gsize i = 0; i < G_N_ELEMENTS (promised); i++)
    {
      PelErrorCode code = pel_error_code_from_string (promised[i].name);

      g_test_message ("%s", promised[i].name);
      g_assert_cmpstr (pel_error_code_to_string (code), ==, promised[i].name);
      g_assert_cmpint (pel_error_get_exit_code (code), ==, promised[i].exit_code);
    }
  g_assert_cmpint (pel_error_code_from_string ("from_the_future"), ==, PEL_ERROR_UNKNOWN);
}

static void
test_hint_own_or_general (void)
{
  g_autoptr (GError) own = NULL;
  g_autoptr (GError) general = NULL;
  g_autoptr (GError) copy = NULL;

  pel_set_error (&own, PEL_ERROR_TIMEOUT, "Start it first", "%s is late", "It");
  g_assert_error (own, PEL_ERROR, PEL_ERROR_TIMEOUT);
  g_assert_cmpstr (own->message, ==, "It is late");
  copy = g_error_copy (own);
  g_assert_cmpstr (pel_error_get_hint (copy), ==, "Start it first");

  pel_set_error (&general, PEL_ERROR_TIMEOUT, NULL, "late");
  g_assert_cmpstr (pel_error_get_hint (general), ==, "Try again with a longer timeout_ms");
  pel_error_suggest (general, "Ask somebody else");
  pel_error_suggest (copy, "Ask somebody else");
  g_assert_cmpstr (pel_error_get_hint (general), ==, "Ask somebody else");
  g_assert_cmpstr (pel_error_get_hint (copy), ==, "Start it first");
  pel_set_error (NULL, PEL_ERROR_TIMEOUT, NULL, "nobody listens");
}

static void
test_details_are_kept_in_copies (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) copy = NULL;
  JsonObject        *details = json_object_new ();

  pel_set_error (&error, PEL_ERROR_INVALID_SELECTOR, NULL, "no");
  g_assert_null (pel_error_get_details (error));
  json_object_set_int_member (details, "column", 7);
  pel_error_take_details (error, details);
  copy = g_error_copy (error);
  g_clear_error (&error);
  g_assert_cmpint (json_object_get_int_member (pel_error_get_details (copy), "column"), ==, 7);
}

static void
test_code_of_other_domains (void)
{
  g_autoptr (GError) cancelled = g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED, "x");
  g_autoptr (GError) timed_out = g_error_new (G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "x");
  g_autoptr (GError) other = g_error_new (G_FILE_ERROR, G_FILE_ERROR_IO, "x");

  g_assert_cmpint (pel_error_get_code (cancelled), ==, PEL_ERROR_CANCELLED);
  g_assert_cmpint (pel_error_get_code (timed_out), ==, PEL_ERROR_TIMEOUT);
  g_assert_cmpint (pel_error_get_code (other), ==, PEL_ERROR_UNKNOWN);
}

/* A message may quote what others sent. */
static void
test_message_is_repaired (void)
{
  g_autofree char   *huge = g_strnfill (1000000, 'x');
  g_autoptr (GError) odd = NULL;
  g_autoptr (GError) cut = NULL;

  pel_set_error (&odd, PEL_ERROR_UNKNOWN, NULL, "There is no “%s”", "a\xff");
  g_assert_cmpstr (odd->message, ==, "There is no “a\xef\xbf\xbd”");
  pel_set_error (&cut, PEL_ERROR_UNKNOWN, NULL, "There is no “%s”", huge);
  g_assert_cmpuint (strlen (cut->message), <, 5000);
  g_assert_true (g_str_has_suffix (cut->message, "x…"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/error/code/promised", test_code_promised);
  g_test_add_func ("/error/code/of-other-domains", test_code_of_other_domains);
  g_test_add_func ("/error/hint/own-or-general", test_hint_own_or_general);
  g_test_add_func ("/error/details/are-kept-in-copies", test_details_are_kept_in_copies);
  g_test_add_func ("/error/message-is-repaired", test_message_is_repaired);
  return g_test_run ();
}
