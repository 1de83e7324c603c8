/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The picture of the selected element in the inspector: what is on the screen, what is copied and
 * saved, and what it costs in the audit log. */

#include "../fixtures/fixture-ui.h"
#include "clipboard-case.h"
#include "inspector-case.h"
#include "pixel-oracle.h"
#include "sway-ipc.h"
#include "test-input.h"

#include <cairo.h>

/* of AT-SPI */
#define STATE_FOCUSABLE (1u << 11)
#define STATE_SENSITIVE (1u << 24)

#define PICTURE "Screenshot of Button"
#define SIZE    "200 × 30 pixels"

typedef struct
{
  InspectorCase   parent;
  PelFixture     *fixture;
  guint32         colour;
  PelOracleBox    box;    /* of the button, before anything was drawn above it */
  PelOracleImage *screen; /* then */
} ThumbnailCase;

static gboolean
is_sway (void)
{
  return g_getenv ("SWAYSOCK") != NULL;
}

/* On sway the fixture is on the output with scale 1, and the inspector on that with scale 1.5: so
 * neither covers the other. */
static void
part_windows (void)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  while (is_sway () &&
         !pel_sway_command ("[app_id=\"io.github.pellucid.Pellucid\"] move to output HEADLESS-2",
                            NULL))
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

static void
set_up (ThumbnailCase *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->colour = fixture_find ("button")->colour;
  self->fixture = pel_fixture_start (&error,
                                     "fixture-gtk3",
                                     "--title",
                                     "Notes",
                                     "--position",
                                     "20,40",
                                     "--rows",
                                     "60",
                                     NULL);
  g_assert_no_error (error);
  g_assert_true (pel_oracle_wait (NULL, self->colour, 0, 20000, &self->box));
  self->screen = pel_oracle_capture (NULL, &error);
  g_assert_no_error (error);
  inspector_case_set_up (&self->parent, NULL);
  self->parent.is_shallow = TRUE;
  part_windows ();
}

static gboolean
is_seen (guint32 colour)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (GPtrArray) images = pel_oracle_capture_all (&error);
  PelOracleBox          box;

  g_assert_no_error (error);
  for (guint i = 0; i < images->len; i++)
    if (pel_oracle_find (images->pdata[i], colour, 0, &box))
      return TRUE;
  return FALSE;
}

/* The inspector stays for the next case, which looks for the button on the screen: with the program
 * its picture goes too. */
static void
tear_down (ThumbnailCase *self, gconstpointer unused)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  inspector_case_tear_down (&self->parent, NULL);
  g_clear_pointer (&self->screen, pel_oracle_image_free);
  g_clear_pointer (&self->fixture, pel_fixture_stop);
  while (is_seen (self->colour))
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

static void
inspect_button (ThumbnailCase *self)
{
  inspect_element ("Button:Button");
  inspector_case_wait (&self->parent, PICTURE, TRUE);
  inspector_case_wait (&self->parent, SIZE, TRUE);
}

/* On the screen */

/* Where the picture is on @image: in the colour of the button, beside the button itself. */
static gboolean
find_picture (ThumbnailCase *self, const PelOracleImage *image, PelOracleBox *ret_box)
{
  int left = image->width, top = image->height, right = 0, bottom = 0;

  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      {
        gboolean is_button = x >= self->box.x && x < self->box.x + self->box.width &&
                             y >= self->box.y && y < self->box.y + self->box.height;

        if (is_button || pel_oracle_read (image, x, y) != self->colour)
          continue;
        left = MIN (left, x);
        top = MIN (top, y);
        right = MAX (right, x + 1);
        bottom = MAX (bottom, y + 1);
      }
  *ret_box = (PelOracleBox){ left, top, right - left, bottom - top };
  return right > left;
}

/* Whether every pixel of the button is at @place. */
static gboolean
shows_button (ThumbnailCase *self, const PelOracleImage *image, const PelOracleBox *place)
{
  if (place->width != self->box.width || place->height != self->box.height)
    return FALSE;
  for (int y = 0; y < self->box.height; y++)
    for (int x = 0; x < self->box.width; x++)
      if (pel_oracle_read (image, place->x + x, place->y + y) !=
          pel_oracle_read (self->screen, self->box.x + x, self->box.y + y))
        return FALSE;
  return TRUE;
}

/* At scale 1.5 it is as large as the element would be there; GTK 4.8 leaves its edges to sway. */
static gboolean
is_shown_large (ThumbnailCase *self)
{
  g_autoptr (PelOracleImage) image = pel_oracle_capture ("HEADLESS-2", NULL);
  PelOracleBox               box;

  if (image == NULL || !pel_oracle_find (image, self->colour, 2, &box))
    return FALSE;
  g_test_message ("%d×%d", box.width, box.height);
  return ABS (box.width - self->box.width * 3 / 2) <= 3 &&
         ABS (box.height - self->box.height * 3 / 2) <= 3;
}

static gboolean
is_shown (ThumbnailCase *self)
{
  g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, NULL);
  PelOracleBox               place;

  return image != NULL && find_picture (self, image, &place) && shows_button (self, image, &place);
}

static void
test_shown (ThumbnailCase *self, gconstpointer unused)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  inspect_button (self);
  while (!(is_sway () ? is_shown_large (self) : is_shown (self)))
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

/* Copied and saved */

typedef struct
{
  const guint8 *bytes;
  gsize         left;
} Reader;

static cairo_status_t
read_cb (void *data, unsigned char *target, unsigned int length)
{
  Reader *reader = data;

  if (length > reader->left)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (target, reader->bytes, length);
  reader->bytes += length;
  reader->left -= length;
  return CAIRO_STATUS_SUCCESS;
}

