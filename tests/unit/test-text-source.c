/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text on the screen as a source of elements: a camera and a reader that do what they are told show
 * when pictures are taken, when they are read, and what becomes of a text that is not there any
 * more.
 */

#include "services/base/error.h"
#include "services/ocr/text-source.h"
#include "tests/unit/fake-element-source.h"
#include "tests/unit/region-tree.h"

/* A camera whose pictures are of one colour. */
#define TEST_TYPE_CAMERA (test_camera_get_type ())
G_DECLARE_FINAL_TYPE (TestCamera, test_camera, TEST, CAMERA, GObject)

struct _TestCamera
{
  GObject parent_instance;
  guint32 colour;
  guint   n_taken;
  guint   n_moving; /* so often the windows have moved meanwhile */
};

static void
test_camera_take_async (PelCamera          *camera,
                        const PelShot      *shot,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  TestCamera          *self = TEST_CAMERA (camera);
  g_autoptr (GTask)    task = g_task_new (camera, cancellable, callback, user_data);
  g_autoptr (PelImage) image = pel_image_new (shot->rect.width, shot->rect.height);
  PelImageRect         all = { 0, 0, image->width, image->height };

  self->n_taken++;
  if (self->n_moving > 0)
    {
      self->n_moving--;
      g_task_return_new_error (task, PEL_ERROR, PEL_ERROR_NOT_STABLE, "moved");
      return;
    }
  pel_image_fill (image, &all, 0xff000000 | self->colour);
  g_task_return_pointer (task, pel_image_ref (image), (GDestroyNotify) pel_image_unref);
}

static PelImage *
test_camera_take_finish (PelCamera *camera, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
test_camera_iface_init (PelCameraInterface *iface)
{
  iface->take_async = test_camera_take_async;
  iface->take_finish = test_camera_take_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestCamera,
                               test_camera,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_CAMERA, test_camera_iface_init))

static void
test_camera_class_init (TestCameraClass *klass)
{
}

static void
test_camera_init (TestCamera *self)
{
}

/* A reader that finds one word, always at the same place, or fails. */
#define TEST_TYPE_READER (test_reader_get_type ())
G_DECLARE_FINAL_TYPE (TestReader, test_reader, TEST, READER, GObject)

struct _TestReader
{
  GObject      parent_instance;
  const char  *word;
  PelImageRect box;
  guint        n_read;
  GError      *missing; /* (nullable) */
};

static void
test_reader_read_async (PelTextReader      *reader,
                        const PelTextWish  *wish,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  TestReader        *self = TEST_READER (reader);
  g_autoptr (GTask)  task = g_task_new (reader, cancellable, callback, user_data);
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (PelTextRun));
  PelTextRun         run = { g_strdup (self->word), self->box, 0.9 };

  self->n_read++;
  g_array_append_val (words, run);
  g_task_return_pointer (task, pel_text_page_new (words), (GDestroyNotify) pel_text_page_unref);
}

static PelTextPage *
test_reader_read_finish (PelTextReader *reader, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static GError *
test_reader_dup_missing_error (PelTextReader *reader)
{
  return TEST_READER (reader)->missing != NULL ? g_error_copy (TEST_READER (reader)->missing)
                                               : NULL;
}

static void
test_reader_stop (PelTextReader *reader)
{
}

static void
test_reader_iface_init (PelTextReaderInterface *iface)
{
  iface->read_async = test_reader_read_async;
  iface->read_finish = test_reader_read_finish;
  iface->dup_missing_error = test_reader_dup_missing_error;
  iface->stop = test_reader_stop;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestReader,
                               test_reader,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_TEXT_READER, test_reader_iface_init))

static void
test_reader_class_init (TestReaderClass *klass)
{
}

static void
test_reader_init (TestReader *self)
{
}

/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "w1", .title = "Canvas", .process_name = "paint", .pid = 12, .states = PEL_WINDOW_VISIBLE,
    .bounds = { 600, 50, 200, 100 }, .content = { 600, 50, 200, 100 } },
};
static const RegionRow tree[] = {
  { 0, ATSPI_ROLE_APPLICATION, "calc", { 0 }, 0, PEL_ELEMENT_HAS_BOUNDS },
};
/* clang-format on */

typedef struct
{
  PelFakeElementSource *inner;
  TestCamera           *camera;
  TestReader           *reader;
  PelRefCounter        *refs, *snapshots;
  PelElementSource     *source;
  guint                 n_changed;
} Fixture;

