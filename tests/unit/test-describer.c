/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When ui_describe is asked, and whose answers count. */

#include "inspector/describer.h"
#include "tests/unit/tool-desk.h"

typedef struct
{
  ToolDesk      desk;
  PelDescriber *describer;
  GString      *told; /* “e5;” of every answer, “!;” of what failed */
} Fixture;

static void
answered_cb (Fixture *self, JsonObject *answer)
{
  g_string_append_printf (self->told, "%s;", json_object_get_string_member (answer, "ref"));
}

static void
failed_cb (Fixture *self, const char *message)
{
  g_string_append (self->told, "!;");
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  tool_desk_set_up (&self->desk, NULL);
  self->told = g_string_new (NULL);
  self->describer = pel_describer_new ();
  g_signal_connect_swapped (self->describer, "answered", G_CALLBACK (answered_cb), self);
  g_signal_connect_swapped (self->describer, "failed", G_CALLBACK (failed_cb), self);
  pel_describer_set_context (self->describer, &self->desk.context);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_object_run_dispose (G_OBJECT (self->describer));
  g_object_unref (self->describer);
  g_string_free (self->told, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  tool_desk_tear_down (&self->desk, NULL);
}

/* Until it has asked so often. */
static void
wait_for_reads (Fixture *self, guint n)
{
  while (pel_fake_element_source_get_n_reads (self->desk.elements) < n)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_until_told (Fixture *self, const char *expected)
{
  while (g_strcmp0 (self->told->str, expected) != 0)
    {
      g_assert_true (g_str_has_prefix (expected, self->told->str));
      g_main_context_iteration (NULL, TRUE);
    }
}

/* A program that does not answer about one element does not keep another one waiting. */
static void
test_at_once (Fixture *self, gconstpointer unused)
{
  pel_fake_element_source_set_read_manner (self->desk.elements, PEL_FAKE_WAITS);
  pel_describer_set_ref (self->describer, 5);
  wait_for_reads (self, 1);
  pel_describer_set_ref (self->describer, 6);
  wait_for_reads (self, 2);
  pel_fake_element_source_set_read_manner (self->desk.elements, PEL_FAKE_ANSWERS);
  pel_fake_element_source_answer_reads (self->desk.elements, 2);
  wait_until_told (self, "e6;");
}

/* Not even the rest after an answer does. */
static void
test_after_answer (Fixture *self, gconstpointer unused)
{
  guint n_looks;

  pel_describer_set_ref (self->describer, 5);
  wait_until_told (self, "e5;");
  n_looks = pel_fake_element_source_get_n_looks (self->desk.elements);
  pel_describer_set_ref (self->describer, 6);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (self->desk.elements), >, n_looks);
  wait_until_told (self, "e5;e6;");
}

/* What changes often is asked for again after a rest, once. */
static void
test_rest (Fixture *self, gconstpointer unused)
{
  guint n_looks;

  pel_describer_set_ref (self->describer, 5);
  wait_until_told (self, "e5;");
  n_looks = pel_fake_element_source_get_n_looks (self->desk.elements);
  for (guint i = 0; i < 100; i++)
    pel_describer_refresh (self->describer);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (self->desk.elements), ==, n_looks);
  wait_until_told (self, "e5;e5;");
}

static void
test_gone (Fixture *self, gconstpointer unused)
{
  pel_describer_set_ref (self->describer, 4000);
  wait_until_told (self, "!;");
  pel_describer_set_ref (self->describer, 0);
  pel_describer_refresh (self->describer);
  g_assert_cmpstr (self->told->str, ==, "!;");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/describer/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("at-once", test_at_once);
  ADD ("after-answer", test_after_answer);
  ADD ("rest", test_rest);
  ADD ("gone", test_gone);
  return g_test_run ();
}
