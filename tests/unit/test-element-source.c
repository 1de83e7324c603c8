/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/element/element-source.h"

/* A source that notes what it is asked. */
#define TEST_TYPE_SOURCE (test_source_get_type ())
G_DECLARE_FINAL_TYPE (TestSource, test_source, TEST, SOURCE, GObject)

struct _TestSource
{
  GObject parent_instance;
  int     n_watching;
  guint   timeout_ms;
};

static void source_init (PelElementSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TestSource,
                               test_source,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_ELEMENT_SOURCE, source_init))

static const PelDriver *
get_driver (PelElementSource *source)
{
  static const PelDriver driver = { "test", "test", "1" };

  return &driver;
}

static void
look_async (PelElementSource   *source,
            const PelLook      *look,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  TEST_SOURCE (source)->timeout_ms = look->timeout_ms;
  g_task_return_pointer (task,
                         pel_snapshot_builder_finish (pel_snapshot_builder_new ()),
                         g_object_unref);
}

static PelSnapshot *
look_finish (PelElementSource *source, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static const char *
find_ref (PelElementSource *source, guint ref, const char **ret_path)
{
  if (ref != 7)
    return NULL;
  *ret_path = "/7";
  return ":1.7";
}

static void
read_async (PelElementSource        *source,
            const PelReadingRequest *request,
            GCancellable            *cancellable,
            GAsyncReadyCallback      callback,
            gpointer                 user_data)
{
  g_autoptr (GTask)  task = g_task_new (source, cancellable, callback, user_data);
  PelElementReading *reading = pel_element_reading_new ();

  reading->id = g_strdup (request->path);
  g_task_return_pointer (task, reading, (GDestroyNotify) pel_element_reading_free);
}

static PelElementReading *
read_finish (PelElementSource *source, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
start_watching (PelElementSource *source)
{
  TEST_SOURCE (source)->n_watching++;
}

static void
stop_watching (PelElementSource *source)
{
  TEST_SOURCE (source)->n_watching--;
}

static void
source_init (PelElementSourceInterface *iface)
{
  iface->get_driver = get_driver;
  iface->look_async = look_async;
  iface->look_finish = look_finish;
  iface->find_ref = find_ref;
  iface->read_async = read_async;
  iface->read_finish = read_finish;
  iface->start_watching = start_watching;
  iface->stop_watching = stop_watching;
}

static void
test_source_class_init (TestSourceClass *klass)
{
}

static void
test_source_init (TestSource *self)
{
}

static void
got_result_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **ret_result = user_data;

  *ret_result = g_object_ref (result);
}

static GAsyncResult *
wait_for_result (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static void
count_cb (PelElementSource *source, gpointer user_data)
{
  (*(guint *) user_data)++;
}

static void
test_calls_forwarded (void)
{
  g_autoptr (TestSource)        test = g_object_new (TEST_TYPE_SOURCE, NULL);
  PelElementSource             *source = PEL_ELEMENT_SOURCE (test);
  g_autoptr (GAsyncResult)      looked = NULL;
  g_autoptr (GAsyncResult)      was_read = NULL;
  g_autoptr (PelSnapshot)       snapshot = NULL;
  g_autoptr (PelElementReading) reading = NULL;
  const char                   *path = NULL;

  g_assert_cmpstr (pel_element_source_get_driver (source)->name, ==, "test");
  g_assert_null (pel_element_source_find_ref (source, 8, &path));
  g_assert_cmpstr (pel_element_source_find_ref (source, 7, &path), ==, ":1.7");
  g_assert_cmpstr (path, ==, "/7");
  pel_element_source_look_async (source,
                                 &(PelLook){ .timeout_ms = 5 },
                                 NULL,
                                 got_result_cb,
                                 &looked);
  snapshot = pel_element_source_look_finish (source, wait_for_result (&looked), NULL);
  g_assert_true (PEL_IS_SNAPSHOT (snapshot));
  g_assert_cmpuint (test->timeout_ms, ==, 5);
  pel_element_source_read_async (source,
                                 &(PelReadingRequest){ .path = "/7" },
                                 NULL,
                                 got_result_cb,
                                 &was_read);
  reading = pel_element_source_read_finish (source, wait_for_result (&was_read), NULL);
  g_assert_cmpstr (reading->id, ==, "/7");
}

static void
test_calls_watching (void)
{
  g_autoptr (TestSource) test = g_object_new (TEST_TYPE_SOURCE, NULL);
  PelElementSource      *source = PEL_ELEMENT_SOURCE (test);
  guint                  n_changes = 0;

  g_signal_connect (source, "changed", G_CALLBACK (count_cb), &n_changes);
  pel_element_source_start_watching (source);
  pel_element_source_start_watching (source);
  pel_element_source_stop_watching (source);
  g_assert_cmpint (test->n_watching, ==, 1);
  pel_element_source_emit_changed (source);
  g_assert_cmpuint (n_changes, ==, 1);
}

/* What is in it goes with it: the leak checker looks on. */
static void
test_reading_owned (void)
{
  g_autoptr (PelElementReading) empty = pel_element_reading_new ();
  PelElementReading            *reading = pel_element_reading_new ();
  PelActionInfo                 action = { g_strdup ("click"), g_strdup (""), g_strdup ("<Alt>c") };
  PelRelationInfo               relation = { g_strdup ("labelled by"), g_strdup (":1.7"), NULL };
  PelTextRange                  range = { 1, 2 };

  g_assert_cmpuint (empty->actions->len + empty->relations->len + empty->selections->len, ==, 0);
  g_assert_cmpint (empty->caret, ==, -1);
  g_assert_null (empty->text);
  reading->description = g_strdup ("d");
  reading->id = g_strdup ("i");
  reading->class = g_strdup ("c");
  reading->attributes = g_strsplit ("a b", " ", 0);
  reading->value_text = g_strdup ("v");
  reading->text = g_strdup ("t");
  g_array_append_val (reading->actions, action);
  g_array_append_val (reading->relations, relation);
  g_array_append_val (reading->selections, range);
  pel_element_reading_free (reading);
  pel_element_reading_free (NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/element-source/calls/forwarded", test_calls_forwarded);
  g_test_add_func ("/element-source/calls/watching", test_calls_watching);
  g_test_add_func ("/element-source/reading/owned", test_reading_owned);
  return g_test_run ();
}
