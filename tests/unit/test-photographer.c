/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When the inspector takes pictures, and whose are shown. */

#include "inspector/photographer.h"
#include "tests/unit/audit-desk.h"
#include "tests/unit/fake-camera.h"
#include "tests/unit/tool-desk.h"

#include <stdlib.h>
#include <string.h>

#define REST_US (1000 * 1000)
#define PIXEL   0xff3080c0u

typedef struct
{
  ToolDesk         desk;
  AuditDesk        audit;
  PelFakeCamera   *camera;
  PelPhotographer *photographer;
  GString *told; /* “110;” for a picture of what is there, by its x, “!;” of what failed */
  char    *message;
  gint64   begun; /* when the last was */
  guint    n_begun;
} Fixture;

static void
begun_cb (Fixture *self)
{
  gint64 now = g_get_monotonic_time ();

  g_assert_cmpuint (self->camera->n_stuck, ==, 0); /* never two at once */
  if (self->n_begun++ > 0)
    g_assert_cmpint (now - self->begun,
                     >=,
                     REST_US - 5000); /* clocks of the main loop are coarse */
  self->begun = now;
}

static void
taken_cb (Fixture *self, PelPortrait *portrait, gboolean is_covered)
{
  g_assert_cmpint (portrait->width, ==, 60);
  g_assert_cmpint (portrait->height, ==, 40);
  g_assert_cmphex (pel_image_get_pixel (portrait->preview, 7, 9), ==, PIXEL);
  g_string_append_printf (self->told, "%d;", atoi (self->camera->shot));
}

