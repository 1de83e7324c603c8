/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/sway-window-request.h"

#include "services/base/error.h"
#include "services/window/window-goal.h"

#include <glib/gi18n.h>

static char *write_command (const PelSwayWindowRequest *self, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* Only ever about this one container. */
static char *
write_command (const PelSwayWindowRequest *self, const char *format, ...)
{
  g_autofree char *command = NULL;
  va_list          args;

  va_start (args, format);
  command = g_strdup_vprintf (format, args);
  va_end (args);
  return g_strdup_printf ("[con_id=%s] %s", self->order->window_id, command);
}

static char *
refuse (GError **error, const char *hint, const char *message)
{
  pel_set_error (error, PEL_ERROR_CAPABILITY_UNAVAILABLE, hint, "%s", message);
  return NULL;
}

/* To be shown again as it was: sway makes everything in its scratchpad floating. */
static const char *
get_showing (const PelSwayWindowRequest *self)
{
  if (!self->place.is_hidden)
    return "nop";
  return self->was_tiled ? "scratchpad show, floating disable" : "scratchpad show";
}

/* While the window that has the keyboard shows a menu, sway keeps the keyboard there, closes the
 * menu, and says that the other window has it. So the focus goes back, and comes once more. */
static char *
write_focus (const PelSwayWindowRequest *self, GError **error)
{
  gint64 id = g_ascii_strtoll (self->order->window_id, NULL, 10);

  if (self->active_id == 0 || self->active_id == id || self->place.is_hidden)
    return write_command (self, "%s, focus", get_showing (self));
  return write_command (self,
                        "focus; [con_id=%" G_GINT64_FORMAT "] focus; [con_id=%" G_GINT64_FORMAT
                        "] focus",
                        self->active_id,
                        id);
}

/* Only the focus raises a window. It goes back to a tiled one, which stays below the floating ones;
 * a floating one would be raised above. */
static char *
write_front (const PelSwayWindowRequest *self, GError **error)
{
  PelWindow *cover = pel_window_goal_find_cover (self->desktop, self->window);

  if (!self->place.is_floating && cover != NULL &&
      (pel_window_get_info (self->window)->states & PEL_WINDOW_VISIBLE) != 0)
    return refuse (error,
                   _ ("Make it floating, or move the other one away"),
                   _ ("sway keeps floating windows above a tiled one"));
  if (!self->place.is_floating || self->place.is_hidden || self->active_id == 0 ||
      self->is_active_floating)
    return write_focus (self, error);
  return write_command (self, "focus; [con_id=%" G_GINT64_FORMAT "] focus", self->active_id);
}

static char *
write_back (const PelSwayWindowRequest *self, GError **error)
{
  return refuse (error,
                 _ ("Bring the other one to the front"),
                 _ ("sway has no command that puts a window below others"));
}

static char *
write_minimize (const PelSwayWindowRequest *self, GError **error)
{
  return write_command (self, "move scratchpad");
}

static char *
write_restore (const PelSwayWindowRequest *self, GError **error)
{
  return write_command (self, "%s, fullscreen disable", get_showing (self));
}

static char *
write_maximize (const PelSwayWindowRequest *self, GError **error)
{
  return refuse (
      error,
      _ ("Make it fullscreen instead"),
      _ ("sway does not maximize windows: a tiled window already fills the available space"));
}

static char *
write_fullscreen (const PelSwayWindowRequest *self, GError **error)
{
  return write_command (self, "%s, fullscreen enable", get_showing (self));
}

static char *
write_close (const PelSwayWindowRequest *self, GError **error)
{
  return write_command (self, "kill");
}

static gboolean
check_placeable (const PelSwayWindowRequest *self, GError **error)
{
  g_autofree char *hint = NULL;

  if ((pel_window_get_info (self->window)->states & PEL_WINDOW_FULLSCREEN) != 0)
    return refuse (error,
                   _ ("Restore it first"),
                   _ ("sway positions fullscreen windows automatically")) != NULL;
  if (self->place.is_floating)
    return TRUE;
  /* Translators: the id of a container */
  hint = g_strdup_printf (_ ("Make it floating first: swaymsg '[con_id=%s] floating enable'"),
                          self->order->window_id);
  return refuse (error, hint, _ ("sway positions tiled windows automatically")) != NULL;
}

static char *
write_move (const PelSwayWindowRequest *self, GError **error)
{
  if (!check_placeable (self, error))
    return NULL;
  return write_command (self,
                        "move absolute position %d px %d px",
                        pel_round_edge (self->order->bounds.x),
                        pel_round_edge (self->order->bounds.y));
}

/* sway lets a window grow to all sides; its corner is to stay. */
static char *
write_resize (const PelSwayWindowRequest *self, GError **error)
{
  const PelNativeRect *bounds = &pel_window_get_info (self->window)->bounds;

  if (!check_placeable (self, error))
    return NULL;
  return write_command (self,
                        "resize set width %d px height %d px, move absolute position %d px %d px",
                        pel_round_edge (self->order->bounds.width),
                        pel_round_edge (self->order->bounds.height),
                        pel_round_edge (bounds->x),
                        pel_round_edge (bounds->y));
}

/* clang-format off */
static char *(*const writers[]) (const PelSwayWindowRequest *self, GError **error) = {
  [PEL_WINDOW_FOCUS]         = write_focus,
  [PEL_WINDOW_FRONT]         = write_front,
  [PEL_WINDOW_BACK]          = write_back,
  [PEL_WINDOW_MINIMIZE]      = write_minimize,
  [PEL_WINDOW_RESTORE]       = write_restore,
  [PEL_WINDOW_MAXIMIZE]      = write_maximize,
  [PEL_WINDOW_FULLSCREEN_ON] = write_fullscreen,
  [PEL_WINDOW_CLOSE]         = write_close,
  [PEL_WINDOW_MOVE]          = write_move,
  [PEL_WINDOW_RESIZE]        = write_resize,
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (writers) == PEL_N_WINDOW_OPERATIONS);

char *
pel_sway_window_request_write (const PelSwayWindowRequest *self, GError **error)
{
  return writers[self->order->operation](self, error);
}
