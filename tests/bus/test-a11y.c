/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The switch and the census of the accessibility bus, among programs that lie. */

#include "fixture.h"

#include "services/base/error.h"
#include "services/provider/a11y-census.h"
#include "services/provider/a11y-switch.h"

#include <string.h>

static void
take_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static GAsyncResult *
wait_result (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static PelA11ySwitch *
read_switch (GError **error)
{
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GAsyncResult)    result = NULL;

  pel_a11y_switch_read_async (bus, NULL, take_result_cb, &result);
  return pel_a11y_switch_read_finish (wait_result (&result), error);
}

static GPtrArray *
count (const char *address, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  pel_a11y_census_async (address, NULL, take_result_cb, &result);
  return pel_a11y_census_finish (wait_result (&result), error);
}

static const PelA11yProgram *
find (GPtrArray *programs, pid_t pid)
{
  for (guint i = 0; i < programs->len; i++)
    {
      const PelA11yProgram *program = g_ptr_array_index (programs, i);

      if (program->pid == pid)
        return program;
    }
  return NULL;
}

static void
test_switch_enable (void)
{
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GAsyncResult)    result = NULL;
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelA11ySwitch)   after = NULL;

  pel_a11y_switch_enable_async (bus, NULL, take_result_cb, &result);
  g_assert_true (pel_a11y_switch_enable_finish (wait_result (&result), &error));
  g_assert_no_error (error);
  after = read_switch (&error);
  g_assert_no_error (error);
  g_assert_true (after->is_enabled);
  g_assert_true (g_str_has_prefix (after->address, "unix:"));
}

/* clang-format off */
static const struct { const char *mode; gboolean is_answering; const char *name; } modes[] = {
  { "honest",        TRUE,  "fixture-hostile" },
  { "silent",        FALSE, NULL },
  { "error",         TRUE,  NULL },
  { "wrong-types",   TRUE,  NULL },
  { "huge-string",   TRUE,  "…" },
  { "many-children", TRUE,  "fixture-hostile" },
  { "bad-utf8",      TRUE,  "" },
  { "liar-pid",      TRUE,  "" },
};
/* clang-format on */

/* Every liar at once, and an honest one among them: all are found by the pid that the bus knows,
 * none is waited for too long, and no text grows beyond its limit. */
static void
test_census_among_liars (void)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelA11ySwitch) a11y = read_switch (&error);
  g_autoptr (GPtrArray)     programs = NULL;
  PelFixture               *liars[G_N_ELEMENTS (modes)];

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      liars[i] = pel_fixture_start (&error, "fixture-hostile", "--mode", modes[i].mode, NULL);
      g_assert_no_error (error);
    }
  programs = count (a11y->address, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      const PelA11yProgram *program = find (programs, pel_fixture_get_pid (liars[i]));

      g_test_message ("%s", modes[i].mode);
      g_assert_nonnull (program);
      g_assert_cmpint (program->is_answering, ==, modes[i].is_answering);
      g_assert_true (program->name == NULL || strlen (program->name) <= 256 + strlen ("…"));
      if (i == 0)
        {
          g_assert_cmpstr (program->name, ==, modes[i].name);
          g_assert_cmpint (program->n_children, ==, 1);
        }
    }
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    pel_fixture_stop (liars[i]);
}

/* One that leaves while it is asked: the others are still counted. */
static void
test_census_one_vanishes (void)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelA11ySwitch) a11y = read_switch (&error);
  g_autoptr (PelFixture)    stays = pel_fixture_start (&error, "fixture-hostile", NULL);
  g_autoptr (PelFixture)    leaves =
      pel_fixture_start (&error, "fixture-hostile", "--mode", "vanish", "--after", "3", NULL);
  g_autoptr (GPtrArray) programs = NULL;

  g_assert_no_error (error);
  programs = count (a11y->address, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (find (programs, pel_fixture_get_pid (stays))->name, ==, "fixture-hostile");
}

/* Only what is needed is asked, and never for all properties at once. */
static void
test_census_asks_little (void)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelA11ySwitch) a11y = read_switch (&error);
  g_autoptr (PelFixture)    fixture = pel_fixture_start (&error, "fixture-hostile", NULL);
  g_autoptr (GPtrArray)     programs = NULL;

  g_assert_no_error (error);
  pel_fixture_forget (fixture);
  programs = count (a11y->address, &error);
  g_assert_no_error (error);
  g_assert_nonnull (pel_fixture_wait (fixture, "call Properties.Get * Application.Version", 5000));
  g_assert_cmpuint (pel_fixture_count (fixture, "call Properties.GetAll*"), ==, 0);
  g_assert_cmpuint (pel_fixture_count (fixture, "call *"), <=, 4);
}

static void
test_census_refuses_addresses (void)
{
  static const char *const addresses[] = {
    "unixexec:path=/bin/false",
    "tcp:host=localhost,port=1",
    "unix:path=/nonexistent;unixexec:path=/bin/false",
    "",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autoptr (GError)    error = NULL;
      g_autoptr (GPtrArray) programs = count (addresses[i], &error);

      g_assert_null (programs);
      g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
    }
}

static void
test_census_cancelled (void)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelA11ySwitch) a11y = read_switch (&error);
  g_autoptr (PelFixture)    silent =
      pel_fixture_start (&error, "fixture-hostile", "--mode", "silent", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;

  g_assert_no_error (error);
  pel_a11y_census_async (a11y->address, cancellable, take_result_cb, &result);
  g_assert_nonnull (pel_fixture_wait (silent, "call *Name*", 5000));
  g_cancellable_cancel (cancellable);
  g_assert_null (pel_a11y_census_finish (wait_result (&result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/a11y/switch/enable", test_switch_enable);
  g_test_add_func ("/a11y/census/among-liars", test_census_among_liars);
  g_test_add_func ("/a11y/census/one-vanishes", test_census_one_vanishes);
  g_test_add_func ("/a11y/census/asks-little", test_census_asks_little);
  g_test_add_func ("/a11y/census/refuses-addresses", test_census_refuses_addresses);
  g_test_add_func ("/a11y/census/cancelled", test_census_cancelled);
  return g_test_run ();
}