/* A PNG file with just the pixels of the button. */
static void
assert_is_button (ThumbnailCase *self, GBytes *file)
{
  Reader           reader = { g_bytes_get_data (file, NULL), g_bytes_get_size (file) };
  cairo_surface_t *surface = cairo_image_surface_create_from_png_stream (read_cb, &reader);
  const guchar    *data = cairo_image_surface_get_data (surface);
  int              stride = cairo_image_surface_get_stride (surface);

  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, self->box.width);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, self->box.height);
  for (int y = 0; y < self->box.height; y++)
    for (int x = 0; x < self->box.width; x++)
      g_assert_cmphex (((const guint32 *) (data + y * stride))[x] & 0xffffff,
                       ==,
                       pel_oracle_read (self->screen, self->box.x + x, self->box.y + y));
  cairo_surface_destroy (surface);
}

static void
test_copied (ThumbnailCase *self, gconstpointer unused)
{
  inspect_button (self);
  inspector_case_press (&self->parent, "Copy the screenshot");
  inspector_case_wait (&self->parent, "Copied the screenshot", TRUE);
  if (clipboard_is_readable ())
    {
      g_autoptr (GBytes) file = clipboard_read ("image/png");

      assert_is_button (self, file);
    }
}

/* (transfer full) */
static GBytes *
read_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char              *content;
  gsize              length;

  g_file_get_contents (path, &content, &length, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (content, length);
}

/* A dialog that has just come may not listen yet. */
static void
press_return_until_saved (const char *path)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  gint64                   deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  g_assert_no_error (error);
  if (is_sway ())
    pel_sway_command ("[title=\"Save Screenshot\"] focus", &error);
  g_assert_no_error (error);
  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_autoptr (PelOracleImage) image = NULL;

      pel_test_input_chord (input, "Return", &error);
      g_assert_no_error (error);
      image = pel_oracle_capture (NULL, NULL); /* which takes it a moment */
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* The file chooser proposes a place and a name; where there are no pictures yet, the home folder.
 */
static void
test_saved (ThumbnailCase *self, gconstpointer unused)
{
  g_autofree char   *path = g_build_filename (g_get_home_dir (), "Button-Button.png", NULL);
  g_autoptr (GBytes) file = NULL;

  inspect_button (self);
  inspector_case_press (&self->parent, "Save the screenshot…");
  inspector_case_wait (&self->parent, "Save Screenshot", TRUE);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  press_return_until_saved (path);
  inspector_case_wait (&self->parent, "Saved the screenshot", TRUE);
  file = read_file (path);
  assert_is_button (self, file);
}

/* Audit and trouble */

static gint64
count_pictures (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "audit --tool ui_capture --json");
  g_autoptr (JsonObject) data = NULL;
  JsonArray             *records;
  gint64                 n = 0;

  g_assert_cmpint (command->exit_code, ==, 0);
  data = pel_command_parse_data (command);
  records = json_object_get_array_member (data, "records");
  for (guint i = 0; i < json_array_get_length (records); i++)
    n += g_str_equal (json_object_get_string_member (json_array_get_object_element (records, i),
                                                     "kind"),
                      "outcome");
  return n;
}

/* One for each element, and one whenever the person wants. */
static void
test_audited (ThumbnailCase *self, gconstpointer unused)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  gint64 before;

  inspect_button (self);
  before = count_pictures ();
  inspector_case_wait (&self->parent, "Click point", TRUE);
  inspector_case_press (&self->parent, "Bus");
  inspector_case_wait (&self->parent, "Calls", TRUE);
  inspector_case_press (&self->parent, "Elements");
  inspector_case_wait (&self->parent, SIZE, TRUE);
  g_assert_cmpint (count_pictures (), ==, before);
  inspector_case_press (&self->parent, "Take the screenshot again");
  while (count_pictures () < before + 1)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

static guint32
read_states (ThumbnailCase *self, const char *name)
{
  g_autoptr (GPtrArray) nodes = inspector_case_walk (&self->parent);
  const PelA11yNode    *node = find_named (nodes, name);
  g_autoptr (GVariant)  answer = NULL;
  g_autoptr (GVariant)  list = NULL;
  guint32               states = 0;

  g_assert_nonnull (node);
  answer = pel_a11y_call (self->parent.bus,
                          node->bus_name,
                          node->path,
                          "Accessible",
                          "GetState",
                          NULL,
                          NULL);
  g_assert_nonnull (answer);
  list = g_variant_get_child_value (answer, 0);
  g_variant_get_child (list, 0, "u", &states);
  return states;
}

/* Where there is no picture it is said why, and there is nothing to copy or to save. */
static void
test_unseen (ThumbnailCase *self, gconstpointer unused)
{
  static const char *const buttons[] = { "Copy the screenshot", "Save the screenshot…" };

  inspect_button (self);
  for (gsize i = 0; i < G_N_ELEMENTS (buttons); i++)
    g_assert_cmphex (read_states (self, buttons[i]) & (STATE_SENSITIVE | STATE_FOCUSABLE),
                     ==,
                     STATE_SENSITIVE | STATE_FOCUSABLE);
  inspect_element ("Text:row-50");
  inspector_case_wait (&self->parent, "\u2068The position of the element “row-50”", TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (buttons); i++)
    g_assert_cmphex (read_states (self, buttons[i]) & STATE_SENSITIVE, ==, 0);
  g_assert_cmphex (read_states (self, "Take the screenshot again") & STATE_SENSITIVE, !=, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) \
  g_test_add ("/inspector-thumbnail/" path, ThumbnailCase, NULL, set_up, func, tear_down)
  ADD ("shown", test_shown);
  ADD ("copied", test_copied);
  ADD ("saved", test_saved);
  ADD ("audited", test_audited);
  ADD ("unseen", test_unseen);
  return g_test_run ();
}
