/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/fake-element-source.h"

#include "services/base/error.h"

#include <string.h>

struct _PelFakeElementSource
{
  GObject            parent_instance;
  PelSnapshot       *snapshot;
  GPtrArray         *traffic; /* of PelTraffic */
  GError            *error;
  PelElementReading *reading;
  GError            *read_error;
  PelFakeReadFunc    read_func; /* (nullable) */
  gpointer           read_data;
  PelFakeManner      manner, read_manner;
  GPtrArray         *waiting, *waiting_reads; /* of GTask */
  char              *look;
  PelReadingRequest  request;
  guint              n_looks, n_reads;
  int                n_watching;
  PelFakeActFunc     act_func; /* (nullable) */
  gpointer           act_data;
  guint              n_acts;
};

static void source_init (PelElementSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelFakeElementSource,
                               pel_fake_element_source,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_ELEMENT_SOURCE, source_init))

static const PelDriver *
get_driver (PelElementSource *source)
{
  static const PelDriver driver = { "fake-elements", "test", "8" };

  return &driver;
}

/* @app: (nullable): any. */
static gboolean
has_program (PelSnapshot *snapshot, const char *app)
{
  for (guint i = 0; app != NULL && i < pel_snapshot_get_n_programs (snapshot); i++)
    if (strstr (pel_snapshot_get_program (snapshot, i)->name, app) != NULL)
      return TRUE;
  return app == NULL;
}

/* Of a look at programs that are not there the snapshot does not matter. */
static void
answer (PelFakeElementSource *self, GTask *task)
{
  const char *app = g_task_get_task_data (task);

  if (self->error != NULL)
    g_task_return_error (task, g_error_copy (self->error));
  else if (!has_program (self->snapshot, app))
    g_task_return_new_error (task, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND, "no “%s”", app);
  else
    g_task_return_pointer (task, g_object_ref (self->snapshot), g_object_unref);
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (GTask)     task = g_object_ref (user_data);
  PelFakeElementSource *self = g_task_get_source_object (task);

  if (g_ptr_array_remove (self->waiting, task) || g_ptr_array_remove (self->waiting_reads, task))
    g_task_return_error_if_cancelled (task);
}

static char *
describe (const PelLook *look)
{
  static const char *const names[] = {
    [PEL_LOOK_DESKTOP] = "desktop", [PEL_LOOK_ACTIVE_WINDOW] = "active",
    [PEL_LOOK_WINDOW] = "window",   [PEL_LOOK_POINT] = "point",
    [PEL_LOOK_APP] = "app",         [PEL_LOOK_PROGRAM] = "program",
  };

  if (look->kind == PEL_LOOK_POINT)
    return g_strdup_printf ("point %d,%d", look->point.x, look->point.y);
  if (look->flags == PEL_LOOK_AT_ONCE)
    return g_strdup ("at once");
  if (look->target != NULL)
    return g_strdup_printf ("%s %s", names[look->kind], look->target);
  return g_strdup (names[look->kind]);
}

static void
look_async (PelElementSource   *source,
            const PelLook      *look,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  PelFakeElementSource *self = PEL_FAKE_ELEMENT_SOURCE (source);
  g_autoptr (GTask)     task = g_task_new (self, cancellable, callback, user_data);
  PelLookFlags          flags = look->flags & ~(PEL_LOOK_TEXT | PEL_LOOK_KNOWN_TEXT);

  g_assert_cmpuint (look->timeout_ms, >, 0);
  g_assert_true (flags == PEL_LOOK_VALUES || flags == PEL_LOOK_AT_ONCE || flags == 0);
  self->n_looks++;
  g_free (self->look);
  self->look = describe (look);
  if (look->kind == PEL_LOOK_APP)
    g_task_set_task_data (task, g_strdup (look->target), g_free);
  if (self->manner == PEL_FAKE_ANSWERS)
    {
      answer (self, task);
      return;
    }
  g_ptr_array_add (self->waiting, g_object_ref (task));
  if (self->manner == PEL_FAKE_WAITS && cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task, 0);
}