static void
count_change (Fixture *fixture)
{
  fixture->n_changed++;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->inner = pel_fake_element_source_new ();
  pel_fake_element_source_set_snapshot (fixture->inner,
                                        region_tree_build (tree,
                                                           G_N_ELEMENTS (tree),
                                                           windows,
                                                           G_N_ELEMENTS (windows),
                                                           ":1.5"));
  fixture->camera = g_object_new (TEST_TYPE_CAMERA, NULL);
  fixture->reader = g_object_new (TEST_TYPE_READER, NULL);
  fixture->reader->word = "Submit";
  fixture->reader->box = (PelImageRect){ 20, 20, 50, 12 };
  fixture->refs = pel_ref_counter_new ("/dev/null/nowhere"); /* it cannot be written */
  fixture->snapshots = pel_ref_counter_new ("/dev/null/nowhere");
  while (pel_ref_counter_take (fixture->refs) < 100) /* the first are those of the tree */
    ;
  fixture->source = PEL_ELEMENT_SOURCE (
      pel_text_source_new (PEL_ELEMENT_SOURCE (fixture->inner),
                           &(PelTextSourceParts){ PEL_TEXT_READER (fixture->reader),
                                                  fixture->refs,
                                                  fixture->snapshots }));
  pel_text_source_set_camera (PEL_TEXT_SOURCE (fixture->source),
                              PEL_CAMERA (fixture->camera),
                              NULL);
  g_signal_connect_swapped (fixture->source, "changed", G_CALLBACK (count_change), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_clear_error (&fixture->reader->missing);
  g_object_unref (fixture->source);
  g_object_unref (fixture->reader);
  g_object_unref (fixture->camera);
  g_object_unref (fixture->inner);
  pel_ref_counter_free (fixture->refs);
  pel_ref_counter_free (fixture->snapshots);
}

static void
keep_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* (transfer full) (nullable) */
static PelSnapshot *
look (Fixture *fixture, PelLook wanted, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  wanted.flags |= PEL_LOOK_VALUES;
  wanted.timeout_ms = 5000;
  pel_element_source_look_async (fixture->source, &wanted, NULL, keep_result, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return pel_element_source_look_finish (fixture->source, result, error);
}

static PelSnapshot *
look_for_text (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  PelSnapshot       *snapshot = look (fixture, (PelLook){ .flags = PEL_LOOK_TEXT }, &error);

  g_assert_no_error (error);
  return snapshot;
}

static PelElementReading *
read_place (Fixture *fixture, const char *bus_name, const char *path, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  pel_element_source_read_async (fixture->source,
                                 &(PelReadingRequest){ .bus_name = bus_name,
                                                       .path = path,
                                                       .flags = PEL_READ_PLACE,
                                                       .timeout_ms = 5000 },
                                 NULL,
                                 keep_result,
                                 &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return pel_element_source_read_finish (fixture->source, result, error);
}

/* (nullable) (transfer none) */
static const char *
find_text (PelSnapshot *snapshot, PelElement *ret_element)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    if (pel_snapshot_get_ocr (snapshot, id) > 0)
      {
        *ret_element = pel_snapshot_get_element (snapshot, id);
        return ret_element->name;
      }
  return NULL;
}

/* Who does not ask for text costs no picture. */
static void
test_plain (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelSnapshot) snapshot = look (fixture, (PelLook){ 0 }, NULL);
  g_autoptr (PelSnapshot) known = look (fixture, (PelLook){ .flags = PEL_LOOK_KNOWN_TEXT }, NULL);
  PelElement              element;

  g_assert_null (find_text (snapshot, &element));
  g_assert_false (pel_snapshot_has_text (snapshot));
  g_assert_true (known == snapshot);
  g_assert_cmpuint (fixture->camera->n_taken, ==, 0);
}

/* The same pixels are not read twice, and are the same snapshot; others are read. */
static void
test_again (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelSnapshot) first = look_for_text (fixture);
  g_autoptr (PelSnapshot) second = look_for_text (fixture);
  g_autoptr (PelSnapshot) known = NULL, third = NULL;
  PelElement              element, later;

  g_assert_cmpstr (find_text (first, &element), ==, "Submit");
  g_assert_true (pel_snapshot_has_text (first));
  g_assert_true (first == second);
  g_assert_cmpuint (fixture->camera->n_taken, ==, 2);
  g_assert_cmpuint (fixture->reader->n_read, ==, 1);
  g_assert_cmpuint (fixture->n_changed, ==, 1);

  known = look (fixture, (PelLook){ .flags = PEL_LOOK_KNOWN_TEXT }, NULL);
  g_assert_cmpstr (find_text (known, &later), ==, "Submit");
  g_assert_false (pel_snapshot_has_text (known));
  g_assert_cmpuint (fixture->camera->n_taken, ==, 2);

  fixture->camera->colour = 0x123456;
  third = look_for_text (fixture);
  g_assert_cmpuint (fixture->reader->n_read, ==, 2);
  g_assert_cmpstr (find_text (third, &later), ==, "Submit");
  g_assert_cmpuint (later.ref, ==, element.ref);
  g_assert_cmpuint (fixture->n_changed, ==, 1); /* the text is as it was */
}

