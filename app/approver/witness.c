/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/approver/witness.h"

#include "services/base/error.h"
#if HAVE_X11
#include "app/approver/x11-witness.h"
#endif

#include <glib/gi18n.h>

G_DEFINE_TYPE (PelWitness, pel_witness, G_TYPE_OBJECT)

/* For window systems that do not report the device. */
static void
judge_async (PelWitness         *self,
             const PelDeed      *deed,
             GAsyncReadyCallback callback,
             gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, pel_witness_judge_async);
  g_task_return_boolean (task, TRUE);
}

static void
pel_witness_class_init (PelWitnessClass *klass)
{
  klass->judge_async = judge_async;
  g_signal_new ("disturbed",
                PEL_TYPE_WITNESS,
                G_SIGNAL_RUN_LAST,
                0,
                NULL,
                NULL,
                NULL,
                G_TYPE_NONE,
                0);
}

static void
pel_witness_init (PelWitness *self)
{
}

PelWitness *
pel_witness_new (GdkDisplay *display, GError **error)
{
  const char *type = G_OBJECT_TYPE_NAME (display);

  if (g_str_equal (type, "GdkWaylandDisplay"))
    return g_object_new (PEL_TYPE_WITNESS, NULL);
#if HAVE_X11
  if (g_str_equal (type, "GdkX11Display"))
    return pel_x11_witness_new (error);
#endif
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Use an X11 desktop or a Wayland compositor"),
                 _ ("Cannot verify here that answers come from a person"));
  return NULL;
}

void
pel_witness_judge_async (PelWitness         *self,
                         const PelDeed      *deed,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  gint64 age = g_get_monotonic_time () - deed->seen;

  g_return_if_fail (PEL_IS_WITNESS (self));

  if (deed->seen == 0 || age > PEL_WITNESS_FRESH_MS * G_TIME_SPAN_MILLISECOND)
    {
      g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

      g_task_set_source_tag (task, pel_witness_judge_async);
      g_task_return_boolean (task, FALSE);
      return;
    }
  PEL_WITNESS_GET_CLASS (self)->judge_async (self, deed, callback, user_data);
}

gboolean
pel_witness_judge_finish (PelWitness *self, GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), NULL);
}
