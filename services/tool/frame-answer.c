/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memfd_create, F_ADD_SEALS */

#include "config.h"

#include "services/tool/frame-answer.h"

#include "services/base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static gboolean
write_all (int fd, GBytes *bytes)
{
  gsize         left;
  const guint8 *data = g_bytes_get_data (bytes, &left);

  while (left > 0)
    {
      gssize n = write (fd, data, left);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      data += n;
      left -= (gsize) n;
    }
  return lseek (fd, 0, SEEK_SET) == 0;
}

int
pel_frame_answer_attach (PelToolCall *call, GBytes *bytes)
{
  int fd = memfd_create ("pellucid-frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  int index = -1;

  if (fd < 0)
    return -1;
  if (call->attachments == NULL)
    call->attachments = g_unix_fd_list_new ();
  if (write_all (fd, bytes) &&
      fcntl (fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0)
    index = g_unix_fd_list_append (call->attachments, fd, NULL);
  close (fd);
  return index;
}

/* Where no window is shown alone, whatever lies above is in its picture. */
static gboolean
is_covered (const PelPhoto *photo)
{
  guint index;

  if (photo->window == NULL ||
      pel_desktop_get_platform (photo->desktop)->kind != PEL_PLATFORM_WAYLAND)
    return FALSE;
  index = pel_desktop_get_window_index (photo->desktop, photo->window);
  for (guint i = 0; i < index; i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (photo->desktop, i));
      PelPhysicalRect      place, part;

      if ((info->states & PEL_WINDOW_VISIBLE) == 0)
        continue;
      pel_desktop_to_physical (photo->desktop, &info->bounds, &place);
      part = pel_physical_rect_intersect (&place, &photo->rect);
      if (!pel_physical_rect_is_empty (&part))
        return TRUE;
    }
  return FALSE;
}

/* (nullable): the monitor that shows most of it. */
static const PelMonitor *
find_monitor (const PelPhoto *photo)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (photo->desktop);
  const PelMonitor       *best = NULL;
  gint64                  most = 0;

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelMonitor     *monitor = pel_monitor_layout_get_monitor (layout, i);
      const PelPhysicalRect part = pel_physical_rect_intersect (&monitor->physical, &photo->rect);

      if ((gint64) part.width * part.height > most)
        {
          most = (gint64) part.width * part.height;
          best = monitor;
        }
    }
  return best;
}

void
pel_photo_set_place (const PelPhoto *photo, double scale, JsonObject *data)
{
  const PelMonitor *monitor = find_monitor (photo);
  JsonObject       *origin = json_object_new ();

  json_object_set_int_member (origin, "x", photo->rect.x);
  json_object_set_int_member (origin, "y", photo->rect.y);
  json_object_set_object_member (data, "origin", origin);
  json_object_set_double_member (data, "scale", scale);
  json_object_set_string_member (data, "coordinate_space", "physical");
  pel_json_set_string_or_null (data, "monitor", monitor != NULL ? monitor->name : NULL);
  pel_json_set_string_or_null (data,
                               "window_id",
                               photo->window != NULL ? pel_window_get_info (photo->window)->id
                                                     : NULL);
  if (is_covered (photo))
    json_object_set_boolean_member (data, "covered", TRUE);
}
