/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person does with the controls of the inspector happens in the program: its own log says
 * so. */

#include "inspector-case.h"

#define ROLE_SLIDER 51 /* of AT-SPI */

typedef struct
{
  InspectorCase parent;
  PelFixture   *fixture;
} ControlsCase;

static void
set_up (ControlsCase *self, gconstpointer unused)
{
  self->fixture = start_fixture ("Controls");
  inspector_case_set_up (&self->parent, NULL);
}

static void
tear_down (ControlsCase *self, gconstpointer unused)
{
  inspector_case_tear_down (&self->parent, NULL);
  g_clear_pointer (&self->fixture, pel_fixture_stop);
}

/* Names of other programs' things are set apart from what stands around them. */
static void
wait_for_text (ControlsCase *self, const char *part)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  g_test_message ("waiting for “%s”", part);
  for (;;)
    {
      g_autoptr (GPtrArray) nodes = inspector_case_walk (&self->parent);

      for (guint i = 0; nodes != NULL && i < nodes->len; i++)
        if (strstr (((PelA11yNode *) nodes->pdata[i])->name, part) != NULL)
          return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* @selector: a part of what the panel writes once it shows the element, with its controls. */
static void
show (ControlsCase *self, const char *target, const char *selector)
{
  inspect_element (target);
  wait_for_text (self, selector);
}

static PelA11yNode *
find_control (ControlsCase *self, GPtrArray **nodes, const char *name, guint role)
{
  inspector_case_wait (&self->parent, name, TRUE);
  *nodes = inspector_case_walk (&self->parent);
  for (guint i = 0; i < (*nodes)->len; i++)
    {
      PelA11yNode *node = (*nodes)->pdata[i];

      if (node->role == role && g_str_equal (node->name, name))
        return node;
    }
  g_error ("there is no “%s”", name);
}

static void
test_press (ControlsCase *self, gconstpointer unused)
{
  show (self, "Button:Button", "id=\"button\"");
  inspector_case_press (&self->parent, "Press");
  pel_fixture_expect (self->fixture, "clicked button");
  wait_for_text (self, "Pressed");
}

/* What could not be done is told in words, with the next step. */
static void
test_refused (ControlsCase *self, gconstpointer unused)
{
  show (self, "Button:Disabled", "id=\"disabled\"");
  inspector_case_press (&self->parent, "Press");
  wait_for_text (self, "The element is not enabled. ");
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked *"), ==, 0);
}

static void
test_slide (ControlsCase *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) nodes = NULL;
  const PelA11yNode    *scale;
  g_autoptr (GError)    error = NULL;

  show (self, "Slider:Slider", "id=\"slider\"");
  scale = find_control (self, &nodes, "Value", ROLE_SLIDER);
  pel_a11y_set_number (self->parent.bus, scale, 70, &error);
  g_assert_no_error (error);
  pel_fixture_expect (self->fixture, "value slider 70*");
}

/* The person sees that all automation has been stopped, and resumes it. */
static void
test_stopped (ControlsCase *self, gconstpointer unused)
{
  run_command ("stop");
  wait_for_text (self, "All automation has been stopped");
  show (self, "Button:Button", "id=\"button\"");
  inspector_case_press (&self->parent, "Press");
  wait_for_text (self, "All automation has been stopped");
  inspector_case_press (&self->parent, "Resume");
  inspector_case_wait (&self->parent, "Resume", FALSE);
  inspector_case_press (&self->parent, "Press");
  pel_fixture_expect (self->fixture, "clicked button");
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 1);
}

#define ADD(path, test) g_test_add (path, ControlsCase, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/inspector-controls/press", test_press);
  ADD ("/inspector-controls/refused", test_refused);
  ADD ("/inspector-controls/slide", test_slide);
  ADD ("/inspector-controls/stopped", test_stopped);
  return g_test_run ();
}
