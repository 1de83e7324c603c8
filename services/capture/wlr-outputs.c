/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/wlr-outputs.h"

#include "xdg-output-unstable-v1-client-protocol.h"

typedef struct
{
  PelWlrOutput           told;
  struct zxdg_output_v1 *description;
} Output;

struct _PelWlrOutputs
{
  PelWaylandConnection          *connection; /* borrowed */
  struct zxdg_output_manager_v1 *manager;
  GPtrArray                     *outputs; /* of Output */
};

static void
output_free (Output *output)
{
  if (output->description != NULL)
    zxdg_output_v1_destroy (output->description);
  wl_output_destroy (output->told.proxy);
  g_free (output->told.name);
  g_free (output);
}

static void
name_cb (void *data, struct zxdg_output_v1 *description, const char *name)
{
  Output *output = data;

  g_free (output->told.name);
  output->told.name = g_strdup (name);
}

static void
place_cb (void *data, struct zxdg_output_v1 *description, int32_t x, int32_t y)
{
}

static void
done_cb (void *data, struct zxdg_output_v1 *description)
{
}

static void
text_cb (void *data, struct zxdg_output_v1 *description, const char *text)
{
}

static const struct zxdg_output_v1_listener description_listener = {
  .logical_position = place_cb,
  .logical_size = place_cb,
  .done = done_cb,
  .name = name_cb,
  .description = text_cb,
};

static void
geometry_cb (void             *data,
             struct wl_output *proxy,
             int32_t           x,
             int32_t           y,
             int32_t           physical_width,
             int32_t           physical_height,
             int32_t           subpixel,
             const char       *make,
             const char       *model,
             int32_t           transform)
{
  ((Output *) data)->told.transform = transform;
}

static void
mode_cb (void             *data,
         struct wl_output *proxy,
         uint32_t          flags,
         int32_t           width,
         int32_t           height,
         int32_t           refresh)
{
}

static void
output_done_cb (void *data, struct wl_output *proxy)
{
}

static void
output_scale_cb (void *data, struct wl_output *proxy, int32_t factor)
{
}

static const struct wl_output_listener output_listener = {
  .geometry = geometry_cb,
  .mode = mode_cb,
  .done = output_done_cb,
  .scale = output_scale_cb,
};

static gboolean
is_offered (PelWlrOutputs *self, guint32 name)
{
  PelWaylandConnection *connection = self->connection;

  for (guint i = 0; i < pel_wayland_connection_get_n_globals (connection); i++)
    if (pel_wayland_connection_get_global (connection, i)->name == name)
      return TRUE;
  return FALSE;
}

static gboolean
is_known (PelWlrOutputs *self, guint32 name)
{
  for (guint i = 0; i < self->outputs->len; i++)
    if (((Output *) g_ptr_array_index (self->outputs, i))->told.global == name)
      return TRUE;
  return FALSE;
}

static void
add_output (PelWlrOutputs *self, const PelWaylandGlobal *global)
{
  Output *output = g_new0 (Output, 1);

  output->told.global = global->name;
  output->told.proxy =
      pel_wayland_connection_bind (self->connection, global, &wl_output_interface, 2);
  wl_output_add_listener (output->told.proxy, &output_listener, output);
  output->description = zxdg_output_manager_v1_get_xdg_output (self->manager, output->told.proxy);
  zxdg_output_v1_add_listener (output->description, &description_listener, output);
  g_ptr_array_add (self->outputs, output);
}

PelWlrOutputs *
pel_wlr_outputs_new (PelWaylandConnection *connection)
{
  struct zxdg_output_manager_v1 *manager =
      pel_wayland_connection_bind_first (connection, &zxdg_output_manager_v1_interface, 3);
  PelWlrOutputs *self;

  if (manager == NULL)
    return NULL;
  self = g_new0 (PelWlrOutputs, 1);
  self->connection = connection;
  self->manager = manager;
  self->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) output_free);
  return self;
}

void
pel_wlr_outputs_free (PelWlrOutputs *self)
{
  g_ptr_array_unref (self->outputs);
  zxdg_output_manager_v1_destroy (self->manager);
  g_free (self);
}

void
pel_wlr_outputs_follow (PelWlrOutputs *self)
{
  PelWaylandConnection *connection = self->connection;

  for (guint i = self->outputs->len; i > 0; i--)
    if (!is_offered (self, ((Output *) g_ptr_array_index (self->outputs, i - 1))->told.global))
      g_ptr_array_remove_index (self->outputs, i - 1);
  for (guint i = 0; i < pel_wayland_connection_get_n_globals (connection); i++)
    {
      const PelWaylandGlobal *global = pel_wayland_connection_get_global (connection, i);

      if (g_str_equal (global->interface, wl_output_interface.name) &&
          !is_known (self, global->name))
        add_output (self, global);
    }
}

guint
pel_wlr_outputs_get_n_outputs (const PelWlrOutputs *self)
{
  return self->outputs->len;
}

const PelWlrOutput *
pel_wlr_outputs_get_output (const PelWlrOutputs *self, guint index)
{
  g_return_val_if_fail (index < self->outputs->len, NULL);

  return &((Output *) g_ptr_array_index (self->outputs, index))->told;
}

const PelWlrOutput *
pel_wlr_outputs_find (const PelWlrOutputs *self, const char *name)
{
  for (guint i = 0; i < self->outputs->len; i++)
    {
      const Output *output = g_ptr_array_index (self->outputs, i);

      if (g_strcmp0 (output->told.name, name) == 0)
        return &output->told;
    }
  return NULL;
}
