/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/window-control.h"

G_DEFINE_INTERFACE (PelWindowControl, pel_window_control, G_TYPE_OBJECT)

/* clang-format off */
static const char *const operation_names[] = {
  [PEL_WINDOW_FOCUS]         = "focus",
  [PEL_WINDOW_FRONT]         = "front",
  [PEL_WINDOW_BACK]          = "back",
  [PEL_WINDOW_MINIMIZE]      = "minimize",
  [PEL_WINDOW_RESTORE]       = "restore",
  [PEL_WINDOW_MAXIMIZE]      = "maximize",
  [PEL_WINDOW_FULLSCREEN_ON] = "fullscreen",
  [PEL_WINDOW_CLOSE]         = "close",
  [PEL_WINDOW_MOVE]          = "move",
  [PEL_WINDOW_RESIZE]        = "resize",
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (operation_names) == PEL_N_WINDOW_OPERATIONS);

static void
pel_window_control_default_init (PelWindowControlInterface *iface)
{
}

const char *
pel_window_operation_to_string (PelWindowOperation operation)
{
  g_return_val_if_fail (operation < PEL_N_WINDOW_OPERATIONS, "");

  return operation_names[operation];
}

gboolean
pel_window_operation_from_string (const char *name, PelWindowOperation *ret_operation)
{
  for (guint i = 0; i < PEL_N_WINDOW_OPERATIONS; i++)
    if (g_str_equal (operation_names[i], name))
      {
        *ret_operation = i;
        return TRUE;
      }
  return FALSE;
}

const PelDriver *
pel_window_control_get_driver (PelWindowControl *self)
{
  g_return_val_if_fail (PEL_IS_WINDOW_CONTROL (self), NULL);

  return PEL_WINDOW_CONTROL_GET_IFACE (self)->get_driver (self);
}

void
pel_window_control_run_async (PelWindowControl     *self,
                              const PelWindowOrder *order,
                              GCancellable         *cancellable,
                              GAsyncReadyCallback   callback,
                              gpointer              user_data)
{
  g_return_if_fail (PEL_IS_WINDOW_CONTROL (self));
  g_return_if_fail (order->operation < PEL_N_WINDOW_OPERATIONS);
  g_return_if_fail (order->timeout_ms > 0);

  PEL_WINDOW_CONTROL_GET_IFACE (self)->run_async (self, order, cancellable, callback, user_data);
}

PelDesktop *
pel_window_control_run_finish (PelWindowControl *self,
                               GAsyncResult     *result,
                               PelWindowReply   *ret_reply,
                               GError          **error)
{
  g_return_val_if_fail (PEL_IS_WINDOW_CONTROL (self), NULL);

  return PEL_WINDOW_CONTROL_GET_IFACE (self)->run_finish (self, result, ret_reply, error);
}
