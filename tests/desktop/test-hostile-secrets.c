/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Places for secrets are never asked what is in them, and what a program tells beyond measure when
 * one of its objects is read is not kept. */

#include "hostile-case.h"

#define N_SECRETS 8

static guint
count_text_calls (Assault *self, int number)
{
  static const char *const interfaces[] = { "Text", "EditableText", "Value" };
  guint                    n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (interfaces); i++)
    {
      g_autofree char *method =
          g_strdup_printf ("call %s.* " PEL_A11Y_NODE "%d", interfaces[i], number);
      g_autofree char *property =
          g_strdup_printf ("call Properties.Get* " PEL_A11Y_NODE "%d %s.*", number, interfaces[i]);
      g_autofree char *all = g_strdup_printf ("call Properties.GetAll " PEL_A11Y_NODE "%d", number);

      n += pel_fixture_count (self->hostile, method) + pel_fixture_count (self->hostile, property) +
           pel_fixture_count (self->hostile, all);
    }
  return n;
}

/* Places for secrets are known by their role, name, id, attribute, label, placeholder or
 * description; nobody asks what is in them,
 * when values are looked at nor when everything is read. */
static void
test_secrets (gconstpointer option)
{
  const char                   *arguments[] = { MODE ("secrets"), option, NULL };
  Assault                       self = { 0 };
  g_autoptr (PelElementReading) city = NULL;

  start_assault (&self, arguments);
  look_around (&self, PEL_LOOK_VALUES);
  for (int number = 3; number <= N_SECRETS + 2; number++)
    {
      g_autoptr (PelElementReading) reading = read_node (&self, number);

      g_test_message ("node %d", number);
      g_assert_true (get_node (&self, number).flags & PEL_ELEMENT_IS_SECRET);
      g_assert_true (reading->is_secret);
      g_assert_null (reading->text);
      g_assert_null (reading->value_text);
    }
  city = read_node (&self, N_SECRETS + 3);
  g_assert_false (city->is_secret);
  g_assert_cmpstr (city->text, ==, "City");
  await_log (&self);
  for (int number = 3; number <= N_SECRETS + 2; number++)
    g_assert_cmpuint (count_text_calls (&self, number), ==, 0);
  g_assert_cmpuint (count_text_calls (&self, N_SECRETS + 3), >, 0);
  end_assault (&self);
}

/* More is told than anybody wants to know: what is kept of it is small. */
static void
test_huge_reading (void)
{
  const char *arguments[] = { MODE ("huge-details"), NULL };
  Assault     self = { 0 };

  start_assault (&self, arguments);
  look_around (&self, 0);
  for (int number = 3; number <= 6; number++)
    {
      g_autoptr (PelElementReading) reading = read_node (&self, number);

      if (reading->description != NULL)
        g_assert_cmpuint (strlen (reading->description), <=, MAX_NAME_BYTES);
      if (reading->actions != NULL)
        g_assert_cmpuint (reading->actions->len, <=, MAX_CHILDREN);
      if (reading->relations != NULL)
        g_assert_cmpuint (reading->relations->len, <=, MAX_CHILDREN);
    }
  end_assault (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/hostile-secrets/secrets", NULL, test_secrets);
  g_test_add_data_func ("/hostile-secrets/secrets-no-cache", "--no-cache", test_secrets);
  g_test_add_func ("/hostile-secrets/huge-reading", test_huge_reading);
  return run_assaults ();
}
