/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/element-caption.h"

/* Of elements inside of a control: more of them are a form, no caption. */
#define REACH 8

const char *
pel_element_caption_find (PelSnapshot *snapshot, PelElementId id)
{
  PelElementId last = pel_snapshot_get_last_descendant (snapshot, id);
  const char  *caption = NULL;

  if (last == id || last - id > REACH ||
      !pel_role_is_interactive (pel_snapshot_get_role (snapshot, id)))
    return NULL;
  for (PelElementId inner = id + 1; inner <= last; inner++)
    {
      const char *name = pel_snapshot_get_name (snapshot, inner);

      if (pel_snapshot_get_role (snapshot, inner) != PEL_ROLE_TEXT || name[0] == '\0' ||
          pel_snapshot_get_origin (snapshot, inner) == PEL_ORIGIN_OCR)
        continue;
      if (caption != NULL)
        return NULL;
      caption = name;
    }
  return caption;
}