static void
failed_cb (Fixture *self, const char *message)
{
  g_string_append (self->told, "!;");
  g_free (self->message);
  self->message = g_strdup (message);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  tool_desk_set_up (&self->desk, NULL);
  self->told = g_string_new (NULL);
  self->camera = pel_fake_camera_new (PIXEL);
  audit_desk_init (&self->audit);
  self->desk.context.audit = pel_audit_log_new (self->audit.place);
  self->desk.context.camera = PEL_CAMERA (self->camera);
  self->desk.context.frames = pel_frame_store_new (NULL);
  self->desk.context.policy = pel_policy_store_new (&(PelPolicyPlaces){ NULL });
  self->photographer = pel_photographer_new ();
  g_signal_connect_swapped (self->photographer, "begun", G_CALLBACK (begun_cb), self);
  g_signal_connect_swapped (self->photographer, "taken", G_CALLBACK (taken_cb), self);
  g_signal_connect_swapped (self->photographer, "failed", G_CALLBACK (failed_cb), self);
  pel_photographer_set_context (self->photographer, &self->desk.context);
  pel_photographer_set_shown (self->photographer, TRUE);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  pel_photographer_set_context (self->photographer, NULL);
  /* the last call holds it, and may be about to end in a thread */
  while (G_OBJECT (self->photographer)->ref_count > 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_finalize_object (self->photographer);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_clear_object (&self->camera);
  g_clear_pointer (&self->desk.context.frames, pel_frame_store_free);
  g_clear_object (&self->desk.context.policy);
  g_clear_object (&self->desk.context.audit);
  audit_desk_clear (&self->audit);
  g_string_free (self->told, TRUE);
  g_free (self->message);
  tool_desk_tear_down (&self->desk, NULL);
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

static void
wait_for_camera (Fixture *self, guint n)
{
  while (self->camera->n_taken < n)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
over_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* A while in which whatever rests would have gone on. */
static void
let_rest (void)
{
  gboolean is_over = FALSE;

  g_timeout_add (REST_US / 1000 + 300, over_cb, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

/* One is enough, however long it is looked at: each is in the audit log. */
static void
test_once (Fixture *self, gconstpointer unused)
{
  pel_photographer_set_ref (self->photographer, 5);
  wait_until_told (self, "110;");
  pel_photographer_set_ref (self->photographer, 5);
  pel_photographer_set_shown (self->photographer, FALSE);
  pel_photographer_set_shown (self->photographer, TRUE);
  let_rest ();
  g_assert_cmpstr (self->told->str, ==, "110;");
  g_assert_cmpuint (self->camera->n_taken, ==, 1);
}

static void
test_again (Fixture *self, gconstpointer unused)
{
  pel_photographer_set_ref (self->photographer, 5);
  wait_until_told (self, "110;");
  for (guint i = 0; i < 100; i++)
    pel_photographer_refresh (self->photographer);
  wait_until_told (self, "110;110;");
  g_assert_cmpuint (self->camera->n_taken, ==, 2);
}

static void
test_unseen (Fixture *self, gconstpointer unused)
{
  pel_photographer_set_shown (self->photographer, FALSE);
  pel_photographer_set_ref (self->photographer, 5);
  pel_photographer_refresh (self->photographer);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (self->n_begun, ==, 0);
  pel_photographer_set_shown (self->photographer, TRUE);
  wait_until_told (self, "110;");
}

/* Whoever runs through the tree has a picture of where they began and where they stopped. */
static void
test_haste (Fixture *self, gconstpointer unused)
{
  self->camera->is_stuck = TRUE;
  pel_photographer_set_ref (self->photographer, 5);
  wait_for_camera (self, 1);
  self->camera->is_stuck = FALSE;
  pel_photographer_set_ref (self->photographer, 4);
  pel_photographer_set_ref (self->photographer, 7);
  pel_photographer_set_ref (self->photographer, 6);
  wait_until_told (self, "180;");
  g_assert_cmpuint (self->camera->n_taken, ==, 2);
}

/* What is not there is told once, with what can be done about it. */
static void
test_trouble (Fixture *self, gconstpointer unused)
{
  pel_photographer_set_ref (self->photographer, 8);
  wait_until_told (self, "!;");
  g_assert_nonnull (strstr (self->message, "“Hidden” is hidden or off screen. "));
  g_assert_cmpuint (self->camera->n_taken, ==, 0);
}

/* What may be otherwise in a moment is tried again by itself, after the rest. */
static void
test_unrest (Fixture *self, gconstpointer unused)
{
  self->camera->n_unrest = 15; /* more than one picture is tried for */
  pel_photographer_set_ref (self->photographer, 5);
  wait_until_told (self, "!;110;");
  g_assert_cmpuint (self->n_begun, ==, 2);
}

/* What was not seen is tried again when it is heard to be; what there is a picture of is not. */
static void
test_seen (Fixture *self, gconstpointer unused)
{
  pel_photographer_set_ref (self->photographer, 8);
  wait_until_told (self, "!;");
  pel_photographer_note_visible (self->photographer);
  wait_until_told (self, "!;!;");
  pel_photographer_set_ref (self->photographer, 5);
  wait_until_told (self, "!;!;110;");
  pel_photographer_note_visible (self->photographer);
  let_rest ();
  g_assert_cmpstr (self->told->str, ==, "!;!;110;");
}

static void
test_gone (Fixture *self, gconstpointer unused)
{
  pel_photographer_set_ref (self->photographer, 4000);
  wait_until_told (self, "!;");
  g_assert_cmpuint (self->camera->n_taken, ==, 0);
}

/* The pane goes while a picture of it is being taken. */
static void
test_end (Fixture *self, gconstpointer unused)
{
  self->camera->is_stuck = TRUE;
  pel_photographer_set_ref (self->photographer, 5);
  wait_for_camera (self, 1);
  pel_photographer_set_context (self->photographer, NULL);
  while (G_OBJECT (self->photographer)->ref_count > 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (self->told->str, ==, "");
  g_assert_cmpuint (self->n_begun, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/photographer/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("once", test_once);
  ADD ("again", test_again);
  ADD ("unseen", test_unseen);
  ADD ("haste", test_haste);
  ADD ("trouble", test_trouble);
  ADD ("unrest", test_unrest);
  ADD ("seen", test_seen);
  ADD ("gone", test_gone);
  ADD ("end", test_end);
  return g_test_run ();
}
