/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A window that is private by turns: nothing that it shows then is in any snapshot, reading or
 * screenshot, and what it shows when it is public again is. */

#include "../fixtures/fixture-flip.h"
#include "camera-case.h"
#include "fixture.h"
#include "long-form.h"
#include "provider-case.h"

#include "services/pipeline/photo.h"
#include "services/policy/veiled-source.h"

#include <signal.h>

#define N_LOOKS  (pel_test_is_long () ? 5000 : 500)
#define N_PHOTOS (pel_test_is_long () ? 500 : 50)
#define WAIT_MS  20000

/* How long it is public and private: the second has time to be seen as public in between. */
/* clang-format off */
static const struct { const char *path, *public_ms, *private_ms; } turns[] = {
  { "quick", "120",  "120" },
  { "slow",  "1500", "120" },
};
/* clang-format on */

typedef struct
{
  Studio            studio;
  PelFixture       *fixture;
  GDBusConnection  *bus;
  char             *name;
  PelPolicyStore   *policy;
  PelElementSource *source;
  guint             n_public, n_private; /* what was seen */
} Race;

static void
set_up (Race *self, gconstpointer data)
{
  const gsize                  i = GPOINTER_TO_SIZE (data);
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelElementSource) provider = NULL;

  studio_open (&self->studio, NULL);
  self->fixture =
      pel_fixture_start (&error, "fixture-flip", turns[i].public_ms, turns[i].private_ms, NULL);
  g_assert_no_error (error);
  self->bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  self->name = pel_a11y_wait_program (self->bus, pel_fixture_get_pid (self->fixture), WAIT_MS);
  g_assert_nonnull (self->name);
  provider = open_provider ();
  self->policy = pel_policy_store_new (&(PelPolicyPlaces){ 0 });
  self->source = pel_veiled_source_new (provider, self->policy);
}

static void
tear_down (Race *self, gconstpointer unused)
{
  g_clear_object (&self->source);
  g_clear_object (&self->policy);
  g_clear_object (&self->bus);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->fixture, pel_fixture_stop);
  studio_close (&self->studio, NULL);
}

/* Counts what a snapshot shows of it. */
static void
look_once (Race *self)
{
  g_autoptr (PelSnapshot) snapshot =
      look (self->source,
            &(PelLook){
                .kind = PEL_LOOK_DESKTOP, .flags = PEL_LOOK_VALUES, .timeout_ms = WAIT_MS });

  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      if (g_str_equal (element.name, FLIP_PRIVATE_TEXT))
        g_error ("Look %u shows “%s”", self->n_public + self->n_private, element.name);
      self->n_private += (element.flags & PEL_ELEMENT_IS_BLOCKED) != 0;
      self->n_public += g_str_equal (element.name, FLIP_PUBLIC_TEXT);
    }
}

/* The path of its label, and of nothing else. */
static char *
dup_label (Race *self)
{
  for (;;)
    {
      g_autoptr (PelSnapshot) snapshot = look_at_program (self->source, self->name);

      for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
        if (pel_snapshot_get_role (snapshot, id) == PEL_ROLE_TEXT)
          return g_strdup (pel_snapshot_get_element (snapshot, id).path);
    }
}

static void
read_once (Race *self, const char *path)
{
  g_autoptr (GAsyncResult)      result = NULL;
  g_autoptr (GError)            error = NULL;
  g_autoptr (PelElementReading) reading = NULL;
  const PelReadingRequest       request = { .bus_name = self->name,
                                            .path = path,
                                            .flags = PEL_READ_ALL,
                                            .text_end = -1,
                                            .timeout_ms = WAIT_MS };

  pel_element_source_read_async (self->source, &request, NULL, provider_done_cb, &result);
  provider_await (&result, WAIT_MS, "A reading");
  reading = pel_element_source_read_finish (self->source, result, &error);
  if (reading == NULL)
    {
      g_assert_error (error, PEL_ERROR, PEL_ERROR_BLOCKED_WINDOW);
      self->n_private++;
      return;
    }
  g_assert_cmpstr (reading->text, !=, FLIP_PRIVATE_TEXT);
  self->n_public++;
}

static gboolean
aim_at_all (gpointer unused, PelDesktop *desktop, PelShot *shot, GError **error)
{
  shot->rect = pel_monitor_layout_get_bounds (pel_desktop_get_layout (desktop));
  return TRUE;
}

static void
shoot_once (Race *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelPhoto)     photo = NULL;

  pel_photo_take_async (&(PelPhotoStudio){ self->studio.desk.source,
                                           self->studio.camera,
                                           self->policy,
                                           self->source },
                        aim_at_all,
                        NULL,
                        NULL,
                        desk_done_cb,
                        &result);
  provider_await (&result, WAIT_MS, "A screenshot");
  photo = pel_photo_take_finish (result, &error);
  if (photo == NULL)
    {
      g_assert_error (error, PEL_ERROR, PEL_ERROR_NOT_STABLE);
      return;
    }
  g_assert_cmpuint (count_pixels (photo->image, FLIP_PRIVATE_COLOUR), ==, 0);
  if (count_pixels (photo->image, FLIP_PUBLIC_COLOUR) > 0)
    self->n_public++;
  else
    self->n_private++;
}

/* It stays public from now on, and soon that can be seen. */
static void
await_public (Race *self, void (*once) (Race *self))
{
  gint64 deadline = g_get_monotonic_time () + WAIT_MS * G_TIME_SPAN_MILLISECOND;

  kill (pel_fixture_get_pid (self->fixture), SIGUSR1);
  self->n_public = 0;
  while (self->n_public == 0)
    {
      once (self);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* Looks at any moment, whether anything has changed or not. */
static void
rest (void)
{
  g_usleep ((gulong) g_test_rand_int_range (0, 20000));
}

static void
test_looks (Race *self, gconstpointer unused)
{
  for (int i = 0; i < N_LOOKS || self->n_private == 0; i++)
    {
      look_once (self);
      rest ();
    }
  g_test_message ("%u public, %u private", self->n_public, self->n_private);
  await_public (self, look_once);
}

static void
test_readings (Race *self, gconstpointer unused)
{
  g_autofree char *path = dup_label (self);

  for (int i = 0; i < N_PHOTOS || self->n_private == 0; i++)
    {
      read_once (self, path);
      rest ();
    }
  g_test_message ("%u public, %u private", self->n_public, self->n_private);
}

static void
test_photos (Race *self, gconstpointer unused)
{
  for (int i = 0; i < N_PHOTOS || self->n_private == 0; i++)
    {
      shoot_once (self);
      rest ();
    }
  g_test_message ("%u public, %u private", self->n_public, self->n_private);
  await_public (self, shoot_once);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  if (!pel_fixture_is_built ("fixture-flip"))
    {
      g_print ("1..0 # SKIP fixture-flip is not built\n");
      return 0;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (turns); i++)
    {
      static const struct
      {
        const char *path;
        void (*test) (Race *self, gconstpointer unused);
      } tests[] = { { "looks", test_looks },
                    { "readings", test_readings },
                    { "photos", test_photos } };

      for (gsize k = 0; k < G_N_ELEMENTS (tests); k++)
        {
          g_autofree char *path =
              g_strdup_printf ("/privacy-race/%s/%s", tests[k].path, turns[i].path);

          g_test_add (path, Race, GSIZE_TO_POINTER (i), set_up, tests[k].test, tear_down);
        }
    }
  return g_test_run ();
}
