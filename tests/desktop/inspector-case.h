/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "a11y-probe.h"
#include "command.h"
#include "fixture.h"

#include <string.h>

#define WAIT_SECONDS 60
#define MAX_NODES    5000

/* The inspector as somebody else sees it: through accessibility. */
typedef struct
{
  GDBusConnection *bus;        /* the accessibility bus */
  gboolean         is_shallow; /* what rows are made of is not looked at: it is most of all */
} InspectorCase;

static inline void
run_command (const char *line)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);

  g_test_message ("%s: %s", line, command->err);
  g_assert_cmpint (command->exit_code, ==, 0);
}

static inline void
inspector_case_set_up (InspectorCase *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  run_command ("inspect");
}

static inline void
inspector_case_tear_down (InspectorCase *self, gconstpointer unused)
{
  g_clear_object (&self->bus);
}

#define ROLE_LIST_ITEM 32 /* of AT-SPI */

/* All that the session shows. (transfer full) */
static inline GPtrArray *
inspector_case_walk (InspectorCase *self)
{
  g_autofree char *name =
      pel_a11y_wait_program (self->bus, pel_command_find_session (), WAIT_SECONDS * 1000);

  g_assert_nonnull (name);
  return pel_a11y_walk_to (self->bus, name, MAX_NODES, self->is_shallow ? ROLE_LIST_ITEM : 0);
}

/* (nullable) (transfer none): one whose name begins so. */
static inline PelA11yNode *
find_named (GPtrArray *nodes, const char *beginning)
{
  for (guint i = 0; nodes != NULL && i < nodes->len; i++)
    if (g_str_has_prefix (((PelA11yNode *) nodes->pdata[i])->name, beginning))
      return nodes->pdata[i];
  return NULL;
}

static inline void
inspector_case_wait (InspectorCase *self, const char *beginning, gboolean is_there)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  g_test_message ("waiting for %s: %s", is_there ? "this" : "the end of this", beginning);
  for (;;)
    {
      g_autoptr (GPtrArray) nodes = inspector_case_walk (self);

      if ((find_named (nodes, beginning) != NULL) == is_there)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* The first of this very name that can be pressed. */
static inline void
inspector_case_press (InspectorCase *self, const char *name)
{
  g_autoptr (GPtrArray) nodes = NULL;

  inspector_case_wait (self, name, TRUE);
  nodes = inspector_case_walk (self);
  for (guint i = 0; i < nodes->len; i++)
    {
      PelA11yNode         *node = nodes->pdata[i];
      g_autoptr (GVariant) answer = NULL;
      gboolean             is_done = FALSE;

      if (!g_str_equal (node->name, name))
        continue;
      answer = pel_a11y_call (self->bus,
                              node->bus_name,
                              node->path,
                              "Action",
                              "DoAction",
                              g_variant_new ("(i)", 0),
                              NULL);
      if (answer != NULL)
        g_variant_get (answer, "(b)", &is_done);
      if (is_done)
        return;
    }
  g_error ("nothing that is named “%s” can be pressed", name);
}

static inline PelFixture *
start_fixture (const char *title)
{
  g_autoptr (GError) error = NULL;
  PelFixture        *fixture = pel_fixture_start (&error, "fixture-gtk3", "--title", title, NULL);

  g_assert_no_error (error);
  return fixture;
}

/* A program that has just come may not have told of its elements yet. */
static inline void
inspect_element (const char *target)
{
  g_autofree char *quoted = g_shell_quote (target);
  g_autofree char *line = g_strdup_printf ("inspect %s", quoted);
  gint64           deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, line);

      if (command->exit_code == 0)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}
