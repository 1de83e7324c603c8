/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/ocr/text-index.h"

/* Texts have no bus name: they are told by the window that they are in. */

/* (transfer full): “:ocr.0x1a00007”, in place of a bus name. */
char *pel_text_dup_bus_name (const char *window_id);
/* (nullable) (transfer none): the window of such a name; NULL where it is a program's. */
const char *pel_text_get_window_id (const char *bus_name);

/* (transfer full): “/e12”, and back; 0 where it is none. */
char *pel_text_dup_path (guint ref);
guint pel_text_get_ref (const char *path);

/* Of what can be read on the screen this much is known. */
#define PEL_TEXT_STATES                                                    \
  (PEL_STATE_BIT (PEL_STATE_VISIBLE) | PEL_STATE_BIT (PEL_STATE_SHOWING) | \
   PEL_STATE_BIT (PEL_STATE_ENABLED) | PEL_STATE_BIT (PEL_STATE_SENSITIVE))

/* What was read in a window, and where. A value; all is borrowed for the call. */
typedef struct
{
  guint               window; /* index in the desktop of the snapshot */
  PelPhysicalRect     rect;   /* what the picture shows */
  const PelTextEntry *entry;
} PelTextLeaf;

typedef enum
{
  PEL_TEXT_COMPLETE,   /* all windows that the snapshot is about were read just now */
  PEL_TEXT_REMEMBERED, /* what happens to be known */
} PelTextExtent;

/* (transfer full): @snapshot, and the texts as elements of PEL_ORIGIN_OCR: a line below the deepest
 * element at its place, its words below it where it has several. A window of which no element is
 * known gets one. Text that is the name of an element at that place is that element, whose `ocr`
 * tells; text in a place for secrets, and in private windows, is left out. @number is that of the
 * new snapshot. Pure. */
PelSnapshot *pel_text_layer_apply (PelSnapshot       *snapshot,
                                   const PelTextLeaf *leaves,
                                   guint              n_leaves,
                                   PelTextExtent      extent,
                                   guint64            number);