static PelSnapshot *
look_finish (PelElementSource *source, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static const char *
find_ref (PelElementSource *source, guint ref, const char **ret_path)
{
  PelFakeElementSource *self = PEL_FAKE_ELEMENT_SOURCE (source);
  PelElementId          id = pel_snapshot_find_ref (self->snapshot, ref);
  PelElement            element;

  if (id == PEL_ELEMENT_NONE)
    return NULL;
  element = pel_snapshot_get_element (self->snapshot, id);
  *ret_path = element.path;
  return element.bus_name;
}

static PelElementReading *
dup_reading (PelFakeElementSource *self, const PelReadingRequest *request)
{
  if (self->read_func != NULL)
    return self->read_func (request, self->read_data);
  return self->reading != NULL ? g_steal_pointer (&self->reading) : pel_element_reading_new ();
}

static void
answer_read (PelFakeElementSource *self, GTask *task)
{
  PelElementReading *reading;

  if (self->read_error != NULL)
    {
      g_task_return_error (task, g_error_copy (self->read_error));
      return;
    }
  reading = dup_reading (self, g_task_get_task_data (task));
  if (reading != NULL)
    g_task_return_pointer (task, reading, (GDestroyNotify) pel_element_reading_free);
  else
    g_task_return_new_error (task, PEL_ERROR, PEL_ERROR_STALE_REF, "gone");
}

static void
read_async (PelElementSource        *source,
            const PelReadingRequest *request,
            GCancellable            *cancellable,
            GAsyncReadyCallback      callback,
            gpointer                 user_data)
{
  PelFakeElementSource *self = PEL_FAKE_ELEMENT_SOURCE (source);
  g_autoptr (GTask)     task = g_task_new (self, cancellable, callback, user_data);

  g_assert_cmpuint (request->timeout_ms, >, 0);
  self->n_reads++;
  self->request = *request;
  self->request.bus_name = g_intern_string (request->bus_name);
  self->request.path = g_intern_string (request->path);
  g_task_set_task_data (task, g_memdup2 (&self->request, sizeof self->request), g_free);
  if (self->read_manner == PEL_FAKE_ANSWERS)
    {
      answer_read (self, task);
      return;
    }
  g_ptr_array_add (self->waiting_reads, g_object_ref (task));
  if (self->read_manner == PEL_FAKE_WAITS && cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task, 0);
}

static PelElementReading *
read_finish (PelElementSource *source, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
act_async (PelElementSource    *source,
           const PelElementAct *act,
           GCancellable        *cancellable,
           GAsyncReadyCallback  callback,
           gpointer             user_data)
{
  PelFakeElementSource *self = PEL_FAKE_ELEMENT_SOURCE (source);
  g_autoptr (GTask)     task = g_task_new (self, cancellable, callback, user_data);
  GError               *error = NULL;

  g_assert_cmpuint (act->timeout_ms, >, 0);
  g_task_set_check_cancellable (task, FALSE);
  self->n_acts++;
  if (self->act_func == NULL || self->act_func (act, self->act_data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static gboolean
act_finish (PelElementSource *source, GAsyncResult *result, PelActReply *ret_reply, GError **error)
{
  *ret_reply = PEL_ACT_DONE;
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
start_watching (PelElementSource *source)
{
  PEL_FAKE_ELEMENT_SOURCE (source)->n_watching++;
}

static void
stop_watching (PelElementSource *source)
{
  PEL_FAKE_ELEMENT_SOURCE (source)->n_watching--;
}

static gpointer
copy_traffic (gconstpointer traffic, gpointer unused)
{
  return pel_traffic_copy (traffic);
}

static GPtrArray *
dup_traffic (PelElementSource *source)
{
  GPtrArray *copy =
      g_ptr_array_copy (PEL_FAKE_ELEMENT_SOURCE (source)->traffic, (GCopyFunc) copy_traffic, NULL);

  g_ptr_array_set_free_func (copy, (GDestroyNotify) pel_traffic_free);
  return copy;
}

static void
reset_traffic (PelElementSource *source)
{
  g_ptr_array_set_size (PEL_FAKE_ELEMENT_SOURCE (source)->traffic, 0);
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
  iface->act_async = act_async;
  iface->act_finish = act_finish;
  iface->start_watching = start_watching;
  iface->stop_watching = stop_watching;
  iface->dup_traffic = dup_traffic;
  iface->reset_traffic = reset_traffic;
}

static void
pel_fake_element_source_finalize (GObject *object)
{
  PelFakeElementSource *self = PEL_FAKE_ELEMENT_SOURCE (object);

  g_clear_object (&self->snapshot);
  g_clear_error (&self->error);
  g_clear_pointer (&self->reading, pel_element_reading_free);
  g_clear_error (&self->read_error);
  g_ptr_array_unref (self->waiting);
  g_ptr_array_unref (self->waiting_reads);
  g_ptr_array_unref (self->traffic);
  g_free (self->look);
  G_OBJECT_CLASS (pel_fake_element_source_parent_class)->finalize (object);
}

static void
pel_fake_element_source_class_init (PelFakeElementSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_fake_element_source_finalize;
}

static void
pel_fake_element_source_init (PelFakeElementSource *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->waiting_reads = g_ptr_array_new_with_free_func (g_object_unref);
  self->traffic = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_traffic_free);
  self->look = g_strdup ("none");
}

PelFakeElementSource *
pel_fake_element_source_new (void)
{
  return g_object_new (PEL_TYPE_FAKE_ELEMENT_SOURCE, NULL);
}

void
pel_fake_element_source_set_snapshot (PelFakeElementSource *self, PelSnapshot *snapshot)
{
  g_clear_error (&self->error);
  g_set_object (&self->snapshot, snapshot);
  g_object_unref (snapshot);
}

void
pel_fake_element_source_set_error (PelFakeElementSource *self, const GError *error)
{
  g_clear_error (&self->error);
  self->error = g_error_copy (error);
}

void
pel_fake_element_source_set_reading (PelFakeElementSource *self, PelElementReading *reading)
{
  g_clear_error (&self->read_error);
  g_clear_pointer (&self->reading, pel_element_reading_free);
  self->reading = reading;
}

void
pel_fake_element_source_set_read_error (PelFakeElementSource *self, const GError *error)
{
  g_clear_error (&self->read_error);
  self->read_error = g_error_copy (error);
}

void
pel_fake_element_source_set_read_func (PelFakeElementSource *self,
                                       PelFakeReadFunc       func,
                                       gpointer              data)
{
  self->read_func = func;
  self->read_data = data;
}

void
pel_fake_element_source_set_read_manner (PelFakeElementSource *self, PelFakeManner manner)
{
  self->read_manner = manner;
}

void
pel_fake_element_source_answer_reads (PelFakeElementSource *self, guint n_reads)
{
  g_autoptr (GPtrArray) tasks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < MIN (n_reads, self->waiting_reads->len); i++)
    g_ptr_array_add (tasks, g_object_ref (g_ptr_array_index (self->waiting_reads, i)));
  g_ptr_array_remove_range (self->waiting_reads, 0, tasks->len);
  for (guint i = 0; i < tasks->len; i++)
    answer_read (self, g_ptr_array_index (tasks, i));
}

guint
pel_fake_element_source_get_n_waiting_reads (PelFakeElementSource *self)
{
  return self->waiting_reads->len;
}

void
pel_fake_element_source_set_manner (PelFakeElementSource *self, PelFakeManner manner)
{
  self->manner = manner;
}

void
pel_fake_element_source_answer (PelFakeElementSource *self)
{
  g_autoptr (GPtrArray) tasks = self->waiting;

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < tasks->len; i++)
    answer (self, g_ptr_array_index (tasks, i));
}

const char *
pel_fake_element_source_get_look (PelFakeElementSource *self)
{
  return self->look;
}

const PelReadingRequest *
pel_fake_element_source_get_request (PelFakeElementSource *self)
{
  return &self->request;
}

guint
pel_fake_element_source_get_n_looks (PelFakeElementSource *self)
{
  return self->n_looks;
}

guint
pel_fake_element_source_get_n_reads (PelFakeElementSource *self)
{
  return self->n_reads;
}

guint
pel_fake_element_source_get_n_waiting (PelFakeElementSource *self)
{
  return self->waiting->len;
}

int
pel_fake_element_source_get_n_watching (PelFakeElementSource *self)
{
  return self->n_watching;
}

void
pel_fake_element_source_set_traffic (PelFakeElementSource *self, GPtrArray *traffic)
{
  g_ptr_array_unref (self->traffic);
  self->traffic = g_ptr_array_copy (traffic, (GCopyFunc) copy_traffic, NULL);
  g_ptr_array_set_free_func (self->traffic, (GDestroyNotify) pel_traffic_free);
}

void
pel_fake_element_source_set_act_func (PelFakeElementSource *self,
                                      PelFakeActFunc        func,
                                      gpointer              data)
{
  self->act_func = func;
  self->act_data = data;
}

guint
pel_fake_element_source_get_n_acts (PelFakeElementSource *self)
{
  return self->n_acts;
}
