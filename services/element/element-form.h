/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/* What was read of an element in addition. All (nullable), borrowed. */
typedef struct
{
  const char *value; /* never of a place for secrets */
  const char *description;
} PelElementDetails;

typedef PelElementDetails (*PelElementDetailsFunc) (PelSnapshot *snapshot,
                                                    PelElementId id,
                                                    gpointer     data);

/* How an element is shown. A value; what it points to is borrowed. */
typedef struct
{
  const PelMonitorLayout *layout;      /* (nullable): then no place is shown */
  gboolean                show_bounds; /* in text; windows have theirs anyway */
  guint                   max_chars;   /* of one string; 0: PEL_ELEMENT_FORM_CHARS */
  PelElementDetailsFunc   get_details; /* (nullable) */
  gpointer                details_data;
} PelElementForm;

#define PEL_ELEMENT_FORM_CHARS 160

/* Role "name" [e12], its unusual states, what is set: one line, without a line break. */
void pel_element_form_append_line (const PelElementForm *self,
                                   PelSnapshot          *snapshot,
                                   PelElementId          id,
                                   GString              *text);

/* "text", escaped, at most the form's characters and then …(+N). */
void pel_element_form_append_quoted (const PelElementForm *self, GString *text, const char *string);

/* (transfer full): the same without the quotes and escapes, for JSON. */
char *pel_element_form_cut (const PelElementForm *self, const char *string);

/* What was read of it; a place for secrets has no value. */
PelElementDetails pel_element_form_get_details (const PelElementForm *self,
                                                PelSnapshot          *snapshot,
                                                const PelElement     *element);

/* (nullable): the monitor that holds most of it. */
const PelMonitor *pel_element_form_find_monitor (const PelElementForm *self,
                                                 const PelElement     *element);

/* It has a size, and no monitor shows any of it. */
gboolean pel_element_form_is_offscreen (const PelElementForm *self, const PelElement *element);

/* Where it is on the virtual desktop; FALSE where that cannot be known. A rectangle without a size,
 * and one that no monitor shows, is a place all the same. */
gboolean pel_element_form_get_bounds (const PelElementForm *self,
                                      const PelElement     *element,
                                      PelPhysicalRect      *ret_bounds);

/* (nullable): a sentence that says why pel_element_form_get_bounds() fails; NULL where it does not.
 */
const char *pel_element_form_get_bounds_reason (const PelElementForm *self,
                                                const PelElement     *element);

/* The pixel where a click reaches it; FALSE where there is none. */
gboolean pel_element_form_find_click_point (const PelElementForm *self,
                                            PelSnapshot          *snapshot,
                                            PelElementId          id,
                                            PelPhysicalPoint     *ret_point);
