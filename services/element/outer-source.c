/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/outer-source.h"

typedef struct
{
  PelElementSource *inner;
} PelOuterSourcePrivate;

static void pel_outer_source_iface_init (PelElementSourceInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (PelOuterSource,
                                  pel_outer_source,
                                  G_TYPE_OBJECT,
                                  G_ADD_PRIVATE (PelOuterSource)
                                      G_IMPLEMENT_INTERFACE (PEL_TYPE_ELEMENT_SOURCE,
                                                             pel_outer_source_iface_init))

static PelElementSource *
get_inner (PelElementSource *source)
{
  return pel_outer_source_get_inner (PEL_OUTER_SOURCE (source));
}

static const PelDriver *
get_driver (PelElementSource *source)
{
  return pel_element_source_get_driver (get_inner (source));
}

static PelSnapshot *
look_finish (PelElementSource *source, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, source), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static const char *
find_ref (PelElementSource *source, guint ref, const char **ret_path)
{
  return pel_element_source_find_ref (get_inner (source), ref, ret_path);
}

/* Reading */

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  GError            *error = NULL;
  PelElementReading *reading =
      pel_element_source_read_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (reading != NULL)
    g_task_return_pointer (task, reading, (GDestroyNotify) pel_element_reading_free);
  else
    g_task_return_error (task, error);
}

void
pel_outer_source_pass_read (PelOuterSource          *self,
                            const PelReadingRequest *request,
                            GCancellable            *cancellable,
                            GTask                   *task)
{
  pel_element_source_read_async (pel_outer_source_get_inner (self),
                                 request,
                                 cancellable,
                                 read_cb,
                                 task);
}

static PelElementReading *
read_finish (PelElementSource *source, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, source), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Acting */

static void
acted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;
  PelActReply       reply = PEL_ACT_DONE;

  if (pel_element_source_act_finish (PEL_ELEMENT_SOURCE (source), result, &reply, &error))
    g_task_return_int (task, reply);
  else
    g_task_return_error (task, error);
}

void
pel_outer_source_pass_act (PelOuterSource      *self,
                           const PelElementAct *act,
                           GCancellable        *cancellable,
                           GTask               *task)
{
  pel_element_source_act_async (pel_outer_source_get_inner (self),
                                act,
                                cancellable,
                                acted_cb,
                                task);
}

static gboolean
act_finish (PelElementSource *source, GAsyncResult *result, PelActReply *ret_reply, GError **error)
{
  GError *failure = NULL;
  gssize  reply;

  g_return_val_if_fail (g_task_is_valid (result, source), FALSE);

  reply = g_task_propagate_int (G_TASK (result), &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (ret_reply != NULL)
    *ret_reply = (PelActReply) reply;
  return TRUE;
}

/* The rest */

static PelPlacementTrace *
trace (PelElementSource *source, const char *bus_name, const char *path, PelDesktop *desktop)
{
  return pel_element_source_trace (get_inner (source), bus_name, path, desktop);
}

static void
start_watching (PelElementSource *source)
{
  pel_element_source_start_watching (get_inner (source));
}

static void
stop_watching (PelElementSource *source)
{
  pel_element_source_stop_watching (get_inner (source));
}

static GPtrArray *
dup_traffic (PelElementSource *source)
{
  return pel_element_source_dup_traffic (get_inner (source));
}

static void
reset_traffic (PelElementSource *source)
{
  pel_element_source_reset_traffic (get_inner (source));
}

static void
pel_outer_source_iface_init (PelElementSourceInterface *iface)
{
  iface->get_driver = get_driver;
  iface->look_finish = look_finish;
  iface->find_ref = find_ref;
  iface->read_finish = read_finish;
  iface->act_finish = act_finish;
  iface->trace = trace;
  iface->start_watching = start_watching;
  iface->stop_watching = stop_watching;
  iface->dup_traffic = dup_traffic;
  iface->reset_traffic = reset_traffic;
}

static void
pel_outer_source_dispose (GObject *object)
{
  PelOuterSourcePrivate *own = pel_outer_source_get_instance_private (PEL_OUTER_SOURCE (object));

  g_clear_object (&own->inner);
  G_OBJECT_CLASS (pel_outer_source_parent_class)->dispose (object);
}

static void
pel_outer_source_class_init (PelOuterSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_outer_source_dispose;
}

static void
pel_outer_source_init (PelOuterSource *self)
{
}

void
pel_outer_source_set_inner (PelOuterSource *self, PelElementSource *inner)
{
  PelOuterSourcePrivate *own = pel_outer_source_get_instance_private (self);

  g_return_if_fail (own->inner == NULL);

  own->inner = g_object_ref (inner);
  g_signal_connect_object (inner,
                           "changed",
                           G_CALLBACK (pel_element_source_emit_changed),
                           self,
                           G_CONNECT_SWAPPED);
}

PelElementSource *
pel_outer_source_get_inner (PelOuterSource *self)
{
  PelOuterSourcePrivate *own = pel_outer_source_get_instance_private (self);

  return own->inner;
}