static void
test_identity (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelSnapshot)       snapshot = look_for_text (fixture);
  g_autoptr (PelSnapshot)       again = NULL;
  g_autoptr (PelElementReading) reading = NULL, nothing = NULL;
  g_autoptr (GError)            error = NULL;
  const char                   *bus_name, *path = NULL;
  PelElement                    element;

  find_text (snapshot, &element);
  bus_name = pel_element_source_find_ref (fixture->source, element.ref, &path);
  g_assert_cmpstr (bus_name, ==, element.bus_name);
  g_assert_cmpstr (path, ==, element.path);

  again = look (fixture, (PelLook){ .kind = PEL_LOOK_PROGRAM, .target = element.bus_name }, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->inner), ==, "window w1");
  g_assert_cmpuint (pel_snapshot_find_identity (again, element.bus_name, element.path), !=, 0);

  reading = read_place (fixture, element.bus_name, element.path, &error);
  g_assert_no_error (error);
  g_assert_true (reading->has_place);
  g_assert_cmpint (reading->place_x, ==, 20);

  fixture->camera->colour = 0x808080;
  fixture->reader->word = "Delete"; /* at the very same place */
  nothing = read_place (fixture, element.bus_name, element.path, &error);
  g_assert_null (nothing);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_STALE_REF);
  g_assert_null (pel_element_source_find_ref (fixture->source, element.ref, NULL));
}

static void
test_act (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelSnapshot)  snapshot = look_for_text (fixture);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  PelActReply              reply;
  PelElement               element;

  find_text (snapshot, &element);
  pel_element_source_act_async (fixture->source,
                                &(PelElementAct){ .bus_name = (char *) element.bus_name,
                                                  .path = (char *) element.path,
                                                  .timeout_ms = 1000 },
                                NULL,
                                keep_result,
                                &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (pel_element_source_act_finish (fixture->source, result, &reply, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_PATTERN_UNSUPPORTED);
  g_assert_cmpuint (pel_fake_element_source_get_n_acts (fixture->inner), ==, 0);
}

/* Windows that move meanwhile are looked at again, but not for ever. */
static void
test_moving (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelSnapshot) snapshot = NULL, none = NULL;
  g_autoptr (GError)      error = NULL;

  fixture->camera->n_moving = 2;
  snapshot = look_for_text (fixture);
  g_assert_cmpuint (fixture->camera->n_taken, ==, 3);
  fixture->camera->n_moving = G_MAXUINT;
  none = look (fixture, (PelLook){ .flags = PEL_LOOK_TEXT }, &error);
  g_assert_null (none);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_NOT_STABLE);
}

static void
test_missing (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelSnapshot) none = NULL, nothing = NULL;
  g_autoptr (GError)      error = NULL, reason = NULL;

  pel_set_error (&fixture->reader->missing, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "no engine");
  none = look (fixture, (PelLook){ .flags = PEL_LOOK_TEXT }, &error);
  g_assert_null (none);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_cmpuint (fixture->camera->n_taken, ==, 0);

  g_clear_error (&fixture->reader->missing);
  g_clear_error (&error);
  pel_set_error (&reason, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "no camera");
  pel_text_source_set_camera (PEL_TEXT_SOURCE (fixture->source), NULL, reason);
  nothing = look (fixture, (PelLook){ .flags = PEL_LOOK_TEXT }, &error);
  g_assert_null (nothing);
  g_assert_cmpstr (error->message, ==, "no camera");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/text-source/plain", test_plain);
  ADD ("/text-source/again", test_again);
  ADD ("/text-source/identity", test_identity);
  ADD ("/text-source/act", test_act);
  ADD ("/text-source/moving", test_moving);
  ADD ("/text-source/missing", test_missing);
  return g_test_run ();
}
