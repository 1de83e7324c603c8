/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/addressee.h"

#include "services/base/error.h"
#include "services/base/guard.h"

#include <glib/gi18n.h>

/* “mousepad (0x1200003)”: no title, which may be private. */
static char *
word_window (const PelWindowInfo *info)
{
  return g_strdup_printf ("%s (%s)",
                          info->process_name != NULL ? info->process_name : _ ("unknown program"),
                          info->id);
}

static void
set_obscured (GError **error, const char *member, const PelWindowInfo *info, const char *message)
{
  JsonObject      *details = json_object_new ();
  g_autofree char *words = info != NULL ? word_window (info) : NULL;
  GError          *failure = NULL;

  pel_set_error (&failure,
                 PEL_ERROR_OBSCURED,
                 _ ("Bring the window to the front and give it keyboard focus, then try again"),
                 "%s",
                 message);
  if (words != NULL)
    json_object_set_string_member (details, member, words);
  else
    json_object_set_null_member (details, member);
  pel_error_take_details (failure, details);
  g_propagate_error (error, failure);
}

/* Whether it is the very window that is meant, or where none is named, one of the program. */
static gboolean
is_addressed (const PelAddressee *self, const PelWindowInfo *info)
{
  if (self->pid != 0 && info->pid != self->pid)
    return FALSE;
  return self->window_id == NULL || g_str_equal (info->id, self->window_id);
}

static gboolean
check_window (const PelAddressee *self,
              PelWindow          *window,
              const char         *member,
              const char         *message,
              GError            **error)
{
  const PelWindowInfo *info = window != NULL ? pel_window_get_info (window) : NULL;

  if (info != NULL && pel_guard_is_ours (info->pid))
    return pel_guard_check (info->pid, error);
  if (info == NULL || !is_addressed (self, info))
    {
      set_obscured (error, member, info, message);
      return FALSE;
    }
  return pel_guard_check (info->pid, error);
}

gboolean
pel_addressee_check_focus (const PelAddressee *self, PelDesktop *desktop, GError **error)
{
  return check_window (self,
                       pel_desktop_find_active (desktop),
                       "focus",
                       _ ("The target window does not have keyboard focus"),
                       error);
}

/* The popup's program has the keyboard, by whichever window. */
static gboolean
check_popup (const PelAddressee *self, PelDesktop *desktop, GError **error)
{
  PelAddressee program = { .pid = self->pid };

  return check_window (
      &program,
      pel_desktop_find_active (desktop),
      "in_the_way",
      _ ("The menu's program does not have keyboard focus, so the menu may be closed"),
      error);
}

gboolean
pel_addressee_check_point (const PelAddressee *self,
                           PelDesktop         *desktop,
                           PelNativePoint      point,
                           GError            **error)
{
  PelWindow *window;

  if (pel_monitor_layout_find_native (pel_desktop_get_layout (desktop), point) == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_OUT_OF_BOUNDS,
                     NULL,
                     _ ("No monitor shows the point %g,%g"),
                     point.x,
                     point.y);
      return FALSE;
    }
  window = pel_desktop_find_window_at (desktop, point);
  if (window == NULL && self->pid != 0 && pel_native_rect_contains (&self->popup, point))
    return check_popup (self, desktop, error);
  return check_window (self, window, "in_the_way", _ ("Another window covers the target"), error);
}
